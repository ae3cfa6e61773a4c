//! Groups of a class at their own devices, the wall and the teacher.

use serde_json::Value;

use crate::visit::{Visit, in_class};

/// Joins with a name: the first tap is in the field, the second on the button.
pub(crate) fn join(visit: &mut Visit, code: &str, name: &str) {
    visit.size(390, 844);
    visit.open_page(&format!("/j/{code}"), "#group");
    visit.wait("document.activeElement.id === 'group'");
    visit.eval(&format!(
        "document.getElementById('group').value = '{name}'"
    ));
    visit.click("#form button.main");
    visit
        .wait("location.pathname === '/' && document.querySelector('#board .cell, #moves button')");
}

pub(crate) fn token(visit: &Visit) -> String {
    let events = String::from_utf8(visit.folder.bytes("models/class-7b/class.jsonl")).unwrap();
    let (_, begun) = events.lines().next().unwrap().split_once(' ').unwrap();
    let begun: Value = serde_json::from_str(begun).unwrap();
    begun["token"].as_str().unwrap().to_owned()
}

fn games_are(visit: &mut Visit, games: u64) {
    let games = if games == 1 {
        "1 game".to_owned()
    } else {
        format!("{games} games")
    };
    visit.reads("#who", &format!(" {games}"));
}

#[test]
fn a_class_joins_plays_and_is_seen_on_the_wall() {
    let Some((mut one, code)) = in_class() else {
        return;
    };
    // Before anybody has joined, all of the wall says how.
    let mut wall = one.other_device();
    wall.size(1920, 1080);
    wall.open_page(&format!("/wall?token={}", token(&one)), "#qr[src]");
    wall.reads("#told", "No group has joined yet.");
    wall.wait("document.getElementById('qr').offsetHeight > innerHeight / 2");
    join(&mut one, &code, "Table 1");
    let mut other = one.other_device();
    join(&mut other, &code, "Table 2");
    let own = one.text("#group");
    assert!(own.starts_with("Table 1") && own.contains("code "), "{own}");
    // Nothing of the class is set from a board.
    for gone in [
        "#tab-settings",
        "#tab-training",
        "#tab-hand",
        "#first-page",
        "#called",
    ] {
        assert_eq!(
            one.eval(&format!("document.querySelector('{gone}').offsetParent")),
            Value::Null,
            "{gone}"
        );
    }
    // The teacher has a wall beside.
    wall.wait_for_count("#tiles li", 2);
    let fits = "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth";
    wall.wait(fits);
    let least = "Math.min(...[...document.querySelectorAll('body *')].filter(node => node.childNodes.length && \
                 [...node.childNodes].some(text => text.nodeType === 3 && text.data.trim()) && node.offsetParent && \
                 !node.matches('.sr')).map(node => parseFloat(getComputedStyle(node).fontSize))) >= innerHeight / 30";
    wall.wait(least);
    // It is lit for a moment only.
    wall.eval("window.seen = new Promise(done => new MutationObserver(() => \
               document.querySelector('#tiles li.lit') && done()).observe(document.body, { subtree: true, childList: true })); 0");
    one.finish_game();
    wall.eval("seen");
    games_are(&mut one, 1);
    games_are(&mut other, 0);
    // All teach one machine from now on; the games that were not over are gone, and every board says so.
    wall.size(1366, 768);
    wall.open_page("/teacher", "#groups li");
    wall.choose("way", "one");
    wall.click("#turn");
    one.reads("#failure", "The teacher has changed");
    games_are(&mut one, 0);
    other.finish_game();
    games_are(&mut one, 1);
    // A device that slept is up to date when it wakes.
    one.hide(true);
    other.click("#new");
    other.wait("!document.querySelector('#status[data-over=true]')");
    other.finish_game();
    games_are(&mut other, 2);
    one.hide(false);
    games_are(&mut one, 2);
    // A pause is said at every tab, and ends.
    one.tab("boxes");
    wall.click("#pause");
    one.reads("#group", "The teacher has paused all boards.");
    wall.click("#pause");
    one.wait("!document.body.classList.contains('paused')");
    one.tab("game");
    // A server that was killed and started again: the game goes on where it was.
    one.click("#new");
    one.wait("!document.querySelector('#status[data-over=true]')");
    let move_made = "document.querySelector('#status').textContent";
    one.move_once();
    let before = one.eval(move_made);
    one.restart_server();
    for visit in [&mut one, &mut other, &mut wall] {
        visit.refusals += 20;
    }
    one.open_page("/", "#board .cell");
    one.wait(&format!("{move_made} === {before}"));
    one.finish_game();
    games_are(&mut other, 3);
    // On a full disk: a group has no file to save, but a teacher.
    let keeping = "document.getElementById('keeping').textContent";
    other.click("#new");
    other.wait("!document.querySelector('#status[data-over=true]')");
    if one.fill_disk(true) {
        other.move_once();
        other.wait(&format!("{keeping}.startsWith('Not saved yet: tell your')"));
        assert!(other.is_hidden("rescue"));
        one.fill_disk(false);
        other.move_once();
        other.wait(&format!("{keeping} === ''"));
    }
    wall.open_page("/teacher", "#groups li");
    wall.click("#collect");
    wall.wait_for("#collected table");
    wall.click("#groups li button:last-of-type");
    wall.wait("document.querySelector('#groups li button:last-of-type').textContent.includes('?')");
    wall.click("#groups li button:last-of-type");
    wall.wait_for_count("#groups li", 1);
    // Who was removed is told so, and asked to join.
    one.wait("location.pathname === '/j/' && document.getElementById('gone').checkVisibility()");
    one.reads("#gone", "your teacher has removed it");
    for visit in [other, wall, one] {
        visit.end();
    }
}

/// A group at its board, with its teacher and the wall on other screens.
pub(crate) fn led_class() -> Option<[Visit; 3]> {
    let (mut group, code) = in_class()?;
    join(&mut group, &code, "Table 1");
    let token = token(&group);
    let pages = [("teacher", "#groups li"), ("wall", "#tiles li")];
    let [teacher, wall] = pages.map(|(page, shown)| {
        let mut visit = group.other_device();
        visit.open_page(&format!("/{page}?token={token}"), shown);
        visit
    });
    Some([group, teacher, wall])
}

/// What does not work is said for as long as it does not.
#[test]
fn the_teacher_and_the_wall_are_told_what_holds_and_when_it_is_over() {
    let Some([mut group, mut teacher, mut wall]) = led_class() else {
        return;
    };
    let standing = "document.getElementById('standing').textContent";
    if group.fill_disk(true) {
        teacher.click("#pause");
        teacher.wait(&format!("{standing}.startsWith('Not saved yet: ')"));
        wall.wait(
            "/are paused.*Not saved yet/.test(document.getElementById('paused').textContent)",
        );
        group.fill_disk(false);
        // Whoever asks next lets the server try again.
        group.open_page("/", "#board .cell, #moves button");
        teacher.wait(&format!("{standing} === ''"));
        wall.wait_for_text("#paused", "All boards are paused.");
    }
    // The server is out of reach when there is something new.
    teacher.eval("window.reached = fetch; window.fetch = () => Promise.reject(new TypeError()); 0");
    wall.eval("fetch('/api/class/pause', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ paused: false }) })");
    teacher.wait(&format!("{standing}.includes('does not answer')"));
    teacher.eval("window.fetch = reached; 0");
    teacher.wait(&format!("{standing} === ''"));
    assert_eq!(teacher.text("#wrong"), "");
    for visit in [teacher, wall, group] {
        visit.end();
    }
}

/// A group that was renamed on another screen has the new name wherever it is called, and keeps it.
#[test]
fn a_group_is_renamed_from_the_name_that_is_shown() {
    let Some([mut group, mut teacher, mut wall]) = led_class() else {
        return;
    };
    group.finish_game();
    teacher.wait_for("#games li");
    let rename = "#groups li button:first-of-type";
    let types = |teacher: &mut Visit, name: &str| {
        teacher.eval(&format!(
            "{{ const field = document.querySelector('#groups input'); field.value = '{name}'; field.dispatchEvent(new Event('change')); }}"
        ));
    };
    // While the field is open, the group is renamed on another screen.
    teacher.click(rename);
    let renamed = "fetch('/api/class/rename', { method: 'POST', headers: { 'content-type': 'application/json' }, body: \
                   JSON.stringify({ group: 1, name: 'Lions', from: 'Table 1' }) }).then(answer => answer.status)";
    assert_eq!(wall.eval(renamed), 200);
    types(&mut teacher, "Tigers");
    teacher.reads("#wrong", "another screen");
    teacher.eval("document.activeElement.blur()");
    let called =
        |name: &str| format!("document.querySelector('#groups .name').textContent === '{name}'");
    teacher.wait(&called("Lions"));
    teacher.wait("document.querySelector('#games .name').textContent === '1 \u{b7} Lions'");
    teacher.click(rename);
    types(&mut teacher, "Tigers");
    teacher.wait(&called("Tigers"));
    teacher.wait("document.querySelector('#games .name').textContent === '1 \u{b7} Tigers'");
    teacher.refusals = 1;
    for visit in [teacher, wall, group] {
        visit.end();
    }
}

#[test]
fn a_class_is_opened_from_the_first_page() {
    let Some(mut visit) = crate::visit::begin(&[]) else {
        return;
    };
    visit.click("#first-page");
    visit.wait("!document.getElementById('class-open').hidden");
    visit.eval("document.getElementById('class-name').value = '7b'");
    let opened = visit.eval(
        "fetch('api/class/open', { method: 'POST', headers: { 'content-type': 'application/json' }, body: \
         JSON.stringify({ name: '7b' }) }).then(answer => answer.json()).then(told => told.teacher)",
    );
    let opened = opened.as_str().unwrap().to_owned();
    // Asked for again, it is the same class.
    visit.click("#class-open button");
    visit.wait("location.pathname === '/teacher'");
    let address = visit.eval("location.origin");
    assert!(opened.starts_with(address.as_str().unwrap()), "{opened}");
    visit.wait_for_text("#class", "7b");
}

/// Whether all of these are one line, and nothing is wider than the screen.
fn is_one_line(visit: &mut Visit, selector: &str) {
    visit.wait_for(selector);
    let lines = format!(
        "[...document.querySelectorAll('{selector}')].every(node => {{
           const text = document.createRange();
           text.selectNodeContents(node);
           return new Set([...text.getClientRects()].map(({{ top }}) => top)).size === 1;
         }}) && document.documentElement.scrollWidth <= innerWidth"
    );
    visit.wait(&lines);
}

#[test]
fn a_long_name_is_one_line_and_goes_with_one_press() {
    let Some([group, mut teacher, mut wall]) = led_class() else {
        return;
    };
    let code = wall.text("#code");
    let mut late = group.other_device();
    late.size(320, 640);
    late.open_page(&format!("/j/{code}"), "#group");
    late.wait("document.activeElement.id === 'group'");
    let typed = "['code', 'group'].map(id => document.getElementById(id).value).join(' ')";
    late.eval("document.getElementById('group').value = 'TABLE 1'");
    late.refusals += 1;
    late.click("#form button.main");
    late.wait_for_text(
        "#wrong",
        "This name is taken: type its code, or take another name.",
    );
    assert_eq!(late.eval(typed), format!("{code} TABLE 1"));
    late.eval("document.getElementById('group').value = 'W'.repeat(24)");
    late.click("#form button.main");
    is_one_line(&mut late, "#group b");
    wall.wait_for_count("#tiles li", 2);
    teacher.choose("way", "one");
    teacher.click("#turn");
    is_one_line(&mut wall, ".one-machine .name");
    for width in [320, 1366] {
        teacher.size(width, 768);
        is_one_line(&mut teacher, ".name");
    }
    let plain = "#groups li:last-of-type button:nth-of-type(2)";
    assert_eq!(teacher.text(plain), "Group 2");
    teacher.click(plain);
    late.wait_for_text("#group b", "Group 2");
    wall.wait_for_text(".one-machine .pair:last-of-type", "Group 20:0");
    for visit in [late, wall, teacher, group] {
        visit.end();
    }
}
