//! `dotbot-mcp-response@1`.

use super::{Dialect, Form, Setting};

pub(super) const DOTBOT: Dialect = Dialect::new(
    "dotbot-mcp-response@1",
    &["dotbot", "Dotbot"],
    &[
        Setting::new("tool", Form::Tool),
        Setting::new("version", Form::Version),
        Setting::new("summary", Form::Format),
        Setting::new("source", Form::RelativePath),
        Setting::new("host", Form::Value),
        Setting::new("correlation_id", Form::RequestId),
        Setting::new("write_to", Form::RelativePath),
    ],
);
