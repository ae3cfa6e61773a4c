//! A finished tournament as text, CSV, JSON and a picture.

use std::ops::Deref;

use matchboxes::arena::{Meeting, TournamentMode};
use matchboxes::game::Side;
use matchboxes::text::count;
use matchboxes_pictures::plot::Matrix;
use matchboxes_report::{Column, Contests, Form, View};

use crate::output::pictures::{game_title, score_cell};
use crate::output::width::{in_parts, row, shown, wrapped};

/// A finished tournament as it is shown.
pub(super) struct Report(pub(super) Contests);

impl Deref for Report {
    type Target = Contests;

    fn deref(&self) -> &Contests {
        &self.0
    }
}

impl Report {
    pub(super) fn how(&self) -> String {
        match self.how {
            TournamentMode::Exact => "exact scores".to_owned(),
            TournamentMode::Only => "one game in each meeting, without randomness".to_owned(),
            TournamentMode::Sampled { games, seed } => {
                let games = count(games, "game", "games");
                format!("{games} sampled in each meeting, seed {seed}")
            }
        }
    }

    pub(super) fn text(&self) -> String {
        let players = count(self.players.len() as u64, "player", "players");
        let mut text = format!("{}: {players}, {}\n\n", self.game, self.how());
        if let Some(discs) = self.discs() {
            text += &discs;
        } else {
            text += "Score of the first player (row) against the second (column), in %\n\n";
            text += &self.cross_table();
        }
        text += "\nRanking by the mean score against the others, on both sides\n\n";
        text += &self.ranks();
        for note in self.notes() {
            text += &format!("\n{}", wrapped(&note, ""));
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
        in_parts(&rows)
    }

    fn cell(&self, first: usize, second: usize) -> String {
        let meeting = self.results.meeting(first, second);
        let score = meeting.map(|meeting| score_cell(meeting.score(Side::First)).text);
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
        shown(&view.table(self.ranking.iter().map(|placing| {
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

    pub(super) fn matrix(&self) -> Matrix {
        if let Some(matrix) = self.disc_matrix() {
            return matrix;
        }
        let order = self.order();
        let placing = |player: usize| self.ranking.iter().find(|p| p.player == player);
        let names: Vec<String> = order
            .iter()
            .map(|&player| match placing(player) {
                Some(placing) => format!("{}. {}", placing.rank, self.label(player)),
                None => self.label(player),
            })
            .collect();
        let cell = |first: usize, second: usize| {
            let meeting = self.results.meeting(first, second)?;
            Some(score_cell(meeting.score(Side::First)))
        };
        let bare = "grey: cannot meet, because one of them plays only the other side";
        Matrix {
            subtitle: format!(
                "Score of the first player in %, {}; players by their mean score against the others",
                self.how()
            ),
            value_label: "score of the first player".to_owned(),
            cells: order
                .iter()
                .map(|&first| order.iter().map(|&second| cell(first, second)).collect())
                .collect(),
            sums: order
                .iter()
                .map(|&player| placing(player).map(|placing| score_cell(placing.score)))
                .collect(),
            sum_label: "mean of both sides".to_owned(),
            bare_label: bare.to_owned(),
            ..self.table_of(names)
        }
    }

    /// A picture of these players against each other, without its cells.
    pub(super) fn table_of(&self, names: Vec<String>) -> Matrix {
        Matrix {
            title: format!("{}: round-robin tournament", game_title(&self.game)),
            row_label: "first player".to_owned(),
            column_label: "second player".to_owned(),
            rows: names.clone(),
            columns: names,
            ..Matrix::default()
        }
    }

    /// A player's name in a picture: for a model the file name without its folder, if that is unique.
    pub(super) fn label(&self, player: usize) -> String {
        let whole = &self.players[player];
        let short = |name: &str| {
            let (path, option) = name.split_once(".menace")?;
            let file = path.rsplit(['/', '\\']).next()?;
            Some(format!("{file}{option}"))
        };
        let Some(label) = short(whole) else {
            return whole.clone();
        };
        match self
            .players
            .iter()
            .filter(|name| **name == label || short(name).as_ref() == Some(&label))
            .count()
        {
            1 => label,
            _ => whole.clone(),
        }
    }
}
