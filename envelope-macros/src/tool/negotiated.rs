//! The expansion of a tool with several dialects: what is before the body, and what is after it.
//!
//! The body and each expression are expanded once. Before the body are the settings of the call, and those dialects' settings
//! that have a value. After it, the settings of the dialect that answers are made.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Type;

use super::args::{DialectName, Setting, SettingValue};
use super::expand::{Expansion, reading};
use crate::contracts::Form;
use crate::spans::{first_and_last, tokens_at, tokens_over};

impl Expansion<'_> {
    /// The call, and the settings with a value.
    pub(super) fn negotiated_call(&self) -> TokenStream {
        let Self { runtime, call, .. } = self;
        let facts = self.facts();
        let of_call = self.args.settings.iter().filter(|setting| self.is_of_call(setting));
        let of_call = of_call.map(|setting| self.setting(setting));
        let valued = self.dialects().filter(|(_, dialect)| self.has_values(dialect));
        let valued = valued.map(|(index, dialect)| {
            let name = settings_of(index);
            let made = self.made("settings_before", dialect, &quote!(&#call));
            quote!(let #name = #made;)
        });
        quote!(let #call = #runtime::call(#facts) #(#of_call)*; #(#valued)*)
    }

    /// The settings of the dialect that answers, and the end of the call.
    pub(super) fn negotiated_answer(&self) -> TokenStream {
        let Self { runtime, outcome, trace, .. } = self;
        let (data, error) = self.function.data_and_error();
        let plain = self.plain(data);
        let chosen = self.chosen();
        let readings = self.args.settings.iter().filter_map(|setting| self.reading(setting));
        let choices = self.dialects().map(|(index, dialect)| self.choice(index, dialect));
        let keys = &self.args.keys;
        let place = if keys.is_empty() {
            quote!(#runtime::Roots)
        } else {
            quote!(#runtime::Keys([#(#keys),*]))
        };
        let place = tokens_over(data, place);
        let choice = Ident::new("__envelope_choice", Span::call_site());
        let made = tokens_over(data, quote!(#choice));
        let error = tokens_over(error, quote!(#runtime::error()));
        let ended = tokens_over(&self.function.outcome, quote!(#outcome));
        let finish = Ident::new("finish_chosen", Span::call_site());
        let finish = self.end(&finish, quote!(#ended, #place, #made, #error, #trace));
        quote! {
            #plain
            #(#readings)*
            let #choice = match #chosen { #(#choices)* };
            #finish
        }
    }

    /// The answer of the dialect that is chosen if the arguments do not fit.
    pub(super) fn negotiated_rejection(&self, failure: &Ident) -> TokenStream {
        let Self { runtime, trace, .. } = self;
        let chosen = self.chosen();
        let rejections = self.dialects().map(|(index, dialect)| {
            let made = self.made_before(index, dialect);
            let is_last = index + 1 == self.args.dialects.len();
            let pattern = if is_last { quote!(_) } else { quote!(#index) };
            quote!(#pattern => #runtime::reject(#made, #failure, #trace),)
        });
        quote!(match #chosen { #(#rejections)* })
    }

    /// The place of the caller's contract in the list.
    fn chosen(&self) -> TokenStream {
        let runtime = self.runtime;
        let names = self.args.dialects.iter();
        let names = names.map(|dialect| self.of_dialect("names", dialect, &TokenStream::new()));
        quote!(#runtime::chosen(&[#(#names),*]))
    }

    /// The settings of a dialect, except those that read the data: a variable, if they have values, which were evaluated before.
    fn made_before(&self, index: usize, dialect: &DialectName) -> TokenStream {
        if self.has_values(dialect) {
            settings_of(index).to_token_stream()
        } else {
            let call = &self.call;
            self.made("settings_chosen", dialect, &quote!(#call))
        }
    }

    /// The outcome as a `Result` of plain data. The function, its argument and its result are all exactly where the choice is at
    /// the end, on the data: if that is not plain, it is one error.
    fn plain(&self, data: &Type) -> TokenStream {
        let Self { runtime, outcome, .. } = self;
        let first = first_and_last(data).0;
        let plain = self.entry("plain", "plain_caught");
        let plain = tokens_at(quote!(#runtime::#plain), first);
        let of_data = Ident::new("__envelope_data", Span::call_site().located_at(first));
        let opened = tokens_over(&self.function.outcome, quote!(#outcome));
        let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#of_data, #opened));
        arguments.set_span(arguments.span().located_at(first));
        quote! {
            let #of_data = #runtime::data();
            let #outcome = #plain #arguments;
        }
    }

    fn dialects(&self) -> impl Iterator<Item = (usize, &DialectName)> {
        self.args.dialects.iter().enumerate()
    }

    /// The arm that makes the settings of a dialect: `0 => This(settings)`, `1 => Other(This(settings))`, and so on.
    fn choice(&self, index: usize, dialect: &DialectName) -> TokenStream {
        let Self { runtime, outcome, .. } = self;
        let made = self.made_before(index, dialect);
        let formats = self.args.settings.iter().filter(|setting| self.is_of(setting, dialect));
        let formats = formats.filter(|setting| matches!(setting.value, SettingValue::Format(_)));
        let formats = formats.map(|setting| {
            let (method, reading) = (setting.method(), reading_of(&setting.name));
            quote!(.#method(&#outcome, #reading))
        });
        let made = quote!(#made #(#formats)*);
        let is_last = index + 1 == self.args.dialects.len();
        let (pattern, mut choice) = if is_last {
            (quote!(_), quote!(#runtime::last(#made)))
        } else {
            (quote!(#index), quote!(#runtime::Choice::This(#made)))
        };
        for _ in 0..index {
            choice = quote!(#runtime::Choice::Other(#choice));
        }
        quote!(#pattern => #choice,)
    }

    /// The settings of a dialect, except those that read the data.
    fn made(&self, function: &str, dialect: &DialectName, call: &TokenStream) -> TokenStream {
        let settings = self.args.settings.iter().filter(|setting| self.is_of(setting, dialect));
        let settings = settings.map(|setting| self.setting(setting));
        let made = self.of_dialect(function, dialect, call);
        quote!(#made #(#settings)*)
    }

    /// A format string over the data as a closure, which the dialect that answers calls.
    fn reading(&self, Setting { name, value }: &Setting) -> Option<TokenStream> {
        let SettingValue::Format(format) = value else { return None };
        let Self { runtime, outcome, .. } = self;
        let (name, closure) = (reading_of(name), reading(name, format));
        Some(quote!(let #name = #runtime::reading(&#outcome, #closure);))
    }

    /// Whether a dialect has a setting with a value, which is evaluated before the body.
    fn has_values(&self, dialect: &DialectName) -> bool {
        let mut settings = self.args.settings.iter();
        settings.any(|setting| {
            matches!(setting.value, SettingValue::Expr(_)) && self.is_of(setting, dialect)
        })
    }

    /// Whether a setting goes to this dialect. A custom dialect gets those that no contract in the list has.
    fn is_of(&self, setting: &Setting, dialect: &DialectName) -> bool {
        if self.is_of_call(setting) {
            return false;
        }
        let name = setting.name.to_string();
        match dialect {
            DialectName::Known(dialect) => dialect.setting(&name).is_some(),
            DialectName::Path(_) => self.form(&name).is_none(),
        }
    }

    /// Whether a setting is the same in every dialect.
    fn is_of_call(&self, setting: &Setting) -> bool {
        self.form(&setting.name.to_string()).is_some_and(Form::is_of_call)
    }

    /// The form of a setting that a contract in the list has.
    fn form(&self, name: &str) -> Option<Form> {
        let mut known = self.args.dialects.iter().filter_map(DialectName::known);
        known.find_map(|dialect| dialect.setting(name)).map(|setting| setting.form)
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

#[cfg(test)]
mod tests {
    use crate::tool::expand;

    /// By its place in the list. The arm of the last one is `_`, since the compiler does not know how many there are.
    #[cfg(feature = "axum")]
    #[test]
    fn each_contract_has_its_rejection() {
        let args = "dialects(\"response-v2\", crate::A, \"mcp-2025-11-25\")";
        let function = "async fn f(Path(id): Path<u8>) -> Result<(), E> {}";
        let expanded = expand(args.parse().unwrap(), function.parse().unwrap()).to_string();
        // Once for the rejection, and once for the answer.
        for pattern in ["{ 0usize =>", ", 1usize =>", ", _ =>"] {
            assert_eq!(expanded.matches(pattern).count(), 2, "{pattern} {expanded}");
        }
    }
}
