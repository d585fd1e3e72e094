//! A tool with several dialects: the code before the body, and the code after it.
//!
//! The body and each expression are expanded once. Before the body, the tool evaluates the settings of the call and of each dialect. After
//! the body, it decides which dialect answers.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::answer::reading;
use crate::spans::quote_hidden;
use crate::tool::Tool;
use crate::tool::dialects::DialectName;
use crate::tool::setting::Setting;

impl Tool {
    /// The call without a dialect, and each dialect with its settings, except the settings that read the data.
    pub(super) fn call_of_several(&self) -> TokenStream {
        let call = self.call_in(&quote!(()));
        let dialects = self.arguments.dialects.iter().enumerate().map(|(index, dialect)| {
            let made = self.dialect(dialect, |setting| self.is_of(setting, dialect));
            let name = settings_of(index);
            quote!(let #name = #made;)
        });
        quote!(#call #(#dialects)*)
    }

    /// The dialect that answers, and the end of the call in it.
    pub(super) fn answer_of_several(&self) -> TokenStream {
        let runtime = self.runtime();
        let plain = self.changed(quote!(#runtime::plain));
        let readings = self.formats().map(|(setting, format)| {
            let (name, closure) = (reading_of(&setting.name), reading(&setting.name, format));
            quote_hidden!(let #name = #runtime::reading(&__outcome, #closure);)
        });
        let keyed = self.keyed();
        let answer = self.in_chosen(|dialect| {
            let formats = self.formats().filter(|(setting, _)| self.is_of(setting, dialect));
            let formats =
                formats.map(|(setting, _)| self.read(setting, &reading_of(&setting.name)));
            let implementor = dialect.implementor(runtime);
            let carried = self.changed(quote!(#runtime::Carrier::<#implementor>::carried));
            let finish = self.finish_in(dialect);
            quote!(#carried #(#formats)* #finish)
        });
        quote!(#plain #(#readings)* #keyed #answer)
    }

    /// An arm for each dialect, with the call in that dialect.
    pub(super) fn in_chosen(&self, answer: impl Fn(&DialectName) -> TokenStream) -> TokenStream {
        let (runtime, dialects) = (self.runtime(), &self.arguments.dialects);
        let names = dialects.iter().map(|dialect| self.of_dialect("names", dialect));
        let arms = dialects.iter().enumerate().map(|(index, dialect)| {
            let settings = settings_of(index);
            let is_last = index + 1 == dialects.len();
            let pattern = if is_last { quote!(_) } else { quote!(#index) };
            let answer = answer(dialect);
            quote_hidden!(#pattern => { let mut __call = #runtime::decided(__call, #settings); #answer })
        });
        quote!(match #runtime::chosen(&[#(#names),*]) { #(#arms)* })
    }

    /// Whether a setting goes to this dialect. A custom dialect gets the settings that no contract in the list has.
    fn is_of(&self, setting: &Setting, dialect: &DialectName) -> bool {
        let name = setting.text();
        let has = match dialect {
            DialectName::Known(dialect) => dialect.setting(&name).is_some(),
            DialectName::Path(_) => self.arguments.known(&setting.name).is_none(),
        };
        has && !self.is_of_call(&name)
    }
}

/// The variable of a dialect's settings.
fn settings_of(index: usize) -> Ident {
    format_ident!("__settings_{index}", span = Span::mixed_site())
}

/// The variable of a format string's closure.
fn reading_of(setting: &Ident) -> Ident {
    format_ident!("__{setting}", span = Span::mixed_site())
}

#[cfg(all(test, feature = "axum08"))]
mod tests {
    use crate::tool::expand;

    /// An arm matches the place of a dialect in the list. The last arm is `_`, since the compiler does not know the number of dialects.
    #[test]
    fn each_dialect_has_its_rejection() {
        let args = "dialects(\"response-v2\", crate::A, \"mcp-2025-11-25\")";
        let function = "async fn f(Path(id): Path<u8>) -> Result<(), E> {}";
        let expanded = expand(args.parse().unwrap(), function.parse().unwrap()).to_string();
        // Once for the rejection, and once for the answer.
        for pattern in ["{ 0usize =>", "} 1usize =>", "} _ =>"] {
            assert_eq!(expanded.matches(pattern).count(), 2, "{pattern} {expanded}");
        }
    }
}
