//! What the macros know about the contracts: one file of rows for each dialect, and the tables of codes.
//!
//! A new dialect is a new file here, declared and listed in [`DIALECTS`]. Nothing else in this crate has to change.

mod code_scalpel;
pub(crate) mod codes;
mod dotbot;
mod mcp;
mod response_v2;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::{Error, LitStr, Token};

pub(crate) use self::code_scalpel::TIERS;

/// Every dialect that has an id.
pub(crate) const DIALECTS: &[&Dialect] = &[
    &response_v2::RESPONSE_V2,
    &dotbot::DOTBOT,
    &mcp::MCP_2025_11_25,
    &mcp::MCP_2026_07_28,
    &code_scalpel::CODE_SCALPEL,
];

/// How messages show the argument that names a dialect.
pub(crate) const DIALECT_EXAMPLE: &str = "dialect = \"response-v2\"";

/// How messages show the argument that names several.
pub(crate) const DIALECTS_EXAMPLE: &str = "dialects(\"response-v2\", \"mcp-2025-11-25\")";

/// How messages show a code for one dialect.
pub(crate) const CODES_EXAMPLE: &str = "codes(\"code-scalpel-v1\" = \"invalid_path\")";

/// The key of a failure's data that says how long to wait before a retry.
pub(crate) const RETRY_AFTER_SECONDS: &str = "retry_after_seconds";

/// The flag that changes the output schema of a tool, in every dialect that has it.
pub(crate) const SCHEMA_FLAG: &str = "structured_errors";

/// A dialect: what the attribute accepts for it, and what its contract prescribes.
pub(crate) struct Dialect {
    /// The id in the attribute: `dialect = "response-v2"`.
    pub(crate) id: &'static str,
    /// The type in the runtime that implements `Dialect`, from the crate's root.
    pub(crate) path: &'static [&'static str],
    pub(crate) settings: &'static [Setting],
    /// Keys that success data cannot be nested under.
    pub(crate) reserved_keys: &'static [&'static str],
    /// Keys that the contract defines in the `data` of a failure.
    pub(crate) reserved_data: &'static [&'static str],
    /// Keys that the contract defines in the `meta` of a failure.
    pub(crate) reserved_meta: &'static [&'static str],
    /// All error codes of the dialect, if it has its own. Without, a code is in `SCREAMING_SNAKE_CASE`.
    pub(crate) codes: Option<&'static [&'static str]>,
    /// The code in [`codes`](Self::codes) that needs an upgrade.
    pub(crate) upgrade_code: Option<&'static str>,
}

/// A setting of a dialect: `telemetry` in `#[envelope_tool(dialect = "response-v2", telemetry)]`.
pub(crate) struct Setting {
    pub(crate) name: &'static str,
    pub(crate) form: Form,
    /// Whether a tool has to give it.
    pub(crate) required: bool,
}

/// How a setting is written in the attribute.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// `telemetry`
    Flag,
    /// `host = expr`
    Value,
    /// `source = expr`: a literal is a relative path.
    RelativePath,
    /// `request_id = expr`: the id of the call, under whatever name the dialect has for it.
    RequestId,
    /// `tool = expr`: the name of the tool.
    Tool,
    /// `version = "1.0.0"`: a literal is a semantic version.
    Version,
    /// `tier = "pro"`: a literal is one of the words, and an expression gives a value of the enum.
    Word(&'static Words),
    /// `summary("{} found", data.len())`
    Format,
}

impl Form {
    /// Whether the setting is about the call, and so the same in every dialect that has it.
    pub(crate) fn is_of_call(self) -> bool {
        matches!(self, Self::RequestId | Self::Tool | Self::Version)
    }
}

/// The words for the variants of an enum in the runtime.
pub(crate) struct Words {
    /// What messages call one of them.
    pub(crate) name: &'static str,
    /// The word that messages show.
    pub(crate) example: &'static str,
    /// The enum, from the crate's root.
    path: &'static [&'static str],
    /// Each word, and the name of its variant.
    variants: &'static [(&'static str, &'static str)],
}

impl Dialect {
    /// A dialect without reserved keys and without its own codes: rows fill in the rest.
    const fn new(
        id: &'static str,
        path: &'static [&'static str],
        settings: &'static [Setting],
    ) -> Self {
        Self {
            id,
            path,
            settings,
            reserved_keys: &[],
            reserved_data: &[],
            reserved_meta: &[],
            codes: None,
            upgrade_code: None,
        }
    }

    pub(crate) fn setting(&self, name: &str) -> Option<&'static Setting> {
        self.settings.iter().find(|setting| setting.name == name)
    }

    /// The setting for the id of the call.
    pub(crate) fn request_id(&self) -> Option<&'static Setting> {
        self.settings.iter().find(|setting| matches!(setting.form, Form::RequestId))
    }
}

impl Setting {
    const fn new(name: &'static str, form: Form) -> Self {
        Self { name, form, required: false }
    }

    const fn required(name: &'static str, form: Form) -> Self {
        Self { name, form, required: true }
    }
}

impl Words {
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.variants.iter().map(|(word, _)| *word)
    }

    /// The path of a word's variant, from the crate's root.
    pub(crate) fn variant(&self, word: &str) -> Option<Vec<&'static str>> {
        let (_, variant) = self.variants.iter().find(|(known, _)| *known == word)?;
        Some(self.path.iter().chain([variant]).copied().collect())
    }
}

/// The dialect with this id.
pub(crate) fn find(id: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().copied().find(|dialect| dialect.id == id)
}

pub(crate) fn ids() -> impl Iterator<Item = &'static str> + Clone {
    DIALECTS.iter().map(|dialect| dialect.id)
}

/// The ids of the dialects for which this is true.
pub(crate) fn ids_where(is_true: impl Fn(&Dialect) -> bool) -> Vec<&'static str> {
    DIALECTS.iter().filter(|dialect| is_true(dialect)).map(|dialect| dialect.id).collect()
}

/// A list in the row of a dialect, as an array: `"response-v2", reserved_data`.
pub(crate) fn expand_list(arguments: TokenStream) -> TokenStream {
    let parse = |input: ParseStream<'_>| {
        let id: LitStr = input.parse()?;
        input.parse::<Token![,]>()?;
        let name: Ident = input.parse()?;
        list(&id.value(), &name.to_string())
            .ok_or_else(|| Error::new(name.span(), "the dialect has no such list"))
    };
    match parse.parse2(arguments) {
        Ok(words) => quote!([#(#words),*]),
        Err(error) => error.into_compile_error(),
    }
}

fn list(id: &str, name: &str) -> Option<&'static [&'static str]> {
    let dialect = find(id)?;
    match name {
        "reserved_data" => Some(dialect.reserved_data),
        "reserved_meta" => Some(dialect.reserved_meta),
        "codes" => dialect.codes,
        _ => None,
    }
}
