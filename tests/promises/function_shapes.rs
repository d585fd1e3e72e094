//! Every shape of function that people write can be a tool.

use std::fmt::{Debug, Display};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::support::wire;
use envelope_runtime::response_v2::Reply;
use envelope_runtime::{Envelope, Payload, ToolFailure, envelope_tool};
use pollster::block_on;
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize, Payload, Debug, Clone, PartialEq)]
struct Spec {
    id: String,
}

fn spec(id: impl Display) -> Spec {
    Spec { id: id.to_string() }
}

fn data(envelope: impl AsRef<str>) -> Value {
    wire(envelope)["data"].clone()
}

/// Yields once, so that a future is really suspended.
async fn pause() {
    let mut paused = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut paused, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

fn assert_send<T: Send>(value: T) -> T {
    value
}

#[envelope_tool(dialect = "response-v2")]
fn free(id: &str) -> Result<Spec, ToolFailure> {
    Ok(spec(id))
}

#[envelope_tool(dialect = "response-v2")]
async fn asynchronous(id: &str) -> Result<Spec, ToolFailure> {
    pause().await;
    Ok(spec(id))
}

#[test]
fn free_functions() {
    assert_eq!(data(free("a")), json!({"id": "a"}));
    assert_eq!(data(block_on(assert_send(asynchronous("a")))), json!({"id": "a"}));
}

#[derive(Debug, Clone, Default)]
struct Store {
    spec: Option<Spec>,
}

impl Store {
    const ID: &str = "associated";

    #[envelope_tool(dialect = "response-v2")]
    fn associated() -> Result<Spec, ToolFailure> {
        Ok(spec(Self::ID))
    }

    #[envelope_tool(dialect = "response-v2")]
    fn by_value(self) -> Result<Spec, ToolFailure> {
        self.spec.ok_or_else(|| ToolFailure::not_found("Spec", "any"))
    }

    /// The data is borrowed from the receiver.
    #[envelope_tool(dialect = "response-v2")]
    fn by_reference(&self) -> Result<&Spec, ToolFailure> {
        self.spec.as_ref().ok_or_else(|| ToolFailure::not_found("Spec", "any"))
    }

    /// The data is borrowed from a receiver that the body changes.
    #[envelope_tool(dialect = "response-v2")]
    fn by_mutable_reference(&mut self) -> Result<&mut Spec, ToolFailure> {
        let spec = self.spec.as_mut().ok_or_else(|| ToolFailure::not_found("Spec", "any"))?;
        spec.id.push('!');
        Ok(spec)
    }

    #[envelope_tool(dialect = "response-v2")]
    fn by_box(self: Box<Self>) -> Result<Spec, ToolFailure> {
        Ok(self.spec.unwrap_or_else(|| spec("none")))
    }

    #[envelope_tool(dialect = "response-v2")]
    fn by_arc(self: Arc<Self>) -> Result<Spec, ToolFailure> {
        Ok(self.spec.clone().unwrap_or_else(|| spec("none")))
    }

    #[envelope_tool(dialect = "response-v2", data = "spec")]
    fn by_pin(self: Pin<&mut Self>) -> Result<Option<Spec>, ToolFailure> {
        Ok(self.spec.clone())
    }

    #[envelope_tool(dialect = "response-v2")]
    async fn async_by_value(self) -> Result<Spec, ToolFailure> {
        pause().await;
        self.spec.ok_or_else(|| ToolFailure::not_found("Spec", "any"))
    }

    #[envelope_tool(dialect = "response-v2")]
    async fn async_by_reference(&self) -> Result<&Spec, ToolFailure> {
        pause().await;
        self.spec.as_ref().ok_or_else(|| ToolFailure::not_found("Spec", "any"))
    }

    #[envelope_tool(dialect = "response-v2")]
    async fn async_by_mutable_reference(&mut self, id: &str) -> Result<&Spec, ToolFailure> {
        pause().await;
        Ok(self.spec.insert(spec(id)))
    }

    #[envelope_tool(dialect = "response-v2")]
    async fn async_by_arc(self: Arc<Self>) -> Result<Spec, ToolFailure> {
        pause().await;
        Ok(self.spec.clone().unwrap_or_else(|| spec("none")))
    }
}

#[test]
fn methods_with_any_receiver() {
    let mut store = Store { spec: Some(spec("s")) };
    let expected = json!({"id": "s"});
    assert_eq!(data(Store::associated()), json!({"id": "associated"}));
    assert_eq!(data(store.clone().by_value()), expected);
    assert_eq!(data(store.by_reference()), expected);
    assert_eq!(data(Box::new(store.clone()).by_box()), expected);
    assert_eq!(data(Arc::new(store.clone()).by_arc()), expected);
    assert_eq!(data(Pin::new(&mut store).by_pin()), json!({"spec": expected}));
    assert_eq!(data(block_on(assert_send(store.clone().async_by_value()))), expected);
    assert_eq!(data(block_on(assert_send(store.async_by_reference()))), expected);
    assert_eq!(data(block_on(assert_send(Arc::new(store.clone()).async_by_arc()))), expected);
    assert_eq!(data(store.by_mutable_reference()), json!({"id": "s!"}));
    assert_eq!(
        data(block_on(assert_send(store.async_by_mutable_reference("t")))),
        json!({"id": "t"})
    );
    assert_eq!(store.spec, Some(spec("t")));
    assert!(!Store::default().by_value().is_success());
}

#[envelope_tool(dialect = "response-v2")]
fn boxed<'a>(id: &'a str) -> Pin<Box<dyn Future<Output = Result<Spec, ToolFailure>> + Send + 'a>> {
    Box::pin(async move {
        pause().await;
        let number: u8 = id.parse()?;
        Ok(spec(number))
    })
}

/// The future owns a value that the function makes from its argument.
#[envelope_tool(dialect = "response-v2")]
fn boxed_static(id: &str) -> Pin<Box<dyn Future<Output = Result<Spec, ToolFailure>> + Send>> {
    let id = id.to_owned();
    Box::pin(async move { Ok(spec(id)) })
}

#[envelope_tool(dialect = "response-v2")]
fn boxed_local(id: &str) -> Pin<Box<dyn Future<Output = Result<Spec, ToolFailure>> + '_>> {
    if id.is_empty() {
        return Box::pin(async { Err(ToolFailure::missing_required("id")) });
    }
    let not_send = std::rc::Rc::new(id);
    Box::pin(async move {
        pause().await;
        Ok(spec(not_send))
    })
}

type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

#[envelope_tool(dialect = "response-v2")]
fn aliased_future(id: &str) -> BoxFuture<'_, Result<Spec, ToolFailure>> {
    Box::pin(async move { Ok(spec(id)) })
}

/// The type of the future comes from a `macro_rules!` macro.
macro_rules! returns {
    ($name:ident, $future:ty) => {
        #[envelope_tool(dialect = "response-v2")]
        fn $name(id: &str) -> $future {
            let id = id.to_owned();
            Box::pin(async move {
                pause().await;
                Ok(spec(id))
            })
        }
    };
}

returns!(future_of_a_macro, BoxFuture<'static, Result<Spec, ToolFailure>>);

#[envelope_tool(dialect = "response-v2")]
fn impl_future(id: &str) -> impl Future<Output = Result<Spec, ToolFailure>> + Send {
    async move {
        pause().await;
        let number: u8 = id.parse()?;
        Ok(spec(number))
    }
}

#[envelope_tool(dialect = "response-v2")]
fn impl_future_static(
    id: &str,
) -> impl Future<Output = Result<Spec, ToolFailure>> + Send + 'static + use<> {
    let id = id.to_owned();
    async move { Ok(spec(id)) }
}

#[test]
fn functions_that_return_a_future() {
    assert_eq!(data(block_on(assert_send(boxed("7")))), json!({"id": "7"}));
    assert_eq!(block_on(boxed("x")).error_code(), Some("INVALID_FORMAT"));
    let future = {
        let id = String::from("short-lived");
        (boxed_static(&id), impl_future_static(&id))
    };
    assert_eq!(data(block_on(assert_send(future.0))), json!({"id": "short-lived"}));
    assert_eq!(data(block_on(assert_send(future.1))), json!({"id": "short-lived"}));
    assert_eq!(data(block_on(boxed_local("a"))), json!({"id": "a"}));
    assert_eq!(block_on(boxed_local("")).error_code(), Some("MISSING_REQUIRED"));
    assert_eq!(data(block_on(assert_send(aliased_future("a")))), json!({"id": "a"}));
    assert_eq!(data(block_on(assert_send(future_of_a_macro("a")))), json!({"id": "a"}));
    assert_eq!(data(block_on(assert_send(impl_future("7")))), json!({"id": "7"}));
    assert_eq!(block_on(impl_future("x")).error_code(), Some("INVALID_FORMAT"));
}

trait Tools {
    fn sync(&self, id: &str) -> Envelope;

    fn provided(&self) -> Envelope {
        self.sync("provided")
    }

    fn native(&self, id: &str) -> impl Future<Output = Envelope> + Send;
}

#[async_trait::async_trait]
trait AsyncTools {
    async fn outside(&self, id: &str) -> Envelope;
    async fn inside(&self, id: &str) -> Envelope;
}

impl Tools for Store {
    #[envelope_tool(dialect = "response-v2")]
    fn sync(&self, id: &str) -> Result<Spec, ToolFailure> {
        Ok(spec(id))
    }

    #[envelope_tool(dialect = "response-v2")]
    async fn native(&self, id: &str) -> Result<Spec, ToolFailure> {
        pause().await;
        Ok(spec(id))
    }
}

/// `#[async_trait]` produces a function that returns a boxed future.
#[async_trait::async_trait]
impl AsyncTools for Store {
    #[envelope_tool(dialect = "response-v2")]
    async fn outside(&self, id: &str) -> Result<Spec, ToolFailure> {
        pause().await;
        if id.is_empty() {
            return Err(ToolFailure::missing_required("id"));
        }
        Ok(spec(id))
    }

    #[envelope_tool(dialect = "response-v2")]
    async fn inside(&self, id: &str) -> Result<Spec, ToolFailure> {
        let number: u8 = id.parse()?;
        Ok(spec(number))
    }
}

#[test]
fn methods_of_trait_impls() {
    let store = Store::default();
    assert_eq!(data(store.sync("a")), json!({"id": "a"}));
    assert_eq!(data(store.provided()), json!({"id": "provided"}));
    assert_eq!(data(block_on(assert_send(store.native("a")))), json!({"id": "a"}));
    assert_eq!(data(block_on(assert_send(store.outside("a")))), json!({"id": "a"}));
    assert_eq!(block_on(store.outside("")).error_code(), Some("MISSING_REQUIRED"));
    assert_eq!(block_on(store.inside("x")).error_code(), Some("INVALID_FORMAT"));
    let tools: &dyn AsyncTools = &store;
    assert_eq!(data(block_on(tools.inside("8"))), json!({"id": "8"}));
}

#[derive(Serialize, Payload)]
struct Page<T> {
    items: Vec<T>,
}

#[envelope_tool(dialect = "response-v2")]
fn generic<T>(items: Vec<T>) -> Result<Page<T>, ToolFailure>
where
    T: Serialize + Debug,
{
    Ok(Page { items })
}

#[envelope_tool(dialect = "response-v2")]
fn const_generic<const N: usize>(items: [u8; N]) -> Result<Page<u8>, ToolFailure> {
    Ok(Page { items: items.into_iter().take(N).collect() })
}

#[envelope_tool(dialect = "response-v2", data = "longest")]
fn lifetimes<'a, 'b: 'a>(one: &'a str, other: &'b str) -> Result<&'a str, ToolFailure> {
    Ok(if one.len() > other.len() { one } else { other })
}

/// The tool does not return the `Result`, so the lifetimes in the `Result` need no names.
#[envelope_tool(dialect = "response-v2", data = "longest")]
fn borrowed_from_two(one: &str, other: &str) -> Result<&str, ToolFailure> {
    Ok(if one.len() > other.len() { one } else { other })
}

#[envelope_tool(dialect = "response-v2", data = "longest")]
async fn borrowed_from_two_async(one: &str, other: &str) -> Result<&str, ToolFailure> {
    pause().await;
    Ok(if one.len() > other.len() { one } else { other })
}

#[envelope_tool(dialect = "response-v2", data = "unit")]
fn borrowed_from_nothing(bytes: u64) -> Result<&str, ToolFailure> {
    Ok(if bytes < 1024 { "B" } else { "KiB" })
}

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data = "unit")]
fn borrowed_in_a_future(bytes: u64) -> impl Future<Output = Result<&str, ToolFailure>> {
    async move { Ok(if bytes < 1024 { "B" } else { "KiB" }) }
}

#[envelope_tool(dialect = "response-v2")]
fn impl_trait_argument(
    id: impl Into<String>,
    rest: impl Iterator<Item = u8>,
) -> Result<Spec, ToolFailure> {
    Ok(Spec { id: format!("{}{}", id.into(), rest.sum::<u8>()) })
}

#[envelope_tool(dialect = "response-v2")]
async fn async_generic<T: Display + Send + Sync, F>(id: &T, with: F) -> Result<Spec, ToolFailure>
where
    F: Fn(&T) -> String + Send,
{
    pause().await;
    Ok(spec(with(id)))
}

struct Holder<T>(T);

impl<T: Serialize + Clone> Holder<T> {
    #[envelope_tool(dialect = "response-v2")]
    fn items<const N: usize>(&self) -> Result<Page<T>, ToolFailure> {
        Ok(Page { items: vec![self.0.clone(); N] })
    }
}

#[test]
fn generics() {
    assert_eq!(data(generic(vec![1, 2])), json!({"items": [1, 2]}));
    assert_eq!(data(generic(vec!["a"])), json!({"items": ["a"]}));
    assert_eq!(data(const_generic([1, 2, 3])), json!({"items": [1, 2, 3]}));
    assert_eq!(data(lifetimes("abc", "ab")), json!({"longest": "abc"}));
    assert_eq!(data(borrowed_from_two("abc", "ab")), json!({"longest": "abc"}));
    assert_eq!(data(block_on(borrowed_from_two_async("a", "ab"))), json!({"longest": "ab"}));
    assert_eq!(data(borrowed_from_nothing(1)), json!({"unit": "B"}));
    assert_eq!(data(block_on(borrowed_in_a_future(2048))), json!({"unit": "KiB"}));
    assert_eq!(data(impl_trait_argument("a", [1, 2].into_iter())), json!({"id": "a3"}));
    assert_eq!(
        data(block_on(assert_send(async_generic(&5, |id| id.to_string())))),
        json!({"id": "5"})
    );
    assert_eq!(data(Holder('x').items::<2>()), json!({"items": ["x", "x"]}));
}

#[envelope_tool(dialect = "response-v2")]
fn patterns(
    (left, right): (u8, u8),
    Spec { id }: Spec,
    mut total: u8,
    [first, ..]: [u8; 3],
    _: bool,
) -> Result<Spec, ToolFailure> {
    total += left + right + first;
    Ok(Spec { id: format!("{id}{total}") })
}

#[envelope_tool(dialect = "response-v2")]
async fn async_mut_argument(mut ids: Vec<u8>) -> Result<Page<u8>, ToolFailure> {
    ids.push(3);
    pause().await;
    ids.push(4);
    Ok(Page { items: ids })
}

#[envelope_tool(dialect = "response-v2")]
fn attributes_on_arguments(
    #[allow(unused_variables)] ignored: u8,
    #[cfg(any())] absent: NoSuchType,
    #[cfg(not(any()))] id: &str,
) -> Result<Spec, ToolFailure> {
    Ok(spec(id))
}

#[test]
fn arguments() {
    assert_eq!(data(patterns((1, 2), spec("s"), 3, [4, 0, 0], true)), json!({"id": "s10"}));
    assert_eq!(data(block_on(async_mut_argument(vec![1]))), json!({"items": [1, 3, 4]}));
    assert_eq!(data(attributes_on_arguments(0, "a")), json!({"id": "a"}));
}

mod visibility {
    use super::{Spec, ToolFailure, envelope_tool, spec};

    #[envelope_tool(dialect = "response-v2")]
    pub fn public() -> Result<Spec, ToolFailure> {
        Ok(spec("pub"))
    }

    #[envelope_tool(dialect = "response-v2")]
    pub(crate) fn in_crate() -> Result<Spec, ToolFailure> {
        Ok(spec("crate"))
    }

    #[envelope_tool(dialect = "response-v2")]
    pub(in crate::function_shapes::visibility) fn in_path() -> Result<Spec, ToolFailure> {
        Ok(spec("path"))
    }

    pub fn through() -> String {
        in_path().into_string()
    }
}

#[test]
fn any_visibility() {
    assert_eq!(data(visibility::public()), json!({"id": "pub"}));
    assert_eq!(data(visibility::in_crate()), json!({"id": "crate"}));
    assert_eq!(data(visibility::through()), json!({"id": "path"}));
}

/// Other attributes are kept, including those inside the body.
#[envelope_tool(dialect = "response-v2")]
#[deprecated = "to see that the attribute is kept"]
#[allow(unreachable_code)]
#[inline]
fn attributed() -> Result<Spec, ToolFailure> {
    #![allow(unused_variables)]
    let unused = 1;
    return Ok(spec("kept"));
    Ok(spec("unreachable"))
}

#[test]
#[allow(deprecated)]
fn other_attributes() {
    assert_eq!(data(attributed()), json!({"id": "kept"}));
}

#[envelope_tool(dialect = "response-v2")]
fn early(id: &str) -> Result<Spec, ToolFailure> {
    if id.is_empty() {
        return Err(ToolFailure::missing_required("id"));
    }
    for char in id.chars() {
        if char == '!' {
            return Ok(spec("bang"));
        }
    }
    let number: i32 = id.parse()?;
    let json: i32 = serde_json::from_str(id)?;
    Ok(spec(number + json))
}

#[envelope_tool(dialect = "response-v2")]
async fn async_early(id: &str) -> Result<Spec, ToolFailure> {
    if id.is_empty() {
        return Err(ToolFailure::missing_required("id"));
    }
    pause().await;
    let number: i32 = id.parse()?;
    Ok(spec(number))
}

#[test]
fn early_return_and_question_mark() {
    assert_eq!(early("").error_code(), Some("MISSING_REQUIRED"));
    assert_eq!(data(early("a!")), json!({"id": "bang"}));
    assert_eq!(early("x").error_code(), Some("INVALID_FORMAT"));
    assert_eq!(data(early("4")), json!({"id": "8"}));
    assert_eq!(block_on(async_early("")).error_code(), Some("MISSING_REQUIRED"));
    assert_eq!(block_on(async_early("x")).error_code(), Some("INVALID_FORMAT"));
    assert_eq!(data(block_on(async_early("4"))), json!({"id": "4"}));
}

mod aliases {
    pub type Result<T> = std::result::Result<T, envelope_runtime::ToolFailure>;
    pub type Outcome = Result<super::Spec>;
    pub type Swapped<E, T> = std::result::Result<T, E>;
}

#[envelope_tool(dialect = "response-v2")]
fn alias_with_one_parameter() -> aliases::Result<Spec> {
    Ok(spec("alias"))
}

#[envelope_tool(dialect = "response-v2")]
fn alias_with_none() -> aliases::Outcome {
    Ok(spec("alias"))
}

#[envelope_tool(dialect = "response-v2")]
async fn alias_with_its_own_order() -> aliases::Swapped<ToolFailure, Reply<Spec>> {
    Ok(Reply::new(spec("alias")))
}

#[test]
fn result_aliases() {
    let expected = json!({"id": "alias"});
    assert_eq!(data(alias_with_one_parameter()), expected);
    assert_eq!(data(alias_with_none()), expected);
    assert_eq!(data(block_on(alias_with_its_own_order())), expected);
}

#[envelope_tool(dialect = "response-v2")]
fn impl_data(id: &str) -> Result<impl Serialize + Payload + use<>, ToolFailure> {
    Ok(spec(id))
}

#[envelope_tool(dialect = "response-v2", data = "ids")]
async fn impl_data_async(id: &str) -> Result<Vec<impl Serialize>, ToolFailure> {
    let id: u8 = id.parse()?;
    Ok(vec![id])
}

#[test]
fn impl_trait_as_data() {
    assert_eq!(data(impl_data("a")), json!({"id": "a"}));
    assert_eq!(data(block_on(impl_data_async("3"))), json!({"ids": [3]}));
}

#[test]
fn tools_inside_functions() {
    #[envelope_tool(dialect = "response-v2")]
    fn inner() -> Result<Spec, ToolFailure> {
        #[envelope_tool(dialect = "response-v2")]
        fn innermost() -> Result<Spec, ToolFailure> {
            Ok(spec("innermost"))
        }
        let text = innermost().into_string();
        Ok(spec(text.len()))
    }

    assert!(inner().is_success());
}

/// A setting reads the arguments before the body takes them.
#[envelope_tool(dialect = "response-v2", request_id = &ids[0])]
fn moves_what_a_setting_read(ids: Vec<String>) -> Result<Spec, ToolFailure> {
    Ok(spec(ids.into_iter().collect::<String>()))
}

#[envelope_tool(dialect = "response-v2", request_id = ids.first())]
async fn borrows_mutably_what_a_setting_read(ids: &mut Vec<String>) -> Result<Spec, ToolFailure> {
    ids.clear();
    pause().await;
    Ok(spec(ids.len()))
}

#[test]
fn settings_are_evaluated_before_the_body() {
    let envelope = wire(moves_what_a_setting_read(vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(envelope["meta"]["request_id"], "a");
    assert_eq!(envelope["data"]["id"], "ab");
    let mut ids = vec!["a".to_owned()];
    let envelope = wire(block_on(assert_send(borrows_mutably_what_a_setting_read(&mut ids))));
    assert_eq!(envelope["meta"]["request_id"], "a");
    assert_eq!(envelope["data"]["id"], "0");
}
