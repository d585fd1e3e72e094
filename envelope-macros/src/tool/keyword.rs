//! The keyword of an item.

use proc_macro2::Ident;
use syn::LitStr;
use syn::ext::IdentExt;
use syn::parse::ParseStream;

/// The word that names the kind of an item. Qualifiers come before it.
pub(super) fn keyword(input: ParseStream<'_>) -> Option<Ident> {
    let rest = input.fork();
    let mut keyword = None;
    while let Ok(word) = rest.call(Ident::parse_any) {
        let is_qualifier = match word.to_string().as_str() {
            "async" | "default" | "extern" | "safe" | "unsafe" => true,
            "const" => {
                ["fn", "async", "unsafe", "extern"].iter().any(|next| is_at_word(&rest, next))
            }
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

fn is_at_word(input: ParseStream<'_>, expected: &str) -> bool {
    input.fork().call(Ident::parse_any).is_ok_and(|word| word == expected)
}
