//! A temporary folder to run the program in, and the result of a run.

#![allow(dead_code, reason = "each test program uses a part of this")]

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
#[cfg(unix)]
use std::io;
use std::io::Write as _;
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_menace");

#[path = "sealed.rs"]
pub(crate) mod sealed;

/// Waits until a condition is true.
pub(crate) fn wait_for(what: &str, mut condition: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{what} never came"
        );
        sleep(Duration::from_millis(1));
    }
}

/// Waits until a command has taken this many milliseconds more of processor time, or has ended: however loaded the
/// machine is, it has come that far in its work.
pub(crate) fn work(child: &Child, milliseconds: u64) {
    // In hundredths of a second, unless it has ended or there are no such files.
    let used = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        let of = |field: usize| fields[field].parse::<u64>().ok();
        (fields[0] != "Z").then_some(of(11)? + of(12)?)
    };
    let Some(before) = used() else {
        return sleep(Duration::from_millis(milliseconds));
    };
    while used().is_some_and(|now| 10 * (now - before) < milliseconds) {
        sleep(Duration::from_millis(2));
    }
}

/// Starts the program without waiting for it.
pub(crate) fn start(place: &Place, line: &str) -> Child {
    let mut command = place.command(line);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits for its end.
pub(crate) fn end(line: &str, child: Child) -> Ran {
    Ran::new(line, child.wait_with_output().unwrap())
}

/// Sends a signal, given by its name, to a command, which may have ended.
pub(crate) fn signal(child: &Child, name: &str) {
    let line = format!("kill -{name} {} 2>&1", child.id());
    let sent = Command::new("sh").args(["-c", &line]).output();
    sent.unwrap();
}

/// A folder that is removed with everything in it.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) const fn of(folder: TempDir) -> Self {
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// The program in this folder, with the words of the line as arguments; what is in quotes is one.
    pub(crate) fn command(&self, line: &str) -> Command {
        let parts = line.split(['\'', '"']).enumerate();
        self.program(parts.flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        }))
    }

    pub(crate) fn program(&self, args: impl IntoIterator<Item: AsRef<OsStr>>) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .args(args)
            .current_dir(self.path())
            .env_remove("COLUMNS")
            .stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, line: &str) -> Ran {
        Ran::new(line, self.command(line).output().unwrap())
    }

    /// Runs a line of a shell with the program as `"$M"`. Programs that wait for each other are ended, with code 124.
    #[cfg(unix)]
    pub(crate) fn shell(&self, line: &str) -> Ran {
        let mut command = Command::new("timeout");
        command.args(["300", "sh", "-c", line]).env("M", PROGRAM);
        let command = command.current_dir(self.path()).stdin(Stdio::null());
        Ran::new(line, command.output().unwrap())
    }

    /// Runs the program, which must succeed without error output, and returns what it prints.
    pub(crate) fn ok(&self, line: &str) -> String {
        self.run(line).ok()
    }

    /// The same, as JSON.
    pub(crate) fn json(&self, line: &str) -> serde_json::Value {
        serde_json::from_str(&self.ok(line)).unwrap()
    }

    /// The names of all commands, but for `help`.
    pub(crate) fn commands(&self) -> Vec<String> {
        let help = self.ok("--help");
        let (list, _) = help.split_once("\nOptions:\n").unwrap();
        let names = list.lines().filter(|line| line.starts_with("  "));
        let names = names.filter_map(|line| line.split_whitespace().next());
        let names = names.filter(|name| *name != "help");
        names.map(str::to_owned).collect()
    }

    /// What a merge prints, of folders or of single files.
    pub(crate) fn merged(&self, line: &str) -> String {
        self.finished(self.run(line))
    }

    /// The output of a command that has succeeded, without what a merge of folders says of them.
    fn finished(&self, ran: Ran) -> String {
        let paths = ran.line.split(" --merge ").nth(1).unwrap_or_default();
        let mut paths = paths.split(" --").next().unwrap_or_default().split(' ');
        if paths.any(|path| !path.is_empty() && self.at(path).is_dir()) {
            ran.merged()
        } else {
            ran.ok()
        }
    }

    /// Runs the program, which must fail as [`Ran::fails`] says.
    #[track_caller]
    pub(crate) fn fails(&self, line: &str, code: i32, words: &[&str]) {
        self.run(line).fails(code, words);
    }

    /// Runs the program with each of these lines, which must do as [`Place::does`] says, and leave the files here as they are.
    #[track_caller]
    pub(crate) fn refuses(&self, text: &str) {
        let before = self.files();
        for line in text.lines() {
            self.does(line);
            assert_eq!(self.files(), before, "{line}");
        }
    }

    /// Starts the program with a pipe for its input, for a screen of so many columns.
    pub(crate) fn begin(&self, line: &str, columns: &str) -> Child {
        let mut command = self.command(line);
        let command = command.env("COLUMNS", columns).stdin(Stdio::piped());
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// Runs the program with what is typed, `/` between the lines, in 80 columns.
    pub(crate) fn typed(&self, line: &str, input: &str) -> Ran {
        let mut running = self.begin(line, "80");
        let lines = input.split('/').map(|line| line.trim().to_owned() + "\n");
        let input: String = lines.collect();
        // A program that ends early closes the pipe.
        let _ = running.stdin.take().unwrap().write_all(input.as_bytes());
        end(line, running)
    }

    /// Runs the program with each of these lines. One such as `2 train --sets x => write a count | --sets` must fail with
    /// this code and say these words; one without a code must succeed, and print the words after the arrow, if any. Words
    /// behind `!` must not be there, those behind `>` are printed though it fails, and `~` ends a line. What stands behind
    /// ` <` is typed. A line that begins with `#` is a remark, and some are no commands.
    #[track_caller]
    pub(crate) fn does(&self, text: &str) {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        for whole in lines.filter(|line| !self.steps(line)) {
            let (line, words) = whole.split_once("=>").unwrap_or((whole, ""));
            let (line, input) = line.split_once(" <").unwrap_or((line, ""));
            let (code, rest) = line.split_once(' ').unwrap_or((line, ""));
            let code: Option<i32> = code.parse().ok();
            let line = if code.is_some() { rest } else { line }.trim();
            let words = words.replace('~', "\n");
            let words = words.split(" | ").map(|word| word.trim_matches(' '));
            let words = words.filter(|word| !word.is_empty());
            let (marked, plain): (Vec<&str>, _) =
                words.partition(|word| word.starts_with(['!', '>']));
            let ran = if whole.contains(" <") {
                self.typed(line, input)
            } else {
                self.run(line)
            };
            let out = with_slashes(&ran.out);
            if let Some(code) = code {
                ran.fails(code, &plain);
            } else {
                self.finished(ran);
                out.has(plain);
            }
            for word in marked {
                let is_right = out.contains(&word[1..]) == word.starts_with('>');
                assert!(is_right, "{whole}: {out}");
            }
        }
    }

    /// Whether a line is no command but a step: `write NAME TEXT`, `copy FROM TO`, `remove NAME`, `files` with all names,
    /// `same ONE OTHER`, whose bytes are compared, or `alike ONE | OTHER`, commands that answer the same.
    #[track_caller]
    fn steps(&self, line: &str) -> bool {
        let (step, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (name, other) = rest.split_once(' ').unwrap_or((rest, ""));
        match step {
            "write" => {
                fs::create_dir_all(self.at(name).parent().unwrap()).unwrap();
                fs::write(self.at(name), other.replace('~', "\n")).unwrap();
            }
            "copy" => drop(fs::copy(self.at(name), self.at(other)).unwrap()),
            "remove" => fs::remove_file(self.at(name)).unwrap(),
            "files" => assert_eq!(self.files().join(" "), rest),
            "same" => assert!(self.bytes(name) == self.bytes(other), "{line}"),
            "alike" => {
                let answers = rest.split(" | ").map(|line| {
                    let (line, input) = line.split_once(" <").unwrap_or((line, ""));
                    let text = self.typed(line, input).ok();
                    let is_answer = |line: &&str| !line.is_empty() && !line.starts_with('>');
                    text.lines().filter(is_answer).map(str::to_owned).collect()
                });
                let answers: Vec<Vec<String>> = answers.collect();
                assert!(answers[0] == answers[1], "{answers:#?}");
            }
            _ => return false,
        }
        true
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.at(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    /// The names of all files here, with hidden ones, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        files(self.path())
    }
}

/// A user whom the rights of files bind, and a copy of the program for it: `nobody` if these tests are run by root,
/// who may do everything, and otherwise the user who runs them.
#[cfg(unix)]
pub(crate) struct BoundUser(TempDir);

#[cfg(unix)]
impl BoundUser {
    pub(crate) const NOBODY: u32 = 65_534;

    /// `None`, with a message, where root has no folder in which another user can run a program.
    pub(crate) fn find() -> Option<Self> {
        let folders = [
            env::temp_dir(),
            "/tmp".into(),
            "/var/tmp".into(),
            "/dev/shm".into(),
        ];
        let found = folders.iter().filter_map(|folder| {
            let user = Self(open_folder(folder).ok()?);
            if is_root() {
                fs::copy(PROGRAM, user.program()).ok()?;
                fs::set_permissions(user.program(), fs::Permissions::from_mode(0o755)).ok()?;
            }
            let output = user.command().arg("--version").output().ok()?;
            output.status.success().then_some(user)
        });
        let found = { found }.next();
        if found.is_none() {
            eprintln!("SKIPPED: no other user can run a program in a temporary folder here");
        }
        found
    }

    fn program(&self) -> PathBuf {
        if is_root() {
            self.0.path().join("menace")
        } else {
            PROGRAM.into()
        }
    }

    /// The program, run by this user.
    pub(crate) fn command(&self) -> Command {
        self.for_user(Command::new(self.program()))
    }

    /// Runs a command as this user in a folder.
    #[cfg(target_os = "linux")]
    pub(crate) fn run_in(&self, folder: &Path, line: &str) -> Ran {
        let mut command = self.command();
        command.args(line.split_whitespace()).current_dir(folder);
        Ran::new(line, command.output().unwrap())
    }

    /// The program, run by this user and started by another program with these words.
    pub(crate) fn command_through(&self, starter: &str, words: &[&str]) -> Command {
        let mut command = self.for_user(Command::new(starter));
        command.args(words).arg(self.program());
        command
    }

    fn for_user(&self, mut command: Command) -> Command {
        if is_root() {
            command.uid(Self::NOBODY).gid(Self::NOBODY);
        }
        command.current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// A new folder that this user can read; it belongs to the user who runs the tests.
    pub(crate) fn folder(&self) -> TempDir {
        open_folder(self.0.path()).unwrap()
    }
}

/// A new folder that every user can read, if every user can enter the one around it.
#[cfg(unix)]
fn open_folder(around: &Path) -> io::Result<TempDir> {
    let folder = tempfile::tempdir_in(around)?;
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
    Ok(folder)
}

#[cfg(unix)]
pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0)
}

/// The names of all files in a folder and its sub-folders, with hidden ones, sorted; without the locks, which stay on Windows.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap();
                found.push(with_slashes(name.to_str().unwrap()));
            }
        }
    }
    if cfg!(windows) {
        found.retain(|name| Path::new(name).extension().is_none_or(|end| end != "lock"));
    }
    found.sort_unstable();
    found
}

/// The same files with their bytes.
pub(crate) fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = files(folder).into_iter();
    names
        .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap()))
        .collect()
}

/// Copies the models of a fresh clone into a folder.
pub(crate) fn bring_models(folder: &Path) {
    fs::create_dir_all(folder.join("models")).unwrap();
    for learner in ["first", "second", "both"] {
        let name = format!("models/tic-tac-toe-{learner}.menace");
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
        fs::copy(from, folder.join(name)).unwrap();
    }
}

/// A text with its paths as they are written outside of Windows.
pub(crate) fn with_slashes(text: &str) -> String {
    if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text.to_owned()
    }
}

/// The lines of a text as cases: what stands before an arrow and after it.
pub(crate) fn cases(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| {
        let (case, expected) = line.split_once("=>").unwrap();
        (case.trim(), expected.trim())
    })
}

/// The result of running the program.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) line: String,
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn new(line: &str, output: Output) -> Self {
        Self {
            line: line.to_owned(),
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[track_caller]
    pub(crate) fn ok(self) -> String {
        // Where it takes a minute, it says how far it is.
        let is_progress = |line: &str| line.contains(" games/s  ");
        let is_quiet = self.err.lines().all(is_progress);
        assert!(self.code == Some(0) && is_quiet, "{self:#?}");
        self.out
    }

    /// The same of a merge of folders, which says which runs of which files it takes.
    pub(crate) fn merged(mut self) -> String {
        let is_taken = |line: &&str| {
            line.starts_with("menace: ") && line.contains(": runs ")
                || line.ends_with(" more parts")
        };
        let (taken, rest): (Vec<_>, Vec<_>) = self.err.lines().partition(is_taken);
        assert!(!taken.is_empty(), "{self:#?}");
        self.err = rest.join("\n");
        self.ok()
    }

    /// The JSON document that was printed.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap()
    }

    /// Checks the exit code, and that 1 to 5 lines of error text contain all of these words.
    #[track_caller]
    pub(crate) fn fails(self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        let text = with_slashes(&self.err);
        let has_all = words.iter().all(|word| text.contains(word));
        assert!(has_all, "{words:?} are not all in {self:#?}");
        let lines = self.err.lines().filter(|line| !line.is_empty()).count();
        assert!((1..=5).contains(&lines), "{self:#?}");
        assert!(!self.err.contains("panicked"), "{self:#?}");
    }
}

/// What a text says.
pub(crate) trait Text {
    /// Checks that all of these words are in it.
    fn has(&self, words: impl IntoIterator<Item: AsRef<str>>);
    /// Checks that none of these words is in it.
    fn lacks(&self, words: impl IntoIterator<Item: AsRef<str>>);
}

impl Text for str {
    #[track_caller]
    fn has(&self, words: impl IntoIterator<Item: AsRef<str>>) {
        for word in words {
            let word = word.as_ref();
            assert!(self.contains(word), "{word:?} is not in {self}");
        }
    }

    #[track_caller]
    fn lacks(&self, words: impl IntoIterator<Item: AsRef<str>>) {
        for word in words {
            let word = word.as_ref();
            assert!(!self.contains(word), "{word:?} is in {self}");
        }
    }
}

/// The texts of an SVG, in order.
pub(crate) fn svg_texts(svg: &str) -> Vec<&str> {
    let pieces = svg.split("<text ").skip(1);
    let texts = pieces.filter_map(|piece| Some(piece.split_once('>')?.1.split_once('<')?.0));
    texts.collect()
}

/// The number that is this attribute of the first element of a text which has it.
pub(crate) fn attribute(text: &str, name: &str) -> f64 {
    let text = format!(" {text}");
    let (_, rest) = text.split_once(&format!(" {name}=\"")).expect(name);
    rest.split('"').next().unwrap().parse().expect("a number")
}

/// Compares a file of the project with what it should contain. With `MENACE_BLESS=1` it is written first.
#[track_caller]
pub(crate) fn is_current(name: &str, wanted: impl AsRef<[u8]>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let wanted = wanted.as_ref();
    if env::var_os("MENACE_BLESS").is_some() {
        fs::write(&path, wanted).unwrap();
    }
    let current = fs::read(&path).unwrap_or_default();
    let is_end = |byte: &u8| *byte == b'\n';
    let mut lines = wanted.split(is_end).zip(current.split(is_end));
    let line = lines.position(|(new, old)| new != old);
    assert!(
        current == wanted,
        "{name} differs from line {:?} on; MENACE_BLESS=1 writes it",
        line.map(|n| n + 1)
    );
}
