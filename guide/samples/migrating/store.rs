//! The tasks of both servers, in memory.

use std::sync::Mutex;

use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Task {
    pub(crate) id: u32,
    pub(crate) title: &'static str,
    pub(crate) done: bool,
}

#[derive(Debug)]
pub(crate) struct Store(pub(crate) Mutex<Vec<Task>>);

impl Store {
    /// Three tasks, of which the first is done.
    pub(crate) fn new() -> Self {
        let titles = ["Sign in", "Sign out", "Reset the password"];
        let task = |(id, title)| Task { id, title, done: id == 1 };
        Self(Mutex::new((1..).zip(titles).map(task).collect()))
    }
}
