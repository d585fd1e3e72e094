//! The text of the data that an envelope copies, whole or in pieces.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

/// Text that an envelope copies.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SourceText<'a> {
    Whole(&'a str),
    /// The pieces of a cut text are copied one by one, since joining them first would copy them twice.
    Cut(&'a CutText<'a>),
}

impl<'a> SourceText<'a> {
    pub(crate) fn len(self) -> usize {
        match self {
            Self::Whole(text) => text.len(),
            Self::Cut(text) => text.pieces.iter().map(|piece| piece.len()).sum(),
        }
    }

    #[inline]
    pub(crate) fn push_to(self, to: &mut String) {
        match self {
            Self::Whole(text) => to.push_str(text),
            Self::Cut(text) => text.pieces.iter().for_each(|piece| to.push_str(piece)),
        }
    }

    /// The text as one piece.
    pub(crate) fn as_str(self) -> &'a str {
        match self {
            Self::Whole(text) => text,
            Self::Cut(text) => text.joined.get_or_init(|| text.pieces.concat()),
        }
    }
}

/// Text without the middle of a part.
#[derive(Debug)]
pub(crate) struct CutText<'a> {
    pieces: [Cow<'a, str>; 4],
    joined: OnceCell<String>,
}

impl<'a> CutText<'a> {
    /// Keeps the text before the first place and the text between the others, each with an addition after it.
    pub(super) fn new(text: &'a str, places: [usize; 3], [notice, entry]: [String; 2]) -> Self {
        let [cut, after, end] = places;
        let slice = |range: Range<usize>| text.get(range).unwrap_or_default().into();
        let pieces = [slice(0..cut), notice.into(), slice(after..end), entry.into()];
        Self { pieces, joined: OnceCell::new() }
    }
}
