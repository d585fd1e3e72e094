//! The arguments of `#[envelope_tool(…)]`: common arguments, and settings of the dialects.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, ExprPath, LitInt, LitStr, Result, Token, Type, parse_quote, token};

use super::budget::Budget;
use super::dialects::{DialectName, bare_id, dialect, dialects, known};
use super::setting::{Setting, SettingValue};
use crate::contracts::{self, DIALECT_EXAMPLE, DIALECTS_EXAMPLE, Form, pascal_case};
use crate::errors::{Errors, error};
use crate::syntax::crate_path::CratePath;
use crate::syntax::suggest::{nearest, unknown};
use crate::syntax::values::{
    self, at_end, flag, given_twice, in_parentheses, invalid_value, literal, needs_feature,
    unquoted, value, word,
};
use crate::syntax::{each_argument, each_in_parentheses};

/// The arguments that every dialect has.
pub(super) const COMMON: [&str; 18] = [
    "dialect",
    "dialects",
    "returns",
    "via",
    "status",
    "data",
    "budget",
    "timeout",
    "idempotent",
    "catch_panic",
    "output_schema",
    "list_failures",
    "copies",
    "send_contexts",
    "errors",
    "unknown_arguments",
    "exact_arguments",
    "crate",
];

/// The arguments that need a feature of the runtime, and whether the feature is on. `status` has its own check, since its type needs the
/// feature.
const FEATURES: [(&str, &str, bool); 4] = [
    ("errors", "anyhow1", cfg!(feature = "anyhow1")),
    ("send_contexts", "anyhow1", cfg!(feature = "anyhow1")),
    ("list_failures", "rmcp3", cfg!(feature = "rmcp3")),
    ("output_schema", "schemars1", cfg!(feature = "schemars1")),
];

/// The arguments about the arguments of a request.
pub(super) const OF_REQUESTS: [&str; 2] = ["unknown_arguments", "exact_arguments"];

#[derive(Default)]
pub(super) struct Arguments {
    /// One dialect, or several that the caller chooses from. Empty after an error.
    pub(super) dialects: Vec<DialectName>,
    /// The return type instead of `Envelope`.
    pub(super) returns: Option<Type>,
    /// The function that makes the return type of an `Envelope`.
    pub(super) via: Option<ExprPath>,
    /// The HTTP status of a success.
    pub(super) status: Option<LitInt>,
    /// The keys that the data is nested under.
    pub(super) keys: Vec<LitStr>,
    pub(super) budget: Option<Budget>,
    pub(super) timeout: Option<Timeout>,
    /// Whether the output schema has the descriptions of the data.
    pub(super) is_described: bool,
    /// The copies of the data that clients of a router get.
    pub(super) copies: Option<Expr>,
    /// The types that are looked for in an `anyhow::Error`.
    pub(super) errors: Vec<Type>,
    /// The treatment of unknown arguments: a variant of the runtime's `UnknownArguments`.
    pub(super) unknown: Option<Ident>,
    pub(super) runtime: CratePath,
    pub(super) settings: Vec<Setting>,
    /// Every argument as it is written, even with an error.
    pub(super) written: Vec<Written>,
}

/// The limit of a call: `= limit`, or `(limit, hint = "…")`.
pub(super) struct Timeout {
    pub(super) limit: Expr,
    /// The next step of a caller whose call took longer.
    pub(super) hint: Option<LitStr>,
}

impl Timeout {
    fn parse(name: &Ident, input: ParseStream<'_>) -> Result<Self> {
        const EXAMPLE: &str = "timeout = std::time::Duration::from_secs(5)";
        const HINT: &str = "hint = \"Call get_order before you order again\"";

        if !input.peek(token::Paren) {
            let limit = value(name, "a `Duration`", EXAMPLE, input)?;
            return Ok(Self { limit, hint: None });
        }
        in_parentheses(input, |input| {
            let limit = input.parse()?;
            if input.parse::<Token![,]>().is_err() {
                return Err(error!(
                    name,
                    "`timeout` takes a value: `{EXAMPLE}`, or with a hint, `timeout(limit, {HINT})`"
                ));
            }
            let key = values::name(HINT, input)?;
            if key != "hint" {
                return Err(error!(key, "`timeout` has no `{key}`; write `{HINT}`"));
            }
            let hint = Some(values::text(&key, HINT, input)?);
            Ok(Self { limit, hint })
        })
    }
}

/// An argument as it is written.
pub(super) struct Written {
    pub(super) name: Ident,
    /// Empty after an error.
    pub(super) tokens: TokenStream,
}

impl Arguments {
    /// Reads the arguments as far as possible, and adds mistakes to `errors`.
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut arguments = Self::default();
        each_argument(tokens, errors, |input| arguments.next(input));
        arguments
    }

    fn next(&mut self, input: ParseStream<'_>) -> Result<()> {
        if let Some(text) = input.fork().parse().ok().or_else(|| bare_id(input)) {
            return Err(self.without_name(&text));
        }
        let tokens: Vec<TokenTree> = input.cursor().token_stream().into_iter().collect();
        let name = values::name(DIALECT_EXAMPLE, input)?;
        if let Some(error) = self.excluded(&name) {
            // The first argument holds, so that calls of the tool still compile.
            Self::default().argument(&name, input)?;
            return Err(error);
        }
        self.note(&name);
        self.argument(&name, input)?;
        let rest = input.cursor().token_stream().into_iter().count();
        if let Some(written) = self.written.last_mut() {
            written.tokens = tokens.iter().take(tokens.len() - rest).cloned().collect();
        }
        Ok(())
    }

    /// The error for a string literal without the name of an argument.
    fn without_name(&mut self, text: &LitStr) -> Error {
        let message = if self.names_dialect() {
            format!("an argument needs a name, as in {DATA_EXAMPLE}")
        } else {
            self.note(&Ident::new("dialect", text.span()));
            format!("an argument needs a name; write `dialect = {}`", text.token())
        };
        Error::new(text.span(), message)
    }

    /// The error for an argument that is already given, under its own name or under the name that excludes it.
    fn excluded(&self, name: &Ident) -> Option<Error> {
        let text = name.to_string();
        if self.named(&text).is_some() {
            let one = given_twice(name);
            let list = || error!(name, "{one}, or write `{DIALECTS_EXAMPLE}` for several");
            return Some(if text == "dialect" { list() } else { one });
        }
        let other = other_name(&text).filter(|other| self.named(other).is_some())?;
        Some(error!(name, "`{name}` and `{other}` can't be used together; remove one of them"))
    }

    fn note(&mut self, name: &Ident) {
        self.written.push(Written { name: name.clone(), tokens: TokenStream::new() });
    }

    fn argument(&mut self, name: &Ident, input: ParseStream<'_>) -> Result<()> {
        match name.to_string().as_str() {
            "dialect" => self.dialects = vec![dialect(name, input)?],
            "dialects" => self.dialects = dialects(name, input)?,
            "returns" => self.returns = Some(returns(name, input)?),
            "via" => self.via = Some(values::function(name, "via = to_output", input)?),
            "status" => self.status = Some(status(name, input)?),
            // `skip(…)` is a habit from tracing.
            "skip" if !input.peek(token::Paren) => drop(flag(name, input)?),
            "catch_panic" | "exact_arguments" | "idempotent" | "list_failures"
            | "send_contexts" => drop(flag(name, input)?),
            "crate" => self.runtime.parse(name, input)?,
            "data" => self.keys = keys(name, input)?,
            "budget" => self.budget = Some(Budget::parse(name, input)?),
            "unknown_arguments" => self.unknown = Some(unknown_arguments(name, input)?),
            "timeout" => self.timeout = Some(Timeout::parse(name, input)?),
            "errors" => self.errors = errors(name, input)?,
            "copies" => {
                self.copies = Some(value(name, "an expression", "copies = Copies::Text", input)?);
            }
            "output_schema" => self.is_described = is_described(name, input)?,
            _ => self.settings.push(Setting::parse(name.clone(), input)?),
        }
        // The error of a wrong value comes before the error of a missing feature.
        let needed = FEATURES.iter().find(|(needing, ..)| *name == needing);
        needed.map_or(Ok(()), |(_, feature, has_it)| needs_feature(name, feature, *has_it))
    }

    /// The argument of this name, even with an error.
    pub(super) fn named(&self, name: &str) -> Option<&Ident> {
        self.written.iter().map(|written| &written.name).find(|written| *written == name)
    }

    /// The argument of this name, if it has no value and no error.
    pub(super) fn flag(&self, name: &str) -> Option<&Ident> {
        let is_alone = |tokens: &TokenStream| tokens.clone().into_iter().count() == 1;
        let mut flags = self.written.iter().filter(|written| is_alone(&written.tokens));
        flags.find(|written| written.name == name).map(|written| &written.name)
    }

    /// The names of the arguments about the arguments of a request.
    pub(super) fn of_requests(&self) -> impl Iterator<Item = &Ident> {
        let valid = self.written.iter().filter(|written| !written.tokens.is_empty());
        valid.map(|written| &written.name).filter(|name| OF_REQUESTS.iter().any(|of| *name == of))
    }

    /// The argument that names the dialect, or the dialects.
    pub(super) fn dialect_argument(&self) -> Option<&Ident> {
        self.named("dialect").or_else(|| self.named("dialects"))
    }

    pub(super) fn names_dialect(&self) -> bool {
        self.dialect_argument().is_some()
    }

    /// Whether the arguments of a tool override this argument of its block.
    pub(super) fn overrides(&self, name: &str) -> bool {
        let other = other_name(name).and_then(|other| self.named(other));
        self.named(name).or(other).is_some()
    }

    /// The dialects of a tool with these arguments in a block.
    pub(super) fn dialects_or<'a>(&'a self, block: &'a Self) -> &'a [DialectName] {
        if self.names_dialect() { &self.dialects } else { &block.dialects }
    }

    /// The dialect, if the tool has one and not several.
    pub(super) fn dialect(&self) -> Option<&DialectName> {
        match self.dialects.as_slice() {
            [dialect] => Some(dialect),
            _ => None,
        }
    }

    /// The path of the part that a budget cuts.
    pub(super) fn cut(&self) -> Option<&LitStr> {
        self.budget.as_ref()?.cut.as_ref()
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

    /// The entry of a setting in the tables of the contracts in the list.
    pub(super) fn known(&self, name: &Ident) -> Option<&'static contracts::Setting> {
        let name = name.to_string();
        known(&self.dialects).into_iter().find_map(|dialect| dialect.setting(&name))
    }

    /// The flag that makes the data the text of a result, in any of these dialects.
    pub(super) fn data_as_text(&self, dialects: &[DialectName]) -> Option<&Setting> {
        let known = known(dialects);
        let mut flags =
            self.settings.iter().filter(|setting| matches!(setting.value, SettingValue::Flag));
        flags.find(|flag| {
            let mut forms = known.iter().filter_map(|dialect| dialect.setting(&flag.text()));
            forms.any(|setting| matches!(setting.form, Form::Text))
        })
    }
}

/// Whether a tool of these dialects gets an argument of its block: a setting if one of the dialects has it, and any other argument always.
/// An unknown setting may belong to a custom dialect; without a dialect, the missing dialect is the error.
pub(super) fn is_for(name: &str, dialects: &[DialectName]) -> bool {
    let known = known(dialects);
    COMMON.contains(&name)
        || dialects.is_empty()
        || known.len() < dialects.len()
        || known.iter().any(|dialect| dialect.setting(name).is_some())
}

/// `= Type`
fn returns(name: &Ident, input: ParseStream<'_>) -> Result<Type> {
    let ty = value(name, "a type", "returns = String", input)?;
    if matches!(ty, Type::ImplTrait(_)) {
        return Err(error!(
            ty,
            "`returns` names one type, and an `impl` of a trait can be any; write the name of the type, or remove `returns`: an `Envelope` is a response of `axum` and a result of the SDK already"
        ));
    }
    Ok(ty)
}

/// `(UserError, StoreError)`
fn errors(name: &Ident, input: ParseStream<'_>) -> Result<Vec<Type>> {
    if input.peek(token::Paren) {
        let types = each_in_parentheses(input, Type::parse)?;
        if !types.is_empty() {
            return Ok(types);
        }
    }
    Err(error!(
        name,
        "`errors` takes the types to look for in an `anyhow::Error`: `errors(UserError, StoreError)`"
    ))
}

/// `= "described"`, the only value of `output_schema`, or nothing.
fn is_described(name: &Ident, input: ParseStream<'_>) -> Result<bool> {
    if at_end(input) {
        return Ok(false);
    }
    let value = value(name, "a string literal", "output_schema = \"described\"", input)?;
    if literal(&value).is_some_and(|text| text.value() == "described") {
        return Ok(true);
    }
    Err(error!(
        value,
        "`output_schema` takes no value but `\"described\"`, for a schema with the descriptions of the data; write just `output_schema`"
    ))
}

/// The argument that excludes this one.
fn other_name(name: &str) -> Option<&'static str> {
    const EXCLUSIVE: [[&str; 2]; 2] = [["dialect", "dialects"], ["returns", "status"]];

    let pair = EXCLUSIVE.iter().find(|pair| pair.contains(&name))?;
    pair.iter().copied().find(|other| *other != name)
}

/// `= "reject"`
fn unknown_arguments(name: &Ident, input: ParseStream<'_>) -> Result<Ident> {
    const WORDS: [&str; 3] = ["reject", "warn", "ignore"];

    let spell = |word: &str| nearest(word, WORDS).unwrap_or("reject").to_owned();
    let word = word(name, "unknown_arguments = \"reject\"", spell, input)?;
    if !WORDS.contains(&&*word.value()) {
        return Err(unknown("way to treat unknown arguments", &word, WORDS));
    }
    Ok(Ident::new(&pascal_case(&word.value()), word.span()))
}

/// `= 201`
fn status(name: &Ident, input: ParseStream<'_>) -> Result<LitInt> {
    const EXPECTED: &str =
        "the status of a success with a body, from 200 to 299 except 204 and 205";
    const EXAMPLE: &str = "status = 201";

    let status: LitInt = value(name, "a number", EXAMPLE, input)?;
    let has_body = matches!(status.base10_parse::<u16>(), Ok(200..=203 | 206..=299));
    if !has_body || !status.suffix().is_empty() {
        let message = invalid_value(name, EXPECTED, EXAMPLE);
        return Err(Error::new(status.span(), message));
    }
    needs_feature(name, "http1", cfg!(feature = "http1"))?;
    Ok(status)
}

/// How messages show `data`.
const DATA_EXAMPLE: &str = "`data = \"tasks\"`, or `data(\"spec\", \"tasks\")` for a tuple";

/// `= "key"` or `("a", "b")`
fn keys(name: &Ident, input: ParseStream<'_>) -> Result<Vec<LitStr>> {
    if !input.peek(token::Paren) {
        input.parse::<Token![=]>().map_err(|_| {
            error!(name, "`data` takes the key to nest the data under: {DATA_EXAMPLE}")
        })?;
        return Ok(vec![key(input)?]);
    }
    let mut keys: Vec<LitStr> = Vec::new();
    each_in_parentheses(input, |input| {
        let key = key(input)?;
        let text = key.value();
        if keys.iter().any(|earlier| earlier.value() == text) {
            return Err(error!(
                key,
                "the key `{text}` is given twice; give each value its own key"
            ));
        }
        keys.push(key);
        Ok(())
    })?;
    if keys.is_empty() {
        return Err(error!(name, "the keys of `data` are missing: {DATA_EXAMPLE}"));
    }
    Ok(keys)
}

fn key(input: ParseStream<'_>) -> Result<LitStr> {
    // A constant is in capitals, and its value is unknown.
    let written = unquoted(&input.fork()).filter(|word| word.contains(char::is_lowercase));
    let example = written.map_or(DATA_EXAMPLE.to_owned(), |word| format!("`\"{word}\"`"));
    let key: LitStr = input.parse().map_err(|error| {
        let message = format!("invalid key; expected a string literal: {example}");
        Error::new(error.span(), message)
    })?;
    if key.value().is_empty() {
        return Err(error!(key, "the key is empty; give it a name: {DATA_EXAMPLE}"));
    }
    Ok(key)
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
    fn a_dialect_is_named_once() {
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
                refuses(&args, "the dialect is named twice; remove one of them");
            } else {
                assert!(!tool(&args).contains("compile_error"), "{args}");
            }
        }
    }

    /// An argument that cannot be read may be the dialect.
    #[test]
    fn a_dialect_is_missing_only_where_everything_can_be_read() {
        refuses("catch_panic", "the dialect is missing");
        refuses("crate = 5", "invalid value for `crate`");
        refuses("= \"response-v2\"", "expected the name of an argument");
    }

    #[test]
    fn a_custom_dialect_is_a_path() {
        for dialect in ["crate::Acme::<u8>", "crate::Acme<u8>", "Acme<Vec<u8>, 3>"] {
            assert!(!tool(&format!("dialect = {dialect}")).contains("compile_error"), "{dialect}");
            let list = format!("dialects(\"response-v2\", {dialect})");
            assert!(!tool(&list).contains("compile_error"), "{list}");
        }
        for dialect in ["<A as B>::C", "5", "&A", "a()"] {
            refuses(&format!("dialect = {dialect}"), "invalid dialect");
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
        #[cfg(feature = "http1")]
        for (one, other) in
            [("returns = String", "status = 201"), ("status = 201", "returns = String")]
        {
            let (name, _) = one.split_once(' ').unwrap();
            let args = format!("dialect = \"response-v2\", {one}, {other}");
            refuses(&args, &format!("and `{name}` can't be used together"));
        }
    }

    #[test]
    fn a_limit_can_have_a_hint() {
        for (limit, message) in [
            ("timeout(LIMIT)", "or with a hint, `timeout(limit, hint = "),
            ("timeout(LIMIT, \"Check\")", "expected the name of an argument, as in `hint = "),
            ("timeout(LIMIT, hnt = \"Check\")", "`timeout` has no `hnt`; write `hint = "),
            ("timeout(LIMIT, hint = 5)", "invalid value for `hint`"),
            ("timeout(LIMIT, hint = \"\")", "`hint` is empty"),
        ] {
            refuses(&format!("dialect = \"response-v2\", {limit}"), message);
        }
    }

    #[cfg(feature = "tokio1")]
    #[test]
    fn a_hint_is_a_part_of_the_limit() {
        let args = "dialect = \"response-v2\", timeout(LIMIT, hint = \"Check\")";
        let function: TokenStream = "async fn f() -> Result<(), E> {}".parse().unwrap();
        let expanded = expand(args.parse().unwrap(), function).to_string();
        assert!(expanded.contains("limit (LIMIT) . hint (\"Check\")"), "{expanded}");
    }

    #[cfg(feature = "anyhow1")]
    #[test]
    fn errors_are_named_by_their_types() {
        for list in ["errors", "errors()", "errors = User"] {
            let args = format!("dialect = \"response-v2\", {list}");
            refuses(&args, "look for in an `anyhow::Error`: `errors(UserError, StoreError)`");
        }
        let expanded = tool("dialect = \"response-v2\", errors(a::User, Store)");
        assert!(expanded.contains("named :: < a :: User > , "), "{expanded}");
        assert!(expanded.contains("named :: < Store >]"), "{expanded}");
    }

    #[cfg(feature = "http1")]
    #[test]
    fn the_status_of_a_success() {
        for status in ["200", "201", "203", "206", "299", "2_0_1"] {
            let expanded = tool(&format!("dialect = \"response-v2\", status = {status}"));
            assert!(expanded.contains(&format!("SuccessStatus < {status} >")), "{expanded}");
        }
        for status in ["199", "204", "205", "300", "404", "201u8", "201_u16", "70000"] {
            let args = format!("dialect = \"response-v2\", status = {status}");
            refuses(&args, "a success with a body, from 200 to 299 except 204 and 205");
        }
    }
}
