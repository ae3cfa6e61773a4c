//! A rule as a file to start one's own from: its TOML, every field with what it means above it.

use super::meaning::Rule;

/// The fields of a rule in the order in which they are written, each with what it means and, where a
/// rule may be without it, a line to begin with.
const MEANINGS: &[(&str, &str, &str)] = &[
    (
        "name",
        "What the rule is called: small letters, digits, hyphens.",
        "",
    ),
    (
        "source",
        "Where it comes from, in one line.",
        "source = \"my own\"",
    ),
    (
        "symmetry",
        "Which positions share a box: \"none\" share, those turned by \"rotations\", or those\n\
         turned and mirrored: \"full\".",
        "symmetry = \"none\"",
    ),
    (
        "duplicates",
        "Moves that mirror one another in their own position: \"keep\" gives each its own colour\n\
         of bead, \"merge\" one colour to all of them.",
        "duplicates = \"keep\"",
    ),
    (
        "boxes",
        "Which positions get a box: \"every\" one, those with a \"choice\" of moves, or \"hopeful\":\n\
         those of them where not every move loses at once; \"second-meeting\": every one, but not\n\
         before it is met again. Elsewhere any move is played.",
        "boxes = \"every\"",
    ),
    (
        "start",
        "Beads of each colour in a new box, by the learner's first, second, third move and so on;\n\
         the last number holds for all later moves.",
        "",
    ),
    (
        "win",
        "What a result does to the beads drawn: \"+3 all\" puts three more into every box used,\n\
         \"-1 last\" takes one out of the box of the last move, \"wipe last\" all of that colour,\n\
         \"nothing\" leaves them. Numbers are whole: for half a bead, double all the others.",
        "win = \"nothing\"",
    ),
    ("draw", "", "draw = \"nothing\""),
    (
        "loss",
        "A game given up at an empty box is lost, too.",
        "loss = \"nothing\"",
    ),
    (
        "weights",
        "How many times over a result counts, by the learner's first, second, third move and so\n\
         on, the last number for all later ones; with 0 a box is left as it is.",
        "weights = [1, 2, 3]",
    ),
    (
        "empty",
        "A box without beads: \"resign\", or \"refuse\" to play where it is the first side's first;\n\
         what keeps it from that: \"keep-first\", \"keep-last\", \"floor\", \"refill\", \"refill-move\",\n\
         \"reset\", or \"reset at 10\" beads.",
        "empty = \"resign\"",
    ),
    (
        "opponent",
        "Whom it plays where nobody else is asked for.",
        "opponent = \"random\"",
    ),
    (
        "learner",
        "Who learns where nobody else is asked for: \"first\", \"second\", \"both\".",
        "learner = \"first\"",
    ),
    (
        "games",
        "How many games a training has where nothing else is asked for.",
        "games = 10000",
    ),
    (
        "[odds]",
        "Odds are multiplied by A^(B^(8-n)) after a win and divided by it after a loss, n counting\n\
         moves from the end, and no beads are moved: start, win, draw, loss, weights and empty\n\
         mean nothing.",
        "",
    ),
    ("a", "", ""),
    ("b", "", ""),
    (
        "from",
        "A lost game is counted from the \"end\" of the play (the own last move is n = 2), from the\n\
         \"own-move\" made last (n = 1, never made again), or from the \"last-box\" drawn from: n = 1\n\
         for it, whatever was forced after it.",
        "",
    ),
    (
        "decay",
        "Results are measured against a mean of those before, each counting so much less than the\n\
         one after it; with 0 against nothing.",
        "",
    ),
    ("every", "After how many games that mean moves.", ""),
    (
        "per",
        "Whether each \"play\" decays or each \"set\" of so many, whose games count alike.",
        "",
    ),
];

impl Rule {
    /// The rule as [`Rule::to_toml`] writes it, with a remark above every field on what it means; the
    /// fields that it does without are there as remarks.
    #[must_use]
    pub fn to_explained_toml(&self) -> String {
        let toml = self.to_toml();
        let mut page =
            "# docs/rules-of-your-own.md explains all of this with examples.\n".to_owned();
        for (field, meaning, example) in MEANINGS {
            let key = |line: &&str| line.split(" =").next() == Some(field);
            let line = toml.lines().find(key);
            if line.is_none() && example.is_empty() {
                continue;
            }
            if !meaning.is_empty() {
                page += "\n";
            }
            for remark in meaning.lines() {
                page += &format!("# {remark}\n");
            }
            page += &line.map_or_else(|| format!("# {example}\n"), |line| format!("{line}\n"));
        }
        page
    }
}
