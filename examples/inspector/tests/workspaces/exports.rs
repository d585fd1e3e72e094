//! What a library exports.

use crate::support::{Folder, details, report};
use workspace_inspector::{Export, MAX_SIGNATURE, Unparsed, UnparsedReason};

fn exports(folder: &Folder) -> (Vec<Export>, Vec<Unparsed>) {
    let scanned = folder.inspector().exports("apple", None, 50).unwrap();
    (scanned.page.items, scanned.unparsed)
}

/// Path and signature, for a library of one file.
fn found(source: &str, name: &str) -> Vec<(String, String)> {
    let folder = Folder::workspace(name, &["apple"]);
    folder.write("apple/src/lib.rs", source);
    let (exports, unparsed) = exports(&folder);
    assert_eq!(unparsed, []);
    exports.into_iter().map(|export| (export.path, export.signature)).collect()
}

#[track_caller]
fn expect<const N: usize>(found: &[(String, String)], expected: [(&str, &str); N]) {
    assert_eq!(*found, expected.map(|(path, signature)| (path.to_owned(), signature.to_owned())));
}

#[test]
fn each_kind_of_item_has_its_declaration() {
    let source = "
pub struct A<T: Copy>(pub T);
pub enum B { X }
pub unsafe fn c<T>(
    x: &'static [u8], // a comment
    y: (T,),
) -> Result<(), T>
where
    T: Copy,
{ loop {} }
pub trait D: Send + Sync { fn d(); }
pub type E = Vec<u8>;
pub const F: u8 = 1 + 1;
pub static G: &str = \"g\";
pub union H { a: u8 }
extern \"C\" { pub fn i(x: u8); fn hidden(); pub static J: u8; }
";
    expect(
        &found(source, "items"),
        [
            ("apple::A", "pub struct A<T: Copy>"),
            ("apple::B", "pub enum B"),
            ("apple::D", "pub trait D: Send + Sync"),
            ("apple::E", "pub type E = Vec<u8>"),
            ("apple::F", "pub const F: u8"),
            ("apple::G", "pub static G: &str"),
            ("apple::H", "pub union H"),
            ("apple::J", "pub static J: u8"),
            (
                "apple::c",
                "pub unsafe fn c<T>(x: &'static [u8], y: (T,)) -> Result<(), T> where T: Copy",
            ),
            ("apple::i", "pub fn i(x: u8)"),
        ],
    );
}

#[test]
fn only_what_is_public_all_the_way_is_exported() {
    let source = "
pub(crate) struct A;
struct B;
mod private { pub struct C; #[macro_export] macro_rules! d { () => {} } macro_rules! e { () => {} } }
pub mod public { pub struct F; pub(super) struct G; pub mod inner { pub struct H; } }
#[cfg(test)] pub mod tests { pub struct I; }
";
    expect(
        &found(source, "public"),
        [
            ("apple::d", "macro_rules! d"),
            ("apple::public", "pub mod public"),
            ("apple::public::F", "pub struct F"),
            ("apple::public::inner", "pub mod inner"),
            ("apple::public::inner::H", "pub struct H"),
        ],
    );
}

#[test]
fn re_exports_are_listed_as_they_are_written() {
    let source = "
mod inner { pub struct A; pub struct B; }
pub use inner::{A, B as C, self};
pub use ::std::collections::*;
use inner::B;
pub(crate) use inner::B as D;
pub extern crate core as bottom;
";
    expect(
        &found(source, "reexports"),
        [
            ("apple::*", "pub use ::std::collections::*"),
            ("apple::A", "pub use inner::A"),
            ("apple::C", "pub use inner::B as C"),
            ("apple::bottom", "pub extern crate core as bottom"),
            ("apple::inner", "pub use inner::self"),
        ],
    );
}

#[test]
fn modules_are_followed_into_their_files() {
    let folder = Folder::workspace("modules", &["apple"]);
    let lib = "pub mod a;\npub mod b;\npub mod inline { pub mod c; }\n#[path = \"else/where.rs\"] pub mod d;";
    folder.write("apple/src/lib.rs", lib);
    folder.write("apple/src/a.rs", "pub mod deep;");
    folder.write("apple/src/a/deep.rs", "pub fn f() {}");
    folder.write("apple/src/b/mod.rs", "pub mod deep;");
    folder.write("apple/src/b/deep.rs", "\n\npub fn f() {}");
    folder.write("apple/src/inline/c.rs", "pub fn f() {}");
    folder.write("apple/src/else/where.rs", "pub mod beside;");
    folder.write("apple/src/else/beside.rs", "pub fn f() {}");
    let (exports, unparsed) = exports(&folder);
    assert_eq!(unparsed, []);
    let functions: Vec<_> = exports
        .iter()
        .filter(|export| export.path.ends_with("::f"))
        .map(|export| (export.path.as_str(), export.file.as_str(), export.line))
        .collect();
    assert_eq!(
        functions,
        [
            ("apple::a::deep::f", "apple/src/a/deep.rs", 1),
            ("apple::b::deep::f", "apple/src/b/deep.rs", 3),
            ("apple::d::beside::f", "apple/src/else/beside.rs", 1),
            ("apple::inline::c::f", "apple/src/inline/c.rs", 1),
        ]
    );
}

#[test]
fn modules_that_cannot_be_looked_into_are_named() {
    let folder = Folder::workspace("lost_modules", &["apple"]);
    folder.write(
        "apple/src/lib.rs",
        "pub mod gone;\npub mod broken;\n#[path = \"lib.rs\"] pub mod again;",
    );
    folder.write("apple/src/broken.rs", "fn (");
    let (exports, mut unparsed) = exports(&folder);
    assert_eq!(exports.len(), 3);
    unparsed.sort_by_key(|unparsed| unparsed.module.clone());
    let named = |file: &str, module: Option<&str>, reason| Unparsed {
        file: format!("apple/src/{file}"),
        module: module.map(str::to_owned),
        reason,
    };
    assert_eq!(
        unparsed,
        [
            named("broken.rs", None, UnparsedReason::InvalidRust),
            named("lib.rs", Some("again"), UnparsedReason::Repeated),
            named("lib.rs", Some("gone"), UnparsedReason::NotInside),
        ]
    );
}

#[test]
fn procedural_macros_are_macros() {
    let folder = Folder::workspace("procedural", &["apple"]);
    folder.package("apple", "[lib]\nproc-macro = true\n");
    let lib = "#[proc_macro_derive(Apple, attributes(apple))] pub fn derive(x: T) -> T { x }";
    folder.write("apple/src/lib.rs", lib);
    let (exports, _) = exports(&folder);
    let shown = serde_json::to_value(&exports[0]).unwrap();
    assert_eq!(
        (shown["path"].as_str(), shown["kind"].as_str()),
        (Some("apple::Apple"), Some("macro"))
    );
}

#[test]
fn long_signatures_are_cut() {
    let found = found(&format!("pub fn f({}) {{}}", "x: u8, ".repeat(100)), "long");
    assert_eq!(found[0].1.chars().count(), MAX_SIGNATURE);
    assert!(found[0].1.ends_with('…'));
}

#[test]
fn a_package_without_a_library_says_so() {
    let folder = Folder::workspace("program", &["apple"]);
    std::fs::rename(folder.path("apple/src/lib.rs"), folder.path("apple/src/main.rs")).unwrap();
    let report = report(folder.inspector().exports("apple", None, 1));
    assert_eq!(report.code(), "NO_LIBRARY");
    assert_eq!(report.error_type().as_str(), "not_found");
    assert_eq!(details(&report)["name"], "apple");
    assert!(report.remediation().unwrap().contains("show_package"));
}
