//! The pages of the guide: all of them are in the table of contents, all samples run, and all links lead somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = package().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of the chapters, without the table of contents.
fn pages() -> BTreeSet<String> {
    fs::read_dir(package().join("src"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "SUMMARY.md")
        .collect()
}

fn events(text: &str) -> Vec<Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES).collect()
}

/// The words after the fence, and the text, of each block of code.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut block = None;
    for event in events(text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(words))) => {
                block = Some((words.into_string(), String::new()));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => panic!("code without a fence"),
            Event::Text(text) => {
                if let Some((_, code)) = &mut block {
                    code.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(block.take()),
            _ => {}
        }
    }
    blocks
}

/// The targets of the links and images of a page.
fn targets(text: &str) -> Vec<String> {
    let broken = |link: pulldown_cmark::BrokenLink<'_>| {
        panic!("[{}] has no target", link.reference);
    };
    let parser = Parser::new_with_broken_link_callback(text, Options::ENABLE_TABLES, Some(broken));
    parser
        .filter_map(|event| match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                (link_type != LinkType::Autolink).then(|| dest_url.into_string())
            }
            Event::Start(Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
            _ => None,
        })
        .collect()
}

/// The anchors of a page, as mdBook and GitHub make them of its headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading = None;
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let heading = heading.take().unwrap().to_lowercase().replace(' ', "-");
                let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
                anchors.insert(heading.chars().filter(is_kept).collect());
            }
            _ => {}
        }
    }
    anchors
}

/// The files in the comments `<!-- begin … -->`, which `samples.rs` copies.
fn samples(text: &str) -> impl Iterator<Item = &str> {
    let comments = text.split("<!-- begin ").skip(1);
    comments.map(|rest| rest.split([':', ' ']).next().unwrap())
}

#[test]
fn each_page_is_in_the_table_of_contents() {
    let listed: Vec<_> = targets(&read("src/SUMMARY.md"));
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), pages());
    assert_eq!(listed.len(), pages().len(), "a page is listed twice");
}

/// Rust in a page is a doc test that rustdoc runs, without words such as `ignore`, or it is a copy of a file that is compiled
/// elsewhere.
#[test]
fn each_sample_runs() {
    let chapters = read("chapters.rs");
    for page in pages() {
        let text = read(format!("src/{page}"));
        for (words, code) in blocks(&text) {
            match words.as_str() {
                "rust" => assert!(
                    chapters.contains(&format!("#[doc = include_str!(\"src/{page}\")]")),
                    "{page} is not in chapters.rs"
                ),
                "rs" => assert!(
                    text.contains(&format!(" -->\n\n```rs\n{code}```\n\n<!-- end -->\n")),
                    "{page} has Rust that is not compiled: {code}"
                ),
                "console" | "json" | "text" | "toml" => {}
                _ => panic!("{page} has a block of ```{words}"),
            }
        }
    }
}

/// Copied Rust comes from a program, a test or an expansion of this package, from a package of the workspace, or from the package
/// of samples for other frameworks.
#[test]
fn what_is_copied_is_compiled() {
    let users: String =
        ["Cargo.toml", "../Cargo.toml", "tests/guide/expansion.rs", "tests/guide/migrating.rs"]
            .map(read)
            .concat();
    let frameworks = read("samples/frameworks/src/lib.rs");
    for page in pages() {
        let text = read(format!("src/{page}"));
        for sample in samples(&text) {
            let framework = sample.strip_prefix("samples/frameworks/src/");
            let is_compiled = match framework.and_then(|file| file.strip_suffix(".rs")) {
                Some(module) => frameworks.contains(&format!("pub mod {module};")),
                None => {
                    let path = sample.trim_start_matches("../");
                    let folder = path.split_once("/src/").or_else(|| path.split_once("/tests/"));
                    let package = folder.map_or(path, |(package, _)| package);
                    users.contains(package) || sample.ends_with(".expanded.rs")
                }
            };
            assert!(is_compiled || !sample.ends_with(".rs"), "{sample} is not compiled");
        }
    }
}

/// The Markdown of the repository outside of the guide.
fn pages_outside() -> Vec<PathBuf> {
    let markdown = |folder: &Path| {
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files.filter(|file| file.extension().is_some_and(|extension| extension == "md"))
    };
    let root = package().join("..");
    let folders = fs::read_dir(&root).unwrap().map(|file| file.unwrap().path());
    let folders = folders.chain([root.join("examples/template")]).filter(|path| path.is_dir());
    markdown(&root)
        .chain(folders.flat_map(|folder| markdown(&folder).collect::<Vec<_>>()))
        .collect()
}

/// Relative links lead to a file of the repository, and, in a page, to a heading.
#[test]
fn each_link_leads_somewhere() {
    let readme = read("../README.md");
    let of_book = |page: String| {
        let text = read(format!("src/{page}")).replace("{{#include ../../README.md}}", &readme);
        assert!(!targets(&text).iter().any(|target| target.starts_with("../")), "{page}");
        (package().join("src"), text)
    };
    let outside = |file: PathBuf| (file.parent().unwrap().to_owned(), read(file));
    let texts = pages().into_iter().map(of_book).chain(pages_outside().into_iter().map(outside));
    let mut checked = 0;
    for (folder, text) in texts {
        for target in targets(&text) {
            if target.starts_with("https://") {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = folder.join(path);
            assert!(path.is_empty() || file.exists(), "{target} leads nowhere");
            if !anchor.is_empty() {
                let text = if path.is_empty() { text.clone() } else { read(file) };
                assert!(anchors(&text).contains(anchor), "{target} has no such heading");
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} links were found");
}

/// The chapter about errors quotes messages of the compiler, from the files that `tests/ui` checks.
#[test]
fn the_messages_of_the_compiler_are_quoted() {
    let files = fs::read_dir(package().join("../tests/ui/error")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let messages: String = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "stderr"))
        .map(read)
        .collect();
    let chapter = read("src/errors.md");
    let table = chapter.split_once("| mistake | message |\n|---|---|\n").unwrap().1;
    let rows: Vec<_> = table.lines().take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 5);
    for row in rows {
        let message = row.split_once(" | ").unwrap().1;
        let message =
            message.trim_matches(['|', ' ']).trim_start_matches("``").trim_end_matches("``");
        assert!(messages.contains(message.trim()), "{message}");
    }
}

/// The table of features, which the reference and the guide share, lists all features of the manifest.
#[test]
fn each_feature_is_described() {
    let manifest = read("../envelope-runtime/Cargo.toml");
    let (_, features) = manifest.split_once("\n[features]\n").unwrap();
    let (features, _) = features.split_once("\n[").unwrap();
    let declared: BTreeSet<_> = features
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name)
        .filter(|name| *name != "default")
        .collect();

    let table = read("../envelope-runtime/src/features.md");
    let cells = table.lines().skip(2).filter_map(|row| row.split(" | ").next());
    let described: BTreeSet<_> =
        cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert_eq!(described, declared);
}

/// The first page is the README, which has to be short to be read.
#[test]
fn the_readme_is_short() {
    assert!(read("../README.md").lines().count() < 150);
}

/// The page for coding agents can be used without the guide: it is short, has no links, and is published as `llms.txt`.
#[test]
fn the_page_for_agents_stands_alone() {
    let page = read("src/for-agents.md");
    let words =
        page.lines().filter(|line| !line.starts_with("<!-- ")).flat_map(str::split_whitespace);
    assert!(words.count() <= 1_500);
    assert_eq!(targets(&page), Vec::<String>::new());
    assert!(read("../.ci/site").contains("guide/src/for-agents.md | cat -s > guide/book/llms.txt"));
}

/// The owner of the repository is declared once, in the manifest of the workspace. Every other link has to agree with it.
#[test]
fn each_link_to_the_repository_names_its_owner() {
    let manifest = read("../Cargo.toml");
    let declared = |key: &str| manifest.split_once(&format!("{key} = \"")).unwrap().1;
    let repository = declared("repository").split_once('"').unwrap().0;
    let (_, owner) = repository.strip_suffix("/envelope").unwrap().rsplit_once('/').unwrap();
    assert!(declared("homepage").starts_with(&format!("https://{owner}.github.io/envelope/\"")));

    let mut texts = vec![read("../README.md"), read("book.toml")];
    texts.extend(pages().iter().map(|page| read(format!("src/{page}"))));
    let mut checked = 0;
    for link in texts.iter().flat_map(|text| text.split("https://github.com/").skip(1)) {
        let mut parts = link.split(['/', ')', '"']);
        let (linked, name) = (parts.next(), parts.next());
        if name == Some("envelope") {
            assert_eq!(linked, Some(owner), "{link}");
            checked += 1;
        }
    }
    assert!(checked > 4, "only {checked} links were found");
}
