//! Arguments of attributes: `name`, `name = value`, with commas between them.

use proc_macro2::{Ident, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Result, Token};

/// Whether the argument has no value.
pub(crate) fn ends(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

/// `= value`
pub(crate) fn value<T: Parse>(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<T> {
    if !input.peek(Token![=]) {
        return Err(Error::new(name.span(), format!("`{name}` takes a value: `{example}`")));
    }
    input.parse::<Token![=]>()?;
    if ends(input) {
        return Err(Error::new(
            name.span(),
            format!("the value of `{name}` is missing: `{example}`"),
        ));
    }
    let fork = input.fork();
    input.parse().map_err(|_| {
        Error::new(fork.span(), format!("this is no value for `{name}`; write it like `{example}`"))
    })
}

/// Goes on to the next argument. What an argument that was read leaves behind is a mistake of its own; what a wrong one
/// leaves is passed over, so that the next one is read as well.
pub(crate) fn next(input: ParseStream<'_>, read: bool) -> Result<()> {
    if read && !ends(input) {
        return Err(input.error("a comma is missing before this; add it"));
    }
    while !ends(input) {
        input.parse::<TokenTree>()?;
    }
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok(())
}
