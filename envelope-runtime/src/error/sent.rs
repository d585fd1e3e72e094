//! The words of a failure that another tool answered with.

/// The code and the category of a failure that was read, as they were sent.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) code: Option<Box<str>>,
    pub(crate) error_type: Option<Box<str>>,
    /// Whether the data had a copy of the message: the setting `mirror_failure` of Code Scalpel.
    pub(crate) is_mirrored: bool,
}
