//! Types of arguments as authors write them, with calls that fit.

#![allow(dead_code, reason = "a type is there to be read")]

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU8;

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use super::corpus::Subject;

#[derive(Debug, Deserialize, JsonSchema)]
struct Plain {
    query: String,
    limit: u32,
    verbose: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Optional {
    query: String,
    max_results: Option<u8>,
    cursor: Option<String>,
    include_archived: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Defaults {
    path: String,
    #[serde(default)]
    recursive: bool,
    #[serde(default = "ten")]
    max_depth: u16,
    #[serde(default)]
    exclude: Vec<String>,
}

fn ten() -> u16 {
    10
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Renamed {
    project_id: String,
    page_size: Option<u32>,
    #[serde(rename = "orderBy")]
    sorting: Option<Order>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Ascending,
    Descending,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Aliased {
    #[serde(alias = "q", alias = "search")]
    query: String,
    #[serde(alias = "maximum")]
    max: Option<u32>,
    #[serde(alias = "titel")]
    title: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Denying {
    repository: String,
    branch: Option<String>,
    labels: Option<Vec<String>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Nested {
    page: Page,
    filter: Option<Filter>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Page {
    size: u32,
    number: Option<u32>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    field: String,
    operator: Operator,
    value: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Operator {
    /// The same text.
    Equals,
    /// A part of the text.
    Contains,
    StartsWith,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Lists {
    filters: Vec<Filter>,
    columns: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Maps {
    labels: BTreeMap<String, String>,
    limits: BTreeMap<String, Limit>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Limit {
    soft: u32,
    hard: Option<u32>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Flattened {
    query: String,
    #[serde(flatten)]
    paging: Paging,
    #[serde(alias = "colour")]
    color: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Paging {
    page_number: u32,
    page_size: Option<u32>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct FlattenedMap {
    identifier: String,
    amount: u32,
    #[serde(flatten)]
    others: Map<String, Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Action {
    Move { from: String, destination: String },
    Delete { path: String, recursive: Option<bool> },
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Actions {
    actions: Vec<Action>,
    dry_run: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
enum Event {
    Created { title: String, author: Option<String> },
    Closed { reason: Reason },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Reason {
    Completed,
    Duplicate,
    NotPlanned,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Events {
    event: Event,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Source {
    Everything,
    Folder { path: String, depth: Option<u32> },
    Files(Vec<String>),
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Sources {
    source: Source,
    encoding: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Target {
    Id(u64),
    Named { owner: String, repository: String },
    Many(Vec<u64>),
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Targets {
    target: Target,
    message: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Status {
    Open,
    InProgress,
    Closed,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Words {
    status: Status,
    reason: Option<Reason>,
    orders: Vec<Order>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Numbers {
    percent: u8,
    offset: i16,
    count: NonZeroU8,
    ratio: f64,
    initial: char,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Identifier(String);

#[derive(Debug, Deserialize, JsonSchema)]
struct Tuples {
    range: (u32, u32),
    identifier: Identifier,
    points: Vec<[f64; 2]>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Formats {
    address: IpAddr,
    timeout: Option<u64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Deep {
    query: Query,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Query {
    #[serde(rename = "where")]
    condition: Condition,
    joins: Option<Vec<Deeper>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Condition {
    column: String,
    any_of: Vec<u32>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Deeper {
    table: String,
    nested: Option<Box<Query>>,
}

/// A name that checks itself.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct Name(String);

impl TryFrom<String> for Name {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        let is_name = text.chars().all(|char| char.is_ascii_alphanumeric() || "-.@".contains(char));
        if is_name { Ok(Self(text)) } else { Err("a name has letters, digits, `-`, `.` and `@`") }
    }
}

/// A type with its own `Deserialize` and its own error.
#[derive(Debug)]
struct Address(String);

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let has_host =
            text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
        if has_host {
            Ok(Self(text))
        } else {
            Err(D::Error::custom("an address has a name and a host"))
        }
    }
}

impl JsonSchema for Address {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Address".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// Two values that depend on each other.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Times")]
struct Period(#[allow(dead_code, reason = "a type is there to be read")] Times);

#[derive(Debug, Deserialize, JsonSchema)]
struct Times {
    start: u32,
    end: u32,
}

impl TryFrom<Times> for Period {
    type Error = &'static str;

    fn try_from(times: Times) -> Result<Self, &'static str> {
        if times.start < times.end { Ok(Self(times)) } else { Err("the start is before the end") }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Meeting {
    room: Name,
    organizer: Address,
    #[schemars(with = "Times")]
    period: Period,
    guests: Vec<Address>,
    tags: Option<Vec<Name>>,
    topic: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Transfer {
    source: Account,
    target: Account,
    approvals: Vec<Account>,
    amount: u32,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Account {
    name: Name,
    owner: Address,
    limit: Option<u32>,
}

/// All types, each with calls that fit.
pub(super) fn subjects() -> Vec<Subject> {
    vec![
        Subject::of::<Plain>(&[json!({"query": "auth", "limit": 20, "verbose": true})]),
        Subject::of::<Optional>(&[
            json!({"query": "auth", "max_results": 5, "cursor": "abc", "include_archived": false}),
            json!({"query": "auth"}),
            json!({"query": "auth", "cursor": null, "_meta": {"progressToken": 1}}),
            json!({"query": "auth"}),
        ]),
        Subject::of::<Defaults>(&[
            json!({"path": "src", "recursive": true, "max_depth": 3, "exclude": ["target"]}),
            json!({"path": "src"}),
        ]),
        Subject::of::<Renamed>(&[
            json!({"projectId": "p-1", "pageSize": 50, "orderBy": "ascending"}),
            json!({"projectId": "p-1"}),
        ]),
        Subject::of::<Aliased>(&[
            json!({"query": "auth", "max": 5, "title": "Sign in"}),
            json!({"q": "auth", "maximum": 5}),
            json!({"search": "auth", "titel": "Sign in"}),
        ]),
        Subject::of::<Denying>(&[
            json!({"repository": "tools", "branch": "main", "labels": ["bug"]}),
            json!({"repository": "tools"}),
        ]),
        Subject::of::<Nested>(&[
            json!({
                "page": {"size": 10, "number": 2},
                "filter": {"field": "title", "operator": "equals", "value": "Sign in"},
            }),
            json!({"page": {"size": 10}, "filter": null}),
        ]),
        Subject::of::<Lists>(&[
            json!({
                "filters": [
                    {"field": "title", "operator": "contains", "value": "Sign"},
                    {"field": "state", "operator": "starts_with"},
                ],
                "columns": ["title", "state"],
            }),
            json!({"filters": [], "columns": []}),
        ]),
        Subject::of::<Maps>(&[json!({
            "labels": {"team": "core", "area": "search"},
            "limits": {"memory": {"soft": 100, "hard": 200}, "files": {"soft": 10}},
        })])
        .with_maps(&["labels", "limits"]),
        Subject::of::<Flattened>(&[
            json!({"query": "auth", "page_number": 2, "page_size": 20, "color": "red"}),
            json!({"query": "auth", "page_number": 2, "colour": "red"}),
        ]),
        Subject::of::<FlattenedMap>(&[
            json!({"identifier": "a-1", "amount": 3}),
            json!({"identifier": "a-1", "amount": 3, "note": "fragile", "amounts": [1]}),
        ]),
        Subject::of::<Action>(&[
            json!({"type": "move", "from": "a.txt", "destination": "b.txt"}),
            json!({"type": "delete", "path": "a.txt", "recursive": true}),
        ]),
        Subject::of::<Actions>(&[json!({
            "actions": [
                {"type": "move", "from": "a.txt", "destination": "b.txt"},
                {"type": "delete", "path": "c.txt", "recursive": false},
            ],
            "dry_run": true,
        })]),
        Subject::of::<Events>(&[
            json!({"event": {"kind": "created", "data": {"title": "Sign in", "author": "ann"}}}),
            json!({"event": {"kind": "closed", "data": {"reason": "not_planned"}}}),
        ]),
        Subject::of::<Sources>(&[
            json!({"source": "everything", "encoding": "utf-8"}),
            json!({"source": {"folder": {"path": "src", "depth": 2}}, "encoding": "utf-8"}),
            json!({"source": {"files": ["a.txt", "b.txt"]}, "encoding": "utf-8"}),
        ]),
        Subject::of::<Targets>(&[
            json!({"target": 7, "message": "ready"}),
            json!({"target": {"owner": "ann", "repository": "tools"}, "message": "ready"}),
            json!({"target": [7, 8], "message": "ready"}),
        ]),
        Subject::of::<Words>(&[
            json!({"status": "in-progress", "reason": "duplicate", "orders": ["ascending"]}),
            json!({"status": "open", "orders": []}),
        ]),
        Subject::of::<Numbers>(&[
            json!({"percent": 50, "offset": -3, "count": 1, "ratio": 0.5, "initial": "a"}),
        ]),
        Subject::of::<Tuples>(&[
            json!({"range": [1, 20], "identifier": "a-1", "points": [[0.5, 1.5], [2, 3]]}),
        ]),
        Subject::of::<Formats>(&[
            json!({"address": "127.0.0.1", "timeout": 30}),
            json!({"address": "::1"}),
        ]),
        Subject::of::<Meeting>(&[
            json!({
                "room": "blue-2",
                "organizer": "ann@example.org",
                "period": {"start": 9, "end": 11},
                "guests": ["bob@example.org", "eve@example.org"],
                "tags": ["weekly", "team"],
                "topic": "Plans",
            }),
            json!({
                "room": "blue-2",
                "organizer": "ann@example.org",
                "period": {"start": 9, "end": 11},
                "guests": [],
            }),
        ]),
        Subject::of::<Transfer>(&[json!({
            "source": {"name": "main", "owner": "ann@example.org", "limit": 500},
            "target": {"name": "travel", "owner": "bob@example.org"},
            "approvals": [{"name": "audit", "owner": "eve@example.org", "limit": 900}],
            "amount": 120,
        })]),
        Subject::of::<Deep>(&[json!({
            "query": {
                "where": {"column": "id", "any_of": [1, 2]},
                "joins": [{
                    "table": "owners",
                    "nested": {"where": {"column": "owner", "any_of": []}, "joins": null},
                }],
            },
        })]),
    ]
}
