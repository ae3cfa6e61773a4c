//! The program as a child process: its output, its end, its time and memory, and whether it hangs.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_menace");

/// A command that has not ended after this time hangs, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// The most CPU time for a command with little to do; an unoptimized build gets more.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 5 });

/// How many bytes of each output are kept.
const KEPT: u64 = 1 << 20;

/// The most that a command may print, and the most memory that it may take, in bytes.
const MOST_PRINTED: u64 = 64 << 20;
pub(crate) const MOST_MEMORY: u64 = 512 << 20;

/// Read all that a command prints.
pub(crate) const ALL: Option<u64> = Some(u64::MAX);

/// A running command.
pub(crate) struct Running {
    line: String,
    pub(crate) child: Child,
    begun: Instant,
    printed: Receiver<(usize, Vec<u8>, u64)>,
}

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) line: String,
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
    /// The number of bytes printed.
    pub(crate) printed: u64,
    /// The CPU time, or the elapsed time if it hung.
    pub(crate) spent: Duration,
    pub(crate) took: Duration,
    /// The peak memory in bytes.
    pub(crate) memory: u64,
    /// Whether it had to be killed.
    pub(crate) hung: bool,
}

/// The program in a folder, with the words of the line as arguments.
pub(crate) fn menace(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(line.split_whitespace()).current_dir(folder);
    command
}

/// Starts a command, reads the given number of bytes of its standard output, and then closes the pipe. With
/// `None`, the standard output is the one already set.
pub(crate) fn start(line: &str, command: &mut Command, reads: Option<u64>) -> Running {
    if reads.is_some() {
        command.stdout(Stdio::piped());
    }
    let spawned = command.stderr(Stdio::piped()).spawn();
    let mut child = spawned.unwrap_or_else(|error| panic!("{line}: {error}"));
    let begun = Instant::now();
    let (sender, printed) = mpsc::channel();
    let pipes: [(Option<Box<dyn Read + Send>>, u64); 2] = [
        (
            child.stdout.take().map(|pipe| Box::new(pipe) as _),
            reads.unwrap_or(0),
        ),
        (
            child.stderr.take().map(|pipe| Box::new(pipe) as _),
            u64::MAX,
        ),
    ];
    for (which, (pipe, reads)) in pipes.into_iter().enumerate() {
        let sender = sender.clone();
        thread::spawn(move || {
            let mut kept = Vec::new();
            let mut whole = 0;
            if let Some(mut pipe) = pipe {
                let _ = (&mut pipe).take(reads.min(KEPT)).read_to_end(&mut kept);
                whole = kept.len() as u64;
                if reads > whole {
                    whole += std::io::copy(&mut pipe, &mut std::io::sink()).unwrap_or(0);
                }
            }
            let _ = sender.send((which, kept, whole));
        });
    }
    Running {
        line: line.to_owned(),
        child,
        begun,
        printed,
    }
}

impl Running {
    /// Sends a signal, given by its name.
    pub(crate) fn signal(&mut self, name: &str) {
        if name == "KILL" {
            let _ = self.child.kill();
        } else {
            let line = format!("kill -{name} {} 2>/dev/null", self.child.id());
            let _ = Command::new("sh").args(["-c", &line]).status();
        }
    }

    /// Waits for its end.
    pub(crate) fn end(mut self) -> Ended {
        let mut texts = [Vec::new(), Vec::new()];
        let mut printed = 0;
        let mut hung = false;
        for _ in 0..2 {
            let left = if hung {
                PATIENCE
            } else {
                PATIENCE.saturating_sub(self.begun.elapsed())
            };
            let received = self.printed.recv_timeout(left).or_else(|_| {
                hung = true;
                let _ = self.child.kill();
                self.printed.recv_timeout(PATIENCE)
            });
            if let Ok((which, text, whole)) = received {
                texts[which] = text;
                printed += whole;
            }
        }
        let used = self.child.wait4().expect("a child that was started");
        let [out, err] = texts;
        let took = self.begun.elapsed();
        let worked = used.rusage.utime + used.rusage.stime;
        Ended {
            line: self.line,
            code: used.status.code(),
            signal: used.status.signal(),
            out,
            err: String::from_utf8_lossy(&err).into_owned(),
            printed,
            spent: if hung { took } else { worked },
            took,
            memory: used.rusage.maxrss,
            hung,
        }
    }
}

/// Starts the program in a folder, without input.
pub(crate) fn begin(folder: &Path, line: &str) -> Running {
    start(line, menace(folder, line).stdin(Stdio::null()), ALL)
}

/// Runs the program to its end.
pub(crate) fn run(folder: &Path, line: &str) -> Ended {
    begin(folder, line).end()
}

impl Ended {
    /// Checks what holds for every command: it ends on its own with one of these codes, does not panic, stays
    /// within its limits, and prints only short errors.
    pub(crate) fn law(&self, codes: &[i32]) -> Result<(), String> {
        let broken = if self.hung {
            Some("hangs".to_owned())
        } else if self.err.contains("panicked") || self.code == Some(101) {
            Some("panicked".to_owned())
        } else if let Some(signal) = self.signal {
            Some(format!("died of signal {signal}"))
        } else if !self.code.is_some_and(|code| codes.contains(&code)) {
            Some(format!("ended with {:?}", self.code))
        } else if self.printed > MOST_PRINTED {
            Some(format!("printed {} bytes", self.printed))
        } else if self.memory > MOST_MEMORY {
            Some(format!("took {} bytes of memory", self.memory))
        } else if self.err.len() > 4_000 || self.err.lines().count() > 12 {
            Some("prints long errors".to_owned())
        } else if self.err.chars().any(|c| c.is_control() && c != '\n') {
            Some("prints raw control characters in errors".to_owned())
        } else {
            None
        };
        broken.map_or(Ok(()), |what| Err(self.describe(&what)))
    }

    /// Checks that it did not use much CPU time.
    pub(crate) fn soon(&self) -> Result<(), String> {
        if self.spent > LONGEST {
            return Err(self.describe("took too long"));
        }
        Ok(())
    }

    /// Describes a broken law, with the line, the end and the output of the command.
    pub(crate) fn describe(&self, what: &str) -> String {
        let short = |text: &str| text.chars().take(600).collect::<String>();
        let line = short(&self.line);
        let out = String::from_utf8_lossy(&self.out);
        format!(
            "{what}: menace {line}\n  code {:?} signal {:?} after {:.2} s\n  stdout {:?}\n  stderr {:?}",
            self.code,
            self.signal,
            self.took.as_secs_f64(),
            short(&out),
            short(&self.err)
        )
    }
}
