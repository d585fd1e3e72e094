//! Code for an editor.

/// Code that only rust-analyzer sees: an editor completes the arguments of an attribute in their expansion, and after a mistake, only this
/// code contains them.
#[cfg(rust_analyzer)]
#[doc(hidden)]
#[macro_export]
macro_rules! __when_edited {
    ($($code:tt)*) => { $($code)* };
}

#[cfg(not(rust_analyzer))]
#[doc(hidden)]
#[macro_export]
macro_rules! __when_edited {
    ($($code:tt)*) => {};
}
