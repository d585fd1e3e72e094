//! Data that serializes to a JSON object.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use serde::Serialize;

use crate::envelope::Envelope;

/// Data that serializes to a JSON object.
///
/// In response-v2, dotbot and `mcp-2025-11-25`, the data of a tool has to implement this trait, unless the tool nests the data under a key.
///
/// Derive it on a struct with named fields, or on an enum whose serde representation is always an object:
///
/// ```
/// use envelope_runtime::{Payload, ToolFailure, envelope_tool};
/// use serde::Serialize;
///
/// #[derive(Serialize, Payload)]
/// struct Spec {
///     id: &'static str,
/// }
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn read_spec() -> Result<Spec, ToolFailure> {
///     Ok(Spec { id: "auth" })
/// }
///
/// assert_eq!(
///     read_spec().as_str(),
///     r#"{"success":true,"data":{"id":"auth"},"error":null,"meta":{"version":"response-v2"}}"#
/// );
/// ```
///
/// `()` is the empty object `{}`. `HashMap`, `BTreeMap` and `serde_json::Map` are payloads, and so are references, boxes and,
/// with the feature `rc` of serde, shared pointers to payloads. Nest any other data under a key: `data = "tasks"` in the attribute gives
/// `{"tasks": …}`, and `data("spec", "tasks")` gives each value of a tuple its own key.
///
/// The derive checks that the type serializes to an object. If a hand-written impl of this trait is wrong, and the data is not an object,
/// the caller gets an `INTERNAL_ERROR` envelope.
#[diagnostic::on_unimplemented(
    message = "`data` must be a JSON object, and `{Self}` does not serialize to one",
    label = "not a JSON object",
    note = "nest it under a key: add `data = \"…\"` to `#[envelope_tool]`, and remove a `#[derive(Payload)]` around it",
    note = "or, if it is your own struct with named fields, add `#[derive(serde::Serialize, Payload)]` to it",
    note = "or, if it is a wrapper such as `Json<T>`, return what is in it"
)]
pub trait Payload: Serialize {}

impl Payload for () {}
impl<K: Serialize, V: Serialize, S> Payload for HashMap<K, V, S> {}
impl<K: Serialize, V: Serialize> Payload for BTreeMap<K, V> {}
impl Payload for serde_json::Map<String, serde_json::Value> {}
impl<T: Payload + ?Sized> Payload for &T {}
impl<T: Payload + ?Sized> Payload for &mut T {}
impl<T: Payload + ?Sized> Payload for Box<T> {}
// With the feature `rc` of serde, shared pointers serialize.
impl<T: Payload + ?Sized> Payload for Rc<T> where Self: Serialize {}
impl<T: Payload + ?Sized> Payload for Arc<T> where Self: Serialize {}
impl<T: Payload + ToOwned + ?Sized> Payload for Cow<'_, T> {}

// These impls never apply. With them, the compiler explains why an answer behind a type alias is not data.
#[doc(hidden)]
impl Payload for Envelope where for<'never> Self: Data<'never> {}
#[doc(hidden)]
impl<T: Serialize, E: Serialize> Payload for Result<T, E> where for<'never> Self: Data<'never> {}
#[cfg(feature = "rmcp3")]
#[doc(hidden)]
impl Payload for ::rmcp::model::CallToolResult where for<'never> Self: Data<'never> {}

/// No type implements this trait. Its diagnostic is for answers that are used as data.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is the answer of a tool, and not data: its failure would be sent as a success",
    label = "an answer",
    note = "return the data of a success, and pass a failure on with `?`",
    note = "if both are tools, move the body of the other one to a function that returns its `Result`, and call that in both"
)]
pub trait Data<'never> {}

/// Types that `#[serde(flatten)]` or `#[serde(tag)]` can write as a part of an object: a payload, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "a part of a JSON object is an object, and `{Self}` does not serialize to one",
    label = "not a JSON object",
    note = "remove `#[serde(flatten)]`, so that the value is under the name of the field",
    note = "in a variant with a tag, name the field, or add `content = \"…\"` to `#[serde(tag = \"…\")]`",
    note = "or, if it is your own struct with named fields, add `#[derive(Payload)]` to it"
)]
pub trait Flatten {}

#[diagnostic::do_not_recommend]
impl<T: Payload + ?Sized> Flatten for T {}
#[diagnostic::do_not_recommend]
impl<T: Flatten> Flatten for Option<T> {}

/// Types that serde never writes as a part of an object. Enums and unit structs are missing, since serde can write them as a part.
pub trait NeverPart {}

macro_rules! never_parts {
    ($($ty:ty $(=> [$($parameters:tt)*])?;)*) => {$(
        impl $(<$($parameters)*>)? NeverPart for $ty {}
    )*};
}

#[rustfmt::skip]
never_parts! {
    bool; char; f32; f64; i8; i16; i32; i64; i128; isize; u8; u16; u32; u64; u128; usize; str; String;
    [T] => [T]; [T; N] => [T, const N: usize]; Vec<T> => [T]; VecDeque<T> => [T]; BTreeSet<T> => [T]; HashSet<T, S> => [T, S];
    (A,) => [A]; (A, B) => [A, B]; (A, B, C) => [A, B, C]; (A, B, C, D) => [A, B, C, D];
    &T => [T: NeverPart + ?Sized]; Box<T> => [T: NeverPart + ?Sized]; Option<T> => [T: NeverPart];
}

/// Requires `Serialize` of a type that derives `Payload`.
pub trait Serializes: Serialize {}

impl<T: Serialize + ?Sized> Serializes for T {}
