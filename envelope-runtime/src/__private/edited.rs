//! Code for an editor.

/// Code that only rust-analyzer sees. It completes the arguments of an attribute in their expansion, and after a mistake that has
/// nothing of them.
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
