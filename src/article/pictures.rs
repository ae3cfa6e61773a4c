//! The pictures of single experiments and of single boxes.

use menace::game::{Game, Move, Side};
use menace::games::TicTacToe;
use menace::games::tictactoe::Position;
use menace::learn::{History, Standing};
use menace::plot::{self, Board, Colour, Named, Picture, Training};

use super::boards::{self, Beads};
use super::play::{Findings, GAMES, SETS};
use super::{comparisons, theirs};

/// All pictures, by the names of their files without ending.
pub(crate) fn all(findings: &Findings) -> menace::Result<Vec<(&'static str, Picture)>> {
    let mut pictures = experiments(findings)?;
    pictures.extend(comparisons::all(findings)?);
    pictures.extend(boxes(findings)?);
    Ok(pictures)
}

/// What stands under the title of what run 0 shows.
pub(super) fn subtitle(findings: &Findings) -> String {
    format!(
        "tic-tac-toe, {SETS} sets of {GAMES} games, seed {}, run 0",
        findings.seed
    )
}

/// The curves of the experiments, and how moves were ruled out in them.
fn experiments(findings: &Findings) -> menace::Result<Vec<(&'static str, Picture)>> {
    let pass = &findings.pass;
    let training = |history, title: &str| Training {
        title: title.to_owned(),
        subtitle: subtitle(findings),
        ..Training::new(history)
    };
    let end = |history: &History, side: Side| -> Standing {
        let last = history.records.last();
        let standing = last.and_then(|record| record.standing[side.index()].clone());
        standing.unwrap_or_default()
    };
    let idle = training(&findings.idle, "1. Nobody learns: random against random");
    let first = training(&pass.first.history, "2. First learns against random");
    let second = training(&pass.second.history, "3. Second learns against random");
    let meeting = training(
        &findings.meeting,
        "4. The tables of 2 and 3 meet and learn no more",
    );
    let mut onward = training(
        &pass.onward.history,
        "5. The tables of 2 and 3 go on learning from each other",
    );
    onward.start = [
        end(&pass.first.history, Side::First),
        end(&pass.second.history, Side::Second),
    ];
    let together = training(
        &pass.together.history,
        "6. Both learn from each other, from nothing",
    );
    Ok(vec![
        ("1-curve", plot::curve(&idle)?),
        ("2-curve", plot::curve(&first)?),
        ("2-zeroed", plot::zeroed(&first)?),
        ("3-curve", plot::curve(&second)?),
        ("3-zeroed", plot::zeroed(&second)?),
        ("4-curve", plot::curve(&meeting)?),
        ("5-curve", plot::curve(&onward)?),
        ("5-zeroed", plot::zeroed(&onward)?),
        ("6-curve", plot::curve(&together)?),
        ("6-zeroed", plot::zeroed(&together)?),
    ])
}

/// The opening box and the answer to the centre, ours and the article's.
fn boxes(findings: &Findings) -> menace::Result<Vec<(&'static str, Picture)>> {
    let pass = &findings.pass;
    let start = TicTacToe.start();
    let centre = boards::centre();
    let (opening, answer) = ("Opening", "Answer to the centre");
    let (apart, together) = ("trained apart", "trained together");
    let ours = format!("seed {}, run 0, after 10,000 games", findings.seed);
    let theirs = "the article's single run";
    let draw = |at: Position, beads: &Beads, what: &str, how: &str, whose: &str| {
        board(at, beads, format!("{what}, {how}"), whose.to_owned())
    };
    let [of_first, of_both] = [&pass.first, &pass.together].map(boards::opening);
    let [second, both] = [&pass.second, &pass.together].map(boards::answer);
    let [their_first, their_both] = theirs::OPENING;
    let [their_second, their_answer] = theirs::ANSWER;
    Ok(vec![
        (
            "opening-apart",
            draw(start, &of_first, opening, apart, &ours)?,
        ),
        (
            "opening-together",
            draw(start, &of_both, opening, together, &ours)?,
        ),
        (
            "opening-apart-article",
            draw(start, &their_first, opening, apart, theirs)?,
        ),
        (
            "opening-together-article",
            draw(start, &their_both, opening, together, theirs)?,
        ),
        ("answer-apart", draw(centre, &second, answer, apart, &ours)?),
        (
            "answer-together",
            draw(centre, &both, answer, together, &ours)?,
        ),
        (
            "answer-apart-article",
            draw(centre, &their_second, answer, apart, theirs)?,
        ),
        (
            "answer-together-article",
            draw(centre, &their_answer, answer, together, theirs)?,
        ),
    ])
}

fn board(at: Position, beads: &Beads, title: String, subtitle: String) -> menace::Result<Picture> {
    let colours = (0_u16..9).zip(beads).filter_map(|(square, beads)| {
        let m = Move(square);
        let text = TicTacToe.write_move(m);
        Some(Colour {
            moves: vec![Named { m, text }],
            beads: (*beads)?,
        })
    });
    plot::beads(&Board {
        title,
        subtitle,
        sketch: &TicTacToe.sketch(&at),
        colours: colours.collect(),
        met: true,
    })
}
