//! The programs of the chapter about programs print the output that the chapter shows.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn they_print_what_the_chapter_shows() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("Cargo.toml"), "\n".repeat(47)).unwrap();

    let chapter =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/programs.md")).unwrap();
    let mut codes = Vec::new();
    for session in chapter.split("```console\n").skip(1) {
        let session = session.split("```").next().unwrap();
        for typed in session.split("$ ").skip(1) {
            let (command, shown) = typed.split_once('\n').unwrap();
            let (command, prints_code) = match command.strip_suffix("; echo $?") {
                Some(command) => (command, true),
                None => (command, false),
            };
            let mut words = command.split_whitespace();
            let mut program = Command::new(match words.next() {
                Some("count-lines") => env!("CARGO_BIN_EXE_count-lines"),
                _ => env!("CARGO_BIN_EXE_lines"),
            });
            let output = program.args(words).current_dir(&folder).output().unwrap();
            let code = output.status.code().unwrap();
            let mut printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            if prints_code {
                printed += &format!("{code}\n");
            }
            assert_eq!(printed, shown);
            codes.push(code);
        }
    }
    assert_eq!(codes, [0, 66, 65, 0, 0, 66]);
}

/// If the output is full, the exit code reports a failure.
#[cfg(target_os = "linux")]
#[test]
fn an_envelope_that_cannot_be_written() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_count-lines"));
    let program = program.arg(manifest).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(74));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("cannot write the envelope: "), "{message}");
}
