//! The errors of other crates inside an `anyhow::Error`.

use std::error::Error;
use std::time::Duration;

use envelope_runtime::ToolError;
use garde::Validate;

use crate::support::{hidden, leaks_nothing};

/// Asserts that the failure is the same in an `anyhow::Error`, under a context and behind another error.
fn is_found<E: ToolError + Error + Send + Sync + 'static>(error: E) {
    #[derive(Debug, thiserror::Error)]
    #[error("cannot load hunter2")]
    struct Wrapper<E: Error + 'static>(#[source] E);

    let direct = error.failure();
    let error = anyhow::Error::new(Wrapper(error)).context("hunter2");
    let failure = error.failure();
    assert_eq!(failure.report().code(), direct.report().code(), "{error:?}");
    assert_eq!(failure.report().message(), direct.report().message(), "{error:?}");
    assert!(hidden(&failure).contains("cannot load hunter2"));
    leaks_nothing(&failure);
}

#[derive(Debug, Validate)]
struct Name {
    #[garde(length(min = 1))]
    name: &'static str,
}

#[tokio::test]
async fn each_is_found() {
    is_found("x".parse::<chrono::NaiveDate>().unwrap_err());
    is_found("x".parse::<chrono::Month>().unwrap_err());
    is_found("x".parse::<chrono::Weekday>().unwrap_err());
    is_found(chrono::Month::try_from(13).unwrap_err());
    is_found(chrono::TimeDelta::seconds(-1).to_std().unwrap_err());
    is_found(Name { name: "" }.validate().unwrap_err());
    is_found("x".parse::<jiff::Timestamp>().unwrap_err());
    is_found(reqwest::Client::new().get("x").build().unwrap_err());
    is_found(rmcp::ServiceError::TransportClosed);
    is_found(rmcp::ErrorData::resource_not_found("No such spec", None));
    is_found(tonic::Status::not_found("hunter2"));
    is_found(tower::timeout::error::Elapsed::new());
    is_found(tower::load_shed::error::Overloaded::new());
    is_found("x".parse::<url::Url>().unwrap_err());
    is_found("x".parse::<uuid::Uuid>().unwrap_err());
}

#[cfg(feature = "databases")]
#[test]
fn each_of_a_database_is_found() {
    is_found(rusqlite::Error::QueryReturnedNoRows);
    is_found(sqlx::Error::RowNotFound);
}

#[tokio::test]
async fn each_of_tokio_is_found() {
    use tokio::sync::{Semaphore, broadcast, mpsc, oneshot, watch};

    is_found(tokio::time::timeout(Duration::ZERO, std::future::pending::<()>()).await.unwrap_err());
    let task = tokio::spawn(std::future::pending::<()>());
    task.abort();
    is_found(task.await.unwrap_err());
    let semaphore = Semaphore::new(0);
    is_found(semaphore.try_acquire().unwrap_err());
    semaphore.close();
    is_found(semaphore.acquire().await.unwrap_err());

    let (sender, mut receiver) = mpsc::channel::<()>(1);
    drop(sender);
    is_found(receiver.try_recv().unwrap_err());
    let (sender, mut receiver) = oneshot::channel::<()>();
    drop(sender);
    is_found(receiver.try_recv().unwrap_err());
    let (sender, receiver) = oneshot::channel::<()>();
    drop(sender);
    is_found(receiver.await.unwrap_err());
    let (sender, mut receiver) = broadcast::channel::<()>(1);
    drop(sender);
    is_found(receiver.recv().await.unwrap_err());
    let (sender, mut receiver) = watch::channel(());
    drop(sender);
    is_found(receiver.changed().await.unwrap_err());
}

mod named {
    use std::future::Future;
    use std::pin::Pin;
    use std::time::Duration;

    use anyhow::Context as _;
    use envelope_runtime::rmcp3::FAILURES_KEY;
    use envelope_runtime::{Envelope, ToolError, envelope_tool};
    use rmcp::tool;
    use serde_json::json;

    use crate::support::leaks_nothing;

    #[derive(Debug, thiserror::Error, ToolError)]
    enum UserError {
        #[error("There is no user {0}")]
        #[tool_error(
            code = "USER_NOT_FOUND",
            error_type = "not_found",
            remediation = "List the users"
        )]
        Missing(u32),
    }

    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("The store is closed")]
    #[tool_error(code = "STORE_CLOSED", error_type = "unavailable")]
    struct StoreError(#[source] std::io::Error);

    #[derive(Debug, thiserror::Error)]
    #[error("cannot load hunter2")]
    struct Unnamed(#[source] UserError);

    fn fails(kind: &str) -> anyhow::Result<u8> {
        let io = || std::io::Error::from(std::io::ErrorKind::PermissionDenied);
        match kind {
            "root" => Err(UserError::Missing(7).into()),
            "under a context" => Err(UserError::Missing(7)).context("hunter2"),
            "behind another" => Err(Unnamed(UserError::Missing(7)).into()),
            "as a context" => Err(io()).context(UserError::Missing(7)),
            "both" => Err(StoreError(io())).context(UserError::Missing(7)),
            "store" => Err(StoreError(io()).into()),
            "other" => Err(io().into()),
            _ => Ok(1),
        }
    }

    #[envelope_tool(dialect = "response-v2", data = "n", errors(UserError, StoreError))]
    fn value(kind: &str) -> anyhow::Result<u8> {
        fails(kind)
    }

    #[envelope_tool(
        dialect = "response-v2",
        data = "n",
        errors(UserError, StoreError),
        catch_panic
    )]
    async fn asynchronous(kind: &str) -> anyhow::Result<u8> {
        fails(kind)
    }

    #[envelope_tool(dialect = "response-v2", data = "n", errors(UserError, StoreError), timeout = Duration::from_secs(9))]
    fn future(kind: &str) -> impl Future<Output = Result<u8, anyhow::Error>> {
        std::future::ready(fails(kind))
    }

    #[envelope_tool(dialects("response-v2", "rfc9457"), data = "n", errors(UserError, StoreError))]
    fn boxed(kind: &str) -> Pin<Box<dyn Future<Output = anyhow::Result<u8>>>> {
        Box::pin(std::future::ready(fails(kind)))
    }

    #[envelope_tool(dialect = "response-v2", errors(UserError, StoreError))]
    mod tools {
        use envelope_runtime::envelope_tool;

        use super::{StoreError, UserError, fails};

        #[envelope_tool(data = "n", catch_panic)]
        pub(super) fn in_module(kind: &str) -> anyhow::Result<u8> {
            fails(kind)
        }
    }

    struct Server;

    #[envelope_tool(dialect = "response-v2", data = "n", errors(UserError, StoreError))]
    impl Server {
        #[envelope_tool(timeout(Duration::from_secs(9), hint = "Call again"), catch_panic)]
        async fn method(&self, kind: &str) -> anyhow::Result<u8> {
            fails(kind)
        }
    }

    async fn answers(kind: &str) -> [Envelope; 6] {
        [
            value(kind),
            asynchronous(kind).await,
            future(kind).await,
            boxed(kind).await,
            tools::in_module(kind),
            Server.method(kind).await,
        ]
    }

    #[tokio::test]
    async fn a_type_is_found_in_the_chain_of_every_tool() {
        for (kind, code) in [
            ("root", "USER_NOT_FOUND"),
            ("under a context", "USER_NOT_FOUND"),
            ("behind another", "USER_NOT_FOUND"),
            ("as a context", "USER_NOT_FOUND"),
            ("both", "USER_NOT_FOUND"),
            ("store", "STORE_CLOSED"),
            ("other", "FORBIDDEN"),
        ] {
            for envelope in answers(kind).await {
                assert_eq!(envelope.error_code(), Some(code), "{kind}: {envelope}");
                assert!(!envelope.as_str().contains("hunter2"), "{envelope}");
            }
        }
        for envelope in answers("none").await {
            assert!(envelope.is_success(), "{envelope}");
        }
        assert!(value("root").as_str().contains(r#""error":"There is no user 7""#));
        assert!(value("root").as_str().contains(r#""remediation":"List the users""#));
    }

    #[test]
    fn contexts_are_sent_with_the_code() {
        #[envelope_tool(dialect = "response-v2", errors(UserError), send_contexts)]
        fn read() -> anyhow::Result<()> {
            Err(UserError::Missing(7)).context("Cannot read the profile")
        }

        let envelope = read();
        assert_eq!(envelope.error_code(), Some("USER_NOT_FOUND"));
        let error = r#""error":"Cannot read the profile: There is no user 7""#;
        assert!(envelope.as_str().contains(error), "{envelope}");
    }

    struct Listed;

    #[envelope_tool(dialect = "response-v2", data = "n", errors(UserError, StoreError))]
    impl Listed {
        /// Reads.
        #[tool]
        #[envelope_tool(output_schema, list_failures)]
        fn read(&self) -> anyhow::Result<u8> {
            fails("root")
        }
    }

    /// The list stays open: a chain can contain any other error.
    #[test]
    fn clients_see_the_codes_of_each_type() {
        assert_eq!(Listed.read().error_code(), Some("USER_NOT_FOUND"));
        let codes = json!(["USER_NOT_FOUND", "STORE_CLOSED"]);
        let tool = Listed::read_tool_attr();
        let listed = &tool.meta.unwrap().0[FAILURES_KEY];
        assert_eq!(listed["open"], true);
        let failures = listed["failures"].as_array().unwrap();
        let listed: Vec<_> = failures.iter().map(|failure| &failure["code"]).collect();
        assert_eq!(json!(listed), codes);
        assert_eq!(failures[0]["remediation"], "List the users");
        let schema = json!(tool.output_schema.unwrap());
        let code = schema.pointer("/properties/data/anyOf/1/properties/error_code").unwrap();
        assert_eq!(*code, json!({"type": "string", "description": "open", "examples": codes}));
    }

    /// If `errors` does not name the type, the error is internal, and its message stays hidden.
    #[test]
    fn a_type_without_a_name_is_internal() {
        let failure = fails("root").unwrap_err().failure();
        assert_eq!(failure.report().code(), "INTERNAL_ERROR");
        leaks_nothing(&failure);
    }
}
