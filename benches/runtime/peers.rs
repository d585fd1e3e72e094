//! Handwritten envelopes of each dialect, as structs that derive `Serialize`.

use std::sync::OnceLock;
use std::time::Instant;

use jiff::Timestamp;
use jiff::fmt::temporal::DateTimePrinter;
use serde::Serialize;

/// The parts of an error in an envelope.
pub(crate) struct Failure<'a, D> {
    pub(crate) code: &'static str,
    pub(crate) error_type: &'static str,
    /// The code in the vocabulary of code-scalpel-v1.
    pub(crate) code_scalpel: &'static str,
    pub(crate) message: String,
    pub(crate) remediation: &'a str,
    pub(crate) details: D,
}

fn to_string(envelope: &impl Serialize) -> String {
    serde_json::to_string(envelope).unwrap_or_default()
}

/// The details after the remediation, in one object.
#[derive(Serialize)]
struct WithRemediation<'a, D> {
    remediation: &'a str,
    #[serde(flatten)]
    details: D,
}

pub(crate) mod response_v2 {
    use super::*;

    #[derive(Serialize)]
    struct Envelope<'a, D> {
        success: bool,
        data: D,
        error: Option<&'a str>,
        meta: Meta<'a>,
    }

    #[derive(Serialize)]
    struct Meta<'a> {
        version: &'static str,
        request_id: &'a str,
    }

    impl<'a> Meta<'a> {
        fn new(request_id: &'a str) -> Self {
            Self { version: "response-v2", request_id }
        }
    }

    pub(crate) fn success(request_id: &str, data: impl Serialize) -> String {
        to_string(&Envelope { success: true, data, error: None, meta: Meta::new(request_id) })
    }

    /// A lower limit for the time: sonic-rs uses instructions that not every processor has.
    pub(crate) fn by_sonic_rs(request_id: &str, data: impl Serialize) -> String {
        let meta = Meta::new(request_id);
        let envelope = Envelope { success: true, data, error: None, meta };
        sonic_rs::to_string(&envelope).unwrap_or_default()
    }

    pub(crate) fn failure<D: Serialize>(request_id: &str, failure: Failure<'_, D>) -> String {
        #[derive(Serialize)]
        struct Data<'a, D> {
            error_code: &'static str,
            error_type: &'static str,
            remediation: &'a str,
            details: D,
        }

        let data = Data {
            error_code: failure.code,
            error_type: failure.error_type,
            remediation: failure.remediation,
            details: failure.details,
        };
        let error = Some(failure.message.as_str());
        to_string(&Envelope { success: false, data, error, meta: Meta::new(request_id) })
    }
}

pub(crate) mod dotbot {
    use super::*;

    #[derive(Serialize)]
    struct Envelope<'a, D, E> {
        schema_id: &'static str,
        tool: &'static str,
        version: &'static str,
        status: &'static str,
        summary: &'a str,
        data: D,
        warnings: [(); 0],
        errors: E,
        audit: Audit<'a>,
    }

    #[derive(Serialize)]
    struct Audit<'a> {
        timestamp: String,
        duration_ms: u128,
        source: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        host: Option<&'static str>,
        correlation_id: &'a str,
    }

    impl<'a> Audit<'a> {
        fn new(started: Instant, source: &'static str, correlation_id: &'a str) -> Self {
            const SECONDS: DateTimePrinter = DateTimePrinter::new().precision(Some(0));

            Self {
                timestamp: SECONDS.timestamp_to_string(&Timestamp::now()),
                duration_ms: started.elapsed().as_millis(),
                source,
                host: host(),
                correlation_id,
            }
        }
    }

    fn host() -> Option<&'static str> {
        static HOST: OnceLock<Option<&str>> = OnceLock::new();
        *HOST.get_or_init(|| {
            let hosts =
                [("WARP_SESSION", "warp"), ("CLAUDE_DESKTOP", "claude-desktop"), ("CI", "ci")];
            let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            hosts.into_iter().find(|(name, _)| is_set(name)).map(|(_, host)| host)
        })
    }

    pub(crate) fn success(
        started: Instant,
        source: &'static str,
        request_id: &str,
        summary: &str,
        data: impl Serialize,
    ) -> String {
        to_string(&Envelope {
            schema_id: "dotbot-mcp-response@1",
            tool: "records",
            version: env!("CARGO_PKG_VERSION"),
            status: "ok",
            summary,
            data,
            warnings: [],
            errors: [(); 0],
            audit: Audit::new(started, source, request_id),
        })
    }

    pub(crate) fn failure<D: Serialize>(
        started: Instant,
        source: &'static str,
        request_id: &str,
        failure: Failure<'_, D>,
    ) -> String {
        #[derive(Serialize)]
        struct Nothing {}

        #[derive(Serialize)]
        struct Error<'a, D> {
            code: &'static str,
            message: &'a str,
            details: WithRemediation<'a, D>,
        }

        let Failure { code, message, remediation, details, .. } = failure;
        let details = WithRemediation { remediation, details };
        to_string(&Envelope {
            schema_id: "dotbot-mcp-response@1",
            tool: "records",
            version: env!("CARGO_PKG_VERSION"),
            status: "error",
            summary: &message,
            data: Nothing {},
            warnings: [],
            errors: [Error { code, message: &message, details }],
            audit: Audit::new(started, source, request_id),
        })
    }
}

pub(crate) mod mcp {
    use super::*;

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct CallToolResult<'a, D> {
        content: [Text<'a>; 1],
        #[serde(skip_serializing_if = "Option::is_none")]
        structured_content: Option<D>,
        is_error: bool,
        #[serde(rename = "_meta")]
        meta: Meta<'a>,
    }

    #[derive(Serialize)]
    struct Text<'a> {
        r#type: &'static str,
        text: &'a str,
    }

    #[derive(Serialize)]
    struct Meta<'a> {
        request_id: &'a str,
    }

    /// Serializes the data once, and escapes its text once.
    pub(crate) fn success_once(request_id: &str, data: impl Serialize) -> String {
        let json = to_string(&data);
        let text = to_string(&json);
        let meta = to_string(&Meta { request_id });
        format!(
            r#"{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{json},"isError":false,"_meta":{meta}}}"#
        )
    }

    /// Serializes the data for the text, and again for the structure.
    pub(crate) fn success_twice(request_id: &str, data: impl Serialize) -> String {
        let text = to_string(&data);
        to_string(&CallToolResult {
            content: [Text { r#type: "text", text: &text }],
            structured_content: Some(data),
            is_error: false,
            meta: Meta { request_id },
        })
    }

    pub(crate) fn failure<D>(request_id: &str, failure: Failure<'_, D>) -> String {
        let Failure { code, error_type, message, remediation, .. } = failure;
        let advice = match error_type {
            "validation" => "retry after fixing the input",
            _ => "do not retry",
        };
        let text = format!("Error: {message}\n({code}, {advice})\n{remediation}");
        to_string(&CallToolResult {
            content: [Text { r#type: "text", text: &text }],
            structured_content: None::<()>,
            is_error: true,
            meta: Meta { request_id },
        })
    }
}

pub(crate) mod code_scalpel {
    use super::*;

    #[derive(Serialize)]
    struct Envelope<'a, E, D> {
        tier: &'static str,
        tool_version: &'static str,
        tool_id: &'static str,
        request_id: &'a str,
        capabilities: [&'static str; 1],
        duration_ms: u128,
        error: Option<E>,
        upgrade_hints: [(); 0],
        data: Option<D>,
    }

    impl<'a, E, D> Envelope<'a, E, D> {
        fn new(started: Instant, request_id: &'a str, error: Option<E>, data: Option<D>) -> Self {
            Self {
                tier: "pro",
                tool_version: env!("CARGO_PKG_VERSION"),
                tool_id: "records",
                request_id,
                capabilities: ["envelope-v1"],
                duration_ms: started.elapsed().as_millis(),
                error,
                upgrade_hints: [],
                data,
            }
        }
    }

    pub(crate) fn success(started: Instant, request_id: &str, data: impl Serialize) -> String {
        to_string(&Envelope::new(started, request_id, None::<()>, Some(data)))
    }

    pub(crate) fn success_without_id(started: Instant, data: impl Serialize) -> String {
        let mut id = [0; 32];
        success(started, uuid::Uuid::new_v4().simple().encode_lower(&mut id), data)
    }

    pub(crate) fn failure<D: Serialize>(
        started: Instant,
        request_id: &str,
        failure: Failure<'_, D>,
    ) -> String {
        #[derive(Serialize)]
        struct Error<'a, D> {
            error: &'a str,
            error_code: &'static str,
            error_details: WithRemediation<'a, D>,
        }

        let Failure { code_scalpel, message, remediation, details, .. } = failure;
        let error = Error {
            error: &message,
            error_code: code_scalpel,
            error_details: WithRemediation { remediation, details },
        };
        to_string(&Envelope::new(started, request_id, Some(error), None::<()>))
    }
}
