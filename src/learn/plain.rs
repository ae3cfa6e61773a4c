//! Rote learning, to be read in one sitting.
//!
//! A [`Learner`] keeps a matchbox for every position it has met: a hash map from keys to beads. To
//! move it draws a bead, each with the same chance; when the game is over its rule says what becomes
//! of the beads drawn. Nothing is laid out beforehand, so the game may be as large as it likes, and a
//! person or a page can play it move by move. [`Plain`](super::Plain) is a whole training of such
//! learners; the engine gives the same tables and records, faster, for games small enough.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::event::{Choice, Event};
use super::history::Snapshot;
use super::layout::{Layout, Placed};
use super::rule::{Change, Effect, Empty, Incident, Multipliers, Rule, Scope};
use super::table::{Matchbox, Table};
use crate::dice::Dice;
use crate::error::Result;
use crate::game::{Game, Key, Move, Side, Verdict};

/// One side that learns, playing one move at a time.
///
/// Whatever it does to its boxes it tells as [`Event`]s, with its side, to whoever listens.
pub struct Learner<G: Game> {
    game: G,
    rule: Rule,
    odds: Option<Multipliers>,
    side: Side,
    boxes: HashMap<Key, Matchbox, FixedState>,
    at: G::Position,
    ply: u16,
    drawn: Vec<Drawn>,
    snapshot: Snapshot,
}

/// A bead drawn in the present game, after `ply` moves.
struct Drawn {
    key: Key,
    colour: usize,
    ply: u16,
}

impl<G: Game> Learner<G> {
    /// A learner that has met no position, at the start of its first game.
    #[must_use]
    pub fn new(game: G, rule: Rule, side: Side) -> Self {
        Self {
            odds: rule.odds().map(Multipliers::new),
            boxes: HashMap::default(),
            at: game.start(),
            ply: 0,
            drawn: Vec::new(),
            snapshot: Snapshot::default(),
            game,
            rule,
            side,
        }
    }

    /// Takes up the boxes of a table, if there is one, and what goes on besides them from the last set.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`](crate::Error::Mismatch) when the table is of another side, game or layout.
    pub fn take_up(&mut self, table: Option<&Table>, last: Option<&Snapshot>) -> Result<()> {
        if let Some(table) = table {
            table.belongs(self.side, Layout::from(&self.rule), &self.game)?;
            self.boxes = table.iter().map(|(key, b)| (key, b.clone())).collect();
            self.snapshot.boxes = table.len() as u64;
            self.snapshot.zeroed = table.zeroed();
        }
        self.begin();
        self.snapshot.origin = last.map(|last| last.origin).unwrap_or_default();
        Ok(())
    }

    /// What has been learnt.
    #[must_use]
    pub fn table(&self) -> Table {
        let boxes = self.boxes.iter().map(|(&key, b)| (key, b.clone()));
        let laid_out = (self.side, Layout::from(&self.rule));
        Table::of(self.game.name(), laid_out, boxes)
    }

    /// The beads of a box that has been met.
    #[must_use]
    pub fn beads(&self, key: Key) -> Option<&[u64]> {
        self.boxes.get(&key).map(|matchbox| &matchbox.beads[..])
    }

    /// Sets up a new game; whatever was drawn in one that has not been concluded is forgotten.
    pub fn begin(&mut self) {
        self.at = self.game.start();
        self.ply = 0;
        self.drawn.clear();
    }

    /// A move has been made: its own, or what the other side played.
    pub fn played(&mut self, m: Move) {
        self.at = self.game.play(&self.at, m);
        self.ply += 1;
    }

    /// Chooses a move where it is its turn: draws a bead of its box.
    pub fn choose(&mut self, dice: &mut Dice, hear: &mut impl FnMut(Side, Event<'_>)) -> Choice {
        let (rule, side, layout) = (&self.rule, self.side, Layout::from(&self.rule));
        if !layout.has_box(&self.game, &self.at) {
            let moves: Vec<Move> = self.game.moves(&self.at).collect();
            return Choice::Move(moves[even(dice, moves.len())]);
        }
        let Placed { key, colours } = layout.place(&self.game, &self.at);
        let full = |ply| vec![rule.start_beads(ply, colours.len()); colours.len()];
        let ply = self.ply;
        let matchbox = self.boxes.entry(key).or_insert_with(|| {
            let beads = full(ply);
            self.snapshot.boxes += 1;
            hear(
                side,
                Event::Opened {
                    key,
                    ply,
                    beads: &beads,
                },
            );
            Matchbox { ply, beads }
        });
        if matchbox.is_empty() && rule.empty == Empty::Refill {
            matchbox.beads = full(matchbox.ply);
            self.snapshot.rescued += 1;
            self.snapshot.recount(matchbox.ply, true, false);
            hear(
                side,
                Event::Rescued {
                    key,
                    beads: &matchbox.beads,
                },
            );
        }
        let Some(colour) = dice.draw(&matchbox.beads) else {
            let first = side == Side::First && self.drawn.is_empty();
            if rule.empty == Empty::Refuse && first {
                self.snapshot.refused += 1;
                hear(side, Event::Refused { key });
                return Choice::Refuse;
            }
            hear(side, Event::Resigned { key });
            return Choice::Resign;
        };
        self.drawn.push(Drawn { key, colour, ply });
        let m = match colours[colour][..] {
            [m] => m,
            ref several => several[even(dice, several.len())],
        };
        hear(side, Event::Drawn { key, colour, m });
        Choice::Move(m)
    }

    /// The game is over: does to the boxes used in it what the rule asks for.
    ///
    /// # Panics
    ///
    /// Never: a box that was drawn from is there.
    pub fn conclude(&mut self, verdict: Verdict, hear: &mut impl FnMut(Side, Event<'_>)) {
        hear(self.side, Event::Over(verdict));
        let drawn = std::mem::take(&mut self.drawn);
        let beads = self.rule.beads();
        let change = beads.map_or_else(Change::default, |beads| beads.change(verdict));
        if self.odds.is_none() && change.effect == Effect::Nothing {
            return;
        }
        let reached = match change.scope {
            Scope::All => 0,
            Scope::Last => drawn.len().saturating_sub(1),
        };
        let last = drawn.last().map(|last| last.ply);
        for &Drawn { key, colour, ply } in &drawn[reached..] {
            let effect = self.rule.weigh(change.effect, ply);
            if self.odds.is_none() && effect == Effect::Nothing {
                continue;
            }
            let Matchbox { ply: met, beads } = self.boxes.get_mut(&key).expect("a box drawn from");
            let (before, lacked) = (beads[colour], beads.contains(&0));
            let incident = match &self.odds {
                None => self.rule.apply(effect, beads, colour, *met),
                Some(odds) => {
                    let end = odds.end(verdict, last, self.ply);
                    odds.apply(beads, colour, end - ply, verdict, self.snapshot.origin);
                    None
                }
            };
            self.snapshot.recount(*met, lacked, beads.contains(&0));
            hear(
                self.side,
                Event::Changed {
                    key,
                    colour,
                    before,
                    beads,
                },
            );
            match incident {
                Some(Incident::Rescued) => {
                    self.snapshot.rescued += 1;
                    hear(self.side, Event::Rescued { key, beads });
                }
                Some(Incident::Saturated) => self.snapshot.saturated += 1,
                None => {}
            }
        }
        if let Some(odds) = &self.odds {
            odds.slide(&mut self.snapshot.origin, verdict);
        }
    }

    /// How its boxes stand; the counts of what befell them begin again from nothing.
    pub fn report(&mut self) -> Snapshot {
        self.snapshot.take()
    }
}

/// An index below `n`, drawn evenly.
fn even(dice: &mut Dice, n: usize) -> usize {
    dice.draw(&vec![1; n]).expect("there is a move")
}
