//! Public types keep their auto traits, so that servers can share values between threads.

use envelope_runtime::{
    AnyDialect, Budget, DeclaredFailure, Dialects, Envelope, ErrorCode, ErrorType, Page, RateLimit,
    RequestId, Retry, RetryAdvice, RetryAfter, Severity, Status, Tier, Time, ToolFailure,
    UnknownWord, UpgradeHint, Warning, WarningCode, Warnings, code_scalpel, dotbot,
    mcp_2025_11_25 as mcp, response_v2, rfc9457,
};

fn is_shared<T: Send + Sync + Unpin + 'static>() {}

macro_rules! all_are_shared {
    ($($type:ty),* $(,)?) => { $(is_shared::<$type>();)* };
}

#[test]
fn threads_can_share_every_value() {
    all_are_shared!(
        AnyDialect,
        Budget,
        DeclaredFailure,
        Dialects,
        Envelope,
        ErrorCode,
        ErrorType,
        Page<u8>,
        RateLimit,
        RequestId,
        Retry,
        RetryAdvice,
        RetryAfter,
        Severity,
        Status,
        Tier,
        Time,
        ToolFailure,
        UnknownWord,
        UpgradeHint,
        Warning,
        WarningCode,
        Warnings,
        response_v2::ResponseV2,
        response_v2::Reply<u8>,
        response_v2::Pagination,
        response_v2::Telemetry,
        dotbot::Dotbot,
        dotbot::Reply<u8>,
        mcp::Mcp,
        mcp::Reply<u8>,
        envelope_runtime::mcp::ContentBlock,
        code_scalpel::CodeScalpel,
        code_scalpel::Reply<u8>,
        rfc9457::Rfc9457,
    );
}

#[test]
fn failures_are_errors() {
    fn is_error<T: std::error::Error + Send + Sync + 'static>() {}
    is_error::<UnknownWord>();
    is_error::<envelope_client::Failure>();
}
