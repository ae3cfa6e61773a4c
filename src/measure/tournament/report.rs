//! A finished tournament as text.

use std::ops::Deref;

use matchboxes::arena::Meeting;
use matchboxes::game::Side;
use matchboxes::text::count;
use matchboxes_report::{Column, Contests, Form, View, row};

use crate::output::width::layout;

/// A finished tournament as it is shown.
pub(super) struct Report(pub(super) Contests);

impl Deref for Report {
    type Target = Contests;

    fn deref(&self) -> &Contests {
        &self.0
    }
}

impl Report {
    pub(super) fn text(&self) -> String {
        let players = count(self.players.len() as u64, "player", "players");
        let mut text = format!("{}: {players}, {}\n\n", self.game, self.how_in_words());
        if let Some(discs) = self.discs() {
            text += &discs;
        } else {
            text += "Score of the first player (row) against the second (column), in %\n\n";
            text += &self.cross_table();
        }
        text += "\nRanking by the mean score against the others, on both sides\n\n";
        text += &self.ranks();
        for note in self.notes() {
            text += &format!("\n{}", layout().wrapped(&note, ""));
        }
        text
    }

    fn cross_table(&self) -> String {
        let order = self.order();
        let width = order.len().to_string().len();
        let mut rows = vec![row("", (1..=order.len()).map(|number| number.to_string()))];
        for (number, &first) in (1..).zip(&order) {
            let name = format!("{number:>width$} {}", self.players[first]);
            rows.push(row(
                name,
                order.iter().map(|&second| self.cell(first, second)),
            ));
        }
        layout().in_parts(&rows)
    }

    fn cell(&self, first: usize, second: usize) -> String {
        let meeting = self.results.meeting(first, second);
        let score = meeting.map(|meeting| format!("{:.1}", 100.0 * meeting.score(Side::First)));
        score.unwrap_or_else(|| "-".to_owned())
    }

    fn ranks(&self) -> String {
        let columns = [
            Column::of("mean_score", 1),
            Column::of("mean_score_error", 3)
                .headed("")
                .written(Form::PlusMinus),
            Column::of("won", 5),
            Column::of("drawn", 7),
            Column::of("lost", 6),
            // In a narrow terminal, the score and the rating with their errors matter most.
            Column::of("elo", 2).written(Form::Rounded).or("-"),
            Column::of("elo_error", 4)
                .headed("")
                .written(Form::PlusMinus),
        ];
        let view = View {
            title: String::new(),
            side: Side::First,
            columns: &columns,
        };
        layout().shown(&view.table(self.ranking.iter().map(|placing| {
            let tie = if self.is_tied(placing.rank) { "=" } else { " " };
            let name = format!("{:>3}{tie} {}", placing.rank, self.players[placing.player]);
            (name, self.placed(placing))
        })))
    }

    fn names(&self, players: impl Iterator<Item = usize>) -> String {
        let names = players.map(|player| self.players[player].as_str());
        names.collect::<Vec<_>>().join(", ")
    }

    /// Remarks that explain the figures.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let tied = (1..=self.ranking.len()).any(|rank| self.is_tied(rank));
        match (tied, self.sampled()) {
            (true, None) => notes.push("= tied: their exact scores are equal.".to_owned()),
            (true, Some(_)) => notes.push(
                "= tied: within two standard errors of the first of them; more games may separate them."
                    .to_owned(),
            ),
            (false, _) => {}
        }
        for side in Side::BOTH {
            let absent = self.names(self.all().filter(|player| {
                self.all().all(|other| match side {
                    Side::First => self.results.meeting(*player, other).is_none(),
                    Side::Second => self.results.meeting(other, *player).is_none(),
                })
            }));
            if !absent.is_empty() {
                notes.push(format!(
                    "Ranked by one side only, because they cannot play the {} side: {absent}.",
                    side.name()
                ));
            }
        }
        if self.ranking.len() < self.players.len() {
            let none = self.names(self.order().into_iter().skip(self.ranking.len()));
            notes.push(format!(
                "Not ranked, because they met no other player: {none}."
            ));
        }
        let met: Vec<&Meeting> = self.cells().filter_map(|(_, _, meeting)| meeting).collect();
        let alone = met.iter().filter(|one| self.is_one_game(one)).count();
        if alone > 0 {
            let all = count(met.len() as u64, "meeting", "meetings");
            let are = if alone == 1 {
                "is deterministic and was"
            } else {
                "are deterministic and were"
            };
            notes.push(format!("{alone} of {all} {are} played once."));
        }
        notes.extend(self.note_on_empty());
        if self.ratings.iter().any(Option::is_some) {
            notes.push(
                "Elo: Bradley and Terry's model on Elo's scale, mean 0, draws as half wins. Every meeting weighs the same; \
                 prior: one game in a thousand of each is a draw."
                    .to_owned(),
            );
        }
        if self
            .ratings
            .iter()
            .flatten()
            .any(|rating| rating.error > 0.0)
        {
            notes.push("+-: standard errors, of the score in points.".to_owned());
        }
        notes
    }
}
