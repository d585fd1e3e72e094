//! Relative paths, as dotbot writes them.

use std::borrow::Cow;

use envelope_contracts::format::relative_path;

use crate::error::ErrorPath;
use crate::text::all_bytes;

/// A relative path with forward slashes. `None` if the path is blank or absolute, or contains `..`.
pub(super) fn relative(path: &impl ErrorPath) -> Option<String> {
    relative_path(&path.to_text()?)
}

/// The path of a source file as the compiler gives it, without a root and without `..`.
#[inline]
pub(super) fn of_source(file: &str) -> Cow<'_, str> {
    let leads_up = || file.as_bytes().windows(2).any(|two| two == b"..");
    if all_bytes(file, |byte| byte != b'\\' && byte != b':') && !leads_up() {
        return file.trim_start_matches('/').into();
    }
    let file = file.replace('\\', "/");
    let file = match file.split_once(":/") {
        Some((drive, file)) if drive.len() == 1 => file,
        _ => file.as_str(),
    };
    let mut parts = Vec::new();
    for part in file.split('/') {
        match part {
            "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/").into()
}

#[cfg(test)]
mod tests {
    use super::of_source;

    #[test]
    fn a_source_file_is_relative() {
        for (file, expected) in [
            ("src/tools.rs", "src/tools.rs"),
            ("src\\tools\\list.rs", "src/tools/list.rs"),
            ("/home/ann/tools.rs", "home/ann/tools.rs"),
            ("C:\\work\\tools.rs", "work/tools.rs"),
            // No drive has two letters.
            ("src/v2:/tools.rs", "src/v2:/tools.rs"),
            ("tests/contracts/../support/mod.rs", "tests/support/mod.rs"),
            ("../../common/tools.rs", "common/tools.rs"),
            ("/../tools.rs", "tools.rs"),
        ] {
            assert_eq!(of_source(file), expected);
        }
    }
}
