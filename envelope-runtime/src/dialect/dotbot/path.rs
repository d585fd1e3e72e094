//! Relative paths, as dotbot writes them.

use std::borrow::Cow;

use crate::text::all_bytes;

/// A path with forward slashes, without the root of an absolute path.
pub(super) fn relative(path: &str) -> Cow<'_, str> {
    if all_bytes(path, |byte| byte != b'\\' && byte != b':') {
        return path.trim_start_matches('/').into();
    }
    let path = path.replace('\\', "/");
    let path = match path.split_once(":/") {
        Some((drive, path)) if drive.len() == 1 => path,
        _ => path.as_str(),
    };
    path.trim_start_matches('/').to_owned().into()
}

#[cfg(test)]
mod tests {
    use super::relative;

    #[test]
    fn paths_are_relative_with_forward_slashes() {
        for (path, expected) in [
            ("src/tools.rs", "src/tools.rs"),
            ("src\\tools\\list.rs", "src/tools/list.rs"),
            ("/home/ann/tools.rs", "home/ann/tools.rs"),
            ("C:\\work\\tools.rs", "work/tools.rs"),
        ] {
            assert_eq!(relative(path), expected);
        }
    }
}
