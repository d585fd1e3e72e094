//! Paths of arguments as text, such as `filters[2].status`.

/// The path of a key in an object with this path.
pub(crate) fn joined(around: &str, key: &str) -> String {
    let separator = if around.is_empty() { "" } else { "." };
    format!("{around}{separator}{key}")
}

/// Whether a path is this one or a path within it.
pub(crate) fn is_within(inner: &str, outer: &str) -> bool {
    let rest = inner.strip_prefix(outer);
    rest.is_some_and(|rest| rest.is_empty() || outer.is_empty() || rest.starts_with(['.', '[']))
}
