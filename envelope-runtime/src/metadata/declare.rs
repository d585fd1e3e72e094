//! Declares the types of metadata by their contract's tables.

/// Declares an enum that has a variant for each word of a table, in its order.
macro_rules! words {
    (
        $(#[$attr:meta])*
        pub enum $name:ident($words:expr, $expected:literal) {
            $($(#[$variant_attr:meta])* $variant:ident,)*
        }
    ) => {
        $(#[$attr])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_attr])* $variant,)*
        }

        const _: () = assert!($name::ALL.len() == $words.len());

        impl $name {
            const ALL: &[Self] = &[$(Self::$variant),*];

            /// The word on the wire.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                let mut words = Self::ALL.iter().zip($words);
                words.find(|(value, _)| **value == self).map_or("", |(_, word)| word)
            }

            fn of_word(word: &str) -> Option<Self> {
                let mut words = Self::ALL.iter().zip($words);
                words.find(|(_, known)| **known == word).map(|(value, _)| *value)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <std::borrow::Cow<'_, str> as serde::Deserialize>::deserialize(deserializer)?;
                Self::of_word(&word).ok_or_else(|| serde::de::Error::unknown_variant(&word, $words))
            }
        }

        #[cfg(feature = "read")]
        impl $crate::json::Lenient for $name {
            const EXPECTED: &'static str = $expected;

            fn read(document: $crate::json::Document<'_>) -> Result<Self, $crate::json::Document<'_>> {
                document.as_str().and_then(Self::of_word).ok_or(document)
            }
        }
    };
}

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
            extra: serde_json::Map<String, serde_json::Value>,
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
                    extra: parts.into_extra(),
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

pub(crate) use {object, words};

/// Whether a key has no value, and so is not written.
pub(crate) fn is_absent<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
