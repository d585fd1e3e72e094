//! The places that a dialect leaves for a tool's data.

use serde::ser::Error;
use serde::{Serialize, Serializer};

use super::raw::is_writer;
use super::sink::{Form, misplaced_data};
use super::writer::{DATA, DATA_TEXT, PRETTY_DATA_TEXT};

/// The place of a tool's data in its envelope: a field of a dialect's wire struct.
///
/// ```
/// use envelope_runtime::dialect::Data;
///
/// #[derive(serde::Serialize)]
/// struct Success {
///     ok: bool,
///     data: Data,
/// }
/// ```
///
/// It serializes only as a part of an envelope. Under any other serializer it is an error, since the data would be lost.
#[derive(Clone, Copy, Debug)]
pub struct Data(());

impl Data {
    pub(crate) const fn new() -> Self {
        Self(())
    }

    /// The data as a string that contains its JSON, as the text of an MCP result does: `"{\"celsius\":5}"`.
    #[must_use]
    pub const fn as_text(self) -> DataText {
        DataText { form: Form::Text }
    }

    /// The same with line breaks, indented by two spaces.
    #[must_use]
    pub const fn as_pretty_text(self) -> DataText {
        DataText { form: Form::PrettyText }
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Form::Json.serialize(serializer)
    }
}

/// The place of a tool's data as a string: what [`Data::as_text`] gives.
#[derive(Clone, Copy, Debug)]
pub struct DataText {
    form: Form,
}

impl DataText {
    pub(super) const fn form(self) -> Form {
        self.form
    }
}

impl Serialize for DataText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.form.serialize(serializer)
    }
}

/// The placeholder of data in this form.
impl Serialize for Form {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !is_writer(&serializer) {
            return Err(S::Error::custom(misplaced_data()));
        }
        serializer.serialize_unit_struct(match self {
            Self::Json => DATA,
            Self::Text => DATA_TEXT,
            Self::PrettyText => PRETTY_DATA_TEXT,
        })
    }
}
