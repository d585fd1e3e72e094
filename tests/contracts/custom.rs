//! Settings, replies and failures of a custom dialect work as in the crate's own dialects.

#[path = "../../examples/graphql/dialect.rs"]
mod dialect;

use crate::support::wire;
use dialect::{Costly, GraphQl};
use envelope_runtime::dialect::Reply;
use envelope_runtime::{Envelope, ErrorType, RequestId, ToolError, ToolFailure, envelope_tool};
use serde_json::json;

#[envelope_tool(dialect = GraphQl, path = format_args!("order{id}"), note("It costs {data}"))]
fn read(id: u64) -> Result<u64, ToolFailure> {
    match id {
        1 => Ok(4_200),
        _ => Err(ToolFailure::not_found("Order", id)
            .remediation("List the orders")
            .detail("order_id", id)
            .data("code", "shadow")
            .data("stock", 0)),
    }
}

#[test]
fn a_format_setting_reads_the_data_of_a_success() {
    assert_eq!(wire(read(1)), json!({"data": 4_200, "extensions": {"note": "It costs 4200"}}));
}

#[test]
fn failure_is_an_error_in_a_list() {
    let envelope = read(7);
    assert_eq!(envelope.error_type(), Some(ErrorType::NotFound));
    assert_eq!(envelope.media_type(), "application/graphql-response+json");
    assert_eq!(
        wire(envelope),
        json!({
            "errors": [{
                "message": "Order not found: 7",
                "path": ["order7"],
                "extensions": {
                    "code": "NOT_FOUND",
                    "remediation": "List the orders",
                    "details": {"resource_type": "order", "resource_id": "7", "order_id": 7},
                    "stock": 0
                }
            }],
            "data": null
        })
    );
}

#[test]
fn a_reply_has_the_dialects_own_metadata() {
    #[envelope_tool(dialect = crate::custom::dialect::GraphQl, data = "total")]
    async fn costly() -> Result<Reply<u64, GraphQl>, ToolFailure> {
        Ok(4_200.cost(3))
    }

    let envelope = pollster::block_on(costly());
    assert_eq!(envelope.media_type(), "application/json");
    assert_eq!(wire(envelope), json!({"data": {"total": 4_200}, "extensions": {"cost": 3}}));
}

/// A reply is `Debug` and `Clone`, even if its dialect is neither.
#[test]
fn a_reply_is_shown_and_cloned_as_its_metadata_is() {
    let reply: Reply<u64, GraphQl> = 4_200.cost(3);
    assert_eq!(format!("{:?}", reply.clone()), "Reply { data: 4200, meta: Cost(Some(3)) }");
}

/// The method of a setting named like a keyword has a raw identifier, such as `r#type`.
#[test]
fn a_setting_can_be_a_keyword() {
    trait Keywords {
        fn r#static(self) -> Self;
        fn r#type(self, field: &'static str) -> Self;
    }

    impl Keywords for GraphQl {
        fn r#static(self) -> Self {
            self.terse()
        }

        fn r#type(self, field: &'static str) -> Self {
            self.path(field)
        }
    }

    #[envelope_tool(dialect = GraphQl, static, r#type = "order")]
    fn fail() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("taken").detail("by", "Ann"))
    }

    #[envelope_tool(dialects(GraphQl, "response-v2"), r#static, type = "order")]
    fn negotiated() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("taken").detail("by", "Ann"))
    }

    let error = json!({"message": "taken", "path": ["order"], "extensions": {"code": "CONFLICT"}});
    let response = json!({"errors": [error], "data": null});
    assert_eq!(wire(fail()), response);
    assert_eq!(wire(negotiated()), response);
}

#[test]
fn settings_are_methods() {
    #[envelope_tool(dialect = GraphQl, terse, catch_panic)]
    fn fail() -> Result<(), ToolFailure> {
        std::panic::resume_unwind(Box::new("secret"))
    }

    let envelope: Envelope = RequestId::new("req_1").sync_scope(fail);
    let message = "An internal error occurred (request req_1)";
    assert_eq!(
        wire(envelope),
        json!({
            "errors": [{"message": message, "extensions": {
                "code": "INTERNAL_ERROR",
                "remediation": "Report this failure to the operator of the server"
            }}],
            "data": null,
            "extensions": {"request_id": "req_1"}
        })
    );
}

/// A custom dialect can have codes of its own, even if its id resembles a known id.
#[test]
fn codes_for_custom_dialects() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum StoreError {
        #[error("The order has been shipped")]
        #[tool_error(code = "CONFLICT", codes("graphql" = "ORDER_SHIPPED", "response-v3" = "SHIPPED"))]
        Shipped,

        #[error("The order has been cancelled")]
        #[tool_error(code = "CONFLICT", codes("graphql" = "orderCancelled"))]
        Cancelled,
    }

    #[envelope_tool(dialect = GraphQl)]
    fn custom() -> Result<(), StoreError> {
        Err(StoreError::Shipped)
    }

    #[envelope_tool(dialect = GraphQl)]
    fn of_another_form() -> Result<(), StoreError> {
        Err(StoreError::Cancelled)
    }

    #[envelope_tool(dialect = "response-v2")]
    fn response_v2() -> Result<(), StoreError> {
        Err(StoreError::Shipped)
    }

    assert_eq!(wire(custom())["errors"][0]["extensions"]["code"], "ORDER_SHIPPED");
    assert_eq!(custom().error_code(), Some("ORDER_SHIPPED"));
    assert_eq!(wire(of_another_form())["errors"][0]["extensions"]["code"], "orderCancelled");
    assert_eq!(of_another_form().error_code(), Some("CONFLICT"));
    assert_eq!(response_v2().error_code(), Some("CONFLICT"));
    assert_eq!(StoreError::Shipped.failure().report().code_for("response-v3"), Some("SHIPPED"));
}

/// A dialect that writes the envelopes of another dialect, under its own id.
mod wrapping {
    use envelope_runtime::dialect::Reply;
    use envelope_runtime::dialect::{Call, Dialect, Entries};
    use envelope_runtime::{
        Envelope, ErrorReport, RequestId, ToolFailure, code_scalpel, dotbot, envelope_tool,
        mcp_2025_11_25, mcp_2026_07_28, response_v2,
    };
    use serde_json::Value;

    #[derive(Debug, Default)]
    struct Wrapping<D>(D);

    impl<D: Dialect> Dialect for Wrapping<D> {
        const ID: &'static str = "wrapping";

        type Root = D::Root;
        type Meta = D::Meta;

        fn success(&self, call: &Call, meta: &D::Meta, envelope: &mut Entries<'_>) {
            self.0.success(call, meta, envelope);
        }

        fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            self.0.failure(call, error, envelope);
        }

        fn is_timed(&self) -> bool {
            self.0.is_timed()
        }

        fn resolve_request_id(id: &mut Option<RequestId>) {
            D::resolve_request_id(id);
        }
    }

    #[envelope_tool(dialect = D, data = "count")]
    fn count<D: Dialect>(reply: Result<D::Meta, ToolFailure>) -> Result<Reply<u8, D>, ToolFailure> {
        Ok(Reply::from_parts(3, reply?))
    }

    #[track_caller]
    fn assert_same<D: Dialect>(reply: impl Fn() -> Reply<(), D>) {
        let taken = || ToolFailure::conflict("Taken: \"é\"").remediation("Choose another");
        for fails in [false, true] {
            let meta =
                || if fails { Err(taken().detail("by", 1)) } else { Ok(reply().into_parts().1) };
            let request = || RequestId::new("req_1");
            let own = request().sync_scope(|| count::<D>(meta()));
            let wrapped = request().sync_scope(|| count::<Wrapping<D>>(meta()));
            assert_eq!(wrapped.dialect(), "wrapping");
            assert_eq!(stable(&wrapped), stable(&own));
        }
    }

    /// Sets the time and the duration of the call to null.
    fn stable(envelope: &Envelope) -> Value {
        let mut envelope = envelope.to_value().unwrap();
        for pointer in ["/audit/timestamp", "/audit/duration_ms", "/duration_ms"] {
            if let Some(changing) = envelope.pointer_mut(pointer) {
                *changing = Value::Null;
            }
        }
        envelope
    }

    #[test]
    fn a_dialect_can_answer_with_the_envelopes_of_another() {
        assert_same(|| response_v2::Reply::new(()).warning("It is old"));
        assert_same(|| dotbot::Reply::new("Counted 3.", ()));
        assert_same(|| mcp_2025_11_25::Reply::new(()).text("Three"));
        assert_same(|| mcp_2026_07_28::Reply::new(()).text("Three"));
        assert_same(|| code_scalpel::Reply::new(()));
    }
}

/// Mistakes in a dialect that the compiler cannot find.
mod mistaken {
    use envelope_client::assert_contract;
    use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, PlainData};
    use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};

    /// A dialect that leaves out the data, and has the id of another contract.
    #[derive(Default)]
    struct Mistaken;

    impl<T> PlainData<T> for Mistaken {}

    impl Dialect for Mistaken {
        const ID: &'static str = "response-v2";

        type Root = AnyJson;
        type Meta = ();

        fn success(&self, _: &Call, (): &(), envelope: &mut Entries<'_>) {
            envelope.bool("ok", true);
        }

        fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            envelope.bool("ok", false);
            envelope.string("code", error.code());
        }
    }

    #[envelope_tool(dialect = Mistaken)]
    fn count() -> Result<u8, ToolFailure> {
        Ok(7)
    }

    #[envelope_tool(dialect = Mistaken)]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[test]
    fn data_that_is_left_out_is_a_failure() {
        assert_eq!(count().as_str(), r#"{"ok":false,"code":"INTERNAL_ERROR"}"#);
        assert!(!count().is_success());
        assert_eq!(ping().as_str(), r#"{"ok":true}"#);
    }

    #[test]
    #[should_panic(expected = "response-v2")]
    fn the_id_of_a_contract_promises_its_envelopes() {
        assert_contract!("response-v2", ping());
    }
}

/// If a dialect cannot write an error, the tool answers with an internal error.
mod picky {
    use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, PlainData};
    use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};

    #[derive(Default)]
    struct Picky;

    impl<T> PlainData<T> for Picky {}

    impl Dialect for Picky {
        const ID: &'static str = "picky";

        type Root = AnyJson;
        type Meta = ();

        fn success(&self, _: &Call, (): &(), envelope: &mut Entries<'_>) {
            envelope.only_data();
        }

        fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            if !error.details().is_empty() {
                envelope.refuse("this contract has no details");
            }
            envelope.only_value(&format!("{}: {}", error.code(), error.message()));
        }
    }

    #[envelope_tool(dialect = Picky)]
    fn fail(failure: ToolFailure) -> Result<(), ToolFailure> {
        Err(failure)
    }

    #[test]
    fn an_error_that_cannot_be_written_is_an_internal_one() {
        let taken = || ToolFailure::conflict("It is taken");
        assert_eq!(fail(taken()).as_str(), r#""CONFLICT: It is taken""#);
        let envelope = fail(taken().detail("by", "Ann"));
        assert_eq!(envelope.as_str(), r#""INTERNAL_ERROR: An internal error occurred""#);
        assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
        assert_eq!(envelope.dialect(), "picky");
    }
}

mod origin {
    use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, PlainData};
    use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};
    use serde_json::json;

    /// A dialect that writes the name, the file and the version of a tool.
    #[derive(Default)]
    struct Origins;

    impl Dialect for Origins {
        const ID: &'static str = "origins";

        type Root = AnyJson;
        type Meta = ();

        fn success(&self, call: &Call, _meta: &(), envelope: &mut Entries<'_>) {
            let tool = call.tool();
            envelope.string("name", tool.name);
            envelope.string("file", tool.file);
            envelope.optional_string("package_version", tool.package_version);
            envelope.data("data");
        }

        fn failure(&self, _call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            envelope.string("error", error.code());
        }
    }

    impl<T> PlainData<T> for Origins {}

    #[envelope_tool(dialect = Origins)]
    fn alone() -> Result<u8, ToolFailure> {
        Ok(1)
    }

    #[test]
    fn a_custom_dialect_reads_the_name_the_file_and_the_version_of_a_tool() {
        let expected = json!({
            "name": "alone",
            "file": file!(),
            "package_version": env!("CARGO_PKG_VERSION"),
            "data": 1,
        });
        assert_eq!(alone().to_value().unwrap(), expected);
    }
}

/// A repeated key is a failure, since readers would lose one of its two values.
#[test]
fn a_dialect_that_writes_a_key_twice_fails() {
    use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, PlainData};
    use envelope_runtime::{ErrorReport, Payload};
    use serde::Serialize;

    #[derive(Default)]
    struct Twice(&'static str);

    impl Twice {
        fn second(self, key: &'static str) -> Self {
            Self(key)
        }
    }

    impl<T> PlainData<T> for Twice {}

    impl Dialect for Twice {
        const ID: &'static str = "twice";

        type Root = AnyJson;
        type Meta = ();

        fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
            envelope.data("result");
            envelope.list("links", |links| {
                links.object(|link| {
                    link.string("href", "a");
                    link.string(self.0, "b");
                });
            });
        }

        fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            envelope.string("problem", error.code());
            if error.code() == "CONFLICT" {
                envelope.string("problem", error.message());
            }
        }
    }

    #[derive(Serialize, Payload)]
    struct Page {
        href: u8,
    }

    #[envelope_tool(dialect = Twice, second = key)]
    fn read(key: &'static str) -> Result<Page, ToolFailure> {
        if key.is_empty() {
            return Err(ToolFailure::conflict("taken"));
        }
        Ok(Page { href: 1 })
    }

    // The data can have the same key as a link.
    let page = r#"{"result":{"href":1},"links":[{"href":"a","title":"b"}]}"#;
    assert_eq!(read("title").as_str(), page);
    assert_eq!(read("href").as_str(), r#"{"problem":"INTERNAL_ERROR"}"#);
    assert_eq!(read("").as_str(), r#"{"problem":"INTERNAL_ERROR"}"#);
}
