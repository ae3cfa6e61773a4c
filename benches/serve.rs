//! How long the page waits for its answers: 200 connections at once, each with a machine of its own,
//! while another machine trains.
//!
//! The program is started as a user would start it, on the models of a new folder. Each connection sits
//! down and plays games, one request after the other, on a connection that stays open. First all ask at
//! the same moment, which is the worst that so many people can do, and then wait a little; then
//! each asks once a second, as people do. Shown are the median, the 99th percentile and the
//! longest time of a request, from its first byte to the last one of the answer.
//! `cargo bench --bench serve`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const CONNECTIONS: usize = 200;
/// Requests of each connection in either part.
const ROUNDS: usize = 40;
/// How long everybody looks at what came.
const PAUSE: Duration = Duration::from_millis(250);

/// A connection of somebody who plays.
struct Visitor {
    stream: BufReader<TcpStream>,
    address: String,
    name: String,
    told: Value,
}

impl Visitor {
    fn new(address: &str, name: String) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("a socket");
        Self {
            stream: BufReader::new(stream),
            address: address.to_owned(),
            name,
            told: Value::Null,
        }
    }

    /// Asks and reads the answer; how long that took.
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
            self.stream.read_line(&mut line).expect("a head");
            let field = line.to_ascii_lowercase();
            if let Some(value) = field.strip_prefix("content-length: ") {
                length = value.trim().parse().expect("a length");
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).expect("a body");
        let took = begun.elapsed();
        self.told = serde_json::from_slice(&answer).expect("JSON");
        took
    }

    /// The next thing to do: a move, or a new game.
    fn play(&mut self) -> Duration {
        let round = &self.told["scene"]["round"];
        if round["ended"].is_null() {
            let m = json!({ "move": round["legal"][0] });
            self.ask("move", &m)
        } else {
            self.ask("act/new", &json!({}))
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
    let mut trainer = Visitor::new(&address, "trainer".to_owned());
    trainer.ask("sit", &json!({ "side": "second" }));

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
        // Not all at once: as people come.
        thread::sleep(PAUSE * u32::try_from(number).expect("few") / 50);
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            times.push(visitor.play());
            thread::sleep(PAUSE * 4);
        }
        times
    };
    println!("{CONNECTIONS} connections, a training in the background");
    trains(&mut trainer);
    tell("all at the same moment", times(together));
    trains(&mut trainer);
    tell("each once a second", times(apart));
    let _ = server.kill();
    let _ = server.wait();
}

/// Sees to it that a training is going on.
fn trains(trainer: &mut Visitor) {
    trainer.ask("", &Value::Null);
    if trainer.told["training"].is_null() {
        let asked = json!({ "opponent": "random", "games": 10_000_000 });
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

/// The times of all connections.
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

fn tell(what: &str, mut times: Vec<Duration>) {
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
