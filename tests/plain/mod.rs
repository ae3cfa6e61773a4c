//! Rote learning once more, plain and slow: hash maps of beads, rules asked at every move, mirror
//! images found by trying them all. It shares with the engine it is compared with only the words:
//! rules, moves, keys, dice, records.

use std::collections::{BTreeMap, HashMap};

use menace::dice::{Dice, Purpose};
use menace::game::{Game, Key, Move, Outcome, Side, Symmetry, Verdict};
use menace::graph::Merging;
use menace::learn::{
    Boxes, Duplicates, Effect, Empty, History, MOST_BEADS, Matchbox, Multipliers, Opponent, Origin,
    Record, Rule, Scope, Standing, Table, Training, WHOLE,
};

/// A training played plainly.
pub(crate) struct Plain<G: Game> {
    training: Training<G>,
    shelves: [Shelf; 2],
    pub(crate) history: History,
}

/// The boxes of one side, what it drew in the present game and what befell it in the present set.
#[derive(Default)]
struct Shelf {
    boxes: HashMap<Key, Matchbox>,
    drawn: Vec<(Key, usize, u16)>,
    rescued: u64,
    saturated: u64,
    refused: u64,
    origin: Origin,
}

impl<G: Game> Plain<G> {
    pub(crate) fn new(training: Training<G>) -> Self {
        Self {
            training,
            shelves: [Shelf::default(), Shelf::default()],
            history: History::default(),
        }
    }

    /// What a side has learnt, if it learns.
    pub(crate) fn table(&self, side: Side) -> Option<Table> {
        let mut table = Table::new(side);
        let boxes: BTreeMap<_, _> = self.shelves[side.index()].boxes.iter().collect();
        for (key, matchbox) in boxes {
            table.insert(*key, matchbox.clone());
        }
        self.training.learners.learns(side).then_some(table)
    }

    pub(crate) fn play(&mut self, sets: u64) {
        for _ in 0..sets {
            let set = self.history.records.len() as u64;
            let seed = self.training.seed;
            let mut dice = Dice::new(seed, Purpose::Training, self.training.run, set);
            let mut record = Record {
                sets: 1,
                ..Record::default()
            };
            let games = self.training.games_per_set;
            for game in set * games..(set + 1) * games {
                self.play_game(game, &mut dice, &mut record);
            }
            for side in Side::BOTH {
                if self.training.learners.learns(side) {
                    record.standing[side.index()] = Some(self.shelves[side.index()].stand());
                }
            }
            self.history.records.push(record);
        }
    }

    fn play_game(&mut self, number: u64, dice: &mut Dice, record: &mut Record) {
        let game = self.training.game.clone();
        let mut at = game.start();
        let mut ply = 0;
        let outcome = loop {
            if let Some(outcome) = game.outcome(&at) {
                break outcome;
            }
            let side = game.side(&at);
            let m = if self.training.learners.learns(side) {
                let rule = &self.training.rule;
                self.shelves[side.index()].choose(&game, rule, &at, ply, dice)
            } else {
                choose_fixed(&game, &self.training.opponent, number, &at, dice)
            };
            let Some(m) = m else {
                let learns = self.training.learners.learns(side);
                let own = &mut self.shelves[side.index()];
                if learns && self.training.rule.empty == Empty::Refuse && own.drawn.is_empty() {
                    own.refused += 1;
                    self.shelves
                        .iter_mut()
                        .for_each(|shelf| shelf.drawn.clear());
                    return;
                }
                record.resigned[side.index()] += 1;
                break Outcome::Win(side.other());
            };
            at = game.play(&at, m);
            ply += 1;
        };
        match outcome {
            Outcome::Win(Side::First) => record.first_wins += 1,
            Outcome::Win(Side::Second) => record.second_wins += 1,
            Outcome::Draw => record.draws += 1,
        }
        for side in Side::BOTH {
            if self.training.learners.learns(side) {
                self.shelves[side.index()].conclude(
                    outcome.verdict(side),
                    ply,
                    &self.training.rule,
                );
            }
        }
    }
}

/// A player that does not learn moves; first it is decided which, where that is left to chance.
fn choose_fixed<G: Game>(
    game: &G,
    opponent: &Opponent<G>,
    number: u64,
    at: &G::Position,
    dice: &mut Dice,
) -> Option<Move> {
    let player = match opponent {
        Opponent::Player(player) => player,
        Opponent::Fading { games, to, .. } if number >= *games => to,
        Opponent::Fading { from, to, games } => {
            if dice.below(*games) < number {
                to
            } else {
                from
            }
        }
        Opponent::Script(parts) => {
            let mut begun = parts.iter().filter(|(from, _)| *from <= number);
            &begun.next_back().unwrap_or(&parts[0]).1
        }
    };
    let moves: Vec<Move> = game.moves(at).collect();
    let mut weights = vec![0; moves.len()];
    player.weigh(game, at, &moves, &mut weights);
    Some(moves[dice.draw(&weights)?])
}

impl Shelf {
    fn choose<G: Game>(
        &mut self,
        game: &G,
        rule: &Rule,
        at: &G::Position,
        ply: u16,
        dice: &mut Dice,
    ) -> Option<Move> {
        let moves: Vec<Move> = game.moves(at).collect();
        if !has_box(game, rule, at) {
            return dice.draw(&vec![1; moves.len()]).map(|i| moves[i]);
        }
        let (key, colours) = colours(game, rule, at);
        let new = |ply: u16| {
            let beads = vec![start(rule, ply, colours.len()); colours.len()];
            Matchbox { ply, beads }
        };
        let matchbox = self.boxes.entry(key).or_insert_with(|| new(ply));
        if matchbox.beads.iter().all(|&n| n == 0) {
            if rule.empty != Empty::Refill {
                return None;
            }
            *matchbox = new(matchbox.ply);
            self.rescued += 1;
        }
        let colour = dice.draw(&matchbox.beads)?;
        self.drawn.push((key, colour, ply));
        let meant = &colours[colour];
        match meant.len() {
            1 => Some(meant[0]),
            _ => dice.draw(&vec![1; meant.len()]).map(|i| meant[i]),
        }
    }

    fn conclude(&mut self, verdict: Verdict, plies: u16, rule: &Rule) {
        let drawn = std::mem::take(&mut self.drawn);
        if let Some(odds) = &rule.odds {
            let odds = Multipliers::new(odds);
            let end = match drawn.last() {
                Some(last) if verdict == Verdict::Loss => last.2 + 1,
                _ => plies,
            };
            for &(key, colour, ply) in &drawn {
                let beads = &mut self.boxes.get_mut(&key).expect("a box drawn from").beads;
                odds.apply(beads, colour, end - ply, verdict, self.origin);
            }
            odds.slide(&mut self.origin, verdict);
            return;
        }
        let change = match verdict {
            Verdict::Win => rule.win,
            Verdict::Draw => rule.draw,
            Verdict::Loss => rule.loss,
        };
        let reached = match change.scope {
            Scope::All => &drawn[..],
            Scope::Last => drawn.last().map_or(&[][..], std::slice::from_ref),
        };
        for &(key, colour, _) in reached {
            let matchbox = self.boxes.get_mut(&key).expect("a box drawn from");
            let beads = &mut matchbox.beads;
            let total: u64 = beads.iter().sum();
            let out = match change.effect {
                Effect::Nothing => continue,
                Effect::Add(n) => {
                    let wanted = u128::from(total) + u128::from(n);
                    let over = wanted.saturating_sub(u128::from(MOST_BEADS));
                    self.saturated += u64::from(over > 0);
                    beads[colour] += n - u64::try_from(over).expect("at most what was added");
                    continue;
                }
                Effect::Subtract(n) => n.min(beads[colour]),
                Effect::Wipe => beads[colour],
            };
            let whole = total == beads[colour];
            let keeps = match rule.empty {
                Empty::Floor => true,
                Empty::KeepLast => whole,
                Empty::KeepFirst => whole && matchbox.ply < 2,
                _ => false,
            };
            if out == 0 || out < beads[colour] {
                beads[colour] -= out;
                continue;
            }
            beads[colour] = u64::from(keeps);
            self.rescued += u64::from(keeps);
            let fresh = start(rule, matchbox.ply, beads.len());
            match rule.empty {
                Empty::RefillMove => beads[colour] = fresh,
                Empty::Reset => beads.fill(fresh),
                _ => continue,
            }
            self.rescued += 1;
        }
    }

    /// How the boxes stand; the counts of the set begin anew.
    fn stand(&mut self) -> Standing {
        let boxes: BTreeMap<_, _> = self.boxes.iter().collect();
        let plies = || {
            boxes
                .values()
                .filter(|b| b.beads.contains(&0))
                .map(|b| b.ply)
        };
        let last = plies().max();
        let count = |ply: u16| plies().filter(|&p| p == ply).count() as u64;
        Standing {
            boxes: boxes.len() as u64,
            zeroed: last.map_or(Vec::new(), |last| (0..=last).map(count).collect()),
            rescued: std::mem::take(&mut self.rescued),
            saturated: std::mem::take(&mut self.saturated),
            refused: std::mem::take(&mut self.refused),
            origin: self.origin,
            exact: None,
        }
    }
}

/// The beads of each colour in a new box.
fn start(rule: &Rule, ply: u16, colours: usize) -> u64 {
    match rule.odds {
        Some(_) => WHOLE / colours as u64,
        None => rule.start[usize::from(ply / 2).min(rule.start.len() - 1)],
    }
}

fn has_box<G: Game>(game: &G, rule: &Rule, at: &G::Position) -> bool {
    let wins = |at: &G::Position, side| game.outcome(at) == Some(Outcome::Win(side));
    let opponent = game.side(at).other();
    let hopeless = |m: Move| {
        let after = game.play(at, m);
        let mut replies = game.moves(&after).map(|reply| game.play(&after, reply));
        wins(&after, opponent) || replies.any(|end| wins(&end, opponent))
    };
    let choice = game.moves(at).count() > 1;
    match rule.boxes {
        Boxes::Every => true,
        Boxes::Choice => choice,
        Boxes::Hopeful => choice && !game.moves(at).all(hopeless),
    }
}

/// The key of the box of a position, and the moves each of its colours stands for here.
fn colours<G: Game>(game: &G, rule: &Rule, at: &G::Position) -> (Key, Vec<Vec<Move>>) {
    let symmetries: Vec<Symmetry> = match rule.symmetry {
        Merging::None => vec![Symmetry(0)],
        Merging::Rotations => (0..game.rotations()).map(Symmetry).collect(),
        Merging::Full => (0..game.symmetries()).map(Symmetry).collect(),
    };
    let key_by = |by: Symmetry| game.key(&game.turn(at, by));
    // The first of several that lead to the lowest key.
    let by = *symmetries
        .iter()
        .min_by_key(|&&by| key_by(by))
        .expect("the identity");
    let image = game.turn(at, by);
    let same = |a: Move, b: Move| {
        let carries = |&by: &Symmetry| game.turn(&image, by) == image && game.turn_move(a, by) == b;
        a == b || (rule.duplicates == Duplicates::Merge && symmetries.iter().any(carries))
    };
    let mut colours: Vec<(Move, Vec<Move>)> = Vec::new();
    for m in game.moves(&image) {
        if !colours.iter().any(|&(lowest, _)| same(lowest, m)) {
            colours.push((m, Vec::new()));
        }
    }
    for m in game.moves(at) {
        let there = game.turn_move(m, by);
        let colour = colours.iter_mut().find(|(lowest, _)| same(*lowest, there));
        colour.expect("a colour for every move").1.push(m);
    }
    (
        game.key(&image),
        colours.into_iter().map(|(_, here)| here).collect(),
    )
}
