//! Matches and tournaments.

use matchboxes::arena::{Ground, MatchResult, MatchSoFar, MeetingsSoFar, TournamentMode};
use matchboxes::game::{Game as _, Side};
use matchboxes::games::AnyGame;
use matchboxes::learn::SEED;
use matchboxes::player::Player;
use matchboxes_pictures::plot::{self, Look};
use matchboxes_report::{Contests, Layout, Table, matched};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::{self, given, positive, read};
use crate::errors::{raised, wrong};
use crate::exact::exactly;
use crate::frame::PyFrame;
use crate::game;
use crate::help::help;
use crate::picture::PyPicture;
use crate::player::{Given, game_of, named_players};
use crate::policy;
use crate::result::result;

/// The library's defaults, as the signatures below have them.
const _: () = assert!(SEED == 1961 && TournamentMode::GAMES == 1_000);

/// Plays many games between two players, or computes their exact chances, as `menace match` does.
///
/// A player is a name, a model, its file, a function or a mapping, as for `exact`. Two players without randomness play one
/// game, since all others would be the same. With `both_sides` there is a row for the return match, too.
#[doc = help!([first, second, game, match_games, seed_1961, match_exact, both_sides, from_position, missing] "Frame\n    A row for the match, and one for the return match." checked)]
///
/// Examples
/// --------
/// >>> found = matchboxes.match("perfect", "random", games=1000)
/// >>> int(found["first_wins"][0] + found["draws"][0])
/// 1000
#[pyfunction]
#[pyo3(name = "match", signature = (first, second, **keywords),
    text_signature = "(first, second, *, game=None, games=10000, seed=1961, exact=False, both_sides=False, position=None, missing='error')")]
pub(crate) fn play_match(
    py: Python<'_>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyFrame> {
    read! { keywords =>
        game::game: game;
        positive: games;
        argument::number: seed;
        argument::flag: exact, both_sides;
        policy::missing: missing;
    }
    let position = argument::taken(keywords, "position")?;
    argument::no_more("match", keywords)?;
    if exact && games.is_some() {
        return Err(wrong("games: exact=True plays none; give only one of them"));
    }
    let (games, seed) = (games.unwrap_or(10_000), seed.unwrap_or(SEED));
    let players = [Given::read("first", first)?, Given::read("second", second)?];
    let players = players.map(|player| player.missing(missing));
    let game = game_of(py, game, &players.each_ref())?;
    let start = given("position", &position, |given| game.at_unfinished(given))?;
    exactly(py, move |control| {
        let rules = &game.rules;
        let mut ground = exact
            .then(|| Ground::shared(rules))
            .transpose()
            .map_err(raised)?;
        if let (Some(ground), Some(at)) = (&mut ground, &start) {
            ground.begin_at(at).map_err(raised)?;
        }
        let mut rows = Vec::new();
        for seats in [[0, 1], [1, 0]]
            .into_iter()
            .take(1 + usize::from(both_sides))
        {
            let pair = seats.map(|i| &players[i]);
            let make = |given: &Given, side| given.clone().player(&game, Some(side), &control);
            let (first, second) = (make(pair[0], Side::First)?, make(pair[1], Side::Second)?);
            let both: [&dyn Player<AnyGame>; 2] = [&*first, &*second];
            let at = start.unwrap_or_else(|| rules.start());
            let found = match &ground {
                Some(ground) => MatchResult::exact(ground, both),
                None => MatchResult::play(rules, at, both, (games, seed), &MatchSoFar::default()),
            };
            let names = pair.map(Given::name);
            let (named, names) = ((&*game.name, rules), [&*names[0], &*names[1]]);
            rows.push(matched(&found, named, start.as_ref(), names, seed));
        }
        PyFrame::of_table(&Table::known("matches", rows))
    })
}

result!(Tournament {
    meetings: PyFrame,
    ranking: PyFrame,
    drawn: PyPicture,
    summary: String,
});

/// Lets every player meet every other on both sides, and itself, as `menace tournament` does.
///
/// Scores are exact where all positions of the game fit in memory and no `games` are asked for; else so many games of each
/// meeting are sampled, 1,000 without a number, or one where no player uses randomness.
#[doc = help!([players, game, meeting_games, seed_1961, missing] "Tournament\n    The meetings and the ranking as frames, and the cross table as a picture." checked)]
///
/// Examples
/// --------
/// >>> tournament = matchboxes.tournament(["ai1", "ai14s", "random"])
/// >>> tournament.ranking["player"]
/// ['ai14s', 'ai1', 'random']
#[pyfunction]
#[pyo3(signature = (players, **keywords),
    text_signature = "(players, *, game=None, games=None, seed=1961, missing='error')")]
pub(crate) fn tournament(
    py: Python<'_>,
    players: Bound<'_, PyAny>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Tournament> {
    read! { keywords =>
        game::game: game;
        positive: games;
        argument::number: seed;
        policy::missing: missing;
    }
    argument::no_more("tournament", keywords)?;
    let players = named_players("players", &players)?;
    let players: Vec<Given> = players
        .into_iter()
        .map(|player| player.missing(missing))
        .collect();
    let names: Vec<String> = players.iter().map(Given::name).collect();
    if names.len() < 2 {
        return Err(wrong("players: give two or more"));
    }
    if let Some(place) = (1..names.len()).find(|&i| names[..i].contains(&names[i])) {
        let name = &names[place];
        let hint = "give players of one name others, as {'one': player, 'other': player}";
        return Err(wrong(format!(
            "players[{place}]: `{name}` is named twice; {hint}"
        )));
    }
    let game = game_of(py, game, &players.iter().collect::<Vec<_>>())?;
    exactly(py, move |control| {
        let made = players
            .into_iter()
            .map(|given| given.player(&game, None, &control));
        let made = made.collect::<PyResult<Vec<_>>>()?;
        let (how, results) = TournamentMode::play(
            &game.rules,
            &made,
            games,
            seed.unwrap_or(SEED),
            &MeetingsSoFar::default(),
        );
        let look_ahead = made.iter().map(|player| player.looks_ahead()).collect();
        let contests = Contests::new(game.name.clone(), names, look_ahead, how, results);
        let [meetings, ranking] = contests.tables();
        let about = format!("tournament, {}", game.name);
        Ok(Tournament {
            meetings: PyFrame::of_table(&meetings)?,
            ranking: PyFrame::of_table(&ranking)?,
            drawn: PyPicture::new(about, plot::tournament(&contests, Look::default())),
            summary: contests.text(Layout::default()),
        })
    })
}
