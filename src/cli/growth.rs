//! `menace growth`: how tables grow with the games, how often a box is met again, and how much of play
//! goes through known boxes; for games too large to learn whole.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use menace::arena::{Growth, growth};
use menace::game::{Game, Side};
use menace::games::{Visitor, with_game};
use menace::learn::{Learners, Plain, SEED, Terms, Training};
use menace::plot::{self, Bands, Point, Series};
use menace::text::{columns, count as counted, decimal, float, percent, share, thousands};
use menace::{roster, session};
use serde_json::{Value, json};

use super::files::{self, Force, Kind, put, put_picture};
use super::number::{BATCH, GAMES, count, whole};
use super::output::print_json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace growth --game othello --games 1k
  menace growth --game othello:4 --game othello:6 --games 1k --plot figures/growth.png
  menace growth --game othello:6 --games 2k --batch 1 --batch 1k

Nothing is kept but the CSV and the picture. Counts are the same each time, seconds are not.")]
pub(super) struct Args {
    /// A game; may be given several times [default: othello]
    #[arg(long, short, value_name = "GAME")]
    game: Vec<String>,

    /// A rule by name or a TOML file; may be given several times [default: rote]
    #[arg(long, value_name = "RULE")]
    rule: Vec<String>,

    /// Who learns: first, second or both
    #[arg(long, short, value_name = "SIDE", default_value = "first")]
    learner: Learners,

    /// Whom a single learner plays [default: random]
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,

    /// How many games each training has; more than 1,000, or than a larger batch, are rounded up to
    /// whole thousands or batches
    #[arg(long, value_name = "N", value_parser = count::<GAMES>, default_value = "100k")]
    games: u64,

    /// Games played at a time against the table as it stands; may be given several times [default: 1]
    #[arg(long, value_name = "N", value_parser = count::<BATCH>)]
    batch: Vec<u64>,

    /// Make at most N boxes a side
    #[arg(long, value_name = "N", value_parser = count::<{ u64::MAX }>)]
    max_boxes: Option<u64>,

    /// Ask this player in every position without a box, instead of playing any move
    #[arg(long, value_name = "PLAYER")]
    outside: Option<String>,

    /// The seed of all randomness
    #[arg(long, short, value_name = "S", value_parser = whole, default_value_t = SEED)]
    seed: u64,

    /// Write the counts as CSV into this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Draw how much of play goes through known boxes into this file, PNG or SVG by its ending
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Games of a set, unless a batch is larger.
const SET: u64 = 1_000;

/// One training and how it grew.
struct Grown {
    game: String,
    rule: String,
    batch: u64,
    marks: Vec<Growth>,
    /// How long it took to each mark from the one before.
    seconds: Vec<f64>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = &args.plot {
        files::check(path, files::picture(path)?, Force::Never)?;
    }
    if let Some(path) = &args.csv {
        files::check(path, CSV, Force::Never)?;
    }
    let or = |given: &[String], usual: &str| match given {
        [] => vec![usual.to_owned()],
        given => given.to_vec(),
    };
    let (games, rules) = (or(&args.game, "othello"), or(&args.rule, "rote"));
    let batches = if args.batch.is_empty() {
        &[1][..]
    } else {
        &args.batch
    };
    let mut all = Vec::new();
    for game in &games {
        for rule in &rules {
            for &batch in batches {
                all.push(with_game(game, Grow { args, rule, batch })??);
            }
        }
    }
    if let Some(path) = &args.plot {
        let picture = plot::bands(&bands(args, &all))?;
        put_picture(path, &picture, Force::Never)?;
    }
    if let Some(path) = &args.csv {
        put(path, csv(&all).as_bytes(), CSV, Force::Never)?;
    }
    if args.json {
        return print_json(out, &all.iter().map(value).collect());
    }
    for grown in &all {
        write!(out, "{}", text(args, grown))?;
    }
    Ok(())
}

struct Grow<'a> {
    args: &'a Args,
    rule: &'a str,
    batch: u64,
}

impl Visitor for Grow<'_> {
    type Output = anyhow::Result<Grown>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let Self { args, rule, batch } = self;
        // No more games than are asked for, be they fewer than a set or a batch has.
        let games_per_set = SET.max(batch).min(args.games);
        let mut training = Training::new(game.clone(), roster::rule(rule)?)
            .learners(args.learner)
            .games_per_set(games_per_set)
            .seed(args.seed);
        training.opponent = session::opponent_of(&game, args.opponent.as_deref(), args.learner)?;
        let terms = Terms {
            batch,
            most_boxes: args.max_boxes,
            most_bytes: None,
        };
        let mut plain = Plain::new(training.clone()).under(terms);
        if let Some(name) = &args.outside {
            session::check_outside(name, &training.rule, terms)?;
            if let Some(outside) = session::outside(&game, name, args.learner)? {
                plain = plain.asking(&outside);
            }
        }
        // Decades, as whole sets, and the end.
        let decades = (3..).map(|power| 10_u64.saturating_pow(power));
        let decades = decades.take_while(|&games| games < args.games);
        let decades = decades.filter(|&games| games.is_multiple_of(games_per_set));
        let marks: Vec<u64> = decades.chain([args.games]).collect();
        let (mut start, mut seconds) = (Instant::now(), Vec::new());
        let seen = |mark: &Growth| {
            seconds.push(start.elapsed().as_secs_f64());
            if io::stderr().is_terminal() {
                // Whoever cannot be told misses nothing else.
                let _ = writeln!(
                    io::stderr(),
                    "{}, rule {}, batch {batch}: {} games",
                    game.name(),
                    training.rule.name,
                    thousands(mark.games)
                );
            }
            start = Instant::now();
        };
        let marks = growth(plain, &marks, seen);
        Ok(Grown {
            game: game.name(),
            rule: training.rule.name.clone(),
            batch,
            marks,
            seconds,
        })
    }
}

impl Grown {
    fn name(&self) -> String {
        let batch = match self.batch {
            1 => String::new(),
            batch => format!(", batches of {}", thousands(batch)),
        };
        format!("{}, rule {}{batch}", self.game, self.rule)
    }
}

/// Games a second, where there was time to tell.
fn speed(mark: &Growth, seconds: f64) -> f64 {
    float(mark.results.games()) / seconds.max(1e-9)
}

/// The side whose wins are told: that which learns, the first of two.
fn told(args: &Args) -> Side {
    args.learner.sides().next().unwrap_or(Side::First)
}

fn text(args: &Args, grown: &Grown) -> String {
    let titles = [
        "games",
        "won",
        "boxes",
        "met again",
        "memory",
        "a box",
        "games/s",
    ];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for (mark, &seconds) in grown.marks.iter().zip(&grown.seconds) {
        let won = share(mark.results.wins(told(args)), mark.results.games());
        let each = share(mark.allocated, mark.boxes);
        rows.push(vec![
            thousands(mark.games),
            percent(won),
            thousands(mark.boxes),
            percent(share(mark.again, mark.boxes)),
            format!("{} MB", decimal(float(mark.allocated) / 1e6, 1)),
            format!("{} bytes", decimal(each, 0)),
            decimal(speed(mark, seconds), 0),
        ]);
    }
    let mut text = format!("{}\n{}", grown.name(), columns(&rows));
    if let Some(last) = grown.marks.last() {
        let games = counted(last.results.games(), "game", "games");
        text += &format!("In a known box, by moves before, of the last {games}:\n");
        let plies = (0..last.meetings.met.len()).filter(|&ply| last.meetings.met[ply] > 0);
        let known = plies.map(|ply| {
            let known = share(last.meetings.known[ply], last.meetings.met[ply]);
            format!("{ply}: {}", percent(known))
        });
        for line in known.collect::<Vec<_>>().chunks(8) {
            text += &format!("  {}\n", line.join("  "));
        }
    }
    text
}

fn value(grown: &Grown) -> Value {
    let marks = grown.marks.iter().zip(&grown.seconds);
    let marks = marks.map(|(mark, seconds)| {
        json!({
            "games": mark.games,
            "first_wins": mark.results.first_wins,
            "draws": mark.results.draws,
            "second_wins": mark.results.second_wins,
            "boxes": mark.boxes,
            "met_again": mark.again,
            "bytes": mark.allocated,
            "seconds": seconds,
            "met_by_ply": mark.meetings.met,
            "known_by_ply": mark.meetings.known,
        })
    });
    json!({
        "game": grown.game,
        "rule": grown.rule,
        "batch": grown.batch,
        "marks": marks.collect::<Vec<_>>(),
    })
}

/// The first line of the CSV, by which another is known.
const HEAD: &str = "game,rule,batch,games,first_wins,draws,second_wins,boxes,met_again,bytes,seconds,ply,met,known\n";
const CSV: Kind<'_> = Kind::Text(HEAD.as_bytes());

/// One line for each mark and move number.
fn csv(all: &[Grown]) -> String {
    let mut text = HEAD.to_owned();
    for grown in all {
        for (mark, seconds) in grown.marks.iter().zip(&grown.seconds) {
            let Growth {
                games,
                results,
                boxes,
                again,
                allocated,
                meetings,
            } = mark;
            for (ply, (met, known)) in meetings.met.iter().zip(&meetings.known).enumerate() {
                if *met > 0 {
                    text += &format!(
                        "{},{},{},{games},{},{},{},{boxes},{again},{allocated},{seconds:.3},{ply},{met},{known}\n",
                        quoted(&grown.game),
                        grown.rule,
                        grown.batch,
                        results.first_wins,
                        results.draws,
                        results.second_wins,
                    );
                }
            }
        }
    }
    text
}

/// A name as CSV has it where it holds a comma.
fn quoted(name: &str) -> String {
    if name.contains(',') {
        format!("\"{name}\"")
    } else {
        name.to_owned()
    }
}

/// Of one training a line for each mark, of several one for the end of each.
fn bands(args: &Args, all: &[Grown]) -> Bands {
    let line = |name: String, mark: &Growth| {
        let met = mark.meetings.met.iter().zip(&mark.meetings.known);
        let points = met.enumerate().filter(|(_, (met, _))| **met > 0);
        let points = points.map(|(ply, (&met, &known))| {
            let y = 100.0 * share(known, met);
            let x = float(ply as u64);
            Point {
                x,
                low: y,
                mid: y,
                high: y,
            }
        });
        Series {
            name,
            quantity: None,
            points: points.collect(),
        }
    };
    let games = |mark: &Growth| format!("up to {} games", thousands(mark.games));
    let (title, series) = match all {
        [one] => {
            let lines = one.marks.iter().map(|mark| line(games(mark), mark));
            (one.name(), lines.collect())
        }
        all => {
            let last = |grown: &Grown| Some(line(grown.name(), grown.marks.last()?));
            let title = format!("After {}", counted(args.games, "game", "games"));
            (title, all.iter().filter_map(last).collect())
        }
    };
    Bands {
        title,
        subtitle: "how much of play goes through boxes that were there before".to_owned(),
        x_label: "moves played before".to_owned(),
        y_label: "moves from a known box (%)".to_owned(),
        y_range: Some((0.0, 100.0)),
        series,
        ..Bands::default()
    }
}
