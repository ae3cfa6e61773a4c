//! A finished tournament as text, CSV, JSON and a picture.

use matchboxes::arena::{Meeting, Placing, Rating, Tournament};
use matchboxes::game::Side;
use matchboxes::text::{count, float};
use matchboxes_pictures::plot::Matrix;
use matchboxes_report::{Column, Form, Row, Table, View};

use crate::output::pictures::{game_title, score_cell};
use crate::output::score::in_order;
use crate::output::width::{in_parts, row, shown, wrapped};

/// How the results were obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// Computed exactly.
    Exact,
    /// The single game of each meeting was played.
    Only,
    /// This number of games of each meeting was played at random from this seed.
    Sampled { games: u64, seed: u64 },
}

/// A finished tournament with the names of its players.
pub(super) struct Report {
    pub(super) game: String,
    pub(super) players: Vec<String>,
    /// Which of the players search.
    pub(super) look_ahead: Vec<bool>,
    pub(super) how: How,
    pub(super) results: Tournament,
    pub(super) ranking: Vec<Placing>,
    pub(super) ratings: Vec<Option<Rating>>,
}

impl Report {
    pub(super) fn new(
        game: String,
        players: Vec<String>,
        look_ahead: Vec<bool>,
        how: How,
        results: Tournament,
    ) -> Self {
        Self {
            game,
            look_ahead,
            how,
            ranking: results.ranking(),
            ratings: results.ratings(),
            players,
            results,
        }
    }

    /// The players by rank; those without meetings come last.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = self.ranking.iter().map(|placing| placing.player).collect();
        for player in self.all() {
            if !order.contains(&player) {
                order.push(player);
            }
        }
        order
    }

    pub(super) fn all(&self) -> std::ops::Range<usize> {
        0..self.players.len()
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize, Option<&Meeting>)> {
        let meeting = |first, second| (first, second, self.results.meeting(first, second));
        self.all()
            .flat_map(move |first| self.all().map(move |second| meeting(first, second)))
    }

    /// The games of each meeting and the seed, if games were sampled.
    fn sampled(&self) -> Option<(u64, u64)> {
        match self.how {
            How::Exact | How::Only => None,
            How::Sampled { games, seed } => Some((games, seed)),
        }
    }

    /// Whether any meeting of this player with another involves chance.
    fn has_chance(&self, player: usize) -> bool {
        let mut met = self.cells().filter(|(first, second, _)| {
            first != second && (*first == player || *second == player)
        });
        met.any(|(_, _, meeting)| meeting.is_some_and(|meeting| !self.is_one_game(meeting)))
    }

    /// Whether a meeting was played once although more games were asked for, because it is deterministic.
    fn is_one_game(&self, meeting: &Meeting) -> bool {
        let played = meeting.tally.map(|tally| tally.results.games());
        self.sampled().is_some_and(|(games, _)| games > 1) && played == Some(1)
    }

    pub(super) fn how(&self) -> String {
        match self.how {
            How::Exact => "exact scores".to_owned(),
            How::Only => "one game in each meeting, without randomness".to_owned(),
            How::Sampled { games, seed } => {
                let games = count(games, "game", "games");
                format!("{games} sampled in each meeting, seed {seed}")
            }
        }
    }

    /// Whether two players share this rank.
    fn is_tied(&self, rank: usize) -> bool {
        let mut same = self.ranking.iter().filter(|placing| placing.rank == rank);
        same.nth(1).is_some()
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
            let rank = format!("{tie}{}", placing.rank);
            let name = format!("{rank:>4} {}", self.players[placing.player]);
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

    /// The meetings and the ranking.
    pub(super) fn tables(&self) -> [Table<'static>; 2] {
        let seed = self.sampled().map(|(_, seed)| seed);
        let scores = if self.counts() { "discs" } else { "share" };
        let cells = self.cells().map(|(first, second, meeting)| {
            let ends = meeting.map(|meeting| match meeting.tally {
                Some(tally) => in_order(tally.results).map(float),
                None => in_order(meeting.chances),
            });
            let games = meeting.and_then(|meeting| meeting.tally);
            let of = |i: usize| ends.map(|ends| ends[i]);
            let score = |side: usize| meeting.map(|meeting| scores_of(meeting)[side]);
            Row::default()
                .with("game", &self.game)
                .with("first", &self.players[first])
                .with("second", &self.players[second])
                .with(
                    "how",
                    meeting.map_or(self.mode(), |meeting| self.mode_of(meeting)),
                )
                .with(
                    "seed",
                    seed.filter(|_| !meeting.is_some_and(|m| self.is_one_game(m))),
                )
                .with("games", games.map(|tally| tally.results.games()))
                .with("first_wins", of(0))
                .with("draws", of(1))
                .with("second_wins", of(2))
                .with("scores", scores)
                .with("first_score", score(0))
                .with("second_score", score(1))
                .with(
                    "winner",
                    meeting.map(|meeting| meeting.winner().map_or("draw", Side::name)),
                )
        });
        let ranking = self.ranking.iter().map(|placing| self.placed(placing));
        [
            Table::known("meetings", cells.collect()),
            Table::known("ranking", ranking.collect()),
        ]
    }

    /// The row of a player in the ranking.
    fn placed(&self, placing: &Placing) -> Row {
        let rating = self.ratings[placing.player];
        let seed = self.sampled().map(|(_, seed)| seed);
        let is_sampled = seed.is_some() && self.has_chance(placing.player);
        Row::default()
            .with("game", &self.game)
            .with("player", &self.players[placing.player])
            .with("how", self.mode())
            .with("seed", seed)
            .with("rank", placing.rank)
            .with("tied", self.is_tied(placing.rank))
            .with("meetings", placing.meetings)
            .with("mean_score", placing.score)
            .with("mean_score_error", is_sampled.then_some(placing.error))
            .with("won", placing.won)
            .with("drawn", placing.drawn)
            .with("lost", placing.lost)
            .with("elo", rating.map(|rating| rating.elo))
            .with(
                "elo_error",
                rating
                    .map(|rating| rating.error)
                    .filter(|&error| error > 0.0),
            )
    }

    fn mode_of(&self, meeting: &Meeting) -> &'static str {
        if self.is_one_game(meeting) {
            "one_game"
        } else {
            self.mode()
        }
    }

    const fn mode(&self) -> &'static str {
        match self.how {
            How::Exact => "exact",
            How::Only => "one_game",
            How::Sampled { .. } => "sampled",
        }
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

/// The score of each side: discs if the game counts them, else its share of the games.
fn scores_of(meeting: &Meeting) -> [f64; 2] {
    let share = Side::BOTH.map(|side| meeting.score(side));
    meeting.points.unwrap_or(share)
}
