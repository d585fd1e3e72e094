//! `anyhow::Error` as the error of a tool.

use crate::support::failure;
use anyhow::Context;
use envelope_runtime::{Retry, ToolError, ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn read(path: &str) -> anyhow::Result<()> {
    if path.is_empty() {
        return Err(ToolFailure::missing_required("path").into());
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
    Ok(())
}

/// The context names the path, and is not sent.
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

/// The first error in the chain with a code decides, under any number of contexts.
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

/// The message that the caller of a tool with `send_contexts` reads.
fn sent(error: &anyhow::Error) -> String {
    error.failure().send_contexts().report().message().to_owned()
}

#[test]
fn contexts_and_messages_are_sent_and_other_errors_are_not() {
    let json = || anyhow::Error::new(serde_json::from_str::<u8>("\"secret").unwrap_err());
    let unmapped = || anyhow::Error::new(std::fmt::Error);
    let own = || anyhow::Error::new(ToolFailure::conflict("taken"));
    for (error, message) in [
        (anyhow::anyhow!("call cache_crate first"), "call cache_crate first"),
        (anyhow::anyhow!("call {} first", "cache_crate"), "call cache_crate first"),
        (anyhow::anyhow!("inner").context("outer"), "outer: inner"),
        (anyhow::anyhow!("in{}", 1).context(format!("out{}", 2)), "out2: in1"),
        (anyhow::anyhow!("a 'b' \"c\"\n").context("d 'e' \"f\"\n"), "d 'e' \"f\"\n: a 'b' \"c\"\n"),
        (json().context("b").context(format!("a{}", 1)).context("0"), "0: a1: b"),
        (json().context(404), "404"),
        (unmapped().context("the index is broken"), "the index is broken"),
        (own().context("cannot rename"), "cannot rename: taken"),
        (own(), "taken"),
        (None::<u8>.context("no such crate").unwrap_err(), "no such crate"),
        // Under a context of the same type, the text of an `Option` looks like any other error, and is not sent.
        (None::<u8>.context("no such crate").context("outer").unwrap_err(), "outer"),
    ] {
        assert_eq!(sent(&error), message, "{error:?}");
    }
    assert_eq!(sent(&json()), json().failure().report().message());
    assert_eq!(sent(&unmapped()), "An internal error occurred");
}

/// Errors that look like a context or a message, but are of another crate.
#[test]
fn an_error_of_another_crate_is_no_context() {
    #[derive(Debug, thiserror::Error)]
    #[error("secret")]
    struct Context {
        context: &'static str,
        source: std::io::Error,
    }

    #[derive(Debug, thiserror::Error)]
    #[error("secret")]
    struct Secret;

    let io = || std::io::Error::other("secret");
    let boxed = || Box::<dyn std::error::Error + Send + Sync>::from("secret");
    for error in [
        anyhow::Error::from_boxed(boxed()),
        anyhow::anyhow!(boxed()),
        anyhow::Error::new(Context { context: "load", source: io() }),
        anyhow::Error::new(Context { context: "secret", source: io() }),
        anyhow::Error::new(Secret),
        anyhow::Error::new(io()),
    ] {
        let debug = format!("{error:?}");
        let failure = error.failure().send_contexts();
        assert!(!failure.report().message().contains("secret"), "{debug}");
        let failure = error.context("cannot load").failure().send_contexts();
        assert_eq!(failure.report().message(), "cannot load", "{debug}");
        assert!(failure.report().hidden().unwrap().to_string().contains("secret"), "{debug}");
    }
}

#[test]
fn a_setting_sends_contexts() {
    #[envelope_tool(dialect = "response-v2", send_contexts)]
    fn read(name: &str) -> anyhow::Result<()> {
        if name.is_empty() {
            anyhow::bail!("The name is empty: call list_crates first");
        }
        std::fs::read_to_string("/no/such/secret")
            .with_context(|| format!("The crate '{name}' is not cached: call cache_crate first"))?;
        Ok(())
    }

    #[envelope_tool(dialects("mcp-2025-11-25", "response-v2"), send_contexts, catch_panic)]
    async fn read_later(name: &str) -> anyhow::Result<()> {
        std::fs::read_to_string("/no/such/secret").context(name.to_owned())?;
        Ok(())
    }

    let envelope = read("serde");
    assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
    assert_eq!(
        failure(&envelope)["error"],
        "The crate 'serde' is not cached: call cache_crate first"
    );

    let envelope = read("");
    assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
    assert_eq!(envelope.retry(), Some(Retry::Unknown));
    assert_eq!(failure(&envelope)["error"], "The name is empty: call list_crates first");

    let envelope = pollster::block_on(read_later("not cached"));
    assert!(envelope.as_str().contains("Error: not cached\\n(NOT_FOUND"), "{envelope}");
}

/// The setting does not affect the block's tools with other errors.
#[test]
fn a_setting_of_a_block_sends_contexts() {
    struct Crates;

    #[envelope_tool(dialect = "response-v2", send_contexts)]
    impl Crates {
        #[envelope_tool]
        fn read(&self) -> anyhow::Result<()> {
            anyhow::bail!("not cached")
        }

        #[envelope_tool]
        fn find(&self) -> Result<(), ToolFailure> {
            Err(ToolFailure::internal("secret"))
        }
    }

    assert_eq!(failure(&Crates.read())["error"], "not cached");
    assert_eq!(failure(&Crates.find())["error"], "An internal error occurred");
}

/// The setting also sends the contexts of an error that `?` has converted to a `ToolFailure`.
#[test]
fn a_setting_sends_the_contexts_of_a_failure() {
    #[envelope_tool(dialect = "response-v2", send_contexts)]
    fn read() -> Result<(), ToolFailure> {
        Err(anyhow::anyhow!("not cached").context("cannot read"))?;
        Ok(())
    }

    assert_eq!(failure(&read())["error"], "cannot read: not cached");
}

#[test]
fn an_error_enum_sends_contexts() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum CrateError {
        #[error("other error")]
        #[tool_error(with = sent)]
        Other(#[from] anyhow::Error),
    }

    fn sent(error: &anyhow::Error) -> ToolFailure {
        error.failure().send_contexts()
    }

    let error = CrateError::from(anyhow::anyhow!("not cached"));
    assert_eq!(error.failure().report().message(), "not cached");
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
