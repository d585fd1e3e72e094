//! The settings of a known dialect. The settings of a custom dialect are its methods, and the compiler checks them.

use std::fmt::Display;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Error, Expr, LitStr, Result, Token};

use super::args::{Args, COMMON, DialectName, Setting, SettingValue};
use crate::attr::habits::{self, advice};
use crate::attr::suggest::{any_of, did_you_mean, unknown};
use crate::attr::values::{literal, takes_no_value, text_of};
use crate::contracts::{self, Contract, Form, Format, Words, is_semantic_version, relative_path};
use crate::errors::Errors;

/// Checks the settings of a tool.
pub(super) fn check(args: &Args, errors: &mut Errors) {
    let known = known(&args.dialects);
    // An unknown setting may belong to a custom dialect.
    let is_custom = known.len() < args.dialects.len();
    for setting in &args.settings {
        errors.take(check_setting(setting, &known, is_custom));
    }
    check_together(args, errors);
    for dialect in known {
        for required in dialect.settings.iter().filter(|setting| setting.is_required) {
            if !args.has_setting(required.name) {
                errors.push(missing(required, dialect, args));
            }
        }
    }
}

/// Checks the settings of a block of tools, of which these are the tools' own arguments.
pub(super) fn check_block(args: &Args, tools: &[Args], errors: &mut Errors) {
    let of_block = known(&args.dialects);
    for setting in &args.settings {
        let name = setting.name.to_string();
        if of_block.iter().any(|dialect| dialect.setting(&name).is_some()) {
            errors.take(check_setting(setting, &of_block, false));
        }
        if !tools.iter().any(|own| is_of(&name, own.dialects_or(args))) {
            let all = tools.iter().flat_map(|own| own.dialects_or(args));
            let mut known: Vec<&Contract> = Vec::new();
            for dialect in all.filter_map(DialectName::known) {
                if !known.iter().any(|other| other.id == dialect.id) {
                    known.push(dialect);
                }
            }
            errors.push(Error::new(setting.name.span(), unknown_setting(&known, &name)));
        }
    }
    check_together(args, errors);
    for dialect in of_block {
        for required in dialect.settings.iter().filter(|setting| setting.is_required) {
            let has = |own: &Args| own.names_dialect() || own.has_setting(required.name);
            if !args.has_setting(required.name) && !tools.iter().any(has) {
                errors.push(missing(required, dialect, args));
            }
        }
    }
}

/// The setting with which the data is the text of a result, in any of these dialects.
pub(super) fn data_as_text<'a>(args: &'a Args, dialects: &[DialectName]) -> Option<&'a Setting> {
    let flags = args.settings.iter().filter(|setting| matches!(setting.value, SettingValue::Flag));
    let takes_text = |name: &str| {
        let mut forms = known(dialects).into_iter().filter_map(|dialect| dialect.setting(name));
        forms.any(|setting| matches!(setting.form, Form::Text))
    };
    flags.into_iter().find(|setting| takes_text(&setting.name.to_string()))
}

/// Reports arguments about structured content, which a tool whose data is the text has not.
fn check_text(args: &Args, text: &Setting, errors: &mut Errors) {
    let text = &text.name;
    if let Some(flag) = args.output_schema {
        let message = format!(
            "`output_schema` describes structured content, and with `{text}` alone there is none; remove `output_schema`, or remove `{text}` to send the data as structure"
        );
        errors.push(Error::new(flag, message));
    }
    let is_only =
        args.dialects.iter().all(|name| data_as_text(args, std::slice::from_ref(name)).is_some());
    if let Some(key) = args.keys.first()
        && is_only
    {
        let message = format!(
            "with `{text}` alone, the data is the text and has no key; remove `data`, or remove `{text}` to send the data as structure"
        );
        errors.push(Error::new(key.span(), message));
    }
    if let Some(list) = args.budget.as_ref().and_then(|budget| budget.list.as_ref())
        && is_only
    {
        let message = format!(
            "with `{text}` alone, the data is a text, which is cut after a line; remove `list`"
        );
        errors.push(Error::new(list.span(), message));
    }
    if let Some(pretty) = args.settings.iter().find(|setting| setting.name == "pretty") {
        let message = format!(
            "`pretty` indents JSON, and with `{text}` alone the data is sent as it is; remove `pretty`"
        );
        errors.push(Error::new(pretty.name.span(), message));
    }
}

/// Checks combinations of arguments.
fn check_together(args: &Args, errors: &mut Errors) {
    if let Some(text) = data_as_text(args, &args.dialects) {
        check_text(args, text, errors);
    }
    if let Some(budget) = &args.budget {
        errors.take(budget.check_keys(&args.keys));
    }
    if args.dialects.len() > 1 {
        errors.take(check_request_ids(&args.settings));
    }
    for dialect in known(&args.dialects) {
        for key in &args.keys {
            errors.take(check_key(key, dialect));
        }
    }
}

/// Whether an argument of a block is for a tool of these dialects: a setting is for those that have it, and another argument for
/// all. An unknown setting may belong to a custom dialect; without a dialect, the missing dialect is the error.
pub(super) fn is_of(name: &str, dialects: &[DialectName]) -> bool {
    let known = known(dialects);
    COMMON.contains(&name)
        || dialects.is_empty()
        || known.len() < dialects.len()
        || known.iter().any(|dialect| dialect.setting(name).is_some())
}

fn known(dialects: &[DialectName]) -> Vec<&'static Contract> {
    dialects.iter().filter_map(DialectName::known).collect()
}

/// One of the dialects has the setting, and it is written in the right form.
fn check_setting(setting: &Setting, known: &[&Contract], is_custom: bool) -> Result<()> {
    if matches!(setting.value, SettingValue::Unread(_)) {
        return Ok(());
    }
    let name = setting.name.to_string();
    match known.iter().find_map(|dialect| dialect.setting(&name)) {
        Some(known) => check_form(setting, known),
        None if is_custom && setting.is_method() => Ok(()),
        None if is_custom => {
            let message = format!(
                "`{name}` cannot be a setting, since no method can have this name; remove it"
            );
            Err(Error::new(setting.name.span(), message))
        }
        // The dialect could not be read, which has been reported.
        None if known.is_empty() => Ok(()),
        None => Err(Error::new(setting.name.span(), unknown_setting(known, &name))),
    }
}

/// Several dialects can have the same setting under several names.
fn check_request_ids(settings: &[Setting]) -> Result<()> {
    let is_request_id = |name: &str| {
        let of_dialect = |dialect: &&Contract| dialect.request_id().map(|known| known.name);
        contracts::CONTRACTS.iter().filter_map(of_dialect).any(|known| known == name)
    };
    let mut ids = settings.iter().filter(|setting| is_request_id(&setting.name.to_string()));
    let (Some(first), Some(second)) = (ids.next(), ids.next()) else { return Ok(()) };
    let message = format!(
        "`{}` and `{}` are the same for a tool with several dialects; remove one of them",
        first.name, second.name
    );
    Err(Error::new(second.name.span(), message))
}

/// The setting is written in the right form.
fn check_form(setting: &Setting, known: &contracts::Setting) -> Result<()> {
    let name = setting.name.to_string();
    match (known.form, &setting.value) {
        (Form::Flag | Form::Text, SettingValue::Flag) => Ok(()),
        (Form::Format | Form::Text, SettingValue::Format(format)) => check_format(known, format),
        (Form::Value | Form::Tool | Form::RequestId, SettingValue::Expr(value)) => {
            check_value(&name, value)
        }
        (Form::RelativePath, SettingValue::Expr(value)) => {
            check_value(&name, value).and_then(|()| check_path(&name, value))
        }
        (Form::Formatted(format, example), SettingValue::Expr(value)) => {
            check_value(&name, value).and_then(|()| check_format_of(&name, value, format, example))
        }
        (Form::Version, SettingValue::Expr(value)) => check_version(value),
        (Form::Word(words), SettingValue::Expr(value)) => check_word(words, value),
        (form, value) => {
            let value = match value {
                SettingValue::Expr(value) => value.to_token_stream(),
                SettingValue::Format(value) => value.clone(),
                SettingValue::Flag | SettingValue::Unread(_) => TokenStream::new(),
            };
            Err(wrong_form(&setting.name, Some(form), &value))
        }
    }
}

/// The error for a setting whose value is in another form. The form of a setting of a custom dialect is unknown.
pub(super) fn wrong_form(name: &Ident, form: Option<Form>, value: &TokenStream) -> Error {
    let is_expression = syn::parse2::<Expr>(value.clone()).is_ok();
    let form = form.unwrap_or(if is_expression { Form::Value } else { Form::Format });
    let arguments = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(value.clone());
    let is_format = arguments.is_ok_and(|all| {
        let text = all.first().and_then(literal);
        text.is_some_and(|text| all.len() > 1 || !text.value().contains("{}"))
    });
    let own = match form {
        Form::Format | Form::Text if is_format => format!("`{name}({value})`"),
        Form::Format | Form::Text => example(name, form),
        _ if is_expression => format!("`{name} = {}`", text_of(value)),
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

/// How messages show a setting.
fn example(name: impl Display, form: Form) -> String {
    match form {
        Form::Flag => format!("`{name}`"),
        Form::Value | Form::RelativePath | Form::Tool | Form::RequestId => format!("`{name} = …`"),
        Form::Formatted(_, value) => format!("`{name} = \"{value}\"`"),
        Form::Version => format!("`{name} = \"1.0.0\"`"),
        Form::Word(words) => format!("`{name} = \"{}\"`", words.example),
        Form::Format | Form::Text => format!("`{name}(\"{{}} found\", data.len())`"),
    }
}

fn unknown_setting(dialects: &[&Contract], name: &str) -> String {
    let ids = dialects.iter().map(|dialect| dialect.id).collect::<Vec<_>>().join(" or ");
    let is_request_id =
        |dialect: &Contract| dialect.request_id().is_some_and(|request_id| request_id.name == name);
    let named = |dialect: &&Contract| Some((dialect.id, dialect.request_id()?.name));
    if let Some((id, request_id)) = dialects.iter().find_map(named)
        && !contracts::ids_where(is_request_id).is_empty()
    {
        return format!("`{name}` is called `{request_id}` in {id}; write `{request_id}`");
    }
    let others = contracts::ids_where(|other| other.setting(name).is_some());
    if !others.is_empty() {
        return format!(
            "`{name}` is a setting of {}, not of {ids}; remove it",
            others.join(" and ")
        );
    }
    if let Some(advice) = advice(habits::TOOL, name) {
        return format!("`{name}` is not an argument of `#[envelope_tool]`; {advice}");
    }
    let settings = dialects.iter().flat_map(|dialect| dialect.settings);
    let mut known: Vec<_> = COMMON.into_iter().collect();
    for setting in settings {
        if !known.contains(&setting.name) {
            known.push(setting.name);
        }
    }
    format!("`{name}` is not a setting of {ids}; {}", did_you_mean(name, known.iter().copied()))
}

/// The error for a setting that a dialect needs, at the argument that names the dialect.
fn missing(setting: &contracts::Setting, dialect: &Contract, args: &Args) -> Error {
    let name = setting.name;
    let values = match setting.form {
        Form::Word(words) => {
            format!(
                ", where the value is {}, or an expression",
                any_of(words.words.iter().copied())
            )
        }
        _ => String::new(),
    };
    let message =
        format!("{} needs a `{name}`; add {}{values}", dialect.id, example(name, setting.form));
    Error::new(args.dialect_span(), message)
}

fn check_key(key: &LitStr, dialect: &Contract) -> Result<()> {
    let name = key.value();
    if !dialect.reserves_root(&name) {
        return Ok(());
    }
    let message =
        format!("`{name}` is reserved by {}; choose another key: `data = \"…\"`", dialect.id);
    Err(Error::new(key.span(), message))
}

/// A format string is not empty.
fn check_format(setting: &contracts::Setting, format: &TokenStream) -> Result<()> {
    let contracts::Setting { name, form, .. } = *setting;
    match syn::parse2::<LitStr>(format.clone()) {
        Ok(text) if text.value().trim().is_empty() => {
            let message = format!("`{name}` is empty; give it a text: {}", example(name, form));
            Err(Error::new(text.span(), message))
        }
        _ => Ok(()),
    }
}

/// A literal is not empty.
fn check_value(name: &str, value: &Expr) -> Result<()> {
    match literal(value) {
        Some(text) if text.value().trim().is_empty() => {
            let message = format!("`{name}` is empty; give it a value, or remove it");
            Err(Error::new(text.span(), message))
        }
        _ => Ok(()),
    }
}

/// A literal is a relative path that leads nowhere else.
fn check_path(name: &str, value: &Expr) -> Result<()> {
    let Some(text) = literal(value) else { return Ok(()) };
    if relative_path(&text.value()).is_some() {
        return Ok(());
    }
    let message = format!(
        "invalid path; `{name}` takes a relative path without `..`, as in `{name} = \"out/report.json\"`"
    );
    Err(Error::new(text.span(), message))
}

/// A literal is in a format.
fn check_format_of(name: &str, value: &Expr, format: &Format, example: &str) -> Result<()> {
    match literal(value) {
        Some(text) if !(format.fits)(&text.value()) => {
            let message = format!("`{name}` takes {}, as in `{name} = \"{example}\"`", format.is);
            Err(Error::new(text.span(), message))
        }
        _ => Ok(()),
    }
}

/// A literal is a semantic version.
fn check_version(value: &Expr) -> Result<()> {
    let is_version = match literal(value) {
        Some(version) => is_semantic_version(&version.value()),
        None => !matches!(value, Expr::Lit(_)),
    };
    if is_version {
        return Ok(());
    }
    let message = "invalid version; expected `major.minor.patch`, as in `version = \"1.0.0\"`";
    Err(Error::new_spanned(value, message))
}

/// A literal has to be a known word. The compiler checks an expression.
fn check_word(words: &Words, value: &Expr) -> Result<()> {
    match literal(value) {
        Some(word) if words.variant(&word.value()).is_none() => {
            Err(unknown(words.name, word, words.words.iter().copied()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::is_semantic_version;
    use crate::tool::expand;

    fn tool(args: &str) -> String {
        let function = "fn f() -> Result<(), E> {}";
        expand(args.parse().unwrap(), function.parse().unwrap()).to_string()
    }

    /// A block with a tool that has its own arguments, and a tool without any.
    fn block(args: &str, own: &str) -> String {
        let block = format!(
            "impl S {{ #[envelope_tool({own})] fn f() -> Result<(), E> {{}} #[tool] fn g() -> Result<(), E> {{}} }}"
        );
        expand(args.parse().unwrap(), block.parse().unwrap()).to_string()
    }

    fn errors(expanded: &str) -> usize {
        expanded.matches("compile_error").count()
    }

    #[test]
    fn an_id_of_another_contract_is_one_error() {
        let ids = "request_id = a, correlation_id = b";
        let expanded = tool(&format!("dialect = \"response-v2\", {ids}"));
        assert_eq!(errors(&expanded), 1, "{expanded}");
        assert!(expanded.contains("`correlation_id` is called `request_id`"), "{expanded}");
        let both = "dialects(\"response-v2\", \"dotbot-mcp-response@1\")";
        let expanded = tool(&format!("{both}, {ids}"));
        assert_eq!(errors(&expanded), 1, "{expanded}");
        assert!(expanded.contains("are the same for a tool with several dialects"), "{expanded}");
    }

    #[test]
    fn a_value_in_another_form_is_in_the_fix() {
        for (args, fix) in [
            ("pretty: true", "write just `pretty`"),
            ("correlation_id: a::B", "`correlation_id = a::B`"),
            ("summary: \"x\"", "`summary(\\\"x\\\")`"),
            ("summary = \"{} {n}\", 1, b.c, catch_panic", "`summary(\\\"{} {n}\\\" , 1 , b . c)`"),
            ("summary = \"{}\"", "`summary(\\\"{} found\\\", data.len())`"),
            ("summary = \"Read {}.\", data", "`summary(\\\"Read {}.\\\" , data)`"),
            ("summary = \"{} of {}\", 1, data", "`summary(\\\"{} of {}\\\" , 1 , data)`"),
            ("correlation_id: \"a :: b\"", "`correlation_id = \\\"a :: b\\\"`"),
            ("summary = name()", "`summary(\\\"{} found\\\", data.len())`"),
            ("data: \"tasks\"", "`data = \\\"tasks\\\"`"),
            ("timeout(7)", "`timeout = Duration::from_secs(7)`"),
            ("via(\"a::b\"), returns = String", "`via = a::b`"),
            ("unknown_arguments: Warn", "`unknown_arguments = \\\"warn\\\"`"),
            ("unknown_arguments = DEFAULT", "`unknown_arguments = \\\"reject\\\"`"),
        ] {
            let expanded = tool(&format!("dialect = \"dotbot-mcp-response@1\", {args}"));
            assert_eq!(errors(&expanded), 1, "{args}: {expanded}");
            assert!(expanded.contains(fix), "{args}: {expanded}");
        }
        for (args, fix) in
            [("a: 5", "`a = 5`"), ("a = \"{}\", data.id, b", "`a(\\\"{}\\\" , data . id)`")]
        {
            let expanded = tool(&format!("dialect = crate::Acme, {args}"));
            assert_eq!(errors(&expanded), 1, "{args}: {expanded}");
            assert!(expanded.contains(fix), "{args}: {expanded}");
        }
        // A custom dialect may have both settings.
        let expanded = tool("dialect = crate::Acme, a = \"{}\", b, c = \"{}\", d(1)");
        assert_eq!(errors(&expanded), 0, "{expanded}");
    }

    #[test]
    fn a_setting_of_a_block_is_for_the_tools_that_have_it() {
        let expanded = block("dialect = crate::Acme, loud", "");
        assert_eq!(expanded.matches("(dialect = crate :: Acme , loud").count(), 2, "{expanded}");
        let expanded =
            block("dialect = \"response-v2\", telemetry", "dialect = \"dotbot-mcp-response@1\"");
        assert!(expanded.contains("(dialect = \"dotbot-mcp-response@1\")] fn f"), "{expanded}");
        assert!(expanded.contains("(dialect = \"response-v2\" , telemetry"), "{expanded}");
        let expanded = block("dialect = crate::Acme, loud", "dialect = \"response-v2\"");
        assert!(expanded.contains("(dialect = \"response-v2\")] fn f"), "{expanded}");
        assert_eq!(errors(&expanded), 0, "{expanded}");
    }

    #[test]
    fn a_tool_of_a_block_can_have_what_its_dialect_requires() {
        let args = "dialect = \"code-scalpel-v1\"";
        for (own, is_missing) in [
            ("", true),
            ("catch_panic", true),
            ("tier = \"pro\"", false),
            ("dialect = \"response-v2\"", false),
        ] {
            let expanded = block(args, own);
            assert_eq!(expanded.contains("code-scalpel-v1 needs a `tier`"), is_missing, "{own}");
        }
    }

    #[test]
    fn semantic_versions() {
        for version in ["0.0.0", "1.20.300", "1.0.0-alpha.1", "1.0.0-x-y.0a+build.007", "1.0.0+a"] {
            assert!(is_semantic_version(version), "{version}");
        }
        for version in [
            "", "1", "1.0", "1.0.0.0", "01.0.0", "v1.0.0", "1.0.x", "1.0.0-", "1.0.0-01", "1.0.0+",
            "1.0.0 ",
        ] {
            assert!(!is_semantic_version(version), "{version}");
        }
    }
}
