//! What a library exports.

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};

use envelope_runtime::Payload;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use serde::Serialize;
use syn::{
    Attribute, Expr, ExprLit, ForeignItem, Item, ItemExternCrate, ItemFn, ItemMacro, ItemMod,
    ItemUse, Lit, Meta, UseTree, Visibility,
};

use crate::budget::{Budget, LeftOut, Reason};
use crate::call::Call;
use crate::root::Root;
use crate::signature::one_line;
use crate::source::{Unparsed, UnparsedReason, file_inside, parse, relative};
use crate::targets::Library;
use crate::text::{MAX_TEXT, cut};

/// The largest length of a signature, in characters.
pub const MAX_SIGNATURE: usize = 200;

/// An item that a library exports.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Export {
    /// What a user of the library writes: `library::module::Item`; `library::*` for what a glob re-exports.
    pub path: String,
    /// What it is.
    pub kind: ExportKind,
    /// The file, relative to the folder that is inspected.
    pub file: String,
    /// The line of its name; the first one is 1.
    pub line: usize,
    /// The declaration on one line, without fields, value or body, and cut to 200 characters.
    pub signature: String,
}

/// What an export is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExportKind {
    /// A struct.
    Struct,
    /// An enum.
    Enum,
    /// A function.
    Fn,
    /// A trait.
    Trait,
    /// A type alias, or a foreign type.
    Type,
    /// A constant.
    Const,
    /// A static.
    Static,
    /// A macro: `#[macro_export]`, or a procedural one.
    Macro,
    /// A module.
    Module,
    /// A union.
    Union,
    /// Something from elsewhere: `pub use`, `pub extern crate`.
    Reexport,
}

impl ExportKind {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Struct => "struct",
            Self::Enum => "enum",
            Self::Fn => "fn",
            Self::Trait => "trait",
            Self::Type => "type",
            Self::Const => "const",
            Self::Static => "static",
            Self::Macro => "macro",
            Self::Module => "module",
            Self::Union => "union",
            Self::Reexport => "reexport",
        }
    }
}

/// The exports of a library, by path, and what was left out.
pub(crate) fn exports(root: &Root, library: &Library, call: &Call) -> (Vec<Export>, LeftOut) {
    let mut exports = Exports {
        root,
        library: &library.name,
        found: Vec::new(),
        left_out: LeftOut::default(),
        budget: Budget::new(call),
        files: VecDeque::new(),
        seen: HashSet::new(),
    };
    exports.queue_library(&library.entry);
    // Files wait in a queue: however many modules are in one another, the stack holds one file.
    while let Some(file) = exports.files.pop_front() {
        exports.look_into(&file);
    }
    exports.found.sort_by(|one, other| {
        (&one.path, &one.file, one.line).cmp(&(&other.path, &other.file, other.line))
    });
    (exports.found, exports.left_out)
}

struct Exports<'a> {
    root: &'a Root,
    library: &'a str,
    found: Vec<Export>,
    left_out: LeftOut,
    budget: Budget<'a>,
    files: VecDeque<ModuleFile>,
    seen: HashSet<PathBuf>,
}

/// The file of a module.
struct ModuleFile {
    path: PathBuf,
    /// Where the files of its modules are.
    folder: PathBuf,
    /// What a user writes for the module, and whether it is public all the way.
    module: String,
    public: bool,
}

/// Where items are.
struct Place<'a> {
    file: &'a str,
    /// What a `#[path]` is relative to.
    beside: &'a Path,
    folder: &'a Path,
    module: &'a str,
    public: bool,
}

impl Exports<'_> {
    fn queue_library(&mut self, entry: &Path) {
        let file = relative(entry);
        let module = self.library.to_owned();
        let queued = file_inside(self.root, entry).map(|path| {
            let folder = path.parent().unwrap_or(&path).to_owned();
            self.seen.insert(path.clone());
            self.files.push_back(ModuleFile { path, folder, module, public: true });
        });
        if let Err(reason) = queued {
            self.left_out.add_file(&file, reason.into());
        }
    }

    fn look_into(&mut self, module: &ModuleFile) {
        let file = relative(&module.path);
        let place = Place {
            file: &file,
            beside: module.path.parent().unwrap_or(&module.path),
            folder: &module.folder,
            module: &module.module,
            public: module.public,
        };
        let looked = self
            .budget
            .check()
            .and_then(|()| self.budget.read(self.root, &module.path))
            .and_then(|text| Ok(parse(&text)?))
            .and_then(|parsed| self.add_items(&place, &parsed.items))
            .and_then(|()| self.budget.kept());
        if let Err(reason) = looked {
            self.left_out.add_file(&file, reason);
        }
    }

    fn add_items(&mut self, place: &Place, items: &[Item]) -> Result<(), Reason> {
        items.iter().try_for_each(|item| {
            self.budget.go_on()?;
            self.add_item(place, item)
        })
    }

    fn add_item(&mut self, place: &Place, item: &Item) -> Result<(), Reason> {
        match item {
            Item::Mod(item) => return self.add_module(place, item),
            Item::Macro(item) => self.add_macro(place, item),
            Item::Use(item) => return self.add_use(place, item),
            Item::ExternCrate(item) => self.add_crate(place, item),
            Item::Fn(item) => self.add_function(place, item),
            Item::ForeignMod(block) if !is_for_tests(&block.attrs) => {
                for item in &block.items {
                    self.budget.go_on()?;
                    self.add_declared(place, foreign(item));
                }
            }
            item => self.add_declared(place, declared(item)),
        }
        Ok(())
    }

    fn add_declared(&mut self, place: &Place, declared: Option<Declared>) {
        let Some(Declared { attributes, visibility, kind, name, signature }) = declared else {
            return;
        };
        if place.public && is_public(visibility) && !is_for_tests(attributes) {
            let path = format!("{}::{name}", place.module);
            self.add(place, kind, &path, name, one_line(signature, MAX_SIGNATURE));
        }
    }

    fn add(
        &mut self,
        place: &Place,
        kind: ExportKind,
        path: &str,
        name: &impl ToTokens,
        signature: String,
    ) {
        let first = name.to_token_stream().into_iter().next();
        self.budget.keep(&mut self.found, || Export {
            path: cut(path, MAX_TEXT),
            kind,
            file: place.file.to_owned(),
            line: first.map_or(1, |token| token.span().start().line),
            signature,
        });
    }

    /// A module is looked into even if it is private: a macro of it may be exported.
    fn add_module(&mut self, place: &Place, item: &ItemMod) -> Result<(), Reason> {
        if is_for_tests(&item.attrs) {
            return Ok(());
        }
        let ItemMod { attrs, vis, unsafety, mod_token, ident, content, .. } = item;
        self.add_declared(
            place,
            Some(Declared {
                attributes: attrs,
                visibility: vis,
                kind: ExportKind::Module,
                name: ident,
                signature: quote!(#vis #unsafety #mod_token #ident),
            }),
        );
        // What is cut off is in no path of an export either.
        let module = cut(&format!("{}::{ident}", place.module), MAX_TEXT);
        let public = place.public && is_public(vis);
        let name = plain(ident);
        let given = path_attribute(attrs).map(|path| place.beside.join(path));
        if let Some((_, items)) = content {
            let folder = given.unwrap_or_else(|| place.folder.join(name));
            let (beside, folder) = (&*folder, &*folder);
            let place = Place { file: place.file, beside, folder, module: &module, public };
            return self.add_items(&place, items);
        }
        if let Err(reason) = self.queue_module(place, &name, given, module, public) {
            let module = Some(cut(&name, MAX_TEXT));
            self.left_out.add(Unparsed { file: place.file.to_owned(), module, reason });
        }
        Ok(())
    }

    fn queue_module(
        &mut self,
        place: &Place,
        name: &str,
        given: Option<PathBuf>,
        module: String,
        public: bool,
    ) -> Result<(), UnparsedReason> {
        let inner = place.folder.join(name);
        let (path, folder) = match given {
            Some(path) => {
                let path = file_inside(self.root, &path)?;
                let folder = path.parent().unwrap_or(&path).to_owned();
                (path, folder)
            }
            None => match file_inside(self.root, &place.folder.join(format!("{name}.rs"))) {
                Err(UnparsedReason::NotInside) => {
                    (file_inside(self.root, &inner.join("mod.rs"))?, inner)
                }
                found => (found?, inner),
            },
        };
        if !self.seen.insert(path.clone()) {
            return Err(UnparsedReason::Repeated);
        }
        self.files.push_back(ModuleFile { path, folder, module, public });
        Ok(())
    }

    /// A macro is exported from the top, wherever it is.
    fn add_macro(&mut self, place: &Place, item: &ItemMacro) {
        let Some(name) = &item.ident else { return };
        if has(&item.attrs, "macro_export") && !is_for_tests(&item.attrs) {
            let path = format!("{}::{name}", self.library);
            let signature = cut(&format!("macro_rules! {name}"), MAX_SIGNATURE);
            self.add(place, ExportKind::Macro, &path, name, signature);
        }
    }

    /// A function may be a procedural macro.
    fn add_function(&mut self, place: &Place, item: &ItemFn) {
        let ItemFn { attrs, vis, sig, .. } = item;
        let derived = attrs.iter().find(|attribute| attribute.path().is_ident("proc_macro_derive"));
        let name = derived.and_then(first_argument).unwrap_or_else(|| sig.ident.clone());
        let is_macro =
            derived.is_some() || has(attrs, "proc_macro") || has(attrs, "proc_macro_attribute");
        let kind = if is_macro { ExportKind::Macro } else { ExportKind::Fn };
        self.add_declared(
            place,
            Some(Declared {
                attributes: attrs,
                visibility: vis,
                kind,
                name: &name,
                signature: quote!(#vis #sig),
            }),
        );
    }

    fn add_crate(&mut self, place: &Place, item: &ItemExternCrate) {
        let ItemExternCrate { attrs, vis, extern_token, crate_token, ident, rename, .. } = item;
        let (name, renamed) = match rename {
            Some((token, name)) => (name, quote!(#token #name)),
            None => (ident, TokenStream::new()),
        };
        self.add_declared(
            place,
            Some(Declared {
                attributes: attrs,
                visibility: vis,
                kind: ExportKind::Reexport,
                name,
                signature: quote!(#vis #extern_token #crate_token #ident #renamed),
            }),
        );
    }

    fn add_use(&mut self, place: &Place, item: &ItemUse) -> Result<(), Reason> {
        if !place.public || !is_public(&item.vis) || is_for_tests(&item.attrs) {
            return Ok(());
        }
        let start = if item.leading_colon.is_some() { "::" } else { "" };
        self.add_tree(place, start, None, &item.tree)
    }

    /// Each name that a `use` brings in is a re-export. `parent` is the last name before the tree.
    /// What is before it is repeated for each, so it is no longer than what is shown.
    fn add_tree(
        &mut self,
        place: &Place,
        before: &str,
        parent: Option<&str>,
        tree: &UseTree,
    ) -> Result<(), Reason> {
        let (path, name, from): (_, &dyn ToTokens, _) = match tree {
            UseTree::Path(path) => {
                let name = path.ident.to_string();
                let before = cut(&format!("{before}{name}::"), MAX_SIGNATURE);
                let parent = cut(&name, MAX_TEXT);
                return self.add_tree(place, &before, Some(&parent), &path.tree);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.budget.go_on()?;
                    self.add_tree(place, before, parent, tree)?;
                }
                return Ok(());
            }
            UseTree::Name(name) => {
                let from = name.ident.to_string();
                let own = parent.filter(|_| from == "self").unwrap_or(&from);
                (own.to_owned(), &name.ident, from)
            }
            UseTree::Rename(name) => {
                let from = format!("{} as {}", name.ident, name.rename);
                (name.rename.to_string(), &name.rename, from)
            }
            UseTree::Glob(glob) => ("*".to_owned(), glob, "*".to_owned()),
        };
        let path = format!("{}::{path}", place.module);
        let signature = cut(&format!("pub use {before}{from}"), MAX_SIGNATURE);
        self.add(place, ExportKind::Reexport, &path, &name, signature);
        Ok(())
    }
}

/// An item as it is declared, whether or not it is public.
struct Declared<'a> {
    attributes: &'a [Attribute],
    visibility: &'a Visibility,
    kind: ExportKind,
    name: &'a Ident,
    signature: TokenStream,
}

/// The declaration of an item that needs nothing special.
fn declared(item: &Item) -> Option<Declared<'_>> {
    macro_rules! declared {
        ($item:ident, $kind:ident, $($part:ident)*) => {
            Some(Declared {
                attributes: &$item.attrs,
                visibility: &$item.vis,
                kind: ExportKind::$kind,
                name: &$item.ident,
                signature: {
                    let mut signature = $item.vis.to_token_stream();
                    $($item.$part.to_tokens(&mut signature);)*
                    signature
                },
            })
        };
    }
    match item {
        Item::Const(item) => declared!(item, Const, const_token ident generics colon_token ty),
        Item::Enum(item) => declared!(item, Enum, enum_token ident generics),
        Item::Static(item) => {
            declared!(item, Static, static_token mutability ident colon_token ty)
        }
        Item::Struct(item) => declared!(item, Struct, struct_token ident generics),
        Item::Trait(item) => {
            declared!(item, Trait, unsafety trait_token ident generics colon_token supertraits)
        }
        Item::TraitAlias(item) => {
            declared!(item, Trait, trait_token ident generics eq_token bounds)
        }
        Item::Type(item) => declared!(item, Type, type_token ident generics eq_token ty),
        Item::Union(item) => declared!(item, Union, union_token ident generics),
        _ => None,
    }
}

/// The declaration of an item of another language.
fn foreign(item: &ForeignItem) -> Option<Declared<'_>> {
    let (attributes, visibility, kind, name, rest) = match item {
        ForeignItem::Fn(item) => {
            let sig = &item.sig;
            (&item.attrs, &item.vis, ExportKind::Fn, &sig.ident, quote!(#sig))
        }
        ForeignItem::Static(item) => {
            let (word, mutability, name, colon, ty) =
                (&item.static_token, &item.mutability, &item.ident, &item.colon_token, &item.ty);
            let rest = quote!(#word #mutability #name #colon #ty);
            (&item.attrs, &item.vis, ExportKind::Static, name, rest)
        }
        ForeignItem::Type(item) => {
            let (word, name) = (&item.type_token, &item.ident);
            (&item.attrs, &item.vis, ExportKind::Type, name, quote!(#word #name))
        }
        _ => return None,
    };
    let signature = quote!(#visibility #rest);
    Some(Declared { attributes, visibility, kind, name, signature })
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident(name))
}

/// Whether an item is under `#[cfg(test)]`.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

/// The `x.rs` of `#[path = "x.rs"]`.
fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    })
}

/// The `Name` of `#[proc_macro_derive(Name)]`.
fn first_argument(attribute: &Attribute) -> Option<Ident> {
    match attribute.meta.require_list().ok()?.tokens.clone().into_iter().next()? {
        proc_macro2::TokenTree::Ident(name) => Some(name),
        _ => None,
    }
}

/// A name without `r#`, as files have it.
fn plain(name: &Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").map_or_else(|| name.clone(), str::to_owned)
}
