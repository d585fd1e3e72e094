//! Dialects as trait objects, so that the end of a call is compiled once, not once for each dialect.

use crate::budget::Cut;
use crate::dialect::{Call, Dialect, Entries};
use crate::envelope::DialectFacts;
use crate::error::ErrorReport;
use crate::metadata::Warning;
use crate::request_id::RequestId;
use crate::status::Status;

/// A dialect that answers with a failure.
pub(super) trait Failing {
    fn facts(&self) -> &'static DialectFacts;
    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>);
}

/// A dialect that answers with a success, whose metadata it has.
pub(super) trait Succeeding {
    fn failing(&self) -> &dyn Failing;
    fn success(&self, call: &Call, envelope: &mut Entries<'_>);
    fn cut(&self, call: &Call) -> Cut;
    fn sends_data_as_text(&self) -> bool;
    fn texts(&mut self) -> Vec<&mut String>;
    fn status(&self) -> Status;
    fn warn(&mut self, warning: Warning);
    fn paginate(&mut self, next_cursor: Option<&str>) -> bool;
    fn reply_request_id(&self) -> Option<RequestId>;
}

impl<D: Dialect> Failing for D {
    fn facts(&self) -> &'static DialectFacts {
        DialectFacts::of::<D>()
    }

    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        Dialect::failure(self, call, error, envelope);
    }
}

/// A dialect with the metadata of a success.
pub(super) struct WithMeta<'a, D: Dialect> {
    pub(super) dialect: &'a mut D,
    pub(super) meta: &'a mut D::Meta,
}

impl<D: Dialect> Succeeding for WithMeta<'_, D> {
    fn failing(&self) -> &dyn Failing {
        self.dialect
    }

    fn success(&self, call: &Call, envelope: &mut Entries<'_>) {
        self.dialect.success(call, self.meta, envelope);
    }

    fn cut(&self, call: &Call) -> Cut {
        // The cursor of a page would skip the items that are left out.
        if call.page.is_some() { Cut::Never } else { self.dialect.cut(self.meta) }
    }

    fn sends_data_as_text(&self) -> bool {
        self.dialect.sends_data_as_text(self.meta)
    }

    fn texts(&mut self) -> Vec<&mut String> {
        self.dialect.texts(self.meta)
    }

    fn status(&self) -> Status {
        D::status(self.meta)
    }

    fn warn(&mut self, warning: Warning) {
        D::warn(self.meta, warning);
    }

    fn paginate(&mut self, next_cursor: Option<&str>) -> bool {
        D::paginate(self.meta, next_cursor)
    }

    fn reply_request_id(&self) -> Option<RequestId> {
        D::reply_request_id(self.meta)
    }
}
