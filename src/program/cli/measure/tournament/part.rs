//! Parts of a tournament: some of its meetings, kept in a file and put together later.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use menace::arena::{Meeting, Tournament};
use menace::game::Game;
use menace::games::AnyGame;
use menace::player::Player;
use menace::session;
use menace::store::{self, Entrant, PartFile, TournamentPart, in_words};
use menace::text::thousands;

use super::report::{How, Report};
use crate::cli::common::files;
use crate::cli::common::parts::{Claims, InPlay, PartOptions, check_same, files_of};

/// The part of a tournament with these players that has no meeting yet.
pub(super) fn fresh(
    options: &PartOptions,
    game: &AnyGame,
    players: &[&dyn Player<AnyGame>],
    names: &[String],
    (games, seed): (u64, u64),
) -> anyhow::Result<TournamentPart> {
    let entrants = names.iter().zip(players);
    let all = (names.len() * names.len()) as u64;
    Ok(TournamentPart {
        game: game.name(),
        players: entrants
            .map(|(name, player)| Entrant {
                name: name.clone(),
                looks_ahead: player.looks_ahead(),
            })
            .collect(),
        files: session::file_marks(names.iter().map(String::as_str))?,
        games,
        seed,
        meetings: options.share(0..all)?,
        played: BTreeMap::new(),
    })
}

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

/// Puts parts together; the larger part need not be whole.
pub(super) fn merge(paths: &[PathBuf]) -> anyhow::Result<TournamentPart> {
    let files = files_of::<TournamentPart>(paths)?;
    let mut whole: Option<TournamentPart> = None;
    let mut claims = Claims::default();
    for path in &files {
        let part = TournamentPart::read(path)?;
        for range in store::ranges(part.played.keys().copied()) {
            claims.add("meetings", range, path)?;
        }
        match &mut whole {
            None => whole = Some(part),
            Some(whole) => {
                check_same(whole, &part, [&files[0], path])?;
                let (one, two) = (&whole.meetings, part.meetings);
                whole.meetings = one.start.min(two.start)..one.end.max(two.end);
                whole.played.extend(part.played);
            }
        }
    }
    Ok(whole.expect("there is a file"))
}

/// Writes a larger part.
pub(super) fn write(
    part: &TournamentPart,
    path: &Path,
    force: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    files::check_ending(path)?;
    files::replace(path, &part.encode(), force)?;
    Ok(writeln!(out, "{}: {}", path.display(), part.in_words())?)
}

/// The tournament that is put together, as if it had been played at once.
pub(super) fn report(part: TournamentPart) -> anyhow::Result<Report> {
    let missing = store::gaps(0..part.of(), store::ranges(part.played.keys().copied()));
    if !missing.is_empty() {
        let (missing, of) = (in_words("meetings", &missing), thousands(part.of()));
        bail!("{missing} of {of} are missing; --out FILE makes a larger part of these");
    }
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
