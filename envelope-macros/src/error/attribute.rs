//! `#[tool_error(…)]` on a type, a variant and a field.

use proc_macro2::{Ident, Spacing, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{
    Attribute, Data, DeriveInput, Error, ExprPath, Fields, LitInt, LitStr, Meta, Result, Token,
    token,
};

use crate::contracts::{CODES_EXAMPLE, TIERS, is_screaming_snake_case, to_screaming_snake_case};
use crate::errors::Errors;
use crate::syntax::crate_path::CratePath;
use crate::syntax::habits::{self, Habits, habit};
use crate::syntax::suggest::{all_of, did_you_mean};
use crate::syntax::values::{
    self, at_end, flag, is_constant, rest_of_argument, set_once, text, word,
};
use crate::syntax::{each_attribute, each_in_parentheses};

const WITH_EXAMPLE: &str = "with = database_failure";

const WITH_SIGNATURE: &str = "fn database_failure(error: &…) -> ToolFailure";

/// The item with the attribute, for messages.
struct Target {
    name: &'static str,
    arguments: &'static [&'static str],
    habits: Habits,
}

const VARIANT: Target = Target {
    name: "variant",
    habits: habits::VARIANT,
    arguments: &[
        "code",
        "error_type",
        "remediation",
        "message",
        "summary",
        "retry",
        "status",
        "upgrade",
        "codes",
        "transparent",
        "with",
        "expose",
        "reviewed",
    ],
};

const FIELD: Target = Target {
    name: "field",
    habits: habits::FIELD,
    arguments: &[
        "detail",
        "in_text",
        "data",
        "path",
        "rate_limit",
        "telemetry",
        "warnings",
        "meta",
    ],
};

/// The arguments on a variant, or on a struct.
#[derive(Default)]
pub(super) struct VariantAttrs {
    pub(super) code: Option<LitStr>,
    pub(super) error_type: Option<LitStr>,
    pub(super) remediation: Option<LitStr>,
    pub(super) message: Option<LitStr>,
    /// The failure in one sentence, for dialects that have a summary.
    pub(super) summary: Option<LitStr>,
    /// The retry advice, or a delay.
    pub(super) retry: Option<LitStr>,
    /// The HTTP status.
    pub(super) status: Option<LitInt>,
    pub(super) upgrades: Vec<UpgradeAttr>,
    /// The ids of dialects, each with the code for it.
    pub(super) codes: Vec<(LitStr, LitStr)>,
    pub(super) transparent: Option<Span>,
    /// The function that makes a failure of the inner error.
    pub(super) with: Option<ExprPath>,
    pub(super) expose: Option<Span>,
    /// The reason why the review of declared failures accepts the variant as it is.
    pub(super) reviewed: Option<LitStr>,
    /// The text of `#[error("…")]`.
    pub(super) error_text: Option<LitStr>,
    /// The attribute of `thiserror`, which derives its `Display`.
    pub(super) error_attribute: Option<ErrorAttribute>,
    /// Whether an argument could not be read: it may be the one that seems to be missing.
    pub(super) broken: bool,
    /// Whether a text is followed by arguments, as in `format!`.
    pub(super) formats: bool,
    /// The text that was read last.
    last_text: Option<(Ident, LitStr)>,
}

/// An attribute of `thiserror`.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ErrorAttribute {
    /// `#[error("…")]`
    Text,
    /// `#[error(transparent)]`: the message and the source come from the field.
    Transparent,
}

impl ErrorAttribute {
    fn of(attribute: &Attribute) -> Option<Self> {
        let is_transparent =
            attribute.parse_args::<Ident>().is_ok_and(|argument| argument == "transparent");
        let kind = if is_transparent { Self::Transparent } else { Self::Text };
        attribute.path().is_ident("error").then_some(kind)
    }
}

/// The text of `#[error("…", …)]`.
fn error_text(attribute: &Attribute) -> Option<LitStr> {
    let first = |input: ParseStream<'_>| {
        let text = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(text)
    };
    attribute.path().is_ident("error").then(|| attribute.parse_args_with(first).ok())?
}

/// `upgrade(feature = "…", tier = "…", reason = "…")`
pub(super) struct UpgradeAttr {
    pub(super) feature: LitStr,
    pub(super) tier: LitStr,
    pub(super) reason: LitStr,
}

/// The destination of a marked field.
pub(super) struct FieldMark {
    pub(super) slot: Slot,
    /// The key on the wire.
    pub(super) key: String,
    pub(super) span: Span,
    /// Whether it is also part of the text for the model.
    pub(super) is_in_text: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Slot {
    Detail,
    Data,
    Path,
    RateLimit,
    Telemetry,
    Warnings,
    Meta,
}

/// Each slot, and the argument that marks a field for it.
const SLOTS: [(Slot, &str); 7] = [
    (Slot::Detail, "detail"),
    (Slot::Data, "data"),
    (Slot::Path, "path"),
    (Slot::RateLimit, "rate_limit"),
    (Slot::Telemetry, "telemetry"),
    (Slot::Warnings, "warnings"),
    (Slot::Meta, "meta"),
];

impl Slot {
    /// The argument that marks a field.
    pub(super) fn name(self) -> &'static str {
        SLOTS.iter().find(|(slot, _)| *slot == self).map_or("", |(_, name)| name)
    }

    /// The slot of an argument.
    fn of(name: &Ident) -> Option<Self> {
        SLOTS.iter().find(|(_, known)| name == known).map(|(slot, _)| *slot)
    }

    /// Whether the key is always the same.
    fn has_fixed_key(self) -> bool {
        matches!(self, Self::Path | Self::RateLimit | Self::Warnings)
    }
}

/// `#[tool_error(crate = path)]` on an enum. Returns whether all arguments could be read.
pub(super) fn parse_enum(
    attributes: &[Attribute],
    runtime: &mut CratePath,
    errors: &mut Errors,
) -> bool {
    each(attributes, errors, |input| {
        let name = &values::name(EXAMPLE, input)?;
        if name == "crate" {
            return runtime.parse(name, input);
        }
        if let Some(error) = habit(habits::ENUM, name, "an enum") {
            return Err(error);
        }
        let message = format!("`{name}` belongs on a variant; an enum takes only `crate = path`");
        Err(Error::new(name.span(), message))
    })
}

impl VariantAttrs {
    pub(super) fn of_variant(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut attrs = Self::new(attributes);
        attrs.read(attributes, errors, |_, _| None);
        attrs
    }

    /// The arguments of a struct, where `crate = path` is among them.
    pub(super) fn of_struct(
        attributes: &[Attribute],
        runtime: &mut CratePath,
        errors: &mut Errors,
    ) -> Self {
        let mut attrs = Self::new(attributes);
        attrs.read(attributes, errors, |name, input| {
            (name == "crate").then(|| runtime.parse(name, input))
        });
        attrs
    }

    /// Reads each argument that `other` does not.
    fn read(
        &mut self,
        attributes: &[Attribute],
        errors: &mut Errors,
        mut other: impl FnMut(&Ident, ParseStream<'_>) -> Option<Result<()>>,
    ) {
        let all_read = each(attributes, errors, |input| {
            if self.is_format_argument(input) {
                return self.format_argument(input);
            }
            if let Ok(text) = input.fork().parse::<LitStr>() {
                return Err(without_name(&text));
            }
            let name = &values::name(EXAMPLE, input)?;
            other(name, input).unwrap_or_else(|| self.argument(name, input))
        });
        self.broken |= !all_read;
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("error")) {
            self.refuse_ours(attribute, errors);
        }
    }

    /// Reports an argument of `#[tool_error(…)]` in thiserror's `#[error(…)]`.
    fn refuse_ours(&mut self, attribute: &Attribute, errors: &mut Errors) {
        const OURS: [&str; 3] = ["code", "error_type", "remediation"];
        let Meta::List(list) = &attribute.meta else { return };
        let tokens: Vec<_> = list.tokens.clone().into_iter().collect();
        let ours = tokens.windows(2).find_map(|pair| match pair {
            [TokenTree::Ident(name), TokenTree::Punct(equals)]
                if equals.as_char() == '='
                    // Else it is `==`.
                    && equals.spacing() == Spacing::Alone
                    && OURS.iter().any(|ours| name == ours) =>
            {
                Some(name)
            }
            _ => None,
        });
        let Some(name) = ours else { return };
        // A format string can have an argument of that name.
        let reads = |token: &TokenTree| token.to_string().contains(&format!("{{{name}"));
        if !tokens.iter().any(reads) {
            let message = format!(
                "`{name}` is not an argument of thiserror's `#[error(…)]`; write it in `#[tool_error(…)]`"
            );
            errors.push(Error::new(name.span(), message));
            self.broken = true;
        }
    }

    /// Whether this is an argument of the text before it, as in `format!`, and not of the attribute.
    fn is_format_argument(&self, input: ParseStream<'_>) -> bool {
        let Some((_, text)) = &self.last_text else { return false };
        let text = text.value();
        let fork = input.fork();
        let Ok(name) = fork.call(Ident::parse_any) else { return text.contains('{') };
        let name = name.to_string();
        if VARIANT.arguments.contains(&name.as_str()) || name == "crate" {
            return false;
        }
        let is_positional = ["{}", "{:", "{0"].iter().any(|braces| text.contains(braces));
        // With a value, it is a misspelt argument, unless the text names it.
        let has_value = fork.peek(Token![=]);
        (is_positional && !has_value) || fork.peek(Token![.]) || text.contains(&format!("{{{name}"))
    }

    /// Reports the first argument of a text, and skips the others.
    fn format_argument(&mut self, input: ParseStream<'_>) -> Result<()> {
        let start = input.span();
        rest_of_argument(input)?;
        if std::mem::replace(&mut self.formats, true) {
            return Ok(());
        }
        let name = self.last_text.as_ref().map(|(name, _)| name.to_string()).unwrap_or_default();
        let message = format!(
            "`{name}` takes no arguments after its text; name a field of the error in braces: `{name} = \"… {{field}} …\"`"
        );
        Err(Error::new(start, message))
    }

    fn new(attributes: &[Attribute]) -> Self {
        let error_attribute = attributes.iter().find_map(ErrorAttribute::of);
        let error_text = attributes.iter().find_map(error_text);
        Self { error_text, error_attribute, ..Self::default() }
    }

    /// Whether the inner error makes the failure.
    pub(super) fn passes_on(&self) -> bool {
        self.transparent.is_some() || self.with.is_some()
    }

    fn argument(&mut self, name: &Ident, input: ParseStream<'_>) -> Result<()> {
        match name.to_string().as_str() {
            "code" => {
                let example = "code = \"SPEC_NOT_FOUND\"";
                let code = word(name, example, |word| Some(to_screaming_snake_case(word)), input)?;
                set_once(&mut self.code, name, code)
            }
            "error_type" => {
                let error_type =
                    word(name, "error_type = \"not_found\"", |word| Some(snake_case(word)), input)?;
                set_once(&mut self.error_type, name, error_type)
            }
            "remediation" => {
                let text = self.text(name, "remediation = \"Provide a valid {field}\"", input)?;
                set_once(&mut self.remediation, name, text)
            }
            "message" => {
                let text = self.text(name, "message = \"Spec '{id}' not found\"", input)?;
                set_once(&mut self.message, name, text)
            }
            "summary" => {
                let text = self.text(name, "summary = \"…\"", input)?;
                set_once(&mut self.summary, name, text)
            }
            "retry" => {
                let example = "retry = \"never\"` or `retry = \"30 s\"";
                let retry = word(name, example, |word| Some(snake_case(word)), input)?;
                set_once(&mut self.retry, name, retry)
            }
            "status" => {
                let status = values::number(name, "status = 410", input)?;
                set_once(&mut self.status, name, status)
            }
            "upgrade" => upgrade(name, input).map(|upgrade| self.upgrades.push(upgrade)),
            "codes" => codes(name, input).map(|codes| self.codes.extend(codes)),
            "transparent" => flag_once(&mut self.transparent, name, input),
            "with" => {
                let function = values::function(name, WITH_EXAMPLE, WITH_SIGNATURE, input)?;
                set_once(&mut self.with, name, function)
            }
            "expose" => flag_once(&mut self.expose, name, input),
            "reviewed" => {
                let example = "reviewed = \"the caller cannot prevent it\"";
                set_once(&mut self.reviewed, name, text(name, example, input)?)
            }
            _ => Err(unknown(name, &VARIANT, &FIELD)),
        }
    }

    /// A text that names fields.
    fn text(&mut self, name: &Ident, example: &str, input: ParseStream<'_>) -> Result<LitStr> {
        let text = text(name, example, input)?;
        self.last_text = Some((name.clone(), text.clone()));
        Ok(text)
    }
}

/// A variant as a word: `NotFound` as `not_found`.
fn snake_case(variant: &str) -> String {
    to_screaming_snake_case(variant).to_lowercase()
}

/// A text without the name of its argument.
fn without_name(text: &LitStr) -> Error {
    let name = if is_screaming_snake_case(&text.value()) { "code" } else { "message" };
    let message = format!("an argument needs a name; write `{name} = {}`", text.token());
    Error::new(text.span(), message)
}

/// The marks of a field.
pub(super) fn parse_field(
    attributes: &[Attribute],
    field: Option<&Ident>,
    errors: &mut Errors,
) -> Vec<FieldMark> {
    let mut marks = Vec::new();
    let mut in_text = None;
    let all_read = each(attributes, errors, |input| {
        let name = &values::name(EXAMPLE, input)?;
        if name == "in_text" {
            return flag_once(&mut in_text, name, input);
        }
        let slot = Slot::of(name).ok_or_else(|| unknown(name, &FIELD, &VARIANT))?;
        let (key, span) = key(slot, name, field, input)?;
        marks.push(FieldMark { slot, key, span, is_in_text: false });
        Ok(())
    });
    if let Some(span) = in_text {
        let mut details = marks.iter_mut().filter(|mark| mark.slot == Slot::Detail).peekable();
        if details.peek().is_none() && all_read {
            let message = "`in_text` is for a detail; write `#[tool_error(detail, in_text)]`";
            errors.push(Error::new(span, message));
        }
        details.for_each(|mark| mark.is_in_text = true);
    }
    marks
}

/// The key of a mark, and the place that messages about it point to. Without `= "key"`, the key is the name of the field.
fn key(
    slot: Slot,
    name: &Ident,
    field: Option<&Ident>,
    input: ParseStream<'_>,
) -> Result<(String, Span)> {
    if slot.has_fixed_key() {
        flag(name, input)?;
        return Ok((slot.name().to_owned(), name.span()));
    }
    if !at_end(input) {
        let spell = |word: &str| (!is_constant(word)).then(|| word.to_owned());
        let key = word(name, &format!("{name} = \"key\""), spell, input)?;
        return Ok((key.value(), key.span()));
    }
    let Some(field) = field else {
        let message = format!("a field without a name needs a key: `{name} = \"key\"`");
        return Err(Error::new(name.span(), message));
    };
    Ok((field.unraw().to_string(), name.span()))
}

/// Whether the type, a variant or a field has an attribute of `thiserror`.
pub(super) fn uses_thiserror(item: &DeriveInput) -> bool {
    fn has_one(attributes: &[Attribute], names: &[&str]) -> bool {
        attributes.iter().any(|attribute| names.iter().any(|name| attribute.path().is_ident(name)))
    }

    // On a variant, `from` belongs to `derive_more`.
    let in_fields =
        |fields: &Fields| fields.iter().any(|field| has_one(&field.attrs, &["from", "source"]));
    has_one(&item.attrs, &["error"])
        || match &item.data {
            Data::Struct(data) => in_fields(&data.fields),
            Data::Enum(data) => data
                .variants
                .iter()
                .any(|variant| has_one(&variant.attrs, &["error"]) || in_fields(&variant.fields)),
            Data::Union(_) => false,
        }
}

/// Whether `thiserror` takes the field as the source of the error.
pub(super) fn is_thiserror_source(field: &syn::Field, has_error_attribute: bool) -> bool {
    let marked = field
        .attrs
        .iter()
        .any(|attribute| attribute.path().is_ident("source") || attribute.path().is_ident("from"));
    let named = field.ident.as_ref().is_some_and(|ident| ident == "source");
    marked || (named && has_error_attribute)
}

/// `upgrade(…)`, which has three parts in any order.
fn upgrade(name: &Ident, input: ParseStream<'_>) -> Result<UpgradeAttr> {
    let example = format!("upgrade(feature = \"…\", tier = \"{}\", reason = \"…\")", TIERS.example);
    let (mut feature, mut tier, mut reason) = (None, None, None);
    if input.peek(token::Paren) {
        each_in_parentheses(input, |input| {
            let part = values::name(&example, input)?;
            let place = match part.to_string().as_str() {
                "feature" => &mut feature,
                "tier" => &mut tier,
                "reason" => &mut reason,
                _ => {
                    let message =
                        format!("`{part}` is not an argument of `upgrade`; expected `{example}`");
                    return Err(Error::new(part.span(), message));
                }
            };
            set_once(place, &part, text(&part, &example, input)?)
        })?;
    }
    let (Some(feature), Some(tier), Some(reason)) = (feature, tier, reason) else {
        let message = format!("`upgrade` needs a feature, a tier and a reason: `{example}`");
        return Err(Error::new(name.span(), message));
    };
    Ok(UpgradeAttr { feature, tier, reason })
}

/// `codes("dialect" = "code", …)`
fn codes(name: &Ident, input: ParseStream<'_>) -> Result<Vec<(LitStr, LitStr)>> {
    if !input.peek(token::Paren) {
        return Err(malformed_codes(name.span()));
    }
    let mut codes = Vec::new();
    each_in_parentheses(input, |input| {
        codes.push(code_for_dialect(input)?);
        Ok(())
    })?;
    Ok(codes)
}

/// `"dialect" = "code"`
fn code_for_dialect(input: ParseStream<'_>) -> Result<(LitStr, LitStr)> {
    let dialect: LitStr = input.parse().map_err(|error| malformed_codes(error.span()))?;
    input.parse::<Token![=]>().map_err(|_| malformed_codes(dialect.span()))?;
    let code = input.parse().map_err(|error| malformed_codes(error.span()))?;
    Ok((dialect, code))
}

fn malformed_codes(span: Span) -> Error {
    let message = format!(
        "each code in `codes` needs the id of its dialect before it; for example `{CODES_EXAMPLE}`"
    );
    Error::new(span, message)
}

fn flag_once(place: &mut Option<Span>, name: &Ident, input: ParseStream<'_>) -> Result<()> {
    flag(name, input)?;
    set_once(place, name, name.span())
}

/// How messages show an argument.
const EXAMPLE: &str = "#[tool_error(code = \"SPEC_NOT_FOUND\")]";

/// Reads each argument of each `#[tool_error(…)]`. Returns whether all of them could be read.
fn each(
    attributes: &[Attribute],
    errors: &mut Errors,
    argument: impl FnMut(ParseStream<'_>) -> Result<()>,
) -> bool {
    each_attribute(attributes, "tool_error", EXAMPLE, errors, argument)
}

/// The error for an argument that is unknown here. It may belong to the other target.
fn unknown(name: &Ident, here: &Target, there: &Target) -> Error {
    let text = name.to_string();
    if let Some(error) = habit(here.habits, name, &format!("a {}", here.name)) {
        return error;
    }
    let known = here.arguments.iter().copied();
    let here = here.name;
    let message = if is_screaming_snake_case(&text) {
        format!("an argument needs a name; write `code = \"{text}\"`")
    } else if there.arguments.contains(&text.as_str()) {
        format!("`{text}` belongs on a {}; a {here} takes {}", there.name, all_of(known))
    } else {
        format!("`{text}` is not an argument of a {here}; {}", did_you_mean(&text, known))
    };
    Error::new(name.span(), message)
}

#[cfg(test)]
mod tests {
    use crate::error::expand;

    fn errors(item: &str) -> Vec<String> {
        let expanded = expand(item.parse().unwrap()).to_string();
        expanded.split("compile_error ! {").skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn ours_are_no_arguments_of_thiserror() {
        for (error, is_refused) in [
            (r#""no", code = "CONFLICT""#, true),
            (r#""{code}", code = 1"#, false),
            (r#""{}", code.0"#, false),
            (r#""{} {reason}", 1, reason = 2"#, false),
            (r#""{}", { let reason = 1; reason }"#, false),
            (r#""{}", reason == 1"#, false),
            (r#""{}", code"#, false),
        ] {
            let own = r#"#[tool_error(code = "CONFLICT")]"#;
            let errors = errors(&format!("{own} #[error({error})] struct S {{ code: (u8,) }}"));
            assert_eq!(errors.len(), usize::from(is_refused), "{error}: {errors:?}");
            let named = |error: &String| error.contains("not an argument of thiserror's");
            assert!(errors.iter().all(named), "{error}: {errors:?}");
        }
    }

    #[test]
    fn a_text_takes_no_arguments() {
        for arguments in [r#""{}", id"#, r#""no", id.name"#, r#""{id}", id = 5"#, r#""{}", 5, id"#]
        {
            let item =
                format!("#[tool_error(code = \"CONFLICT\", message = {arguments})] struct S;");
            let errors = errors(&item);
            assert_eq!(errors.len(), 1, "{arguments}: {errors:?}");
            assert!(errors[0].contains("takes no arguments after its text"), "{errors:?}");
        }
    }

    #[test]
    fn an_argument_can_have_the_name_of_a_field() {
        for item in [
            r#"#[tool_error(message = "code {code}", code = "CONFLICT")] struct S { code: u8 }"#,
            r#"#[tool_error(code = "CONFLICT", message = "no {0}", crate = a::b)] struct S(u8);"#,
            r#"#[tool_error(message = "no {0}", code = "CONFLICT")] struct S(u8);"#,
        ] {
            assert_eq!(errors(item), [""; 0], "{item}");
        }
    }
}
