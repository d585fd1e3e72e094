//! The arguments of `#[envelope_tool(…)]`: common arguments, and settings of the dialects.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::buffer::Cursor;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::punctuated::Punctuated;
use syn::{
    Error, Expr, ExprLit, ExprPath, Lit, LitInt, LitStr, Path, Result, Token, Type, parse_quote,
    token,
};

use super::budget::Budget;
use super::settings;
use super::timeout::{self, Timeout};
use crate::attr::crate_path::CratePath;
use crate::attr::each_argument;
use crate::attr::suggest::{any_of, nearest, unknown};
use crate::attr::values::{
    self, at_end, flag, given_twice, in_parentheses, invalid_value, is_constant, needs_feature,
    rest_of_argument, text_of, ungrouped, unquoted, value, word, written,
};
use crate::contracts::{self, Contract, DIALECT_EXAMPLE, DIALECTS_EXAMPLE};
use crate::depth;
use crate::errors::Errors;

/// The arguments that every dialect has.
pub(super) const COMMON: [&str; 15] = [
    "dialect",
    "dialects",
    "returns",
    "via",
    "status",
    "data",
    "budget",
    "timeout",
    "catch_panic",
    "output_schema",
    "list_failures",
    "copies",
    "send_contexts",
    "unknown_arguments",
    "crate",
];

#[derive(Default)]
pub(super) struct Args {
    /// One, or several that the caller chooses from. None after an error.
    pub(super) dialects: Vec<DialectName>,
    /// The return type instead of `Envelope`.
    pub(super) returns: Option<Type>,
    /// The function that makes the return type of an `Envelope`.
    pub(super) via: Option<ExprPath>,
    /// The HTTP status of a success.
    status: Option<LitInt>,
    /// The keys that the data is nested under.
    pub(super) keys: Vec<LitStr>,
    pub(super) budget: Option<Budget>,
    pub(super) timeout: Option<Timeout>,
    pub(super) catch_panic: bool,
    /// The span of the flag.
    pub(super) output_schema: Option<Span>,
    /// Whether the output schema has the descriptions of the data.
    pub(super) is_described: bool,
    /// The span of the flag.
    pub(super) list_failures: Option<Span>,
    /// The copies of the data that clients of a router get.
    pub(super) copies: Option<Expr>,
    /// Whether the contexts of an `anyhow::Error` are sent.
    pub(super) send_contexts: bool,
    /// The treatment of unknown arguments: a variant of the runtime's `UnknownArguments`.
    pub(super) unknown_arguments: Option<Ident>,
    pub(super) runtime: CratePath,
    /// The span of the flag, which exempts a function of a block.
    pub(super) skip: Option<Span>,
    pub(super) settings: Vec<Setting>,
    /// Every argument as it is written, also those with an error.
    pub(super) written: Vec<Written>,
}

/// An argument as it is written.
pub(super) struct Written {
    pub(super) name: Ident,
    pub(super) tokens: TokenStream,
}

pub(super) enum DialectName {
    /// A dialect of the runtime.
    Known(&'static Contract),
    /// The type of a custom dialect.
    Path(Path),
}

impl DialectName {
    /// The type that implements `Dialect`.
    pub(super) fn implementor(&self, runtime: &CratePath) -> TokenStream {
        match self {
            Self::Path(path) => path.to_token_stream(),
            Self::Known(dialect) => runtime.public(dialect.path),
        }
    }

    /// Whether this is the same name.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Known(one), Self::Known(other)) => one.id == other.id,
            (Self::Path(one), Self::Path(other)) => {
                one.to_token_stream().to_string() == other.to_token_stream().to_string()
            }
            _ => false,
        }
    }

    /// The row of a dialect of the runtime.
    pub(super) fn known(&self) -> Option<&'static Contract> {
        match self {
            Self::Known(dialect) => Some(dialect),
            Self::Path(_) => None,
        }
    }
}

/// A setting: a method of the dialect or of the call.
pub(super) struct Setting {
    pub(super) name: Ident,
    pub(super) value: SettingValue,
}

impl Setting {
    /// The name of the method. A keyword is one as a raw identifier.
    pub(super) fn method(&self) -> Ident {
        let name = self.name.to_string();
        if syn::parse_str::<Ident>(&name).is_ok() || NO_METHODS.contains(&name.as_str()) {
            self.name.clone()
        } else {
            Ident::new_raw(&name, self.name.span())
        }
    }

    /// Whether a method can have the name.
    pub(super) fn is_method(&self) -> bool {
        !NO_METHODS.contains(&self.name.to_string().as_str())
    }
}

/// Words that are no raw identifiers.
const NO_METHODS: [&str; 5] = ["self", "Self", "super", "crate", "_"];

pub(super) enum SettingValue {
    /// `telemetry`
    Flag,
    /// `request_id = expr`
    Expr(Box<Expr>),
    /// `summary("{} found", data.len())`
    Format(TokenStream),
    /// What could not be read, as while it is being typed: `request_id = context.`
    Unread(TokenStream),
}

impl Args {
    /// The arguments, as far as they can be read. Mistakes are added to `errors`.
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self::default();
        if let Err(error) = depth::check(tokens.clone()) {
            // The dialect may be among them.
            args.note(&Ident::new("dialect", error.span()));
            errors.push(error);
            return args;
        }
        each_argument(tokens, errors, |input| {
            let start = input.cursor();
            if let Ok(text) = input.fork().parse::<LitStr>() {
                return Err(args.without_name(&text));
            }
            if let Some((id, span)) = bare_id(input) {
                args.note(&Ident::new("dialect", span));
                rest_of_argument(input)?;
                let message = format!("an argument needs a name; write `dialect = \"{id}\"`");
                return Err(Error::new(span, message));
            }
            let name = values::name(DIALECT_EXAMPLE, input)?;
            if let Some(other) = other_name(&name.to_string()).filter(|other| args.writes(other)) {
                Self::default().argument(name.clone(), input)?;
                return Err(both_ways(&name, other));
            }
            if args.writes(&name.to_string()) {
                // The first one holds, so that calls of the tool still compile.
                Self::default().argument(name.clone(), input)?;
                return Err(given_twice(&name));
            }
            args.note(&name);
            args.argument(name, input)?;
            if let Some(written) = args.written.last_mut() {
                written.tokens = tokens_between(start, input.cursor());
            }
            Ok(())
        });
        args
    }

    /// The error for a text that is no value.
    fn without_name(&mut self, text: &LitStr) -> Error {
        if self.written.last().is_some_and(|last| last.name == "data") {
            let message = format!("expected {DATA_EXAMPLE}");
            return Error::new(text.span(), message);
        }
        if self.names_dialect() {
            let message = format!("an argument needs a name, as in {DATA_EXAMPLE}");
            return Error::new(text.span(), message);
        }
        self.note(&Ident::new("dialect", text.span()));
        let message = format!("an argument needs a name; write `dialect = {}`", text.token());
        Error::new(text.span(), message)
    }

    fn note(&mut self, name: &Ident) {
        self.written.push(Written { name: name.clone(), tokens: TokenStream::new() });
    }

    /// Whether there is an argument of this name, also one with an error.
    pub(super) fn writes(&self, name: &str) -> bool {
        self.written.iter().any(|written| written.name == name)
    }

    /// Whether there is a dialect, also one with an error.
    pub(super) fn names_dialect(&self) -> bool {
        self.writes("dialect") || self.writes("dialects")
    }

    /// The span of the argument that names the dialect, or the dialects.
    pub(super) fn dialect_span(&self) -> Span {
        let is_dialect = |name: &Ident| name == "dialect" || name == "dialects";
        let written = self.written.iter().find(|written| is_dialect(&written.name));
        written.map_or_else(Span::call_site, |written| written.name.span())
    }

    /// Whether the arguments of a tool override this argument of its block.
    pub(super) fn overrides(&self, name: &str) -> bool {
        self.writes(name) || other_name(name).is_some_and(|other| self.writes(other))
    }

    /// The dialects of a tool with these arguments in a block.
    pub(super) fn dialects_or<'a>(&'a self, block: &'a Self) -> &'a [DialectName] {
        if self.names_dialect() { &self.dialects } else { &block.dialects }
    }

    fn argument(&mut self, name: Ident, input: ParseStream<'_>) -> Result<()> {
        match name.to_string().as_str() {
            "dialect" => self.dialects = vec![dialect(&name, input)?],
            "dialects" => self.dialects = dialects(&name, input)?,
            "returns" => self.returns = Some(value(&name, "a type", "returns = String", input)?),
            "via" => self.via = Some(values::function(&name, VIA_EXAMPLE, VIA_SIGNATURE, input)?),
            "status" => self.status = Some(status(&name, input)?),
            // `skip(…)` is a habit from tracing.
            "skip" if !input.peek(token::Paren) => {
                flag(&name, input)?;
                self.skip = Some(name.span());
            }
            "crate" => self.runtime.parse(&name, input)?,
            "data" => self.keys = keys(&name, input)?,
            "budget" => self.budget = Some(Budget::parse(&name, input)?),
            "unknown_arguments" => self.unknown_arguments = Some(unknown_arguments(&name, input)?),
            "timeout" => {
                let limit = timeout::limit(&name, input)?;
                self.timeout = Some(Timeout { name, limit });
            }
            "catch_panic" => {
                flag(&name, input)?;
                self.catch_panic = true;
            }
            "send_contexts" => {
                flag(&name, input)?;
                if !cfg!(feature = "anyhow") {
                    return Err(needs_feature(&name, "anyhow"));
                }
                self.send_contexts = true;
            }
            "copies" => {
                let example = "copies = Copies::Text";
                self.copies = Some(value(&name, "an expression", example, input)?);
            }
            "output_schema" => {
                if !at_end(input) {
                    described(&name, input)?;
                    self.is_described = true;
                }
                self.output_schema = Some(name.span());
                if !cfg!(feature = "schemars") {
                    return Err(needs_feature(&name, "schemars"));
                }
            }
            "list_failures" => {
                flag(&name, input)?;
                if !cfg!(feature = "rmcp") {
                    return Err(needs_feature(&name, "rmcp"));
                }
                self.list_failures = Some(name.span());
            }
            _ => {
                let unread = SettingValue::Unread(unread(input));
                let (value, read) = match setting_value(&name, input) {
                    Ok(value) => (value, Ok(())),
                    Err(error) => (unread, Err(error)),
                };
                self.settings.push(Setting { name, value });
                return read;
            }
        }
        Ok(())
    }

    /// The dialect, if the tool has one and not several.
    pub(super) fn dialect(&self) -> Option<&DialectName> {
        match self.dialects.as_slice() {
            [dialect] => Some(dialect),
            _ => None,
        }
    }

    /// The return type.
    pub(super) fn output(&self) -> Type {
        let runtime = &self.runtime;
        match (&self.returns, &self.status) {
            (Some(returns), _) => returns.clone(),
            (None, Some(status)) => parse_quote!(#runtime::SuccessStatus<#status>),
            (None, None) => {
                let envelope = runtime.public(&["Envelope"]);
                parse_quote!(#envelope)
            }
        }
    }

    /// Whether the output is an `Envelope`.
    pub(super) fn has_envelope(&self) -> bool {
        self.returns.is_none() && self.status.is_none()
    }

    /// The same of a tool in a block with an error, whose own arguments are these.
    pub(super) fn inherit_output(&mut self, block: &Self) {
        if !self.overrides("returns") {
            self.returns.clone_from(&block.returns);
            self.status.clone_from(&block.status);
        }
    }

    /// The error for `via` without the type that it makes.
    pub(super) fn check_via(&self) -> Result<()> {
        let Some(written) = self.written.iter().find(|written| written.name == "via") else {
            return Ok(());
        };
        if self.writes("returns") {
            return Ok(());
        }
        let message = format!(
            "`via` converts the envelope into another type, which is missing; add `returns = …` before `{}`",
            text_of(&written.tokens)
        );
        Err(Error::new(written.name.span(), message))
    }

    /// The error for `skip` beside other arguments, which have no effect.
    pub(super) fn check_skip(&self) -> Result<()> {
        let Some(other) = self.written.iter().find(|written| written.name != "skip") else {
            return Ok(());
        };
        let name = &other.name;
        let message = format!(
            "`skip` leaves the function as it is, so that `{name}` has no effect; remove `{name}` or `skip`"
        );
        Err(Error::new(name.span(), message))
    }

    /// The error for `skip` on anything but a function of a block.
    pub(super) fn misplaced_skip(&self, message: &str) -> Option<Error> {
        self.skip.map(|span| Error::new(span, message))
    }

    /// The error for `copies` on a tool, or on a block without a router.
    pub(super) fn misplaced_copies(&self) -> Option<Error> {
        let copies = self.written.iter().find(|written| written.name == "copies")?;
        let message = "`copies` is a choice of the server, for all tools of its router; write it in the `#[envelope_tool(…)]` above `#[tool_router]`";
        Some(Error::new(copies.name.span(), message))
    }

    /// Whether there is a setting of this name.
    pub(super) fn has_setting(&self, name: &str) -> bool {
        self.settings.iter().any(|setting| setting.name == name)
    }
}

/// `= "described"`, the only value of `output_schema`.
fn described(name: &Ident, input: ParseStream<'_>) -> Result<()> {
    const EXAMPLE: &str = "output_schema = \"described\"";

    let value = values::text(name, EXAMPLE, input)?;
    if value.value() == "described" {
        return Ok(());
    }
    let message = format!(
        "the only value of `output_schema` is `\"described\"`, which keeps the descriptions of the data: `{EXAMPLE}`"
    );
    Err(Error::new(value.span(), message))
}

/// The tokens from one place to another.
fn tokens_between(mut start: Cursor<'_>, end: Cursor<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    while start != end {
        let Some((token, rest)) = start.token_tree() else { break };
        tokens.extend([token]);
        start = rest;
    }
    tokens
}

/// The error for arguments without a dialect, at the one that is probably meant to be it.
pub(super) fn no_dialect(args: &Args) -> Error {
    let misspelt = args.written.iter().find_map(|Written { name, .. }| {
        let text = name.to_string();
        let is_synonym = ["contract", "protocol"].contains(&text.as_str());
        let meant = if is_synonym { Some("dialect") } else { nearest(&text, COMMON) };
        Some((name, meant.filter(|meant| meant.starts_with("dialect"))?))
    });
    if let Some((name, meant)) = misspelt {
        let message = format!("there is no argument `{name}`; did you mean `{meant}`?");
        return Error::new(name.span(), message);
    }
    let message = format!(
        "the dialect is missing; add `{DIALECT_EXAMPLE}`, where the value is {}, or the path of a custom dialect",
        any_of(contracts::ids())
    );
    Error::new(Span::call_site(), message)
}

/// The argument that excludes this one.
fn other_name(name: &str) -> Option<&'static str> {
    match name {
        "dialect" => Some("dialects"),
        "dialects" => Some("dialect"),
        "returns" => Some("status"),
        "status" => Some("returns"),
        _ => None,
    }
}

fn both_ways(name: &Ident, other: &str) -> Error {
    let how = if other == "returns" || other == "status" {
        "`status` is for a tool that returns an `Envelope`"
    } else {
        &format!("`{DIALECTS_EXAMPLE}` lists all contracts of the tool")
    };
    let message =
        format!("`{name}` and `{other}` can't be used together; remove one of them: {how}");
    Error::new(name.span(), message)
}

/// How messages show `unknown_arguments`.
const UNKNOWN_ARGUMENTS_EXAMPLE: &str = "unknown_arguments = \"reject\"";

/// `= "reject"`
fn unknown_arguments(name: &Ident, input: ParseStream<'_>) -> Result<Ident> {
    const WORDS: [(&str, &str); 3] = [("reject", "Reject"), ("warn", "Warn"), ("ignore", "Ignore")];

    let known = WORDS.map(|(known, _)| known);
    let spell = |word: &str| nearest(word, known).map(str::to_owned);
    let word = word(name, UNKNOWN_ARGUMENTS_EXAMPLE, spell, input)?;
    match WORDS.iter().find(|(known, _)| *known == word.value()) {
        Some((_, variant)) => Ok(Ident::new(variant, word.span())),
        None => Err(unknown("way to treat unknown arguments", &word, known)),
    }
}

/// How messages show `via`.
const VIA_EXAMPLE: &str = "via = to_output";

const VIA_SIGNATURE: &str = "fn to_output(envelope: Envelope) -> …";

/// How messages show `status`.
const STATUS_EXAMPLE: &str = "status = 201";

/// `= 201`
fn status(name: &Ident, input: ParseStream<'_>) -> Result<LitInt> {
    let status = values::number(name, STATUS_EXAMPLE, input)?;
    match status.base10_parse::<u16>() {
        Ok(200..=203 | 206..=299) if status.suffix().is_empty() => {}
        Ok(204 | 205) => {
            let message = format!(
                "a response with the status {status} has no body, and so no envelope; choose another, such as 200"
            );
            return Err(Error::new(status.span(), message));
        }
        _ => {
            let message = format!(
                "invalid value for `status`; the status of a success is from 200 to 299: `{STATUS_EXAMPLE}`"
            );
            return Err(Error::new(status.span(), message));
        }
    }
    if !cfg!(feature = "http") {
        return Err(needs_feature(name, "http"));
    }
    Ok(status)
}

/// The id that an argument consists of, without quotes, and its first token.
fn bare_id(input: ParseStream<'_>) -> Option<(&'static str, Span)> {
    let tokens = rest_of_argument(&input.fork()).ok()?;
    let text: String = tokens.into_iter().map(|token| token.to_string()).collect();
    let text = text.replace('_', "-");
    let id = contracts::ids().find(|id| *id == text)?;
    Some((id, input.span()))
}

/// `= "id"` or `= path`
fn dialect(name: &Ident, input: ParseStream<'_>) -> Result<DialectName> {
    if input.peek(token::Paren) {
        let message = format!(
            "`dialect` takes a value: `{DIALECT_EXAMPLE}`; several contracts are a list, `{DIALECTS_EXAMPLE}`"
        );
        return Err(Error::new(name.span(), message));
    }
    let after = input.fork();
    if after.parse::<Token![=]>().is_ok()
        && let Some((id, span)) = bare_id(&after)
    {
        let message = format!("expected a string literal: `dialect = \"{id}\"`");
        return Err(Error::new(span, message));
    }
    let expr = value(name, "the id of a contract, or a path", DIALECT_EXAMPLE, input)?;
    dialect_name(expr, |other| {
        if matches!(other, Expr::Array(_) | Expr::Tuple(_)) {
            let message = format!("several contracts are a list: `{DIALECTS_EXAMPLE}`");
            return Error::new_spanned(other, message);
        }
        let message = format!(
            "invalid value for `dialect`; expected the id of a contract, `{DIALECT_EXAMPLE}`, or the path of a custom dialect, `dialect = crate::Acme`"
        );
        Error::new_spanned(other, message)
    })
}

/// `("id", path)`: one or more.
fn dialects(name: &Ident, input: ParseStream<'_>) -> Result<Vec<DialectName>> {
    if !input.peek(token::Paren) {
        let message = format!("`dialects` takes a list in parentheses: `{DIALECTS_EXAMPLE}`");
        return Err(Error::new(name.span(), message));
    }
    let list = in_parentheses(input, Punctuated::<Expr, Token![,]>::parse_terminated)?;
    if list.is_empty() {
        let message = format!("the list of `dialects` is empty: `{DIALECTS_EXAMPLE}`");
        return Err(Error::new(name.span(), message));
    }
    let mut errors = Errors::default();
    let mut names: Vec<DialectName> = Vec::new();
    for expr in list {
        let written = expr.clone();
        let Some(dialect) = errors.take(dialect_name(expr, not_in_a_list)) else { continue };
        if names.iter().any(|name| name.is(&dialect)) {
            let message = "the contract is named twice; remove one of them";
            errors.push(Error::new_spanned(written, message));
            continue;
        }
        names.push(dialect);
    }
    errors.into_result(names)
}

fn not_in_a_list(other: Expr) -> Error {
    let message = format!(
        "invalid dialect; expected the id of a contract, or the path of a custom dialect: `{DIALECTS_EXAMPLE}`"
    );
    Error::new_spanned(other, message)
}

fn dialect_name(expr: Expr, invalid: impl FnOnce(Expr) -> Error) -> Result<DialectName> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit { lit: Lit::Str(id), .. }) => known_dialect(&id).map(DialectName::Known),
        Expr::Path(path) if path.qself.is_none() => Ok(DialectName::Path(path.path)),
        other => Err(invalid(other)),
    }
}

fn known_dialect(id: &LitStr) -> Result<&'static Contract> {
    if id.value().is_empty() {
        let message =
            format!("the id of the dialect is empty; expected {}", any_of(contracts::ids()));
        return Err(Error::new(id.span(), message));
    }
    Contract::find(&id.value()).ok_or_else(|| {
        let error = unknown("dialect", id, contracts::ids());
        if nearest(&id.value(), contracts::ids()).is_some() {
            return error;
        }
        let message = format!("{error}, or the path of a custom dialect: `dialect = crate::Acme`");
        Error::new(id.span(), message)
    })
}

/// How messages show `data`.
const DATA_EXAMPLE: &str = "`data = \"tasks\"`, or `data(\"spec\", \"tasks\")` for a tuple";

/// `= "key"` or `("a", "b")`
fn keys(name: &Ident, input: ParseStream<'_>) -> Result<Vec<LitStr>> {
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        return Ok(vec![key(input)?]);
    }
    if !input.peek(token::Paren) {
        let own = written(input).filter(|value| syn::parse2::<LitStr>(value.clone()).is_ok());
        let own = own.map(|key| format!("`data = {key}`"));
        let example = own.as_deref().unwrap_or(DATA_EXAMPLE);
        let message = format!("`data` takes the key to nest the data under: {example}");
        return Err(Error::new(name.span(), message));
    }
    let keys = in_parentheses(input, |input| {
        Punctuated::<LitStr, Token![,]>::parse_terminated_with(input, key)
    })?;
    let keys: Vec<_> = keys.into_iter().collect();
    if keys.is_empty() {
        let message = format!("the keys of `data` are missing: {DATA_EXAMPLE}");
        return Err(Error::new(name.span(), message));
    }
    for (index, key) in keys.iter().enumerate() {
        if keys.iter().take(index).any(|earlier| earlier.value() == key.value()) {
            let message =
                format!("the key `{}` is given twice; give each value its own key", key.value());
            return Err(Error::new(key.span(), message));
        }
    }
    Ok(keys)
}

fn key(input: ParseStream<'_>) -> Result<LitStr> {
    let key: LitStr = input.parse().map_err(|error| {
        let message = match unquoted(input).filter(|word| !is_constant(word)) {
            Some(word) => format!("write the key in quotes: `\"{word}\"`"),
            None => format!("invalid key; expected a string literal: {DATA_EXAMPLE}"),
        };
        Error::new(error.span(), message)
    })?;
    if key.value().is_empty() {
        let message = format!("the key is empty; give it a name: {DATA_EXAMPLE}");
        return Err(Error::new(key.span(), message));
    }
    Ok(key)
}

fn setting_value(name: &Ident, input: ParseStream<'_>) -> Result<SettingValue> {
    if at_end(input) {
        Ok(SettingValue::Flag)
    } else if input.peek(token::Paren) {
        in_parentheses(input, |input| Ok(SettingValue::Format(input.parse()?)))
    } else if let Some(value) = misplaced(input)? {
        let known = contracts::CONTRACTS.iter().find_map(|known| known.setting(&name.to_string()));
        Err(settings::wrong_form(name, known.map(|known| known.form), &value))
    } else {
        let (expected, example) = ("an expression", format!("{name} = …"));
        if is_completed(&unread(input)) {
            return Err(invalid_value(name, expected, &example, input.span()));
        }
        let expr = value(name, expected, &example, input)?;
        Ok(SettingValue::Expr(Box::new(expr)))
    }
}

/// A value after a colon, or a text with the arguments of a format string after it: `summary = "{} found", data.len()`.
fn misplaced(input: ParseStream<'_>) -> Result<Option<TokenStream>> {
    let rest = input.fork();
    let has_colon = rest.parse::<Option<Token![:]>>()?.is_some();
    rest.parse::<Option<Token![=]>>()?;
    let text = rest.fork().parse::<LitStr>();
    let has_braces = text.is_ok_and(|text| text.value().contains('{'));
    let mut value = rest_of_argument(&rest)?;
    let mut has_arguments = false;
    while has_braces && is_format_argument(&rest) {
        has_arguments = true;
        let comma: TokenTree = rest.parse()?;
        value.extend([comma]);
        value.extend(rest_of_argument(&rest)?);
    }
    let is_misplaced = has_colon || has_arguments;
    if is_misplaced {
        input.advance_to(&rest);
    }
    Ok(is_misplaced.then_some(value))
}

/// Whether an expression follows a comma, and not an argument with its name.
fn is_format_argument(input: ParseStream<'_>) -> bool {
    let next = input.fork();
    let is_after_comma = next.parse::<Token![,]>().is_ok() && !next.is_empty();
    let name = next.call(Ident::parse_any);
    // The argument `data` has a value, so without one it is the data.
    let is_data = at_end(&next) && name.as_ref().is_ok_and(|name| name == "data");
    let has_name = name.is_ok()
        && (at_end(&next)
            || next.peek(Token![=])
            || next.peek(Token![:])
            || next.peek(token::Paren));
    is_after_comma && (is_data || !has_name)
}

/// Whether an editor asks for completions after the dot at the end of a value. rust-analyzer expands `context.` with this name after the
/// dot, and finds completions only where that expands to the same as `context.`, which is no expression.
fn is_completed(value: &TokenStream) -> bool {
    const NAMES: [&str; 2] = ["raCompletionMarker", "intellijRulezz"];
    let tokens: Vec<_> = value.clone().into_iter().collect();
    match tokens.as_slice() {
        [.., TokenTree::Punct(dot), TokenTree::Ident(name)] => {
            dot.as_char() == '.' && NAMES.contains(&name.to_string().as_str())
        }
        _ => false,
    }
}

/// The tokens of a value up to the next comma.
fn unread(input: ParseStream<'_>) -> TokenStream {
    let value = input.fork();
    let _ = value.parse::<Token![=]>();
    rest_of_argument(&value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use crate::tool::expand;

    fn tool(args: &str) -> String {
        let function: TokenStream = "fn f(c: Context) -> Result<(), E> {}".parse().unwrap();
        expand(args.parse().unwrap(), function).to_string()
    }

    /// One error with this message.
    fn refuses(args: &str, message: &str) {
        let expanded = tool(args);
        assert_eq!(expanded.matches("compile_error").count(), 1, "{args}: {expanded}");
        assert!(expanded.contains(message), "{args}: {expanded}");
    }

    #[test]
    fn a_contract_is_named_once() {
        for (list, is_refused) in [
            ("crate::A, crate::A", true),
            ("\"response-v2\", \"response-v2\"", true),
            ("crate::A, \"response-v2\", crate :: A", true),
            ("crate::A, crate::B", false),
            ("crate::A, A", false),
            ("\"response-v2\", \"mcp-2025-11-25\"", false),
            ("\"response-v2\", crate::A", false),
        ] {
            let args = format!("dialects({list})");
            if is_refused {
                refuses(&args, "the contract is named twice; remove one of them");
            } else {
                assert!(!tool(&args).contains("compile_error"), "{args}");
            }
        }
    }

    /// What cannot be read may be the dialect.
    #[test]
    fn a_dialect_is_missing_only_where_everything_can_be_read() {
        refuses("catch_panic", "the dialect is missing");
        refuses("crate = 5", "invalid value for `crate`");
        refuses("= \"response-v2\"", "expected the name of an argument");
    }

    #[test]
    fn a_custom_dialect_is_a_path() {
        assert!(!tool("dialect = crate::Acme::<u8>").contains("compile_error"));
        for dialect in ["<A as B>::C", "5", "&A", "a()"] {
            refuses(&format!("dialect = {dialect}"), "invalid value for `dialect`");
        }
    }

    #[test]
    fn one_of_two_arguments_that_exclude_each_other() {
        for (one, other) in [
            ("dialect = \"response-v2\"", "dialects(\"response-v2\")"),
            ("dialects(\"response-v2\")", "dialect = \"response-v2\""),
        ] {
            let (name, _) = one.split_once([' ', '(']).unwrap();
            refuses(&format!("{one}, {other}"), &format!("and `{name}` can't be used together"));
        }
        #[cfg(feature = "http")]
        for (one, other) in
            [("returns = String", "status = 201"), ("status = 201", "returns = String")]
        {
            let (name, _) = one.split_once(' ').unwrap();
            let args = format!("dialect = \"response-v2\", {one}, {other}");
            refuses(&args, &format!("and `{name}` can't be used together"));
        }
    }

    #[cfg(feature = "http")]
    #[test]
    fn the_status_of_a_success() {
        for status in ["200", "201", "203", "206", "299", "2_0_1"] {
            let expanded = tool(&format!("dialect = \"response-v2\", status = {status}"));
            assert!(expanded.contains(&format!("SuccessStatus < {status} >")), "{expanded}");
        }
        for status in ["199", "300", "404", "201u8", "201_u16", "70000"] {
            let args = format!("dialect = \"response-v2\", status = {status}");
            refuses(&args, "the status of a success is from 200 to 299");
        }
        for status in ["204", "205"] {
            let args = format!("dialect = \"response-v2\", status = {status}");
            refuses(&args, "has no body, and so no envelope");
        }
    }

    /// An editor that completes after a dot expands the tool once more, with a name there. It completes only where the two
    /// expansions are the same up to that name.
    #[test]
    fn a_name_that_an_editor_completes_changes_nothing() {
        let expanded = |value: &str| {
            let expanded = tool(&format!("dialect = \"response-v2\", request_id = {value}"));
            expanded.replace(char::is_whitespace, "")
        };
        let typed = expanded("c.");
        assert!(typed.contains(".request_id(c.)"), "{typed}");
        for name in ["raCompletionMarker", "intellijRulezz"] {
            let completed = expanded(&format!("c.{name}"));
            assert!(completed.contains(&format!("c.{name}")), "{completed}");
            assert_eq!(completed.replace(name, ""), typed);
        }
        for value in ["c.name", "&raCompletionMarker", "raCompletionMarker"] {
            assert!(!expanded(value).contains("compile_error"), "{value}");
        }
    }
}
