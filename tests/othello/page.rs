//! Generates `docs/records/othello.md`: our cross table next to the published one, with words in English and Japanese.

use std::cmp::Ordering;

use super::{CELLS, Cell, rote};
use crate::place::is_current;

/// The discs of both sides in all games, row by row.
struct Table<'a> {
    players: &'a [String],
    discs: Vec<[u32; 2]>,
}

impl Table<'_> {
    fn discs(&self, first: usize, second: usize) -> [u32; 2] {
        self.discs[first * self.players.len() + second]
    }

    /// The numbers of games that a player won, drew and lost against players of a kind.
    fn results(&self, player: usize, of: fn(&str) -> bool) -> [u32; 3] {
        let mut results = [0; 3];
        for other in (0..self.players.len()).filter(|&other| of(&self.players[other])) {
            let reversed = |[a, b]: [u32; 2]| [b, a];
            let seats = [
                self.discs(player, other),
                reversed(self.discs(other, player)),
            ];
            for [own, theirs] in seats.into_iter().filter(|_| other != player) {
                results[match own.cmp(&theirs) {
                    Ordering::Greater => 0,
                    Ordering::Equal => 1,
                    Ordering::Less => 2,
                }] += 1;
            }
        }
        results
    }
}

/// Our text, followed by a slash and the published text if they differ.
fn compared(ours: &str, published: &str) -> String {
    if ours == published {
        return ours.to_owned();
    }
    format!("**{ours}** / {published}")
}

pub(super) fn row(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}

pub(super) fn head(titles: &[&str]) -> String {
    let titles = titles.iter().map(|title| (*title).to_owned());
    let line = format!("|{}\n", "---|".repeat(titles.len()));
    row(titles) + &line
}

fn page() -> String {
    let learnt = rote::learnt();
    let second = |(cell, _): &(Cell, [u32; 2])| cell.second.to_lowercase();
    let players: Vec<String> = CELLS[..10].iter().map(second).collect();
    let table = |discs: fn(&(Cell, [u32; 2])) -> [u32; 2]| Table {
        players: &players,
        discs: CELLS.iter().map(discs).collect(),
    };
    let ours = table(|(_, points)| *points);
    let published = table(|(cell, _)| [cell.first_discs, cell.second_discs]);
    let all = 0..players.len();
    let mut titles = vec!["first\\\\second"];
    titles.extend(players.iter().map(String::as_str));
    let mut table = head(&titles);
    for first in all.clone() {
        let written = |[own, other]: [u32; 2]| format!("{own}-{other}");
        let cells = all.clone().map(|second| {
            let [ours, published] = [&ours, &published].map(|t| written(t.discs(first, second)));
            compared(&ours, &published)
        });
        table += &row([players[first].clone()].into_iter().chain(cells));
    }
    let kinds: [fn(&str) -> bool; 3] = [|n| !n.contains("-d"), |n| n.contains("-d"), |_| true];
    let mut results = head(&["", "one-ply players", "searching players", "all"]);
    for player in all {
        let cells = kinds.map(|kind| {
            let [ours, published] = [&ours, &published].map(|table| {
                let [won, drawn, lost] = table.results(player, kind);
                format!("{won}-{drawn}-{lost}")
            });
            compared(&ours, &published)
        });
        results += &row([players[player].clone()].into_iter().chain(cells));
    }
    let different = CELLS.iter().filter(|(cell, _)| cell.is_different()).count();
    let won = |table: &Table<'_>, name: &str| {
        let player = players.iter().position(|player| player == name);
        table.results(player.expect("a player"), |_| true)[0].to_string()
    };
    let figures = [
        ("games", CELLS.len().to_string()),
        ("different", different.to_string()),
        ("same", (36 - different).to_string()),
        ("table", table),
        ("results", results),
        ("gave_up", rote::gave_up(&learnt, "michie-304")),
        ("learnt", rote::table(&learnt)),
        ("shown", rote::shown()),
        ("rote_games", rote::games()),
        ("rote_runs", rote::runs()),
        ("published_d2", won(&published, "m3-d2")),
        ("published_d4", won(&published, "m3-d4")),
        ("ours_d2", won(&ours, "m3-d2")),
        ("ours_d4", won(&ours, "m3-d4")),
    ];
    figures.into_iter().fold(
        include_str!("page.md").to_owned(),
        |page, (name, figure)| page.replace(&format!("{{{name}}}"), &figure),
    )
}

#[test]
fn the_page_is_up_to_date() {
    is_current("docs/records/othello.md", page());
}
