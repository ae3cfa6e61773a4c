//! Generates `docs/records/search.md` and its picture: every algorithm with its counts.

use std::sync::Arc;

use matchboxes::game::{Game, Key, Move, Outcome, Side, Verdict};
use matchboxes::games::{ConnectFour, End, Hexapawn, Parts, Result, SplitNim, TicTacToe};
use matchboxes::search::synthetic::{LeafValues, TextPlace, TextTree};
use matchboxes::search::{
    Evaluate, Limits, Offering, Offers, Question, Score, SearchResult, Status, parse,
};
use matchboxes::text::thousands;
use matchboxes_pictures::plot::{Bands, Heading, Point, Series, bands};

use crate::place::is_current;
use crate::search_trees;

/// The depth-first searches, then those with a list or a table, in the order of the page.
const SEARCHES: &str = "minimax negamax alphabeta negaalpha alphabeta-soft pvs sss \
    mt-sss:table=all,keys=path,order=natural alphabeta-soft:table=16 pvs:table=16 mt-sss:table=16 dual:table=16 \
    mtdf:table=16 id:pvs:table=16,order=table/killer/history";

/// Searches that always look to the end of the game.
const TO_THE_END: &str = "best best:aim=result best-result solve solve:keys=canonical pns mcts";

fn find<G: Game + 'static>(
    game: &G,
    offers: &Offers<G>,
    name: &str,
    depth: Option<u16>,
) -> SearchResult {
    let search = parse(name, offers).expect("a search");
    let limits = Limits {
        depth,
        ..Limits::default()
    };
    let at = game.start();
    search
        .search(&Question { game, at, limits })
        .expect("within its memory")
}

/// A table of the searches on one game; those with the same counts share a row.
fn table<G: Game + 'static>(
    game: &G,
    offers: &Offers<G>,
    searches: &str,
    depth: Option<u16>,
) -> String {
    let mut text =
        "| search | value | returned depth | nodes | leaves | cut-offs | from the table |\n\
         |---|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
    let rows = searches.split(' ').map(|name| {
        let found = find(game, offers, name, depth);
        let counts = found.counts;
        let value = match found.status {
            Status::Exact => found.value.to_string(),
            Status::AtMost => format!("at most {}", found.value),
            Status::AtLeast => format!("at least {}", found.value),
            Status::Estimate | Status::CutShort => format!("about {} / 1000", found.value),
        };
        let counts = [counts.nodes, counts.leaves, counts.cutoffs, counts.hits].map(thousands);
        let cells = format!("{value} | {} | {}", found.depth, counts.join(" | "));
        (format!("`{name}`"), cells)
    });
    let rows: Vec<(String, String)> = rows.collect();
    for alike in rows.chunk_by(|one, next| one.1 == next.1) {
        let names: Vec<&str> = alike.iter().map(|row| &*row.0).collect();
        text.push_str(&format!("| {} | {} |\n", names.join(", "), alike[0].1));
    }
    text
}

fn whole<G: Offering>(game: &G) -> String {
    let all = [SEARCHES, TO_THE_END].join(" ");
    table(game, &game.offers(), &all, None)
}

/// A uniform tree whose keys are the plies and the numbers of the nodes in their plies, from left to right. Which nodes of
/// a small table share a place depends on the keys.
#[derive(Clone)]
struct Numbered {
    tree: TextTree,
    branching: u16,
}

impl Game for Numbered {
    type Position = (TextPlace, u16, u64);

    fn name(&self) -> String {
        self.tree.name()
    }

    fn start(&self) -> Self::Position {
        (self.tree.start(), 0, 0)
    }

    fn side(&self, at: &Self::Position) -> Side {
        self.tree.side(&at.0)
    }

    fn outcome(&self, at: &Self::Position) -> Option<Outcome> {
        self.tree.outcome(&at.0)
    }

    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Move> {
        self.tree.moves(&at.0)
    }

    fn play(&self, &(at, ply, number): &Self::Position, m: Move) -> Self::Position {
        let first = number * u64::from(self.branching);
        (self.tree.play(&at, m), ply + 1, first + u64::from(m.0))
    }

    fn move_count(&self) -> u16 {
        self.branching
    }

    fn key(&self, &(_, ply, number): &Self::Position) -> Key {
        Key(u128::from(ply) << 64 | u128::from(number))
    }

    fn position(&self, _: Key) -> Option<Self::Position> {
        None
    }

    fn write_move(&self, m: Move) -> String {
        self.tree.write_move(m)
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        self.tree.read_move(text)
    }

    fn write_position(&self, at: &Self::Position) -> String {
        self.tree.write_position(&at.0)
    }

    fn read_position(&self, _: &str) -> Result<Self::Position> {
        unreachable!("the page has no positions of trees")
    }
}

impl Evaluate<Numbered> for LeafValues {
    fn finished(
        &self,
        game: &Numbered,
        at: &<Numbered as Game>::Position,
        verdict: Verdict,
    ) -> Score {
        self.finished(&game.tree, &at.0, verdict)
    }
}

fn uniform(branching: u16, depth: u16, seed: u64, range: u32) -> String {
    let tree = search_trees::uniform(branching, depth, seed, range);
    let game = Numbered { tree, branching };
    let usual = Arc::new(LeafValues);
    let offers = Offers::default();
    table(&game, &Offers { usual, ..offers }, SEARCHES, None)
}

fn connect_four(columns: u8, rows: u8) -> ConnectFour {
    ConnectFour::new(columns, rows).expect("a board")
}

/// The searches, with an evaluation by lines.
fn judged() -> String {
    let with = |name: &str| match name.split_once(':') {
        Some(("id", rest)) => format!("id:{rest},eval=lines"),
        Some(_) => format!("{name},eval=lines"),
        None => format!("{name}:eval=lines"),
    };
    SEARCHES.split(' ').map(with).collect::<Vec<_>>().join(" ")
}

fn page() -> String {
    let small = connect_four(4, 4);
    let split = SplitNim::new(10, Parts::Unequal, End::Normal).expect("a pile");
    format!(
        include_str!("page.md"),
        tictactoe = whole(&TicTacToe),
        split = whole(&split),
        hexapawn = whole(&Hexapawn::new(3, 3).expect("a board")),
        connect = table(&small, &small.offers(), &judged(), Some(8)),
        few = uniform(4, 6, 6, 3),
        many = uniform(10, 4, 8, 1000),
    )
}

/// Leaves against depth, as powers of ten.
fn picture() -> Vec<u8> {
    const DEEPEST: u16 = 7;
    let game = connect_four(7, 6);
    let offers = game.offers();
    let point = |depth: u16, leaves: u64| {
        let [low, mid, high] = [matchboxes::text::float(leaves).log10(); 3];
        let x = f64::from(depth);
        Point { x, low, mid, high }
    };
    let named = [
        ("minimax", "minimax:eval=lines"),
        ("alpha-beta", "alphabeta:eval=lines"),
        ("SSS*", "sss:eval=lines"),
        (
            "alpha-beta, centre first",
            "alphabeta-soft:eval=lines,order=centre",
        ),
        (
            "PVS, table, centre first",
            "pvs:eval=lines,table=18,order=table/killer/centre/history",
        ),
    ];
    let mut series: Vec<Series> = named
        .iter()
        .map(|(label, name)| Series {
            name: (*label).to_owned(),
            points: (1..=DEEPEST)
                .map(|depth| {
                    let found = find(&game, &offers, name, Some(depth));
                    point(depth, found.counts.leaves)
                })
                .collect(),
            ..Series::default()
        })
        .collect();
    // Knuth and Moore's minimum number of leaves with seven moves everywhere, which is so to this depth.
    series.push(Series {
        name: "least without a table".to_owned(),
        points: (1..=6)
            .map(|depth: u16| {
                let half = u32::from(depth / 2);
                point(
                    depth,
                    7_u64.pow(u32::from(depth) - half) + 7_u64.pow(half) - 1,
                )
            })
            .collect(),
        ..Series::default()
    });
    let drawing = Bands {
        heading: Heading::new(
            "What each idea saves: leaves against depth",
            "connect four, 7 x 6, from the empty board, judged by its lines",
        ),
        x_label: "depth in plies".to_owned(),
        y_label: "leaves, as a power of ten".to_owned(),
        series,
        ..Bands::default()
    };
    let picture = bands(&drawing);
    picture.png().expect("pixels")
}

#[test]
fn the_page_is_up_to_date() {
    is_current("docs/records/search.md", page());
}

#[test]
fn the_picture_of_the_page_is_up_to_date() {
    is_current("plots/search/leaves.png", picture());
}
