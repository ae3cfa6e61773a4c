//! Commands that write files, and the commands that prepare them.

/// The effect of giving the same command again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Again {
    /// It gives the same result.
    Same,
    /// It gives the same result until it has finished once; after that it starts from its own result.
    Once,
    /// It continues from the existing files.
    Onward,
}

/// A command that writes files.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) before: &'static [&'static str],
    pub(crate) line: &'static str,
    pub(crate) input: &'static str,
    pub(crate) again: Again,
    /// Whether it is too slow for the short form of the test.
    pub(crate) is_long: bool,
}

const fn scenario(
    name: &'static str,
    before: &'static [&'static str],
    line: &'static str,
) -> Scenario {
    Scenario {
        name,
        before,
        line,
        input: "",
        again: Again::Same,
        is_long: false,
    }
}

const MODEL: &str = "train --out m.menace --sets 3 --plots none";

pub(crate) const SCENARIOS: &[Scenario] = &[
    scenario(
        "train",
        &[],
        "train --out x.menace --sets 20 --games-per-set 2000 --plots none",
    ),
    scenario(
        "train --keep-every",
        &[],
        "train --out x.menace --learner both --sets 20 --games-per-set 1000 --keep-every 4 \
         --checkpoint-every 3 --plots none",
    ),
    scenario(
        "train --plots",
        &[],
        "train --out x.menace --sets 5 --plots both",
    ),
    scenario(
        "train --exact",
        &[],
        "train --out x.menace --learner second --sets 6 --exact --checkpoint-every 1 --plots none",
    ),
    scenario(
        "train --force",
        &["train --out x.menace --sets 2 --seed 1 --plots none"],
        "train --out x.menace --sets 20 --games-per-set 2000 --seed 7 --force --plots none \
         --checkpoint-every 2",
    ),
    scenario(
        "train --force --keep-every",
        &["train --out x.menace --sets 12 --seed 1 --keep-every 4 --plots none"],
        "train --out x.menace --sets 20 --games-per-set 1000 --seed 7 --keep-every 4 --force \
         --checkpoint-every 3 --plots svg",
    ),
    Scenario {
        again: Again::Once,
        ..scenario(
            "train --force --from itself",
            &["train --out x.menace --sets 2 --plots none"],
            "train --out x.menace --from x.menace --sets 20 --games-per-set 2000 --force --plots none \
             --checkpoint-every 2",
        )
    },
    Scenario {
        again: Again::Once,
        ..scenario(
            "train --continue",
            &["train --out x.menace --sets 2 --plots none"],
            "train --out x.menace --sets 20 --games-per-set 2000 --seed 7 --continue --plots none \
             --checkpoint-every 2",
        )
    },
    Scenario {
        again: Again::Once,
        ..scenario(
            "train --rule sarsa --continue",
            &["train --out x.menace --rule sarsa --learner both --sets 2 --plots none"],
            "train --out x.menace --sets 20 --games-per-set 2000 --seed 7 --continue --plots none \
             --checkpoint-every 2",
        )
    },
    scenario(
        "train --from",
        &[MODEL],
        "train --out x.menace --from m.menace --sets 20 --games-per-set 2000 --plots none \
         --checkpoint-every 2",
    ),
    scenario(
        "train --batch",
        &[],
        "train --out x.menace --sets 20 --games-per-set 2000 --batch 500 --max-boxes 300 \
         --checkpoint-every 2 --plots none",
    ),
    scenario(
        "study",
        &[],
        "study --runs 4 --sets 20 --csv csv --plots svg --curve first_wins",
    ),
    scenario(
        "study --out",
        &[],
        "study --runs 40 --sets 20 --rule rote --rule michie-304 --out s.part",
    ),
    scenario(
        "study --out, runs of a second",
        &[],
        "study --runs 2 --sets 40 --games-per-set 20000 --out s.part",
    ),
    scenario(
        "study --merge",
        &[
            "study --runs 8 --sets 20 --part 2/2 --out p/b",
            "study --runs 8 --sets 20 --part 1/2 --out p/a",
        ],
        "study --merge p --csv csv --plots svg",
    ),
    scenario(
        "study --merge --out",
        &[
            "study --runs 8 --sets 20 --part 2/4 --out p/b",
            "study --runs 8 --sets 20 --part 4/4 --out p/a",
        ],
        "study --merge p --out s.part",
    ),
    scenario(
        "sweep",
        &[],
        "sweep --rule rote --rule michie-304 --runs 4 --sets 20 --csv csv --plots svg",
    ),
    scenario(
        "sweep --out",
        &[],
        "sweep --rule rote --rule michie-304 --runs 30 --sets 20 --out s.sweep",
    ),
    scenario(
        "sweep --merge --out",
        &[
            "sweep --rule rote --rule bridle --runs 8 --sets 6 --part 2/4 --out p/b",
            "sweep --rule rote --rule bridle --runs 8 --sets 6 --part 4/4 --out p/a",
        ],
        "sweep --merge p --out s.sweep",
    ),
    Scenario {
        is_long: true,
        ..scenario("article", &[], "article --runs 1 --out art --plots svg")
    },
    scenario("export", &[], "export perfect --out p.csv"),
    scenario(
        "export --table",
        &[MODEL],
        "export m.menace --table --out b.json",
    ),
    scenario(
        "import",
        &["export perfect --out p.csv"],
        "import p.csv --out x.menace",
    ),
    scenario(
        "import of values",
        &[
            "train --out n.menace --rule sarsa --sets 3 --plots none",
            "export n.menace --table --out v.csv",
        ],
        "import v.csv --rule sarsa --out x.menace",
    ),
    scenario(
        "import --force",
        &[
            "export perfect --out p.csv",
            "train --out x.menace --sets 2 --plots none",
        ],
        "import p.csv --out x.menace --force",
    ),
    scenario(
        "merge",
        &[MODEL, "train --out n.menace --seed 5 --sets 3 --plots none"],
        "merge m.menace n.menace -o x.menace",
    ),
    scenario(
        "merge --force",
        &[
            MODEL,
            "train --out n.menace --seed 5 --sets 3 --plots none",
            "train --out x.menace --learner second --sets 2 --plots none",
        ],
        "merge m.menace n.menace -o x.menace --force",
    ),
    scenario(
        "tournament",
        &[MODEL],
        "tournament m.menace perfect random --csv t --plots png",
    ),
    scenario(
        "match --record",
        &[],
        "match random first --games 3000 --record g.txt",
    ),
    scenario(
        "play --watch",
        &[MODEL],
        "play --watch m.menace perfect --record g.txt",
    ),
    Scenario {
        input: "b2\na1\na2\na3\nb1\nb3\nc1\nc2\nc3\nnew\nb2\na1\nundo\na2\na3\nresign\n\
                new\nc1\nb1\na1\nc2\nc3\na2\na3\nb2\nb3\nquit\n",
        again: Again::Onward,
        ..scenario(
            "play --learn",
            &[MODEL],
            "play m.menace --learn --record g.txt --force",
        )
    },
    Scenario {
        again: Again::Onward,
        ..scenario("play --teach", &[MODEL], "play m.menace --teach 30 --learn")
    },
    scenario(
        "study --growth",
        &[],
        "study --growth --game nim:3,4,5 --runs 2 --games 10k --csv t --plots svg",
    ),
    scenario(
        "solve --database",
        &[],
        "solve --game connect-four:4x3 --database d.endgames --book d.book --moves 4",
    ),
    scenario(
        "tree",
        &[],
        "tree --game split-nim:7 --format png --out tree.png",
    ),
    scenario("plot", &[MODEL], "plot m.menace --plots both"),
    scenario(
        "plot --copies",
        &["train --out g.menace --learner both --sets 6 --keep-every 2 --plots none"],
        "plot g.menace --copies --plots svg",
    ),
    scenario(
        "print",
        &[],
        "print --game hexapawn --rule her --learner second --format svg --out kit",
    ),
    scenario("man", &[], "man --out pages"),
];
