//! A router for a handler that answers the call of an unknown tool with the names of known ones.

use ::rmcp::ErrorData;
use ::rmcp::handler::server::router::tool::ToolRouter;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::Tool;
use ::rmcp::service::MaybeSend;
use envelope_arguments::nearest_name;

use super::router::Answer;

/// The largest number of names in an answer.
const MAX_NAMES: usize = 20;

/// Answers the call of an unknown tool with the JSON-RPC error of the specification. Its message suggests the name that was probably meant,
/// or lists the names of the tools.
///
/// `#[envelope_tool]` above `#[tool_router(server_handler)]` does this by itself. In a handwritten handler, make this the outermost of the
/// functions around a router:
///
/// ```
/// use envelope_runtime::rmcp3::with_suggestions;
/// use envelope_runtime::{ToolFailure, envelope_tool};
/// use rmcp::{ServerHandler, tool, tool_handler, tool_router};
///
/// struct Server;
///
/// #[envelope_tool(dialect = "response-v2")]
/// #[tool_router]
/// impl Server {
///     #[tool]
///     fn ping(&self) -> Result<(), ToolFailure> {
///         Ok(())
///     }
/// }
///
/// #[tool_handler(router = with_suggestions(Self::tool_router()), name = "pinger")]
/// impl ServerHandler for Server {}
/// ```
///
/// A call of `pin` is answered with the error −32602 and the message ``tool not found, did you mean `ping`?``.
pub fn with_suggestions<S: MaybeSend + 'static>(router: ToolRouter<S>) -> Suggestions<S> {
    Suggestions(router)
}

/// The router of [`with_suggestions`]. It has the methods that `#[tool_handler]` calls.
#[derive(Debug)]
#[must_use]
pub struct Suggestions<S>(ToolRouter<S>);

impl<S: MaybeSend + 'static> Suggestions<S> {
    /// Calls the tool of a request.
    ///
    /// # Errors
    ///
    /// The error of the call, or `invalid params` for an unknown tool.
    pub async fn call(&self, context: ToolCallContext<'_, S>) -> Answer {
        if self.get(context.name()).is_none() {
            return Err(ErrorData::invalid_params(self.unknown(context.name()), None));
        }
        self.0.call(context).await
    }

    /// The tools, by their names.
    #[must_use]
    pub fn list_all(&self) -> Vec<Tool> {
        self.0.list_all()
    }

    /// A tool. `None` if the name is unknown or the tool is disabled.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.0.get(name)
    }

    /// The message for an unknown name. It does not quote that name.
    fn unknown(&self, name: &str) -> String {
        let tools = self.list_all();
        let names = || tools.iter().map(|tool| &*tool.name);
        if let Some(near) = nearest_name(name, names()) {
            return format!("tool not found, did you mean `{near}`?");
        }
        let listed: Vec<_> = names().take(MAX_NAMES).map(|name| format!("`{name}`")).collect();
        let more = match tools.len().saturating_sub(MAX_NAMES) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        format!("tool not found, expected one of {}{more}", listed.join(", "))
    }
}
