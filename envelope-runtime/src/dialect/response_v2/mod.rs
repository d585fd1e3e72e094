//! `response-v2`: the response contract of Foundry MCP.
//!
//! ```json
//! {
//!   "success": true,
//!   "data": {"tasks": []},
//!   "error": null,
//!   "meta": {"version": "response-v2", "request_id": "req_abc123"}
//! }
//! ```
//!
//! | field | type | success | failure |
//! |---|---|---|---|
//! | `success` | boolean | `true` | `false` |
//! | `data` | object | the tool's data, `{}` if there is none | `error_code`, `error_type`, `remediation`, `details`, and what the error marks as `data` |
//! | `error` | string or null | `null` | the message |
//! | `meta` | object | `version`, and what the [`Reply`] carries | `version`, and what the error marks as `rate_limit`, `telemetry`, `warnings` and `meta` |
//!
//! Metadata that is not given is absent, never null. The tool's settings are the methods of [`Settings`]:
//!
//! | setting | what it does |
//! |---|---|
//! | `request_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |
//! | `telemetry` | measures `meta.telemetry.duration_ms` |

mod meta;
mod reply;
#[cfg(feature = "schemars")]
mod schema;
mod wire;

use serde::Serialize;

use self::wire::{Failure, Success};
use super::{Context, Data, Dialect, Object, PlainData};
use crate::error::ErrorReport;
use crate::request_id::{IntoRequestId, RequestId};

pub use self::meta::{ContentFidelity, Meta, Pagination, Telemetry, Version};
pub use self::reply::Reply;
pub use crate::metadata::{RateLimit, Severity, Warning, WarningCode};

/// The id of the contract, and the version that its envelopes name.
const ID: &str = "response-v2";

/// The dialect `response-v2`.
#[derive(Clone, Copy, Debug)]
pub struct ResponseV2;

/// The settings of a response-v2 tool, with what is known of one call.
#[derive(Debug)]
#[must_use]
pub struct Settings {
    context: Context,
    /// Whether the envelope says how long the call took.
    is_measured: bool,
}

impl Settings {
    /// `request_id = expr`: the id of the request, instead of the [ambient](RequestId) one. An empty one is none. Any
    /// character other than an ASCII letter, a digit, `_` or `-` is written as `_`.
    pub fn request_id(mut self, id: impl IntoRequestId) -> Self {
        self.context.set_request_id(id);
        self
    }

    /// `telemetry`: measures how long the call takes, from here until the outcome is there. It becomes
    /// `meta.telemetry.duration_ms`, in whole milliseconds, unless the tool gives its own.
    pub fn telemetry(mut self) -> Self {
        self.context.start_clock();
        self.is_measured = true;
        self
    }

    /// The measured duration, if the tool has the setting for it.
    fn measured_ms(&self) -> Option<u64> {
        self.context.elapsed_ms().filter(|_| self.is_measured)
    }
}

impl super::Settings for Settings {
    type Dialect = ResponseV2;

    fn context(&self) -> &Context {
        &self.context
    }

    fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }
}

/// Plain data needs no metadata.
impl<T> PlainData<T> for Settings {
    fn meta(&mut self, _data: &T) -> Option<Box<Meta>> {
        None
    }
}

impl Dialect for ResponseV2 {
    const ID: &'static str = ID;

    type Root = Object;
    type Settings = Settings;
    /// Plain data has none, and pays for none.
    type Meta = Option<Box<Meta>>;

    fn settings(context: Context) -> Settings {
        Settings { context, is_measured: false }
    }

    fn success<'a>(
        settings: &'a Settings,
        data: Data,
        meta: &'a Option<Box<Meta>>,
    ) -> impl Serialize + use<'a> {
        Success::new(settings, data, meta.as_deref())
    }

    fn failure<'a>(settings: &'a Settings, report: &'a ErrorReport) -> impl Serialize + use<'a> {
        Failure::new(settings, report)
    }

    fn complete(settings: &Settings, meta: &mut Option<Box<Meta>>) {
        if let Some(meta) = meta {
            meta.complete(settings.context.request_id(), settings.measured_ms());
        }
    }

    fn reply_request_id(meta: &Option<Box<Meta>>) -> Option<RequestId> {
        meta.as_ref()?.request_id.as_ref()?.into_request_id()
    }

    fn resolve_request_id(id: &mut Option<RequestId>) {
        if let Some(id) = id
            && !id.as_str().bytes().all(is_allowed_in_id)
        {
            let allowed = |c: char| u8::try_from(c).is_ok_and(is_allowed_in_id);
            let id_chars = id.as_str().chars();
            *id = RequestId::new(
                id_chars.map(|c| if allowed(c) { c } else { '_' }).collect::<String>(),
            );
        }
    }
}

/// Whether the contract allows a character in a request id.
fn is_allowed_in_id(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
