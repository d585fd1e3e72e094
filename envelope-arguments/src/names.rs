//! The names that serde hands over for the fields of a struct, which contain the aliases.

use crate::stop::Names;

/// Whether a key can be another name of a field. serde lists the names of each field next to each other, in their order, so an alias
/// belongs to the field before or after it.
pub(crate) fn stands_for(
    key: &str,
    name: &str,
    fields: Names,
    is_property: &dyn Fn(&str) -> bool,
) -> bool {
    let index = |name: &str| fields.iter().position(|field| *field == name);
    let (Some(key), Some(name)) = (index(key), index(name)) else { return false };
    let between = fields.get(key.min(name)..=key.max(name)).unwrap_or_default();
    // No other field is between them.
    let properties = between.iter().filter(|field| is_property(field)).count();
    between.is_sorted() && properties == 1
}
