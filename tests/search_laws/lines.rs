//! The best moves and the line of a search, in which every move keeps the value. All searches and their
//! options are checked against plain minimax.

use std::collections::HashMap;
use std::sync::Arc;

use matchboxes::game::{Game, Key, Move};
use matchboxes::games::{self, AnyGame, Position};
use matchboxes::graph::{Budget, Graph, Merging};
use matchboxes::search::{Evaluate, Offers, Score, SearchResult, Status, Zero, best_moves, parse};

use crate::search_trees::{Hashed, ask, find};
use crate::whole::{is_whole, whole_or};

/// Every algorithm, alone and with its own options.
const ALONE: &str = "minimax negamax alphabeta negaalpha alphabeta-soft pvs sss alphabeta:low=-1,high=1 alphabeta:low=0 \
     negaalpha:high=0 alphabeta-soft:low=-1,high=1 alphabeta-soft:low=0 alphabeta-soft:high=0 pvs:low=-1,high=1 \
     pvs:low=0 pvs:high=0 pvs:order=killer/history/static id:sss id:pvs:step=2 id:alphabeta:nodes=60";

/// Searches that are tried with every table.
const AIDED: &str = "alphabeta-soft:low=0 alphabeta-soft:high=0 alphabeta-soft pvs:low=-1,high=1 pvs mt-sss dual dual:start=0 \
     dual:start=-2 mtdf mtdf:guess=-1 mtdf:guess=1 id:pvs id:mtdf:nodes=200";

const TABLES: &str = "table=0 table=3,replace=always table=5,replace=deeper,order=killer/history table=16 \
     table=16,order=table/killer/history table=6,keys=path table=all,keys=path,order=natural";

/// Searches to the end of the game or with mirrored positions, which know results only.
const OF_RESULTS: &str = "best best:aim=result best:table=0 best-result solve solve:keys=canonical pns pns:goal=draw sss:start=1 \
     mt-sss:start=1 pvs:table=8,keys=canonical mtdf:table=16,keys=canonical dual:table=16,keys=canonical,start=1";

/// The names of all searches.
fn names(of_results: bool) -> Vec<String> {
    let alone = if of_results { OF_RESULTS } else { "" };
    let alone = ALONE.split(' ').chain(alone.split_whitespace());
    let aided = AIDED.split(' ').flat_map(|name| {
        let rest = name.strip_prefix("id:").unwrap_or(name);
        let with = if rest.contains(':') { ',' } else { ':' };
        let tables = TABLES.split(' ');
        tables.map(move |table| format!("{name}{with}{table}"))
    });
    alone.map(str::to_owned).chain(aided).collect()
}

/// Plain minimax that remembers its values.
struct Truth<'a, G: Game> {
    game: &'a G,
    evaluation: Arc<dyn Evaluate<G>>,
    known: HashMap<(Key, Option<u16>), Score>,
}

impl<'a, G: Game> Truth<'a, G> {
    /// For searches to the end, or to this depth with an arbitrary evaluation.
    fn new(game: &'a G, depth: Option<u16>) -> Self {
        Self {
            game,
            evaluation: match depth {
                None => Arc::new(Zero),
                Some(_) => Arc::new(Hashed { seed: 3, range: 4 }),
            },
            known: HashMap::new(),
        }
    }

    /// The value for the side to move with this number of plies left, or to the end.
    fn value(&mut self, at: &G::Position, left: Option<u16>) -> Score {
        if let Some(outcome) = self.game.outcome(at) {
            let verdict = outcome.verdict(self.game.side(at));
            return self.evaluation.finished(self.game, at, verdict);
        }
        if left == Some(0) {
            return self.evaluation.value(self.game, at);
        }
        let key = (self.game.key(at), left);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let left = left.map(|left| left - 1);
        let moves: Vec<Move> = self.game.moves(at).collect();
        let mut value = |&m| -self.value(&self.game.play(at, m), left);
        let values = moves.iter().map(&mut value);
        let value = values.max().expect("an unfinished position has moves");
        self.known.insert(key, value);
        value
    }

    /// Checks the result of a search of a position.
    fn check(&mut self, at: &G::Position, depth: Option<u16>, found: &SearchResult, name: &str) {
        let game = self.game;
        let name = format!("{name} to {depth:?} at {}", game.write_position(at));
        let (status, depth) = match (found.status, found.limit) {
            // Iterative deepening that is cut short gives the result of its last iteration.
            (Status::CutShort, Some(limit)) => (Status::Exact, Some(limit)),
            (status, _) => (status, depth),
        };
        let holds = |ours: Score| match status {
            Status::Exact => ours == found.value,
            Status::AtLeast => ours >= found.value,
            Status::AtMost => ours <= found.value,
            Status::CutShort | Status::Estimate => true,
        };
        assert!(holds(self.value(at, depth)), "{name}: value");
        assert!(found.line.len() <= usize::from(found.depth), "{name}");
        let mut reached = *at;
        for (ply, &m) in (1..).zip(&found.line) {
            assert!(game.moves(&reached).any(|legal| legal == m), "{name}");
            reached = game.play(&reached, m);
            let value = self.value(&reached, depth.map(|depth| depth - ply));
            let ours = if ply % 2 == 0 { value } else { -value };
            let line = &found.line;
            assert!(holds(ours), "{name}: move {ply} of {line:?} loses it");
        }
        if status == Status::Exact {
            assert_eq!(found.line.first(), found.best.as_ref(), "{name}");
        }
        let has_best = game.outcome(at).is_none() && depth != Some(0);
        assert_eq!(found.best.is_some(), has_best, "{name}");
    }
}

/// The start of a game and every `step`th position after it.
fn sample<G: Game>(game: &G, step: usize) -> Vec<G::Position> {
    let graph = Graph::complete(game.clone(), Merging::None, Budget::new(200_000), "a test")
        .expect("small");
    let positions = graph.nodes().step_by(step);
    positions.map(|node| *graph.position(node)).collect()
}

/// Searches positions of a game to the end, or to this depth with an arbitrary evaluation.
fn check_lines(game: &AnyGame, positions: &[Position], depth: Option<u16>) {
    let mut truth = Truth::new(game, depth);
    let offers = Offers {
        usual: truth.evaluation.clone(),
        ..Offers::default()
    };
    for name in names(depth.is_none()) {
        let search = parse(&name, &offers).expect("a search");
        for &at in positions {
            let found = find(&*search, &ask(game, at, depth));
            truth.check(&at, depth, &found, &name);
        }
    }
}

/// Every move of a line to the end keeps the value; the whole form searches more positions.
#[test]
fn every_move_of_a_line_to_the_end_keeps_the_value() {
    for (name, step) in [
        ("split-nim:12", 3),
        ("split-nim:11:misere", 3),
        ("nim:2,3,2", 3),
        ("nim:1,2,3:misere", 2),
        ("hexapawn", 4),
        ("hexapawn:4x3", 41),
        ("connect-four:3x3", 41),
    ] {
        let game = games::parse(name).expect("a game");
        check_lines(&game, &sample(&game, whole_or(step, 5 * step)), None);
    }
    // The whole tree of the start of tic-tac-toe would be too large: three stones at least.
    let game = games::parse("tic-tac-toe").expect("a game");
    let mut late = sample(&game, whole_or(97, 397));
    late.retain(|at| game.moves(at).count() <= 6);
    assert!(late.len() > 5);
    check_lines(&game, &late, None);
}

/// Every move of a line to a depth keeps the value; the whole form searches more positions.
#[test]
fn every_move_of_a_line_to_a_depth_keeps_the_value() {
    for (name, step) in [
        ("tic-tac-toe", 411),
        ("nim:3,4,2", 7),
        ("hexapawn:4x3", 71),
        ("connect-four:3x4", 811),
    ] {
        let game = games::parse(name).expect("a game");
        let positions = sample(&game, whole_or(step, 3 * step));
        (0..=5).for_each(|depth| check_lines(&game, &positions, Some(depth)));
    }
}

/// Compares all moves of these positions, with one table for all moves.
fn check_best_moves(game: &AnyGame, positions: Vec<Position>) {
    let mut truth = Truth::new(game, None);
    for at in positions {
        let value = truth.value(&at, None);
        let mut wanted: Vec<Move> = game.moves(&at).collect();
        wanted.retain(|&m| -truth.value(&game.play(&at, m), None) == value);
        for algorithm in ["alphabeta-soft", "pvs", "mt-sss", "dual", "mtdf"] {
            for table in TABLES.split(' ') {
                let name = format!("{algorithm}:{table}");
                let search = parse(&name, &Offers::default()).expect("a search");
                let choices = search.choices(&ask(game, at, None));
                let choices = choices.expect("within its memory");
                let place = game.write_position(&at);
                assert_eq!(best_moves(&choices), wanted, "{name} at {place}");
                // With keys by path, the moves share no entry of the table, so each search counts the same as
                // alone. MTD(f) also remembers its last value.
                let is_alone = table == "table=all,keys=path,order=natural";
                for choice in choices.iter().filter(|_| is_alone && algorithm != "mtdf") {
                    let at = game.play(&at, choice.m);
                    let alone = find(&*search, &ask(game, at, None)).counts;
                    let mut shared = choice.found.counts;
                    shared.peak = alone.peak;
                    assert_eq!(shared, alone, "{name} at {place}, {}", choice.m.0);
                }
            }
        }
    }
}

/// A table that all moves share keeps the best moves; the whole form searches more positions, and the start of every game.
#[test]
fn a_table_shared_by_all_moves_keeps_the_best_moves() {
    for (name, step) in [
        ("tic-tac-toe", 1_300),
        ("mnk:4,3,3", 200_000),
        ("mnk:3,3,2", 97),
        ("split-nim:12", 1),
        ("nim:1,3,4", 2),
        ("hexapawn", 3),
        ("hexapawn:4x3", 61),
        ("connect-four:3x3", 61),
    ] {
        let game = games::parse(name).expect("a game");
        let mut positions = sample(&game, whole_or(step, step.min(500)));
        if !is_whole() {
            positions = positions.split_off(positions.len() / 4);
            positions.truncate(60);
        }
        check_best_moves(&game, positions);
    }
}
