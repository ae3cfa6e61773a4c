//! The pictures of `docs/serve.md`, and of the Japanese pages.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::visit::{Visit, begin, in_class};

/// Takes a picture of the page with this element at the top.
fn take(visit: &mut Visit, from: &str, name: &str) {
    let away = json!({ "type": "mouseMoved", "x": 0, "y": 0 });
    visit.browser.call("Input.dispatchMouseEvent", &away);
    // Wait until all beads have arrived.
    visit.eval("Promise.all(document.getAnimations().map(animation => animation.finished))");
    visit.eval("document.activeElement.blur()");
    visit.eval(&format!(
        "document.querySelector('{from}').scrollIntoView({{ block: 'start', behavior: 'instant' }})"
    ));
    let taken = visit
        .browser
        .call("Page.captureScreenshot", &json!({ "format": "png" }));
    let bytes = format!(
        "Array.from(atob({}), letter => letter.charCodeAt(0))",
        taken["data"]
    );
    let bytes: Vec<u8> = serde_json::from_value(visit.eval(&bytes)).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/serve");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), bytes).unwrap();
}

/// Takes a picture of the page in English, and one in Japanese under the name that ends in `-ja`.
fn take_both(visit: &mut Visit, from: &str, name: &str) {
    for (language, ending) in [("ja", ""), ("en", "-ja")] {
        take(visit, from, &format!("{name}{ending}.png"));
        visit.click("#language");
        visit.wait(&format!("document.documentElement.lang === '{language}'"));
    }
}

#[test]
fn pictures() {
    if std::env::var_os("MENACE_BLESS").is_none() {
        return;
    }
    let Some(mut visit) = begin(&[]) else { return };
    // With a seed, so that only a change of the page changes its pictures.
    visit.go("?game=tic-tac-toe&rule=michie-304&seed=1961");
    visit.click("#first-page");
    visit.scaled_size(1366, 768, 0.6);
    take_both(&mut visit, "body", "lessons-laptop");
    visit.click("#lessons-back");
    visit.scaled_size(1366, 768, 0.85);
    visit.finish_game();
    take_both(&mut visit, "body", "game-laptop");
    visit.size(390, 844);
    take(&mut visit, "body", "game-phone.png");
    visit.scaled_size(1920, 1080, 0.7);
    visit.tab("training");
    visit.choose("games", "100000");
    visit.click("#train");
    visit.reads("#who", "100,001 games");
    visit.wait_for_count("#strength td.n", 6);
    take_both(&mut visit, "body", "training-1080p");
    visit.scaled_size(1366, 768, 0.85);
    visit.tab("boxes");
    visit.wait("document.querySelectorAll('.stage').length === 4 && document.querySelector('#story .added')");
    take_both(&mut visit, "body", "boxes-laptop");
    let own = visit.own();
    visit.go("?game=nim:8:take=3&seed=1961");
    visit.wait_for_count("#row .cup", 7);
    visit.watch("perfect");
    for game in 1..=7 {
        visit.click("#whole");
        visit.reads("#who", &format!("{game} game"));
    }
    visit.scaled_size(1920, 1080, 0.7);
    take_both(&mut visit, "body", "cups-1080p");
    visit.go(&format!("#{own}"));
    visit.reads("#who", "100,001 games");
    visit.scaled_size(1366, 768, 0.85);
    visit.click("#language");
    visit.wait("document.documentElement.lang === 'ja'");
    visit.size(390, 844);
    visit.tab("training");
    take(&mut visit, "#tabs", "training-phone-ja.png");
    visit.tab("game");
    visit.finish_game();
    take(&mut visit, "#status", "game-phone-ja.png");
    visit.end();
    class();
    fs::write(record(), sources()).unwrap();
}

/// The wall of a class, and a board of it.
fn class() {
    let Some((mut visit, code)) = in_class() else {
        return;
    };
    visit.open_page(&format!("/j/{code}"), "#group");
    // One browser has joined as each group in turn, and plays with the first legal move or with another.
    let play = r#"(async () => {
      const post = async (path, body) => (await fetch("/api/" + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
      for (let table = 1; table <= 12; table++) {
        const { file } = await post("class/join", { code: "CODE", name: "Table " + table });
        for (let game = 0; game < 3 + table; game++) {
          let { scene } = await (await fetch("/api/machines/" + file)).json();
          if (scene.round.ended) ({ scene } = await post(`machines/${file}/act/new`, { revision: scene.revision }));
          while (!scene.round.ended) {
            const { legal } = scene.round, move = legal[(table * 5 + game * 3 + scene.round.turns.length) % legal.length];
            ({ scene } = await post(`machines/${file}/move`, { move, revision: scene.revision }));
          }
        }
      }
    })()"#;
    visit.eval(&play.replace("CODE", &code));
    visit.size(390, 844);
    visit.open_page("/", "#main:not([hidden]) #new");
    visit.click("#new");
    visit.wait_for_game();
    visit.move_once();
    take_both(&mut visit, "body", "group-phone");
    let token = crate::group::token(&visit);
    visit.scaled_size(1920, 1080, 0.5);
    for name in ["wall-1080p.png", "wall-1080p-ja.png"] {
        visit.open_page(&format!("/wall?token={token}"), "#tiles li");
        visit.wait("document.querySelectorAll('#tiles li').length === 12 && document.getElementById('qr').complete");
        // In a class the address is one that other devices open.
        visit.eval("document.getElementById('address').textContent = '192.168.1.20:8080/j/' + document.getElementById('code').textContent");
        take(&mut visit, "body", name);
        visit.open_page("/", "#main:not([hidden]) #new");
        visit.click("#language");
        visit.wait("document.documentElement.lang === 'ja'");
    }
}

/// Says of which sources the pictures are.
fn record() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/serve/pictures.txt")
}

/// A checksum of all that a browser loads.
fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/page/src/client");
    let folders = [folder.clone(), folder.join("class")];
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let texts: Vec<String> = files
        .iter()
        .map(|path| fs::read_to_string(path).unwrap().replace('\r', ""))
        .collect();
    format!(
        "The pictures are of the page with this checksum: {:08x}\n",
        crc32fast::hash(texts.concat().as_bytes())
    )
}

/// Old pictures are no fault of a change in progress, so only a release demands new ones.
#[test]
fn the_pictures_are_of_the_page_as_it_is() {
    if fs::read_to_string(record()).is_ok_and(|kept| kept.replace('\r', "") == sources()) {
        return;
    }
    let renewed = "the pictures in docs/serve are of an older page; MENACE_BLESS=1 cargo test --test browser pictures renews them";
    assert!(
        std::env::var_os("MENACE_PICTURES").is_none_or(|value| value != "required"),
        "{renewed}"
    );
    // Not `eprintln!`: the test harness hides its output when a test passes.
    std::io::stderr()
        .write_all(format!("OLD: {renewed}\n").as_bytes())
        .unwrap();
}
