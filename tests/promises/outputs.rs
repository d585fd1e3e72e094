//! What a tool can return, and what an envelope can be asked.

use crate::support::{failure, wire};
use envelope_runtime::response_v2::Reply;
use envelope_runtime::{Answer, Envelope, ErrorType, Output, Status, ToolFailure, envelope_tool};
use serde::Serialize;
use serde_json::{Value, json};

const SUCCESS: &str =
    r#"{"success":true,"data":{"id":"ä"},"error":null,"meta":{"version":"response-v2"}}"#;

#[envelope_tool(dialect = "response-v2", data = "id")]
fn envelope(fails: bool) -> Result<&'static str, ToolFailure> {
    if fails { Err(ToolFailure::conflict("c")) } else { Ok("ä") }
}

#[test]
fn an_envelope_is_its_json() {
    let envelope = envelope(false);
    assert_eq!(envelope.as_str(), SUCCESS);
    assert_eq!(envelope.as_bytes(), SUCCESS.as_bytes());
    assert_eq!(envelope.to_string(), SUCCESS);
    assert_eq!(format!("{envelope:>3}"), SUCCESS);
    assert_eq!(AsRef::<str>::as_ref(&envelope), SUCCESS);
    assert_eq!(AsRef::<[u8]>::as_ref(&envelope), SUCCESS.as_bytes());
    assert_eq!(String::from(envelope.clone()), SUCCESS);
    assert_eq!(Vec::from(envelope.clone()), SUCCESS.as_bytes());
    assert_eq!(envelope.into_string(), SUCCESS);
}

#[test]
fn an_envelope_knows_how_the_call_ended() {
    assert!(envelope(false).is_success());
    assert_eq!(envelope(false).error_type(), None);
    assert_eq!(envelope(false).error_code(), None);
    assert!(!envelope(true).is_success());
    assert_eq!(envelope(true).error_type(), Some(ErrorType::Conflict));
    assert_eq!(envelope(true).error_code(), Some("CONFLICT"));
}

#[test]
fn an_envelope_serializes_as_json_not_as_a_string() {
    #[derive(Serialize)]
    struct Message {
        id: u8,
        result: Envelope,
    }

    let message = Message { id: 1, result: envelope(false) };
    assert_eq!(
        serde_json::to_string(&message).unwrap(),
        format!(r#"{{"id":1,"result":{SUCCESS}}}"#)
    );
    assert_eq!(serde_json::to_value(&message).unwrap()["result"], wire(SUCCESS));
    assert_eq!(json!({"result": envelope(false)})["result"]["data"]["id"], "ä");
}

#[test]
fn text_bytes_and_values() {
    #[envelope_tool(dialect = "response-v2", data = "id", returns = String)]
    fn text() -> Result<&'static str, ToolFailure> {
        Ok("ä")
    }

    #[envelope_tool(dialect = "response-v2", data = "id", returns = Vec<u8>)]
    async fn bytes() -> Result<&'static str, ToolFailure> {
        Ok("ä")
    }

    #[envelope_tool(dialect = "response-v2", data = "id", returns = serde_json::Value)]
    fn value() -> Result<Reply<&'static str>, ToolFailure> {
        Ok(Reply::new("ä"))
    }

    assert_eq!(text(), SUCCESS);
    assert_eq!(pollster::block_on(bytes()), SUCCESS.as_bytes());
    assert_eq!(value(), wire(SUCCESS));
}

/// An envelope in a custom format.
#[derive(Debug, PartialEq)]
struct Pretty {
    text: String,
    ended: Result<(), (ErrorType, String)>,
}

impl Output for Pretty {
    type Error = serde_json::Error;

    fn from_answer<W: Serialize>(answer: Answer<'_, W>) -> Result<Self, Self::Error> {
        let ended = match answer.status() {
            Status::Failure { error_type, error_code, .. } => {
                Err((*error_type, error_code.to_string()))
            }
            _ => Ok(()),
        };
        Ok(Self { text: serde_json::to_string_pretty(&answer)?, ended })
    }

    fn last_resort() -> Self {
        Self { text: "down".to_owned(), ended: Ok(()) }
    }
}

#[test]
fn a_custom_type() {
    #[envelope_tool(dialect = "response-v2", data = "id", returns = Pretty)]
    fn pretty(fails: bool) -> Result<&'static str, ToolFailure> {
        if fails { Err(ToolFailure::conflict("c")) } else { Ok("ä") }
    }

    assert!(pretty(false).text.starts_with("{\n  \"success\": true,\n"));
    assert_eq!(wire(pretty(false).text), wire(SUCCESS));
    assert_eq!(pretty(false).ended, Ok(()));
    assert_eq!(pretty(true).ended, Err((ErrorType::Conflict, "CONFLICT".to_owned())));
}

/// A format that cannot write some envelope answers with `INTERNAL_ERROR`, and one that cannot write that either with its last resort.
#[test]
fn a_format_that_fails() {
    #[derive(Debug, PartialEq)]
    struct NoSuccess(Value);

    impl Output for NoSuccess {
        type Error = String;

        fn from_answer<W: Serialize>(answer: Answer<'_, W>) -> Result<Self, String> {
            match answer.status() {
                Status::Success => Err("no successes, please".to_owned()),
                _ => serde_json::to_value(&answer).map(Self).map_err(|error| error.to_string()),
            }
        }

        fn last_resort() -> Self {
            Self(Value::Null)
        }
    }

    #[derive(Debug, PartialEq)]
    struct Nothing(&'static str);

    impl Output for Nothing {
        type Error = &'static str;

        fn from_answer<W: Serialize>(_: Answer<'_, W>) -> Result<Self, Self::Error> {
            Err("nothing at all")
        }

        fn last_resort() -> Self {
            Self("last resort")
        }
    }

    #[envelope_tool(dialect = "response-v2", returns = NoSuccess)]
    fn no_success() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "response-v2", returns = Nothing, catch_panic)]
    fn nothing() -> Result<(), ToolFailure> {
        Ok(())
    }

    assert_eq!(no_success().0["data"]["error_code"], "INTERNAL_ERROR");
    assert_eq!(nothing(), Nothing("last resort"));
}

/// The last resorts of the crate's own outputs are envelopes as well.
#[test]
fn last_resorts_are_envelopes() {
    let envelope = Envelope::last_resort();
    let wire = failure(&envelope);
    assert_eq!(wire["data"]["error_code"], "INTERNAL_ERROR");
    assert_eq!(String::last_resort(), envelope.as_str());
    assert_eq!(Vec::<u8>::last_resort(), envelope.as_bytes());
    assert_eq!(Value::last_resort(), wire);
}
