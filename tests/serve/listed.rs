//! A machine as a plain list of its games tells it: all games are learnt anew, in their order, by the learner of the
//! library.

use matchboxes::arena::{Ending, PlayedGame};
use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game as _, Move, Side, Verdict};
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{Choice, Layout, Learner, Rule, Table, preset};
use matchboxes::player::{Player as _, Random};
use matchboxes::store::Model;
use serde_json::{Value, json};

use super::client::{count, list, word};

/// A game of the list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    /// With a person, who made these moves and perhaps resigned; the machine draws its own.
    Person(Vec<Move>, bool),
    /// Of the training with this number, against random play.
    Trained(usize),
    /// Of which all moves are known.
    Known(PlayedGame),
}

/// A machine, and the games that it has played.
#[derive(Clone)]
pub(super) struct Listed {
    pub(super) game: AnyGame,
    pub(super) rule: Rule,
    pub(super) machine: Side,
    pub(super) seed: u64,
    /// Whether a person draws its beads too.
    pub(super) is_by_hand: bool,
    pub(super) entries: Vec<Entry>,
    /// From which of them on games can be taken back.
    board: usize,
}

/// One of the kinds of machines, which has played nothing.
pub(super) fn kind(number: u64) -> Listed {
    let (game, rule, machine) = [
        ("tic-tac-toe", "rote", Side::First),
        ("nim:8:take=3", "cups", Side::Second),
        ("hexapawn", "her", Side::Second),
        ("tic-tac-toe", "michie-304", Side::First),
    ][usize::try_from(number % 4).unwrap()];
    Listed::new(game, rule, machine, Vec::new())
}

/// A game as it went.
pub(super) struct Went {
    pub(super) moves: Vec<Move>,
    /// None if it is not over.
    pub(super) ending: Option<Ending>,
    /// Whether the machine has learnt from it.
    pub(super) counts: bool,
}

/// What a machine has learnt from its list.
pub(super) struct Learnt {
    game: AnyGame,
    layout: Layout,
    side: Side,
    is_by_hand: bool,
    pub(super) table: Table,
    pub(super) games: Vec<Went>,
}

impl Listed {
    pub(super) fn new(game: &str, rule: &str, machine: Side, entries: Vec<Entry>) -> Self {
        Self {
            game: parse(game).unwrap(),
            rule: preset(rule).unwrap(),
            machine,
            seed: 0,
            is_by_hand: false,
            entries,
            board: 0,
        }
    }

    /// Learns all games anew.
    pub(super) fn learnt(&self) -> Learnt {
        let mut learner = Learner::new(self.game.clone(), self.rule.clone(), self.machine);
        let (mut last, mut sets) = (learner.report(), 0);
        let mut games = Vec::new();
        for entry in &self.entries {
            let before = learner.table();
            learner.begin(sets);
            let went = self.play(entry, &mut learner, sets);
            if went.counts {
                let outcome = went.ending.and_then(Ending::outcome).unwrap();
                learner.conclude(outcome.verdict(self.machine));
                last = learner.report();
                sets += 1;
            } else {
                // The boxes that it has met in it are none.
                learner.resume_from(Some(&before), Some(&last)).unwrap();
            }
            games.push(went);
        }
        Learnt {
            game: self.game.clone(),
            layout: Layout::from(&self.rule),
            side: self.machine,
            is_by_hand: self.is_by_hand,
            table: learner.table(),
            games,
        }
    }

    fn play(&self, entry: &Entry, learner: &mut Learner<AnyGame>, number: u64) -> Went {
        let game = &self.game;
        let mut dice = Dice::new(self.seed, Purpose::Training, 0, number);
        let (mut at, mut moves) = (game.start(), Vec::new());
        let resigned = Ending::Resigned(self.machine.other());
        let (given, end) = match entry {
            Entry::Person(own, resigns) => (&own[..], resigns.then_some(resigned)),
            Entry::Known(played) => (&played.moves[..], Some(played.ending)),
            Entry::Trained(_) => (&[][..], None),
        };
        let mut given = given.iter().copied();
        let ending = loop {
            if let Some(outcome) = game.outcome(&at) {
                break Some(Ending::Over(outcome));
            }
            let is_machine = game.side(&at) == self.machine;
            let m = match entry {
                Entry::Person(..) if is_machine && self.is_by_hand => {
                    let key = Layout::from(&self.rule).place(game, &at).key;
                    let beads = learner.table().get(key).map(|one| one.beads.clone());
                    if beads.is_some_and(|beads| beads.iter().all(|&n| n == 0)) {
                        break Some(Ending::Resigned(self.machine));
                    }
                    // A move that is the only one is made without being asked for.
                    let only = game
                        .moves(&at)
                        .next()
                        .filter(|_| game.moves(&at).count() == 1);
                    only.or_else(|| given.next())
                }
                Entry::Person(..) | Entry::Trained(_) if is_machine => {
                    match learner.choose(&mut dice) {
                        Choice::Move(m) => Some(m),
                        Choice::Resign => break Some(Ending::Resigned(self.machine)),
                        Choice::Refuse => break Some(Ending::Stopped),
                    }
                }
                Entry::Trained(_) => Random.draw(game, &at, &mut dice),
                Entry::Person(..) | Entry::Known(_) => given.next(),
            };
            let Some(m) = m else { break end };
            if is_machine && (self.is_by_hand || matches!(entry, Entry::Known(_))) {
                learner.follow(m).unwrap();
            }
            learner.played(m).unwrap();
            moves.push(m);
            at = game.play(&at, m);
        };
        // A machine that refuses to play against a person learns nothing from that.
        let is_begun = !moves.is_empty() || !matches!(entry, Entry::Person(_, false));
        Went {
            counts: is_begun && ending.is_some_and(|ending| ending != Ending::Stopped),
            moves,
            ending,
        }
    }

    /// The board is set up again after these games: unfinished ones are gone, and only a training cannot be taken back.
    pub(super) fn sit(&mut self) {
        let games = self.learnt().games.into_iter();
        let all = self.entries.iter_mut().zip(games);
        for (entry, _) in all.filter(|(_, went)| !went.counts) {
            *entry = Entry::Person(vec![], false);
        }
        let is_trained = |entry: &Entry| matches!(entry, Entry::Trained(_));
        let last = self.entries.iter().rposition(is_trained);
        self.board = last.map_or(0, |last| last + 1);
        self.begin();
    }

    pub(super) fn begin(&mut self) {
        self.entries.push(Entry::Person(vec![], false));
    }

    /// Lets the machine learn from this number of games against random play.
    pub(super) fn train(&mut self, games: u64) {
        self.sit();
        let training = Entry::Trained(self.entries.len());
        self.entries.extend((0..games).map(|_| training.clone()));
        self.sit();
    }

    pub(super) fn is_over(&self) -> bool {
        self.learnt().games.last().unwrap().ending.is_some()
    }

    /// What the person has done in the present game: the moves, and whether it was to resign.
    pub(super) fn present(&mut self) -> (&mut Vec<Move>, &mut bool) {
        match self.entries.last_mut() {
            Some(Entry::Person(moves, resigns)) => (moves, resigns),
            other => panic!("{other:?}"),
        }
    }

    /// Takes back what the person did last at this board, and all after it; whether there was something.
    pub(super) fn undo(&mut self) -> bool {
        let is_done = |entry: &Entry| matches!(entry, Entry::Person(moves, resigns) if *resigns || !moves.is_empty());
        let Some(last) = self.entries[self.board..].iter().rposition(is_done) else {
            return false;
        };
        self.entries.truncate(self.board + last + 1);
        let (moves, resigns) = self.present();
        if !std::mem::take(resigns) {
            moves.pop();
        }
        true
    }

    /// Moves as they are shown.
    pub(super) fn text(&self, moves: &[Move]) -> Value {
        let texts = moves.iter().map(|&m| self.game.write_move(m));
        texts.collect()
    }
}

impl Learnt {
    /// The moves of the games that count.
    pub(super) fn moves(&self) -> Vec<&[Move]> {
        let counted = self.games.iter().filter(|went| went.counts);
        counted.map(|went| &*went.moves).collect()
    }

    /// How many games count.
    pub(super) fn counted(&self) -> u64 {
        self.moves().len() as u64
    }

    /// How each of the games that count ended for the machine: won, drawn, lost.
    fn results(&self) -> Vec<[u64; 3]> {
        let counted = self.games.iter().filter(|went| went.counts);
        let outcomes = counted.filter_map(|went| went.ending?.outcome());
        let verdicts = outcomes.map(|outcome| outcome.verdict(self.side));
        let each = [Verdict::Win, Verdict::Draw, Verdict::Loss];
        verdicts
            .map(|own| each.map(|one| u64::from(one == own)))
            .collect()
    }

    /// Checks that a model has what the list has.
    pub(super) fn check_model(&self, model: &Model) {
        let table = model.table(self.side).unwrap();
        // Of a machine played by hand all boxes have been built, also those that it has not met.
        let mut own = self.table.iter();
        let has_met = own.all(|(key, one)| table.get(key).is_some_and(|it| it.beads == one.beads));
        let is_same = table == &self.table || self.is_by_hand && has_met;
        assert!(is_same, "{table:?}");
        let records = model.history.records.iter();
        let records = records.map(|record| record.results.seen_by(self.side));
        assert!(records.eq(self.results()));
    }

    /// Checks that every game that has ended is listed; returns the last one.
    pub(super) fn check_past<'t>(&self, listed: &Listed, told: &'t Value) -> Option<&'t Value> {
        let mut told = list(told).iter().filter(|one| one["ended"] != false);
        let (mut expected, mut games) = (Vec::new(), 0);
        for (entry, went) in listed.entries.iter().zip(&self.games) {
            if let Entry::Trained(_) = entry {
                // Trainings that follow each other are one.
                games += 1;
                expected.truncate(expected.len() - usize::from(games > 1));
                expected.push(json!({ "opponent": "random", "games": games }));
            } else if went.ending.is_some() {
                games = 0;
                expected.push(listed.text(&went.moves));
            }
        }
        let of = |one: &Value| one.get("training").unwrap_or(&one["moves"]).clone();
        assert_eq!(told.clone().map(of).collect::<Vec<_>>(), expected);
        told.rfind(|one| one["number"].is_u64())
    }

    /// Checks that a learning curve has a point for each game, and the first box what lies in it.
    pub(super) fn check_curve(&self, curve: &Value) {
        let of = |point: &Value| ["won", "drawn", "lost"].map(|of| count(&point[of]));
        let points = list(&curve["points"]).iter().map(of);
        assert!(points.eq(self.results()), "{curve}");
        assert_eq!(count(&curve["learnt"]), self.counted());
        assert_eq!(count(&curve["boxes"]), self.table.len() as u64);
        self.check_box(&curve["box"]);
        let moments = list(&curve["seen"]);
        assert!(moments.is_sorted_by(|one, next| count(&one["games"]) < count(&next["games"])));
        if let Some(last) = moments.last() {
            assert_eq!(last["games"], curve["learnt"]);
            let shown = list(&curve["box"]["colours"]).iter();
            let shown = shown.map(|colour| colour["beads"].as_f64());
            let seen = list(&last["colours"]).iter().map(Value::as_f64);
            assert!(shown.eq(seen), "{curve}");
        }
    }

    /// Checks that a box that has been met is shown with what lies in it.
    pub(super) fn check_box(&self, shown: &Value) {
        if shown["met"] == true {
            let at = self.game.read_position(word(&shown["position"])).unwrap();
            let key = self.layout.place(&self.game, &at).key;
            let beads: u64 = self.table.get(key).unwrap().beads.iter().sum();
            assert_eq!(count(&shown["total"]), beads, "{shown}");
        }
    }

    /// Checks that a game is shown as it went, and each box that it has changed with what lies in it now.
    pub(super) fn check_round(&self, listed: &Listed, round: &Value) {
        let last = self.games.last().unwrap();
        assert_eq!(moves(round), listed.text(&last.moves));
        let ended = &round["ended"];
        assert_eq!(ended.is_null(), last.ending.is_none());
        let changes = ended["changes"].as_array().into_iter().flatten();
        changes.for_each(|change| self.check_box(&change["after"]));
    }
}

/// The moves of a game that is shown.
pub(super) fn moves(round: &Value) -> Value {
    let turns = list(&round["turns"]).iter();
    turns.map(|turn| turn["move"].clone()).collect()
}
