//! The data of a tool cannot contain the answer of another tool, so that a failure never counts as a success.

use crate::support::{failure, wire};
use envelope_runtime::response_v2::Reply;
use envelope_runtime::{Envelope, Page, Status, ToolFailure, envelope_tool};
use serde::Serialize;
use serde_json::{Value, json};

#[envelope_tool(dialect = "response-v2")]
fn other(fails: bool) -> Result<(), ToolFailure> {
    if fails { Err(ToolFailure::conflict("taken")) } else { Ok(()) }
}

/// Has the name of the SDK's type, which serde passes to the serializer.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct CallToolResult {
    content: Vec<Value>,
    is_error: bool,
}

/// Tools of a dialect that return any data. A type parameter hides the data's type from the macro.
macro_rules! tools {
    ($($name:ident($($dialect:tt)*))*) => {$(
        mod $name {
            use super::*;

            #[envelope_tool($($dialect)*, data = "item")]
            fn keyed<T: Serialize>(data: T) -> Result<T, ToolFailure> {
                Ok(data)
            }

            #[envelope_tool($($dialect)*, data("count", "item"), catch_panic)]
            fn beside<T: Serialize>(data: T) -> Result<(u8, T), ToolFailure> {
                Ok((1, data))
            }

            #[envelope_tool($($dialect)*, data = "item")]
            async fn later<T: Serialize>(data: T) -> Result<Vec<T>, ToolFailure> {
                Ok(vec![data])
            }

            #[envelope_tool($($dialect)*, data = "item", returns = Returned<Value>)]
            fn tree<T: Serialize>(data: T) -> Result<Option<T>, ToolFailure> {
                Ok(Some(data))
            }

            #[envelope_tool($($dialect)*, data = "item", returns = Returned<String>)]
            fn text<T: Serialize>(data: T) -> Result<Box<T>, ToolFailure> {
                Ok(Box::new(data))
            }

            pub(super) fn all<T: Serialize + Clone>(data: T) -> [(&'static str, Status); 5] {
                [
                    ("keyed", keyed(data.clone()).status().clone()),
                    ("beside", beside(data.clone()).status().clone()),
                    ("later", pollster::block_on(later(data.clone())).status().clone()),
                    ("tree", tree(data.clone()).0),
                    ("text", text(data).0),
                ]
            }
        }
    )*

        fn in_every_dialect<T: Serialize + Clone>(data: T) -> Vec<(&'static str, &'static str, Status)> {
            let mut answers = Vec::new();
            $(answers.extend($name::all(data.clone()).map(|(tool, status)| (stringify!($name), tool, status)));)*
            answers
        }
    };
}

/// An output that keeps the status.
struct Returned<T>(Status, std::marker::PhantomData<T>);

impl<T: envelope_runtime::Output> envelope_runtime::Output for Returned<T> {
    const TAKES_TREE: bool = T::TAKES_TREE;

    fn from_envelope(envelope: Envelope) -> Self {
        Self(envelope.status().clone(), std::marker::PhantomData)
    }
}

tools! {
    response_v2(dialect = "response-v2")
    dotbot(dialect = "dotbot-mcp-response@1", summary("Done."))
    mcp_2025(dialect = "mcp-2025-11-25")
    mcp_2026(dialect = "mcp-2026-07-28")
    code_scalpel(dialect = "code-scalpel-v1", tier = "pro")
    rfc9457(dialect = "rfc9457")
    several(dialects("response-v2", "mcp-2025-11-25"))
}

fn refuses(what: &str, data: impl Serialize + Clone) {
    for (dialect, tool, status) in in_every_dialect(data) {
        assert_eq!(status.error_code(), Some("INTERNAL_ERROR"), "{what}: {dialect}, {tool}");
    }
}

fn accepts(what: &str, data: impl Serialize + Clone) {
    for (dialect, tool, status) in in_every_dialect(data) {
        assert_eq!(status, Status::Success, "{what}: {dialect}, {tool}");
    }
}

/// Asserts that an answer is refused, alone and inside the types that programs put around it.
fn refuses_behind_types<T: Serialize + Clone>(what: &str, answer: T) {
    #[derive(Clone, Serialize)]
    struct Step<T> {
        name: &'static str,
        outcome: T,
    }

    #[derive(Clone, Serialize)]
    #[serde(untagged)]
    enum Untagged<T> {
        Ran(T),
    }

    #[derive(Clone, Serialize)]
    #[serde(tag = "kind", content = "outcome")]
    enum Adjacent<T> {
        Ran(T),
    }

    refuses(what, answer.clone());
    refuses(what, Step { name: "deploy", outcome: answer.clone() });
    refuses(what, [Some(answer.clone())]);
    refuses(what, Some((1, Box::new(answer.clone()))));
    refuses(what, Untagged::Ran(answer.clone()));
    refuses(what, Adjacent::Ran(answer.clone()));
    refuses(what, std::collections::BTreeMap::from([("deploy", vec![answer])]));
}

#[test]
fn an_envelope_is_no_data() {
    for fails in [true, false] {
        refuses_behind_types("envelope", other(fails));
    }
}

/// Only a type parameter or an alias hides a `Result` from the macro.
#[test]
fn a_result_itself_is_no_data() {
    for result in [Ok(1), Err("taken")] {
        for (dialect, tool, status) in in_every_dialect(result) {
            let refused = (tool == "keyed").then_some("INTERNAL_ERROR");
            assert_eq!(status.error_code(), refused, "{result:?}: {dialect}, {tool}");
        }
    }
}

/// A batch has an outcome for each of its items.
#[test]
fn a_result_further_inside_is_data() {
    #[derive(Clone, Serialize)]
    struct Step {
        name: &'static str,
        outcome: Result<u8, &'static str>,
    }

    accepts("a list", vec![Ok(1), Err("taken")]);
    accepts("a field", Step { name: "deploy", outcome: Err("taken") });
    accepts("a map", std::collections::BTreeMap::from([("deploy", Ok::<_, u8>(1))]));

    #[envelope_tool(dialect = "response-v2", data = "items")]
    fn batch<T: Serialize>(items: T) -> Result<T, ToolFailure> {
        Ok(items)
    }

    let outcomes = batch(vec![Ok(1), Err("taken")]);
    assert_eq!(wire(outcomes)["data"], json!({"items": [{"Ok": 1}, {"Err": "taken"}]}));
}

#[test]
fn a_call_tool_result_is_no_data() {
    for is_error in [true, false] {
        refuses_behind_types("result", CallToolResult { content: vec![], is_error });
    }
}

/// serde forgets the type of a flattened or tagged envelope, but not the types of its fields.
#[test]
fn a_part_of_an_object_can_be_an_envelope() {
    #[derive(Clone, Serialize)]
    struct Flattened {
        name: &'static str,
        #[serde(flatten)]
        envelope: Envelope,
    }

    #[derive(Clone, Serialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Ran(Envelope),
    }

    refuses("flattened", Flattened { name: "deploy", envelope: other(true) });
    refuses("tagged", Tagged::Ran(other(true)));
}

#[test]
fn an_item_of_a_page_is_no_answer() {
    let failure = Page::fitting([other(true)], 4_000, |_| "next").unwrap_err();
    assert_eq!(failure.report().code(), "INTERNAL_ERROR");
    assert_eq!(Page::fitting([Err::<u8, _>("taken")], 4_000, |_| "next").unwrap().len(), 1);
}

/// In these dialects, data without a key can be any value.
#[test]
fn data_without_a_key_is_no_answer() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn code_scalpel<T: Serialize>(data: T) -> Result<T, ToolFailure> {
        Ok(data)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28")]
    fn mcp<T: Serialize>(data: T) -> Result<T, ToolFailure> {
        Ok(data)
    }

    for refused in [code_scalpel(other(true)), mcp(other(true)), mcp(Err::<u8, _>("taken"))] {
        assert_eq!(refused.error_code(), Some("INTERNAL_ERROR"));
        assert!(!refused.as_str().contains("taken"), "nothing of it is sent: {refused}");
    }
    assert!(code_scalpel([1]).is_success() && mcp([1]).is_success());
}

#[test]
fn the_data_of_a_reply_is_no_answer() {
    #[envelope_tool(dialect = "response-v2", data = "item")]
    fn reply<T: Serialize>(data: T) -> Result<Reply<T>, ToolFailure> {
        Ok(Reply::new(data).warning("odd"))
    }

    let refused = failure(&reply(other(true)));
    assert_eq!(refused["data"]["error_code"], "INTERNAL_ERROR");
}

/// Data that only looks like an answer stays data.
#[test]
fn data_that_looks_like_an_answer() {
    #[derive(Clone, Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Recorded {
        is_error: bool,
        success: bool,
        error: &'static str,
    }

    #[derive(Clone, Serialize)]
    enum Review {
        #[allow(dead_code, reason = "the other verdict")]
        Ok(u8),
        Err(&'static str),
    }

    /// Has the name that serde gives to the standard `Result`.
    #[derive(Clone, Serialize)]
    enum Result {
        Err(u8),
    }

    #[derive(Clone, Serialize)]
    struct Envelope {
        from: &'static str,
    }

    let recorded = Recorded { is_error: true, success: false, error: "taken" };
    accepts("a record", vec![recorded]);
    accepts("an enum", Review::Err("too short"));
    accepts("an enum of the name", vec![Result::Err(3)]);
    accepts("a struct of the name", Envelope { from: "ann" });
    accepts("JSON", json!([{"isError": true, "content": []}, {"success": false, "Err": "taken"}]));
    accepts("an envelope that was made JSON", json!({"result": other(true)}));
    accepts("an envelope that was made text", other(true).into_string());
}

/// A failure stays a failure if an answer is among its details.
#[test]
fn the_details_of_a_failure_can_be_an_answer() {
    #[envelope_tool(dialect = "response-v2")]
    fn relays() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("the step failed").detail("step", other(true)))
    }

    let wire = wire(relays());
    assert_eq!(wire["data"]["details"]["step"]["success"], false);
}
