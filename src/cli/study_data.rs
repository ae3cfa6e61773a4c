//! A study as JSON and CSV.

use menace::arena::Finish;
use menace::game::{Game, Side};
use menace::learn::Standing;
use serde_json::{Map, Value, json};

use super::study::{Entry, Setting};

/// The final figures of a run, with the names they have in every table.
fn figures(finish: &Finish) -> [(&'static str, u64); 11] {
    let last = &finish.last;
    let standing = |side: Side| last.standing[side.index()].as_ref();
    let boxes = Side::BOTH.map(|side| standing(side).map_or(0, |s| s.boxes));
    let zeroed = Side::BOTH.map(|side| standing(side).map_or(0, Standing::zeroed_total));
    [
        ("run", finish.run),
        ("games", last.games()),
        ("first_wins", last.first_wins),
        ("draws", last.draws),
        ("second_wins", last.second_wins),
        ("first_resigned", last.resigned[0]),
        ("second_resigned", last.resigned[1]),
        ("first_boxes", boxes[0]),
        ("second_boxes", boxes[1]),
        ("first_zeroed", zeroed[0]),
        ("second_zeroed", zeroed[1]),
    ]
}

fn favourites<G: Game>(game: &G, finish: &Finish) -> Vec<String> {
    finish
        .favourites
        .iter()
        .map(|&m| game.write_move(m))
        .collect()
}

pub(super) fn json<G: Game>(game: &G, setting: &Setting, entries: &[Entry]) -> Value {
    let studies: Vec<Value> = entries
        .iter()
        .map(|entry| study_json(game, entry))
        .collect();
    json!({
        "game": setting.game,
        "learner": setting.learners.name(),
        "runs": setting.runs,
        "sets": setting.sets,
        "games_per_set": setting.games_per_set,
        "seed": setting.seed,
        "studies": studies,
    })
}

fn study_json<G: Game>(game: &G, entry: &Entry) -> Value {
    let mut history = Vec::new();
    for point in &entry.study.points {
        let mut value = json!({"set": point.after, "sets": point.sets});
        for (curve, spread) in &point.curves {
            value[curve.name()] = json!({
                "mean": spread.mean(),
                "q10": spread.quantile(10),
                "q50": spread.quantile(50),
                "q90": spread.quantile(90),
            });
        }
        history.push(value);
    }
    let mut runs = Vec::new();
    for finish in &entry.study.finishes {
        let numbers = figures(finish).map(|(name, n)| (name.to_owned(), json!(n)));
        let mut run = Map::from_iter(numbers);
        run.insert("favourites".to_owned(), json!(favourites(game, finish)));
        runs.push(run);
    }
    json!({"rule": entry.rule, "opponent": entry.opponent, "history": history, "runs": runs})
}

/// The curves: a row for each training, point and curve.
pub(super) fn sets_csv(entries: &[Entry]) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let spread = ["mean", "deviation", "q10", "q50", "q90"];
    csv.write_record(
        ["rule", "opponent", "set", "sets", "curve"]
            .iter()
            .chain(&spread),
    )?;
    for entry in entries {
        for point in &entry.study.points {
            for (curve, spread) in &point.curves {
                let mut row = vec![entry.rule.clone(), entry.opponent.clone()];
                row.extend([point.after, point.sets].map(|n| n.to_string()));
                row.push(curve.name());
                row.extend([spread.mean(), spread.deviation()].map(|x| x.to_string()));
                row.extend([10, 50, 90].map(|part| spread.quantile(part).to_string()));
                csv.write_record(row)?;
            }
        }
    }
    Ok(csv.into_inner()?)
}

/// The final figures: a row for each training and run.
pub(super) fn runs_csv<G: Game>(game: &G, entries: &[Entry]) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let mut headed = false;
    for entry in entries {
        for finish in &entry.study.finishes {
            let (names, numbers): (Vec<_>, Vec<_>) = figures(finish).into_iter().unzip();
            if !std::mem::replace(&mut headed, true) {
                let names = ["rule", "opponent"]
                    .iter()
                    .chain(&names)
                    .chain(&["favourites"]);
                csv.write_record(names)?;
            }
            let mut row = vec![entry.rule.clone(), entry.opponent.clone()];
            row.extend(numbers.iter().map(u64::to_string));
            row.push(favourites(game, finish).join(" "));
            csv.write_record(row)?;
        }
    }
    Ok(csv.into_inner()?)
}
