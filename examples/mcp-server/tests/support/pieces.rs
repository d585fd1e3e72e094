//! Answers in several pieces, each a packet of its own, such as a stream of events has.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use futures::StreamExt;
use futures::stream::iter;
use reqwest::Client;
use tokio::time::sleep;

pub(crate) fn app() -> Router {
    let pieces = || {
        iter(["one ", "two ", "three"]).then(async |piece| {
            sleep(Duration::from_millis(1)).await;
            Ok::<_, Infallible>(piece)
        })
    };
    Router::new().route("/", get(move || async move { Body::from_stream(pieces()) }))
}

/// How long an answer takes on a connection that is kept: the median of some.
pub(crate) async fn median_time(address: SocketAddr) -> Duration {
    let client = Client::new();
    let mut times = Vec::new();
    for _ in 0..15 {
        let before = Instant::now();
        let answer = client.get(format!("http://{address}/")).send().await.unwrap();
        assert_eq!(answer.text().await.unwrap(), "one two three");
        times.push(before.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}
