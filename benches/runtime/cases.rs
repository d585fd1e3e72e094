//! All cases.

use envelope_benchmarks::Case;
use envelope_runtime::RequestId;

use super::{REQUEST_ID, budget, failure, success};

/// Runs all cases.
pub(crate) fn for_each(run: &mut dyn FnMut(&Case<'_>)) {
    success::without_id(run);
    RequestId::new(REQUEST_ID).sync_scope(|| {
        success::with_id(run);
        failure::with_id(run);
    });
    budget::over(run);
}
