//! Serializes the objects in metadata, and adds an author's own keys.
//!
//! This crate does without serde's derive, so that it builds without `syn`.

use serde_json::{Map, Value};

use crate::log::no_effect;

/// Implements `Serialize` as an object of the keys that have a value, in this order. The entries of a map can follow.
macro_rules! serialize_object {
    (|$object:ident: &$type:ty| $($key:literal: $value:expr,)* $(.. $others:expr)?) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap;

                let $object = self;
                let len = 0 $(+ usize::from($value.is_some()))* $(+ $others.len())?;
                let mut map = serializer.serialize_map(Some(len))?;
                $(if let Some(value) = $value {
                    map.serialize_entry($key, &value)?;
                })*
                $(for (key, value) in $others {
                    map.serialize_entry(key, value)?;
                })?
                map.end()
            }
        }
    };
}

pub(crate) use serialize_object;

/// The collection, or `None` if it is empty.
macro_rules! unless_empty {
    ($collection:expr) => {
        (!$collection.is_empty()).then_some(&$collection)
    };
}

pub(crate) use unless_empty;

/// Adds a key. A key of the contract is left out, and the log reports the mistake.
pub(crate) fn insert_extra(
    extra: &mut Map<String, Value>,
    is_reserved: impl Fn(&str) -> bool,
    key: impl Into<String>,
    value: impl Into<Value>,
) {
    let key = key.into();
    if is_reserved(&key) {
        no_effect(format_args!(
            "`{key}` is a key of the contract, so the value that is added is left out"
        ));
    } else {
        extra.insert(key, value.into());
    }
}
