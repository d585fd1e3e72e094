//! The arguments of `#[envelope_tool(…)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, ExprLit, Lit, LitStr, Path, Result, Token, Type, parenthesized, token};

use crate::args::{ends, value};
use crate::dialects::{self, Dialect, Form};
use crate::errors::Errors;
use crate::suggest::{did_you_mean, listed};

/// The arguments that every dialect has.
const COMMON: [&str; 6] = ["dialect", "returns", "data", "catch_panic", "output_schema", "crate"];

/// An example for messages.
const EXAMPLE: &str = "#[envelope_tool(dialect = \"response-v2\")]";

#[derive(Default)]
pub(super) struct Args {
    pub(super) dialect: Option<DialectName>,
    /// What the tool returns in place of `Envelope`.
    pub(super) returns: Option<Type>,
    /// The keys that the data is nested under.
    pub(super) keys: Vec<LitStr>,
    pub(super) catch_panic: bool,
    /// Where it says that a function beside the tool gives its schema.
    pub(super) output_schema: Option<Span>,
    /// Where the runtime is found, if not at `::envelope_runtime`.
    runtime: Option<Path>,
    pub(super) settings: Vec<Setting>,
}

pub(super) enum DialectName {
    /// One of the runtime's own.
    Known(&'static Dialect),
    /// A type of the user's.
    Path(Path),
}

/// A setting of the dialect: a method of its call.
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

impl Args {
    /// The arguments, as far as they can be read; what is wrong with them goes into `errors`.
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self::default();
        let mut seen = Vec::new();
        let parse = |input: ParseStream<'_>| {
            while !input.is_empty() {
                if let Ok(id) = input.fork().parse::<LitStr>() {
                    seen.push("dialect".to_owned());
                    let message = format!("write `dialect = {}`", id.token());
                    return Err(Error::new(id.span(), message));
                }
                let name = input.call(Ident::parse_any)?;
                let twice = seen.contains(&name.to_string());
                if twice {
                    let message = format!("`{name}` is given twice; remove one of them");
                    errors.push(Error::new(name.span(), message));
                }
                seen.push(name.to_string());
                // Of two, the first holds, so that what calls the tool still compiles.
                let mut ignored = Self::default();
                let args = if twice { &mut ignored } else { &mut args };
                let read = errors.take(args.argument(name, input)).is_some();
                crate::args::next(input, read)?;
            }
            Ok(())
        };
        if let Err(error) = parse.parse2(tokens) {
            errors.push(error);
        }
        if !seen.iter().any(|name| name == "dialect") {
            let message = format!(
                "which contract is the tool to follow? Name it: `{EXAMPLE}`; known are {}",
                listed(dialects::ids())
            );
            errors.push(Error::new(Span::call_site(), message));
        }
        args.check_settings(errors);
        args
    }

    fn argument(&mut self, name: Ident, input: ParseStream<'_>) -> Result<()> {
        match name.to_string().as_str() {
            "dialect" => self.dialect = Some(dialect(&name, input)?),
            "returns" => self.returns = Some(value(&name, "returns = String", input)?),
            "crate" => self.runtime = Some(value(&name, "crate = my_crate::envelope", input)?),
            "data" => self.keys = keys(&name, input)?,
            "catch_panic" if ends(input) => self.catch_panic = true,
            "output_schema" if ends(input) => self.output_schema = Some(name.span()),
            flag @ ("catch_panic" | "output_schema") => {
                let message = format!("`{flag}` takes no value; write it alone");
                return Err(Error::new(name.span(), message));
            }
            _ => {
                let value = setting_value(&name, input)?;
                self.settings.push(Setting { name, value });
            }
        }
        Ok(())
    }

    /// The settings of a known dialect are known, too. Those of a user's own are that dialect's methods, and the compiler
    /// checks them.
    fn check_settings(&self, errors: &mut Errors) {
        let Some(DialectName::Known(dialect)) = self.dialect else { return };
        for setting in &self.settings {
            errors.take(setting.check(dialect));
        }
        for key in &self.keys {
            let name = key.value();
            if dialect.reserved_keys.contains(&name.as_str()) {
                let message = format!(
                    "`{name}` is what {} tells failures by; name the data otherwise",
                    dialect.id
                );
                errors.push(Error::new(key.span(), message));
            }
        }
        for required in dialect.settings.iter().filter(|setting| setting.required) {
            if !self.settings.iter().any(|setting| setting.name == required.name) {
                let name = required.name;
                let message = match required.form {
                    Form::Tier => {
                        let tiers = listed(dialects::TIERS.iter().map(|(tier, _)| *tier));
                        format!(
                            "{} needs a `{name}`: {tiers}, as in `{name} = \"pro\"`, or an expression that gives one",
                            dialect.id
                        )
                    }
                    _ => format!("{} needs a `{name}`: `{name} = …`", dialect.id),
                };
                errors.push(Error::new(Span::call_site(), message));
            }
        }
    }

    /// Whether the dialect is told so by a flag of this name.
    pub(super) fn has_flag(&self, name: &str) -> bool {
        self.settings.iter().any(|setting| setting.name == name)
    }

    /// The path of the runtime.
    pub(super) fn runtime(&self) -> TokenStream {
        let path = self.runtime.as_ref().map(ToTokens::to_token_stream);
        path.unwrap_or_else(|| quote!(::envelope_runtime))
    }
}

impl Setting {
    fn check(&self, dialect: &Dialect) -> Result<()> {
        let name = self.name.to_string();
        let wrong = |message: String| Err(Error::new(self.name.span(), message));
        let Some(setting) = dialect.settings.iter().find(|setting| setting.name == name) else {
            return wrong(unknown_setting(dialect, &name));
        };
        match (setting.form, &self.value) {
            (Form::Value, SettingValue::Expr(value)) => check_text(&name, value),
            (Form::Flag, SettingValue::Flag) | (Form::Format, SettingValue::Format(_)) => Ok(()),
            (Form::Version, SettingValue::Expr(value)) => check_version(value),
            (Form::Tier, SettingValue::Expr(value)) => check_tier(value),
            (Form::Flag, _) => wrong(format!("`{name}` takes no value; write it alone")),
            (Form::Format, _) => wrong(format!(
                "`{name}` takes a format string over `data`: `{name}(\"{{}} found\", data.len())`"
            )),
            (Form::Version, _) => wrong(format!("`{name}` takes a value: `{name} = \"1.0.0\"`")),
            (Form::Tier, _) => wrong(format!("`{name}` takes a value: `{name} = \"pro\"`")),
            (Form::Value, _) => wrong(format!("`{name}` takes a value: `{name} = …`")),
        }
    }
}

fn unknown_setting(dialect: &Dialect, name: &str) -> String {
    let id = dialect.id;
    let others = dialects::with_setting(name).map(|other| format!("`{other}`"));
    let others: Vec<_> = others.collect();
    // The same thing has another name in another contract.
    for (one, other) in [("request_id", "correlation_id"), ("correlation_id", "request_id")] {
        if name == one && dialect.settings.iter().any(|setting| setting.name == other) {
            return format!("`{name}` is called `{other}` in {id}");
        }
    }
    if !others.is_empty() {
        return format!(
            "`{name}` is a setting of {}, and {id} has no place for it; remove it",
            others.join(" and ")
        );
    }
    let known = dialect.settings.iter().map(|setting| setting.name);
    let known: Vec<_> = COMMON.into_iter().chain(known).collect();
    format!("`{name}` is not a setting of {id}; {}", did_you_mean(name, known.iter().copied()))
}

/// Text that is written out is not empty.
fn check_text(name: &str, value: &Expr) -> Result<()> {
    match literal(value) {
        Some(text) if text.value().trim().is_empty() => Err(Error::new(
            text.span(),
            format!("`{name}` is empty; write it out, or leave it out"),
        )),
        _ => Ok(()),
    }
}

/// A version that is written out is a semantic one. Of an expression nothing is known yet.
fn check_version(value: &Expr) -> Result<()> {
    match literal(value) {
        Some(version) if !dialects::is_semantic_version(&version.value()) => Err(Error::new(
            version.span(),
            "a version is semantic, `major.minor.patch`, as in `version = \"1.0.0\"`",
        )),
        _ => Ok(()),
    }
}

/// A tier that is written out is one of the contract's. An expression is typed.
fn check_tier(value: &Expr) -> Result<()> {
    let Some(tier) = literal(value) else { return Ok(()) };
    let tiers = dialects::TIERS.iter().map(|(tier, _)| *tier);
    if tiers.clone().any(|known| known == tier.value()) {
        return Ok(());
    }
    let message =
        format!("there is no tier `{}`; {}", tier.value(), did_you_mean(&tier.value(), tiers));
    Err(Error::new(tier.span(), message))
}

/// The text of a string literal.
pub(super) fn literal(value: &Expr) -> Option<&LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

fn dialect(name: &Ident, input: ParseStream<'_>) -> Result<DialectName> {
    let mut expr: Expr = value(name, "dialect = \"response-v2\"", input)?;
    // A fragment of a macro by example comes in a group without delimiters.
    while let Expr::Group(group) = expr {
        expr = *group.expr;
    }
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(id), .. }) => {
            let known = dialects::DIALECTS.iter().find(|dialect| dialect.id == id.value());
            known.map(DialectName::Known).ok_or_else(|| {
                if id.value().is_empty() {
                    let known = listed(dialects::ids());
                    return Error::new(
                        id.span(),
                        format!("the id of the dialect is empty; known are {known}"),
                    );
                }
                let message = format!(
                    "there is no dialect `{}`; {}",
                    id.value(),
                    did_you_mean(&id.value(), dialects::ids())
                );
                Error::new(id.span(), message)
            })
        }
        Expr::Path(path) if path.qself.is_none() => Ok(DialectName::Path(path.path)),
        other => Err(Error::new_spanned(
            other,
            "a dialect is the id of a contract, `dialect = \"response-v2\"`, or the path of a type of your own, `dialect = crate::Acme`",
        )),
    }
}

/// `data = "key"` or `data("a", "b")`
fn keys(name: &Ident, input: ParseStream<'_>) -> Result<Vec<LitStr>> {
    const EXAMPLE: &str = "`data = \"tasks\"`, or `data(\"spec\", \"tasks\")` for a tuple";
    let key = |input: ParseStream<'_>| {
        let key: LitStr = input
            .parse()
            .map_err(|error| Error::new(error.span(), format!("a key is a string: {EXAMPLE}")))?;
        if key.value().is_empty() {
            return Err(Error::new(key.span(), format!("the key is empty; name it: {EXAMPLE}")));
        }
        Ok(key)
    };
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        return Ok(vec![key(input)?]);
    }
    if !input.peek(token::Paren) {
        let message = format!("`data` names the keys that the data is nested under: {EXAMPLE}");
        return Err(Error::new(name.span(), message));
    }
    let content;
    let parenthesis = parenthesized!(content in input);
    let keys = Punctuated::<LitStr, Token![,]>::parse_terminated_with(&content, key)?;
    let keys: Vec<_> = keys.into_iter().collect();
    if keys.is_empty() {
        return Err(Error::new(
            parenthesis.span.join(),
            format!("the keys are missing: {EXAMPLE}"),
        ));
    }
    for (index, key) in keys.iter().enumerate() {
        if keys.iter().take(index).any(|earlier| earlier.value() == key.value()) {
            let message =
                format!("the key `{}` is given twice; each value needs its own", key.value());
            return Err(Error::new(key.span(), message));
        }
    }
    Ok(keys)
}

fn setting_value(name: &Ident, input: ParseStream<'_>) -> Result<SettingValue> {
    if ends(input) {
        Ok(SettingValue::Flag)
    } else if input.peek(token::Paren) {
        let content;
        parenthesized!(content in input);
        Ok(SettingValue::Format(content.parse()?))
    } else {
        value(name, &format!("{name} = …"), input).map(|expr| SettingValue::Expr(Box::new(expr)))
    }
}
