//! The texts that people and other programs write.

use std::path::Path;

use matchboxes::arena::Transcript;
use matchboxes::exchange::{Encoding, Gaps, Records, Sheet, SheetContent};
use matchboxes::game::{Game, Key, Move, Side};
use matchboxes::games::{AnyGame, parse, read_moves};
use matchboxes::learn::{Rule, preset};
use matchboxes::roster;
use matchboxes::store::{Model, encode_sound};

/// Policies, boxes and values as CSV or JSON: a model that is made of them can be kept, and gives the same table.
pub fn sheet(bytes: &[u8]) {
    let Ok(sheet) = Sheet::parse("x", bytes) else {
        return;
    };
    let named = sheet.game().map(str::to_owned);
    let games = match &named {
        Some(name) => vec![name.as_str()],
        None => vec!["tic-tac-toe", "nim:1,2"],
    };
    let rule = match (sheet.rule(), sheet.content()) {
        (Some(rule), _) => Ok(rule.clone()),
        (None, SheetContent::Policy | SheetContent::Boxes) => preset("rote"),
        (None, SheetContent::Values) => preset("q-learning"),
    };
    let rule = rule.expect("a preset");
    for game in games {
        let Ok(game) = parse(game) else { return };
        for gaps in [Gaps::Refuse, Gaps::Random] {
            if let Ok(model) = sheet.model(&game, &rule, gaps) {
                exchanged(&game, &model);
            }
        }
    }
}

fn exchanged(game: &AnyGame, model: &Model) {
    encode_sound(Path::new("x.menace"), model).expect("what is imported can be kept");
    let sheet = Sheet::of_boxes(game, model, "x").expect("a model of the game");
    for encoding in [Encoding::Csv, Encoding::Json] {
        let mut text = Vec::new();
        sheet
            .write(encoding, &mut text)
            .expect("writing to memory succeeds");
        let again = Sheet::parse("x", &text).expect("what was written is read");
        let again = again.model(game, model.rule(), Gaps::Refuse);
        let again = again.expect("what was written is a model");
        assert!(
            again.tables == model.tables,
            "a table changes as it is written and read"
        );
    }
}

/// Recorded games: the same after writing and reading, unless a name has control characters, which are escaped.
pub fn games(bytes: &[u8]) {
    for name in [
        None,
        Some("othello"),
        Some("connect-four"),
        Some("tic-tac-toe"),
    ] {
        let game = name.map(|name| parse(name).expect("a known game"));
        let Ok(read) = Records::parse(Path::new("x"), bytes, game.as_ref()) else {
            continue;
        };
        for one in read
            .games
            .iter()
            .filter(|one| one.start == read.game.start())
        {
            let _ = one.contradiction(&read.game);
            let written = one.moves.iter().map(|&m| read.game.write_move(m));
            let written = written.collect::<Vec<_>>().join(" ");
            let again = read_moves(&read.game, &one.start, &written);
            let is_same = again.is_ok_and(|again| again == one.moves);
            assert!(is_same || written.is_empty(), "{written}");
        }
    }
    let Ok(read) = Transcript::read(bytes) else {
        return;
    };
    let game = parse(&read.game).expect("its moves were read");
    let written = read.write(&game);
    let again = Transcript::read(written.as_bytes());
    let again = again.expect("what was written is read");
    let is_plain = |name: &String| !name.contains(char::is_control);
    assert!(
        again == read || !read.players.iter().all(is_plain),
        "games change as they are written and read"
    );
}

/// Rules as TOML, from people and from models: the same after writing and reading.
pub fn rule(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    if let Ok(rule) = Rule::from_stored(text) {
        let again = Rule::from_stored(&rule.to_toml());
        assert_eq!(again.as_ref(), Ok(&rule), "a stored rule changes");
    }
    if let Ok(rule) = Rule::from_toml(text, "x.toml") {
        for written in [rule.to_toml(), rule.to_explained_toml()] {
            let again = Rule::from_toml(&written, "x.toml");
            assert_eq!(
                again.ok().as_ref(),
                Some(&rule),
                "a rule changes: {written}"
            );
        }
    }
}

/// Names of players and searches: a player that is found keeps its name and weighs the moves of a small game.
pub fn player(bytes: &[u8]) {
    let Ok(name) = str::from_utf8(bytes) else {
        return;
    };
    for game in ["nim:1,2", "tic-tac-toe", "othello"] {
        let is_tiny = game == "nim:1,2";
        // That perfect play of Othello is too much is found only after some seconds.
        if game == "othello" && name.contains("perfect") {
            continue;
        }
        let game = parse(game).expect("a game");
        let _ = roster::search(&game, name);
        for side in Side::BOTH {
            let _ = roster::opponent(&game, name, side);
        }
        let Ok(player) = roster::player(&game, name) else {
            continue;
        };
        let again = roster::player(&game, name).expect("it was found just now");
        assert_eq!(again.name(), player.name());
        // A name may ask for as much work as it likes.
        let digits = name.split(|c: char| !c.is_ascii_digit()).map(str::len);
        if is_tiny && digits.max().is_none_or(|most| most < 4) {
            let at = game.start();
            let moves: Vec<Move> = game.moves(&at).collect();
            let mut weights = vec![7; moves.len()];
            player.weigh(&game, &at, &moves, &mut weights);
            let sum = weights.iter().try_fold(0_u64, |sum, w| sum.checked_add(*w));
            assert!(sum.is_some(), "the weights are too large");
        }
    }
}

/// Names of games, texts of positions and moves, and keys: the first line is a game, the second a position or a
/// key of it, and each other one a move. Each is read exactly or refused, and legal moves can be played.
pub fn position(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let mut lines = text.split('\n');
    let Some(Ok(game)) = lines.next().map(parse) else {
        return;
    };
    let again = parse(&game.name()).expect("a game reads its own name");
    assert_eq!(again.name(), game.name());
    let mut at = game.start();
    if let Some(text) = lines.next() {
        if let Ok(key) = text.parse().map(Key)
            && let Some(there) = game.position(key)
        {
            assert_eq!(game.key(&there), key);
            at = there;
        }
        if let Ok(there) = game.read_position(text) {
            assert_eq!(game.write_position(&there), text);
            at = there;
        }
    }
    for text in lines {
        holds(&game, &at);
        let Ok(m) = game.read_move(text) else {
            continue;
        };
        assert!(m.0 < game.move_count());
        assert_eq!(game.write_move(m), text);
        if game.moves(&at).any(|legal| legal == m) {
            at = game.play(&at, m);
        }
    }
    holds(&game, &at);
}

/// The laws of one position.
fn holds(game: &AnyGame, at: &matchboxes::games::Position) {
    assert_eq!(game.position(game.key(at)), Some(*at));
    let text = game.write_position(at);
    assert_eq!(game.read_position(&text).ok(), Some(*at), "{text}");
    let moves: Vec<Move> = game.moves(at).collect();
    assert!(moves.is_sorted_by(|a, b| a < b));
    assert_eq!(moves.is_empty(), game.outcome(at).is_some(), "{text}");
}
