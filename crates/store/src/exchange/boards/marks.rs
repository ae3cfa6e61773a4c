//! Which marks the boards of a table have for a free cell and for the sides. Where boards can be read in more than one
//! way, all of them are named and none is taken.

use std::collections::BTreeSet;
use std::fmt;

use super::forms::{self, UnreadTable, completed, is_free, is_usual};
use crate::error::Result;
use crate::game::{Game, Move, Outcome};
use crate::games::{AnyGame, Position};
use crate::text::{count, thousands};

/// How many wins can be played by numbers that say nothing of who plays.
const BY_CHANCE: usize = 3;

/// How the marks of boards are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The mark of a free cell.
    pub free: String,
    /// The marks of the stones, in the order that `seats` says.
    pub stones: [String; 2],
    /// What the two marks of stones mean.
    pub seats: Seats,
}

/// What the two marks of the stones on a board mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// The first one is that of the side that begins, the other that of the side that answers.
    Sides,
    /// The first one is that of the side to move, whether it began or not; the other that of its opponent.
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

    /// The fields of a [`BoardReading`](super::BoardReading) that ask for this one, and what stands there.
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

/// The boards of a table with as many cells as the game, each with the moves whose numbers are the greatest, if the marks
/// are given with which it is a position.
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
        let all: BTreeSet<&str> = self
            .boards
            .iter()
            .copied()
            .flatten()
            .map(String::as_str)
            .collect();
        let all: Vec<&str> = all.into_iter().collect();
        if all.is_empty() {
            return Err("no board there has as many cells as the game"
                .to_owned()
                .into());
        }
        let listed = |marks: &[&str]| {
            marks
                .iter()
                .take(9)
                .copied()
                .collect::<Vec<_>>()
                .join("`, `")
        };
        if let Some(given) = &given {
            let other = all
                .iter()
                .find(|mark| given.iter().all(|own| own != **mark));
            if let Some(other) = other {
                return Err(format!(
                    "a board has the mark `{other}`, which is none of those given; its marks are `{}`",
                    listed(&all)
                ).into());
            }
        } else if all.len() > 3 {
            return Err(format!(
                "boards have one of three marks in each cell; these have `{}`",
                listed(&all)
            )
            .into());
        }
        let is_given = given.is_some();
        let three = given.unwrap_or_else(|| completed(&all));
        let three = three.each_ref().map(String::as_str);
        if let Some(own) = own
            && !(three.contains(&own) && !(is_given && three[0] == own))
        {
            return Err(format!(
                "the player cannot be `{own}`: the marks of the boards are `{}`",
                listed(&three)
            )
            .into());
        }
        let ways = readings(three);
        let ways = ways.into_iter().filter(|way| match (is_given, own) {
            (true, None) => way.seats == Seats::Sides && way.is(three),
            (_, Some(own)) => {
                way.seats == Seats::Own
                    && way.stones[0] == own
                    && (!is_given || way.free == three[0])
            }
            (false, None) => true,
        });
        let fits = |way: &Marks| {
            self.boards
                .iter()
                .filter(|board| way.is_in_turn(board))
                .count()
        };
        let ways: Vec<(usize, Marks)> = ways.map(|way| (fits(&way), way)).collect();
        self.only(&ways, is_given || own.is_some())
    }

    /// The only one of these readings, of which each is given with the number of its boards in turn. If the user asked
    /// for them, they differ at most in the mark of a free cell.
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
        // Boards on which both have as many stones, and those on which one has one more.
        let (mut level, mut ahead) = (Vec::new(), [0, 0]);
        for (place, board) in self.boards.iter().enumerate() {
            match first.counts(board) {
                [0, 0] => {}
                [one, other] if one == other => level.push((place, *board)),
                [one, other] if one == other + 1 => ahead[0] += 1,
                [one, other] if other == one + 1 => ahead[1] += 1,
                _ => {}
            }
        }
        if is_asked {
            return Ok(first.clone());
        }
        // Where only one seat is played, its stones are the same in both readings.
        let is_one_seat = level.is_empty() || ahead == [0, 0];
        let differs = |way: &&(usize, Marks)| way.1.seats == Seats::Sides || !is_one_seat;
        best.retain(differs);
        let is_usual = |way: &Marks| {
            let [one, other] = way.stones.each_ref().map(String::as_str);
            way.seats == Seats::Sides && is_usual([&way.free, one, other])
        };
        let usual = best.iter().position(|(_, way)| is_usual(way));
        if ahead[0] > 0 && ahead[1] > 0 {
            let both = ways.iter().filter(|(_, way)| way.free == first.free);
            return Err(refusal(&both.filter(differs).collect::<Vec<_>>(), true, ""));
        }
        if let [(_, only)] = best[..] {
            return Ok(only.clone());
        }
        if level.is_empty() && ahead == [0, 0] {
            return Ok(best[usual.unwrap_or(0)].1.clone());
        }
        let played = self.wins_played(first, &level);
        let [own, others, all] = played;
        let about = if all == 0 {
            String::new()
        } else {
            let [one, other] = &first.stones;
            let boards = count(all as u64, "board", "boards");
            format!(
                "; of {boards} with as many stones of both where either could win at once, `{one}` to move plays its \
                 win in {}, `{other}` in {}",
                thousands(own as u64),
                thousands(others as u64)
            )
        };
        if let Some(usual) = usual.filter(|_| ahead != [0, 0]) {
            let way = &best[usual].1;
            let is_turned = way.stones[0] != first.stones[0];
            let [own, others] = if is_turned {
                [others, own]
            } else {
                [own, others]
            };
            // Far more wins of the other side say that the stones are exchanged; numbers that say nothing win as often.
            if others <= 2 * own + BY_CHANCE {
                return Ok(way.clone());
            }
        }
        Err(refusal(&best, true, &about))
    }

    /// On how many of the boards with as many stones of both the greatest number is on a win of the first stone, and on
    /// how many on one of the other, of those where each could win if it were to move; and how many these are.
    fn wins_played(&self, way: &Marks, level: &[(usize, &[String])]) -> [usize; 3] {
        let game = self.game;
        let [one, other] = way.stones.each_ref().map(String::as_str);
        let exchanged = Marks::new(&way.free, [other, one], Seats::Sides);
        let way = Marks::new(&way.free, [one, other], Seats::Sides);
        let mut played = [0; 3];
        for &(place, board) in level {
            let both = [&way, &exchanged].map(|way| way.position(game, board));
            let [Some(own), Some(theirs)] = both else {
                continue;
            };
            if game.outcome(&own).is_some() || game.outcome(&theirs).is_some() {
                continue;
            }
            let [own_wins, their_wins] = [&own, &theirs].map(|at| {
                let side = game.side(at);
                game.moves(at)
                    .filter(|m| game.outcome(&game.play(at, *m)) == Some(Outcome::Win(side)))
                    .collect::<Vec<_>>()
            });
            if own_wins.is_empty() || their_wins.is_empty() {
                continue;
            }
            played[2] += 1;
            let greatest = (self.greatest)(place, &own);
            let only = |these: &[Move], others: &[Move]| {
                let mut all = greatest.iter();
                !greatest.is_empty() && all.all(|m| these.contains(m) && !others.contains(m))
            };
            played[0] += usize::from(only(&own_wins, &their_wins));
            played[1] += usize::from(only(&their_wins, &own_wins));
        }
        played
    }
}

impl Marks {
    fn is(&self, three: [&str; 3]) -> bool {
        [&self.free, &self.stones[0], &self.stones[1]]
            .into_iter()
            .zip(three)
            .all(|(one, other)| one == other)
    }
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
                Seats::Own => format!("the player is always `{one}`, in either seat"),
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
