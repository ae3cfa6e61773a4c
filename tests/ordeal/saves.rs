//! The page while its saves fail and succeed again: what it says is on disk is there, nothing else is said to be, and
//! its end saves the rest or names it.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use matchboxes::dice::Dice;
use matchboxes::store;
use serde_json::{Value, json};

use super::run::PROGRAM;
use super::scenario::Workshop;
use super::tally::Case;

const MACHINES: [&str; 2] = ["one", "two"];
const STEPS: u64 = 60;

/// A server whose writes can be made to fail.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Option<Self> {
        let mut command = Command::new(PROGRAM);
        command
            .arg("serve")
            .current_dir(folder)
            .stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().ok()?;
        let mut line = String::new();
        let mut printed = BufReader::new(child.stdout.take()?);
        printed.read_line(&mut line).ok()?;
        let address = line.trim().trim_start_matches("http://");
        let address = address.trim_end_matches('/').to_owned();
        Some(Self { child, address })
    }

    fn set_full(&self, is_full: bool) -> bool {
        let limit = ["--fsize=unlimited:", "--fsize=0:"][usize::from(is_full)];
        let id = self.child.id().to_string();
        let set = Command::new("prlimit").args(["--pid", &id, limit]).status();
        set.is_ok_and(|status| status.success())
    }

    /// The status and the answer, 0 without one.
    fn ask(&self, path: &str, body: Option<&Value>) -> (u16, Value) {
        self.try_ask(path, body).unwrap_or((0, Value::Null))
    }

    fn try_ask(&self, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        let (method, body) = body.map_or(("GET", String::new()), |body| ("POST", body.to_string()));
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).ok()?;
        let request = format!(
            "{method} /api/machines/{path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\nconnection: \
             close\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, serde_json::from_str(body).ok()?))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The games in a file; none if there is no file.
fn games(folder: &Path, name: &str) -> Result<u64, String> {
    let path = folder.join(format!("models/{name}.menace"));
    if !path.exists() {
        return Ok(0);
    }
    let model = store::verify(&path).map_err(|error| error.to_string())?;
    Ok(model.games())
}

pub(crate) fn case(_: &Workshop, dice: &mut Dice, case: &mut Case) {
    let place = tempfile::tempdir().expect("a folder for a case");
    let Some(mut server) = Server::start(place.path()) else {
        case.broke("the server does not start".to_owned());
        return;
    };
    if !server.set_full(false) {
        case.left_out = Some("no prlimit, which makes writes fail");
        return;
    }
    case.tried += 1;
    let mut scenes = BTreeMap::new();
    let mut is_full = false;
    for _ in 0..STEPS {
        if dice.below(6) == 0 {
            is_full = !is_full;
            server.set_full(is_full);
        }
        let name = MACHINES[dice.index(MACHINES.len())];
        let done = step(&server, place.path(), name, is_full, dice, &mut scenes);
        case.check(done.map_err(|what| format!("{name}: {what}")));
    }
    server.set_full(is_full);
    let id = server.child.id().to_string();
    let _ = Command::new("kill").args(["-INT", &id]).status();
    let code = server.child.wait().ok().and_then(|status| status.code());
    let mut said = String::new();
    if let Some(errors) = server.child.stderr.as_mut() {
        let _ = errors.read_to_string(&mut said);
    }
    case.check(end_law(place.path(), code, &said, &scenes));
}

/// Does something at a machine, and checks what the answer says of its file.
fn step(
    server: &Server,
    folder: &Path,
    name: &'static str,
    is_full: bool,
    dice: &mut Dice,
    scenes: &mut BTreeMap<&'static str, Value>,
) -> Result<(), String> {
    let before = scenes.get(name).cloned().unwrap_or(Value::Null);
    let (round, revision) = (&before["round"], &before["revision"]);
    let legal = round["legal"].as_array().cloned().unwrap_or_default();
    let (what, mut body) = match dice.below(12) {
        _ if before.is_null() => ("sit", json!({ "side": "second" })),
        0 => ("act/undo", json!({})),
        1 => ("sit", json!({ "side": "second" })),
        2 => ("train", json!({ "opponent": "random", "games": 3 })),
        3 if round["ended"].is_null() => ("act/resign", json!({})),
        _ if round["ended"].is_null() && !legal.is_empty() => {
            ("move", json!({ "move": legal[dice.index(legal.len())] }))
        }
        _ => ("act/new", json!({})),
    };
    if !before.is_null() {
        body["revision"] = revision.clone();
    }
    let (status, told) = server.ask(&format!("{name}/{what}"), Some(&body));
    let describe = |broken: &str| format!("{broken} after {what} {body}: {status} {told}");
    if status == 0 || told["kind"] == "broken" {
        return Err(describe("no sound answer"));
    }
    if status != 200 && !is_full && what != "act/resign" {
        return Err(describe("refused with room on the disk"));
    }
    // A training ends by itself; its machine may need room for a lock before it can be shown again.
    let mut state = server.ask(name, None).1;
    while state["training"].is_object() {
        state = server.ask(name, None).1;
    }
    let scene = &state["scene"];
    if scene.is_null() {
        scenes.remove(name);
        let broken = (!is_full).then(|| describe("it cannot be shown"));
        return broken.map_or(Ok(()), Err);
    }
    let (learnt, missing) = (scene["games"].as_u64(), scene["unsaved"]["games"].as_u64());
    let kept = games(folder, name)?;
    let fits = match missing {
        None => learnt == Some(kept),
        // Games that were taken back may still be in the file.
        Some(missing) => learnt.is_some_and(|learnt| learnt <= kept + missing),
    };
    if !fits || (what == "train" && status != 200 && before["games"] != scene["games"]) {
        return Err(describe(&format!("{kept} games in the file, and {scene}")));
    }
    scenes.insert(name, scene.clone());
    Ok(())
}

/// Checks the end: what is lost is named, and exactly that.
fn end_law(
    folder: &Path,
    code: Option<i32>,
    said: &str,
    scenes: &BTreeMap<&'static str, Value>,
) -> Result<(), String> {
    let mut lost = false;
    for (name, scene) in scenes {
        let is_kept = scene["games"].as_u64() == Some(games(folder, name)?);
        let is_named = said.contains(&format!("{name}: "));
        lost |= is_named;
        if !is_kept && !is_named {
            let told = format!("{code:?} {said} {scene}");
            return Err(format!("{name} has lost games without a word: {told}"));
        }
    }
    let sentence = said.contains("all games and trainings are saved");
    if code != Some(if lost { 1 } else { 130 }) || lost == sentence {
        return Err(format!("ended with {code:?}: {said}"));
    }
    Ok(())
}
