//! Files whose parts contradict one another: each is refused by the number of its rule in `crates/store/laws.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use matchboxes::game::Key;
use matchboxes::games::parse;
use matchboxes::learn::{Exact, Learners, Matchbox, Record, Snapshot, Terms, Update};
use matchboxes::store::{self, Chapter, LearntGames, Model, Pending, Provenance, encode};

use super::damage::last;
use super::golden::Payload;
use super::small;
use crate::shipped::root;
use crate::tools::results;

/// The small model as two games that came about in another way.
fn of_games(how: Provenance) -> Model {
    let mut model = small();
    let chapter = &mut model.chapters[0];
    chapter.how = how;
    (chapter.spec.games_per_set, chapter.spec.opponent) = (1, String::new());
    for record in &mut model.history.records {
        record.resigned = [0; 2];
        record.results = results([1, 0, 0]);
    }
    model
}

fn recorded(games: u64) -> Provenance {
    let games = LearntGames {
        games,
        hash: [5; 32],
    };
    let file = "a.pdn".to_owned();
    Provenance::Recorded { file, games }
}

const GAME: &str = "first: b1 a1 (b1) | 402=4,4,4@0 200=new";

fn by_hand(games: &[&str]) -> Provenance {
    let games = games.iter().map(|&game| game.to_owned()).collect();
    Provenance::ByHand { machine: 7, games }
}

fn imported() -> Provenance {
    let file = "a.csv".to_owned();
    let boxes = [4; 32];
    Provenance::Imported { file, boxes }
}

/// A chapter without games.
fn taken_over(how: Provenance) -> Chapter {
    let mut chapter = of_games(how).chapters.remove(0);
    (chapter.sets, chapter.spec.games_per_set) = (0, 0);
    chapter
}

/// The small model twice.
fn merged() -> Model {
    let mut model = small();
    let mark = |model: &str| {
        let model = model.to_owned();
        taken_over(Provenance::Merged {
            model,
            hash: [6; 32],
            chapters: 1,
        })
    };
    let first = model.chapters.remove(0);
    model.chapters = vec![first.clone(), mark("a"), first, mark("b")];
    repeat(&mut model, 2);
    model
}

/// The small model with exact figures.
fn exact() -> Model {
    let mut model = small();
    last(&mut model).exact = Some(Exact {
        random: [999_999_999_999, 0, 0],
        perfect: [1, 1_000_000_000_000, 0],
        ..Exact::default()
    });
    model
}

/// The small model with a limit of boxes that it keeps.
fn limited() -> Model {
    let mut model = small();
    model.chapters[0].spec.terms.max_boxes = Some(model.boxes());
    model
}

/// The small model, stopped.
fn stopped() -> Model {
    let mut model = small();
    model.pending = Some(Pending {
        requested: 5,
        left: 2,
    });
    model
}

/// Gives a model its records as often as this.
fn repeat(model: &mut Model, times: usize) {
    let records = &mut model.history.records;
    *records = vec![records.clone(); times].concat();
}

fn first(model: &mut Model) -> &mut Chapter {
    &mut model.chapters[0]
}

fn two_by_hand() -> Model {
    of_games(by_hand(&[GAME; 2]))
}

fn with_person(games: &[&str]) -> Provenance {
    let games = games.iter().map(|&game| game.to_owned()).collect();
    Provenance::WithPerson { games }
}

fn person() -> Model {
    of_games(with_person(&[]))
}

/// The number of a rule, a sound model, and what makes it break the rule.
type Forged = (usize, fn() -> Model, fn(&mut Model));

const FORGED: &[Forged] = &[
    (1, small, |m| m.chapters.clear()),
    (2, merged, |m| drop(m.chapters.remove(0))),
    (3, merged, |m| first(m).spec.game += ",1"),
    (3, merged, |m| first(m).spec.learners = Learners::Both),
    (4, small, |m| first(m).spec.rule.name.insert(0, '-')),
    (4, small, |m| {
        if let Update::Beads(beads) = &mut first(m).spec.rule.update {
            beads.start.clear();
        }
    }),
    (5, two_by_hand, |m| {
        first(m).how = by_hand(&vec![""; (1 << 20) + 1]);
    }),
    (6, small, |m| first(m).spec.games_per_set = 0),
    (7, merged, |m| {
        let mark = &mut m.chapters[1];
        (mark.sets, mark.spec.games_per_set) = (1, 10);
    }),
    (8, small, |m| m.chapters.push(taken_over(imported()))),
    (8, merged, |m| m.chapters[0] = taken_over(imported())),
    (9, person, |m| first(m).spec.opponent += "random"),
    (9, small, |m| first(m).spec.learners = Learners::Both),
    (10, two_by_hand, |m| first(m).how = by_hand(&[GAME])),
    (10, person, |m| first(m).how = with_person(&[GAME; 3])),
    (11, two_by_hand, |m| {
        first(m).how = by_hand(&["second: b1 a1 b1 |"; 2]);
    }),
    (12, || of_games(recorded(1)), |m| first(m).how = recorded(3)),
    (12, || of_games(recorded(2)), |m| first(m).how = recorded(0)),
    (13, person, |m| first(m).spec.games_per_set = 2),
    (14, small, |m| first(m).spec.terms.batch = 0),
    (14, small, |m| {
        first(m).spec.terms.batch = Terms::MOST_BATCH + 1;
    }),
    (15, person, |m| first(m).spec.learners = Learners::Shared),
    (16, person, |m| first(m).spec.learners = Learners::Both),
    (16, small, |m| m.tables[0] = None),
    (17, small, |m| repeat(m, 2_049)),
    (18, small, |m| m.history.records[0].results.draws = u64::MAX),
    (18, small, |m| last(m).missing_colour = vec![u64::MAX, 1]),
    (18, small, |m| last(m).rescued = 1 << 63),
    (19, small, |m| m.history.records.push(Record::default())),
    (19, small, |m| last(m).origin.mu = i64::MAX),
    (19, small, |m| last(m).origin.sum = i64::MIN),
    (19, small, |m| last(m).origin.weight = -1),
    (19, exact, |m| {
        last(m).exact.as_mut().unwrap().worst_case_loss = 2_000_000_000_000;
    }),
    (20, small, |m| first(m).sets += 1),
    (20, small, |m| first(m).sets = u64::MAX),
    (21, small, |m| first(m).spec.games_per_set = 1 << 62),
    (22, small, |m| m.history.records[1].results.first_wins += 1),
    (22, small, |m| last(m).refused = 1),
    (22, merged, |m| m.history.records[1].results.first_wins += 1),
    (22, person, |m| m.history.records[0].results.first_wins = 0),
    (23, small, |m| {
        m.history.records[0].resigned = [1_000_000; 2];
    }),
    (23, small, |m| m.history.records[0].resigned[1] = 11),
    (24, small, |m| {
        m.history.records[0].snapshots[1] = Some(Snapshot::default());
    }),
    (25, small, |m| last(m).missing_colour = vec![9]),
    (26, small, |m| {
        m.history.records[0].snapshots[0].as_mut().unwrap().boxes = 1_000_000_000;
    }),
    (27, limited, |m| first(m).spec.terms.max_boxes = Some(1)),
    (28, exact, |m| {
        last(m).exact.as_mut().unwrap().random = [1_000_000_000_000; 3];
    }),
    (28, exact, |m| {
        last(m).exact.as_mut().unwrap().perfect = [0; 3];
    }),
    (29, stopped, |m| m.pending.as_mut().unwrap().left = 6),
    (29, stopped, |m| {
        *m = Model::new(taken_over(imported()));
        m.tables = small().tables;
        m.pending = stopped().pending;
    }),
    (31, small, |m| last(m).boxes -= 1),
    (32, small, |m| {
        let (ply, beads) = (200, vec![1; 3]);
        let table = m.tables[0].as_mut().unwrap();
        table.insert(Key(0x402), Matchbox { ply, beads });
    }),
    (30, small, |m| m.made_by += "\n2. 900 sets"),
    (30, small, |m| m.written_by += "\u{9b}"),
    (30, small, |m| first(m).spec.opponent += "\u{202e}"),
    (
        30,
        || of_games(recorded(1)),
        |m| {
            if let Provenance::Recorded { file, .. } = &mut first(m).how {
                file.push('\u{2028}');
            }
        },
    ),
];

/// The number of a rule, and the second of two games by hand that breaks it.
const BY_HAND: &[(usize, &str)] = &[
    (11, "third: b1 a1 (b1) |"),
    (11, ""),
    (33, "first: a1 a1 |"),
    (33, "first: b1 a1 (b1) b1 | 402=4,4,4@0 200=new"),
    (33, "first: b1 a1 (b1) | zz=new 200=new"),
    (33, "first: b1 a1 (b1) | 401=new"),
    (33, "first: b1 a1 (b1) | 402=-1,1,1@0 200=new"),
    (33, "first: b1 a1 (b1) | 402=1,1@0 200=new"),
    (33, "first: b1 a1 (b1) | 402=1,1,1@2 200=new"),
    (33, "first:  b1 a1 (b1) | 402=4,4,4@0 200=new"),
    (33, "first: b1 a1 (b1) |"),
    (34, "first: b2 (a1) | 402=4,4,4@0"),
    (34, "first: b1 a1 | 402=4,4,4@0 200=new"),
];

/// The number of a rule, and a game of a person that breaks it.
const WITH_PERSON: &[(usize, &str)] = &[
    (11, "second: b1 a1 b1 |"),
    (33, GAME),
    (33, "first: b1 a1 b1 | 402=1/1,2/1,3/1@0 200=new"),
    (34, "first: b2 a1 | 402=4,4,4@0"),
    (35, "first: b1 a1 b1 | 402=4,4,4@0 200=new"),
];

#[test]
fn a_model_that_contradicts_itself_is_refused_by_the_number_of_a_rule() {
    let (game, path) = (parse("nim:1,2").unwrap(), Path::new("forged.menace"));
    let law = |model: &Model| {
        model.check().map_err(|reason| reason.to_string())?;
        store::check_for(&game, path, model).map_err(|error| error.to_string())
    };
    let mut wrong = Vec::new();
    let mut check = |number: usize, mut model: Model, forge: &dyn Fn(&mut Model)| {
        assert_eq!(law(&model), Ok(()), "{number}");
        forge(&mut model);
        let refused = law(&model).err().unwrap_or_default();
        if !refused.ends_with(&format!("(rule {number})")) {
            wrong.push(format!("{number}: {refused}"));
        }
    };
    for (number, sound, forge) in FORGED {
        check(*number, sound(), forge);
    }
    for (number, game) in BY_HAND {
        check(*number, two_by_hand(), &|m| {
            first(m).how = by_hand(&[GAME, game]);
        });
    }
    for (number, game) in WITH_PERSON {
        check(*number, person(), &|m| first(m).how = with_person(&[game]));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let page = fs::read_to_string(root().join("crates/store/laws.md")).unwrap();
    let cells = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let rows: Vec<usize> = cells.filter_map(|cell| cell.parse().ok()).collect();
    let listed = BY_HAND.iter().chain(WITH_PERSON).map(|case| case.0);
    let known = FORGED.iter().map(|case| case.0).chain(listed);
    let known: BTreeSet<usize> = known.collect();
    assert!(known.iter().all(|number| rows.contains(number)), "{rows:?}");
    assert_eq!(known.len(), *known.last().unwrap());
}

#[test]
fn the_ways_in_which_a_model_came_about_are_written_as_documented() {
    let played = "first: b1 a1 b1 |";
    let imported = Model {
        tables: small().tables,
        ..Model::new(taken_over(imported()))
    };
    let way = |numbers: &[u8]| Payload::default().raw(numbers);
    for (model, written) in [
        (of_games(with_person(&[played])), way(&[1, 1]).text(played)),
        (two_by_hand(), way(&[2, 7, 2]).text(GAME).text(GAME)),
        (
            of_games(recorded(2)),
            way(&[3]).text("a.pdn").raw(&[2]).raw(&[5; 32]),
        ),
        (imported, way(&[4]).text("a.csv").raw(&[4; 32])),
        (merged(), way(&[5]).text("a").raw(&[6; 32]).raw(&[1])),
    ] {
        let (bytes, Payload(written, _)) = (encode(&model), written);
        let mut parts = bytes.windows(written.len());
        assert!(parts.any(|part| part == written), "{:?}", model.chapters);
    }
}
