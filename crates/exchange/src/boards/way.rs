//! One way to read a table: a description of how it is written, with what the table shows for and against it.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::entry::{Numbers, TableEntry};
use super::forms::{coordinates, mark, without_side};
use super::marks::{self, Marks, three};
use super::names::Named;
use super::reading::{BoardReading, TableForm, UnreadTable, View};
use super::rows::{Known, NumberByMove, all_from, by_move, by_position, end, fill};
use crate::error::Result;
use crate::game::{Game, Move, Outcome, Side};
use crate::games::{self, AnyGame, Position};
use crate::graph::{Graph, Node};
use crate::interrupt;
use crate::text::count;

/// A way to read a table.
#[derive(Clone)]
pub(super) struct Way<'a> {
    graph: &'a Graph<AnyGame>,
    pub(super) named: &'a Named<'a>,
    pub(super) marks: Option<Marks>,
    from: Option<i64>,
    pub(super) view: View,
    /// The positions that each board shows and to which play can lead: both, if the sides have the same moves and it does
    /// not say which is to move.
    pub(super) nodes: Rc<[Vec<Node>]>,
}

impl<'a> Way<'a> {
    /// All ways to read these names that the reading asks for and the boards themselves do not contradict.
    pub(super) fn all(
        graph: &'a Graph<AnyGame>,
        named: &'a [Named<'a>],
        reading: &BoardReading,
    ) -> Result<Vec<Self>, UnreadTable> {
        let game = graph.game();
        let given = reading.marks.as_deref().map(three).transpose()?;
        let own = reading.own.as_deref().map(mark);
        if let Some(from) = reading.cells_from.filter(|from| *from > 1) {
            let reason = format!("`cells_from` {from}: it must be 0 or 1");
            return Err(UnreadTable::naming(["cells_from"], reason));
        }
        let (mut ways, mut refused) = (Vec::new(), None);
        for named in named {
            let way = |marks| {
                let mut way = Self {
                    graph,
                    named,
                    marks,
                    from: None,
                    view: reading.view.unwrap_or_default(),
                    nodes: Rc::new([]),
                };
                let places = 0..named.entries.len();
                way.nodes = places.map(|place| way.nodes(place)).collect();
                way
            };
            match marks::all(&named.boards, given.as_ref()) {
                Ok(all) => ways.extend(all.into_iter().map(way)),
                Err(reason) => refused = refused.or(Some(reason)),
            }
        }
        if let (true, Some(refused)) = (ways.is_empty(), refused) {
            return Err(refused);
        }
        // The table must show against others at least twice as much, or something where nothing is against the best.
        let least = ways.iter().map(Self::left_out).min().unwrap_or(0);
        ways.retain(|way| way.left_out() <= 2 * least);
        let has_usual_free = |way: &Self| way.marks.as_ref().is_some_and(Marks::has_usual_free);
        if ways.iter().any(has_usual_free) {
            ways.retain(has_usual_free);
        }
        let is_asked = |way: &Self| {
            let marks = way.marks.as_ref();
            marks.is_none_or(|marks| marks.is_asked(given.as_ref(), own.as_deref()))
        };
        if !ways.iter().any(is_asked) {
            let about = "the boards contradict what was asked for, and ";
            return Err(asked(&ways, about));
        }
        ways.retain(is_asked);
        let counted = |way: Self| {
            let shown = way.named.boards.numbered_from;
            let is_counted = |own: &TableEntry| coordinates(without_side(&own.name).1).is_some();
            let has_counted = |own: &TableEntry| own.numbers.map().iter().any(is_counted);
            let from = if way.named.entries.iter().any(has_counted) {
                all_from(game, shown, reading.cells_from)
            } else {
                vec![None]
            };
            let all = from.into_iter();
            all.map(move |from| Self {
                from,
                ..way.clone()
            })
        };
        Ok(ways.into_iter().flat_map(counted).collect())
    }

    /// How many boards with a number other than 0 cannot come so.
    fn left_out(&self) -> usize {
        let all = self.named.entries.iter().zip(&*self.nodes);
        all.filter(|(entry, nodes)| nodes.is_empty() && entry.numbers.has_some())
            .count()
    }

    /// The description that asks for this way.
    pub(super) fn description(&self) -> BoardReading {
        let marks = self.marks.as_ref();
        let own = marks.filter(|marks| marks.is_own);
        BoardReading {
            form: Some(self.named.form),
            cells: self.named.boards.layout,
            own: own.map(|marks| marks.stones[0].clone()),
            marks: marks.map(Marks::written),
            cells_from: self.from.and_then(|from| from.try_into().ok()),
            view: Some(self.view),
            ..BoardReading::default()
        }
    }

    /// The numbers of all moves of the game, by the unfinished positions that the boards show and play can lead to; how many
    /// names of the table are used, and how many positions took the numbers of a mirror image.
    pub(super) fn found(&self, mirrors: Option<bool>) -> Result<(Known, [usize; 2]), UnreadTable> {
        let graph = self.graph;
        self.named.check(graph.game())?;
        let is_after = self.named.form == TableForm::After;
        // No move leads to the first position, and none from where the game is over.
        let is_used = |node: &&Node| {
            let is_end = graph.outcome(**node).is_some();
            if is_after {
                **node != graph.root()
            } else {
                !is_end
            }
        };
        let (mut known, mut names) = (Known::new(), 0);
        for (i, (entry, nodes)) in self.named.entries.iter().zip(&*self.nodes).enumerate() {
            interrupt::every(1024, i);
            names += usize::from(nodes.iter().any(|node| is_used(&node)));
            for &node in nodes.iter().filter(is_used) {
                let added = self.add(known.entry(node).or_default(), &entry.numbers, node);
                added.map_err(|reason| UnreadTable::from(reason).in_entry(entry))?;
            }
        }
        let filled = fill(graph, &mut known, mirrors)?;
        if is_after {
            known = by_position(graph, &known)?;
        }
        if known.is_empty() {
            let read = self.marks.as_ref().map(|marks| format!(" where {marks}"));
            let (game, read) = (graph.game().name(), read.unwrap_or_default());
            return Err(format!("none of its boards is a position of {game}{read}").into());
        }
        Ok((known, [names, filled]))
    }

    /// The nodes of the board with this place.
    fn nodes(&self, place: usize) -> Vec<Node> {
        let game = self.graph.game();
        let entry = &self.named.entries[place];
        let all = match &self.marks {
            Some(marks) => {
                let is_after = self.named.form == TableForm::After;
                let board = self.named.boards.marks[place].iter();
                let at = board.filter_map(|board| marks.position(game, board, is_after));
                at.collect()
            }
            None => of_both_sides(game, &entry.name),
        };
        let is_turn = |at: &&Position| {
            let mut side = entry.side.iter();
            side.all(|side| self.is_turn_of(side, at))
        };
        let all = all.iter().filter(is_turn);
        all.filter_map(|at| self.graph.find(at)).collect()
    }

    /// Whether the side that a table names, by its mark or its name, is the one to move; in a table of boards after a move it
    /// may also be the one that has moved, so that it shows nothing.
    fn is_turn_of(&self, side: &str, at: &Position) -> bool {
        let side = mark(side).to_lowercase();
        let is_it = || match Side::named(&side) {
            Some(side) => side == self.graph.game().side(at),
            None => self.mover(at).is_none_or(|own| own.to_lowercase() == side),
        };
        self.named.form == TableForm::After || is_it()
    }

    /// The mark of the side to move.
    fn mover(&self, at: &Position) -> Option<&str> {
        let marks = self.marks.as_ref()?;
        let side = self.graph.game().side(at).index();
        Some(&marks.stones[if marks.is_own { 0 } else { side }])
    }

    /// Adds a number for this side; `of` has the move of which it is, if the board is one before it.
    fn put(
        &self,
        own: &mut Option<f64>,
        number: Option<f64>,
        side: Side,
        of: &str,
    ) -> Result<(), String> {
        let Some(number) = number else { return Ok(()) };
        let sign = [1.0, -1.0][usize::from(self.view.is_against(side))];
        if !number.is_finite() {
            return Err(format!("the number{of} is not finite"));
        }
        if own.replace(sign * number).is_some() {
            let reason = "the position stands there twice, each time with the number";
            return Err(format!("{reason}{of}"));
        }
        Ok(())
    }

    /// Adds the numbers of a position.
    fn add(&self, known: &mut NumberByMove, own: &Numbers, node: Node) -> Result<(), String> {
        let (game, at) = (self.graph.game(), self.graph.position(node));
        let side = game.side(at);
        if let Numbers::One(number) = own {
            known.resize(1, None);
            return self.put(&mut known[0], *number, side.other(), "");
        }
        let numbers = by_move(game, at, own, self.from, self.mover(at))?;
        known.resize(numbers.len(), None);
        for ((m, number), own) in (0..).map(Move).zip(numbers).zip(known) {
            if game.moves(at).any(|legal| legal == m) {
                let of = format!(" of {}", game.write_move(m));
                self.put(own, number, side, &of)?;
            } else {
                // The numbers of other programs for illegal moves have no meaning; they are taken out later.
                *own = own.or(number);
            }
        }
        Ok(())
    }

    /// Takes the first of these ways, in which the table means different things, if it alone has the usual marks, a board shows
    /// that the usual side begins, the greatest numbers do not win more often in another way, and nothing else is in doubt.
    pub(super) fn check_usual(ways: &[Self], is_doubted: bool) -> Result<(), UnreadTable> {
        let ([first, rest @ ..], true) = (ways, ways.len() > 1) else {
            return Ok(());
        };
        let differs = |way: &Self| way.marks != first.marks;
        let Some(marks) = first.marks.as_ref().filter(|_| rest.iter().all(differs)) else {
            return Err(asked(ways, ""));
        };
        let mut boards = first.named.boards.marks.iter().flatten();
        let shows = boards.any(|board| marks.counts(board)[0] > marks.counts(board)[1]);
        let played = rest.iter().map(|other| first.wins_played(other));
        let [own, others] = played.max_by_key(|[_, others]| *others).unwrap_or_default();
        let is_so = others <= own || own > 0 && (others - own).pow(2) <= 4 * (own + others);
        if marks.is_usual() && shows && is_so && !is_doubted {
            return Ok(());
        }
        let about = format!(
            "where either side could win at once, the greatest number wins on {} if {marks}, and else on {}; ",
            count(own as u64, "board", "boards"),
            count(others as u64, "board", "boards"),
        );
        Err(asked(ways, if own + others > 0 { &about } else { "" }))
    }

    /// On how many boards with a win at once, whichever of these two ways it is read, the greatest numbers of the table are such
    /// wins in this way alone, and in the other alone.
    fn wins_played(&self, other: &Self) -> [usize; 2] {
        let (graph, game) = (self.graph, self.graph.game());
        let wins = |node: Node| -> Vec<Move> {
            let won = Some(Outcome::Win(graph.side(node)));
            let all = graph
                .edges(node)
                .iter()
                .filter(|edge| end(graph, **edge) == won);
            all.map(|edge| edge.m).collect()
        };
        let mut played = [0; 2];
        let both = self.nodes.iter().zip(&*other.nodes);
        for (entry, both) in self.named.entries.iter().zip(both) {
            let (&[one], &[other]) = (&both.0[..], &both.1[..]) else {
                continue;
            };
            let all = [wins(one), wins(other)];
            if one == other || all.iter().any(Vec::is_empty) {
                continue;
            }
            let at = graph.position(one);
            let Ok(numbers) = by_move(game, at, &entry.numbers, self.from, None) else {
                continue;
            };
            let number = |m: &Move| numbers[usize::from(m.0)].unwrap_or(0.0);
            let most = game.moves(at).map(|m| number(&m)).reduce(f64::max);
            let greatest = game.moves(at).filter(|m| Some(number(m)) == most);
            let greatest: Vec<Move> = greatest.collect();
            for (own, other) in [(0, 1), (1, 0)] {
                let is_only = |m: &Move| all[own].contains(m) && !all[other].contains(m);
                played[own] += usize::from(greatest.iter().all(is_only));
            }
        }
        played
    }
}

/// The positions of a name of a game without cells.
fn of_both_sides(game: &AnyGame, name: &str) -> Vec<Position> {
    let Ok(at) = games::position(game, name) else {
        return Vec::new();
    };
    let with = |side: Side| games::position(game, &format!("{name} {}", side.name())).ok();
    let both: Vec<Position> = Side::BOTH.into_iter().filter_map(with).collect();
    let has_both = game.without_side(&at).is_some() && !both.is_empty();
    if has_both { both } else { vec![at] }
}

/// That a table can be read in these ways, with what to type for each: the options in which they differ.
fn asked(ways: &[Way<'_>], about: &str) -> UnreadTable {
    let all = ways.iter().map(|way| way.description().options());
    let all: Vec<Vec<(&str, String)>> = all.collect();
    let differs = |field: &str| {
        let values = all.iter().map(|own| own.iter().find(|own| own.0 == field));
        values.collect::<BTreeSet<_>>().len() > 1
    };
    let (mut fields, mut texts) = (Vec::new(), Vec::new());
    for (way, options) in ways.iter().zip(&all) {
        // A view other than the usual one is in doubt, and marks without a player are of sides.
        let is_named = |(field, value): &&(&'static str, String)| match *field {
            "marks" => differs("marks") || differs("own"),
            "view" => value != "mover",
            field => differs(field),
        };
        let mut named = String::new();
        for (field, value) in options.iter().filter(is_named) {
            fields.push(*field);
            named += &format!("`{field}` {value} ");
        }
        let what = match way.marks.as_ref() {
            Some(marks) if differs("marks") || differs("own") => marks.to_string(),
            _ => way.named.example(),
        };
        let boards = way.nodes.iter().filter(|all| !all.is_empty()).count();
        let boards = count(boards as u64, "board", "boards");
        texts.push(format!("{}: {what}, {boards}", named.trim_end()));
    }
    let reason = format!(
        "{about}it can be read in {}, and one must be named: {}",
        count(ways.len() as u64, "way", "ways"),
        texts.join("; ")
    );
    UnreadTable::naming(fields, reason)
}
