//! Strings with each byte that needs an escape, at each place around the limits of the blocks that the scan reads.

use super::contents;
use crate::json::escape::{contents_len, is_clean, is_clean_name, push_string, push_string_twice};
use crate::json::tree_of;

#[track_caller]
fn check(text: &str) {
    let expected = serde_json::to_string(text).unwrap();
    let mut json = String::new();
    push_string(&mut json, text);
    assert_eq!(json, expected);
    let (mut json, mut nested) = (String::new(), String::new());
    push_string_twice(&mut json, &mut nested, text);
    assert_eq!(json, expected);
    assert_eq!(nested, contents(&expected));
    let has_no_escape = expected.len() == text.len() + 2;
    assert_eq!(contents_len(text), expected.len() - 2);
    assert_eq!(is_clean(text), has_no_escape);
    assert_eq!(is_clean_name(text), has_no_escape);
    let read = tree_of(&expected).unwrap();
    assert_eq!(read, text);
}

/// Each ASCII character, and characters at the limits of each length in UTF-8.
fn characters() -> impl Iterator<Item = char> {
    let ascii = (0..0x80u8).map(char::from);
    ascii.chain("\u{80}é\u{7ff}\u{800}€\u{d7ff}\u{e000}\u{ffff}\u{10000}🦀\u{10ffff}".chars())
}

#[test]
fn every_character_at_every_place_of_every_length() {
    for clean in ["a", "~", " ", "é", "€", "🦀"] {
        for len in 0..40 {
            check(&clean.repeat(len));
        }
    }
    for character in characters() {
        for clean in ["a", "\u{7f}", "é"] {
            for len in 0..20 {
                for at in 0..=len {
                    check(&format!("{}{character}{}", clean.repeat(at), clean.repeat(len - at)));
                }
            }
        }
    }
    for character in ['"', '\\', '\n', '\0', '\u{1f}', 'é', '🦀'] {
        for len in 20..40 {
            for at in 0..=len {
                check(&format!("{}{character}{}", "a".repeat(at), "a".repeat(len - at)));
            }
        }
    }
}

#[test]
fn one_character_alone() {
    for character in characters() {
        for len in 0..40 {
            check(&String::from(character).repeat(len));
        }
    }
}

/// The length of the contents is counted in blocks.
#[test]
fn one_character_alone_in_a_long_text() {
    for character in characters() {
        for len in [239, 240, 241, 480, 1_000] {
            check(&String::from(character).repeat(len));
        }
    }
}

#[test]
fn every_pair_of_characters() {
    for first in characters() {
        for second in characters() {
            // The pair is inside of a word, across two words, or in the tail.
            for before in ["", "abcdefg", "abcdefgh"] {
                check(&format!("{before}{first}{second}"));
            }
        }
    }
}

#[test]
fn every_two_places_of_one_word() {
    let specials = ['"', '\\', '\0', '\u{1f}', ' ', '!', '#', '[', ']', '\u{7f}'];
    for first in specials {
        for second in specials {
            for (from, to) in (0..8).flat_map(|from| (from + 1..8).map(move |to| (from, to))) {
                let mut word = ['a'; 8];
                (word[from], word[to]) = (first, second);
                check(&String::from_iter(word));
                check(&String::from_iter(&word[..=to]));
            }
        }
    }
}
