//! Games with people, as texts in the file of the machine.
//!
//! A text gives the side of the machine, then the moves; where beads were drawn by hand, a move in brackets was the
//! only one. After a bar follow the boxes that were opened, in order: the key of each in hexadecimal, and what lay in
//! it before the game, its beads, or its values and visits, and its ply, or `new`:
//! `second: b1-b2 a3-b2 a1-b2 (c3-b2) | 5a1=2,1,0@1 7c=new`. A game that ends before the rules end it was resigned by
//! the side to move.

use crate::arena::Ending;
use crate::game::{Game, Key, Move, Side};
use crate::learn::{
    BoxContent, Boxes, Layout, Learner, Matchbox, Rule, Snapshot, Table, ValueBox, ValueBoxes,
};

/// A game with a person that the file of the machine lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// The side of the machine.
    pub machine: Side,
    /// The moves. Where beads are drawn by hand, a forced move makes itself; of the others, somebody chose each.
    pub moves: Vec<(Move, bool)>,
    /// The boxes that were opened, with what lay in each before the game.
    pub boxes: Vec<(Key, Option<BoxContent>)>,
}

impl ListedGame {
    /// The text of the game.
    pub fn text<G: Game>(&self, game: &G) -> String {
        let mut text = format!("{}:", self.machine.name());
        for (m, chosen) in &self.moves {
            let m = game.write_move(*m);
            text += &if *chosen {
                format!(" {m}")
            } else {
                format!(" ({m})")
            };
        }
        text += " |";
        for (Key(key), before) in &self.boxes {
            let parts: Vec<String> = match before {
                None => vec!["new".to_owned()],
                Some(BoxContent::Beads(found)) => found.beads.iter().map(u64::to_string).collect(),
                Some(BoxContent::Values(found)) => {
                    let pairs = found.values.iter().zip(&found.visits);
                    pairs.map(|(value, n)| format!("{value}/{n}")).collect()
                }
            };
            text += &format!(" {key:x}={}", parts.join(","));
            if let Some(found) = before {
                text += &format!("@{}", found.ply());
            }
        }
        text
    }

    /// The game of a text, after playing it again by the rules with the boxes of this rule; `None` if there was none.
    pub fn read<G: Game>(game: &G, rule: &Rule, text: &str) -> Option<Self> {
        let (seat, rest) = text.split_once(':')?;
        let (moves, boxes) = rest.split_once('|')?;
        let mut read = Self {
            machine: Side::named(seat)?,
            moves: Vec::new(),
            boxes: Vec::new(),
        };
        let layout = Layout::from(rule);
        let mut boxes = boxes.split_whitespace();
        let mut open = |at: &G::Position, read: &mut Self| {
            let is_own = game.outcome(at).is_none() && game.side(at) == read.machine;
            if is_own && layout.has_box(game, at) {
                let before = match boxes.next()?.split_once('=')?.1 {
                    "new" => None,
                    text => Some(content(rule, text)?),
                };
                read.boxes.push((layout.place(game, at).key, before));
            }
            Some(())
        };
        let mut at = game.start();
        for word in moves.split_whitespace() {
            open(&at, &mut read)?;
            let known = word.strip_prefix('(').and_then(|m| m.strip_suffix(')'));
            let m = game.read_move(known.unwrap_or(word)).ok()?;
            game.check_move(&at, m).ok()?;
            read.moves.push((m, known.is_none()));
            at = game.play(&at, m);
        }
        open(&at, &mut read)?;
        read.table(rule, |_| false).check(game).ok()?;
        (read.text(game) == text).then_some(read)
    }

    /// A table of what lay in its boxes before the game. A box that a rule makes at the second meeting is made in it if
    /// `is_made`.
    pub fn table(&self, rule: &Rule, is_made: impl Fn(Key) -> bool) -> Table {
        let mut table = Table::unlearnt(Layout::from(rule).side_of_table(self.machine), rule);
        let mut values = ValueBoxes::new();
        for (key, before) in &self.boxes {
            match before {
                Some(BoxContent::Beads(found)) => drop(table.insert(*key, found.clone())),
                Some(BoxContent::Values(found)) => drop(values.insert(*key, found.clone())),
                None if rule.boxes == Boxes::SecondMeeting && is_made(*key) => {
                    table.first_mut().remember(*key);
                }
                None => {}
            }
        }
        if rule.values().is_none() {
            return table;
        }
        let first = table.first().clone();
        Table::valued(table.side(), table.layout(), values).with_first(first)
    }

    /// The machine after it has learnt from the game of this number, with this table, from the snapshot before it.
    /// `None` if it cannot play so.
    pub fn learnt<G: Game>(
        &self,
        game: &G,
        rule: &Rule,
        number: u64,
        (table, last): (&Table, Option<&Snapshot>),
    ) -> Option<Learner<G>> {
        let mut learner = Learner::new(game.clone(), rule.clone(), self.machine);
        learner.resume_from(Some(table), last).ok()?;
        let (moves, ending) = (self.moves().collect::<Vec<_>>(), self.ending(game));
        let resigned = ending == Ending::Resigned(self.machine);
        learner.replay(number, &moves, resigned).ok()?;
        learner.conclude(ending.outcome()?.verdict(self.machine));
        Some(learner)
    }

    /// The moves alone.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().map(|(m, _)| *m)
    }

    /// How it ended: by the rules, or because the side to move resigned.
    pub fn ending<G: Game>(&self, game: &G) -> Ending {
        let at = self.moves().fold(game.start(), |at, m| game.play(&at, m));
        let resigned = Ending::Resigned(game.side(&at));
        game.outcome(&at).map_or(resigned, Ending::Over)
    }
}

/// What lay in a box of this rule, by its text; `None` if the text is of no content.
fn content(rule: &Rule, text: &str) -> Option<BoxContent> {
    let (parts, ply) = text.split_once('@')?;
    let (parts, ply) = (parts.split(','), ply.parse().ok()?);
    if rule.values().is_none() {
        let beads = parts.map(|n| n.parse().ok()).collect::<Option<_>>()?;
        return Some(BoxContent::Beads(Matchbox { ply, beads }));
    }
    let pair = |part: &str| {
        let (value, n) = part.split_once('/')?;
        Some((value.parse().ok()?, n.parse().ok()?))
    };
    let pairs: Option<Vec<(i64, u64)>> = parts.map(pair).collect();
    let (values, visits) = pairs?.into_iter().unzip();
    let found = ValueBox {
        ply,
        values,
        visits,
    };
    found.is_sound().then_some(BoxContent::Values(found))
}
