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

/// The context names the path, and stays inside.
#[test]
fn an_error_of_the_standard_library_keeps_its_code() {
    let envelope = read("/no/such/secret");
    assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
    assert_eq!(failure(&envelope)["error"], "The file or resource was not found");
    assert!(!envelope.as_str().contains("secret"));
}

#[test]
fn an_error_without_a_code_is_hidden() {
    #[envelope_tool(dialect = "response-v2")]
    fn fail() -> anyhow::Result<()> {
        anyhow::bail!("secret")
    }

    let envelope = fail();
    assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
    assert_eq!(failure(&envelope)["error"], "An internal error occurred");
    assert!(!envelope.as_str().contains("secret"));
}

#[test]
fn the_chain_goes_to_the_log() {
    let hidden =
        |error: anyhow::Error| error.failure().report().hidden().map(|hidden| hidden.to_string());
    let without_code = anyhow::anyhow!("inner").context("outer");
    assert_eq!(hidden(without_code).as_deref(), Some("outer: inner"));
    let with_code = anyhow::Error::new(std::io::Error::other("inner")).context("outer");
    assert_eq!(hidden(with_code).as_deref(), Some("outer: inner"));
    let failure = anyhow::Error::new(ToolFailure::internal("inner")).context("outer");
    assert_eq!(hidden(failure).as_deref(), Some("inner"));
}

#[test]
fn the_chain_is_sent_when_it_is_exposed() {
    let missing = std::io::Error::new(std::io::ErrorKind::NotFound, "no such file");
    let error = anyhow::Error::new(missing).context("cannot read a.json");
    let exposed = ToolFailure::from(error).expose();
    assert_eq!(exposed.report().code(), "NOT_FOUND");
    assert_eq!(exposed.report().message(), "cannot read a.json: no such file");
    assert!(exposed.report().hidden().is_none());

    let failure = anyhow::Error::new(ToolFailure::conflict("taken")).context("secret");
    assert_eq!(ToolFailure::from(failure).expose().report().message(), "taken");
}

#[test]
fn a_failure_inside_keeps_its_code() {
    assert_eq!(read("").error_code(), Some("MISSING_REQUIRED"));
    let wrapped = anyhow::Error::new(ToolFailure::conflict("taken")).context("outer");
    assert_eq!(wrapped.failure().report().code(), "CONFLICT");
}

/// The first error in the chain that has a code gives it, under any number of contexts.
#[test]
fn codes_are_found_through_contexts() {
    #[derive(Debug, thiserror::Error)]
    #[error("cannot load the settings")]
    struct Settings(#[source] serde_json::Error);

    #[derive(Debug, thiserror::Error)]
    #[error("cannot save the settings")]
    struct Unsaved(#[source] ToolFailure);

    let json = || serde_json::from_str::<u8>("{").unwrap_err();
    let number = || "x".parse::<u8>().unwrap_err();
    let mapped = |error: anyhow::Error| error.failure().report().code().to_owned();
    assert_eq!(mapped(json().into()), "INVALID_FORMAT");
    assert_eq!(mapped(anyhow::Error::new(json()).context("a").context("b")), "INVALID_FORMAT");
    assert_eq!(mapped(Settings(json()).into()), "INVALID_FORMAT");
    assert_eq!(mapped(Unsaved(ToolFailure::conflict("c")).into()), "CONFLICT");
    assert_eq!(mapped(anyhow::Error::new(number()).context("a")), "INVALID_FORMAT");
    assert_eq!(mapped(anyhow::anyhow!("x").context(ToolFailure::conflict("c"))), "CONFLICT");
    let denied = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
    assert_eq!(mapped(anyhow::Error::new(denied).context("a")), "FORBIDDEN");
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
