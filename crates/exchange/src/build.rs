//! From rows to a model, or to an error with the line at fault.

use std::collections::HashMap;
use std::path::Path;

use super::sheet::{Gaps, RowError, Sheet, SheetContent, SheetRow, side_name, wrong};
use super::values::KeptOrder;
use crate::error::{Error, Mismatch, Result};
use crate::game::{Game, Key, Move, Side};
use crate::games::{self, AnyGame, Position};
use crate::graph::{Budget, Graph, Merging, Node};
use crate::learn::{
    Boxes, Duplicates, Layout, Learners, MOST_BEADS, Matchbox, Rule, Table, TrainingSpec, ValueBox,
    ValueBoxes,
};
use crate::store::{Chapter, Model, PLIES, Provenance, damaged, hash_of_boxes};
use crate::text::{escaped, share};

/// The most by which a probability may differ from its weight's share; it may have been rounded.
const ROUNDED: f64 = 1e-3;

/// A box of which some rows have been read and others are missing.
struct Partial {
    side: Side,
    ply: u16,
    /// The line of its first row.
    line: u64,
    /// The moves of each colour, and its row once that has been read.
    colours: Vec<(Vec<Move>, Option<ColourEntry>)>,
}

impl Partial {
    /// The rows that have been read, by colour.
    fn entries(&self) -> impl Iterator<Item = ColourEntry> {
        self.colours.iter().filter_map(|(_, entry)| *entry)
    }
}

/// The data of a colour in its row.
#[derive(Clone, Copy)]
struct ColourEntry {
    line: u64,
    number: u64,
    value: f64,
    probability: Option<f64>,
}

/// Builds tables from rows. A complete box is put into its table immediately, where it takes little
/// memory.
struct Builder<'a> {
    sheet: &'a Sheet,
    game: &'a AnyGame,
    layout: Layout,
    /// All positions of the game, if the rows are a policy or must be whole.
    graph: Option<Graph<AnyGame>>,
    partial: HashMap<Key, Partial>,
    tables: [Option<Table>; 2],
    /// The complete boxes of both sides, if the rows are values: their tables are made at the end.
    values: [ValueBoxes; 2],
    kept: KeptOrder,
}

impl Sheet {
    /// The model that plays as the rows describe: with the same boxes or values, or with boxes that hold the
    /// weights of a policy.
    ///
    /// `rule` defines the layout of the boxes, and how they would continue to learn; it keeps values exactly
    /// if the rows are values. For a policy it must give every position a box and every move a colour, as
    /// `rote` does. Weights are not changed, unless
    /// their sum is more than a box can hold; then they are divided by their greatest common divisor.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the file cannot be read again; [`Error::Line`] with the line at which the rows
    /// make no sense; [`games::Error::Rule`] when the rule keeps values and the rows are none, or the other way
    /// round; [`Error::Mismatch`] when the rule does not suit a policy; [`games::Error::Request`] when a position is
    /// left out and `gaps` refuses that; [`games::Error::TooLarge`] when a policy is of a game with more than
    /// [`Budget::EXACT`] positions.
    pub fn model(
        &self,
        game: &(impl Clone + Into<AnyGame>),
        rule: &Rule,
        gaps: Gaps,
    ) -> Result<Model> {
        Ok(self.build(&game.clone().into(), rule, gaps)?.0)
    }

    /// As [`model`](Self::model), with what was done to values so that their order is kept, in words.
    ///
    /// # Errors
    ///
    /// As [`model`](Self::model).
    pub fn build(
        &self,
        game: &AnyGame,
        rule: &Rule,
        gaps: Gaps,
    ) -> Result<(Model, Option<String>)> {
        self.head.content.suits(rule)?;
        let shared = self.head.is_shared;
        let shared = shared.then(|| rule.clone().for_learners(Learners::Shared));
        let rule = shared.as_ref().unwrap_or(rule);
        let layout = Layout::from(rule);
        if layout.shared && game.without_side(&game.start()).is_none() {
            let reason = "one machine cannot take both sides of this game, where a box depends on the side to move";
            return Err(Error::rule(&rule.name, reason));
        }
        let plain = Layout {
            symmetry: Merging::None,
            duplicates: Duplicates::Keep,
            boxes: Boxes::Every,
            shared: false,
            empty: layout.empty,
        };
        if self.head.content == SheetContent::Policy && layout != plain {
            let reason = format!(
                "a policy has separate weights for every position; the rule {} does not: take a rule \
                 without symmetries and with a box for every position, such as rote",
                rule.name
            );
            return Err(Error::Mismatch(Mismatch::Other(reason)));
        }
        if self.is_empty() && self.head.content == SheetContent::Policy {
            return Err(wrong(&self.origin, self.last_line, "there are no rows"));
        }
        let is_whole = gaps == Gaps::RefuseAll && self.head.content == SheetContent::Values;
        let graph = (is_whole || self.head.content == SheetContent::Policy).then(|| {
            let budget = Budget::EXACT;
            Graph::complete(game.clone(), Merging::None, budget, "a whole table")
        });
        let mut builder = Builder {
            sheet: self,
            game,
            layout,
            graph: graph.transpose()?,
            partial: HashMap::new(),
            tables: [None, None],
            values: Default::default(),
            kept: KeptOrder::for_largest(self.head.largest),
        };
        self.each_row(&mut |row| builder.take(row))?;
        builder.check_none_left()?;
        match gaps {
            Gaps::Refuse | Gaps::RefuseAll => builder.check_whole()?,
            Gaps::Resign => builder.resign_elsewhere(),
            Gaps::Random => {}
        }
        let done = builder.kept.words();
        let noted = done.as_ref().map(|done| format!(" ({done})"));
        let origin = format!("{}{}", self.origin, noted.unwrap_or_default());
        let model = imported(game.name(), rule, builder.into_tables(), &origin);
        model
            .check()
            .map_err(|reason| damaged(Path::new(&self.origin), reason))?;
        Ok((model, done))
    }
}

impl Builder<'_> {
    fn take(&mut self, row: &SheetRow) -> Result<(), RowError> {
        let message = |error: games::Error| error.to_string();
        let at = games::position(self.game, &row.position).map_err(message)?;
        let key = self.game.key(&at);
        let mut partial = match self.partial.remove(&key) {
            Some(partial) => partial,
            None => self.open(row, &at)?,
        };
        if !is_of(row, partial.side) {
            return Err(not_to_move(row).into());
        }
        let side = self.layout.side_of_table(partial.side);
        let whole = self.ply_of_whole(side, key);
        let ply = whole.unwrap_or(partial.ply);
        if self.sheet.head.content != SheetContent::Policy && row.ply != ply {
            let line = match whole {
                Some(_) => self.first_line(key, None),
                None => partial.line,
            };
            let other = row.ply;
            return Err(format!("its box has ply {other} here and {ply} on line {line}").into());
        }
        let moves = self.moves_of(&at, row).map_err(message)?;
        let colours = &mut partial.colours;
        let Some(own) = colours.iter().position(|(colour, _)| *colour == moves) else {
            let legal = |m: &&Move| colours.iter().any(|(colour, _)| colour.contains(m));
            if let Some(&m) = moves.iter().find(|m| !legal(m)) {
                let m = self.game.write_move(m);
                return Err(format!("{m} is not a legal move in `{}`", row.position).into());
            }
            let all: Vec<String> = colours
                .iter()
                .map(|(c, _)| self.game.write_moves(c))
                .collect();
            return Err(format!(
                "`{}` are not the moves of one colour; the colours are {}",
                row.moves,
                all.join(", ")
            )
            .into());
        };
        let before = match whole {
            Some(_) => Some(self.first_line(key, Some(&moves))),
            None => colours[own].1.map(|entry| entry.line),
        };
        if let Some(line) = before {
            return Err(format!(
                "the move {} of `{}` appears twice, first on line {line}",
                row.moves, row.position
            )
            .into());
        }
        colours[own].1 = Some(ColourEntry {
            line: row.line,
            number: row.number,
            value: row.value,
            probability: row.probability,
        });
        if colours.iter().all(|(_, entry)| entry.is_some()) {
            self.close(key, &partial)
        } else {
            self.partial.insert(key, partial);
            Ok(())
        }
    }

    /// The ply of a box that is complete.
    fn ply_of_whole(&self, side: Side, key: Key) -> Option<u16> {
        if let Some(found) = self.values[side.index()].get(&key) {
            return Some(found.ply);
        }
        Some(self.tables[side.index()].as_ref()?.get(key)?.ply)
    }

    /// The moves of a row, ascending.
    fn moves_of(&self, at: &Position, row: &SheetRow) -> Result<Vec<Move>, games::Error> {
        let words = row.moves.split(' ');
        let moves = words.map(|text| games::read_move(self.game, at, text));
        let mut moves: Vec<Move> = moves.collect::<Result<_, _>>()?;
        moves.sort_unstable();
        Ok(moves)
    }

    /// The line of the first row of a position, or of its first row with these moves, found by reading
    /// the rows again.
    fn first_line(&self, key: Key, moves: Option<&[Move]>) -> u64 {
        let mut line = 0;
        let is_sought = |row: &SheetRow| {
            let at = games::position(self.game, &row.position).ok()?;
            let own = self.moves_of(&at, row).ok()?;
            let has_moves = moves.is_none_or(|moves| own == moves);
            (self.game.key(&at) == key && has_moves).then_some(row.line)
        };
        // The error stops the reading at the row that was found.
        let _ = self.sheet.each_row(&mut |row| match is_sought(row) {
            Some(found) => {
                line = found;
                Err(String::new().into())
            }
            None => Ok(()),
        });
        line
    }

    /// Begins the box of a row that is the first of its position.
    fn open(&self, row: &SheetRow, at: &Position) -> Result<Partial, String> {
        let position = &row.position;
        if self.game.outcome(at).is_some() {
            let how = games::over(self.game, at);
            return Err(format!("the game is over in `{position}`: {how}"));
        }
        let side = self.game.side(at);
        if !is_of(row, side) {
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
                "under this rule `{position}` has the box of `{}`",
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
        // Sides alternate, so the first side moves after an even number of moves.
        let fits = self.layout.shared || usize::from(ply % 2) == side.index();
        if !fits || ply >= PLIES {
            let side = side.name();
            return Err(format!(
                "{side} cannot be the side to move after {ply} moves"
            ));
        }
        let [fewest, most] = self.game.plies(at);
        let fewest = fewest.saturating_sub(self.layout.shared.into());
        if !(fewest..=most).contains(&ply) {
            return Err(format!("play cannot be at `{position}` after {ply} moves"));
        }
        Ok(Partial {
            side,
            ply,
            line: row.line,
            colours: placed.colours.into_iter().map(|c| (c, None)).collect(),
        })
    }

    /// Puts a box whose rows have all been read among the others of its side.
    fn close(&mut self, key: Key, partial: &Partial) -> Result<(), RowError> {
        let side = self.layout.side_of_table(partial.side);
        if self.sheet.head.content == SheetContent::Values {
            let found = self.valued(key, partial)?;
            self.values[side.index()].insert(key, found);
            return Ok(());
        }
        let beads = self.beads(key, partial)?;
        let ply = partial.ply;
        self.tables[side.index()]
            .get_or_insert_with(|| Table::new(side, self.layout))
            .insert(key, Matchbox { ply, beads });
        Ok(())
    }

    /// The tables of the sides that have a box.
    fn into_tables(self) -> [Option<Table>; 2] {
        let mut tables = self.tables;
        for (side, values) in Side::BOTH.into_iter().zip(self.values) {
            if !values.is_empty() {
                tables[side.index()] = Some(Table::valued(side, self.layout, values));
            }
        }
        tables
    }

    /// Refuses a file that lacks a row of some box.
    fn check_none_left(&self) -> Result<()> {
        let Some((&key, first)) = self.partial.iter().min_by_key(|(_, partial)| partial.line)
        else {
            return Ok(());
        };
        let mut missing = first.colours.iter().filter(|(_, entry)| entry.is_none());
        let moves = missing.next().map_or(&[][..], |(moves, _)| moves);
        let (moves, position) = (self.game.write_moves(moves), self.position(key));
        let reason = format!("there is no row for the move {moves} of `{position}`");
        Err(wrong(&self.sheet.origin, first.line, &reason))
    }

    fn position(&self, key: Key) -> String {
        let at = self.game.position(key);
        at.map_or_else(String::new, |at| self.game.write_position(&at))
    }

    fn valued(&mut self, key: Key, partial: &Partial) -> Result<ValueBox, RowError> {
        let values: Vec<f64> = partial.entries().map(|entry| entry.value).collect();
        let found = ValueBox {
            ply: partial.ply,
            values: self.kept.units(&values),
            visits: partial.entries().map(|entry| entry.number).collect(),
        };
        // Each value was checked where it was read.
        if !found.is_sound() {
            let position = self.position(key);
            let reason = format!("the visits of `{position}` add up to 2^64 or more");
            return Err(RowError::on(partial.line, reason));
        }
        Ok(found)
    }

    fn beads(&self, key: Key, partial: &Partial) -> Result<Vec<u64>, RowError> {
        let mut beads: Vec<u64> = partial.entries().map(|entry| entry.number).collect();
        let sum = |beads: &[u64]| beads.iter().try_fold(0, |sum: u64, &n| sum.checked_add(n));
        let holds = |beads: &[u64]| sum(beads).is_some_and(|sum| sum <= MOST_BEADS);
        // Only the ratios of a policy count. Beads are the contents of a machine, so they are never divided.
        if !holds(&beads) && self.sheet.head.content == SheetContent::Policy {
            let divisor = beads.iter().copied().fold(0, num_integer::gcd).max(1);
            for n in &mut beads {
                *n /= divisor;
            }
        }
        if !holds(&beads) {
            let position = self.position(key);
            let reason = format!("the numbers of `{position}` add up to more than 2^56");
            return Err(RowError::on(partial.line, reason));
        }
        let total = sum(&beads).unwrap_or(0);
        for (entry, &n) in partial.entries().zip(&beads) {
            let Some(probability) = entry.probability else {
                continue;
            };
            let share = share(n, total);
            let off = (probability - share).abs();
            if off.is_nan() || off > ROUNDED {
                let reason = format!(
                    "the probability {probability} is not {share:.4}, as the weights give; correct it or leave it out"
                );
                return Err(RowError::on(entry.line, reason));
            }
        }
        Ok(beads)
    }

    /// The positions without a box of the sides that the table plays, where these were counted.
    fn lacking(&self) -> Vec<Node> {
        let Some(graph) = &self.graph else {
            return Vec::new();
        };
        let is_lacking = |&node: &Node| {
            let at = graph.position(node);
            let side = self.layout.side_of_table(graph.side(node)).index();
            let (table, values) = (self.tables[side].as_ref(), &self.values[side]);
            if table.is_none() && values.is_empty() || graph.outcome(node).is_some() {
                return false;
            }
            let key = self.layout.place(self.game, at).key;
            let has =
                table.is_some_and(|table| table.get(key).is_some()) || values.contains_key(&key);
            !has && self.layout.has_box(self.game, at)
        };
        graph.nodes().filter(is_lacking).collect()
    }

    /// Adds an empty box for each position that a policy leaves out.
    fn resign_elsewhere(&mut self) {
        let lacking = self.lacking();
        let Some(graph) = &self.graph else { return };
        for node in lacking {
            let (side, ply) = (graph.side(node), graph.ply(node));
            let placed = self.layout.place(self.game, graph.position(node));
            let beads = vec![0; placed.colours.len()];
            self.tables[side.index()]
                .get_or_insert_with(|| Table::new(side, self.layout))
                .insert(placed.key, Matchbox { ply, beads });
        }
    }

    /// Refuses a table that leaves out a position of a side it plays.
    fn check_whole(&self) -> Result<()> {
        let lacking = self.lacking();
        let (Some(graph), Some(&first)) = (&self.graph, lacking.first()) else {
            return Ok(());
        };
        let position = self.game.write_position(graph.position(first));
        let others = match lacking.len() - 1 {
            0 => String::new(),
            1 => " and another".to_owned(),
            n => format!(" and {n} others"),
        };
        let (origin, line) = (&self.sheet.origin, self.sheet.last_line);
        let reason = format!(
            "{origin} line {line}: it lacks the position `{position}`{others} of its sides; with `partial` any move is played there"
        );
        Err(Error::fields(&["partial"], reason))
    }
}

/// Whether a row is of this side or of both.
fn is_of(row: &SheetRow, side: Side) -> bool {
    row.side.is_none_or(|own| own == side)
}

fn not_to_move(row: &SheetRow) -> String {
    let other = row.side.map_or("nobody", |side| side.other().name());
    let side = side_name(row.side);
    format!("{other} is to move in `{}`, not {side}", row.position)
}

/// A model without games that names the file of its boxes.
fn imported(game: String, rule: &Rule, mut tables: [Option<Table>; 2], origin: &str) -> Model {
    let layout = Layout::from(rule);
    if tables.iter().all(Option::is_none) {
        // The machine never had a choice.
        for side in rule.learner.unwrap_or_default().sides() {
            tables[side.index()] = Some(match rule.values() {
                Some(_) => Table::valued(side, layout, ValueBoxes::default()),
                None => Table::new(side, layout),
            });
        }
    }
    let learners = match &tables {
        _ if layout.shared => Learners::Shared,
        [Some(_), Some(_)] => Learners::Both,
        [None, _] => Learners::Second,
        [_, None] => Learners::First,
    };
    let chapter = Chapter {
        how: Provenance::Imported {
            file: escaped(origin),
            boxes: hash_of_boxes(&tables),
        },
        ..Chapter::new(TrainingSpec::new(game, learners, rule.clone()))
    };
    Model {
        tables,
        ..Model::new(chapter)
    }
}
