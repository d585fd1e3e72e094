//! Tables of mistakes. `tests/ui` shows how the compiler presents such errors, and contains all other mistakes.

mod names;
