//! Generates `docs/records/hand-written-players.md`: exact chances next to the article's sampled ones, one table
//! with words in English and Japanese.
//!
//! `MENACE_BLESS=1 cargo test --test measuring exact::page` rewrites the page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::GAME;
use super::{Side, data, ground, policy, seated, seen_by, side};
use crate::place::is_current;
use matchboxes::arena::{Fractions, Ground};
use matchboxes::game::Game;
use matchboxes::games::AnyGame;

/// The misprint of the article: +1 where its code has -1.
const MISPRINT: &str = "ai11s:a=2,b=0.5,c=1";

/// Wins, losses and draws.
type Triple = [f64; 3];

fn values(side: Side, fractions: &Fractions) -> Triple {
    let [won, lost] = [side, side.other()].map(|side| fractions.wins(side));
    [won, lost, fractions.draws].map(|f| f.value())
}

fn percentages(parts: Triple) -> String {
    parts.map(|part| format!("{:.3}", part * 100.0)).join(" / ")
}

/// How many games per side the article played with a player.
fn games(player: &str) -> f64 {
    match player {
        "ai6" => 1_000.0,
        "ai12s:v2" => 100_000.0,
        _ => 10_000.0,
    }
}

/// The figures that the article prints, as fractions of 1.
fn printed(row: &BTreeMap<String, String>) -> Option<Triple> {
    let columns = ["article_win_pct", "article_loss_pct", "article_draw_pct"];
    let percent = |column| row[column].parse::<f64>().ok().map(|n| n / 100.0);
    let [won, lost, drawn] = columns.map(percent);
    Some([won?, lost?, drawn?])
}

/// The deviations of the article from the mean of these sides, in standard errors.
fn deviations(article: Triple, seats: &[Triple], games: f64) -> Triple {
    let seated = f64::from(u32::try_from(seats.len()).unwrap());
    std::array::from_fn(|i| {
        let mean = seats.iter().map(|seat| seat[i]).sum::<f64>() / seated;
        let variances = seats.iter().map(|seat| seat[i] * (1.0 - seat[i]));
        let variance: f64 = variances.sum();
        let error = (variance / games).sqrt() / seated;
        let off = article[i] - mean;
        if off.abs() < 1e-12 { 0.0 } else { off / error }
    })
}

fn largest(deviations: Triple) -> f64 {
    deviations.into_iter().map(f64::abs).fold(0.0, f64::max)
}

struct Book {
    ground: Ground<AnyGame>,
    rows: Vec<BTreeMap<String, String>>,
}

impl Book {
    fn new() -> Self {
        let mut rows = data("rules_exact.csv");
        rows.retain(|row| !row["player"].starts_with("best_vs_random"));
        let ground = ground();
        Self { ground, rows }
    }

    fn against_random(&self, player: &str, side: Side) -> Fractions {
        let own = policy(&self.ground, player);
        let random = policy(&self.ground, "random");
        self.ground.fractions(seated(side, &own, &random)).unwrap()
    }

    /// The chances of the side or sides of a row.
    fn seats(&self, row: &BTreeMap<String, String>) -> Vec<Triple> {
        let seat = |side| values(side, &self.against_random(&row["player"], side));
        match row["side"].as_str() {
            "both" => Side::BOTH.map(seat).to_vec(),
            one => vec![seat(side(one))],
        }
    }

    fn printed(&self, player: &str, seat: &str) -> Triple {
        let mut rows = self.rows.iter();
        let row = rows.find(|row| row["player"] == player && row["side"] == seat);
        printed(row.unwrap()).unwrap()
    }

    fn chances(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let name = row["player"].as_str();
            let seats = self.seats(row);
            let fractions = match row["side"].as_str() {
                "both" => both(Side::BOTH.map(|side| self.against_random(name, side))),
                one => seen_by(side(one), &self.against_random(name, side(one))),
            };
            let seated = f64::from(u32::try_from(seats.len()).unwrap());
            let mean = std::array::from_fn(|i| seats.iter().map(|s| s[i]).sum::<f64>() / seated);
            let compared = |article: Triple| {
                let errors = signed(deviations(article, &seats, games(name)));
                let article = article.map(|part| format!("{:.1}", part * 100.0));
                format!("{} | {errors}", article.join(" / "))
            };
            let article = printed(row).map_or("- | -".to_owned(), compared);
            let (exact, mean) = (fractions.join(" | "), percentages(mean));
            let _ = writeln!(
                text,
                "| {name} | {} | {exact} | {mean} | {article} |",
                row["side"]
            );
        }
        text
    }

    fn safety(&self) -> String {
        let mut text = String::new();
        for row in data("rules_worst.csv") {
            let side = side(&row["side"]);
            let own = policy(&self.ground, &row["player"]);
            let proof = self.ground.prove(&own, side);
            let most = proof.worst.fractions.unwrap().wins(side.other());
            let line = proof.line.map_or("never loses".to_owned(), |line| {
                let words = line.moves.iter().map(|&m| GAME.write_move(m));
                words.collect::<Vec<_>>().join(" ")
            });
            let (player, side) = (&row["player"], &row["side"]);
            let _ = writeln!(text, "| {player} | {side} | {most} | {line} |");
        }
        text
    }

    /// The largest deviation of the article in standard errors, and the number of rows with its figures.
    fn distance(&self) -> (f64, usize) {
        let deviations = self.rows.iter().filter_map(|row| {
            let games = games(&row["player"]);
            Some(largest(deviations(printed(row)?, &self.seats(row), games)))
        });
        let more = |(most, rows): (f64, usize), next: f64| (most.max(next), rows + 1);
        deviations.fold((0.0, 0), more)
    }

    fn page(&self) -> String {
        let second = Side::Second;
        let misprint = self.against_random(MISPRINT, second);
        let misprinted = values(second, &misprint);
        let third = self.printed("ai11s:v3", "second");
        let misprint_apart = deviations(third, &[misprinted], 10_000.0);
        let scored = values(second, &self.against_random("ai7s", second));
        let seventh = self.printed("ai7", "second");
        let stepwise = values(second, &self.against_random("ai7", second));
        let sixth = values(Side::First, &self.against_random("ai6", Side::First));
        let short = self.printed("ai6", "first");
        let (most, rows) = self.distance();
        format!(
            include_str!("page.md"),
            chances = self.chances(),
            safety = self.safety(),
            name = MISPRINT,
            rows = rows,
            most = most,
            misprint = percentages(misprinted),
            misprint_fractions = seen_by(second, &misprint).join(", "),
            misprint_apart = largest(misprint_apart),
            ai7s_losses = scored[1] * 100.0,
            ai7_losses = stepwise[1] * 100.0,
            printed_losses = seventh[1] * 100.0,
            ai7s_apart = deviations(seventh, &[scored], 10_000.0)[1].abs(),
            ai7_apart = deviations(seventh, &[stepwise], 10_000.0)[1].abs(),
            ai6_losses = sixth[1] * 100.0,
            ai6_printed = short[1] * 100.0,
            ai6_short = deviations(short, &[sixth], 1_000.0)[1].abs(),
            ai6_long = deviations(short, &[sixth], 10_000.0)[1].abs(),
        )
    }
}

fn signed(deviations: Triple) -> String {
    deviations.map(|z| format!("{z:+.2}")).join(" / ")
}

/// The mean of both sides.
fn both([first, second]: [Fractions; 2]) -> [String; 3] {
    [
        super::known::mean(first.first_wins, second.second_wins),
        super::known::mean(first.second_wins, second.first_wins),
        super::known::mean(first.draws, second.draws),
    ]
}

#[test]
fn the_page_is_up_to_date() {
    is_current("docs/records/hand-written-players.md", Book::new().page());
}

#[test]
fn the_article_is_within_2_5_standard_errors() {
    let (most, rows) = Book::new().distance();
    assert_eq!(rows, 54);
    assert!((2.475..2.485).contains(&most), "{most}");
}
