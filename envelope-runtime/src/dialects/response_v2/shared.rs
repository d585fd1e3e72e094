//! The metadata of a `SharedReply`.

use super::{Meta, ResponseV2};
use crate::dialect::Carries;
use crate::metadata::{RateLimit, Warnings};

#[diagnostic::do_not_recommend]
impl Carries<Warnings> for ResponseV2 {
    #[inline]
    fn carry(meta: &mut Option<Box<Meta>>, shared: Warnings) {
        if !shared.is_empty() {
            meta.get_or_insert_default().warnings.extend(shared);
        }
    }
}

#[diagnostic::do_not_recommend]
impl Carries<RateLimit> for ResponseV2 {
    #[inline]
    fn carry(meta: &mut Option<Box<Meta>>, shared: RateLimit) {
        if !shared.is_empty() {
            meta.get_or_insert_default().rate_limit = Some(shared);
        }
    }
}
