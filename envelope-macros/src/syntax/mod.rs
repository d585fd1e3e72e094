//! The common syntax of the three macros' attributes: arguments with commas between them.

pub(crate) mod crate_path;
pub(crate) mod habits;
pub(crate) mod suggest;
pub(crate) mod values;

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Meta, Result, Token};

use self::values::{at_end, in_parentheses, rest_of_argument};
use crate::errors::{Errors, error};

/// Reads each argument of each `#[name(…)]` with `argument`. Returns whether all of them could be read.
pub(crate) fn each_attribute(
    attributes: &[Attribute],
    name: &str,
    example: &str,
    errors: &mut Errors,
    mut argument: impl FnMut(ParseStream<'_>) -> Result<()>,
) -> bool {
    let mut all_read = true;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
        let Meta::List(list) = &attribute.meta else {
            errors.push(error!(attribute.path(), "`#[{name}]` takes arguments: `{example}`"));
            all_read = false;
            continue;
        };
        all_read &= each_argument(list.tokens.clone(), errors, &mut argument);
    }
    all_read
}

/// Reads each argument with `argument`. Returns whether all of them could be read.
pub(crate) fn each_argument(
    tokens: TokenStream,
    errors: &mut Errors,
    mut argument: impl FnMut(ParseStream<'_>) -> Result<()>,
) -> bool {
    let mut all_read = true;
    let read_all = |input: ParseStream<'_>| {
        while !input.is_empty() {
            let read = errors.take(argument(input)).is_some();
            all_read &= read;
            next_argument(input, read)?;
        }
        Ok(())
    };
    let result = read_all.parse2(tokens);
    errors.take(result).is_some() && all_read
}

/// `(…)`: the arguments in it as `argument` reads them, up to the first error.
pub(crate) fn each_in_parentheses<T>(
    input: ParseStream<'_>,
    mut argument: impl FnMut(ParseStream<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    in_parentheses(input, |input| {
        let mut arguments = Vec::new();
        while !input.is_empty() {
            arguments.push(argument(input)?);
            next_argument(input, true)?;
        }
        Ok(arguments)
    })
}

/// Goes on to the next argument. Tokens after a valid argument are an error; the rest of a wrong argument is skipped, so that the next
/// argument is read as well.
fn next_argument(input: ParseStream<'_>, read: bool) -> Result<()> {
    if read && !at_end(input) {
        return Err(input.error("missing comma; add `,` before this"));
    }
    loop {
        rest_of_argument(input)?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        // A comma can be a part of the mistake: `dialect = Acme<'a, 3`.
        if read || input.is_empty() || input.peek(Ident::peek_any) {
            return Ok(());
        }
    }
}
