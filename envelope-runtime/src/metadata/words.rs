//! Declares the vocabularies of metadata by the tables of their contracts.

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

pub(crate) use words;
