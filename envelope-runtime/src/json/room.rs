//! The room of a text: once it is taken, further items of a list, and the rest of a long string, are counted instead of written.

use super::list::{List, find_list, keys_of_list_to_cut};

/// Room in the budget of a page for everything but its items.
pub(crate) const AROUND_PAGE: usize = 1_024;

/// The room that the data of a success has in its envelope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// `usize::MAX` if no item may be left out.
    pub(crate) bytes: usize,
    /// The length of data that is a string. `usize::MAX` if it cannot be cut.
    pub(crate) text: usize,
    /// The path of the list that can be cut. `None` for the only list.
    pub(crate) list: Option<&'static str>,
    /// Whether the envelope contains the data as JSON and as text.
    pub(crate) counts_text: bool,
}

impl Room {
    pub(crate) const UNLIMITED: Self =
        Self { bytes: usize::MAX, text: usize::MAX, list: None, counts_text: false };

    /// The size of data that leaves room for the rest of the envelope.
    fn without_rest(self) -> usize {
        match self.bytes {
            usize::MAX => usize::MAX,
            bytes => bytes - AROUND_PAGE.min(bytes / 2),
        }
    }
}

/// The length of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Length {
    pub(crate) total: usize,
    /// How much of it is not written.
    pub(crate) left_out: usize,
}

/// Watches the size of a text at the items of a list that is in no other list.
#[derive(Debug)]
pub(super) struct Watch {
    room: Room,
    /// The length of data that is a string with a `Display`.
    pub(super) length: Option<Length>,
    /// The size from which a list that opens now is watched. `usize::MAX` within a list, and once a list has been looked at: when
    /// the room is nearly taken, no later list has an item that fits.
    from: usize,
    /// The start of the watched list.
    start: usize,
    /// The starts of the tuples in no list. They are arrays in JSON, and cannot be shorter.
    tuples: Vec<usize>,
    /// The list that takes the room.
    long: Option<List>,
    /// Whether raw JSON was written.
    pub(super) has_raw: bool,
}

impl Default for Watch {
    fn default() -> Self {
        Self::new(Room::UNLIMITED)
    }
}

impl Watch {
    #[inline]
    pub(super) fn new(room: Room) -> Self {
        let from = room.without_rest();
        Self { room, length: None, from, start: 0, tuples: Vec::new(), long: None, has_raw: false }
    }

    /// A list opens. Returns the size from which it is watched.
    #[inline]
    pub(super) fn open(&mut self, start: usize) -> usize {
        let from = std::mem::replace(&mut self.from, usize::MAX);
        if from < usize::MAX {
            self.start = start;
        }
        from
    }

    /// A tuple opens.
    #[inline]
    pub(super) fn open_tuple(&mut self, start: usize) {
        // `from` stays at its maximum after the long list, and tuples behind that list are no lists either.
        let is_behind_long = || self.long.as_ref().is_some_and(|long| long.end > long.start);
        if self.from < usize::MAX || is_behind_long() {
            self.tuples.push(start);
        }
    }

    /// Looks at a list with `items` in it, once the text is so large that the list is watched. Returns the size from which it is
    /// looked at again. `early` is the end of its last item but one.
    pub(super) fn look(&mut self, text: &str, size: usize, items: usize, early: usize) -> usize {
        if self.long.is_some() {
            return self.room.bytes;
        }
        if items < 2 && self.is_taken(size) {
            // No item fits: everything is written, and the failure has the actual size.
            return usize::MAX;
        }
        if items == 0 {
            return self.room.without_rest();
        }
        let before = text.get(..self.start.saturating_sub(1)).unwrap_or_default();
        let keys = keys_of_list_to_cut(before, self.room.list, &self.tuples);
        let Some(keys) = keys else { return usize::MAX };
        let (start, early) = (self.start, (early, items - 1));
        self.long = Some(List { keys, start, end: start, items, early, is_cut: false });
        self.room.bytes
    }

    /// Whether a text of this size has taken the room.
    pub(super) fn is_taken(&self, size: usize) -> bool {
        size > self.room.bytes
    }

    /// The watched list closes, which is looked at from a size on.
    pub(super) fn close(&mut self, from: usize, end: usize, items: usize, is_cut: bool) {
        match &mut self.long {
            Some(long) => (long.end, long.items, long.is_cut) = (end, items, is_cut),
            None => self.from = from,
        }
    }

    pub(super) fn room(&self) -> Room {
        self.room
    }

    /// Whether items, or the end of a string, are missing in the text.
    pub(super) fn has_cut(&self) -> bool {
        self.length.is_some_and(|length| length.left_out > 0)
            || self.long.as_ref().is_some_and(|long| long.is_cut)
    }

    /// The list that can be cut.
    pub(super) fn list_to_cut(&self, json: &str) -> Option<List> {
        find_list(json, self.room.list, self.long.as_ref(), &self.tuples)
    }

    #[cfg(test)]
    pub(super) fn into_long_list(self) -> Option<List> {
        self.long
    }
}
