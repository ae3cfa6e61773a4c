//! A class at its machine: the lessons, a machine that is watched while it learns, links, names, cups, and paper.

use crate::place::Text as _;
use serde_json::json;

use crate::visit::{BOARD, Visit, begin};

/// Opens an address without choosing a lesson.
fn open(visit: &mut Visit, path: &str) {
    visit.go(path);
    visit.wait("!document.getElementById('main').hidden && document.querySelector('#board .cell')");
}

fn who(visit: &mut Visit, condition: &str) {
    visit.wait(&format!(
        "(who => {condition})(document.getElementById('who'))"
    ));
}

/// Games that are watched one by one are those of `menace train --games-per-set 1`, byte for byte.
#[test]
fn a_machine_is_watched_while_it_learns() {
    let Some(mut visit) = begin(&[]) else { return };
    let own = visit.own();
    let seed = visit.eval(&format!("{BOARD}.seed"));
    let seed = seed.as_str().unwrap().to_owned();
    // A game to look at, with its boxes and what they have learnt.
    visit.watch("random");
    visit.click("#whole");
    visit.wait("document.getElementById('status').dataset.over === 'true'");
    assert_eq!(visit.games(), 1);
    visit.wait("document.querySelectorAll('#changes li').length >= 2");
    assert_eq!(visit.text("#opponent option:checked"), "random");
    // Move by move, and the rest of the game.
    visit.click("#step");
    visit.wait_for_text("#at", "1 / 1");
    assert!(visit.text("#status").contains("drew a bead for"));
    visit.click("#whole");
    who(&mut visit, "who.textContent.includes('2 games')");
    // At a pace, and at full speed.
    visit.choose("pace", "games");
    visit.click("#run");
    who(
        &mut visit,
        r"/ ([5-9]|[1-9]\d+) games/.test(who.textContent)",
    );
    visit.click("#run");
    visit.wait_for_text("#run", "Continue");
    // A game that has begun is played to its end.
    visit.wait("!document.body.matches('.busy')");
    let games = visit.games();
    let learnt = visit.folder.bytes(&format!("models/{own}.menace"));
    let train = "train --game tic-tac-toe --rule michie-304 --opponent random --games-per-set 1";
    let line = format!("{train} --seed {seed} --games {games} --out same.menace --plots none");
    visit.folder.ok(&line);
    assert!(visit.folder.bytes("same.menace") == learnt);
    // Each of them is listed and can be stepped through.
    visit.wait("document.querySelectorAll('#which option').length > 4");
    visit.choose("which", "2");
    visit.wait("document.getElementById('at').textContent.startsWith('0 / ')");
    visit.click("#forth");
    visit.wait_for("#matchbox .drawn-row");
    // The person plays again.
    visit.click("#self");
    visit.wait("!document.getElementById('new').hidden");
    visit.finish_game();
    assert_eq!(visit.games(), games + 1);
    visit.end();
}

#[test]
fn a_watched_machine_learns_if_asked() {
    let Some(mut visit) = begin(&["--game", "hexapawn", "--rule", "her"]) else {
        return;
    };
    // A page that was started for a game begins with it, and offers the lessons at the top.
    assert!(visit.is_hidden("lessons"));
    let own = visit.own();
    visit.tab("settings");
    visit.choose("watch-second", &own);
    visit.click("#watch-learns");
    visit.click("#watch");
    visit.wait_for_text("#run", "Pause");
    who(&mut visit, "/[1-9] games? learnt/.test(who.textContent)");
    assert_eq!(visit.own(), own);
    visit.click("#run");
    // Without learning, another board is used, and there is a way back.
    visit.tab("settings");
    visit.click("#watch-learns");
    visit.click("#watch");
    visit.wait("!document.getElementById('home').hidden");
    who(&mut visit, "!who.textContent.includes('learnt')");
    visit.click("#home");
    visit.wait(&format!("location.hash === '#{own}'"));
    visit.end();
}

#[test]
fn links_are_obeyed_and_a_machine_has_a_name_and_a_way_back() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.finish_game();
    let own = visit.eval("location.hash");
    visit.eval("const box = document.getElementById('called'); box.value = 'Class 4b'; box.dispatchEvent(new Event('change'))");
    visit.wait("document.title.startsWith('Class 4b')");
    // In a tab that has another machine.
    open(&mut visit, "?game=hexapawn&rule=her&opponent=perfect");
    who(&mut visit, "who.dataset.rule === 'her'");
    visit.wait("document.getElementById('opponent').value === 'perfect'");
    assert_eq!(visit.eval("location.search"), "");
    visit.reads("#home", "Class 4b");
    visit.click("#home");
    visit.wait(&format!("location.hash === {own}"));
    who(&mut visit, "who.textContent.includes('1 game ')");
    assert!(visit.is_hidden("home"));
    // A link to the machine that is there keeps it.
    open(
        &mut visit,
        "?game=tic-tac-toe&rule=michie-304&learner=first",
    );
    assert_eq!((visit.eval("location.hash"), visit.games()), (own, 1));
    // A game alone brings the rule of its lesson; a plus in the name of an opponent is one.
    open(
        &mut visit,
        "?game=hexapawn&opponent=mix:0.5*perfect+0.5*random",
    );
    who(&mut visit, "who.dataset.rule === 'her'");
    visit.wait("document.getElementById('opponent').value === 'mix:0.5*perfect+0.5*random'");
    open(&mut visit, "?game=connect-four:5x4");
    who(&mut visit, "who.dataset.rule === 'rote'");
    // A seed in the link makes the machine that draws so; the page says which one it has.
    for _ in 0..2 {
        open(&mut visit, "?game=hexapawn&rule=her&learner=second&seed=77");
        visit.tab("settings");
        visit.eval("document.querySelector('#machine details').open = true");
        assert!(visit.text("#seed-about").contains("has the seed 77"));
    }
    // Wrong values are said, and what is right is done.
    open(&mut visit, "?game=hexapawn&seed=many");
    assert!(
        visit
            .text("#failure")
            .contains("seed=many, which is not a number")
    );
    open(&mut visit, "?game=chess&rule=cups&learner=third");
    let said = visit.text("#failure");
    said.has(["game=chess", "learner=third"]);
    visit.end();
}

/// The way back of the browser leads from a lesson to the lessons, which offer the machine that is there.
#[test]
fn the_way_back_leads_to_the_lessons_and_a_lesson_goes_on() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.finish_game();
    let own = visit.own();
    visit.eval("history.back()");
    visit.wait("!document.getElementById('lessons').hidden");
    visit.wait("document.querySelector('.go-on')?.textContent === 'Go on with Tic-tac-toe 1'");
    // Another lesson has a machine of its own, and the first one goes on where it was.
    visit.click("[data-lesson=hexapawn]");
    visit.wait("document.getElementById('called').value === 'Hexapawn 1'");
    visit.eval("history.back()");
    visit.wait("!document.getElementById('lessons').hidden");
    visit.click(".go-on");
    visit.wait(&format!("location.hash === '#{own}'"));
    visit.wait("!document.getElementById('main').hidden");
    who(&mut visit, "who.textContent.includes('1 game ')");
    // The lesson itself begins with a new machine.
    visit.click("#first-page");
    visit.click("[data-lesson=tic-tac-toe]");
    visit.wait("document.getElementById('called').value === 'Tic-tac-toe 2'");
    who(&mut visit, "who.textContent.includes('0 games')");
    visit.end();
}

#[test]
fn nim_is_played_with_cups() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.click("#first-page");
    visit.lesson("cups");
    visit.wait_for_count("#row .cup", 7);
    assert_eq!(visit.text("#moves button"), "take 1");
    let cells = "[...document.querySelectorAll('#board button.can')].map(cell => cell.getAttribute('aria-label'))";
    assert_eq!(visit.eval(cells), json!(["take 1", "take 2", "take 3"]));
    // The cup that it drew from is a cup with its slips, the one drawn marked, and so are those of the shelf.
    visit.click("#moves button");
    visit.wait_for("#matchbox .cup.now .slip.drawn");
    let which = visit.text("#matchbox .inside p");
    assert_eq!(which, "Cup 7, because 7 counters are left.");
    let slips =
        "[...document.querySelectorAll('#matchbox .slips .slip')].map(slip => slip.textContent)";
    assert_eq!(visit.eval(slips), json!(["take 1", "take 2", "take 3"]));
    visit.tab("boxes");
    visit.wait_for_count("#stages .cup", 7);
    assert_eq!(visit.count("#boxes .bead"), 0);
    visit.tab("game");
    // It loses against perfect play until a cup is empty, turned over, and it resigns there.
    visit.watch("perfect");
    visit.choose("pace", "games");
    visit.click("#run");
    visit.wait("document.querySelector('.cup.over') && document.querySelector('.slip.gone')");
    visit.click("#run");
    assert_eq!(visit.count("#changes .bead"), 0);
    visit.size(1920, 1080);
    let figure =
        visit.eval("parseFloat(getComputedStyle(document.querySelector('.cup b')).fontSize)");
    assert!(figure.as_f64().unwrap() >= 60.0, "{figure}");
    visit.end();
}

#[test]
fn the_page_is_printed_in_colour_and_without_its_controls() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.finish_game();
    visit.tab("training");
    visit.wait_for("#heat .disc");
    let print = json!({ "media": "print" });
    visit.browser.call("Emulation.setEmulatedMedia", &print);
    let styles = "(() => { const of = (it, key) => getComputedStyle(document.querySelector(it))[key]; \
        return [of('#heat .disc', 'printColorAdjust'), of('#training > .row', 'display'), of('#tabs', 'display'), of('.chart', 'breakInside'), of('#training h3', 'breakAfter')] })()";
    assert_eq!(
        visit.eval(styles),
        json!(["exact", "none", "none", "avoid", "avoid"])
    );
    visit.end();
}

/// The nineteen boxes of hexapawn lie beside the board. The one that is open lights up, and a click looks into it.
#[test]
fn few_boxes_lie_beside_the_board() {
    let Some(mut visit) = begin(&[]) else { return };
    open(&mut visit, "?game=hexapawn&rule=her&seed=1961");
    visit.wait_for_count("#row.few .open-box", 19);
    assert_eq!(visit.count("#row .now"), 0);
    visit.click("#board button.can");
    visit.click("#board button.can:not(.from)");
    visit.wait_for_count("#row .now", 1);
    visit.click("#row .now .open-box");
    visit.wait("!document.getElementById('boxes').hidden");
    visit.wait_for("#found .tray");
    visit.end();
}

/// The 304 boxes of tic-tac-toe are small squares by stage. The one that is open lights up, however the board is
/// turned, and opens with the mouse and the keyboard.
#[test]
fn many_boxes_are_a_mosaic() {
    let Some(mut visit) = begin(&[]) else { return };
    open(&mut visit, "?game=tic-tac-toe&seed=1961");
    visit.wait_for_count("#mosaic .squares", 4);
    assert_eq!(visit.count("#mosaic .square"), 304);
    assert_eq!(visit.count("#mosaic .unmet"), 304);
    visit.wait_for("#mosaic > div:nth-child(1) .square.now");
    for game in 1..=4 {
        for stage in 2..=3 {
            visit.move_once();
            if visit.is_over() {
                break;
            }
            visit.wait(&format!(
                "document.querySelectorAll('#mosaic .now').length === 1 && \
                 document.querySelector('#mosaic > div:nth-child({stage}) .square.now[aria-selected=true]')"
            ));
        }
        visit.finish_game();
        visit.click("#new");
        visit.reads("#who", &format!("{game} game"));
    }
    visit.wait("document.querySelectorAll('#mosaic .square:not(.unmet)').length >= 4");
    let said = visit.eval("document.querySelector('#mosaic .square').getAttribute('aria-label')");
    let said = said.as_str().unwrap();
    assert!(
        said.starts_with("Box 1, ") && said.contains("its best move has a chance of"),
        "{said}"
    );
    visit.click("#mosaic > div:nth-child(2) .square:nth-child(3)");
    visit.wait(
        "!document.getElementById('boxes').hidden && document.querySelector('#found tbody tr')",
    );
    let found = visit.text("#found");
    visit.eval("document.querySelector('#mosaic > div:nth-child(2) [tabindex=\"0\"]').focus()");
    visit.press("ArrowRight");
    let said = visit.text("#mosaic > p");
    assert!(
        said.starts_with("Box 3, ") || said.starts_with("Box 5, "),
        "{said}"
    );
    visit.press("Enter");
    visit.wait_for_change("#found", &found);
    visit.end();
}

/// On a phone all that a pupil needs is in sight at once: what happened, the board, the box in use, and a new game.
#[test]
fn a_phone_shows_the_board_and_the_box_in_use_on_one_screen() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.size(390, 844);
    let places = "['#rules', '#status', '#board', '#matchbox', '#new', '#more'].map(it => document.querySelector(it))\
        .filter(it => it.offsetParent).map(it => it.getBoundingClientRect().bottom)";
    let hidden = "['#side', '#extras', '#undo', '#matchbox table'].every(it => document.querySelector(it).offsetParent === null)";
    let lessons = [
        ("cups", "cups"),
        ("hexapawn", "her"),
        ("tic-tac-toe", "michie-304"),
    ];
    for (lesson, rule) in lessons {
        visit.click("#first-page");
        visit.click(&format!("[data-lesson={lesson}]"));
        who(&mut visit, &format!("who.dataset.rule === '{rule}'"));
        visit.wait("!document.getElementById('main').hidden");
        // The rules stand before the first move.
        assert!(visit.count("#rules:not(.rest)") == 1, "{lesson}");
        let watched = lesson != "hexapawn";
        if watched {
            visit.watch("perfect");
            visit.click("#more");
            visit.click("#whole");
        } else {
            visit.click("#board button.can");
            visit.click("#board button.can:not(.from)");
        }
        visit.wait_for("#matchbox :is(.arrows .drawn, .outcome)");
        visit.eval("scrollTo(0, 0)");
        let bottoms: Vec<f64> = serde_json::from_value(visit.eval(places)).unwrap();
        assert!(
            bottoms.len() >= 4 && bottoms.iter().all(|&at| at <= 844.0),
            "{lesson}: {bottoms:?}"
        );
        assert_eq!(visit.eval(hidden), true, "{lesson}");
        assert_eq!(
            visit.eval("document.documentElement.scrollWidth <= innerWidth"),
            true
        );
    }
    // All else is behind one button.
    visit.click("#more");
    visit.wait("document.getElementById('side').offsetParent && document.getElementById('extras').offsetParent");
    visit.tab("training");
    visit.wait("!document.getElementById('table').offsetParent");
    visit.tab("game");
    visit.size(1366, 768);
    visit.tab("settings");
    visit.click("#more");
    visit.wait("!document.getElementById('game').hidden");
    visit.end();
}
