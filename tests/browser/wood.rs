//! The companion of a machine played by hand: whole games, with a wrong bead, a reload, beads put in and out, and
//! two groups.

use crate::place::Text as _;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use matchboxes::game::Side;
use serde_json::json;

use crate::visit::{Visit, begin, of_file};

/// The beads on the table: by box and letter, those that were put in less those taken out.
type Table = BTreeMap<(u64, String), i64>;

/// Begins with new boxes of a game and a rule.
fn build(visit: &mut Visit, game: &str, rule: &str) {
    visit.tab("hand");
    visit.choose("hand-game", game);
    visit.choose("hand-rule", rule);
    visit.click("#hand-start button");
    visit.wait_for("#hand .now");
}

/// Does what is to be done at the boxes, and ticks it.
fn do_tasks(visit: &mut Visit, table: &mut Table) {
    while visit.count(".tasks input:not(:checked)") > 0 {
        assert_eq!(
            visit.eval("document.getElementById('new').disabled"),
            json!(true)
        );
        let step = visit.text(".tasks li:has(input:not(:checked)) span:last-child");
        let words: Vec<&str> = step.split_whitespace().collect();
        let number: u64 = words[1].trim_end_matches(':').parse().unwrap();
        let n: i64 = words[3].parse().unwrap();
        let n = if words[2] == "put" { n } else { -n };
        let letter = words[words.len() - 2].to_owned();
        *table.entry((number, letter)).or_default() += n;
        let left = visit.count(".tasks input:not(:checked)");
        visit.click(".tasks input:not(:checked)");
        visit.wait(&format!(
            "document.querySelectorAll('.tasks input:not(:checked)').length < {left}"
        ));
    }
}

/// Plays until the game is over: the first move of the board, and the bead of this place that the record has.
fn play(visit: &mut Visit, nth: usize) {
    while !visit.is_over() {
        let before = visit.text("#at");
        if visit.count("#board button.can") > 0 {
            visit.click("#board button.can");
            if visit.text("#at") == before && visit.count("#board .from") > 0 {
                visit.click("#board button.can:not(.from)");
            }
        } else if visit.count(".now .choice") > 0 {
            let beads = visit.count(".now .choice:not(.gone)");
            let place = nth as u64 % beads;
            visit.eval(&format!(
                "document.querySelectorAll('.now .choice:not(.gone)')[{place}].click()"
            ));
        } else {
            visit.click(".now [role=group] button");
        }
        visit.wait(&format!("document.getElementById('at').textContent !== '{before}' || document.getElementById('status').dataset.over === 'true'"));
    }
}

/// The list of all boxes as the page prints it, as text.
fn list(visit: &mut Visit) -> String {
    visit.click("#hand-list");
    visit.wait_for(".listing");
    let text = visit.text(".listing");
    visit.click(".listing .row button:last-child");
    visit.wait("!document.querySelector('.listing')");
    text
}

/// Plays at the boxes of a machine; returns its file, under a name of its own.
fn whole_games(mut visit: Visit, game: &str, rule: &str, boxes: &str, group: &str) -> PathBuf {
    build(&mut visit, game, rule);
    assert!(
        visit.text("#hand").contains(boxes),
        "{}",
        visit.text("#hand")
    );
    let mut table = Table::new();
    // To the first bead of the machine.
    if visit.count(".now .choice") == 0 {
        let before = visit.text("#at");
        visit.click("#board button.can");
        if visit.count("#board .from") > 0 {
            visit.click("#board button.can:not(.from)");
        }
        visit.wait_for_change("#at", &before);
    }
    visit.wait_for(".now .open");
    // A bead of another box is not accepted.
    visit.click(".now .row button:last-child");
    visit.reads("#failure", "another box");
    play(&mut visit, 1);
    visit.wait("document.querySelector('.tasks') || document.querySelector('.games')");
    // What is to be done outlasts a reload.
    let tasks = visit.count(".tasks li");
    visit.reload();
    visit.wait_for("#hand .score");
    assert_eq!(visit.count(".tasks li"), tasks);
    do_tasks(&mut visit, &mut table);
    for nth in 0..3 {
        visit.click("#new");
        visit.wait("document.getElementById('status').dataset.over !== 'true'");
        play(&mut visit, nth);
        visit.wait_for("#hand .score");
        do_tasks(&mut visit, &mut table);
    }
    assert_eq!(visit.games(), 4);
    // A whole game is taken back, its beads too, and played again.
    visit.click("#undo-game");
    visit.reads("#who", "3 games");
    do_tasks(&mut visit, &mut table);
    play(&mut visit, 1);
    do_tasks(&mut visit, &mut table);
    assert_eq!(visit.games(), 4);
    let listed = list(&mut visit);
    listed.has(["after 4 games"]);
    let file = visit.download();
    // The file is an ordinary model with what lies on the table.
    let model = matchboxes::store::verify(&file).unwrap();
    assert!(model.last().is_by_hand() && model.games() == 4);
    let parsed = matchboxes::games::parse(game).unwrap();
    let side = model.tables.iter().flatten().next().unwrap().side();
    let kit = matchboxes::kit::Kit::new(&parsed, model.rule(), side).unwrap();
    let content = matchboxes::kit::KitBeads::from_table(&kit, model.table(side).unwrap());
    for (one, beads) in kit.boxes.iter().zip(content.beads) {
        for (choice, n) in one.choices.iter().zip(beads) {
            let key = (one.number as u64, choice.bead.letter().to_string());
            let moved = table.get(&key).copied().unwrap_or(0);
            let lies = i64::try_from(choice.start).unwrap() + moved;
            assert_eq!(i64::try_from(n).unwrap(), lies, "{key:?}");
        }
    }
    let kept = std::env::temp_dir().join(format!("{group}-{}.menace", std::process::id()));
    fs::copy(&file, &kept).unwrap();
    visit.end();
    kept
}

#[test]
fn a_class_plays_hexapawn_at_its_boxes_and_two_groups_are_merged() {
    let Some(visit) = begin(&[]) else { return };
    let one = whole_games(visit, "hexapawn", "her", "19 boxes", "one");
    // The other group has the page as one file, opened from disk.
    let visit = of_file().unwrap();
    let two = whole_games(visit, "hexapawn", "her", "19 boxes", "two");
    let mut visit = begin(&[]).unwrap();
    visit.tab("hand");
    visit.bring("#hand-files", &[&one, &two]);
    visit.wait_for(".listing");
    assert!(visit.text(".listing").contains("after 8 games"));
    assert_eq!(visit.games(), 8);
    visit.end();
    let _ = fs::remove_file(one);
    let _ = fs::remove_file(two);
}

#[test]
fn a_machine_that_was_opened_goes_on_by_hand_and_takes_its_name_along() {
    let Some(mut visit) = begin(&[]) else { return };
    let file = visit.folder.at("both.menace");
    let train = "train --game hexapawn --rule her --learner both --sets 2 --games-per-set 1";
    let line = format!("{train} --plots none --out both.menace");
    visit.folder.ok(&line);
    visit.upload(&file);
    visit.reads("#who", "2 games");
    // The boxes of the side that is chosen have been built.
    visit.tab("hand");
    visit.choose("hand-side", "first");
    visit.click("#hand-own");
    visit.wait_for("#hand .now .open");
    let model = matchboxes::store::verify(&file).unwrap();
    let (game, side) = (matchboxes::games::parse("hexapawn").unwrap(), Side::First);
    let kit = matchboxes::kit::Kit::new(&game, model.rule(), side).unwrap();
    let content = matchboxes::kit::KitBeads::from_table(&kit, model.table(side).unwrap());
    let (boxes, beads) = (kit.boxes.len(), content.total());
    let text = visit.text("#hand");
    text.has([format!("{boxes} boxes with {beads} beads")]);
    // The score is that of the games at the table.
    text.has(["won 0, drew 0, lost 0"]);
    visit.eval("const box = document.getElementById('called'); box.value = 'Class 4b'; box.dispatchEvent(new Event('change'))");
    visit.wait("document.title.startsWith('Class 4b')");
    let saved = visit.download_as("Class 4b");
    visit.eval("localStorage.removeItem('menace-called')");
    visit.upload(&saved);
    visit.wait("document.title.startsWith('Class 4b')");
    visit.end();
}

/// The words of the page, without those of lists to choose from.
const WORDS: &str = "[...document.querySelectorAll('#about, #table, #tabs, [role=tabpanel]:not(#settings), #failure')] \
    .map(part => { const copy = part.cloneNode(true); copy.querySelectorAll('select').forEach(list => list.remove()); return copy.textContent; }) \
    .join(' ')";

fn speaks_of_cups(visit: &mut Visit, words: &[&str]) {
    for tab in ["boxes", "training", "game", "hand"] {
        visit.tab(tab);
        let text = visit.eval(WORDS);
        let text = text.as_str().unwrap().to_lowercase();
        for word in words {
            assert!(!text.contains(word), "{word} in {text}");
        }
    }
}

/// The player's moves and the machine's slips of a game, by what they take.
fn take(visit: &mut Visit, moves: &[usize]) {
    for n in moves {
        let before = visit.text("#at");
        let own = visit.count(".now .choice") > 0;
        let part = if own { ".now .choice" } else { "#moves button" };
        visit.click(&format!("{part}:nth-child({n})"));
        visit.wait_for_change("#at", &before);
    }
}

#[test]
fn a_class_with_cups_reads_of_cups_and_slips() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.go("?game=nim:8:take=3&rule=cups&learner=second");
    visit.wait_for_count(".cup", 7);
    visit.tab("hand");
    visit.click("#hand-start button");
    visit.wait_for("#hand .now");
    assert!(visit.text("#hand").contains("7 cups with 18 slips"));
    for slip in 1..=3 {
        take(&mut visit, &[1, 2, 1, slip, 4 - slip]);
        visit.wait_for(".tasks");
        assert!(visit.text(".tasks").contains("in front of the cups"));
        speaks_of_cups(&mut visit, &["box", "bead"]);
        visit.click(".tasks input");
        visit.wait("!document.querySelector('.tasks')");
        visit.click("#new");
        visit.wait("document.getElementById('status').dataset.over !== 'true'");
    }
    assert!(visit.text("#hand").contains("7 cups with 15 slips"));
    // A slip of another cup: what is said is seen wherever the page has been moved to.
    take(&mut visit, &[1]);
    visit.size(1366, 500);
    visit.click(".now .row button:last-child");
    visit.reads("#failure", "“take 3”");
    let seen = "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.getElementById('failure').getBoundingClientRect())";
    assert_eq!(visit.eval(seen), json!(true));
    speaks_of_cups(&mut visit, &["box", "bead"]);
    // The cup is empty by the record and not on the table: the game goes on, though a slip was to be taken out.
    take(&mut visit, &[2, 1]);
    visit.wait_for(".tasks");
    assert!(visit.text("#status").contains("empty cup"));
    visit.click(".now button");
    visit.wait_for(".correct");
    speaks_of_cups(&mut visit, &["box", "bead"]);
    visit.eval("document.querySelector('.correct input').value = 1");
    visit.click(".correct button.main");
    visit.wait_for_count(".now .choice", 3);
    assert_eq!(visit.count(".tasks li"), 0);
    take(&mut visit, &[1, 3]);
    visit.wait_for_count(".tasks li", 1);
    // In the other language.
    visit.click("#language");
    visit.wait("document.documentElement.lang === 'ja'");
    visit.click("#hand-list");
    visit.wait_for(".listing");
    speaks_of_cups(&mut visit, &["箱", "ビーズ"]);
    visit.end();
}
