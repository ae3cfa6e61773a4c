//! The rows of a tournament: its meetings and its ranking.

use std::ops::Range;

use matchboxes_games::game::Side;
use matchboxes_games::text::{count, float};
use matchboxes_measure::{Meeting, Placing, Rating, Tournament, TournamentMode};

use crate::row::{Cell, Row, Table};

/// A finished tournament with the names of its players.
pub struct Contests {
    /// The game.
    pub game: String,
    /// The players.
    pub players: Vec<String>,
    /// Which of the players search.
    pub look_ahead: Vec<bool>,
    /// How the results were obtained.
    pub how: TournamentMode,
    /// The meetings.
    pub results: Tournament,
    /// The players by rank.
    pub ranking: Vec<Placing>,
    /// Their ratings, where they have met others.
    pub ratings: Vec<Option<Rating>>,
}

impl Contests {
    /// The tournament of these players.
    pub fn new(
        game: String,
        players: Vec<String>,
        look_ahead: Vec<bool>,
        how: TournamentMode,
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
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = self.ranking.iter().map(|placing| placing.player).collect();
        for player in self.all() {
            if !order.contains(&player) {
                order.push(player);
            }
        }
        order
    }

    /// The players as their cross table has them: by rank, or in the order given where it shows discs.
    pub fn order_shown(&self) -> Vec<usize> {
        if self.shows_discs() {
            self.all().collect()
        } else {
            self.order()
        }
    }

    /// What the cross table shows of the meeting of these players, if they met: the share of the first one, and as text their
    /// discs, or the share in percent.
    pub fn cell(&self, first: usize, second: usize) -> Option<(f64, String)> {
        let meeting = self.results.meeting(first, second)?;
        if self.shows_discs() {
            let [own, other] = meeting.points?;
            return Some((own / (own + other), meeting.discs()));
        }
        let share = meeting.score(Side::First);
        Some((share, format!("{:.1}", 100.0 * share)))
    }

    /// The numbers of the players.
    pub fn all(&self) -> Range<usize> {
        0..self.players.len()
    }

    /// All meetings, each with its players.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, Option<&Meeting>)> {
        let meeting = |first, second| (first, second, self.results.meeting(first, second));
        self.all()
            .flat_map(move |first| self.all().map(move |second| meeting(first, second)))
    }

    /// The games of each meeting and the seed, if games were sampled.
    pub fn sampled(&self) -> Option<(u64, u64)> {
        match self.how {
            TournamentMode::Exact | TournamentMode::Only => None,
            TournamentMode::Sampled { games, seed } => Some((games, seed)),
        }
    }

    /// How the scores were obtained.
    pub fn how_in_words(&self) -> String {
        match self.how {
            TournamentMode::Exact => "exact scores".to_owned(),
            TournamentMode::Only => "one game in each meeting, without randomness".to_owned(),
            TournamentMode::Sampled { games, seed } => {
                let games = count(games, "game", "games");
                format!("{games} sampled in each meeting, seed {seed}")
            }
        }
    }

    /// Whether the game counts discs and every meeting is a single game, so that these are shown.
    pub fn shows_discs(&self) -> bool {
        self.how == TournamentMode::Only && self.counts()
    }

    /// Whether any meeting of this player with another involves chance.
    fn has_chance(&self, player: usize) -> bool {
        let mut met = self.cells().filter(|(first, second, _)| {
            first != second && (*first == player || *second == player)
        });
        met.any(|(_, _, meeting)| meeting.is_some_and(|meeting| !self.is_one_game(meeting)))
    }

    /// Whether a meeting was played once although games were to be sampled, because it is deterministic.
    pub fn is_one_game(&self, meeting: &Meeting) -> bool {
        self.sampled().is_some() && !meeting.is_sampled
    }

    /// Whether two players share this rank.
    pub fn is_tied(&self, rank: usize) -> bool {
        let mut same = self.ranking.iter().filter(|placing| placing.rank == rank);
        same.nth(1).is_some()
    }

    /// Whether scores are discs: true if games were played and the game counts discs.
    pub fn counts(&self) -> bool {
        let mut met = self.cells().filter_map(|(_, _, meeting)| meeting);
        met.any(|meeting| meeting.points.is_some())
    }

    /// The meetings and the ranking.
    pub fn tables(&self) -> [Table<'static>; 2] {
        let seed = self.sampled().map(|(_, seed)| seed);
        let scores = if self.counts() { "discs" } else { "share" };
        let cells = self.cells().map(|(first, second, meeting)| {
            let ends = meeting.map(|meeting| match meeting.tally {
                Some(tally) => tally.results.seen_by(Side::First).map(float),
                None => meeting.chances.seen_by(Side::First),
            });
            let games = meeting.and_then(|meeting| meeting.tally);
            let of = |i: usize| ends.map(|ends| ends[i]);
            let score = |side: Side| {
                let share = meeting?.score(side);
                Some(meeting?.points.map_or(share, |points| points[side.index()]))
            };
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
                    Cell::Label(seed.filter(|_| !meeting.is_some_and(|m| self.is_one_game(m)))),
                )
                .with("games", games.map(|tally| tally.results.games()))
                .with("first_wins", of(0))
                .with("draws", of(1))
                .with("second_wins", of(2))
                .with("scores", scores)
                .with("first_score", score(Side::First))
                .with("second_score", score(Side::Second))
                .with(
                    "winner",
                    meeting.map(|meeting| meeting.winner().map_or("draw", Side::name)),
                )
        });
        let ranking = self.ranking.iter().map(|placing| self.placed(placing));
        [
            Table::known("meetings", cells.collect()),
            Table::known("ranking", ranking.collect())
                .with_columns(self.placed(&Placing::default())),
        ]
    }

    /// The row of a player in the ranking.
    pub fn placed(&self, placing: &Placing) -> Row {
        let rating = self.ratings[placing.player];
        let seed = self.sampled().map(|(_, seed)| seed);
        let is_sampled = seed.is_some() && self.has_chance(placing.player);
        Row::default()
            .with("game", &self.game)
            .with("player", &self.players[placing.player])
            .with("how", self.mode())
            .with("seed", Cell::Label(seed))
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
            TournamentMode::Exact => "exact",
            TournamentMode::Only => "one_game",
            TournamentMode::Sampled { .. } => "sampled",
        }
    }
}
