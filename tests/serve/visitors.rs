//! Hostile visitors, and many visitors at once.

use std::io::{Read as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::place::Text as _;

use super::client::{Place, Server, offered, read};

/// The status of a `sit` request at a new machine, with these header fields instead of those of the page.
fn sit_status(server: &Server, fields: &[(&str, &str)]) -> u16 {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let line = format!("POST /api/machines/mine-{number}/sit");
    let wanted = br#"{"side":"second"}"#;
    server.request(&line, fields, wanted).status
}

#[test]
fn other_pages_and_other_hosts_are_refused() {
    let (_place, server) = Place::served();
    let host = server.host();
    let origin = format!("http://{host}");
    let named = format!("localhost:{}", host.split(':').nth(1).unwrap());
    let json = ("content-type", "application/json");
    let from = [("host", &*host), ("origin", &*origin), json];
    let plain = [("host", &*host), json];
    for fields in [&plain[..], &from, &[("host", &named), json]] {
        assert_eq!(sit_status(&server, fields), 200, "{fields:?}");
    }
    let get = |line: &str, fields: &[(&str, &str)]| server.request(line, fields, b"").status;
    for origin in "http://evil.example|null||https://127.0.0.1|http://localhost".split('|') {
        let fields = [("host", &*host), ("origin", origin), json];
        assert_eq!(sit_status(&server, &fields), 403, "{origin}");
        assert_eq!(get("GET /api/machines/mine", &fields[..2]), 403, "{origin}");
    }
    for other in "evil.example 127.0.0.1 127.0.0.1:1 localhost.evil.example:80".split(' ') {
        let fields = [("host", other), json];
        assert_eq!(sit_status(&server, &fields), 403, "{other}");
        assert_eq!(get("GET /", &fields[..1]), 403, "{other}");
    }
    assert_eq!(sit_status(&server, &[json]), 403);
    let twice = [("host", &*host), ("host", "evil.example"), json];
    assert!([400, 403].contains(&sit_status(&server, &twice)));
    for site in ["cross-site", "same-site"] {
        let fields = [("host", &*host), ("sec-fetch-site", site), json];
        assert_eq!(sit_status(&server, &fields), 403, "{site}");
        assert_eq!(get("GET /api/shelf", &fields[..2]), 403);
        // A link on another page may lead here.
        assert_eq!(get("GET /", &fields[..2]), 200);
    }
    for kind in "text/plain|application/x-www-form-urlencoded|multipart/form-data|".split('|') {
        let status = sit_status(&server, &[("host", &host), ("content-type", kind)]);
        assert_eq!(status, 415, "{kind}");
    }
    assert_eq!(sit_status(&server, &[("host", &host)]), 415);
    let charset = ("content-type", "application/json; charset=utf-8");
    assert_eq!(sit_status(&server, &[("host", &host), charset]), 200);
}

#[test]
fn no_name_leads_out_of_the_folder() {
    let place = Place::new();
    std::fs::write(place.path().join("secret.menace"), "secret").unwrap();
    let server = place.serve("");
    let names = ".. ../secret ..%2Fsecret %2e%2e%2fsecret ..%5Csecret /etc/passwd a/b %2Fetc%2Fpasswd secret%00 a%0Ab \
        UPPER -option .hidden x.menace %ff \u{e4}";
    let long = [41, 10_000].map(|length| "a".repeat(length));
    for name in names.split(' ').chain(long.iter().map(String::as_str)) {
        let path = format!("/api/machines/{name}");
        for answer in [
            server.get(&path),
            server.get(&format!("{path}/model")),
            server.post(&format!("{path}/sit"), &json!({ "anew": true })),
        ] {
            let (status, text) = (answer.status, answer.text());
            let is_refused = [400, 404, 405].contains(&status);
            assert!(is_refused, "{name}: {status} {text}");
            assert!(!text.contains("secret"), "{name}");
        }
    }
    let wanted = json!({ "side": "second" });
    server.perform("mine", "sit", &wanted);
    for (key, value) in [
        ("player", json!("../secret")),
        ("player", json!("../secret.menace")),
        ("player", json!("minimax")),
        ("watch", json!(["random", "models/mine.menace"])),
        ("game", json!("othello:12")),
        ("game", json!("../x")),
        (
            "rule",
            json!({ "name": "../x.toml", "start": [], "win": "", "draw": "", "loss": "", "empty": "" }),
        ),
    ] {
        let answer = server.post("/api/machines/other/sit", &json!({ key: value }));
        assert_eq!(answer.status, 422, "{key} {value}: {}", answer.text());
    }
    let left = std::fs::read(place.path().join("secret.menace")).unwrap();
    assert_eq!(left, b"secret");
}

#[test]
fn malformed_requests_are_refused_and_change_nothing() {
    let (_place, server) = Place::served();
    let host = server.host();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    let shown = server.query("mine", "");
    let fields = [("host", &*host), ("content-type", "application/json")];
    let deep = "[".repeat(30_000);
    let wide = format!("{{\"move\":\"{}\"}}", "a".repeat(70_000));
    for (body, statuses) in [
        (&b""[..], [400, 422]),
        (b"{", [400, 422]),
        (b"\xff\xfe", [400, 422]),
        (b"{\"move\":1}", [400, 422]),
        (b"{\"mov\":\"a1\"}", [400, 422]),
        (b"{\"move\":\"a1\",\"move\":\"a2\"}", [400, 422]),
        (b"{\"move\":\"\\u0000\"}", [400, 422]),
        (deep.as_bytes(), [400, 422]),
        (wide.as_bytes(), [413, 413]),
    ] {
        let answer = server.request("POST /api/machines/mine/move", &fields, body);
        let (status, text) = (answer.status, answer.text());
        assert!(statuses.contains(&status), "{status} {text}");
        let kinds = match status {
            413 => ["too-much"; 2],
            _ => ["request", "move"],
        };
        assert!(kinds.contains(&&*answer.refusal().1), "{text}");
    }
    for wanted in [
        json!({ "sides": "second" }),
        json!({ "side": "third" }),
        json!({ "seed": -1 }),
        json!({ "seed": 1.5 }),
        json!([]),
        json!({ "unfinished": { "games": 0 } }),
    ] {
        let answer = server.post("/api/machines/mine/sit", &wanted);
        let is_refused = [400, 422].contains(&answer.status);
        assert!(is_refused, "{wanted}: {}", answer.text());
    }
    // A message names the field as the page knows it.
    let shared = json!({ "game": "hexapawn", "side": "second", "learner": "shared" });
    let words = "`learner` shared: in hexapawn a box";
    server.refuses("both-seats/sit", &shared, 422, words);
    for line in "DELETE /api/machines/mine|PUT /|OPTIONS /api/shelf|TRACE /|BREW /".split('|') {
        let answer = server.request(line, &fields, b"{}");
        assert_eq!(answer.status, 405, "{line}: {}", answer.text());
        assert!(answer.field("allow").is_some(), "{line}");
        let sniffed = answer.field("x-content-type-options");
        assert_eq!(sniffed, Some("nosniff"), "{line}");
        assert_eq!(answer.refusal().0, "method not allowed", "{line}");
    }
    for path in "/nothing /api/machines/mine/nothing /page/index.html //".split(' ') {
        let line = &format!("GET {path}");
        let answer = server.request(line, &fields, b"");
        assert_eq!(answer.status, 404, "{line}");
        answer.refusal();
    }
    assert_eq!(server.query("mine", "")["scene"], shown["scene"]);
}

#[test]
fn garbage_floods_and_silence_are_cut_off() {
    let (_place, server) = Place::served();
    let host = server.host();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    // A silent connection and one with an unfinished header delay no other connection.
    let mut silent = server.connect();
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nhost: ").unwrap();
    let head =
        |line: &str, fields: &str| format!("{line} HTTP/1.1\r\nhost: {host}\r\n{fields}\r\n");
    for text in [
        &*head("GET /", &"a: b\r\n".repeat(300)),
        &head("GET /", &format!("a: {}\r\n", "b".repeat(300_000))),
        &head("POST /api/machines/mine/move", "content-length: -1\r\n"),
        "hello\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        &("GET /".to_owned() + &"a".repeat(300_000)),
        "",
    ] {
        let bytes = match text {
            "" => &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
            text => text.as_bytes(),
        };
        let status = server.raw(bytes).status;
        // Refused, or the connection was closed while the request was being sent.
        assert!(status == 0 || (400..500).contains(&status), "{status}");
    }
    // Garbage after a good request does not affect the answer to that request.
    let good = head("GET /api/shelf", "") + "garbage\r\n\r\n";
    let mut stream = server.connect();
    stream.write_all(good.as_bytes()).unwrap();
    assert_eq!(read(&mut stream).status, 200);
    // A body that is announced as too large and is never sent.
    let fields = "content-type: application/octet-stream\r\ncontent-length: 99999999999\r\n";
    let large = head("POST /api/machines/new/upload", fields);
    let answer = server.raw(large.as_bytes());
    assert_eq!(answer.status, 413);
    assert_eq!(answer.refusal().1, "too-much");
    server.finish_game("mine");
    // Silent connections are closed in the end.
    let mut rest = Vec::new();
    assert!(silent.read_to_end(&mut rest).is_ok());
    let _ = slow.read_to_end(&mut rest);
    assert!(!String::from_utf8_lossy(&rest).contains("200 OK"));
}

#[test]
fn a_late_body_does_not_end_the_connection() {
    let (_place, server) = Place::served();
    let host = server.host();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    let mut stream = server.connect();
    for body in [r#"{"revision":1}"#; 3] {
        let head = format!(
            "POST /api/machines/mine/stop HTTP/1.1\r\nhost: {host}\r\ncontent-type: \
             application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(50));
        stream.write_all(body.as_bytes()).unwrap();
    }
    let last = format!("GET /api/shelf HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(last.as_bytes()).unwrap();
    let answers = read(&mut stream);
    let rest = answers.text().matches("HTTP/1.1 200 OK").count();
    assert_eq!((answers.status, rest), (200, 3));
}

#[test]
fn access_from_other_computers_needs_a_token() {
    let place = Place::new();
    let server = place.serve("--listen 0.0.0.0");
    let token = server.printed.split("?token=").nth(1).unwrap().to_owned();
    assert_eq!(token.len(), 32);
    let host = server.host();
    let cut = format!("/?token={}", &token[1..]);
    for path in ["/", "/api/shelf", "/?token=", &cut] {
        assert_eq!(server.get(path).status, 401, "{path}");
    }
    // A person reads why, in the style of the page, and a script reads data.
    let person = [("host", &*host), ("accept", "text/html,*/*;q=0.8")];
    let page = server.request("GET /", &person, b"");
    assert_eq!(page.field("content-type"), Some("text/html; charset=utf-8"));
    let said = ["<p>the token is missing", "lang=\"ja\">\u{307e}\u{3060}"];
    page.text().has(said);
    assert_eq!(server.get("/").refusal().1, "token");
    assert_eq!(server.get("/page.css").status, 200);
    // What else was asked stays in the address.
    let answer = server.get(&format!("/?game=nim:8&token={token}&rule=cups"));
    assert_eq!(answer.field("location"), Some("/?game=nim:8&rule=cups"));
    let answer = server.get(&format!("/?token={token}"));
    assert_eq!((answer.status, answer.field("location")), (303, Some("/")));
    let cookie = answer.field("set-cookie").unwrap();
    for part in [&*token, "HttpOnly", "SameSite=Strict"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let cookie = cookie.split(';').next().unwrap();
    let none = ("sec-fetch-site", "none");
    let foreign = ("origin", "http://evil.example");
    for (line, cookie, more, status) in [
        ("GET /", cookie, none, 200),
        ("GET /api/shelf", cookie, none, 200),
        ("GET /api/shelf", "menace-token=0", none, 401),
        ("GET /api/shelf", cookie, foreign, 403),
    ] {
        let fields = [("host", &*host), ("cookie", cookie), more];
        assert_eq!(server.request(line, &fields, b"").status, status, "{line}");
    }
}

/// With 0.0.0.0, the printed addresses are those that another computer can open.
#[test]
fn all_networks_are_printed_as_addresses() {
    let place = Place::new();
    let server = place.serve("--listen 0.0.0.0");
    let networks = if_addrs::get_if_addrs().unwrap();
    let is_other = |network: &if_addrs::Interface| {
        network.ip().is_ipv4() && !network.is_loopback() && !network.is_link_local()
    };
    let first = networks.iter().find(|network| is_other(network));
    let host = first.map_or_else(|| "0.0.0.0".to_owned(), |first| first.ip().to_string());
    let is_first = server.printed.starts_with(&format!("http://{host}:"));
    assert!(is_first, "{}", server.printed);
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_that_no_browser_opens_is_served() {
    let place = Place::new();
    let mut command = place.0.command("serve");
    command.env("PATH", "");
    let server = Server::start(command, place.path(), "--open");
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_new_page_begins_with_the_game_and_rule_of_the_command() {
    let place = Place::new();
    let start = |options: &str| place.serve(options).get("/api/shelf").json()["start"].clone();
    let usual = json!({"game": "tic-tac-toe", "rule": "michie-304", "is_usual": true});
    assert_eq!(start(""), usual);
    let cups = json!({"game": "nim:8:take=3", "rule": "cups", "is_usual": false});
    assert_eq!(start("--kiosk --game nim:8:take=3 --rule cups"), cups);
    let values = json!({"game": "hexapawn", "rule": "q-learning", "is_usual": false});
    assert_eq!(start("--kiosk --rule q-learning --game hexapawn"), values);
}

#[test]
fn a_kiosk_has_no_files_and_no_settings() {
    let place = Place::new();
    let server = place.serve("--kiosk");
    let shelf = server.get("/api/shelf").json();
    assert_eq!(shelf["kiosk"], true);
    assert_eq!(shelf["machines"], json!([]));
    let preset = shelf["rules"][0].clone();
    let values = offered(&shelf, "q-learning");
    for (name, rule) in [("values", &values), ("mine", &preset)] {
        server.perform(name, "sit", &json!({ "side": "second", "rule": rule }));
        server.finish_game(name);
        assert_eq!(server.train(name, 100)["scene"]["games"], 101);
    }
    assert_eq!(server.get("/api/machines/mine/model").status, 404);
    let sent = server.post("/api/machines/mine/upload", &json!({}));
    assert_eq!(sent.status, 415);
    let mut moved = preset;
    moved["start"][0] = json!(17);
    for wanted in [
        json!({ "rule": moved }),
        json!({ "player": "mine" }),
        json!({ "watch": ["first", "first"] }),
    ] {
        server.refuses("other/sit", &wanted, 403, "exhibition");
    }
    assert!(!place.path().join("models").exists());
    let version = &server.query("mine", "")["scene"]["version"];
    let replacement = json!({ "side": "second", "anew": true, "version": version });
    server.perform("mine", "sit", &replacement);
    assert_eq!(server.query("mine", "")["scene"]["games"], 0);
}

/// The files of the page that a text names in quotes.
fn named(text: &str) -> Vec<String> {
    let ends = [".js", ".css", ".json"];
    let is_file = |part: &&str| ends.iter().any(|end| part.ends_with(*end));
    let parts = text.split(['"', '\'', '`']).filter(is_file);
    let mut parts: Vec<String> = parts
        .map(|part| part.trim_start_matches("./"))
        // The texts of the page, in the longer language.
        .map(|part| if part == ".json" { "ja.json" } else { part }.to_owned())
        .collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

#[test]
fn the_page_is_small_and_loads_nothing_from_elsewhere() {
    let (_place, server) = Place::served();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    for (field, part) in [
        ("content-security-policy", "default-src 'self'"),
        ("content-security-policy", "frame-ancestors 'none'"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-cache"),
    ] {
        assert!(page.field(field).unwrap().contains(part), "{field}");
    }
    assert!(!page.head.contains("unsafe-inline"));
    // All files that the page names, directly or through other files.
    let mut bytes = page.body.len();
    let mut all = page.text();
    let mut open = named(&all);
    let mut seen = open.clone();
    assert!(open.len() >= 2, "{open:?}");
    while let Some(part) = open.pop() {
        let answer = server.get(&format!("/{part}"));
        assert_eq!(answer.status, 200, "{part}");
        // What is imported after the first screen is no weight before it.
        let is_late = all.contains(&format!("import(\"./{part}\")"));
        bytes += if is_late { 0 } else { answer.body.len() };
        let text = answer.text();
        // Each game brings its own words, which are no weight of the page itself.
        let of_games = text
            .lines()
            .filter(|line| line.starts_with("  \"game.") || line.starts_with("  \"rules."));
        bytes -= of_games.map(|line| line.len() + 1).sum::<usize>();
        let mut new = named(&text);
        new.retain(|part| !seen.contains(part));
        seen.extend(new.clone());
        open.extend(new);
        all += &text;
    }
    // The steps of the lessons, what a class guesses at them, and the list of machines are words and scripts more.
    assert!(bytes < 232_000, "{bytes} bytes before anything is seen");
    // The only address is the namespace of SVG, which is never requested.
    let all = all.replace("http://www.w3.org/2000/svg", "");
    assert!(!all.contains("http:") && !all.contains("https:"));
    assert!(!all.contains("src=\"//") && !all.contains("@import"));
    let shelf = server.get("/api/shelf");
    assert_eq!(shelf.field("cache-control"), Some("no-store"));
}

#[test]
fn tabs_have_their_own_machines_and_share_one_by_name() {
    let (_place, server) = Place::served();
    thread::scope(|scope| {
        for number in 0..24 {
            let server = &server;
            scope.spawn(move || {
                let own = format!("tab-{number}");
                server.perform(&own, "sit", &json!({ "side": "second", "seed": number }));
                let over = server.finish_game(&own);
                assert_eq!(over["scene"]["games"], 1);
                assert_eq!(over["scene"]["names"][0], own);
            });
        }
    });
    // Two tabs make the same move of one machine at once: one of them is refused.
    server.perform("shared", "sit", &json!({ "side": "first" }));
    let moved = server.perform("shared", "move", &json!({ "move": "a1" }));
    let m = &moved["scene"]["round"]["legal"][0];
    let body = server.seen("shared", &json!({ "move": m }));
    let mut statuses = thread::scope(|scope| {
        let move_it = || server.post("/api/machines/shared/move", &body).status;
        let both = [scope.spawn(move_it), scope.spawn(move_it)];
        both.map(|one| one.join().unwrap())
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let games = server.query("tab-3", "games");
    assert_eq!(games["games"][0]["number"], 1);
}
