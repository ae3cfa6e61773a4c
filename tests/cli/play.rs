//! `menace play` with input from a pipe: games against a person, learning and undo, watched games, lessons,
//! records and replays.

use std::fs;
use std::io::Write as _;
use std::process::{Child, Stdio};

use crate::place::{Place, Ran, Text as _, cases, end, is_current, start, wait_for, with_slashes};
use crate::shipped::{bring_models, root};

/// Starts the program with a pipe for its input.
fn typed(place: &Place, line: &str, columns: &str) -> Child {
    let mut program = place.command(line);
    let program = program.env("COLUMNS", columns).stdin(Stdio::piped());
    program
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Types something, in one write; a program that ends early closes the pipe.
fn type_in(running: &mut Child, input: impl AsRef<[u8]>) {
    let _ = running.stdin.as_mut().unwrap().write_all(input.as_ref());
}

/// Runs the program with this input.
fn run_with_input(place: &Place, line: &str, input: impl AsRef<[u8]>, columns: &str) -> Ran {
    let mut running = typed(place, line, columns);
    type_in(&mut running, input);
    end(line, running)
}

fn output_of(place: &Place, line: &str, input: &str) -> String {
    run_with_input(place, line, input, "80").ok()
}

/// Counts how often these words occur in a text.
fn times(text: &str, words: &str) -> usize {
    text.matches(words).count()
}

/// `hint all` shows the board with what every move leads to; the end of a game says the discs.
#[test]
fn what_each_move_leads_to_and_how_many_discs_are_shown() {
    let place = Place::new();
    let notakto = output_of(
        &place,
        "play random --game tic-tac-toe:notakto",
        "hint all\n",
    );
    notakto.has(["1  L7  L7  L7", "2  L7  W6  L7", "W wins, D draws, L loses"]);
    let far = output_of(&place, "play random --game othello", "hint all\n");
    far.has(["  3  .  .  .  ?", "is too far from the end to be proved"]);
    let line = "play --watch random random --game othello:4 --seed 2";
    output_of(&place, line, "").has(["A draw, 8 to 8 discs."]);
    let line = "match random random --game othello:4 --games 10";
    place.ok(line).has(["points at the end, on average: "]);
}

/// Machines of two people are added up though both began with the usual seed; a copy is not.
#[test]
fn machines_of_two_people_are_merged() {
    let place = Place::new();
    let play = |name: &str, input: &str| {
        output_of(
            &place,
            &format!("play {name}.menace --learn"),
            &input.replace(' ', "\n"),
        );
    };
    play("one", "b2 resign ");
    play("two", "b2 resign new a1 resign ");
    let wrong = "merge one.menace two.menace --out sum.menace";
    place.fails(wrong, 1, &["hold the same games"]);
    play("three", "a1 b1 c2 resign new a1 resign ");
    place.ok("merge one.menace three.menace --out sum.menace");
    fs::copy(place.at("three.menace"), place.at("copy.menace")).unwrap();
    let wrong = "merge three.menace copy.menace --out other.menace";
    place.fails(wrong, 1, &["hold the same games"]);
    // Nor when both have played on.
    play("three", "c3 resign ");
    play("copy", "b2 resign ");
    place.fails(wrong, 1, &["hold the same games"]);
}

/// The same command again would not add to a record, so where one cannot grow the message names what helps.
#[cfg(unix)]
#[test]
fn a_record_that_cannot_grow_keeps_the_games_before() {
    let place = Place::new();
    let games = "for i in $(seq 300); do echo resign; echo new; done";
    let ran = place.shell(&format!(
        "ulimit -f 4; {games} | \"$M\" play random --record r.txt"
    ));
    ran.fails(1, &["r.txt: writing", "it has the games before"]);
    place.ok("check r.txt");
    assert!(place.bytes("r.txt").len() > 1000);
}

/// Two moves typed as one word are not two moves of the person.
#[test]
fn the_second_of_two_moves_is_the_machines() {
    let place = Place::new();
    let told = output_of(&place, "play random --game othello", "f5d6\n");
    told.has(["`f5d6` is 2 moves, of which the second is the machine's: type f5"]);
}

/// A result that the moves contradict is named where the game is shown, and two results that contradict each other are none.
#[test]
fn a_wrong_result_is_named_in_a_replay() {
    let place = Place::new();
    let game = "1. a1 b1 2. b2 c1 3. c3";
    let text = format!("[Result \"0-1\"]\n\n{game} *\n\n[Result \"0-1\"]\n\n{game} 1-0\n");
    fs::write(place.at("x.pgn"), text).unwrap();
    let shown = output_of(
        &place,
        "play --replay x.pgn --game tic-tac-toe",
        "all\nlist\n",
    );
    shown.has([
        "The result written there is wrong: line 1: it says `0-1`, but after 5 moves",
        "1. a1 b1 b2 c1 c3: first wins (it says `0-1`",
        "2. a1 b1 b2 c1 c3: first wins\n",
    ]);
    place.fails(
        "match --replay x.pgn --game tic-tac-toe",
        1,
        &["1 game contradicts the result"],
    );
    place
        .run("match --replay x.pgn --game tic-tac-toe")
        .out
        .has(["`0-1 as a tag, 1-0 behind the moves`"]);
}

/// Several moves and words on a line are those of as many lines, and squares and columns have numbers.
#[test]
fn moves_are_typed_by_number_and_several_on_a_line() {
    let place = Place::new();
    let play = |game: &str, input: &str| {
        let line = format!("play random --game {game} --seed 3");
        let text = output_of(&place, &line, input);
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.retain(|line| !line.starts_with('>') && !line.is_empty());
        lines
    };
    for (game, one, lines) in [
        ("tic-tac-toe", "5 1, C1", "b2 a1 c1"),
        ("connect-four", "4 4;E", "d d e"),
        ("hexapawn", "b3b2", "b3-b2"),
        ("tic-tac-toe", "5 undo undo", "5 undo undo"),
        ("tic-tac-toe", "5 resign new quit 1", "5 resign new quit"),
    ] {
        let lines = lines.replace(' ', "\n") + "\n";
        assert_eq!(
            play(game, &format!("{one}\n")),
            play(game, &lines),
            "{game}"
        );
    }
    let left = play("tic-tac-toe", "5 5 1 3\n").join("\n");
    left.has([
        "`5` is not legal here",
        "The rest of the line was left out: 1 3",
    ]);
}

#[test]
fn a_person_plays_tic_tac_toe_through_a_pipe() {
    let place = Place::new();
    bring_models(place.path());
    let model = "models/tic-tac-toe-first.menace";
    let before = place.bytes(model);
    let text = output_of(
        &place,
        &format!("play {model}"),
        "b2\nundo\nhint\nB2\nresign\nnew\n",
    );
    assert!(text.starts_with("tic-tac-toe: you play second, "), "{text}");
    text.has([
        "The machine opens its box: 7,634 beads\n",
        "It draws a bead for a3 (3,970 of 7,634).\n",
        "     a  b  c\n  1  .  .  .\n  2  .  .  .\n  3  X  .  .\n",
        "Your moves: a1 b1 c1 a2 b2 c2 b3 c3\n",
        "> undo\nYour last move was taken back.\n",
        "> hint\nBest: b2. With perfect play it is a draw.\n",
        "You resign: the machine wins.\n",
        "-- Game 2 --\n",
        "The input has ended.\n1 game played to the end: you won 0, drew 0, lost 1.\n",
        "Nothing was learnt, since --learn was not given.\n",
    ]);
    // After `undo`, the same move gets the same answer.
    assert_eq!(times(&text, "It draws a bead for b3 (76 of 497).\n"), 2);
    assert_eq!(place.bytes(model), before);
    assert_eq!(
        output_of(&place, &format!("play {model}"), ""),
        with_slashes(&output_of(&place, "play", ""))
    );
}

#[test]
fn wrong_input_is_answered_with_what_is_possible() {
    let place = Place::new();
    let text = output_of(
        &place,
        "play perfect --side first",
        "b2\nb2\nb9\nundu\nzzzzz\n\n\u{1b}[31mred\u{7}\nresign\nresign\na1\nundo\nundo\nundo\n",
    );
    text.has([
        "> b2\n`b2` is not legal here; your moves: a1 b1 c1 a2 c2 b3 c3\n",
        "> b9\n`b9` is neither a move nor a command; did you mean b1 or b3?\n",
        "> undu\n`undu` is neither a move nor a command; did you mean undo?\n",
        "> zzzzz\n`zzzzz` is neither a move nor a command; `help` lists what you can type\n",
        "> resign\nThe game is over.\n",
        "> a1\nThe game is over; `new` starts another, `undo` goes back.\n",
        "The end of the game was taken back.\n",
        "You have no move to take back.\n",
    ]);
    assert!(
        !text.contains('\u{1b}') && !text.contains('\u{7}'),
        "{text}"
    );
    place.refuses(
        "
        2 play perfect --learn => learns nothing
        2 play --teach 3 --learn => name its file
        2 play --teach 3 random => `random` learns nothing
        2 play m1 => only othello
        2 play --opponent random => --teach
        ",
    );
}

#[test]
fn lines_of_any_content_are_read() {
    let long = "x".repeat(1_000_000);
    let text = format!("b2\r\n\n  undo \n{long}\n\u{1b}[1m\u{e9}\u{7}\nlast");
    let input = [text.as_bytes(), b"\xff\n"].concat();
    let ran = run_with_input(&Place::new(), "play perfect --side first", input, "80");
    let text = ran.ok();
    let echoed = text.lines().filter_map(|line| line.strip_prefix("> "));
    let read = ["b2", "", "undo", &long[..400], "[1m\u{e9}", "last\u{fffd}"];
    assert_eq!(echoed.collect::<Vec<_>>(), read);
}

/// A new machine learns hexapawn; after `undo` its file equals the earlier one byte for byte.
#[test]
fn learnt_games_are_saved_and_undo_restores_the_file() {
    let place = Place::new();
    let line = "play her.menace --game hexapawn --rule her --learn";
    let first = output_of(&place, line, "a3-a2\nresign\n");
    first.has([
        "hexapawn: you play first, her.menace plays second.\n",
        "This model does not exist yet; a new machine starts with the rule her.\n",
        "The machine opens its box: never met before, ",
        "You resign: the machine wins.\n",
        "Changes to the boxes by the rule her:\n  move 2, ",
        "Saved in her.menace.\n",
        "her.menace now holds what it learnt from 1 game.\n",
    ]);
    let kept = place.bytes("her.menace");
    let shown = place.ok("show her.menace");
    assert!(
        shown.starts_with(
            "hexapawn: second side learning\n  1 game played against a person, rule her, seed 1961\n"
        ),
        "{shown}"
    );

    // One more game and an unfinished one; then everything is undone.
    let line = "play her.menace --learn";
    let more = output_of(&place, line, "c3-c2\nresign\n");
    more.has(["Its score over 2 games against people"]);
    assert_ne!(place.bytes("her.menace"), kept);
    place.ok("check her.menace");
    fs::write(place.at("her.menace"), &kept).unwrap();
    let back = output_of(&place, line, "c3-c2\nresign\nnew\nb3-b2\nnew\nundo\nundo\n");
    back.has([
        "What was learnt from it was removed from her.menace, bead for bead.\n",
        "her.menace has learnt nothing new.\n",
    ]);
    assert_eq!(place.bytes("her.menace"), kept);
    assert_eq!(place.files(), ["her.menace"]);
}

/// A machine whose first box is empty resigns every game before the first move.
#[test]
fn a_game_without_a_move_is_not_counted() {
    let place = Place::new();
    place.ok("train --game hexapawn --games 1000 --plots none --out x.menace");
    let before = place.bytes("x.menace");
    let text = output_of(&place, "play x.menace --learn", "new\nundo\nquit\n");
    text.has([
        "No game was played to its end.",
        "x.menace has learnt nothing new.",
    ]);
    assert!(place.bytes("x.menace") == before);
}

/// A training continues with its own options after games with a person, which form their own chapter.
#[test]
fn a_training_continues_after_games_with_a_person() {
    let place = Place::new();
    let train = "train --plots none --out x.menace";
    place.ok(&format!(
        "{train} --sets 2 --games-per-set 30 --seed 7 --opponent perfect"
    ));
    output_of(&place, "play x.menace --learn", "resign\nnew\nresign\n");
    place.ok(&format!("{train} --continue --sets 3"));
    place.ok("show x.menace").has([concat!(
        "\n  2 sets of 30 games against perfect, rule rote, seed 7\n",
        "  2 games played against a person, rule rote, seed 1961\n",
        "  3 sets of 30 games against perfect, rule rote, seed 7\n",
    )]);
    place.ok("check x.menace");
    place.fails(
        &format!("{train} --sets 2"),
        1,
        &["2 games played against a person"],
    );
    let line = "play y.menace --learn --game nim:2,1 --side second";
    output_of(&place, line, "resign\n");
    place.ok("train --out y.menace --continue --sets 1 --plots none --game nim:2,1");
    place
        .ok("show y.menace")
        .has(["1 set of 100 games against random"]);
}

/// A lesson gives the same file as a training with sets of one game, also in parts, after an undone game, and with values
/// whose step size and exploring change over the games.
#[test]
fn a_lesson_gives_the_same_file_as_a_training() {
    for (rule, learner, game) in [
        ("rote", "first", "tic-tac-toe"),
        ("rote", "both", "nim:3,2"),
        ("q-learning", "first", "tic-tac-toe"),
        ("sarsa", "second", "hexapawn"),
        ("monte-carlo", "both", "nim:3,2"),
        ("ucb", "first", "nim:2,2"),
    ] {
        let place = Place::new();
        let text = place.ok(&format!("list rules --toml {rule}"));
        let text = text.replace("alpha = 0.1", "alpha = \"0.9 to 0.1 over 9\"");
        let text = text.replace("epsilon = 0.1", "epsilon = \"0.8 to 0.2 over 10\"");
        fs::write(place.at("own.toml"), text).unwrap();
        let options = format!(
            "--rule own.toml --game {game} --learner {learner} --games-per-set 1 --plots none"
        );
        place.ok(&format!("train {options} --sets 3 --out a.menace"));
        place.ok(&format!("train {options} --sets 12 --out b.menace"));
        // An unfinished game with a person, and one that is taken back, leave nothing.
        let person = if learner == "first" {
            "second"
        } else {
            "first"
        };
        let line = format!("play a.menace --learn --side {person}");
        output_of(&place, &line, "resign\nundo\nnew\n");
        let text = output_of(&place, "play a.menace --teach 4 --learn", "");
        place.ok("train --out a.menace --continue --sets 5 --plots none");
        assert!(
            place.bytes("a.menace") == place.bytes("b.menace"),
            "{rule} {learner}"
        );
        let what = if rule == "rote" { "boxes" } else { "values" };
        assert_eq!(
            times(
                &text,
                &format!("Changes to the {what} by the rule {rule}:\n")
            ),
            4,
            "{text}"
        );
    }
    let place = Place::new();
    let fresh = "play new.menace --teach 4 --learn --rule her --game hexapawn --opponent first";
    output_of(&place, fresh, "").has(["never met before, "]);
    place.ok(
        "train --out same.menace --games-per-set 1 --sets 4 --rule her --game hexapawn --opponent first \
         --plots none",
    );
    assert_eq!(place.bytes("new.menace"), place.bytes("same.menace"));
    let other = output_of(&place, "play --teach 1 --rule her --game hexapawn", "");
    other.has(["Nothing was saved; "]);
}

/// Games with a person are told in values.
#[test]
fn a_person_plays_a_machine_of_values() {
    let place = Place::new();
    let line = "play q.menace --learn --rule q-learning --game hexapawn --side second --seed 9";
    output_of(&place, line, "resign\nnew\nresign\n").has([
        "a new machine starts with the rule q-learning.\n",
        "The machine compares the values of the moves here, which it has never met\nbefore:\n",
        "You resign: the machine wins.\n",
        "Changes to the values by the rule q-learning:\n  move 1, ",
        " rises from 0.000 to 0.100\n",
        "q.menace now holds what it learnt from 2 games.\n",
    ]);
    let more = output_of(&place, "play q.menace --learn --seed 9", "resign\nundo\n");
    more.has(["What was learnt from it was removed from q.menace, value for value.\n"]);
    // Only reading, it plays greedily.
    output_of(&place, "play q.menace", "").has(["the greatest value.\n"]);
}

#[test]
fn games_are_recorded_shown_and_replayed() {
    let place = Place::new();
    let text = place.ok("match random first --games 30 --seed 5 --show 2 --record games.txt");
    let games = String::from_utf8(place.bytes("games.txt")).unwrap();
    let head = "menace games 1\ngame tic-tac-toe\nfirst random\nsecond first\nseed 5\n\n";
    assert!(games.starts_with(head), "{games}");
    let lines: Vec<&str> = games.lines().skip(6).collect();
    assert_eq!(lines.len(), 30);
    let shown = format!("\n\n1. {}\n2. {}\n", lines[0], lines[1]);
    assert!(text.ends_with(&shown), "{text}");
    let wins = lines
        .iter()
        .filter(|line| line.ends_with(": first wins"))
        .count();
    text.has([&format!("random (first) wins  {wins}")]);

    // `--watch` shows the first game of the match with this seed.
    let line = "play --watch random first --seed 5 --record one.txt";
    let watched = output_of(&place, line, "");
    let moves: Vec<&str> = lines[0].split(": ").next().unwrap().split(' ').collect();
    let all = moves.len();
    assert_eq!(times(&watched, " plays "), all, "{watched}");
    let one = String::from_utf8(place.bytes("one.txt")).unwrap();
    assert_eq!(one, format!("{head}{}\n", lines[0]));

    let keys = "\nnext\nback\nall\n\nback\ngame 30\ngame 31\nlist\nbakc\n";
    let steps = output_of(&place, "play --replay games.txt", keys);
    steps.has([
        "tic-tac-toe: random against first, 30 games, seed 5\n",
        &format!("> \n\nMove 1 of {all}, random: {}\n", moves[0]),
        &format!("\nMove 2 of {all}, first: {}\n", moves[1]),
        "\nGame 2 of 30\n",
        "> game 30\n\nGame 30 of 30\n",
        "> game 31\nthe games are numbered 1 to 30\n",
        &format!("\n30. {}\n", lines[29]),
        "did you mean back?",
        "The input has ended.\n",
    ]);
    place.ok("match random first --games 30 --seed 5 --record games.txt");
    let refused = [
        "play random --record list.txt",
        "play --watch random first --record list.txt",
    ];
    // Another file is refused before the first move; a model is refused even with `--force`.
    fs::write(place.at("list.txt"), "mine").unwrap();
    assert!(refused.iter().all(|line| place.run(line).out.is_empty()));
    place.refuses(
        "
        1 match random first --games 31 --seed 5 --record games.txt => games.txt | --force
        1 play random --record list.txt => holds something | name another file
        1 play --watch random first --record list.txt => holds something | name another file
        2 match random first --record x.menace --force => x.menace: ends in .menace
        ",
    );
}

#[test]
fn errors_in_a_file_of_games_name_the_line() {
    let place = Place::new();
    let head = "menace games 1\n# from a club\ngame tic-tac-toe\nfirst a\nsecond b\n\n";
    // Othello's discs may be left out, and are checked.
    place.ok("match m1 m2 --game othello:4 --games 1 --record othello.txt");
    let othello = String::from_utf8(place.bytes("othello.txt")).unwrap();
    assert!(
        othello.ends_with("b4 d4: second wins, 5 to 11\n"),
        "{othello}"
    );
    fs::write(place.at("games.txt"), othello.replace(", 5 to 11", "")).unwrap();
    place.ok("play --game othello:4 --replay games.txt");
    let othello = othello.replace("5 to 11", "11 to 5").replace('\n', "/");
    // A slash ends a line, and HEAD stands for the lines before the first game.
    let text = "
        => 1 it holds no games
        /menace games 2/ => 2 newer program
        menace games 1/game chess/first a/second b/ => 2 unknown game `chess`
        menace games 1/game nim:3/second b//a1: stopped/ => 5 `first` is missing
        menace games 1/game nim:3/game nim:4/ => 3 `game` is given twice
        menace games 1/seed x/ => 2 `x` is not a seed
        HEADb2 a1/ => 7 a colon and how it ended
        HEAD/b2: stopped/b2 d4: stopped/ => 9 move 2: `d4` is not a move
        HEADb2 b2: stopped/ => 7 move 2: `b2` is not legal in .../.X./...
        HEADb2 a1: second gives up/ => 7 `second resigns`
        HEADb2 a1: draw/ => 7 the game is not over
        HEADa1 a2 b1 b2 c1: draw/ => 7 the game is over: first wins
        HEADa1 a2 b1 b2 c1 c2: draw/ => 7 move 6: `c2` is not legal
        HEADa1 a2 b1 b2 c1: second resigns/ => 7 the game is over: first wins
        OTHELLO => 6 it says `11 to 5`, but after these moves the points are 5 to 11
        ";
    for (text, said) in cases(text) {
        let (line, words) = said.split_once(' ').unwrap();
        let text = text.replace("OTHELLO", &othello).replace('/', "\n");
        fs::write(place.at("games.txt"), text.replace("HEAD", head)).unwrap();
        let position = format!("games.txt line {line}: ");
        place.fails("play --replay games.txt", 1, &[&position, words]);
    }
    fs::write(place.at("games.txt"), b"menace games 1\n\xff\n").unwrap();
    place.fails(
        "play --replay games.txt",
        1,
        &["line 2: this is not valid UTF-8"],
    );
    fs::write(place.at("games.txt"), head).unwrap();
    place
        .ok("play --replay games.txt")
        .has(["a against b, 0 games\n"]);
}

/// No line is wider than the terminal, and no output contains colours.
#[test]
fn boards_fit_into_40_columns() {
    let place = Place::new();
    bring_models(place.path());
    for (line, input) in cases(
        "
        play models/tic-tac-toe-first.menace => b2 help hint resign
        play --game hexapawn --rule her --learn => a3-a2 hint x resign new resign new resign
        play random --game othello:6 => hint board
        play --game othello --side second => undo
        play first --game nim:3,4,5 => a1 hint
        play --teach 2 --game connect-four:4x4 --seed 3 =>
        play --watch random perfect =>
        play random --game split-nim:7 => 7=4+3
        ",
    ) {
        let input = &input.replace(' ', "\n");
        let text = run_with_input(&place, line, input, "40").ok();
        for shown in text.lines().filter(|shown| !shown.starts_with('>')) {
            assert!(shown.chars().count() <= 40, "{line}: {shown}: {text}");
            assert!(!shown.contains('\u{1b}'), "{line}: {shown}");
        }
    }
}

/// `docs/play.md` shows real output; what follows `> ` is the input. `MENACE_BLESS=1` rewrites the page.
#[test]
fn the_page_shows_what_happens() {
    let place = Place::new();
    bring_models(place.path());
    let page = fs::read_to_string(root().join("docs/play.md")).unwrap();
    let mut updated = String::new();
    let mut shown = 0;
    for (number, part) in page.split("```").enumerate() {
        let gap = if number == 0 { "" } else { "```" };
        let Some(rest) = part.strip_prefix("console\n$ menace ") else {
            updated += &format!("{gap}{part}");
            continue;
        };
        let (line, body) = rest.split_once('\n').unwrap();
        let input = body.lines().filter_map(|line| line.strip_prefix("> "));
        let input: String = input.map(|line| format!("{line}\n")).collect();
        updated += &format!(
            "{gap}console\n$ menace {line}\n{}",
            with_slashes(&output_of(&place, line, &input))
        );
        shown += 1;
    }
    assert!(shown > 4, "the page shows nothing");
    is_current("docs/play.md", updated);
}

/// The record of a game is written before the model that learns from it, so that a kill leaves no game without a record.
#[test]
fn a_record_is_never_behind_the_model() {
    let place = Place::new();
    let written = |name: &str| fs::metadata(place.at(name)).unwrap().modified().unwrap();
    let line = "play m.menace --game nim:1,1 --side first --learn --record r.txt";
    let played = output_of(&place, line, "a1\nb1\nquit\n");
    played.has(["Saved in m.menace"]);
    assert!(written("r.txt") < written("m.menace"));
    place.ok("play l.menace --game nim:3 --teach 2 --learn --record l.txt");
    assert!(written("l.txt") < written("l.menace"));
}

/// A record that cannot be written does not cost what was learnt from the game.
#[cfg(unix)]
#[test]
fn a_game_is_learnt_without_its_record() {
    let place = Place::new();
    let line = "play m.menace --game nim:1,1 --side first --learn --record /dev/full";
    let ran = place.shell(&format!("printf 'a1\\nb1\\n' | \"$M\" {line}"));
    // A device takes the games at the end.
    ran.fails(1, &["/dev/full"]);
    let line = "play n.menace --game nim:1,1 --side first --learn --record d/r.txt";
    let mut running = typed(&place, line, "80");
    type_in(&mut running, "a1\n");
    wait_for("a game", || place.at("n.menace").exists());
    fs::remove_dir_all(place.at("d")).unwrap();
    fs::write(place.at("d"), "").unwrap();
    type_in(&mut running, "new\na1\n");
    let ran = end(line, running);
    assert_eq!(times(&ran.out, "Saved in n.menace"), 2, "{ran:?}");
    ran.fails(1, &["d: making the folder failed"]);
    place.ok("show n.menace").has(["2 games"]);
}

/// A session without a game writes no record, which would be in the way of the next one.
#[test]
fn no_game_is_no_record() {
    let place = Place::new();
    let line = "play random --record r.txt";
    output_of(&place, line, "quit\n");
    assert!(place.files().is_empty(), "{:?}", place.files());
    output_of(&place, line, "resign\nquit\n");
    assert_eq!(place.files(), ["r.txt"]);
}

/// Games with a person are kept as they are played, since nobody can play them again.
#[test]
fn recorded_games_with_a_person_survive_a_kill_and_another_file() {
    let place = Place::new();
    let line = "play random --record r.txt";
    let mut killed = typed(&place, line, "80");
    type_in(&mut killed, "resign\nnew\nresign\n");
    wait_for("two games", || {
        fs::read_to_string(place.at("r.txt")).is_ok_and(|text| times(&text, "resigns") == 2)
    });
    place.fails(line, 1, &["r.txt: holds something else"]);
    let forced = format!("{line} --force");
    place.fails(&forced, 1, &["r.txt: in use by process "]);
    killed.kill().unwrap();
    killed.wait().unwrap();
    place.ok("play --replay r.txt").has(["Game 1 of 2"]);

    fs::remove_file(place.at("r.txt")).unwrap();
    let mut other = typed(&place, line, "80");
    type_in(&mut other, "resign\n");
    wait_for("a game", || place.at("r.txt").exists());
    fs::write(place.at("r.txt"), "mine").unwrap();
    type_in(&mut other, "new\nresign\n");
    let replaced = "r.txt: another process has put a different file there";
    end(line, other).fails(1, &[replaced, "the games are in r-saved-"]);
    assert_eq!(place.bytes("r.txt"), b"mine");
    let mut files = place.files().into_iter();
    let saved = files.find(|name| name.starts_with("r-saved-")).unwrap();
    let restore = format!("check --restore {saved}");
    place.fails(&restore, 1, &["r.txt: is there, and is not replaced"]);
    fs::remove_file(place.at("r.txt")).unwrap();
    for line in [line, &forced, "match first random --games 1 --record r.txt"] {
        place.fails(
            line,
            1,
            &["r.txt: what could not be written there is", &restore],
        );
    }
    place.ok(&restore).has(["2 games"]);
}

/// Of commands that write one new file at the same time, one does, and the others say that it holds something else.
#[test]
fn one_of_many_writers_of_a_new_file_succeeds() {
    for (line, values) in [
        (
            "match random first --games 3 --record f --seed ",
            ["1", "2", "3"],
        ),
        (
            "tree --game nim:2,2 --format dot --out f --depth ",
            ["1", "2", "3"],
        ),
        ("solve --database f --game nim:", ["2,2", "2,3", "3,3"]),
        (
            "export --game nim:3 --out f ",
            ["perfect", "random", "first"],
        ),
    ] {
        for _ in 0..4 {
            let place = Place::new();
            let started = values.map(|value| start(&place, &format!("{line}{value}")));
            let ended = started.map(|running| end(line, running));
            let (done, refused): (Vec<Ran>, Vec<Ran>) =
                ended.into_iter().partition(|ran| ran.code == Some(0));
            assert_eq!(done.len(), 1, "{done:#?}");
            for ran in refused {
                ran.fails(1, &["f: holds something else"]);
            }
            assert_eq!(place.files(), ["f"]);
        }
    }
}
