//! Games that break a law: each is refused with an error that names the law and the position, or ends the work in
//! the same way where only play comes to the place. Nothing panics, hangs or gives a wrong exact result.

use matchboxes::Error;
use matchboxes::arena::{Contest, Ground, MeetingsSoFar, Study, Tournament};
use matchboxes::game::{Extent, Game, Key, LONGEST, Move, Outcome, Side, Symmetry};
use matchboxes::games::{self, AnyGame, guarded};
use matchboxes::graph::{Budget, Graph, Merging};
use matchboxes::kit::Kit;
use matchboxes::learn::{History, Learners, Training, preset};
use matchboxes::player::{Player, Random};
use matchboxes::roster;
use matchboxes::search::{self, Limits, Question};
use matchboxes::session::{
    Already, Keeping, Lesson, Request, Trainings, hint, lesson, train, watch,
};

use crate::whole::whole_or;

/// What is wrong in the position `6`, or after it. A line is sound: it has one move in each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    Line,
    Circle,
    Endless,
    Stuck,
    Both,
    Descending,
    Doubled,
    Beyond,
    WithoutEnd,
    SharedKey,
    LostKey,
    OtherKey,
    SameSide,
    TurnedOutcome,
    TurnedMoves,
    MoveName,
    AtLeast,
    NoRotation,
    OverAtStart,
    SecondStarts,
    NoName,
    SharedText,
}

use Fault::*;

/// Every fault that lies in a position, with words of its error.
const LOCAL: [Fault; 12] = [
    Circle, Endless, Stuck, Both, Descending, Doubled, Beyond, WithoutEnd, SharedKey, LostKey,
    OtherKey, SameSide,
];

/// Those that are noticed wherever the game is made known.
const WHOLE: [Fault; 4] = [NoRotation, OverAtStart, SecondStarts, NoName];

impl Fault {
    /// Words of its error.
    const fn words(self) -> &'static str {
        match self {
            Nothing | Line => "",
            Circle => {
                "every game ends, after 1,000 moves at most, but play returns to the same position: n6, n13, n6"
            }
            Endless => "every game ends, after 1,000 moves at most, but one through n",
            Stuck => "until it has an outcome, and then none, but n13 has neither",
            Both => "until it has an outcome, and then none, but n13 has both",
            Descending => "ascending numbers below the move count, but in n6 of 2 they are 1, 0",
            Doubled => "but in n6 of 2 they are 0, 0, 1",
            Beyond => "but in n6 of 2 they are 0, 1, 7",
            WithoutEnd => "but in n6 of 2 they are 0, 1, 2",
            SharedKey => {
                "a key of its own, which is read as that position, but n13 and n12 both have 12"
            }
            LostKey => "but the key 13 of n13 is not read",
            OtherKey => "but the key 13 of n13 is read as n12, which has another",
            SameSide => {
                "the sides move in turn, but the first side moves in n6 and again after it in n13"
            }
            TurnedOutcome => "but the image of n23 under number 1 has not kept the outcome",
            TurnedMoves => "but the image of n5 under number 1 has not kept the moves",
            MoveName => "but `m0`, which is number 1, is read as number 0",
            AtLeast => "at least as many positions and moves as it says, but it has 31 and 30",
            NoRotation => "but 0 of 1 symmetries are rotations",
            OverAtStart => {
                "the first side moves in the starting position, but the game is over in n1"
            }
            NoName => "a game has a name of 1 to 100 characters on one line",
            SharedText => {
                "a text of its own, which also tells the side to move, but `n12` is the text of number 12, where the \
                 second side moves, and of 13, where the second side does"
            }
            SecondStarts => {
                "the first side moves in the starting position, but the second side does in n1"
            }
        }
    }
}

/// Two moves in each position, `plies` times; positions are numbered as in a heap.
#[derive(Clone, Debug)]
struct Ill {
    fault: Fault,
    plies: u32,
}

impl Ill {
    const ENDLESS: u32 = 1 << 20;

    fn is(&self, fault: Fault, at: u32, place: u32) -> bool {
        self.fault == fault && at == place
    }

    fn ply(at: u32) -> u32 {
        at.checked_sub(Self::ENDLESS).unwrap_or_else(|| at.ilog2())
    }
}

impl Game for Ill {
    type Position = u32;

    fn name(&self) -> String {
        if self.fault == NoName {
            "two\nlines"
        } else {
            "ill"
        }
        .to_owned()
    }

    fn start(&self) -> u32 {
        if self.fault == Line { Self::ENDLESS } else { 1 }
    }

    fn side(&self, at: &u32) -> Side {
        let turned = self.is(SameSide, *at, 13) || self.is(SecondStarts, *at, 1);
        Side::BOTH[((Self::ply(*at) + u32::from(turned)) % 2) as usize]
    }

    fn outcome(&self, at: &u32) -> Option<Outcome> {
        let early = self.is(Both, *at, 13) || self.is(OverAtStart, *at, 1);
        let can_end = *at < Self::ENDLESS || self.fault == Line;
        if early || (can_end && Self::ply(*at) >= self.plies) {
            let won = *at ^ (*at >> 1) ^ u32::from(self.is(TurnedOutcome, *at, 24));
            let won = won.is_multiple_of(2) && self.fault != Line;
            return Some([Outcome::Draw, Outcome::Win(Side::First)][usize::from(won)]);
        }
        None
    }

    fn moves(&self, at: &u32) -> impl Iterator<Item = Move> {
        let (some, without_end): (&[u16], bool) = match (self.fault, at) {
            (Both, 13) => (&[0, 1], false),
            (Stuck, 13) => (&[], false),
            (TurnedMoves, 6) => (&[0], false),
            (Descending, 6) => (&[1, 0], false),
            (Doubled, 6) => (&[0, 0, 1], false),
            (Beyond, 6) => (&[0, 1, 7], false),
            (WithoutEnd, 6) => (&[0, 1], true),
            _ if self.outcome(at).is_some() => (&[], false),
            (Line, _) => (&[0], false),
            _ => (&[0, 1], false),
        };
        let more = (2..).take_while(move |_| without_end);
        some.iter().copied().chain(more).map(Move)
    }

    fn play(&self, at: &u32, m: Move) -> u32 {
        match (self.fault, at) {
            (Circle, 13) if m.0 == 1 => 6,
            (Endless, 6) => Self::ENDLESS + 3,
            (Endless | Line, &at) if at >= Self::ENDLESS => at + 1,
            _ => 2 * at + u32::from(m.0),
        }
    }

    fn move_count(&self) -> u16 {
        2
    }

    fn key(&self, at: &u32) -> Key {
        let shared = self.is(SharedKey, *at, 13);
        Key(u128::from(*at - u32::from(shared)))
    }

    fn position(&self, key: Key) -> Option<u32> {
        let at = u32::try_from(key.0).ok().filter(|&at| at > 0)?;
        match (self.fault, at) {
            (LostKey, 13) => None,
            (OtherKey, 13) => Some(12),
            _ => Some(at),
        }
    }

    fn symmetries(&self) -> u16 {
        1 + u16::from(matches!(self.fault, TurnedOutcome | TurnedMoves))
    }

    fn rotations(&self) -> u16 {
        u16::from(self.fault != NoRotation)
    }

    /// Exchanges the two moves all along the line.
    fn turn(&self, at: &u32, by: Symmetry) -> u32 {
        let all = (1 << at.ilog2()) - 1;
        at ^ (all * u32::from(by.0))
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        Move(m.0 ^ by.0)
    }

    fn at_least(&self) -> Extent {
        let positions = if self.fault == AtLeast { 1 << 40 } else { 0 };
        Extent {
            positions,
            moves: 0,
        }
    }

    fn write_move(&self, m: Move) -> String {
        format!("m{}", if self.fault == MoveName { 0 } else { m.0 })
    }

    fn read_move(&self, text: &str) -> games::Result<Move> {
        let number = text.strip_prefix('m').and_then(|n| n.parse().ok());
        number.map(Move).ok_or_else(|| unread(text))
    }

    fn write_position(&self, at: &u32) -> String {
        format!("n{}", at - u32::from(self.is(SharedText, *at, 13)))
    }

    fn read_position(&self, text: &str) -> games::Result<u32> {
        let number = text.strip_prefix('n').and_then(|n| n.parse().ok());
        number.filter(|n| *n > 0).ok_or_else(|| unread(text))
    }
}

fn unread(text: &str) -> games::Error {
    games::Error::Move {
        game: "ill".to_owned(),
        text: text.to_owned(),
        reason: "a letter and a number".to_owned(),
    }
}

#[track_caller]
fn assert_law(error: impl Into<Error>, words: &str) {
    let error = error.into();
    let is_law = matches!(error.input(), Some(games::Error::Law { .. }));
    assert!(is_law, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn a_small_game_that_breaks_a_law_is_refused_when_it_is_made_known() {
    let made = |fault, plies| AnyGame::own(Ill { fault, plies });
    made(Nothing, 4).unwrap();
    let more = [TurnedOutcome, TurnedMoves, MoveName, AtLeast, SharedText];
    for fault in LOCAL.into_iter().chain(WHOLE).chain(more) {
        assert_law(made(fault, 4).unwrap_err(), fault.words());
    }
    for fault in WHOLE {
        assert_law(made(fault, 16).unwrap_err(), fault.words());
    }
}

type Work = fn(&AnyGame) -> matchboxes::Result<()>;

fn carried_out(work: Work, game: &AnyGame) -> matchboxes::Result<()> {
    guarded(|| work(game))?
}

/// A request for so many sets of a game.
fn request(game: &AnyGame, sets: u64) -> Request {
    Request {
        game: Some(game.clone()),
        sets: Some(sets),
        ..Request::default()
    }
}

/// Work that comes to every position of a game.
const THOROUGH: [(&str, Work); 5] = [
    ("solve", |game| search_by(game, "solve")),
    ("minimax", |game| search_by(game, "minimax")),
    ("exact", |game| {
        let ground = Ground::new(game.clone())?;
        let policy = ground.policy(&Random);
        let proof = ground.prove(&policy, Side::First);
        assert!(proof.worst_case_loss() + ground.chances([&policy, &policy]).draws > 0.0);
        Ok(())
    }),
    ("perfect", |game| {
        roster::player(game, "perfect").map(|_| ())
    }),
    ("expected", |game| {
        let mut request = request(game, 3);
        request.games_per_set = Some(1);
        Trainings::new(&request)?.expected(1000)?;
        Ok(())
    }),
];

/// Work that may pass by the place where the law is broken.
const CASUAL: [(&str, Work); 11] = [
    ("train", |game| train_with(game, |_| ())),
    ("train on packed tables", |game| {
        train_with(game, |request| request.rules.push(preset("her").unwrap()))
    }),
    ("train both in batches", |game| {
        train_with(game, |request| {
            request.learner = Some(Learners::Both);
            request.batch = Some(10);
        })
    }),
    ("train on values", |game| {
        train_with(game, |request| request.rules.push(preset("sarsa").unwrap()))
    }),
    ("train against a search", |game| {
        let search = "mcts:playouts=20".parse().unwrap();
        train_with(game, |request| request.opponents.push(search))
    }),
    ("study", |game| {
        let mut request = request(game, 2);
        request.runs = Some(3);
        let studied = Trainings::new(&request)?.play(0, &());
        Ok(studied.map(|_| ())?)
    }),
    ("match", |game| {
        let tally = Contest::new(game, [&Random, &Random]).sample(2_000, 1);
        assert_eq!(tally.results.games(), 2_000);
        Ok(())
    }),
    ("tournament", |game| {
        let search = roster::player(game, "alphabeta:depth=3")?;
        let players: [&dyn Player<AnyGame>; 2] = [&Random, &*search];
        let played = Tournament::sampled(game, &players, 50, 1, &MeetingsSoFar::default());
        assert!(played.meeting(0, 0).is_some());
        Ok(())
    }),
    ("play", |game| {
        let players = ["random", "mcts:playouts=20"].map(|name| name.parse().unwrap());
        watch(game.clone(), &players, None)?;
        lesson(game.clone(), &Lesson::default())?;
        hint(game, &game.start())?;
        Ok(())
    }),
    ("kit", |game| {
        Kit::new(game, &preset("rote")?, Side::First)?;
        Ok(())
    }),
    ("other searches", |game| {
        let mut kinds = search::KINDS.iter();
        kinds.try_for_each(|kind| search_by(game, kind.name))
    }),
];

/// Work is done, or its request does not suit the game.
fn ends_well(done: matchboxes::Result<()>, name: &str) {
    use games::Error::{Parameter, TooLarge};
    let unfit = |error: &Error| matches!(error, Error::Input(TooLarge { .. } | Parameter { .. }));
    if let Some(error) = done.err().filter(|error| !unfit(error)) {
        panic!("{name}: {error}");
    }
}

fn search_by(game: &AnyGame, name: &str) -> matchboxes::Result<()> {
    let search = roster::search(game, name)?;
    let nodes = (name != "minimax").then_some(200_000);
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let at = game.start();
    search.search(&Question { game, at, limits })?;
    Ok(())
}

fn train_with(game: &AnyGame, with: impl FnOnce(&mut Request)) -> matchboxes::Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let mut request = request(game, 5);
    with(&mut request);
    let path = folder.path().join("ill.menace");
    let keeping = Keeping::at(&path, Already::Keep);
    let trained = train(&request, &keeping, &mut ());
    assert_eq!(trained.is_ok(), path.exists());
    trained.map(|_| ())
}

/// In a game that is too large to be checked whole, the law is broken where the check has not come: work that comes to
/// every position tells of every law, and other work, of which the whole form does all with each, tells of it or ends well.
#[test]
fn a_large_game_that_breaks_a_law_is_found_out_as_it_is_played() {
    for (number, fault) in LOCAL.into_iter().enumerate() {
        // The way back is named where all positions are known, or where it is short.
        let words = fault.words().split("play returns").next().unwrap();
        let game = AnyGame::own(Ill { fault, plies: 14 }).unwrap();
        for (name, work) in THOROUGH {
            let error = carried_out(work, &game).expect_err(name);
            assert_law(error, words);
        }
        let every = whole_or(1, 4);
        for (name, work) in CASUAL.into_iter().skip(number % every).step_by(every) {
            match carried_out(work, &game) {
                Err(error @ Error::Input(games::Error::Law { .. })) => assert_law(error, words),
                done => ends_well(done, name),
            }
        }
    }
}

/// A training takes any rules, without the wrapper that checks them: it does so before the first game. The games of the
/// library are not walked.
#[test]
fn a_training_of_a_game_that_breaks_a_law_does_not_begin() {
    let training = |fault, plies| Training::new(Ill { fault, plies }, preset("rote").unwrap());
    training(Nothing, 4).begin().unwrap().play(1);
    for fault in LOCAL.into_iter().chain(WHOLE).chain([MoveName, AtLeast]) {
        let ill = || training(fault, 4);
        let words = fault.words();
        assert_law(ill().begin().err().unwrap(), words);
        assert_law(ill().begin_group(0..2).err().unwrap(), words);
        let resumed = ill().resume([None, None], History::default());
        assert_law(resumed.err().unwrap(), words);
        assert_law(Study::conduct(&ill(), 2, 2, None, &()).unwrap_err(), words);
    }
}

/// Symmetries are checked where they are used.
#[test]
fn a_large_game_whose_images_differ_is_found_out_where_they_are_merged() {
    let (fault, plies) = (TurnedMoves, 14);
    let game = AnyGame::own(Ill { fault, plies }).unwrap();
    let merged = || Graph::complete(game.clone(), Merging::Full, Budget::new(50_000), "a test");
    assert_law(guarded(merged).unwrap_err(), TurnedMoves.words());
    Ground::new(game).unwrap();
}

/// The longest game is searched and learnt on an ordinary thread, in the short form by every second work; a longer one is refused, also without the
/// wrapper where all its positions are asked for.
#[test]
fn a_line_may_be_as_long_as_a_search_can_follow_it() {
    let line = |plies| Ill { fault: Line, plies };
    let game = AnyGame::own(line(LONGEST.into())).unwrap();
    for (name, work) in THOROUGH.into_iter().chain(CASUAL).step_by(whole_or(1, 2)) {
        ends_well(carried_out(work, &game), name);
    }
    let words = "every game ends, after 1,000 moves at most, but one through";
    for plies in [u32::from(LONGEST) + 1, 12_000] {
        assert_law(AnyGame::own(line(plies)).unwrap_err(), words);
        assert_law(Ground::new(line(plies)).unwrap_err(), words);
    }
    let (fault, plies) = (Circle, 4);
    let ill = Ill { fault, plies };
    let graph = Graph::complete(ill, Merging::None, Budget::new(1000), "a test").unwrap();
    assert_law(graph.children_first().unwrap_err(), fault.words());
}
