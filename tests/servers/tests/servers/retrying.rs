//! A crate for retries follows the advice of failures. The clock of the tests is paused, so they do not wait.

use std::cell::Cell;
use std::time::{Duration, UNIX_EPOCH};

use backon::{ExponentialBuilder, Retryable};
use envelope_runtime::testing::Frozen;
use envelope_runtime::{
    Envelope, ErrorType, RateLimit, RetryAdvice, RetryAfter, ToolFailure, envelope_tool,
};

/// Three attempts, with 200 ms before the second and 400 ms before the third.
fn backoff() -> ExponentialBuilder {
    ExponentialBuilder::default().with_min_delay(Duration::from_millis(200)).with_max_times(2)
}

/// The waits, in milliseconds, between the attempts at a call that always returns this failure.
async fn waits(failure: &ToolFailure) -> Vec<u128> {
    let mut waits = Vec::new();
    let call = async || Err::<(), _>(failure.clone());
    let outcome = call
        .retry(backoff())
        .when(|failure| failure.report().error_type().retry().advice() == RetryAdvice::Yes)
        .adjust(|failure, backoff| {
            let backoff = backoff?;
            let asked = failure.report().retry_after().map(|after| after.delay());
            Some(asked.unwrap_or(backoff))
        })
        .notify(|_, wait| waits.push(wait.as_millis()))
        .await;
    assert!(outcome.is_err());
    waits
}

#[tokio::test(start_paused = true)]
async fn whether_to_retry_is_up_to_the_error_type() {
    let is_retried = |error_type| match error_type {
        // The table of the contract: "yes".
        ErrorType::RateLimit | ErrorType::Unavailable | ErrorType::Internal => true,
        // "no", and "maybe".
        ErrorType::Validation
        | ErrorType::Authentication
        | ErrorType::Authorization
        | ErrorType::NotFound
        | ErrorType::Conflict
        | ErrorType::FeatureFlag => false,
        other => panic!("a new error type: {other}"),
    };
    for &error_type in ErrorType::ALL {
        let waits = waits(&ToolFailure::custom("OWN_CODE", error_type, "m")).await;
        let expected: &[u128] = if is_retried(error_type) { &[200, 400] } else { &[] };
        assert_eq!(waits, expected, "{error_type}");
    }
}

#[tokio::test(start_paused = true)]
async fn how_long_to_wait_is_up_to_the_failure() {
    let limited = || ToolFailure::unavailable("down");
    let limit = RateLimit::new;
    for (failure, expected) in [
        (ToolFailure::rate_limited(100, "minute", 45), [45_000; 2]),
        (limited().rate_limit(limit().retry_after(7)), [7_000; 2]),
        (limited().data("retry_after_seconds", 1.5), [1_500; 2]),
        (limited().rate_limit(limit().reset_at("2026-01-02T13:57:30Z")), [30_000; 2]),
        (limited().rate_limit(limit().reset_at("2026-01-02T14:57:30+01:00")), [30_000; 2]),
        // A time in the past, and text that is not a time.
        (limited().rate_limit(limit().reset_at("2026-01-02T13:56:59Z")), [0; 2]),
        (limited().rate_limit(limit().reset_at("tomorrow")), [200, 400]),
    ] {
        // The end of the limit is counted from this time: 2026-01-02T13:57:00Z.
        let now = Frozen::new().timestamp(UNIX_EPOCH + Duration::from_secs(1_767_362_220));
        assert_eq!(now.scope(waits(&failure)).await, expected, "{failure:?}");
    }
}

/// Envelopes are retried like failures, and the last envelope is the answer.
#[tokio::test(start_paused = true)]
async fn an_envelope_is_retried() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn scan(attempt: u32) -> Result<u32, ToolFailure> {
        match attempt {
            1 => Err(ToolFailure::rate_limited(100, "minute", 45)),
            _ => Ok(attempt),
        }
    }

    let attempts = Cell::new(0);
    let mut waits = Vec::new();
    let call = async || {
        attempts.set(attempts.get() + 1);
        let envelope = scan(attempts.get());
        if envelope.is_success() { Ok(envelope) } else { Err(envelope) }
    };
    let envelope = call
        .retry(backoff())
        .when(|failed: &Envelope| {
            failed.error_type().is_some_and(|it| it.retry().advice() == RetryAdvice::Yes)
        })
        .adjust(|failed, backoff| {
            let backoff = backoff?;
            Some(failed.retry_after().map(RetryAfter::delay).unwrap_or(backoff))
        })
        .notify(|_, wait| waits.push(wait))
        .await
        .unwrap();
    assert!(envelope.as_str().ends_with(r#""data":2}"#));
    assert_eq!(waits, [Duration::from_secs(45)]);
}
