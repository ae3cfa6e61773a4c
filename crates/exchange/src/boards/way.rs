//! One way to read a table: a description of how it is written, with what the table shows for and against it.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::sheet::SheetContent;
use super::checks::{check_view, take_illegal};
use super::entry::{Numbers, TableEntry};
use super::forms::{coordinates, mark, without_side};
use super::marks::{self, Marks, three};
use super::names::Named;
use super::reading::{BoardReading, TableForm, UnreadTable, ValuesOf};
use super::rows::{
    Known, NumberByMove, all_from, by_move, by_position, content, fill, legal_numbers, wins,
};
use crate::error::Result;
use crate::game::{Game, Move, Side};
use crate::games::{self, AnyGame, Position};
use crate::graph::{Graph, Node};
use crate::interrupt;
use crate::text::count;

/// What a table has, read in one way.
pub(super) struct Found {
    pub(super) known: Known,
    pub(super) content: SheetContent,
    /// How many numbers other than 0 are of moves that are not legal.
    pub(super) unused: usize,
    /// How many names of the table are used, and how many positions have the numbers of a mirror image.
    pub(super) names: usize,
    pub(super) filled: usize,
}

/// A way to read a table.
#[derive(Clone)]
pub(super) struct Way<'a> {
    pub(super) graph: &'a Graph<AnyGame>,
    pub(super) named: &'a Named<'a>,
    pub(super) marks: Option<Marks>,
    /// The description that asks for this way.
    pub(super) reading: BoardReading,
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
            let way = |marks: Option<Marks>| {
                let own = marks.as_ref().filter(|marks| marks.is_own);
                let own_reading = BoardReading {
                    form: Some(named.form),
                    cells: named.boards.layout,
                    own: own.map(|marks| marks.stones[0].clone()),
                    marks: marks.as_ref().map(Marks::written),
                    cells_from: None,
                    view: Some(reading.view.unwrap_or_default()),
                    ..reading.clone()
                };
                let mut way = Self {
                    graph,
                    named,
                    marks,
                    reading: own_reading,
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
            let mut marks = way.marks.iter();
            marks.all(|marks| marks.is_asked(given.as_ref(), own.as_deref()))
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
            from.into_iter().map(move |from| {
                let mut way = way.clone();
                way.reading.cells_from = from;
                way
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

    fn view(&self) -> ValuesOf {
        self.reading.view.unwrap_or_default()
    }

    /// What the table has, read in this way.
    pub(super) fn found(&self) -> Result<Found, UnreadTable> {
        let (graph, is_after) = (self.graph, self.named.form == TableForm::After);
        self.named.check(graph.game())?;
        let (mut known, names) = self.numbers()?;
        let own: BTreeSet<Node> = known.keys().copied().collect();
        fill(graph, &mut known, self.reading.mirrors)?;
        if is_after {
            known = by_position(graph, &known)?;
        }
        if known.is_empty() {
            let read = self.marks.as_ref().map(|marks| format!(" where {marks}"));
            let (game, read) = (graph.game().name(), read.unwrap_or_default());
            return Err(format!("none of its boards is a position of {game}{read}").into());
        }
        let unused = take_illegal(graph, &mut known)?;
        if known.values().flatten().all(Option::is_none) {
            return Err("no number of a legal move was read in it".into());
        }
        let content = match self.reading.content {
            Some(SheetContent::Policy) if is_after => {
                return Err("weights are not for boards after a move, which have values of who has just moved".into());
            }
            None if is_after => SheetContent::Values,
            asked => asked.map_or_else(|| content(&legal_numbers(graph, &known)), Ok)?,
        };
        if content == SheetContent::Values {
            check_view(graph, &known, self.view(), is_after)?;
        }
        let leads_to_own = |node| {
            let mut to = graph.edges(node).iter().filter_map(|edge| edge.to);
            is_after && to.any(|to| own.contains(&to))
        };
        let is_filled = |node: &&Node| !own.contains(node) && !leads_to_own(**node);
        Ok(Found {
            filled: known.keys().filter(is_filled).count(),
            known,
            content,
            unused,
            names,
        })
    }

    /// The numbers of the boards that play can lead to, and how many names of the table have them.
    fn numbers(&self) -> Result<(Known, usize), UnreadTable> {
        // No move leads to the first position, and none from where the game is over.
        let is_used = |node: &&Node| {
            let is_end = self.graph.outcome(**node).is_some();
            match self.named.form {
                TableForm::After => **node != self.graph.root(),
                _ => !is_end,
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
        Ok((known, names))
    }

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

    /// Adds the numbers of a position, or the one of a board after a move.
    fn add(&self, known: &mut NumberByMove, own: &Numbers, node: Node) -> Result<(), String> {
        let (game, at) = (self.graph.game(), self.graph.position(node));
        let (numbers, side, is_after) = match own {
            Numbers::One(number) => (vec![*number], game.side(at).other(), true),
            own => {
                let from = self.reading.cells_from;
                let numbers = by_move(game, at, own, from, self.mover(at))?;
                (numbers, game.side(at), false)
            }
        };
        let sign = [1.0, -1.0][usize::from(self.view().is_against(side))];
        known.resize(numbers.len(), None);
        for ((m, number), own) in (0..).map(Move).zip(numbers).zip(known) {
            let Some(number) = number else { continue };
            if !is_after && !game.moves(at).any(|legal| legal == m) {
                // The numbers of other programs for illegal moves have no meaning; they are taken out later.
                own.get_or_insert(number);
                continue;
            }
            let of = format!(" of {}", game.write_move(m));
            let of = if is_after { "" } else { &of };
            if !number.is_finite() {
                return Err(format!("the number{of} is not finite"));
            }
            if own.replace(sign * number).is_some() {
                let reason = "the position stands there twice, each time with the number";
                return Err(format!("{reason}{of}"));
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
        let mut played = [0; 2];
        let both = self.nodes.iter().zip(&*other.nodes);
        for (entry, both) in self.named.entries.iter().zip(both) {
            let (&[one], &[other]) = (&both.0[..], &both.1[..]) else {
                continue;
            };
            let all = [one, other].map(|node| wins(graph, node));
            if one == other || all.iter().any(Vec::is_empty) {
                continue;
            }
            let at = graph.position(one);
            let Ok(numbers) = by_move(game, at, &entry.numbers, self.reading.cells_from, None)
            else {
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
    let all = ways.iter().map(|way| way.reading.options());
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
