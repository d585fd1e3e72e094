//! A JSON Schema, parsed once for all walks, with resolved references.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use regex_lite::Regex;
use serde_json::Value;

use crate::range::Range;

/// A schema: the keywords that `schemars` writes for types of serde. Other keywords are ignored, since serde decides whether a value fits.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    /// The names of the allowed types. If empty, every type is allowed.
    types: Vec<&'static str>,
    /// The allowed words, if the schema allows nothing else but `null`.
    pub(crate) words: Vec<&'static str>,
    /// The only allowed value, if it is no word.
    pub(crate) constant: Option<&'static Value>,
    /// Further schemas that a value has to fit: `allOf`, and a reference.
    pub(crate) all: Vec<Link>,
    /// Lists of alternatives. A value has to fit one schema of each list.
    pub(crate) forms: Vec<Vec<Link>>,
    pub(crate) properties: Properties,
    pub(crate) required: Vec<&'static str>,
    /// The schema of further keys.
    pub(crate) others: Option<Link>,
    /// Whether further keys are part of the data.
    pub(crate) is_open: bool,
    /// Whether further keys are rejected.
    pub(crate) is_closed: bool,
    /// The schemas of the first items, and of all others.
    pub(crate) first: Vec<Link>,
    pub(crate) items: Option<Link>,
    pub(crate) numbers: Range,
    pub(crate) characters: Range,
    pub(crate) count: Range,
    pub(crate) format: Option<&'static str>,
    pub(crate) pattern: Option<Pattern>,
}

/// The schemas of keys.
pub(crate) type Properties = BTreeMap<&'static str, Link>;

/// A schema within another schema. A recursive schema contains itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link(&'static OnceLock<Shape>);

impl Link {
    pub(crate) fn shape(self) -> &'static Shape {
        self.0.get_or_init(Shape::default)
    }
}

/// A pattern. `regex` is absent if `regex_lite` does not support the ECMAScript syntax.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) text: &'static str,
    pub(crate) regex: Option<Regex>,
}

impl Shape {
    /// Parses a schema, which lives as long as the program.
    pub(crate) fn parse(root: &'static Value) -> &'static Self {
        Parser { root, links: HashMap::new() }.link(root).shape()
    }

    /// Whether the schema names a type.
    pub(crate) fn allows(&self, name: &str) -> bool {
        self.types.contains(&name)
    }

    /// Whether the schema allows the type of a value.
    pub(crate) fn has_type_of(&self, value: &Value) -> bool {
        let name = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let is_number = value.is_number() && self.allows("number");
        self.types.is_empty() || self.allows(name) || is_number
    }

    /// The only allowed type besides `null`, of the schema or of all of its alternatives.
    pub(crate) fn only_type(&self) -> Option<&'static str> {
        let forms = self.forms.first().into_iter().flatten().filter(|_| self.types.is_empty());
        let of_forms = forms.map(|form| form.shape()).filter(|form| !form.is_null());
        let of_forms = of_forms.flat_map(|form| match form.types.as_slice() {
            [] => &["", "any"],
            types => types,
        });
        let mut types = self.types.iter().chain(of_forms).filter(|name| **name != "null");
        let only = types.next()?;
        types.all(|other| other == only).then_some(only)
    }

    /// Whether the schema allows only `null`.
    pub(crate) fn is_null(&self) -> bool {
        self.types == ["null"] || self.constant.is_some_and(Value::is_null)
    }

    /// Whether the schema allows `null` beside other values.
    pub(crate) fn allows_null(&self) -> bool {
        let mut forms = self.forms.iter().flatten();
        self.allows("null") || forms.any(|form| form.shape().is_null())
    }

    /// Whether a number, or the length of a text or a list, is in the range of the schema.
    pub(crate) fn has_in_range(&self, value: &Value) -> bool {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).into();
        match value {
            Value::Number(number) => {
                number.as_f64().is_none_or(|number| self.numbers.contains(number))
            }
            Value::String(text) => self.characters.contains(count(text.chars().count())),
            Value::Array(items) => self.count.contains(count(items.len())),
            _ => true,
        }
    }

    /// Whether a text matches the pattern of the schema.
    pub(crate) fn matches(&self, value: &Value) -> bool {
        let regex = self.pattern.as_ref().and_then(|pattern| pattern.regex.as_ref());
        regex.zip(value.as_str()).is_none_or(|(regex, text)| regex.is_match(text))
    }

    /// The schema, and the schemas in `all`.
    pub(crate) fn with_all(&'static self) -> impl Iterator<Item = &'static Self> {
        std::iter::once(self).chain(self.all.iter().map(|all| all.shape()))
    }

    /// The keys of the schema, and of the schemas in `all`.
    pub(crate) fn keys(&'static self) -> impl Iterator<Item = (&'static str, Link)> {
        self.with_all().flat_map(|shape| shape.properties.iter().map(|(key, link)| (*key, *link)))
    }

    /// The only allowed word of a key.
    pub(crate) fn word(&'static self, key: &str) -> Option<&'static str> {
        let (_, property) = self.keys().find(|(name, _)| *name == key)?;
        match property.shape().words.as_slice() {
            [word] => Some(word),
            _ => None,
        }
    }
}

struct Parser {
    root: &'static Value,
    links: HashMap<*const Value, Link>,
}

impl Parser {
    fn link(&mut self, schema: &'static Value) -> Link {
        if let Some(link) = self.links.get(&std::ptr::from_ref(schema)) {
            return *link;
        }
        let link = Link(Box::leak(Box::default()));
        self.links.insert(schema, link);
        // A reference that has only annotations beside it is replaced by its target.
        let mut rules = ["properties", "oneOf", "anyOf", "allOf", "required"].iter();
        let is_alone = rules.all(|keyword| schema.get(keyword).is_none());
        if let Some(target) = self.target(schema).filter(|_| is_alone) {
            let link = self.link(target);
            self.links.insert(schema, link);
            return link;
        }
        // Only this call sets the link, so it does not fail.
        let _ = link.0.set(self.shape(schema));
        link
    }

    /// The schema that a reference names.
    fn target(&self, schema: &'static Value) -> Option<&'static Value> {
        self.root.pointer(schema.get("$ref")?.as_str()?.strip_prefix('#')?)
    }

    fn links(&mut self, schemas: &'static [Value]) -> Vec<Link> {
        schemas.iter().map(|schema| self.link(schema)).collect()
    }

    fn shape(&mut self, schema: &'static Value) -> Shape {
        let list = |keyword| {
            schema.get(keyword).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
        };
        let text = |keyword| schema.get(keyword).and_then(Value::as_str);
        let texts = |keyword| list(keyword).iter().filter_map(Value::as_str).collect::<Vec<_>>();
        let number = |keyword| schema.get(keyword).and_then(Value::as_f64);
        let range = |least, most| Range { least: number(least), most: number(most) };

        let words = texts("enum").into_iter().chain(text("const"));
        let is_of_words = list("enum").iter().all(|word| word.is_string() || word.is_null());
        let mut all = self.links(list("allOf"));
        if let Some(target) = self.target(schema) {
            all.push(self.link(target));
        }
        let forms = ["oneOf", "anyOf"].map(|keyword| self.links(list(keyword)));
        let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let further = ["additionalProperties", "unevaluatedProperties", "patternProperties"];
        let further = further.map(|keyword| schema.get(keyword));
        let others = further.first().copied().flatten().filter(|others| others.is_object());
        // `schemars` writes the limits of other types.
        let (least, most) = match text("format") {
            Some("int32") => (Some(i32::MIN.into()), Some(i32::MAX.into())),
            Some("uint32") => (Some(0.0), Some(u32::MAX.into())),
            _ => (None, None),
        };
        let numbers = range("minimum", "maximum");
        Shape {
            types: text("type").into_iter().chain(texts("type")).collect(),
            words: words.filter(|_| is_of_words).collect(),
            constant: schema.get("const").filter(|constant| !constant.is_string()),
            all,
            forms: forms.into_iter().filter(|forms| !forms.is_empty()).collect(),
            properties: properties.map(|(key, schema)| (key.as_str(), self.link(schema))).collect(),
            required: texts("required"),
            others: others.map(|others| self.link(others)),
            is_open: further.iter().flatten().any(|rule| **rule != Value::Bool(false)),
            is_closed: further.contains(&Some(&Value::Bool(false))),
            first: self.links(list("prefixItems")),
            items: schema.get("items").map(|items| self.link(items)),
            numbers: Range { least: numbers.least.or(least), most: numbers.most.or(most) },
            characters: range("minLength", "maxLength"),
            count: range("minItems", "maxItems"),
            format: text("format"),
            pattern: text("pattern").map(|text| Pattern { text, regex: Regex::new(text).ok() }),
        }
    }
}
