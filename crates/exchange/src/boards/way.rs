//! One way to read a table: a description of how it is written, with what the table shows for and against it.

use std::collections::{BTreeSet, HashMap};

use super::after;
use super::entry::{Numbers, TableEntry};
use super::forms::{UnreadTable, mark};
use super::marks::{self, Marks, Seats, three, wins_played};
use super::names::Named;
use super::reading::{BoardReading, TableForm, View};
use super::rows::{CellsFrom, Known, by_move, fill, has_cells};
use crate::error::Result;
use crate::game::{Game, Key, Move, Side};
use crate::games::{self, AnyGame, Position};
use crate::graph::Graph;
use crate::interrupt;
use crate::text::{count, thousands};

/// A way to read a table.
#[derive(Clone)]
pub(super) struct Way<'a> {
    graph: &'a Graph<AnyGame>,
    pub(super) named: &'a Named<'a>,
    pub(super) marks: Option<Marks>,
    from: CellsFrom,
    pub(super) view: View,
}

/// What a table has, read in some way.
pub(super) struct Found {
    /// The numbers of all moves of the game, by the unfinished positions that the boards show and play can lead to.
    pub(super) known: Known,
    /// How many names of the table are used.
    pub(super) names: usize,
    /// How many positions took the numbers of a mirror image.
    pub(super) filled: usize,
    /// Whether a position does not say the side to move.
    pub(super) is_shared: bool,
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
        let (mut ways, mut refused) = (Vec::new(), None);
        for named in named {
            let boards = named.boards.marks.iter().flatten().map(Vec::as_slice);
            let marks = if has_cells(game) {
                marks::all(boards, given.as_ref(), own.as_deref())
                    .map(|all| all.into_iter().map(Some).collect())
            } else {
                Ok(vec![None])
            };
            match marks {
                Ok(marks) => ways.extend(marks.into_iter().map(|marks| {
                    let from = CellsFrom::default();
                    let view = reading.view.unwrap_or_default();
                    Self {
                        graph,
                        named,
                        marks,
                        from,
                        view,
                    }
                })),
                Err(reason) => refused = refused.or(Some(reason)),
            }
        }
        let numbered = Self::least(ways, |way| way.left_out(true));
        let mut ways = Self::least(numbered, |way| way.left_out(false));
        let has_usual_free = |way: &Self| way.marks.as_ref().is_some_and(Marks::has_usual_free);
        if ways.iter().any(has_usual_free) {
            ways.retain(has_usual_free);
        }
        let is_asked = |way: &Self| {
            way.marks
                .as_ref()
                .is_none_or(|marks| marks.is_asked(given.as_ref(), own.as_deref()))
        };
        if !ways.is_empty() && !ways.iter().any(is_asked) {
            return Err(asked(
                &ways,
                "the boards contradict what was asked for, and ",
            ));
        }
        ways.retain(is_asked);
        if let (true, Some(refused)) = (ways.is_empty(), refused) {
            return Err(refused);
        }
        let counted = |way: Self| {
            let from = CellsFrom::all(
                game,
                &way.named.entries,
                way.named.boards.numbered_from,
                reading.cells_from,
            );
            from.into_iter().map(move |from| Self {
                from,
                ..way.clone()
            })
        };
        Ok(ways.into_iter().flat_map(counted).collect())
    }

    /// Those against which the table shows least: none where it shows nothing against some, and else those with at most
    /// twice as much as the best.
    pub(super) fn least(ways: Vec<Self>, against: impl Fn(&Self) -> usize) -> Vec<Self> {
        if ways.len() < 2 {
            return ways;
        }
        let all: Vec<usize> = ways.iter().map(against).collect();
        let least = all.iter().min().copied().unwrap_or(0);
        let ways = ways.into_iter().zip(all);
        ways.filter(|(_, all)| *all <= 2 * least)
            .map(|(way, _)| way)
            .collect()
    }

    /// How many boards cannot come so, with all or only those with a number other than 0.
    fn left_out(&self, is_numbered: bool) -> usize {
        let places = 0..self.named.entries.len();
        let counts = |place: &usize| !is_numbered || self.named.entries[*place].numbers.has_some();
        places
            .filter(counts)
            .filter(|&place| self.positions(place).is_empty())
            .count()
    }

    /// The options that ask for this way.
    pub(super) fn options(&self) -> Vec<(&'static str, String)> {
        let mut all = vec![("form", self.named.form.word().to_owned())];
        let layout = self.named.boards.layout;
        all.extend((!layout.is_empty()).then(|| ("cells", layout.to_owned())));
        all.extend(self.marks.iter().flat_map(Marks::options));
        all.extend(self.from.0.map(|from| ("cells_from", from.to_string())));
        all.push(("view", self.view.word().to_owned()));
        all
    }

    /// What the table has, read so.
    pub(super) fn found(&self, mirrors: Option<bool>) -> Result<Found, UnreadTable> {
        let game = self.graph.game();
        self.named.check(game)?;
        let (mut known, mut after) = (Known::new(), HashMap::new());
        let (mut names, mut is_shared) = (0, false);
        for (i, entry) in self.named.entries.iter().enumerate() {
            interrupt::every(1024, i);
            let all = self.positions(i);
            is_shared |= all.len() > 1;
            let is_after = self.named.form == TableForm::AfterMove;
            // No move leads to the first position, and none from where the game is over.
            let is_used = |at: &&Position| {
                if is_after {
                    **at != game.start()
                } else {
                    game.outcome(at).is_none()
                }
            };
            names += usize::from(all.iter().any(|at| is_used(&at)));
            for at in all.iter().filter(is_used) {
                let added = match entry.numbers {
                    Numbers::One(number) => self.add_after(&mut after, number, at),
                    _ => self.add(&mut known, entry, at),
                };
                added.map_err(|refusal| refusal.in_entry(entry))?;
            }
        }
        let filled = if self.named.form == TableForm::AfterMove {
            let filled = fill(self.graph, &mut after, mirrors, |number, _| *number)?;
            known = after::by_position(self.graph, &after, self.view)?;
            filled
        } else {
            fill(self.graph, &mut known, mirrors, |numbers, by| {
                let turned = |m| numbers[usize::from(game.turn_move(Move(m), by).0)];
                (0..game.move_count()).map(turned).collect()
            })?
        };
        if known.is_empty() {
            return Err(self.no_position());
        }
        Ok(Found {
            known,
            names,
            filled,
            is_shared,
        })
    }

    /// The positions of the board with this place to which play can lead: both, if the sides have the same moves and it does
    /// not say which is to move.
    fn positions(&self, place: usize) -> Vec<Position> {
        let game = self.graph.game();
        let is_after = self.named.form == TableForm::AfterMove;
        let mut all = match (&self.marks, &self.named.boards.marks.get(place)) {
            (Some(marks), Some(Some(board))) => {
                Vec::from_iter(marks.position(game, board, self.named.boards.columns, is_after))
            }
            (Some(_), _) => Vec::new(),
            (None, _) => of_both_sides(game, &self.named.entries[place].name),
        };
        let side = self.named.entries[place].side.as_deref();
        all.retain(|at| {
            self.graph.find(at).is_some() && side.is_none_or(|side| self.is_turn_of(side, at))
        });
        all
    }

    /// Whether the side that a table names, by its mark or its name, is the one to move; in a table of boards after a move it
    /// may also be the one that has moved, and nothing is said.
    fn is_turn_of(&self, side: &str, at: &Position) -> bool {
        let to_move = self.graph.game().side(at);
        let stone = self.marks.as_ref().map(|marks| match marks.seats {
            Seats::Sides => marks.stones[to_move.index()].to_lowercase(),
            Seats::Own => marks.stones[0].to_lowercase(),
        });
        let side = mark(side).to_lowercase();
        self.named.form == TableForm::AfterMove
            || match Side::named(&side) {
                Some(side) => side == to_move,
                None => stone.is_none_or(|stone| stone == side),
            }
    }

    /// Adds the value of a board after a move, for the player who has just moved.
    fn add_after(
        &self,
        after: &mut HashMap<Key, f64>,
        number: Option<f64>,
        at: &Position,
    ) -> Result<(), UnreadTable> {
        let game = self.graph.game();
        let Some(number) = number else { return Ok(()) };
        if !number.is_finite() {
            return Err("its number is not finite".to_owned().into());
        }
        let is_against = self.view.is_against(game.side(at).other());
        let own = if is_against { -number } else { number };
        match after.insert(game.key(at), own) {
            Some(_) => Err("its position stands there twice".to_owned().into()),
            None => Ok(()),
        }
    }

    /// Adds the numbers of a position.
    fn add(&self, known: &mut Known, entry: &TableEntry, at: &Position) -> Result<(), UnreadTable> {
        let game = self.graph.game();
        let marks = self.marks.as_ref();
        let mover = marks.map(|marks| {
            let is_other = marks.seats == Seats::Sides && game.side(at) == Side::Second;
            &*marks.stones[usize::from(is_other)]
        });
        let numbers = by_move(game, at, &entry.numbers, self.from, mover)?;
        let is_against = self.view.is_against(game.side(at));
        let own = known
            .entry(game.key(at))
            .or_insert_with(|| vec![None; numbers.len()]);
        for ((m, number), own) in (0..).map(Move).zip(numbers).zip(own) {
            let Some(number) = number else { continue };
            // The numbers of other programs for illegal moves have no meaning; they are taken out later.
            let is_legal = game.moves(at).any(|legal| legal == m);
            let name = || game.write_move(m);
            if is_legal && own.is_some() {
                let reason = "the position stands there twice, each time with the move";
                return Err(format!("{reason} {}", name()).into());
            }
            if is_legal && !number.is_finite() {
                return Err(format!("the number of {} is not finite", name()).into());
            }
            *own = Some(if is_against { -number } else { number });
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

    /// Takes the first of these ways, in which the table means different things, if it alone has the usual marks, a board shows
    /// that the usual side begins, the greatest numbers do not win more often with the stones exchanged, and nothing else
    /// is in doubt.
    pub(super) fn check_usual(ways: &[Self], is_doubted: bool) -> Result<(), UnreadTable> {
        let first = &ways[0];
        let mut about = String::new();
        if let Some(marks) = first
            .marks
            .as_ref()
            .filter(|_| ways[1..].iter().all(|way| way.marks != first.marks))
        {
            let mut boards = first.named.boards.marks.iter().flatten();
            let shows = boards.any(|board| marks.counts(board)[0] > marks.counts(board)[1]);
            let [own, others, all] = first.wins_played(marks);
            let is_so = others <= own || own > 0 && (others - own).pow(2) <= 4 * (own + others);
            if marks.is_usual() && shows && is_so && !is_doubted {
                return Ok(());
            }
            let [one, other] = &marks.stones;
            if all > 0 {
                about = format!(
                    "of {} with as many stones of both where either could win at once, `{one}` to move plays its win in {}, \
                     `{other}` in {}; ",
                    count(all as u64, "board", "boards"),
                    thousands(own as u64),
                    thousands(others as u64)
                );
            }
        }
        Err(asked(ways, &about))
    }

    /// What [`wins_played`] counts for the boards of the table.
    fn wins_played(&self, marks: &Marks) -> [usize; 3] {
        let game = self.graph.game();
        let boards = self.named.boards.marks.iter().enumerate();
        let boards = boards.filter_map(|(place, board)| Some((place, board.as_deref()?)));
        wins_played(game, marks, boards, &|place, at| {
            let numbers = &self.named.entries[place].numbers;
            let all = by_move(game, at, numbers, self.from, None).unwrap_or_default();
            let number = |m: Move| all.get(usize::from(m.0)).copied().flatten().unwrap_or(0.0);
            let most = game.moves(at).map(number).fold(f64::NEG_INFINITY, f64::max);
            game.moves(at).filter(|m| number(*m) >= most).collect()
        })
    }
}

/// The positions of a name of a game without cells.
fn of_both_sides(game: &AnyGame, name: &str) -> Vec<Position> {
    let Ok(at) = games::position(game, name) else {
        return Vec::new();
    };
    if game.without_side(&at).is_none() {
        return vec![at];
    }
    let with = |side: Side| games::position(game, &format!("{name} {}", side.name())).ok();
    let both: Vec<Position> = Side::BOTH.into_iter().filter_map(with).collect();
    if both.is_empty() { vec![at] } else { both }
}

/// That a table can be read in these ways, with what to type for each: the options in which they differ.
fn asked(ways: &[Way<'_>], about: &str) -> UnreadTable {
    let all: Vec<Vec<(&str, String)>> = ways.iter().map(Way::options).collect();
    let differs = |field: &str| {
        let of = all
            .iter()
            .map(|options| options.iter().find(|own| own.0 == field));
        of.collect::<BTreeSet<_>>().len() > 1
    };
    let mut fields = Vec::new();
    let mut texts = Vec::new();
    for (way, options) in ways.iter().zip(&all) {
        let has_own = options.iter().any(|(field, _)| *field == "own");
        let is_free_known = way.marks.as_ref().is_some_and(|own| {
            ways.iter()
                .flat_map(|way| &way.marks)
                .all(|marks| marks.free == own.free)
        });
        // A view that differs from the usual one is in doubt, and marks tell a side from a player with marks of its own.
        let is_named = |(field, value): &&(&str, String)| match *field {
            "marks" if has_own => !is_free_known,
            "marks" => differs("marks") || differs("own"),
            "view" => value != View::Mover.word(),
            field => differs(field),
        };
        let named: Vec<&(&'static str, String)> = options.iter().filter(is_named).collect();
        fields.extend(named.iter().map(|own| own.0));
        let named: Vec<String> = named
            .iter()
            .map(|(field, value)| format!("`{field}` {value}"))
            .collect();
        let what = match &way.marks {
            Some(marks) if differs("marks") || differs("own") => marks.to_string(),
            _ if differs("form") || differs("cells") => way.named.example(),
            _ => "moves are counted from there".to_owned(),
        };
        let boards = count(
            (way.named.entries.len() - way.left_out(false)) as u64,
            "board",
            "boards",
        );
        texts.push(format!("{}: {what}, {boards}", named.join(" ")));
    }
    let reason = format!(
        "{about}it can be read in {}, and one must be named: {}",
        count(ways.len() as u64, "way", "ways"),
        texts.join("; ")
    );
    UnreadTable::naming(fields, reason)
}
