//! Our searches compared with those of the crate `minimax` 0.6.0, on one core.
//! `cargo bench -p menace-benches --bench minimax_crate`.
//!
//! The crate gets rules written specially for each game, on two words of bits, and uses iterative deepening
//! with a table of 64 MB; our searches use the rules trait, with a table of at most 64 MB. Both evaluate
//! positions with the same function and must find the same value. All searches take turns. The output shows
//! the median time in milliseconds, the median ratio of the time to that of the crate's first line within a
//! turn, and the nodes as each program counts them. Every search starts with a new table.

use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Instant;

use matchboxes::game::{Side, Verdict};
use matchboxes::games::{ConnectFour, Othello};
use matchboxes::search::{Evaluate, Limits, Offering, Offers, Question, Score, parse};
use minimax::{IterativeOptions, IterativeSearch, Strategy, Winner};

use median::median;

mod median;
#[path = "bare/othello.rs"]
mod othello;

const TURNS: usize = 9;
const DEPTH: u8 = 12;
/// A score above that of any unfinished position.
const WON: i32 = 30_000;

fn main() {
    let turns = std::env::args().find_map(|word| word.parse().ok());
    let turns = turns.unwrap_or(TURNS);
    let four = ConnectFour::new(7, 6).expect("a board");
    println!("connect four 7 x 6, depth {DEPTH}, threats and middle columns");
    compare::<Four, _>(
        turns,
        Bits::default(),
        &four,
        &[
            "id:pvs:depth=12,table=18,order=table/killer/history,eval=own",
            "pvs:depth=12,table=18,order=table/killer/history/centre,eval=own",
            "id:pvs:depth=12,table=18,order=table/killer/history/centre,eval=own",
            "id:mtdf:depth=12,table=18,order=table/killer/history/centre,eval=own",
            "id:mtdf:depth=12,table=18,order=table/killer/history/centre,keys=canonical,eval=own",
        ],
    );
    let eight = Othello::new(8).expect("a board");
    println!("Othello 8 x 8, depth {DEPTH}, difference of discs");
    compare::<Discs, _>(
        turns,
        Bits {
            own: 0x0000_0008_1000_0000,
            enemy: 0x0000_0010_0800_0000,
        },
        &eight,
        &[
            "id:pvs:depth=12,table=18,order=table/killer/history,eval=own",
            "id:mtdf:depth=12,table=18,order=table/killer/history,eval=own",
            "id:pvs:depth=12,table=18,order=table/killer/history,step=2,eval=own",
            "id:pvs:depth=12,table=18,order=table/killer/history/corners,step=2,eval=own",
            "id:pvs:depth=12,table=18,order=table/mobility,eval=own",
            "id:pvs:depth=12,table=18,order=table/mobility,step=2,eval=own",
        ],
    );
}

/// The pieces of the side to move and those of the other, bit `8 r + c` for row `r` and column `c`.
#[derive(Clone, Copy, Default)]
struct Bits {
    own: u64,
    enemy: u64,
}

/// Evaluates unfinished positions for the side to move.
trait Judge {
    fn judge(own: u64, enemy: u64) -> i32;
}

/// A hash for the crate's table: the finisher of splitmix64.
const fn hash(bits: Bits) -> u64 {
    let x = bits.own ^ bits.enemy.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The rules of connect four for the crate.
struct Four;

const COLUMN: u64 = 0x0000_0101_0101_0101;
const TOP: u64 = 0x7f;
const BOARD: u64 = TOP * COLUMN;
/// The four directions of a line.
const WAYS: [u32; 4] = [1, 7, 8, 9];

impl minimax::Game for Four {
    type S = Bits;
    type M = u8;

    fn generate_moves(bits: &Bits, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(bits);
        if winner.is_none() {
            let open = TOP & !(bits.own | bits.enemy);
            moves.extend((0..7).filter(|column| open >> column & 1 == 1));
        }
        winner
    }

    fn apply(bits: &mut Bits, column: u8) -> Option<Bits> {
        let free = (COLUMN << column) & !(bits.own | bits.enemy);
        Some(Bits {
            own: bits.enemy,
            enemy: bits.own | 1 << free.ilog2(),
        })
    }

    fn get_winner(bits: &Bits) -> Option<Winner> {
        let is_line = |way: &u32| {
            let pairs = bits.enemy & (bits.enemy >> way);
            pairs & (pairs >> (2 * way)) != 0
        };
        if WAYS.iter().any(is_line) {
            return Some(Winner::PlayerJustMoved);
        }
        (bits.own | bits.enemy == BOARD).then_some(Winner::Draw)
    }

    fn zobrist_hash(bits: &Bits) -> u64 {
        hash(*bits)
    }
}

impl Judge for Four {
    /// Ten points for each free cell that would complete a line, one for each stone in the three middle
    /// columns.
    fn judge(own: u64, enemy: u64) -> i32 {
        let free = BOARD & !(own | enemy);
        let points = |stones: u64| {
            let mut cells = 0;
            for way in WAYS {
                let pairs = stones & (stones >> way);
                let threes = pairs & (stones >> (2 * way));
                cells |= threes << (3 * way) | threes >> way;
                cells |= (pairs & (stones >> (3 * way))) << (2 * way);
                cells |= (stones & (pairs >> (2 * way))) << way;
            }
            let middle = stones & (COLUMN << 2 | COLUMN << 3 | COLUMN << 4);
            10 * (cells & free).count_ones().cast_signed() + middle.count_ones().cast_signed()
        };
        points(own) - points(enemy)
    }
}

/// The rules of Othello for the crate; move 64 is a pass.
struct Discs;

const PASS: u8 = 64;

impl minimax::Game for Discs {
    type S = Bits;
    type M = u8;

    fn generate_moves(bits: &Bits, moves: &mut Vec<u8>) -> Option<Winner> {
        let mut rest = othello::places(bits.own, bits.enemy);
        if rest == 0 {
            if othello::places(bits.enemy, bits.own) == 0 {
                return Some(majority(bits));
            }
            moves.push(PASS);
        }
        while rest != 0 {
            moves.push(u8::try_from(rest.trailing_zeros()).expect("64 squares"));
            rest &= rest - 1;
        }
        None
    }

    fn apply(bits: &mut Bits, square: u8) -> Option<Bits> {
        let Bits { own, enemy } = *bits;
        if square == PASS {
            let (own, enemy) = (enemy, own);
            return Some(Bits { own, enemy });
        }
        let disc = 1 << square;
        let turned = othello::turns(disc, own, enemy);
        Some(Bits {
            own: enemy ^ turned,
            enemy: own | disc | turned,
        })
    }

    fn get_winner(bits: &Bits) -> Option<Winner> {
        let Bits { own, enemy } = *bits;
        let over = othello::places(own, enemy) == 0 && othello::places(enemy, own) == 0;
        over.then(|| majority(bits))
    }

    fn zobrist_hash(bits: &Bits) -> u64 {
        hash(*bits)
    }
}

fn majority(bits: &Bits) -> Winner {
    match Discs::judge(bits.own, bits.enemy) {
        0 => Winner::Draw,
        1.. => Winner::PlayerToMove,
        _ => Winner::PlayerJustMoved,
    }
}

impl Judge for Discs {
    fn judge(own: u64, enemy: u64) -> i32 {
        own.count_ones().cast_signed() - enemy.count_ones().cast_signed()
    }
}

impl<T: Judge + minimax::Game<S = Bits>> minimax::Evaluator for Own<T> {
    type G = T;

    fn evaluate(&self, bits: &Bits) -> i16 {
        i16::try_from(T::judge(bits.own, bits.enemy)).expect("a few points")
    }
}

/// The same evaluation for both programs.
struct Own<T>(PhantomData<fn() -> T>);

/// A game whose positions are two sets of pieces.
trait Pieces: Offering {
    fn pieces(at: &Self::Position, side: Side) -> u64;
}

impl Pieces for ConnectFour {
    fn pieces(at: &Self::Position, side: Side) -> u64 {
        at.stones(side)
    }
}

impl Pieces for Othello {
    fn pieces(at: &Self::Position, side: Side) -> u64 {
        at.discs(side)
    }
}

impl<G: Pieces, T: Judge> Evaluate<G> for Own<T> {
    fn value(&self, game: &G, at: &G::Position) -> Score {
        let side = game.side(at);
        let [own, enemy] = [side, side.other()].map(|side| G::pieces(at, side));
        Score::new(T::judge(own, enemy))
    }

    fn result(&self, verdict: Verdict) -> Option<Score> {
        Some(Score::new(WON * Score::for_verdict(verdict).points()))
    }
}

/// The result of a search.
struct Run {
    value: i32,
    nodes: u64,
    seconds: f64,
}

fn theirs<T: Judge + minimax::Game<S = Bits, M = u8>>(at: Bits, options: IterativeOptions) -> Run {
    let began = Instant::now();
    let own = Own::<T>(PhantomData);
    let mut search = IterativeSearch::new(own, options.with_table_byte_size(64_000_000));
    search.set_max_depth(DEPTH);
    black_box(search.choose_move(black_box(&at)));
    let seconds = began.elapsed().as_secs_f64();
    // The crate reports its nodes only in a sentence.
    let stats = search.stats(&mut at.clone());
    let mut words = stats
        .split_whitespace()
        .skip_while(|word| *word != "Explored");
    Run {
        value: search.root_value().into(),
        nodes: words.nth(1).and_then(|n| n.parse().ok()).expect("a count"),
        seconds,
    }
}

fn ours<G: Pieces + 'static, T: Judge + 'static>(game: &G, name: &str) -> Run {
    let offers = Offers {
        evaluations: vec![("own", Arc::new(Own::<T>(PhantomData)))],
        ..game.offers()
    };
    let search = parse(name, &offers).expect("a search");
    let (at, limits) = (game.start(), Limits::default());
    let question = Question { game, at, limits };
    let began = Instant::now();
    let found = search.search(black_box(&question)).expect("enough memory");
    Run {
        seconds: began.elapsed().as_secs_f64(),
        value: found.value.points(),
        nodes: found.counts.nodes,
    }
}

fn compare<T, G>(turns: usize, at: Bits, game: &G, names: &[&str])
where
    T: Judge + minimax::Game<S = Bits, M = u8> + 'static,
    G: Pieces + 'static,
{
    type Searching<'a> = Box<dyn Fn() -> Run + 'a>;
    let new = IterativeOptions::new;
    let mut all: Vec<(&str, Searching<'_>)> = vec![
        ("minimax crate", Box::new(move || theirs::<T>(at, new()))),
        (
            "minimax crate, double step",
            Box::new(move || theirs::<T>(at, new().with_double_step_increment())),
        ),
        (
            "minimax crate, MTD(f)",
            Box::new(move || theirs::<T>(at, new().with_mtdf())),
        ),
    ];
    for name in names {
        all.push((name, Box::new(move || ours::<G, T>(game, name))));
    }
    let mut runs: Vec<Vec<Run>> = all.iter().map(|_| Vec::new()).collect();
    for _ in 0..turns {
        for ((_, search), runs) in all.iter().zip(&mut runs) {
            runs.push(search());
        }
    }
    let value = runs[0][0].value;
    for ((name, _), own) in all.iter().zip(&runs) {
        assert!(own.iter().all(|run| run.value == value), "{name}: {value}");
        let ratios = own
            .iter()
            .zip(&runs[0])
            .map(|(own, first)| own.seconds / first.seconds);
        let mut nodes: Vec<u64> = own.iter().map(|run| run.nodes).collect();
        nodes.sort_unstable();
        let nodes = nodes[nodes.len() / 2];
        println!(
            "{:8.1} ms {:6.2} {nodes:10} nodes  {name}",
            1e3 * median(own.iter().map(|run| run.seconds)),
            median(ratios),
        );
    }
    println!("all found the value {value}\n");
}
