//! The settings that read the data, and the end of the call. The arguments of the last call have the spans of the user's types, since
//! the compiler points at the argument whose bound fails.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::LitStr;
use syn::spanned::Spanned;

use crate::spans::{find_token, first_and_last, quote_hidden, tokens_at, tokens_over};
use crate::tool::Tool;
use crate::tool::dialects::DialectName;
use crate::tool::setting::{Setting, SettingValue};

impl Tool {
    pub(super) fn answer(&self) -> TokenStream {
        let Some(dialect) = self.arguments.dialect() else { return self.answer_of_several() };
        let runtime = self.runtime();
        let formats = self.formats();
        let formats: Vec<_> = formats
            .map(|(setting, format)| self.read(setting, &reading(&setting.name, format)))
            .collect();
        // Settings read the outcome: if it is not a `Result`, the compiler reports this once, here.
        let opened = (!formats.is_empty()).then(|| {
            let opened = self.placed_outcome();
            quote_hidden!(let __outcome = #runtime::open(#opened);)
        });
        let (keyed, finish) = (self.keyed(), self.finish_in(dialect));
        quote!(#opened #(#formats)* #keyed #finish)
    }

    /// The settings that read the data, each with its format string.
    pub(super) fn formats(&self) -> impl Iterator<Item = (&Setting, &TokenStream)> {
        self.arguments.settings.iter().filter_map(|setting| match &setting.value {
            SettingValue::Format(format) => Some((setting, format)),
            _ => None,
        })
    }

    /// Applies a setting that reads the data to the call.
    pub(super) fn read(&self, setting: &Setting, reading: &impl ToTokens) -> TokenStream {
        let (runtime, method) = (self.runtime(), setting.method());
        // The compiler points at this variable if the method takes another type.
        let text = Ident::new("text", Span::mixed_site().located_at(method.span()));
        // At the place of `finish`, so that the compiler reports only once that the dialect cannot take the data.
        let read = tokens_over(self.function.returned.data_and_error().0, quote!(#runtime::read));
        let set = quote_hidden!(|dialect, #text| dialect.#method(#text));
        quote_hidden!(let mut __call = #read(__call, &__outcome, #set, #reading);)
    }

    /// The outcome, at the place of its type.
    fn placed_outcome(&self) -> TokenStream {
        tokens_over(&self.function.returned.outcome, quote_hidden!(__outcome))
    }

    /// The end of the call in a dialect, in which the data can be the text of the result.
    pub(super) fn finish_in(&self, dialect: &DialectName) -> TokenStream {
        if self.arguments.data_as_text(std::slice::from_ref(dialect)).is_none() {
            return self.finish(&self.arguments.keys);
        }
        let runtime = self.runtime();
        let (made, finish) = (self.changed(quote!(#runtime::textual)), self.finish(&[]));
        quote!(#made #finish)
    }

    /// The outcome with data that a function of the runtime changes. The call is at the place of the data, as are the arguments of
    /// `finish`, so that the compiler reports only once that the function cannot take the data.
    pub(super) fn changed(&self, function: TokenStream) -> TokenStream {
        let (runtime, opened) = (self.runtime(), self.placed_outcome());
        let (data, _) = self.function.returned.data_and_error();
        let of_data = tokens_over(data, quote!(#runtime::type_of()));
        let function = tokens_over(data, function);
        let (_, last) = first_and_last(data);
        let arguments = parenthesized(quote!(#of_data, #opened), last);
        quote_hidden!(let __outcome = #function #arguments;)
    }

    /// The keys of the data.
    pub(super) fn keyed(&self) -> Option<TokenStream> {
        let (runtime, keys) = (self.runtime(), &self.arguments.keys);
        (!keys.is_empty()).then(|| quote_hidden!(let __place = #runtime::Keys([#(#keys),*]);))
    }

    /// The end of the call.
    fn finish(&self, keys: &[LitStr]) -> TokenStream {
        let (runtime, outcome) = (self.runtime(), self.placed_outcome());
        let (data, error) = self.function.returned.data_and_error();
        // The place and the call are equally long, and only variables are hidden, so that the compiler reports a type that is no payload
        // only once.
        let (call, place) = (quote_hidden!(__call), quote_hidden!(__place));
        let place = if keys.is_empty() {
            tokens_over(data, quote!(#runtime::root(&#call)))
        } else {
            tokens_over(data, quote!(::std::convert::identity(#place)))
        };
        let call = tokens_over(data, quote!(::std::convert::identity(&mut #call)));
        let error = match self.arguments.named("send_contexts") {
            Some(flag) => tokens_at(quote!(#runtime::type_with_contexts()), flag.span()),
            None => tokens_over(error, quote!(#runtime::type_of())),
        };
        let arguments = quote!(#place, #call, #error, #outcome);
        let Some(returns) = &self.arguments.returns else {
            let answer = quote!(#runtime::finish(#arguments));
            // The SDK sends the structure of an envelope, which is built while the data is serialized.
            let is_sent_by_sdk = cfg!(feature = "rmcp3") && self.function.is_tool();
            let has_tree = is_sent_by_sdk && self.arguments.status.is_none();
            return if has_tree { quote!(#runtime::with_tree(#answer)) } else { answer };
        };
        // A type that cannot be returned is an error at `returns`.
        let finish = tokens_over(returns, quote!(#runtime::finish));
        let arguments = parenthesized(arguments, returns.span());
        self.converted(quote!(#finish #arguments))
    }

    /// The output of the tool, from the answer of a function of the runtime.
    pub(super) fn converted(&self, answer: TokenStream) -> TokenStream {
        let Some(via) = &self.arguments.via else { return answer };
        let (ty, (_, last)) = (self.runtime().public(&["Envelope"]), first_and_last(via));
        let arguments = parenthesized(quote_hidden!(__envelope), last);
        quote_hidden!({ let __envelope: #ty = #answer; #via #arguments })
    }
}

/// Arguments in parentheses, whose span is at a place.
fn parenthesized(arguments: TokenStream, place: Span) -> Group {
    let mut group = Group::new(Delimiter::Parenthesis, arguments);
    group.set_span(group.span().located_at(place));
    group
}

/// The closure of a format setting over the data. The closure has the span of the setting's name: if the body has taken a value, the
/// compiler reports it there.
pub(super) fn reading(name: &Ident, format: &TokenStream) -> TokenStream {
    let data = data_of(format);
    // The text can contain the word `data` without reading the variable.
    let open = tokens_at(quote!(|#[allow(unused_variables)] #data|), name.span());
    quote!(#open ::std::format!(#format))
}

/// The name of the data in a format setting, as the setting itself sees it: a macro by example can make the attribute and take
/// the setting as an argument, or the other way round.
fn data_of(format: &TokenStream) -> Ident {
    let is_data = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "data");
    let is_text = |token: &TokenTree| matches!(token, TokenTree::Literal(text) if text.to_string().contains("{data"));
    let reads = find_token(format.clone(), &is_data);
    let captures = || find_token(format.clone(), &is_text);
    let span = reads.or_else(captures).unwrap_or_else(Span::call_site);
    Ident::new("data", Span::call_site().resolved_at(span))
}

#[cfg(test)]
mod tests {
    use proc_macro2::{TokenStream, TokenTree};

    use super::find_token;
    use crate::tool::expand;

    #[test]
    fn a_literal_request_id_is_not_copied() {
        for (id, is_static) in [("\"r-1\"", true), ("id", false), ("concat!(\"r\")", false)] {
            let args = format!("dialect = \"response-v2\", request_id = {id}");
            let function = "fn f(id: &str) -> Result<(), E> {}";
            let expanded = expand(args.parse().unwrap(), function.parse().unwrap()).to_string();
            assert_eq!(expanded.contains("RequestId :: from_static ("), is_static, "{expanded}");
        }
    }

    #[test]
    fn a_token_is_found_at_any_depth() {
        let is_data = |token: &TokenTree| token.to_string() == "data";
        for (tokens, is_there) in [
            ("data.len()", true),
            ("\"{}\", names(&[data.len()])", true),
            ("\"data\", [date]", false),
            ("", false),
        ] {
            let tokens: TokenStream = tokens.parse().unwrap();
            assert_eq!(find_token(tokens.clone(), &is_data).is_some(), is_there, "{tokens}");
        }
    }
}
