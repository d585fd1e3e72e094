//! Cuts data so that its envelope fits the budget of the call.

use serde_json::Value;

use super::answering::AnyDialect;
use super::breach::is_too_short;
use super::shorten_texts::{shorten, total_len};
use crate::budget::{Budget, Cut, NOTICE, Truncation, too_large};
use crate::dialect::{Call, Entries};
use crate::envelope::Json;
use crate::error::ToolFailure;
use crate::json::{
    Data, Ends, Known, Outline, Part, Reader, SerializedData, SourceText, added_entry, find_part,
    tree_of,
};

/// Why a page is not cut, for the log.
const SKIPS: &str = "the cursor of a page would skip the items that are left out; `Page::fitting` makes pages that fit";

/// Writes the envelope of data that is too large, with as much of the data as fits.
#[cold]
pub(super) fn cut_to_fit(
    call: &mut Call,
    dialect: &mut dyn AnyDialect,
    serialized: &SerializedData,
    envelope: &mut Json,
    limit: usize,
) -> Result<(), ToolFailure> {
    let budget = Budget { bytes: limit, ..call.budget.copied().unwrap_or(Budget::new(limit)) };
    let (data, outline) = (serialized.data(), serialized.outline());
    let has_cursor = call.page.is_some() || serialized.contents().cursor;
    let part = if has_cursor {
        Err(SKIPS)
    } else {
        cuttable_part(data.json.as_str(), outline, dialect.meta().cut(), budget.cut)
    };
    let mut fitting = Fitting { call, dialect, data, outline, budget, envelope, frame: 0 };
    let size = fitting.cut(part.as_ref().ok()).map_err(ToolFailure::defect)?;
    envelope.text.shrink_to_fit();
    let Some(size) = size else { return Ok(()) };
    if let Some(path) = budget.cut.filter(|path| part.is_err() && !can_be_cut(data, path)) {
        return Err(ToolFailure::defect(format_args!(
            "`budget(cut = \"{path}\")` names neither a list nor a text of the data"
        )));
    }
    let failure = too_large(size, limit, budget.hint);
    Err(match part {
        Ok(_) => failure,
        Err(reason) => failure.cause(reason),
    })
}

/// The part of the data that can be cut, or the reason why there is none, for the log.
fn cuttable_part(
    json: &str,
    outline: &Outline,
    cut: Cut,
    path: Option<&str>,
) -> Result<Part, &'static str> {
    if cut == Cut::Never {
        return Err("the reply is a page, or its contract allows no cut");
    }
    let part = find_part(json, path, outline).ok_or(
        "the data has no list, or several; name one, or a text of several lines, as in `budget(bytes = 60_000, cut = \"items\")`",
    )?;
    // Unread data could have a cursor, or the key of the notice.
    let Ok(beside) = beside(json, &part) else {
        return Err("the data has raw JSON that no tree can represent");
    };
    if has_cursor(&beside) {
        return Err(SKIPS);
    }
    if cut == Cut::InEnvelope || part.is_text {
        return Ok(part);
    }
    if !json.starts_with('{') {
        return Err(
            "data that is no object cannot report a cut; give it a key, as in `data = \"items\"`",
        );
    }
    if beside.get(NOTICE).is_some() {
        return Err("the data has the key `truncation`, which reports a cut; rename it");
    }
    Ok(part)
}

/// An envelope that is written again, with less data or shorter texts, until it fits.
struct Fitting<'a> {
    call: &'a mut Call,
    dialect: &'a mut dyn AnyDialect,
    data: Data<'a>,
    outline: &'a Outline,
    budget: Budget,
    /// The envelope as it was last written.
    envelope: &'a mut Json,
    /// The size of the envelope without the data that can be cut.
    frame: usize,
}

impl Fitting<'_> {
    /// Cuts the data. If not even a small part of it fits, shortens the dialect's own texts, so that the data gets half of the room.
    /// Returns the size of the whole envelope if it still does not fit.
    fn cut(&mut self, part: Option<&Part>) -> serde_json::Result<Option<usize>> {
        if self.keep_what_fits(part)? {
            return Ok(None);
        }
        self.call.truncation = None;
        self.write(self.data)?;
        let size = self.envelope.shown_len();
        Ok(if self.shorten_texts(part)? { None } else { Some(size) })
    }

    fn shorten_texts(&mut self, part: Option<&Part>) -> serde_json::Result<bool> {
        let cuttable = part.map_or(0, |part| part.range.len());
        let frame = if self.frame > 0 { self.frame } else { self.envelope.shown_len() };
        let mut texts = self.dialect.meta().texts();
        let others = frame.saturating_sub(total_len(&texts));
        let Some(room) = self.budget.bytes.checked_sub(others) else { return Ok(false) };
        if !shorten(&mut texts, room - cuttable.min(room / 2), &self.budget) {
            return Ok(false);
        }
        self.write(self.data)?;
        Ok(self.fits() || self.keep_what_fits(part)?)
    }

    /// Keeps as many items or lines as fit. Returns whether at least one fits, and the output schema allows so few.
    fn keep_what_fits(&mut self, part: Option<&Part>) -> serde_json::Result<bool> {
        let Some(part) = part else { return Ok(false) };
        let nothing = self.ends(part, 0);
        self.call.truncation = Some(Box::new(Truncation::widest(part, &self.budget)));
        self.write_ends(part, nothing)?;
        self.frame = self.envelope.shown_len();
        let room = self.budget.bytes.saturating_sub(self.frame);
        // The kept JSON is a part of the envelope, so it cannot exceed the room. An indented list takes more room than its JSON.
        let (mut fitting, mut exceeding, mut guess) = (0, room.saturating_add(1), room);
        let (mut kept, mut written) = (nothing, nothing);
        while exceeding - fitting > 1 {
            let ends = self.ends(part, guess);
            if ends != kept {
                self.keep(part, ends)?;
                written = ends;
            }
            if ends == kept || self.fits() {
                (kept, fitting) = (ends, guess);
            } else {
                exceeding = part.len_of(ends).clamp(fitting + 1, guess);
            }
            guess = usize::midpoint(fitting, exceeding);
        }
        if written != kept {
            self.keep(part, kept)?;
        }
        Ok(kept != nothing && !self.breaks_schema())
    }

    /// Whether the list is shorter than the output schema allows.
    fn breaks_schema(&self) -> bool {
        is_too_short(self.call, self.envelope, self.dialect.facts().format.is_call_tool_result)
    }

    /// The ends of a part that take at most `room` bytes.
    fn ends(&self, part: &Part, room: usize) -> Ends {
        part.ends(self.data.json.as_str(), self.outline, room, self.budget.keep)
    }

    /// Writes the envelope with the ends of a part, and counts their items or lines in the report.
    fn keep(&mut self, part: &Part, ends: Ends) -> serde_json::Result<()> {
        if let Some(truncation) = &mut self.call.truncation {
            (truncation.kept, truncation.total) = (part.counts(ends), part.count);
        }
        self.write_ends(part, ends)
    }

    /// Writes the envelope with the ends of a part.
    fn write_ends(&mut self, part: &Part, ends: Ends) -> serde_json::Result<()> {
        let notice = self.call.truncation.as_ref().map(ToString::to_string).unwrap_or_default();
        let is_entry = !part.is_text && self.dialect.meta().cut() == Cut::InData;
        let entry = if is_entry { added_entry(NOTICE, &notice) } else { String::new() };
        let (json, text) = part.cut(self.data, ends, &notice, entry);
        let text = text.as_ref().map(SourceText::Cut);
        self.write(Data { json: SourceText::Cut(&json), text, is_empty: false })
    }

    /// Whether the envelope, as it was last written, is within the limit.
    fn fits(&self) -> bool {
        self.envelope.shown_len() <= self.budget.bytes
    }

    fn write(&mut self, data: Data<'_>) -> serde_json::Result<()> {
        let (call, dialect) = (&*self.call, &*self.dialect);
        self.envelope.make_room(data.json.len() + data.text.map_or(0, SourceText::len));
        let write = |envelope: &mut Entries<'_>| dialect.success(call, envelope);
        let text = &mut self.envelope.text;
        self.envelope.copies = Entries::envelope(dialect.facts(), text, Some(data), write)?;
        Ok(())
    }
}

/// Whether a path can lead to a list or a text. A value can be left out, empty or null in some calls.
fn can_be_cut(data: Data<'_>, path: &str) -> bool {
    let Ok(data) = tree_of(data.json.as_str()) else { return true };
    let mut place = &data;
    for key in path.split('.') {
        match place {
            Value::Object(object) => match object.get(key) {
                Some(value) => place = value,
                None => return true,
            },
            other => return other.is_null(),
        }
    }
    place.is_array() || place.is_string() || place.is_null()
}

/// The data as a tree, without the contents of the part.
fn beside(json: &str, part: &Part) -> serde_json::Result<Value> {
    // The range of a text is within its quotation marks.
    let quote = usize::from(part.is_text);
    let range = part.range.start.saturating_sub(quote)..part.range.end + quote;
    // A cursor can be a text of several lines.
    let tree = if part.is_text { "".into() } else { Value::Null };
    let part = Known { range, tree };
    Reader::around(json, [Some(part), None]).tree()
}

/// Whether the data has a cursor that its author wrote, outside of lists.
fn has_cursor(data: &Value) -> bool {
    data.as_object().into_iter().flatten().any(|(key, value)| {
        let is_cursor = key == "next_cursor" || key == "nextCursor";
        (is_cursor && value.is_string()) || has_cursor(value)
    })
}
