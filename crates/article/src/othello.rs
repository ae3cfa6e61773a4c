//! The cross table of the article on Othello players of 2015: as published, by the rules, and with the error of its program.

use std::cmp::Ordering;

use matchboxes::arena::Contest;
use matchboxes::games::{AnyGame, Othello};
use matchboxes::roster;
use matchboxes::text::float;
use matchboxes_pictures::plot::{self, Cell as Shade, Heading, Matrix, Picture};
use matchboxes_report::Row;
use rayon::prelude::*;
use serde::Deserialize;

use super::claim::{FigureClaim, OwnFigure, StatedFigure};
use super::content::{ArticleContent, ArticleRequest};
use super::published;

/// Who plays for M3-D2 and M3-D4.
const KINDS: [ProgramKind; 3] = [
    ProgramKind("rules", ""),
    ProgramKind("phantom", "-2015"),
    ProgramKind("fitted", "-2015:e9"),
];
/// What of these emulates the program, without a square fitted to its table.
const PHANTOM: usize = 1;

/// A name, and what follows the names of the two players.
struct ProgramKind(&'static str, &'static str);

impl ProgramKind {
    fn player(&self, name: &str) -> String {
        let name = name.to_lowercase();
        let has_error = matches!(&*name, "m3-d2" | "m3-d4");
        name + if has_error { self.1 } else { "" }
    }

    /// The command that plays the whole table.
    fn tournament(&self, names: &[&str]) -> String {
        let players: Vec<String> = names.iter().map(|name| self.player(name)).collect();
        format!("menace tournament --game othello {}", players.join(" "))
    }
}

type Discs = [u64; 2];
type DiscsOf = fn(&PlayedPair) -> Discs;

#[derive(Deserialize)]
struct PrintedCell {
    first: String,
    second: String,
    first_discs: u64,
    second_discs: u64,
}

/// A game of the table: its players, the published discs, and what each kind of player reaches.
struct PlayedPair {
    players: [String; 2],
    published: Discs,
    played: [Discs; 3],
}

impl PlayedPair {
    fn play(game: &AnyGame, cell: &PrintedCell) -> matchboxes::Result<Self> {
        let names = [&cell.first, &cell.second];
        let mut played = [[0; 2]; 3];
        for (which, kind) in KINDS.iter().enumerate() {
            let own = names.map(|name| kind.player(name));
            if which > 0 && own == names.map(|name| KINDS[which - 1].player(name)) {
                played[which] = played[which - 1];
                continue;
            }
            let [first, second] = own.each_ref().map(|name| roster::player(game, name));
            let (first, second) = (first?, second?);
            let only = Contest::new(game, [&*first, &*second]).only_game();
            played[which] = only.and_then(|(_, tally)| tally.points).unwrap_or_default();
        }
        Ok(Self {
            players: names.map(|name| name.to_lowercase()),
            published: [cell.first_discs, cell.second_discs],
            played,
        })
    }

    fn is_as_published(&self, kind: usize) -> bool {
        self.played[kind] == self.published
    }

    fn has_error(&self) -> bool {
        self.players.iter().any(|name| name.starts_with("m3-"))
    }

    fn command(&self, kind: &ProgramKind) -> String {
        let [first, second] = self.players.each_ref().map(|name| kind.player(name));
        format!("menace match {first} {second} --game othello")
    }
}

fn written([first, second]: Discs) -> String {
    format!("{first}-{second}")
}

pub(super) fn content(_: &ArticleRequest) -> matchboxes::Result<ArticleContent> {
    let game = Othello::new(8)?.into();
    let cells: Vec<PrintedCell> = published::rows(include_str!("published/othello.csv"));
    let games: matchboxes::Result<Vec<PlayedPair>> = cells
        .par_iter()
        .map(|cell| PlayedPair::play(&game, cell))
        .collect();
    let games = games?;
    let mut names: Vec<&str> = Vec::new();
    for game in &games {
        if !names.contains(&&*game.players[0]) {
            names.push(&game.players[0]);
        }
    }
    let mut content = ArticleContent::default();
    for (which, kind) in KINDS.iter().enumerate() {
        let agree = |of: &dyn Fn(&PlayedPair) -> bool| {
            let cells = games.iter().filter(|game| of(game));
            let all = cells.clone().count();
            let same = cells.filter(|game| game.is_as_published(which)).count();
            format!("{same} / {all}")
        };
        let [all, with_error] = [agree(&|_| true), agree(&PlayedPair::has_error)];
        let row = format!("{all} | {with_error} | `{}`", kind.tournament(&names));
        content.values.put(format!("agree.{}", kind.0), row);
    }
    content.values.put("cross", cross(&games, &names));
    content.values.put("differing", differing(&games));
    tallies(&games, &names, &mut content);
    content.claims.splice(0..0, games.iter().map(claim));
    content.tables = vec![("cells", games.iter().map(row).collect())];
    let pictures: [(_, _, DiscsOf); 3] = [
        ("published", "as published in 2015", |game| game.published),
        ("by-the-rules", "by the rules", |game| game.played[0]),
        ("phantom-rows", "with the error of the program", |game| {
            game.played[PHANTOM]
        }),
    ];
    let draw = |(name, how, of)| (name, picture(&games, &names, how, of));
    content.pictures = pictures.map(draw).into();
    Ok(content)
}

/// A cell, as the program that made the table plays it.
fn claim(game: &PlayedPair) -> FigureClaim {
    let [own, other] = game.published;
    let played = game.played[PHANTOM];
    // One number for both counts: they differ exactly where it does.
    let number = |[own, other]: Discs| float(own * 100 + other);
    FigureClaim::new(
        game.players.join("-against-"),
        StatedFigure::near(written([own, other]), number([own, other]), 0.0),
        OwnFigure::exact(written(played), number(played)),
        game.command(&KINDS[PHANTOM]),
    )
}

fn row(game: &PlayedPair) -> Row {
    let [first, second] = game.players.each_ref();
    let row = Row::default()
        .with("first", first)
        .with("second", second)
        .with("published", written(game.published));
    KINDS
        .iter()
        .zip(game.played)
        .fold(row, |row, (kind, discs)| row.with(kind.0, written(discs)))
}

/// The published table; where play by the rules gives something else, that follows in bold.
fn cross(games: &[PlayedPair], names: &[&str]) -> String {
    let head = format!(
        "| | {} |\n|---|{}\n",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    let rows = names
        .iter()
        .zip(games.chunks(names.len()))
        .map(|(name, games)| {
            let cells = games.iter().map(|game| {
                let published = written(game.published);
                if game.is_as_published(0) {
                    published
                } else {
                    format!("{published} / **{}**", written(game.played[0]))
                }
            });
            format!("| {name} | {} |", cells.collect::<Vec<_>>().join(" | "))
        });
    head + &rows.collect::<Vec<_>>().join("\n")
}

/// The cells that differ in one way of playing at least, one row each.
fn differing(games: &[PlayedPair]) -> String {
    let all = games
        .iter()
        .filter(|game| (0..KINDS.len()).any(|kind| !game.is_as_published(kind)));
    let rows = all.map(|game| {
        let cells = (0..KINDS.len()).map(|kind| {
            let text = written(game.played[kind]);
            if game.is_as_published(kind) {
                text
            } else {
                format!("**{text}**")
            }
        });
        let cells: Vec<String> = cells.collect();
        let players = game.players.join(" | ");
        format!(
            "| {players} | {} | {} |",
            written(game.published),
            cells.join(" | ")
        )
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Won, drawn and lost games of a player, without those against itself.
fn tally(games: &[PlayedPair], name: &str, of: impl Fn(&PlayedPair) -> Discs) -> [u32; 3] {
    let mut tally = [0; 3];
    for game in games
        .iter()
        .filter(|game| game.players[0] != game.players[1])
    {
        for (seat, player) in game.players.iter().enumerate() {
            if player == name {
                let discs = of(game);
                tally[match discs[seat].cmp(&discs[1 - seat]) {
                    Ordering::Greater => 0,
                    Ordering::Equal => 1,
                    Ordering::Less => 2,
                }] += 1;
            }
        }
    }
    tally
}

/// Adds the results of all players, as claims and as rows, and that the deeper search of M3 wins less.
fn tallies(games: &[PlayedPair], names: &[&str], content: &mut ArticleContent) {
    let published = |name: &str| tally(games, name, |game| game.published);
    let played = |name: &str, kind: usize| tally(games, name, |game| game.played[kind]);
    let mut rows = Vec::new();
    let command = KINDS[PHANTOM].tournament(names);
    for name in names {
        let shown = |[won, drawn, lost]: [u32; 3]| format!("{won}-{drawn}-{lost}");
        let kinds = [0, 1, 2].map(|kind| shown(played(name, kind)));
        rows.push(format!(
            "| {name} | {} | {} |",
            shown(published(name)),
            kinds.join(" | ")
        ));
        let [stated, found] = [published(name), played(name, PHANTOM)].map(|[won, ..]| won);
        content.claim(
            format!("wins-of-{name}"),
            StatedFigure::near(stated.to_string(), stated.into(), 0.0),
            OwnFigure::exact(found.to_string(), found.into()),
            &command,
        );
    }
    content.lines("tallies", &rows);
    for (which, ProgramKind(name, _)) in KINDS.iter().enumerate().take(2) {
        let [deep, shallow] = ["m3-d4", "m3-d2"].map(|name| played(name, which)[0]);
        for (what, wins) in [("deep", deep), ("shallow", shallow)] {
            content
                .values
                .put(format!("{what}.{name}"), wins.to_string());
        }
        let (text, more) = (
            format!("{shallow} : {deep}"),
            f64::from(shallow) - f64::from(deep),
        );
        content.claim(
            format!("m3-d2-wins-more-than-m3-d4-{name}"),
            StatedFigure::above("more", 0.0),
            OwnFigure::exact(text, more),
            &command,
        );
    }
}

fn picture(
    games: &[PlayedPair],
    names: &[&str],
    how: &str,
    of: impl Fn(&PlayedPair) -> Discs,
) -> Picture {
    let shade = |game: &PlayedPair| {
        let discs = of(game);
        let [own, all] = [discs[0], discs[0] + discs[1]].map(float);
        Some(Shade {
            value: own / all.max(1.0),
            text: written(discs),
        })
    };
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    plot::matrix(&Matrix {
        heading: Heading::new(
            format!("Othello: ten players, {how}"),
            "discs of the first player (row) and of the second (column)",
        ),
        row_label: "first".to_owned(),
        column_label: "second".to_owned(),
        value_label: "share of the discs that are the first player's".to_owned(),
        cells: games
            .chunks(names.len())
            .map(|row| row.iter().map(shade).collect())
            .collect(),
        rows: names.clone(),
        columns: names,
        ..Matrix::default()
    })
}
