//! Failures in the style of `anyhow`: with contexts, from `bail!` and `ensure!`, and from an `Option`.

use envelope_runtime::{
    Context, ErrorCode, OrNotFound, Retry, ToolError, ToolFailure, bail, ensure, envelope_tool,
};

use crate::support::failure;

fn message(failure: &ToolFailure) -> &str {
    failure.report().message()
}

#[test]
fn a_context_comes_before_the_message() {
    let taken = || Err::<(), _>(ToolFailure::conflict("The id is taken").detail("id", 7));
    let failure = taken().context("Cannot rename").with_context(|| "Step 1").unwrap_err();
    assert_eq!(message(&failure), "Step 1: Cannot rename: The id is taken");
    assert_eq!(failure.report().code(), "CONFLICT");
    assert!(failure.report().details().get("id").is_some());
    assert!(failure.report().hidden().is_none());
}

#[test]
fn a_context_takes_the_place_of_a_text_that_is_not_for_the_caller() {
    let missing = || std::fs::read("/no/such/secret");
    let failure = missing().context("Call cache_crate first").unwrap_err();
    assert_eq!(
        (failure.report().code(), message(&failure)),
        ("NOT_FOUND", "Call cache_crate first")
    );
    assert!(failure.report().hidden().unwrap().to_string().contains("No such file"));
    assert_eq!(message(&failure.clone().expose()), "Call cache_crate first");

    let failure = ToolFailure::internal("secret").context("The index is broken");
    assert_eq!(message(&failure), "The index is broken");
    assert_eq!(failure.report().hidden().unwrap().to_string(), "secret");
    assert_eq!(failure.report().retry(), Retry::Once);

    let failure = ToolFailure::internal("secret").cause("disk").context("a").context("b");
    assert_eq!(message(&failure), "b: a");
    assert_eq!(failure.report().hidden().unwrap().to_string(), "secret: disk");

    let failure = ToolFailure::from(missing().unwrap_err()).expose().context("a");
    assert!(message(&failure).starts_with("a: No such file"), "{failure}");
}

#[test]
fn a_context_is_not_made_for_a_success() {
    let never = || -> &str { panic!("it is not a failure") };
    assert_eq!(Ok::<_, ToolFailure>(1).with_context(never).unwrap(), 1);
    assert_eq!(Some(1).with_context(never).unwrap(), 1);
    assert_eq!(Some(1).or_not_found("Spec", 1).unwrap(), 1);
}

#[test]
fn nothing_is_not_found() {
    let failure = None::<u8>.context("The list is empty").unwrap_err();
    assert_eq!((failure.report().code(), message(&failure)), ("NOT_FOUND", "The list is empty"));
    let failure = None::<u8>.or_not_found("Spec", "pay").unwrap_err();
    assert_eq!((failure.report().code(), message(&failure)), ("NOT_FOUND", "Spec not found: pay"));
    assert!(failure.report().details().get("resource_id").is_some());
}

#[test]
fn functions_bail_with_a_code() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum OwnError {
        #[error(transparent)]
        #[tool_error(transparent)]
        Failure(#[from] ToolFailure),
    }

    #[envelope_tool(dialect = "response-v2")]
    fn rename(id: &str, title: &str) -> Result<(), OwnError> {
        ensure!(!title.is_empty() && title != "?", MissingRequired, "The title of {} is empty", id);
        if id == "auth" {
            bail!(Conflict, "The spec '{id}' is locked",);
        }
        // The path of a code is a code, too.
        ensure!(id != "pay", ErrorCode::Unavailable, "{id} is down");
        if id == "old" {
            bail!(ErrorCode::NotFound, "No spec '{}'", id);
        }
        Ok(())
    }

    assert_eq!(failure(&rename("a", ""))["error"], "The title of a is empty");
    assert_eq!(rename("a", "?").error_code(), Some("MISSING_REQUIRED"));
    assert_eq!(failure(&rename("auth", "b"))["error"], "The spec 'auth' is locked");
    assert_eq!(failure(&rename("pay", "b"))["error"], "pay is down");
    assert_eq!(rename("pay", "b").error_code(), Some("UNAVAILABLE"));
    assert_eq!(failure(&rename("old", "b"))["error"], "No spec 'old'");
    assert_eq!(rename("old", "b").error_code(), Some("NOT_FOUND"));
    assert!(rename("a", "b").is_success());
}
