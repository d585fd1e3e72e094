//! The call of a tool, with the settings that are evaluated before the body.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

use crate::contracts::{CONTRACTS, Form};
use crate::spans::{as_user_tokens, first_and_last, quote_hidden, tokens_at};
use crate::syntax::values::literal;
use crate::tool::Tool;
use crate::tool::dialects::{DialectName, known};
use crate::tool::setting::{Setting, SettingValue};

impl Tool {
    /// The call with its settings, evaluated in the function's own scope.
    pub(super) fn call(&self) -> TokenStream {
        let Some(dialect) = self.arguments.dialect() else { return self.call_of_several() };
        self.call_in(&self.dialect(dialect, |setting| !self.is_of_call(&setting.text())))
    }

    /// The call in a dialect, with the settings of the call.
    pub(super) fn call_in(&self, dialect: &TokenStream) -> TokenStream {
        let (runtime, arguments) = (self.runtime(), &self.arguments);
        let name = self.function.name().to_string();
        let settings = arguments.settings.iter();
        let settings = settings.filter(|setting| self.is_of_call(&setting.text()));
        let settings = settings.map(|setting| self.setting(setting));
        let budget = arguments.budget.as_ref().map(|budget| budget.lower(runtime));
        let has_schema = arguments.named("output_schema").is_some()
            || self.function.sdk_argument("output_schema").is_some();
        let own_schema = self.schema().into_iter();
        let schema = has_schema.then(|| quote!(.output_schema() #(.schema(|| #own_schema))*));
        let contexts = arguments.named("send_contexts").map(|_| quote!(.send_contexts()));
        let idempotent = self.is_idempotent().then(|| quote!(.idempotent()));
        // A contract that does not write the version of a tool does not read its file either.
        let origin = self.is_of_call("version").then(|| {
            quote_hidden! {
                #runtime::Running::origin(&mut __call, &#runtime::Origin {
                    file: ::std::file!(),
                    package_version: ::std::option_env!("CARGO_PKG_VERSION"),
                });
            }
        });
        quote_hidden! {
            let mut __call = #runtime::call(#name, #dialect) #(#settings)* #budget #schema #contexts #idempotent;
            #origin
        }
    }

    /// A dialect with some of the settings.
    pub(super) fn dialect(
        &self,
        dialect: &DialectName,
        has: impl Fn(&Setting) -> bool,
    ) -> TokenStream {
        let settings = self.arguments.settings.iter().filter(|setting| has(setting));
        let made = self.of_dialect("dialect", dialect);
        settings.fold(made, |made, setting| {
            let method = self.setting(setting);
            let made = quote!(#made #method);
            if matches!(dialect, DialectName::Known(_)) || method.is_empty() {
                return made;
            }
            // If the method of a custom dialect does not return the dialect, the compiler reports one error, at the setting.
            let runtime = self.runtime();
            tokens_at(quote!(#runtime::set(#made)), setting.name.span())
        })
    }

    /// Whether a setting is the same in every dialect. A custom dialect has the settings of all contracts.
    pub(super) fn is_of_call(&self, name: &str) -> bool {
        let dialects = &self.arguments.dialects;
        let is_custom = dialects.iter().any(|dialect| dialect.known().is_none());
        let contracts = if is_custom { CONTRACTS.to_vec() } else { known(dialects) };
        let setting = contracts.into_iter().find_map(|contract| contract.setting(name));
        setting.is_some_and(|setting| setting.form.is_of_call())
    }

    /// A setting that is evaluated before the body.
    pub(super) fn setting(&self, setting: &Setting) -> TokenStream {
        let method = setting.method();
        match &setting.value {
            SettingValue::Flag => {
                // A flag can make the data the text of a result.
                let text = self.arguments.data_as_text(&self.arguments.dialects);
                let is_text = text.is_some_and(|text| text.name == setting.name);
                let text_only = Ident::new("text_only", method.span());
                let method = if is_text { text_only } else { method };
                quote!(.#method())
            }
            SettingValue::Expr(expr) => {
                let value = self.literal(&setting.name, expr);
                let value = value.unwrap_or_else(|| expr.to_token_stream());
                quote!(.#method(#value))
            }
            SettingValue::Format(_) => TokenStream::new(),
        }
    }

    /// The value of a literal: the variant of an enum, or a request id that is not copied.
    fn literal(&self, name: &Ident, value: &Expr) -> Option<TokenStream> {
        let (runtime, text) = (self.runtime(), literal(value)?);
        match self.arguments.known(name)?.form {
            Form::Word(words) => {
                let variant = words.variant(&text.value())?;
                Some(runtime.item(&[words.enum_path, &[variant.as_str()]].concat()))
            }
            Form::RequestId => Some(quote!(#runtime::RequestId::from_static(#text))),
            _ => None,
        }
    }

    /// A function of the runtime that is generic over the dialect: `name::<Dialect>()`.
    pub(super) fn of_dialect(&self, name: &str, dialect: &DialectName) -> TokenStream {
        let (runtime, function) = (self.runtime(), Ident::new(name, Span::call_site()));
        let implementor = dialect.implementor(runtime);
        let (first, last) = first_and_last(&implementor);
        // If every token for the path has the path's span, the compiler reports a path that is not a dialect once, at the path.
        let placed = |tokens, first| match dialect {
            DialectName::Path(_) => as_user_tokens(tokens, first, last),
            DialectName::Known(_) => tokens,
        };
        let function = placed(quote!(#runtime::#function), first);
        let [open, close, call] =
            [quote!(::<), quote!(>), quote!(())].map(|part| placed(part, last));
        quote!(#function #open #implementor #close #call)
    }
}
