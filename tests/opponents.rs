//! The opponents other than random and plain perfect play: quickest and prolonging perfect players, fading
//! opponents, tables, and Michie's script of 1961.

use std::collections::HashMap;
use std::path::Path;
use std::str::FromStr as _;
use std::sync::Arc;

use matchboxes::Error;
use matchboxes::game::{Game, Key, Move, Outcome, Side, Verdict};
use matchboxes::games::{self, AnyGame, Nim, TicTacToe, Unfit, parse, position};
use matchboxes::learn::{History, Learners, Opponent, Reader, Reading, Training};
use matchboxes::player::tictactoe::script::{self, PUBLISHED, SCRIPT, VARIANTS};
use matchboxes::player::{Perfect, PerfectPace, Player, Random};
use matchboxes::roster::PlayerSpec;
use matchboxes::search::{Limits, Question, SearchFiles, named, worth_of};
use matchboxes::{roster, store};
use matchboxes_pictures::plot;

use crate::tools::{chosen, rows, rule, solved, weights};
use crate::whole::whole_or;

const GAME: AnyGame = AnyGame::TicTacToe(TicTacToe);

fn cells(player: &dyn Player<AnyGame>, position: &str) -> String {
    let at = GAME.read_position(position).unwrap();
    let moves = chosen(player, &GAME, &at);
    let texts: Vec<String> = moves.iter().map(|&m| GAME.write_move(m)).collect();
    texts.join(" ")
}

#[test]
fn hand_checked_positions() {
    let [any, quickest, prolong] =
        PerfectPace::ALL.map(|pace| Perfect::new(GAME).unwrap().at_pace(pace));
    for (position, moves) in [
        // One move wins at once, and every other gives the win away.
        ("XX./OO./...", ["c1", "c1", "c1"]),
        // b1 wins at once; c2 and c3 make two threats and win two moves later.
        ("X.X/.O./O..", ["b1 c2 c3", "b1", "c2 c3"]),
        // The second side loses; only c3, which blocks the diagonal, delays the loss.
        ("XO./.X./...", ["c1 a2 c2 a3 b3 c3", "c3", "c3"]),
        // The same with the column.
        ("XO./X../...", ["c1 b2 c2 a3 b3 c3", "a3", "a3"]),
        // Drawn, whatever the pace: here a corner would lose.
        ("X../.O./..X", ["b1 a2 c2 b3"; 3]),
        ("X../.../...", ["b2"; 3]),
    ] {
        let found = [&any, &quickest, &prolong].map(|player| cells(player, position));
        assert_eq!(found, moves, "{position}");
    }
}

/// Plays one side with a perfect player and the other in every possible way, and finds the fewest and the
/// most moves from a position to the end, over all games with the outcome `counts` (`None`: all games).
struct LineValues<'a, G: Game> {
    game: &'a G,
    player: &'a Perfect<G>,
    side: Side,
    counts: Option<Outcome>,
    known: HashMap<Key, Option<(u16, u16)>>,
}

impl<G: Game> LineValues<'_, G> {
    fn lengths(&mut self, at: G::Position) -> Option<(u16, u16)> {
        let key = self.game.key(&at);
        if let Some(&found) = self.known.get(&key) {
            return found;
        }
        let found = if let Some(outcome) = self.game.outcome(&at) {
            self.counts.is_none_or(|o| o == outcome).then_some((0, 0))
        } else {
            let moves = if self.game.side(&at) == self.side {
                chosen(self.player, self.game, &at)
            } else {
                self.game.moves(&at).collect()
            };
            moves
                .into_iter()
                .filter_map(|m| self.lengths(self.game.play(&at, m)))
                .map(|(fewest, most)| (fewest + 1, most + 1))
                .reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
        };
        self.known.insert(key, found);
        found
    }
}

/// Checks what the three perfect players promise in every position of a game.
fn check_promises<G: Game>(game: &G) {
    let known = solved(game);
    let positions = || known.keys().map(|&key| game.position(key).unwrap());
    for pace in PerfectPace::ALL {
        let player = Perfect::new(game.clone()).unwrap().at_pace(pace);
        assert_eq!(Player::<G>::name(&player), pace.player());
        for at in positions().filter(|at| game.outcome(at).is_none()) {
            let outcome = known[&game.key(&at)].outcome;
            let keeping: Vec<Move> = game
                .moves(&at)
                .filter(|&m| known[&game.key(&game.play(&at, m))].outcome == outcome)
                .collect();
            let moves = chosen(&player, game, &at);
            assert!(!moves.is_empty() && moves.iter().all(|m| keeping.contains(m)));
            if pace == PerfectPace::Any || outcome == Outcome::Draw {
                assert_eq!(moves, keeping, "{pace:?} {at:?}");
            }
        }
    }
    for side in Side::BOTH {
        for pace in [PerfectPace::Quickest, PerfectPace::Prolong] {
            let player = Perfect::new(game.clone()).unwrap().at_pace(pace);
            let lines = |counts| LineValues {
                game,
                player: &player,
                side,
                counts,
                known: HashMap::new(),
            };
            let (mut all, mut lost) = (lines(None), lines(Some(Outcome::Win(side.other()))));
            for at in positions() {
                let known = known[&game.key(&at)];
                if known.outcome == Outcome::Win(side) {
                    let (fewest, most) = all.lengths(at).unwrap();
                    match pace {
                        PerfectPace::Quickest => assert_eq!(most, known.hurried, "{at:?}"),
                        _ => assert_eq!(fewest, known.prolonged, "{at:?}"),
                    }
                } else if known.outcome == Outcome::Win(side.other()) {
                    let (fewest, _) = lost.lengths(at).unwrap();
                    assert_eq!(fewest, known.hurried, "{at:?}");
                }
            }
        }
    }
}

/// Where the positions cannot be numbered, a search plays: any move that keeps the result, or only the quickest wins and the
/// latest losses; the short form asks of one position.
#[test]
fn perfect_play_of_a_large_game_is_searched() {
    let game = parse("connect-four").unwrap();
    let solve = named(&game, "solve", &SearchFiles::default()).unwrap();
    let all = [
        "5245742671515311251514373666",
        "4473251634674113772643116213",
        "6717317566113353114452372744",
    ];
    for &moves in whole_or(&all[..], &all[..1]) {
        let at = position(&game, moves).unwrap();
        let (game, limits) = (&game, Limits::default());
        let question = Question { game, at, limits };
        let choices = solve.choices(&question).unwrap();
        let worth = |choice| match worth_of(&*solve, &question, choice)
            .unwrap()
            .unwrap()
            .rank()
        {
            (Verdict::Draw, _) => (Verdict::Draw, 0),
            rank => rank,
        };
        let worths: Vec<_> = choices.iter().map(worth).collect();
        let most = *worths.iter().max().unwrap();
        for name in ["perfect", "perfect:quickest"] {
            let player = roster::player(game, name).unwrap();
            assert_eq!(player.name(), name);
            let wanted = worths.iter().map(|worth| {
                u64::from(worth.0 == most.0 && (name == "perfect" || worth.1 == most.1))
            });
            let place = game.write_position(&at);
            assert!(wanted.eq(weights(&*player, game, &at)), "{name} at {place}");
        }
    }
    for (name, game) in [
        ("perfect:prolong", "connect-four"),
        ("perfect", "mnk:8,8,5"),
        ("perfect", "othello"),
    ] {
        let player = roster::player(&parse(game).unwrap(), name);
        let refused = matches!(player, Err(Error::Input(games::Error::TooLarge { .. })));
        assert!(refused, "{name} {game}");
    }
}

#[test]
fn perfect_players_keep_their_promises() {
    for game in ["tic-tac-toe", "nim:3,4,5", "nim:3,4,5:misere"] {
        check_promises(&parse(game).unwrap());
    }
}

/// One pile of two: taking both wins, taking one loses.
fn pile() -> AnyGame {
    Nim::new(&[2], matchboxes::games::End::Normal)
        .unwrap()
        .into()
}

fn against<G: Game>(game: G, opponent: Opponent<G>, learners: Learners) -> Training<G> {
    Training::new(game, rule("rote"))
        .learners(learners)
        .seed(7)
        .opponent("random", opponent)
}

#[test]
fn a_fading_opponent_changes_its_shares_evenly() {
    // `first` takes one counter and loses, `perfect` takes both and wins: the result shows who played.
    let opponent = || roster::opponent(&pile(), "fading:first-to-perfect:1000", Side::First);
    let mut runs = against(pile(), opponent().unwrap(), Learners::Second)
        .begin_group(0..200)
        .unwrap();
    for set in 0..12_u32 {
        runs.play_set();
        let histories = runs.histories();
        let won = histories.map(|history| history.last(1).results.first_wins);
        let won = f64::from(u32::try_from(won.sum::<u64>()).unwrap());
        let share = ((f64::from(set) * 100.0 + 49.5) / 1000.0).min(1.0);
        let share = if set >= 10 { 1.0 } else { share };
        let spread = (20_000.0 * share * (1.0 - share)).sqrt();
        let difference = (won - 20_000.0 * share).abs();
        assert!(difference <= 4.0 * spread, "set {set}: {won} of 20000");
    }
    let first = against(pile(), opponent().unwrap(), Learners::Second);
    let mut first = first.games_per_set(1).begin_group(0..500).unwrap();
    first.play_set();
    for history in first.histories() {
        let games = (history.games(), history.last(1).results.first_wins);
        assert_eq!(games, (1, 0));
    }
}

/// Each opponent of a curriculum has its games, over the ends of sets, and also where a training is continued.
#[test]
fn a_curriculum_has_one_opponent_after_another() {
    let name = "curriculum:first:150-then-perfect:quickest:50-then-first";
    let opponent = || roster::opponent(&pile(), name, Side::First).unwrap();
    let wins = |games_per_set: u64, sets: u64| -> Vec<u64> {
        let training = against(pile(), opponent(), Learners::Second).games_per_set(games_per_set);
        let mut runs = training.begin_group(0..1).unwrap();
        let mut won = || {
            runs.play_set();
            runs.histories().next().unwrap().last(1).results.first_wins
        };
        (0..sets).map(|_| won()).collect()
    };
    assert_eq!(wins(100, 4), [0, 50, 0, 0]);
    assert_eq!(wins(40, 6), [0, 0, 0, 10, 40, 0]);
}

#[test]
fn the_variants_are_as_described() {
    let known = solved(&GAME);
    let corner = GAME.play(&GAME.start(), Move(0));
    let mut described = Vec::new();
    for variant in VARIANTS {
        let at = GAME.play(&corner, variant);
        let count = |outcome| {
            let leads = |m| known[&GAME.key(&GAME.play(&at, m))].outcome == outcome;
            GAME.moves(&at).filter(|&m| leads(m)).count()
        };
        let wins = Side::BOTH.map(|side| count(Outcome::Win(side)));
        described.push((wins[0], wins[1]));
    }
    assert_eq!(described, [(0, 0), (2, 2), (3, 1), (3, 1), (3, 0)]);
}

/// The replies to each corner, by variant.
const REPLIES: [(&str, [&str; 5]); 4] = [
    ("X../.../...", ["b2", "c3", "c1 a3", "c2 b3", "b1 a2"]),
    ("..X/.../...", ["b2", "a3", "a1 c3", "a2 b3", "b1 c2"]),
    (".../.../X..", ["b2", "c1", "a1 c3", "b1 c2", "a2 b3"]),
    (".../.../..X", ["b2", "a1", "c1 a3", "b1 a2", "c2 b3"]),
];

fn scripted() -> Opponent<AnyGame> {
    roster::opponent(&GAME, script::NAME, Side::Second).unwrap()
}

#[test]
fn the_script_answers_every_corner_alike() {
    let Opponent::Script(parts) = scripted() else {
        panic!("it is a script")
    };
    assert_eq!(parts.len(), SCRIPT.len());
    let best = Perfect::new(GAME).unwrap().at_pace(PerfectPace::Quickest);
    let begun = [
        0, 21, 22, 57, 58, 78, 105, 106, 132, 187, 188, 205, 218, 100_000,
    ];
    let variants = [0, 0, 1, 1, 2, 3, 3, 4, 1, 1, 2, 3, 0, 0];
    for (game, variant) in begun.into_iter().zip(variants) {
        let player = &parts.iter().rfind(|(from, _)| *from <= game).unwrap().1;
        assert_eq!(player.name(), format!("{}:{variant}", script::NAME));
        assert!(!player.plays(Side::First));
        for (opening, replies) in REPLIES {
            assert_eq!(cells(&**player, opening), replies[variant], "game {game}");
        }
        let others = ".X./.../... .../.X./... X.O/X../... XX./.O./... X.X/..O/.O.";
        for position in others.split(' ') {
            assert_eq!(cells(&**player, position), cells(&best, position));
        }
        let alone = roster::player(&GAME, &player.name()).unwrap();
        assert_eq!(cells(&*alone, "..X/.../..."), REPLIES[1].1[variant]);
    }
}

fn tournament() -> Training<AnyGame> {
    let mut training = against(GAME, scripted(), Learners::First);
    training.spec.rule = rule(script::RULE);
    training.games_per_set(1).seed(1961)
}

/// The scores after those games for which the score of 1961 is known.
fn scores(history: &History) -> Vec<i64> {
    let all = history.scores(Side::First);
    let at = |&(games, _): &(u64, i64)| all[usize::try_from(games).unwrap()].1;
    PUBLISHED.iter().map(at).collect()
}

#[test]
fn the_tournament_is_replayed() {
    let mut run = tournament().begin().unwrap();
    run.play(script::GAMES);
    let whole = run.history().last(script::GAMES);
    let results = &whole.results;
    assert_eq!([results.first_wins, results.draws], [0, 199]);
    assert_eq!(results.second_wins, 21);
    assert_eq!(whole.resigned, [0, 0]);
    assert_eq!(scores(run.history()), [0, -4, 9, 68, 87, 178]);
    // A run whose machine keeps opening in the corner; its curve is close to that of 1961.
    let mut corner_run = tournament().numbered(111).begin().unwrap();
    corner_run.play(script::GAMES);
    let table = corner_run.table(Side::First).unwrap();
    let opening = &table.get(GAME.key(&GAME.start())).unwrap().beads;
    assert!(
        opening[0] > opening[1].max(opening[2]),
        "corner, edge, centre"
    );
    assert_eq!(scores(corner_run.history()), [0, -10, -1, 32, 37, 172]);

    let history = run.history().clone();
    let training = plot::Training::new(&history);
    let svg = plot::score(&training).svg();
    assert!(svg.contains(">1961<") && svg.contains("from figure 4"));
}

/// Names that are refused, and words of the reasons.
const UNUSABLE: &str = "\
fading | fading:random-to-perfect:5000
fading: | fading:random-to-perfect:5000
fading:random:5000 | fading:random-to-perfect:5000
fading:-to-:5 | fading:random-to-perfect:5000
fading:a-to-b-to-c:5 | fading:random-to-perfect:5000
fading:random-to-perfect:0 | must be 1 to
fading:random-to-perfect:many | must be 1 to
fading:random-to-perfect:-3 | must be 1 to
fading:random-to-perfct:5 | did you mean perfect
fading:random-to-michie-1961-script:5 | changes from game to game itself
curriculum | curriculum:random:1000-then-perfect
curriculum:random | 2 to 16 players
curriculum:random-then-perfect | 2 to 16 players
curriculum:random:0-then-perfect | 2 to 16 players
curriculum:random:9-then-perfct | did you mean perfect
curriculum:random:9-then-fading:random-to-perfect:5 | changes from game to game itself
mix:0.5*random+0.5*fading:first-to-random:9 | only an opponent for training
mix:0.5*random+0.5*michie-1961-script | only an opponent for training
michie-1961-script:5 | the variants are 0 to 4
michie-1961-script: | the variants are 0 to 4
michie-1961-scirpt | did you mean michie-1961-script
perfect:slow | `:quickest` or `:prolong`
minimax:quickest | `name=value`";

#[test]
fn unusable_names_are_refused() {
    let message = |name: &str, side| match roster::opponent(&GAME, name, side) {
        Ok(_) => panic!("{name} is accepted"),
        Err(error) => error.to_string(),
    };
    let second = |name: &str| message(name, Side::Second);
    for [name, part] in rows(UNUSABLE) {
        assert!(second(name).contains(part), "{name}: {}", second(name));
    }
    let first = message(script::NAME, Side::First);
    assert!(first.contains("plays only second"), "{first}");
    let first = message("michie-1961-script:1", Side::First);
    assert!(first.contains("plays only the second side"), "{first}");
    assert!(roster::opponent(&pile(), script::NAME, Side::Second).is_err());
    assert!(roster::player(&pile(), "michie-1961-script:1").is_err());
    let mixed = "fading:mix:0.5*ai1+0.5*random-to-perfect:quickest:10";
    assert!(roster::opponent(&GAME, mixed, Side::Second).is_ok());
}

#[test]
fn errors_give_the_reason_why_a_player_is_unfit() {
    let reason = |found: matchboxes::Result<Arc<dyn Player<AnyGame>>>| match found.err() {
        Some(Error::Input(games::Error::Player { reason, .. })) => reason,
        other => panic!("{other:?}"),
    };
    let unfit = |name| reason(roster::player(&GAME, name));
    assert_eq!(unfit(script::NAME), Unfit::TrainingOnly);
    assert_eq!(unfit("fading:random-to-perfect:10"), Unfit::TrainingOnly);
    let side = Unfit::Side {
        plays: "second",
        requested: "first",
    };
    let spec: PlayerSpec = "michie-1961-script:1".parse().unwrap();
    assert_eq!(reason(spec.player_for(&GAME, Side::First)), side);
    for name in ["ai3", "ai11s:a=1", "michie-1961-script:1"] {
        let text = format!("`{name}`: plays only tic-tac-toe");
        let error = roster::player(&pile(), name).err().unwrap();
        assert_eq!(error.to_string(), text);
        assert_eq!(reason(Err(error)), Unfit::Game("tic-tac-toe"));
    }
    // A name that no game has is unknown everywhere; only names that this game has are suggested.
    let unknown = |error: Option<Error>| match error {
        Some(Error::Input(games::Error::Name { nearest, .. })) => nearest,
        other => panic!("{other:?}"),
    };
    let near = unknown(roster::player(&GAME, "ai15s").err());
    assert!(near.iter().all(|name| name.starts_with("ai")), "{near:?}");
    assert_eq!(unknown(roster::player(&pile(), "ai15s").err()), [""; 0]);
    // Every listed name can be used.
    for naming in roster::namings() {
        for name in naming.names {
            let own = roster::opponent(&GAME, name, Side::Second);
            let othello = parse("othello").unwrap();
            match own {
                Ok(_) => {}
                Err(Error::Input(games::Error::Player {
                    reason: Unfit::Game("othello"),
                    ..
                })) => assert!(roster::player(&othello, name).is_ok(), "{name}"),
                Err(error) => panic!("{name}: {error}"),
            }
        }
    }
}

#[test]
fn a_model_file_can_be_an_opponent() {
    let random = || Opponent::Player(Arc::new(Random));
    let mut run = against(GAME, random(), Learners::Second).begin().unwrap();
    run.play(20);
    let table = run.table(Side::Second);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frozen-to-teach.menace");
    store::write(&path, &store::Model::from_run(&run)).unwrap();

    let name = path.to_str().unwrap();
    let by_name = roster::opponent(&GAME, name, Side::Second).unwrap();
    let reader = Reader::new(String::new(), [None, table.map(Arc::new)], Reading::Draw);
    let [one, other] = [by_name, Opponent::Player(Arc::new(reader))].map(|opponent| {
        let mut run = against(GAME, opponent, Learners::First).begin().unwrap();
        run.play(20);
        (run.history().clone(), run.table(Side::First))
    });
    assert_eq!(one, other);
    let error = roster::opponent(&GAME, name, Side::First).err().unwrap();
    let words = "has learnt only the second side";
    assert!(error.to_string().contains(words), "{error}");
}

/// The model that a name refers to is found alike with and without reading the whole name, and only in names of
/// models.
#[test]
fn names_of_players_are_read_once() {
    let cases = [
        ("random", Some(None)),
        ("models/x.menace", Some(Some("models/x.menace"))),
        ("x.menace:greedy", Some(Some("x.menace"))),
        (
            "a:b.menace:sharpness=64:fallback=y.menace:greedy",
            Some(Some("a:b.menace")),
        ),
        ("x.menace.menace", Some(Some("x.menace.menace"))),
        ("mix:0.5*x.menace+0.5*random", Some(None)),
        ("alphabeta:eval=x.menace", Some(None)),
        ("fading:x.menace-to-perfect:9", Some(None)),
        ("nobody-by-this-name", Some(None)),
        ("x.menace:sharpness=65", None),
        ("x.menace:fallback=perfect:slowest", None),
        ("perfect:slowest", None),
        ("mix:0.5*mix:1*random", None),
        ("mix:0.0001*random", None),
        ("fading:random-to-perfect:0", None),
        ("fading:random-to-fading:5", None),
    ];
    for (name, expected) in cases {
        let spec = PlayerSpec::from_str(name).ok();
        let path = spec.as_ref().map(|spec| spec.model_path());
        assert_eq!(path, expected.map(|path| path.map(Path::new)), "{name}");
    }
    let copy = PlayerSpec::from_str("x.menace.new").unwrap_err();
    assert!(copy.to_string().contains("ends in .menace"), "{copy}");
}
