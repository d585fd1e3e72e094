//! `budget = 60_000`, or `budget(bytes = 60_000, list = "tasks", hint = "…")`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::ParseStream;
use syn::{Error, Expr, ExprLit, Lit, LitStr, Result, token};

use crate::syntax::crate_path::CratePath;
use crate::syntax::each_in_parentheses;
use crate::syntax::suggest::did_you_mean;
use crate::syntax::values::{self, invalid_value, set_once, text, ungrouped, value, written_expr};

/// How messages show `budget`.
const EXAMPLE: &str = "budget = 60_000";
const LONG_EXAMPLE: &str = "budget(bytes = 60_000, list = \"tasks\", hint = \"…\")";
const KEYS: [&str; 3] = ["bytes", "list", "hint"];

/// The size that the envelope of a success may have.
pub(super) struct Budget {
    bytes: Expr,
    /// The path of the list that is cut.
    pub(super) list: Option<LitStr>,
    hint: Option<LitStr>,
}

impl Budget {
    pub(super) fn parse(name: &Ident, input: ParseStream<'_>) -> Result<Self> {
        if !input.peek(token::Paren) {
            return Ok(Self { bytes: bytes(name, EXAMPLE, input)?, list: None, hint: None });
        }
        let (mut limit, mut list, mut hint) = (None, None, None);
        each_in_parentheses(input, |input| {
            let key = values::name("bytes = 60_000", input)?;
            match key.to_string().as_str() {
                "bytes" => set_once(&mut limit, &key, bytes(&key, "bytes = 60_000", input)?),
                "list" => set_once(&mut list, &key, path(&key, input)?),
                "hint" => {
                    let example = "hint = \"Filter by status to get fewer.\"";
                    set_once(&mut hint, &key, text(&key, example, input)?)
                }
                other => {
                    let message =
                        format!("`budget` has no `{other}`; {}", did_you_mean(other, KEYS));
                    Err(Error::new(key.span(), message))
                }
            }
        })?;
        let Some(bytes) = limit else {
            let message = format!("`budget` needs a number of bytes: `{LONG_EXAMPLE}`");
            return Err(Error::new(name.span(), message));
        };
        Ok(Self { bytes, list, hint })
    }

    /// The setting of the call.
    pub(super) fn lower(&self, runtime: &CratePath) -> TokenStream {
        let Self { bytes, list, hint } = self;
        let (list, hint) = (list.iter(), hint.iter());
        quote!(.budget(const { &#runtime::Budget::new(#bytes)#(.list(#list))*#(.hint(#hint))* }))
    }
}

/// `= 60_000`, or a constant.
fn bytes(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<Expr> {
    let bytes = match written_expr(input) {
        // A text is wrong after a colon as well.
        Some(text @ Expr::Lit(ExprLit { lit: Lit::Str(_), .. })) => text,
        _ => ungrouped(value(name, "a number of bytes", example, input)?),
    };
    match &bytes {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => match number.base10_parse::<u64>() {
            Ok(0) => {
                let message =
                    format!("no envelope has 0 bytes; give `{name}` a larger number: `{example}`");
                Err(Error::new(number.span(), message))
            }
            Ok(_) if matches!(number.suffix(), "" | "usize") => Ok(bytes),
            _ => Err(invalid_value(name, "a number of bytes", example, number.span())),
        },
        Expr::Lit(_) | Expr::Unary(_) | Expr::Range(_) | Expr::Array(_) | Expr::Tuple(_) => {
            let invalid = Error::new_spanned(&bytes, "");
            Err(invalid_value(name, "a number of bytes", example, invalid.span()))
        }
        _ => Ok(bytes),
    }
}

/// `= "page.tasks"`
fn path(name: &Ident, input: ParseStream<'_>) -> Result<LitStr> {
    let path = text(name, "list = \"tasks\"", input)?;
    if path.value().split('.').any(str::is_empty) {
        let message =
            "invalid path; `list` takes keys with dots between them: `list = \"page.tasks\"`";
        return Err(Error::new(path.span(), message));
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use crate::tool::expand;

    fn tool(args: &str) -> String {
        let function = "fn f() -> Result<(), E> {}";
        let args = format!("dialect = \"response-v2\", {args}");
        expand(args.parse().unwrap(), function.parse().unwrap()).to_string()
    }

    #[test]
    fn a_budget_is_a_constant_of_the_call() {
        for (args, budget) in [
            ("budget = 60_000", "Budget :: new (60_000)"),
            ("budget = LIMITS.list", "Budget :: new (LIMITS . list)"),
            ("budget(bytes = 5)", "Budget :: new (5)"),
            (
                "budget(list = \"a.b\", bytes = 5usize, hint = \"Less.\")",
                "Budget :: new (5usize) . list (\"a.b\") . hint (\"Less.\")",
            ),
            ("budget(bytes = 5, list = \"a.b\"), data(\"c\", \"a\")", ". list (\"a.b\")"),
        ] {
            let expanded = tool(args);
            assert!(expanded.contains(budget), "{args}: {expanded}");
            assert!(!expanded.contains("compile_error"), "{args}: {expanded}");
        }
    }

    #[test]
    fn a_wrong_budget_is_one_error() {
        for (args, message) in [
            ("budget", "`budget` takes a value: `budget = 60_000`"),
            ("budget: 500", "`budget` takes a value: `budget = 500`"),
            ("budget: \\\"60k\\\"", "expected a number of bytes: `budget = 60_000`"),
            ("budget()", "`budget` needs a number of bytes"),
            ("budget = \\\"60k\\\"", "expected a number of bytes"),
            ("budget = -1", "expected a number of bytes"),
            ("budget = 5u8", "expected a number of bytes"),
            ("budget = 1.5", "expected a number of bytes"),
            ("budget = 0", "no envelope has 0 bytes"),
            ("budget(bytes = 0)", "no envelope has 0 bytes"),
            ("budget(bytes = 5, bytes = 6)", "`bytes` is given twice"),
            ("budget(bytes = 5, lst = \"a\")", "`budget` has no `lst`; did you mean `list`?"),
            ("budget(bytes = 5, list = \"\")", "`list` is empty"),
            ("budget(bytes = 5, list = \"a..b\")", "takes keys with dots between them"),
            ("budget(bytes = 5, hint = 3)", "invalid value for `hint`"),
            ("budget(bytes = 5, list = \"a\"), data = \"b\"", "the data is under `b`"),
        ] {
            let args = args.replace("\\\"", "\"");
            let expanded = tool(&args);
            assert_eq!(expanded.matches("compile_error").count(), 1, "{args}: {expanded}");
            assert!(expanded.contains(message), "{args}: {expanded}");
        }
    }
}
