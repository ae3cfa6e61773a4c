//! Laws that all searches obey, checked over thousands of random trees and hashed evaluations, and one test
//! for each trap that searches may fall into.

#[path = "search_laws/best.rs"]
mod best;
#[path = "search_laws/lines.rs"]
mod lines;
#[path = "search_laws/proofs.rs"]
mod proofs;
#[path = "search_laws/soon.rs"]
mod soon;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Key, Move, Outcome, Side, Verdict};
use matchboxes::games::Error;
use matchboxes::games::{self, AnyGame, TicTacToe};
use matchboxes::player::Player;
use matchboxes::search::synthetic::{LeafValues, TextPlace, TextTree};
use matchboxes::search::{
    Algorithm, Evaluate, Keys, LeafReason, Limits, Memory, Offering, Offers, Points, Question,
    Replacement, Score, Search, SearchFiles, SearchResult, Searcher, Searching, Setting, Status,
    TableSetting, TableSize, Window, minimal_leaves, parse,
};

use crate::search_trees::{self, Hashed, find, uniform};
use crate::tools::weights;
use crate::whole::whole_or;

fn ask<G: Game>(game: &G, depth: Option<u16>) -> Question<'_, G> {
    search_trees::ask(game, game.start(), depth)
}

fn plain<G: Game>(algorithm: Algorithm) -> Searcher<G> {
    Searcher::new(Setting::new(algorithm))
}

fn with_evaluator<G: Game>(by: impl Evaluate<G> + 'static) -> Searcher<G> {
    Searcher {
        evaluation: Arc::new(by),
        ..plain(Algorithm::Minimax)
    }
}

/// Searches a whole tree, whose leaves have their values.
fn find_in(game: &TextTree, algorithm: Algorithm) -> SearchResult {
    find(
        &with_evaluator(LeafValues).with(algorithm),
        &ask(game, None),
    )
}

/// The search of tic-tac-toe with this name.
fn named(name: &str) -> Box<dyn Search<TicTacToe>> {
    parse(name, &Offers::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The player of tic-tac-toe that searches so.
fn searching(name: &str) -> Searching {
    Searching::named(&TicTacToe.into(), name, &SearchFiles::default()).unwrap()
}

/// A tree of random shape: up to four children for each node, at most `depth` plies, values from -3 to
/// `range` - 4.
fn grow(dice: &mut Dice, depth: u64, range: u64) -> String {
    let value = |dice: &mut Dice| (i64::try_from(dice.below(range)).unwrap() - 3).to_string();
    if depth == 0 || dice.below(6) == 0 {
        return value(dice);
    }
    let children = 1 + dice.below(4);
    let words: Vec<String> = (0..children)
        .map(|_| grow(dice, depth - 1, range))
        .collect();
    format!("({})", words.join(" "))
}

fn random_trees(number: u64) -> impl Iterator<Item = TextTree> {
    (0..number).map(|n| {
        let mut dice = Dice::new(10, Purpose::Trial, 1, n);
        let range = [2, 3, 7, 100][usize::try_from(n % 4).unwrap()];
        TextTree::parse(&grow(&mut dice, 1 + n % 6, range)).expect("a tree")
    })
}

/// Uniform trees, with the number of children and the depth of each.
fn uniform_trees(number: u64) -> impl Iterator<Item = (u16, u16, TextTree)> {
    (0..number).map(|n| {
        let mut dice = Dice::new(11, Purpose::Trial, 1, n);
        let branching = 2 + u16::try_from(dice.below(3)).unwrap();
        let depth = 1 + u16::try_from(dice.below(5)).unwrap();
        let range = [2, 3, 10, 1000][usize::try_from(dice.below(4)).unwrap()];
        (branching, depth, uniform(branching, depth, n, range))
    })
}

fn table(room: TableSize, replacement: Replacement, keys: Keys) -> TableSetting {
    TableSetting {
        room,
        replacement,
        keys,
        exact_depth: true,
    }
}

fn growing(keys: Keys) -> TableSetting {
    table(TableSize::Growing(100_000), Replacement::Always, keys)
}

/// Every algorithm that takes a setting, with tables and orders of all kinds; and without a depth limit `best`, by the
/// rules alone.
fn all<G: Game + 'static>(search: &Searcher<G>, depth: Option<u16>) -> Vec<Box<dyn Search<G>>> {
    let with = |table, killers, history| {
        let mut search = search.clone();
        search.setting = Setting {
            table: Some(table),
            killers,
            history,
            ..search.setting
        };
        search
    };
    let tiny = table(TableSize::Bits(0), Replacement::Always, Keys::Position);
    let small = table(TableSize::Bits(4), Replacement::TwoTier, Keys::Position);
    let deeper = table(TableSize::Bits(3), Replacement::Deeper, Keys::Position);
    let mut ranked = search.clone();
    ranked.rank = Some(matchboxes::search::one_ply(search.evaluation.clone()));
    ranked.setting.table_move = false;
    let mut all: Vec<Box<dyn Search<G>>> = Vec::new();
    for (search, algorithm) in [
        (search, Algorithm::Negamax),
        (search, Algorithm::AlphaBeta),
        (search, Algorithm::NegaAlpha),
        (search, Algorithm::AlphaBetaSoft),
        (&ranked, Algorithm::AlphaBetaSoft),
        (search, Algorithm::Pvs),
        (&ranked, Algorithm::Pvs),
        (search, Algorithm::Sss),
    ] {
        all.push(Box::new(search.with(algorithm)));
    }
    for (table, killers, history) in [
        (tiny, false, true),
        (small, true, false),
        (deeper, true, true),
        (growing(Keys::Position), false, false),
        (growing(Keys::Path), false, true),
    ] {
        let search = with(table, killers, history);
        for algorithm in [
            Algorithm::AlphaBetaSoft,
            Algorithm::Pvs,
            Algorithm::Mtdf,
            Algorithm::Dual,
            Algorithm::MtSss,
        ] {
            let mut search = search.with(algorithm);
            search.setting.start = (algorithm == Algorithm::Mtdf).then_some(Score::new(1));
            all.push(Box::new(search));
        }
    }
    if depth.is_none() {
        for bounds in [Some(0), Some(4), None] {
            let mut best = plain(Algorithm::Best);
            best.insight = Arc::new(Points(search.evaluation.clone()));
            best.setting.bounds = bounds;
            all.push(Box::new(best));
        }
    }
    all
}

/// Follows the best line of a search.
fn end_of<G: Game>(question: &Question<'_, G>, found: &SearchResult) -> G::Position {
    let game = question.game;
    let step = |at: G::Position, &m: &Move| {
        assert!(game.moves(&at).any(|legal| legal == m), "the line is legal");
        game.play(&at, m)
    };
    found.line.iter().fold(question.at, step)
}

/// Compares all searches with plain minimax.
fn agree<G: Game + 'static>(search: &Searcher<G>, question: &Question<'_, G>) {
    let plain = find(&search.with(Algorithm::Minimax), question);
    assert_eq!(plain.status, Status::Exact);
    for search in all(search, question.limits.depth) {
        let found = find(&*search, question);
        let name = format!("{} on {}", search.name(), question.game.name());
        assert_eq!(found.value, plain.value, "{name}");
        assert_eq!(found.status, Status::Exact, "{name}");
        assert_eq!(found.best.is_some(), plain.best.is_some(), "{name}");
        assert_eq!(found.line.first(), found.best.as_ref(), "{name}");
        end_of(question, &found);
        if ["negamax", "alphabeta", "negaalpha"].contains(&search.name()) {
            assert_eq!(found.depth, plain.depth, "{name}: returned depth");
            assert_eq!(found.line, plain.line, "{name}: line");
        }
    }
}

/// Trees of any shape, then uniform ones.
fn trees(random: u64, uniform: u64) -> impl Iterator<Item = TextTree> {
    random_trees(random).chain(uniform_trees(uniform).map(|(.., game)| game))
}

#[test]
fn all_searches_agree_on_trees() {
    for game in trees(1500, 600) {
        agree(&with_evaluator(LeafValues), &ask(&game, None));
    }
}

/// Evaluations that have nothing to do with the game.
#[test]
fn all_searches_agree_under_hashed_evaluations_at_every_depth() {
    for (name, depth) in [("tic-tac-toe", 4), ("nim:3,4,2", 9), ("nim:2,3:misere", 5)] {
        let game = games::parse(name).expect("a game");
        for depth in 0..=depth {
            for (seed, range) in [(1, 2), (2, 5), (3, 1000)] {
                let search = with_evaluator(Hashed { seed, range });
                agree(&search, &ask(&game, Some(depth)));
            }
        }
    }
}

#[test]
fn mirror_images_in_the_table_change_no_value() {
    for depth in 0..=9 {
        let minimax = find(&plain(Algorithm::Minimax), &ask(&TicTacToe, Some(depth)));
        for bits in [0, 3, 16] {
            let mut search = plain(Algorithm::Pvs);
            search.setting.table = Some(table(
                TableSize::Bits(bits),
                Replacement::TwoTier,
                Keys::Canonical,
            ));
            for search in all(&search, Some(depth)).iter().take(4) {
                let found = find(&**search, &ask(&TicTacToe, Some(depth)));
                assert_eq!(found.value, minimax.value);
                end_of(&ask(&TicTacToe, Some(depth)), &found);
            }
        }
    }
}

/// Records every leaf that is evaluated.
struct Recording(Arc<Mutex<BTreeSet<Key>>>);

impl Evaluate<TextTree> for Recording {
    fn value(&self, _: &TextTree, _: &TextPlace) -> Score {
        unreachable!("no depth limit")
    }

    fn finished(&self, game: &TextTree, at: &TextPlace, verdict: Verdict) -> Score {
        self.0.lock().unwrap().insert(game.key(at));
        LeafValues.finished(game, at, verdict)
    }
}

fn leaves_of(
    game: &TextTree,
    build: impl FnOnce(Searcher<TextTree>) -> Searcher<TextTree>,
) -> (BTreeSet<Key>, SearchResult) {
    let seen = Arc::new(Mutex::new(BTreeSet::new()));
    let search = with_evaluator(Recording(seen.clone()));
    let found = find(&build(search), &ask(game, None));
    let seen = seen.lock().unwrap().clone();
    (seen, found)
}

fn leaf_sets(game: &TextTree) {
    let with_table = |search: &Searcher<TextTree>, algorithm| {
        let mut search = search.with(algorithm);
        search.setting.table = Some(growing(Keys::Path));
        search.setting.table_move = false;
        search
    };
    let (cut, found) = leaves_of(game, |search| search.with(Algorithm::AlphaBeta));
    let (best_first, counted) = leaves_of(game, |search| search.with(Algorithm::Sss));
    let (tested, _) = leaves_of(game, |search| with_table(&search, Algorithm::MtSss));
    let (dual, _) = leaves_of(game, |search| with_table(&search, Algorithm::Dual));
    let (every, plain) = leaves_of(game, |search| search.with(Algorithm::Minimax));
    assert!(best_first.is_subset(&cut) && cut.is_subset(&every));
    assert_eq!(best_first, tested, "{}", game.name());
    assert!(dual.len() <= cut.len());
    let minimal = minimal_leaves(&ask(game, None), &with_evaluator(LeafValues));
    let (counted, found) = (counted.counts.leaves, found.counts.leaves);
    assert!(minimal <= counted && counted <= found && found <= plain.counts.leaves);
    assert_eq!(counted, best_first.len() as u64);
}

#[test]
fn sss_evaluates_no_leaf_that_alpha_beta_skips() {
    trees(1000, 500).for_each(|game| leaf_sets(&game));
}

#[test]
fn alpha_beta_is_minimal_when_the_best_move_comes_first() {
    let truth = |game: &TextTree, at: &TextPlace, m: Move| {
        let (at, limits) = (game.play(at, m), Limits::default());
        let search = with_evaluator(LeafValues).with(Algorithm::Negamax);
        -find(&search, &Question { game, at, limits }).value.points()
    };
    for (branching, depth, game) in uniform_trees(200) {
        let (b, d) = (u64::from(branching), u32::from(depth));
        let least = b.pow(d.div_ceil(2)) + b.pow(d / 2) - 1;
        let search = Searcher {
            rank: Some(Arc::new(truth)),
            ..with_evaluator(LeafValues).with(Algorithm::AlphaBetaSoft)
        };
        let found = find(&search, &ask(&game, None));
        let minimal = minimal_leaves(&ask(&game, None), &with_evaluator(LeafValues));
        assert_eq!([found.counts.leaves, minimal], [least; 2]);
    }
}

#[test]
fn fail_hard_stays_in_the_window_and_fail_soft_bounds_on_the_right_side() {
    for (n, game) in (0_u64..).zip(random_trees(1000)) {
        let value = find_in(&game, Algorithm::Minimax).value;
        let mut dice = Dice::new(12, Purpose::Trial, 0, n);
        let low = i32::try_from(dice.below(8)).unwrap() - 4;
        let high = low + 1 + i32::try_from(dice.below(4)).unwrap();
        let [alpha, beta] = [low, high].map(Score::new);
        let mut inside = with_evaluator(LeafValues);
        inside.setting.window = Window { alpha, beta };
        let status = match value {
            _ if value <= alpha => Status::AtMost,
            _ if value >= beta => Status::AtLeast,
            _ => Status::Exact,
        };
        for algorithm in [Algorithm::AlphaBeta, Algorithm::NegaAlpha] {
            let found = find(&inside.with(algorithm), &ask(&game, None));
            assert_eq!(
                (found.value, found.status),
                (value.clamp(alpha, beta), status)
            );
        }
        for algorithm in [Algorithm::AlphaBetaSoft, Algorithm::Pvs] {
            let found = find(&inside.with(algorithm), &ask(&game, None));
            assert_eq!(found.status, status);
            match status {
                Status::AtMost => assert!(value <= found.value && found.value <= alpha),
                Status::AtLeast => assert!(value >= found.value && found.value >= beta),
                _ => assert_eq!(found.value, value),
            }
        }
    }
}

/// Deepening by one to three plies, in the short form by one and three, ends with the value of a direct search.
#[test]
fn deepening_ends_with_the_value_of_a_direct_search() {
    let names = "minimax alphabeta pvs:table=12 mtdf:table=12 sss alphabeta-soft";
    for name in names.split(' ') {
        for &step in whole_or(&[1, 2, 3][..], &[1, 3]) {
            let (algorithm, options) = name.split_once(':').unwrap_or((name, ""));
            let comma = if options.is_empty() { "" } else { "," };
            for depth in [1, 4, 7, 12] {
                let text = format!("id:{algorithm}:step={step},depth={depth}{comma}{options}");
                let found = find(&*named(&text), &ask(&TicTacToe, None));
                let direct = find(&*named(name), &ask(&TicTacToe, Some(depth)));
                assert_eq!((found.value, found.status), (direct.value, Status::Exact));
                assert_eq!(found.whole, direct.whole, "{text}");
                assert_eq!(found.whole, depth >= 9, "{text}");
                assert!(found.limit <= Some(depth));
            }
        }
    }
}

#[test]
fn a_limit_of_nodes_always_leaves_a_legal_move_of_the_last_finished_iteration() {
    let names = "minimax alphabeta negaalpha pvs sss mtdf mt-sss dual";
    for name in names.split(' ') {
        for nodes in [0, 1, 2, 10, 11, 50, 500] {
            let [_, found] = ["", "id:"].map(|how| {
                let search = named(&format!("{how}{name}:nodes={nodes}"));
                let found = find(&*search, &ask(&TicTacToe, None));
                assert_eq!(found.status, Status::CutShort, "{how}{name} {nodes}");
                assert!(found.best.is_some() && found.counts.nodes <= nodes);
                found
            });
            if let Some(limit) = found.limit {
                let direct = find(&*named(name), &ask(&TicTacToe, Some(limit)));
                assert_eq!(found.value, direct.value);
            }
        }
    }
}

#[test]
fn a_search_stops_on_request_and_reports_its_time() {
    let calls = std::cell::Cell::new(0);
    let stop = || {
        calls.set(calls.get() + 1);
        calls.get() > 3
    };
    let clock = || std::time::Duration::from_secs(calls.get());
    for name in ["minimax", "id:pvs", "solve", "sss", "best"] {
        calls.set(0);
        let search = named(name);
        let mut question = ask(&TicTacToe, None);
        question.limits.stop = Some(&stop);
        question.limits.clock = Some(&clock);
        let found = find(&*search, &question);
        assert!(found.best.is_some(), "{name}");
        assert_eq!(found.time, Some(clock()));
    }
}

/// A whole tree has a function of its own where it is not recorded, and the same counts and lines.
#[test]
fn a_record_changes_nothing_that_is_found() {
    for name in "tic-tac-toe hexapawn nim:2,3:misere split-nim:10 mnk:3,3,2".split(' ') {
        let game = games::parse(name).expect("a game");
        let searches = ["minimax", "negamax", "best-result"];
        let searches = searches.map(|name| parse(name, &Offers::default()).expect("a search"));
        for (search, nodes) in { searches.iter() }.flat_map(|one| [(one, None), (one, Some(99))]) {
            let all = |record| {
                let mut question = ask(&game, None);
                question.limits = Limits {
                    nodes,
                    record,
                    ..question.limits
                };
                let found = find(&**search, &question);
                assert_eq!(found.tree.is_some(), record > 0);
                let proved = (found.verdict, found.whole, found.status);
                let line = (found.depth, found.best, found.line);
                (found.value, line, proved, found.counts)
            };
            assert_eq!(all(0), all(1), "{name} by {}", search.name());
        }
    }
}

/// An extreme value, which must still be inside the open window, so that there is a best move.
struct Extreme(i32);

impl Evaluate<TicTacToe> for Extreme {
    fn value(&self, _: &TicTacToe, _: &<TicTacToe as Game>::Position) -> Score {
        Score::new(self.0)
    }
}

#[test]
fn trap_a_win_as_large_as_the_sentinel() {
    for points in [i32::MIN, i32::MAX, Score::MOST, -Score::MOST] {
        for search in all(&with_evaluator(Extreme(points)), Some(1)) {
            let found = find(&*search, &ask(&TicTacToe, Some(1)));
            assert!(!found.line.is_empty(), "{}", search.name());
            assert_eq!(found.status, Status::Exact);
        }
    }
}

#[test]
fn trap_an_unimproved_bound_has_no_depth() {
    let game = TextTree::parse("((B) (B))").unwrap();
    let (alpha, beta) = (Score::LOSS, Score::WIN);
    let mut narrow = with_evaluator(LeafValues).with(Algorithm::NegaAlpha);
    narrow.setting.window = Window { alpha, beta };
    let narrow = find(&narrow, &ask(&game, None));
    let open = find_in(&game, Algorithm::NegaAlpha);
    assert_eq!((narrow.value.points(), narrow.depth), (-1, 0));
    assert_eq!((open.value.points(), open.depth), (-1, 2));
    assert_eq!(narrow.status, Status::AtMost);
    // A legal move also when all lose.
    assert_eq!(narrow.best, Some(Move(0)));
}

/// A start bound that equals the value proves no move: here the first move loses, but looks no worse.
#[test]
fn trap_a_start_bound_proves_no_move() {
    let at = TicTacToe.read_position("X../.../...").unwrap();
    for name in ["dual:start=0,table=16", "dual:start=0,table=16,keys=path"] {
        let search = named(name);
        let limits = Limits::default();
        let game = &TicTacToe;
        let found = find(&*search, &Question { game, at, limits });
        assert_eq!((found.value, found.best), (Score::DRAW, Some(Move(4))));
        assert_eq!(found.line.first(), found.best.as_ref());
    }
}

/// Within one search the second move looks equal to the first, but it is worse.
#[test]
fn trap_equal_values_under_alpha_beta_are_only_bounds() {
    let game = TextTree::parse("((4 5) (4 1))").unwrap();
    let offers = &game.offers();
    let search = parse("alphabeta", offers).unwrap();
    let choices = search.choices(&ask(&game, None)).unwrap();
    assert_eq!(matchboxes::search::best_moves(&choices), [Move(0)]);
    let found = search.search(&ask(&game, None)).unwrap();
    let ties = search.ties(&ask(&game, None), &found, &mut Memory::default());
    assert_eq!(ties.unwrap(), Some(vec![Move(0)]));
}

#[test]
fn trap_an_extension_has_a_cap_and_skips_finished_positions() {
    let question = ask(&TicTacToe, Some(3));
    let nodes = |most| {
        let mut search = plain(Algorithm::Minimax);
        search.extension = Some(Arc::new(|_: &_, _: &_| true));
        search.setting.cap = most;
        find(&search, &question).counts.nodes
    };
    assert_eq!(nodes(0), 586);
    assert_eq!(nodes(1), 3610);
    assert_eq!(nodes(3), 73_450);
    assert_eq!(nodes(u16::MAX), 549_946);
}

/// The first best line wins in three plies although one ply is enough; `solve` finds the shorter line.
#[test]
fn trap_the_returned_depth_is_not_the_shortest_win() {
    let game = TextTree::parse("(((A)) A)").unwrap();
    let first = find_in(&game, Algorithm::Negamax);
    assert_eq!((first.depth, first.best), (3, Some(Move(0))));
    let solved = parse::<TextTree>("solve", &Offers::default()).unwrap();
    let solved = find(&*solved, &ask(&game, None));
    assert_eq!((solved.depth, solved.best), (1, Some(Move(1))));
}

#[test]
fn too_little_memory_gives_a_clear_error() {
    for name in ["sss:entries=1000", "solve:entries=1000"] {
        let search = named(name);
        let error = search.search(&ask(&TicTacToe, None)).unwrap_err();
        assert!(error.to_string().contains("1000"), "{error}");
        let game = AnyGame::from(TicTacToe);
        let weights = weights(&searching(name), &game, &game.start());
        assert_eq!(weights, [0; 9], "it resigns");
    }
    let solve = named("solve");
    let to_depth = solve.search(&ask(&TicTacToe, Some(3)));
    assert!(to_depth.is_err(), "it has no depth limit");
}

#[test]
fn names_are_read_and_misspelt_ones_get_suggestions() {
    let refused = |text: &str| match parse::<TicTacToe>(text, &Offers::default()) {
        Err(error) => error,
        Ok(_) => panic!("{text} is accepted"),
    };
    let near = |text: &str| match refused(text) {
        Error::Name { nearest, .. } => nearest,
        error => panic!("{error}"),
    };
    assert_eq!(near("alphabta")[0], "alphabeta");
    assert_eq!(near("alphabeta:dept=3")[0], "depth");
    assert_eq!(near("pvs:eval=zeros"), ["zero"]);
    assert_eq!(near("pvs:order=table/kiler")[0], "killer");
    assert_eq!(near("minimax:low=1").len(), 0);
    let wrong = "alphabeta: alphabeta:depth alphabeta:depth=0 alphabeta:depth=-1 alphabeta:depth=70000 \
         alphabeta:depth=1,depth=2 alphabeta:low=1,high=1 alphabeta:low=1,high=0 alphabeta:a:b pvs:table=29 \
         pvs:table=16,keys=colour id id: id:id id:solve id:best minimax:passes=free pvs:keys=path";
    for text in wrong.split(' ').chain([""]) {
        refused(text);
    }
    for text in ["alphabeta:low=-1,high=1", "alphabeta:high=-3"] {
        drop(named(text));
    }
    for kind in matchboxes::search::KINDS {
        let search = named(kind.form);
        assert_eq!(search.name(), kind.name);
        let player = searching(kind.form);
        assert_eq!(player.name(), kind.form);
    }
}

#[test]
fn a_record_shows_what_was_visited_and_what_was_cut() {
    let game = TextTree::parse("((3 5) (2 9))").unwrap();
    let mut question = ask(&game, None);
    question.limits.record = 100;
    let cut = with_evaluator(LeafValues).with(Algorithm::AlphaBeta);
    let whole = cut.with(Algorithm::Minimax);
    let tree = find(&cut, &question).tree.expect("a record");
    let short = tree.nodes.iter().map(|node| {
        let value = node.value.map(|(value, _)| value.points());
        (node.ply, value, node.ending)
    });
    let wanted = [
        (0, Some(3), LeafReason::Inner),
        (1, Some(3), LeafReason::Inner),
        (2, Some(3), LeafReason::Finished),
        (2, Some(3), LeafReason::Finished),
        (1, Some(3), LeafReason::Inner),
        (2, Some(3), LeafReason::Finished),
        (2, None, LeafReason::Cut),
    ];
    assert_eq!(short.collect::<Vec<_>>(), wanted);
    assert!(tree.nodes[1..].iter().all(|node| node.parent.is_some()));

    question.limits.record = 3;
    let tree = find(&whole, &question).tree.expect("a record");
    assert_eq!((tree.nodes.len(), tree.left_out), (3, 4));

    for game in random_trees(100) {
        let mut question = ask(&game, None);
        question.limits.record = 10_000;
        let found = find(&whole, &question);
        let tree = found.tree.expect("a record");
        assert_eq!(tree.nodes.len() as u64, found.counts.nodes);
        assert_eq!(tree.nodes[0].value, Some((found.value, found.depth)));
    }
}

#[test]
fn texts_of_trees() {
    let read = |text: &str| TextTree::parse(text);
    for wrong in ["", "(", ")", "()", "A B", "(A))", "(A x)", "((A)", "(A()B)"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    let game = read("(A(B=))").unwrap();
    let start = game.start();
    assert_eq!(game.moves(&start).count(), 2);
    assert_eq!(
        game.outcome(&game.play(&start, Move(0))),
        Some(Outcome::Win(Side::First))
    );
    for number in 0..5 {
        let at = game.position(Key(number)).unwrap();
        assert_eq!(game.key(&at), Key(number));
        assert_eq!(game.read_position(&game.write_position(&at)).unwrap(), at);
    }
    assert!(game.position(Key(5)).is_none());
    let deep = format!("{}A{}", "(".repeat(5000), ")".repeat(5000));
    assert!(read(&deep).is_err());
}

#[test]
fn every_value_can_be_negated_and_lies_inside_the_open_window() {
    for points in [i32::MIN, -Score::MOST, -1, 0, 1, Score::MOST, i32::MAX] {
        let score = Score::new(points);
        assert_eq!(-(-score), score);
        assert!(Window::OPEN.alpha < score && score < Window::OPEN.beta);
    }
    assert_eq!(Score::new(i32::MIN).points(), -Score::MOST);
    assert_eq!(Window::OPEN.flipped(), Window::OPEN);
}
