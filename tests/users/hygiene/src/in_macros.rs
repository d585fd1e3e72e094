//! Macros by example make tools from fragments or from whole functions.

use std::future::Future;
use std::pin::Pin;

use envelope_runtime::{Payload, ToolError, ToolFailure, envelope_tool};
use serde::Serialize;

macro_rules! tool {
    ($(#[$attribute:meta])* $name:ident($argument:ident: $type:ty) -> $data:ty, $error:ty $body:block) => {
        $(#[$attribute])*
        #[envelope_tool(dialect = "response-v2", request_id = $argument.to_string())]
        pub fn $name($argument: $type) -> Result<$data, $error> $body
    };
}

tool! {
    /// A tool.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    read(id: &u8) -> Spec, ToolFailure {
        Ok(Spec { id: *id })
    }
}

macro_rules! boxed {
    ($name:ident, $future:ty) => {
        /// A tool.
        #[envelope_tool(dialect = "response-v2")]
        pub fn $name() -> Pin<Box<$future>> {
            Box::pin(async { Ok(Spec { id: 1 }) })
        }
    };
}

boxed!(boxed_future, dyn Future<Output = Result<Spec, ToolFailure>> + Send);

macro_rules! wrap {
    ($function:item) => {
        #[envelope_tool(dialect = "response-v2")]
        $function
    };
}

wrap! {
    /// A tool.
    pub async fn whole(id: u8) -> Result<Spec, Missing> {
        if id == 0 { Err(Missing { id }) } else { Ok(Spec { id }) }
    }
}

macro_rules! with_settings {
    ($name:ident, $dialect:literal, $key:literal, $request_id:expr, $returns:ty) => {
        /// A tool.
        #[envelope_tool(dialect = $dialect, data = $key, request_id = $request_id, returns = $returns)]
        pub fn $name() -> Result<u8, ToolFailure> {
            Ok(1)
        }
    };
}

with_settings!(settings, "response-v2", "count", "req_1", String);

macro_rules! types {
    ($data:ident, $error:ident, $code:literal, $message:literal, $field:ty) => {
        /// Data.
        #[derive(Debug, Serialize, Payload)]
        pub struct $data {
            id: $field,
        }

        /// An error.
        #[derive(Debug, ToolError)]
        #[tool_error(code = $code, message = $message)]
        pub struct $error {
            #[tool_error(detail)]
            id: $field,
        }
    };
}

types!(Spec, Missing, "NOT_FOUND", "no {id}", u8);

macro_rules! error_types {
    ($struct:ident, $enum:ident, $by_hand:ident, $data:ident, $text:literal, $code:literal, $field:ident: $type:ty) => {
        /// An error whose message is its `Display`.
        #[derive(Debug, thiserror::Error, ToolError)]
        #[error($text)]
        #[tool_error(code = $code)]
        pub struct $struct {
            $field: $type,
        }

        /// An error with a message for each variant.
        #[derive(Debug, thiserror::Error, ToolError)]
        pub enum $enum {
            /// A variant.
            #[error($text)]
            #[tool_error(code = $code)]
            Missing {
                /// A field.
                #[tool_error(detail)]
                $field: $type,
            },
        }

        /// An error with a handwritten `Display`.
        #[derive(Debug, ToolError)]
        #[tool_error(code = $code)]
        pub struct $by_hand(#[tool_error(detail = "id")] $type);

        impl std::fmt::Display for $by_hand {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "by hand {}", self.0)
            }
        }

        /// A wrapper of another payload.
        #[derive(Debug, Serialize, Payload)]
        #[serde(transparent)]
        pub struct $data {
            $field: Spec,
        }
    };
}

error_types!(NoSpec, NoTask, NoNote, Wrapped, "there is no {id}", "NOT_FOUND", id: u8);

/// A tool that returns types from a macro.
#[envelope_tool(dialect = "response-v2")]
pub fn made(id: u8) -> Result<Wrapped, ToolFailure> {
    match id {
        0 => Err(NoSpec { id })?,
        1 => Err(NoTask::Missing { id })?,
        2 => Err(NoNote(id))?,
        _ => Ok(Wrapped { id: Spec { id } }),
    }
}

macro_rules! handed_on {
    ($name:ident, $type:ty, $setting:ident $format:tt) => {
        /// A tool whose whole setting is one fragment.
        #[envelope_tool(dialect = "dotbot-mcp-response@1", $setting $format)]
        pub fn $name() -> Result<$type, ToolFailure> {
            Ok(Spec { id: 7 })
        }

        /// Tools with several dialects.
        pub mod $setting {
            use super::{Spec, ToolFailure, envelope_tool};

            /// A tool with a setting of one of its dialects.
            #[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), $setting $format)]
            pub fn $name() -> Result<$type, ToolFailure> {
                Ok(Spec { id: 8 })
            }
        }
    };
}

handed_on!(handed, Spec, summary("handed {}", data.id));

macro_rules! summaries {
    ($own:ident, $passed:ident($($format:tt)*), $value:ident($expr:expr), $text:ident($literal:literal)) => {
        /// A tool whose setting comes from the macro.
        #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("own {}", data.id))]
        pub fn $own() -> Result<Spec, ToolFailure> {
            Ok(Spec { id: 1 })
        }

        /// A tool whose setting comes from the macro's caller.
        #[envelope_tool(dialect = "dotbot-mcp-response@1", summary($($format)*))]
        pub fn $passed() -> Result<Spec, ToolFailure> {
            Ok(Spec { id: 2 })
        }

        /// A tool whose setting has a value from the macro's caller.
        #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("value {}", $expr))]
        pub fn $value() -> Result<Spec, ToolFailure> {
            Ok(Spec { id: 3 })
        }

        /// A tool whose setting has a text from the macro's caller.
        #[envelope_tool(dialect = "dotbot-mcp-response@1", summary($literal))]
        pub fn $text() -> Result<Spec, ToolFailure> {
            Ok(Spec { id: 4 })
        }
    };
}

summaries!(own, passed("passed {}", data.id), value(data.id + 1), text("text {data:?}"));

macro_rules! item_with_summary {
    ($function:item) => {
        #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("item {}", data.id))]
        $function
    };
}

item_with_summary! {
    /// A tool.
    pub fn item() -> Result<Spec, ToolFailure> {
        Ok(Spec { id: 5 })
    }
}

macro_rules! negotiated {
    ($name:ident, $first:literal, $second:expr, $literal:literal, $type:ty) => {
        /// A tool with several dialects.
        #[envelope_tool(dialects($first, $second), text($literal), request_id = "req_1")]
        pub fn $name() -> Result<$type, ToolFailure> {
            Ok(Spec { id: 6 })
        }
    };
}

negotiated!(several, "mcp-2025-11-25", "response-v2", "several {data:?}", Spec);

#[test]
fn they_answer() {
    assert!(read(&1).as_str().contains(r#""request_id":"1""#));
    assert!(pollster::block_on(whole(1)).is_success());
    assert!(pollster::block_on(whole(0)).as_str().contains("no 0"));
    for (envelope, summary) in [
        (own(), "own 1"),
        (passed(), "passed 2"),
        (value(), "value 4"),
        (text(), "text Spec { id: 4 }"),
        (item(), "item 5"),
        (handed(), "handed 7"),
    ] {
        assert!(envelope.as_str().contains(summary), "{envelope}");
    }
    let dotbot = envelope_runtime::AnyDialect::of::<envelope_runtime::dotbot::Dotbot>();
    assert!(dotbot.sync_scope(summary::handed).as_str().contains("handed 8"));
    assert!(several().as_str().contains("several Spec { id: 6 }"));
    assert!(settings().contains(r#"{"count":1}"#));
}

#[test]
fn derives_with_fragments_answer() {
    for (id, message) in [(0, "there is no 0"), (1, "there is no 1"), (2, "by hand 2")] {
        let envelope = made(id);
        assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
        assert!(envelope.as_str().contains(message), "{envelope}");
    }
    assert!(made(3).as_str().contains(r#""data":{"id":3}"#));
}
