//! The cross table of a game that counts discs, between deterministic players.

use crate::output::width::layout;
use matchboxes::arena::Meeting;
use matchboxes::game::Side;
use matchboxes::games::{self, AnyGame};
use matchboxes_report::row;

use super::report::Report;

impl Report {
    /// The discs of the single game of each meeting, then games won, drawn and lost, with the players in
    /// the order given; `None` unless the game counts discs and every meeting is a single game.
    pub(super) fn discs(&self) -> Option<String> {
        let title = "Discs of the first player (row) and the second (column)\n\n";
        let won = "\nGames won, drawn and lost against others, on both sides\n\n";
        self.shows_discs()
            .then(|| [title, &self.disc_table(), won, &self.results_table()].concat())
    }

    /// How the World Othello Federation would count the first of the games that ended with empty squares.
    pub(super) fn note_on_empty(&self) -> Option<String> {
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

    fn disc_table(&self) -> String {
        let mut rows = vec![row("first\\second", &self.players)];
        rows.extend(self.all().map(|first| {
            let scores = self.all().map(|second| {
                let meeting = self.results.meeting(first, second);
                meeting.map_or_else(|| "-".to_owned(), Meeting::discs)
            });
            row(&self.players[first], scores)
        }));
        layout().in_parts(&rows)
    }

    fn results_table(&self) -> String {
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
        layout().in_parts(&rows)
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
