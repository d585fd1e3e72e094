//! A client of the endpoints: it follows pages, and retries where the contract says so.
//!
//! ```console
//! $ cargo run -p mcp-server --example endpoints -- 127.0.0.1:8080 &
//! $ cargo run -p mcp-server --example http_client -- http://127.0.0.1:8080
//! ```

use std::error::Error;

use backon::{ExponentialBuilder, Retryable};
use envelope_runtime::response_v2::{AsyncPages, Response};
use envelope_runtime::{RetryAdvice, ToolFailure};
use reqwest::{Client, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
struct Package {
    name: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = std::env::args().nth(1).unwrap_or_else(|| "http://127.0.0.1:8080".to_owned());
    for name in list_packages(&server).await? {
        println!("{name}");
    }
    if let Err(failure) = show_package(&server, "no-such-package").await {
        println!("{}: {failure}", failure.report().code());
    }
    Ok(())
}

/// The names of all packages, from all pages.
pub(crate) async fn list_packages(server: &str) -> Result<Vec<String>, ToolFailure> {
    let client = Client::new();
    let mut url = Url::parse(server).map_err(ToolFailure::validation)?;
    url.set_path("packages");
    let mut packages = AsyncPages::new(|cursor: Option<String>| {
        let mut url = url.clone();
        url.query_pairs_mut()
            .append_pair("page_size", "2")
            .extend_pairs(cursor.map(|it| ("cursor", it)));
        get::<Vec<Package>>(&client, url, "packages")
    })
    .items();
    let mut names = Vec::new();
    while let Some(package) = packages.next().await {
        names.push(package?.name);
    }
    Ok(names)
}

/// The name of a package, as the server writes it.
pub(crate) async fn show_package(server: &str, name: &str) -> Result<String, ToolFailure> {
    let mut url = Url::parse(server).map_err(ToolFailure::validation)?;
    // Not with `set_path`, in which a name could lead elsewhere.
    let path = url.path_segments_mut();
    path.map_err(|()| ToolFailure::validation("The URL has no path"))?.push("packages").push(name);
    let response = get::<Package>(&Client::new(), url, "package").await?;
    Ok(response.into_result()?.data.name)
}

/// Gets the data under a key, and retries if the failure says that this helps, after as long as it says.
async fn get<T: DeserializeOwned>(
    client: &Client,
    url: Url,
    key: &str,
) -> Result<Response<T>, ToolFailure> {
    let attempt = async || {
        // The status says less than the envelope, which a failure has, too.
        let answer = client.get(url.clone()).send().await.map_err(ToolFailure::unavailable)?;
        let envelope = answer.text().await.map_err(ToolFailure::unavailable)?;
        let response = Response::<T>::under(key, &envelope)?;
        response.as_result().map_err(|failure| failure.clone().into_failure())?;
        Ok(response)
    };
    attempt
        .retry(ExponentialBuilder::default().with_max_times(2))
        .when(|failure: &ToolFailure| failure.error_type().retry().advice() == RetryAdvice::Yes)
        .adjust(|failure, backoff| {
            let asked = failure.report().retry_after().and_then(|after| after.delay());
            backoff.map(|backoff| asked.unwrap_or(backoff))
        })
        .await
}
