//! The chapters have copies of `samples/`, so that they can be read without mdBook. `.ci/bless` copies them again.

use std::path::Path;
use std::{env, fs};

const BEGIN: &str = "<!-- begin ";
const END: &str = "<!-- end -->";

/// Returns a sample as a chapter shows it: a whole file, or a part whose name follows a colon.
fn sample(name: &str) -> String {
    let (path, part) = name.split_once(':').map_or((name, None), |(path, part)| (path, Some(part)));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
    if let Some(part) = part {
        let between = || {
            let (_, rest) = text.split_once(&format!("// ANCHOR: {part}\n"))?;
            Some(rest.split_once(&format!("// ANCHOR_END: {part}\n"))?.0)
        };
        text = between().unwrap_or_else(|| panic!("{path} has no {part}")).to_owned();
    }
    match path.rsplit_once('.') {
        Some((_, language @ ("rs" | "toml"))) => format!("```{language}\n{text}```\n"),
        _ => text,
    }
}

/// Returns the page with the current text of each sample.
fn copied(page: &str) -> String {
    let mut parts = page.split(BEGIN);
    let mut copied = parts.next().unwrap().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->\n").unwrap();
        let (_, rest) = rest.split_once(END).unwrap_or_else(|| panic!("{name} has no {END}"));
        copied += &format!("{BEGIN}{name} -->\n\n{}\n{END}{rest}", sample(name));
    }
    copied
}

#[test]
fn the_chapters_show_the_samples() {
    let overwrite = env::var_os("BLESS").is_some();
    let mut samples = 0;
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let path = file.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        let current = copied(&page);
        samples += current.matches(BEGIN).count();
        if overwrite {
            fs::write(&path, current).unwrap();
        } else {
            assert_eq!(page, current, "`.ci/bless` writes {} again", path.display());
        }
    }
    assert!(samples > 20, "only {samples} samples were found");
}
