//! `#[tool_error(…)]` on an enum, a variant or a struct.

use proc_macro2::{Ident, Span};
use syn::parse::ParseStream;
use syn::{Attribute, Error, ExprPath, LitInt, LitStr, Result, Token, token};

use super::slot;
use super::template::Template;
use super::thiserror::ErrorAttribute;
use crate::contracts::{
    CODES_EXAMPLE, Code, is_screaming_snake_case, joined, to_screaming_snake_case,
};
use crate::errors::{Errors, error};
use crate::syntax::crate_path::CratePath;
use crate::syntax::habits::{self, Habits};
use crate::syntax::suggest::did_you_mean;
use crate::syntax::values::{
    self, flag, format_arguments, function, given_twice, own_value, set_once, text, value, word,
};
use crate::syntax::{each_attribute, each_in_parentheses};

/// How messages show the attribute.
pub(super) const EXAMPLE: &str = "#[tool_error(code = \"SPEC_NOT_FOUND\")]";

/// Each argument of a variant, and how messages show it.
const EXAMPLES: [(&str, &str); 14] = [
    ("code", "code = \"SPEC_NOT_FOUND\""),
    ("error_type", "error_type = \"not_found\""),
    ("remediation", "remediation = \"Provide a valid {field}\""),
    ("message", "message = \"Spec '{id}' not found\""),
    ("summary", "summary = \"…\""),
    ("retry", "retry = \"never\"` or `retry = \"30 s\""),
    ("status", "status = 410"),
    ("upgrade", "upgrade(feature = \"…\", tier = \"pro\", reason = \"…\")"),
    ("codes", CODES_EXAMPLE),
    ("transparent", "transparent"),
    ("with", "with = database_failure"),
    ("expose", "expose"),
    ("reviewed", "reviewed = \"the caller cannot prevent it\""),
    ("skip_nulls", "skip_nulls"),
];

/// The arguments of an enum: its defaults for variants with a code, and `crate = path`.
const OF_ENUM: [&str; 6] = ["error_type", "remediation", "summary", "retry", "skip_nulls", "crate"];

/// How messages show an argument of a variant.
fn example(argument: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(name, _)| *name == argument).map(|(_, example)| *example)
}

/// An item with the attribute, for messages.
pub(super) struct Target {
    /// The kind of the item, with its article.
    name: &'static str,
    arguments: fn() -> Vec<&'static str>,
    habits: Habits,
}

const VARIANT: Target = Target {
    name: "a variant",
    arguments: || EXAMPLES.map(|(name, _)| name).to_vec(),
    habits: habits::VARIANT,
};

pub(super) const FIELD: Target =
    Target { name: "a field", arguments: slot::names, habits: habits::FIELD };

const ENUM: Target =
    Target { name: "an enum", arguments: || OF_ENUM.to_vec(), habits: habits::ENUM };

/// The arguments on a variant, or on a struct.
#[derive(Default)]
pub(super) struct VariantAttrs {
    pub(super) code: Option<LitStr>,
    pub(super) error_type: Option<LitStr>,
    pub(super) remediation: Option<Template>,
    pub(super) message: Option<Template>,
    /// The failure in one sentence, for dialects that have a summary.
    pub(super) summary: Option<Template>,
    /// The retry advice, or a delay.
    pub(super) retry: Option<LitStr>,
    /// The HTTP status.
    pub(super) status: Option<LitInt>,
    pub(super) upgrades: Vec<Upgrade>,
    /// The ids of dialects, each with the code for it.
    pub(super) codes: Vec<(LitStr, LitStr)>,
    pub(super) transparent: Option<Ident>,
    /// The function that makes a failure of the inner error.
    pub(super) with: Option<ExprPath>,
    pub(super) expose: Option<Ident>,
    /// The reason why the review of declared failures accepts the variant as it is.
    pub(super) reviewed: Option<LitStr>,
    /// Whether fields that are null are left out.
    pub(super) skip_nulls: Option<Ident>,
    /// `crate = path`, which is on the type.
    pub(super) runtime: Option<CratePath>,
    /// The attribute of thiserror, which derives `Display`.
    pub(super) thiserror: Option<ErrorAttribute>,
    /// Whether an argument could not be read: it may be the one that seems to be missing.
    pub(super) broken: bool,
    /// The names of the arguments that were read.
    pub(super) given: Vec<Ident>,
    /// The names of the fields, which texts can contain.
    fields: Vec<String>,
}

/// `upgrade(feature = "…", tier = "…", reason = "…")`
pub(super) struct Upgrade {
    pub(super) feature: Template,
    pub(super) tier: LitStr,
    pub(super) reason: Template,
}

impl VariantAttrs {
    /// Reads the defaults on an enum.
    pub(super) fn parse_enum(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut attrs = Self { runtime: Some(CratePath::default()), ..Self::default() };
        attrs.broken = !each(attributes, errors, |input| {
            let name = &values::name(EXAMPLE, input)?;
            let is_of_enum = OF_ENUM.iter().any(|known| name == known);
            if is_of_enum { attrs.named(name, input) } else { Err(unknown(name, &ENUM, input)) }
        });
        attrs
    }

    /// Takes the defaults of the enum that the variant does not set. A variant that passes on its inner error takes no defaults.
    pub(super) fn inherit(&mut self, defaults: &Self) {
        self.broken |= defaults.broken;
        if self.passes_on() {
            return;
        }
        let code = self.code.as_ref().map(LitStr::value);
        if code.is_some_and(|code| Code::find(&code).is_none()) {
            or_default(&mut self.error_type, defaults.error_type.as_ref());
        }
        or_default(&mut self.remediation, defaults.remediation.as_ref());
        or_default(&mut self.summary, defaults.summary.as_ref());
        or_default(&mut self.retry, defaults.retry.as_ref());
        or_default(&mut self.skip_nulls, defaults.skip_nulls.as_ref());
    }

    /// Whether the argument is on the variant itself.
    pub(super) fn gives(&self, argument: &str) -> bool {
        self.given.iter().any(|given| given == argument)
    }

    /// Reads the arguments of an item with these fields. With a `runtime`, as for a struct, `crate = path` is among them.
    pub(super) fn parse(
        attributes: &[Attribute],
        fields: Vec<String>,
        runtime: Option<CratePath>,
        errors: &mut Errors,
    ) -> Self {
        let thiserror = ErrorAttribute::of(attributes);
        let mut attrs = Self { runtime, thiserror, fields, ..Self::default() };
        attrs.broken = !each(attributes, errors, |input| attrs.next(input));
        attrs
    }

    fn next(&mut self, input: ParseStream<'_>) -> Result<()> {
        if let Ok(text) = input.fork().parse::<LitStr>() {
            return Err(without_name(&text));
        }
        self.named(&values::name(EXAMPLE, input)?, input)
    }

    fn named(&mut self, name: &Ident, input: ParseStream<'_>) -> Result<()> {
        if let Some(runtime) = self.runtime.as_mut().filter(|_| name == "crate") {
            return runtime.parse(name, input);
        }
        let text = name.to_string();
        let example = example(&text).ok_or_else(|| unknown(name, &VARIANT, input))?;
        self.argument(name, example, input)?;
        if self.given.contains(name) && !["upgrade", "codes"].contains(&text.as_str()) {
            return Err(given_twice(name));
        }
        self.given.push(name.clone());
        Ok(())
    }

    fn argument(&mut self, name: &Ident, example: &str, input: ParseStream<'_>) -> Result<()> {
        match name.to_string().as_str() {
            "code" => self.code = Some(word(name, example, to_screaming_snake_case, input)?),
            "error_type" => self.error_type = Some(word(name, example, snake_case, input)?),
            "remediation" => self.remediation = Some(self.template(name, example, input)?),
            "message" => self.message = Some(self.template(name, example, input)?),
            "summary" => self.summary = Some(self.template(name, example, input)?),
            "retry" => self.retry = Some(advice(name, example, input)?),
            "status" => self.status = Some(value(name, "a number", example, input)?),
            "upgrade" => self.upgrades.push(self.upgrade(name, example, input)?),
            "codes" => self.codes.extend(codes(name, input)?),
            "transparent" => self.transparent = Some(flag(name, input)?),
            "with" => self.with = Some(function(name, example, input)?),
            "expose" => self.expose = Some(flag(name, input)?),
            "skip_nulls" => self.skip_nulls = Some(flag(name, input)?),
            "reviewed" => self.reviewed = Some(text(name, example, input)?),
            _ => {}
        }
        Ok(())
    }

    /// A text that names fields. Arguments after the text, as in `format!`, are one error, at the first of them.
    fn template(&self, name: &Ident, example: &str, input: ParseStream<'_>) -> Result<Template> {
        let text = text(name, example, input)?;
        let value = text.value();
        let is_positional = ["{}", "{:", "{0"].iter().any(|braces| value.contains(braces));
        let arguments = format_arguments(input, |argument, after| {
            let argument = argument.to_string();
            let is_known = self::example(&argument).is_some() || argument == "crate";
            // A name with a value is a misspelt argument, unless the text contains the name.
            let is_value = (is_positional && !after.peek(Token![=]))
                || after.peek(Token![.])
                || value.contains(&format!("{{{argument}"));
            is_known || !is_value
        })?;
        match arguments.into_iter().nth(1) {
            None => Template::parse(&text, &self.fields),
            Some(first) => Err(error!(
                first,
                "`{name}` takes no arguments after its text; name a field of the error in braces: `{name} = \"… {{field}} …\"`"
            )),
        }
    }

    /// `upgrade(…)`, which has three parts in any order.
    fn upgrade(&self, name: &Ident, example: &str, input: ParseStream<'_>) -> Result<Upgrade> {
        let (mut feature, mut tier, mut reason) = (None, None, None);
        if input.peek(token::Paren) {
            each_in_parentheses(input, |input| {
                let part = values::name(example, input)?;
                let place = match part.to_string().as_str() {
                    "feature" => &mut feature,
                    "tier" => &mut tier,
                    "reason" => &mut reason,
                    _ => {
                        return Err(error!(
                            part,
                            "`{part}` is not an argument of `upgrade`; expected `{example}`"
                        ));
                    }
                };
                set_once(place, &part, text(&part, example, input)?)
            })?;
        }
        let (Some(feature), Some(tier), Some(reason)) = (feature, tier, reason) else {
            return Err(error!(
                name,
                "`upgrade` needs a feature, a tier and a reason: `{example}`"
            ));
        };
        let template = |text| Template::parse(text, &self.fields);
        Ok(Upgrade { feature: template(&feature)?, tier, reason: template(&reason)? })
    }

    /// The text of `#[error("…")]`.
    pub(super) fn error_text(&self) -> Option<&LitStr> {
        self.thiserror.as_ref()?.text.as_ref()
    }

    /// Whether the inner error makes the failure.
    pub(super) fn passes_on(&self) -> bool {
        self.transparent.is_some() || self.with.is_some()
    }
}

/// Takes the default if there is no own value.
fn or_default<T: Clone>(own: &mut Option<T>, default: Option<&T>) {
    *own = own.take().or_else(|| default.cloned());
}

/// `= "never"`, or a delay. In messages, a number without a unit is in seconds.
fn advice(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<LitStr> {
    let seconds = syn::parse2::<LitInt>(own_value(input)).ok();
    let own = seconds.map(|seconds| format!("{name} = \"{} s\"", seconds.base10_digits()));
    word(name, own.as_deref().unwrap_or(example), snake_case, input)
}

/// A variant as a word: `NotFound` as `not_found`.
fn snake_case(variant: &str) -> String {
    to_screaming_snake_case(variant).to_lowercase()
}

/// The error for a text without the name of its argument.
fn without_name(text: &LitStr) -> Error {
    let name = if is_screaming_snake_case(&text.value()) { "code" } else { "message" };
    error!(text, "an argument needs a name; write `{name} = {}`", text.token())
}

/// `codes("dialect" = "code", …)`
fn codes(name: &Ident, input: ParseStream<'_>) -> Result<Vec<(LitStr, LitStr)>> {
    let malformed = |place: Span| {
        let message = format!(
            "each code in `codes` needs the id of its dialect before it; for example `{CODES_EXAMPLE}`"
        );
        Error::new(place, message)
    };
    if !input.peek(token::Paren) {
        return Err(malformed(name.span()));
    }
    each_in_parentheses(input, |input| {
        let dialect: LitStr = input.parse().map_err(|error| malformed(error.span()))?;
        input.parse::<Token![=]>().map_err(|_| malformed(dialect.span()))?;
        Ok((dialect, input.parse().map_err(|error| malformed(error.span()))?))
    })
}

/// Reads each argument of each `#[tool_error(…)]`. Returns whether all of them could be read.
pub(super) fn each(
    attributes: &[Attribute],
    errors: &mut Errors,
    argument: impl FnMut(ParseStream<'_>) -> Result<()>,
) -> bool {
    each_attribute(attributes, "tool_error", EXAMPLE, errors, argument)
}

/// The error for an argument that is unknown here. It may belong to the other target.
pub(super) fn unknown(name: &Ident, target: &Target, input: ParseStream<'_>) -> Error {
    let text = name.to_string();
    let Target { name: here, habits, .. } = target;
    if let Some(error) = habits.error(name, own_value(input), here) {
        return error;
    }
    let known = (target.arguments)();
    let other = [VARIANT, FIELD].into_iter().find(|other| (other.arguments)().contains(&&*text));
    let message = if is_screaming_snake_case(&text) && *here != ENUM.name {
        format!("an argument needs a name; write `code = \"{text}\"`")
    } else if let Some(Target { name: there, .. }) = other {
        format!("`{text}` belongs on {there}; {here} takes {}", joined(known, "and"))
    } else {
        format!("`{text}` is not an argument of {here}; {}", did_you_mean(&text, known))
    };
    Error::new(name.span(), message)
}

#[cfg(test)]
mod tests {
    use crate::tool_error::tests::expand;

    fn errors(item: &str) -> Vec<String> {
        let expanded = expand(item.parse().unwrap()).to_string();
        expanded.split("compile_error ! {").skip(1).map(str::to_owned).collect()
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
