//! The keyword of an item.

use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Token};

/// The word that names the kind of an item. Qualifiers come before it.
pub(super) fn keyword(input: ParseStream<'_>) -> Option<Ident> {
    let rest = input.fork();
    let mut keyword = None;
    while let Ok(word) = rest.call(Ident::parse_any) {
        let is_qualifier = match word.to_string().as_str() {
            "async" | "default" | "extern" | "safe" | "unsafe" => true,
            // A constant has a name.
            "const" => !rest.peek(Ident) && !rest.peek(Token![_]),
            _ => false,
        };
        keyword = Some(word);
        if !is_qualifier {
            break;
        }
        // `extern "C"`
        let _ = rest.parse::<Option<LitStr>>();
    }
    keyword
}
