//! Generated calls, good and bad, of nested types. An oracle, which knows the mistake but not the schema, judges the answer.
//!
//! `MORE_CASES=100 cargo test --release -p envelope-arguments --test reading generated` judges 100,000 good calls, and as many bad calls.

use std::collections::BTreeMap;
use std::fmt::Debug;

use envelope_arguments::{ProblemKind, Reader};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "a type is there to be read")]
struct Node {
    name: String,
    #[serde(alias = "ceiling", alias = "max")]
    limit: Option<u8>,
    color: Option<Color>,
    #[serde(default)]
    children: Vec<Node>,
    labels: Option<BTreeMap<String, u16>>,
    variant: Option<Box<Variant>>,
    flattened: Option<Box<Flattened>>,
    checked: Option<Checked>,
    external: Option<Box<External>>,
    adjacent: Option<Box<Adjacent>>,
    pair: Option<(u8, Box<Node>)>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    Green,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(dead_code, reason = "a type is there to be read")]
enum Variant {
    Folder {
        #[serde(alias = "location")]
        path: String,
        depth_limit: Option<u8>,
        inner: Option<Node>,
    },
    Remote {
        address: String,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "a type is there to be read")]
struct Flattened {
    title: String,
    #[serde(flatten)]
    page: Page,
    inside: Option<Node>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "a type is there to be read")]
struct Page {
    page_number: u16,
    page_size: Option<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "Span")]
#[allow(dead_code, reason = "a type is there to be read")]
struct Checked(Span);

#[derive(Debug, Deserialize, JsonSchema)]
struct Span {
    first: u8,
    last: u8,
}

impl TryFrom<Span> for Checked {
    type Error = &'static str;

    fn try_from(span: Span) -> Result<Self, &'static str> {
        if span.last < span.first { Err("the order is wrong") } else { Ok(Self(span)) }
    }
}

impl JsonSchema for Checked {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Checked".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Span::json_schema(generator)
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code, reason = "a type is there to be read")]
enum External {
    Nothing,
    Single(u8),
    Nested { reason: String, node: Option<Node> },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "contents", rename_all = "snake_case")]
#[allow(dead_code, reason = "a type is there to be read")]
enum Adjacent {
    Text { words: String, node: Option<Node> },
    Empty,
}

/// A sequence of numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn is(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// A place in a call where a mistake can be made.
#[derive(Clone, Debug)]
struct Spot {
    pointer: String,
    field: String,
    of: Of,
    /// Whether serde buffers the value around this place to look at it later.
    is_buffered: bool,
}

#[derive(Clone, Debug)]
enum Of {
    /// A field under its own name.
    Key {
        name: &'static str,
        is_required: bool,
    },
    Small,
    Word,
    Text,
    Object,
    Checked,
}

/// Writes a call, and notes its places.
struct Writer<'r> {
    random: &'r mut Random,
    spots: Vec<Spot>,
}

/// Where a value is written.
#[derive(Clone)]
struct Place {
    pointer: String,
    field: String,
    is_buffered: bool,
}

impl Place {
    fn key(&self, key: &str) -> Self {
        let field =
            if self.field.is_empty() { key.to_owned() } else { format!("{}.{key}", self.field) };
        Self { pointer: format!("{}/{key}", self.pointer), field, ..*self }
    }

    fn index(&self, index: usize) -> Self {
        Self {
            pointer: format!("{}/{index}", self.pointer),
            field: format!("{}[{index}]", self.field),
            ..*self
        }
    }

    fn buffered(&self) -> Self {
        Self { is_buffered: true, ..self.clone() }
    }
}

impl Writer<'_> {
    fn note(&mut self, at: &Place, of: Of) {
        let Place { pointer, field, is_buffered } = at.clone();
        self.spots.push(Spot { pointer, field, of, is_buffered });
    }

    /// A field of an object.
    fn field(
        &mut self,
        object: &mut Map<String, Value>,
        at: &Place,
        name: &'static str,
        is_required: bool,
        write: impl FnOnce(&mut Self, &Place) -> Value,
    ) {
        let inner = at.key(name);
        self.note(&inner, Of::Key { name, is_required });
        let value = write(self, &inner);
        object.insert(name.to_owned(), value);
    }

    fn small(&mut self, at: &Place) -> Value {
        self.note(at, Of::Small);
        json!(self.random.below(200))
    }

    fn text(&mut self, at: &Place) -> Value {
        self.note(at, Of::Text);
        json!("text")
    }

    fn node(&mut self, at: &Place, depth: usize) -> Value {
        let mut node = Map::new();
        self.note(at, Of::Object);
        self.field(&mut node, at, "name", true, Self::text);
        match self.random.below(5) {
            0 => self.field(&mut node, at, "limit", false, Self::small),
            1 => {
                let alias = if self.random.is() { "ceiling" } else { "max" };
                node.insert(alias.to_owned(), json!(7));
            }
            2 => self.field(&mut node, at, "color", false, |this, at| {
                this.note(at, Of::Word);
                json!("green")
            }),
            3 => {
                self.field(&mut node, at, "labels", false, |_, _| json!({"any key": 1, "maxx": 2}))
            }
            _ => self.field(&mut node, at, "checked", false, |this, at| {
                this.note(at, Of::Checked);
                json!({"first": 1, "last": 2})
            }),
        }
        let Some(depth) = depth.checked_sub(1) else { return node.into() };
        match self.random.below(7) {
            0 | 1 => self.field(&mut node, at, "children", false, |this, at| {
                let count = if depth < 4 { 1 + this.random.below(2) } else { 1 };
                (0..count).map(|index| this.node(&at.index(index), depth)).collect()
            }),
            2 => self.field(&mut node, at, "variant", false, |this, at| {
                let at = at.buffered();
                let mut variant = Map::from_iter([("kind".to_owned(), json!("folder"))]);
                this.note(&at, Of::Object);
                if this.random.is() {
                    this.field(&mut variant, &at, "path", true, Self::text);
                } else {
                    variant.insert("location".to_owned(), json!("a"));
                }
                this.field(&mut variant, &at, "depth_limit", false, Self::small);
                this.field(&mut variant, &at, "inner", false, |this, at| this.node(at, depth));
                variant.into()
            }),
            3 => self.field(&mut node, at, "flattened", false, |this, at| {
                // serde buffers unknown keys of this object for the flattened struct.
                let (mut object, kept, outer) = (Map::new(), at.buffered(), at.is_buffered);
                this.note(&kept, Of::Object);
                this.field(&mut object, &kept, "title", true, Self::text);
                this.field(&mut object, &kept, "page_number", true, Self::small);
                this.field(&mut object, &kept, "page_size", false, Self::small);
                this.field(&mut object, &kept, "inside", false, |this, at| {
                    this.node(&Place { is_buffered: outer, ..at.clone() }, depth)
                });
                object.into()
            }),
            4 => self.field(&mut node, at, "external", false, |this, at| {
                let at = at.key("nested");
                let mut nested = Map::new();
                this.field(&mut nested, &at, "reason", true, Self::text);
                this.field(&mut nested, &at, "node", false, |this, at| this.node(at, depth));
                json!({"nested": nested})
            }),
            5 => self.field(&mut node, at, "adjacent", false, |this, at| {
                let at = at.key("contents");
                let mut contents = Map::new();
                this.field(&mut contents, &at, "words", true, Self::text);
                this.field(&mut contents, &at, "node", false, |this, at| this.node(at, depth));
                json!({"contents": contents, "type": "text"})
            }),
            _ => self.field(&mut node, at, "pair", false, |this, at| {
                json!([this.small(&at.index(0)), this.node(&at.index(1), depth)])
            }),
        }
        node.into()
    }
}

fn call(random: &mut Random) -> (Value, Vec<Spot>) {
    let mut writer = Writer { random, spots: Vec::new() };
    let depth = 1 + writer.random.below(20);
    let root = Place { pointer: String::new(), field: String::new(), is_buffered: false };
    let call = writer.node(&root, depth);
    (call, writer.spots)
}

/// The required answer to a bad call.
#[derive(Debug)]
enum Verdict {
    /// This problem, and no other problem.
    Problem(String, ProblemKind, Option<&'static str>),
    /// The problem of an author's own code, in this place or around it.
    Own(String),
    /// The call has one meaning, and is read like the call without the mistake.
    SameAsBefore,
    /// This key is unknown, and no similar key is suggested.
    Unknown(String),
    /// The call is accepted: serde buffers the object, and the key is similar to no other key.
    Lost,
}

fn around(field: &str, key: &str) -> String {
    match field.rfind('.') {
        Some(end) => format!("{}.{key}", &field[..end]),
        None => key.to_owned(),
    }
}

/// Makes a mistake in a place, if this mistake is possible there. If the mistake leaves a value out, the good call gets the default.
fn mistake(
    good: &mut Value,
    call: &mut Value,
    spot: &Spot,
    random: &mut Random,
) -> Option<Verdict> {
    use ProblemKind::{Missing, NotOneOf, OutOfRange, Unknown, WrongType};

    let (path, last) = spot.pointer.rsplit_once('/').unwrap_or(("", ""));
    let field = spot.field.clone();
    match &spot.of {
        Of::Key { name, is_required } => {
            let object = call.pointer_mut(path)?.as_object_mut()?;
            let value = object.remove(last)?;
            let (other, is_same) = match random.below(5) {
                0 if *is_required => return Some(Verdict::Problem(field, Missing, None)),
                4 if *name == "children" => {
                    good.pointer_mut(path)?[*name] = json!([]);
                    object.insert((*name).to_owned(), Value::Null);
                    return Some(Verdict::SameAsBefore);
                }
                4 if name.contains('_') => (name.replace('_', "-"), true),
                1 => (name.to_uppercase(), true),
                2 => (format!("{name}x"), false),
                _ => {
                    let mut chars: Vec<char> = name.chars().collect();
                    chars.swap(1, 2);
                    (chars.into_iter().collect(), false)
                }
            };
            if object.contains_key(&other) || other == *name {
                return None;
            }
            object.insert(other.clone(), value);
            if is_same {
                return Some(Verdict::SameAsBefore);
            }
            Some(Verdict::Problem(around(&field, &other), Unknown, Some(name)))
        }
        Of::Small => {
            let value = call.pointer_mut(&spot.pointer)?;
            let same = match random.below(8) {
                0 => json!(value.to_string()),
                1 => json!(format!("{value}.0")),
                2 => json!(value.as_f64()),
                _ => Value::Null,
            };
            if !same.is_null() {
                *value = same;
                return Some(Verdict::SameAsBefore);
            }
            let (value, kind) = match random.below(4) {
                0 => (json!(70_000), OutOfRange),
                1 => (json!("x"), WrongType),
                2 => (json!(1.5), WrongType),
                _ => (json!([1]), WrongType),
            };
            *call.pointer_mut(&spot.pointer)? = value;
            Some(Verdict::Problem(field, kind, None))
        }
        Of::Word if random.is() => {
            *call.pointer_mut(&spot.pointer)? = json!("GREEN");
            Some(Verdict::SameAsBefore)
        }
        Of::Word => {
            *call.pointer_mut(&spot.pointer)? = json!("gren");
            Some(Verdict::Problem(field, NotOneOf, Some("green")))
        }
        Of::Text if random.is() => {
            *call.pointer_mut(&spot.pointer)? = json!(7);
            *good.pointer_mut(&spot.pointer)? = json!("7");
            Some(Verdict::SameAsBefore)
        }
        Of::Text => {
            *call.pointer_mut(&spot.pointer)? = json!(7.5);
            Some(Verdict::Problem(field, WrongType, None))
        }
        Of::Object if random.is() => {
            let object = call.pointer_mut(&spot.pointer)?;
            *object = json!(object.to_string());
            Some(Verdict::SameAsBefore)
        }
        Of::Object => {
            let object = call.pointer_mut(&spot.pointer)?.as_object_mut()?;
            object.insert("unrelated".to_owned(), json!(1));
            let field = if field.is_empty() {
                "unrelated".to_owned()
            } else {
                format!("{field}.unrelated")
            };
            Some(if spot.is_buffered { Verdict::Lost } else { Verdict::Unknown(field) })
        }
        Of::Checked => {
            *call.pointer_mut(&spot.pointer)? = json!({"first": 2, "last": 1});
            Some(Verdict::Own(field))
        }
    }
}

/// The path in an answer: only the start and the end of a long path.
fn shown(field: &str) -> String {
    if field.len() <= 200 {
        return field.to_owned();
    }
    format!("{}…{}", &field[..100], &field[field.len() - 100..])
}

fn judge<T: DeserializeOwned + JsonSchema + Debug + 'static>(
    good: &Value,
    call: &Value,
    verdict: &Verdict,
) {
    let read = Reader::for_type::<T>().read::<T>(call.clone());
    let context = || format!("{verdict:?}\n{call}");
    match (verdict, read) {
        (Verdict::Problem(field, kind, meant), Err(problems)) => {
            let [problem] = problems.as_slice() else { panic!("{problems}\n{}", context()) };
            assert_eq!(
                (&problem.field, problem.kind),
                (&shown(field), *kind),
                "{problem}\n{}",
                context()
            );
            let is_right = meant.is_none() || problem.did_you_mean.as_deref() == *meant;
            assert!(is_right, "{problem}\n{}", context());
        }
        (Verdict::Own(field), Err(problems)) => {
            let [problem] = problems.as_slice() else { panic!("{problems}\n{}", context()) };
            assert_eq!(problem.rule.as_deref(), Some("the order is wrong"), "{}", context());
            let mut around = (1..=field.len()).map(|end| shown(&field[..end]));
            assert!(around.any(|around| around == problem.field), "{problem}\n{}", context());
        }
        (Verdict::SameAsBefore, Ok(accepted)) => {
            let expected = T::deserialize(good).unwrap();
            assert_eq!(format!("{:?}", accepted.arguments), format!("{expected:?}"));
            assert!(accepted.unknown.is_empty(), "{}", context());
            assert!(!accepted.repaired.is_empty(), "{}", context());
        }
        (Verdict::Unknown(field), Err(problems)) => {
            let [problem] = problems.as_slice() else { panic!("{problems}\n{}", context()) };
            assert_eq!(
                (&problem.field, problem.kind, &problem.did_you_mean),
                (&shown(field), ProblemKind::Unknown, &None),
                "{}",
                context()
            );
        }
        (Verdict::Lost, Ok(accepted)) => assert!(accepted.unknown.is_empty(), "{}", context()),
        (_, Ok(accepted)) => panic!("accepted: {:?}\n{}", accepted.unknown, context()),
        (_, Err(problems)) => panic!("{problems}\n{}", context()),
    }
}

#[test]
fn the_answer_to_each_call_is_the_oracle_s() {
    let more = std::env::var("MORE_CASES").map_or(1, |more| more.parse::<usize>().unwrap());
    let count = 1_000 * more;
    let mut random = Random(1);
    let mut bad = 0;
    while bad < count {
        let (mut good, spots) = call(&mut random);
        let accepted = Reader::for_type::<Node>().read::<Node>(good.clone());
        let accepted = accepted.unwrap_or_else(|problems| panic!("{problems}\n{good}"));
        assert!(accepted.unknown.is_empty(), "{:?}\n{good}", accepted.unknown);
        assert!(accepted.repaired.is_empty(), "{:?}\n{good}", accepted.repaired);
        let expected = Node::deserialize(&good).unwrap();
        assert_eq!(format!("{:?}", accepted.arguments), format!("{expected:?}"));

        let mut call = good.clone();
        let spot = &spots[random.below(spots.len())];
        // One mistake in the place itself: the oracle knows no other.
        if let Some(verdict) = mistake(&mut good, &mut call, spot, &mut random) {
            judge::<Node>(&good, &call, &verdict);
            bad += 1;
        }
    }
}
