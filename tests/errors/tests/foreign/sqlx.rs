//! Errors of `sqlx`, from SQLite and from a server with a minimal part of PostgreSQL's protocol.

use std::net::SocketAddr;
use std::time::Duration;

use envelope_runtime::{ToolError, ToolFailure};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgSslMode};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool, SqlitePoolOptions};
use sqlx::{AssertSqlSafe, Connection, Error, Executor};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::support::{check, hidden};

const UNREACHABLE: &str = "`Io`, `Tls`, `PoolClosed`, `WorkerCrashed`, SQLite: cannot open";
const BAD_VALUE: &str = "`SQLSTATE` 22…: data exception";
const NO_ROOM: &str = "`SQLSTATE` 40…, 53…, 55P03: deadlock, resources, lock";
const STOPPED: &str = "`SQLSTATE` 08…, 57P01 to 57P03: connection, shutdown";

const SCHEMA: &str = "
    CREATE TABLE person (name TEXT PRIMARY KEY);
    CREATE TABLE hunter2 (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        age INTEGER CHECK (age < 200),
        owner TEXT REFERENCES person
    );
    INSERT INTO hunter2 VALUES (1, 'hunter2', 1, NULL);
";

async fn failed(sql: &str) -> Error {
    let mut store = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    store.execute(SCHEMA).await.unwrap();
    store.fetch_one(AssertSqlSafe(sql)).await.unwrap_err()
}

/// A pool with one connection at most.
async fn small_pool() -> SqlitePool {
    let options = SqlitePoolOptions::new().max_connections(1);
    options.acquire_timeout(Duration::from_secs(3)).connect("sqlite::memory:").await.unwrap()
}

async fn pool_timed_out() -> Error {
    let pool = small_pool().await;
    let _connection = pool.acquire().await.unwrap();
    pool.acquire().await.unwrap_err()
}

async fn pool_closed() -> Error {
    let pool = small_pool().await;
    pool.close().await;
    pool.acquire().await.unwrap_err()
}

async fn busy() -> Error {
    let path = format!("{}/hunter2-sqlx.sqlite", env!("CARGO_TARGET_TMPDIR"));
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let options = options.busy_timeout(Duration::ZERO);
    let mut writer = SqliteConnection::connect_with(&options).await.unwrap();
    let mut other = SqliteConnection::connect_with(&options).await.unwrap();
    writer.execute("BEGIN EXCLUSIVE").await.unwrap();
    other.execute("CREATE TABLE hunter2 (id)").await.unwrap_err()
}

/// A server that answers the first message of a client with these bytes.
async fn server(answer: Vec<u8>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut client, _) = listener.accept().await.unwrap();
        let length = client.read_u32().await.unwrap();
        let mut message = vec![0; length as usize - 4];
        client.read_exact(&mut message).await.unwrap();
        client.write_all(&answer).await.unwrap();
    });
    address
}

async fn connect(address: SocketAddr, tls: PgSslMode) -> Error {
    let options = PgConnectOptions::new_without_pgpass().host("127.0.0.1").port(address.port());
    let options = options.username("hunter2").password("hunter2").database("hunter2").ssl_mode(tls);
    PgConnection::connect_with(&options).await.unwrap_err()
}

/// The error of a server that refuses the connection with this `SQLSTATE`.
async fn sqlstate(code: &str) -> ToolFailure {
    let fields = format!("SERROR\0VERROR\0C{code}\0Mhunter2\0\0");
    let mut message = vec![b'E'];
    message.extend(u32::try_from(fields.len() + 4).unwrap().to_be_bytes());
    message.extend(fields.bytes());
    let error = connect(server(message).await, PgSslMode::Disable).await;
    let database = error.as_database_error().unwrap();
    assert_eq!(database.code().as_deref(), Some(code));
    error.failure()
}

#[tokio::test]
async fn errors() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let without_tls = server(b"N".to_vec()).await;
    let no_file = SqliteConnection::connect("sqlite:///no/such/hunter2/x").await.unwrap_err();
    let syntax = failed("SELEC hunter2").await;
    assert!(hidden(&syntax.failure()).contains("SELEC"));

    let mut failures = vec![
        ("`RowNotFound`", failed("SELECT * FROM hunter2 WHERE id = 2").await.failure()),
        ("unique", failed("INSERT INTO hunter2 VALUES (2, 'hunter2', 1, NULL)").await.failure()),
        ("unique", failed("INSERT INTO hunter2 VALUES (1, 'x', 1, NULL)").await.failure()),
        ("unique", sqlstate("23505").await),
        (
            "foreign key",
            failed("INSERT INTO hunter2 VALUES (2, 'x', 1, 'hunter2')").await.failure(),
        ),
        ("foreign key", sqlstate("23503").await),
        ("not null", failed("INSERT INTO hunter2 (age) VALUES (1)").await.failure()),
        ("not null", sqlstate("23502").await),
        (
            "check, exclusion",
            failed("INSERT INTO hunter2 VALUES (2, 'x', 200, NULL)").await.failure(),
        ),
        ("check, exclusion", sqlstate("23514").await),
        ("check, exclusion", sqlstate("23P01").await),
        ("SQLite: busy, locked", busy().await.failure()),
        ("`PoolTimedOut`", pool_timed_out().await.failure()),
        (UNREACHABLE, pool_closed().await.failure()),
        (UNREACHABLE, connect(closed, PgSslMode::Disable).await.failure()),
        (UNREACHABLE, connect(without_tls, PgSslMode::Require).await.failure()),
        (UNREACHABLE, no_file.failure()),
        ("`SQLSTATE` 57014: cancelled", sqlstate("57014").await),
        ("`SQLSTATE` 42501: privilege", sqlstate("42501").await),
        ("any other", syntax.failure()),
        ("any other", sqlstate("42P01").await),
    ];
    for code in ["22001", "22P02"] {
        failures.push((BAD_VALUE, sqlstate(code).await));
    }
    for code in ["40001", "40P01", "53300", "55P03"] {
        failures.push((NO_ROOM, sqlstate(code).await));
    }
    for code in ["08006", "57P01", "57P02", "57P03"] {
        failures.push((STOPPED, sqlstate(code).await));
    }
    check("sqlx", failures);
}
