//! The search `best`: values, distances, lines and best moves as of solved games, and what games tell it about themselves.

use std::collections::HashMap;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Key, Move, Verdict};
use matchboxes::games::{self, AnyGame, ConnectFour, Mnk, Othello};
use matchboxes::graph::{self, Budget, Graph, Merging};
use matchboxes::search::{
    Algorithm, ByRules, Insight, Memory, Offering, Score, Search, SearchFiles, SearchResult,
    Searcher, Setting, Status, WON, Worth, best_moves, named, parse, worth_of,
};

use crate::search_trees::{ask, find};
use crate::tools::{Solved, solve};
use crate::whole::whole_or;

/// Games whose positions are all numbered, and of how many one is searched.
const SMALL: [(&str, usize); 12] = [
    ("tic-tac-toe", 11),
    ("hexapawn", 1),
    ("hexapawn:4x4", 97),
    ("nim:3,4,5", 3),
    ("nim:2,3,4:misere", 3),
    ("split-nim:12", 1),
    ("connect-four:4x3", 41),
    ("mnk:4,3,3", 997),
    ("mnk:3,3,2", 5),
    ("connect-four:9x1", 97),
    ("mnk:9,1,3", 97),
    ("mnk:1,10,9", 497),
];

/// Limits of the table, from one line to the default.
const TABLES: [&str; 3] = ["table=0", "table=6", "table=24"];

fn by(game: &AnyGame, name: &str) -> Box<dyn Search<AnyGame>> {
    named(game, name, &SearchFiles::default()).unwrap()
}

/// A move, the result it leads to and in how many plies.
type Known = (Move, Worth);

/// Checks searches of a position against what is known of its moves.
fn check(game: &AnyGame, at: games::Position, known: &[Known]) {
    let place = game.write_position(&at);
    let best = known.iter().max_by_key(|(_, worth)| worth.rank());
    let (_, value) = best.expect("an unfinished position has moves");
    for table in TABLES {
        let search = by(game, &format!("best:{table}"));
        let asked = ask(game, at, None);
        let mut memory = Memory::default();
        let found = search.search_on(&asked, &mut memory).unwrap();
        assert_eq!(found.verdict, Some(value.verdict), "{place}");
        assert_eq!(
            (found.status, found.whole),
            (Status::Exact, true),
            "{place}"
        );
        assert_eq!(found.value, Score::for_verdict(value.verdict), "{place}");
        let length = Some(value.distance).filter(|_| value.verdict != Verdict::Draw);
        assert_eq!(found.limit, length, "{place}");
        assert_eq!(found.line.first(), found.best.as_ref(), "{place}");
        assert_eq!(usize::from(found.depth), found.line.len(), "{place}");
        let end = found.line.iter().fold(at, |at, &m| game.play(&at, m));
        assert!(game.outcome(&end).is_some(), "{place}");

        let as_good = |worth: &Worth| match worth.verdict {
            Verdict::Draw => value.verdict == Verdict::Draw,
            _ => worth == value,
        };
        let wanted = known.iter().filter(|(_, worth)| as_good(worth));
        let wanted: Vec<Move> = wanted.map(|(m, _)| *m).collect();
        let ties = search.ties(&asked, &found, &mut memory).unwrap();
        assert_eq!(ties.as_ref(), Some(&wanted), "{place}");
        for (choice, (m, worth)) in search.choices(&asked).unwrap().iter().zip(known) {
            assert_eq!(
                (choice.m, choice.value),
                (*m, Score::for_verdict(worth.verdict))
            );
            let told = worth_of(&*search, &asked, choice).unwrap();
            assert_eq!(told.unwrap_or(*worth), *worth, "{place}");
            assert_eq!(
                told.is_some(),
                worth.verdict != Verdict::Draw || worth.distance == 1
            );
        }
        let only = by(game, &format!("best:aim=result,{table}"));
        let mut memory = Memory::default();
        let result = only.search_on(&asked, &mut memory).unwrap();
        assert_eq!((result.value, result.verdict), (found.value, found.verdict));
        let ties = only.ties(&asked, &result, &mut memory).unwrap().unwrap();
        let keeps = known
            .iter()
            .filter(|(_, worth)| worth.verdict == value.verdict);
        assert!(ties.into_iter().eq(keeps.map(|(m, _)| *m)), "{place}");
    }
}

/// Every game as it is, and as a game of one's own, of which only the rules are known; the whole form searches more positions.
#[test]
fn every_position_has_its_result_its_distance_and_its_best_moves() {
    for (name, step) in SMALL {
        let step = whole_or(step, 8 * step);
        let game = games::parse(name).unwrap();
        let graph =
            Graph::complete(game.clone(), Merging::None, Budget::new(200_000), "a test").unwrap();
        let solution = graph::Solved::from_graph(graph.clone()).unwrap();
        let own = AnyGame::own(game.clone()).unwrap();
        for node in graph.nodes().step_by(step) {
            let at = graph.position(node);
            let side = game.side(at);
            let known = game.moves(at).map(|m| {
                let to = graph.find(&game.play(at, m)).unwrap();
                let verdict = solution.outcome(to).verdict(side);
                let distance = solution.length(to) + 1;
                (m, Worth { verdict, distance })
            });
            let known: Vec<Known> = known.collect();
            if known.is_empty() {
                continue;
            }
            check(&game, *at, &known);
            if node.index() % (5 * step) == 0 {
                let at = own.position(game.key(at)).unwrap();
                check(&own, at, &known);
            }
        }
    }
}

/// An unfinished position after so many random moves.
fn random<G: Game>(game: &G, plies: u64, dice: &mut Dice) -> Option<G::Position> {
    let mut at = game.start();
    for _ in 0..plies {
        let moves: Vec<Move> = game.moves(&at).collect();
        let number = usize::try_from(dice.below(moves.len().max(1) as u64)).unwrap();
        at = game.play(&at, *moves.get(number)?);
    }
    game.outcome(&at).is_none().then_some(at)
}

/// Random positions of games that are too large to be numbered, late enough for a search by the rules alone.
#[test]
fn large_games_have_the_values_of_iterative_deepening() {
    for (name, plies, more, number) in [
        ("connect-four", 24, 12, 60),
        ("connect-four:8x8", 46, 14, 30),
        ("connect-four:8x4", 18, 8, 30),
        ("connect-four:5x7", 20, 10, 30),
        ("connect-four:7x9", 48, 12, 20),
        ("connect-four:9x7", 48, 12, 20),
        ("mnk:5,5,3", 4, 12, 40),
        ("mnk:8,8,2", 1, 2, 10),
        ("mnk:5,5,4", 13, 8, 40),
        ("mnk:8,3,3", 8, 12, 40),
        ("mnk:6,4,1", 0, 0, 1),
        ("mnk:6,5,5", 20, 6, 30),
        ("mnk:9,7,5", 50, 8, 10),
        ("mnk:12,2,4", 14, 6, 20),
        ("mnk:2,12,9", 16, 4, 20),
        ("hexapawn:5x5", 6, 10, 30),
        ("nim:5,6,7", 3, 4, 30),
        ("othello:6", 25, 6, 20),
        ("othello", 54, 5, 20),
    ] {
        let game = games::parse(name).unwrap();
        let deepening = by(&game, "id:pvs:table=16,order=table/killer/history");
        let searches = ["best", "best:aim=result,table=3"].map(|name| by(&game, name));
        let mut dice = Dice::new(20, Purpose::Trial, 3, number);
        let mut tried = 0;
        while tried < number {
            let plies = plies + dice.below(more + 1);
            let Some(at) = random(&game, plies, &mut dice) else {
                continue;
            };
            tried += 1;
            let place = format!("{name} at {}", game.write_position(&at));
            let wanted = find(&*deepening, &ask(&game, at, None));
            for search in &searches {
                let found = find(&**search, &ask(&game, at, None));
                assert_eq!(found.value, wanted.value, "{place}");
                assert_eq!(found.verdict, wanted.verdict, "{place}");
                if found.limit.is_some() {
                    assert_eq!(found.limit, wanted.limit, "{place}");
                }
            }
        }
    }
}

fn disc_difference(game: Othello, search: &str, at: <Othello as Game>::Position) -> SearchResult {
    let search = parse(search, &game.offers()).unwrap();
    find(&*search, &ask(&game, at, None))
}

#[test]
fn othello_endings_have_the_disc_difference_of_plain_searches() {
    for (size, plies, number) in [(4, 4, 60), (6, 24, 60), (8, 52, 60)] {
        let game = Othello::new(size).unwrap();
        let mut dice = Dice::new(21, Purpose::Trial, u64::from(size), 1);
        let mut tried = 0;
        while tried < number {
            let Some(at) = random(&game, plies + dice.below(6), &mut dice) else {
                continue;
            };
            tried += 1;
            let place = game.write_position(&at);
            let wanted = disc_difference(game, "alphabeta-soft:eval=discs,table=14", at);
            let found = disc_difference(game, "best:eval=discs", at);
            let value = (found.value, found.status);
            assert_eq!(value, (wanted.value, Status::Exact), "{place}");
            let end = found.line.iter().fold(at, |at, &m| game.play(&at, m));
            let [first, second] = end.score().map(|discs| i32::try_from(discs).unwrap());
            let is_first = game.side(&at) == matchboxes::game::Side::First;
            let difference = (first - second) * if is_first { 1 } else { -1 };
            assert_eq!(difference, found.value.points(), "{place}");
            assert!(game.outcome(&end).is_some(), "{place}");
            let result = disc_difference(game, "best", at).value.points();
            assert_eq!(result, wanted.value.points().signum(), "{place}");
            // The best moves are those of which each alone has the value.
            let plain = parse("alphabeta-soft:eval=discs,table=14", &game.offers()).unwrap();
            let search = parse("best:eval=discs", &game.offers()).unwrap();
            let asked = ask(&game, at, None);
            let choices = plain.choices(&asked).unwrap();
            let mut memory = Memory::default();
            let found = search.search_on(&asked, &mut memory).unwrap();
            let ties = search.ties(&asked, &found, &mut memory).unwrap();
            assert_eq!(ties, Some(best_moves(&choices)), "{place}");
        }
    }
}

/// The value of a position for the side to move, with its distance, as the search counts it.
fn value<G: Game>(game: &G, at: &G::Position, known: &mut HashMap<Key, Solved>) -> i32 {
    let solved = solve(game, at, known);
    let points = Score::for_verdict(solved.outcome.verdict(game.side(at))).points();
    points * (WON - i32::from(solved.hurried))
}

/// What an insight says of positions is true: the bounds, that moves left out lose at once, the key of mirror images, and
/// the longest game; the whole form asks of more positions. Returns how many moves that lose at once are kept.
fn kept_losses<G: Offering>(game: &G, insight: &dyn Insight<G>, plies: u64) -> usize {
    let mut known = HashMap::new();
    let mut dice = Dice::new(22, Purpose::Trial, plies, 0);
    let (mut seen, mut losses) = (HashMap::new(), 0);
    for _ in 0..100_000 {
        if seen.len() == whole_or(60, 25) {
            break;
        }
        let Some(at) = random(game, plies + dice.below(7), &mut dice) else {
            continue;
        };
        let place = format!("{} at {}", game.name(), game.write_position(&at));
        let value = value(game, &at, &mut known);
        if value == WON - 1 {
            continue;
        }
        let bounds = insight.look(game, &at, 0, &mut 0);
        assert!(bounds.lower <= value && value <= bounds.upper, "{place}");
        let longest = i32::from(insight.longest(game, &at));
        assert!(value == 0 || WON - value.abs() <= longest, "{place}");
        let mut kept = Vec::new();
        let lost = insight.moves(game, &at, &mut kept);
        assert!(!kept.is_empty() || lost == value, "{place}");
        for m in game.moves(&at) {
            let is_kept = kept.iter().any(|candidate| candidate.m == m);
            let loses = self::value(game, &game.play(&at, m), &mut known) >= WON - 1;
            assert!(is_kept || loses, "{place}");
            losses += usize::from(is_kept && loses);
        }
        let (key, by) = insight.key(game, &at);
        let image = game.key(&game.turn(&at, by));
        assert_eq!(*seen.entry(key).or_insert(image), image, "{place}");
    }
    assert!(seen.len() > 20, "{}: {}", game.name(), seen.len());
    losses
}

#[test]
fn what_games_tell_about_themselves_is_true() {
    for (columns, rows, plies) in [(4, 4, 6), (8, 2, 7), (3, 8, 14), (7, 6, 30), (8, 6, 36)] {
        let game = ConnectFour::new(columns, rows).unwrap();
        let insight = game.offers().insights[0].1.clone();
        assert_eq!(kept_losses(&game, &*insight, plies), 0);
        kept_losses(&game, &ByRules, plies);
    }
    for (columns, rows, length, plies) in [(3, 3, 3, 1), (4, 4, 3, 7), (8, 2, 4, 7), (5, 4, 5, 11)]
    {
        let game = Mnk::new(columns, rows, length).unwrap();
        let insight = game.offers().insights[0].1.clone();
        assert_eq!(kept_losses(&game, &*insight, plies), 0);
        kept_losses(&game, &ByRules, plies);
    }
}

#[test]
fn limits_end_it_with_what_is_proved() {
    let game = games::parse("connect-four").unwrap();
    for nodes in [1, 2, 10, 1_000, 50_000] {
        let search = by(&game, &format!("best:nodes={nodes}"));
        let found = find(&*search, &ask(&game, game.start(), None));
        assert_eq!((found.status, found.whole), (Status::CutShort, false));
        assert!(found.best.is_some() && found.counts.nodes <= nodes);
        let again = find(&*search, &ask(&game, game.start(), None));
        assert_eq!(again.counts, found.counts);
    }
    let to_depth = ask(&game, game.start(), Some(3));
    let best = Searcher::new(Setting::new(Algorithm::Best));
    assert!(best.search(&to_depth).is_err(), "it has no depth limit");
    let othello = games::parse("othello").unwrap();
    for (game, wrong) in [
        (
            &game,
            "best:table=29 best:aim=draw best:depth=3 id:best best:eval=lins",
        ),
        (
            &othello,
            "best:aim=length best:eval=m3 best:eval=discs,aim=result",
        ),
    ] {
        for wrong in wrong.split(' ') {
            let read = named(game, wrong, &SearchFiles::default());
            assert!(read.is_err(), "{wrong}");
        }
    }
}
