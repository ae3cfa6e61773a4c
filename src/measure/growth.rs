//! `menace growth`: measures how tables grow with the number of games, how often a box is met again, and what
//! share of the moves comes from known boxes; for games too large to learn completely.

use std::io::{self, Write};
use std::time::Instant;

use matchboxes::arena::{Growth, growth};
use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{Learners, PackedRun, Terms, Training};
use matchboxes::text::{columns, count as counted, decimal, float, percent, share, thousands};
use matchboxes::{roster, session};
use matchboxes_pictures::plot::{self, Bands, Series};
use serde_json::{Value, json};

use crate::common::console;
use crate::common::files::Kind;
use crate::common::number::{BATCH, GAMES, count};
use crate::common::options::{
    CsvOption, ForceOption, JsonOption, LearnerOption, OpponentOption, OutsideOption, Pictures,
    PicturesOptions, SeedOption, Table, default_is,
};
use crate::common::output::print_json;
use crate::common::pictures::{check_all, flat, game_title, write_all};

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("learner", default_is("first")),
    mut_arg("opponent", default_is("random")),
    mut_arg("plots", default_is("none"))
)]
#[command(after_help = "\
Examples:
  menace growth --game othello --games 1k
  menace growth --game othello:4 --game othello:6 --games 1k --plots svg
  menace growth --game othello:6 --games 2k --batch 1 --batch 1k

No model is saved. The picture, growth.png, shows how many moves come from known boxes; the table is \
growth.csv. The counts are the same in every run, the seconds are not.")]
pub(crate) struct Args {
    /// The game, such as nim:3,4,5 (`menace list games` shows all); repeat it to compare games
    /// [default: othello]
    #[arg(long, short, value_name = "GAME")]
    game: Vec<String>,

    /// The rule for the beads, a name (`menace list rules`) or a TOML file; repeat it to compare rules
    /// [default: rote]
    #[arg(long, short, value_name = "RULE")]
    rule: Vec<String>,

    #[command(flatten)]
    learner: LearnerOption,

    #[command(flatten)]
    opponent: OpponentOption,

    /// How many games to play; rounded up to whole sets of 1,000 games (or of one batch, if that is larger),
    /// but a smaller number is one set [default: 100k]
    #[arg(long, value_name = "N", value_parser = count::<GAMES>)]
    games: Option<u64>,

    /// Play N games at a time on all cores, then learn from them in order; repeat it to compare sizes
    /// [default: 1]
    #[arg(long, value_name = "N", value_parser = count::<BATCH>)]
    batch: Vec<u64>,

    /// Make at most N boxes for each side; positions without a box are played at random
    #[arg(long, value_name = "N", value_parser = count::<{ u64::MAX }>)]
    max_boxes: Option<u64>,

    #[command(flatten)]
    outside: OutsideOption,

    #[command(flatten)]
    seed: SeedOption,

    #[command(flatten)]
    csv: CsvOption,

    #[command(flatten)]
    pictures: PicturesOptions,

    #[command(flatten)]
    force: ForceOption,

    #[command(flatten)]
    json: JsonOption,
}

/// The name of the picture.
const NAME: &str = "growth";
/// The number of games without --games.
const USUAL: u64 = 100_000;
/// The games of a set, unless a batch is larger.
const SET: u64 = 1_000;

/// One training and its growth.
struct Grown {
    game: String,
    rule: String,
    batch: u64,
    marks: Vec<Growth>,
    /// The seconds from the mark before to each mark.
    seconds: Vec<f64>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.csv.check(&args.json)?;
    let (force, form) = (args.force.force.into(), args.pictures.or(Pictures::None));
    let picture_path = |name: &str| args.pictures.plots_dir.join(name);
    check_all(&[NAME], picture_path, form, force)?;
    args.csv.prepare(TABLE, force)?;
    let or = |given: &[String], usual: &str| match given {
        [] => vec![usual.to_owned()],
        given => given.to_vec(),
    };
    let (games, rules) = (or(&args.game, "othello"), or(&args.rule, "rote"));
    let batches = match &args.batch[..] {
        [] => &[1],
        given => given,
    };
    let mut all = Vec::new();
    for game in &games {
        for rule in &rules {
            for &batch in batches {
                all.push(grow(args, &parse(game)?, rule, batch)?);
            }
        }
    }
    let mut written = Vec::new();
    if form != Pictures::None {
        let picture = plot::bands(&bands(args, &all));
        written = write_all(&[(NAME, picture)], picture_path, form, force)?;
    }
    written.extend(args.csv.write(TABLE, force, || csv(&all), out)?);
    if args.csv.is_printed() {
        return Ok(());
    }
    if args.json.json {
        return print_json(out, &all.iter().map(value).collect::<Value>());
    }
    for grown in &all {
        write!(out, "{}", text(args, grown))?;
    }
    let out = &mut *console::summary(out);
    for path in written {
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

fn grow(args: &Args, game: &AnyGame, rule: &str, batch: u64) -> anyhow::Result<Grown> {
    // Fewer games than a set or a batch are played as one smaller set.
    let all = args.games.unwrap_or(USUAL);
    let games_per_set = SET.max(batch).min(all);
    let mut training = Training::new(game.clone(), roster::rule(rule)?)
        .learners(args.learner())
        .games_per_set(games_per_set)
        .seed(args.seed.or_default());
    training.opponent =
        session::opponent_of(game, args.opponent.opponent.as_deref(), args.learner())?;
    session::check_batches(batch, args.learner())?;
    let terms = Terms {
        batch,
        max_boxes: args.max_boxes,
        max_memory: None,
    };
    if training.rule.values().is_some() {
        let reason =
            "it keeps values of moves; the growth that is measured is that of tables of beads";
        return Err(matchboxes::Error::Rule {
            rule: training.rule.name,
            reason: reason.to_owned(),
        }
        .into());
    }
    let mut packed = PackedRun::new(training.clone()).under(terms);
    if let Some(name) = &args.outside.outside {
        session::check_outside(name, &training.rule, terms)?;
        if let Some(outside) = session::outside(game, name, args.learner())? {
            packed = packed.asking(&outside);
        }
    }
    // Powers of ten that are whole sets, and the end.
    let decades = (3..).map(|power| 10_u64.saturating_pow(power));
    let decades = decades.take_while(|&games| games < all);
    let decades = decades.filter(|&games| games.is_multiple_of(games_per_set));
    let marks: Vec<u64> = decades.chain([all]).collect();
    let (mut start, mut seconds) = (Instant::now(), Vec::new());
    let seen = |mark: &Growth| {
        seconds.push(start.elapsed().as_secs_f64());
        if console::has_bars() {
            // Progress that cannot be written is not an error.
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
    let marks = growth(packed, &marks, seen);
    Ok(Grown {
        game: game.name(),
        rule: training.rule.name.clone(),
        batch,
        marks,
        seconds,
    })
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

/// Games per second.
fn speed(mark: &Growth, seconds: f64) -> f64 {
    float(mark.results.games()) / seconds.max(1e-9)
}

impl Args {
    fn learner(&self) -> Learners {
        self.learner.learner.unwrap_or_default()
    }

    /// The side whose wins are shown: the learner, or the first side if both learn.
    fn shown_side(&self) -> Side {
        self.learner().sides().next().unwrap_or(Side::First)
    }
}

fn text(args: &Args, grown: &Grown) -> String {
    let titles = "games,won,boxes,met again,memory,per box,games/s";
    let mut rows = vec![titles.split(',').map(str::to_owned).collect()];
    for (mark, &seconds) in grown.marks.iter().zip(&grown.seconds) {
        let won = share(mark.results.wins(args.shown_side()), mark.results.games());
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
        text += &format!("Moves from a known box in the last {games}, by moves played before:\n");
        let known =
            by_ply(last).map(|(ply, met, known)| format!("{ply}: {}", percent(share(known, met))));
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

/// The first line of the CSV, by which an existing table is recognized.
const HEAD: &str = "game,rule,batch,games,first_wins,draws,second_wins,boxes,met_again,bytes,seconds,ply,met,known\n";
const TABLE: Table = ("growth.csv", Kind::Text(HEAD.as_bytes()));

/// One line for each mark and number of moves played.
fn csv(all: &[Grown]) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    csv.write_record(HEAD.trim_end().split(','))?;
    for one in all {
        for (mark, seconds) in one.marks.iter().zip(&one.seconds) {
            let start = (&one.game, &one.rule, one.batch, mark.games, mark.results);
            let size = (mark.boxes, mark.again, mark.allocated);
            for (ply, met, known) in by_ply(mark) {
                csv.serialize((start, size, format!("{seconds:.3}"), ply, met, known))?;
            }
        }
    }
    Ok(csv.into_inner()?)
}

/// The moves by the number of moves played before: how many there were, and how many from a known box.
fn by_ply(mark: &Growth) -> impl Iterator<Item = (usize, u64, u64)> {
    let plies = mark.meetings.met.iter().zip(&mark.meetings.known);
    let plies = plies.enumerate().filter(|(_, (met, _))| **met > 0);
    plies.map(|(ply, (&met, &known))| (ply, met, known))
}

/// A share of known boxes, in percent, below which the picture need not show it.
const SEEN: f64 = 0.5;

/// The lines of the picture: for one training a line for each mark, for several one for the end of each.
fn bands(args: &Args, all: &[Grown]) -> Bands {
    let line = |name: String, mark: &Growth| Series {
        name,
        quantity: None,
        points: by_ply(mark)
            .map(|(ply, met, known)| flat(float(ply as u64), 100.0 * share(known, met)))
            .collect(),
    };
    let games = |mark: &Growth| format!("up to {} games", thousands(mark.games));
    let (title, mut series): (_, Vec<Series>) = match all {
        [one] => {
            let lines = one.marks.iter().map(|mark| line(games(mark), mark));
            let title = one.name().replacen(&one.game, &game_title(&one.game), 1);
            (title, lines.collect())
        }
        all => {
            let last = |grown: &Grown| Some(line(grown.name(), grown.marks.last()?));
            let games = counted(args.games.unwrap_or(USUAL), "game", "games");
            (
                format!("After {games}"),
                all.iter().filter_map(last).collect(),
            )
        }
    };
    // Late in a long game almost no position has been met before; these moves would leave half of the picture
    // empty.
    let points = series.iter().flat_map(|line| &line.points);
    let known = points.filter(|point| point.mid >= SEEN);
    let end = known.fold(0.0, |end, point| point.x.max(end)) + 4.0;
    let mut subtitle = "moves made from boxes that already existed".to_owned();
    let longest = |line: &Series| line.points.last().map_or(0.0, |point| point.x);
    if series.iter().map(longest).fold(0.0, f64::max) > end {
        subtitle += &format!("; later moves, below {SEEN} %, are not shown");
        for line in &mut series {
            line.points.retain(|point| point.x <= end);
        }
    }
    Bands {
        title,
        subtitle,
        x_label: "moves played before".to_owned(),
        y_label: "moves from a known box (%)".to_owned(),
        y_range: Some((0.0, 100.0)),
        series,
        ..Bands::default()
    }
}
