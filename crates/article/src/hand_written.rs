//! The article on hand-written players of tic-tac-toe: exact chances, worst cases, scores of moves.

use matchboxes::arena::{Aim, Fraction, Fractions, Ground, Policy};
use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, Position, TicTacToe};
use matchboxes::player::tictactoe::{Explanation, HandWritten};
use matchboxes::roster;
use matchboxes::text::float;
use matchboxes_pictures::plot::{self, Cell as Shade, Heading, Matrix, Picture};
use matchboxes_report::Row;
use serde::Deserialize;

use super::claim::{FigureClaim, OwnFigure, StatedFigure};
use super::content::{ArticleContent, ArticleRequest};
use super::published;

const GAME: AnyGame = AnyGame::TicTacToe(TicTacToe);

/// The players, each by one name for all that play the same, in the order of the article; perfect play last.
const PLAYERS: &str = "ai1 ai2 ai3 ai4 ai5 ai5s ai6 ai6s ai7 ai7s ai8s ai9s ai10s ai11s:v1 ai11s:v2 ai11s:v3 ai12s:v1 \
    ai12s:v2 ai12s:v3 ai13s ai14s perfect";

/// What is printed with the wrong sign: +1 where the article's code has -1.
const MISPRINT: &str = "ai11s:a=2,b=0.5,c=1";

/// The position whose fifth moves the article compares, with what it says of each: wins, losses, draws in thirds.
const FIFTH: &str = "O../.XO/.XX";
const FIFTH_MOVES: [(&str, [u8; 3]); 4] = [
    ("b1", [1, 1, 1]),
    ("c1", [1, 2, 0]),
    ("a2", [1, 2, 0]),
    ("a3", [1, 1, 1]),
];

/// What a printed percentage is rounded by.
const ROUNDED: f64 = 0.05;

const RESULTS: [&str; 3] = ["wins", "losses", "draws"];

/// Wins, losses and draws in percent.
type Triple = [f64; 3];

#[derive(Deserialize)]
struct PrintedChances {
    player: String,
    side: String,
    /// How many games the article played on each side.
    games: u64,
    wins: f64,
    losses: f64,
    draws: f64,
}

impl PrintedChances {
    const fn triple(&self) -> Triple {
        [self.wins, self.losses, self.draws]
    }
}

#[derive(Deserialize)]
struct Scored {
    case: String,
    player: String,
    position: String,
    #[serde(rename = "move")]
    m: String,
    score: f64,
    best: String,
}

struct Contestants {
    ground: Ground<AnyGame>,
    names: Vec<&'static str>,
    policies: Vec<Policy>,
    random: Policy,
    rows: Vec<PrintedChances>,
}

/// The chances of a player against random play, on one side or on both: wins, losses and draws.
struct Chances(Vec<[Fraction; 3]>);

impl Chances {
    /// The sum over the sides of a number for each result, which is given in percent.
    fn sum(&self, number: impl Fn(f64) -> f64) -> Triple {
        let percent = |i: usize| self.0.iter().map(move |part| 100.0 * part[i].value());
        [0, 1, 2].map(|i| percent(i).map(&number).sum())
    }

    fn sides(&self) -> f64 {
        float(self.0.len() as u64)
    }

    fn mean(&self) -> Triple {
        self.sum(|part| part).map(|sum| sum / self.sides())
    }

    /// The standard errors of percentages after this many games on each side.
    fn errors(&self, games: u64) -> Triple {
        let variances = self.sum(|part| part * (100.0 - part));
        variances.map(|sum| (sum / float(games)).sqrt() / self.sides())
    }

    /// The mean, as pages show it.
    fn shown(&self) -> String {
        self.mean().map(|part| format!("{part:.3}")).join(" / ")
    }

    /// The same as fractions; the mean of both sides where there are two.
    fn texts(&self) -> [String; 3] {
        match &self.0[..] {
            [one, other] => std::array::from_fn(|i| {
                let sum = one[i].plus(&other[i]);
                let half =
                    sum.and_then(|sum| Fraction::new(sum.numerator(), sum.denominator() * 2));
                half.map_or_else(String::new, |half| half.to_string())
            }),
            sides => sides[0].map(|fraction| fraction.to_string()),
        }
    }
}

fn seen_by(side: Side, fractions: &Fractions) -> [Fraction; 3] {
    [
        fractions.wins(side),
        fractions.wins(side.other()),
        fractions.draws,
    ]
}

/// What does not happen in tic-tac-toe.
fn too_long() -> matchboxes::Error {
    let reason = "its chances are no fractions of 64 bits".to_owned();
    matchboxes::games::Error::Parameter {
        name: GAME.name(),
        reason,
    }
    .into()
}

impl Contestants {
    fn new() -> matchboxes::Result<Self> {
        let ground = Ground::new(GAME)?;
        let policy = |name: &str| -> matchboxes::Result<Policy> {
            Ok(ground.policy(&*roster::player(&GAME, name)?))
        };
        let names: Vec<&str> = PLAYERS.split_whitespace().collect();
        let policies: matchboxes::Result<_> = names.iter().map(|name| policy(name)).collect();
        Ok(Self {
            policies: policies?,
            random: policy("random")?,
            rows: published::rows(include_str!("published/rules.csv")),
            ground,
            names,
        })
    }

    fn fractions(&self, policies: [&Policy; 2]) -> matchboxes::Result<Fractions> {
        self.ground.fractions(policies).ok_or_else(too_long)
    }

    fn against_random(&self, policy: &Policy, sides: &[Side]) -> matchboxes::Result<Chances> {
        let chances = sides.iter().map(|&side| {
            let fractions = self.fractions(side.ordered([policy, &self.random]))?;
            Ok(seen_by(side, &fractions))
        });
        Ok(Chances(chances.collect::<matchboxes::Result<_>>()?))
    }

    fn named(&self, name: &str, side: Side) -> matchboxes::Result<Chances> {
        let policy = self.ground.policy(&*roster::player(&GAME, name)?);
        self.against_random(&policy, &[side])
    }

    fn printed(&self, player: &str, side: &str) -> Option<&PrintedChances> {
        self.rows
            .iter()
            .find(|row| row.player == player && row.side == side)
    }

    /// Adds the players against random play, each figure of the article beside ours.
    fn chances(&self, content: &mut ArticleContent) -> matchboxes::Result<()> {
        let (mut text, mut rows) = (Vec::new(), Vec::new());
        for (name, policy) in self.names.iter().zip(&self.policies) {
            for (side, sides) in [
                ("first", &[Side::First][..]),
                ("second", &[Side::Second]),
                ("both", &Side::BOTH),
            ] {
                let chances = self.against_random(policy, sides)?;
                let (fractions, shown) = (chances.texts(), chances.shown());
                let mut stated = [None, None];
                if let Some(printed) = self.printed(name, side) {
                    let claims = claims(name, side, &chances, printed);
                    let verdict = verdict(claims.iter().all(FigureClaim::holds));
                    let percent = printed.triple().map(|part| format!("{part:.1}"));
                    let percent = percent.join(" / ");
                    stated = [Some(percent), Some(verdict.to_owned())];
                    content.claims.extend(claims);
                }
                let cells = stated.map(Option::unwrap_or_default).join(" | ");
                text.push(format!(
                    "| {name} | {side} | {} | {shown} | {cells} |",
                    fractions.join(" | ")
                ));
                let row = Row::default().with("player", *name).with("side", side);
                let each = RESULTS.into_iter().zip(fractions);
                rows.push(each.fold(row, |row, (result, fraction)| row.with(result, fraction)));
            }
        }
        content.lines("chances", &text);
        content.tables.push(("against-random", rows));
        Ok(())
    }

    fn meetings(&self, content: &mut ArticleContent) -> matchboxes::Result<()> {
        let (mut rows, mut cells) = (Vec::new(), Vec::new());
        for (first, own) in self.names.iter().zip(&self.policies) {
            let mut shades = Vec::new();
            for (second, other) in self.names.iter().zip(&self.policies) {
                let fractions = self.fractions([own, other])?;
                let [wins, losses, draws] = seen_by(Side::First, &fractions);
                let value = wins.value() + draws.value() / 2.0;
                shades.push(Some(Shade {
                    value,
                    text: format!("{:.0}", 100.0 * value),
                }));
                let row = Row::default()
                    .with("first", *first)
                    .with("second", *second)
                    .with("first_wins", wins.to_string())
                    .with("draws", draws.to_string())
                    .with("second_wins", losses.to_string());
                rows.push(row);
            }
            cells.push(shades);
        }
        content.tables.push(("each-other", rows));
        content.pictures.push(("each-other", self.picture(cells)));
        Ok(())
    }

    fn picture(&self, cells: Vec<Vec<Option<Shade>>>) -> Picture {
        let names: Vec<String> = self.names.iter().map(|&name| name.to_owned()).collect();
        plot::matrix(&Matrix {
            heading: Heading::new(
                "The hand-written players, each against each",
                "tic-tac-toe, exact",
            ),
            row_label: "first".to_owned(),
            column_label: "second".to_owned(),
            value_label: "wins and half of the draws of the first player, in percent".to_owned(),
            rows: names.clone(),
            columns: names,
            cells,
            ..Matrix::default()
        })
    }

    /// Adds what the best opponent can do to each player.
    fn worst_cases(&self, content: &mut ArticleContent) -> matchboxes::Result<()> {
        let (mut text, mut rows) = (Vec::new(), Vec::new());
        for (name, policy) in self.names.iter().zip(&self.policies) {
            for side in Side::BOTH {
                let proof = self.ground.prove(policy, side);
                let most = proof.worst.fractions.as_ref().ok_or_else(too_long)?;
                let most = most.wins(side.other()).to_string();
                let line = proof.line.as_ref();
                let line = line.map(|line| GAME.write_moves(&line.moves));
                let shown = line.as_deref().unwrap_or("{never-loses}");
                text.push(format!("| {name} | {} | {most} | {shown} |", side.name()));
                rows.push(
                    Row::default()
                        .with("player", *name)
                        .with("side", side.name())
                        .with("beaten_at_most", most)
                        .with("shortest_loss", line),
                );
            }
        }
        content.lines("worst", &text);
        content.tables.push(("worst-cases", rows));
        Ok(())
    }

    /// Adds what becomes of the fifth moves that the article compares, with the best play after them against random play.
    fn fifth_moves(&self, content: &mut ArticleContent) -> matchboxes::Result<()> {
        let at = TicTacToe.read_position(FIFTH)?;
        let side = TicTacToe.side(&at);
        let mut rows = Vec::new();
        for (text, thirds) in FIFTH_MOVES {
            let after = TicTacToe.play(&at, TicTacToe.read_move(text)?);
            let mut ground = self.ground.clone();
            ground.begin_at(&Position::TicTacToe(after))?;
            let best = ground.best_response(&self.random, side.other(), Aim::Score);
            let fractions = best.fractions.as_ref().ok_or_else(too_long)?;
            let found = seen_by(side, fractions);
            for ((result, third), fraction) in RESULTS.into_iter().zip(thirds).zip(found) {
                content.claim(
                    format!("fifth-move-{text}-{result}"),
                    StatedFigure::near(format!("{third}/3"), f64::from(third) / 3.0, 1e-12),
                    OwnFigure::exact(fraction.to_string(), fraction.value()),
                    format!("menace explain ai14s --position {FIFTH}"),
                );
            }
            let stated = thirds.map(|third| format!("{third}/3")).join(" | ");
            let found = found.map(|fraction| fraction.to_string()).join(" | ");
            rows.push(format!("| {text} | {stated} | {found} |"));
        }
        content.lines("fifth", &rows);
        Ok(())
    }

    /// Adds the numbers of the three corrections.
    fn corrections(&self, content: &mut ArticleContent) -> matchboxes::Result<()> {
        let mut put = |name: &str, text: String| content.values.put(name, text);
        let misprint = self.named(MISPRINT, Side::Second)?;
        put("misprint.name", MISPRINT.to_owned());
        put("misprint", misprint.shown());
        put("misprint.fractions", misprint.texts().join(", "));
        let apart = |printed: Option<&PrintedChances>, chances: &Chances, games: u64| -> Triple {
            let stated = printed.map_or([f64::NAN; 3], PrintedChances::triple);
            let (mean, errors) = (chances.mean(), chances.errors(games));
            std::array::from_fn(|i| ((stated[i] - mean[i]) / errors[i]).abs())
        };
        let third = apart(self.printed("ai11s:v3", "second"), &misprint, 10_000);
        put(
            "misprint.apart",
            format!("{:.1}", third.into_iter().fold(0.0, f64::max)),
        );
        let losses = |printed: Option<&PrintedChances>| {
            printed.map_or_else(String::new, |row| format!("{:.1}", row.losses))
        };
        let seventh = self.printed("ai7", "second");
        put("label.printed", losses(seventh));
        for name in ["ai7", "ai7s"] {
            let chances = self.named(name, Side::Second)?;
            put(
                &format!("label.{name}"),
                format!("{:.3}", chances.mean()[1]),
            );
            let apart = apart(seventh, &chances, 10_000)[1];
            put(&format!("label.{name}.apart"), format!("{apart:.1}"));
        }
        let sixth = self.named("ai6", Side::First)?;
        let printed = self.printed("ai6", "first");
        put("games.printed", losses(printed));
        put("games.exact", format!("{:.3}", sixth.mean()[1]));
        for (name, games) in [("games.short", 1_000), ("games.long", 10_000)] {
            put(name, format!("{:.1}", apart(printed, &sixth, games)[1]));
        }
        Ok(())
    }
}

/// What a page calls that all figures of a row hold, or not.
const fn verdict(holds: bool) -> &'static str {
    if holds { "{holds}" } else { "{fails}" }
}

fn claims(name: &str, side: &str, chances: &Chances, printed: &PrintedChances) -> Vec<FigureClaim> {
    let stated = printed.triple();
    let (mean, errors) = (chances.mean(), chances.errors(printed.games));
    let command = match side {
        "first" => format!("menace match {name} random --exact"),
        "second" => format!("menace match random {name} --exact"),
        _ => format!("menace match {name} random --exact --both-sides"),
    };
    let claim = |i: usize| {
        let text = format!("{:.1} %", stated[i]);
        FigureClaim::new(
            format!("{name}-{side}-{}", RESULTS[i]),
            StatedFigure::sampled(text, stated[i], ROUNDED, errors[i]),
            OwnFigure::exact(format!("{:.3} %", mean[i]), mean[i]),
            &command,
        )
    };
    (0..3).map(claim).collect()
}

/// Adds the positions that the article and its author's notebooks explain: the score of every move, and the best moves.
fn scores(content: &mut ArticleContent) -> matchboxes::Result<()> {
    let all: Vec<Scored> = published::rows(include_str!("published/rules_cases.csv"));
    let mut rows = Vec::new();
    for case in all.chunk_by(|one, other| one.case == other.case) {
        let (player, position) = (&case[0].player, &case[0].position);
        let at = TicTacToe.read_position(position)?;
        let why: Explanation = HandWritten::parse(player)?.explain(&at);
        let command = format!("menace explain {player} --position {position}");
        let (mut shown, mut holds) = (Vec::new(), true);
        for scored in case {
            let m = TicTacToe.read_move(&scored.m)?;
            let known = why.moves.iter().find(|known| known.m == m);
            let score = known.and_then(|known| known.score).map(|score| score.value);
            let found =
                score.map(|score| OwnFigure::exact(score.to_string(), f64::from(score.0) / 2.0));
            let stated = StatedFigure::near(scored.score.to_string(), scored.score, 0.0);
            let name = format!("{}-{}", scored.case, scored.m);
            let claim = FigureClaim::new(name, stated, found, &command);
            let is_best = known.is_some_and(|known| known.best);
            holds &= claim.holds() && is_best == (scored.best == "yes");
            let mark = if is_best { "**" } else { "" };
            shown.push(format!("{mark}{} {}{mark}", scored.m, scored.score));
            content.claims.push(claim);
        }
        let (verdict, case) = (verdict(holds), &case[0].case);
        rows.push(format!(
            "| {case} | {player} | `{position}` | {} | {verdict} |",
            shown.join(", ")
        ));
    }
    content.lines("scores", &rows);
    Ok(())
}

pub(super) fn content(_: &ArticleRequest) -> matchboxes::Result<ArticleContent> {
    let players = Contestants::new()?;
    let mut content = ArticleContent::default();
    players.chances(&mut content)?;
    players.meetings(&mut content)?;
    players.worst_cases(&mut content)?;
    players.fifth_moves(&mut content)?;
    players.corrections(&mut content)?;
    scores(&mut content)?;
    // The claims of a group by how their names begin.
    for (group, begins) in [
        ("random", &["ai"][..]),
        ("fifth", &["fifth"]),
        ("scores", &["S", "N"]),
    ] {
        let is_of =
            |claim: &&FigureClaim| begins.iter().any(|&begin| claim.name.starts_with(begin));
        let claims = content.claims.iter().filter(is_of);
        let all = claims.clone().count();
        let held = claims.filter(|claim| claim.holds()).count();
        content
            .values
            .put(format!("group.{group}"), format!("{all} | {held}"));
    }
    let claims = content.claims.iter();
    let printed = claims.filter(|claim| claim.name.contains("-both-")).count() / 3;
    content.values.put("rows", printed.to_string());
    Ok(content)
}
