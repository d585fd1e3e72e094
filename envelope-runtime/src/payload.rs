//! Data that can be `data` as it is: what serializes to a JSON object.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// Data that serializes to a JSON object, and so can be the `data` of an envelope.
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
/// `()` is the empty object. Maps are payloads, and so are references, boxes and shared pointers to payloads. Data of
/// any other shape is nested under a key, which the tool names: `data = "tasks"`, or `data("spec", "tasks")` for a tuple.
///
/// The trait is a promise about the type's `Serialize`. A hand-written promise that is not kept does no harm to the
/// envelope: the caller gets an `INTERNAL_ERROR`.
#[diagnostic::on_unimplemented(
    message = "`data` must be a JSON object, and `{Self}` does not serialize to one",
    label = "not a JSON object",
    note = "nest it under a key: add `data = \"…\"` to `#[envelope_tool]`",
    note = "or, if it is your own struct with named fields, add `#[derive(Payload)]` to it"
)]
pub trait Payload {}

impl Payload for () {}
impl<K, V, S> Payload for HashMap<K, V, S> {}
impl<K, V> Payload for BTreeMap<K, V> {}
impl Payload for serde_json::Map<String, serde_json::Value> {}
impl<T: Payload + ?Sized> Payload for &T {}
impl<T: Payload + ?Sized> Payload for &mut T {}
impl<T: Payload + ?Sized> Payload for Box<T> {}
impl<T: Payload + ?Sized> Payload for Rc<T> {}
impl<T: Payload + ?Sized> Payload for Arc<T> {}
impl<T: Payload + ToOwned + ?Sized> Payload for Cow<'_, T> {}
