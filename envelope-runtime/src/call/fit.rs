//! Data that is cut so that its envelope fits the budget of the call.

use super::shorten::{cut_lines, shorten, total_len};
use super::steps::AnyDialect;
use crate::budget::{Cut, Truncation, too_large};
use crate::dialect::{Call, Data, Entries};
use crate::envelope::{Copies, Json};
use crate::error::ToolFailure;
use crate::json::{Copied, List, SerializedData, find_list, first_items, unescaped_len};

/// Writes the envelope of data that is too large with a part of the data that fits.
#[cold]
pub(super) fn cut_to_fit(
    call: &mut Call,
    dialect: &mut dyn AnyDialect,
    serialized: &SerializedData,
    to: &mut Json,
    limit: usize,
) -> Result<(), ToolFailure> {
    let hint = call.budget.and_then(|budget| budget.hint);
    let (data, text) = (serialized.data(), &mut to.text);
    let (frame, times) = (0, Copied::default());
    let mut fitting = Fitting { call, dialect, data, limit, hint, text, frame, times };
    let part = fitting.cuttable_part(serialized);
    to.copies = fitting.cut(&part)?;
    to.text.shrink_to_fit();
    Ok(())
}

/// An envelope that is written until it fits.
struct Fitting<'a> {
    call: &'a mut Call,
    dialect: &'a mut dyn AnyDialect,
    data: Data<'a>,
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
    fn cuttable_part(&mut self, serialized: &SerializedData) -> Part {
        // The cursor of a page would skip the items that are left out.
        let cut = if self.call.page.is_some() { Cut::Never } else { self.dialect.meta().cut() };
        let list = self.call.budget.and_then(|budget| budget.list);
        match cut {
            Cut::Items => {
                find_list(self.data.json, list, serialized.arrays()).map_or(Part::None, Part::Items)
            }
            Cut::Lines if self.data.json.starts_with('"') => Part::Lines,
            Cut::Lines | Cut::Never => Part::None,
        }
    }

    /// Cuts the data. If not even a small part of it fits, the dialect's own texts are shortened first: the data gets half of the room.
    fn cut(&mut self, part: &Part) -> Result<Copies, ToolFailure> {
        if let Some(copies) = self.part(part).map_err(ToolFailure::internal)? {
            return Ok(copies);
        }
        self.call.truncation = None;
        self.write(self.data).map_err(ToolFailure::internal)?;
        let size = self.text.len();
        let fit = self.shorten_texts(part).map_err(ToolFailure::internal)?;
        fit.ok_or_else(|| too_large(size, self.limit, self.hint))
    }

    fn shorten_texts(&mut self, part: &Part) -> serde_json::Result<Fit> {
        let cuttable = self.cuttable(part);
        let frame = if self.frame > 0 { self.frame } else { self.text.len() };
        let mut texts = self.dialect.meta().texts();
        let others = frame.saturating_sub(total_len(&texts));
        let Some(room) = self.limit.checked_sub(others) else { return Ok(None) };
        if !shorten(&mut texts, room - cuttable.min(room / 2), self.hint) {
            return Ok(None);
        }
        let copies = self.write(self.data)?;
        if self.text.len() <= self.limit {
            return Ok(Some(copies));
        }
        self.part(part)
    }

    fn part(&mut self, part: &Part) -> serde_json::Result<Fit> {
        match part {
            Part::None => Ok(None),
            Part::Items(list) => self.items(list),
            Part::Lines => self.lines(),
        }
    }

    /// The size of the data that can be cut.
    fn cuttable(&self, part: &Part) -> usize {
        let json = self.data.json;
        match part {
            Part::None => 0,
            Part::Items(list) => {
                json.get(list.start..list.end).map_or(0, |items| self.times.len(items))
            }
            Part::Lines => json.len(),
        }
    }

    /// Keeps the first items of the list.
    fn items(&mut self, list: &List) -> serde_json::Result<Fit> {
        let json = self.data.json;
        let (Some(before), Some(after)) = (json.get(..list.start), json.get(list.end..)) else {
            return Ok(None);
        };
        let path = list.path.clone();
        self.report(Truncation { list: path, ..Truncation::widest(list.items, None, self.hint) });
        let copies = self.write_part(&[before, after].concat())?;
        self.times = Copied {
            json: usize::from(!copies.json.is_empty()),
            text: usize::from(!copies.text.is_empty() || copies.is_text_indented),
        };
        self.frame = self.text.len();
        let mut room = self.limit.saturating_sub(self.frame);
        if copies.is_text_indented {
            room = self.measured_room(list, room)?;
        }
        loop {
            let (kept, end) = first_items(json, list, self.times, room);
            if kept == 0 {
                return Ok(None);
            }
            if let Some(truncation) = &mut self.call.truncation {
                (truncation.kept, truncation.total) = (kept, list.items);
            }
            let first = json.get(..end).unwrap_or_default();
            let copies = self.write_part(&[first, after].concat())?;
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
        let json = self.data.json;
        let (_, end) = first_items(json, list, self.times, room / 16);
        let (Some(first), Some(after)) = (json.get(..end), json.get(list.end..)) else {
            return Ok(room);
        };
        let counted = first.get(list.start..).map_or(0, |items| self.times.len(items));
        self.write_part(&[first, after].concat())?;
        let taken = self.text.len().saturating_sub(self.frame);
        // Other items can need a little more.
        Ok(if counted > 0 { scaled(room, counted, taken + taken / 32) } else { room })
    }

    /// Keeps the first lines of a text, and adds a line that reports how much is left out.
    fn lines(&mut self) -> serde_json::Result<Fit> {
        let json = self.data.json;
        let contents = json.strip_prefix('"').and_then(|json| json.strip_suffix('"'));
        let total = contents.map_or(0, unescaped_len);
        let widest = Truncation::widest_text(total, self.hint);
        self.report(widest.clone());
        self.write_part("\"\"")?;
        self.frame = self.text.len();
        let room = self.limit.saturating_sub(self.frame);
        let Some((data, truncation)) = cut_lines(json, total, room, widest) else {
            return Ok(None);
        };
        self.report(truncation);
        let copies = self.write_part(&data)?;
        Ok((self.text.len() <= self.limit).then_some(copies))
    }

    fn report(&mut self, truncation: Truncation) {
        self.call.truncation = Some(Box::new(truncation));
    }

    /// Writes the envelope with a part of the data.
    fn write_part(&mut self, json: &str) -> serde_json::Result<Copies> {
        self.write(Data { json, text: None, is_empty: false })
    }

    fn write(&mut self, data: Data<'_>) -> serde_json::Result<Copies> {
        let (call, dialect) = (&*self.call, &*self.dialect);
        self.text.clear();
        Entries::envelope(self.text, Some(data), |envelope| dialect.success(call, envelope))
    }
}

/// `size * part / whole`, without overflow.
fn scaled(size: usize, part: usize, whole: usize) -> usize {
    let scaled = size as u128 * part as u128 / (whole as u128).max(1);
    usize::try_from(scaled).unwrap_or(usize::MAX)
}
