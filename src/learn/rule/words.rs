//! The fields of a rule in words: for error messages, and as comments in a rule's TOML, which is a starting
//! point for rules of your own.

pub(super) struct Field {
    /// The name; within `odds`, after a dot.
    pub(super) name: &'static str,
    /// The values that it can have.
    values: &'static str,
    /// The comment above it.
    pub(super) meaning: &'static str,
    /// An example line, for an optional field.
    pub(super) example: &'static str,
}

/// The fields in the order in which they are written.
pub(super) const FIELDS: &[Field] = &[
    Field {
        name: "name",
        values: "1 to 64 lower-case letters, digits and hyphens in quotes, not starting with a hyphen",
        meaning: "The name of the rule: lower-case letters, digits and hyphens.",
        example: "",
    },
    Field {
        name: "source",
        values: "a line of text in quotes",
        meaning: "Where the rule comes from, in one line.",
        example: "source = \"my own\"",
    },
    Field {
        name: "symmetry",
        values: "\"none\", \"rotations\" or \"full\"",
        meaning: "\
            Which positions share a box: \"none\", those that are \"rotations\" of each other, or with\n\
            \"full\" also mirror images.",
        example: "symmetry = \"none\"",
    },
    Field {
        name: "duplicates",
        values: "\"keep\" or \"merge\"",
        meaning: "\
            Moves that are mirror images of each other in their own position: \"keep\" gives each its\n\
            own colour of bead, \"merge\" gives all of them one colour.",
        example: "duplicates = \"keep\"",
    },
    Field {
        name: "boxes",
        values: "\"every\", \"choice\", \"hopeful\" or \"second-meeting\"",
        meaning: "\
            Which positions get a box. \"every\": all. \"choice\": those with at least two moves.\n\
            \"hopeful\": those with a choice where not every move loses at the next reply.\n\
            \"second-meeting\": all, each when it is met for the second time.\n\
            Without a box, any move is played.",
        example: "boxes = \"every\"",
    },
    Field {
        name: "start",
        values: "at least one whole number of beads, each 1 to 4294967296, such as [4, 3, 2, 1]",
        meaning: "\
            Beads of each colour in a new box, for the learner's first, second, third move and so on;\n\
            the last number holds for all later moves.",
        example: "",
    },
    Field {
        name: "win",
        values: CHANGE,
        meaning: "\
            What a result does to the beads of the colour drawn: \"+3 all\" adds three in every box\n\
            used, \"-1 last\" takes one from the box of the last move, \"wipe last\" takes all of them\n\
            from it, \"nothing\" changes nothing. Numbers are whole: for half a bead, double all the\n\
            others.",
        example: "win = \"nothing\"",
    },
    Field {
        name: "draw",
        values: CHANGE,
        meaning: "",
        example: "draw = \"nothing\"",
    },
    Field {
        name: "loss",
        values: CHANGE,
        meaning: "A game resigned at an empty box is also lost.",
        example: "loss = \"nothing\"",
    },
    Field {
        name: "weights",
        values: "at least one whole number, each 0 to 4294967296, such as [1, 2, 3]",
        meaning: "\
            How many times a result counts, for the learner's first, second, third move and so on;\n\
            the last number holds for all later moves. With 0 a box is not changed.",
        example: "weights = [1, 2, 3]",
    },
    Field {
        name: "empty",
        values: EMPTY,
        meaning: "\
            What happens at a box without beads: \"resign\", or \"refuse\" to play if it is the first box\n\
            of the first side. These keep or give back beads: \"keep-first\", \"keep-last\", \"floor\",\n\
            \"refill\", \"refill-move\", \"reset\", and \"reset at 10\" beads.",
        example: "empty = \"resign\"",
    },
    Field {
        name: "opponent",
        values: "the name of a player in quotes, such as \"random\"",
        meaning: "The default opponent.",
        example: "opponent = \"random\"",
    },
    Field {
        name: "learner",
        values: "\"first\", \"second\" or \"both\"",
        meaning: "The side that learns by default: \"first\", \"second\" or \"both\".",
        example: "learner = \"first\"",
    },
    Field {
        name: "games",
        values: "a whole number of games, 1 to 9223372036854775807, such as 300",
        meaning: "The default number of games of a training.",
        example: "games = 10000",
    },
    Field {
        name: "odds",
        values: "a line [odds] and below it a, b, from, decay, every and per, such as a = 1.025",
        meaning: "\
            Odds are multiplied by A^(B^(8-n)) after a win and divided by it after a loss, where n\n\
            counts moves from the end. No beads are moved: start, win, draw, loss, weights and empty\n\
            have no effect.",
        example: "",
    },
    Field {
        name: "odds.a",
        values: "a number above 1 and at most 16, of at most nine decimals, such as 1.025",
        meaning: "",
        example: "",
    },
    Field {
        name: "odds.b",
        values: "a number from 1 to 4, of at most nine decimals, such as 2",
        meaning: "",
        example: "",
    },
    Field {
        name: "odds.from",
        values: "\"end\", \"own-move\" or \"last-box\"",
        meaning: "\
            Where counting starts in a lost game: from the \"end\" (the learner's last move is n = 2),\n\
            from the learner's last \"own-move\" (n = 1, never made again), or from the \"last-box\"\n\
            drawn from (n = 1, whatever forced moves came after it).",
        example: "",
    },
    Field {
        name: "odds.decay",
        values: "a number of at least 0 and below 1, of at most nine decimals, such as 0.99",
        meaning: "\
            Results are measured against the mean of earlier results, in which each counts this many\n\
            times as much as the one after it; with 0 there is no such mean.",
        example: "",
    },
    Field {
        name: "odds.every",
        values: "a whole number of games, 1 to 9223372036854775807, such as 100",
        meaning: "The mean is updated after this number of games.",
        example: "",
    },
    Field {
        name: "odds.per",
        values: "\"play\" or \"set\"",
        meaning: "\
            Whether the decay applies to each \"play\" (game), or to each \"set\" of that many games,\n\
            which count equally.",
        example: "",
    },
];

const CHANGE: &str = "\"nothing\", or +3, -1 or wipe followed by all or last, such as \"wipe \
                      last\"; numbers go from 1 to 72057594037927936";

pub(super) const EMPTY: &str = "\"resign\", \"refuse\", \"keep-first\", \"keep-last\", \
                                \"floor\", \"refill\", \"refill-move\", \"reset\" or \"reset at \
                                10\"; the number can be 0 to 4294967296";

pub(super) fn expected(name: &str) -> &'static str {
    let found = FIELDS.iter().find(|field| field.name == name);
    found.expect("a field of a rule").values
}
