//! `anyhow::Error` as the error of a tool.

use crate::support::failure;
use anyhow::Context;
use envelope_runtime::{ToolError, ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn read(path: &str) -> anyhow::Result<()> {
    if path.is_empty() {
        return Err(ToolFailure::missing_required("path").into());
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
    Ok(())
}

#[test]
fn the_message_is_hidden() {
    let envelope = read("/no/such/secret");
    assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
    assert_eq!(failure(&envelope)["error"], "An internal error occurred");
    assert!(!envelope.as_str().contains("secret"));
}

#[test]
fn the_chain_goes_to_the_log() {
    let error = anyhow::anyhow!("inner").context("outer");
    let hidden = error.report().hidden().map(|hidden| hidden.to_string());
    assert_eq!(hidden.as_deref(), Some("outer: inner"));
}

#[test]
fn a_failure_inside_keeps_its_code() {
    assert_eq!(read("").error_code(), Some("MISSING_REQUIRED"));
    let wrapped = anyhow::Error::new(ToolFailure::conflict("taken")).context("outer");
    assert_eq!(wrapped.report().code(), "CONFLICT");
}

#[test]
fn an_error_becomes_a_failure() {
    #[envelope_tool(dialect = "response-v2")]
    fn read() -> Result<(), ToolFailure> {
        Err(anyhow::anyhow!("secret"))?;
        Ok(())
    }

    assert_eq!(read().error_code(), Some("INTERNAL_ERROR"));
}
