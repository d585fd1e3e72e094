//! A setting of the dialects, such as `telemetry`, `request_id = id` or `summary("{} found", data.len())`.

use std::fmt::Display;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::parse::discouraged::Speculative;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, LitStr, Result, Token, token};

use crate::contracts::{CONTRACTS, Form};
use crate::errors::error;
use crate::syntax::values::{
    at_end, format_arguments, in_parentheses, literal, rest_of_argument, takes_no_value, text_of,
    value,
};

/// A setting: a method of the dialect or of the call.
pub(super) struct Setting {
    pub(super) name: Ident,
    pub(super) value: SettingValue,
}

pub(super) enum SettingValue {
    /// `telemetry`
    Flag,
    /// `request_id = expr`
    Expr(Box<Expr>),
    /// `summary("{} found", data.len())`
    Format(TokenStream),
}

impl SettingValue {
    /// The tokens of the value.
    pub(super) fn written(&self) -> TokenStream {
        match self {
            Self::Flag => TokenStream::new(),
            Self::Expr(value) => value.to_token_stream(),
            Self::Format(format) => format.clone(),
        }
    }
}

/// Words that cannot be raw identifiers.
const NO_METHODS: [&str; 5] = ["self", "Self", "super", "crate", "_"];

impl Setting {
    pub(super) fn parse(name: Ident, input: ParseStream<'_>) -> Result<Self> {
        let value = if at_end(input) {
            SettingValue::Flag
        } else if input.peek(token::Paren) {
            in_parentheses(input, |input| Ok(SettingValue::Format(input.parse()?)))?
        } else if let Some(value) = misplaced(input)? {
            let text = name.to_string();
            let known = CONTRACTS.iter().find_map(|contract| contract.setting(&text));
            return Err(wrong_form(&name, known.map(|known| known.form), &value));
        } else {
            let expr = value(&name, "an expression", &format!("{name} = …"), input)?;
            SettingValue::Expr(Box::new(expr))
        };
        Ok(Self { name, value })
    }

    /// The name of the method. A keyword becomes a raw identifier.
    pub(super) fn method(&self) -> Ident {
        let name = self.text();
        if syn::parse_str::<Ident>(&name).is_ok() || !self.is_method() {
            self.name.clone()
        } else {
            Ident::new_raw(&name, self.name.span())
        }
    }

    /// The name, which can be a keyword.
    pub(super) fn text(&self) -> String {
        self.name.to_string()
    }

    /// Whether a method can have the name.
    pub(super) fn is_method(&self) -> bool {
        !NO_METHODS.iter().any(|word| self.name == word)
    }
}

/// Finds a value after a colon, or a text that is followed by the arguments of a format string: `summary = "{} found", data.len()`.
fn misplaced(input: ParseStream<'_>) -> Result<Option<TokenStream>> {
    let rest = input.fork();
    let has_colon = rest.parse::<Option<Token![:]>>()?.is_some();
    rest.parse::<Option<Token![=]>>()?;
    let text = rest.fork().parse::<LitStr>();
    let has_braces = text.is_ok_and(|text| text.value().contains('{'));
    let mut value = rest_of_argument(&rest)?;
    let is_next = |name: &Ident, after: ParseStream<'_>| {
        // The argument `data` needs a value, so `data` without a value is the variable with the data.
        let is_flag = at_end(after) && name != "data";
        is_flag || after.peek(Token![=]) || after.peek(Token![:]) || after.peek(token::Paren)
    };
    let arguments = if has_braces { format_arguments(&rest, is_next)? } else { TokenStream::new() };
    let is_misplaced = has_colon || !arguments.is_empty();
    value.extend(arguments);
    if is_misplaced {
        input.advance_to(&rest);
    }
    Ok(is_misplaced.then_some(value))
}

/// The error for a setting whose value is in another form. The form of a setting of a custom dialect is unknown.
pub(super) fn wrong_form(name: &Ident, form: Option<Form>, value: &TokenStream) -> Error {
    let is_expression = syn::parse2::<Expr>(value.clone()).is_ok();
    let form = form.unwrap_or(if is_expression { Form::Value } else { Form::Format });
    if let (Form::Format, Err(error)) = (form, check_text(name, value, false)) {
        return error;
    }
    let written = text_of(value);
    let own = match form {
        Form::Format | Form::Text if !written.starts_with('"') => example(name, form),
        Form::Format | Form::Text if is_expression && written.contains("{}") => {
            format!("`{name}({written}, …)`")
        }
        Form::Format | Form::Text => format!("`{name}({written})`"),
        Form::List if !written.starts_with('[') => format!("`{name} = [{written}]`"),
        _ if is_expression => format!("`{name} = {written}`"),
        _ => example(name, form),
    };
    let message = match form {
        Form::Flag => return takes_no_value(name),
        Form::Text => format!(
            "`{name}` takes a format string, or nothing if the data is the text: {own} or `{name}`"
        ),
        Form::Format => format!("`{name}` takes a format string: {own}"),
        _ => format!("`{name}` takes a value: {own}"),
    };
    Error::new(name.span(), message)
}

/// Checks that a format string begins with a text, which a macro can make. A setting of a custom dialect may be meant to have a value.
pub(super) fn check_text(name: &Ident, format: &TokenStream, is_custom: bool) -> Result<()> {
    let parse = Punctuated::<Expr, Token![,]>::parse_terminated;
    let Ok(values) = parse.parse2(format.clone()) else { return Ok(()) };
    let Some(first) = values.first().filter(|first| literal(first).is_none()) else {
        return Ok(());
    };
    let written = || values.iter().map(text_of).collect::<Vec<_>>().join(", ");
    let fix = match first {
        Expr::Macro(text) if text.mac.path.is_ident("format") => {
            format!("`{name}({})`", text_of(&text.mac.tokens))
        }
        Expr::Macro(_) => return Ok(()),
        Expr::Closure(_) => example(name, Form::Format),
        _ if is_custom && values.len() == 1 => {
            format!("`{name}(\"{{}}\", {})`, or for a value `{name} = {}`", written(), written())
        }
        _ => format!("`{name}(\"{}\", {})`", vec!["{}"; values.len()].join(" "), written()),
    };
    Err(error!(first, "a format string begins with a text; write {fix}"))
}

/// How messages show a setting.
pub(super) fn example(name: impl Display, form: Form) -> String {
    match form {
        Form::Flag => format!("`{name}`"),
        Form::Value | Form::RelativePath | Form::Tool | Form::RequestId => format!("`{name} = …`"),
        Form::List => format!("`{name} = [\"…\"]`"),
        Form::Formatted(_, value) => format!("`{name} = \"{value}\"`"),
        Form::Version => format!("`{name} = \"1.0.0\"`"),
        Form::Word(words) => format!("`{name} = \"{}\"`", words.example),
        Form::Format | Form::Text => format!("`{name}(\"{{}} found\", data.len())`"),
    }
}
