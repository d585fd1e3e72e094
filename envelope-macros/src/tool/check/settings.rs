//! The settings of a known dialect. The settings of a custom dialect are its methods, and the compiler checks them.

use proc_macro2::{Ident, TokenStream};
use syn::{Error, Expr, LitStr, Result};

use crate::contracts::{self, Contract, Form, is_semantic_version, relative_path};
use crate::errors::{Errors, error};
use crate::syntax::habits;
use crate::syntax::suggest::{did_you_mean, unknown};
use crate::syntax::values::literal;
use crate::tool::attribute::{Arguments, COMMON, is_for};
use crate::tool::dialects::{DialectName, known};
use crate::tool::setting::{Setting, SettingValue, check_text, example, wrong_form};

/// Checks the settings of a tool, or of a block with the arguments of its tools.
pub(in crate::tool) fn check(arguments: &Arguments, tools: &[&Arguments], errors: &mut Errors) {
    let known = known(&arguments.dialects);
    let is_custom = known.len() < arguments.dialects.len();
    let alone = [arguments];
    let all = if tools.is_empty() { &alone } else { tools };
    let dialects = || all.iter().map(|own| own.dialects_or(arguments));
    for setting in &arguments.settings {
        let name = setting.text();
        if let Some(known) = arguments.known(&setting.name) {
            errors.take(check_form(setting, known));
        } else if is_custom && !setting.is_method() {
            errors.push(error!(
                setting.name,
                "`{name}` cannot be a setting, since no method can have this name; remove it"
            ));
        } else if let SettingValue::Format(format) = &setting.value
            && is_custom
        {
            errors.take(check_text(&setting.name, format, true));
        }
        if !dialects().any(|dialects| is_for(&name, dialects)) {
            let named = || dialects().flatten().filter_map(DialectName::known);
            let is_named = |known: &&&Contract| named().any(|dialect| dialect.id == known.id);
            let named: Vec<_> = contracts::CONTRACTS.iter().filter(is_named).copied().collect();
            errors.push(unknown_setting(&named, setting));
        }
    }
    check_together(arguments, errors);
    check_required(arguments, tools, errors);
}

/// Reports a setting that a dialect requires, if neither the arguments nor a tool of the block has the setting.
fn check_required(arguments: &Arguments, tools: &[&Arguments], errors: &mut Errors) {
    for dialect in known(&arguments.dialects) {
        for required in dialect.settings.iter().filter(|setting| setting.is_required) {
            let has = |own: &&Arguments| own.names_dialect() || own.named(required.name).is_some();
            if arguments.named(required.name).is_none() && !tools.iter().any(has) {
                let (id, name) = (dialect.id, required.name);
                let example = example(name, required.form);
                let message = format!("{id} needs a `{name}`; add {example}");
                errors.report(arguments.dialect_argument(), message);
            }
        }
    }
}

/// Checks combinations of arguments.
fn check_together(arguments: &Arguments, errors: &mut Errors) {
    if let Some(text) = arguments.data_as_text(&arguments.dialects) {
        check_data_as_text(arguments, text, errors);
    }
    check_cut(arguments, errors);
    let known = known(&arguments.dialects);
    let is_known = known.len() == arguments.dialects.len();
    if let Some(budget) = arguments.budget.as_ref().filter(|_| is_known) {
        errors.take(budget.check());
    }
    if arguments.dialects.len() > 1 {
        check_request_ids(&arguments.settings, errors);
    }
    for key in &arguments.keys {
        let text = key.value();
        let reserving = known.iter().filter(|dialect| dialect.reserves_root(&text));
        let ids: Vec<_> = reserving.map(|dialect| dialect.id).collect();
        contracts::check_reserved(&text, key.span(), &ids, "data = \"…\"", errors);
    }
}

/// Reports arguments about structured content. A tool whose data is the text sends none.
fn check_data_as_text(arguments: &Arguments, text: &Setting, errors: &mut Errors) {
    let text = &text.name;
    let message = format!(
        "`output_schema` describes structured content, and with `{text}` alone there is none; remove `output_schema`, or remove `{text}` to send the data as structure"
    );
    errors.report_each(arguments.named("output_schema"), message);
    let is_text = |dialect| arguments.data_as_text(std::slice::from_ref(dialect)).is_some();
    let is_only = arguments.dialects.iter().all(is_text);
    let message = format!(
        "with `{text}` alone, the data is the text and has no key; remove `data`, or remove `{text}` to send the data as structure"
    );
    errors.report_each(arguments.keys.first().filter(|_| is_only), message);
    let message = format!(
        "with `{text}` alone, the data is a text, which is cut between its lines; remove `cut`"
    );
    errors.report_each(arguments.cut().filter(|_| is_only), message);
    let message = format!(
        "`pretty` indents JSON, and with `{text}` alone the data is sent as it is; remove `pretty`"
    );
    let settings = arguments.settings.iter().map(|setting| &setting.name);
    errors.report_each(settings.filter(|name| *name == "pretty"), message);
}

/// Checks that the part that a budget cuts is under a key of the data.
fn check_cut(arguments: &Arguments, errors: &mut Errors) {
    let Some(cut) = arguments.cut() else { return };
    let keys: Vec<_> = arguments.keys.iter().map(LitStr::value).collect();
    let path = cut.value();
    if let [key, ..] = keys.as_slice()
        && !keys.iter().any(|key| path.split('.').next() == Some(key))
    {
        let keys = keys.join("` and `");
        errors.push(error!(
            cut,
            "the data is under `{keys}`, and so the path begins with it: `cut = \"{key}\"`"
        ));
    }
}

/// Reports a request id that is set under several names: dialects can give this setting different names.
fn check_request_ids(settings: &[Setting], errors: &mut Errors) {
    let known = contracts::CONTRACTS.iter().filter_map(|contract| contract.request_id());
    let known: Vec<_> = known.map(|known| known.name).collect();
    let mut ids = settings.iter().filter(|id| known.iter().any(|known| id.name == known));
    if let (Some(first), Some(second)) = (ids.next(), ids.next()) {
        errors.push(error!(
            second.name,
            "`{}` and `{}` are the same for a tool with several dialects; remove one of them",
            first.name,
            second.name
        ));
    }
}

/// Checks that a setting is written in the right form.
fn check_form(setting: &Setting, known: &contracts::Setting) -> Result<()> {
    let Setting { name, value } = setting;
    match (known.form, value) {
        (Form::Flag | Form::Text, SettingValue::Flag) => Ok(()),
        (Form::Format | Form::Text, SettingValue::Format(format)) => {
            check_format(name, known.form, format)
        }
        (form, SettingValue::Expr(value))
            if !matches!(form, Form::Flag | Form::Format | Form::Text) =>
        {
            check_value(known, value)
        }
        _ => Err(wrong_form(name, Some(known.form), &value.written())),
    }
}

/// Checks that a format string begins with a text that is not empty.
fn check_format(name: &Ident, form: Form, format: &TokenStream) -> Result<()> {
    match syn::parse2::<LitStr>(format.clone()) {
        Ok(text) if text.value().trim().is_empty() => {
            Err(error!(text, "`{name}` is empty; give it a text: {}", example(name, form)))
        }
        _ => check_text(name, format, false),
    }
}

/// Checks that a literal has the form of the setting. The compiler checks any other expression.
fn check_value(known: &contracts::Setting, value: &Expr) -> Result<()> {
    const INVALID_VERSION: &str =
        "invalid version; expected `major.minor.patch`, as in `version = \"1.0.0\"`";

    let name = known.name;
    let Some(text) = literal(value) else {
        let is_version = !matches!((known.form, value), (Form::Version, Expr::Lit(_)));
        return if is_version { Ok(()) } else { Err(Error::new_spanned(value, INVALID_VERSION)) };
    };
    let written = text.value();
    let message = match known.form {
        Form::Version if !is_semantic_version(&written) => INVALID_VERSION.to_owned(),
        Form::Word(words) if words.variant(&written).is_none() => {
            return Err(unknown(words.name, text, words.words.iter().copied()));
        }
        Form::Version | Form::Word(_) => return Ok(()),
        _ if written.trim().is_empty() => {
            format!("`{name}` is empty; give it a value, or remove it")
        }
        Form::RelativePath if relative_path(&written).is_none() => format!(
            "invalid path; `{name}` takes a relative path without `..`, as in `{name} = \"out/report.json\"`"
        ),
        Form::Formatted(format, example) if !(format.fits)(&written) => {
            format!("`{name}` takes {}, as in `{name} = \"{example}\"`", format.is)
        }
        _ => return Ok(()),
    };
    Err(Error::new(text.span(), message))
}

fn unknown_setting(dialects: &[&Contract], setting: &Setting) -> Error {
    let (place, name) = (&setting.name, &*setting.text());
    let ids = dialects.iter().map(|dialect| dialect.id).collect::<Vec<_>>().join(" or ");
    let is_request_id =
        |dialect: &Contract| dialect.request_id().is_some_and(|request_id| request_id.name == name);
    let named = |dialect: &&Contract| Some((dialect.id, dialect.request_id()?.name));
    if let Some((id, request_id)) = dialects.iter().find_map(named)
        && !contracts::ids_where(is_request_id).is_empty()
    {
        return error!(place, "`{name}` is called `{request_id}` in {id}; write `{request_id}`");
    }
    let others = contracts::ids_where(|other| other.setting(name).is_some());
    if !others.is_empty() {
        let others = others.join(" and ");
        return error!(place, "`{name}` is a setting of {others}, not of {ids}; remove it");
    }
    if let Some(error) = habits::TOOL.error(place, setting.value.written(), "`#[envelope_tool]`") {
        return error;
    }
    let mut known: Vec<_> = COMMON.into_iter().collect();
    for setting in dialects.iter().flat_map(|dialect| dialect.settings) {
        if !known.contains(&setting.name) {
            known.push(setting.name);
        }
    }
    let hint = did_you_mean(name, known.iter().copied());
    error!(place, "`{name}` is not a setting of {ids}; {hint}")
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
    fn a_value_in_another_form_is_one_error_with_the_form() {
        for (args, fix) in [
            ("pretty: true", "write just `pretty`"),
            ("correlation_id: a::B", "`correlation_id = a::B`"),
            ("summary: \"x\"", "`summary(\\\"x\\\")`"),
            ("summary = \"{} {n}\", 1, b.c, catch_panic", "`summary(\\\"{} {n}\\\", 1, b.c)`"),
            ("summary = \"{}\"", "`summary(\\\"{}\\\", …)`"),
            ("summary = \"Read {}.\", data", "`summary(\\\"Read {}.\\\", data)`"),
            ("summary = \"{} of {}\", 1, data", "`summary(\\\"{} of {}\\\", 1, data)`"),
            ("correlation_id: \"a :: b\"", "`correlation_id = \\\"a :: b\\\"`"),
            ("summary = name()", "`summary(\\\"{}\\\", name())`"),
            ("summary = format!(\"{} found\", n)", "`summary(\\\"{} found\\\", n)`"),
            ("data: \"tasks\"", "`data = \\\"tasks\\\"`"),
            ("timeout(7)", "`timeout = std::time::Duration::from_secs(5)`"),
            ("via(\"a::b\"), returns = String", "`via = a::b`"),
            ("via = \"a::b\", returns = String", "`via = a::b`"),
            ("returns = \"Vec<u8>\", via = f", "`returns = Vec<u8>`"),
            ("data = items", "expected a string literal: `\\\"items\\\"`"),
            ("unknown_arguments: Warn", "`unknown_arguments = \\\"reject\\\"`"),
            ("unknown_arguments = Warn", "`unknown_arguments = \\\"warn\\\"`"),
            ("unknown_arguments = DEFAULT", "`unknown_arguments = \\\"reject\\\"`"),
        ] {
            let expanded = tool(&format!("dialect = \"dotbot-mcp-response@1\", {args}"));
            assert_eq!(errors(&expanded), 1, "{args}: {expanded}");
            assert!(expanded.contains(fix), "{args}: {expanded}");
        }
        for (args, fix) in
            [("a: 5", "`a = 5`"), ("a = \"{}\", data.id, b", "`a(\\\"{}\\\", data.id)`")]
        {
            let expanded = tool(&format!("dialect = crate::Acme, {args}"));
            assert_eq!(errors(&expanded), 1, "{args}: {expanded}");
            assert!(expanded.contains(fix), "{args}: {expanded}");
        }
        assert_eq!(errors(&tool("dialect = crate::Acme, budget = 10")), 0);
        for (args, fix) in [
            ("dialect(\"rfc9457\")", "`dialect = \\\"rfc9457\\\"`"),
            (
                "dialect = \"code-scalpel-v1\", tier = \"pro\", capabilities(\"a\")",
                "`capabilities = [\\\"a\\\"]`",
            ),
            (
                "dialect = \"code-scalpel-v1\", tier = \"pro\", capabilities(\"a\", \"b\")",
                "`capabilities = [\\\"a\\\", \\\"b\\\"]`",
            ),
        ] {
            let expanded = tool(args);
            assert_eq!(errors(&expanded), 1, "{args}: {expanded}");
            assert!(expanded.contains(fix), "{args}: {expanded}");
        }
        for (args, fix) in [
            ("a(b)", "`a(\\\"{}\\\", b)`, or for a value `a = b`"),
            ("a(b.len(), 7)", "`a(\\\"{} {}\\\", b.len(), 7)`"),
        ] {
            let expanded = tool(&format!("dialect = crate::Acme, {args}"));
            assert_eq!(errors(&expanded), 1, "{args}: {expanded}");
            assert!(expanded.contains(fix), "{args}: {expanded}");
        }
        for text in ["\"{}\", b", "concat!(\"{}\", \"!\"), b", ""] {
            let expanded = tool(&format!("dialect = crate::Acme, a({text})"));
            assert_eq!(errors(&expanded), 0, "{text}: {expanded}");
        }
        // A custom dialect may have both settings.
        let expanded = tool("dialect = crate::Acme, a = \"{}\", b, c = \"{}\", d(\"1\")");
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
