//! Extractors whose rejections the tool itself answers.

use std::convert::Infallible;
use std::fmt;
use std::ops::{Deref, DerefMut};

use ::axum::body::Bytes;
use ::axum::extract::rejection::{JsonRejection, PathRejection};
use ::axum::extract::{
    self, FromRequest, FromRequestParts, OptionalFromRequest, OptionalFromRequestParts, RawForm,
    Request,
};
use ::http::request::Parts;
use ::http::{Method, Uri};
use envelope_arguments::Arguments;
use serde::de::DeserializeOwned;

use super::input::{Help, Input};
use super::rejection::{FORM, JSON, PATH, QUERY, rejected_path};
use crate::call::panics::{Panic, catch_polls};
use crate::error::ToolFailure;
use crate::metadata::Warning;

/// Whether an extractor has been checked: [`Unchecked`] in the signature of a tool, [`Checked`] in its body.
pub trait Stage: sealed::Sealed {
    /// The contents of the extractor.
    type Of<T>;
}

/// The stage of an extractor in the signature of a tool: it contains an [`Extracted`].
#[derive(Clone, Copy, Debug)]
pub enum Unchecked {}

/// The stage of an extractor in the body of a tool: it contains the value, a `T`.
#[derive(Clone, Copy, Debug)]
pub enum Checked {}

impl Stage for Unchecked {
    type Of<T> = Extracted<T>;
}

impl Stage for Checked {
    type Of<T> = T;
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for super::Unchecked {}
    impl Sealed for super::Checked {}
}

/// The data of a request, or the failure of its rejection. A test makes it from a `Result`: `Json(Ok(value).into())`.
///
/// Only the expansion of a tool can take the value out. Middleware takes the `Result` of axum's own extractor instead, such as
/// `Result<axum::extract::Path<u32>, PathRejection>`, whose rejection converts into a `ToolFailure` with `?`.
#[derive(Debug)]
pub struct Extracted<T>(Input<T>);

/// The pairs of a form or a query string.
type Pairs = Vec<(String, String)>;

impl<T> Extracted<T> {
    fn new(extracted: Result<Arguments<T>, impl Into<ToolFailure>>) -> Self {
        Self(match extracted {
            Ok(arguments) => Input::Given(arguments),
            Err(rejection) => Input::Rejected(rejection.into()),
        })
    }

    fn from_query(uri: &Uri) -> Self {
        let query = extract::Query::<Pairs>::try_from_uri(uri);
        Self::new(query.map(|query| Arguments::from_form(query.0)))
    }
}

impl<T> From<Result<T, ToolFailure>> for Extracted<T> {
    fn from(result: Result<T, ToolFailure>) -> Self {
        Self::new(result.map(Arguments::typed))
    }
}

/// The extractors of this crate, even if their type does not implement `Deserialize`.
pub trait OfThisCrate {}

impl<E: OfThisCrate> OfThisCrate for Option<E> {}

/// The extractors of a tool. The tool checks them before its body.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a request: its type does not implement `Deserialize`",
    label = "not read",
    note = "add `#[derive(serde::Deserialize)]` to the type; it owns what it contains, such as a `String` and not a `&str`"
)]
pub trait Extractor {
    /// The extractor in the body of the tool.
    type Checked;
    /// The contents of the extractor.
    type Value;

    /// Reads the value. Returns the extractor for the body of the tool with warnings, or the failure.
    #[allow(clippy::missing_errors_doc, reason = "an error is what the client sent")]
    fn check(self, help: Help<Self::Value>) -> Result<(Self::Checked, Vec<Warning>), ToolFailure>;
}

#[diagnostic::do_not_recommend]
impl<E: Extractor> Extractor for Option<E> {
    type Checked = Option<E::Checked>;
    type Value = E::Value;

    fn check(self, help: Help<E::Value>) -> Result<(Self::Checked, Vec<Warning>), ToolFailure> {
        let Some(extractor) = self else { return Ok((None, Vec::new())) };
        let (checked, warnings) = extractor.check(help)?;
        Ok((Some(checked), warnings))
    }
}

/// An extractor that `axum` itself checks.
pub trait OfAxum {}

impl<E: OfAxum> OfAxum for Option<E> {}
impl<T> OfAxum for ::axum::Extension<T> {}
impl OfAxum for Bytes {}
impl OfAxum for RawForm {}
impl OfAxum for String {}

macro_rules! extractors {
    ($($(#[$doc:meta])* $name:ident of $axum:path, named $input:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// It contains an [`Extracted`] in the signature of a tool, and the value in the body: the tool itself answers a
        /// [rejection](super#rejections). A test calls the tool with a `Result`:
        #[doc = concat!("`", stringify!($name), "(Ok(value).into())`.")]
        pub struct $name<T, S: Stage = Unchecked>(
            /// The extracted value. In the signature of a tool, an [`Extracted`].
            pub S::Of<T>,
        );

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

        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<T: DeserializeOwned> Extractor for $name<T> {
            type Checked = $name<T, Checked>;
            type Value = T;

            fn check(
                self,
                help: Help<T>,
            ) -> Result<($name<T, Checked>, Vec<Warning>), ToolFailure> {
                let Extracted(input) = self.0;
                let (value, warnings) = input.check($input, help)?;
                Ok(($name(value), warnings))
            }
        }

        impl<T> OfAxum for $axum {}
        impl<T> OfThisCrate for $name<T> {}
    )*};
}

extractors! {
    /// The JSON body of a request, as with [`axum::Json`](::axum::Json): `{"title": "Sign in"}` with the header
    /// `content-type: application/json`. A duplicate key is a problem.
    Json of ::axum::Json<T>, named JSON;
    /// The form of a request, as with [`axum::Form`](::axum::Form): `title=Sign+in` as the body, with the header
    /// `content-type: application/x-www-form-urlencoded`, or as the query string of a `GET`. A duplicate key is
    /// a problem, except in a list of pairs, such as `Vec<(String, String)>`.
    Form of extract::Form<T>, named FORM;
    /// The query string of a request, as with [`axum::extract::Query`](extract::Query): `?page_size=20`. A duplicate key is a problem, except
    /// in a list of pairs, such as `Vec<(String, String)>`.
    Query of extract::Query<T>, named QUERY;
    /// The captured parts of the path, as with [`axum::extract::Path`](extract::Path): `7` of `/specs/7` with the route
    /// `/specs/{id}`.
    Path of extract::Path<T>, named PATH;
}

impl<T> Json<T> {
    fn new(extracted: Result<::axum::Json<Arguments<T>>, JsonRejection>) -> Self {
        Self(Extracted::new(extracted.map(|::axum::Json(arguments)| arguments)))
    }
}

/// The body is parsed here, and the tool reads the value from it.
impl<S: Send + Sync, T> FromRequest<S> for Json<T> {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        Ok(Self::new(<::axum::Json<_> as FromRequest<S>>::from_request(request, state).await))
    }
}

/// `None` for a request without the header `content-type`.
impl<S: Send + Sync, T> OptionalFromRequest<S> for Json<T> {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Infallible> {
        let extracted =
            <::axum::Json<_> as OptionalFromRequest<S>>::from_request(request, state).await;
        Ok(extracted.transpose().map(Self::new))
    }
}

impl<S: Send + Sync, T> FromRequest<S> for Form<T> {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        if matches!(*request.method(), Method::GET | Method::HEAD) {
            return Ok(Self(Extracted::from_query(request.uri())));
        }
        let form = extract::Form::<Pairs>::from_request(request, state).await;
        Ok(Self(Extracted::new(form.map(|form| Arguments::from_form(form.0)))))
    }
}

impl<S: Send + Sync, T> FromRequestParts<S> for Query<T> {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self(Extracted::from_query(&parts.uri)))
    }
}

/// `None` for a request without a query string.
impl<S: Send + Sync, T> OptionalFromRequestParts<S> for Query<T> {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Option<Self>, Infallible> {
        let has_query = parts.uri.query().is_some_and(|query| !query.is_empty());
        Ok(has_query.then(|| Self(Extracted::from_query(&parts.uri))))
    }
}

impl<T> Path<T> {
    async fn new(
        extracted: Result<Result<extract::Path<T>, PathRejection>, Panic>,
        parts: &mut Parts,
    ) -> Self {
        Self(Extracted(match extracted {
            Ok(Ok(extract::Path(value))) => Input::Given(Arguments::typed(value)),
            Ok(Err(rejection)) => Input::Rejected(rejected_path(&rejection, parts).await),
            Err(panic) => Input::Panicked(panic),
        }))
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let extracted = <extract::Path<T> as FromRequestParts<S>>::from_request_parts(parts, state);
        let extracted = catch_polls(extracted).await.into_inner();
        Ok(Self::new(extracted, parts).await)
    }
}

/// `None` for a route without captured parts.
impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> OptionalFromRequestParts<S> for Path<T> {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>, Infallible> {
        let extracted =
            <extract::Path<T> as OptionalFromRequestParts<S>>::from_request_parts(parts, state);
        let extracted = catch_polls(extracted).await.into_inner();
        match extracted.map(Result::transpose).transpose() {
            Some(extracted) => Ok(Some(Self::new(extracted, parts).await)),
            None => Ok(None),
        }
    }
}
