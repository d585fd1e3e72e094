//! Texts with fields of the error in braces, such as `message = "…"`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Error, LitStr, Result};

use crate::spans::tokens_at;
use crate::syntax::crate_path::CratePath;
use crate::syntax::suggest::did_you_mean;

/// A format string whose arguments are fields of the error.
#[derive(Clone)]
pub(super) struct Template {
    pub(super) written: LitStr,
    /// The text for `format_args!`, with the index of an argument instead of each field's name.
    format: String,
    pub(super) arguments: Vec<Argument>,
}

/// A field that the text names.
#[derive(Clone)]
pub(super) struct Argument {
    /// The index of the field.
    pub(super) field: usize,
    /// The trait in `std::fmt`, such as `Display`. `None` for a width or a precision.
    pub(super) format: Option<&'static str>,
}

impl Template {
    /// Reads the text, in which these fields can be named.
    pub(super) fn parse(text: &LitStr, fields: &[String]) -> Result<Self> {
        let mut template =
            Self { written: text.clone(), format: String::new(), arguments: Vec::new() };
        template.text(&text.value(), fields)?;
        Ok(template)
    }

    /// A displayable expression of the text with the bindings of the fields: a literal, if the text names no field.
    pub(super) fn displayed(&self, bindings: &[Ident], runtime: &CratePath) -> TokenStream {
        let text = LitStr::new(&self.format, self.written.span());
        if !self.format.contains(['{', '}']) {
            return quote!(#text);
        }
        // The compiler points at an argument that cannot be formatted: it has the span of the text.
        let arguments = self.arguments.iter().filter_map(|argument| {
            let binding = bindings.get(argument.field)?;
            let field = match argument.format {
                // A `Path` has no `Display`, but is shown as text here, as with thiserror.
                Some("Display") => quote!(#runtime::Shown(&*#binding).__show()),
                // The binding is a reference, whose address differs from the field's.
                Some("Pointer") => quote!(*#binding),
                _ => quote!(#binding),
            };
            Some(tokens_at(field, text.span()))
        });
        quote!(::std::format_args!(#text #(, #arguments)*))
    }

    fn text(&mut self, text: &str, fields: &[String]) -> Result<()> {
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            self.format.push_str(before);
            rest = if let Some(after) = from.strip_prefix("{{").or_else(|| from.strip_prefix("}}"))
            {
                self.format.push_str(&from[..2]);
                after
            } else if let Some(inside) = from.strip_prefix('{') {
                let Some((placeholder, after)) = inside.split_once('}') else {
                    return Err(self.error("unclosed `{`; write `{{` for a literal brace"));
                };
                self.placeholder(placeholder, fields)?;
                after
            } else {
                return Err(self.error("unmatched `}`; write `}}` for a literal brace"));
            };
        }
        self.format.push_str(rest);
        Ok(())
    }

    /// `name` or `name:spec`
    fn placeholder(&mut self, placeholder: &str, fields: &[String]) -> Result<()> {
        let (name, spec) = placeholder.split_once(':').unwrap_or((placeholder, ""));
        let index = self.argument(name.trim(), Some(format_trait(spec)), fields)?;
        self.format.push('{');
        self.format.push_str(&index.to_string());
        if !spec.is_empty() {
            self.format.push(':');
            self.spec(spec, fields)?;
        }
        self.format.push('}');
        Ok(())
    }

    /// Reads the format spec after the colon. A width or a precision can be a field: `width$`.
    fn spec(&mut self, spec: &str, fields: &[String]) -> Result<()> {
        if spec.contains(".*") {
            return Err(self.error(
                "`.*` is not supported here; name the field that holds the precision: `.field$`",
            ));
        }
        // A `$` before an alignment is a fill.
        let filled = spec.strip_prefix('$').filter(|rest| rest.starts_with(['<', '^', '>']));
        self.format.push_str(if filled.is_some() { "$" } else { "" });
        let mut rest = filled.unwrap_or(spec);
        while let Some((before, after)) = rest.split_once('$') {
            let named = before.trim_end_matches(is_part_of_a_name);
            // `05$`: the zero is a flag, and the width is field 5.
            let zero = before[named.len()..].starts_with('0') && before.len() > named.len() + 1;
            let (flags, name) = before.split_at(named.len() + usize::from(zero));
            let index = self.argument(name, None, fields)?;
            self.format.push_str(flags);
            self.format.push_str(&index.to_string());
            self.format.push('$');
            rest = after;
        }
        self.format.push_str(rest);
        Ok(())
    }

    /// The index of a field among the arguments.
    fn argument(
        &mut self,
        name: &str,
        format: Option<&'static str>,
        fields: &[String],
    ) -> Result<usize> {
        let name = name.strip_prefix("r#").unwrap_or(name);
        let Some(field) = fields.iter().position(|field| field == name) else {
            return Err(self.no_such_field(name, fields));
        };
        let is_same = |argument: &Argument| argument.field == field && argument.format == format;
        // One argument for all placeholders that are the same: the compiler's time is quadratic in the number of arguments.
        let index = self.arguments.iter().position(is_same);
        Ok(index.unwrap_or_else(|| {
            self.arguments.push(Argument { field, format });
            self.arguments.len() - 1
        }))
    }

    fn no_such_field(&self, name: &str, fields: &[String]) -> Error {
        let known = did_you_mean(name, fields.iter().map(String::as_str));
        self.error(&match (name, fields.is_empty()) {
            (_, false) if !name.chars().all(is_part_of_a_name) => {
                format!("only the name of a field can be in braces, not `{name}`; name a field, or add one with the value")
            }
            (_, true) => "there are no fields here; write `{{` for a literal brace".to_owned(),
            ("", false) => format!("`{{}}` needs the name of a field; {known}"),
            (_, false) => format!("there is no field `{name}`; {known}"),
        })
    }

    fn error(&self, message: &str) -> Error {
        Error::new(self.written.span(), message)
    }
}

fn is_part_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The trait for a format spec: its last character names it.
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

#[cfg(test)]
mod tests {
    use proc_macro2::Span;
    use syn::LitStr;

    use super::Template;

    /// The text for `format_args!`, and the fields that are its arguments.
    fn template(text: &str, fields: &[&str]) -> (String, Vec<usize>) {
        let fields: Vec<_> = fields.iter().map(|&field| field.to_owned()).collect();
        let template = Template::parse(&LitStr::new(text, Span::call_site()), &fields);
        let template = template.unwrap_or_else(|error| panic!("{text}: {error}"));
        (template.format, template.arguments.iter().map(|argument| argument.field).collect())
    }

    #[test]
    fn a_field_is_one_argument_for_each_format() {
        for (text, formatted, arguments) in [
            ("{0} {0:>9} {1} {0}", "{0} {0:>9} {1} {0}", vec![0, 1]),
            ("{0} {0:?} {0:02x} {0:x} {0:?}", "{0} {1:?} {2:02x} {2:x} {1:?}", vec![0, 0, 0]),
        ] {
            assert_eq!(template(text, &["0", "1"]), (formatted.to_owned(), arguments), "{text}");
        }
    }

    #[test]
    fn a_width_can_be_a_field() {
        for (text, formatted, arguments) in [
            ("{1:0$}", "{0:1$}", vec![1, 0]),
            ("{0:1$}", "{0:1$}", vec![0, 1]),
            ("{0:01$}", "{0:01$}", vec![0, 1]),
            ("{1:00$}", "{0:01$}", vec![1, 0]),
            ("{0:*>02$}", "{0:*>01$}", vec![0, 2]),
            ("{0:+#02$}", "{0:+#01$}", vec![0, 2]),
            ("{0:>1$.2$}", "{0:>1$.2$}", vec![0, 1, 2]),
            ("{0:05}", "{0:05}", vec![0]),
            ("{2:$^9}", "{0:$^9}", vec![2]),
        ] {
            assert_eq!(
                template(text, &["0", "1", "2"]),
                (formatted.to_owned(), arguments),
                "{text}"
            );
        }
        let named = template("{a:>0width$.precision$?} {width}", &["width", "precision", "a"]);
        assert_eq!(named, ("{0:>01$.2$?} {3}".to_owned(), vec![2, 0, 1, 0]));
    }
}
