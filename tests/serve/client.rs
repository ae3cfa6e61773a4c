//! The program as a server, and a plain client of it: what goes over the wire is written here by hand,
//! so that what no browser would send can be sent as well.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long anything may take before a test gives up on it.
const PATIENCE: Duration = Duration::from_mins(1);

/// A folder of machines, outliving the servers that serve it.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The file of a machine.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path().join(format!("models/{name}.menace"))
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).unwrap()
    }

    /// Runs another command of the program here, which has to succeed.
    pub(crate) fn runs(&self, line: &str) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_menace"));
        let command = command
            .args(line.split_whitespace())
            .current_dir(self.path());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
    }

    pub(crate) fn serve(&self, options: &str) -> Server {
        Server::start(self.path(), options, |_| {})
    }

    /// The same as another user, where that is possible.
    #[cfg(unix)]
    pub(crate) fn serve_as(&self, user: u32) -> Server {
        use std::os::unix::fs::MetadataExt as _;
        use std::os::unix::process::CommandExt as _;

        let is_root = std::fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0);
        Server::start(self.path(), "", |command| {
            if is_root {
                command.uid(user);
            }
        })
    }
}

/// The program at work.
pub(crate) struct Server {
    process: Child,
    address: SocketAddr,
    /// All that it printed as its address.
    pub(crate) printed: String,
}

/// What was answered.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The words and the kind of a refusal.
    pub(crate) fn refusal(&self) -> (String, String) {
        let told = self.json();
        let field = |name: &str| {
            told[name]
                .as_str()
                .unwrap_or_else(|| panic!("{name}: {told}"))
                .to_owned()
        };
        let (words, kind) = (field("error"), field("kind"));
        assert!(!words.is_empty() && !kind.is_empty(), "{told}");
        (words, kind)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The value of a field of the head.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let fields = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut found = fields.filter(|(field, _)| field.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value)
    }
}

impl Server {
    fn start(folder: &Path, options: &str, set: impl FnOnce(&mut Command)) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_menace"));
        command
            .arg("serve")
            .args(options.split_whitespace())
            .current_dir(folder)
            // What it keeps for a while is seen there, and is none of another server's.
            .env("TMPDIR", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        set(&mut command);
        let mut process = command.spawn().unwrap();
        let mut printed = String::new();
        let out = process.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut printed).unwrap();
        let address = printed.trim().strip_prefix("http://").unwrap();
        let address: SocketAddr = address.split('/').next().unwrap().parse().unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], address.port()));
        Self {
            process,
            address,
            printed: printed.trim().to_owned(),
        }
    }

    /// The host of the address, as a browser names it.
    pub(crate) fn host(&self) -> String {
        self.address.to_string()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends these bytes and reads one answer.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // Whoever is refused early may not be listened to until the end.
        let _ = stream.write_all(bytes);
        read(&mut stream)
    }

    /// A request with fields and a body of one's own.
    pub(crate) fn asks(&self, line: &str, fields: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = format!("{line} HTTP/1.1\r\nconnection: close\r\n");
        for (name, value) in fields {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        write!(head, "content-length: {}\r\n\r\n", body.len()).unwrap();
        self.raw(&[head.as_bytes(), body].concat())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.asks(&format!("GET {path}"), &[("host", &self.host())], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let host = self.host();
        let fields = [("host", &*host), ("content-type", "application/json")];
        let body = body.to_string();
        self.asks(&format!("POST {path}"), &fields, body.as_bytes())
    }

    /// Asks something of a machine, which has to be answered.
    pub(crate) fn told(&self, name: &str, what: &str) -> Value {
        let answer = self.get(&of(name, what));
        assert_eq!(answer.status, 200, "{what}: {}", answer.text());
        answer.json()
    }

    /// Does something at a machine, which has to succeed.
    pub(crate) fn does(&self, name: &str, what: &str, body: &Value) -> Value {
        let answer = self.post(&of(name, what), body);
        assert_eq!(answer.status, 200, "{what} {body}: {}", answer.text());
        answer.json()
    }

    /// The same, which has to be refused with this status and these words.
    pub(crate) fn refuses(
        &self,
        name: &str,
        what: &str,
        body: &Value,
        (status, words): (u16, &str),
    ) {
        let answer = self.post(&of(name, what), body);
        assert_eq!(answer.status, status, "{what} {body}: {}", answer.text());
        let (told, _) = answer.refusal();
        assert!(told.contains(words), "{what} {body}: {told}");
    }

    /// The person takes the first move there is until the game is over; how it stands then.
    pub(crate) fn plays_on(&self, name: &str) -> Value {
        let mut told = self.told(name, "");
        while told["scene"]["round"]["ended"].is_null() {
            let m = told["scene"]["round"]["legal"][0].clone();
            told = self.does(name, "move", &json!({ "move": m }));
        }
        told
    }

    /// Waits until a training has come to its end; how the machine stands then.
    pub(crate) fn waits_for(&self, name: &str) -> Value {
        let begun = Instant::now();
        loop {
            let told = self.told(name, "");
            if told["training"].is_null() {
                return told;
            }
            assert!(begun.elapsed() < PATIENCE, "{told}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// How it ends after it was asked to.
    pub(crate) fn wait(mut self) -> Option<i32> {
        self.process.wait().unwrap().code()
    }

    /// Ends it in the middle of whatever it does.
    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The path of something about a machine.
fn of(name: &str, what: &str) -> String {
    let slash = if what.is_empty() { "" } else { "/" };
    format!("/api/machines/{name}{slash}{what}")
}

/// One answer, to the end of the connection.
pub(crate) fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // A connection that is broken off has told what it has told.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = match end {
        Some(end) => (&bytes[..end], bytes[end + 4..].to_vec()),
        None => (&bytes[..], Vec::new()),
    };
    let head = String::from_utf8_lossy(head).into_owned();
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Answer {
        status: status.unwrap_or(0),
        head,
        body,
    }
}
