//! Teaches a model by recorded games.

use std::io::Write;
use std::path::Path;

use matchboxes::exchange::Records;
use matchboxes::game::{Game, Side};
use matchboxes::learn::Rule;
use matchboxes::roster::PlayerSpec;
use matchboxes::session::{FromRecords, Writing, learn_from};
use matchboxes::text::{Shown as _, capital, count, thousands};

use crate::interrupt::{self, TrainingStep};
use crate::output::say;

pub(super) fn teach(
    records: &Records,
    file: &str,
    model: &PlayerSpec,
    rule: Option<Rule>,
    again: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let asked = FromRecords {
        model: model.clone(),
        rule,
        file: file.to_owned(),
        again,
    };
    interrupt::sets_begin();
    let kept = model.model_file().filter(|path| path.exists());
    interrupt::update(|learning| learning.kept = kept.map(Path::to_owned));
    let taught = learn_from(&records.game, &asked, &records.games, &|path: &Path| {
        let step = TrainingStep::Writing(Writing::Whole, path.to_owned(), interrupt::stamp(path));
        interrupt::update(|learning| learning.step = step);
    })?;
    interrupt::update(|learning| learning.step = TrainingStep::Finished(taught.path.clone()));
    if let Some(rule) = &taught.new {
        let new = "This model did not exist yet; a new machine has learnt with the rule";
        say(out, &format!("{new} {}.", rule.name))?;
    }
    if taught.known > 0 {
        let games = count(taught.known, "game", "games");
        let already = format!(
            "{model} has already learnt from {games} in {file}; --again learns from them once more."
        );
        say(out, &already)?;
    }
    if taught.results.games() == 0 {
        return Ok(());
    }
    let games = count(taught.results.games(), "game", "games");
    let [first, drawn, second] = taught.results.seen_by(Side::First).map(thousands);
    let game = records.game.name();
    say(
        out,
        &format!(
            "{game}: {model} has learnt from {games} in {file}: first wins {first}, draw {drawn}, second wins {second}."
        ),
    )?;
    if taught.left_out > 0 {
        let games = count(taught.left_out, "game was", "games were");
        let why = "without a result, or from another start";
        say(out, &format!("{games} left out: {why}."))?;
    }
    let wrong = records
        .games
        .iter()
        .filter(|recorded| recorded.contradiction(&records.game).is_some())
        .count() as u64;
    if wrong > 0 {
        let games = count(wrong, "game says", "games say");
        let shows = "it learnt from the moves; `menace match --replay` shows where";
        say(
            out,
            &format!("{games} another result than the moves: {shows}."),
        )?;
    }
    for (side, boxes) in taught.boxes {
        let boxes = count(boxes, "box", "boxes");
        say(out, &format!("{} side: {boxes}", capital(side.name())))?;
    }
    say(out, &format!("Saved in {}.", taught.path.shown()))
}
