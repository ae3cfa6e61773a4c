//! The sheets that the page prints are those of `menace print`, page by page.

use std::fs;
use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use super::wood::{asked, page};
use crate::cli::print::pages;
use crate::place::{Place, Text as _, cases};

/// In the order of the names of their files.
const KINDS: &str = "beads,filling,guide,index,labels,paper-beads,slips";

#[test]
fn a_lesson_prints_what_the_program_prints() {
    let (place, folder) = (Place::new(), TempDir::new().unwrap());
    let page = page(folder.path(), 1);
    for (game, rule, learner) in [
        ("nim:8:take=3", "cups", "second"),
        ("hexapawn", "her", "second"),
        ("tic-tac-toe", "michie-304", "first"),
    ] {
        for (paper, language) in [("a4", "en"), ("a4", "ja"), ("letter", "en")] {
            let query = format!(
                "game={game}&rule={rule}&learner={learner}&sheets={KINDS}&paper={paper}&language={language}"
            );
            let told = asked(&page, &format!("sheets?{query}"), None).expect("sheets");
            let options = format!(
                "--game {game} --rule {rule} --learner {learner} --paper {paper} --language {language}"
            );
            let wanted = pages(&place, KINDS, &options);
            assert!(wanted.len() > 5);
            assert!(told["pages"] == json!(wanted), "{options}");
            let whole = match paper {
                "a4" => [210.0, 297.0],
                _ => [215.9, 279.4],
            };
            assert_eq!(json!([told["width"], told["height"]]), json!(whole));
        }
    }
}

#[test]
fn a_machine_prints_the_beads_that_it_has_now() {
    let (place, folder) = (Place::new(), TempDir::new().unwrap());
    place.ok("train --game hexapawn --rule her --learner both --games 60 --out mine.menace");
    fs::copy(place.at("mine.menace"), folder.path().join("mine.menace")).unwrap();
    let page = page(folder.path(), 1);
    let sit = json!({});
    asked(&page, "machines/mine/sit", Some(&sit)).expect("a board");
    let told = asked(&page, "machines/mine/sheets?sheets=filling,labels", None).expect("sheets");
    // Of both sides, one after the other.
    let both = ["first", "second"].map(|side| {
        let options = format!("mine.menace --learner {side}");
        pages(&place, "filling,labels", &options)
    });
    assert!(told["pages"] == json!(both.concat()));
}

#[test]
fn sheets_that_cannot_be_printed_are_refused() {
    let folder = TempDir::new().unwrap();
    let page = page(folder.path(), 1);
    for (query, why) in cases(
        "
        game=hexapawn&rule=her&learner=second&sheets=cats => no kind of sheet
        game=hexapawn&rule=her&learner=second => sheets
        game=chess&rule=her&learner=second&sheets=labels => chess
        game=hexapawn&rule=none&learner=second&sheets=labels => none
        game=hexapawn&rule=her&learner=third&sheets=labels => third
        game=tic-tac-toe&rule=rote&learner=first&sheets=labels => too many for a browser
        game=hexapawn&rule=q-learning&learner=second&sheets=guide => no machine can be built
        ",
    ) {
        let told = asked(&page, &format!("sheets?{query}"), None).expect_err(query);
        told["error"].as_str().unwrap().has([why]);
    }
    assert!(!Path::new(folder.path()).join("hexapawn.menace").exists());
}
