//! The JSON schemas of the data.

use schemars::{JsonSchema, schema_for};
use workspace_inspector::{
    Counted, Dependent, Export, Package, Page, Scanned, Summary, UnsafeSite,
};

/// Each property is described, for it is all that an agent reads of it.
fn described<T: JsonSchema>(properties: &[&str]) {
    let schema = schema_for!(T);
    let found = schema.get("properties").and_then(|found| found.as_object()).unwrap();
    let mut names: Vec<_> = found.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, properties);
    for (name, property) in found {
        assert!(property["description"].is_string(), "{name}");
    }
}

#[test]
fn every_property_is_described() {
    described::<Page<Summary>>(&["cut_by_size", "items", "left_out", "next_cursor", "total_count"]);
    described::<Scanned<UnsafeSite>>(&[
        "cut_by_size",
        "dropped",
        "items",
        "left_out",
        "next_cursor",
        "total_count",
        "unparsed",
        "unparsed_count",
    ]);
    described::<Summary>(&["description", "name", "version"]);
    described::<Package>(&[
        "dependencies",
        "description",
        "edition",
        "license",
        "name",
        "rust_version",
        "targets",
        "version",
    ]);
    described::<Dependent>(&["kind", "package", "requirement"]);
    described::<UnsafeSite>(&["file", "item", "kind", "line"]);
    described::<Export>(&["file", "kind", "line", "path", "signature"]);
    described::<Counted>(&["package", "source"]);
}
