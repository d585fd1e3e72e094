//! Errors of `rusqlite`, from databases in memory.

use std::sync::mpsc;
use std::thread;

use envelope_runtime::ToolError;
use rusqlite::hooks::{AuthContext, Authorization};
use rusqlite::{Connection, Error, OpenFlags};

use crate::support::{check, hidden};

const SCHEMA: &str = "
    PRAGMA foreign_keys = ON;
    CREATE TABLE person (name TEXT PRIMARY KEY);
    CREATE TABLE hunter2 (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        age INT CHECK (age < 200),
        owner TEXT REFERENCES person
    ) STRICT;
    CREATE TRIGGER refuse BEFORE DELETE ON hunter2 BEGIN SELECT RAISE(ABORT, 'hunter2'); END;
    INSERT INTO person VALUES ('hunter2');
    INSERT INTO hunter2 VALUES (1, 'hunter2', 1, 'hunter2');
";

fn store() -> Connection {
    let store = Connection::open_in_memory().unwrap();
    store.execute_batch(SCHEMA).unwrap();
    store
}

fn failed(sql: &str) -> Error {
    store().execute_batch(sql).unwrap_err()
}

/// Opens a connection to a database in memory, which connections with the same name share.
fn shared(name: &str) -> Connection {
    Connection::open(format!("file:{name}?mode=memory&cache=shared")).unwrap()
}

fn locked() -> Error {
    let (writer, other) = (shared("locked"), shared("locked"));
    writer
        .execute_batch("CREATE TABLE hunter2 (id); BEGIN; INSERT INTO hunter2 VALUES (1)")
        .unwrap();
    other.execute_batch("SELECT * FROM hunter2").unwrap_err()
}

fn busy() -> Error {
    let path = format!("{}/hunter2-rusqlite.sqlite", env!("CARGO_TARGET_TMPDIR"));
    let connect = || Connection::open(&path).unwrap();
    let (writer, other) = (connect(), connect());
    other.busy_timeout(std::time::Duration::ZERO).unwrap();
    writer.execute_batch("BEGIN EXCLUSIVE").unwrap();
    other.execute_batch("CREATE TABLE hunter2 (id)").unwrap_err()
}

fn interrupted() -> Error {
    const FOREVER: &str = "WITH RECURSIVE hunter2(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM hunter2) SELECT count(*) FROM hunter2";
    let store = store();
    let handle = store.get_interrupt_handle();
    let (ended, end) = mpsc::channel::<()>();
    let interrupter = thread::spawn(move || {
        // Interrupts until the query has ended, since an interrupt before its start has no effect.
        while end.try_recv() == Err(mpsc::TryRecvError::Empty) {
            handle.interrupt();
            thread::yield_now();
        }
    });
    let error = store.query_row(FOREVER, [], |_| Ok(())).unwrap_err();
    drop(ended);
    interrupter.join().unwrap();
    error
}

fn read_only() -> Error {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_MEMORY;
    let store = Connection::open_with_flags(":memory:", flags).unwrap();
    store.execute_batch("PRAGMA query_only = ON").unwrap();
    store.execute_batch("CREATE TABLE hunter2 (id)").unwrap_err()
}

fn not_authorized() -> Error {
    let store = store();
    store.authorizer(Some(|_: AuthContext<'_>| Authorization::Deny)).unwrap();
    store.execute_batch("SELECT * FROM hunter2").unwrap_err()
}

#[test]
fn errors() {
    let no_row = store().query_row("SELECT id FROM hunter2 WHERE name = 'x'", [], |_| Ok(()));
    let wrong_type = store().query_row("SELECT 'hunter2'", [], |row| row.get::<_, u8>(0));
    let syntax = failed("SELEC hunter2");
    assert!(hidden(&syntax.failure()).contains("SELEC"));

    check(
        "rusqlite",
        vec![
            ("`QueryReturnedNoRows`", no_row.unwrap_err().failure()),
            (
                "unique, primary key",
                failed("INSERT INTO hunter2 VALUES (2, 'hunter2', 1, NULL)").failure(),
            ),
            (
                "unique, primary key",
                failed("INSERT INTO hunter2 VALUES (1, 'x', 1, NULL)").failure(),
            ),
            ("unique, primary key", failed("INSERT INTO person VALUES ('hunter2')").failure()),
            ("foreign key", failed("INSERT INTO hunter2 VALUES (2, 'x', 1, 'hunter22')").failure()),
            ("foreign key", failed("DELETE FROM person").failure()),
            ("not null", failed("INSERT INTO hunter2 (age) VALUES (1)").failure()),
            ("check, trigger", failed("INSERT INTO hunter2 VALUES (2, 'x', 200, NULL)").failure()),
            ("check, trigger", failed("DELETE FROM hunter2").failure()),
            (
                "datatype, mismatch",
                failed("INSERT INTO hunter2 VALUES (2, 'x', 'hunter2', NULL)").failure(),
            ),
            (
                "datatype, mismatch",
                failed("INSERT INTO hunter2 VALUES ('hunter2', 'x', 1, NULL)").failure(),
            ),
            ("too big", failed("SELECT zeroblob(2000000000) AS hunter2").failure()),
            ("busy, locked", busy().failure()),
            ("busy, locked", locked().failure()),
            ("interrupted", interrupted().failure()),
            ("cannot open", Connection::open("/no/such/hunter2/x").unwrap_err().failure()),
            ("read-only, not authorized", read_only().failure()),
            ("read-only, not authorized", not_authorized().failure()),
            ("any other", syntax.failure()),
            ("any other", wrong_type.unwrap_err().failure()),
        ],
    );
    let busy = busy().failure();
    assert_eq!(busy.report().remediation(), Some("Retry in a few seconds"));
}
