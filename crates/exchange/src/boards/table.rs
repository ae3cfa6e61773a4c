//! The positions of a table whose names are known, and their numbers.

use std::collections::HashMap;

use super::super::sheet::SheetContent;
use super::after;
use super::entry::{Numbers, TableEntry};
use super::forms::{UnreadTable, mark};
use super::keys::{Named, TableForm};
use super::marks::{BoardTable, Marks, Seats, three};
use super::rows::{CellsFrom, Known, by_move, has_cells};
use crate::error::Result;
use crate::game::{Game, Move, Side};
use crate::games::{self, AnyGame, Position};
use crate::graph::Graph;
use crate::interrupt;

/// What the numbers of a table are, and how its boards are marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardReading {
    /// [`SheetContent::Values`] or [`SheetContent::Policy`]; `None` if the numbers show it: values if one is
    /// negative, else a policy if all are whole or add up to 1 on each board.
    pub content: Option<SheetContent>,
    /// The marks of a free cell, the first side and the second: three characters, or words with commas between them;
    /// found if they are not given.
    pub marks: Option<String>,
    /// The mark that the side to move has on every board, for both sides, if there is one.
    pub own: Option<String>,
    /// From which number cells, rows and columns are counted, 0 or 1; found if it is not given.
    pub cells_from: Option<u64>,
}

/// A table whose names and marks are known.
pub(super) struct Table<'a> {
    graph: &'a Graph<AnyGame>,
    pub(super) named: Named<'a>,
    from: CellsFrom,
    pub(super) marks: Option<Marks>,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        graph: &'a Graph<AnyGame>,
        named: Named<'a>,
        reading: &BoardReading,
    ) -> Result<Self, UnreadTable> {
        let game = graph.game();
        let refuse = |field, reason: String| Err(UnreadTable::naming(vec![field], reason));
        let is_policy = reading
            .content
            .is_some_and(|content| content != SheetContent::Values);
        let mut asked = [("numbers", is_policy), ("own", reading.own.is_some())].into_iter();
        let asked = asked.find(|(_, is_asked)| *is_asked && named.form == TableForm::AfterMove);
        if let Some((field, _)) = asked {
            let reason =
                "is not for boards after a move, with values of the player who has just moved";
            return refuse(field, format!("`{field}` {reason}"));
        }
        let is_cell = usize::from(game.move_count()) == game.sketch(&game.start()).places.len();
        let shown = named.boards.numbered_from.filter(|_| is_cell);
        let from = match reading.cells_from {
            Some(from) if from > 1 => {
                let reason = format!("`cells_from` {from}: cells are counted from 0 or from 1");
                return refuse("cells_from", reason);
            }
            Some(from) => CellsFrom::given(i64::from(from == 1)),
            None => CellsFrom::detect(game, &named.entries, shown.map(|from| i64::from(from == 1))),
        };
        let mut table = Self {
            graph,
            named,
            from,
            marks: None,
        };
        if has_cells(game) {
            table.marks = Some(table.marks(reading)?);
        }
        Ok(table)
    }

    /// The numbers of all moves of the game, by the unfinished positions that the boards show and play can lead to;
    /// and how many names of the table are used.
    pub(super) fn known(&self) -> Result<(Known, usize), UnreadTable> {
        let game = self.graph.game();
        let (mut known, mut after) = (Known::new(), HashMap::new());
        let mut names = 0;
        for (i, entry) in self.named.entries.iter().enumerate() {
            interrupt::every(1024, i);
            let Some(at) = self.position(i) else {
                continue;
            };
            if let Numbers::One(number) = entry.numbers {
                // No move leads to the first position.
                if at == game.start() {
                    continue;
                }
                names += 1;
                let wrong = |reason: &str| UnreadTable::from(reason.to_owned()).in_entry(entry);
                let Some(number) = number else { continue };
                if !number.is_finite() {
                    return Err(wrong("its number is not finite"));
                }
                if after.insert(game.key(&at), number).is_some() {
                    return Err(wrong("its position stands there twice"));
                }
                continue;
            }
            if game.outcome(&at).is_some() {
                continue;
            }
            names += 1;
            self.add(&mut known, entry, &at)
                .map_err(|refusal| refusal.in_entry(entry))?;
        }
        if self.named.form == TableForm::AfterMove {
            known = after::by_position(self.graph, &after)?;
        }
        if known.is_empty() {
            return Err(self.no_position());
        }
        Ok((known, names))
    }

    /// The position of the board with this place, if play can lead to it.
    fn position(&self, place: usize) -> Option<Position> {
        let game = self.graph.game();
        let at = match &self.marks {
            Some(marks) => marks.position(game, self.named.boards.marks[place].as_ref()?),
            None => games::position(game, &self.named.entries[place].name).ok(),
        };
        at.filter(|at| self.graph.find(at).is_some())
    }

    /// Adds the numbers of a position.
    fn add(&self, known: &mut Known, entry: &TableEntry, at: &Position) -> Result<(), UnreadTable> {
        let game = self.graph.game();
        let mover = self
            .marks
            .as_ref()
            .filter(|marks| marks.seats == Seats::Sides);
        let mover = mover.map(|marks| &*marks.stones[usize::from(game.side(at) == Side::Second)]);
        let numbers = by_move(game, at, &entry.numbers, self.from, mover)?;
        let own = known
            .entry(game.key(at))
            .or_insert_with(|| vec![None; numbers.len()]);
        for ((m, number), own) in (0..).map(Move).zip(numbers).zip(own) {
            let Some(number) = number else { continue };
            // The numbers of other programs for illegal moves have no meaning; they are taken out later.
            if game.moves(at).all(|legal| legal != m) {
                *own = Some(number);
                continue;
            }
            let name = || game.write_move(m);
            if own.is_some() {
                let reason = format!(
                    "the position stands there twice, each time with the move {}",
                    name()
                );
                return Err(reason.into());
            }
            if !number.is_finite() {
                return Err(format!("the number of {} is not finite", name()).into());
            }
            *own = Some(number);
        }
        Ok(())
    }

    /// That no board is a position of the game.
    fn no_position(&self) -> UnreadTable {
        let read = self.marks.as_ref();
        let read = read.map_or_else(String::new, |marks| format!(" where {marks}"));
        let game = self.graph.game().name();
        format!("none of its boards is a position of {game}{read}").into()
    }

    /// How the marks of its boards are read.
    fn marks(&self, reading: &BoardReading) -> Result<Marks, UnreadTable> {
        let game = self.graph.game();
        let given = reading.marks.as_deref().map(three).transpose()?;
        let own = reading.own.as_deref().map(mark);
        let boards = self.named.boards.marks.iter().enumerate();
        let (places, boards): (Vec<usize>, Vec<&[String]>) = boards
            .filter_map(|(place, board)| Some((place, board.as_deref()?)))
            .unzip();
        let greatest = |place: usize, at: &Position| {
            let numbers = &self.named.entries[places[place]].numbers;
            let all = by_move(game, at, numbers, self.from, None).unwrap_or_default();
            let number = |m: Move| all.get(usize::from(m.0)).copied().flatten();
            let number = |m: Move| number(m).unwrap_or(0.0);
            let most = game.moves(at).map(number).fold(f64::NEG_INFINITY, f64::max);
            game.moves(at).filter(|m| number(*m) >= most).collect()
        };
        let table = BoardTable {
            game,
            boards,
            greatest: &greatest,
        };
        table.marks(given, own.as_deref())
    }
}
