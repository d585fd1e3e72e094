//! The tables of keys in the docs of each dialect.

use std::fs;
use std::path::Path;

use envelope_contracts::{Contract, Kind, Object, Presence};

/// Collects the objects of a contract, each with its path.
fn objects(path: &str, object: &'static Object, found: &mut Vec<(String, &'static Object)>) {
    found.push((path.to_owned(), object));
    for key in object.keys {
        let path = format!("{path}.{}", key.name);
        match key.kind {
            Kind::Object(object) => objects(&path, object, found),
            Kind::Objects(object) => objects(&format!("{path}[]"), object, found),
            _ => {}
        }
    }
    for variant in object.variants {
        let (tag, kind) = variant.tag;
        let has_keys = variant.object.keys.iter().any(|key| !object.has(key.name));
        if has_keys || variant.object.keys.iter().any(|key| matches!(key.kind, Kind::Object(_))) {
            objects(&format!("{path} (`{tag}`: {kind})").replace('`', ""), variant.object, found);
        }
    }
}

fn table(contract: &Contract) -> String {
    let mut found = Vec::new();
    objects("", contract.envelope, &mut found);
    let mut table = String::from("| key | | value | description |\n|---|---|---|---|\n");
    for (path, object) in found {
        for key in object.keys.iter().filter(|key| !key.about.is_empty()) {
            let name = format!("{path}.{}", key.name);
            let presence = match key.presence {
                Presence::Required => "always",
                Presence::Nullable => "always, or null",
                Presence::Recommended => "recommended",
                Presence::Optional | Presence::NotNull => "optional",
                Presence::Own => "added by this crate",
            };
            let (name, kind, about) = (name.trim_start_matches([' ', '.']), key.kind, key.about);
            table += &format!("| `{name}` | {presence} | {kind} | {about} |\n");
        }
    }
    table
}

/// `.ci/bless` updates the tables.
#[test]
fn the_tables_of_keys_are_current() {
    let dialects = Path::new(env!("CARGO_MANIFEST_DIR")).join("envelope-runtime/src/dialects");
    for (id, folder) in [
        ("response-v2", "response_v2"),
        ("dotbot-mcp-response@1", "dotbot"),
        ("mcp-2026-07-28", "mcp"),
        ("code-scalpel-v1", "code_scalpel"),
        ("rfc9457", "rfc9457"),
    ] {
        let path = dialects.join(folder).join("keys.md");
        let table = table(Contract::find(id).unwrap());
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &table).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == table, "{} is not current: run `.ci/bless`", path.display());
    }
}
