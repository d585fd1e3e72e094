//! Workspaces that are made to harm whoever looks at them. Whatever they are, nothing outside of the folder is read, nothing is
//! started, and each answer takes little time and memory. Each case is looked at in a process of its own, which measures itself.
//!
//! `HOSTILE_FILES=100000` is how many files there are in the cases that have many; the usual number is 500. With it, the other
//! cases are as large as they can be, too.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]
#![cfg(unix)]

#[path = "workspaces/support.rs"]
mod support;

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, iter};

use support::{Folder, answers};
use workspace_inspector::Inspector;

/// What only the files outside of the folder have, and the environment of the process.
const SECRET: &str = "swordfish";

/// The longest time that all functions may take together, in a build without optimizations.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// The most memory that they may take, in KiB: 512 MiB.
const MEMORY_LIMIT: u64 = 512 * 1024;

/// The folder, for the process that looks at it.
const INSPECTED: &str = "INSPECTED_FOLDER";

/// A workspace of one good package, and the secrets around it.
struct Case(Folder);

impl Case {
    fn new(name: &str) -> Self {
        let case = Self(Folder::new(&format!("hostile/{name}")));
        let package = format!(
            "[package]\nname = \"{SECRET}\"\nversion = \"1.2.3\"\ndescription = \"{SECRET}\"\n[dependencies]\nserde = \"={SECRET}\"\n"
        );
        let source = format!("pub fn {SECRET}() {{ unsafe {{}} }}\n");
        case.0.write("secret.toml", format!("{SECRET}: x\n"));
        case.0.write("secret.rs", &source);
        case.0.write("outside/Cargo.toml", package);
        case.0.write("outside/src/lib.rs", source);
        case.root("[workspace]\nmembers = [\"apple\"]\nresolver = \"3\"\n");
        case.package("apple", "");
        case
    }

    fn root(&self, manifest: impl AsRef<[u8]>) {
        self.0.write("root/Cargo.toml", manifest);
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        self.0.write(&format!("root/{path}"), text);
    }

    fn package(&self, path: &str, more: &str) {
        self.0.package(&format!("root/{path}"), more);
    }

    fn apple(&self, more: &str) {
        self.package("apple", more);
    }

    /// A link in the folder, instead of what is there.
    fn link(&self, path: &str, to: &str) {
        let link = self.0.path(&format!("root/{path}"));
        if link.is_dir() {
            fs::remove_dir_all(&link).unwrap();
        } else if link.exists() {
            fs::remove_file(&link).unwrap();
        }
        let to = if to.starts_with("outside") || to.starts_with("secret") {
            self.0.path(to)
        } else {
            to.into()
        };
        symlink(to, link).unwrap();
    }

    /// Something that is no file, instead of what is there. Whether the system makes it.
    fn special(&self, program: &str, path: &str, arguments: &[&str]) -> bool {
        let path = self.0.path(&format!("root/{path}"));
        let _ = fs::remove_file(&path);
        Command::new(program).arg(path).args(arguments).status().is_ok_and(|it| it.success())
    }

    /// [`holds`](Self::holds), and leaves nothing of so many files behind.
    fn holds_once(self) {
        self.holds();
        fs::remove_dir_all(self.0.path("")).unwrap();
    }

    /// A program that leaves a mark.
    fn program(&self, path: &str) -> PathBuf {
        let mark = self.0.path("mark");
        self.0.write(path, format!("#!/bin/sh\n: > '{}'\n", mark.display()));
        let path = self.0.path(path);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Calls every function in a process of its own. Gives what they answer.
    fn holds(&self) -> String {
        let mark = self.0.path("mark");
        // Whoever starts a Cargo or a compiler finds this one first.
        for program in ["cargo", "rustc", "sh"] {
            self.program(&format!("programs/{program}"));
        }
        let start = Instant::now();
        let child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "look_at_the_folder", "--nocapture"])
            .env(INSPECTED, self.0.path("root"))
            .env("PATH", self.0.path("programs"))
            .env("CARGO", self.0.path("programs/cargo"))
            .env("A_SECRET", SECRET)
            .current_dir(self.0.path("root"))
            .output()
            .unwrap();
        let time = start.elapsed();
        let words = String::from_utf8_lossy(&child.stderr).into_owned();
        let written = String::from_utf8_lossy(&child.stdout);
        let place = self.0.path("").display().to_string();
        assert!(child.status.success(), "{place}: {} {words}", child.status);
        let (answers, memory) = written.rsplit_once("VmHWM:").unwrap_or((&*written, "0 kB"));
        let memory: u64 = memory.split_whitespace().next().unwrap().parse().unwrap();
        println!("{place}: {time:.1?}, {} MiB", memory / 1024);
        for hidden in [SECRET, &place, env!("CARGO_TARGET_TMPDIR")] {
            let leak = answers.find(hidden).map(|at| answers.get(at.saturating_sub(200)..));
            assert_eq!(leak, None, "{place} shows {hidden}");
        }
        assert!(!mark.exists(), "{place}: a program was started");
        assert!(time < TIME_LIMIT, "{place}: {time:?}");
        assert!(memory < MEMORY_LIMIT, "{place}: {memory} KiB");
        answers.to_owned()
    }
}

/// The process that a case starts. On its own, there is nothing to look at.
#[test]
fn look_at_the_folder() {
    let Some(folder) = env::var_os(INSPECTED) else { return };
    let inspector = Inspector::new(folder.as_ref());
    // As a server keeps it for several calls.
    let answers = answers(&inspector, &["apple", "no-such-package"]);
    let mut out = std::io::stdout().lock();
    out.write_all(answers.as_bytes()).unwrap();
    if cfg!(target_os = "linux") {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let memory = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
        writeln!(out, "{memory}").unwrap();
    } else {
        println!("left out: memory is measured on Linux only");
    }
}

/// Whether the cases are to be as large as they can be.
fn is_thorough() -> bool {
    env::var_os("HOSTILE_FILES").is_some()
}

fn many() -> usize {
    env::var("HOSTILE_FILES").map_or(500, |number| number.parse().unwrap())
}

#[test]
fn links_to_what_is_outside() {
    for (index, (link, to)) in [
        ("apple/Cargo.toml", "secret.toml"),
        ("apple/Cargo.toml", "outside/Cargo.toml"),
        ("apple/Cargo.toml", "../../outside/Cargo.toml"),
        ("apple/Cargo.toml", "/proc/self/environ"),
        ("apple/Cargo.toml", "/dev/zero"),
        ("apple/Cargo.toml", "/dev/stdin"),
        ("Cargo.toml", "secret.toml"),
        ("Cargo.toml", "outside/Cargo.toml"),
        ("Cargo.toml", "/proc/self/environ"),
        ("Cargo.toml", "/dev/zero"),
        ("apple", "outside"),
        ("apple", "/proc/self/cwd/../outside"),
        ("apple", "/proc/self/root"),
        ("apple/src", "outside/src"),
        ("apple/src", "/proc/self/fd"),
        ("apple/src", "/"),
        ("apple/src/lib.rs", "secret.rs"),
        ("apple/src/lib.rs", "/proc/self/environ"),
        ("apple/src/lib.rs", "/dev/zero"),
        ("apple/src/more.rs", "secret.rs"),
        ("apple/src/more", "outside/src"),
        ("apple/tests", "outside/src"),
        ("apple/build.rs", "secret.rs"),
    ]
    .into_iter()
    .enumerate()
    {
        let case = Case::new(&format!("link_{index}"));
        case.write("apple/src/lib.rs", "pub mod more;\n#[path = \"more/lib.rs\"] pub mod lib;\n");
        case.link(link, to);
        case.holds();
    }
}

#[test]
fn links_that_lead_nowhere() {
    for (index, (link, to)) in [
        ("apple/Cargo.toml", "Cargo.toml"),
        ("apple/Cargo.toml", "nowhere"),
        ("Cargo.toml", "Cargo.toml"),
        ("apple/src", "../.."),
        ("apple/src/again", "."),
        ("apple/src/lib.rs", "lib.rs"),
        ("apple/src/lib.rs", "nowhere.rs"),
        ("apple/inner", ".."),
        ("loop", "."),
    ]
    .into_iter()
    .enumerate()
    {
        let case = Case::new(&format!("nowhere_{index}"));
        case.root("[workspace]\nmembers = [\"apple\", \"loop/**\", \"**/apple\"]\n");
        case.apple("[dependencies]\ninner = { path = \"inner/apple\" }\n");
        case.link(link, to);
        case.holds();
    }
}

#[test]
fn members_outside() {
    let absolute = Folder::path_of("hostile/members_absolute/outside");
    for (name, member) in [
        ("members_relative", "../outside"),
        ("members_detour", "apple/../../outside"),
        ("members_glob", "../*"),
        ("members_any_glob", "../../../../**"),
        ("members_any_glob_below", "apple/../../**/outside"),
        ("members_absolute", &absolute),
        ("members_absolute_glob", "/**"),
        ("members_proc", "/proc/self/cwd/../outside"),
    ] {
        let case = Case::new(name);
        case.root(format!("[workspace]\nmembers = [\"apple\", {member:?}]\n"));
        let answers = case.holds();
        assert!(answers.contains("left_out: [\""), "{answers}");
        case.root("[workspace]\nmembers = [\"apple\"]\n");
        case.apple(&format!("[dependencies]\noutside = {{ path = {member:?} }}\n"));
        case.holds();
        case.apple(&format!("build = {member:?}\n[lib]\npath = {member:?}\n[[bin]]\nname = \"x\"\npath = {member:?}\n"));
        case.holds();
    }
}

#[test]
fn parents_and_other_workspaces() {
    for (index, workspace) in
        ["", "workspace = \"..\"", "workspace = \"../outside\"", "workspace = \"/\""]
            .into_iter()
            .enumerate()
    {
        for parent in [
            format!("{SECRET}: no manifest"),
            format!("[workspace]\nmembers = [\"root\", \"{SECRET}\"]\n"),
            format!(
                "[workspace]\nmembers = [\"root\"]\n[workspace.package]\nversion = \"{SECRET}\"\n[workspace.dependencies]\nserde = \"{SECRET}\"\n"
            ),
        ] {
            let case = Case::new(&format!("parent_{index}"));
            case.0.write("Cargo.toml", parent);
            case.root(format!(
                "[package]\nname = \"top\"\nversion.workspace = true\n{workspace}\n"
            ));
            assert!(case.holds().contains("start the inspector in"));
            case.root(format!(
                "[package]\nname = \"top\"\n{workspace}\n[dependencies]\nserde.workspace = true\n"
            ));
            assert!(case.holds().contains("start the inspector in"));
            case.root(format!("[package]\nname = \"top\"\n{workspace}\n"));
            assert!(case.holds().contains("\"top\""));
        }
    }
}

/// So many lines, each with a number in it, as there are in so many bytes.
fn lines(bytes: usize, line: &dyn Fn(usize) -> String) -> String {
    let mut text = String::new();
    for index in 0.. {
        let line = line(index);
        if text.len() + line.len() > bytes {
            break;
        }
        text += &line;
    }
    text
}

#[test]
fn bombs_in_one_manifest() {
    let size: usize = if is_thorough() { 1 << 20 } else { 1 << 17 };
    let lines = |line: &dyn Fn(usize) -> String| lines(size - 200, line);
    let array = |item: &str| format!("metadata.x = [{}]\n", item.repeat(size / item.len() - 100));
    let nested = |open: &str, close: &str, times: usize| {
        format!("metadata.x = {}1{}\n", open.repeat(times), close.repeat(times))
    };
    let long = "x".repeat(size - 200);
    for (name, more) in [
        ("arrays", nested("[", "]", size / 2 - 100)),
        ("tables", nested("{a=", "}", size / 4 - 100)),
        ("open", nested("[", "", size - 200)),
        ("dotted", format!("metadata.{}x = 1\n", "a.".repeat(size / 2 - 100))),
        ("headers", format!("[package.metadata.{}x]\n", "a.".repeat(size / 2 - 100))),
        ("numbers", array("1,")),
        ("empty_arrays", array("[],")),
        ("empty_strings", array("'',")),
        ("many_tables", lines(&|index| format!("[package.metadata.a{index:x}]\n"))),
        ("keys", format!("[dependencies]\n{}", lines(&|index| format!("a{index:x}='1'\n")))),
        (
            "dependencies",
            format!(
                "[dependencies]\n{}",
                lines(&|index| format!("a{index:x}={{path='../a{index:x}'}}\n"))
            ),
        ),
        (
            "itself",
            format!("[dependencies]\n{}", lines(&|index| format!("a{index:x}={{path='.'}}\n"))),
        ),
        (
            "inherits",
            format!("[dependencies]\n{}", lines(&|index| format!("a{index:x}.workspace=true\n"))),
        ),
        ("programs", lines(&|index| format!("[[bin]]\nname='a{index:x}'\n"))),
        ("tests", lines(&|index| format!("[[test]]\nname='a{index:x}'\npath='x'\n"))),
        ("platforms", lines(&|index| format!("[target.a{index:x}.dependencies]\n"))),
        ("scripts", format!("build = [{}]\n", "'a',".repeat(size / 4 - 100))),
        ("description", format!("description = \"{long}\"\n")),
        ("requirement", format!("[dependencies]\na = \"{long}\"\n")),
        ("requirements", format!("[dependencies]\na = \"{}1\"\n", "1,".repeat(size / 2 - 100))),
        ("far", format!("[dependencies]\na = {{ path = \"{}\" }}\n", "a/".repeat(size / 2 - 100))),
        (
            "far_up",
            format!("[dependencies]\na = {{ path = \"{}\" }}\n", "a/../".repeat(size / 5 - 100)),
        ),
        ("key", format!("[dependencies]\n{long} = \"1\"\n")),
        ("library", format!("[lib]\nname = \"{long}\"\n")),
        ("path", format!("[lib]\npath = \"{}\"\n", "a/".repeat(size / 2 - 100))),
        ("path_up", format!("[lib]\npath = \"{}\"\n", "a/../".repeat(size / 5 - 100))),
        ("mistakes", "=\n".repeat(size / 2 - 100)),
        ("comments", "#\n".repeat(size / 2 - 100)),
        ("too_large", "#\n".repeat(1 << 20)),
    ] {
        let case = Case::new(&format!("bomb_{name}"));
        case.apple(&more);
        case.holds();
    }
    let case = Case::new("bomb_12_mb");
    case.apple(&nested("[", "]", 6 << 20));
    assert!(case.holds().contains("it has more than 1 MiB"));
}

#[test]
fn bombs_of_members() {
    let many = if is_thorough() { 100_000 } else { 5_000 };
    let all = |member: &dyn Fn(usize) -> String, count: usize| {
        let members: Vec<_> = (0..count).map(|index| format!("'{}'", member(index))).collect();
        members.join(",")
    };
    let manifests: Vec<(&str, String)> = vec![
        ("missing", format!("members = [{}]", all(&|index| format!("a{index:x}"), many))),
        ("the_same", format!("members = [{}]", all(&|_| "apple".to_owned(), many))),
        ("globs", format!("members = [{}]", all(&|_| "*".to_owned(), 2 * many))),
        ("any_globs", format!("members = [{}]", all(&|_| "**".to_owned(), 100_000))),
        ("long_glob", format!("members = ['{}']", "**/*/".repeat(200_000))),
        ("stars", format!("members = ['{}b']", "*a".repeat(400_000))),
        ("up_and_down", format!("members = ['{}apple']", "apple/../".repeat(100_000))),
        ("long", format!("members = ['{}']\nexclude = ['x']", "a/".repeat(500_000))),
        ("class", format!("members = ['[{}]*']", "b".repeat(1_000_000))),
        ("no_glob", "members = ['apple', '[']".to_owned()),
        (
            "excluded",
            format!(
                "members = ['apple', {}]\nexclude = [{}]",
                all(&|index| format!("a{index:x}"), many / 2),
                all(&|index| format!("a{index:x}"), many / 2),
            ),
        ),
    ];
    for (name, members) in manifests {
        let case = Case::new(&format!("members_{name}"));
        case.root(format!("[workspace]\n{members}\n"));
        case.write(&format!("apple/{}x", "a/".repeat(10)), "");
        let answers = case.holds();
        // A busy machine meets the limit of time first.
        let reasons =
            ["more than 100,000 files and folders to look at", "took longer than 10 seconds"];
        let is_refused = reasons.iter().any(|reason| answers.contains(reason));
        assert!(name != "any_globs" || is_refused, "{answers}");
    }
}

/// Each takes as much memory as there are members, or as long as the path of its package is.
#[test]
fn bombs_that_multiply() {
    let case = Case::new("inherited");
    let license = "x".repeat(1_000_000);
    case.root(format!(
        "[workspace]\nmembers = ['*']\n[workspace.package]\nlicense = '{license}'\n"
    ));
    for index in 0..600 {
        let manifest = "[package]\nname = 'a'\nedition = '2024'\nlicense.workspace = true\n";
        case.write(&format!("p{index}/Cargo.toml"), manifest);
    }
    case.holds();

    let case = Case::new("build_scripts");
    let long = vec!["n".repeat(200); 4].join("/");
    case.root(format!("[workspace]\nmembers = ['{long}/p']\n"));
    let scripts = "'',".repeat(300_000);
    let manifest = format!("[package]\nname = 'a'\nedition = '2024'\nbuild = [{scripts}]\n");
    case.write(&format!("{long}/p/Cargo.toml"), manifest);
    assert!(case.holds().contains("more than 100,000 files and folders"));

    let case = Case::new("steps");
    case.root(format!("[workspace]\nmembers = ['m/*/{}x']\n", "a/".repeat(90)));
    for index in 0..2_000 {
        case.write(&format!("m/p{index}/x"), "");
    }
    assert!(case.holds().contains("more than 100,000 files and folders"));
}

#[test]
fn bombs_in_several_manifests() {
    // Each manifest depends on many packages that are not there, whose paths are long, and at last on the next one.
    let case = Case::new("members_by_path");
    let long = vec!["n".repeat(200); 4].join("/");
    case.root(format!("[workspace]\nmembers = [\"{long}/p0\"]\n"));
    let dependencies = lines(990_000, &|index| format!("a{index:x}={{path='b{index:x}'}}\n"));
    for index in 0..2 {
        let next = index + 1;
        case.package(
            &format!("{long}/p{index}"),
            &format!("[dependencies]\n{dependencies}z={{path='../p{next}'}}\n"),
        );
    }
    assert!(case.holds().contains("whose paths have more than 32 MiB"));
    // Large manifests, one after the other: of dependencies, the slow build can take too long for all of them.
    let case = Case::new("members_large");
    case.root("[workspace]\nmembers = [\"*\"]\n");
    let comment = format!("#{}\n", "x".repeat(1_000_000));
    let dependencies = lines(1_000_000, &|index| format!("a{index:x}='1'\n"));
    let more = if is_thorough() { dependencies } else { comment };
    for index in 0..12 {
        case.package(&format!("p{index}"), &format!("[dependencies]\n{more}"));
    }
    let answers = case.holds();
    let too_large = answers.contains("the manifests have more than 8 MiB");
    let too_slow = is_thorough() && answers.contains("took longer than 10 seconds");
    assert!(too_large || too_slow, "{answers}");
}

#[test]
fn pipes_and_devices() {
    for path in [
        "Cargo.toml",
        "apple/Cargo.toml",
        "apple/src/lib.rs",
        "apple/src/more.rs",
        "apple/build.rs",
    ] {
        let name = path.replace('/', "_");
        let case = Case::new(&format!("pipe_{name}"));
        case.write("apple/src/lib.rs", "pub mod more;\n");
        assert!(case.special("mkfifo", path, &[]));
        case.holds();
        let case = Case::new(&format!("socket_{name}"));
        let place = case.0.path(&format!("root/{path}"));
        let _ = fs::remove_file(&place);
        // Their paths are short.
        let short = env::temp_dir().join(format!("socket-{}-{name}", std::process::id()));
        let socket = std::os::unix::net::UnixListener::bind(&short).unwrap();
        if fs::rename(&short, &place).is_err() {
            println!("left out: a socket at {path}, on another file system");
            let _ = fs::remove_file(short);
        }
        case.holds();
        drop(socket);
        for (device, number) in [("zero", "5"), ("full", "7"), ("null", "3")] {
            let case = Case::new(&format!("device_{device}_{name}"));
            if case.special("mknod", path, &["c", "1", number]) {
                case.holds();
            } else {
                println!("left out: /dev/{device} at {path}, which takes the rights of root");
            }
        }
    }
}

#[test]
fn many_files() {
    let many = many();
    let case = Case::new("many_sources");
    for index in 0..many {
        case.write(&format!("apple/src/{}/f{index}.rs", index % 100), "fn f() {}\n");
    }
    case.holds_once();
    let case = Case::new("many_in_one_folder");
    let folder = case.0.path("root/apple/tests");
    fs::create_dir_all(&folder).unwrap();
    for index in 0..many {
        fs::write(folder.join(format!("t{index}.rs")), "").unwrap();
    }
    case.holds_once();
    let case = Case::new("many_folders");
    case.root("[workspace]\nmembers = [\"crates/*\", \"apple\"]\n");
    for index in 0..many {
        fs::create_dir_all(case.0.path(&format!("root/crates/c{index}"))).unwrap();
    }
    case.holds_once();
    let case = Case::new("many_packages");
    case.root("[workspace]\nmembers = [\"crates/*\", \"apple\"]\n");
    for index in 0..many {
        let manifest = format!("[package]\nname = \"c{index}\"\n");
        case.write(&format!("crates/c{index}/Cargo.toml"), manifest);
    }
    case.holds_once();
    // As much as there is to list, in folders whose paths are long.
    let case = Case::new("many_in_long_folders");
    case.root("[workspace]\nmembers = [\"apple\", \"**\"]\n");
    let long = format!("{}/", "n".repeat(200)).repeat(4);
    for index in 0..many {
        fs::create_dir_all(case.0.path(&format!("root/{long}/{index}"))).unwrap();
    }
    case.holds_once();
    let case = Case::new("many_links");
    for index in 0..many {
        case.link(&format!("apple/src/l{index}.rs"), "/etc/passwd");
    }
    case.holds_once();
}

#[test]
fn names_that_are_hard_to_write() {
    let case = Case::new("no_unicode");
    case.root("[workspace]\nmembers = [\"*\", \"**\"]\n");
    for place in ["", "apple", "apple/src", "apple/src/bin", "apple/tests"] {
        let folder = case.0.path(&format!("root/{place}"));
        fs::create_dir_all(&folder).unwrap();
        for name in [&b"\xff\xfe.rs"[..], b"\xff", b"line\nbreak.rs", b"\x1b[31m.rs", b"..."] {
            fs::write(folder.join(OsStr::from_bytes(name)), "fn (").unwrap();
        }
        let package = folder.join(OsStr::from_bytes(b"\xff-package"));
        fs::create_dir_all(package.join("src")).unwrap();
        fs::write(package.join("Cargo.toml"), "[package]\nname = \"odd\"\n").unwrap();
    }
    assert!(case.holds().contains("\"apple\""));

    let case = Case::new("long_names");
    let long = "n".repeat(250);
    case.root(format!(
        "[workspace]\nmembers = [\"apple\", \"{long}\", \"{}\"]\n",
        "x".repeat(5_000)
    ));
    case.package(&long, "");
    case.write(&format!("apple/src/{long}.rs"), "unsafe fn f() {}\n");
    case.write("apple/src/lib.rs", format!("pub mod {};\npub mod {long};\n", "m".repeat(5_000)));
    case.holds();

    let case = Case::new("deep_folders");
    case.root("[workspace]\nmembers = [\"**\"]\n");
    let mut folder = case.0.path("root/apple/src");
    let depth = if is_thorough() { 1_000 } else { 200 };
    for name in iter::repeat_n("d", depth) {
        folder.push(name);
    }
    fs::create_dir_all(&folder).unwrap();
    case.holds();
}

/// Everything that Cargo starts or follows for a build.
#[test]
fn what_would_run() {
    let case = Case::new("what_would_run");
    let program = case.program("root/run.sh");
    case.program("root/bin/cargo");
    let mark = case.0.path("mark").display().to_string();
    let source = format!("fn main() {{ std::fs::write({mark:?}, \"\").unwrap(); }}\n");
    case.apple("build = \"build.rs\"\nlinks = \"z\"\n[build-dependencies]\nmacros = { path = \"../macros\" }\n");
    case.write("apple/build.rs", &source);
    case.package("macros", "[lib]\nproc-macro = true\n");
    let program = program.display().to_string();
    let configuration = format!(
        "[build]\nrustc = {program:?}\nrustc-wrapper = {program:?}\nrustc-workspace-wrapper = {program:?}\n\
         [alias]\nmetadata = \"run\"\n[target.'cfg(all())']\nrunner = {program:?}\nlinker = {program:?}\n\
         [registry]\nglobal-credential-providers = [{program:?}]\n[env]\nRUSTC_WRAPPER = {{ value = {program:?}, force = true }}\n"
    );
    case.write(".cargo/config.toml", &configuration);
    case.write("apple/.cargo/config", &configuration);
    case.0.write(".cargo/config.toml", &configuration);
    case.write("rust-toolchain.toml", "[toolchain]\npath = \".\"\n");
    let answers = case.holds();
    assert!(answers.contains("build-script-build") && answers.contains("\"macros\""), "{answers}");
}

/// What thousands of dependencies inherit is as long as it can be. It is resolved for each of them.
#[test]
fn bombs_that_are_inherited() {
    let long = "a".repeat(900_000);
    for (name, inherited) in [
        ("requirement", format!("'1.0.0-{long}'")),
        ("path", format!("{{ path = '{long}' }}")),
        ("name", format!("{{ package = '{long}', version = '1' }}")),
    ] {
        let case = Case::new(&format!("inherited_{name}"));
        let members = "[workspace]\nmembers = ['*']\n";
        case.root(format!("{members}[workspace.dependencies]\nx = {inherited}\n"));
        case.apple(&lines(900_000, &|index| {
            format!("[target.a{index}.dependencies]\nx.workspace=true\n")
        }));
        assert!(case.holds().contains("\"apple\""));
        // The last manifest that is read makes it a refusal, which every call would pay for.
        case.write("aardvark/Cargo.toml", "no manifest");
        assert!(case.holds().contains("aardvark/Cargo.toml cannot be read"));
    }
}
