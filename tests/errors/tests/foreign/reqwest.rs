//! Errors of `reqwest`, from a local server.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use envelope_runtime::{Retry, ToolError};
use reqwest::redirect::Policy;
use reqwest::{Client, Error};

use crate::support::{check, hidden};

const REDIRECT: &str =
    "HTTP/1.1 302 Found\r\nlocation: /hunter2\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
const NOT_FOUND: &str = "HTTP/1.1 404 Not Found\r\ncontent-length: 7\r\n\r\nhunter2";
const NOT_JSON: &str = "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nhunter2";
const CUT_OFF: &str = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhunter2";
const NO_HTTP: &str = "hunter2\r\n\r\n";

/// Answers every connection with this text, and closes it.
fn server(response: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            answer(stream, response).unwrap();
        }
    });
    address
}

fn answer(mut stream: TcpStream, response: &str) -> std::io::Result<()> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        match stream.read_exact(&mut byte) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(()),
            read => read?,
        }
        request.extend(byte);
    }
    stream.write_all(response.as_bytes())
}

fn url(address: SocketAddr) -> String {
    format!("http://hunter2:hunter2@{address}/hunter2?token=hunter2")
}

fn client() -> Client {
    let client = Client::builder().redirect(Policy::limited(1)).no_proxy();
    client.timeout(Duration::from_secs(10)).build().unwrap()
}

async fn failed_request(url: &str) -> Error {
    client().get(url).send().await.unwrap_err()
}

async fn failed_json(address: SocketAddr) -> Error {
    client().get(url(address)).send().await.unwrap().json::<u8>().await.unwrap_err()
}

#[tokio::test]
async fn errors() {
    let status = client().get(url(server(NOT_FOUND))).send().await.unwrap();
    let status = status.error_for_status().unwrap_err();

    // This server never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let timeout = Duration::from_millis(50);
    let silent = client().get(url(silent.local_addr().unwrap())).timeout(timeout);
    let timeout = silent.send().await.unwrap_err();
    assert_eq!(timeout.failure().report().retry(), Retry::OutcomeUnknown);

    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let header = client().get(url(closed)).header("x-token", "hunter2\n").send();

    let mut cut_off = client().get(url(server(CUT_OFF))).send().await.unwrap();
    let mut chunk = cut_off.chunk().await;
    while chunk.as_ref().is_ok_and(Option::is_some) {
        chunk = cut_off.chunk().await;
    }

    check(
        "reqwest",
        vec![
            ("`error_for_status`: 404", status.failure()),
            ("timeout", timeout.failure()),
            ("connect", failed_request(&url(closed)).await.failure()),
            ("builder", failed_request("hunter2").await.failure()),
            ("builder", failed_request("ftp://hunter2").await.failure()),
            ("builder", header.await.unwrap_err().failure()),
            ("decode", failed_json(server(NOT_JSON)).await.failure()),
            ("redirect", failed_request(&url(server(REDIRECT))).await.failure()),
            ("request, body, upgrade", failed_request(&url(server(""))).await.failure()),
            ("request, body, upgrade", failed_request(&url(server(NO_HTTP))).await.failure()),
            ("request, body, upgrade", failed_json(server(CUT_OFF)).await.failure()),
            ("request, body, upgrade", chunk.unwrap_err().failure()),
        ],
    );
    assert!(hidden(&status.failure()).contains("404 Not Found"));
}
