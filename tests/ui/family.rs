//! The families of mistakes in `tests/ui`, with what the compiler says about each mistake.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of families. The last one needs the MCP SDK and `axum`, and so it belongs to another package.
const FOLDERS: [&str; 8] = [
    "tests/ui/attribute",
    "tests/ui/data",
    "tests/ui/dialect",
    "tests/ui/error",
    "tests/ui/feature",
    "tests/ui/function",
    "tests/ui/schema",
    "tests/servers-ui/tests/ui/server",
];

/// One file of mistakes.
pub(crate) struct Family {
    /// `folder/name`
    pub(crate) id: String,
    pub(crate) mistakes: Vec<Mistake>,
    pub(crate) is_fixed: bool,
}

/// A part of a file, from the comment that says what the author meant to the next such comment.
pub(crate) struct Mistake {
    pub(crate) meant: String,
    pub(crate) source: String,
    /// The errors in these lines, in the compiler's order.
    pub(crate) errors: Vec<String>,
    /// The same part of the `.fixed` file.
    pub(crate) fixed: Option<String>,
}

impl Family {
    pub(crate) fn all() -> Vec<Self> {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files: Vec<_> = FOLDERS
            .iter()
            .flat_map(|folder| fs::read_dir(package.join(folder)).unwrap())
            .map(|file| file.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .collect();
        files.sort();
        files.iter().map(Self::read).collect()
    }

    fn read(file: &PathBuf) -> Self {
        let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
        let id = format!("{}/{}", name(file.parent().unwrap()), name(file));
        let source = fs::read_to_string(file).unwrap();
        let stderr = fs::read_to_string(file.with_extension("stderr")).unwrap();
        let fixed = fs::read_to_string(file.with_extension("fixed")).ok();

        let parts = parts(&source);
        let mut mistakes: Vec<_> = parts
            .iter()
            .map(|(_, source)| {
                let meant = meant(source);
                let fixed = fixed.as_deref().map(|fixed| {
                    let mut parts = self::parts(fixed).into_iter().map(|(_, part)| part);
                    let part = parts.find(|part| self::meant(part) == meant);
                    part.unwrap_or_else(|| panic!("{id} does not fix: {meant}"))
                });
                let (meant, source) = (meant.to_owned(), source.clone());
                Mistake { meant, source, errors: Vec::new(), fixed }
            })
            .collect();
        for error in format!("\n{stderr}").split("\nerror").skip(1) {
            let line = line(error, &format!("tests/ui/{id}.rs:"));
            let before = parts.iter().take_while(|(start, _)| *start <= line).count();
            let mistake = before.checked_sub(1).and_then(|index| mistakes.get_mut(index));
            mistake.unwrap_or_else(|| panic!("{id}:{line} is above the mistakes")).errors.push(error.to_owned());
        }
        Self { id, mistakes, is_fixed: fixed.is_some() }
    }
}

impl Mistake {
    /// The text of each comment that starts with `name`, such as `why`.
    pub(crate) fn comments(&self, name: &str) -> Vec<&str> {
        let lines = self.source.lines().take_while(|line| line.starts_with("// "));
        lines.filter_map(|line| line.strip_prefix("// ")?.strip_prefix(name)?.strip_prefix(": ")).collect()
    }
}

/// The parts of a file, each with the number of its first line.
fn parts(file: &str) -> Vec<(usize, String)> {
    let lines: Vec<_> = file.lines().collect();
    let starts = (0..lines.len()).filter(|index| lines[*index].starts_with("// The "));
    let ends = starts.clone().skip(1).chain([lines.len()]);
    starts.zip(ends).map(|(start, end)| (start + 1, lines[start..end].join("\n"))).collect()
}

/// The first line of a part, which is different in each part of a file.
fn meant(part: &str) -> &str {
    part.lines().next().unwrap_or_default()
}

/// The line that an error points at.
fn line(error: &str, file: &str) -> usize {
    let (_, place) = error.split_once(file).unwrap_or_else(|| panic!("{file} {error}"));
    place.split(':').next().unwrap().parse().unwrap()
}
