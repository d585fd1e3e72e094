//! Finds the contract that a client requests among the server's contracts.
//!
//! The functions are inlined, so that only a server that negotiates compiles them.

use serde_json::Value;

use super::{Contract, Contracts};
use crate::error::ToolFailure;
use crate::text::truncate;

/// The key in a client's capabilities.
pub(crate) const RESPONSE_CONTRACT: &str = "response_contract";

/// The header of a request.
const ACCEPT_VERSION: &str = "Accept-Version";

/// The largest length of a quotation in a failure, in characters.
const MAX_RECEIVED: usize = 128;

impl Contract {
    /// Finds the contract that a client asks for in its capabilities, as in `{"response_contract": "v2"}`.
    ///
    /// The value is a name, a number (`2` means `v2`), or an array of them in order of preference: the first that the server
    /// speaks is agreed on. Without the key, or with null, it is the server's first contract.
    ///
    /// ```
    /// use envelope_runtime::mcp_2025_11_25::Mcp;
    /// use envelope_runtime::response_v2::ResponseV2;
    /// use envelope_runtime::{Contract, Contracts};
    /// use serde_json::json;
    ///
    /// let contracts = Contracts::of::<ResponseV2>().and::<Mcp>();
    /// let agreed = Contract::negotiate(&json!({"response_contract": ["v3", "mcp-2025-11-25"]}), &contracts);
    /// assert_eq!(agreed.unwrap().id(), "mcp-2025-11-25");
    /// ```
    ///
    /// # Errors
    ///
    /// `VALIDATION_ERROR` if the server speaks nothing that the client asks for, or the value is of another type. The details are
    /// `field`, `constraint`, `received` and `supported`, which lists the contracts that the server speaks.
    #[inline]
    pub fn negotiate(
        client_capabilities: &Value,
        contracts: &Contracts,
    ) -> Result<Self, ToolFailure> {
        let asked = match client_capabilities {
            Value::Null => &Value::Null,
            Value::Object(capabilities) => {
                capabilities.get(RESPONSE_CONTRACT).unwrap_or(&Value::Null)
            }
            other => return Err(not_an_object(other)),
        };
        let agreed = match asked {
            Value::Null => Some(contracts.first()),
            Value::Array(names) => names.iter().find_map(|name| find(name, contracts)),
            name => find(name, contracts),
        };
        agreed.ok_or_else(|| not_spoken(RESPONSE_CONTRACT, &received(asked), contracts))
    }

    /// Finds the contract that a client asks for in a header `Accept-Version`, such as `response-v2, mcp-2025-11-25;q=0.5`.
    ///
    /// The value is a list of names, each with an optional weight from 0 to 1, as in `Accept-Language`. The name with the highest
    /// weight that the server speaks is agreed on, and the earlier one of two with the same weight. `*` means the server's
    /// first contract, and so does an empty value. A name with the weight 0, or with an invalid one, is ignored.
    ///
    /// ```
    /// use envelope_runtime::mcp_2025_11_25::Mcp;
    /// use envelope_runtime::response_v2::ResponseV2;
    /// use envelope_runtime::{Contract, Contracts};
    ///
    /// let contracts = Contracts::of::<ResponseV2>().and::<Mcp>();
    /// assert_eq!(Contract::accept("mcp-2025-11-25, v2;q=0.5", &contracts).unwrap().id(), "mcp-2025-11-25");
    ///
    /// let failure = Contract::accept("v3", &contracts).unwrap_err();
    /// assert_eq!(failure.report().remediation(), Some("Ask for one of: response-v2, mcp-2025-11-25"));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`negotiate`](Self::negotiate).
    #[inline]
    pub fn accept(accept_version: &str, contracts: &Contracts) -> Result<Self, ToolFailure> {
        let asked = accept_version.trim();
        if asked.is_empty() {
            return Ok(contracts.first());
        }
        let spoken = weighted(asked).filter_map(|(name, weight)| {
            let contract = if name == "*" { Some(contracts.first()) } else { contracts.find(name) };
            Some((contract?, weight))
        });
        // Of two contracts with the same weight, the earlier.
        let agreed = spoken.reduce(|best, next| if next.1 > best.1 { next } else { best });
        let agreed = agreed.map(|(contract, _)| contract);
        agreed.ok_or_else(|| not_spoken(ACCEPT_VERSION, &received(&asked.into()), contracts))
    }
}

/// The failure of a client that does not accept the contract of an answer, by its header `Accept-Version`.
#[cfg(feature = "axum08")]
pub(crate) fn not_accepted(
    answered: &str,
    accept_version: &str,
    contracts: &Contracts,
) -> Option<ToolFailure> {
    let asked = accept_version.trim();
    let mut names = weighted(asked).map(|(name, _)| name);
    let is_accepted = asked.is_empty()
        || names.any(|name| {
            let found = contracts.find(name);
            name == "*" || found.map_or(name == answered, |contract| contract.id() == answered)
        });
    (!is_accepted).then(|| {
        ToolFailure::validation(format!("The tool has run, and answered in {answered}"))
            .remediation(format_args!("Accept {answered} from this tool"))
            .detail("field", ACCEPT_VERSION)
            .detail("constraint", "one_of")
            .detail("received", received(&asked.into()))
            .detail("supported", [answered])
    })
}

/// The contract that a value names.
#[inline]
fn find(name: &Value, contracts: &Contracts) -> Option<Contract> {
    match name {
        Value::String(name) => contracts.find(name.trim()),
        Value::Number(version) => contracts.find(&format!("v{version}")),
        _ => None,
    }
}

/// The names in a header, with their weights.
#[inline]
fn weighted(header: &str) -> impl Iterator<Item = (&str, f32)> {
    header.split(',').filter_map(name_and_weight)
}

#[inline]
fn name_and_weight(item: &str) -> Option<(&str, f32)> {
    let mut parts = item.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?;
    let mut weight = 1.0;
    for parameter in parts {
        if let Some(value) = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q=")) {
            weight = value.parse().ok()?;
        }
    }
    (weight > 0.0 && weight <= 1.0).then_some((name, weight))
}

/// The client's text, truncated, since it is sent back.
#[inline]
fn received(asked: &Value) -> Value {
    match asked {
        Value::String(text) => truncate(text, MAX_RECEIVED).into(),
        Value::Array(_) | Value::Object(_) => truncate(&asked.to_string(), MAX_RECEIVED).into(),
        other => other.clone(),
    }
}

#[inline]
fn not_spoken(field: &str, received: &Value, contracts: &Contracts) -> ToolFailure {
    let supported: Vec<_> = contracts.ids().collect();
    let message = format!("Validation failed: {field} names no contract that this server speaks");
    ToolFailure::validation(message)
        .remediation(format_args!("Ask for one of: {}", supported.join(", ")))
        .detail("field", field)
        .detail("constraint", "one_of")
        .detail("received", received)
        .detail("supported", supported)
}

#[inline]
fn not_an_object(capabilities: &Value) -> ToolFailure {
    ToolFailure::validation("Validation failed: client_capabilities is not an object")
        .remediation("Send an object, such as {\"response_contract\": \"v2\"}")
        .detail("field", "client_capabilities")
        .detail("constraint", "object")
        .detail("received", received(capabilities))
}

/// The action `capability-negotiate` of response-v2, as a tool. It answers with the contract that is agreed on and the contracts that
/// the server speaks, in its order of preference, or with the failure of [`Contract::negotiate`].
///
/// It keeps nothing. A server that answers later calls in the contract that was agreed on keeps it for the session, and sets it
/// around each call.
///
/// ```
/// use envelope_runtime::contract::capability_negotiate;
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::Contracts;
/// use envelope_runtime::response_v2::ResponseV2;
/// use serde_json::json;
///
/// let contracts = Contracts::of::<ResponseV2>().and::<Mcp>();
/// assert_eq!(
///     capability_negotiate(&json!({"response_contract": "v2"}), &contracts).as_str(),
///     concat!(
///         r#"{"success":true,"#,
///         r#""data":{"response_contract":"response-v2","supported":["response-v2","mcp-2025-11-25"]},"#,
///         r#""error":null,"meta":{"version":"response-v2"}}"#,
///     )
/// );
/// ```
#[cfg(feature = "macros")]
#[inline]
#[crate::envelope_tool(dialect = "response-v2", data("response_contract", "supported"))]
pub fn capability_negotiate(
    client_capabilities: &Value,
    contracts: &Contracts,
) -> Result<(String, Vec<&'static str>), ToolFailure> {
    let agreed = Contract::negotiate(client_capabilities, contracts)?;
    Ok((agreed.id().to_owned(), contracts.ids().collect()))
}
