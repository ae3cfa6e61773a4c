//! Runs the program as a server, with a simple client. The client writes requests by hand, so that it can
//! also send what no browser would send.

#![allow(dead_code, reason = "each test program uses a part of this")]

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

#[cfg(unix)]
use crate::place::BoundUser;

/// How long a test waits for anything before it fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder of machines, which outlives its servers.
pub(crate) struct Place(pub(crate) crate::place::Place);

impl Place {
    pub(crate) fn new() -> Self {
        Self(crate::place::Place::new())
    }

    /// A new folder, and a server of it.
    pub(crate) fn served() -> (Self, Server) {
        let place = Self::new();
        let server = place.serve("");
        (place, server)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The file of a machine.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.at(&format!("models/{name}.menace"))
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        self.0.bytes(&format!("models/{name}.menace"))
    }

    /// Runs another command of the program here, which must succeed.
    pub(crate) fn run(&self, line: &str) {
        let ran = self.0.run(line);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
    }

    pub(crate) fn serve(&self, options: &str) -> Server {
        Server::start(self.0.command("serve"), self.path(), options)
    }

    /// A folder that this user can read.
    #[cfg(unix)]
    pub(crate) fn read_by(user: &BoundUser) -> Self {
        Self(crate::place::Place::of(user.folder()))
    }

    /// The server, run by this user.
    #[cfg(unix)]
    pub(crate) fn serve_as(&self, user: &BoundUser) -> Server {
        let mut command = user.command();
        command.arg("serve").current_dir(self.path());
        Server::start(command, self.path(), "")
    }
}

/// A running `menace serve`.
pub(crate) struct Server {
    process: Child,
    address: SocketAddr,
    /// The line that it printed with its address.
    pub(crate) printed: String,
    /// A pipe without a reader would end it.
    _out: BufReader<ChildStdout>,
}

/// An answer of the server.
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

    /// The message and the kind of a refusal.
    pub(crate) fn refusal(&self) -> (String, String) {
        let body = self.json();
        let [words, kind] =
            ["error", "kind"].map(|name| body[name].as_str().unwrap_or_default().to_owned());
        assert!(!words.is_empty() && !kind.is_empty(), "{body}");
        (words, kind)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The value of a header field.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let fields = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut found = fields.filter(|(field, _)| field.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value)
    }
}

/// The bytes of a request with these header fields and this body.
fn message(line: &str, fields: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("{line} HTTP/1.1\r\nconnection: close\r\n");
    for (name, value) in fields {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    write!(head, "content-length: {}\r\n\r\n", body.len()).unwrap();
    [head.as_bytes(), body].concat()
}

/// Sends these bytes and reads one answer.
fn exchange(mut stream: TcpStream, bytes: &[u8]) -> Answer {
    // A request that is refused early may not be read to the end.
    let _ = stream.write_all(bytes);
    read(&mut stream)
}

impl Server {
    pub(crate) fn start(mut command: Command, folder: &Path, options: &str) -> Self {
        command
            .args(options.split_whitespace())
            // Its temporary files are visible here and separate from those of other servers.
            .env("TMPDIR", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut printed = String::new();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        out.read_line(&mut printed).unwrap();
        let (_, address) = printed.trim().split_once("http://").unwrap();
        let address: SocketAddr = address.split('/').next().unwrap().parse().unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], address.port()));
        Self {
            process,
            address,
            printed: printed.trim().to_owned(),
            _out: out,
        }
    }

    /// The host, as a browser names it.
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
        exchange(self.connect(), bytes)
    }

    /// Sends a request with these header fields and this body.
    pub(crate) fn request(&self, line: &str, fields: &[(&str, &str)], body: &[u8]) -> Answer {
        self.raw(&message(line, fields, body))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), &[("host", &self.host())], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_on(self.connect(), path, body)
    }

    /// As [`Server::post`], on a connection that is open already.
    pub(crate) fn post_on(&self, stream: TcpStream, path: &str, body: &Value) -> Answer {
        let host = self.host();
        let fields = [("host", &*host), ("content-type", "application/json")];
        let body = body.to_string();
        let line = format!("POST {path}");
        exchange(stream, &message(&line, &fields, body.as_bytes()))
    }

    /// Queries something of a machine, which must succeed.
    pub(crate) fn query(&self, name: &str, what: &str) -> Value {
        let answer = self.get(&of(name, what));
        assert_eq!(answer.status, 200, "{what}: {}", answer.text());
        answer.json()
    }

    /// The body of a change that is made from the present state of a machine, if it has one.
    pub(crate) fn seen(&self, name: &str, body: &Value) -> Value {
        let mut body = body.clone();
        if body.is_object() && body["revision"].is_null() {
            let answer = self.get(&of(name, ""));
            if answer.status == 200 {
                body["revision"] = answer.json()["scene"]["revision"].clone();
            }
        }
        body
    }

    /// Does something at a machine as it is, which must succeed.
    pub(crate) fn perform(&self, name: &str, what: &str, body: &Value) -> Value {
        let body = match what {
            "merge" => body.clone(),
            _ => self.seen(name, body),
        };
        let answer = self.post(&of(name, what), &body);
        assert_eq!(answer.status, 200, "{what} {body}: {}", answer.text());
        answer.json()
    }

    /// Does something at a machine as it is, which must be refused with this status and these words.
    pub(crate) fn refuses(&self, what: &str, body: &Value, status: u16, words: &str) {
        let body = match what.split_once('/') {
            Some((name, what)) if !["merge", "upload"].contains(&what) => self.seen(name, body),
            _ => body.clone(),
        };
        let answer = self.post(&format!("/api/machines/{what}"), &body);
        assert_eq!(answer.status, status, "{what} {body}: {}", answer.text());
        let (message, _) = answer.refusal();
        assert!(message.contains(words), "{what} {body}: {message}");
    }

    /// Sends the file of a machine.
    pub(crate) fn upload(&self, name: &str, bytes: &[u8]) -> Answer {
        let kind = ("content-type", "application/octet-stream");
        let line = format!("POST {}", of(name, "upload"));
        self.request(&line, &[("host", &self.host()), kind], bytes)
    }

    /// A machine that has learnt from one game with a person, who was second.
    pub(crate) fn taught(&self, name: &str) -> Value {
        self.perform(name, "sit", &json!({ "side": "second" }));
        self.finish_game(name)
    }

    /// Lets a machine learn so many games against random play; returns the state after it.
    pub(crate) fn train(&self, name: &str, games: u64) -> Value {
        let request = json!({ "opponent": "random", "games": games });
        self.perform(name, "train", &request);
        self.wait_for_training(name)
    }

    /// Plays the first legal move for the person until the game is over, and returns the last state.
    pub(crate) fn finish_game(&self, name: &str) -> Value {
        let mut state = self.query(name, "");
        while state["scene"]["round"]["ended"].is_null() {
            let m = state["scene"]["round"]["legal"][0].clone();
            state = self.perform(name, "move", &json!({ "move": m }));
        }
        state
    }

    /// Waits for the end of a training, and returns the state after it.
    pub(crate) fn wait_for_training(&self, name: &str) -> Value {
        let (mut begun, mut before) = (Instant::now(), Value::Null);
        loop {
            let state = self.query(name, "");
            if state["training"].is_null() {
                return state;
            }
            if state["training"] != before {
                (begun, before) = (Instant::now(), state["training"].clone());
            }
            assert!(begun.elapsed() < PATIENCE, "it does not get on: {state}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends it a signal, also while another thread uses it.
    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for its end, and returns its exit code.
    #[cfg(unix)]
    pub(crate) fn wait(mut self) -> Option<i32> {
        self.process.wait().unwrap().code()
    }

    /// Asks it to stop, which ends it with this exit code; returns what it says then.
    #[cfg(unix)]
    pub(crate) fn stop(mut self, code: i32) -> String {
        self.signal("-INT");
        let ended = self.process.wait().unwrap().code();
        let mut said = String::new();
        let errors = self.process.stderr.as_mut().unwrap();
        errors.read_to_string(&mut said).unwrap();
        assert_eq!(ended, Some(code), "{said}");
        said
    }

    /// Makes all its writes fail, as on a full disk, or lets it write again; returns whether the system can do that.
    pub(crate) fn fill_disk(&self, is_full: bool) -> bool {
        let most = if is_full { "0" } else { "unlimited" };
        let (id, limit) = (self.id().to_string(), &format!("--fsize={most}:"));
        let set = Command::new("prlimit").args(["--pid", &id, limit]).status();
        let is_set = set.is_ok_and(|status| status.success());
        if !is_set {
            eprintln!("SKIPPED: no prlimit, which makes writes fail");
        }
        is_set
    }

    /// Kills it, whatever it is doing.
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

/// The path of a resource of a machine.
fn of(name: &str, what: &str) -> String {
    let slash = if what.is_empty() { "" } else { "/" };
    format!("/api/machines/{name}{slash}{what}")
}

/// Reads one answer, to the end of the connection.
pub(crate) fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // If the connection breaks off, what was received is used.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = match end {
        Some(end) => (&bytes[..end], bytes[end + 4..].to_vec()),
        None => (&bytes[..], Vec::new()),
    };
    let head = String::from_utf8_lossy(head).into_owned();
    let status = head.split(' ').nth(1).unwrap_or_default();
    Answer {
        status: status.parse().unwrap_or(0),
        head,
        body,
    }
}

pub(crate) fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value}"))
}

pub(crate) fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value}"))
}

/// The rule of this name, as the page offers it.
pub(crate) fn offered(shelf: &Value, name: &str) -> Value {
    let mut rules = list(&shelf["rules"]).iter();
    rules.find(|rule| rule["name"] == name).unwrap().clone()
}
