//! Players by name.

use std::path::Path;
use std::sync::Arc;

use super::namings::{GENERAL, SEARCHES, listings};
use super::searches::searching;
use super::spec::{ModelSpec, PlayerKind, PlayerSpec};
use crate::error::{Error, Mismatch, Result};
use crate::game::Side;
use crate::games::{self, AnyGame, LineVariant, Unfit};
use crate::learn::{ReaderWithFallback, Reading};
use crate::player::{First, Listing, Mixture, Perfect, PerfectPace, Player, Random, made_for};
use crate::search::{self, SearchFiles, Searching};
use crate::store;

/// Returns the player of this name: [`PlayerSpec::player`].
///
/// # Errors
///
/// The errors of `PlayerSpec::from_str` and [`PlayerSpec::player`].
pub fn player(game: &AnyGame, name: &str) -> Result<Arc<dyn Player<AnyGame>>> {
    name.parse::<PlayerSpec>()?.player(game)
}

impl PlayerSpec {
    /// Makes the player, which can play both sides unless [`Player::plays`] says otherwise.
    ///
    /// # Errors
    ///
    /// [`games::Error::Name`] or [`games::Error::Parameter`] when the game has no player of this name,
    /// [`games::Error::Player`] when the player cannot play a match or this game, [`Error::Mismatch`] when it is a
    /// model of another game, and any error of reading a model or solving the game.
    pub fn player(&self, game: &AnyGame) -> Result<Arc<dyn Player<AnyGame>>> {
        let name = &self.name;
        Ok(match &self.form {
            PlayerKind::Random => Arc::new(Random),
            PlayerKind::First => Arc::new(First),
            PlayerKind::Perfect(pace) => return perfect(game, *pace, name),
            PlayerKind::Model(model) => return self.model(game, model),
            PlayerKind::Mixture(parts) => {
                let parts: Result<Vec<_>> = parts
                    .iter()
                    .map(|(share, part)| Ok((*share, part.player(game)?)))
                    .collect();
                Arc::new(Mixture::new(name.clone(), parts?)?)
            }
            PlayerKind::Search => Arc::new(searching(game, name)?),
            PlayerKind::Fading { .. } | PlayerKind::Curriculum(_) | PlayerKind::Script => {
                return Err(unfit(name, Unfit::TrainingOnly).into());
            }
            PlayerKind::Own => return Ok(own(game, name)?),
            PlayerKind::Loaded(model) => {
                store::check_for(game, Path::new(name), model)?;
                Arc::new(model.named_player(name.clone(), Reading::Draw))
            }
            PlayerKind::Made(player) => player.clone(),
        })
    }

    /// Makes the player for one side.
    ///
    /// # Errors
    ///
    /// As [`PlayerSpec::player`]; when the player does not play that side, [`Error::Mismatch`] if it is a
    /// model, else [`games::Error::Player`].
    pub fn player_for(&self, game: &AnyGame, side: Side) -> Result<Arc<dyn Player<AnyGame>>> {
        let found = self.player(game)?;
        self.check_side(&*found, side)?;
        Ok(found)
    }

    /// Refuses a player made by this name that does not play the side.
    fn check_side(&self, found: &dyn Player<AnyGame>, side: Side) -> Result<()> {
        if found.plays(side) {
            return Ok(());
        }
        let (plays, requested) = (side.other().name(), side.name());
        if !matches!(self.form, PlayerKind::Model(_) | PlayerKind::Loaded(_)) {
            return Err(unfit(&self.name, Unfit::Side { plays, requested }).into());
        }
        Err(Error::Mismatch(Mismatch::Side {
            name: self.name.clone(),
            learnt: plays,
            requested,
        }))
    }

    fn model(&self, game: &AnyGame, spec: &ModelSpec) -> Result<Arc<dyn Player<AnyGame>>> {
        let model = store::read_for(game, &spec.path)?;
        let learners = model.learners();
        let reader = model.named_player(self.name.clone(), spec.reading);
        let Some(fallback) = &spec.fallback else {
            return Ok(Arc::new(reader));
        };
        let fallback_player = fallback.player(game)?;
        for side in learners.sides() {
            fallback.check_side(&*fallback_player, side)?;
        }
        Ok(Arc::new(ReaderWithFallback {
            reader,
            fallback: fallback_player,
        }))
    }
}

/// Returns the perfect player of this pace; where a game has too many positions to be numbered, a search, if it
/// proves the value of any position within minutes.
fn perfect(game: &AnyGame, pace: PerfectPace, name: &str) -> Result<Arc<dyn Player<AnyGame>>> {
    let search = match pace {
        PerfectPace::Any => Some("best:aim=result,ties=all"),
        PerfectPace::Quickest => Some("best:ties=all"),
        PerfectPace::Prolong => None,
    };
    match (Perfect::shared(game, pace), search) {
        (Err(games::Error::TooLarge { .. }), Some(search)) if is_within_reach(game) => {
            let player = Searching::named(game, search, &SearchFiles::default())?;
            Ok(Arc::new(player.called(name.to_owned())))
        }
        (player, _) => Ok(Arc::new(player?)),
    }
}

/// Whether the search `best` proves the start of a game within minutes. Four in a row is won soon on a board that is
/// not narrow.
fn is_within_reach(game: &AnyGame) -> bool {
    match game {
        AnyGame::ConnectFour(game) => game.board().cells() <= 42,
        AnyGame::Mnk(game) if game.marking() == LineVariant::Own => match game.length() {
            ..=3 => true,
            4 => {
                let board = game.board();
                board.columns.min(board.rows) >= 5 || board.cells() <= 24
            }
            _ => false,
        },
        _ => false,
    }
}

/// Returns the player of this name among those made for this game.
fn own(game: &AnyGame, name: &str) -> games::Result<Arc<dyn Player<AnyGame>>> {
    let own = || made_for(game).into_iter().chain(search::made_for(game));
    for own in own() {
        if let Some(found) = (own.player)(game, name)? {
            return Ok(found);
        }
    }
    if let Some(other) = listings().find(|listing| listing.has(name)) {
        return Err(unfit(name, Unfit::Game(other.game)));
    }
    let own = own().flat_map(Listing::namings);
    let names = GENERAL
        .iter()
        .chain(&*SEARCHES)
        .chain(own)
        .flat_map(|naming| naming.names);
    Err(match name {
        // What others call the perfect player.
        "optimal" => games::Error::Name {
            kind: "player",
            name: name.to_owned(),
            nearest: vec!["perfect".to_owned()],
        },
        _ => games::Error::unknown("player", name, names.copied()),
    })
}

fn unfit(name: &str, reason: Unfit) -> games::Error {
    games::Error::Player {
        name: name.to_owned(),
        reason,
    }
}
