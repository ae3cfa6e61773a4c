//! The results of retrograde analysis as files: endgame databases and opening books.
//!
//! They have the header of a model with their own magic bytes, and are read and replaced as a whole, as
//! models are. `docs/format.md` describes their bytes.

use std::path::Path;

use super::container::{ContainerKind, NUMBERING, ReadSeek, Tag, check_numbering};
use super::encoding::Unreadable;
use super::place::{damaged, invalid};
use super::sealed::decode_by;
use crate::error::{Action, Damage, Error, Mismatch, Result};
use crate::game::{Game, Key, Move, Verdict};
use crate::games::{AnyGame, Position, parse};
use crate::graph::mirror::canonical;
use crate::search::{Book, Database, SolvedOrigin, Worth};

const ENTRIES: Tag = *b"ENDS";
const PAGES: Tag = *b"BOOK";

const DATABASE: ContainerKind = ContainerKind {
    magic: *b"\x8DEND\r\n\x1A\n",
    known: &[ENTRIES],
    foreign: Damage::Kind("an endgame database"),
    action: Action::ReadSolved,
};

const BOOK: ContainerKind = ContainerKind {
    magic: *b"\x8DBOK\r\n\x1A\n",
    known: &[PAGES],
    foreign: Damage::Kind("an opening book"),
    action: Action::ReadSolved,
};

/// The difference of a key from the previous one, and three times the distance plus the result.
type StoredWorth = (u128, u32);
/// The difference of a key from the previous one, and the moves.
type StoredPage = (u128, Vec<Move>);

/// Whether a file that begins like this is an endgame database.
pub fn is_database(head: &[u8]) -> bool {
    DATABASE.begins(head)
}

/// Whether a file that begins like this is an opening book.
pub fn is_book(head: &[u8]) -> bool {
    BOOK.begins(head)
}

/// The bytes of an endgame database; equal databases have equal bytes.
pub fn encode_database(database: &Database) -> Vec<u8> {
    let keys = steps(database.entries().map(|(key, _)| key));
    let worths = database.entries();
    let worths = worths.map(|(_, worth)| u32::from(worth.distance) * 3 + worth.verdict as u32);
    let entries: Vec<StoredWorth> = keys.zip(worths).collect();
    DATABASE.seal(&(NUMBERING, &database.origin, database.within, entries))
}

/// Decodes the bytes of an endgame database.
///
/// # Errors
///
/// [`Damage`] when they are not a complete and valid database.
pub fn decode_database(bytes: &[u8]) -> Result<Database, Damage> {
    decode_by(bytes, database)
}

fn database(file: &mut dyn ReadSeek, there: u64) -> Result<Database, Unreadable> {
    let (numbering, origin, within, entries): (_, _, _, Vec<StoredWorth>) =
        DATABASE.value(file, there)?;
    check_numbering(numbering)?;
    let keys = sums(entries.iter().map(|(step, _)| *step))?;
    let worths = entries.iter().map(|&(_, code)| {
        let verdict = [Verdict::Loss, Verdict::Draw, Verdict::Win][code as usize % 3];
        let distance = u16::try_from(code / 3).map_err(|_| invalid("a distance is too large"))?;
        Ok(Worth { verdict, distance })
    });
    let worths: Vec<Worth> = worths.collect::<Result<_, Damage>>()?;
    Database::new(origin, within, keys.into_iter().zip(worths))
        .ok_or_else(|| invalid("its keys do not ascend").into())
}

/// The bytes of an opening book; equal books have equal bytes.
pub fn encode_book(book: &Book) -> Vec<u8> {
    let keys = steps(book.pages().map(|(key, _)| key));
    let moves = book.pages().map(|(_, moves)| moves.to_vec());
    let pages: Vec<StoredPage> = keys.zip(moves).collect();
    BOOK.seal(&(NUMBERING, &book.origin, book.moves, pages))
}

/// Decodes the bytes of an opening book.
///
/// # Errors
///
/// [`Damage`] when they are not a complete and valid book.
pub fn decode_book(bytes: &[u8]) -> Result<Book, Damage> {
    decode_by(bytes, book)
}

fn book(file: &mut dyn ReadSeek, there: u64) -> Result<Book, Unreadable> {
    let (numbering, origin, moves, pages): (_, _, _, Vec<StoredPage>) = BOOK.value(file, there)?;
    check_numbering(numbering)?;
    let keys = sums(pages.iter().map(|(step, _)| *step))?;
    let pages = keys
        .into_iter()
        .zip(pages.into_iter().map(|(_, best)| best));
    Book::new(origin, moves, pages.collect())
        .ok_or_else(|| invalid("its keys or moves do not ascend").into())
}

/// Reads the endgame database of a game, by default of the one that it names. Checks every key against the rules, and every
/// value against the rules and the values after each move; so a database that is accepted has only correct values.
///
/// # Errors
///
/// [`Error::File`] when the file cannot be read, [`Error::Damaged`] when it is not a complete database or
/// has a wrong value, [`Error::Mismatch`] when it belongs to another game, and an unknown game.
pub fn read_database(path: &Path, game: Option<&AnyGame>) -> Result<Database> {
    let found = DATABASE.read_by(path, database)?;
    let otherwise = "does not follow from the rules and the entries after its moves";
    let follows = |game: &AnyGame, at: &Position, worth: Worth| found.follows(game, at, worth);
    check(
        path,
        game,
        &found.origin,
        found.entries(),
        follows,
        otherwise,
    )?;
    Ok(found)
}

/// Reads the opening book of a game, by default of the one that it names, and checks every position and move of it against
/// the rules.
///
/// # Errors
///
/// As [`read_database`].
pub fn read_book(path: &Path, game: Option<&AnyGame>) -> Result<Book> {
    let found = BOOK.read_by(path, book)?;
    let are_legal = |game: &AnyGame, at: &Position, best: &[Move]| {
        let mut best = best.iter();
        best.all(|m| game.moves(at).any(|legal| legal == *m))
    };
    check(path, game, &found.origin, found.pages(), are_legal, FOREIGN)?;
    Ok(found)
}

/// What is wrong with an entry of another game.
const FOREIGN: &str = "does not belong to the game";

/// Refuses a file of another game, and an entry whose key is not the canonical form of a position of the game or that
/// does not pass the test; `otherwise` is what is wrong with that.
fn check<E>(
    path: &Path,
    game: Option<&AnyGame>,
    origin: &SolvedOrigin,
    entries: impl Iterator<Item = (Key, E)>,
    test: impl Fn(&AnyGame, &Position, E) -> bool,
    otherwise: &str,
) -> Result<()> {
    let game = &game.map_or_else(|| parse(&origin.game), |game| Ok(game.clone()))?;
    if origin.game != game.name() {
        let (file, named, requested) = (path.display(), &origin.game, game.name());
        let reason = format!("{file} is for {named}, not {requested}");
        return Err(Error::Mismatch(Mismatch::Other(reason)));
    }
    for (key, entry) in entries {
        let at = game.position(key);
        let what = match at.filter(|at| canonical(game, at, origin.merging).key == key) {
            Some(at) if test(game, &at, entry) => continue,
            Some(_) => otherwise,
            None => FOREIGN,
        };
        let what = format!("the entry of key {:#x} {what}", key.0);
        return Err(damaged(path, Damage::Boxes(what)));
    }
    Ok(())
}

/// The first key, and the difference of each other key from the previous one.
fn steps(keys: impl Iterator<Item = Key>) -> impl Iterator<Item = u128> {
    keys.scan(0, |before, key| {
        let step = key.0 - *before;
        *before = key.0;
        Some(step)
    })
}

/// The keys with these differences; the inverse of [`steps`].
fn sums(steps: impl Iterator<Item = u128>) -> Result<Vec<Key>, Damage> {
    let mut key: u128 = 0;
    let keys = steps.map(|step| {
        let sum = key.checked_add(step);
        key = sum.ok_or_else(|| invalid("a key is too large"))?;
        Ok(Key(key))
    });
    keys.collect()
}
