//! How long the page waits for its answers: 200 connections at once, each with its own machine, while
//! another machine trains.
//!
//! The program is started as a user would start it, with a new folder for its models. Each connection stays
//! open, sits down and plays games, one request after the other. In the first part all send their requests
//! at the same moment, which is the worst case for this number of users, and then pause; in the second part
//! each sends one request per second, as people do. The output shows the median, the 99th percentile and the
//! longest time of a request, from its first byte to the last byte of the answer.
//! `cargo bench --bench serve`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const CONNECTIONS: usize = 200;
/// The number of requests of each connection in each part.
const ROUNDS: usize = 40;
/// The pause between requests in the first part.
const PAUSE: Duration = Duration::from_millis(250);

/// The name of the machine that trains.
const TRAINER: &str = "trainer";

/// The connection of one user.
struct Visitor {
    stream: BufReader<TcpStream>,
    address: String,
    name: String,
    answer: Value,
}

impl Visitor {
    fn new(address: &str, name: String) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("a socket");
        Self {
            stream: BufReader::new(stream),
            address: address.to_owned(),
            name,
            answer: Value::Null,
        }
    }

    /// Sends a request and reads the answer. Returns the time that took.
    fn ask(&mut self, verb: &str, body: &Value) -> Duration {
        let Self { address, name, .. } = self;
        let body = body.to_string();
        let (method, body) = match verb {
            "" => ("GET", ""),
            _ => ("POST", &*body),
        };
        let slash = if verb.is_empty() { "" } else { "/" };
        let request = format!(
            "{method} /api/machines/{name}{slash}{verb} HTTP/1.1\r\nhost: {address}\r\ncontent-type: \
             application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let begun = Instant::now();
        let stream = self.stream.get_mut();
        stream.write_all(request.as_bytes()).expect("a request");
        let mut length = 0;
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("an answer");
        assert!(line.contains(" 200 "), "{verb} {body}: {line}");
        while line != "\r\n" {
            line.clear();
            self.stream.read_line(&mut line).expect("a header line");
            let field = line.to_ascii_lowercase();
            if let Some(value) = field.strip_prefix("content-length: ") {
                length = value.trim().parse().expect("a length");
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).expect("a body");
        let took = begun.elapsed();
        self.answer = serde_json::from_slice(&answer).expect("JSON");
        took
    }

    /// Makes the next request: a move, or a new game.
    fn play(&mut self) -> Duration {
        let scene = &self.answer["scene"];
        let (round, seen) = (&scene["round"], &scene["revision"]);
        if round["ended"].is_null() {
            let m = json!({ "move": round["legal"][0], "revision": seen });
            self.ask("move", &m)
        } else {
            self.ask("act/new", &json!({ "revision": seen }))
        }
    }
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Command::new(env!("CARGO_BIN_EXE_menace"))
        .arg("serve")
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let address = address(&mut server);
    Visitor::new(&address, TRAINER.to_owned()).ask("sit", &json!({ "side": "second" }));

    let wanted = |number: usize| json!({ "side": "second", "seed": number });
    let barrier = Barrier::new(CONNECTIONS);
    let together = |number: usize| {
        let mut visitor = Visitor::new(&address, format!("visitor-{number}"));
        let mut times = Vec::new();
        barrier.wait();
        times.push(visitor.ask("sit", &wanted(number)));
        for _ in 1..ROUNDS {
            thread::sleep(PAUSE);
            barrier.wait();
            times.push(visitor.play());
        }
        times
    };
    let apart = |number: usize| {
        let mut visitor = Visitor::new(&address, format!("visitor-{number}"));
        visitor.ask("", &Value::Null);
        // Users do not arrive all at once.
        thread::sleep(PAUSE * u32::try_from(number).expect("few") / 50);
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            times.push(visitor.play());
            thread::sleep(PAUSE * 4);
        }
        times
    };
    println!("{CONNECTIONS} connections, a training in the background");
    ensure_training(&address);
    report("all at the same moment", times(together));
    ensure_training(&address);
    report("each once a second", times(apart));
    let _ = server.kill();
    let _ = server.wait();
}

/// Starts a training if none is in progress.
fn ensure_training(address: &str) {
    let mut trainer = Visitor::new(address, TRAINER.to_owned());
    trainer.ask("", &Value::Null);
    if trainer.answer["training"].is_null() {
        let seen = &trainer.answer["scene"]["revision"];
        let asked = json!({ "opponent": "random", "games": 10_000_000, "revision": seen });
        trainer.ask("train", &asked);
    }
}

fn address(server: &mut Child) -> String {
    let out = server.stdout.take().expect("its output");
    let mut line = String::new();
    let read = BufReader::new(out).read_line(&mut line);
    read.expect("its address");
    let address = line.trim().trim_start_matches("http://");
    address.trim_end_matches('/').to_owned()
}

/// The request times of all connections.
fn times(visit: impl Fn(usize) -> Vec<Duration> + Sync) -> Vec<Duration> {
    let visit = &visit;
    thread::scope(|scope| {
        let visitors: Vec<_> = (0..CONNECTIONS)
            .map(|number| scope.spawn(move || visit(number)))
            .collect();
        let times = visitors.into_iter().map(|one| one.join().expect("a visit"));
        times.flatten().collect()
    })
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    println!(
        "{what}: {} requests, median {:.1} ms, 99th percentile {:.1} ms, longest {:.1} ms",
        times.len(),
        at(50),
        at(99),
        at(100)
    );
}
