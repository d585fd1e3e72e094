//! Data that is cut so that its envelope fits the budget of the call.

use super::any_dialect::Succeeding;
use super::shorten::{cut_lines, shorten, total_len};
use crate::budget::{Cut, Size, Truncation, too_large};
use crate::dialect::{Call, Data, write_envelope};
use crate::envelope::{Copies, Json};
use crate::error::ToolFailure;
use crate::json::{Copied, List, SerializedData};

/// Writes the envelope of data that is too large with a part of the data that fits, instead of the envelope with all of it, which is
/// empty if not all of it is written.
#[cold]
pub(super) fn cut_to_fit(
    call: &mut Call,
    dialect: &mut dyn Succeeding,
    serialized: &mut SerializedData,
    is_empty: bool,
    to: &mut Json,
    limit: usize,
) -> Result<(), ToolFailure> {
    let hint = call.budget.and_then(|budget| budget.hint);
    let size = if serialized.is_complete() {
        Size::Exactly(to.text.len())
    } else {
        // The JSON alone can be smaller than the limit if the envelope also has it as text.
        Size::MoreThan(serialized.least_size().max(limit))
    };
    let (frame, times) = (to.text.len(), Copied::default());
    let text = &mut to.text;
    let mut fitting =
        Fitting { call, dialect, serialized, is_empty, limit, hint, text, frame, times };
    let copies = fitting.cut().map_err(ToolFailure::internal)?;
    to.copies = copies.ok_or_else(|| too_large(size, limit, hint))?;
    to.text.shrink_to_fit();
    Ok(())
}

/// An envelope that is written until it fits.
struct Fitting<'a> {
    call: &'a mut Call,
    dialect: &'a mut dyn Succeeding,
    serialized: &'a mut SerializedData,
    /// Whether there is no data to write.
    is_empty: bool,
    limit: usize,
    hint: Option<&'static str>,
    /// The envelope as it was last written.
    text: &'a mut String,
    /// The size of the envelope without the data that can be cut.
    frame: usize,
    /// How often it contains that data.
    times: Copied,
}

/// The part of the data that can be cut.
enum Part {
    None,
    Items(List),
    Lines,
}

/// The place of the data in an envelope that fits.
type Fit = Option<Copies>;

impl Fitting<'_> {
    /// Cuts the data. If not even a small part of it fits, the dialect's own texts are shortened first: the data gets half of the room.
    fn cut(&mut self) -> serde_json::Result<Fit> {
        let mut part = match self.dialect.cut(self.call) {
            Cut::Items => self.serialized.list_to_cut().map_or(Part::None, Part::Items),
            Cut::Lines if self.serialized.json().starts_with('"') => Part::Lines,
            Cut::Lines | Cut::Never => Part::None,
        };
        if let Some(copies) = self.part(&mut part)? {
            return Ok(Some(copies));
        }
        let cuttable = self.cuttable(&part);
        let mut texts = self.dialect.texts();
        let others = self.frame.saturating_sub(total_len(&texts));
        let Some(room) = self.limit.checked_sub(others) else { return Ok(None) };
        if !shorten(&mut texts, room - cuttable.min(room / 2), self.hint) {
            return Ok(None);
        }
        if self.serialized.is_complete() {
            self.call.truncation = None;
            let copies = self.write_data()?;
            if self.text.len() <= self.limit {
                return Ok(Some(copies));
            }
        }
        self.part(&mut part)
    }

    fn part(&mut self, part: &mut Part) -> serde_json::Result<Fit> {
        match part {
            Part::None => Ok(None),
            Part::Items(list) => self.items(list),
            Part::Lines => self.lines(),
        }
    }

    /// The size of the data that can be cut.
    fn cuttable(&self, part: &Part) -> usize {
        let json = self.serialized.json();
        match part {
            Part::None => 0,
            Part::Items(list) => {
                json.get(list.start..list.end).map_or(0, |items| self.times.len(items))
            }
            Part::Lines => json.len(),
        }
    }

    /// Keeps the first items of the list.
    fn items(&mut self, list: &mut List) -> serde_json::Result<Fit> {
        let json = self.serialized.json();
        let (Some(before), Some(after)) = (json.get(..list.start), json.get(list.end..)) else {
            return Ok(None);
        };
        let bare = [before, after].concat();
        self.report(Truncation {
            list: list.path(),
            ..Truncation::widest(list.items, None, self.hint)
        });
        let copies = self.write(&bare)?;
        let has_text = self.dialect.sends_data_as_text();
        let is_text_counted = !copies.text.is_empty();
        self.times = Copied {
            json: usize::from(!copies.json.is_empty()),
            text: usize::from(is_text_counted || has_text),
        };
        self.frame = self.text.len();
        let mut room = self.limit.saturating_sub(self.frame);
        if has_text && !is_text_counted {
            room = self.measured_room(list, room)?;
        }
        loop {
            let (kept, end) = self.serialized.first_items(list, self.times, room);
            if kept == 0 {
                return Ok(None);
            }
            if let Some(truncation) = &mut self.call.truncation {
                (truncation.kept, truncation.total) = (kept, list.items);
            }
            self.serialized.cut(list, end);
            let copies = self.write_data()?;
            if self.text.len() <= self.limit {
                return Ok(Some(copies));
            }
            // A dialect can write its data in another form than is counted: the room shrinks as much as this is too large.
            let fitting = self.limit.saturating_sub(self.frame);
            let taken = self.text.len().saturating_sub(self.frame);
            room = scaled(room, fitting, taken).min(room.saturating_sub(1));
        }
    }

    /// The room for items as they are counted, if the envelope has them as text in another form, such as indented. That is measured with
    /// some of the items.
    fn measured_room(&mut self, list: &List, room: usize) -> serde_json::Result<usize> {
        let (_, end) = self.serialized.first_items(list, self.times, room / 16);
        let json = self.serialized.json();
        let (Some(first), Some(after)) = (json.get(..end), json.get(list.end..)) else {
            return Ok(room);
        };
        let counted = first.get(list.start..).map_or(0, |items| self.times.len(items));
        let some = [first, after].concat();
        self.write(&some)?;
        let taken = self.text.len().saturating_sub(self.frame);
        // Other items can need a little more.
        Ok(if counted > 0 { scaled(room, counted, taken + taken / 32) } else { room })
    }

    /// Keeps the first lines of a text, and adds a line that reports how much is left out.
    fn lines(&mut self) -> serde_json::Result<Fit> {
        let length = self.serialized.length();
        let widest = Truncation::widest_text(length.total, self.hint);
        self.report(widest.clone());
        self.write("\"\"")?;
        self.frame = self.text.len();
        let room = self.limit.saturating_sub(self.frame);
        let Some((data, truncation)) = cut_lines(self.serialized.json(), length, room, widest)
        else {
            return Ok(None);
        };
        self.report(truncation);
        let copies = self.write(&data)?;
        if self.text.len() > self.limit {
            return Ok(None);
        }
        self.serialized.replace(&data);
        Ok(Some(copies))
    }

    fn report(&mut self, truncation: Truncation) {
        self.call.truncation = Some(Box::new(truncation));
    }

    /// Writes the envelope with the data.
    fn write_data(&mut self) -> serde_json::Result<Copies> {
        let (json, text) = (self.serialized.json(), self.serialized.text());
        let data = Data { json, text, is_empty: self.is_empty };
        let (call, dialect) = (&*self.call, &*self.dialect);
        self.text.clear();
        write_envelope(self.text, Some(data), |envelope| dialect.success(call, envelope))
    }

    /// Writes the envelope with other data.
    fn write(&mut self, json: &str) -> serde_json::Result<Copies> {
        let data = Data { json, text: None, is_empty: false };
        let (call, dialect) = (&*self.call, &*self.dialect);
        self.text.clear();
        write_envelope(self.text, Some(data), |envelope| dialect.success(call, envelope))
    }
}

/// `size * part / whole`, without overflow.
fn scaled(size: usize, part: usize, whole: usize) -> usize {
    let scaled = size as u128 * part as u128 / (whole as u128).max(1);
    usize::try_from(scaled).unwrap_or(usize::MAX)
}
