//! Calls that are over before all is read.

use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, report};
use workspace_inspector::{Call, Dropped, Inspector, Limit};

/// How many files there are. Without optimizations, each takes a tenth of a second to parse.
const FILES: usize = 60;

/// A package of many files that take long to parse.
fn slow(name: &str) -> Folder {
    let folder = Folder::workspace(name, &["apple"]);
    let file = format!("fn f() {{ unsafe {{ {} }} }}", ";".repeat(64 * 1024));
    let names: Vec<_> = (0..FILES).map(|index| format!("m{index:03}")).collect();
    for name in &names {
        folder.write(&format!("apple/src/{name}.rs"), &file);
    }
    folder.write("apple/src/lib.rs", format!("pub mod {};", names.join("; pub mod ")));
    folder
}

/// What was read of the files, and what was not.
fn read_and_dropped(inspector: &Inspector) -> [(usize, usize); 2] {
    let sites = inspector.unsafe_sites("apple", None, 1).unwrap();
    let exports = inspector.exports("apple", None, 1).unwrap();
    [(sites.page.total_count, sites.dropped), (exports.page.total_count, exports.dropped)].map(
        |(found, dropped)| {
            let dropped = dropped.unwrap();
            assert_eq!(dropped.limit, Limit::Time);
            (found, dropped.count)
        },
    )
}

#[test]
fn a_call_has_its_time() {
    let folder = slow("call_time");
    let inspector = folder.inspector();
    // So that only reading source takes time.
    inspector.packages(None, 1).unwrap();
    let start = Instant::now();
    let time = Duration::from_millis(500);
    let sites = inspector.during(Call::within(time)).unsafe_sites("apple", None, 1).unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let dropped = sites.dropped.unwrap();
    // One site in each file but `lib.rs`, which comes first.
    assert_eq!(sites.page.total_count + dropped.count, FILES);
    assert_eq!(dropped.files[0], format!("apple/src/m{:03}.rs", sites.page.total_count));

    // Not even the files are looked for.
    let none = inspector.during(Call::within(Duration::ZERO));
    let [(sites, left_out), (exports, all)] = read_and_dropped(&none);
    assert_eq!((sites, left_out), (0, 1));
    assert_eq!((exports, all), (0, 1));
    let counted = none.count("apple").unwrap();
    let source = Dropped { files: vec!["apple/src".to_owned()], count: 1, limit: Limit::Time };
    assert_eq!((counted.source.files, counted.dropped), (0, Some(source)));
    // The manifests have a time of their own.
    assert_eq!(none.packages(None, 1).unwrap().total_count, 1);
}

#[test]
fn a_call_ends_when_nobody_waits() {
    let folder = slow("call_cancelled");
    let inspector = folder.inspector();
    // So that only reading source takes time.
    inspector.packages(None, 1).unwrap();
    let call = Call::default();
    let cancelled = inspector.during(call.clone());
    let guard = call.drop_guard();
    thread::scope(|scope| {
        let work = scope.spawn(|| {
            // It would take longer than until the guard is dropped: something is left.
            let sites = cancelled.unsafe_sites("apple", None, 1).unwrap();
            (sites.dropped.unwrap().limit, Instant::now())
        });
        thread::sleep(Duration::from_millis(200));
        drop(guard);
        let dropped_at = Instant::now();
        let (limit, end) = work.join().unwrap();
        assert_eq!(limit, Limit::Time);
        assert!(end - dropped_at < Duration::from_secs(2), "{:?}", end - dropped_at);
    });
    // It is the call that is over, and not the inspector.
    assert_eq!(inspector.count("apple").unwrap().dropped, None);
}

/// A cursor that an earlier call gave is none of the caller's mistakes.
#[test]
fn a_cursor_beyond_the_time_is_told_from_a_wrong_one() {
    let folder = Folder::workspace("call_cursor", &["apple"]);
    folder.write("apple/src/lib.rs", "pub fn f() { unsafe {} unsafe {} } pub fn g() {}");
    let inspector = folder.inspector();
    let sites = inspector.unsafe_sites("apple", None, 1).unwrap().page.next_cursor;
    let exports = inspector.exports("apple", None, 1).unwrap().page.next_cursor;
    assert!(sites.is_some() && exports.is_some());
    let late = inspector.during(Call::within(Duration::ZERO));
    let reports = [
        report(late.unsafe_sites("apple", sites.as_deref(), 1)),
        report(late.exports("apple", exports.as_deref(), 1)),
    ];
    for report in reports {
        assert_eq!(report.code(), "TIMEOUT");
        assert!(report.remediation().unwrap().contains("has less to do"));
    }
    assert_eq!(report(inspector.exports("apple", Some("plum"), 1)).code(), "INVALID_FORMAT");
}

/// All calls share what the manifests say, so reading them does not end with the call that began it.
#[test]
fn a_cancelled_call_reads_the_manifests_for_the_others() {
    let folder = Folder::workspace("call_manifests", &["apple"]);
    let inspector = folder.inspector();
    let call = Call::default();
    call.cancel();
    for inspector in [&inspector.during(call), &inspector] {
        assert_eq!(inspector.packages(None, 1).unwrap().total_count, 1);
    }
}
