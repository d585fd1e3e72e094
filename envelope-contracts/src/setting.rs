//! The settings of a tool.

use crate::format::Format;

/// A setting: `telemetry` in `#[envelope_tool(dialect = "response-v2", telemetry)]`.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name, which is also the method of the dialect's settings.
    pub name: &'static str,
    /// The form of its value.
    pub form: Form,
    /// Whether a tool has to set it.
    pub is_required: bool,
}

impl Setting {
    /// A setting that a tool can omit.
    pub const fn new(name: &'static str, form: Form) -> Self {
        Self { name, form, is_required: false }
    }
}

/// The form of a setting in the attribute.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// `telemetry`
    Flag,
    /// `host = expr`
    Value,
    /// `capabilities = ["envelope-v1"]`
    List,
    /// `source = expr`: a literal is a relative path.
    RelativePath,
    /// `instance = expr`, with a format for literals, and an example of the format.
    Formatted(&'static Format, &'static str),
    /// `request_id = expr`: the id of the call, which is `correlation_id` in dotbot.
    RequestId,
    /// `tool = expr`: the name of the tool.
    Tool,
    /// `version = "1.0.0"`: a literal is a semantic version.
    Version,
    /// `tier = "pro"`: a literal is a word of the list, and an expression is a value of the enum.
    Word(&'static Words),
    /// `summary("{} found", data.len())`
    Format,
    /// `text("{} found", data.len())`, or `text` for data that is the text.
    Text,
}

impl Form {
    /// Whether the setting is about the call, and therefore has the same value in every dialect.
    pub fn is_of_call(self) -> bool {
        matches!(self, Self::RequestId | Self::Tool | Self::Version)
    }
}

/// The words for the variants of an enum in the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The name of the enum in messages.
    pub name: &'static str,
    /// The word that messages show.
    pub example: &'static str,
    /// The enum in the runtime, from the crate's root.
    pub enum_path: &'static [&'static str],
    /// The words.
    pub words: &'static [&'static str],
}

impl Words {
    /// The variant of a word.
    pub fn variant(&self, word: &str) -> Option<String> {
        self.words.contains(&word).then(|| pascal_case(word))
    }
}

/// The name of a word's variant: `SPEC_NOT_FOUND` is `SpecNotFound`.
pub fn pascal_case(word: &str) -> String {
    let mut variant = String::new();
    for part in word.split(['_', '-']) {
        let (first, rest) = part.split_at(usize::from(!part.is_empty()));
        variant.push_str(&first.to_ascii_uppercase());
        variant.push_str(&rest.to_ascii_lowercase());
    }
    variant
}
