//! Ambient values in a scope: on a thread during a call, or on every thread that polls a future.

use std::cell::{Ref, RefCell};
use std::future::{Future, poll_fn};
use std::mem::ManuallyDrop;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::thread::LocalKey;

/// The value of the innermost scope, for a thread-local.
///
/// The type has no destructor, so destructors of other thread-locals can still use the value. Nothing leaks: each scope restores the
/// previous value at its end, so the outermost scope leaves no value.
pub(crate) struct Innermost<T>(RefCell<ManuallyDrop<Option<T>>>);

impl<T> Innermost<T> {
    pub(crate) const fn none() -> Self {
        Self(RefCell::new(ManuallyDrop::new(None)))
    }

    pub(crate) fn borrow(&self) -> Ref<'_, Option<T>> {
        Ref::map(self.0.borrow(), |value| &**value)
    }

    fn replace(&self, value: Option<T>) -> Option<T> {
        ManuallyDrop::into_inner(self.0.replace(ManuallyDrop::new(value)))
    }
}

/// The thread-local with the innermost scope's value.
pub(crate) type Ambient<T> = LocalKey<Innermost<T>>;

/// A scope on this thread. Dropping it restores the previous value, even during a panic.
pub(crate) struct Scope<T: 'static> {
    ambient: &'static Ambient<T>,
    previous: Option<T>,
}

impl<T> Scope<T> {
    /// Enters a scope with this value. Without a value, the scope around it stays the innermost one.
    pub(crate) fn enter(ambient: &'static Ambient<T>, value: Option<T>) -> Option<Self> {
        let value = value?;
        let previous = ambient.with(|current| current.replace(Some(value)));
        Some(Self { ambient, previous })
    }
}

impl<T> Drop for Scope<T> {
    fn drop(&mut self) {
        drop(self.ambient.with(|current| current.replace(self.previous.take())));
    }
}

/// A return type of a call in a scope: any type but a future, which would run later, outside of the scope.
///
/// A future implements this trait twice, so that a call that returns a future is ambiguous, and does not compile.
pub trait NoFuture<Kind> {}

impl<R> NoFuture<()> for R {}

/// The `Kind` of the second impl, for futures.
#[derive(Debug)]
pub enum IsFuture {}

impl<F: Future> NoFuture<IsFuture> for F {}

/// Runs a future in a scope, on every thread that polls it. Without a value, the future has no scope of its own.
pub(crate) async fn scope<T: Clone, F: Future>(
    ambient: &'static Ambient<T>,
    value: Option<T>,
    future: F,
) -> F::Output {
    let future = pin!(Some(future));
    let mut scoped = Scoped { ambient, value, future };
    poll_fn(|context| scoped.poll(context)).await
}

/// A future that is polled and dropped in a scope.
struct Scoped<'a, T: Clone + 'static, F> {
    ambient: &'static Ambient<T>,
    value: Option<T>,
    future: Pin<&'a mut Option<F>>,
}

impl<T: Clone, F: Future> Scoped<'_, T, F> {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<F::Output> {
        let _scope = Scope::enter(self.ambient, self.value.clone());
        self.future.as_mut().as_pin_mut().map_or(Poll::Pending, |future| future.poll(context))
    }
}

/// When a cancelled future drops its contents, their destructors can read the value, too.
impl<T: Clone, F> Drop for Scoped<'_, T, F> {
    fn drop(&mut self) {
        let _scope = Scope::enter(self.ambient, self.value.clone());
        self.future.set(None);
    }
}
