//! Learning values, one move and one game at a time.
//!
//! The opponent is part of the environment: the state after a move is the position of the learner's next turn
//! that has a box. For each move it draws, one after the other: whether the move explores, unless epsilon is 0;
//! which colour, also if there is only one; and which of the moves of the colour, if there are several. In a
//! position without a box one draw chooses any move.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::super::boxes::{ValueBox, ValueBoxes};
use super::super::choice::Choice;
use super::super::history::{Snapshot, entry};
use super::super::layout::{Layout, Placed};
use super::super::rule::{LearningMethod, Rule, Values};
use super::super::table::Table;
use super::super::training::opponent::Sampler;
use super::arithmetic::{discounted, epsilon_greedy, step, upper_bound};
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::player::{Player, Random};

/// A choice from which nothing has been learnt yet.
#[derive(Clone, Copy)]
struct PendingChoice {
    /// The index of the box.
    index: usize,
    colour: usize,
}

/// The box of a position, and the moves of each colour there.
struct PositionBox {
    index: usize,
    colours: Colours,
}

/// The moves of each colour, without a vector for each: there are as many of these as positions that were met.
struct Colours {
    /// Grouped by colour, in the order of the colours.
    moves: Box<[Move]>,
    /// Where the moves of each colour end; `None` if each colour has one move.
    ends: Option<Box<[u16]>>,
}

impl From<Vec<Vec<Move>>> for Colours {
    fn from(colours: Vec<Vec<Move>>) -> Self {
        let ends = colours.iter().scan(0, |end, moves| {
            *end += u16::try_from(moves.len()).expect("16 bit moves");
            Some(*end)
        });
        let is_merged = colours.iter().any(|moves| moves.len() != 1);
        Self {
            ends: is_merged.then(|| ends.collect()),
            moves: colours.concat().into(),
        }
    }
}

impl Colours {
    fn moves_of(&self, colour: usize) -> &[Move] {
        let Some(ends) = &self.ends else {
            return std::slice::from_ref(&self.moves[colour]);
        };
        let start = colour.checked_sub(1).map_or(0, |before| ends[before]);
        &self.moves[start.into()..ends[colour].into()]
    }

    fn find(&self, m: Move) -> Option<usize> {
        let place = self.moves.iter().position(|&other| other == m)?;
        let Some(ends) = &self.ends else {
            return Some(place);
        };
        Some(ends.partition_point(|&end| usize::from(end) <= place))
    }
}

/// The values of one side, or of a machine for both sides.
pub(crate) struct ValueLearner<G: Game> {
    game: G,
    pub(crate) rule: Rule,
    /// The fallback player, which plays in positions without a box.
    pub(crate) fallback: Option<Arc<dyn Player<G>>>,
    /// The number of the present game.
    number: u64,
    values: Values,
    pub(crate) layout: Layout,
    boxes: Vec<(Key, ValueBox)>,
    by_key: HashMap<Key, usize, FixedState>,
    /// Where the positions met so far have their boxes, by the key of the position, which can be a mirror image.
    places: HashMap<Key, Option<PositionBox>, FixedState>,
    /// The moves that share a value; none unless the rule learns values of afterstates.
    ties: Ties,
    /// Its choices in the present game from which it has not learnt yet, by side.
    paths: [Vec<PendingChoice>; 2],
}

/// Moves that share a value, since they lead to the same position.
#[derive(Default)]
struct Ties {
    by_key: HashMap<Key, usize, FixedState>,
    /// The boxes and colours of each position.
    members: Vec<Vec<(usize, usize)>>,
    /// For each box the positions that its colours lead to.
    of_box: Vec<Vec<usize>>,
}

impl Ties {
    /// Adds the box of this position with the moves of its colours, the last of all boxes. A value that is known from
    /// another box is taken over; another that is new is the reward where the move ends the game.
    #[cold]
    fn add<G: Game>(
        &mut self,
        (game, layout, rule): (&G, Layout, &Values),
        at: &G::Position,
        colours: &[Vec<Move>],
        boxes: &mut [(Key, ValueBox)],
        is_new: bool,
    ) {
        let index = self.of_box.len();
        let side = game.side(at);
        self.of_box.push(Vec::with_capacity(colours.len()));
        for (colour, moves) in colours.iter().enumerate() {
            let after = game.play(at, moves[0]);
            let key = layout.canonical(game, &after).key;
            let position = *self.by_key.entry(key).or_insert_with(|| {
                self.members.push(Vec::new());
                self.members.len() - 1
            });
            if let Some(&known) = self.members[position].first() {
                copy(boxes, known, (index, colour));
            } else if is_new && let Some(outcome) = game.outcome(&after) {
                let reward = rule.reward(outcome.verdict(side), side);
                boxes[index].1.values[colour] = reward.units();
            }
            self.members[position].push((index, colour));
            self.of_box[index].push(position);
        }
    }

    /// Gives the value of a colour to all others that share it.
    #[cold]
    fn share(&self, boxes: &mut [(Key, ValueBox)], index: usize, colour: usize) {
        for &other in &self.members[self.of_box[index][colour]] {
            copy(boxes, (index, colour), other);
        }
    }
}

/// Copies the value and the visits of a colour of a box.
fn copy(boxes: &mut [(Key, ValueBox)], from: (usize, usize), to: (usize, usize)) {
    let found = &boxes[from.0].1;
    let (value, visits) = (found.values[from.1], found.visits[from.1]);
    let found = &mut boxes[to.0].1;
    (found.values[to.1], found.visits[to.1]) = (value, visits);
}

impl<G: Game> ValueLearner<G> {
    /// A learner that has met no position.
    ///
    /// # Panics
    ///
    /// If the rule keeps no values.
    pub(crate) fn new(game: G, rule: Rule) -> Self {
        Self {
            values: rule.values().expect("it keeps values").clone(),
            layout: Layout::from(&rule),
            fallback: None,
            number: 0,
            boxes: Vec::new(),
            by_key: HashMap::default(),
            places: HashMap::default(),
            ties: Ties::default(),
            paths: Default::default(),
            game,
            rule,
        }
    }

    /// Continues from the values of this table.
    pub(crate) fn adopt(&mut self, table: &Table) {
        let given = || table.values().into_iter().flatten();
        self.boxes = given().map(|(&key, found)| (key, found.clone())).collect();
        self.by_key = given().zip(0..).map(|((&key, _), i)| (key, i)).collect();
        self.places.clear();
        self.ties = Ties::default();
        if self.values.method == LearningMethod::TdAfterstates {
            for (&key, _) in given() {
                let at = self.game.position(key);
                let at = at.expect("a table has boxes of positions");
                let colours = self.layout.place(&self.game, &at).colours;
                let by = (&self.game, self.layout, &self.values);
                self.ties.add(by, &at, &colours, &mut self.boxes, false);
            }
        }
    }

    /// The table of these values: its beads are the greedy policy.
    pub(crate) fn table(&self, side: Side) -> Table {
        let boxes: ValueBoxes = self.boxes.iter().cloned().collect();
        Table::valued(self.layout.side_of_table(side), self.layout, boxes)
    }

    /// The box with this key, if it has been met.
    pub(crate) fn found(&self, key: Key) -> Option<&ValueBox> {
        Some(&self.boxes[*self.by_key.get(&key)?].1)
    }

    /// Reads the greedy policy of a box as beads; `false` if there is no such box.
    pub(crate) fn greedy(&self, key: Key, beads: &mut Vec<u64>) -> bool {
        self.found(key).map(|found| found.greedy(beads)).is_some()
    }

    /// The state of the boxes.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let mut missing_colour = Vec::new();
        for (_, found) in &self.boxes {
            if found.is_decided() {
                *entry(&mut missing_colour, found.ply) += 1;
            }
        }
        Snapshot {
            boxes: self.boxes.len() as u64,
            missing_colour,
            ..Snapshot::default()
        }
    }

    /// Sets up the game with this number, and discards the choices of a game that has not ended.
    pub(crate) fn begin(&mut self, number: u64) {
        self.number = number;
        self.paths.iter_mut().for_each(Vec::clear);
    }

    /// Chooses a move in the position `at`, met after `ply` moves, and learns from its last move if the rule
    /// does so before the end of the game. In a position without a box the fallback player chooses the move,
    /// or else any move is played.
    #[inline(never)]
    pub(crate) fn choose(&mut self, at: &G::Position, ply: u16, dice: &mut Dice) -> Choice {
        let number = self.number;
        let colour = |values: &Values, found: &ValueBox, _: &Colours| {
            if values.method == LearningMethod::Ucb {
                upper_bound(values.c, found, dice)
            } else {
                epsilon_greedy(values.epsilon.billionths(number), &found.values, dice)
            }
        };
        // Moves that are mirror images of each other can share a colour; each has the same chance.
        match self.take(at, ply, colour) {
            Some([only]) => Choice::Move(*only),
            Some(moves) => Choice::Move(moves[dice.index(moves.len())]),
            None => {
                let player = self.fallback.as_deref().unwrap_or(&Random);
                Sampler::default().choose(player, &self.game, at, dice)
            }
        }
    }

    /// Takes over a move chosen by the caller, in the position `at`, met after `ply` moves: it learns from
    /// the game as if it had played the move itself.
    ///
    /// # Panics
    ///
    /// If the move is not legal there.
    #[inline(never)]
    pub(crate) fn follow(&mut self, at: &G::Position, ply: u16, m: Move) {
        self.take(at, ply, |_: &Values, _: &ValueBox, colours: &Colours| {
            colours.find(m).expect("a legal move has a colour")
        });
    }

    /// Takes the colour that is chosen in a position, and learns from its last move where that needs no end of the
    /// game. Returns the moves of the colour; `None` in a position without a box.
    #[inline]
    fn take(
        &mut self,
        at: &G::Position,
        ply: u16,
        choose: impl FnOnce(&Values, &ValueBox, &Colours) -> usize,
    ) -> Option<&[Move]> {
        let Self {
            game,
            values: rule,
            number,
            layout,
            boxes,
            by_key,
            places,
            ties,
            paths,
            ..
        } = self;
        let (game, number) = (&*game, *number);
        let place = places.entry(game.key(at)).or_insert_with(|| {
            let has_box = layout.has_box(game, at);
            let Placed { key, colours } = has_box.then(|| layout.place(game, at))?;
            let index = *by_key.entry(key).or_insert_with(|| {
                boxes.push((key, ValueBox::new(ply, rule.initial.units(), colours.len())));
                if rule.method == LearningMethod::TdAfterstates {
                    ties.add((game, *layout, rule), at, &colours, boxes, true);
                }
                boxes.len() - 1
            });
            let colours = colours.into();
            Some(PositionBox { index, colours })
        });
        let PositionBox { index, colours } = place.as_ref()?;
        let path = &mut paths[game.side(at).index()];
        // Q-learning learns before the choice, as in the textbook.
        if rule.method == LearningMethod::QLearning
            && let Some(before) = path.pop()
        {
            let target = discounted(rule.gamma, boxes[*index].1.greatest());
            learn(rule, boxes, ties, before, target, number);
        }
        let found = &boxes[*index].1;
        let colour = choose(rule, found, colours);
        if matches!(
            rule.method,
            LearningMethod::Sarsa | LearningMethod::TdAfterstates
        ) && let Some(before) = path.pop()
        {
            let value = found.values[colour];
            // From a move that explores, the textbook learns no value of a position.
            if rule.method == LearningMethod::Sarsa || value == found.greatest() {
                let target = discounted(rule.gamma, value);
                learn(rule, boxes, ties, before, target, number);
            }
        }
        let index = *index;
        path.push(PendingChoice { index, colour });
        Some(colours.moves_of(colour))
    }

    /// Learns from the end of the game, as this side: the last move from the reward, and earlier moves from
    /// the same reward, discounted once for each own move.
    pub(crate) fn end(&mut self, side: Side, verdict: Verdict) {
        let mut target = self.values.reward(verdict, side).units();
        while let Some(made) = self.paths[side.index()].pop() {
            let (values, boxes) = (&self.values, &mut self.boxes);
            learn(values, boxes, &self.ties, made, target, self.number);
            target = discounted(values.gamma, target);
        }
    }
}

fn learn(
    rule: &Values,
    boxes: &mut [(Key, ValueBox)],
    ties: &Ties,
    made: PendingChoice,
    target: i64,
    number: u64,
) {
    let PendingChoice { index, colour } = made;
    step(rule, &mut boxes[index].1, colour, target, number);
    if rule.method == LearningMethod::TdAfterstates {
        ties.share(boxes, index, colour);
    }
}
