//! `println!` for the samples: a page of the guide has to show the printed text.

use std::fs;

/// Panics unless a block of JSON or text in a page shows the printed text. A block can contain other line breaks and spaces.
#[macro_export]
macro_rules! println {
    ($($text:tt)*) => {
        $crate::printed::assert_shown(&format!($($text)*))
    };
}

/// See [`println!`](crate::println).
///
/// # Panics
///
/// No page shows the printed text.
pub fn assert_shown(printed: &str) {
    let shows = |page: &str| {
        blocks(page).any(|block| block.contains(printed) || compact(block).contains(printed))
    };
    assert!(pages().iter().any(|page| shows(page)), "no page of the guide shows this:\n{printed}");
}

fn pages() -> Vec<String> {
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap();
    folder.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect()
}

/// The blocks of JSON or text.
fn blocks(page: &str) -> impl Iterator<Item = &str> {
    let fenced = page.split("```").skip(1).step_by(2);
    fenced.filter_map(|block| block.strip_prefix("json\n").or_else(|| block.strip_prefix("text\n")))
}

/// The JSON without the white space between its tokens.
fn compact(json: &str) -> String {
    let (mut is_text, mut is_escaped) = (false, false);
    json.chars()
        .filter(|&c| {
            if c == '"' && !is_escaped {
                is_text = !is_text;
            }
            is_escaped = is_text && c == '\\' && !is_escaped;
            is_text || !c.is_whitespace()
        })
        .collect()
}

#[test]
fn white_space_is_left_out_between_tokens_alone() {
    assert_eq!(compact("{\n  \"a b\": [1, \"c \\\" d\"]\n}"), "{\"a b\":[1,\"c \\\" d\"]}");
}

#[test]
#[should_panic(expected = "no page of the guide shows this:\n{\"shown\":false}")]
fn another_text_than_the_page_s_is_found() {
    println!("{}", "{\"shown\":false}");
}
