//! From rows to a model, or the line at which they make no sense.

use std::collections::HashMap;

use super::sheet::{Content, Gaps, Row, Sheet, wrong};
use super::write::{share, write_moves};
use crate::error::{Error, Mismatch, Result};
use crate::game::{Game, Key, Move, Side};
use crate::graph::{Budget, Graph, Merging};
use crate::learn::{Boxes, Duplicates, Layout, Learners, MOST_BEADS, Matchbox, Rule, Table};
use crate::store::model::PLIES;
use crate::store::{Chapter, Model};

/// How far a probability may be from what the weights say, for it may have been rounded.
const ROUNDED: f64 = 1e-3;

/// A box of which rows have been met.
struct Partial {
    key: Key,
    side: Side,
    ply: u16,
    /// The moves of each colour, and the place among the rows of the row that told its number.
    colours: Vec<(Vec<Move>, Option<usize>)>,
    /// The place of its first row.
    row: usize,
}

/// What rows are understood by.
struct Builder<'a, G: Game> {
    sheet: &'a Sheet,
    game: &'a G,
    layout: Layout,
    /// All positions, where rows have to be a whole policy.
    graph: Option<Graph<G>>,
    boxes: Vec<Partial>,
    index: HashMap<Key, usize>,
}

impl Sheet {
    /// The model that plays what the rows say: with the very boxes, or with boxes that hold the
    /// weights of a policy.
    ///
    /// `rule` says how the boxes are laid out, and how they would go on learning. For a policy it
    /// gives every position a box and every move a colour, as `rote` does. Weights stay as they
    /// are, unless their sum is more than a box holds; then a common divisor is taken out.
    ///
    /// # Errors
    ///
    /// [`Error::Line`] with the line at which the rows make no sense; [`Error::Mismatch`] when the
    /// rule does not suit a policy; [`Error::TooLarge`] when a policy is of a game with more than
    /// [`Budget::EXACT`] positions.
    pub fn model<G: Game>(&self, game: &G, rule: &Rule, gaps: Gaps) -> Result<Model> {
        let layout = Layout::from(rule);
        let plain = Layout {
            symmetry: Merging::None,
            duplicates: Duplicates::Keep,
            boxes: Boxes::Every,
        };
        if self.content == Content::Policy && layout != plain {
            let rule = rule.name.clone();
            return Err(Error::Mismatch(Mismatch::Policy { rule }));
        }
        if self.rows.is_empty() {
            return Err(wrong(&self.origin, self.last_line, "there are no rows"));
        }
        let graph = (self.content == Content::Policy).then(|| {
            let budget = Budget::EXACT;
            Graph::complete(game.clone(), Merging::None, budget, "a whole policy")
        });
        let mut builder = Builder {
            sheet: self,
            game,
            layout,
            graph: graph.transpose()?,
            boxes: Vec::new(),
            index: HashMap::new(),
        };
        for (place, row) in self.rows.iter().enumerate() {
            let taken = builder.take(place, row);
            taken.map_err(|reason| wrong(&self.origin, row.line, &reason))?;
        }
        let tables = builder.tables()?;
        if gaps == Gaps::Refuse {
            builder.check_whole(&tables)?;
        }
        let model = imported(game.name(), rule, tables, &self.origin);
        model.check().map_err(|reason| Error::Damaged {
            path: self.origin.clone().into(),
            reason,
        })?;
        Ok(model)
    }
}

impl<G: Game> Builder<'_, G> {
    /// Takes up one row.
    fn take(&mut self, place: usize, row: &Row) -> Result<(), String> {
        let told = |error: Error| error.to_string();
        let at = self.game.read_position(&row.position).map_err(told)?;
        let key = self.game.key(&at);
        let number = if let Some(&number) = self.index.get(&key) {
            number
        } else {
            self.boxes.push(self.open(place, row, &at)?);
            self.index.insert(key, self.boxes.len() - 1);
            self.boxes.len() - 1
        };
        let partial = &mut self.boxes[number];
        if row.side != partial.side {
            return Err(not_to_move(row));
        }
        if self.sheet.content == Content::Boxes && row.ply != partial.ply {
            let line = self.sheet.rows[partial.row].line;
            let (ply, other) = (row.ply, partial.ply);
            return Err(format!(
                "its box has ply {ply} here and {other} on line {line}"
            ));
        }
        let mut moves = Vec::new();
        for text in row.moves.split(' ') {
            moves.push(self.game.read_move(text).map_err(told)?);
        }
        moves.sort_unstable();
        let colours = &mut partial.colours;
        let Some(own) = colours.iter().position(|(colour, _)| *colour == moves) else {
            let legal = |m: &&Move| colours.iter().any(|(colour, _)| colour.contains(m));
            if let Some(&m) = moves.iter().find(|m| !legal(m)) {
                let m = self.game.write_move(m);
                return Err(format!("{m} is no legal move in `{}`", row.position));
            }
            let all: Vec<String> = colours
                .iter()
                .map(|(c, _)| write_moves(self.game, c))
                .collect();
            return Err(format!(
                "`{}` is not the moves of one colour; the colours are {}",
                row.moves,
                all.join(", ")
            ));
        };
        match colours[own].1.replace(place) {
            None => Ok(()),
            Some(before) => Err(format!(
                "the move {} of `{}` is there twice, first on line {}",
                row.moves, row.position, self.sheet.rows[before].line
            )),
        }
    }

    /// The box that a row is the first to name.
    fn open(&self, place: usize, row: &Row, at: &G::Position) -> Result<Partial, String> {
        let position = &row.position;
        if self.game.outcome(at).is_some() {
            return Err(format!("the game is over in `{position}`"));
        }
        let side = self.game.side(at);
        if row.side != side {
            return Err(not_to_move(row));
        }
        if !self.layout.has_box(self.game, at) {
            return Err(format!("the rule has no box for `{position}`"));
        }
        let key = self.game.key(at);
        let placed = self.layout.place(self.game, at);
        if placed.key != key {
            let form = self.game.position(placed.key);
            let form = form.map(|form| self.game.write_position(&form));
            return Err(format!(
                "under this rule the box of `{position}` is that of `{}`",
                form.unwrap_or_default()
            ));
        }
        let ply = match &self.graph {
            Some(graph) => match graph.find(at) {
                Some(node) => graph.ply(node),
                None => return Err(format!("play cannot lead to `{position}`")),
            },
            None => row.ply,
        };
        // Sides alternate, so the first moves after an even number of moves.
        if usize::from(ply % 2) != side.index() || ply >= PLIES {
            let side = side.name();
            return Err(format!("{side} cannot be to move after {ply} moves"));
        }
        Ok(Partial {
            key,
            side,
            ply,
            colours: placed.colours.into_iter().map(|c| (c, None)).collect(),
            row: place,
        })
    }

    /// The boxes as tables, once each has turned out to be whole.
    fn tables(&self) -> Result<[Option<Table>; 2]> {
        let mut tables = [None, None];
        for partial in &self.boxes {
            let beads = self.beads(partial)?;
            let ply = partial.ply;
            tables[partial.side.index()]
                .get_or_insert_with(|| Table::new(partial.side, self.layout))
                .insert(partial.key, Matchbox { ply, beads });
        }
        Ok(tables)
    }

    fn beads(&self, partial: &Partial) -> Result<Vec<u64>> {
        let rows = &self.sheet.rows;
        let first = &rows[partial.row];
        let wrong = |row: &Row, reason: &str| wrong(&self.sheet.origin, row.line, reason);
        let mut own = Vec::with_capacity(partial.colours.len());
        for (moves, place) in &partial.colours {
            let Some(place) = place else {
                let (moves, position) = (write_moves(self.game, moves), &first.position);
                let reason = format!("there is no row for the move {moves} of `{position}`");
                return Err(wrong(first, &reason));
            };
            own.push(&rows[*place]);
        }
        let mut beads: Vec<u64> = own.iter().map(|row| row.number).collect();
        let sum = |beads: &[u64]| beads.iter().try_fold(0, |sum: u64, &n| sum.checked_add(n));
        let holds = |beads: &[u64]| sum(beads).is_some_and(|sum| sum <= MOST_BEADS);
        if !holds(&beads) && self.sheet.content == Content::Policy {
            let divisor = beads.iter().copied().fold(0, num_integer::gcd).max(1);
            for n in &mut beads {
                *n /= divisor;
            }
        }
        if !holds(&beads) {
            let position = &first.position;
            let reason = format!("the numbers of `{position}` add up to more than 2^56");
            return Err(wrong(first, &reason));
        }
        let total = sum(&beads).unwrap_or(0);
        for (row, &n) in own.iter().zip(&beads) {
            let Some(told) = row.probability else {
                continue;
            };
            let share = share(n, total);
            let off = (told - share).abs();
            if off.is_nan() || off > ROUNDED {
                let reason = format!(
                    "the probability {told} is not {share:.4}, which the weights say; correct it or leave it out"
                );
                return Err(wrong(row, &reason));
            }
        }
        Ok(beads)
    }

    /// Refuses a policy that leaves out a position of a side it plays.
    fn check_whole(&self, tables: &[Option<Table>; 2]) -> Result<()> {
        let Some(graph) = &self.graph else {
            return Ok(());
        };
        let mut missing = graph.nodes().filter(|&node| {
            let key = self.game.key(graph.position(node));
            let table = tables[graph.side(node).index()].as_ref();
            graph.outcome(node).is_none() && table.is_some_and(|table| table.get(key).is_none())
        });
        let Some(first) = missing.next() else {
            return Ok(());
        };
        let position = self.game.write_position(graph.position(first));
        let others = match missing.count() {
            0 => String::new(),
            n => format!(" and {n} others"),
        };
        let reason = format!(
            "the file ends without the position `{position}`{others}; a policy tells every one of the sides it plays"
        );
        Err(wrong(&self.sheet.origin, self.sheet.last_line, &reason))
    }
}

fn not_to_move(row: &Row) -> String {
    let (side, other) = (row.side.name(), row.side.other().name());
    format!("{other} is to move in `{}`, not {side}", row.position)
}

/// A model that has played nothing and says whose boxes it has.
fn imported(game: String, rule: &Rule, tables: [Option<Table>; 2], origin: &str) -> Model {
    let learners = match &tables {
        [Some(_), Some(_)] => Learners::Both,
        [None, _] => Learners::Second,
        [_, None] => Learners::First,
    };
    Model {
        chapters: vec![Chapter {
            from: vec![origin.to_owned()],
            ..Chapter::new(rule.clone())
        }],
        tables,
        ..Model::new(game, learners)
    }
}
