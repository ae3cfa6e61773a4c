//! The sentences of the report that have figures in them, and its boards in text.

use menace::game::Side;
use menace::learn::{History, Snapshot};

use super::boards::{self, Beads, beside};
use super::figures::{Figures, LAST, Range, boxes, whole};
use super::findings::Findings;
use super::published;
use menace::text::{share, tenths, thousands};

/// Boxes each side can meet.
const BOXES: [u64; 2] = [2_423, 2_097];

/// What the first side has seen in the end of experiment 2.
pub(super) fn first_known(findings: &Findings) -> String {
    known(&findings.pass.first.history, Side::First)
}

/// What the second side has seen in the end of experiment 3.
pub(super) fn second_known(findings: &Findings) -> String {
    known(&findings.pass.second.history, Side::Second)
}

/// What a learner has seen in the end.
fn known(history: &History, side: Side) -> String {
    let end = history.last(1);
    let zeroed = end.snapshots[side.index()]
        .as_ref()
        .map_or(0, Snapshot::zeroed_total);
    format!(
        "It has met {} of the {} boxes there are for its side (the article: {}). In {} of them a move has \
         lost all its beads: the learner has ruled it out and will not play it again.",
        thousands(boxes(&end, side)),
        thousands(BOXES[side.index()]),
        thousands(published::BOXES[side.index()]),
        thousands(zeroed)
    )
}

/// When the second side first won more than it lost.
pub(super) fn overtaking(findings: &Findings) -> String {
    let history = &findings.pass.second.history;
    let ahead = (LAST..=history.records.len()).find(|&end| {
        let records = history.records[end - LAST..end].to_vec();
        let last = whole(&History { records });
        last.results.second_wins > last.results.first_wins
    });
    let games = |sets: usize| {
        let played = history.records[..sets]
            .iter()
            .map(|record| record.results.games());
        thousands(played.sum())
    };
    match ahead {
        Some(LAST) => "Over its first 1,000 games it won more than it lost already.".to_owned(),
        Some(end) => format!(
            "Taken over ten sets, it has won more than it lost for the first time after {} games.",
            games(end)
        ),
        None => "Taken over ten sets, it never won more than it lost.".to_owned(),
    }
}

/// Boxes of both sides before and after experiment 5.
pub(super) fn boxes_of_both(findings: &Findings) -> String {
    let [before, after] = findings.figures[0].boxes_in_all().map(thousands);
    let [article_before, article_after] = published::BOXES_IN_ALL.map(thousands);
    format!(
        "Together the two tables had {before} boxes before and have {after} now; the article's had \
         {article_before} and {article_after}. They share none, as the article remarks: in the \
         boxes of one the first side is to move, in those of the other the second. The article \
         sets its {article_before} beside the 3^9 = 19,683 ways to mark nine squares; positions \
         with a move to make that play can lead to are 4,520."
    )
}

/// Boxes of each side after experiment 6.
pub(super) fn boxes_of_each(findings: &Findings) -> String {
    let end = findings.pass.together.history.last(1);
    let [first, second] = Side::BOTH.map(|side| thousands(boxes(&end, side)));
    format!("The first side has met {first} boxes in the end, the second {second}.")
}

/// Why one run says nothing about the best opening.
pub(super) fn one_run(_: &Findings) -> String {
    let [apart, _] = published::OPENING;
    format!(
        "The article's first side ended experiment 2 with {} of the {} beads of its opening box on \
         the centre, and the article takes the centre for the best opening. One run cannot show \
         that. Every win adds a bead to its opening, which is then played, and wins, more often: a \
         square that is ahead early tends to stay ahead. Here is which kind of square \
         had the most beads in the end.",
        thousands(boards::most(&apart)),
        thousands(boards::total(&apart))
    )
}

/// How far the favourite square was ahead.
pub(super) fn lead(findings: &Findings) -> String {
    let part = |f: &Figures| share(boards::most(&f.openings[0]), boards::total(&f.openings[0]));
    let Range { least, mean, most } = Range::over(&findings.figures, part);
    match findings.figures.len() {
        1 => format!(
            "In experiment 2 the favourite square held {} of the beads of its box.",
            tenths(mean)
        ),
        _ => format!(
            "In experiment 2 the favourite square held {} of the beads of its box on average; the \
             least was {}, the most {}.",
            tenths(mean),
            tenths(least),
            tenths(most)
        ),
    }
}

/// The opening boxes of the first side.
pub(super) fn openings(findings: &Findings) -> String {
    let pass = &findings.pass;
    let ours = [&pass.first, &pass.together].map(boards::opening);
    four(&ours, &published::OPENING)
}

/// The second side's answers to an opening in the centre.
pub(super) fn answers(findings: &Findings) -> String {
    let pass = &findings.pass;
    let ours = [&pass.second, &pass.together].map(boards::answer);
    four(&ours, &published::ANSWER)
}

/// Ours and the article's, apart and together.
fn four(ours: &[Beads; 2], article: &[Beads; 2]) -> String {
    beside(&[
        ("run 0, apart", ours[0]),
        ("article, apart", article[0]),
        ("run 0, together", ours[1]),
        ("article, together", article[1]),
    ])
}
