//! JSON with line breaks and indentation, as `serde_json::to_string_pretty` writes it.

use super::list::end_of_string;

/// Indents JSON text that this crate has written by two spaces.
#[inline]
pub(crate) fn indented(json: &str) -> String {
    let mut pretty = String::with_capacity(json.len() * 2);
    let mut depth = 0usize;
    let mut rest = json;
    while let Some(at) = rest.find(['"', '[', ']', '{', '}', ',', ':']) {
        let (before, from) = rest.split_at(at);
        // White space outside of strings can only come from raw JSON.
        pretty.push_str(before.trim());
        let (mark, mut after) = from.split_at(1);
        match mark {
            "\"" => {
                let (string, behind) = from.split_at(string_len(from));
                pretty.push_str(string);
                after = behind;
            }
            "[" | "{" => {
                pretty.push_str(mark);
                after = after.trim_start();
                // An empty array or object stays as it is.
                if let Some(close @ (']' | '}')) = after.chars().next() {
                    pretty.push(close);
                    after = after.get(1..).unwrap_or_default();
                } else {
                    depth += 1;
                    break_line(&mut pretty, depth);
                }
            }
            "]" | "}" => {
                depth = depth.saturating_sub(1);
                break_line(&mut pretty, depth);
                pretty.push_str(mark);
            }
            "," => {
                pretty.push(',');
                break_line(&mut pretty, depth);
            }
            _ => pretty.push_str(": "),
        }
        rest = after;
    }
    pretty.push_str(rest.trim());
    pretty
}

#[inline]
fn break_line(pretty: &mut String, depth: usize) {
    pretty.push('\n');
    pretty.extend(std::iter::repeat_n("  ", depth));
}

/// The length of the string that a text starts with, quotes included.
pub(crate) fn string_len(text: &str) -> usize {
    let contents = text.as_bytes().get(1..).unwrap_or_default();
    end_of_string(contents).map_or(text.len(), |end| end + 2)
}
