//! `#[envelope_tool]` on an `impl` block or an inline module.

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize, Payload)]
struct Spec {
    id: String,
}

struct Server;

#[envelope_tool(dialect = "response-v2", request_id = "req-1", telemetry)]
impl Server {
    /// Has only the arguments of the block.
    #[envelope_tool]
    fn read(&self, id: &str) -> Result<Spec, ToolFailure> {
        Ok(Spec { id: id.to_owned() })
    }

    /// Adds an argument.
    #[envelope_tool(data = "ids")]
    async fn list(&self) -> Result<Vec<u8>, ToolFailure> {
        Ok(vec![Self::NUMBERS[0], self.plain()?])
    }

    /// Overrides an argument.
    #[must_use]
    #[envelope_runtime::envelope_tool(request_id = "req-2", data = "ids", returns = String)]
    fn other_id(&self) -> Result<[u8; 2], ToolFailure> {
        Ok([1, 2])
    }

    /// Another dialect, which has neither of the settings.
    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."), host = None)]
    fn dotbot(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    const NUMBERS: [u8; 1] = { [7] };

    fn plain(&self) -> Result<u8, ToolFailure> {
        Ok(8)
    }

    /// Is no tool.
    #[envelope_tool(skip)]
    #[must_use]
    fn by_hand(&self) -> u8 {
        9
    }

    #[cfg(any())]
    #[envelope_tool]
    fn left_out(&self) -> NoSuchType {}

    #[cfg_attr(all(), envelope_tool(dialect = "response-v2", data = "n"))]
    fn conditional(&self) -> Result<u8, ToolFailure> {
        Ok(1)
    }

    #[cfg_attr(any(), envelope_tool(data = "n"))]
    fn not_a_tool(&self) -> u8 {
        1
    }
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn each_tool_has_the_arguments_of_its_block() {
    let read = value(Server.read("auth").as_str());
    assert_eq!(read["data"], json!({"id": "auth"}));
    assert_eq!(read["meta"]["version"], "response-v2");
    assert_eq!(read["meta"]["request_id"], "req-1");
    assert!(read["meta"]["telemetry"]["duration_ms"].is_number());
}

#[test]
fn a_tool_adds_arguments_and_overrides_them() {
    let list = value(pollster::block_on(Server.list()).as_str());
    assert_eq!(list["data"], json!({"ids": [7, 8]}));
    assert_eq!(list["meta"]["request_id"], "req-1");

    let other: String = Server.other_id();
    assert_eq!(value(&other)["data"], json!({"ids": [1, 2]}));
    assert_eq!(value(&other)["meta"]["request_id"], "req-2");

    let dotbot = Server.dotbot();
    assert_eq!(dotbot.dialect(), "dotbot-mcp-response@1");
    assert_eq!(value(dotbot.as_str())["audit"]["correlation_id"], Value::Null);
}

#[test]
fn what_is_not_marked_stays_as_it_is() {
    assert_eq!(Server.plain().unwrap(), 8);
    assert_eq!(Server.not_a_tool(), 1);
    assert_eq!(Server.by_hand(), 9);
    assert_eq!(value(Server.conditional().as_str())["data"], json!({"n": 1}));
}

trait Named {
    fn name(&self) -> envelope_runtime::Envelope;
}

struct Generic<T>(T);

#[envelope_tool(dialect = "mcp-2025-11-25", data = "name", catch_panic)]
impl<T> Named for Generic<T>
where
    T: Serialize + Clone,
{
    #[envelope_tool]
    fn name(&self) -> Result<T, ToolFailure> {
        Ok(self.0.clone())
    }
}

#[test]
fn an_impl_of_a_trait_with_generics() {
    let name = value(Generic("Ann").name().as_str());
    assert_eq!(name["structuredContent"], json!({"name": "Ann"}));
}

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
mod tools {
    #![allow(clippy::unnecessary_wraps)]

    use envelope_runtime::{ToolFailure, envelope_tool};

    pub(super) struct Inner;

    #[envelope_tool]
    pub(super) fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    impl Inner {
        #[envelope_tool(data = "n")]
        pub(super) fn count(&self) -> Result<u8, ToolFailure> {
            Ok(2)
        }
    }

    #[envelope_tool(data = "n")]
    pub(super) mod deeper {
        use envelope_runtime::{ToolFailure, envelope_tool};

        #[envelope_tool]
        pub(in super::super) fn three() -> Result<u8, ToolFailure> {
            Ok(3)
        }
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    pub(super) fn scan() -> Result<(), ToolFailure> {
        Ok(())
    }

    macro_rules! not_expanded_here {
        ($($item:item)*) => { $($item)* };
    }

    not_expanded_here! {
        #[envelope_tool(dialect = "response-v2")]
        pub(super) fn own() -> Result<(), ToolFailure> {
            Ok(())
        }
    }
}

#[test]
fn a_module_and_the_blocks_in_it() {
    assert_eq!(tools::ping().dialect(), "response-v2");
    let mcp = envelope_runtime::AnyDialect::of::<envelope_runtime::mcp_2025_11_25::Mcp>();
    assert_eq!(mcp.sync_scope(tools::ping).dialect(), "mcp-2025-11-25");
    assert_eq!(value(tools::Inner.count().as_str())["data"], json!({"n": 2}));
    assert_eq!(value(tools::deeper::three().as_str())["data"], json!({"n": 3}));
    assert_eq!(tools::scan().dialect(), "code-scalpel-v1");
    assert!(tools::own().is_success());
}

macro_rules! server {
    ($server:ident, $dialect:literal, $key:expr, { $($item:item)* } $(#[$attribute:meta])* $visibility:vis fn $name:ident() -> $type:ty $body:block) => {
        struct $server;

        #[envelope_tool(dialect = $dialect, data = $key)]
        impl $server {
            $($item)*

            $(#[$attribute])*
            $visibility fn $name() -> $type $body
        }
    };
}

server! {
    Made, "response-v2", "made", {
        #[envelope_tool]
        fn item() -> Result<u8, ToolFailure> {
            Ok(1)
        }

        fn plain() -> u8 {
            3
        }
    }
    #[envelope_tool]
    fn parts() -> Result<u8, ToolFailure> { Ok(2) }
}

#[test]
fn a_block_that_a_macro_by_example_makes() {
    assert_eq!(value(Made::item().as_str())["data"], json!({"made": 1}));
    assert_eq!(value(Made::parts().as_str())["data"], json!({"made": 2}));
    assert_eq!(Made::plain(), 3);
}
