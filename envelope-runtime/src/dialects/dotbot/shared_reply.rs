//! The metadata of a `SharedReply`.

use super::{Dotbot, Issue, Meta, Summarized};
use crate::dialect::Carries;
use crate::metadata::Warnings;

#[diagnostic::do_not_recommend]
impl Carries<Warnings> for Dotbot {
    #[inline]
    fn carry(meta: &mut Meta, shared: Warnings) {
        meta.warnings.extend(shared.iter().map(|warning| Issue::from(&*warning)));
    }
}

#[diagnostic::do_not_recommend]
impl Carries<Warnings> for Summarized {
    #[inline]
    fn carry(meta: &mut Meta, shared: Warnings) {
        Dotbot::carry(meta, shared);
    }
}
