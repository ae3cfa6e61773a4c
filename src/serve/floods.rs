//! Visitors in numbers who take and give nothing, and honest ones among them. All waits of the server are
//! long here, so that an honest visitor is answered only by what is taken from the others.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use menace::games::TicTacToe;
use menace::learn::{Training, preset};
use menace::store::{self, Model};
use serde_json::Value;

use super::folder::Folder;
use super::guard::Guard;
use super::hall::Hall;
use super::{Limits, answer, routes};

/// Much longer than any test waits.
const LONG: Duration = Duration::from_mins(10);
/// How long anything may take before a test gives up on it.
const PATIENCE: Duration = Duration::from_secs(20);

fn few() -> Limits {
    Limits {
        connections: 8,
        strangers: 6,
        head: LONG,
        body: LONG,
        reading: LONG,
        uploads: 2,
        upload_wait: Duration::from_millis(50),
        ..Limits::default()
    }
}

/// A server with these limits, for as long as it is visited.
fn served(limits: Limits, token: Option<&str>, visit: impl FnOnce(&Visited)) {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let bound = tokio::net::TcpListener::bind("127.0.0.1:0");
    let listener = runtime.block_on(bound).unwrap();
    let address = listener.local_addr().unwrap();
    // With a token it answers as if it were reached from everywhere.
    let own = match token {
        Some(_) => SocketAddr::from(([0, 0, 0, 0], address.port())),
        None => address,
    };
    let guard = Guard::new(own, token.map(str::to_owned));
    let hall = Hall::new(Folder::new(folder.path().to_owned()), 1, limits);
    let app = routes::all(Arc::new(hall), false, Arc::new(guard), limits);
    runtime.spawn(async move { answer(&listener, app, limits, || false).await });
    visit(&Visited {
        address,
        cookie: token.map(|token| format!("cookie: menace-token={token}\r\n")),
        folder: folder.path(),
    });
    runtime.shutdown_background();
}

struct Visited<'a> {
    address: SocketAddr,
    cookie: Option<String>,
    folder: &'a Path,
}

impl Visited<'_> {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// A connection on which this has been sent, and nothing is read.
    fn sends(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = self.connect();
        // Who is sent away early may not be listened to until the end.
        let _ = stream.write_all(bytes);
        stream
    }

    /// The head of a request with a body of this length.
    fn head(&self, line: &str, length: usize) -> String {
        let kind = if line.ends_with("/upload") {
            "application/octet-stream"
        } else {
            "application/json"
        };
        format!(
            "{line} HTTP/1.1\r\nhost: {}\r\n{}content-type: {kind}\r\ncontent-length: {length}\r\n\r\n",
            self.address,
            self.cookie.as_deref().unwrap_or_default()
        )
    }

    /// The status and the body of the first answer on a new connection.
    fn asks(&self, line: &str, body: &[u8]) -> (u16, String) {
        let head = self.head(line, body.len());
        let head = head.replace("\r\nhost", "\r\nconnection: close\r\nhost");
        first(self.sends(&[head.as_bytes(), body].concat()))
    }

    fn seat(&self, name: &str) -> String {
        let (status, told) = self.asks(&format!("GET /api/machines/{name}"), b"");
        assert_eq!(status, 200, "{told}");
        let told: Value = serde_json::from_str(&told).unwrap();
        told["scene"]["seat"].as_str().unwrap().to_owned()
    }
}

/// The status and the body of the first answer, to the end of the connection.
fn first(mut stream: TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    // A connection that is broken off has said what it has said.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let status = text.get(9..12).and_then(|status| status.parse().ok());
    let body = text.split_once("\r\n\r\n").unwrap_or_default().1;
    (status.unwrap_or(0), body.to_owned())
}

/// Those who read nothing, without the token or from another page, hold up none of the others.
#[test]
fn strangers_that_read_nothing_are_closed_after_a_refusal() {
    for token in [None, Some("secret")] {
        served(few(), token, |server| {
            let foreign = "GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n".repeat(200);
            let flood: Vec<TcpStream> = (0..40).map(|_| server.sends(foreign.as_bytes())).collect();
            assert_eq!(server.asks("GET /api/shelf", b"").0, 200);
            for mut stream in flood {
                let mut bytes = Vec::new();
                let _ = stream.read_to_end(&mut bytes);
                let refusals = String::from_utf8_lossy(&bytes)
                    .matches("HTTP/1.1 4")
                    .count();
                assert!(refusals <= 1, "{refusals}");
            }
            // Those who say nothing at all leave the places that are kept for others.
            let known = server.sends(server.head("GET /api/shelf", 0).as_bytes());
            known.peek(&mut [0]).unwrap();
            let _flood: Vec<TcpStream> = (0..40).map(|_| server.sends(b"GET /")).collect();
            assert_eq!(server.asks("GET /api/shelf", b"").0, 200);
            let mut known = known;
            let last = server.head("GET /nothing", 0);
            let last = last.replace("\r\nhost", "\r\nconnection: close\r\nhost");
            known.write_all(last.as_bytes()).unwrap();
            assert!(first(known).1.contains("404 Not Found"));
        });
    }
}

#[test]
fn bodies_that_do_not_come_hold_up_none_of_the_others() {
    served(few(), None, |server| {
        let half = server.head("POST /api/machines/mine/sit", 1_000) + "{";
        let flood: Vec<TcpStream> = (0..40).map(|_| server.sends(half.as_bytes())).collect();
        assert_eq!(server.asks("POST /api/machines/mine/sit", b"{}").0, 200);
        assert_eq!(server.asks("GET /api/machines/mine", b"").0, 200);
        drop(flood);
    });
    // They are not waited for without end either.
    let limits = Limits {
        body: Duration::from_millis(50),
        ..few()
    };
    served(limits, None, |server| {
        let half = server.head("POST /api/machines/mine/sit", 1_000) + "{";
        let (status, told) = first(server.sends(half.as_bytes()));
        assert!(status == 408 && told.contains("too-slow"), "{told}");
    });
}

#[test]
fn who_reads_nothing_is_not_written_to_without_end() {
    let limits = Limits {
        reading: Duration::from_millis(50),
        ..few()
    };
    served(limits, None, |server| {
        let mut stream = server.connect();
        let requests = server.head("GET /page.css", 0).repeat(1_000);
        let closed = (0..1_000).find_map(|_| stream.write_all(requests.as_bytes()).err());
        let closed = closed.expect("a connection that is broken off").kind();
        let is_closed = [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe].contains(&closed);
        assert!(is_closed, "{closed}");
    });
}

#[test]
fn slow_uploads_make_way_for_others() {
    served(few(), None, |server| {
        let slow = server.head("POST /api/machines/slow/upload", 10_000_000) + "x";
        let flood: Vec<TcpStream> = (0..5).map(|_| server.sends(slow.as_bytes())).collect();
        // It is answered, in words about what it has sent.
        let (status, told) = server.asks("POST /api/machines/new/upload", b"no model");
        assert_eq!(status, 422, "{told}");
        drop(flood);
    });
    served(few(), None, |server| {
        // One that comes on is not sent away for one that does not.
        let length = 4_000_000;
        let head = server.head("POST /api/machines/brisk/upload", length);
        let head = head.replace("\r\nhost", "\r\nconnection: close\r\nhost");
        let mut brisk = server.sends(&[head.as_bytes(), &vec![0; length - 1]].concat());
        let slow = server.head("POST /api/machines/slow/upload", 10_000_000) + "x";
        let slow = server.sends(slow.as_bytes());
        thread::sleep(Duration::from_millis(100));
        assert_eq!(
            server.asks("POST /api/machines/new/upload", b"no model").0,
            422
        );
        let (status, told) = first(slow);
        assert!(status == 408 && told.contains("too-slow"), "{told}");
        brisk.write_all(&[0]).unwrap();
        assert_eq!(first(brisk).0, 422);
    });
}

#[test]
fn names_that_are_asked_for_take_no_place() {
    let limits = Limits { boards: 3, ..few() };
    served(limits, None, |server| {
        for name in ["one", "two", "three"] {
            assert_eq!(
                server
                    .asks(&format!("POST /api/machines/{name}/sit"), b"{}")
                    .0,
                200
            );
        }
        let seats = ["one", "two", "three"].map(|name| server.seat(name));
        for number in 0..20 {
            let path = format!("/api/machines/unknown-{number}");
            assert_eq!(server.asks(&format!("GET {path}"), b"").0, 404);
            assert_eq!(server.asks(&format!("GET {path}/stages"), b"").0, 404);
            assert_eq!(server.asks(&format!("POST {path}/act/undo"), b"{}").0, 404);
        }
        assert_eq!(["one", "two", "three"].map(|name| server.seat(name)), seats);
        // A new board takes the place of the one that was left for longest, and gives it back when
        // there is nothing to be set up.
        let wrong = br#"{"game":"chess"}"#;
        assert_eq!(server.asks("POST /api/machines/four/sit", wrong).0, 422);
        assert_eq!(server.asks("POST /api/machines/five/sit", wrong).0, 422);
        assert_eq!(["two", "three"].map(|name| server.seat(name)), seats[1..]);
    });
}

#[test]
fn boards_have_so_much_memory_together() {
    let mut run = Training::new(TicTacToe, preset("rote").unwrap()).begin();
    run.play(30);
    let model = Model::of(&run, "random");
    let limits = Limits {
        boards: 8,
        // Two of them and some games that are remembered.
        board_bytes: super::seated::weight(&model) * 5 / 2,
        ..few()
    };
    served(limits, None, |server| {
        for name in ["one", "two", "three"] {
            store::write(&server.folder.join(format!("{name}.menace")), &model).unwrap();
        }
        assert_eq!(server.asks("POST /api/machines/small/sit", b"{}").0, 200);
        let seats = ["small", "one", "two"].map(|name| server.seat(name));
        assert_eq!(["small", "one", "two"].map(|name| server.seat(name)), seats);
        server.seat("three");
        // The one that was left for longest has been set up again, the one without boxes not.
        assert_eq!(
            [server.seat("small"), server.seat("two")],
            [seats[0].clone(), seats[2].clone()]
        );
        assert_ne!(server.seat("one"), seats[1]);
    });
}
