//! Which marks the boards of a table have for a free cell and for the sides.

use std::collections::BTreeSet;
use std::fmt;

use super::forms::{self, UnreadTable, completed, is_free, is_usual};
use crate::error::Result;
use crate::game::{Game, Move, Outcome};
use crate::games::{AnyGame, Position};

/// How the marks of boards are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The mark of a free cell.
    pub free: String,
    /// The marks of the stones, in the order of `seats`.
    pub stones: [String; 2],
    /// What the two marks of stones mean.
    pub seats: Seats,
}

/// What the two marks of the stones on a board mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// The first one marks the side that begins, the other the side that answers.
    Sides,
    /// The first one marks the player whose numbers they are, whether it began or not: the side to move, or the one that has
    /// just moved. The other marks its opponent.
    Own,
}

/// Marks as they are given, in quotes where a shell would not take them as they are.
fn written(marks: &[&str]) -> String {
    let text = if marks.iter().all(|mark| mark.chars().count() == 1) {
        marks.concat()
    } else {
        marks.join(",")
    };
    if text
        .chars()
        .all(|c| c.is_alphanumeric() || ".,_-".contains(c))
    {
        text
    } else {
        format!("\"{text}\"")
    }
}

/// Three marks as they were given: three characters, or three words between commas or blanks.
pub(super) fn three(text: &str) -> Result<[String; 3], String> {
    let refused = || {
        "marks are three characters, or three words with commas between them: of a free cell, the side that begins and \
         the other"
            .to_owned()
    };
    let characters = || text.chars().map(String::from).collect::<Vec<_>>();
    let commas = || text.split(',').map(str::to_owned).collect::<Vec<_>>();
    let all = [characters(), commas(), forms::words(text)];
    let three = all.into_iter().find(|words| words.len() == 3);
    let three: [String; 3] = three
        .ok_or_else(refused)?
        .try_into()
        .map_err(|_| refused())?;
    let three = three.map(|word| forms::mark(&word));
    if three[0] == three[1] || three[0] == three[2] || three[1] == three[2] {
        return Err(refused());
    }
    Ok(three)
}

impl Marks {
    fn new(free: &str, stones: [&str; 2], seats: Seats) -> Self {
        Self {
            free: free.to_owned(),
            stones: stones.map(str::to_owned),
            seats,
        }
    }

    pub(super) fn counts(&self, board: &[String]) -> [usize; 2] {
        self.stones
            .each_ref()
            .map(|mark| board.iter().filter(|own| *own == mark).count())
    }

    /// Whether these are the usual marks of the sides, the one that usually begins first.
    pub(super) fn is_usual(&self) -> bool {
        let [one, other] = self.stones.each_ref().map(String::as_str);
        self.seats == Seats::Sides && is_usual([&self.free, one, other])
    }

    /// The position of a board, after a move or before one; `None` if the sides did not move in turn.
    pub(super) fn position(
        &self,
        game: &AnyGame,
        board: &[String],
        columns: usize,
        is_after: bool,
    ) -> Option<Position> {
        let [one, other] = self.counts(board);
        let letters = match self.seats {
            Seats::Sides if one == other || one == other + 1 => ['X', 'O'],
            Seats::Own if !is_after && one == other || is_after && one == other + 1 => ['X', 'O'],
            Seats::Own if !is_after && one + 1 == other || is_after && one == other => ['O', 'X'],
            _ => return None,
        };
        let cells: Vec<char> = board
            .iter()
            .map(|mark| {
                let stone = self.stones.iter().position(|own| own == mark);
                let free = (*mark == self.free).then_some('.');
                stone.map(|i| letters[i]).or(free)
            })
            .collect::<Option<_>>()?;
        let rows = cells.chunks(columns);
        let rows: Vec<String> = rows.map(|row| row.iter().collect()).collect();
        game.read_position(&rows.join("/")).ok()
    }

    /// Whether its mark of a free cell is a usual one beside the others.
    pub(super) fn has_usual_free(&self) -> bool {
        is_free(&self.free, self.stones.each_ref().map(String::as_str))
    }

    /// Whether it is the reading that is asked for.
    pub(super) fn is_asked(&self, given: Option<&[String; 3]>, own: Option<&str>) -> bool {
        match own {
            Some(own) => self.seats == Seats::Own && self.stones[0] == own,
            None => {
                given.is_none_or(|three| self.seats == Seats::Sides && self.stones[0] == three[1])
            }
        }
    }

    /// The options that ask for this reading.
    pub(super) fn options(&self) -> Vec<(&'static str, String)> {
        let [one, other] = self.stones.each_ref().map(String::as_str);
        let marks = ("marks", written(&[&self.free, one, other]));
        let own = (self.seats == Seats::Own).then(|| ("own", written(&[one])));
        own.into_iter().chain([marks]).collect()
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([one, other], free) = (&self.stones, &self.free);
        match self.seats {
            Seats::Sides => write!(f, "`{free}` is free, `{one}` begins, `{other}` answers"),
            Seats::Own => write!(
                f,
                "`{free}` is free, the player is always `{one}`, on either side"
            ),
        }
    }
}

/// All ways to read the marks of these boards, the usual one first: those given, or else those that the boards have. Marks
/// that no board can have are refused.
pub(super) fn all<'a>(
    boards: impl Iterator<Item = &'a [String]>,
    given: Option<&[String; 3]>,
    own: Option<&str>,
) -> Result<Vec<Marks>, UnreadTable> {
    let cells = boards.flatten().map(String::as_str);
    let all: Vec<&str> = cells.collect::<BTreeSet<_>>().into_iter().collect();
    let is_given = given.is_some();
    if !is_given && all.len() > 3 {
        let reason = "boards have one of three marks in each cell; these have";
        return Err(format!("{reason} {}", listed(&all)).into());
    }
    let three = given.cloned().unwrap_or_else(|| completed(&all));
    let three = three.each_ref().map(String::as_str);
    if let Some(other) = all.iter().find(|mark| !three.contains(mark)) {
        let reason = format!("a board has the mark `{other}`, which is none of those given");
        return Err(format!("{reason}; its marks are {}", listed(&all)).into());
    }
    let stones = if is_given { &three[1..] } else { &three };
    if let Some(own) = own.filter(|own| !stones.contains(own)) {
        let marks = listed(&three);
        let reason = format!("the player cannot be `{own}`: the marks of the boards are {marks}");
        return Err(reason.into());
    }
    let mut ways = readings(three);
    ways.retain(|way| !is_given || way.free == three[0]);
    ways.sort_by_key(|way| !way.is_usual());
    Ok(ways)
}

/// How often the numbers of boards with equally many stones of both sides play a win of only the first stone, and of only
/// the other, and of how many boards: of those on which each side could win if it were to move. `greatest` has the moves
/// with the greatest number of the board with this place, at a position.
pub(super) fn wins_played<'a>(
    game: &AnyGame,
    way: &Marks,
    boards: impl Iterator<Item = (usize, &'a [String])>,
    greatest: &dyn Fn(usize, &Position) -> Vec<Move>,
) -> [usize; 3] {
    let [one, other] = way.stones.each_ref().map(String::as_str);
    let both =
        [[one, other], [other, one]].map(|stones| Marks::new(&way.free, stones, Seats::Sides));
    let wins = |at: &Position| -> Vec<Move> {
        let won = Some(Outcome::Win(game.side(at)));
        let all = game.moves(at);
        all.filter(|m| game.outcome(&game.play(at, *m)) == won)
            .collect()
    };
    let columns = game.sketch(&game.start()).columns;
    let mut played = [0; 3];
    for (place, board) in boards {
        let [ones, others] = way.counts(board);
        if ones != others {
            continue;
        }
        let [Some(own), Some(theirs)] = both
            .each_ref()
            .map(|way| way.position(game, board, columns, false))
        else {
            continue;
        };
        let [own_wins, their_wins] = [&own, &theirs].map(wins);
        if own_wins.is_empty() || their_wins.is_empty() {
            continue;
        }
        let greatest = greatest(place, &own);
        let only = |these: &[Move], others: &[Move]| {
            let mut all = greatest.iter();
            !greatest.is_empty() && all.all(|m| these.contains(m) && !others.contains(m))
        };
        played[0] += usize::from(only(&own_wins, &their_wins));
        played[1] += usize::from(only(&their_wins, &own_wins));
        played[2] += 1;
    }
    played
}

/// Some marks, for people to see.
fn listed(marks: &[&str]) -> String {
    let all: Vec<String> = marks
        .iter()
        .take(9)
        .map(|mark| format!("`{mark}`"))
        .collect();
    all.join(", ")
}

/// All ways to read three marks.
fn readings(three: [&str; 3]) -> Vec<Marks> {
    let mut ways = Vec::new();
    for free in 0..3 {
        let [one, other] = [(free + 1) % 3, (free + 2) % 3];
        for stones in [[one, other], [other, one]] {
            for seats in [Seats::Sides, Seats::Own] {
                let stones = stones.map(|i| three[i]);
                ways.push(Marks::new(three[free], stones, seats));
            }
        }
    }
    ways
}
