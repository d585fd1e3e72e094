//! `#[tool_error(…)]` on a type, a variant and a field.

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Error, LitStr, Meta, Path, Result, Token, parenthesized, token};

use crate::errors::Errors;
use crate::suggest::{did_you_mean, listed};

const VARIANT: [&str; 9] = [
    "code",
    "error_type",
    "remediation",
    "message",
    "summary",
    "upgrade",
    "codes",
    "transparent",
    "expose",
];
const FIELD: [&str; 6] = ["detail", "data", "path", "rate_limit", "telemetry", "meta"];

/// What is said of a variant, or of a struct.
#[derive(Default)]
pub(super) struct VariantAttrs {
    pub(super) code: Option<LitStr>,
    pub(super) error_type: Option<LitStr>,
    pub(super) remediation: Option<LitStr>,
    pub(super) message: Option<LitStr>,
    /// The failure in one sentence, for dotbot.
    pub(super) summary: Option<LitStr>,
    pub(super) upgrades: Vec<Upgrade>,
    /// The codes that single dialects have: `codes("code-scalpel-v1" = "invalid_path")`.
    pub(super) codes: Vec<(LitStr, LitStr)>,
    pub(super) transparent: Option<Span>,
    pub(super) expose: Option<Span>,
    /// Whether `thiserror` makes its `Display`.
    pub(super) has_error_attribute: bool,
    /// Whether something could not be read, which may be what is missing.
    pub(super) broken: bool,
}

/// `upgrade(feature = "…", tier = "…", reason = "…")`
pub(super) struct Upgrade {
    pub(super) feature: LitStr,
    pub(super) tier: LitStr,
    pub(super) reason: LitStr,
}

/// Where a marked field goes.
pub(super) struct FieldMark {
    pub(super) slot: Slot,
    /// The key on the wire.
    pub(super) key: String,
    pub(super) span: Span,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Slot {
    Detail,
    Data,
    Path,
    RateLimit,
    Telemetry,
    Meta,
}

impl Slot {
    pub(super) fn attribute(self) -> &'static str {
        match self {
            Self::Detail => "detail",
            Self::Data => "data",
            Self::Path => "path",
            Self::RateLimit => "rate_limit",
            Self::Telemetry => "telemetry",
            Self::Meta => "meta",
        }
    }
}

impl VariantAttrs {
    pub(super) fn parse(attributes: &[Attribute], is_struct: bool, errors: &mut Errors) -> Self {
        let mut attrs = Self {
            has_error_attribute: attributes
                .iter()
                .any(|attribute| attribute.path().is_ident("error")),
            ..Self::default()
        };
        let all_read =
            each_argument(attributes, errors, |name, input| match name.to_string().as_str() {
                "code" => {
                    set(&mut attrs.code, name, text(name, "code = \"SPEC_NOT_FOUND\"", input)?)
                }
                "error_type" => set(
                    &mut attrs.error_type,
                    name,
                    text(name, "error_type = \"not_found\"", input)?,
                ),
                "remediation" => set(
                    &mut attrs.remediation,
                    name,
                    text(name, "remediation = \"Provide a valid {field}\"", input)?,
                ),
                "message" => set(&mut attrs.message, name, text(name, "message = \"…\"", input)?),
                "summary" => set(&mut attrs.summary, name, text(name, "summary = \"…\"", input)?),
                "upgrade" => upgrade(name, input).map(|upgrade| attrs.upgrades.push(upgrade)),
                "codes" => codes(name, input).map(|codes| attrs.codes.extend(codes)),
                "transparent" => {
                    flag(name, input).and_then(|()| set(&mut attrs.transparent, name, name.span()))
                }
                "expose" => {
                    flag(name, input).and_then(|()| set(&mut attrs.expose, name, name.span()))
                }
                "crate" if is_struct => {
                    input.parse::<Token![=]>().and_then(|_| input.parse::<Path>()).map(drop)
                }
                _ => Err(unknown(name, "variant", &VARIANT, "field", &FIELD)),
            });
        attrs.broken = !all_read;
        attrs
    }
}

/// `#[tool_error(crate = path)]` on the type. On a struct, the rest stands there as well.
pub(super) fn container_attrs(
    attributes: &[Attribute],
    is_enum: bool,
    errors: &mut Errors,
) -> Option<Path> {
    let mut runtime = None;
    let mut ignored = Errors::default();
    each_argument(attributes, if is_enum { errors } else { &mut ignored }, |name, input| {
        if name == "crate" {
            input.parse::<Token![=]>()?;
            return set(&mut runtime, name, input.parse()?);
        }
        let message =
            format!("`{name}` belongs on a variant; on the enum stands only `crate = path`");
        Err(Error::new(name.span(), message))
    });
    runtime
}

/// The marks of a field. A name on the wire is the field's own, unless the mark gives one.
pub(super) fn field_marks(
    attributes: &[Attribute],
    field: Option<&Ident>,
    errors: &mut Errors,
) -> Vec<FieldMark> {
    let mut marks = Vec::new();
    each_argument(attributes, errors, |name, input| {
        let slot = match name.to_string().as_str() {
            "detail" => Slot::Detail,
            "data" => Slot::Data,
            "telemetry" => Slot::Telemetry,
            "meta" => Slot::Meta,
            "path" => return flag(name, input).map(|()| marks.push(unnamed(Slot::Path, name))),
            "rate_limit" => {
                return flag(name, input).map(|()| marks.push(unnamed(Slot::RateLimit, name)));
            }
            _ => return Err(unknown(name, "field", &FIELD, "variant", &VARIANT)),
        };
        let (key, span) = if input.peek(Token![=]) {
            let key = text(name, &format!("{name} = \"key\""), input)?;
            (key.value(), key.span())
        } else if let Some(field) = field {
            (field.unraw().to_string(), name.span())
        } else {
            let message =
                format!("a field without a name needs a key on the wire: `{name} = \"key\"`");
            return Err(Error::new(name.span(), message));
        };
        marks.push(FieldMark { slot, key, span });
        Ok(())
    });
    marks
}

fn upgrade(name: &Ident, input: ParseStream<'_>) -> Result<Upgrade> {
    const EXAMPLE: &str = "upgrade(feature = \"…\", tier = \"pro\", reason = \"…\")";
    let incomplete = || {
        Error::new(
            name.span(),
            format!("an upgrade has a feature, a tier and a reason: `{EXAMPLE}`"),
        )
    };
    if !input.peek(token::Paren) {
        return Err(incomplete());
    }
    let content;
    parenthesized!(content in input);
    let (mut feature, mut tier, mut reason) = (None, None, None);
    while !content.is_empty() {
        let part = content.call(Ident::parse_any)?;
        let place = match part.to_string().as_str() {
            "feature" => &mut feature,
            "tier" => &mut tier,
            "reason" => &mut reason,
            _ => {
                let message = format!("`{part}` is not a part of an upgrade: `{EXAMPLE}`");
                return drained(&content, Error::new(part.span(), message));
            }
        };
        let value = text(&part, EXAMPLE, &content).or_else(|error| drained(&content, error))?;
        set(place, &part, value).or_else(|error| drained(&content, error))?;
        crate::args::next(&content, true)?;
    }
    match (feature, tier, reason) {
        (Some(feature), Some(tier), Some(reason)) => Ok(Upgrade { feature, tier, reason }),
        _ => Err(incomplete()),
    }
}

/// The error alone: what is left unread between parentheses would be another one.
fn drained<T>(content: ParseStream<'_>, error: Error) -> Result<T> {
    content.parse::<TokenStream>()?;
    Err(error)
}

fn codes(name: &Ident, input: ParseStream<'_>) -> Result<Vec<(LitStr, LitStr)>> {
    const EXAMPLE: &str = "codes(\"code-scalpel-v1\" = \"invalid_path\")";
    let malformed =
        |span| Error::new(span, format!("`codes` gives a dialect its own code: `{EXAMPLE}`"));
    if !input.peek(token::Paren) {
        return Err(malformed(name.span()));
    }
    let content;
    parenthesized!(content in input);
    let mut codes = Vec::new();
    while !content.is_empty() {
        let pair = |content: ParseStream<'_>| {
            let dialect: LitStr = content.parse().map_err(|error| malformed(error.span()))?;
            content.parse::<Token![=]>().map_err(|_| malformed(dialect.span()))?;
            let code: LitStr = content.parse().map_err(|error| malformed(error.span()))?;
            Ok((dialect, code))
        };
        let (dialect, code) = pair(&content).or_else(|error| drained(&content, error))?;
        codes.push((dialect, code));
        crate::args::next(&content, true)?;
    }
    Ok(codes)
}

fn unnamed(slot: Slot, name: &Ident) -> FieldMark {
    FieldMark { slot, key: slot.attribute().to_owned(), span: name.span() }
}

/// Whether `thiserror` takes the field as the error's source.
pub(super) fn is_thiserror_source(field: &syn::Field, has_error_attribute: bool) -> bool {
    let marked = field
        .attrs
        .iter()
        .any(|attribute| attribute.path().is_ident("source") || attribute.path().is_ident("from"));
    let named = field.ident.as_ref().is_some_and(|ident| ident == "source");
    marked || (named && has_error_attribute)
}

/// Reads each argument of each `#[tool_error(…)]`. Whether all of them could be read.
fn each_argument(
    attributes: &[Attribute],
    errors: &mut Errors,
    mut argument: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) -> bool {
    let mut all_read = true;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("tool_error")) {
        let Meta::List(list) = &attribute.meta else {
            let message =
                "`#[tool_error]` takes arguments: `#[tool_error(code = \"SPEC_NOT_FOUND\")]`";
            errors.push(Error::new_spanned(attribute, message));
            all_read = false;
            continue;
        };
        let read = |input: ParseStream<'_>| {
            while !input.is_empty() {
                let name = input.call(Ident::parse_any)?;
                let read = errors.take(argument(&name, input)).is_some();
                all_read &= read;
                crate::args::next(input, read)?;
            }
            Ok(())
        };
        if let Err(error) = read.parse2(list.tokens.clone()) {
            errors.push(error);
            all_read = false;
        }
    }
    all_read
}

fn set<T>(place: &mut Option<T>, name: &Ident, value: T) -> Result<()> {
    if place.is_some() {
        let message = format!("`{name}` is given twice; remove one of them");
        return Err(Error::new(name.span(), message));
    }
    *place = Some(value);
    Ok(())
}

/// `= "text"`, which may not be empty.
fn text(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<LitStr> {
    let text: LitStr = crate::args::value(name, example, input)?;
    if text.value().trim().is_empty() {
        return Err(Error::new(
            text.span(),
            format!("`{name}` is empty; write it out: `{example}`"),
        ));
    }
    Ok(text)
}

fn flag(name: &Ident, input: ParseStream<'_>) -> Result<()> {
    if crate::args::ends(input) {
        return Ok(());
    }
    Err(Error::new(name.span(), format!("`{name}` takes no value; write it alone")))
}

fn unknown(
    name: &Ident,
    here: &str,
    known: &[&'static str],
    there: &str,
    others: &[&str],
) -> Error {
    let text = name.to_string();
    let message = if others.contains(&text.as_str()) {
        format!("`{text}` belongs on a {there}; a {here} takes {}", listed(known.iter().copied()))
    } else {
        let known = did_you_mean(&text, known.iter().copied());
        format!("`{text}` is not an argument of a {here}; {known}")
    };
    Error::new(name.span(), message)
}
