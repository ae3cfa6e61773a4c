//! Games whose beads were drawn by hand, as texts in the file of the machine.
//!
//! A text gives the side of the machine, then the moves; a move in brackets was the only one. After a bar follow the
//! boxes that were opened: the key of each in hexadecimal, and what lay in it before the game, its beads and its ply
//! or `new`: `second: b1-b2 a3-b2 a1-b2 (c3-b2) | 5a1=2,1,0@1 7c=new`. A game that ends before the rules end it was
//! resigned by the side to move.

use crate::game::{Game, Key, Move, Outcome, Side};
use crate::learn::{Layout, Matchbox, Table};

/// A game whose beads were drawn by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandGame {
    /// The side of the machine.
    pub machine: Side,
    /// The moves, and whether somebody chose each: a forced one makes itself.
    pub moves: Vec<(Move, bool)>,
    /// The boxes that were opened, with what lay in each before the game.
    pub boxes: Vec<(Key, Option<Matchbox>)>,
}

impl HandGame {
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
            let beads = match before {
                Some(Matchbox { beads, ply }) => {
                    let beads: Vec<String> = beads.iter().map(u64::to_string).collect();
                    format!("{}@{ply}", beads.join(","))
                }
                None => "new".to_owned(),
            };
            text += &format!(" {key:x}={beads}");
        }
        text
    }

    /// The game of a text, after playing it again by the rules with boxes of this layout; `None` if there was none.
    pub fn read<G: Game>(game: &G, layout: Layout, text: &str) -> Option<Self> {
        let (seat, rest) = text.split_once(':')?;
        let (moves, boxes) = rest.split_once('|')?;
        let mut read = Self {
            machine: Side::named(seat)?,
            moves: Vec::new(),
            boxes: Vec::new(),
        };
        let (mut at, mut met) = (game.start(), Vec::new());
        for word in moves.split_whitespace() {
            met.push(at);
            let known = word.strip_prefix('(').and_then(|m| m.strip_suffix(')'));
            let m = game.read_move(known.unwrap_or(word)).ok()?;
            game.check_move(&at, m).ok()?;
            read.moves.push((m, known.is_none()));
            at = game.play(&at, m);
        }
        met.push(at);
        let own = |at: &&G::Position| {
            let is_own = game.outcome(at).is_none() && game.side(at) == read.machine;
            is_own && layout.has_box(game, at)
        };
        let met = met.iter().filter(own);
        let mut met: Vec<Key> = met.map(|at| layout.place(game, at).key).collect();
        let mut table = Table::new(layout.side_of_table(read.machine), layout);
        for word in boxes.split_whitespace() {
            let (key, before) = word.split_once('=')?;
            let key = Key(u128::from_str_radix(key, 16).ok()?);
            met.swap_remove(met.iter().position(|own| *own == key)?);
            let before = match before.split_once('@') {
                None => (before == "new").then_some(None)?,
                Some((beads, ply)) => Some(Matchbox {
                    ply: ply.parse().ok()?,
                    beads: beads
                        .split(',')
                        .map(|n| n.parse().ok())
                        .collect::<Option<_>>()?,
                }),
            };
            if let Some(found) = &before {
                table.insert(key, found.clone());
            }
            read.boxes.push((key, before));
        }
        table.check(game).ok()?;
        (read.text(game) == text).then_some(read)
    }

    /// How it ended: by the rules, or because the side to move resigned.
    pub fn outcome<G: Game>(&self, game: &G) -> Outcome {
        let play = |at: G::Position, (m, _): &(Move, bool)| game.play(&at, *m);
        let at = self.moves.iter().fold(game.start(), play);
        let resigned = || Outcome::Win(game.side(&at).other());
        game.outcome(&at).unwrap_or_else(resigned)
    }
}
