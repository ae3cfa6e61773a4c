//! A tournament: the rows of its meetings and its ranking, and its text.

use std::ops::Range;

use matchboxes_games::game::Side;
use matchboxes_games::games::{self, AnyGame};
use matchboxes_games::text::{count, float};
use matchboxes_measure::{Meeting, Placing, Rating, Tournament, TournamentMode};

use crate::layout::Layout;
use crate::row::{Cell, Row, Table, row};
use crate::view::{Column, Form, TextTable};

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
                    meeting
                        .filter(|meeting| self.is_one_game(meeting))
                        .map_or(self.mode(), |_| "one_game"),
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

    const fn mode(&self) -> &'static str {
        match self.how {
            TournamentMode::Exact => "exact",
            TournamentMode::Only => "one_game",
            TournamentMode::Sampled { .. } => "sampled",
        }
    }

    /// The tournament as text: its cross table, its ranking, and remarks that explain the figures.
    pub fn text(&self, layout: Layout) -> String {
        let players = count(self.players.len() as u64, "player", "players");
        let mut text = format!("{}: {players}, {}\n\n", self.game, self.how_in_words());
        let discs = self.shows_discs();
        text += if discs {
            "Discs of the first player (row) and the second (column)\n\n"
        } else {
            "Score of the first player (row) against the second (column), in %\n\n"
        };
        text += &layout.in_parts(&self.cross_table());
        if discs {
            text += "\nGames won, drawn and lost against others, on both sides\n\n";
            text += &layout.in_parts(&self.results_table());
        }
        text += "\nRanking by the mean score against the others, on both sides\n\n";
        text += &layout.shown(&self.ranks());
        for note in self.notes() {
            text += &format!("\n{}", layout.wrapped(&note, ""));
        }
        text
    }

    /// The meetings: scores of players in their order, numbered, or discs of players as they were given.
    fn cross_table(&self) -> Vec<Vec<String>> {
        let order = self.order_shown();
        let width = order.len().to_string().len();
        let mut names = self.players.clone();
        let mut title = "first\\second";
        let mut heads = names.clone();
        if !self.shows_discs() {
            title = "";
            heads = (1..=order.len()).map(|number| number.to_string()).collect();
            for (number, &player) in (1..).zip(&order) {
                names[player] = format!("{number:>width$} {}", self.players[player]);
            }
        }
        let line = |&first: &usize| {
            let cells = order.iter().map(|&second| {
                let cell = self.cell(first, second);
                cell.map_or_else(|| "-".to_owned(), |(_, text)| text)
            });
            row(names[first].clone(), cells)
        };
        std::iter::once(row(title, heads))
            .chain(order.iter().map(line))
            .collect()
    }

    fn ranks(&self) -> TextTable {
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
        let rows = self.ranking.iter().map(|placing| {
            let tie = if self.is_tied(placing.rank) { "=" } else { " " };
            let name = format!("{:>3}{tie} {}", placing.rank, self.players[placing.player]);
            (name, self.placed(placing))
        });
        TextTable::new("", &columns, rows)
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

    /// How the World Othello Federation would count the first of the games that ended with empty squares.
    fn note_on_empty(&self) -> Option<String> {
        self.shows_discs().then_some(())?;
        let Ok(AnyGame::Othello(game)) = games::parse(&self.game) else {
            return None;
        };
        let squares = u32::from(game.size()).pow(2);
        let mut met = self.cells().filter_map(|(_, _, meeting)| meeting);
        let (meeting, [first, second]) = met.find_map(|meeting| {
            let points = meeting.points?;
            (points[0] + points[1] < f64::from(squares)).then_some((meeting, points))
        })?;
        let empty = f64::from(squares) - first - second;
        let [first, second] = match meeting.winner() {
            Some(Side::First) => [first + empty, second],
            Some(Side::Second) => [first, second + empty],
            None => [first, second].map(|points| points + empty / 2.0),
        };
        let counted = meeting.discs();
        Some(format!(
            "Empty squares count for neither side here; the World Othello Federation gives them to the \
             winner: {counted} would be {first}-{second}."
        ))
    }

    fn results_table(&self) -> Vec<Vec<String>> {
        let kinds = [
            ("one-ply players", Some(false)),
            ("searching players", Some(true)),
            ("all", None),
        ];
        // With only one kind of player, a single column is enough.
        let both = self.look_ahead.contains(&true) && self.look_ahead.contains(&false);
        let kinds = if both { &kinds[..] } else { &kinds[2..] };
        let mut rows = vec![row("", kinds.iter().map(|(title, _)| *title))];
        rows.extend(self.all().map(|player| {
            let records = kinds.iter().map(|(_, kind)| {
                let others = self.all().filter(|&other| other != player);
                self.record(
                    player,
                    others.filter(|&other| kind.is_none_or(|k| k == self.look_ahead[other])),
                )
            });
            row(&self.players[player], records)
        }));
        rows
    }

    /// The games won, drawn and lost against these opponents, such as `5-1-2`.
    fn record(&self, player: usize, others: impl Iterator<Item = usize>) -> String {
        let [mut won, mut drawn, mut lost] = [0; 3];
        for other in others {
            let seats = [(player, other, Side::First), (other, player, Side::Second)];
            for (first, second, own) in seats {
                match self.results.meeting(first, second).map(Meeting::winner) {
                    Some(Some(winner)) if winner == own => won += 1,
                    Some(Some(_)) => lost += 1,
                    Some(None) => drawn += 1,
                    None => {}
                }
            }
        }
        format!("{won}-{drawn}-{lost}")
    }
}
