//! The companion of a machine of wood: whole games, with a wrong bead, a reload, beads put in and out, and two groups.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::json;

use crate::visit::Visit;

/// The beads on the table: by box and letter, those that were put in less those taken out.
type Table = BTreeMap<(u64, String), i64>;

/// Begins with new boxes of a game and a rule.
fn build(visit: &mut Visit, game: &str, rule: &str) {
    visit.tab("hand");
    visit.choose("hand-game", game);
    visit.choose("hand-rule", rule);
    visit.click("#hand-start button");
    visit.wait("document.querySelector('#hand .now')");
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
    visit.wait("document.querySelector('.listing')");
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
        visit.wait(&format!(
            "document.getElementById('at').textContent !== '{before}'"
        ));
    }
    visit.wait("document.querySelector('.now .open')");
    let opened = visit.text(".now .open");
    // A wrong bead is tapped and taken back.
    let before = visit.text("#at");
    visit.click(".now .choice");
    visit.wait(&format!(
        "document.getElementById('at').textContent !== '{before}'"
    ));
    visit.click("#undo");
    visit.wait(&format!(
        "document.getElementById('at').textContent === '{before}'"
    ));
    assert_eq!(visit.text(".now .open"), opened);
    // A bead of another box is not accepted.
    visit.click(".now .row button:last-child");
    visit.wait("document.getElementById('failure').textContent.includes('another box')");
    visit.click(".now .choice:nth-child(2)");
    visit.wait(&format!(
        "document.getElementById('at').textContent !== '{before}'"
    ));
    let there = visit.text("#at");
    visit.reload();
    visit.wait("document.querySelector('#hand .now')");
    assert_eq!(visit.text("#at"), there, "after a reload");
    play(&mut visit, 1);
    visit.wait("document.querySelector('.tasks') || document.querySelector('.games')");
    // What is to be done outlasts a reload.
    let tasks = visit.count(".tasks li");
    visit.reload();
    visit.wait("document.querySelector('#hand .score')");
    assert_eq!(visit.count(".tasks li"), tasks);
    do_tasks(&mut visit, &mut table);
    for nth in 0..3 {
        visit.click("#new");
        visit.wait("document.getElementById('status').dataset.over !== 'true'");
        play(&mut visit, nth);
        visit.wait("document.querySelector('#hand .score')");
        do_tasks(&mut visit, &mut table);
    }
    assert_eq!(visit.games(), 4);
    // A whole game is taken back, its beads too, and played again.
    visit.click("#undo-game");
    visit.wait("document.getElementById('who').textContent.includes('3 games')");
    do_tasks(&mut visit, &mut table);
    play(&mut visit, 1);
    do_tasks(&mut visit, &mut table);
    assert_eq!(visit.games(), 4);
    let listed = list(&mut visit);
    assert!(listed.contains("after 4 games"), "{listed}");
    let file = visit.download();
    // The file is an ordinary model with what lies on the table.
    let model = matchboxes::store::verify(&file).unwrap();
    assert!(model.last().is_by_hand() && model.games() == 4);
    let parsed = matchboxes::games::parse(game).unwrap();
    let side = model.tables.iter().flatten().next().unwrap().side();
    let kit = matchboxes::kit::Kit::new(&parsed, model.rule(), side).unwrap();
    let content = matchboxes::kit::Content::of(&kit, model.table(side).unwrap());
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
    let Some(visit) = Visit::begin(&[]) else {
        return;
    };
    let one = whole_games(visit, "hexapawn", "her", "19 boxes", "one");
    // The other group has the page as one file, opened from disk.
    let visit = Visit::of_file().unwrap();
    let two = whole_games(visit, "hexapawn", "her", "19 boxes", "two");
    let mut visit = Visit::begin(&[]).unwrap();
    visit.tab("hand");
    let document = visit.browser.call("DOM.getDocument", &json!({}));
    let query = json!({ "nodeId": document["root"]["nodeId"], "selector": "#hand-files" });
    let input = visit.browser.call("DOM.querySelector", &query);
    let files = json!({ "nodeId": input["nodeId"], "files": [one, two] });
    visit.browser.call("DOM.setFileInputFiles", &files);
    visit.wait("document.querySelector('.listing')");
    assert!(visit.text(".listing").contains("after 8 games"));
    assert_eq!(visit.games(), 8);
    visit.end();
    let _ = fs::remove_file(one);
    let _ = fs::remove_file(two);
}

#[test]
fn a_class_plays_michies_machine_at_its_304_boxes() {
    if let Some(visit) = Visit::of_file() {
        let file = whole_games(visit, "tic-tac-toe", "michie-304", "304 boxes", "michie");
        let _ = fs::remove_file(file);
    }
}
