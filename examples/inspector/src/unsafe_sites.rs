//! Where source uses `unsafe`.

use envelope_runtime::Payload;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::quote;
use serde::Serialize;
use syn::visit::{self, Visit};
use syn::{
    Attribute, ExprUnsafe, ForeignItemFn, ImplItemFn, ItemFn, ItemForeignMod, ItemImpl, ItemTrait,
    Safety, Signature, TraitItemFn,
};

use crate::budget::{Budget, LeftOut};
use crate::call::Call;
use crate::signature::one_line;
use crate::source::{each_file, parse};
use crate::text::{MAX_TEXT, cut};
use crate::tokens::Tokens;
use crate::workspace::{Member, Workspace};

/// A use of `unsafe`.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct UnsafeSite {
    /// The file, relative to the folder that is inspected.
    pub file: String,
    /// The line of the word `unsafe`; the first one is 1.
    pub line: usize,
    /// What it makes unsafe.
    pub kind: UnsafeKind,
    /// The function, impl or trait that it is or is in: `run`, `Stack<T>::push`, `<Stack<T> as Send>`.
    pub item: Option<String>,
}

/// What `unsafe` is written before. In the arguments of a macro, this is a guess from the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UnsafeKind {
    /// A block: `unsafe { … }`.
    Block,
    /// A function or a method: `unsafe fn`.
    Function,
    /// An implementation: `unsafe impl`.
    Impl,
    /// A trait: `unsafe trait`.
    Trait,
    /// A block of foreign items: `unsafe extern`.
    ExternBlock,
    /// An attribute: `#[unsafe(no_mangle)]`.
    Attribute,
}

/// Every place in a package, by file and line, and what was left out. A file without the word is not parsed.
pub(crate) fn unsafe_sites(
    workspace: &Workspace,
    member: &Member,
    call: &Call,
) -> (Vec<UnsafeSite>, LeftOut) {
    let mut all = Vec::new();
    let left_out = each_file(workspace, member, call, |file, text, budget| {
        if Tokens::of(text)?.unsafe_words == 0 {
            return Ok(());
        }
        let mut sites = Sites { file, items: Vec::new(), found: Vec::new(), budget };
        sites.visit_file(&parse(text)?);
        sites.found.sort_by_key(|site| site.line);
        all.append(&mut sites.found);
        Ok(())
    });
    (all, left_out)
}

struct Sites<'a, 'call> {
    file: &'a str,
    /// The paths of the items around, the outermost first.
    items: Vec<String>,
    found: Vec<UnsafeSite>,
    budget: &'a mut Budget<'call>,
}

impl Sites<'_, '_> {
    fn add(&mut self, kind: UnsafeKind, span: Span) {
        self.budget.keep(&mut self.found, || UnsafeSite {
            file: self.file.to_owned(),
            line: span.start().line,
            kind,
            item: self.items.last().cloned(),
        });
    }

    fn within(&mut self, item: &str, visit: impl FnOnce(&mut Self)) {
        let path = match self.items.last() {
            Some(outer) => format!("{outer}::{item}"),
            None => item.to_owned(),
        };
        // Each site in it repeats it.
        self.items.push(cut(&path, MAX_TEXT));
        visit(self);
        self.items.pop();
    }
}

impl<'ast> Visit<'ast> for Sites<'_, '_> {
    fn visit_expr_unsafe(&mut self, block: &'ast ExprUnsafe) {
        self.add(UnsafeKind::Block, block.unsafe_token.span);
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_signature(&mut self, signature: &'ast Signature) {
        if let Safety::Unsafe(token) = signature.safety {
            self.add(UnsafeKind::Function, token.span);
        }
        visit::visit_signature(self, signature);
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.within(&item.sig.ident.to_string(), |sites| visit::visit_item_fn(sites, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.within(&item.sig.ident.to_string(), |sites| visit::visit_impl_item_fn(sites, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.within(&item.sig.ident.to_string(), |sites| visit::visit_trait_item_fn(sites, item));
    }

    fn visit_foreign_item_fn(&mut self, item: &'ast ForeignItemFn) {
        self.within(&item.sig.ident.to_string(), |sites| visit::visit_foreign_item_fn(sites, item));
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.within(&impl_name(item), |sites| {
            if let Some(token) = item.unsafety {
                sites.add(UnsafeKind::Impl, token.span);
            }
            visit::visit_item_impl(sites, item);
        });
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.within(&item.ident.to_string(), |sites| {
            if let Some(token) = item.unsafety {
                sites.add(UnsafeKind::Trait, token.span);
            }
            visit::visit_item_trait(sites, item);
        });
    }

    fn visit_item_foreign_mod(&mut self, item: &'ast ItemForeignMod) {
        if let Some(token) = item.unsafety {
            self.add(UnsafeKind::ExternBlock, token.span);
        }
        visit::visit_item_foreign_mod(self, item);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Some(word) = attribute.path().get_ident().filter(|word| *word == "unsafe") {
            self.add(UnsafeKind::Attribute, word.span());
        }
        visit::visit_attribute(self, attribute);
    }

    /// What syn leaves as it is: the arguments of macros and attributes.
    fn visit_token_stream(&mut self, tokens: &'ast TokenStream) {
        self.look_through(tokens.clone());
    }
}

impl Sites<'_, '_> {
    fn look_through(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.look_through(group.stream()),
                TokenTree::Ident(word) if word == "unsafe" => {
                    if let Some(kind) = UnsafeKind::before(tokens.clone()) {
                        self.add(kind, word.span());
                    }
                }
                _ => {}
            }
        }
    }
}

impl UnsafeKind {
    /// The kind by the tokens that follow the word. Alone, it is just a word.
    fn before(tokens: impl Iterator<Item = TokenTree>) -> Option<Self> {
        let mut foreign = false;
        for token in tokens {
            match token {
                TokenTree::Ident(word) if word == "extern" => foreign = true,
                TokenTree::Ident(word) if word == "fn" => return Some(Self::Function),
                TokenTree::Ident(word) if word == "impl" => return Some(Self::Impl),
                TokenTree::Ident(word) if word == "trait" => return Some(Self::Trait),
                TokenTree::Group(group) => {
                    return match group.delimiter() {
                        Delimiter::Parenthesis => Some(Self::Attribute),
                        Delimiter::Brace if foreign => Some(Self::ExternBlock),
                        Delimiter::Brace => Some(Self::Block),
                        _ => None,
                    };
                }
                TokenTree::Literal(_) if foreign => {}
                _ => break,
            }
        }
        None
    }
}

/// The type, or the type as the trait that is implemented for it.
fn impl_name(item: &ItemImpl) -> String {
    let self_type = &item.self_ty;
    let self_type = one_line(quote!(#self_type), MAX_TEXT);
    match &item.trait_ {
        None => self_type,
        Some((path, _)) => format!("<{self_type} as {}>", one_line(quote!(#path), MAX_TEXT)),
    }
}
