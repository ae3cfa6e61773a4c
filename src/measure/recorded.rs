//! `menace match --replay`: counts the results of recorded games, and checks those that are written there.

use std::io::Write;
use std::path::Path;

use matchboxes::game::{Game, Results};
use matchboxes::games::AnyGame;
use matchboxes::store::Records;
use matchboxes::text::{count, percent, share, thousands};
use serde_json::json;

use crate::output::print_json;
use crate::output::score::in_order;
use crate::output::width::{fitted, say};

pub(super) fn run(
    path: &Path,
    game: Option<&AnyGame>,
    is_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut results = Results::default();
    let (mut total, mut over, mut unknown, mut stated) = (0_u64, 0_u64, 0_u64, 0_u64);
    let (mut unread, mut first_unread) = (0_u64, None);
    // The games whose moves contradict the result that is written there: the number of each, its line, and how.
    let mut found = Vec::new();
    let records = Records::each(path, game, &mut |game, recorded| {
        total += 1;
        over += u64::from(game.outcome(&recorded.end(game)).is_some());
        match recorded.outcome(game) {
            Some(outcome) => results.count(outcome),
            None => unknown += 1,
        }
        stated += u64::from(recorded.stated.is_some());
        if let Some(reason) = recorded.contradiction(game) {
            found.push((total, recorded.line, reason));
        }
        if let Some(text) = recorded.unread {
            unread += 1;
            first_unread.get_or_insert(text);
        }
        Ok(())
    })?;
    let game = &records.game;
    if is_json {
        let list = found
            .iter()
            .map(|(number, line, reason)| json!({"game": number, "line": line, "reason": reason}));
        let [first, draws, second] = in_order(results);
        let document = json!({
            "file": path.display().to_string(),
            "game": game.name(),
            "games": total,
            "first_wins": first,
            "draws": draws,
            "second_wins": second,
            "unknown": unknown,
            "over_by_the_rules": over,
            "results_written": stated,
            "results_unread": unread,
            "contradictions": list.collect::<Vec<_>>(),
        });
        print_json(out, "recorded", &document)?;
    } else {
        let head = format!(
            "{}, {} in {}",
            game.name(),
            count(total, "game", "games"),
            path.display()
        );
        say(out, &head, "")?;
        let words = ["first wins", "draw", "second wins"]
            .into_iter()
            .zip(in_order(results));
        let words = words.chain((unknown > 0).then_some(("unknown", unknown)));
        let row =
            |(word, n): (&str, u64)| vec![word.to_owned(), thousands(n), percent(share(n, total))];
        let rows: Vec<_> = words.map(row).collect();
        write!(out, "\n{}\n", fitted(&rows, &[1, 2]))?;
        let wrong = match found.len() as u64 {
            0 => "none contradicts the moves".to_owned(),
            n => format!("{} the moves", count(n, "contradicts", "contradict")),
        };
        let games = count(over, "game is", "games are");
        let results = match stated {
            0 if unread == 0 => "no result is written there".to_owned(),
            0 => "no result there is understood".to_owned(),
            n => {
                let results = count(n, "result is", "results are");
                format!("{results} written there, of which {wrong}")
            }
        };
        say(out, &format!("{games} over by the rules; {results}"), "")?;
        if let Some(first) = first_unread {
            let results = count(unread, "result is", "results are");
            say(
                out,
                &format!("{results} not understood, such as `{first}`"),
                "",
            )?;
        }
        for (number, line, reason) in &found {
            let place = line.map_or(String::new(), |line| format!("line {line}, "));
            say(
                out,
                &format!("{}, {place}game {number}: {reason}", path.display()),
                "  ",
            )?;
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    let games = count(found.len() as u64, "game contradicts", "games contradict");
    anyhow::bail!("{games} the result that is written there")
}
