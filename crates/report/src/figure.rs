//! What each figure means: its name in every file, its unit and its range.

use std::fmt;

use matchboxes_core::game::Side;

/// In what a figure is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A name or a sentence.
    Text,
    /// Yes or no.
    Flag,
    /// A number that only identifies.
    Number,
    /// Runs of a training.
    Runs,
    /// Sets of games.
    Sets,
    /// Games.
    Games,
    /// Matchboxes.
    Boxes,
    /// How often something happened.
    Times,
    /// A chance or a share, 0 to 1.
    Share,
    /// A mean result: a win counts 1, a loss -1.
    Result,
    /// Points of the tournament of 1961: 3 for a win, 1 for a draw, -1 for a loss.
    Points,
    /// That of the figure named in the row.
    OfFigure,
    /// Percent.
    Percent,
    /// States of a machine.
    States,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Flag => "true or false",
            Self::Number => "a number",
            Self::Runs => "runs",
            Self::Sets => "sets",
            Self::Games => "games",
            Self::Boxes => "boxes",
            Self::Times => "times",
            Self::Share => "0 to 1",
            Self::Result => "-1 to 1",
            Self::Points => "points",
            Self::OfFigure => "that of the figure",
            Self::Percent => "percent",
            Self::States => "states",
        })
    }
}

/// A figure: the name of a column, or of a row's `figure`.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Its name; `SIDE` stands for `first` and `second`.
    pub name: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// What it is.
    pub meaning: &'static str,
}

const fn of(name: &'static str, unit: Unit, meaning: &'static str) -> Named {
    Named {
        name,
        unit,
        meaning,
    }
}

/// All figures, in the order in which they are explained.
pub const FIGURES: &[Named] = &[
    of("game", Unit::Text, "the game with its parameters"),
    of(
        "learner",
        Unit::Text,
        "the side that learns: `first`, `second`, `both` or `shared`",
    ),
    of("rule", Unit::Text, "the name of the rule"),
    of(
        "opponent",
        Unit::Text,
        "the learner's opponent; empty where two learn from each other",
    ),
    of(
        "outside",
        Unit::Text,
        "the player that moves in positions without a box; empty if any move is played there",
    ),
    of("seed", Unit::Number, "the seed of all random numbers"),
    of(
        "games",
        Unit::Games,
        "the games of a run up to the row's moment, refused ones included; in a match, a tournament and the history of a model those that were played",
    ),
    of("runs", Unit::Runs, "the number of runs"),
    of("games_per_set", Unit::Games, "the games of a set"),
    of(
        "exact",
        Unit::Flag,
        "whether every table was evaluated exactly",
    ),
    of(
        "set",
        Unit::Number,
        "the row shows the state after this set, counted from 1",
    ),
    of(
        "sets",
        Unit::Sets,
        "the sets of a run; in a curve and a history, how many sets the row covers: `set` and those before it since the last row",
    ),
    of(
        "figure",
        Unit::Text,
        "the name of the figure that the row is about",
    ),
    of(
        "play",
        Unit::Text,
        "the way of play that it describes: `drawn` (moves are drawn as beads are), `exploring` or `greedy` (learners of values)",
    ),
    of(
        "mean",
        Unit::OfFigure,
        "the mean over all runs, of which those that did not come so far count with all their games",
    ),
    of("error", Unit::OfFigure, "the standard error of the mean"),
    of(
        "deviation",
        Unit::OfFigure,
        "the standard deviation over all runs (of a sample), 0 for one run",
    ),
    of(
        "q10",
        Unit::OfFigure,
        "a tenth of the runs, or more, have this value or less; one that occurred",
    ),
    of(
        "q50",
        Unit::OfFigure,
        "the same for half of the runs: the median, the lower one if their number is even",
    ),
    of(
        "q90",
        Unit::OfFigure,
        "the same for nine tenths of the runs",
    ),
    of(
        "q10_low",
        Unit::OfFigure,
        "where the interval of `q10` begins; empty where there are too few runs",
    ),
    of("q10_high", Unit::OfFigure, "where it ends"),
    of(
        "q50_low",
        Unit::OfFigure,
        "where the interval of `q50` begins",
    ),
    of("q50_high", Unit::OfFigure, "where it ends"),
    of(
        "q90_low",
        Unit::OfFigure,
        "where the interval of `q90` begins",
    ),
    of("q90_high", Unit::OfFigure, "where it ends"),
    of(
        "mean_low",
        Unit::OfFigure,
        "where the interval of the long-run mean begins",
    ),
    of("mean_high", Unit::OfFigure, "where it ends"),
    of(
        "interquartile_mean",
        Unit::OfFigure,
        "the mean of the middle half of the runs; empty if one of these did not come so far",
    ),
    of(
        "first_wins",
        Unit::Games,
        "games the first side won; in a match its chance where that is exact, in an expected game its chance",
    ),
    of("draws", Unit::Games, "drawn games, likewise"),
    of(
        "second_wins",
        Unit::Games,
        "games the second side won, likewise",
    ),
    of("SIDE_not_lost", Unit::Games, "games the side won or drew"),
    of(
        "SIDE_resigned",
        Unit::Games,
        "games it resigned at an empty box; they also count as lost",
    ),
    of("SIDE_boxes", Unit::Boxes, "matchboxes it has met so far"),
    of(
        "SIDE_zeroed",
        Unit::Boxes,
        "those of them with a move without beads; with values, with one that greedy play rules out",
    ),
    of(
        "SIDE_refused",
        Unit::Games,
        "games it refused because its first box was empty; they are neither won, drawn nor lost",
    ),
    of(
        "SIDE_rescued",
        Unit::Times,
        "how often an empty box was given beads again",
    ),
    of(
        "SIDE_saturated",
        Unit::Times,
        "how often a count of beads stopped at the most a box can hold",
    ),
    of(
        "SIDE_exact_random_won",
        Unit::Share,
        "the chance to win against random play",
    ),
    of(
        "SIDE_exact_random_drawn",
        Unit::Share,
        "the chance to draw against it",
    ),
    of(
        "SIDE_exact_random_lost",
        Unit::Share,
        "the chance to lose against it",
    ),
    of(
        "SIDE_exact_perfect_won",
        Unit::Share,
        "the chance to win against perfect play",
    ),
    of(
        "SIDE_exact_perfect_drawn",
        Unit::Share,
        "the chance to draw against it",
    ),
    of(
        "SIDE_exact_perfect_lost",
        Unit::Share,
        "the chance to lose against it",
    ),
    of(
        "SIDE_exact_worst_loss",
        Unit::Share,
        "the chance to lose in the worst case: the largest that any opponent has to beat it",
    ),
    of(
        "SIDE_exact_right",
        Unit::Share,
        "of its boxes in which the choice matters, the share that have been met and in which the most frequent beads are all best moves: every colour with the most beads keeps the game's value",
    ),
    of(
        "SIDE_exact_right_where_play_goes",
        Unit::Share,
        "the same, each box weighted by how often its play against random reaches it; 1 if it reaches none, as where it gives up before any choice matters",
    ),
    of(
        "SIDE_exact_best_response",
        Unit::Result,
        "the best opponent's mean result against it",
    ),
    of(
        "SIDE_games_until_80",
        Unit::Games,
        "games until, for the first time, it did not lose 80 of 100 of its last 500",
    ),
    of("SIDE_games_until_90", Unit::Games, "the same for 90 of 100"),
    of("SIDE_games_until_95", Unit::Games, "the same for 95 of 100"),
    of(
        "score",
        Unit::Points,
        "the learner's points from the first game on, against `michie-1961-script`",
    ),
    of(
        "run",
        Unit::Number,
        "the number of the run, from 0: `menace train --run` plays it alone",
    ),
    of(
        "last_games",
        Unit::Games,
        "the games played in the last 10 sets, or in all if there are fewer: the row counts what happened in them",
    ),
    of(
        "favourites",
        Unit::Text,
        "the openings with the most beads, separated by spaces; empty if the first side does not learn",
    ),
    of("side", Unit::Text, "the learner"),
    of(
        "percent",
        Unit::Number,
        "how many of a hundred of its last games it does not lose",
    ),
    of("reached", Unit::Runs, "how many runs came so far"),
    of(
        "not_reached",
        Unit::Runs,
        "how many did not, in all their games",
    ),
    of(
        "less_rule",
        Unit::Text,
        "the rule of the training whose figure is subtracted",
    ),
    of("less_opponent", Unit::Text, "its opponent"),
    of(
        "low",
        Unit::OfFigure,
        "where the interval of the difference begins",
    ),
    of("high", Unit::OfFigure, "where it ends"),
    of(
        "chance_of_more",
        Unit::Share,
        "the chance that a run of the first has more than one of the second, equal ones counting half",
    ),
    of("effect", Unit::Text, "the size of the difference in words"),
    of(
        "comparisons",
        Unit::Number,
        "how many comparisons there are",
    ),
    of(
        "level",
        Unit::Share,
        "the level of each interval, so that all together hold with 95 %",
    ),
    of(
        "SIDE_lost_so_far",
        Unit::Games,
        "the expected number of games it has lost so far, this one included",
    ),
    of(
        "SIDE_unbeatable",
        Unit::Share,
        "the chance that after this game no opponent can beat it",
    ),
    of("states", Unit::States, "the states in which it can be"),
    of(
        "ended",
        Unit::Text,
        "why the expected games end before the last one of the training",
    ),
    of("last_states", Unit::States, "those that it never leaves"),
    of(
        "chance_unbeatable",
        Unit::Share,
        "the chance that at some time no opponent can beat it",
    ),
    of(
        "games_until_unbeatable",
        Unit::Games,
        "the expected number of games until then, where that is certain",
    ),
    of("boxes", Unit::Boxes, "matchboxes of all learners"),
    of(
        "met_again",
        Unit::Boxes,
        "those of them that have been met a second time",
    ),
    of(
        "bytes",
        Unit::Number,
        "the memory that the tables have allocated, in bytes",
    ),
    of("ply", Unit::Number, "the moves of a game played before"),
    of(
        "met",
        Unit::Times,
        "how often a learner had to move there in a position that gets a box, since the row's mark before",
    ),
    of("known", Unit::Times, "how often it already had the box"),
    of("first", Unit::Text, "the player of the first side"),
    of("second", Unit::Text, "the player of the second side"),
    of(
        "how",
        Unit::Text,
        "`sampled`, `exact` chances, or `one_game` of two players without randomness",
    ),
    of(
        "first_wins_error",
        Unit::Share,
        "the standard error of the share of games won",
    ),
    of("draws_error", Unit::Share, "likewise"),
    of("second_wins_error", Unit::Share, "likewise"),
    of(
        "first_wins_fraction",
        Unit::Text,
        "the exact chance as a fraction, if it is known",
    ),
    of("draws_fraction", Unit::Text, "likewise"),
    of("second_wins_fraction", Unit::Text, "likewise"),
    of(
        "scores",
        Unit::Text,
        "what the scores of a meeting are: a `share` of the games, or `discs` where a game counts them",
    ),
    of(
        "SIDE_score",
        Unit::OfFigure,
        "the mean score of the side, as `scores` says",
    ),
    of(
        "winner",
        Unit::Text,
        "`first`, `second`, or `draw` where the scores are equal",
    ),
    of("player", Unit::Text, "a player of the tournament"),
    of("rank", Unit::Number, "its place; equal players share one"),
    of("tied", Unit::Flag, "whether others share it"),
    of(
        "meetings",
        Unit::Number,
        "with how many players it met, each side counted",
    ),
    of(
        "mean_score",
        Unit::Share,
        "its mean score against the others on both sides, draws half",
    ),
    of(
        "mean_score_error",
        Unit::Share,
        "the standard error of that, where games were sampled",
    ),
    of("won", Unit::Share, "the share of its games that it won"),
    of("drawn", Unit::Share, "the share that was drawn"),
    of("lost", Unit::Share, "the share that it lost"),
    of(
        "elo",
        Unit::Number,
        "its rating: Bradley and Terry's model on Elo's scale, mean 0, draws as half wins",
    ),
    of("elo_error", Unit::Number, "the standard error of that"),
    of(
        "place",
        Unit::Number,
        "the rank of a training of a sweep, by the runs that choose",
    ),
    of(
        "reported_seed",
        Unit::Number,
        "the seed of the runs that had no part in the choice; `seed` chose",
    ),
    of(
        "chosen_mean",
        Unit::Percent,
        "the mean of the sweep's figure on the seed that chooses",
    ),
    of("chosen_error", Unit::Percent, "its standard error"),
    of(
        "chosen_games",
        Unit::Games,
        "the mean of the games until it did not lose 90 of 100 of its last 500; empty in sweeps too short for that",
    ),
    of("chosen_games_error", Unit::Games, "its standard error"),
    of(
        "chosen_not_reached",
        Unit::Runs,
        "how many runs never came so far; they count with all their games",
    ),
    of("reported_mean", Unit::Percent, "the same on the other seed"),
    of("reported_error", Unit::Percent, "its standard error"),
    of(
        "reported_games",
        Unit::Games,
        "the games until then on the other seed",
    ),
    of("reported_games_error", Unit::Games, "its standard error"),
    of(
        "reported_not_reached",
        Unit::Runs,
        "how many of those runs never came so far",
    ),
    of(
        "front",
        Unit::Flag,
        "whether no other training is both sooner and as strong, by the runs that choose",
    ),
];

/// The figure of this name, with `first` or `second` for `SIDE`.
pub fn named(name: &str) -> Option<&'static Named> {
    let mut sides = Side::BOTH.iter();
    let of_side = sides.find_map(|side| name.strip_prefix(side.name())?.strip_prefix('_'));
    FIGURES.iter().find(|known| {
        let own = known.name.strip_prefix("SIDE_");
        known.name == name || (own.is_some() && own == of_side)
    })
}
