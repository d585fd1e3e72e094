//! What can go wrong.

use std::io;
use std::path::PathBuf;

use envelope_runtime::ToolError;

use crate::budget::{Dropped, Limit};

/// What can go wrong. Each variant says what happened and what the agent can do about it.
#[derive(Debug, thiserror::Error, ToolError)]
#[non_exhaustive]
pub enum InspectorError {
    /// The workspace has no package of this name.
    #[error("There is no package '{name}' in this workspace")]
    #[tool_error(
        code = "NOT_FOUND",
        remediation = "Retry with one of the near misses, or list the packages with list_packages"
    )]
    NoSuchPackage {
        /// The name that was asked for.
        #[tool_error(detail)]
        name: String,
        /// The names that were probably meant, the likeliest first.
        #[tool_error(detail)]
        near_misses: Vec<String>,
    },

    /// The package is there, and has no library.
    #[error("The package '{name}' has no library, so it exports nothing")]
    #[tool_error(
        code = "NO_LIBRARY",
        error_type = "not_found",
        codes("code-scalpel-v1" = "not_found"),
        remediation = "See its targets with show_package, or ask for another package of list_packages"
    )]
    NoLibrary {
        /// The name of the package.
        #[tool_error(detail)]
        name: String,
    },

    /// The package has too many targets or dependencies to be shown.
    #[error("What there is to show of the package '{name}' is too large")]
    #[tool_error(
        code = "TOO_LARGE",
        remediation = "Ask for a part of it: dependents, exports and unsafe_sites come in pages"
    )]
    TooLarge {
        /// The name of the package.
        #[tool_error(detail)]
        name: String,
    },

    /// The text is required.
    #[error("{field} is required")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Provide a non-empty {field}")]
    Missing {
        /// The name of the argument.
        #[tool_error(detail)]
        field: &'static str,
    },

    /// The text is longer than any that could be meant.
    #[error("{field} can have at most {max} characters")]
    #[tool_error(
        code = "VALIDATION_ERROR",
        remediation = "Shorten {field}, or take a name from list_packages or find_packages"
    )]
    TooLong {
        /// The name of the argument.
        #[tool_error(detail)]
        field: &'static str,
        /// How many characters it may have.
        #[tool_error(detail)]
        max: usize,
    },

    /// The cursor is malformed, or its item no longer exists.
    #[error("The cursor '{cursor}' does not come from {tool}")]
    #[tool_error(
        code = "INVALID_FORMAT",
        remediation = "Pass the cursor that {tool} gave with the page before, or none for the first page"
    )]
    BadCursor {
        /// The tool that was called.
        tool: &'static str,
        /// What was passed, cut where it is long.
        #[tool_error(detail = "received")]
        cursor: String,
    },

    /// The item of the cursor is in what there was no time to read.
    #[error("There was no time to read as far as the cursor '{cursor}' of {tool}")]
    #[tool_error(
        code = "TIMEOUT",
        remediation = "Retry while the machine has less to do: an earlier call did read as far"
    )]
    CursorNotReached {
        /// The tool that was called.
        tool: &'static str,
        /// What was passed, cut where it is long.
        #[tool_error(detail = "received")]
        cursor: String,
    },

    /// The page would be empty, or too large.
    #[error("page_size must be between 1 and {max}")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Pass a page_size between 1 and {max}")]
    BadPageSize {
        /// The largest page.
        #[tool_error(detail)]
        max: usize,
        /// What was passed.
        #[tool_error(detail)]
        received: usize,
    },

    /// There is no package or workspace in the folder, or a manifest in it is wrong.
    #[error("{} cannot be read: {reason}", manifest.display())]
    #[tool_error(
        code = "MANIFEST_UNREADABLE",
        error_type = "validation",
        codes("code-scalpel-v1" = "invalid_path"),
        remediation = "Fix {manifest}, then retry; another folder is for whoever runs the inspector to choose"
    )]
    Manifest {
        /// The manifest, relative to the folder.
        #[tool_error(path)]
        manifest: PathBuf,
        /// What is wrong with it, and where.
        reason: String,
    },

    /// It takes too long to read the manifests.
    #[error("Reading the manifests took longer than {limit} seconds")]
    #[tool_error(
        code = "TIMEOUT",
        remediation = "Wait {wait} seconds, then retry; if it happens again, ask whoever runs the inspector for a smaller folder"
    )]
    SlowManifests {
        /// How many seconds it may take.
        #[tool_error(detail)]
        limit: u64,
        /// After how many seconds they are read again.
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
    },

    /// The system has no file descriptors left.
    #[error("The system has no file descriptors left")]
    #[tool_error(code = "UNAVAILABLE", remediation = "Wait {wait} seconds, then retry")]
    NoDescriptors {
        /// After how many seconds to retry.
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
    },

    /// The system has no thread to read the source with.
    #[error(transparent)]
    #[tool_error(
        transparent,
        reviewed = "a thread that cannot start is an internal error or a lack of resources"
    )]
    Io(#[from] io::Error),
}

impl InspectorError {
    /// The cursor of a call that had too little time may well be one of its tool's.
    pub(crate) fn for_lack_of_time(self, dropped: Option<&Dropped>) -> Self {
        match self {
            Self::BadCursor { tool, cursor }
                if dropped.is_some_and(|dropped| dropped.limit == Limit::Time) =>
            {
                Self::CursorNotReached { tool, cursor }
            }
            error => error,
        }
    }
}
