//! Data with the metadata of Code Scalpel.

use super::CodeScalpel;
use crate::dialect::Metadata;
use crate::metadata::UpgradeHint;

/// Data with the metadata of Code Scalpel.
///
/// ```
/// use envelope_runtime::code_scalpel::Reply;
/// use envelope_runtime::{Tier, ToolFailure, UpgradeHint, envelope_tool};
///
/// #[envelope_tool(dialect = "code-scalpel-v1", tier = tier)]
/// fn scan(tier: Tier) -> Result<Reply<Vec<&'static str>>, ToolFailure> {
///     Ok(Reply::new(vec!["finding"]).upgrade_hint(UpgradeHint::new(
///         "cross_file_taint",
///         Tier::Pro,
///         "Only single files were followed",
///     )))
/// }
///
/// assert!(scan(Tier::Community).as_str().contains(
///     r#""upgrade_hints":[{"feature":"cross_file_taint","tier":"pro","reason":"Only single files were followed"}]"#
/// ));
/// ```
pub type Reply<T> = crate::dialect::Reply<T, CodeScalpel>;

impl<T> Reply<T> {
    /// A reply without upgrade hints.
    pub fn new(data: T) -> Self {
        Self::from_parts(data, Meta::default())
    }

    /// Adds a feature that needs a higher tier: an entry of `upgrade_hints`.
    pub fn upgrade_hint(self, hint: UpgradeHint) -> Self {
        self.with_meta(|meta| meta.upgrade_hints.push(hint))
    }
}

/// The metadata of a [`Reply`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Meta {
    /// The features that need a higher tier: `upgrade_hints`.
    pub upgrade_hints: Vec<UpgradeHint>,
}

impl Metadata for Meta {}
