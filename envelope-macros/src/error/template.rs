//! `message = "…"` and `remediation = "…"`: text with the error's fields in braces.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Error, LitStr, Result};

use super::ast::Field;
use crate::suggest::did_you_mean;

/// A format string whose arguments are fields of the error.
pub(super) struct Template {
    /// The text for `format_args!`, with an index in place of each field's name.
    text: LitStr,
    /// The fields that it names, each with the trait that formats it.
    pub(super) arguments: Vec<Argument>,
}

pub(super) struct Argument {
    /// Which of the variant's fields.
    pub(super) field: usize,
    /// The binding of that field.
    binding: Ident,
    /// The trait in `std::fmt`, such as `Display`. A width or a precision is none.
    pub(super) format: Option<&'static str>,
}

impl Template {
    pub(super) fn parse(text: &LitStr, fields: &[Field<'_>]) -> Result<Self> {
        let mut parser =
            Parser { literal: text, fields, output: String::new(), arguments: Vec::new() };
        parser.text(&text.value())?;
        Ok(Self { text: LitStr::new(&parser.output, text.span()), arguments: parser.arguments })
    }
}

impl ToTokens for Template {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let text = &self.text;
        // The compiler blames the argument that cannot be formatted: it stands in the text.
        let arguments = self.arguments.iter().map(|argument| {
            let mut binding = argument.binding.clone();
            binding.set_span(binding.span().located_at(text.span()));
            binding
        });
        tokens.extend(quote!(::std::format_args!(#text #(, #arguments)*)));
    }
}

struct Parser<'a> {
    literal: &'a LitStr,
    fields: &'a [Field<'a>],
    output: String,
    arguments: Vec<Argument>,
}

impl Parser<'_> {
    fn text(&mut self, text: &str) -> Result<()> {
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            self.output.push_str(before);
            rest = if let Some(after) = from.strip_prefix("{{").or_else(|| from.strip_prefix("}}"))
            {
                self.output.push_str(&from[..2]);
                after
            } else if let Some(inside) = from.strip_prefix('{') {
                let Some((placeholder, after)) = inside.split_once('}') else {
                    return Err(self.error("a `{` is not closed; write `{{` for the brace itself"));
                };
                self.placeholder(placeholder)?;
                after
            } else {
                return Err(self.error("a `}` closes nothing; write `}}` for the brace itself"));
            };
        }
        self.output.push_str(rest);
        Ok(())
    }

    /// `name` or `name:spec`
    fn placeholder(&mut self, placeholder: &str) -> Result<()> {
        let (name, spec) = placeholder.split_once(':').unwrap_or((placeholder, ""));
        let index = self.argument(name.trim(), Some(format_trait(spec)))?;
        self.output.push('{');
        self.output.push_str(&index.to_string());
        if !spec.is_empty() {
            self.output.push(':');
            self.spec(spec)?;
        }
        self.output.push('}');
        Ok(())
    }

    /// A width or a precision can be a field, too: `width$`.
    fn spec(&mut self, spec: &str) -> Result<()> {
        if spec.contains(".*") {
            return Err(
                self.error("`.*` takes the precision from nowhere; name its field: `.field$`")
            );
        }
        // The fill can be any character, even one that means something later.
        let fill =
            spec.chars().next().filter(|fill| spec[fill.len_utf8()..].starts_with(['<', '^', '>']));
        let mut rest = spec;
        if let Some(fill) = fill {
            self.output.push(fill);
            rest = &spec[fill.len_utf8()..];
        }
        while let Some((before, after)) = rest.split_once('$') {
            let named =
                before.trim_end_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
            // `05$`: the zero is a flag, and the width is field 5.
            let zero = before[named.len()..].starts_with('0') && before.len() > named.len() + 1;
            let (flags, name) = before.split_at(named.len() + usize::from(zero));
            let index = self.argument(name, None)?;
            self.output.push_str(flags);
            self.output.push_str(&index.to_string());
            self.output.push('$');
            rest = after;
        }
        self.output.push_str(rest);
        Ok(())
    }

    /// The index of a field among the arguments.
    fn argument(&mut self, name: &str, format: Option<&'static str>) -> Result<usize> {
        let name = name.strip_prefix("r#").unwrap_or(name);
        let names: Vec<_> = self.fields.iter().map(Field::name).collect();
        let position = names.iter().position(|field| field == name);
        let Some((index, field)) =
            position.and_then(|index| Some((index, self.fields.get(index)?)))
        else {
            let known = did_you_mean(name, names.iter().map(String::as_str));
            return Err(self.error(&match (name, names.is_empty()) {
                (_, true) => {
                    "there are no fields here to interpolate; write `{{` for the brace itself"
                        .to_owned()
                }
                ("", false) => format!("`{{}}` names no field; {known}"),
                (_, false) => format!("there is no field `{name}` to interpolate; {known}"),
            }));
        };
        let binding = field.binding();
        self.arguments.push(Argument { field: index, binding, format });
        Ok(self.arguments.len() - 1)
    }

    fn error(&self, message: &str) -> Error {
        Error::new(self.literal.span(), message)
    }
}

/// The trait that the end of a format spec asks for.
fn format_trait(spec: &str) -> &'static str {
    match spec.trim_end().chars().last() {
        Some('?') => "Debug",
        Some('x') => "LowerHex",
        Some('X') => "UpperHex",
        Some('o') => "Octal",
        Some('b') => "Binary",
        Some('e') => "LowerExp",
        Some('E') => "UpperExp",
        Some('p') => "Pointer",
        _ => "Display",
    }
}
