//! Which marks the boards of a table have for a free cell and for the sides. Where boards can be read in more than one
//! way, all of them are named and none is taken.

use std::collections::BTreeSet;
use std::fmt;

use super::forms::{self, UnreadTable, completed, is_free, is_usual};
use crate::error::Result;
use crate::game::{Game, Move, Outcome};
use crate::games::{AnyGame, Position};
use crate::text::{count, thousands};

/// How many wins can be played by numbers that do not depend on the player.
const BY_CHANCE: usize = 3;

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
    /// The first one marks the side to move, whether it began or not; the other marks its opponent.
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

    fn counts(&self, board: &[String]) -> [usize; 2] {
        self.stones
            .each_ref()
            .map(|mark| board.iter().filter(|own| *own == mark).count())
    }

    /// Whether these are the usual marks of the sides, the one that usually begins first.
    fn is_usual(&self) -> bool {
        let [one, other] = self.stones.each_ref().map(String::as_str);
        self.seats == Seats::Sides && is_usual([&self.free, one, other])
    }

    /// Whether the sides have as many stones as when they move in turn.
    fn is_in_turn(&self, board: &[String]) -> bool {
        let [one, other] = self.counts(board);
        match self.seats {
            Seats::Sides => one == other || one == other + 1,
            Seats::Own => one == other || other == one + 1,
        }
    }

    /// The position of a board; `None` if it cannot come so.
    pub(super) fn position(&self, game: &AnyGame, board: &[String]) -> Option<Position> {
        let [one, other] = self.counts(board);
        let letters = match self.seats {
            Seats::Own if one == other => ['X', 'O'],
            Seats::Own if other == one + 1 => ['O', 'X'],
            Seats::Own => return None,
            Seats::Sides => ['X', 'O'],
        };
        let cells: Vec<char> = board
            .iter()
            .map(|mark| {
                let stone = self.stones.iter().position(|own| own == mark);
                let free = (*mark == self.free).then_some('.');
                stone.map(|i| letters[i]).or(free)
            })
            .collect::<Option<_>>()?;
        let rows = cells.chunks(game.sketch(&game.start()).columns);
        let rows: Vec<String> = rows.map(|row| row.iter().collect()).collect();
        game.read_position(&rows.join("/")).ok()
    }

    /// The fields of a [`BoardReading`](super::BoardReading) that select this reading, with their values.
    fn asked(&self, is_free_known: bool) -> (Vec<&'static str>, String) {
        let [one, other] = self.stones.each_ref().map(String::as_str);
        let marks = format!("`marks` {}", written(&[&self.free, one, other]));
        let own = format!("`own` {}", written(&[one]));
        match self.seats {
            Seats::Sides => (vec!["marks"], marks),
            Seats::Own if is_free_known => (vec!["own"], own),
            Seats::Own => (vec!["marks", "own"], format!("{marks} {own}")),
        }
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([one, other], free) = (&self.stones, &self.free);
        match self.seats {
            Seats::Sides => write!(f, "`{free}` is free, `{one}` begins, `{other}` answers"),
            Seats::Own => write!(f, "`{free}` is free, the side to move is always `{one}`"),
        }
    }
}

/// The boards of a table with as many cells as the game, each with the moves whose numbers are the greatest, if the
/// marks are given with which it is a position.
pub(super) struct BoardTable<'a> {
    pub(super) game: &'a AnyGame,
    pub(super) boards: Vec<&'a [String]>,
    /// The moves with the greatest number of the board with this place, at a position.
    pub(super) greatest: &'a dyn Fn(usize, &Position) -> Vec<Move>,
}

impl BoardTable<'_> {
    /// How its boards are marked: as is given, or else in the only way in which they can be read.
    pub(super) fn marks(
        &self,
        given: Option<[String; 3]>,
        own: Option<&str>,
    ) -> Result<Marks, UnreadTable> {
        let cells = self.boards.iter().copied().flatten().map(String::as_str);
        let all: Vec<&str> = cells.collect::<BTreeSet<_>>().into_iter().collect();
        let is_given = given.is_some();
        if !is_given && all.len() > 3 {
            let reason = "boards have one of three marks in each cell; these have";
            return Err(format!("{reason} {}", listed(&all)).into());
        }
        let three = given.unwrap_or_else(|| completed(&all));
        let three = three.each_ref().map(String::as_str);
        if let Some(other) = all.iter().find(|mark| !three.contains(mark)) {
            let reason = format!("a board has the mark `{other}`, which is none of those given");
            return Err(format!("{reason}; its marks are {}", listed(&all)).into());
        }
        let stones = if is_given { &three[1..] } else { &three };
        if let Some(own) = own.filter(|own| !stones.contains(own)) {
            let marks = listed(&three);
            let reason =
                format!("the player cannot be `{own}`: the marks of the boards are {marks}");
            return Err(reason.into());
        }
        let is_asked = |way: &Marks| match own {
            Some(own) => way.seats == Seats::Own && way.stones[0] == own,
            None => way.seats == Seats::Sides && way.stones[0] == three[1] || !is_given,
        };
        let is_asked = |way: &Marks| is_asked(way) && (!is_given || way.free == three[0]);
        let ways = readings(three).into_iter().filter(is_asked);
        let fits = |way: &Marks| self.boards.iter().filter(|b| way.is_in_turn(b)).count();
        let ways: Vec<(usize, Marks)> = ways.map(|way| (fits(&way), way)).collect();
        self.only(&ways, is_given || own.is_some())
    }

    /// The only one of these readings, each given with the number of its boards in turn. If the user gave the
    /// marks, the readings differ at most in the mark of a free cell.
    fn only(&self, ways: &[(usize, Marks)], is_asked: bool) -> Result<Marks, UnreadTable> {
        let most = ways.iter().map(|(fits, _)| *fits).max().unwrap_or_default();
        let mut best: Vec<&(usize, Marks)> = ways.iter().filter(|way| way.0 == most).collect();
        let is_known = |way: &&(usize, Marks)| {
            is_free(&way.1.free, way.1.stones.each_ref().map(String::as_str))
        };
        if best.iter().any(is_known) {
            best.retain(is_known);
        }
        let Some((_, first)) = best.first() else {
            return Err("its boards cannot be read with these marks"
                .to_owned()
                .into());
        };
        if best.iter().any(|(_, way)| way.free != first.free) {
            return Err(refusal(&best, false, ""));
        }
        if is_asked {
            return Ok(first.clone());
        }
        // Boards on which both have equally many stones, and boards on which one has one more.
        let (mut level, mut ahead) = (Vec::new(), [false; 2]);
        for (place, board) in self.boards.iter().enumerate() {
            match first.counts(board) {
                [0, 0] => {}
                [one, other] if one == other => level.push((place, *board)),
                [one, other] if one == other + 1 => ahead[0] = true,
                [one, other] if other == one + 1 => ahead[1] = true,
                _ => {}
            }
        }
        // Where only one side is played, its stones are the same in both readings.
        let is_one_seat = level.is_empty() || ahead == [false; 2];
        let differs = |way: &&(usize, Marks)| way.1.seats == Seats::Sides || !is_one_seat;
        best.retain(differs);
        if ahead == [true; 2] {
            let both = ways.iter().filter(|(_, way)| way.free == first.free);
            return Err(refusal(&both.filter(differs).collect::<Vec<_>>(), true, ""));
        }
        let usual = best.iter().map(|(_, way)| way).find(|way| way.is_usual());
        if let [(_, only)] = best[..] {
            return Ok(only.clone());
        }
        if level.is_empty() && ahead == [false; 2] {
            return Ok(usual.unwrap_or(first).clone());
        }
        let [own, others, all] = self.wins_played(usual.unwrap_or(first), &level);
        // Far more wins of the other side mean that the stones are exchanged; meaningless numbers win equally
        // often.
        if let Some(usual) = usual.filter(|_| ahead != [false; 2] && others <= 2 * own + BY_CHANCE)
        {
            return Ok(usual.clone());
        }
        let [one, other] = &usual.unwrap_or(first).stones;
        let boards = count(all as u64, "board", "boards");
        let [own, others] = [own, others].map(|n| thousands(n as u64));
        let about = format!(
            "; of {boards} with as many stones of both where either could win at once, `{one}` to move plays its \
             win in {own}, `{other}` in {others}"
        );
        Err(refusal(&best, true, if all == 0 { "" } else { &about }))
    }

    /// Counts the boards with equally many stones of both sides on which each side could win if it were to
    /// move. The first two numbers are how often the greatest number is on a win of only the first stone, and
    /// of only the other; the third is the number of these boards.
    fn wins_played(&self, way: &Marks, level: &[(usize, &[String])]) -> [usize; 3] {
        let game = self.game;
        let [one, other] = way.stones.each_ref().map(String::as_str);
        let both =
            [[one, other], [other, one]].map(|stones| Marks::new(&way.free, stones, Seats::Sides));
        let wins = |at: &Position| -> Vec<Move> {
            let won = Some(Outcome::Win(game.side(at)));
            let all = game.moves(at);
            all.filter(|m| game.outcome(&game.play(at, *m)) == won)
                .collect()
        };
        let mut played = [0; 3];
        for &(place, board) in level {
            let [Some(own), Some(theirs)] = both.each_ref().map(|way| way.position(game, board))
            else {
                continue;
            };
            let [own_wins, their_wins] = [&own, &theirs].map(wins);
            if own_wins.is_empty() || their_wins.is_empty() {
                continue;
            }
            let greatest = (self.greatest)(place, &own);
            let only = |these: &[Move], others: &[Move]| {
                let mut all = greatest.iter();
                !greatest.is_empty() && all.all(|m| these.contains(m) && !others.contains(m))
            };
            let found = [
                only(&own_wins, &their_wins),
                only(&their_wins, &own_wins),
                true,
            ];
            for (played, found) in played.iter_mut().zip(found) {
                *played += usize::from(found);
            }
        }
        played
    }
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

/// That the boards can be read in several ways, with how many of them are then in turn and what to type for each.
fn refusal(ways: &[&(usize, Marks)], is_free_known: bool, about: &str) -> UnreadTable {
    let mut fields = Vec::new();
    let ways: Vec<String> = ways
        .iter()
        .map(|(fits, way)| {
            let [one, other] = &way.stones;
            let what = match way.seats {
                Seats::Sides => format!("`{one}` begins and `{other}` answers"),
                Seats::Own => format!("the player is always `{one}`, on either side"),
            };
            let free = if is_free_known {
                String::new()
            } else {
                format!("`{}` is free, ", way.free)
            };
            let boards = count(*fits as u64, "board", "boards");
            let (named, asked) = way.asked(is_free_known);
            fields.extend(named);
            format!("{asked}: {free}{what}, {boards} in turn")
        })
        .collect();
    let all = ways.join("; ");
    let reason = format!(
        "its boards can be read in {} ways, and one must be named: {all}{about}",
        ways.len()
    );
    UnreadTable::naming(fields, reason)
}
