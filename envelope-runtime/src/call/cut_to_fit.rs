//! Data that is cut so that its envelope fits the budget of the call.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::de::IgnoredAny;

use super::answering::AnyDialect;
use super::breach::is_too_short;
use super::shorten_texts::{cut_lines, shorten, total_len};

use crate::budget::{Cut, NOTICE, Truncation, too_large};
use crate::dialect::{Call, Data, Entries};
use crate::envelope::Json;
use crate::error::ToolFailure;
use crate::json::{List, SerializedData, add_entry, find_list, item_ends, unescaped_len};

/// Writes the envelope of data that is too large with a part of the data that fits.
#[cold]
pub(super) fn cut_to_fit(
    call: &mut Call,
    dialect: &mut dyn AnyDialect,
    serialized: &SerializedData,
    envelope: &mut Json,
    limit: usize,
) -> Result<(), ToolFailure> {
    let hint = call.budget.and_then(|budget| budget.hint);
    let (data, cut) = (serialized.data(), dialect.meta().cut());
    let mut fitting = Fitting { call, dialect, data, cut, limit, hint, envelope, frame: 0 };
    let part = fitting.cuttable_part(serialized);
    let size = fitting.cut(&part).map_err(ToolFailure::internal)?;
    envelope.text.shrink_to_fit();
    match (size, part) {
        (None, _) => Ok(()),
        (Some(size), Part::None(reason)) => Err(too_large(size, limit, hint).cause(reason)),
        (Some(size), _) => Err(too_large(size, limit, hint)),
    }
}

/// An envelope that is written until it fits.
struct Fitting<'a> {
    call: &'a mut Call,
    dialect: &'a mut dyn AnyDialect,
    data: Data<'a>,
    cut: Cut,
    limit: usize,
    hint: Option<&'static str>,
    /// The envelope as it was last written.
    envelope: &'a mut Json,
    /// The size of the envelope without the data that can be cut.
    frame: usize,
}

/// The part of the data that can be cut, or the reason why there is none, for the log.
enum Part {
    None(&'static str),
    Items(List),
    Lines,
}

impl Fitting<'_> {
    fn cuttable_part(&self, serialized: &SerializedData) -> Part {
        if self.call.page.is_some() || serialized.contents().cursor {
            return Part::None("the cursor of a page would skip the items that are left out");
        }
        let json = self.data.json;
        match self.cut {
            Cut::Never => Part::None("the reply is a page, or its contract allows no cut"),
            Cut::Lines if json.starts_with('"') => Part::Lines,
            Cut::Lines => Part::None("the data is no text"),
            Cut::InData if !json.starts_with('{') => Part::None(
                "data that is no object cannot report a cut; give it a key, as in `data = \"items\"`",
            ),
            Cut::InData | Cut::Items => self.cuttable_list(serialized),
        }
    }

    fn cuttable_list(&self, serialized: &SerializedData) -> Part {
        let (json, path) = (self.data.json, self.call.budget.and_then(|budget| budget.list));
        match find_list(json, path, serialized.arrays()) {
            None => Part::None(
                "the data has no list, or several; name one, as in `budget(bytes = 60_000, list = \"items\")`",
            ),
            Some(list) if self.cut == Cut::InData && has_notice(json, &list) => {
                Part::None("the data has the key `truncation`, which reports a cut; rename it")
            }
            Some(list) => Part::Items(list),
        }
    }

    /// Cuts the data. If not even a small part of it fits, the dialect's own texts are shortened first: the data gets half of the room.
    /// Returns the size of the whole envelope if that does not help.
    fn cut(&mut self, part: &Part) -> serde_json::Result<Option<usize>> {
        if self.part(part)? {
            return Ok(None);
        }
        self.call.truncation = None;
        self.write(self.data)?;
        let size = self.envelope.shown_len();
        Ok(if self.shorten_texts(part)? { None } else { Some(size) })
    }

    fn shorten_texts(&mut self, part: &Part) -> serde_json::Result<bool> {
        let cuttable = match part {
            Part::None(_) => 0,
            Part::Items(list) => list.end - list.start,
            Part::Lines => self.data.json.len(),
        };
        let frame = if self.frame > 0 { self.frame } else { self.envelope.shown_len() };
        let mut texts = self.dialect.meta().texts();
        let others = frame.saturating_sub(total_len(&texts));
        let Some(room) = self.limit.checked_sub(others) else { return Ok(false) };
        if !shorten(&mut texts, room - cuttable.min(room / 2), self.hint) {
            return Ok(false);
        }
        self.write(self.data)?;
        Ok(self.fits() || self.part(part)?)
    }

    /// Keeps the first part of the data. Returns whether the envelope fits.
    fn part(&mut self, part: &Part) -> serde_json::Result<bool> {
        match part {
            Part::None(_) => Ok(false),
            Part::Items(list) => self.items(list),
            Part::Lines => self.lines(),
        }
    }

    /// Keeps as many of the first items of the list as fit.
    fn items(&mut self, list: &List) -> serde_json::Result<bool> {
        let path = list.path.clone();
        self.report(Truncation { list: path, ..Truncation::widest(list.items, None, self.hint) });
        self.write_until(list, list.start)?;
        self.frame = self.envelope.shown_len();
        let room = self.limit.saturating_sub(self.frame);
        // A client reads each item at least as JSON, so more cannot fit. Usually all of these do; indented items take more. The first
        // can fit without room, since the notice has the widest numbers so far.
        let ends = item_ends(self.data.json, list, room);
        let (mut fitting, mut exceeding, mut guess) = (0, ends.len() + 1, ends.len());
        let mut halves = true;
        while exceeding - fitting > 1 {
            let kept = guess.clamp(fitting + 1, exceeding - 1);
            self.keep(list, &ends, kept)?;
            if self.fits() {
                fitting = kept;
            } else {
                exceeding = kept;
            }
            // The sizes of items can differ much, so every other step halves the rest.
            halves = !halves;
            guess = if halves {
                usize::midpoint(fitting, exceeding)
            } else {
                self.likely(list, &ends, room)
            };
        }
        if self.kept() != fitting {
            self.keep(list, &ends, fitting)?;
        }
        Ok(fitting > 0 && !self.breaks_schema())
    }

    /// Whether the list is shorter than the output schema allows.
    fn breaks_schema(&self) -> bool {
        is_too_short(self.call, self.envelope, self.dialect.facts().is_call_tool_result)
    }

    /// Writes the envelope with so many items.
    fn keep(&mut self, list: &List, ends: &[usize], kept: usize) -> serde_json::Result<()> {
        if let Some(truncation) = &mut self.call.truncation {
            (truncation.kept, truncation.total) = (kept, list.items);
        }
        let end = kept.checked_sub(1).and_then(|index| ends.get(index));
        self.write_until(list, end.copied().unwrap_or(list.start))
    }

    /// How many items the envelope has, as it was last written.
    fn kept(&self) -> usize {
        self.call.truncation.as_ref().map_or(0, |truncation| truncation.kept)
    }

    /// How many items fit if all of them take as much as those that were last written.
    fn likely(&self, list: &List, ends: &[usize], room: usize) -> usize {
        let end = self.kept().checked_sub(1).and_then(|index| ends.get(index));
        let taken = self.envelope.shown_len().saturating_sub(self.frame);
        let share = end.map_or(0, |end| scaled(end - list.start, room, taken));
        ends.partition_point(|end| end - list.start <= share)
    }

    /// Keeps the first lines of a text, and adds a line that reports how much is left out.
    fn lines(&mut self) -> serde_json::Result<bool> {
        let json = self.data.json;
        let contents = json.strip_prefix('"').and_then(|json| json.strip_suffix('"'));
        let total = contents.map_or(0, unescaped_len);
        let widest = Truncation::widest_text(total, self.hint);
        self.report(widest.clone());
        self.write_part("\"\"")?;
        self.frame = self.envelope.shown_len();
        let room = self.limit.saturating_sub(self.frame);
        let Some((data, truncation)) = cut_lines(json, total, room, widest) else {
            return Ok(false);
        };
        self.report(truncation);
        self.write_part(&data)?;
        Ok(self.fits())
    }

    fn report(&mut self, truncation: Truncation) {
        self.call.truncation = Some(Box::new(truncation));
    }

    /// Whether the envelope, as it was last written, is within the limit.
    fn fits(&self) -> bool {
        self.envelope.shown_len() <= self.limit
    }

    /// Writes the envelope with the items of a list that end here.
    fn write_until(&mut self, list: &List, end: usize) -> serde_json::Result<()> {
        let json = self.data.json;
        let parts = [json.get(..end), json.get(list.end..)].map(Option::unwrap_or_default);
        let mut part = parts.concat();
        if self.cut == Cut::InData
            && let Some(truncation) = &self.call.truncation
        {
            add_entry(&mut part, NOTICE, &truncation.to_string());
        }
        self.write_part(&part)
    }

    /// Writes the envelope with a part of the data.
    fn write_part(&mut self, json: &str) -> serde_json::Result<()> {
        self.write(Data { json, text: None, is_empty: false })
    }

    fn write(&mut self, data: Data<'_>) -> serde_json::Result<()> {
        let (call, dialect) = (&*self.call, &*self.dialect);
        let text = &mut self.envelope.text;
        text.clear();
        let write = |envelope: &mut Entries<'_>| dialect.success(call, envelope);
        self.envelope.copies = Entries::envelope(dialect.facts(), text, Some(data), write)?;
        Ok(())
    }
}

/// Whether the data has the key of the notice already. A key in the list is not the data's own.
#[allow(clippy::zero_sized_map_values, reason = "a set has no values to pass over")]
fn has_notice(json: &str, list: &List) -> bool {
    let parts = [json.get(..list.start), json.get(list.end..)].map(Option::unwrap_or_default);
    let around = parts.concat();
    let keys = serde_json::from_str::<HashMap<Cow<'_, str>, IgnoredAny>>(&around);
    keys.is_ok_and(|keys| keys.contains_key(NOTICE))
}

/// `size * part / whole`, without overflow.
fn scaled(size: usize, part: usize, whole: usize) -> usize {
    let scaled = size as u128 * part as u128 / (whole as u128).max(1);
    usize::try_from(scaled).unwrap_or(usize::MAX)
}
