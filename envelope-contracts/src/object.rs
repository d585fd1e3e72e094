//! The objects of an envelope, with a row for each key.

use std::fmt;

use crate::format::Format;

/// An object of a contract.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    /// The name in rules, such as `a warning`. If it is empty, rules name only the key.
    pub name: &'static str,
    /// The section of the contract's documents that defines the keys.
    pub section: &'static str,
    /// The description.
    pub about: &'static str,
    /// The keys, in the order of the contract's table.
    pub keys: &'static [Key],
    /// The kinds of this object. Each object is of one kind.
    pub variants: &'static [Variant],
    /// Keys of which an object has exactly one.
    pub one_of: &'static [&'static str],
    /// The format of key names, for an object to which servers can add keys.
    pub names: Option<&'static Format>,
}

/// One kind of an object, with additional or narrower keys.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The key that distinguishes the kinds, and its value for this kind.
    pub tag: (&'static str, Kind),
    /// The title in a schema.
    pub title: &'static str,
    /// The keys of this kind.
    pub object: &'static Object,
    /// The id and the sentence of a rule about the tag. Without this rule, each key has its own rule.
    pub rule: Option<(&'static str, &'static str)>,
}

/// A key of an object.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The name on the wire.
    pub name: &'static str,
    /// Whether the key has to be present.
    pub presence: Presence,
    /// The kind of the value.
    pub kind: Kind,
    /// The description.
    pub about: &'static str,
    /// The section that defines the values, if it is not the section of the object.
    pub section: Option<&'static str>,
    /// Whether this crate always writes the key, whatever the contract requires.
    pub written_always: bool,
}

/// Whether a key has to be present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The key is always present.
    Required,
    /// The key is always present, and its value can be null.
    Nullable,
    /// The key can be absent or null, but should have a value.
    Recommended,
    /// The key can be absent or null.
    Optional,
    /// The key can be absent, but not null.
    NotNull,
    /// This crate adds the key. The contract does not mention it.
    Own,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Any value.
    Any,
    /// Null.
    Null,
    /// A boolean.
    Bool,
    /// This boolean.
    Is(bool),
    /// A string.
    String,
    /// This string.
    Const(&'static str),
    /// One of these strings.
    Words(&'static [&'static str]),
    /// A string in a format.
    Format(&'static Format),
    /// A whole number that is not negative.
    Count,
    /// A number that is not negative.
    Amount,
    /// A number from 0 to 1.
    Share,
    /// An object whose keys the server chooses.
    Facts,
    /// An object whose values are of one kind.
    Map(&'static Kind),
    /// An object of the contract.
    Object(&'static Object),
    /// An array of objects of the contract.
    Objects(&'static Object),
    /// An array whose items are of one kind.
    List(&'static Kind),
    /// An array without items.
    Empty,
    /// An array with at least one item.
    NotEmpty,
}

/// A row of a table.
pub const fn key(name: &'static str, presence: Presence, kind: Kind, about: &'static str) -> Key {
    Key { name, presence, kind, about, section: None, written_always: false }
}

/// One kind of an object: the objects whose key `tag` has this value.
pub const fn variant(
    title: &'static str,
    tag: &'static str,
    value: Kind,
    object: &'static Object,
) -> Variant {
    Variant { tag: (tag, value), title, object, rule: None }
}

impl Key {
    /// Sets the section that defines the values.
    pub const fn in_section(self, section: &'static str) -> Self {
        Self { section: Some(section), ..self }
    }

    /// Makes this crate always write the key, whatever the contract requires.
    pub const fn always(self) -> Self {
        Self { written_always: true, ..self }
    }

    /// Whether an object without this key violates the contract.
    pub const fn is_required(&self) -> bool {
        matches!(self.presence, Presence::Required | Presence::Nullable)
    }

    /// Whether the contract lets the value be null.
    pub const fn can_be_null(&self) -> bool {
        matches!(self.presence, Presence::Nullable | Presence::Recommended | Presence::Optional)
    }
}

impl Object {
    /// An object with these keys.
    pub const fn new(
        name: &'static str,
        section: &'static str,
        about: &'static str,
        keys: &'static [Key],
    ) -> Self {
        Self { name, section, about, keys, variants: &[], one_of: &[], names: None }
    }

    /// Sets the kinds of this object. Each object is of one kind.
    pub const fn with_variants(self, variants: &'static [Variant]) -> Self {
        Self { variants, ..self }
    }

    /// Sets the format of key names.
    pub const fn with_names(self, names: &'static Format) -> Self {
        Self { names: Some(names), ..self }
    }

    /// The key with this name.
    pub fn get(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Whether the contract or this crate defines the key.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The names of the keys.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.keys.iter().map(|key| key.name)
    }

    /// The names of the keys that an object has to have.
    pub fn required(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.keys.iter().filter(|key| key.is_required()).map(|key| key.name)
    }

    /// The id of a rule about a key: `warning-code` for `code` of a warning.
    pub fn rule_id(&self, key: &str) -> String {
        let name = self.name.split_once(' ').map_or("", |(_article, name)| name);
        let words = [name, key].into_iter().filter(|part| !part.is_empty());
        kebab_case(&words.collect::<Vec<_>>().join(" "))
    }

    /// The subject of a rule about a key: "`code` of a warning".
    pub fn subject(&self, key: &str) -> String {
        match self.name {
            "" => format!("`{key}`"),
            name => format!("`{key}` of {name}"),
        }
    }
}

/// The words of a text in kebab-case: `isError` is `is-error`.
pub fn kebab_case(text: &str) -> String {
    let mut kebab = String::new();
    for character in text.chars() {
        let is_word = character.is_ascii_alphanumeric();
        let starts = character.is_ascii_uppercase() || !is_word;
        if starts && !kebab.is_empty() && !kebab.ends_with('-') {
            kebab.push('-');
        }
        if is_word {
            kebab.push(character.to_ascii_lowercase());
        }
    }
    kebab.truncate(kebab.trim_end_matches('-').len());
    kebab
}

/// The kind in a sentence, such as "a string" after "is".
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any value"),
            Self::Null => f.write_str("null"),
            Self::Bool => f.write_str("a boolean"),
            Self::Is(value) => write!(f, "`{value}`"),
            Self::String => f.write_str("a string"),
            Self::Const(word) => write!(f, "`{word}`"),
            Self::Words(words) => f.write_str(&joined(words.iter().copied(), "or")),
            Self::Format(format) => f.write_str(format.is),
            Self::Count => f.write_str("a whole number that is not negative"),
            Self::Amount => f.write_str("a number that is not negative"),
            Self::Share => f.write_str("a number from 0 to 1"),
            Self::Facts | Self::Object(_) => f.write_str("an object"),
            Self::Map(kind) => write!(f, "an object, and each value is {kind}"),
            Self::Objects(_) => f.write_str("an array"),
            Self::List(kind) => write!(f, "an array, and each item is {kind}"),
            Self::Empty => f.write_str("an empty array"),
            Self::NotEmpty => f.write_str("an array that is not empty"),
        }
    }
}

/// A list in a sentence: "`a`, `b` or `c`".
pub fn joined<'a>(words: impl IntoIterator<Item = &'a str>, conjunction: &str) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("{} {conjunction} {last}", rest.join(", "))
        }
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_name_the_key_and_its_object() {
        static WARNING: Object = Object::new("a warning", "", "", &[]);
        static RESULT: Object = Object::new("", "", "", &[]);
        assert_eq!(WARNING.rule_id("code"), "warning-code");
        assert_eq!(WARNING.rule_id(""), "warning");
        assert_eq!(WARNING.subject("code"), "`code` of a warning");
        assert_eq!(RESULT.rule_id("isError"), "is-error");
        assert_eq!(RESULT.rule_id("_meta"), "meta");
        assert_eq!(RESULT.subject("isError"), "`isError`");
    }

    #[test]
    fn kinds_read_as_a_sentence() {
        for (kind, expected) in [
            (Kind::Words(&["a"]), "`a`"),
            (Kind::Words(&["a", "b"]), "`a` or `b`"),
            (Kind::Words(&["a", "b", "c"]), "`a`, `b` or `c`"),
            (Kind::List(&Kind::String), "an array, and each item is a string"),
            (Kind::Is(true), "`true`"),
        ] {
            assert_eq!(kind.to_string(), expected);
        }
    }
}
