//! Replies of response-v2 are read back to the same values.

use std::time::Duration;

use envelope_runtime::response_v2::{self, ContentFidelity, Pagination, Telemetry};
use envelope_runtime::{RequestId, ToolFailure, Warning, envelope_tool};
use serde_json::{Map, json};

use crate::judge::parse;
use crate::random::Random;
use crate::values::{Data, rate_limit, warning};

#[envelope_tool(dialect = "response-v2")]
fn v2_tool(reply: response_v2::Reply<Data>) -> Result<response_v2::Reply<Data>, ToolFailure> {
    Ok(reply)
}

pub(crate) fn reply(random: &mut Random) -> u64 {
    let data = Data::any(random);
    let mut reply = response_v2::Reply::new(data.clone());
    let id = random.maybe(|random| format!("req_{}", random.wide()));
    reply = reply.request_id(id.as_deref().map(RequestId::new));
    let pagination = random.maybe(|random| {
        let page = Pagination::next(random.text()).total_count(random.number());
        page.page_size(random.number()).extra("page", random.value(1))
    });
    let limit = random.maybe(rate_limit);
    let telemetry = random.maybe(|random| {
        Telemetry::new()
            .duration_ms(Duration::from_millis(random.number()))
            .extra("calls", random.value(1))
    });
    let fidelity = random
        .maybe(|random| random.pick(&[ContentFidelity::Full, ContentFidelity::ReferenceOnly]));
    let dropped = random.list(3, Random::text);
    let hashes = random.list(3, |random| (random.text(), random.text()));
    let messages = random.list(2, |random| format!("only {}", random.line()));
    let details = random.list(2, warning);
    let extra = random.entries("extra");
    if let Some(pagination) = &pagination {
        reply = reply.pagination(pagination.clone());
    }
    if let Some(limit) = &limit {
        reply = reply.rate_limit(limit.clone());
    }
    if let Some(telemetry) = &telemetry {
        reply = reply.telemetry(telemetry.clone());
    }
    if let Some(fidelity) = fidelity {
        reply = reply.content_fidelity(fidelity);
    }
    reply = reply.dropped_content_ids(dropped.clone());
    reply = hashes.iter().fold(reply, |reply, (id, hash)| reply.content_archive_hash(id, hash));
    reply = messages.iter().fold(reply, response_v2::Reply::warning);
    reply = details.iter().fold(reply, |reply, warning| reply.warning_detail(warning.clone()));
    reply = extra.iter().fold(reply, |reply, (key, value)| reply.extra_meta(key, value.clone()));

    let success = parse::<envelope_client::response_v2::Response<Data>>(&v2_tool(reply))
        .into_result()
        .unwrap();
    assert_eq!(success.data, data);
    let meta = success.meta;
    assert_eq!(meta.request_id, id.map(RequestId::new));
    assert_eq!(json!(meta.pagination), json!(pagination));
    assert_eq!(json!(meta.rate_limit), json!(limit));
    assert_eq!(json!(meta.telemetry), json!(telemetry));
    let partial = || (!dropped.is_empty()).then_some(ContentFidelity::Partial);
    let given = fidelity.filter(|level| *level != ContentFidelity::Full || dropped.is_empty());
    assert_eq!(meta.content_fidelity, given.or_else(partial));
    assert_eq!(meta.dropped_content_ids, dropped);
    assert_eq!(
        json!(meta.content_archive_hashes),
        json!(hashes.into_iter().collect::<std::collections::BTreeMap<_, _>>())
    );
    let details: Vec<_> = details.into_iter().map(Warning::details_only).collect();
    assert_eq!(json!(meta.warning_details), json!(details));
    assert!(messages.iter().all(|message| meta.warnings.contains(message)));
    assert!(details.iter().all(|warning| meta.warnings.contains(&warning.message)));
    assert_eq!(meta.extra, extra.into_iter().collect::<Map<_, _>>());
    assert!(success.extra.is_empty());
    1
}
