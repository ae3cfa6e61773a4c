//! What a new visitor sees first: a board to play on, and on a phone the boxes over it.

use serde_json::json;

use crate::visit::begin;

#[test]
fn the_first_tap_plays_and_a_hundred_games_can_be_watched() {
    let Some(used) = begin(&[]) else { return };
    let mut visit = used.other_device();
    visit.first_page("");
    // One sentence, the board and the boxes stand above the lessons.
    let tops = "['opening', 'board', 'mosaic', 'lessons'].map(id => document.getElementById(id).getBoundingClientRect().top)";
    visit.wait_for("#mosaic .square");
    let tops: Vec<f64> = serde_json::from_value(visit.eval(tops)).unwrap();
    assert!(
        tops[0] > 0.0 && tops[0] < tops[1] && tops[1].max(tops[2]) < tops[3],
        "{tops:?}"
    );
    visit.wait_for("#board .can");
    let before = visit.count("#board .stone");
    visit.click("#board .can");
    visit.wait(&format!(
        "document.querySelectorAll('#board .stone').length > {before}"
    ));
    // At full speed a hundred games are played at once; slower, they are watched one by one.
    for (pace, games) in [("full", 100), ("games", 200)] {
        visit.choose("pace", pace);
        visit.click("#hundred");
        if pace == "games" {
            visit.wait("document.body.matches('.watched') && document.querySelector('#mini path')");
            let curve = visit.eval("document.querySelector('#mini path').getAttribute('d')");
            visit.wait(&format!(
                "document.querySelector('#mini path').getAttribute('d') !== {curve}"
            ));
        }
        visit.reads("#who", &format!("{games} games"));
        visit.wait("!document.body.matches('.watched') && document.querySelector('#board .can')");
        let won = "document.getElementById('score').textContent.match(/\\d+/g).reduce((sum, n) => sum + Number(n), 0)";
        visit.wait(&format!("{won} === {games}"));
    }
    visit.end();
    used.end();
}

#[test]
fn a_phone_opens_a_box_over_the_board_and_a_box_is_found_by_a_drawn_board() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.click("#first-page");
    visit.lesson("hexapawn");
    visit.wait_for_count("#row .open-box", 19);
    visit.size(390, 844);
    let lid = "document.getElementById('lid').open";
    for way in [
        "history.back()",
        "document.querySelector('#lid button').click()",
    ] {
        visit.click("#row .open-box");
        visit.wait(lid);
        visit.wait_for("#lid .tray .stone");
        visit.eval(way);
        visit.wait(&format!("!{lid}"));
        assert_eq!(
            visit.eval("Boolean(document.querySelector('#board .can'))"),
            json!(true)
        );
    }
    // No board is written before children.
    let written = "[...document.querySelectorAll('#row, #lid')].some(node => /[XO.]{3}\\//.test(node.textContent))";
    assert_eq!(visit.eval(written), json!(false));
    visit.size(1366, 768);
    visit.tab("boxes");
    visit.wait_for("#finder .can");
    visit.click("#finder-start");
    visit.wait("document.querySelector('#finder [data-cell=\"6\"] .stone')");
    visit.click("#finder-draw");
    // White has moved its left pawn: from X to none is two taps, from none to X one.
    for cell in [6, 6, 3] {
        visit.click(&format!("#finder [data-cell='{cell}']"));
    }
    visit.click("#finder-draw");
    visit.wait_for("#found .tray .stone");
    let label = "document.querySelector('#found table').textContent.includes('b1-\\u2060b2')";
    assert_eq!(visit.eval(label), json!(true));
    visit.end();
}

#[test]
fn a_link_opens_the_same_machine_in_an_empty_browser() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.finish_game();
    let own = visit.own();
    let asked = format!(
        "fetch('api/machines/{own}/link').then(told => told.json()).then(told => told.link)"
    );
    let link = visit.eval(&asked);
    let mut other = visit.other_device();
    other.go(&format!("#link={}", link.as_str().unwrap()));
    let boxes = "[...document.querySelectorAll('#mosaic .square')].map(one => one.getAttribute('aria-label'))";
    for device in [&mut visit, &mut other] {
        device.wait_for("#mosaic .square:not(.unmet)");
    }
    assert_eq!(visit.eval(boxes), other.eval(boxes));
    // A damaged one changes nothing, and the page says why.
    let before = other.own();
    other.go("#link=1~hexapawn~her");
    other.reads("#failure", "the link: damaged");
    assert_eq!(other.own(), before);
    other.refusals = 3;
    other.end();
    visit.end();
}
