//! How long a class waits for its answers: 40 devices that all teach one machine, each with a second connection that
//! waits for what the others' games have changed, as the page does, and a wall.
//!
//! The program is started as a teacher would start it, with a new folder for its models. Each device makes a move or
//! begins a game once in two seconds, for two minutes; each game that ends is shown on all boards. The output shows
//! the median, the 99th percentile and the longest time of a request that does something, the server's processor time
//! and its memory while the class plays, and its processor time while nobody does anything.
//!
//! Then classes of 30 groups that have played 3,000, 9,000 and 30,000 games, once with a machine of each group and once with
//! one that all teach: how long the program takes to open one, its processor time for each move of a group while a wall
//! and a teacher watch, how long it takes to take back the first game, and its memory.
//! `cargo bench --bench class`, or with the path of another program to measure that one.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::Game;
use matchboxes::games::{AnyGame, parse};
use matchboxes::store::Journal;
use serde_json::{Value, json};

const DEVICES: u32 = 40;
const MOVES: u32 = 60;
const PAUSE: Duration = Duration::from_secs(2);
const IDLE: Duration = Duration::from_secs(20);
/// Of the large classes.
const GROUPS: usize = 30;
const GAMES: [usize; 3] = [3_000, 9_000, 30_000];
const LARGE: &str = "tic-tac-toe";
/// The moves that are measured there, and the time from one to the next.
const MEASURED: u32 = 300;
const APART: Duration = Duration::from_millis(50);

/// A connection with its cookie.
struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
    cookie: String,
}

impl Connection {
    fn new(host: &str, cookie: &str) -> Self {
        let stream = TcpStream::connect(host).expect("a connection");
        stream.set_nodelay(true).expect("a socket");
        Self {
            stream: BufReader::new(stream),
            host: host.to_owned(),
            cookie: cookie.to_owned(),
        }
    }

    /// Sends a request and reads the answer, and the cookie that comes with it.
    fn ask(&mut self, line: &str, body: &Value) -> Value {
        let Self { host, cookie, .. } = self;
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let request = format!(
            "{line} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let stream = self.stream.get_mut();
        stream.write_all(request.as_bytes()).expect("a request");
        let (mut length, mut field) = (0, String::new());
        while field != "\r\n" {
            field.clear();
            self.stream.read_line(&mut field).expect("a header line");
            if let Some(value) = field.strip_prefix("content-length: ") {
                length = value.trim().parse().expect("a length");
            }
            if let Some(value) = field.strip_prefix("set-cookie: ") {
                value
                    .split(';')
                    .next()
                    .unwrap_or_default()
                    .clone_into(&mut self.cookie);
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).expect("a body");
        serde_json::from_slice(&answer).expect("JSON")
    }

    /// Plays at this board, and returns the times of what it did.
    fn play(&mut self, path: &str) -> Vec<Duration> {
        let times = (0..MOVES).map(|_| {
            thread::sleep(PAUSE);
            // The page has read what others have changed.
            let scene = self.ask(&format!("GET {path}"), &Value::Null)["scene"].take();
            self.act(path, &scene).0
        });
        times.collect()
    }

    /// Makes a move at this board, or begins a game; returns how long that took, and what the board shows then.
    fn act(&mut self, path: &str, scene: &Value) -> (Duration, Value) {
        let (seen, round) = (&scene["revision"], &scene["round"]);
        let (what, body) = if round["ended"].is_null() {
            (
                "move",
                json!({ "move": round["legal"][0], "revision": seen }),
            )
        } else {
            ("act/new", json!({ "revision": seen }))
        };
        let asked = Instant::now();
        let scene = self.ask(&format!("POST {path}/{what}"), &body)["scene"].take();
        (asked.elapsed(), scene)
    }
}

/// The processor time of a process in seconds, and the most memory it had in megabytes.
fn usage(process: u32) -> Option<(f64, f64)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks: f64 = [11, 12]
        .iter()
        .filter_map(|&at| fields.get(at)?.parse::<f64>().ok())
        .sum();
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = peak.trim().trim_end_matches(" kB").parse().ok()?;
    Some((ticks / 100.0, kilobytes / 1024.0))
}

/// A class that is served.
struct Served {
    process: Child,
    host: String,
    code: String,
    teacher: String,
    _printed: BufReader<ChildStdout>,
}

impl Served {
    fn new(folder: &Path) -> Self {
        let class = [
            "--class",
            "7b",
            "--lesson",
            "hexapawn",
            "--listen",
            "127.0.0.1",
            "--port",
            "0",
        ];
        let other = std::env::args().skip(1).find(|name| !name.starts_with('-'));
        let program = other.unwrap_or_else(|| env!("CARGO_BIN_EXE_menace").to_owned());
        let mut process = Command::new(program)
            .arg("serve")
            .args(class)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut printed = BufReader::new(process.stdout.take().expect("its output"));
        let mut lines = [(); 3].map(|()| String::new());
        for line in &mut lines {
            printed.read_line(line).expect("its addresses");
        }
        let (_, address) = lines[0].trim().split_once("http://").expect("an address");
        let (host, code) = address.split_once("/j/").expect("a code");
        let (_, token) = lines[2].trim().split_once("token=").expect("a token");
        Self {
            process,
            host: host.to_owned(),
            code: code.to_owned(),
            teacher: format!("menace-token={token}"),
            _printed: printed,
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A class that plays.
struct Playing<'a> {
    served: &'a Served,
    is_over: AtomicBool,
    /// How many changes were shown on all screens.
    shown: AtomicUsize,
}

impl Playing<'_> {
    /// Waits for changes and reads them until the class is over.
    fn follow(&self, cookie: &str, path: &str) {
        let mut connection = Connection::new(&self.served.host, cookie);
        let mut seen = 0;
        while !self.is_over.load(Ordering::Relaxed) {
            let told = connection.ask(&format!("GET {path}/wait?since={seen}"), &Value::Null);
            let revision = told["revision"].as_u64();
            if let Some(revision) = revision.or(told["scene"]["revision"].as_u64()) {
                seen = revision;
                self.shown.fetch_add(1, Ordering::Relaxed);
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    fn join(&self, number: u32) -> (Connection, String) {
        thread::sleep(PAUSE * number / DEVICES);
        let mut device = Connection::new(&self.served.host, "");
        let asked = json!({ "code": self.served.code, "name": format!("Table {number}") });
        let told = device.ask("POST /api/class/join", &asked);
        let path = format!("/api/machines/{}", told["file"].as_str().expect("a board"));
        (device, path)
    }
}

/// The secret of a group of a large class.
fn key(group: usize) -> String {
    format!("{group:032x}")
}

/// The moves of a game at random.
fn game_of(game: &AnyGame, dice: &mut Dice) -> Vec<String> {
    let (mut at, mut moves) = (game.start(), Vec::new());
    while game.outcome(&at).is_none() {
        let legal: Vec<_> = game.moves(&at).collect();
        let m = legal[usize::try_from(dice.below(legal.len() as u64)).expect("a move")];
        moves.push(game.write_move(m));
        at = game.play(&at, m);
    }
    moves
}

/// Writes a class that has played this number of games in this way.
fn write_class(folder: &Path, games: usize, way: &str) {
    let path = folder.join("models/class-7b/class.jsonl");
    let (mut journal, _) = Journal::open(&path).expect("a folder");
    let mut add = |line: Value| journal.add(&line.to_string()).expect("room");
    add(json!({
        "what": "begun", "format": 1, "class": "7b", "code": "CDFG", "token": "f".repeat(32), "lesson": LARGE,
        "seed": 1,
    }));
    add(json!({ "what": "turned", "lesson": LARGE, "way": way }));
    for group in 1..=GROUPS {
        let letters: Vec<char> = "CDFGHJKLMNPRTVWXY34679".chars().collect();
        let last: String = [letters[group / 22], letters[group % 22]].iter().collect();
        add(json!({
            "what": "joined", "group": group, "name": format!("Table {group}"), "file": format!("table-{group}"),
            "key": key(group), "code": format!("CDFG{last}"),
        }));
    }
    let (game, mut dice) = (
        parse(LARGE).expect("a game"),
        Dice::new(1, Purpose::Match, 0, 0),
    );
    for number in 0..games {
        let moves = game_of(&game, &mut dice);
        add(
            json!({ "what": "ended", "game": number + 1, "group": number % GROUPS + 1, "moves": moves }),
        );
    }
}

/// Measures a class that has played this number of games in this way.
fn large(games: usize, way: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    write_class(folder.path(), games, way);
    let begun = Instant::now();
    let served = Served::new(folder.path());
    let opened = begun.elapsed();
    let playing = &Playing {
        served: &served,
        is_over: AtomicBool::new(false),
        shown: AtomicUsize::new(0),
    };
    let used = || usage(served.process.id()).map_or(0.0, |(used, _)| used);
    thread::scope(|scope| {
        for _ in ["wall", "teacher"] {
            scope.spawn(|| playing.follow(&served.teacher, "/api/class"));
        }
        let mut devices: Vec<_> = (1..=GROUPS)
            .map(|group| Connection::new(&served.host, &format!("menace-group={}", key(group))))
            .collect();
        let path = |group: usize| format!("/api/machines/table-{}", group + 1);
        // The boards are set up.
        let boards = devices.iter_mut().enumerate();
        let shown = boards.map(|(group, device)| {
            device.ask(&format!("GET {}", path(group)), &Value::Null)["scene"].take()
        });
        let mut scenes: Vec<Value> = shown.collect();
        thread::sleep(Duration::from_secs(1));
        let before = used();
        for group in (0..GROUPS).cycle().take(MEASURED as usize) {
            scenes[group] = devices[group].act(&path(group), &scenes[group]).1;
            thread::sleep(APART);
        }
        let after = used();
        playing.is_over.store(true, Ordering::Relaxed);
        // Wakes those that wait.
        devices[0].act(&path(0), &scenes[0]);
        let asked = Instant::now();
        let mut teacher = Connection::new(&served.host, &served.teacher);
        let wall = teacher.ask("POST /api/class/take-back", &json!({ "game": 1 }));
        assert!(wall["groups"].is_array(), "{wall}");
        println!(
            "{GROUPS} groups, {games} games, {way}: opened in {:.2} s; {:.1} ms of processor time a move, with wall and \
             teacher; the first game taken back in {:.2} s; {:.0} MB",
            opened.as_secs_f64(),
            1e3 * (after - before) / f64::from(MEASURED),
            asked.elapsed().as_secs_f64(),
            usage(served.process.id()).map_or(0.0, |(_, peak)| peak),
        );
    });
}

fn main() {
    if std::env::args().all(|word| word != "--large") {
        lesson();
    }
    for way in ["each", "one"] {
        for games in GAMES {
            large(games, way);
        }
    }
}

/// Measures a class at whose boards one machine is taught.
fn lesson() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path());
    let turned = json!({ "lesson": "hexapawn", "way": "one" });
    Connection::new(&served.host, &served.teacher).ask("POST /api/class/turn", &turned);
    let playing = Playing {
        served: &served,
        is_over: AtomicBool::new(false),
        shown: AtomicUsize::new(0),
    };
    let playing = &playing;
    let begun = Instant::now();
    let mut times: Vec<Duration> = thread::scope(|scope| {
        scope.spawn(|| playing.follow(&playing.served.teacher, "/api/class"));
        let device = move |number| {
            let (mut device, path) = playing.join(number);
            let (cookie, watched) = (device.cookie.clone(), path.clone());
            scope.spawn(move || playing.follow(&cookie, &watched));
            device.play(&path)
        };
        let devices: Vec<_> = (0..DEVICES)
            .map(|number| scope.spawn(move || device(number)))
            .collect();
        let devices = devices
            .into_iter()
            .map(|device| device.join().expect("a device"));
        let times = devices.flatten().collect();
        playing.is_over.store(true, Ordering::Relaxed);
        times
    });
    let elapsed = begun.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    println!(
        "{DEVICES} devices and a wall: {} requests, median {:.1} ms, 99th percentile {:.1} ms, longest {:.1} ms; {} \
         changes shown",
        times.len(),
        at(50),
        at(99),
        at(100),
        playing.shown.load(Ordering::Relaxed)
    );
    let Some((used, peak)) = usage(served.process.id()) else {
        println!("no /proc here: memory and processor time are not known");
        return;
    };
    println!(
        "processor: {:.1} % of one core; most memory: {peak:.0} MB",
        100.0 * used / elapsed
    );
    thread::sleep(IDLE);
    let idle = usage(served.process.id()).map_or(0.0, |(after, _)| after - used);
    println!(
        "idle: {:.1} % of one core",
        100.0 * idle / IDLE.as_secs_f64()
    );
}
