//! Whole files of every kind, from which damaged and forged ones are made.

use std::fs;
use std::path::Path;

use matchboxes::dice::Dice;
use matchboxes::session::KnownFile;
use matchboxes::store::{self, Part};

use super::place::work;
use super::run::{ALL, menace, run, start};
use super::tally::some;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Model,
    Database,
    Book,
    Part,
    Sweep,
}

impl Kind {
    const ALL: [Self; 5] = {
        use Kind::{Book, Database, Model, Part, Sweep};
        [Model, Database, Book, Part, Sweep]
    };

    /// The magic bytes at its start.
    pub(crate) const fn magic(self) -> &'static [u8; 8] {
        match self {
            Self::Model => b"\x8DMEN\r\n\x1A\n",
            Self::Database => b"\x8DEND\r\n\x1A\n",
            Self::Book => b"\x8DBOK\r\n\x1A\n",
            Self::Part | Self::Sweep => b"\x8DPRT\r\n\x1A\n",
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Database => "database",
            Self::Book => "book",
            Self::Part => "part",
            Self::Sweep => "sweep",
        }
    }

    /// The name of such a file in a case.
    pub(crate) const fn file(self) -> &'static str {
        match self {
            Self::Model => "x.menace",
            Self::Database => "x.endgames",
            Self::Book => "x.book",
            Self::Part => "x.part",
            Self::Sweep => "x.sweep",
        }
    }

    /// Whether the library reads these bytes as a file of this kind.
    pub(crate) fn reads(self, bytes: &[u8]) -> bool {
        match self {
            Self::Model => store::decode(bytes).is_ok(),
            Self::Database => store::decode_database(bytes).is_ok(),
            Self::Book => store::decode_book(bytes).is_ok(),
            Self::Part | Self::Sweep => Part::decode(bytes).is_ok(),
        }
    }

    /// The kind of file that a command takes it for.
    pub(crate) const fn known(self) -> KnownFile {
        match self {
            Self::Model => KnownFile::Model,
            Self::Database => KnownFile::Database,
            Self::Book => KnownFile::Book,
            Self::Part | Self::Sweep => KnownFile::Part,
        }
    }

    /// A command that reads such a file of `GAME`, perhaps beside another model, and whether it must take a sound one.
    pub(crate) fn line(self, dice: &mut Dice) -> (&'static str, bool) {
        let file = self.file();
        let lines = READERS.lines().filter(|line| line.contains(file));
        let line = *some(&lines.collect::<Vec<_>>(), dice);
        line.strip_prefix("! ")
            .map_or((line, false), |line| (line, true))
    }
}

/// Commands that read a file of each kind; those with a mark take every sound one, and the others may refuse it for another
/// reason.
const READERS: &str = "\
! check x.menace
! show x.menace
! show x.menace --json
! log x.menace
! log x.menace --json
! diff x.menace x.menace
diff x.menace o.menace
export x.menace --table --out y.csv
export x.menace
match x.menace random --games 20
match random x.menace --games 20
match x.menace:greedy random --exact
match random x.menace:sharpness=3 --exact --json
prove x.menace
tournament x.menace random first --games 10 --csv y
plot x.menace --plots svg
merge x.menace o.menace -o y.menace
merge o.menace x.menace -o y.menace
train --continue --out x.menace --game GAME --sets 2 --games-per-set 3 --plots none --opponent random
train --continue --out x.menace --game GAME --sets 1 --games-per-set 3 --plots none
train --continue --out x.menace --game GAME --learner both --sets 2 --games-per-set 3 --plots none
train --out x.menace --game GAME --sets 1 --plots none
train --out y.menace --game GAME --from x.menace --sets 2 --games-per-set 3 --plots none
train --out y.menace --game GAME --opponent x.menace --sets 1 --plots none
play x.menace --learn
play x.menace --teach 2 --learn
print x.menace --format svg --out kit
solve --game GAME --algorithm alphabeta:eval=x.menace,depth=1
match alphabeta:book=x.book random --games 3 --game GAME
export alphabeta:book=x.book --game GAME
check x.book
solve --game GAME --algorithm alphabeta:database=x.endgames
solve --game GAME --algorithm pvs:database=x.endgames --json
match alphabeta:database=x.endgames random --games 3 --game GAME
check x.endgames
study --merge x.part --plots none --json
study --merge x.part --plots svg --csv c
study --merge x.part --out y --force
study --game hexapawn --runs 5 --sets 3 --exact --out x.part
check x.part --json
sweep --merge x.sweep --plots none --json
sweep --merge x.sweep --plots svg --csv c
sweep --merge x.sweep --out y --force
sweep --game hexapawn --opponent random --opponent first --runs 5 --sets 2 --out x.sweep
check x.sweep --json";

/// A whole file.
pub(crate) struct Source {
    pub(crate) kind: Kind,
    pub(crate) game: String,
    pub(crate) bytes: Vec<u8>,
}

/// All whole files.
pub(crate) struct Sources(pub(crate) Vec<Source>);

/// The commands that make the files. The first two models can be merged.
const MADE: &[&str] = &[
    "train --out a.menace --sets 3 --plots none",
    "train --out b.menace --sets 3 --seed 5 --plots none",
    "train --out c.menace --learner both --sets 4 --rule michie-304 --exact --plots none",
    "train --out d.menace --sets 4 --batch 50 --max-boxes 60 --plots none",
    "train --out e.menace --game nim:1,2,3 --learner both --sets 3 --plots none",
    "train --out f.menace --game nim:1,2 --rule michie-1963-sliding --sets 9 --plots none",
    "train --out g.menace --game hexapawn --learner second --rule her --sets 2 --plots none",
    "train --out h.menace --sets 1 --opponent fading:random-to-perfect:50 --plots none",
    "train --out i.menace --from b.menace --sets 2 --seed 9 --plots none",
    "train --out k.menace --game othello:4 --sets 2 --plots none",
    "train --out n.menace --game nim:1,2,3 --learner both --rule sarsa --sets 3 --exact --plots none",
    "train --out o.menace --game hexapawn --learner second --rule ucb --sets 2 --plots none",
    "export perfect --game nim:1,2,3 --out p.csv",
    "import p.csv --game nim:1,2,3 --out j.menace",
    "export n.menace --table --out v.csv",
    "import v.csv --game nim:1,2,3 --rule sarsa --out l.menace",
    "merge a.menace b.menace -o m.menace",
    "play m.menace --teach 2 --learn",
    "solve --game nim:1,2,3 --database a.endgames --within 4 --book a.book",
    "solve --game hexapawn --database b.endgames --book b.book --moves 3",
    "study --game hexapawn --runs 5 --sets 3 --exact --out a.part",
    "study --game hexapawn --runs 9 --part 2/3 --sets 2 --rule rote --rule her --learner second --out b.part",
    "sweep --game hexapawn --rule rote --rule her --learner second --runs 3 --sets 6 --exact --out a.sweep",
    "sweep --game hexapawn --opponent random --opponent first --runs 5 --sets 2 --part 2/3 --out b.sweep",
];

/// Commands that are stopped as soon as they have something, and leave parts with runs in progress.
const STOPPED: &[&str] = &[
    "study --game hexapawn --runs 3 --sets 900 --games-per-set 200000 --exact --out c.part",
    "study --game nim:1,2,3 --learner both --rule sarsa --runs 2 --sets 900 --games-per-set 200000 --out d.part",
    "sweep --game hexapawn --rule rote --rule her --learner second --runs 3 --sets 900 --games-per-set 200000 --out c.sweep",
];

impl Sources {
    pub(crate) fn new(folder: &Path) -> Self {
        fs::create_dir_all(folder).expect("a folder of our own");
        for line in MADE {
            let ended = run(folder, line);
            assert_eq!(ended.code, Some(0), "{ended:?}");
        }
        for line in STOPPED {
            let mut running = start(line, &mut menace(folder, line), ALL);
            work(&running.child, 400);
            running.signal("TERM");
            let ended = running.end();
            assert_eq!(ended.code, Some(130), "{ended:?}");
        }
        let mut all: Vec<Source> = Vec::new();
        let mut names: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().collect();
        // Models first, then the others, by name.
        names.sort_by_key(|entry| {
            let name = entry.file_name();
            (!name.to_string_lossy().ends_with(".menace"), name)
        });
        for path in names.iter().map(fs::DirEntry::path) {
            let ends_alike = |kind: &Kind| Path::new(kind.file()).extension() == path.extension();
            let Some(kind) = Kind::ALL.into_iter().find(ends_alike) else {
                continue;
            };
            let bytes = fs::read(&path).expect("a whole file");
            let game = match kind {
                Kind::Model => store::decode(&bytes).expect("whole").game().to_owned(),
                _ if path.ends_with("a.endgames") || path.ends_with("a.book") => "nim:1,2,3".into(),
                _ => "hexapawn".into(),
            };
            all.push(Source { kind, game, bytes });
        }
        all.push(Source {
            kind: Kind::Model,
            game: "nim:1,2".to_owned(),
            bytes: include_bytes!("../data/files-2026/golden.menace").to_vec(),
        });
        for source in &all {
            let (kind, game) = (source.kind, &source.game);
            assert!(kind.reads(&source.bytes), "{kind:?} {game}");
        }
        Self(all)
    }

    pub(crate) fn some(&self, dice: &mut Dice) -> &Source {
        &self.0[dice.index(self.0.len())]
    }
}
