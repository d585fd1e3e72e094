//! The tables of the contracts of `envelope-runtime`, as plain data for its code and its macros. Depend on `envelope-runtime` instead.
//!
//! [`CONTRACTS`] lists a [`Contract`] for each contract. These tables determine the settings and keys that the macros check, the rules of
//! the checker, the published schemas, the output schemas of tools and the reserved keys.

#![forbid(unsafe_code)]

// rustfmt does not format modules that a macro declares, so each row of the tables stays on one line.
macro_rules! tables {
    ($($name:ident)*) => {$(
        #[doc(hidden)]
        pub mod $name;
    )*};
}

tables! { code_scalpel dotbot mcp response_v2 retry rfc9457 shared }

mod codes;
mod error_types;
#[doc(hidden)]
pub mod format;
#[doc(hidden)]
pub mod http_status;
mod object;
mod setting;
#[doc(hidden)]
pub mod time;
mod warning_codes;

pub use self::codes::{CODES, Code, UPGRADE_REQUIRED};
pub use self::error_types::{ERROR_TYPE_NAMES, ERROR_TYPES, ErrorType};
#[doc(hidden)]
pub use self::object::{Key, Kind, Object, Presence, Variant, joined, kebab_case, key, variant};
#[doc(hidden)]
pub use self::setting::{Form, Setting, Words, pascal_case};
#[doc(hidden)]
pub use self::warning_codes::warning_severity;

/// Every contract.
pub static CONTRACTS: &[&Contract] = &[
    &response_v2::CONTRACT,
    &dotbot::CONTRACT,
    &mcp::CONTRACT_2025_11_25,
    &mcp::CONTRACT_2026_07_28,
    &code_scalpel::CONTRACT,
    &rfc9457::CONTRACT,
];

/// A contract.
#[derive(Clone, Copy, Debug)]
pub struct Contract {
    /// The id, such as `response-v2`.
    pub id: &'static str,
    /// The path of the type that implements `Dialect`, from the root of the runtime.
    pub path: &'static [&'static str],
    /// The settings of a tool.
    pub settings: &'static [Setting],
    /// The envelope.
    pub envelope: &'static Object,
    /// The path of keys to the contract's id in an envelope. Empty if an envelope does not name its contract.
    pub name: &'static [&'static str],
    /// Sets of keys that occur together only in envelopes of the contract. A nested key is a path: `error/error_code`.
    pub marks: &'static [&'static [&'static str]],
    /// Whether a success is the plain data. If so, an envelope is recognized only by its [`marks`](Self::marks).
    pub is_success_plain: bool,
    /// The `data` of a failure, if the contract defines keys there.
    pub failure_data: Option<&'static Object>,
    /// The `meta` of an envelope, if a failure can add keys to it.
    pub meta: Option<&'static Object>,
    /// All error codes, if the contract defines its own. Otherwise, codes are in `SCREAMING_SNAKE_CASE`.
    pub codes: Option<&'static [&'static str]>,
    /// The code in [`codes`](Self::codes) for a feature that needs an upgrade.
    pub upgrade_code: Option<&'static str>,
}

impl Contract {
    /// A contract without settings and codes, to be completed.
    const fn new(
        id: &'static str,
        path: &'static [&'static str],
        envelope: &'static Object,
    ) -> Self {
        Self {
            id,
            path,
            settings: &[],
            envelope,
            name: &[],
            marks: &[],
            is_success_plain: false,
            failure_data: None,
            meta: None,
            codes: None,
            upgrade_code: None,
        }
    }

    /// The contract with this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        CONTRACTS.iter().copied().find(|contract| contract.id == id)
    }

    /// The setting with this name.
    pub fn setting(&self, name: &str) -> Option<&'static Setting> {
        self.settings.iter().find(|setting| setting.name == name)
    }

    /// The setting for the id of the call.
    pub fn request_id(&self) -> Option<&'static Setting> {
        self.settings.iter().find(|setting| matches!(setting.form, Form::RequestId))
    }

    /// Whether every failure has this key, so that success data cannot be nested under the key.
    pub fn reserves_root(&self, key: &str) -> bool {
        let key = self.failure_data.and_then(|data| data.get(key));
        key.is_some_and(|key| key.is_required() || key.written_always)
    }
}
