//! Declares the objects of metadata by the tables of their contracts.

/// Declares an object with a field for each key of a table. All other keys are extra.
macro_rules! object {
    (
        $(#[$attr:meta])*
        pub struct $name:ident {
            $($(#[$field_attr:meta])* pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$attr])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$field_attr])* pub $field: $type,)*
            #[serde(flatten)]
            extra: $crate::metadata::JsonMap,
        }

        impl $name {
            pub(crate) const KEYS: &[&str] = &[$(stringify!($field)),*];

            /// The other keys.
            #[must_use]
            pub fn extras(&self) -> &serde_json::Map<String, serde_json::Value> {
                &self.extra
            }

            /// Reads the fields that fit. Everything else is extra.
            #[cfg(feature = "read")]
            fn of_parts(mut parts: $crate::json::Parts<'_>) -> Self {
                Self {
                    $($field: parts.take_or_default(stringify!($field)),)*
                    extra: parts.into_json_map(),
                }
            }

            /// Serializes the fields that differ from their default, and then the extra keys. `instead` can serialize something else
            /// for a field, or nothing, and returns whether it has dealt with the field.
            #[allow(dead_code, reason = "most objects are serialized as they are")]
            fn serialize_with<S: serde::Serializer>(
                &self,
                serializer: S,
                mut instead: impl FnMut(&str, &mut S::SerializeMap) -> Result<bool, S::Error>,
            ) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap;

                // The writer compares the keys of a map without a length, and no key is here twice.
                let mut map = serializer.serialize_map(Some(Self::KEYS.len() + self.extra.len()))?;
                $(if !instead(stringify!($field), &mut map)? && !$crate::metadata::is_absent(&self.$field) {
                    map.serialize_entry(stringify!($field), &self.$field)?;
                })*
                // A value that was read, and did not fit its field, is extra as well.
                for (key, value) in self.extra.iter().filter(|(key, _)| !Self::KEYS.contains(&&***key)) {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    };
}

pub(crate) use object;

/// Whether a key has no value, and so is not written.
pub(crate) fn is_absent<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
