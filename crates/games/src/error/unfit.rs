//! Why a player cannot play; a program may treat each reason differently.

/// Why a known player cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// It plays one side only.
    #[error("plays only the {plays} side and cannot play {requested}")]
    Side {
        /// The side it plays: `first` or `second`.
        plays: &'static str,
        /// The side it should play.
        requested: &'static str,
    },
    /// It plays only another game.
    #[error("plays only {0}")]
    Game(&'static str),
    /// It plays only one side of one game, as the opponent in a training of the other side.
    #[error("plays only {plays}, and only in {game}")]
    Script {
        /// The side it plays: `first` or `second`.
        plays: &'static str,
        /// The game.
        game: &'static str,
        /// The side that can learn against it.
        learner: &'static str,
    },
    /// It changes from game to game, so it cannot play in a match.
    #[error("changes from game to game, so it is only an opponent for training")]
    TrainingOnly,
}
