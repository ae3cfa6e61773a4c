//! Tables with one game in each row, of which one column holds the moves, or several one move each.

use super::lists::TakeRaw;
use crate::arena::{RawGame, Stated};
use crate::error::Result;
use crate::game::Game;
use crate::games::{AnyGame, is_made_of_moves, read_moves};

pub(super) struct GameTable<'a> {
    text: &'a str,
    delimiter: u8,
    has_head: bool,
    columns: GameColumns,
}

fn rows(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .delimiter(delimiter)
        .from_reader(text.as_bytes())
}

impl<'a> GameTable<'a> {
    /// The table of a text; `None` if the text has none.
    pub(super) fn detect(text: &'a str, game: &AnyGame) -> Option<Self> {
        let first = text
            .lines()
            .find(|line| !line.trim().is_empty() && !line.starts_with('#'))?;
        let delimiter = *[b'\t', b';', b',']
            .iter()
            .find(|&&mark| first.as_bytes().contains(&mark))?;
        let moves =
            |cell: &str| read_moves(game, &game.start(), cell).map_or(0, |moves| moves.len());
        let mut reader = rows(text, delimiter);
        let mut records = reader.records();
        let head = records.next()?.ok()?;
        let has_head = head.iter().all(|cell| moves(cell) == 0);
        let columns = if has_head {
            GameColumns::detect(Some(&head), &records.next()?.ok()?, &moves)?
        } else {
            GameColumns::detect(None, &head, &moves)?
        };
        // Without names of columns, other cells with moves continue the same game.
        let has_rest = |row: &csv::StringRecord| {
            !has_head
                && row.iter().enumerate().any(|(place, cell)| {
                    !columns.moves.contains(&place)
                        && cell.contains(char::is_alphabetic)
                        && is_made_of_moves(game, cell)
                })
        };
        if has_rest(&head) {
            return None;
        }
        for row in records {
            if row.map_or(true, |row| has_rest(&row)) {
                return None;
            }
        }
        Some(Self {
            text,
            delimiter,
            has_head,
            columns,
        })
    }

    /// Passes on the games, one after another.
    pub(super) fn each(&self, take: TakeRaw<'_>) -> Result<()> {
        let mut reader = rows(self.text, self.delimiter);
        // All rows could be read before.
        let rows = reader.records().flatten();
        let body = rows.skip(usize::from(self.has_head));
        let mut games = body.filter(|row| row.iter().any(|cell| !cell.trim().is_empty()));
        games.try_for_each(|row| take(self.columns.game(&row)))
    }
}

/// Which columns hold what.
#[derive(Default)]
struct GameColumns {
    moves: Vec<usize>,
    result: Option<usize>,
    /// The winner's name or number, if the result is in that column.
    is_winner: bool,
    discs: Option<[usize; 2]>,
    players: Option<[usize; 2]>,
}

impl GameColumns {
    fn detect(
        head: Option<&csv::StringRecord>,
        row: &csv::StringRecord,
        moves: &dyn Fn(&str) -> usize,
    ) -> Option<Self> {
        let names = head.map(|head| head.iter().map(|name| name.trim().to_lowercase()));
        let names: Vec<String> = names.map(Iterator::collect).unwrap_or_default();
        let is_among = |name: &String, known: &str| known.split(' ').any(|own| own == name);
        let place = |known: &str| names.iter().position(|name| is_among(name, known));
        let pair = |one: &str, other: &str| Some([place(one)?, place(other)?]);
        let is_one = |name: &str| {
            let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
            kind.len() < name.len()
                && ["m", "move", "move_", "move ", "ply", "ply_"].contains(&kind)
        };
        let single: Vec<usize> = (0..names.len()).filter(|&i| is_one(&names[i])).collect();
        let counts: Vec<usize> = row.iter().map(moves).collect();
        let has = |i: usize, known: &[&str]| known.iter().any(|word| names[i].contains(word));
        let columns = || 0..names.len().min(counts.len());
        let named = columns().filter(|&i| has(i, &["move", "transcript", "kifu"]));
        let named = named.max_by_key(|&i| counts[i]).or_else(|| {
            let read = columns().filter(|&i| has(i, &["game", "record", "pgn"]) && counts[i] > 0);
            read.max_by_key(|&i| counts[i])
        });
        let longest = (0..counts.len()).rev().max_by_key(|&i| counts[i]);
        let longest = longest.filter(|&i| counts[i] > 1 && row.len() > 1);
        let moves = if single.len() > 1 {
            single
        } else {
            vec![named.or(longest)?]
        };
        let is_result =
            |&i: &usize| !moves.contains(&i) && row.get(i).is_some_and(Stated::is_no_move);
        let winner = place("winner");
        let result = place("result outcome winner score res label margin");
        Some(Self {
            result: result.or_else(|| (0..row.len()).find(is_result)),
            is_winner: winner.is_some() && winner == result,
            discs: pair(
                "first_discs black_discs black_score score_black first_score",
                "second_discs white_discs white_score score_white second_score",
            ),
            players: pair(
                "first black player1 player_1 black_player x",
                "second white player2 player_2 white_player o",
            ),
            moves,
        })
    }

    fn game(&self, row: &csv::StringRecord) -> RawGame {
        let cell = |place: usize| row.get(place).unwrap_or_default().trim();
        let pair = |places: Option<[usize; 2]>| places.map(|places| places.map(cell));
        let moves: Vec<&str> = self.moves.iter().map(|&place| cell(place)).collect();
        let players = pair(self.players);
        let result = self.result.map(cell).filter(|cell| !cell.is_empty());
        let result = result.map(|text| match players {
            Some([first, _]) if self.is_winner && text == first => "first",
            Some([_, second]) if self.is_winner && text == second => "second",
            // Winners are numbered 1 and 2, or 1 and -1.
            _ if self.is_winner && text == "2" => "second",
            _ => text,
        });
        let discs = pair(self.discs).map(|[first, second]| format!("{first}-{second}"));
        RawGame {
            line: row.position().map(csv::Position::line),
            players: players.map(|players| players.map(str::to_owned)),
            start: None,
            moves: moves.join(" "),
            result: discs.or_else(|| result.map(str::to_owned)),
        }
    }
}
