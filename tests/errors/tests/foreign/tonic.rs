//! Statuses that a client of `tonic` gets from a service of `tonic`.

use std::convert::Infallible;
use std::time::Duration;

use envelope_runtime::{Retry, RetryAfter, ToolError};
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::metadata::MetadataMap;
use tonic::{Code, Request, Response, Status};
use tonic_types::{ErrorDetails, StatusExt};
use tower::service_fn;

use crate::support::{check, hidden};

/// A message without contents.
#[derive(Clone, Copy)]
struct Empty;

impl Codec for Empty {
    type Encode = ();
    type Decode = ();
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for Empty {
    type Item = ();
    type Error = Status;

    fn encode(&mut self, (): (), _: &mut EncodeBuf<'_>) -> Result<(), Status> {
        Ok(())
    }
}

impl Decoder for Empty {
    type Item = ();
    type Error = Status;

    fn decode(&mut self, _: &mut DecodeBuf<'_>) -> Result<Option<()>, Status> {
        Ok(Some(()))
    }
}

/// The error of a client whose service answers with this status.
async fn call(status: Status) -> Status {
    let service = service_fn(move |request| {
        let status = status.clone();
        let answer = service_fn(move |_: Request<()>| {
            let status = status.clone();
            async { Err::<Response<()>, _>(status) }
        });
        async { Ok::<_, Infallible>(tonic::server::Grpc::new(Empty).unary(answer, request).await) }
    });
    let mut client = tonic::client::Grpc::new(service);
    client.ready().await.unwrap();
    let path = "/hunter2.Service/Call".parse().unwrap();
    client.unary(Request::new(()), path, Empty).await.unwrap_err()
}

#[tokio::test]
async fn codes() {
    let mut failures = Vec::new();
    for (row, codes) in [
        ("`InvalidArgument`", &[Code::InvalidArgument][..]),
        ("`OutOfRange`", &[Code::OutOfRange]),
        ("`NotFound`", &[Code::NotFound]),
        ("`AlreadyExists`", &[Code::AlreadyExists]),
        ("`FailedPrecondition`, `Aborted`", &[Code::FailedPrecondition, Code::Aborted]),
        ("`Unauthenticated`", &[Code::Unauthenticated]),
        ("`PermissionDenied`", &[Code::PermissionDenied]),
        ("`ResourceExhausted`", &[Code::ResourceExhausted]),
        ("`Unimplemented`", &[Code::Unimplemented]),
        ("`DeadlineExceeded`", &[Code::DeadlineExceeded]),
        ("`Cancelled`", &[Code::Cancelled]),
        ("`Unavailable`", &[Code::Unavailable]),
        (
            "`Ok`, `Unknown`, `Internal`, `DataLoss`",
            &[Code::Unknown, Code::Internal, Code::DataLoss],
        ),
    ] {
        for &code in codes {
            let mut metadata = MetadataMap::new();
            metadata.insert("x-token", "hunter2".parse().unwrap());
            let status = call(Status::with_metadata(code, "hunter2", metadata)).await;
            assert_eq!(status.code(), code);
            assert!(hidden(&status.failure()).contains("hunter2"));
            let is_unknown = status.failure().report().retry() == Retry::OutcomeUnknown;
            assert_eq!(is_unknown, [Code::DeadlineExceeded, Code::Cancelled].contains(&code));
            failures.push((row, status.failure()));
        }
    }
    check("tonic", failures);
}

fn retry_after(status: &Status) -> Option<RetryAfter> {
    status.failure().report().retry_after()
}

#[tokio::test]
async fn the_service_says_when_to_retry() {
    let details = ErrorDetails::with_retry_info(Some(Duration::from_millis(1_500)));
    let status = call(Status::with_error_details(Code::Unavailable, "", details)).await;
    assert_eq!(retry_after(&status), Some(RetryAfter::Delay(Duration::from_secs(2))));

    let pushback = |milliseconds: &str| {
        let mut metadata = MetadataMap::new();
        metadata.insert("grpc-retry-pushback-ms", milliseconds.parse().unwrap());
        Status::with_metadata(Code::Unavailable, "", metadata)
    };
    assert_eq!(
        retry_after(&call(pushback("3000")).await),
        Some(RetryAfter::Delay(Duration::from_secs(3)))
    );
    // Negative: do not retry at all.
    assert_eq!(retry_after(&call(pushback("-1")).await), None);
    assert_eq!(retry_after(&call(Status::unavailable("")).await), None);
}
