//! What the manifests say is what Cargo reads in them: each workspace here is compared with `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::Path;
use std::process::Command;

use crate::support::Folder;
use serde_json::{Value, json};
use workspace_inspector::{Inspector, MAX_PAGE_SIZE};

/// The packages, by name, as Cargo shows them.
fn of_cargo(folder: &Path) -> BTreeMap<String, Value> {
    let output = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages.map(|package| (package["name"].as_str().unwrap().to_owned(), shown(package))).collect()
}

/// What the inspector shows, from the metadata of Cargo.
fn shown(package: &Value) -> Value {
    let dependencies = package["dependencies"].as_array().unwrap();
    let dependents: BTreeSet<_> = dependencies
        .iter()
        .map(|it| {
            let kind = it["kind"].as_str().unwrap_or("normal");
            format!("{} {kind} {}", it["name"].as_str().unwrap(), it["req"].as_str().unwrap())
        })
        .collect();
    let names: BTreeSet<_> = dependencies.iter().map(|it| it["name"].as_str().unwrap()).collect();
    let targets = package["targets"].as_array().unwrap().iter();
    let mut targets: Vec<_> = targets.map(|target| target["name"].as_str().unwrap()).collect();
    targets.sort_unstable();
    let field = |name: &str| package[name].clone();
    json!({
        "version": field("version"), "description": field("description"), "edition": field("edition"),
        "rust_version": field("rust_version"), "license": field("license"),
        "targets": targets, "dependencies": names, "dependents": dependents,
    })
}

/// The packages, by name, as the inspector shows them.
fn of_inspector(folder: &Path) -> BTreeMap<String, Value> {
    let inspector = Inspector::new(folder);
    let mut packages = BTreeMap::new();
    let mut cursor = None;
    loop {
        let page = inspector.packages(cursor.as_deref(), MAX_PAGE_SIZE).unwrap();
        assert_eq!(page.left_out, [""; 0]);
        for summary in page.items {
            let package = inspector.package(&summary.name).unwrap();
            let mut targets = package.targets;
            targets.sort_unstable();
            let mut dependents = BTreeSet::new();
            for krate in &package.dependencies {
                let all = inspector.dependents(krate, None, MAX_PAGE_SIZE).unwrap().items;
                let own = all.iter().filter(|dependent| dependent.package == package.name);
                dependents.extend(own.map(|it| format!("{krate} {} {}", it.kind, it.requirement)));
            }
            let shown = json!({
                "version": package.version, "description": package.description, "edition": package.edition,
                "rust_version": package.rust_version, "license": package.license,
                "targets": targets, "dependencies": package.dependencies, "dependents": dependents,
            });
            assert_eq!(packages.insert(package.name, shown), None);
        }
        cursor = page.next_cursor;
        if cursor.is_none() {
            return packages;
        }
    }
}

/// Writes a workspace, a file in each line: `path: text`, with `;` for line breaks. Then compares, and gives the names.
fn compare(name: &str, files: &str) -> Vec<String> {
    compare_in(&Folder::new(&format!("as_cargo/{name}")), files)
}

fn compare_in(folder: &Folder, files: &str) -> Vec<String> {
    for line in files.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (path, text) = line.split_once(": ").unwrap_or((line, ""));
        folder.write(path, text.replace(';', "\n"));
    }
    let root = folder.path("");
    let ours = of_inspector(&root);
    assert_eq!(ours, of_cargo(&root), "{}", root.display());
    ours.into_keys().collect()
}

/// Cargo must not find the workspace of this repository above it.
#[test]
fn a_package_alone_is_all_there_is() {
    let folder = Folder::at(&env::temp_dir().join(format!("as-cargo-{}", std::process::id())));
    let names = compare_in(
        &folder,
        "
        Cargo.toml: [package]; name = 'alone'; version = '1.2.3-beta.4'; [dependencies]; inner = { path = 'inner' }
        src/lib.rs
        inner/Cargo.toml: [package]; name = 'inner'
        inner/src/lib.rs
        ",
    );
    std::fs::remove_dir_all(folder.path("")).unwrap();
    assert_eq!(names, ["alone"]);
}

#[test]
fn members_by_name_by_glob_and_by_path() {
    let names = compare(
        "members",
        "
        Cargo.toml: [workspace]; members = ['one', './two/', 'three/../four', 'crates/*', 'deep/**/leaf-?', 'sets/[ab]*']; resolver = '2'
        one/Cargo.toml: [package]; name = 'one'; version = '1.0.0'; [dev-dependencies]; by-path = { path = '../by-path', version = '2' }
        one/src/lib.rs
        two/Cargo.toml: [package]; name = 'two'
        two/src/main.rs
        three/README.md
        four/Cargo.toml: [package]; name = 'four'
        four/src/lib.rs
        crates/five/Cargo.toml: [package]; name = 'five'
        crates/five/src/lib.rs
        crates/.hidden/Cargo.toml: [package]; name = 'hidden'
        crates/.hidden/src/lib.rs
        crates/README.md: not a folder
        deep/leaf-0/Cargo.toml: [package]; name = 'leaf-0'
        deep/leaf-0/src/lib.rs
        deep/a/b/leaf-1/Cargo.toml: [package]; name = 'leaf-1'
        deep/a/b/leaf-1/src/lib.rs
        deep/a/b/leaf-10/Cargo.toml: [package]; name = 'leaf-10'
        deep/a/b/leaf-10/src/lib.rs
        sets/apple/Cargo.toml: [package]; name = 'apple'
        sets/apple/src/lib.rs
        sets/cherry/Cargo.toml: [package]; name = 'cherry'
        sets/cherry/src/lib.rs
        by-path/Cargo.toml: [package]; name = 'by-path'; version = '2.0.0'; [build-dependencies]; further = { path = '../further' }
        by-path/src/lib.rs
        further/Cargo.toml: [package]; name = 'further'; [target.'cfg(windows)'.dependencies]; last = { path = '../last' }
        further/src/lib.rs
        last/Cargo.toml: [package]; name = 'last'
        last/src/lib.rs
        stray/Cargo.toml: [package]; name = 'stray'
        stray/src/lib.rs
        ",
    );
    assert_eq!(
        names,
        [
            "apple", "by-path", "five", "four", "further", "hidden", "last", "leaf-0", "leaf-1",
            "one", "two"
        ]
    );
}

#[test]
fn a_root_package_and_what_it_excludes() {
    let names = compare(
        "excludes",
        "
        Cargo.toml: [workspace]; members = ['crates/*', 'crates/kept/again']; exclude = ['crates/out', 'crates/kept', 'elsewhere']; [package]; name = 'top'; [dependencies]; elsewhere = { path = 'elsewhere' }; beside = { path = 'beside' }
        src/main.rs
        beside/Cargo.toml: [package]; name = 'beside'
        beside/src/lib.rs
        crates/in/Cargo.toml: [package]; name = 'in'
        crates/in/src/lib.rs
        crates/out/Cargo.toml: [package]; name = 'out'
        crates/out/src/lib.rs
        crates/outer/Cargo.toml: [package]; name = 'outer'
        crates/outer/src/lib.rs
        crates/kept/Cargo.toml: [package]; name = 'kept'
        crates/kept/src/lib.rs
        crates/kept/again/Cargo.toml: [package]; name = 'again'
        crates/kept/again/src/lib.rs
        elsewhere/Cargo.toml: [workspace]; [package]; name = 'elsewhere'
        elsewhere/src/lib.rs
        ",
    );
    assert_eq!(names, ["again", "beside", "in", "outer", "top"]);
}

#[test]
fn what_a_workspace_hands_down() {
    compare(
        "inherits",
        "
        Cargo.toml: [workspace]; members = ['apple', 'banana']; [workspace.package]; version = '4.5.6'; edition = '2021'; rust-version = '1.70'; description = 'Fruit'; license = 'MIT'; [workspace.dependencies]; banana = { path = 'banana', version = '4' }; serde = '1.0.5'; renamed = { version = '>=2, <3', package = 'real', features = ['x'] }; git = { git = 'https://example.com/git' }; [package]; name = 'top'; version.workspace = true; [dependencies]; serde.workspace = true
        src/lib.rs
        apple/Cargo.toml: [package]; name = 'apple'; version.workspace = true; edition.workspace = true; rust-version.workspace = true; description = { workspace = true }; license.workspace = true; [dependencies]; banana.workspace = true; serde = { workspace = true, optional = true }; [dev-dependencies]; renamed.workspace = true; [target.x86_64-unknown-linux-gnu.build-dependencies]; git = { workspace = true }
        apple/src/lib.rs
        banana/Cargo.toml: [package]; name = 'banana'; version = '4.0.0'; rust-version = '1.60.1'; license = 'Apache-2.0 OR MIT'
        banana/src/lib.rs
        ",
    );
}

#[test]
fn dependencies_of_every_kind() {
    compare(
        "dependencies",
        "
        Cargo.toml: [workspace]; [package]; name = 'top'; edition = '2021'; [dependencies]; plain = '1'; exact = '=1.2.3'; any = '*'; several = '>= 1.2, < 1.5'; pre = '1.0.0-rc.1'; partial = '~1.2'; wild = '1.*'; detailed = { version = '0.3', default-features = false }; git = { git = 'https://example.com/git', tag = 'v1' }; mine = { package = 'yours', version = '2' }; plain-again = { package = 'plain', version = '0.9' }; [dev-dependencies]; plain = '1'; [build-dependencies]; cc = '1.0'; [target.'cfg(unix)'.dependencies]; libc = '0.2'; [target.'cfg(windows)'.dev-dependencies]; winapi = { version = '0.3', features = ['x'] }; [target.'cfg(any())'.build-dependencies]; never = '1'
        src/lib.rs
        ",
    );
    compare(
        "underscores",
        "
        Cargo.toml: [workspace]; [package]; name = 'top'; edition = '2018'; [dev_dependencies]; one = '1'; [build_dependencies]; two = '2'
        src/lib.rs
        ",
    );
}

#[test]
fn targets_that_are_found_by_their_place() {
    compare(
        "found",
        "
        Cargo.toml: [workspace]; [package]; name = 'two-words'; edition = '2024'
        src/lib.rs
        src/main.rs
        src/other.rs
        src/bin/one.rs
        src/bin/two/main.rs
        src/bin/two/more.rs
        src/bin/none/more.rs
        src/bin/.hidden.rs
        src/bin/not-rust.txt
        src/bin/a.b.rs
        examples/show.rs
        examples/large/main.rs
        tests/it.rs
        tests/support/mod.rs
        tests/.hidden/main.rs
        benches/speed.rs
        build.rs
        ",
    );
    compare(
        "only_main",
        "Cargo.toml: [workspace]; [package]; name = 'only-main'\nsrc/main.rs\nsrc/lib/mod.rs",
    );
}

#[test]
fn targets_that_are_declared() {
    compare(
        "declared",
        "
        Cargo.toml: [workspace]; [package]; name = 'declared'; edition = '2021'; build = 'scripts/make.rs'; [lib]; name = 'other_name'; path = 'library.rs'; [[bin]]; name = 'by-path'; path = 'programs/x.rs'; [[bin]]; name = 'found'; [[bin]]; name = 'renamed'; path = 'src/bin/taken.rs'; [[example]]; name = 'show'; crate-type = ['staticlib']; [[test]]; name = 'it'; path = 'checks/it.rs'; harness = false; [[bench]]; name = 'speed'; harness = false
        library.rs
        programs/x.rs
        src/main.rs
        src/bin/found.rs
        src/bin/taken.rs
        src/bin/more/main.rs
        examples/show/main.rs
        examples/also.rs
        tests/it.rs
        tests/also.rs
        checks/it.rs
        benches/speed.rs
        scripts/make.rs
        build.rs
        ",
    );
}

#[test]
fn targets_that_are_not_looked_for() {
    compare(
        "not_looked_for",
        "
        Cargo.toml: [workspace]; [package]; name = 'few'; edition = '2021'; build = false; autolib = false; autobins = false; autoexamples = false; autotests = false; autobenches = false; [[bin]]; name = 'one'; [[test]]; name = 'it'
        src/lib.rs
        src/main.rs
        src/bin/one.rs
        src/bin/two.rs
        examples/show.rs
        tests/it.rs
        tests/also.rs
        benches/speed.rs
        build.rs
        ",
    );
    // In the first edition, one that is declared hides the others of its kind.
    compare(
        "first_edition",
        "
        Cargo.toml: [workspace]; [package]; name = 'old'; [lib]; [[bin]]; name = 'one'; [[example]]; name = 'show'; [[test]]; name = 'it'
        src/old.rs
        src/bin/one.rs
        src/bin/two.rs
        examples/show.rs
        examples/also.rs
        tests/it.rs
        tests/also.rs
        benches/speed.rs
        benches/more.rs
        ",
    );
    compare(
        "first_edition_asks",
        "
        Cargo.toml: [workspace]; [package]; name = 'old'; autobins = true; [[bin]]; name = 'one'
        src/bin/one.rs
        src/bin/two.rs
        ",
    );
}

#[test]
fn kinds_of_libraries() {
    compare(
        "kinds",
        "
        Cargo.toml: [workspace]; members = ['*']; resolver = '2'
        macros/Cargo.toml: [package]; name = 'macros'; edition = '2021'; [lib]; proc-macro = true
        macros/src/lib.rs
        c/Cargo.toml: [package]; name = 'c'; edition = '2021'; [lib]; crate-type = ['cdylib', 'rlib']
        c/src/lib.rs
        with-script/Cargo.toml: [package]; name = 'with-script'; links = 'z'; build = true
        with-script/src/lib.rs
        with-script/build.rs
        ",
    );
}

#[test]
fn what_the_inspector_does_not_show_is_passed_over() {
    compare(
        "passed_over",
        "
        Cargo.toml: cargo-features = []; [package]; name = 'full'; version = '0.1.0+build.5'; edition = '2021'; authors = ['A']; publish = ['x']; readme = false; metadata.docs.rs = { all-features = true }; [features]; default = ['a']; a = []; [lints.rust]; unsafe_code = 'forbid'; [profile.release]; lto = 'thin'; [badges]; maintenance = { status = 'none' }; [patch.crates-io]; x = { path = 'x' }; [workspace]; [workspace.lints.clippy]; all = 'warn'
        src/lib.rs
        ",
    );
}

#[test]
fn this_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let ours = of_inspector(root);
    assert!(ours.len() > 8, "{:?}", ours.keys());
    assert_eq!(ours, of_cargo(root));
}

/// The packages in the folder `AS_CARGO`, such as those that Cargo has unpacked below `~/.cargo/registry/src`.
#[test]
fn packages_from_elsewhere() {
    let Some(folder) = env::var_os("AS_CARGO") else { return };
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let package = entry.unwrap().path();
        assert_eq!(of_inspector(&package), of_cargo(&package), "{}", package.display());
        compared += 1;
    }
    assert!(compared > 0, "the folder is empty");
    println!("compared {compared} packages");
}
