//! Which marks the boards of a table have for a free cell and for the sides.

use std::collections::BTreeSet;
use std::fmt;

use super::cells::CellBoards;
use super::forms::{self, completed, is_usual};
use super::reading::UnreadTable;
use crate::error::Result;
use crate::game::Game;
use crate::games::{AnyGame, Position};

/// How the marks of boards are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The mark of a free cell.
    pub free: String,
    /// The marks of the stones: of the side that begins and of the other, or of the player and its opponent.
    pub stones: [String; 2],
    /// Whether the first one marks the player whose numbers they are, whether it began or not: the side to move, or the one
    /// that has just moved.
    pub is_own: bool,
}

/// Three marks as they were given: three characters, or three words between commas or blanks.
pub(super) fn three(text: &str) -> Result<[String; 3], String> {
    let characters = text.chars().map(String::from).collect();
    let fields = text.split(',').map(str::to_owned).collect();
    let ways: [Vec<String>; 3] = [characters, fields, forms::words(text)];
    let three = ways.into_iter().find_map(|words| words.try_into().ok());
    let three = three.map(|three: [String; 3]| three.map(|word| forms::mark(&word)));
    let three = three.filter(|[free, one, other]| free != one && free != other && one != other);
    three.ok_or_else(|| {
        "marks are three characters, or three words with commas between them: of a free cell, the side that begins and \
         the other"
            .to_owned()
    })
}

impl Marks {
    /// Whether these are the usual marks of the sides, the one that usually begins first.
    pub(super) fn is_usual(&self) -> bool {
        let [one, other] = &self.stones;
        !self.is_own && is_usual([&self.free, one, other])
    }

    /// Whether its mark of a free cell is a usual one beside the others.
    pub(super) fn has_usual_free(&self) -> bool {
        let [one, other] = &self.stones;
        is_usual([&self.free, one, other]) || is_usual([&self.free, other, one])
    }

    pub(super) fn counts(&self, board: &[String]) -> [usize; 2] {
        let stones = self.stones.each_ref();
        stones.map(|mark| board.iter().filter(|own| *own == mark).count())
    }

    /// The position of a board, after a move or before one; `None` if the sides did not move in turn.
    pub(super) fn position(
        &self,
        game: &AnyGame,
        board: &[String],
        is_after: bool,
    ) -> Option<Position> {
        let [one, other] = self.counts(board);
        // Before a move of the player both have as many stones or it has one less; after it one more, or as many.
        let more = one + usize::from(self.is_own && !is_after);
        let letters = match more.checked_sub(other)? {
            0 if self.is_own => ['O', 'X'],
            0 | 1 => ['X', 'O'],
            _ => return None,
        };
        let columns = game.sketch(&game.start()).columns;
        let mut text = String::new();
        for (i, mark) in board.iter().enumerate() {
            if i > 0 && i % columns == 0 {
                text.push('/');
            }
            let stone = self.stones.iter().position(|own| own == mark);
            let free = (*mark == self.free).then_some('.');
            text.push(stone.map(|i| letters[i]).or(free)?);
        }
        game.read_position(&text).ok()
    }

    /// Whether it is the reading that is asked for.
    pub(super) fn is_asked(&self, given: Option<&[String; 3]>, own: Option<&str>) -> bool {
        let is_first = given.is_none_or(|three| self.stones[0] == three[1]);
        own.map_or(given.is_none() || !self.is_own && is_first, |own| {
            self.is_own && self.stones[0] == own
        })
    }

    /// The three marks as they are given.
    pub(super) fn written(&self) -> String {
        let all = [&self.free, &self.stones[0], &self.stones[1]].map(String::as_str);
        let is_short = all.iter().all(|mark| mark.chars().count() == 1);
        all.join(if is_short { "" } else { "," })
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([one, other], free) = (&self.stones, &self.free);
        write!(f, "`{free}` is free, ")?;
        if self.is_own {
            write!(f, "the player is always `{one}`, on either side")
        } else {
            write!(f, "`{one}` begins, `{other}` answers")
        }
    }
}

/// All ways to read the marks of these boards, the usual one first: those given, or else those that the boards have. Marks
/// that no board can have are refused. Boards without cells have none.
pub(super) fn all(
    boards: &CellBoards,
    given: Option<&[String; 3]>,
) -> Result<Vec<Option<Marks>>, UnreadTable> {
    if boards.layout.is_none() {
        return Ok(vec![None]);
    }
    let cells = boards.marks.iter().flatten().flatten().map(String::as_str);
    let all: Vec<&str> = cells.collect::<BTreeSet<_>>().into_iter().collect();
    if given.is_none() && all.len() > 3 {
        let reason = "boards have one of three marks in each cell; these have";
        return Err(format!("{reason} {}", listed(&all)).into());
    }
    let three = given.cloned().unwrap_or_else(|| completed(&all));
    let three = three.each_ref().map(String::as_str);
    if let Some(other) = all.iter().find(|mark| !three.contains(mark)) {
        let reason = format!("a board has the mark `{other}`, which is none of those given");
        return Err(format!("{reason}; its marks are {}", listed(&all)).into());
    }
    // A given free mark is certain; whose the stones are is seen on the boards, too.
    let kinds = if given.is_some() { 1 } else { 3 };
    let orders = (0..kinds).flat_map(|free| [1, 2].map(|one| [free, free + one, free + 3 - one]));
    let ways = |order: [usize; 3]| {
        let [free, one, other] = order.map(|place| three[place % 3].to_owned());
        [false, true].map(|is_own| Marks {
            free: free.clone(),
            stones: [one.clone(), other.clone()],
            is_own,
        })
    };
    let mut ways: Vec<Marks> = orders.flat_map(ways).collect();
    ways.sort_by_key(|way| !way.is_usual());
    Ok(ways.into_iter().map(Some).collect())
}

/// Some marks, for people to see.
fn listed(marks: &[&str]) -> String {
    let all = marks.iter().take(9).map(|mark| format!("`{mark}`"));
    all.collect::<Vec<_>>().join(", ")
}
