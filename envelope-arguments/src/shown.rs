//! Filters the texts that an answer shows: the caller's keys, and messages of the tool author's own code.

use std::borrow::Cow;

use serde_json::Value;

/// The largest length of a caller's key that an answer names, in bytes.
const MAX_KEY: usize = 64;

/// The largest length of a message of an author's own code, in characters.
const MAX_MESSAGE: usize = 200;

/// The largest number, and the largest total length in bytes, of the caller's texts to compare with a message.
const MAX_TEXTS: (usize, usize) = (256, 1 << 14);

/// A caller's text shorter than this can be part of a message by chance, unless it is in quotes.
const MIN_TEXT: usize = 3;

/// A word of a message shorter than this can be part of a caller's text by chance.
const MIN_WORD: usize = 4;

/// Returns at most `max_chars` characters of a text. If the text is longer, the last character is an ellipsis.
pub(crate) fn truncate(text: &str, max_chars: usize) -> Cow<'_, str> {
    if text.chars().nth(max_chars).is_none() {
        return text.into();
    }
    let last = text.char_indices().nth(max_chars.saturating_sub(1));
    let kept = last.and_then(|(at, _)| text.get(..at)).unwrap_or_default();
    Cow::Owned(format!("{kept}…"))
}

/// Filters a path of another crate: an ellipsis replaces each part that is no name.
#[cfg(feature = "garde023")]
pub(crate) fn marked(path: &str) -> String {
    let parts = path.split(|char: char| !is_part(char) && !"[]".contains(char));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("…")
}

/// Whether an answer repeats a key that the caller sent: the key is short, and consists of letters, digits and the marks of names. So it
/// cannot contain markup or a sentence.
pub(crate) fn is_name(key: &str) -> bool {
    !key.is_empty() && key.len() <= MAX_KEY && key.chars().all(is_part)
}

/// Whether a character is part of a name.
fn is_part(char: char) -> bool {
    (char.is_alphanumeric() || "_-.$@:".contains(char)) && is_visible(char)
}

/// Returns a key of the caller, or an ellipsis if the key is no name.
pub(crate) fn shown(key: &str) -> Cow<'_, str> {
    if is_name(key) { key.into() } else { "…".into() }
}

/// Whether a character is visible and does not change other characters, unlike controls, marks of direction, fillers and tags.
fn is_visible(char: char) -> bool {
    !char.is_control()
        && !matches!(
            char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Removes the caller's texts from a message of the author's own code about a value, also if the message has a part of a text, or another
/// case.
pub(crate) fn cleaned(message: &str, value: &Value) -> String {
    // A message about an enum without a tag names the enum.
    if message.starts_with("data did not match any variant") {
        return "it has none of the possible forms".to_owned();
    }
    let mut texts = Vec::new();
    texts_in(value, &mut texts);
    let (count, len) = MAX_TEXTS;
    if texts.len() > count || texts.iter().map(|text| text.len()).sum::<usize>() > len {
        return "it breaks a rule of its type".to_owned();
    }
    // Longer texts first, since a text can be a part of another text.
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    let mut message = message.to_owned();
    for text in &texts {
        message = message.replace(&format!("{text:?}"), "…");
        if text.len() >= MIN_TEXT && !is_short_number(text) {
            message = message.replace(&**text, "…");
        }
    }
    message.retain(is_visible);
    truncate(&without_words(&message, &texts), MAX_MESSAGE).into_owned()
}

/// The texts in a value.
fn texts_in<'v>(value: &'v Value, texts: &mut Vec<Cow<'v, str>>) {
    match value {
        Value::String(text) if !text.is_empty() => texts.push(text.into()),
        Value::Number(number) => texts.push(number.to_string().into()),
        Value::Array(items) => items.iter().for_each(|item| texts_in(item, texts)),
        Value::Object(object) => {
            // An answer may show names.
            let keys = object.keys().filter(|key| !key.is_empty() && !is_name(key));
            texts.extend(keys.map(Cow::from));
            object.values().for_each(|value| texts_in(value, texts));
        }
        _ => {}
    }
}

/// Removes a word from the message if a text contains the word, if the word contains a text, or if the word is a number of the caller. A
/// short number within a word, such as the year of a date, stays: it is there by chance.
fn without_words(message: &str, texts: &[Cow<'_, str>]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| normal(text)).collect();
    let is_of_caller = |word: &str| {
        let word = normal(word);
        texts.iter().any(|text| {
            let is_part = word.len() >= MIN_WORD && !is_short_number(&word) && text.contains(&word);
            let is_whole = text.len() >= MIN_WORD && !is_short_number(text) && word.contains(text);
            let is_number = || *text == word && word.bytes().all(|byte| byte.is_ascii_digit());
            is_part || is_whole || is_number()
        })
    };
    let mut kept = String::new();
    for word in message.split_inclusive(' ') {
        let parts = word.split_inclusive(|char: char| !char.is_alphanumeric());
        let parts = if is_of_caller(word) { vec![word] } else { parts.collect() };
        for part in parts {
            let is_by_chance = part != word && is_short_number(&normal(part));
            if is_by_chance || !is_of_caller(part) {
                kept.push_str(part);
                continue;
            }
            if !kept.ends_with('…') {
                kept.push('…');
            }
            kept.push_str(part.get(part.trim_end().len()..).unwrap_or_default());
        }
    }
    kept
}

/// Whether a text is a number with as few digits as a year.
fn is_short_number(text: &str) -> bool {
    text.len() <= MIN_WORD && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the letters and digits, in lower case.
fn normal(text: &str) -> String {
    text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
