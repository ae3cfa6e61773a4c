//! The chapters on the six experiments.

use menace::arena::Chances;
use menace::game::Side;
use menace::learn::{History, Record, Standing};

use super::figures::{LAST, boxes};
use super::lines::tenths;
use super::markdown::table;
use super::report::Report;
use super::theirs;
use crate::text::{percent, share, thousands};

/// Boxes each side can meet.
const BOXES: [u64; 2] = [2_423, 2_097];

impl Report<'_> {
    /// All six, in the article's order.
    pub(super) fn experiments(&self) -> Vec<String> {
        [
            self.nobody(),
            self.first(),
            self.second(),
            self.meeting(),
            self.onward(),
            self.together(),
        ]
        .concat()
    }

    fn nobody(&self) -> Vec<String> {
        let chances = parts(&self.findings.random);
        let fractions = ["737/1260", "8/63", "121/420"];
        let played = results(&whole(&self.findings.idle));
        let rows = [0, 1, 2].map(|i| {
            vec![
                ENDS[i].to_owned(),
                fractions[i].to_owned(),
                percent(chances[i]),
                percent(played[i]),
            ]
        });
        vec![
            "## 1. Nobody learns".to_owned(),
            "Both sides draw every move at random. There is nothing to learn, and the chance of every \
             result can be computed exactly; the article shows a curve. What varies in it from set to set \
             is luck alone."
                .to_owned(),
            table(&["", "exact chance", "in percent", "10,000 games"], &rows),
            self.picture("Results of random play, set by set", "1-curve"),
        ]
    }

    fn first(&self) -> Vec<String> {
        let history = &self.findings.pass.first.history;
        vec![
            "## 2. The first side learns".to_owned(),
            "The first side learns, the second draws its moves at random. The article's learner ends with \
             about nine games in ten not lost."
                .to_owned(),
            learnt(history, Side::First),
            known(history, Side::First),
            self.picture("Results while the first side learns, set by set", "2-curve"),
            self.picture("Boxes with a move without beads, by ply", "2-zeroed"),
        ]
    }

    fn second(&self) -> Vec<String> {
        let history = &self.findings.pass.second.history;
        vec![
            "## 3. The second side learns".to_owned(),
            "The other way round: the second side learns, the first draws its moves at random. The \
             article's learner loses more than it wins at first, then overtakes, and ends with about nine \
             games in ten not lost."
                .to_owned(),
            learnt(history, Side::Second),
            overtaking(history),
            known(history, Side::Second),
            self.picture("Results while the second side learns, set by set", "3-curve"),
            self.picture("Boxes with a move without beads, by ply", "3-zeroed"),
        ]
    }

    fn meeting(&self) -> Vec<String> {
        let chances = parts(&self.findings.pass.chances);
        let played = results(&whole(&self.findings.meeting));
        let words = ["", "mostly draws", ""];
        let rows = [0, 1, 2].map(|i| {
            let [exact, sampled] = [chances[i], played[i]].map(percent);
            vec![ENDS[i].to_owned(), exact, sampled, words[i].to_owned()]
        });
        vec![
            "## 4. The two tables meet".to_owned(),
            "The first side plays as it learnt in experiment 2, the second as it learnt in experiment 3, \
             and neither learns any more. In a position it has never met a table draws any free square, as \
             from a new box. The chances follow exactly from the beads; the curve is of games played."
                .to_owned(),
            table(&["", "exactly", "10,000 games", "article"], &rows),
            self.picture("Results of the two tables, set by set", "4-curve"),
        ]
    }

    fn onward(&self) -> Vec<String> {
        let [before, after] = self.findings.figures[0].boxes_in_all().map(thousands);
        let [article_before, article_after] = theirs::BOXES_IN_ALL.map(thousands);
        vec![
            "## 5. Both go on learning".to_owned(),
            "The two tables meet again and both go on learning. In the article there are even more draws \
             than in experiment 4."
                .to_owned(),
            met(&self.findings.pass.onward.history, "even more draws"),
            format!(
                "Together the two tables had {before} boxes before and have {after} now; the article's had \
                 {article_before} and {article_after}. They share none, as the article remarks: in the \
                 boxes of one the first side is to move, in those of the other the second. The article \
                 sets its {article_before} beside the 3^9 = 19,683 ways to mark nine squares; positions \
                 with a move to make that play can lead to are 4,520."
            ),
            self.picture("Results while both go on learning, set by set", "5-curve"),
            self.picture("Boxes met by both sides", "5-boxes"),
            self.picture("Boxes with a move without beads, by ply", "5-zeroed"),
        ]
    }

    fn together(&self) -> Vec<String> {
        let history = &self.findings.pass.together.history;
        let end = history.last(1);
        let [first, second] = Side::BOTH.map(|side| thousands(boxes(&end, side)));
        vec![
            "## 6. Both learn from nothing".to_owned(),
            "Both sides learn from the start, against each other. In the article the first side is ahead \
             at the beginning, and soon most games are drawn."
                .to_owned(),
            met(history, "soon mostly draws"),
            format!("The first side has met {first} boxes in the end, the second {second}."),
            self.picture("Results while both learn, set by set", "6-curve"),
            self.picture("Boxes with a move without beads, by ply", "6-zeroed"),
        ]
    }
}

/// What the results of two sides are called.
const ENDS: [&str; 3] = ["first wins", "draw", "second wins"];

fn parts(chances: &Chances) -> [f64; 3] {
    [chances.first_wins, chances.draws, chances.second_wins]
}

/// First wins, draws and second wins as shares.
fn results(record: &Record) -> [f64; 3] {
    let counts = [record.first_wins, record.draws, record.second_wins];
    counts.map(|n| share(n, record.games()))
}

/// All sets together.
fn whole(history: &History) -> Record {
    history.last(history.sets())
}

/// The first sets together, as many as make final figures.
fn early(history: &History) -> Record {
    let records = history.records.iter().take(LAST).cloned().collect();
    whole(&History { records })
}

/// How a learner fared at first and in the end.
fn learnt(history: &History, side: Side) -> String {
    let ends = [early(history), history.last(LAST as u64)];
    let row = |name: &str, count: &dyn Fn(&Record) -> u64, article: &str| {
        let [early, late] = [0, 1].map(|i| tenths(share(count(&ends[i]), ends[i].games())));
        vec![name.to_owned(), early, late, article.to_owned()]
    };
    let rows = [
        row("won", &|r| r.wins(side), ""),
        row("drawn", &|r| r.draws, ""),
        row("lost", &|r| r.wins(side.other()), ""),
        row("not lost", &|r| r.not_lost(side), "about nine in ten"),
    ];
    let head = ["", "first 1,000 games", "last 1,000 games", "article"];
    table(&head, &rows)
}

/// How two learners fared at first and in the end.
fn met(history: &History, article: &str) -> String {
    let [early, late] = [early(history), history.last(LAST as u64)].map(|r| results(&r));
    let words = ["", article, ""];
    let rows = [0, 1, 2].map(|i| {
        let [early, late] = [early[i], late[i]].map(tenths);
        vec![ENDS[i].to_owned(), early, late, words[i].to_owned()]
    });
    let head = ["", "first 1,000 games", "last 1,000 games", "article"];
    table(&head, &rows)
}

/// What a learner has seen in the end.
fn known(history: &History, side: Side) -> String {
    let end = history.last(1);
    let zeroed = end.standing[side.index()]
        .as_ref()
        .map_or(0, Standing::zeroed_total);
    format!(
        "It has met {} of the {} boxes there are for its side (the article: {}). In {} of them a move has \
         lost all its beads: the learner has ruled it out and will not play it again.",
        thousands(boxes(&end, side)),
        thousands(BOXES[side.index()]),
        thousands(theirs::BOXES[side.index()]),
        thousands(zeroed)
    )
}

/// When the second side first won more than it lost.
fn overtaking(history: &History) -> String {
    let ahead = (LAST..=history.records.len()).find(|&end| {
        let records = history.records[end - LAST..end].to_vec();
        let last = whole(&History { records });
        last.second_wins > last.first_wins
    });
    let games = |sets: usize| {
        let played = history.records[..sets].iter().map(Record::games);
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
