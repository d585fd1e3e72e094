//! Types that can be the data of a tool.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use crate::support::wire;
use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;
use serde_json::{Value, json};

#[envelope_tool(dialect = "response-v2")]
fn tool<T: Payload>(data: T) -> Result<T, ToolFailure> {
    Ok(data)
}

fn data(data: impl Payload) -> Value {
    wire(tool(data))["data"].clone()
}

#[derive(Serialize, Payload, Clone)]
struct Named {
    a: u8,
}

#[test]
fn types_of_the_standard_library() {
    assert_eq!(data(()), json!({}));
    assert_eq!(data(HashMap::from([("k", 1)])), json!({"k": 1}));
    assert_eq!(data(BTreeMap::from([("k", 1)])), json!({"k": 1}));
    assert_eq!(data(serde_json::Map::from_iter([("k".to_owned(), json!(1))])), json!({"k": 1}));
    let named = Named { a: 1 };
    assert_eq!(data(&named), json!({"a": 1}));
    let mut other = named.clone();
    assert_eq!(data(&mut other), json!({"a": 1}));
    assert_eq!(other.a, 1);
    assert_eq!(data(Box::new(named.clone())), json!({"a": 1}));
    assert_eq!(data(Cow::Borrowed(&named)), json!({"a": 1}));
    assert_eq!(data(Box::new(&())), json!({}));
    assert_eq!(data(Rc::new(named.clone())), json!({"a": 1}));
    assert_eq!(data(Arc::new(named)), json!({"a": 1}));
}

#[test]
fn trait_objects() {
    trait Record {
        fn id(&self) -> u8;
    }

    impl Record for u8 {
        fn id(&self) -> u8 {
            *self
        }
    }

    impl Serialize for dyn Record {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("id", self.id())])
        }
    }

    impl Payload for dyn Record {}

    assert_eq!(data(Box::new(7_u8) as Box<dyn Record>), json!({"id": 7}));
}

/// A flattened field is an object: a payload, an optional payload, or the output of the user's own function.
#[test]
fn flattened_fields() {
    #[derive(Serialize, Payload)]
    struct Parts<'a, T> {
        #[serde(flatten)]
        generic: T,
        #[serde(flatten)]
        absent: Option<Named>,
        #[serde(flatten)]
        extra: BTreeMap<String, Value>,
        #[serde(flatten)]
        shared: Option<&'a Renamed>,
        #[serde(flatten, serialize_with = "as_object")]
        foreign: std::time::Duration,
        #[serde(flatten, skip)]
        _skipped: u8,
    }

    #[derive(Serialize, Payload)]
    struct Renamed {
        #[serde(rename = "code")]
        error_code: u8,
    }

    #[derive(Serialize, Payload)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Either {
        One {
            #[serde(flatten)]
            named: Named,
        },
    }

    fn as_object<S: serde::Serializer>(
        duration: &std::time::Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("seconds", duration.as_secs())])
    }

    let parts = Parts {
        generic: Named { a: 1 },
        absent: None,
        extra: BTreeMap::from([("b".to_owned(), json!([2]))]),
        shared: Some(&Renamed { error_code: 3 }),
        foreign: std::time::Duration::from_secs(4),
        _skipped: 0,
    };
    assert_eq!(data(parts), json!({"a": 1, "b": [2], "code": 3, "seconds": 4}));
    assert_eq!(data(Either::One { named: Named { a: 1 } }), json!({"kind": "one", "a": 1}));
}

#[test]
fn structs() {
    #[derive(Serialize, Payload)]
    struct Empty {}

    #[derive(Serialize, Payload)]
    #[serde(rename_all = "camelCase", tag = "type", bound(serialize = "T: Serialize"))]
    struct Generic<'a, T, const N: usize>
    where
        T: Clone,
    {
        first_field: &'a T,
        #[serde(flatten)]
        rest: Named,
        #[serde(skip_serializing_if = "Option::is_none")]
        absent: Option<&'a [u8]>,
        #[serde(skip)]
        _array: [u8; N],
    }

    #[derive(Serialize, Payload)]
    #[serde(transparent)]
    struct Transparent<T> {
        inner: T,
        #[serde(skip)]
        skipped: u8,
    }

    #[derive(Serialize, Payload)]
    struct Newtype(Named);

    #[derive(Serialize, Payload, Clone)]
    #[serde(into = "Named")]
    struct Into(u8);

    impl From<Into> for Named {
        fn from(Into(a): Into) -> Self {
            Self { a }
        }
    }

    #[derive(Serialize, Payload)]
    #[serde(transparent)]
    struct Phantom<T> {
        _of: std::marker::PhantomData<T>,
        inner: Named,
    }

    assert_eq!(
        data(Phantom::<Vec<u8>> { _of: std::marker::PhantomData, inner: Named { a: 1 } }),
        json!({"a": 1})
    );
    assert_eq!(data(Empty {}), json!({}));
    let rest = Named { a: 2 };
    assert_eq!(
        data(Generic::<_, 0> { first_field: &1, rest: rest.clone(), absent: None, _array: [] }),
        json!({"type": "Generic", "firstField": 1, "a": 2})
    );
    let transparent = Transparent { inner: rest.clone(), skipped: 0 };
    assert_eq!(transparent.skipped, 0);
    assert_eq!(data(transparent), json!({"a": 2}));
    assert_eq!(data(Newtype(rest)), json!({"a": 2}));
    assert_eq!(data(Into(3)), json!({"a": 3}));
}

#[test]
fn enums() {
    #[derive(Serialize, Payload)]
    enum External {
        Newtype(u8),
        Tuple(u8, u8),
        Struct {
            a: u8,
        },
        #[serde(skip)]
        #[allow(dead_code, reason = "serde refuses to write it")]
        Skipped,
    }

    #[derive(Serialize, Payload)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Internal {
        Unit,
        Newtype(Named),
        Struct { a: u8 },
    }

    #[derive(Serialize, Payload)]
    #[serde(tag = "kind", content = "value")]
    enum Adjacent {
        Unit,
        Newtype(Vec<u8>),
        Tuple(u8, u8),
    }

    #[derive(Serialize, Payload)]
    #[serde(untagged)]
    enum Untagged {
        Newtype(Named),
        Struct { b: u8 },
    }

    #[derive(Serialize, Payload)]
    enum Mixed {
        Struct {
            a: u8,
        },
        #[serde(untagged)]
        Other(BTreeMap<String, u8>),
    }

    #[derive(Serialize, Payload)]
    #[serde(untagged)]
    enum Recursive {
        Leaf { v: u8 },
        Not(Box<Recursive>),
    }

    #[derive(Serialize, Payload)]
    #[serde(untagged)]
    enum OfItself {
        Leaf { v: u8 },
        Not(Box<Self>),
    }

    let recursive = OfItself::Not(Box::new(OfItself::Leaf { v: 1 }));
    assert_eq!(data(recursive), json!({"v": 1}));
    let recursive = Recursive::Not(Box::new(Recursive::Not(Box::new(Recursive::Leaf { v: 1 }))));
    assert_eq!(data(recursive), json!({"v": 1}));
    assert_eq!(data(External::Newtype(1)), json!({"Newtype": 1}));
    assert_eq!(data(External::Tuple(1, 2)), json!({"Tuple": [1, 2]}));
    assert_eq!(data(External::Struct { a: 1 }), json!({"Struct": {"a": 1}}));
    assert_eq!(data(Internal::Unit), json!({"kind": "unit"}));
    assert_eq!(data(Internal::Newtype(Named { a: 1 })), json!({"kind": "newtype", "a": 1}));
    assert_eq!(data(Internal::Struct { a: 1 }), json!({"kind": "struct", "a": 1}));
    assert_eq!(data(Adjacent::Unit), json!({"kind": "Unit"}));
    assert_eq!(data(Adjacent::Newtype(vec![1])), json!({"kind": "Newtype", "value": [1]}));
    assert_eq!(data(Adjacent::Tuple(1, 2)), json!({"kind": "Tuple", "value": [1, 2]}));
    assert_eq!(data(Untagged::Newtype(Named { a: 1 })), json!({"a": 1}));
    assert_eq!(data(Untagged::Struct { b: 1 }), json!({"b": 1}));
    assert_eq!(data(Mixed::Struct { a: 1 }), json!({"Struct": {"a": 1}}));
    assert_eq!(data(Mixed::Other(BTreeMap::from([("k".to_owned(), 1)]))), json!({"k": 1}));
}

/// A unit struct and an enum are no payloads, but can be parts of an object.
#[test]
fn parts_of_an_object() {
    #[derive(Serialize)]
    struct Marker;

    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Color {
        Red,
        Gray(u8),
        Mixed { red: u8 },
    }

    #[derive(Serialize, Payload)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Tagged {
        Marked(Marker),
        Nothing(()),
        Colored(Color),
    }

    #[derive(Serialize, Payload)]
    struct Flat {
        id: u8,
        #[serde(flatten)]
        color: Color,
    }

    #[derive(Serialize, Payload)]
    struct MaybeFlat {
        #[serde(flatten)]
        color: Option<Color>,
    }

    assert_eq!(data(Tagged::Marked(Marker)), json!({"kind": "marked"}));
    assert_eq!(data(Tagged::Nothing(())), json!({"kind": "nothing"}));
    assert_eq!(data(Tagged::Colored(Color::Red)), json!({"kind": "colored", "red": null}));
    assert_eq!(data(Tagged::Colored(Color::Gray(7))), json!({"kind": "colored", "gray": 7}));
    assert_eq!(data(Flat { id: 1, color: Color::Red }), json!({"id": 1, "red": null}));
    let mixed = Flat { id: 1, color: Color::Mixed { red: 2 } };
    assert_eq!(data(mixed), json!({"id": 1, "mixed": {"red": 2}}));
    assert_eq!(data(MaybeFlat { color: None }), json!({}));
    assert_eq!(data(MaybeFlat { color: Some(Color::Gray(7)) }), json!({"gray": 7}));
}

/// Only a type with the name `Result` counts as an outcome.
#[test]
fn a_name_that_ends_in_result() {
    #[derive(Serialize, Payload)]
    struct SearchResult<T, F> {
        found: T,
        facet: F,
    }

    #[envelope_tool(dialect = "response-v2")]
    fn search() -> Result<SearchResult<u8, bool>, ToolFailure> {
        Ok(SearchResult { found: 1, facet: true })
    }

    assert_eq!(wire(search())["data"], json!({"found": 1, "facet": true}));
}

#[test]
fn under_keys() {
    #[envelope_tool(dialect = "response-v2", data = "items")]
    fn one() -> Result<Vec<u8>, ToolFailure> {
        Ok(vec![1])
    }

    #[envelope_tool(dialect = "response-v2", data("items"))]
    fn one_in_parentheses() -> Result<[u8; 2], ToolFailure> {
        Ok([1, 2])
    }

    #[envelope_tool(dialect = "response-v2", data = "a \"key\"")]
    fn escaped() -> Result<Option<u8>, ToolFailure> {
        Ok(None)
    }

    #[envelope_tool(dialect = "response-v2", data("a", "b"))]
    fn two() -> Result<(Named, Vec<u8>), ToolFailure> {
        Ok((Named { a: 1 }, vec![]))
    }

    #[envelope_tool(dialect = "response-v2", data("a", "b", "c", "d", "e", "f", "g", "h"))]
    #[allow(clippy::type_complexity)]
    fn eight() -> Result<(u8, u8, u8, u8, u8, u8, u8, ()), ToolFailure> {
        Ok((1, 2, 3, 4, 5, 6, 7, ()))
    }

    assert_eq!(wire(one())["data"], json!({"items": [1]}));
    assert_eq!(wire(one_in_parentheses())["data"], json!({"items": [1, 2]}));
    assert_eq!(wire(escaped())["data"], json!({"a \"key\"": null}));
    assert_eq!(wire(two())["data"], json!({"a": {"a": 1}, "b": []}));
    assert_eq!(
        wire(eight())["data"],
        json!({"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": null})
    );
}

/// The names by which `serde_json` marks its own values are ordinary keys.
#[test]
fn private_names_of_serde_json() {
    const RAW: &str = "$serde_json::private::RawValue";
    const NUMBER: &str = "$serde_json::private::Number";

    fn data() -> BTreeMap<&'static str, &'static str> {
        BTreeMap::from([(RAW, "[1]")])
    }

    #[envelope_tool(dialect = "response-v2")]
    fn map() -> Result<BTreeMap<&'static str, &'static str>, ToolFailure> {
        Ok(data())
    }

    #[envelope_tool(dialect = "response-v2", returns = Value)]
    fn value() -> Result<BTreeMap<&'static str, &'static str>, ToolFailure> {
        Ok(data())
    }

    #[envelope_tool(dialect = "response-v2")]
    fn fail() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("c").detail(RAW, "[1]").detail("map", data()).data(NUMBER, "1"))
    }

    let json = format!(r#"{{"{RAW}":"[1]"}}"#);
    assert!(map().as_str().contains(&format!(r#""data":{json},"#)));
    assert_eq!(value()["data"].as_object().unwrap()[RAW], "[1]");
    let failed = fail();
    let details = format!(r#""details":{{"{RAW}":"[1]","map":{json}}},"{NUMBER}":"1""#);
    assert!(failed.as_str().contains(&details), "{failed}");
}

mod a_key_is_never_written_twice {
    use super::*;
    use envelope_runtime::Envelope;

    #[derive(Serialize, Payload)]
    struct Page {
        id: u8,
        #[serde(flatten)]
        extra: BTreeMap<String, Value>,
    }

    #[derive(Serialize, Payload)]
    struct Both {
        #[serde(flatten)]
        one: Named,
        #[serde(flatten)]
        other: Named,
    }

    #[derive(Serialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Page(Page),
    }

    fn page(keys: impl IntoIterator<Item = String>) -> Page {
        Page { id: 1, extra: keys.into_iter().map(|key| (key, json!({"id": 2}))).collect() }
    }

    macro_rules! tools {
        ($($name:ident($($settings:tt)*);)*) => {$(
            #[envelope_tool($($settings)*)]
            fn $name<T: Payload>(data: T) -> Result<T, ToolFailure> {
                Ok(data)
            }
        )*};
    }

    tools! {
        response_v2(dialect = "response-v2");
        nested(dialect = "response-v2", data = "page");
        dotbot(dialect = "dotbot-mcp-response@1", summary("Done."));
        mcp_2025(dialect = "mcp-2025-11-25");
        mcp_2026(dialect = "mcp-2026-07-28", pretty);
        code_scalpel(dialect = "code-scalpel-v1", tier = "pro");
        negotiated(dialects("mcp-2025-11-25", "response-v2"));
        tree(dialect = "response-v2", returns = Value);
    }

    fn envelopes<T: Payload>(data: impl Fn() -> T) -> [Envelope; 7] {
        [
            response_v2(data()),
            nested(data()),
            dotbot(data()),
            mcp_2025(data()),
            mcp_2026(data()),
            code_scalpel(data()),
            negotiated(data()),
        ]
    }

    #[track_caller]
    fn assert_refused<T: Payload>(data: impl Fn() -> T) {
        for envelope in envelopes(&data) {
            envelope_client::check(envelope.as_str()).unwrap();
            assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"), "{envelope}");
        }
        assert_eq!(tree(data())["data"]["error_code"], "INTERNAL_ERROR");
    }

    #[track_caller]
    fn assert_written<T: Payload>(data: impl Fn() -> T) {
        for envelope in envelopes(&data) {
            envelope_client::check(envelope.as_str()).unwrap();
            assert!(envelope.is_success(), "{envelope}");
        }
        assert_eq!(tree(data())["success"], true);
    }

    #[test]
    fn a_flattened_map_repeats_a_field() {
        assert_refused(|| page(["id".to_owned()]));
        assert_refused(|| page((0..100).map(|n| n.to_string()).chain(["id".to_owned()])));
        assert_written(|| page(["ID".to_owned(), "id ".to_owned(), "\"id\"".to_owned()]));
        assert_written(|| page((0..100).map(|n| n.to_string())));
    }

    #[test]
    fn two_flattened_structs_have_the_same_field() {
        assert_refused(|| Both { one: Named { a: 1 }, other: Named { a: 2 } });
    }

    #[test]
    fn a_key_is_repeated_anywhere_in_the_data() {
        let list = |key: &str| BTreeMap::from([("pages", vec![page([key.to_owned()])])]);
        assert_refused(|| list("id"));
        assert_written(|| list("no"));
        let tagged = |key: &str| BTreeMap::from([("page", Tagged::Page(page([key.to_owned()])))]);
        assert_refused(|| tagged("id"));
        assert_refused(|| tagged("kind"));
        assert_written(|| tagged("no"));
    }

    #[test]
    fn the_content_of_a_variant_has_the_key_of_its_tag() {
        #[derive(Serialize)]
        #[serde(tag = "a")]
        enum Tagged {
            Named(Named),
            Other { b: u8 },
        }

        let list = |tagged: Vec<Tagged>| BTreeMap::from([("list", tagged)]);
        assert_refused(|| list(vec![Tagged::Other { b: 1 }, Tagged::Named(Named { a: 1 })]));
        assert_written(|| list(vec![Tagged::Other { b: 1 }, Tagged::Other { b: 2 }]));
    }

    /// The `Serialize` announces the number of entries, like serde's own maps.
    #[test]
    fn a_serializer_repeats_a_key() {
        #[derive(Clone)]
        struct Headers(Vec<(&'static str, u8)>);

        impl Serialize for Headers {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().copied())
            }
        }

        let headers = |keys: &[&'static str]| {
            let headers = Headers(keys.iter().map(|key| (*key, 1)).collect());
            move || BTreeMap::from([("headers", [headers.clone()])])
        };
        assert_refused(headers(&["set-cookie", "set-cookie"]));
        assert_refused(headers(&["b", "a", "c", "b"]));
        assert_written(headers(&["b", "a", "c"]));
        let mut many: Vec<&'static str> = (0..40).map(|n| &*n.to_string().leak()).collect();
        assert_written(headers(&many));
        many.push("0");
        assert_refused(headers(&many));
        let details = || {
            let headers = headers(&["a", "a"])();
            ToolFailure::conflict("taken").detail("headers", headers)
        };
        let failure: Envelope = details().envelope::<envelope_runtime::response_v2::ResponseV2>();
        assert_eq!(failure.error_code(), Some("INTERNAL_ERROR"));
    }

    /// A key is compared with the other keys of its own map, but not with keys of a nested map.
    #[test]
    fn maps_within_have_their_own_keys() {
        #[derive(Serialize, Payload)]
        struct Outer {
            #[serde(flatten)]
            first: Named,
            page: Page,
            #[serde(flatten)]
            last: BTreeMap<String, u8>,
        }

        let outer = |key: &str| Outer {
            first: Named { a: 1 },
            page: page(["a".to_owned()]),
            last: BTreeMap::from([(key.to_owned(), 1)]),
        };
        assert_written(|| outer("id"));
        assert_refused(|| outer("a"));
        assert_refused(|| outer("page"));
    }
}
