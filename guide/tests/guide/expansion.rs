//! The guide shows the compiler's own expansions of its tools. `.ci/bless` writes them again.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use envelope_runtime::{AnyDialect, testing};
use proc_macro2::TokenStream;
use quote::ToTokens;
use serde_json::{Value, json};
use syn::{ImplItem, Item, Signature};

include!("../../samples/expansion/tools.rs");

const TOOLS: [&str; 5] = ["read_spec", "list_titles", "show_spec", "check_spec", "find_spec"];

/// Returns the builds of a crate in the folder of this test, from the newest to the oldest.
fn builds(name: &str) -> Vec<PathBuf> {
    let test = env::current_exe().unwrap();
    let prefix = format!("lib{name}-");
    let mut builds: Vec<_> = fs::read_dir(test.parent().unwrap())
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rlib"))
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(&prefix))
        .collect();
    builds.sort_by_key(|path| Reverse(path.metadata().and_then(|file| file.modified()).ok()));
    builds
}

/// The source of the tools, as the compiler sees it once all macros are expanded.
fn expanded() -> syn::File {
    // Some builds lack features that the tools need, and others are of another version of the SDK.
    let (mut refused, sdks) = (Vec::new(), builds("rmcp"));
    let source = builds("envelope_runtime")
        .iter()
        .flat_map(|runtime| sdks.iter().map(move |sdk| (runtime, sdk)))
        .find_map(|(runtime, sdk)| expand(runtime, sdk).map_err(|errors| refused.push(errors)).ok())
        .unwrap_or_else(|| panic!("{refused:#?}"));
    // The guide says that it shortens these paths.
    syn::parse_file(&source.replace("::envelope_runtime::__private::", "__private::")).unwrap()
}

fn expand(runtime: &Path, sdk: &Path) -> Result<String, String> {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc
        // Allows `-Z`. The variable is set for this compiler alone, so that Cargo builds nothing again.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_PKG_VERSION", "0.1.0")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["--edition=2024", "--crate-type=lib", "-Zunpretty=expanded"])
        .arg(format!("-Ldependency={}", runtime.parent().unwrap().display()))
        .arg(format!("--extern=envelope_runtime={}", runtime.display()))
        .arg(format!("--extern=rmcp={}", sdk.display()));
    for name in ["schemars", "serde"] {
        rustc.arg(format!("--extern={name}={}", builds(name)[0].display()));
    }
    let output = rustc.arg("samples/expansion/tools.rs").output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// The function or method with this name.
fn shown(file: &syn::File, name: &str) -> String {
    let functions = file.items.iter().flat_map(|item| match item {
        Item::Fn(function) => vec![(&function.sig, function.to_token_stream())],
        Item::Impl(block) => block.items.iter().filter_map(method).collect(),
        _ => Vec::new(),
    });
    let (_, tokens) = functions.into_iter().find(|(signature, _)| signature.ident == name).unwrap();
    prettyplease::unparse(&syn::parse2(tokens).unwrap())
}

fn method(item: &ImplItem) -> Option<(&Signature, TokenStream)> {
    match item {
        ImplItem::Fn(method) => Some((&method.sig, method.to_token_stream())),
        _ => None,
    }
}

/// Other releases of the compiler can expand the macros of the standard library to something else, and Cargo can keep the builds of crates
/// elsewhere.
#[rustversion::attr(
    not(stable(1.95)),
    ignore = "the expansions are those of Rust 1.95, and this is another release"
)]
#[test]
fn the_guide_shows_what_the_attribute_expands_to() {
    let file = expanded();
    let overwrite = env::var_os("BLESS").is_some();
    for name in TOOLS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("samples/expansion")
            .join(name)
            .with_extension("expanded.rs");
        let expansion = shown(&file, name);
        if overwrite {
            fs::write(&path, &expansion).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(kept, expansion, "`.ci/bless` writes {} again", path.display());
    }
}

/// A reader of an expansion has to understand each hidden name.
#[rustversion::attr(
    not(stable(1.95)),
    ignore = "the expansions are those of Rust 1.95, and this is another release"
)]
#[test]
fn the_expansions_name_few_hidden_items() {
    let file = expanded();
    let mut names: Vec<String> = Vec::new();
    for name in TOOLS {
        let expansion = shown(&file, name);
        let hidden = expansion.split("__private::").skip(1);
        names.extend(hidden.map(|after| {
            let is_end = |c: char| !c.is_alphanumeric() && c != '_';
            after.split(is_end).next().unwrap().to_owned()
        }));
    }
    names.sort();
    names.dedup();
    assert!(names.len() <= 26, "{names:#?}");
}

#[tokio::test]
async fn the_tools_answer() {
    let spec = json!({"title": "Sign in"});
    assert_eq!(read_spec("auth").to_value().unwrap()["data"], spec);
    assert_eq!(read_spec("pay").error_code(), Some("NOT_FOUND"));

    let job = Job { id: "job_7".into(), titles: vec!["Sign in".into()] };
    let listed = testing::Frozen::new().scope(list_titles(job)).await;
    assert_eq!(
        listed.to_value().unwrap(),
        json!({
            "success": true,
            "data": {"titles": ["Sign in"]},
            "error": null,
            "meta": {
                "version": "response-v2",
                "request_id": "job_7",
                "warnings": ["The index is 2 hours old"],
                "telemetry": {"duration_ms": 0}
            }
        })
    );

    assert_eq!(show_spec("auth").to_value().unwrap()["summary"], "Found Sign in.");
    let mcp =
        AnyDialect::of::<envelope_runtime::mcp_2025_11_25::Mcp>().sync_scope(|| check_spec("auth"));
    assert_eq!(mcp.to_value().unwrap()["structuredContent"], spec);

    let find = |arguments: Value| Specs.find_spec(arguments.into());
    assert_eq!(find(json!({"id": "auth"})).to_value().unwrap()["data"], spec);
    assert_eq!(find(json!({})).error_code(), Some("MISSING_REQUIRED"));
}
