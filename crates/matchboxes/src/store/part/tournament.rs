//! Parts of tournaments: some of the meetings, with the counts of their games.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::content::FileMark;
use super::file::{PartFile, decode, instead};
use super::ranges::{gaps, ranges};
use crate::arena::{Played, RESULTS};
use crate::error::{Action, Damage, Result};
use crate::game::Game;
use crate::games;
use crate::store::model::MOST;
use crate::store::sealed::Kind;
use crate::text::count;

pub(super) const PART: Kind = Kind {
    magic: *b"\x8DPTR\r\n\x1A\n",
    what: "a part of a tournament",
    action: Action::Read,
};

/// Some meetings of a tournament whose games are sampled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentPart {
    /// The name of the game.
    pub game: String,
    /// The players.
    pub players: Vec<Entrant>,
    /// The files that the players were read from.
    pub files: Vec<FileMark>,
    /// The number of games of a meeting.
    pub games: u64,
    /// The seed of the games.
    pub seed: u64,
    /// The meetings that this part is to have, numbered row by row as in
    /// [`Tournament::new`](crate::arena::Tournament::new).
    pub meetings: Range<u64>,
    /// Those that it has, by number; `None` where a player cannot play its side.
    pub played: BTreeMap<u64, Option<Played>>,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name, by which it can be made again.
    pub name: String,
    /// Whether it searches.
    pub looks_ahead: bool,
}

impl TournamentPart {
    /// The meetings that it still lacks.
    pub fn left(&self) -> Vec<Range<u64>> {
        gaps(self.meetings.clone(), ranges(self.played.keys().copied()))
    }

    /// Why this cannot be a part of a tournament, if it cannot.
    fn fault(&self) -> Option<String> {
        let game = match games::parse(&self.game) {
            Ok(game) => game,
            Err(error) => return Some(error.to_string()),
        };
        let Range { start, end } = self.meetings;
        let within = start <= end && end <= self.of() && (1..=MOST).contains(&self.games);
        if !within || self.played.keys().any(|n| !self.meetings.contains(n)) {
            return Some("its meetings are not within the tournament".to_owned());
        }
        let has_points = game.points(&game.start()).is_some();
        let is_possible = |played: &Played| {
            let tally = &played.tally;
            let results = tally.results;
            let counts = [results.first_wins, results.draws, results.second_wins];
            let games = counts.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
            let least = if played.is_only { 1 } else { self.games };
            let [first, second] = tally.resigned;
            let points = tally.points.into_iter().flatten();
            let most = u128::from(least) * u128::from(game.move_count());
            games == Some(least)
                && first <= results.second_wins
                && second <= results.first_wins
                && tally.points.is_some() == has_points
                && { points }.all(|n| u128::from(n) <= most)
        };
        let mut played = self.played.values().flatten();
        (!played.all(is_possible)).then(|| "a meeting has impossible counts".to_owned())
    }
}

impl PartFile for TournamentPart {
    const OF: &'static str = "tournament";
    const UNITS: &'static str = "meetings";

    fn encode(&self) -> Vec<u8> {
        PART.seal(&(RESULTS, self))
    }

    fn decode(bytes: &[u8]) -> Result<Self, Damage> {
        decode(&PART, bytes, Self::fault)
    }

    fn read(path: &Path) -> Result<Self> {
        PART.read(path, Self::decode)
    }

    fn what(&self) -> String {
        let players = count(self.players.len() as u64, "player", "players");
        let games = count(self.games, "game", "games");
        let (game, seed) = (&self.game, self.seed);
        format!("{players} of {game}, {games} in each meeting, seed {seed}")
    }

    fn of(&self) -> u64 {
        let players = self.players.len() as u64;
        players.saturating_mul(players)
    }

    fn units(&self) -> &Range<u64> {
        &self.meetings
    }

    fn progress(&self) -> (u64, u64) {
        let all = self.meetings.end - self.meetings.start;
        (self.played.len() as u64, all)
    }

    fn differs(&self, other: &Self) -> Option<String> {
        let players = (self.players != other.players).then_some("with other players");
        let files = (self.files != other.files).then_some("with other files of the same names");
        instead(&self.what(), &other.what()).or(players.or(files).map(str::to_owned))
    }
}
