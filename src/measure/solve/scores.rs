//! Scores that others published, at the ends of lines of positions, beside what the search finds.

use matchboxes::game::{Side, Verdict};
use matchboxes::games::{AnyGame, Position};
use matchboxes::search::{SearchResult, Status};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum PublishedScores {
    /// As the search counts values, such as discs
    Value,
    /// Connect four, after Pascal Pons: half the discs that are left when the game is won, negative if it is lost
    Pons,
}

impl PublishedScores {
    /// The position of a line and its known score: the last word, or after a `;` the best that follows a colon.
    pub(super) fn split(line: &str) -> Option<(&str, i32)> {
        if let Some((at, moves)) = line.split_once(';') {
            let scores = moves.split(';').filter_map(|one| one.rsplit_once(':'));
            let best = scores.filter_map(|(_, score)| score.trim().parse().ok());
            return Some((at.trim(), best.max()?));
        }
        let (at, score) = line.rsplit_once([' ', '\t', ','])?;
        Some((at.trim(), score.parse().ok()?))
    }

    /// The score of what was found, if it is proved.
    pub(super) fn score(self, game: &AnyGame, at: &Position, found: &SearchResult) -> Option<i32> {
        let is_proved = found.whole && found.status == Status::Exact;
        match (self, game, at) {
            (Self::Value, ..) => Some(found.value.points()).filter(|_| is_proved),
            (Self::Pons, AnyGame::ConnectFour(game), Position::ConnectFour(at)) => {
                let sign = match found.verdict? {
                    Verdict::Win => 1,
                    Verdict::Draw => return Some(0),
                    Verdict::Loss => -1,
                };
                let stones = (at.stones(Side::First) | at.stones(Side::Second)).count_ones();
                let end = i32::try_from(stones).ok()? + i32::from(found.limit?);
                let cells = i32::from(game.board().cells());
                Some(sign * (cells + 2 - end) / 2)
            }
            _ => None,
        }
    }
}
