//! Replies of dotbot are read back to the same values.

use envelope_runtime::{RequestId, ToolFailure, dotbot, envelope_tool};
use serde_json::json;

use crate::judge::parse;
use crate::random::Random;
use crate::values::Data;

fn issue(random: &mut Random) -> dotbot::Issue {
    let code = random.pick(&["IO_ERROR", "PROJECT_NOT_FOUND", "OWN_CODE"]);
    let issue = dotbot::Issue::new(code, random.line());
    let issue = if random.flip() { issue.path(random.line()) } else { issue };
    random.entries("fact").into_iter().fold(issue, |issue, (key, value)| issue.detail(key, value))
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", tool = "a.b", version = "1.2.3", source = "src/a.rs", host = Some(dotbot::Host::Warp), correlation_id = id)]
fn dotbot_tool(
    reply: dotbot::Reply<Data>,
    id: Option<&str>,
) -> Result<dotbot::Reply<Data>, ToolFailure> {
    Ok(reply)
}

pub(crate) fn reply(random: &mut Random) -> u64 {
    let data = Data::any(random);
    let summary = random.line();
    let mut reply = dotbot::Reply::new(summary.clone(), data.clone());
    let warnings = random.list(2, issue);
    let errors = if random.below(3) == 0 { random.list(2, issue) } else { Vec::new() };
    reply = warnings.iter().fold(reply, |reply, warning| reply.warning(warning.clone()));
    reply = errors.iter().fold(reply, |reply, error| reply.error(error.clone()));
    let intent = random.maybe(|random| {
        let intent = dotbot::Intent::new(random.text(), random.text());
        random
            .entries("a")
            .into_iter()
            .fold(intent, |intent, (key, value)| intent.parameter(key, value))
    });
    if let Some(intent) = &intent {
        reply = reply.intent(intent.clone());
    }
    let actions = random.list(2, |random| {
        let action =
            dotbot::Action::suggestion(random.text(), random.text(), random.text(), random.text());
        random
            .entries("a")
            .into_iter()
            .fold(action, |action, (key, value)| action.parameter(key, value))
    });
    reply = actions.iter().fold(reply, |reply, action| reply.action(action.clone()));
    let write_to = random.maybe(|_| "out/projects.json".to_owned());
    reply = reply.write_to(write_to.clone());
    let id = random.maybe(Random::line);

    let response: envelope_client::dotbot::Response<Data> =
        parse(&dotbot_tool(reply, id.as_deref()));
    let meta = response.meta.clone();
    assert_eq!((meta.tool.as_str(), meta.version.as_str()), ("a.b", "1.2.3"));
    assert_eq!(meta.summary, summary);
    if errors.is_empty() {
        assert_eq!(json!(meta.warnings), json!(warnings));
    }
    assert_eq!((json!(meta.intent), json!(meta.actions)), (json!(intent), json!(actions)));
    assert_eq!(meta.audit.write_to, write_to);
    assert_eq!(meta.audit.correlation_id, id.map(RequestId::new));
    assert_eq!(meta.audit.host, Some(dotbot::Host::Warp));
    assert_eq!(meta.audit.source, "src/a.rs");
    assert!(meta.audit.extra.is_empty());
    match response.into_result() {
        Ok(success) => {
            assert!(errors.is_empty());
            assert_eq!(success.data, data);
        }
        Err(failure) => {
            assert_eq!(failure.code(), errors[0].code);
            assert_eq!(failure.message, errors[0].message);
            assert_eq!(failure.path, errors[0].path);
            assert_eq!(failure.details, errors[0].details);
            let messages = warnings.iter().chain(&errors[1..]).map(|issue| &issue.message);
            assert!(failure.warnings.iter().map(|warning| &warning.message).eq(messages));
            assert_eq!(serde_json::from_value::<Data>(failure.data).unwrap(), data);
        }
    }
    1
}
