//! Names of arguments that people know from other crates, and what to write instead. Each line of a file has names and the advice about
//! them. In the advice, the author's own value replaces an example in `<…>`.

use proc_macro2::{Ident, TokenStream};
use syn::{Error, Lit};

use crate::contracts::{ERROR_TYPE_NAMES, delay, is_screaming_snake_case, to_screaming_snake_case};
use crate::errors::error;

/// The lines of a file: names with spaces between them, a colon, and the advice for any of them.
#[derive(Clone, Copy)]
pub(crate) struct Habits(&'static str);

/// Names that people write on a variant, from thiserror, miette, axum and `OpenAPI`.
pub(crate) const VARIANT: Habits = Habits(include_str!("habits/variant.txt"));

/// Names that people write on a field, from serde and thiserror.
pub(crate) const FIELD: Habits = Habits(include_str!("habits/field.txt"));

/// Names that people write on an enum, from serde.
pub(crate) const ENUM: Habits = Habits(include_str!("habits/enum.txt"));

/// Names that people write on a tool, from the MCP SDK, `FastMCP`, rig, axum, `OpenAPI`, clap, tokio, tracing and serde.
pub(crate) const TOOL: Habits = Habits(include_str!("habits/tool.txt"));

impl Habits {
    /// The error for a name with advice, which is unknown here.
    pub(crate) fn error(self, name: &Ident, value: TokenStream, place: &str) -> Option<Error> {
        let text = name.to_string();
        let mut lines = self.0.lines().filter_map(|line| line.split_once(": "));
        let (_, advice) = lines.find(|(names, _)| names.split(' ').any(|habit| habit == text))?;
        let advice = with_value(advice, value);
        Some(error!(name, "`{text}` is not an argument of {place}; {advice}"))
    }
}

/// The advice with the author's own value: a text replaces a text, and a whole number replaces the number in the example.
fn with_value(advice: &str, value: TokenStream) -> String {
    let Some((before, rest)) = advice.split_once('<') else { return advice.to_owned() };
    let (example, after) = rest.split_once('>').unwrap_or((rest, ""));
    let digits = example.trim_matches(|c: char| !c.is_ascii_digit());
    let is_code = is_screaming_snake_case(example.trim_matches('"'));
    let fits = |text: &str| match example {
        "\"30 s\"" => delay(text).is_some(),
        "\"not_found\"" => ERROR_TYPE_NAMES.contains(&text),
        // In the texts of other crates, braces can be empty.
        _ => example.starts_with('"') && !text.contains('{'),
    };
    let own = match syn::parse2(value) {
        Ok(Lit::Str(text)) if is_code => format!("{:?}", to_screaming_snake_case(&text.value())),
        Ok(Lit::Str(text)) if fits(&text.value()) => text.token().to_string(),
        Ok(Lit::Int(number)) if !digits.is_empty() => {
            let is_text = example.starts_with('"');
            let own = if is_text { number.base10_digits().to_owned() } else { number.to_string() };
            example.replace(digits, &own)
        }
        _ => example.to_owned(),
    };
    format!("{before}{own}{after}")
}
