//! `menace match --replay`: counts the results of recorded games, and checks the results that are written
//! there.

use std::io::Write;
use std::path::Path;

use matchboxes::arena::RecordedGame;
use matchboxes::exchange::Records;
use matchboxes::game::{Game, Results, Side};
use matchboxes::games::AnyGame;
use matchboxes::text::{Shown as _, count, percent, share, thousands};
use serde_json::{Value, json};

use crate::output::print_json;
use crate::output::width::{layout, say};

/// What the recorded games are.
#[derive(Default)]
struct RecordedCounts {
    results: Results<u64>,
    games: u64,
    /// The games that are over by the rules.
    over: u64,
    unknown: u64,
    /// The games with a result that is written there and understood.
    stated: u64,
    /// The games with a result that is not understood, and the first such text.
    unread: u64,
    first_unread: Option<String>,
    contradictions: Vec<Contradiction>,
}

/// A game whose moves contradict the result that is written there.
struct Contradiction {
    /// The number of the game, from 1.
    number: u64,
    line: Option<u64>,
    reason: String,
}

pub(super) fn run(
    path: &Path,
    game: Option<&AnyGame>,
    is_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut counted = RecordedCounts::default();
    let records = Records::each(path, game, &mut |game, recorded| {
        counted.count(game, recorded);
        Ok(())
    })?;
    if is_json {
        print_json(out, "recorded", counted.json(path, &records.game))?;
    } else {
        counted.show(path, &records.game, out)?;
    }
    if counted.contradictions.is_empty() {
        return Ok(());
    }
    let games = counted.contradictions.len() as u64;
    let games = count(games, "game contradicts", "games contradict");
    anyhow::bail!("{games} the result that is written there")
}

impl RecordedCounts {
    fn count(&mut self, game: &AnyGame, recorded: RecordedGame) {
        self.games += 1;
        self.over += u64::from(game.outcome(&recorded.end(game)).is_some());
        match recorded.outcome(game) {
            Some(outcome) => self.results.count(outcome),
            None => self.unknown += 1,
        }
        self.stated += u64::from(recorded.stated.is_some());
        if let Some(reason) = recorded.contradiction(game) {
            self.contradictions.push(Contradiction {
                number: self.games,
                line: recorded.line,
                reason,
            });
        }
        if let Some(text) = recorded.unread {
            self.unread += 1;
            self.first_unread.get_or_insert(text);
        }
    }

    fn json(&self, path: &Path, game: &AnyGame) -> Value {
        let [first, draws, second] = self.results.seen_by(Side::First);
        let contradictions = self
            .contradictions
            .iter()
            .map(|one| json!({"game": one.number, "line": one.line, "reason": one.reason}));
        json!({
            "file": path.display().to_string(),
            "game": game.name(),
            "games": self.games,
            "first_wins": first,
            "draws": draws,
            "second_wins": second,
            "unknown": self.unknown,
            "over_by_the_rules": self.over,
            "results_written": self.stated,
            "results_unread": self.unread,
            "contradictions": contradictions.collect::<Vec<_>>(),
        })
    }

    fn show(&self, path: &Path, game: &AnyGame, out: &mut dyn Write) -> anyhow::Result<()> {
        let (games, path) = (count(self.games, "game", "games"), path.shown());
        say(out, &format!("{}, {games} in {path}", game.name()), "")?;
        let unknown = (self.unknown > 0).then_some(("unknown", self.unknown));
        let rows = ["first wins", "draw", "second wins"]
            .into_iter()
            .zip(self.results.seen_by(Side::First))
            .chain(unknown)
            .map(|(word, n)| {
                let share = percent(share(n, self.games));
                vec![word.to_owned(), thousands(n), share]
            });
        write!(
            out,
            "\n{}\n",
            layout().fitted(&rows.collect::<Vec<_>>(), &[1, 2])
        )?;
        let games = count(self.over, "game is", "games are");
        let results = self.results_written();
        say(out, &format!("{games} over by the rules; {results}"), "")?;
        if let Some(first) = &self.first_unread {
            let results = count(self.unread, "result is", "results are");
            let unread = format!("{results} not understood, such as `{first}`");
            say(out, &unread, "")?;
        }
        for Contradiction {
            number,
            line,
            reason,
        } in &self.contradictions
        {
            let place = line.map_or(String::new(), |line| format!("line {line}, "));
            say(
                out,
                &format!("{path}, {place}game {number}: {reason}"),
                "  ",
            )?;
        }
        Ok(())
    }

    /// How many results are written there, and what becomes of them.
    fn results_written(&self) -> String {
        let wrong = match self.contradictions.len() as u64 {
            0 => "none contradicts the moves".to_owned(),
            n => format!("{} the moves", count(n, "contradicts", "contradict")),
        };
        match self.stated {
            0 if self.unread == 0 => "no result is written there".to_owned(),
            0 => "no result there is understood".to_owned(),
            n => {
                let results = count(n, "result is", "results are");
                format!("{results} written there, of which {wrong}")
            }
        }
    }
}
