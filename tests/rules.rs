//! The hand-written tic-tac-toe players, compared with what independent programs found for the same rules.

use std::collections::{BTreeMap, BTreeSet};

use matchboxes::game::{Game, Side};
use matchboxes::games::Error;
use matchboxes::games::TicTacToe;
use matchboxes::games::tictactoe::{Position, has_line};
use matchboxes::player::tictactoe::{Halves, HandWritten, PatternCounts, ROLL};
use matchboxes::player::{Perfect, Player};

use crate::tools::{chosen, fnv, weights};

/// The rows of a file in `tests/data`, each by column name.
fn data(file: &str) -> Vec<BTreeMap<String, String>> {
    crate::data::rows(file)
}

/// Every position that `moves` can lead to, finished ones included.
fn reachable(moves: impl Fn(&Position) -> u16) -> Vec<Position> {
    let mut met = BTreeSet::from([TicTacToe.key(&TicTacToe.start())]);
    let mut open = vec![TicTacToe.start()];
    let mut all = open.clone();
    while let Some(at) = open.pop() {
        let chosen = moves(&at);
        for m in TicTacToe.moves(&at).filter(|m| chosen >> m.0 & 1 == 1) {
            let after = TicTacToe.play(&at, m);
            if met.insert(TicTacToe.key(&after)) {
                open.push(after);
                all.push(after);
            }
        }
    }
    all
}

/// The unfinished positions in the notation and order of the source: `o` is the first side.
fn unfinished() -> Vec<(String, Position)> {
    let mut list: Vec<(String, Position)> = reachable(Position::free)
        .into_iter()
        .filter(|at| TicTacToe.outcome(at).is_none())
        .map(|at| {
            let text = TicTacToe.write_position(&at).replace('/', "");
            (text.replace('O', "x").replace('X', "o"), at)
        })
        .collect();
    list.sort_by(|one, other| one.0.cmp(&other.0));
    list
}

fn player(name: &str) -> HandWritten {
    HandWritten::parse(name).unwrap()
}

#[test]
fn candidates_equal_those_of_the_source_in_all_positions() {
    let positions = unfinished();
    assert_eq!(positions.len(), 4520);
    let perfect = Perfect::new(TicTacToe).unwrap();
    for row in data("rules_fingerprints.csv") {
        let name = row["player"].as_str();
        let rules = (name != "perfect").then(|| player(name));
        let (mut lines, mut total) = (String::new(), 0);
        for (text, at) in &positions {
            let candidates = match &rules {
                Some(rules) => rules.candidates(at),
                None => kept(&perfect, *at),
            };
            let bits = format!("{candidates:09b}")
                .chars()
                .rev()
                .collect::<String>();
            lines += &format!("{text} {bits}\n");
            total += candidates.count_ones();
        }
        let hash = format!("{:016x}", fnv(lines.bytes()));
        assert_eq!(hash, row["fnv1a64"], "{name}");
        assert_eq!(total.to_string(), row["candidates"], "{name}");
    }
}

#[test]
fn printed_scores_are_reproduced() {
    let mut cases: BTreeMap<String, Vec<BTreeMap<String, String>>> = BTreeMap::new();
    for row in data("../../crates/article/src/published/rules_cases.csv") {
        cases.entry(row["case"].clone()).or_default().push(row);
    }
    assert_eq!(cases.len(), 20);
    for (case, rows) in cases {
        let at = TicTacToe.read_position(&rows[0]["position"]).unwrap();
        let explained = player(&rows[0]["player"]).explain(&at);
        assert_eq!(explained.moves.len(), rows.len(), "{case}");
        for (known, row) in explained.moves.iter().zip(&rows) {
            let yes = |word: &str| row[word] == "yes";
            let place = format!("{case} {}", row["move"]);
            assert_eq!(TicTacToe.write_move(known.m), row["move"], "{place}");
            let score = known.score.unwrap().value.to_string();
            assert_eq!(score, row["score"], "{place}");
            assert_eq!(known.wins, yes("wins"), "{place}");
            assert_eq!(known.best, yes("best"), "{place}");
            if !row["counts"].is_empty() {
                assert_eq!(known.counts.to_string(), row["counts"], "{place}");
            }
        }
    }
}

/// The number of unfinished positions in which two players differ.
fn differences(one: &str, other: &str) -> usize {
    let (one, other) = (player(one), player(other));
    let differ = |at: &Position| one.candidates(at) != other.candidates(at);
    unfinished().iter().filter(|(_, at)| differ(at)).count()
}

#[test]
fn players_differ_in_the_known_numbers_of_positions() {
    for (one, other, positions) in [
        ("ai1", "ai1s", 0),
        ("ai2", "ai2s", 0),
        ("ai3", "ai3s", 0),
        ("ai4", "ai4s", 0),
        ("ai6", "ai6s", 916),
        ("ai7", "ai7s", 604),
        ("ai11s:v3", "ai12s:v1", 2),
        ("ai12s:v1", "ai12s:v2", 1144),
        ("ai12s:v2", "ai13s", 432),
        ("ai12s:v2", "ai14s", 448),
        ("ai13s", "ai14s", 360),
    ] {
        assert_eq!(differences(one, other), positions, "{one} {other}");
    }
    let (five, scored) = (player("ai5"), player("ai5s"));
    for (_, at) in unfinished() {
        let (first, any) = (five.candidates(&at), scored.candidates(&at));
        // Of winning moves, ai5 takes the first of those of ai5s.
        let wins = five.explain(&at).step == Some("win");
        assert_eq!(first, if wins { any & any.wrapping_neg() } else { any });
    }
}

/// The moves that keep the value of a position.
fn kept(perfect: &Perfect<TicTacToe>, at: Position) -> u16 {
    let moves = chosen(perfect, &TicTacToe, &at);
    moves.iter().map(|m| 1 << m.0).sum()
}

#[test]
fn players_give_a_value_away_in_the_known_number_of_positions() {
    let perfect = Perfect::new(TicTacToe).unwrap();
    let positions = unfinished();
    for row in data("rules_worst.csv") {
        let rules = (row["player"] != "perfect").then(|| player(&row["player"]));
        let drops = |at: &Position| {
            let own = rules.as_ref().map_or(0, |rules| rules.candidates(at));
            TicTacToe.side(at).name() == row["side"] && own & !kept(&perfect, *at) != 0
        };
        let found = positions.iter().filter(|(_, at)| drops(at)).count();
        assert_eq!(found.to_string(), row["drops_all"], "{row:?}");
    }
}

/// The positions that a player of one side can reach against any opponent.
fn own_play(side: Side, chosen: impl Fn(&Position) -> u16) -> Vec<Position> {
    reachable(|at| {
        if TicTacToe.side(at) == side {
            chosen(at)
        } else {
            at.free()
        }
    })
}

#[test]
fn the_last_players_agree_along_their_own_play() {
    let last = ["ai12s:v1", "ai12s:v2", "ai13s", "ai14s"].map(player);
    for side in Side::BOTH {
        for at in own_play(side, |at| last[0].candidates(at)) {
            if TicTacToe.side(&at) == side {
                let chosen = last.each_ref().map(|rules| rules.candidates(&at));
                assert!(chosen.iter().all(|&set| set == chosen[0]), "{at:?}");
            }
        }
    }
    let [.., thirteenth, _] = &last;
    for (_, at) in unfinished() {
        let explained = last[1].explain(&at);
        let mut threats = explained
            .moves
            .iter()
            .map(|known| known.counts.opponent_threats());
        let is_same = last[1].candidates(&at) == thirteenth.candidates(&at);
        assert!(is_same || threats.all(|threats| threats > 0), "{at:?}");
    }
}

#[test]
fn scores_stay_in_their_ranges() {
    let mut ranges: BTreeMap<(&str, u8), (Halves, Halves)> = BTreeMap::new();
    let mut special = BTreeSet::new();
    for (text, at) in unfinished() {
        for known in player("ai14s").explain(&at).moves {
            let score = known.score.unwrap();
            let threats = known.counts.opponent_threats();
            let urgent = score.rule == "opponent can win";
            let kind = (score.rule, if urgent { threats } else { 0 });
            let range = ranges.entry(kind).or_insert((score.value, score.value));
            *range = (range.0.min(score.value), range.1.max(score.value));
            if score.rule == "special" {
                assert_eq!(threats, 0, "{text}");
                special.insert(text.clone());
            }
        }
    }
    let found = ranges
        .into_iter()
        .map(|((rule, threats), (low, high))| format!("{rule} {threats}: {low} to {high}"));
    let expected = [
        "lines 0: -2.5 to 3.5",
        "opponent can win 1: -102.5 to -96",
        "opponent can win 2: -200.5 to -197",
        "opponent can win 3: -299.5 to -299",
        "special 0: 100 to 100",
        "sure win 0: 200 to 200",
        "win 0: 300 to 300",
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    // The two positions of its own play, and eight in which the second side takes the centre last.
    assert_eq!(special.len(), 10);
}

/// The number of moves that a player considers sure wins in these positions, and how many of them leave it
/// fewer than two cells to win on.
fn sure_wins(rules: &HandWritten, positions: impl Iterator<Item = Position>) -> (usize, usize) {
    let (mut all, mut single) = (0, 0);
    for at in positions {
        let explained = rules.explain(&at);
        for known in explained.moves.iter().filter(|known| known.best) {
            if known.score.unwrap().rule == "sure win" {
                let after = TicTacToe.play(&at, known.m);
                let wins = |cell: &u16| {
                    after.free() & cell != 0 && has_line(after.cells(explained.side) | cell)
                };
                all += 1;
                single += usize::from((0..9).map(|cell| 1 << cell).filter(wins).count() < 2);
            }
        }
    }
    (all, single)
}

#[test]
fn a_sure_win_has_two_cells_unless_a_win_was_declined() {
    for (name, everywhere, reachable) in [
        ("ai12s:v2", (424, 0), (32, 0)),
        ("ai12s:v3", (1700, 96), (464, 60)),
    ] {
        let rules = player(name);
        let all = unfinished().into_iter().map(|(_, at)| at);
        assert_eq!(sure_wins(&rules, all), everywhere, "{name}");
        let own = Side::BOTH.into_iter().flat_map(|side| {
            let own = own_play(side, |at| rules.candidates(at));
            own.into_iter().filter(move |at| TicTacToe.side(at) == side)
        });
        assert_eq!(sure_wins(&rules, own), reachable, "{name}");
    }
}

#[test]
fn weights_and_explanations_agree() {
    for &name in ROLL.iter().flat_map(|naming| naming.names) {
        let rules = player(name);
        for at in reachable(Position::free) {
            let weights = weights(&rules, &TicTacToe, &at);
            let explained = rules.explain(&at);
            let best = explained.moves.iter().map(|known| u64::from(known.best));
            assert!(best.eq(weights.iter().copied()), "{name} {at:?}");
            let moves = explained.moves.iter().map(|known| known.m);
            assert!(moves.eq(TicTacToe.moves(&at)));
            assert_eq!(weights.contains(&1), TicTacToe.outcome(&at).is_none());
        }
    }
}

#[test]
fn the_table_of_results_has_every_player() {
    let listed = data("rules_exact.csv").into_iter();
    let listed: BTreeSet<String> = listed.map(|row| row["player"].clone()).collect();
    let twins = ["ai1s", "ai2s", "ai3s", "ai4s"];
    let has = |form: &str| listed.contains(form) || twins.contains(&form);
    assert!(ROLL.iter().all(|naming| has(naming.form)));
}

#[test]
fn names_read_back() {
    for &name in ROLL.iter().flat_map(|naming| naming.names) {
        let player = player(name);
        let whole = player.name();
        assert_eq!(self::player(&whole), player);
        assert!(whole.starts_with(name), "{whole}");
    }
    let free = player("ai11s:c=1,b=0.5");
    assert_eq!(free.name(), "ai11s:a=2,b=0.5,c=1");
}

#[test]
fn free_values_give_the_versions() {
    for (free, version) in [
        ("ai11s:a=1,b=1", "ai11s:v1"),
        ("ai11s:b=1.0", "ai11s:v2"),
        ("ai11s:a=2,b=0.5,c=-1", "ai11s"),
        ("ai11s:a=1,b=1,c=0", "ai10s"),
    ] {
        let (free, version) = (player(free), player(version));
        for at in reachable(Position::free) {
            assert_eq!(free.explain(&at).moves, version.explain(&at).moves);
        }
    }
}

#[test]
fn wrong_names_are_refused() {
    let message = |name| HandWritten::parse(name).unwrap_err().to_string();
    assert!(message("ai15s").starts_with("unknown player `ai15s`; did you mean ai"));
    assert!(message("zzz").ends_with("`zzz`"));
    assert!(message("zzz:v1").ends_with("`zzz:v1`"));
    assert!(message("ai3:v1").ends_with("ai3 takes no parameters"));
    assert!(message("ai12s:v4").ends_with("v1, v2 and v3"));
    for parameters in [
        "", "v4", "d=1", "a", "a=", "a=0.3", "a=1,a=1", "a=1,", "a=9999",
    ] {
        let name = format!("ai11s:{parameters}");
        let error = HandWritten::parse(&name).unwrap_err();
        assert!(matches!(error, Error::Parameter { .. }), "{error}");
    }
}

#[test]
fn halves_read_back() {
    for halves in -2000..=2000 {
        let number = Halves(halves);
        assert_eq!(Halves::parse(&number.to_string()), Some(number));
    }
    assert_eq!(Halves(-1).to_string(), "-0.5");
    assert_eq!(Halves::parse("1.0"), Some(Halves::whole(1)));
    for wrong in [
        "", "-", ".5", "1.", "0.25", "+1", "1e2", "--1", "1000.5", "99999", "\u{661}",
    ] {
        assert_eq!(Halves::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn counts_are_written_by_pattern() {
    // X on a1 and b2, O on c1, seen by X.
    let counts = PatternCounts::new(0b000_010_001, 0b000_000_100);
    assert_eq!(counts.to_string(), "003:1 012:1 102:3 111:2 201:1");
    assert_eq!(counts.iter().map(|(_, lines)| lines).sum::<u8>(), 8);
}
