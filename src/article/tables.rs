//! The tables of the report.

use menace::arena::Chances;
use menace::game::Side;
use menace::learn::{History, Record};

use super::boards::Kind;
use super::chapter::Table;
use super::compared::{self, Compared};
use super::figures::{Figures, LAST, PLIES, whole};
use super::findings::Findings;
use super::published;
use menace::text::{float, percent, share, tenths, thousands};

/// The main figures.
pub(super) static IN_SHORT: Table = Table {
    head: &["experiment and figure", "article", "run 0", "{runs}"],
    rows: main_figures,
};

/// Experiment 1.
pub(super) static RANDOM: Table = Table {
    head: &["", "exact chance", "in percent", "10,000 games"],
    rows: |f| {
        let chances = parts(&f.random);
        let fractions = ["737/1260", "8/63", "121/420"];
        let played = results(&whole(&f.idle));
        let row = |i: usize| {
            let [exact, sampled] = [chances[i], played[i]].map(percent);
            words([ENDS[i], fractions[i], &exact, &sampled])
        };
        [0, 1, 2].map(row).to_vec()
    },
};

/// Experiment 2.
pub(super) static FIRST: Table = Table {
    head: COURSE,
    rows: |f| learnt(&f.pass.first.history, Side::First),
};

/// Experiment 3.
pub(super) static SECOND: Table = Table {
    head: COURSE,
    rows: |f| learnt(&f.pass.second.history, Side::Second),
};

/// Experiment 4.
pub(super) static MEETING: Table = Table {
    head: &["", "exactly", "10,000 games", "article"],
    rows: |f| {
        let (chances, played) = (parts(&f.pass.chances), results(&whole(&f.meeting)));
        let article = ["", "mostly draws", ""];
        let row = |i: usize| {
            let [exact, sampled] = [chances[i], played[i]].map(percent);
            words([ENDS[i], &exact, &sampled, article[i]])
        };
        [0, 1, 2].map(row).to_vec()
    },
};

/// Experiment 5.
pub(super) static ONWARD: Table = Table {
    head: COURSE,
    rows: |f| met(&f.pass.onward.history, "even more draws"),
};

/// Experiment 6.
pub(super) static TOGETHER: Table = Table {
    head: COURSE,
    rows: |f| met(&f.pass.together.history, "soon mostly draws"),
};

/// Boxes with a move without beads, by ply.
pub(super) static RULED_OUT: Table = Table {
    head: &[
        "boxes of both sides",
        "apart (2 and 3)",
        "going on (5)",
        "together (6)",
    ],
    rows: ruled_out,
};

/// How often each kind of square became the favourite opening.
pub(super) static FAVOURITES: Table = Table {
    head: &[
        "favourite opening",
        "{runs}, apart (2)",
        "{runs}, together (6)",
        "another program, 40 runs, apart",
        "if all squares were alike",
    ],
    rows: favourites,
};

/// All figures over all runs.
pub(super) static LUCK: Table = Table {
    head: &[
        "experiment and figure",
        "article",
        "run 0",
        "least",
        "mean",
        "most",
    ],
    rows: |f| {
        let row = |one: &Compared| {
            let [least, mean, most] = one.spread();
            words([
                &one.full_name(),
                &one.article,
                &one.here(),
                &least,
                &mean,
                &most,
            ])
        };
        compared::all(&f.figures).iter().map(row).collect()
    },
};

/// The head of a table that follows an experiment.
const COURSE: &[&str] = &["", "first 1,000 games", "last 1,000 games", "article"];

/// What the results of two sides are called.
const ENDS: [&str; 3] = ["first wins", "draw", "second wins"];

fn parts(chances: &Chances) -> [f64; 3] {
    [chances.first_wins, chances.draws, chances.second_wins]
}

/// First wins, draws and second wins as shares.
fn results(record: &Record) -> [f64; 3] {
    let counts = [
        record.results.first_wins,
        record.results.draws,
        record.results.second_wins,
    ];
    counts.map(|n| share(n, record.results.games()))
}

/// The first sets together, as many as make final figures.
fn early(history: &History) -> Record {
    let records = history.records.iter().take(LAST).cloned().collect();
    whole(&History { records })
}

/// How a learner fared at first and in the end.
fn learnt(history: &History, side: Side) -> Vec<Vec<String>> {
    let ends = [early(history), history.last(LAST as u64)];
    let row = |name: &str, count: &dyn Fn(&Record) -> u64, article: &str| {
        let [early, late] = [0, 1].map(|i| tenths(share(count(&ends[i]), ends[i].results.games())));
        vec![name.to_owned(), early, late, article.to_owned()]
    };
    vec![
        row("won", &|r| r.results.wins(side), ""),
        row("drawn", &|r| r.results.draws, ""),
        row("lost", &|r| r.results.wins(side.other()), ""),
        row(
            "not lost",
            &|r| r.results.not_lost(side),
            "about nine in ten",
        ),
    ]
}

/// How two learners fared at first and in the end.
fn met(history: &History, article: &str) -> Vec<Vec<String>> {
    let [early, late] = [early(history), history.last(LAST as u64)].map(|r| results(&r));
    let article = ["", article, ""];
    let row = |i: usize| {
        let [early, late] = [early[i], late[i]].map(tenths);
        words([ENDS[i], &early, &late, article[i]])
    };
    [0, 1, 2].map(row).to_vec()
}

fn words<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// The main figures, each with its name, the article's, that of run 0, and the ends of all runs.
pub(super) fn main_figures(findings: &Findings) -> Vec<Vec<String>> {
    let all = compared::all(&findings.figures);
    let row = |one: &Compared| words([&one.full_name(), &one.article, &one.here(), &one.ends()]);
    all.iter().filter(|one| one.main).map(row).collect()
}

fn ruled_out(findings: &Findings) -> Vec<Vec<String>> {
    let zeroed = findings.figures[0].zeroed();
    let row = |name: String, count: &dyn Fn(&[u64; PLIES]) -> u64| {
        let cells = zeroed.iter().map(|plies| thousands(count(plies)));
        std::iter::once(name).chain(cells).collect::<Vec<String>>()
    };
    let mut rows = vec![row("all plies".to_owned(), &|plies| plies.iter().sum())];
    for ply in 0..PLIES {
        let side = ["first", "second"][ply % 2];
        rows.push(row(format!("ply {ply} ({side})"), &|plies| plies[ply]));
    }
    rows
}

fn favourites(findings: &Findings) -> Vec<Vec<String>> {
    let figures = &findings.figures;
    let runs = figures.len() as u64;
    let times = |how: usize, kind: Option<Kind>| {
        let favourite = |f: &&Figures| Kind::favourite(&f.openings[how]) == kind;
        figures.iter().filter(favourite).count() as u64
    };
    let kinds = Kind::ALL.into_iter().zip(published::FAVOURITES);
    let mut rows: Vec<Vec<String>> = kinds
        .map(|((kind, squares), elsewhere)| {
            vec![
                kind.name().to_owned(),
                thousands(times(0, Some(kind))),
                thousands(times(1, Some(kind))),
                thousands(elsewhere),
                format!("{:.1}", float(squares * runs) / 9.0),
            ]
        })
        .collect();
    if times(0, None) + times(1, None) > 0 {
        let shared = [times(0, None), times(1, None)].map(thousands);
        let [apart, together] = shared;
        let none = String::new;
        rows.push(vec![
            "none alone".to_owned(),
            apart,
            together,
            none(),
            none(),
        ]);
    }
    rows
}
