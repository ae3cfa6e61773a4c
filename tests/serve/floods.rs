//! Floods of idle and hostile connections, with honest ones among them. All timeouts of the server are long
//! here, so an honest client gets an answer only if others are evicted.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _, pipe};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::thread;
use std::time::Duration;

use matchboxes::games::TicTacToe;
use matchboxes::learn::{Training, preset};
use matchboxes::store::{self, Model};
use matchboxes_page::{Settings, start};
use matchboxes_serve::{ClassOptions, Options, ServerLimits, run};

use super::client::{Answer, read};

/// Much longer than any test waits.
const LONG: Duration = Duration::from_secs(600);
/// How long a test waits before it fails.
const WAIT: Duration = Duration::from_secs(20);

fn small_limits() -> ServerLimits {
    ServerLimits {
        connections: 8,
        strangers: 6,
        head: LONG,
        body: LONG,
        reading: LONG,
        uploads: 2,
        upload_wait: Duration::from_millis(50),
        ..ServerLimits::default()
    }
}

/// Runs `visit` against a server with these limits, which listens on all addresses if it has a token.
fn with_server(limits: ServerLimits, token: Option<&str>, visit: impl FnOnce(&Visitor)) {
    with_served(limits, token, None, visit);
}

/// The same, of a class if one is given.
fn with_served(
    limits: ServerLimits,
    token: Option<&str>,
    class: Option<ClassOptions>,
    visit: impl FnOnce(&Visitor),
) {
    let folder = tempfile::tempdir().unwrap();
    let ip = token.map_or(Ipv4Addr::LOCALHOST, |_| Ipv4Addr::UNSPECIFIED);
    let options = Options {
        address: (ip, 0).into(),
        page: Settings {
            folder: folder.path().to_owned(),
            kiosk: false,
            classes: false,
            start: start(None, None).expect("the usual machine"),
            boards: limits.boards,
            board_bytes: limits.board_bytes,
        },
        class,
        open: false,
        token: token.map(str::to_owned),
        is_stopped: || false,
        limits,
    };
    let (printed, mut out) = pipe().unwrap();
    thread::spawn(move || run(options, &mut out));
    let mut line = String::new();
    let mut printed = BufReader::new(printed);
    printed.read_line(&mut line).unwrap();
    let port = line.rsplit(':').next().unwrap().split('/').next().unwrap();
    visit(&Visitor {
        address: (Ipv4Addr::LOCALHOST, port.parse().unwrap()).into(),
        cookie: token.map(|token| format!("cookie: menace-token={token}\r\n")),
        folder: folder.path(),
        code: line.trim().rsplit('/').next().unwrap().to_owned(),
    });
}

struct Visitor<'a> {
    address: SocketAddr,
    cookie: Option<String>,
    folder: &'a Path,
    /// The code of its class, if it has one.
    code: String,
}

impl Visitor<'_> {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(WAIT)).unwrap();
        stream.set_write_timeout(Some(WAIT)).unwrap();
        stream
    }

    /// Opens a connection and sends these bytes, without reading.
    fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = self.connect();
        // A connection that is evicted early may not accept all bytes.
        let _ = stream.write_all(bytes);
        stream
    }

    /// The head of a request with a body of this length.
    fn head(&self, line: &str, length: usize) -> String {
        let is_file = line.ends_with("/upload");
        let kind = if is_file { "octet-stream" } else { "json" };
        format!(
            "{line} HTTP/1.1\r\nhost: {}\r\n{}content-type: application/{kind}\r\ncontent-length: {length}\r\n\r\n",
            self.address,
            self.cookie.as_deref().unwrap_or_default()
        )
    }

    /// The same, for the last request of its connection.
    fn last_head(&self, line: &str, length: usize) -> String {
        let head = self.head(line, length);
        head.replace("\r\nhost", "\r\nconnection: close\r\nhost")
    }

    /// Sends a request on a new connection; the status of the answer must be this one.
    fn expect(&self, line: &str, body: &[u8], status: u16) -> Answer {
        let head = self.last_head(line, body.len());
        let answer = read(&mut self.send(&[head.as_bytes(), body].concat()));
        assert_eq!(answer.status, status, "{line}: {}", answer.text());
        answer
    }

    fn seat(&self, name: &str) -> String {
        let answer = self.expect(&format!("GET /api/machines/{name}"), b"", 200);
        answer.json()["scene"]["seat"].as_str().unwrap().to_owned()
    }
}

fn expect_too_slow(mut stream: TcpStream) {
    let answer = read(&mut stream);
    let text = answer.text();
    assert!(answer.status == 408 && text.contains("too-slow"), "{text}");
}

/// Clients that read nothing, without the token or from another page, do not delay the others.
#[test]
fn strangers_that_read_nothing_are_closed_after_a_refusal() {
    for token in [None, Some("secret")] {
        with_server(small_limits(), token, |server| {
            let foreign = "GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n".repeat(200);
            let flood: Vec<TcpStream> = (0..40).map(|_| server.send(foreign.as_bytes())).collect();
            server.expect("GET /api/shelf", b"", 200);
            for mut stream in flood {
                let mut bytes = Vec::new();
                let _ = stream.read_to_end(&mut bytes);
                let text = String::from_utf8_lossy(&bytes);
                let refusals = text.matches("HTTP/1.1 4").count();
                assert!(refusals <= 1, "{refusals}");
            }
            // Silent connections do not take the places reserved for authorized ones.
            let mut known = server.send(server.head("GET /api/shelf", 0).as_bytes());
            known.peek(&mut [0]).unwrap();
            let _flood: Vec<TcpStream> = (0..40).map(|_| server.send(b"GET /")).collect();
            server.expect("GET /api/shelf", b"", 200);
            let last = server.last_head("GET /nothing", 0);
            known.write_all(last.as_bytes()).unwrap();
            assert!(read(&mut known).text().contains("404 Not Found"));
        });
    }
}

#[test]
fn missing_bodies_do_not_delay_others() {
    with_server(small_limits(), None, |server| {
        let half = server.head("POST /api/machines/mine/sit", 1_000) + "{";
        let flood: Vec<TcpStream> = (0..40).map(|_| server.send(half.as_bytes())).collect();
        server.expect("POST /api/machines/mine/sit", b"{}", 200);
        server.expect("GET /api/machines/mine", b"", 200);
        drop(flood);
    });
    // The time to wait for them is limited too.
    let limits = ServerLimits {
        body: Duration::from_millis(50),
        ..small_limits()
    };
    with_server(limits, None, |server| {
        let half = server.head("POST /api/machines/mine/sit", 1_000) + "{";
        expect_too_slow(server.send(half.as_bytes()));
    });
}

#[test]
fn writing_to_a_client_that_reads_nothing_is_limited() {
    let limits = ServerLimits {
        reading: Duration::from_millis(50),
        ..small_limits()
    };
    with_server(limits, None, |server| {
        let mut stream = server.connect();
        let requests = server.head("GET /page.css", 0).repeat(1_000);
        let closed = (0..1_000).find_map(|_| stream.write_all(requests.as_bytes()).err());
        let closed = closed.expect("a closed connection").kind();
        let is_closed = [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe].contains(&closed);
        assert!(is_closed, "{closed}");
    });
}

#[test]
fn slow_uploads_are_evicted() {
    with_server(small_limits(), None, |server| {
        let slow = server.head("POST /api/machines/slow/upload", 10_000_000) + "x";
        let flood: Vec<TcpStream> = (0..5).map(|_| server.send(slow.as_bytes())).collect();
        // It is answered with an error about its content.
        server.expect("POST /api/machines/new/upload", b"no model", 422);
        drop(flood);
    });
    with_server(small_limits(), None, |server| {
        // A fast upload is not evicted in favour of a slow one.
        let length = 4_000_000;
        let head = server.last_head("POST /api/machines/brisk/upload", length);
        let mut brisk = server.send(&[head.as_bytes(), &vec![0; length - 1]].concat());
        let slow = server.head("POST /api/machines/slow/upload", 10_000_000) + "x";
        let slow = server.send(slow.as_bytes());
        thread::sleep(Duration::from_millis(100));
        server.expect("POST /api/machines/new/upload", b"no model", 422);
        expect_too_slow(slow);
        brisk.write_all(&[0]).unwrap();
        assert_eq!(read(&mut brisk).status, 422);
    });
}

#[test]
fn requests_for_unknown_names_take_no_room() {
    let limits = ServerLimits {
        boards: 3,
        ..small_limits()
    };
    with_server(limits, None, |server| {
        for name in ["one", "two", "three"] {
            server.expect(&format!("POST /api/machines/{name}/sit"), b"{}", 200);
        }
        let seats = ["one", "two", "three"].map(|name| server.seat(name));
        for number in 0..20 {
            let path = format!("/api/machines/unknown-{number}");
            server.expect(&format!("GET {path}"), b"", 404);
            server.expect(&format!("GET {path}/stages"), b"", 404);
            let undo = format!("POST {path}/act/undo");
            server.expect(&undo, br#"{"revision":1}"#, 404);
        }
        assert_eq!(["one", "two", "three"].map(|name| server.seat(name)), seats);
        // A new board takes the place of the one that was unused for longest, and releases it if it cannot be
        // set up.
        let wrong = br#"{"game":"chess"}"#;
        server.expect("POST /api/machines/four/sit", wrong, 422);
        server.expect("POST /api/machines/five/sit", wrong, 422);
        assert_eq!(["two", "three"].map(|name| server.seat(name)), seats[1..]);
    });
}

#[test]
fn the_memory_of_all_boards_is_limited() {
    let training = Training::new(TicTacToe, preset("rote").unwrap());
    let mut run = training.begin().unwrap();
    run.play(30);
    let model = Model::from_run(&run);
    let limits = ServerLimits {
        boards: 8,
        // Enough for two of them and some games.
        board_bytes: matchboxes_page::memory_bytes(&model) * 5 / 2,
        ..small_limits()
    };
    with_server(limits, None, |server| {
        for name in ["one", "two", "three"] {
            store::write(&server.folder.join(format!("{name}.menace")), &model).unwrap();
        }
        server.expect("POST /api/machines/small/sit", b"{}", 200);
        let seats = ["small", "one", "two"].map(|name| server.seat(name));
        assert_eq!(["small", "one", "two"].map(|name| server.seat(name)), seats);
        server.seat("three");
        // The one that was unused for longest has been set up again, but not the one without boxes.
        assert_eq!(server.seat("small"), seats[0]);
        assert_eq!(server.seat("two"), seats[2]);
        assert_ne!(server.seat("one"), seats[1]);
    });
}

/// Wrong codes are soon told to wait, however many connections try them; who has the right one does not wait before that.
#[test]
fn wrong_codes_wait_however_many_connections_try_them() {
    let limits = ServerLimits {
        connections: 100,
        strangers: 100,
        wrong_code: LONG,
        ..small_limits()
    };
    let class = ClassOptions {
        name: "7b".to_owned(),
        lesson: None,
        port: Some(0),
    };
    let join = |server: &Visitor, code: &str, name: &str| {
        let body = format!(r#"{{"code":"{code}","name":"{name}"}}"#);
        let head = server.last_head("POST /api/class/join", body.len());
        read(&mut server.send((head + &body).as_bytes()))
    };
    with_served(limits, None, Some(class), |server| {
        let tables = ["one", "two", "three"].map(|name| join(server, &server.code, name));
        assert_eq!(tables.each_ref().map(|table| table.status), [200; 3]);
        assert_eq!(join(server, "AAA1", "x").status, 403);
        // Who has joined plays on meanwhile.
        let cookie = tables[0].field("set-cookie").unwrap().split(';').next();
        let joined = Visitor {
            cookie: Some(format!("cookie: {}\r\n", cookie.unwrap())),
            code: String::new(),
            ..*server
        };
        joined.seat(tables[0].json()["file"].as_str().unwrap());
        let tried: Vec<Answer> = thread::scope(|scope| {
            let all = [(); 80].map(|()| scope.spawn(|| join(server, "AAA2", "x")));
            all.map(|one| one.join().unwrap()).into()
        });
        let of = |wanted: u16| tried.iter().filter(move |one| one.status == wanted);
        // With the one before.
        assert_eq!((of(403).count(), of(429).count()), (50, 30));
        assert!(of(429).all(|one| one.refusal().1 == "waits"));
    });
}
