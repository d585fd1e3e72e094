//! Everything that can go wrong.

use std::path::PathBuf;

use envelope_runtime::{ToolError, ToolFailure};

/// The failures of the inspector. Each variant tells the agent its next step.
#[derive(Clone, Debug, thiserror::Error, ToolError)]
#[non_exhaustive]
pub enum InspectorError {
    /// The workspace has no package of this name.
    #[error("There is no package '{name}' in this workspace")]
    #[tool_error(
        code = "NOT_FOUND",
        remediation = "Retry with one of the near misses, or list the packages with list_packages"
    )]
    NoSuchPackage {
        /// The name in the call.
        #[tool_error(detail)]
        name: String,
        /// Up to three similar names, the likeliest first.
        #[tool_error(detail)]
        near_misses: Vec<String>,
    },

    /// No package can have this name.
    #[error("{field} must have 1 to {max} characters")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Take a name from list_packages")]
    BadName {
        /// The argument.
        #[tool_error(detail)]
        field: &'static str,
        /// The largest number of characters.
        #[tool_error(detail)]
        max: usize,
    },

    /// The folder has no workspace or package, or a manifest in it is wrong.
    #[error("{} cannot be read: {reason}", manifest.display())]
    #[tool_error(
        code = "MANIFEST_UNREADABLE",
        error_type = "validation",
        codes("code-scalpel-v1" = "invalid_path"),
        remediation = "Fix {manifest}, then retry; to inspect another folder, start the inspector there"
    )]
    Manifest {
        /// The manifest, relative to the folder.
        #[tool_error(path)]
        manifest: PathBuf,
        /// The mistake, and its line.
        reason: String,
    },

    /// The manifests take too long to read.
    #[error("Reading the manifests took longer than {limit} seconds")]
    #[tool_error(code = "TIMEOUT", remediation = "Wait {wait} seconds, then retry")]
    SlowManifests {
        /// The time limit, in seconds.
        #[tool_error(detail)]
        limit: u64,
        /// The time until the next reading, in seconds.
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
    },

    /// A page can't be made.
    #[error(transparent)]
    #[tool_error(transparent)]
    Page(#[from] ToolFailure),
}
