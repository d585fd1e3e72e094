//! Which copy of a result's data each client gets.

use std::sync::Arc;

use ::rmcp::RoleServer;
use ::rmcp::handler::server::router::tool::ToolRouter;
use ::rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, TextContent};
use ::rmcp::service::{MaybeSend, RequestContext};

use super::router::change;
use crate::json::is_tree;

/// The copies of a result's data that a client gets. [`with_copies`] takes a `Copies`, or a function that chooses one.
///
/// A result has its data twice: as `structuredContent`, and as JSON in a text block. Some clients show the model the
/// text, and some the structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Copies {
    /// The text and the structure, as the specification recommends.
    #[default]
    Both,
    /// The text alone, unless the tool has an output schema: a client refuses the results of such a tool without structure.
    Text,
    /// The structure alone, unless the call failed: many clients show the model only the text of a failure.
    Structure,
}

/// How a server chooses the copies of an answer: [`Copies`] for every client, or a function of the SDK's [`RequestContext`].
pub trait ChooseCopies {
    /// The copies for the client of a call.
    fn copies(&self, context: &RequestContext<RoleServer>) -> Copies;
}

impl ChooseCopies for Copies {
    fn copies(&self, _context: &RequestContext<RoleServer>) -> Copies {
        *self
    }
}

impl<F: Fn(&RequestContext<RoleServer>) -> Copies> ChooseCopies for F {
    fn copies(&self, context: &RequestContext<RoleServer>) -> Copies {
        self(context)
    }
}

/// Sends each client the [copies](Copies) of the data that it reads, for all tools of a router. The results change where they leave the
/// server, so this works for every output, dialect and transport, and for tools under the SDK alone.
///
/// A copy is left out only if the other one has the same JSON: an author's own text stays, and so does the structure of an error.
/// Above `#[tool_router]`, `#[envelope_tool(copies = …)]` takes the same value.
///
/// The context of a call has the name and the version of the client, unless the client has not sent them, for example over HTTP without
/// sessions. A client can claim anything, so only the form of an answer should depend on them.
///
/// ```
/// use envelope_runtime::rmcp3::{Copies, with_copies};
/// use envelope_runtime::{ToolFailure, envelope_tool};
/// use rmcp::service::RequestContext;
/// use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
///
/// struct Server;
///
/// #[envelope_tool(dialect = "mcp-2025-11-25", data = "count")]
/// #[tool_router]
/// impl Server {
///     #[tool]
///     fn count(&self) -> Result<u8, ToolFailure> {
///         Ok(3)
///     }
/// }
///
/// fn copies(context: &RequestContext<RoleServer>) -> Copies {
///     let client = context.client_info();
///     match client.as_ref().map(|client| client.name.as_str()) {
///         Some("claude-code") => Copies::Structure,
///         Some("our-text-client") => Copies::Text,
///         _ => Copies::Both,
///     }
/// }
///
/// #[tool_handler(router = with_copies(Self::tool_router(), copies))]
/// impl ServerHandler for Server {}
/// ```
#[must_use]
pub fn with_copies<S: MaybeSend + 'static>(
    router: ToolRouter<S>,
    choose: impl ChooseCopies + Send + Sync + 'static,
) -> ToolRouter<S> {
    let choose = Arc::new(choose);
    change(router, |route| {
        let (choose, call) = (Arc::clone(&choose), Arc::clone(&route.call));
        let has_schema = route.attr.output_schema.is_some();
        Arc::new(move |context| {
            let copies = choose.copies(&context.request_context);
            let call = call(context);
            Box::pin(async move {
                let mut answer = call.await?;
                if let CallToolResponse::Complete(result) = &mut answer {
                    reduce(result, copies, has_schema);
                }
                Ok(answer)
            })
        })
    })
}

fn reduce(result: &mut CallToolResult, copies: Copies, has_schema: bool) {
    let Some(structure) = &result.structured_content else { return };
    // Only a text that looks like JSON is parsed.
    let is_copy = |block: &ContentBlock| {
        block.as_text().is_some_and(|TextContent { text, .. }| {
            text.starts_with(['{', '[']) && is_tree(text, structure)
        })
    };
    match copies {
        Copies::Both => {}
        Copies::Text if has_schema || !result.content.iter().any(is_copy) => {}
        Copies::Text => result.structured_content = None,
        Copies::Structure if result.is_error == Some(true) => {}
        Copies::Structure => result.content.retain(|block| !is_copy(block)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn result(text: &str, structure: Value) -> CallToolResult {
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        result.structured_content = Some(structure);
        result
    }

    /// The text blocks, and whether there is structure.
    fn left(mut result: CallToolResult, copies: Copies, has_schema: bool) -> (usize, bool) {
        reduce(&mut result, copies, has_schema);
        (result.content.len(), result.structured_content.is_some())
    }

    #[test]
    fn one_of_two_copies_is_left() {
        let copy = || result("{\n \"b\": 1, \"a\": [2]}", json!({"a": [2], "b": 1}));
        assert_eq!(left(copy(), Copies::Both, false), (1, true));
        assert_eq!(left(copy(), Copies::Text, false), (1, false));
        assert_eq!(left(copy(), Copies::Structure, false), (0, true));
        assert_eq!(left(copy(), Copies::Text, true), (1, true));
        assert_eq!(left(copy(), Copies::Structure, true), (0, true));
    }

    #[test]
    fn the_only_copy_is_never_dropped() {
        for copies in [Copies::Both, Copies::Text, Copies::Structure] {
            let text = result("5 °C", json!({"celsius": 5}));
            assert_eq!(left(text, copies, false), (1, true));
            let other = result(r#"{"celsius":6}"#, json!({"celsius": 5}));
            assert_eq!(left(other, copies, false), (1, true));
            let text_alone = CallToolResult::success(vec![ContentBlock::text("{}")]);
            assert_eq!(left(text_alone, copies, false), (1, false));
            let mut structure_alone = result("", json!({"celsius": 5}));
            structure_alone.content.clear();
            assert_eq!(left(structure_alone, copies, false), (0, true));
        }
    }

    /// A text with rounded numbers, or with a key less, is not a copy.
    #[test]
    fn a_copy_has_the_same_numbers_and_keys() {
        let is_copy = |text, structure: Value| {
            left(result(text, structure), Copies::Structure, false) == (0, true)
        };
        // `serde_json` reads some numbers as a neighbour.
        assert!(is_copy(r#"{"a":0.9073038322028689}"#, json!({"a": 0.907_303_832_202_868_9})));
        assert!(is_copy(
            r#"{"b": [true, null, -1, "\u00e9"]}"#,
            json!({"b": [true, null, -1, "é"]})
        ));
        assert!(!is_copy(
            r#"{"a":36893488147419103232}"#,
            json!({"a": 36_893_488_147_419_103_232.0})
        ));
        assert!(!is_copy(r#"{"a":1,"a":2}"#, json!({"a": 2})));
        for (text, other) in [
            ("[1,2]", json!([1])),
            ("[1]", json!([1, 2])),
            ("{}", json!({"a": 1})),
            (r#"{"a":1}"#, json!({"b": 1})),
            (r#"{"a":1}"#, json!({"a": "1"})),
            (r#"{"a":"1"}"#, json!({"a": 1})),
            (r#"{"a":[]}"#, json!({"a": {}})),
            (r#"{"a":1}, "#, json!({"a": 1})),
        ] {
            assert!(!is_copy(text, other.clone()), "{text} and {other}");
        }
    }

    /// Many clients show only the text of a failure.
    #[test]
    fn a_failure_keeps_its_text() {
        let mut failure = result(r#"{"success":false}"#, json!({"success": false}));
        failure.is_error = Some(true);
        assert_eq!(left(failure.clone(), Copies::Structure, false), (1, true));
        assert_eq!(left(failure, Copies::Text, false), (1, false));
    }
}
