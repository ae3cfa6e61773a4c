//! A finished tournament as text.

use matchboxes_games::game::Side;
use matchboxes_games::games::{self, AnyGame};
use matchboxes_games::text::count;
use matchboxes_measure::Meeting;

use crate::layout::Layout;
use crate::row::row;
use crate::tournament::Contests;
use crate::view::{Column, Form, TextTable};

impl Contests {
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
