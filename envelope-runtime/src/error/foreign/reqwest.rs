//! The error of `reqwest`, for each supported major version.

use std::error::Error as _;

use crate::error::{Chain, ErrorCode, ToolError, ToolFailure, http_status};

macro_rules! errors {
    ($($feature:literal: $reqwest:ident,)*) => {$(
        #[cfg(feature = $feature)]
        const _: () = {
            /// See the [table](crate::foreign#reqwest). The URL, which may have secrets, and the causes go to the log only.
            impl ToolError for ::$reqwest::Error {
                fn failure(&self) -> ToolFailure {
                    // The order matters: a timeout can also be of another kind, and a failed connection is also a failed request.
                    let (code, message) = if let Some(status) = self.status() {
                        return http_status::failure(status.as_u16()).replacing(Chain(self));
                    } else if self.is_connect() {
                        (ErrorCode::Unavailable, "The service cannot be reached")
                    } else if self.is_timeout() {
                        let message = "The service did not answer in time";
                        return ToolFailure::timed_out(message).replacing(Chain(self));
                    } else if self.is_builder() {
                        (ErrorCode::ValidationError, "The URL or a header of the request is invalid")
                    } else if self.is_request() || self.is_upgrade() || is_of_body(self) {
                        (ErrorCode::Unavailable, "The connection to the service failed")
                    } else if self.is_decode() {
                        (ErrorCode::Unavailable, "The service sent a malformed response")
                    } else if self.is_redirect() {
                        (ErrorCode::Unavailable, "The service redirected the request too often")
                    } else {
                        return ToolFailure::internal(Chain(self));
                    };
                    ToolFailure::new(code, message).replacing(Chain(self))
                }
            }

            /// Whether the body was cut off. Most methods that read a body report this as a decoding error.
            fn is_of_body(error: &::$reqwest::Error) -> bool {
                let inner = error.source().and_then(|source| source.downcast_ref::<::$reqwest::Error>());
                error.is_body() || inner.is_some_and(::$reqwest::Error::is_body)
            }
        };
    )*};
}

errors! {
    "reqwest013": reqwest,
    "reqwest012": reqwest012,
}
