//! `budget = 60_000`, or `budget(bytes = 60_000, cut = "tasks", keep = "end", hint = "…")`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::parse::ParseStream;
use syn::{Error, Expr, ExprLit, Lit, LitStr, Result, token};

use crate::errors::error;
use crate::syntax::crate_path::CratePath;
use crate::syntax::each_in_parentheses;
use crate::syntax::suggest::did_you_mean;
use crate::syntax::values::{self, invalid_value, set_once, text, ungrouped, value};

/// How messages show `budget`.
const EXAMPLE: &str = "budget = 60_000";
const LONG_EXAMPLE: &str = "budget(bytes = 60_000, cut = \"tasks\", keep = \"end\", hint = \"…\")";
const EXPECTED: &str = "a number of bytes";
const KEYS: [&str; 4] = ["bytes", "cut", "keep", "hint"];

/// The size that the envelope of a success may have.
pub(super) struct Budget {
    bytes: Expr,
    /// The path of the list or text that is cut.
    pub(super) cut: Option<LitStr>,
    /// The method for the part that is kept.
    keep: Option<Ident>,
    hint: Option<LitStr>,
}

impl Budget {
    pub(super) fn parse(name: &Ident, input: ParseStream<'_>) -> Result<Self> {
        if !input.peek(token::Paren) {
            let bytes = bytes(name, EXAMPLE, input)?;
            return Ok(Self { bytes, cut: None, keep: None, hint: None });
        }
        let (mut limit, mut cut, mut keep, mut hint) = (None, None, None, None);
        each_in_parentheses(input, |input| {
            let key = values::name("bytes = 60_000", input)?;
            match key.to_string().as_str() {
                "bytes" => set_once(&mut limit, &key, bytes(&key, "bytes = 60_000", input)?),
                "cut" => set_once(&mut cut, &key, path(&key, input)?),
                "keep" => set_once(&mut keep, &key, kept(&key, input)?),
                "hint" => {
                    let example = "hint = \"Filter by status to get fewer.\"";
                    set_once(&mut hint, &key, text(&key, example, input)?)
                }
                other => {
                    Err(error!(key, "`budget` has no `{other}`; {}", did_you_mean(other, KEYS)))
                }
            }
        })?;
        let Some(bytes) = limit else {
            return Err(error!(name, "`budget` needs a number of bytes: `{LONG_EXAMPLE}`"));
        };
        Ok(Self { bytes, cut, keep, hint })
    }

    /// Checks that a report of a cut fits, for a contract of this crate: a smaller budget is meant as a number of items.
    pub(super) fn check(&self) -> Result<()> {
        const SMALLEST: usize = 64;
        match number(&self.bytes) {
            Some(bytes @ ..SMALLEST) => Err(error!(
                self.bytes,
                "a budget is in bytes, and {bytes} bytes are too few for an answer; write the size of a whole answer, as in `{EXAMPLE}`"
            )),
            _ => Ok(()),
        }
    }

    /// The setting of the call.
    pub(super) fn lower(&self, runtime: &CratePath) -> TokenStream {
        let Self { bytes, cut, keep, hint } = self;
        let (cut, keep, hint) = (cut.iter(), keep.iter(), hint.iter());
        let budget =
            quote!(#runtime::Budget::new(#bytes)#(.cut(#cut))*#(.#keep())*#(.hint(#hint))*);
        quote!(.budget(const { &#budget }))
    }
}

/// `= 60_000`, or a constant.
fn bytes(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<Expr> {
    let bytes = ungrouped(value(name, EXPECTED, example, input)?);
    if let Some(0) = number(&bytes) {
        return Err(Error::new_spanned(bytes, invalid_value(name, EXPECTED, example)));
    }
    Ok(bytes)
}

fn number(bytes: &Expr) -> Option<usize> {
    match bytes {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    }
}

/// `= "page.tasks"`
fn path(name: &Ident, input: ParseStream<'_>) -> Result<LitStr> {
    let path = text(name, "cut = \"tasks\"", input)?;
    if path.value().split('.').any(str::is_empty) {
        return Err(error!(
            path,
            "invalid path; `cut` takes keys with dots between them: `cut = \"page.tasks\"`"
        ));
    }
    Ok(path)
}

/// `= "end"`
fn kept(name: &Ident, input: ParseStream<'_>) -> Result<Ident> {
    let part = text(name, "keep = \"end\"", input)?;
    if !["end", "ends"].contains(&part.value().as_str()) {
        let message = "`keep` takes `end` or `ends`; without it, the first items or lines are kept";
        return Err(Error::new(part.span(), message));
    }
    Ok(format_ident!("keep_{}", part.value(), span = part.span()))
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
            ("budget(bytes = 500)", "Budget :: new (500)"),
            ("budget(bytes = 500, keep = \"end\")", "Budget :: new (500) . keep_end ()"),
            ("budget(keep = \"ends\", bytes = 500)", "Budget :: new (500) . keep_ends ()"),
            (
                "budget(cut = \"a.b\", bytes = 500usize, hint = \"Less.\")",
                "Budget :: new (500usize) . cut (\"a.b\") . hint (\"Less.\")",
            ),
            ("budget(bytes = 500, cut = \"a.b\"), data(\"c\", \"a\")", ". cut (\"a.b\")"),
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
            ("budget = 10", "10 bytes are too few for an answer"),
            ("budget(\\\"60k\\\")", "expected the name of an argument, as in `bytes = 60_000`"),
            ("budget()", "`budget` needs a number of bytes"),
            ("budget = 0", "expected a number of bytes"),
            ("budget(bytes = 0)", "expected a number of bytes: `bytes = 60_000`"),
            ("budget(bytes = 500, bytes = 600)", "`bytes` is given twice"),
            ("budget(bytes = 500, kep = \"end\")", "`budget` has no `kep`; did you mean `keep`?"),
            ("budget(bytes = 500, cut = \"\")", "`cut` is empty"),
            ("budget(bytes = 500, cut = \"a..b\")", "takes keys with dots between them"),
            ("budget(bytes = 500, keep = \"start\")", "`keep` takes `end` or `ends`"),
            ("budget(bytes = 500, hint = 3)", "invalid value for `hint`"),
            ("budget(bytes = 500, cut = \"a\"), data = \"b\"", "the data is under `b`"),
        ] {
            let args = args.replace("\\\"", "\"");
            let expanded = tool(&args);
            assert_eq!(expanded.matches("compile_error").count(), 1, "{args}: {expanded}");
            assert!(expanded.contains(message), "{args}: {expanded}");
        }
    }
}
