//! Extractors with whose rejections the tool itself answers.

use std::convert::Infallible;
use std::fmt;
use std::ops::{Deref, DerefMut};

use ::axum::extract::{
    self, FromRequest, FromRequestParts, OptionalFromRequest, OptionalFromRequestParts, Request,
};
use ::http::request::Parts;
use serde::de::DeserializeOwned;

use super::Rejection;

/// Whether an extractor has been checked: [`Unchecked`] in the signature of a tool, [`Checked`] in its body.
pub trait Stage: sealed::Sealed {
    /// What the extractor contains.
    type Of<T>;
}

/// The stage of an extractor in the signature of a tool: it contains a `Result<T, Rejection>`.
#[derive(Clone, Copy, Debug)]
pub enum Unchecked {}

/// The stage of an extractor in the body of a tool: it contains the value, a `T`.
#[derive(Clone, Copy, Debug)]
pub enum Checked {}

impl Stage for Unchecked {
    type Of<T> = Result<T, Rejection>;
}

impl Stage for Checked {
    type Of<T> = T;
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for super::Unchecked {}
    impl Sealed for super::Checked {}
}

/// What a tool checks before its body: its extractors.
pub trait Extractor {
    /// The extractor in the body of the tool.
    type Checked;

    /// The extractor for the body of the tool, or why there is none.
    #[allow(clippy::missing_errors_doc, reason = "an error is what the client sent")]
    fn check(self) -> Result<Self::Checked, Rejection>;
}

impl<E: Extractor> Extractor for Option<E> {
    type Checked = Option<E::Checked>;

    fn check(self) -> Result<Option<E::Checked>, Rejection> {
        self.map(E::check).transpose()
    }
}

/// An extractor that `axum` itself checks.
pub trait OfAxum {}

impl<E: OfAxum> OfAxum for Option<E> {}

macro_rules! extractors {
    ($($(#[$doc:meta])* $name:ident of $axum:path;)*) => {$(
        $(#[$doc])*
        ///
        /// In the signature of a tool it contains a `Result`, and in the body the value: the tool answers a [`Rejection`] itself.
        /// A test calls the tool with the `Result`:
        #[doc = concat!("`", stringify!($name), "(Ok(value))`.")]
        pub struct $name<T, S: Stage = Unchecked>(
            /// What was extracted. In the signature of a tool, a `Result`.
            pub S::Of<T>,
        );

        impl<T> $name<T> {
            fn new<E: Into<Rejection>>(extracted: Result<$axum, E>) -> Self {
                Self(extracted.map(|extracted| extracted.0).map_err(Into::into))
            }
        }

        impl<T> Deref for $name<T, Checked> {
            type Target = T;

            fn deref(&self) -> &T {
                &self.0
            }
        }

        impl<T> DerefMut for $name<T, Checked> {
            fn deref_mut(&mut self) -> &mut T {
                &mut self.0
            }
        }

        impl<T, S: Stage<Of<T>: fmt::Debug>> fmt::Debug for $name<T, S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.0).finish()
            }
        }

        impl<T> Extractor for $name<T> {
            type Checked = $name<T, Checked>;

            fn check(self) -> Result<$name<T, Checked>, Rejection> {
                self.0.map($name)
            }
        }

        impl<T> OfAxum for $axum {}
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
