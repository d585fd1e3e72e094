//! Rare types of arguments, and rare mistakes.

#![allow(dead_code, reason = "a type is there to be read")]

use std::collections::{BTreeMap, HashMap, HashSet};

use envelope_arguments::{Reader, schema_of};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// The problems of a call, or `ok`.
fn answer<T: DeserializeOwned + JsonSchema + 'static>(call: &str) -> String {
    let call: Value = serde_json::from_str(call).unwrap();
    match Reader::for_type::<T>().reject_unknown(false).repair(false).read::<T>(call) {
        Ok(_) => "ok".to_owned(),
        Err(problems) => problems.to_string(),
    }
}

/// The value with the keys of its objects in reverse, if `serde_json` keeps their order.
fn reversed(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let entries = object.into_iter().rev();
            Value::Object(entries.map(|(key, value)| (key, reversed(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(reversed).collect(),
        other => other,
    }
}

#[derive(Deserialize, JsonSchema)]
struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
    parent_id: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Key {
    Id {
        id: u32,
    },
    Path {
        path: String,
        #[serde(alias = "rev")]
        revision: Option<String>,
    },
}

#[derive(Deserialize, JsonSchema)]
struct UntaggedFlat {
    #[serde(flatten)]
    key: Key,
    limit: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
struct FarAlias {
    #[serde(alias = "q", alias = "text")]
    query: Option<String>,
    #[serde(alias = "metadta")]
    metadata: Option<Value>,
}

#[derive(Deserialize, JsonSchema)]
struct FlatAlias {
    name: String,
    #[serde(flatten)]
    inner: FarAlias,
    #[serde(flatten)]
    pair: Pair,
}

#[derive(Deserialize, JsonSchema)]
struct Pair {
    #[serde(alias = "l")]
    left: Option<u8>,
    right: Option<u8>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum TaggedAlias {
    ReadFile {
        #[serde(alias = "file")]
        file_path: String,
        #[serde(alias = "max")]
        line_limit: Option<u8>,
    },
    ListDir(Dir),
    Stop,
}

#[derive(Deserialize, JsonSchema)]
struct Dir {
    #[serde(alias = "dir")]
    directory: String,
}

#[derive(Deserialize, JsonSchema)]
struct TaggedIn {
    steps: Vec<TaggedAlias>,
    #[serde(default)]
    more: HashMap<String, TaggedAlias>,
}

#[derive(Deserialize, JsonSchema)]
struct Rgb(u8, u8, u8);

#[derive(Deserialize, JsonSchema)]
struct Unit;

#[derive(Deserialize, JsonSchema)]
struct Wrapper(Box<Dir>);

#[derive(Deserialize, JsonSchema)]
struct Tuples {
    color: Rgb,
    unit: Option<Unit>,
    dir: Option<Wrapper>,
    mixed: Option<(String, Dir, u8)>,
}

#[derive(Deserialize, JsonSchema)]
struct Keyless {
    closed: Option<Closed>,
    any: Option<Value>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {}

#[derive(Deserialize, JsonSchema, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
enum Level {
    Debug,
    Warn,
    Error,
}

#[derive(Deserialize, JsonSchema)]
struct EnumKeys {
    levels: BTreeMap<Level, u8>,
    ids: HashMap<u8, String>,
    set: HashSet<Level>,
}

#[derive(Deserialize, JsonSchema)]
struct Ranges {
    small: u8,
    signed: i8,
    #[schemars(range(min = 1, max = 100))]
    percent: u8,
    #[schemars(length(min = 2, max = 4))]
    code: String,
    big: u64,
    wide: Option<i128>,
    f: f32,
}

fn double<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Option<u8>>, D::Error> {
    Deserialize::deserialize(d).map(Some)
}

#[derive(Deserialize, JsonSchema)]
struct Doubles {
    #[serde(default, deserialize_with = "double")]
    #[schemars(with = "Option<u8>")]
    patch: Option<Option<u8>>,
    plain: Option<Option<u8>>,
    list: Option<Vec<Option<u8>>>,
}

fn secs<'de, D: Deserializer<'de>>(d: D) -> Result<std::time::Duration, D::Error> {
    let text = String::deserialize(d)?;
    let n = text.strip_suffix('s').and_then(|n| n.parse().ok());
    n.map(std::time::Duration::from_secs)
        .ok_or_else(|| serde::de::Error::custom(format!("cannot parse {text:?} as SecretDuration")))
}

#[derive(Deserialize, JsonSchema)]
struct With {
    #[serde(deserialize_with = "secs")]
    #[schemars(with = "String")]
    timeout: std::time::Duration,
    name: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Free {
    payload: Value,
    object: serde_json::Map<String, Value>,
    title: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DenyFlat {
    name: String,
    #[serde(flatten)]
    pair: DenyPair,
}

#[derive(Deserialize, JsonSchema)]
struct DenyPair {
    left: Option<u8>,
    right: Option<u8>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(default)]
#[derive(Default)]
struct AllDefault {
    page_size: u32,
    page: u32,
    pages: u32,
}

#[derive(Deserialize, JsonSchema)]
struct Empty {}

#[derive(Deserialize, JsonSchema)]
struct Similar {
    from: Option<String>,
    form: Option<String>,
    to: Option<u8>,
    id: Option<u8>,
    ids: Option<Vec<u8>>,
    r#type: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adj {
    A {
        #[serde(alias = "yy")]
        y: u8,
        zed: Option<u8>,
    },
    B(u8, u8),
    C,
}

#[derive(Deserialize, JsonSchema)]
struct AdjIn {
    adj: Adj,
    opt: Option<Adj>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum External {
    ReadFile {
        #[serde(alias = "file")]
        file_path: String,
        limit: Option<u8>,
    },
    Ids(Vec<u8>),
    One(u8),
    Nothing,
}

#[derive(Deserialize, JsonSchema)]
struct ExternalIn {
    action: External,
    r#try: Option<Box<External>>,
}

#[derive(Deserialize, JsonSchema)]
struct FlatEnum {
    id: u8,
    #[serde(flatten)]
    action: TaggedAlias,
    note: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct Even(u32);
impl TryFrom<String> for Even {
    type Error = String;
    fn try_from(s: String) -> Result<Self, String> {
        s.parse::<u32>().map_err(|e| format!("SecretType cannot be {s}: {e}")).map(Even)
    }
}

#[derive(Deserialize, JsonSchema)]
struct Evens {
    even: Even,
    evens: Option<Vec<Even>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize, JsonSchema)]
struct Om {
    names: OneOrMany,
    opt: Option<OneOrMany>,
    either: Option<Either>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    A {
        alpha: u8,
        #[serde(alias = "btea")]
        beta: Option<u8>,
    },
    B {
        gamma: String,
    },
}

#[derive(Deserialize, JsonSchema)]
struct MapFlat {
    known_name: Option<u8>,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[derive(Deserialize, JsonSchema)]
struct Nz {
    n: std::num::NonZeroU8,
    c: char,
    d: std::time::Duration,
    p: std::path::PathBuf,
    ip: Option<std::net::IpAddr>,
    r: Option<std::ops::Range<u32>>,
    b: Option<std::ops::Bound<u8>>,
}

type Row = (fn(&str) -> String, &'static str, &'static str);

#[test]
fn rare_types_are_explained() {
    let rows: &[Row] = &[
        (
            answer::<Tree>,
            r#"{"children":[{"children":[{"name":7},{"nam":"x"}],"name":"b"}],"name":"a"}"#,
            "2 problems: (1) `children[0].children[0].name` is an integer, expected a string (2) `children[0].children[1].nam` is unknown, did you mean `name`?",
        ),
        (
            answer::<Tree>,
            r#"{"childern":[],"name":"a"}"#,
            "`childern` is unknown, did you mean `children`?",
        ),
        (answer::<UntaggedFlat>, r#"{"id":1}"#, "ok"),
        (answer::<UntaggedFlat>, r#"{"path":"a","rev":"b"}"#, "ok"),
        (
            answer::<UntaggedFlat>,
            r#"{"path":"a","revison":"b"}"#,
            "`revison` is unknown, did you mean `revision`?",
        ),
        (
            answer::<UntaggedFlat>,
            r#"{"id":"x"}"#,
            "`id` is a string, expected an integer from 0 to 4294967295",
        ),
        (
            answer::<UntaggedFlat>,
            r#"{"id":1,"limt":3}"#,
            "`limt` is unknown, did you mean `limit`?",
        ),
        (
            answer::<UntaggedFlat>,
            r#"{"limit":"Hostile <b>x</b>"}"#,
            "2 problems: (1) `id` is missing, expected an integer from 0 to 4294967295 (2) `limit` is a string, expected an integer from 0 to 4294967295",
        ),
        (answer::<FarAlias>, r#"{"q":"x"}"#, "ok"),
        (answer::<FarAlias>, r#"{"metadta":{"a":1},"text":"x"}"#, "ok"),
        (answer::<FarAlias>, r#"{"qurey":"x"}"#, "`qurey` is unknown, did you mean `query`?"),
        (answer::<FarAlias>, r#"{"q":7}"#, "`q` is an integer, expected a string"),
        (answer::<FarAlias>, r#"{"q":"x","query":"y"}"#, "`query` is invalid (it is given twice)"),
        (answer::<FlatAlias>, r#"{"l":1,"name":"a","q":"x"}"#, "ok"),
        (answer::<FlatAlias>, r#"{"metadta":[1],"name":"a"}"#, "ok"),
        (
            answer::<FlatAlias>,
            r#"{"lfet":1,"name":"a"}"#,
            "`lfet` is unknown, did you mean `left`?",
        ),
        (
            answer::<TaggedIn>,
            r#"{"steps":[{"file":"x","max":1,"type":"readFile"},{"dir":"x","type":"listDir"},{"type":"stop"}]}"#,
            "ok",
        ),
        (
            answer::<TaggedIn>,
            r#"{"steps":[{"filePath":"x","lineLimt":1,"type":"readFile"}]}"#,
            "`steps[0].lineLimt` is unknown, did you mean `lineLimit`?",
        ),
        (
            answer::<TaggedIn>,
            r#"{"steps":[{"filePath":"x","type":"readfile"}]}"#,
            "`steps[0].type` is not an allowed value, expected `readFile`, `listDir` or `stop`, did you mean `readFile`?",
        ),
        (
            answer::<TaggedIn>,
            r#"{"steps":[{"directry":"x","type":"listDir"}]}"#,
            "`steps[0].directry` is unknown, did you mean `directory`?",
        ),
        (
            answer::<TaggedIn>,
            r#"{"steps":[{"typ":"stop"}]}"#,
            "`steps[0].typ` is unknown, did you mean `type`?",
        ),
        (
            answer::<TaggedIn>,
            r#"{"more":{"a":{"file":"x","type":"readFile"},"b.c":{"type":"Hostile <b>x</b>"}},"steps":[]}"#,
            "`more.b.c.type` is not an allowed value, expected `readFile`, `listDir` or `stop`",
        ),
        (answer::<TaggedIn>, r#"{"steps":[{"extra":1,"type":"stop"}]}"#, "ok"),
        (answer::<Tuples>, r#"{"color":[1,2,3],"dir":{"dir":"x"},"unit":null}"#, "ok"),
        (
            answer::<Tuples>,
            r#"{"color":[1,2,300]}"#,
            "`color[2]` is out of range, expected an integer from 0 to 255",
        ),
        (
            answer::<Tuples>,
            r#"{"color":{"r":1}}"#,
            "`color` is an object, expected a list of 3 items, each item an integer from 0 to 255",
        ),
        (
            answer::<Tuples>,
            r#"{"color":[1,2,3],"dir":{"direcotry":"x"}}"#,
            "`dir.direcotry` is unknown, did you mean `directory`?",
        ),
        (answer::<Tuples>, r#"{"color":[1,2,3],"mixed":["a",{"dir":"x"},1]}"#, "ok"),
        (
            answer::<Tuples>,
            r#"{"color":[1,2,3],"mixed":["a",{"dri":"x"},1]}"#,
            "2 problems: (1) `mixed[1].directory` is missing, expected a string (2) `mixed[1].dri` is unknown, expected `directory`",
        ),
        (
            answer::<Tuples>,
            r#"{"color":[1,2,3],"mixed":["a",{"directory":3},300]}"#,
            "2 problems: (1) `mixed[1].directory` is an integer, expected a string (2) `mixed[2]` is out of range, expected an integer from 0 to 255",
        ),
        (
            answer::<Tuples>,
            r#"{"color":[1,2,3],"mixed":"a"}"#,
            "`mixed` is a string, expected a list of a string and an object with `directory` and an integer from 0 to 255",
        ),
        (answer::<Keyless>, r#"{"any":{"k":1},"closed":{}}"#, "ok"),
        (answer::<Keyless>, r#"{"closed":{"k":1}}"#, "`closed.k` is unknown"),
        (answer::<EnumKeys>, r#"{"ids":{"7":"a"},"levels":{"debug":1},"set":["warn"]}"#, "ok"),
        (
            answer::<EnumKeys>,
            r#"{"ids":{},"levels":{"debgu":1},"set":[]}"#,
            "`levels.debgu` is unknown, did you mean `debug`?",
        ),
        (
            answer::<EnumKeys>,
            r#"{"ids":{},"levels":{"debug":300},"set":[]}"#,
            "`levels.debug` is out of range, expected an integer from 0 to 255",
        ),
        (
            answer::<EnumKeys>,
            r#"{"ids":{"seven":"a"},"levels":{},"set":[]}"#,
            "`ids` is invalid (a key has the wrong type)",
        ),
        (
            answer::<EnumKeys>,
            r#"{"ids":{"300":"a"},"levels":{},"set":[]}"#,
            "`ids.300` is out of range, expected an integer from 0 to 255",
        ),
        (
            answer::<EnumKeys>,
            r#"{"ids":{"1":5},"levels":{},"set":["wran",7]}"#,
            "3 problems: (1) `ids.1` is an integer, expected a string (2) `set[0]` is not an allowed value, expected `debug`, `warn` or `error`, did you mean `warn`? (3) `set[1]` is an integer, expected `debug`, `warn` or `error`",
        ),
        (
            answer::<Ranges>,
            r#"{"big":18446744073709551615,"code":"ab","f":1,"percent":1,"signed":-128,"small":0,"wide":1}"#,
            "ok",
        ),
        (
            answer::<Ranges>,
            r#"{"big":-1,"code":"abcde","f":"1","percent":0,"signed":128,"small":256}"#,
            "6 problems: (1) `big` is out of range, expected an integer of at least 0 (2) `code` is out of range, expected a string of 2 to 4 characters (3) `f` is a number in quotes, expected a number (4) `percent` is out of range, expected an integer from 1 to 100 (5) `signed` is out of range, expected an integer from -128 to 127 (6) `small` is out of range, expected an integer from 0 to 255",
        ),
        (
            answer::<Ranges>,
            r#"{"big":1e+30,"code":5,"f":1e+300,"percent":"5","signed":100.0,"small":1.0}"#,
            "5 problems: (1) `big` is out of range (it has more than 64 bits), expected an integer of at least 0 (2) `code` is an integer, expected a string of 2 to 4 characters (3) `percent` is a number in quotes, expected an integer from 1 to 100 (4) `signed` is a number with a decimal point, expected an integer from -128 to 127 (5) `small` is a number with a decimal point, expected an integer from 0 to 255",
        ),
        (answer::<Doubles>, "{}", "ok"),
        (answer::<Doubles>, r#"{"patch":null,"plain":null}"#, "ok"),
        (answer::<Doubles>, r#"{"list":[1,null],"patch":1,"plain":1}"#, "ok"),
        (
            answer::<Doubles>,
            r#"{"list":[1,"x"],"patch":"x","plain":"x"}"#,
            "3 problems: (1) `list[1]` is a string, expected an integer from 0 to 255 (2) `patch` is a string, expected an integer from 0 to 255 (3) `plain` is a string, expected an integer from 0 to 255",
        ),
        (answer::<With>, r#"{"timeout":"5s"}"#, "ok"),
        (
            answer::<With>,
            r#"{"timeout":"Hostile <b>x</b>"}"#,
            "`timeout` is invalid (cannot parse … as SecretDuration)",
        ),
        (
            answer::<With>,
            r#"{"timeout":"5"}"#,
            "`timeout` is invalid (cannot parse … as SecretDuration)",
        ),
        (answer::<Free>, r#"{"object":{"titel":1},"payload":{"any":[1,{"titel":2}]}}"#, "ok"),
        (
            answer::<Free>,
            r#"{"object":{},"payload":1,"tilte":"x"}"#,
            "`tilte` is unknown, did you mean `title`?",
        ),
        (answer::<DenyFlat>, r#"{"left":1,"name":"a"}"#, "ok"),
        (answer::<DenyFlat>, r#"{"lfet":1,"name":"a"}"#, "`lfet` is unknown, did you mean `left`?"),
        (
            answer::<DenyFlat>,
            r#"{"Hostile <b>x</b>":1,"name":"a"}"#,
            "the value has an unknown key, expected `left` or `right`",
        ),
        (answer::<AllDefault>, "{}", "ok"),
        (answer::<AllDefault>, r#"{"paeg":1,"page":1}"#, "ok"),
        (
            answer::<AllDefault>,
            r#"{"page":1,"page_sizes":1,"pages":2}"#,
            "`page_sizes` is unknown, did you mean `page_size`?",
        ),
        (answer::<Empty>, "{}", "ok"),
        (answer::<Empty>, r#"{"random_string":"x"}"#, "ok"),
        (answer::<Empty>, "null", "ok"),
        (answer::<Similar>, r#"{"form":"b","from":"a"}"#, "ok"),
        (answer::<Similar>, r#"{"frm":"a"}"#, "`frm` is unknown, did you mean `form`?"),
        (answer::<Similar>, r#"{"Id":1}"#, "`Id` is unknown, did you mean `id`?"),
        (answer::<Similar>, r#"{"too":1}"#, "`too` is unknown, did you mean `to`?"),
        (answer::<Similar>, r#"{"go":1}"#, "ok"),
        (answer::<AdjIn>, r#"{"adj":{"c":{"yy":1},"t":"A"}}"#, "ok"),
        (
            answer::<AdjIn>,
            r#"{"adj":{"c":{"y":1,"zde":1},"t":"A"}}"#,
            "`adj.c.zde` is unknown, did you mean `zed`?",
        ),
        (
            answer::<AdjIn>,
            r#"{"adj":{"c":[1,300],"t":"B"}}"#,
            "`adj.c[1]` is out of range, expected an integer from 0 to 255",
        ),
        (answer::<AdjIn>, r#"{"adj":{"t":"C"}}"#, "ok"),
        (
            answer::<AdjIn>,
            r#"{"adj":{"T":"A","c":{"y":1}}}"#,
            "`adj.T` is unknown, did you mean `t`?",
        ),
        (
            answer::<AdjIn>,
            r#"{"adj":{"content":{"y":1},"t":"A"}}"#,
            "2 problems: (1) `adj.c` is missing, expected an object with `y` (2) `adj.content` is unknown, expected `c`",
        ),
        (
            answer::<AdjIn>,
            r#"{"adj":{"t":"C"},"opt":{"c":{"y":"x"},"t":"A"}}"#,
            "`opt.c.y` is a string, expected an integer from 0 to 255",
        ),
        (answer::<ExternalIn>, r#"{"action":{"readFile":{"file":"x"}}}"#, "ok"),
        (
            answer::<ExternalIn>,
            r#"{"action":{"readFile":{"file":"x","limti":1}}}"#,
            "`action.readFile.limti` is unknown, did you mean `limit`?",
        ),
        (answer::<ExternalIn>, r#"{"action":"nothing","try":{"ids":[1]}}"#, "ok"),
        (answer::<ExternalIn>, r#"{"action":{"nothing":null}}"#, "ok"),
        (
            answer::<ExternalIn>,
            r#"{"action":{"ids":[],"one":1}}"#,
            "`action` is invalid, expected an object with one of the keys `nothing`, `readFile`, `ids` or `one`",
        ),
        (
            answer::<ExternalIn>,
            r#"{"action":{"ids":[],"zzz":1}}"#,
            "`action` is invalid, expected an object with one of the keys `nothing`, `readFile`, `ids` or `one`",
        ),
        (
            answer::<ExternalIn>,
            r#"{"action":"one"}"#,
            "`action` is a string, expected an object with the key `one`",
        ),
        (
            answer::<ExternalIn>,
            r#"{"action":{"readFile":{"filePath":7,"limit":300}}}"#,
            "3 problems: (1) `action.readFile.limit` is out of range, expected an integer from 0 to 255 (2) `action.readFile.filePath` is unknown, did you mean `file_path`? (3) `action.readFile.filePath` is an integer, expected a string",
        ),
        (
            answer::<ExternalIn>,
            r#"{"action":{"Hostile <b>x</b>":1}}"#,
            "`action` has an unknown key, expected `nothing`, `readFile`, `ids` or `one`",
        ),
        (
            answer::<ExternalIn>,
            r#"{"action":"one","try":7}"#,
            "2 problems: (1) `action` is a string, expected an object with the key `one` (2) `try` is an integer, expected `nothing`, `readFile`, `ids` or `one`",
        ),
        (answer::<FlatEnum>, r#"{"file":"x","id":1,"type":"readFile"}"#, "ok"),
        (answer::<FlatEnum>, r#"{"id":1,"note":"x","type":"stop"}"#, "ok"),
        (
            answer::<FlatEnum>,
            r#"{"filePth":"x","id":1,"type":"readFile"}"#,
            "`filePth` is unknown, did you mean `filePath`?",
        ),
        (
            answer::<FlatEnum>,
            r#"{"filePath":7,"id":"x","type":"readFile"}"#,
            "2 problems: (1) `filePath` is an integer, expected a string (2) `id` is a string, expected an integer from 0 to 255",
        ),
        (
            answer::<Evens>,
            r#"{"even":"Hostile <b>x</b>"}"#,
            "`even` is invalid (SecretType cannot be …: invalid digit found in string)",
        ),
        (answer::<Om>, r#"{"names":"a"}"#, "ok"),
        (answer::<Om>, r#"{"names":["a"]}"#, "ok"),
        (answer::<Om>, r#"{"names":["a",7]}"#, "`names[1]` is an integer, expected a string"),
        (answer::<Om>, r#"{"either":{"alpha":1,"btea":2},"names":"a"}"#, "ok"),
        (
            answer::<Om>,
            r#"{"either":{"alpha":1,"betaa":2},"names":"a"}"#,
            "`either.betaa` is unknown, did you mean `beta`?",
        ),
        (
            answer::<Om>,
            r#"{"either":{"alhpa":1},"names":"a"}"#,
            "`either.alhpa` is unknown, did you mean `alpha`?",
        ),
        (
            answer::<Om>,
            r#"{"either":{"gamma":7},"names":"a"}"#,
            "`either.gamma` is an integer, expected a string",
        ),
        (
            answer::<Om>,
            r#"{"names":{"evil":"Hostile <b>x</b>"}}"#,
            "`names` is an object, expected a string or a list, each item a string",
        ),
        (answer::<MapFlat>, r#"{"known_name":1,"x":2}"#, "ok"),
        (answer::<MapFlat>, r#"{"knwon_name":1}"#, "ok"),
        (
            answer::<MapFlat>,
            r#"{"known_name":"x","y":"z"}"#,
            "2 problems: (1) `known_name` is a string, expected an integer from 0 to 255 (2) `y` is a string, expected an integer from 0 to 255",
        ),
        (
            answer::<MapFlat>,
            r#"{"Hostile <b>x</b>":400,"x":300}"#,
            "2 problems: (1) `…` is out of range, expected an integer from 0 to 255 (2) `x` is out of range, expected an integer from 0 to 255",
        ),
        (answer::<Nz>, r#"{"c":"a","d":{"nanos":0,"secs":1},"n":1,"p":"x"}"#, "ok"),
        (
            answer::<Nz>,
            r#"{"c":"ab","d":{"nanos":0,"sec":1},"ip":"x","n":0,"p":7}"#,
            "5 problems: (1) `ip` has the wrong format (invalid IP address syntax), expected an IP address (2) `c` is out of range, expected a string of 1 character (3) `d.sec` is unknown, did you mean `secs`? (4) `n` is out of range, expected an integer from 1 to 255 (5) `p` is an integer, expected a string",
        ),
        (
            answer::<Nz>,
            r#"{"b":{"Included":300},"c":"a","d":{"nanos":0,"secs":1},"n":1,"p":"x"}"#,
            "`b.Included` is out of range, expected an integer from 0 to 255",
        ),
        (
            answer::<Nz>,
            r#"{"b":"Unbouned","c":"a","d":{"nanos":0,"secs":1},"n":1,"p":"x"}"#,
            "`b` is not an allowed value, expected `Unbounded`, did you mean `Unbounded`?",
        ),
    ];
    for (answer, call, expected) in rows {
        assert_eq!(answer(call), *expected, "{call}");
        let reversed = reversed(serde_json::from_str(call).unwrap()).to_string();
        assert_eq!(answer(&reversed), *expected, "{reversed}");
    }
}

/// Whether a schema and its inner schemas are objects, and only use formats of JSON Schema.
fn is_taken_by_every_client(schema: &Value) -> bool {
    const FORMATS: [&str; 2] = ["ipv4", "uuid"];

    let Value::Object(keywords) = schema else { return false };
    let is_known = |format: &Value| FORMATS.iter().any(|known| format == known);
    !keywords.is_empty()
        && keywords.get("format").is_none_or(is_known)
        && keywords.iter().all(|(keyword, value)| match (keyword.as_str(), value) {
            ("additionalProperties", Value::Bool(false)) => true,
            ("properties" | "$defs" | "patternProperties", Value::Object(schemas)) => {
                schemas.values().all(is_taken_by_every_client)
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => {
                schemas.iter().all(is_taken_by_every_client)
            }
            ("additionalProperties" | "items" | "not" | "propertyNames", schema) => {
                is_taken_by_every_client(schema)
            }
            _ => true,
        })
}

macro_rules! schemas_of {
    ($($ty:ty)*) => { [$((stringify!($ty), schema_of::<$ty>())),*] };
}

#[test]
fn every_client_takes_every_schema() {
    for (name, schema) in schemas_of! {
        AdjIn AllDefault Closed DenyFlat Doubles Empty EnumKeys Evens ExternalIn FarAlias FlatAlias FlatEnum Free Keyless MapFlat Nz
        Om Ranges Similar TaggedIn Tree Tuples UntaggedFlat With
    } {
        assert!(is_taken_by_every_client(&schema), "{name}: {schema:#}");
    }
}

#[test]
fn an_object_is_closed_if_serde_refuses_further_keys_wherever_it_is() {
    #[derive(Deserialize, JsonSchema)]
    struct Closable {
        inner: Leaf,
        list: Vec<Leaf>,
        map: HashMap<String, Folder>,
        external: Option<External>,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Leaf {
        value: Option<u8>,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Folder {
        #[serde(alias = "dir")]
        directory: String,
        leaf: Leaf,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Flat {
        leaf: Option<Leaf>,
        #[serde(flatten)]
        outer: Outer,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        dir: Folder,
    }

    let closed = Some(&Value::Bool(false));
    let schema = schema_of::<Closable>();
    let definition = |name: &str| schema["$defs"][name].get("additionalProperties");
    assert_eq!(schema.get("additionalProperties"), closed);
    // A schema has no aliases, so an object with an alias stays open.
    assert_eq!((definition("Leaf"), definition("Folder")), (closed, None));

    // serde buffers the contents of a flattened struct, and ignores further keys in them.
    let schema = schema_of::<Flat>();
    let definition = |name: &str| schema["$defs"][name].get("additionalProperties");
    assert_eq!(schema.get("additionalProperties"), None);
    assert_eq!((definition("Leaf"), definition("Folder")), (None, None));

    let schema = schema_of::<Tree>();
    assert_eq!(schema.get("additionalProperties"), closed);
}
