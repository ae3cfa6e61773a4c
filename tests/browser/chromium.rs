//! Starts a Chromium and controls it over a pipe, with JSON messages that each end in a zero byte.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long a test waits for anything before it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The path of the browser: `MENACE_CHROMIUM`, else the first match on the `PATH`.
pub(crate) fn found() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("MENACE_CHROMIUM").filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let files =
        std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name)));
    files.into_iter().find(|file| file.is_file())
}

/// A browser with one page open.
pub(crate) struct Chromium {
    process: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    last_id: u64,
    session: Option<String>,
    /// The messages received that answer no request.
    pub(crate) events: Vec<Value>,
    _profile: TempDir,
}

impl Chromium {
    pub(crate) fn start(browser: &PathBuf) -> Self {
        let profile = tempfile::tempdir().unwrap();
        let options = "--headless=new --remote-debugging-pipe --no-sandbox --no-first-run \
            --disable-background-networking --disable-component-update --disable-gpu \
            --disable-dev-shm-usage --hide-scrollbars --lang=en";
        // Chromium reads from descriptor 3 and writes to 4; without unsafe code only a shell can do this.
        let mut process = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 1>&2"#])
            .arg(browser)
            .args(options.split(' '))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let to = process.stdin.take().unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let (sender, from) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while out.read_until(0, &mut message).is_ok_and(|n| n > 0) {
                message.pop();
                let parsed = serde_json::from_slice(&message).unwrap();
                message.clear();
                if sender.send(parsed).is_err() {
                    return;
                }
            }
        });
        let mut chromium = Self {
            process,
            to,
            from,
            last_id: 0,
            session: None,
            events: Vec::new(),
            _profile: profile,
        };
        chromium.open_tab();
        chromium
    }

    /// Opens another tab, to which all calls go from now on.
    pub(crate) fn open_tab(&mut self) {
        self.session = None;
        let opened = self.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": opened["targetId"], "flatten": true });
        let attached = self.call("Target.attachToTarget", &target);
        self.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"] {
            self.call(&format!("{domain}.enable"), &json!({}));
        }
    }

    /// The tab to which calls go.
    pub(crate) fn tab(&self) -> Option<String> {
        self.session.clone()
    }

    /// Lets calls go to this tab again, which is shown.
    pub(crate) fn turn_to(&mut self, tab: Option<String>) {
        self.session = tab;
        self.call("Page.bringToFront", &json!({}));
    }

    /// Calls a method, which must succeed.
    pub(crate) fn call(&mut self, method: &str, params: &Value) -> Value {
        let answer = self.try_call(method, params);
        answer.unwrap_or_else(|error| panic!("{method} {params}: {error}"))
    }

    pub(crate) fn try_call(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).unwrap();
        let begun = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let received = self.from.recv_timeout(left);
            let received = received.unwrap_or_else(|_| panic!("no answer to {method} {params}"));
            if received["id"] != self.last_id {
                self.events.push(received);
            } else if received["error"].is_null() {
                return Ok(received["result"].clone());
            } else {
                return Err(received["error"].clone());
            }
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // On request, Chromium also ends its child processes; one that does not react is killed after 5 s.
        self.session = None;
        let close = json!({ "id": 0, "method": "Browser.close" }).to_string() + "\0";
        let _ = self.to.write_all(close.as_bytes());
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(5) {
            if self.process.try_wait().is_ok_and(|ended| ended.is_some()) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
