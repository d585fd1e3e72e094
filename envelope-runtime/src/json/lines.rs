//! Finds the lines of a text in the contents of its JSON string.

use super::escape::count_pairs;

/// Decodes the contents of a JSON string.
pub(super) fn unescaped(contents: &str) -> String {
    serde_json::from_str(&format!("\"{contents}\"")).unwrap_or_else(|_| contents.to_owned())
}

/// The end of the last line in the contents of a JSON string, which can break off within an escape.
pub(super) fn end_of_last_line(mut contents: &[u8]) -> Option<usize> {
    loop {
        let at = contents.windows(2).rposition(|pair| pair == b"\\n")?;
        contents = contents.get(..at)?;
        let is_backslash = |byte: &&u8| **byte == b'\\';
        // After an odd number of backslashes, this one belongs to an escaped backslash.
        if contents.iter().rev().take_while(is_backslash).count() % 2 == 0 {
            return Some(at + 2);
        }
    }
}

pub(super) fn end_of_first_line(contents: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += contents.get(at..)?.iter().position(|byte| *byte == b'\\')? + 2;
        if contents.get(at - 1) == Some(&b'n') {
            return Some(at);
        }
    }
}

/// Counts the lines of a text in the contents of its JSON string.
pub(super) fn line_count(contents: &str) -> usize {
    let breaks = if contents.contains("\\\\") {
        unescaped(contents).bytes().filter(|byte| *byte == b'\n').count()
    } else {
        // Without an escaped backslash, each `\n` is a line break.
        count_pairs(contents.as_bytes(), *b"\\n")
    };
    let is_whole = end_of_last_line(contents.as_bytes()) == Some(contents.len());
    breaks + usize::from(!is_whole && !contents.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted() {
        for (text, lines) in
            [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2), ("\\n\n\\", 2)]
        {
            let json = serde_json::to_string(text).unwrap();
            assert_eq!(line_count(&json[1..json.len() - 1]), lines, "{text:?}");
        }
    }
}
