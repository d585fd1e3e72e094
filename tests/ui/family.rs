//! The families of mistakes in `tests/ui`, with the compiler's message about each mistake.

use std::fs;
use std::ops::Range;
use std::path::Path;

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
}

/// A part of a file, from the comment about the author's intention to the next such comment.
pub(crate) struct Mistake {
    pub(crate) source: String,
    /// The same part of the `.fixed` file.
    pub(crate) fixed: Option<String>,
    /// The errors in the lines of this part, in the compiler's order.
    pub(crate) errors: Vec<String>,
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
        files.iter().map(|file| Self::read(file)).collect()
    }

    fn read(file: &Path) -> Self {
        let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
        let id = format!("{}/{}", name(file.parent().unwrap()), name(file));
        let read = |extension| fs::read_to_string(file.with_extension(extension));

        let mut errors = errors(&read("stderr").unwrap(), &id);
        let fixed = read("fixed").ok().map(|file| parts(&file));
        let mistakes = parts(&read("rs").unwrap()).into_iter().enumerate();
        let mistakes = mistakes.map(|(index, (lines, source))| {
            let fixed = fixed.as_ref().map(|parts| parts[index].1.clone());
            let own = errors.extract_if(.., |(line, _)| lines.contains(line));
            Mistake { source, fixed, errors: own.map(|(_, error)| error).collect() }
        });
        let mistakes = mistakes.collect();
        assert!(errors.is_empty(), "{id} has errors outside of its mistakes: {errors:#?}");
        Self { id, mistakes }
    }
}

impl Mistake {
    /// The author's intention.
    pub(crate) fn meant(&self) -> &str {
        self.source.lines().next().unwrap_or_default()
    }

    /// The text of each comment that starts with `name`, such as `why`.
    pub(crate) fn comments(&self, name: &str) -> Vec<&str> {
        let lines = self.source.lines().map_while(|line| line.strip_prefix("// "));
        lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).collect()
    }
}

/// The parts of a file, each with the numbers of its lines.
fn parts(file: &str) -> Vec<(Range<usize>, String)> {
    let lines: Vec<_> = file.lines().take_while(|line| !line.starts_with("fn main()")).collect();
    let starts = (0..lines.len()).filter(|index| lines[*index].starts_with("// The "));
    let ends = starts.clone().skip(1).chain([lines.len()]);
    starts
        .zip(ends)
        .map(|(start, end)| (start + 1..end + 1, lines[start..end].join("\n")))
        .collect()
}

/// The errors of the compiler, each with the line of the family that it points at.
fn errors(stderr: &str, id: &str) -> Vec<(usize, String)> {
    let file = format!("tests/ui/{id}.rs:");
    let errors = stderr.strip_prefix("error").unwrap().split("\nerror");
    let line = |error: &str| error.split_once(&file)?.1.split(':').next()?.parse().ok();
    errors.map(|error| (line(error).unwrap_or_default(), error.to_owned())).collect()
}
