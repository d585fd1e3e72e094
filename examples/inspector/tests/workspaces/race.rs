//! What changes during a call: files, folders and manifests that are swapped with links to what is outside.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, answers};
use workspace_inspector::Inspector;

/// What only the files outside of the folder have.
const SECRET: &str = "swordfish";

/// How long it goes on at most, and for how many rounds, once something inside was found.
const TIME: Duration = Duration::from_secs(1);
const ROUNDS: usize = 200;
/// On a busy machine, the folder can be away in each of these rounds.
const LONGEST: Duration = Duration::from_secs(30);

/// Calls everything while a thread swaps. Some answers have what is in the folder, and none what is outside.
fn race(name: &str, swap: impl Fn(&Folder) + Sync) {
    let folder = Folder::new(&format!("race/{name}"));
    let secret_manifest = format!(
        "[package]\nname = \"apple\"\ndescription = \"{SECRET}\"\n[dependencies]\n{SECRET} = \"1\"\n"
    );
    let secret_source =
        format!("pub fn {SECRET}() {{ unsafe {{}} }}\nunsafe fn {SECRET}_too() {{}}\n");
    folder.write("outside/Cargo.toml", secret_manifest);
    folder.write("outside/src/lib.rs", &secret_source);
    folder.write("outside/lib.rs", &secret_source);
    folder.write("root/Cargo.toml", "[workspace]\nmembers = [\"apple\"]\n");
    folder.package("root/apple", "description = \"red\"\n");
    folder.write("root/apple/src/lib.rs", "pub fn peel() {}\n");

    let done = AtomicBool::new(false);
    let (mut calls, mut inside) = (0, 0);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                swap(&folder);
            }
        });
        let _end = End(&done);
        let start = Instant::now();
        let mut inspector = Inspector::new(&folder.path("root"));
        let mut leaked = None;
        let is_enough = |calls, inside| {
            let time = start.elapsed();
            inside > 0 && (calls >= ROUNDS || time >= TIME) || time >= LONGEST
        };
        while !is_enough(calls, inside) && leaked.is_none() {
            // Now and then a new one, which remembers nothing.
            if calls % 20 == 0 {
                inspector = Inspector::new(&folder.path("root"));
            }
            let answers = answers(&inspector, &["apple"]);
            calls += 1;
            inside += usize::from(answers.contains("peel"));
            leaked = answers.contains(SECRET).then_some(answers);
        }
        assert_eq!(leaked, None, "after {calls} rounds");
    });
    assert!(calls > 20 && inside > 0, "{calls} rounds, {inside} with what is inside");
}

/// Ends the swapping when it is dropped, even if the calls panic.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Takes the place of a file in one step.
fn replace(file: &Path, make: impl FnOnce(&Path)) {
    let new = file.with_extension("new");
    make(&new);
    fs::rename(new, file).unwrap();
}

fn swap_file(folder: &Folder, file: &str, outside: &str) {
    let (file, outside) = (folder.path(file), folder.path(outside));
    let text = fs::read(&file).unwrap();
    replace(&file, |new| symlink(&outside, new).unwrap());
    thread::yield_now();
    replace(&file, |new| fs::write(new, &text).unwrap());
    thread::yield_now();
}

fn swap_folder(folder: &Folder, path: &str, outside: &str) {
    let (inside, away) = (folder.path(path), folder.path("away"));
    fs::rename(&inside, &away).unwrap();
    symlink(folder.path(outside), &inside).unwrap();
    thread::yield_now();
    fs::remove_file(&inside).unwrap();
    fs::rename(&away, &inside).unwrap();
    thread::yield_now();
}

#[test]
fn a_source_file_is_swapped_with_a_link() {
    race("file", |folder| swap_file(folder, "root/apple/src/lib.rs", "outside/lib.rs"));
}

#[test]
fn a_source_folder_is_swapped_with_a_link() {
    race("folder", |folder| swap_folder(folder, "root/apple/src", "outside/src"));
}

#[test]
fn a_package_is_swapped_with_a_link() {
    race("package", |folder| swap_folder(folder, "root/apple", "outside"));
}

#[test]
fn a_manifest_is_swapped_with_a_link() {
    race("manifest", |folder| swap_file(folder, "root/apple/Cargo.toml", "outside/Cargo.toml"));
}
