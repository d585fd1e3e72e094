//! Replies of Code Scalpel are read back to the same values.

use envelope_runtime::{Tier, ToolFailure, UpgradeHint, code_scalpel, envelope_tool};
use serde_json::{Value, json};

use crate::judge::parse;
use crate::random::Random;

#[envelope_tool(dialect = "code-scalpel-v1", tier = tier, tool = "scan", version = "3.2.8", request_id = id, capabilities = capabilities)]
fn scalpel_tool(
    reply: code_scalpel::Reply<Value>,
    tier: Tier,
    id: &str,
    capabilities: Vec<String>,
) -> Result<code_scalpel::Reply<Value>, ToolFailure> {
    Ok(reply)
}

const TIERS: [Tier; 3] = [Tier::Community, Tier::Pro, Tier::Enterprise];

pub(crate) fn reply(random: &mut Random) -> u64 {
    let data = random.value(3);
    let hints = random
        .list(2, |random| UpgradeHint::new(random.text(), random.pick(&TIERS), random.text()));
    let mut reply = code_scalpel::Reply::new(data.clone());
    reply = hints.iter().fold(reply, |reply, hint| reply.upgrade_hint(hint.clone()));
    let (tier, id, capabilities) =
        (random.pick(&TIERS), random.line(), random.list(3, Random::text));
    let envelope = scalpel_tool(reply, tier, &id, capabilities.clone());
    let success =
        parse::<envelope_client::code_scalpel::Response<Value>>(&envelope).into_result().unwrap();
    assert_eq!(success.data, data);
    let meta = success.meta;
    assert_eq!(meta.tier, Some(tier));
    assert_eq!(
        (meta.tool_id.as_deref(), meta.tool_version.as_deref()),
        (Some("scan"), Some("3.2.8"))
    );
    assert_eq!(meta.request_id.map(|sent| sent.to_string()), Some(id));
    assert_eq!(meta.capabilities, capabilities);
    assert_eq!(json!(meta.upgrade_hints), json!(hints));
    assert!(meta.duration_ms.is_some() && meta.warnings.is_empty() && success.extra.is_empty());
    1
}
