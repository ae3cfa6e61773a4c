//! Descriptions of the values of each field of a rule, for error messages.

/// The fields of a rule, each with a description of its values.
pub(super) const FIELDS: &[(&str, &str)] = &[
    (
        "name",
        "1 to 64 lower-case letters, digits and hyphens in quotes, not starting with a hyphen",
    ),
    ("source", "a line of text in quotes"),
    ("symmetry", "\"none\", \"rotations\" or \"full\""),
    ("duplicates", "\"keep\" or \"merge\""),
    (
        "boxes",
        "\"every\", \"choice\", \"hopeful\" or \"second-meeting\"",
    ),
    (
        "start",
        "at least one whole number of beads, each 1 to 4294967296, such as [4, 3, 2, 1]",
    ),
    ("win", CHANGE),
    ("draw", CHANGE),
    ("draw-second", CHANGE),
    ("loss", CHANGE),
    (
        "weights",
        "at least one whole number, each 0 to 4294967296, such as [1, 2, 3]",
    ),
    ("empty", EMPTY),
    (
        "opponent",
        "the name of a player in quotes, such as \"random\"",
    ),
    ("learner", "\"first\", \"second\", \"both\" or \"shared\""),
    (
        "games",
        "a whole number of games, 1 to 9223372036854775807, such as 300",
    ),
    (
        "odds",
        "a line [odds] and below it a, b, from, decay, every and per, such as a = 1.025",
    ),
    (
        "odds.a",
        "a number above 1 and at most 16, of at most nine decimals, such as 1.025",
    ),
    (
        "odds.b",
        "a number from 1 to 4, of at most nine decimals, such as 2",
    ),
    ("odds.from", "\"end\", \"own-move\" or \"last-box\""),
    (
        "odds.decay",
        "a number of at least 0 and below 1, of at most nine decimals, such as 0.99",
    ),
    (
        "odds.every",
        "a whole number of games, 1 to 9223372036854775807, such as 100",
    ),
    ("odds.per", "\"play\" or \"set\""),
    (
        "values",
        "a line [values], without [odds], and below it method, win-reward, loss-reward and others, such as \
         method = \"q-learning\"; boxes cannot be \"second-meeting\" then, and empty only \"resign\"",
    ),
    (
        "values.method",
        "\"q-learning\", \"sarsa\", \"monte-carlo\", \"td-afterstates\" or \"ucb\"",
    ),
    (
        "values.alpha",
        "a share from 0 to 1 such as 0.1, \"0.5 to 0.01 over 10000\" games, \"0.5 to 0.01 by 0.999\" a game, or \"1/n\"",
    ),
    (
        "values.epsilon",
        "a share from 0 to 1 such as 0.1, \"0.5 to 0.01 over 10000\" games, or \"0.5 to 0.01 by 0.999\" a game; for ucb only 0",
    ),
    (
        "values.gamma",
        "a number from 0 to 1, of at most nine decimals, such as 0.9",
    ),
    (
        "values.c",
        "a number from 0 to 100, of at most nine decimals, such as 1.4",
    ),
    ("values.initial", REWARD),
    ("values.win-reward", REWARD),
    ("values.draw-reward", REWARD),
    ("values.draw-reward-second", REWARD),
    ("values.loss-reward", REWARD),
];

const REWARD: &str = "a number from -100 to 100, of at most nine decimals, such as -1";

const CHANGE: &str = "\"nothing\", or +3, +1 random, -1 or wipe followed by all or last, such as \"wipe \
                      last\"; numbers go from 1 to 72057594037927936";

pub(super) const EMPTY: &str = "\"resign\", \"refuse\", \"any-move\", \"keep-first\", \
                                \"keep-last\", \"floor\", \"one-bead\", \"refill\", \"refill-move\", \
                                \"reset\" or \"reset at 10\"; the number can be 0 to 4294967296";

pub(super) fn expected(field: &str) -> &'static str {
    let found = FIELDS.iter().find(|(name, _)| *name == field);
    found.expect("a field of a rule").1
}
