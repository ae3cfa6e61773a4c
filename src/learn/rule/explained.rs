//! A rule as TOML with a comment above every field, as a starting point for rules of your own.

use super::meaning::Rule;

/// The fields of a rule in the order in which they are written: name, meaning and, for an optional field, an
/// example line.
const MEANINGS: &[(&str, &str, &str)] = &[
    (
        "name",
        "The name of the rule: lower-case letters, digits and hyphens.",
        "",
    ),
    (
        "source",
        "Where the rule comes from, in one line.",
        "source = \"my own\"",
    ),
    (
        "symmetry",
        "Which positions share a box: \"none\", those that are \"rotations\" of each other, or with\n\
         \"full\" also mirror images.",
        "symmetry = \"none\"",
    ),
    (
        "duplicates",
        "Moves that are mirror images of each other in their own position: \"keep\" gives each its\n\
         own colour of bead, \"merge\" gives all of them one colour.",
        "duplicates = \"keep\"",
    ),
    (
        "boxes",
        "Which positions get a box. \"every\": all. \"choice\": those with at least two moves.\n\
         \"hopeful\": those with a choice where not every move loses at the next reply.\n\
         \"second-meeting\": all, each when it is met for the second time.\n\
         Without a box, any move is played.",
        "boxes = \"every\"",
    ),
    (
        "start",
        "Beads of each colour in a new box, for the learner's first, second, third move and so on;\n\
         the last number holds for all later moves.",
        "",
    ),
    (
        "win",
        "What a result does to the beads of the colour drawn: \"+3 all\" adds three in every box\n\
         used, \"-1 last\" takes one from the box of the last move, \"wipe last\" takes all of them\n\
         from it, \"nothing\" changes nothing. Numbers are whole: for half a bead, double all the\n\
         others.",
        "win = \"nothing\"",
    ),
    ("draw", "", "draw = \"nothing\""),
    (
        "loss",
        "A game resigned at an empty box is also lost.",
        "loss = \"nothing\"",
    ),
    (
        "weights",
        "How many times a result counts, for the learner's first, second, third move and so on;\n\
         the last number holds for all later moves. With 0 a box is not changed.",
        "weights = [1, 2, 3]",
    ),
    (
        "empty",
        "What happens at a box without beads: \"resign\", or \"refuse\" to play if it is the first box\n\
         of the first side. These keep or give back beads: \"keep-first\", \"keep-last\", \"floor\",\n\
         \"refill\", \"refill-move\", \"reset\", and \"reset at 10\" beads.",
        "empty = \"resign\"",
    ),
    ("opponent", "The default opponent.", "opponent = \"random\""),
    (
        "learner",
        "The side that learns by default: \"first\", \"second\" or \"both\".",
        "learner = \"first\"",
    ),
    (
        "games",
        "The default number of games of a training.",
        "games = 10000",
    ),
    (
        "[odds]",
        "Odds are multiplied by A^(B^(8-n)) after a win and divided by it after a loss, where n\n\
         counts moves from the end. No beads are moved: start, win, draw, loss, weights and empty\n\
         have no effect.",
        "",
    ),
    ("a", "", ""),
    ("b", "", ""),
    (
        "from",
        "Where counting starts in a lost game: from the \"end\" (the learner's last move is n = 2),\n\
         from the learner's last \"own-move\" (n = 1, never made again), or from the \"last-box\"\n\
         drawn from (n = 1, whatever forced moves came after it).",
        "",
    ),
    (
        "decay",
        "Results are measured against the mean of earlier results, in which each counts this many\n\
         times as much as the one after it; with 0 there is no such mean.",
        "",
    ),
    (
        "every",
        "The mean is updated after this number of games.",
        "",
    ),
    (
        "per",
        "Whether the decay applies to each \"play\" (game), or to each \"set\" of that many games,\n\
         which count equally.",
        "",
    ),
];

impl Rule {
    /// The rule as written by [`Rule::to_toml`], with a comment above every field that explains it. Optional
    /// fields that the rule does not use are added as comments.
    #[must_use]
    pub fn to_explained_toml(&self) -> String {
        let toml = self.to_toml();
        let mut text =
            "# docs/rules-of-your-own.md explains all of this with examples.\n".to_owned();
        for (field, meaning, example) in MEANINGS {
            let key = |line: &&str| line.split(" =").next() == Some(field);
            let line = toml.lines().find(key);
            if line.is_none() && example.is_empty() {
                continue;
            }
            if !meaning.is_empty() {
                text += "\n";
            }
            for comment in meaning.lines() {
                text += &format!("# {comment}\n");
            }
            text += &line.map_or_else(|| format!("# {example}\n"), |line| format!("{line}\n"));
        }
        text
    }
}
