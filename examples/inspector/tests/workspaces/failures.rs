//! Callers can act on each failure of the inspector.

use envelope_runtime::assert_actionable;
use workspace_inspector::InspectorError;

#[test]
fn callers_can_act_on_each_failure() {
    assert!(!InspectorError::DECLARED.is_open());
    assert_actionable!(InspectorError);
}
