//! Parts of a tournament: some of its meetings, kept in a file and put together later.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use matchboxes::arena::{Meeting, Tournament};
use matchboxes::games::AnyGame;
use matchboxes::player::Player;
use matchboxes::store::{self, TournamentPart};

use super::report::{How, Report};
use crate::common::parts::{self, InPlay, Joined, spanned};

/// Plays a part into a file, or what the file lacks of it.
pub(super) fn play(
    fresh: TournamentPart,
    game: &AnyGame,
    players: &[&dyn Player<AnyGame>],
    path: &Path,
    force: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut in_play = InPlay::begin(path, fresh, force)?;
    for left in in_play.part.left() {
        in_play.play(&left, |part, meetings| {
            let numbers = meetings.clone();
            let [start, end] = [meetings.start, meetings.end]
                .map(|n| usize::try_from(n).expect("a pair of players that are in memory"));
            let (games, seed) = (part.games, part.seed);
            let played = Tournament::sampled_meetings(game, players, games, seed, start..end);
            part.played.extend(numbers.zip(played));
            Ok(())
        })?;
    }
    in_play.end(out)
}

impl Joined for TournamentPart {
    fn played(&self) -> Vec<Range<u64>> {
        store::ranges(self.played.keys().copied())
    }

    fn join(&mut self, other: Self) {
        self.meetings = spanned(&self.meetings, &other.meetings);
        self.played.extend(other.played);
    }
}

/// The tournament that is put together, as if it had been played at once.
pub(super) fn report(part: TournamentPart) -> anyhow::Result<Report> {
    parts::check_whole(&part)?;
    let (games, seed) = (part.games, part.seed);
    let is_only = part.played.values().flatten().all(|played| played.is_only);
    let meetings = part.played.into_values();
    let meetings = meetings.map(|played| Some(Meeting::sampled(played?.tally)));
    let results = Tournament::new(part.players.len(), meetings.collect());
    let how = if is_only {
        How::Only
    } else {
        How::Sampled { games, seed }
    };
    Ok(Report::new(part.game, part.players, how, results))
}
