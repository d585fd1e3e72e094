//! Declares the vocabularies of metadata from the tables of the contracts.

use std::error::Error;
use std::fmt;

/// The error of parsing a word that its vocabulary does not contain.
///
/// ```
/// use envelope_runtime::Tier;
///
/// assert_eq!("pro".parse(), Ok(Tier::Pro));
/// assert!("gold".parse::<Tier>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownWord;

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a word of this vocabulary")
    }
}

impl Error for UnknownWord {}

/// Declares an enum that has a variant for each word of a table, in the table's order.
macro_rules! words {
    (
        $(#[$attr:meta])*
        pub enum $name:ident($words:expr) {
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
        }
    };
}

/// Prints, parses, serializes and deserializes a value as its word.
macro_rules! wire_words {
    ($name:ident, $words:expr) => {
        /// Parses the word on the wire.
        impl std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let known = Self::ALL.iter().find(|known| known.as_str() == word);
                known.copied().ok_or($crate::UnknownWord)
            }
        }

        /// Prints the word on the wire.
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(deserializer)?;
                word.parse().map_err(|_| serde::de::Error::unknown_variant(&word, $words))
            }
        }
    };
}

pub(crate) use wire_words;
pub(crate) use words;
