//! A visit to the page: a server, a browser, and the actions of a visitor.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::chromium::{Chromium, PATIENCE, found};
use crate::client::Server;
use crate::place::{PROGRAM, Place};

/// Starts a server in a folder, and returns its address too.
fn serve(folder: &Path, options: &str) -> (Server, String) {
    let mut command = Command::new(PROGRAM);
    command.arg("serve").current_dir(folder);
    let server = Server::start(command, folder, options);
    let (_, address) = server.printed.split_once("http://").unwrap();
    let address = format!("http://{address}");
    (server, address)
}

/// Opens the page in its first state; `None` if there is no browser.
pub(crate) fn begin(options: &[&str]) -> Option<Visit> {
    let mut visit = Visit::of_server(&options.join(" "), "")?;
    visit.go("");
    Some(visit)
}

/// The browser of a device in front of a class, which has not joined yet, and the code of the class.
pub(crate) fn in_class() -> Option<(Visit, String)> {
    // The port is that of the class from then on.
    let mut visit = Visit::of_server("--class 7b --listen 127.0.0.1", "--port 0")?;
    let (address, code) = visit.address.split_once("/j/").unwrap();
    let (address, code) = (address.to_owned(), code.to_owned());
    visit.address = address;
    Some((visit, code))
}

/// Opens the page that is one file, from disk: the one that `MENACE_PAGE` names, or else the committed one.
pub(crate) fn of_file() -> Option<Visit> {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/menace.html");
    let page = std::env::var_os("MENACE_PAGE").map_or(committed, PathBuf::from);
    let page = page.canonicalize().unwrap();
    let mut visit = Visit::before(file_url(&page))?;
    visit.go("");
    Some(visit)
}

/// The same of the present sources, for what the committed one need not have before a release.
pub(crate) fn of_new_file() -> Option<Visit> {
    if std::env::var_os("MENACE_PAGE").is_none() {
        skip("MENACE_PAGE does not name the page of the present sources (tools/web/build --check)");
        return None;
    }
    of_file()
}

/// Says that a test is left out. Not by `eprintln!`: the test harness hides its output when a test passes.
fn skip(reason: &str) {
    let notice = format!("SKIPPED: {reason}\n");
    std::io::stderr().write_all(notice.as_bytes()).unwrap();
}

/// What the browser keeps of the board, also where an older page has written it.
pub(crate) const BOARD: &str = "JSON.parse(localStorage.getItem('menace-board-' + location.hash.slice(1)) \
                                ?? localStorage.getItem('menace-board'))";

/// A person in front of the page.
pub(crate) struct Visit {
    pub(crate) browser: Chromium,
    /// `None` for a page that needs no server.
    server: Option<Server>,
    /// With which it is started again.
    options: String,
    address: String,
    pub(crate) folder: Place,
    /// How many failed requests the test allows.
    pub(crate) refusals: usize,
}

impl Visit {
    fn of_server(options: &str, first: &str) -> Option<Self> {
        let mut visit = Self::before(String::new())?;
        let (server, address) = serve(visit.folder.path(), &format!("{options} {first}"));
        options.clone_into(&mut visit.options);
        (visit.server, visit.address) = (Some(server), address);
        Some(visit)
    }

    /// A browser that has not opened anything yet.
    fn before(address: String) -> Option<Self> {
        let Some(browser) = found() else {
            let required = std::env::var("MENACE_BROWSER").is_ok_and(|value| value == "required");
            let reason = "no Chromium on the path, set MENACE_CHROMIUM to where it is";
            assert!(!required, "{reason}");
            skip(reason);
            return None;
        };
        assert!(browser.is_file(), "no browser at {}", browser.display());
        let mut visit = Self {
            browser: Chromium::start(&browser),
            server: None,
            options: String::new(),
            address,
            folder: Place::new(),
            refusals: 0,
        };
        visit.size(1366, 768);
        // Turns are seen at once, except where a test turns the clock.
        visit.before_each_page("try { localStorage.setItem('menace-quick', 'yes'); } catch {}");
        Some(visit)
    }

    /// Opens the page of an address.
    pub(crate) fn go(&mut self, path: &str) {
        let url = format!("{}{path}", self.address);
        if !path.starts_with('#') {
            // So that the old page is not mistaken for the new one.
            self.eval("document.querySelectorAll('#main').forEach(main => { main.id = 'gone'; })");
        }
        self.browser.call("Page.navigate", &json!({ "url": url }));
        self.wait_until_ready();
    }

    /// Opens the page as a new visitor, who sees the board and the lessons below it.
    pub(crate) fn first_page(&mut self, fragment: &str) {
        let url = format!("{}{fragment}", self.address);
        self.browser.call("Page.navigate", &json!({ "url": url }));
        self.wait_for("#lessons:not([hidden]) .card");
    }

    pub(crate) fn reload(&mut self) {
        // So that the old page is not mistaken for the new one.
        self.eval("document.getElementById('main').id = 'gone'");
        self.browser.call("Page.reload", &json!({}));
        self.wait_until_ready();
    }

    /// Runs a script in each page before its own.
    pub(crate) fn before_each_page(&mut self, script: &str) {
        let source = json!({ "source": script });
        let method = "Page.addScriptToEvaluateOnNewDocument";
        self.browser.call(method, &source);
    }

    fn wait_until_ready(&mut self) {
        // A new visitor sees the lessons below the board.
        self.wait(
            "document.getElementById('main') && (document.querySelector('#lessons:not([hidden]) .card') || \
             !document.getElementById('main').hidden && document.querySelector('#lessons[hidden]'))",
        );
        if self.eval("document.getElementById('lessons').hidden") == false {
            self.lesson("tic-tac-toe");
        }
        self.wait("document.getElementById('main') && !document.getElementById('main').hidden");
    }

    /// Begins a lesson on the first page, and leaves its steps.
    pub(crate) fn lesson(&mut self, which: &str) {
        self.click(&format!("[data-lesson={which}]"));
        if self.count("#path") > 0 {
            self.click("#path-leave");
        }
    }

    /// Lets the page take itself for hidden, or for shown again.
    pub(crate) fn hide(&mut self, is_hidden: bool) {
        self.eval(&format!(
            "Object.defineProperty(document, 'hidden', {{ value: {is_hidden}, configurable: true }}); \
             document.dispatchEvent(new Event('visibilitychange'))"
        ));
    }

    /// Another device that opens the same machine.
    pub(crate) fn beside(&mut self) -> Self {
        let own = self.own();
        let mut visit = self.other_device();
        visit.go(&format!("#{own}"));
        visit
    }

    /// Another device in front of the same page, or class.
    pub(crate) fn other_device(&self) -> Self {
        Self::before(self.address.clone()).unwrap()
    }

    /// Opens another page of the server, until there is what this finds.
    pub(crate) fn open_page(&mut self, path: &str, selector: &str) {
        let url = format!("{}{path}", self.address);
        self.browser.call("Page.navigate", &json!({ "url": url }));
        self.wait(&format!(
            "location.pathname === '{}' && document.querySelector('{selector}')",
            path.split('?').next().unwrap_or_default()
        ));
    }

    /// Opens the page in another tab, and returns the present one.
    pub(crate) fn open_tab(&mut self, path: &str) -> Option<String> {
        let before = self.browser.tab();
        self.browser.open_tab();
        self.size(1366, 768);
        self.go(path);
        before
    }

    /// Makes all writes of the server fail, as on a full disk, or lets it write again; returns whether the system can.
    pub(crate) fn fill_disk(&self, is_full: bool) -> bool {
        self.server.as_ref().unwrap().fill_disk(is_full)
    }

    /// Kills the server and starts it again on the same port.
    pub(crate) fn restart_server(&mut self) {
        let port = self.address.trim_end_matches('/').rsplit(':').next();
        let options = format!("{} --port {}", self.options, port.unwrap());
        // The old one ends before the new one takes its port.
        self.server = None;
        self.server = Some(serve(self.folder.path(), &options).0);
    }

    pub(crate) fn size(&mut self, width: u32, height: u32) {
        self.scaled_size(width, height, 1.0);
    }

    /// Sets the size in CSS pixels, and the number of device pixels per CSS pixel.
    pub(crate) fn scaled_size(&mut self, width: u32, height: u32, scale: f64) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600 });
        self.browser
            .call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Evaluates a JavaScript expression in the page.
    pub(crate) fn eval(&mut self, expression: &str) -> Value {
        self.try_eval(expression)
            .unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    fn try_eval(&mut self, expression: &str) -> Result<Value, Value> {
        let params =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.browser.try_call("Runtime.evaluate", &params)?;
        match answer.get("exceptionDetails") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["result"]["value"].clone()),
        }
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&mut self, condition: &str) {
        let begun = Instant::now();
        let whole = format!("Boolean({condition})");
        // While a page is loading, evaluation fails.
        while self.try_eval(&whole) != Ok(Value::Bool(true)) {
            if begun.elapsed() > PATIENCE {
                let shown = self.try_eval("document.body.innerText");
                panic!("{condition} did not come true: {shown:?}");
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until there is such an element.
    pub(crate) fn wait_for(&mut self, selector: &str) {
        self.wait(&format!("document.querySelector({})", json!(selector)));
    }

    /// Waits until there are so many such elements.
    pub(crate) fn wait_for_count(&mut self, selector: &str, count: u64) {
        let found = format!("document.querySelectorAll({}).length", json!(selector));
        self.wait(&format!("{found} === {count}"));
    }

    /// Waits until an element has this text.
    pub(crate) fn wait_for_text(&mut self, selector: &str, text: &str) {
        let [selector, text] = [selector, text].map(|text| json!(text));
        self.wait(&format!(
            "document.querySelector({selector}).textContent === {text}"
        ));
    }

    /// Waits until these words are in the text of an element.
    pub(crate) fn reads(&mut self, selector: &str, words: &str) {
        let [selector, words] = [selector, words].map(|text| json!(text));
        self.wait(&format!(
            "document.querySelector({selector}).textContent.includes({words})"
        ));
    }

    /// Waits until a game has begun that is not over.
    pub(crate) fn wait_for_game(&mut self) {
        self.wait("document.getElementById('status').dataset.over === 'false'");
    }

    pub(crate) fn is_hidden(&mut self, id: &str) -> bool {
        self.eval(&format!("document.getElementById('{id}').hidden")) == true
    }

    /// Waits until an element has another text.
    pub(crate) fn wait_for_change(&mut self, selector: &str, before: &str) {
        let [selector, before] = [selector, before].map(|text| json!(text));
        self.wait(&format!(
            "document.querySelector({selector}).textContent !== {before}"
        ));
    }

    /// The name of the machine that is open.
    pub(crate) fn own(&mut self) -> String {
        let own = self.eval("location.hash.slice(1)");
        own.as_str().unwrap().to_owned()
    }

    pub(crate) fn text(&mut self, selector: &str) -> String {
        let text = self.eval(&format!(
            "document.querySelector({}).textContent",
            json!(selector)
        ));
        text.as_str().unwrap().to_owned()
    }

    pub(crate) fn count(&mut self, selector: &str) -> u64 {
        let count = self.eval(&format!(
            "document.querySelectorAll({}).length",
            json!(selector)
        ));
        count.as_u64().unwrap()
    }

    /// Waits until an element is enabled and visible, and returns its centre, with a number that no other element has.
    pub(crate) fn middle(&mut self, selector: &str) -> Value {
        let middle = format!(
            "(() => {{ const found = document.querySelector({}); if (!found || found.disabled) return null; \
             found.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             const {{ left, top, width, height }} = found.getBoundingClientRect(); \
             const at = [left + width / 2, top + height / 2]; \
             found.number ??= window.numbers = (window.numbers ?? 0) + 1; \
             return found.contains(document.elementFromPoint(...at)) ? [...at, found.number] : null; }})()",
            json!(selector)
        );
        self.wait(&middle);
        self.eval(&middle)
    }

    /// Sends mouse events of these kinds at a point.
    pub(crate) fn mouse(&mut self, kinds: &[&str], at: &Value) {
        for kind in kinds {
            let is_pressed = *kind != "mouseMoved";
            let button = if is_pressed { "left" } else { "none" };
            let event =
                json!({ "type": kind, "x": at[0], "y": at[1], "button": button, "clickCount": 1 });
            self.browser.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Shows what is behind "More", if that hides this element.
    fn reveal(&mut self, selector: &str) {
        self.eval(&format!(
            "{{ const more = document.getElementById('more'), found = document.querySelector({}); \
             if (more?.ariaExpanded === 'false' && found?.closest('.rest, .wide') && !found.offsetParent) more.click(); }} 0",
            json!(selector)
        ));
    }

    /// Opens the machine of this name, as somebody who types it.
    pub(crate) fn open_machine(&mut self, name: &str) {
        if self.eval("Boolean(document.querySelector('#lessons #open'))") == true {
            if self.eval("document.getElementById('lessons').hidden") == true {
                self.click("#first-page");
            }
        } else {
            self.tab("settings");
        }
        self.eval(&format!(
            "document.getElementById('machines').value = {}",
            json!(name)
        ));
        self.click("#open button");
    }

    /// Lets the machine play against an opponent, to be watched.
    pub(crate) fn watch(&mut self, opponent: &str) {
        self.tab("training");
        self.choose("opponent", opponent);
        self.click("#teach");
        self.wait(
            "!document.getElementById('game').hidden && !document.getElementById('whole').hidden",
        );
    }

    /// Clicks the centre of an element, once it is enabled and visible.
    pub(crate) fn click(&mut self, selector: &str) {
        self.reveal(selector);
        let mut at = self.middle(selector);
        // While a page is drawn anew, what is to be pressed may still move away, or another take its place.
        loop {
            thread::sleep(Duration::from_millis(20));
            let now = self.middle(selector);
            if now != at {
                at = now;
                continue;
            }
            self.eval(&watched(selector));
            self.mouse(&["mouseMoved", "mousePressed", "mouseReleased"], &at);
            // A click that leads to another page has not missed.
            if self.eval("window.endWatch?.() ?? false") == false {
                return;
            }
        }
    }

    /// Presses a key: `Tab`, `Enter`, `ArrowLeft` and so on, or a letter.
    pub(crate) fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Tab" => (9, ""),
            "Enter" => (13, "\r"),
            "End" => (35, ""),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            letter => (u32::from(letter.as_bytes()[0].to_ascii_uppercase()), letter),
        };
        let down = if text.is_empty() {
            "rawKeyDown"
        } else {
            "keyDown"
        };
        for kind in [down, "keyUp"] {
            let event = json!({
                "type": kind, "key": key, "code": key, "text": if kind == "keyDown" { text } else { "" },
                "windowsVirtualKeyCode": code,
            });
            self.browser.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Selects a value in a drop-down list.
    pub(crate) fn choose(&mut self, id: &str, value: &str) {
        self.wait(&format!(
            "(() => {{ const list = document.getElementById('{id}'); list.value = {}; \
             return list.value === {0} }})()",
            json!(value)
        ));
        self.eval(&format!(
            "document.getElementById('{id}').dispatchEvent(new Event('change'))"
        ));
    }

    pub(crate) fn is_over(&mut self) -> bool {
        self.eval("document.getElementById('status').dataset.over === 'true'") == true
    }

    /// Clicks the first free cell and waits for the answer.
    pub(crate) fn move_once(&mut self) {
        let before = self.text("#at");
        self.click("#board button.can");
        self.wait_for_change("#at", &before);
    }

    /// Plays this many more games to their ends.
    pub(crate) fn play(&mut self, games: u64) {
        for _ in 0..games {
            if self.is_over() {
                self.click("#new");
                self.wait_for_game();
            }
            self.finish_game();
        }
    }

    /// Plays the game to the end by clicking.
    pub(crate) fn finish_game(&mut self) {
        while !self.is_over() {
            self.move_once();
        }
    }

    /// The number of games learnt from, as the page shows it.
    pub(crate) fn games(&mut self) -> u64 {
        let who = self.text("#who");
        let games = who.split(" · ").find_map(|part| part.split_once(" game"));
        let (games, _) = games.unwrap_or_else(|| panic!("{who}"));
        games.replace(',', "").parse().unwrap()
    }

    /// Saves the machine, which has no name of its own, and returns the file.
    pub(crate) fn download(&mut self) -> PathBuf {
        let called = self.eval("document.getElementById('called').value");
        self.download_as(called.as_str().unwrap())
    }

    /// Saves the machine that has this name.
    pub(crate) fn download_as(&mut self, name: &str) -> PathBuf {
        let downloads = self.folder.path().join("downloads");
        let file = downloads.join(format!("{name}.menace"));
        let allow = json!({ "behavior": "allow", "downloadPath": downloads });
        self.browser.call("Page.setDownloadBehavior", &allow);
        self.tab("settings");
        self.click("#download");
        let begun = Instant::now();
        // The browser takes the name first and fills the file then.
        while !std::fs::metadata(&file).is_ok_and(|found| found.len() > 0) {
            assert!(begun.elapsed() < PATIENCE);
            thread::sleep(Duration::from_millis(20));
        }
        file
    }

    /// Gives the page a file to bring in.
    pub(crate) fn upload(&mut self, path: &Path) {
        self.bring("#upload", &[path]);
    }

    /// Gives these files to an input of the page.
    pub(crate) fn bring(&mut self, selector: &str, paths: &[&Path]) {
        let document = self.browser.call("DOM.getDocument", &json!({}));
        let query = json!({ "nodeId": document["root"]["nodeId"], "selector": selector });
        let input = self.browser.call("DOM.querySelector", &query);
        let files = json!({ "nodeId": input["nodeId"], "files": paths });
        self.browser.call("DOM.setFileInputFiles", &files);
    }

    pub(crate) fn tab(&mut self, name: &str) {
        self.click(&format!("#tab-{name}"));
        self.wait(&format!("!document.getElementById('{name}').hidden"));
    }

    /// Checks that the console shows no unexpected error and that the page sent no request to other servers.
    pub(crate) fn end(mut self) {
        // All events so far arrive before the answer to this call.
        self.eval("1");
        let mut refusals = 0;
        for event in &self.browser.events {
            let params = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" => panic!("{params}"),
                "Log.entryAdded" if params["entry"]["source"] == "network" => refusals += 1,
                "Log.entryAdded" if params["entry"]["level"] == "error" => panic!("{params}"),
                "Network.requestWillBeSent" => {
                    let url = params["request"]["url"].as_str().unwrap();
                    let inside = ["data:", "blob:"].iter().any(|kind| url.starts_with(kind));
                    let own = url.starts_with(&self.address) || inside;
                    assert!(own, "{url}");
                }
                _ => {}
            }
        }
        let failures = |event: &&Value| event["method"] == "Log.entryAdded";
        let failed: Vec<&Value> = self.browser.events.iter().filter(failures).collect();
        assert!(refusals <= self.refusals, "{failed:#?}");
    }
}

/// A script that keeps a click from anything but this element: it may move in the moment in which it is pressed, or
/// before it is released. `endWatch` says whether the click missed.
fn watched(selector: &str) -> String {
    format!(
        "{{ const found = document.querySelector({}), kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']; \
         let missed = true, clicked = false; \
         const watch = event => {{ \
           if (event.type === 'pointerdown') missed = !found?.contains(event.target); \
           if (missed) {{ event.preventDefault(); event.stopImmediatePropagation(); }} \
           else if (event.type === 'click') clicked ||= found.contains(event.target); \
         }}; \
         for (const kind of kinds) addEventListener(kind, watch, true); \
         window.endWatch = () => {{ \
           for (const kind of kinds) removeEventListener(kind, watch, true); \
           return !clicked; \
         }}; }} 0",
        json!(selector)
    )
}

/// The address of a file as a browser writes it.
fn file_url(path: &Path) -> String {
    let path = path.to_str().unwrap();
    let encoded = path.bytes().map(|byte| match byte {
        b' ' | b'"' | b'#' | b'%' | b'<' | b'>' | b'?' | b'`' | b'{' | b'}' | 0x80.. => {
            format!("%{byte:02X}")
        }
        byte => char::from(byte).to_string(),
    });
    format!("file://{}", encoded.collect::<String>())
}
