//! Extractors with whose rejections the tool itself answers.

use std::convert::Infallible;

use ::axum::extract::{
    self, FromRequest, FromRequestParts, OptionalFromRequest, OptionalFromRequestParts, Request,
};
use ::http::request::Parts;
use serde::de::DeserializeOwned;

use super::Rejection;

macro_rules! extractors {
    ($($(#[$doc:meta])* $name:ident of $axum:path;)*) => {$(
        $(#[$doc])*
        ///
        /// It contains a `Result`. Unwrap it with `?`, and never with `unwrap`, since the client causes the error. `?` converts
        /// the [`Rejection`] into the tool's error: a [`ToolFailure`](crate::ToolFailure), or your own enum with a variant for
        /// it.
        #[derive(Debug)]
        pub struct $name<T>(
            /// What was extracted, or why it could not be.
            pub Result<T, Rejection>,
        );

        impl<T> $name<T> {
            fn new<E: Into<Rejection>>(extracted: Result<$axum, E>) -> Self {
                Self(extracted.map(|extracted| extracted.0).map_err(Into::into))
            }
        }
    )*};
}

extractors! {
    /// The JSON body of a request, as with [`axum::Json`](::axum::Json): `{"title": "Sign in"}` with the header
    /// `content-type: application/json`.
    Json of ::axum::Json<T>;
    /// The form of a request, as with [`axum::Form`](::axum::Form): `title=Sign+in` as the body, with the header
    /// `content-type: application/x-www-form-urlencoded`, or as the query string of a `GET`.
    Form of extract::Form<T>;
    /// The query string of a request, as with [`axum::extract::Query`](extract::Query): `?page_size=20`.
    Query of extract::Query<T>;
    /// The captured parts of the path, as with [`axum::extract::Path`](extract::Path): `7` of `/specs/7` with the route
    /// `/specs/{id}`.
    Path of extract::Path<T>;
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        Ok(Self::new(<::axum::Json<T> as FromRequest<S>>::from_request(request, state).await))
    }
}

/// `None` for a request without the header `content-type`.
impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for Json<T> {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Infallible> {
        let extracted = <::axum::Json<T> as OptionalFromRequest<S>>::from_request(request, state);
        Ok(extracted.await.transpose().map(Self::new))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        Ok(Self::new(extract::Form::from_request(request, state).await))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self::new(extract::Query::from_request_parts(parts, state).await))
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let extracted = <extract::Path<T> as FromRequestParts<S>>::from_request_parts(parts, state);
        Ok(Self::new(extracted.await))
    }
}

/// `None` for a route without captured parts.
impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> OptionalFromRequestParts<S> for Path<T> {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>, Infallible> {
        let extracted =
            <extract::Path<T> as OptionalFromRequestParts<S>>::from_request_parts(parts, state);
        Ok(extracted.await.transpose().map(Self::new))
    }
}
