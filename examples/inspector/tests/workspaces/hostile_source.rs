//! Files that are not Rust source, or that would overflow the stack.

use std::fs::{self, File};
use std::time::{Duration, Instant};

use crate::support::Folder;
use workspace_inspector::{
    Dropped, Inspector, Limit, MAX_DEPTH, MAX_EXPRESSION, MAX_FILE_BYTES, MAX_FILES, MAX_FOUND,
    MAX_SIGNATURE, MAX_SOURCE_BYTES, MAX_TEXT, MAX_TOKENS, MAX_UNPARSED, UnparsedReason,
};

/// A package of one file.
struct Package {
    folder: Folder,
    inspector: Inspector,
}

impl Package {
    fn new(name: &str) -> Self {
        let folder = Folder::workspace(name, &["apple"]);
        let inspector = folder.inspector();
        Self { folder, inspector }
    }

    /// Why a text is not looked into, if it is not.
    fn refuses(&self, source: impl AsRef<[u8]>) -> Option<UnparsedReason> {
        self.folder.write("apple/src/lib.rs", source);
        let unparsed = self.inspector.exports("apple", None, 50).unwrap().unparsed;
        unparsed.first().map(|unparsed| unparsed.reason)
    }
}

#[test]
fn what_is_no_rust_is_named() {
    let large = vec![b' '; usize::try_from(MAX_FILE_BYTES).unwrap() + 1];
    let package = Package::new("no_rust");
    let cases: [(&[u8], _); 5] = [
        (b"fn (", Some(UnparsedReason::InvalidRust)),
        (b"// \xff", Some(UnparsedReason::NotUtf8)),
        (&large, Some(UnparsedReason::TooLarge)),
        (&large[1..], None),
        ("\u{feff}fn with_a_mark() {}".as_bytes(), None),
    ];
    for (source, reason) in cases {
        assert_eq!(package.refuses(source), reason);
        let counted = package.inspector.count("apple").unwrap();
        assert_eq!(counted.unparsed.first().map(|unparsed| unparsed.reason), reason);
        let sites = package.inspector.unsafe_sites("apple", None, 1).unwrap();
        assert_eq!(sites.unparsed, counted.unparsed);
    }
}

/// What only a parser sees does not matter where none is needed.
#[test]
fn a_file_is_parsed_only_where_its_tokens_do_not_do() {
    let package = Package::new("no_parser");
    for (source, sites) in [("fn fn", None), ("unsafe fn fn", Some(UnparsedReason::InvalidRust))] {
        assert_eq!(package.refuses(source), Some(UnparsedReason::InvalidRust));
        assert_eq!(package.inspector.count("apple").unwrap().unparsed, []);
        let found = package.inspector.unsafe_sites("apple", None, 1).unwrap();
        assert_eq!(found.unparsed.first().map(|unparsed| unparsed.reason), sites);
    }
}

/// A parser takes as long as the square of the length of a number.
#[test]
fn a_long_number_is_not_parsed() {
    let package = Package::new("number");
    for suffix in ["", ".0", "e1", "u8"] {
        let number = |digits| format!("unsafe fn f() {{ g!({}{suffix}) }}", "1".repeat(digits));
        assert_eq!(package.refuses(number(900)), None);
        assert_eq!(package.refuses(number(1_000_000)), Some(UnparsedReason::TooLarge));
        let sites = package.inspector.unsafe_sites("apple", None, 1).unwrap();
        assert_eq!(sites.unparsed[0].reason, UnparsedReason::TooLarge);
        assert_eq!(package.inspector.count("apple").unwrap().unparsed, []);
    }
}

/// Each line of documentation is an attribute.
#[test]
fn documentation_is_not_nested() {
    let package = Package::new("documentation");
    let lines = |start: &str| format!("{start}\n").repeat(10_000);
    assert_eq!(
        package.refuses(format!("{}{}pub fn f() {{}}", lines("//! a"), lines("/// a"))),
        None
    );
    // Between attributes, what is long stays long.
    let sum = "x + #[a] #[b] ".repeat(MAX_EXPRESSION);
    assert_eq!(package.refuses(format!("fn f() {{ {sum} x }}")), Some(UnparsedReason::TooDeep));
}

/// What a parser makes of a token takes hundreds of bytes.
#[test]
fn a_file_of_too_many_tokens_is_not_parsed() {
    let package = Package::new("tokens");
    // The function around them has six tokens.
    let statements = |count| nested(";", "", "", count - 6);
    assert_eq!(package.refuses(statements(MAX_TOKENS)), None);
    assert_eq!(package.refuses(statements(MAX_TOKENS + 1)), Some(UnparsedReason::TooLarge));
    let counted = package.inspector.count("apple").unwrap();
    assert_eq!((counted.source.lines, counted.unparsed), (1, vec![]));
}

#[test]
fn so_many_items_are_found() {
    let folder = Folder::workspace("found", &["apple"]);
    let per_file = MAX_FOUND / 2;
    let file = "unsafe extern {}\n".repeat(per_file);
    folder.write("apple/src/lib.rs", "");
    for name in ["m1", "m2"] {
        folder.write(&format!("apple/src/{name}.rs"), &file);
    }
    let found = folder.inspector().unsafe_sites("apple", None, 1).unwrap();
    assert_eq!((found.page.total_count, found.dropped), (MAX_FOUND, None));
    folder.write("apple/src/m2.rs", format!("{file}unsafe extern {{}}"));
    folder.write("apple/src/m3.rs", "");
    let found = folder.inspector().unsafe_sites("apple", None, 1).unwrap();
    let files = ["apple/src/m2.rs", "apple/src/m3.rs"].map(str::to_owned).to_vec();
    let dropped = Dropped { files, count: 2, limit: Limit::Items };
    assert_eq!((found.page.total_count, found.dropped), (MAX_FOUND, Some(dropped)));

    folder
        .write("apple/src/lib.rs", format!("pub use a::{{{}b}}; mod m1;", "a,".repeat(MAX_FOUND)));
    let exports = folder.inspector().exports("apple", None, 1).unwrap();
    let dropped =
        Dropped { files: vec!["apple/src/lib.rs".to_owned()], count: 1, limit: Limit::Items };
    assert_eq!((exports.page.total_count, exports.dropped), (MAX_FOUND, Some(dropped)));
}

/// A function whose body has `open` so many times, then something, then `close` as often.
fn nested(open: &str, middle: &str, close: &str, times: usize) -> String {
    format!("fn f() {{ {}{middle}{} }}", open.repeat(times), close.repeat(times))
}

const CONSTRUCTS: [(&str, &str, &str); 19] = [
    ("(", "1", ")"),
    ("[", "1", "]"),
    ("{", "1", "}"),
    ("f(", "1", ")"),
    ("!", "1", ""),
    ("-", "1", ""),
    ("& mut ", "x", ""),
    ("1 + ", "1", ""),
    ("x = ", "1", ""),
    ("", "x", ".f()"),
    ("", "x", "?"),
    ("", "x", " as T"),
    ("", "x", "[0]"),
    ("return ", "1", ""),
    ("|a, b| ", "1", ""),
    ("if a {} else ", "{}", ""),
    ("S {} + ", "1", ""),
    ("A::<u8, ", "u8", ">"),
    ("match a { _ => ", "1", "}"),
];

#[test]
fn what_is_nested_too_deep_is_not_parsed() {
    let package = Package::new("too_deep");
    for (open, middle, close) in CONSTRUCTS {
        let refused = package.refuses(nested(open, middle, close, 20_000));
        assert_eq!(refused, Some(UnparsedReason::TooDeep), "{open} {close}");
    }
    let parentheses = nested("(", "1", ")", 90_000);
    assert_eq!(package.refuses(parentheses), Some(UnparsedReason::TooDeep));
    // Brackets that are never closed are no Rust, and that is seen before.
    assert_eq!(package.refuses("(".repeat(100_000)), Some(UnparsedReason::InvalidRust));
    let types = format!("type A = {}u8{};", "B<u8, ".repeat(20_000), ">".repeat(20_000));
    assert_eq!(package.refuses(types), Some(UnparsedReason::TooDeep));
}

#[test]
fn what_is_just_not_too_deep_fits_the_stack() {
    let package = Package::new("deepest");
    for (open, middle, close) in CONSTRUCTS {
        let (mut fits, mut exceeds) = (1, MAX_EXPRESSION);
        // To a hundredth: the stack has more to spare.
        while exceeds - fits > 1 + fits / 100 {
            let times = usize::midpoint(fits, exceeds);
            match package.refuses(nested(open, middle, close, times)) {
                None => fits = times,
                Some(reason) => {
                    assert_eq!(reason, UnparsedReason::TooDeep, "{open} {close}");
                    exceeds = times;
                }
            }
        }
        assert!(fits >= MAX_DEPTH / 2, "{open} {close}: {fits}");
    }
    // Both bounds at once.
    let open = format!("({}", "!".repeat(MAX_EXPRESSION / MAX_DEPTH - 2));
    assert_eq!(package.refuses(nested(&open, "1", ")", MAX_DEPTH - 2)), None);
}

#[test]
fn what_is_long_but_not_nested_is_parsed() {
    let package = Package::new("long");
    let table = format!("const T: [u8; 20_000] = [{}];", "1 + 1, ".repeat(20_000));
    assert_eq!(package.refuses(table), None);
    let items = "fn f() { g(); } struct S<T> { x: T } #[test] fn h() {}\n".repeat(5_000);
    assert_eq!(package.refuses(items), None);
    let statements = "if a { b() } else { c() } let x = a < b; ";
    assert_eq!(package.refuses(nested(statements, "1", "", 5_000)), None);
}

/// A long name is in the file once, and would be in each of many items.
#[test]
fn a_long_name_costs_no_more_than_what_is_shown() {
    let package = Package::new("long_name");
    let name = "n".repeat(600_000);
    let start = Instant::now();
    let names = "self,".repeat(40_000);
    package.folder.write("apple/src/lib.rs", format!("pub use {name}::{{{names}}};"));
    let exports = package.inspector.exports("apple", None, 1).unwrap();
    assert_eq!(exports.dropped.unwrap().limit, Limit::Items);
    assert_eq!(exports.page.items[0].path.chars().count(), MAX_TEXT);
    assert_eq!(exports.page.items[0].signature.chars().count(), MAX_SIGNATURE);
    let blocks = "unsafe{}".repeat(30_000);
    package.folder.write("apple/src/lib.rs", format!("fn {name}() {{{blocks}}}"));
    let sites = package.inspector.unsafe_sites("apple", None, 1).unwrap();
    assert_eq!(sites.dropped.unwrap().limit, Limit::Items);
    assert_eq!(sites.page.items[0].item.as_ref().unwrap().chars().count(), MAX_TEXT);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn so_many_files_are_named_and_all_are_counted() {
    let folder = Folder::workspace("many", &["apple"]);
    for index in 0..=MAX_UNPARSED {
        folder.write(&format!("apple/src/file_{index}.rs"), "fn (");
    }
    let scanned = folder.inspector().unsafe_sites("apple", None, 50).unwrap();
    assert_eq!((scanned.unparsed.len(), scanned.unparsed_count), (MAX_UNPARSED, MAX_UNPARSED + 1));
    let counted = folder.inspector().count("apple").unwrap();
    assert_eq!((counted.unparsed.len(), counted.unparsed_count), (MAX_UNPARSED, MAX_UNPARSED + 1));
}

#[test]
fn more_files_than_are_read_are_named() {
    let folder = Folder::workspace("many_files", &["apple"]);
    // What is no source is looked at, too. With `src`, it is one too many.
    let others = folder.path("apple/src/others");
    fs::create_dir(&others).unwrap();
    for index in 0..MAX_FILES - 2 {
        File::create(others.join(format!("{index}.txt"))).unwrap();
    }
    let counted = folder.inspector().count("apple").unwrap();
    assert_eq!(counted.unparsed, []);
    let dropped = counted.dropped.unwrap();
    assert_eq!((dropped.count, dropped.limit), (1, Limit::Files));
    assert!(dropped.files[0].starts_with("apple/src"), "{dropped:?}");
    let sites = folder.inspector().unsafe_sites("apple", None, 1).unwrap();
    assert_eq!(sites.dropped, Some(dropped));
    fs::remove_file(others.join("0.txt")).unwrap();
    assert_eq!(folder.inspector().count("apple").unwrap().dropped, None);
}

#[test]
fn more_bytes_than_are_read_are_named() {
    let folder = Folder::workspace("many_bytes", &["apple"]);
    let count = usize::try_from(MAX_SOURCE_BYTES / MAX_FILE_BYTES).unwrap();
    let modules: Vec<_> = (0..=count).map(|index| format!("m{index:03}")).collect();
    for module in &modules {
        let file = File::create(folder.path(&format!("apple/src/{module}.rs"))).unwrap();
        file.set_len(MAX_FILE_BYTES).unwrap();
    }
    folder.write("apple/src/lib.rs", format!("mod {};", modules.join("; mod ")));
    let counted = folder.inspector().count("apple").unwrap();
    assert_eq!((counted.source.files, counted.unparsed_count), (count + 1, count));
    let files = vec![format!("apple/src/m{count:03}.rs")];
    assert_eq!(counted.dropped, Some(Dropped { files, count: 1, limit: Limit::Bytes }));
    let exports = folder.inspector().exports("apple", None, 1).unwrap();
    assert_eq!((exports.unparsed, exports.dropped), (counted.unparsed, counted.dropped));
}

#[test]
fn a_huge_file_is_not_read() {
    let folder = Folder::workspace("huge", &["apple"]);
    let file = File::create(folder.path("apple/src/huge.rs")).unwrap();
    file.set_len(1 << 40).unwrap();
    let unparsed = folder.inspector().count("apple").unwrap().unparsed;
    assert_eq!(unparsed[0].reason, UnparsedReason::TooLarge);
}
