//! `menace import`: makes a model from a policy, matchboxes or values in CSV or JSON.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use matchboxes::arena::Ground;
use matchboxes::exchange::{BoardReading, Boards, Gaps, ReadBoards, Sheet, SheetContent};
use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::Reading;
use matchboxes::player::Random;
use matchboxes::store::{self, Model};
use matchboxes::text::{Shown as _, capital, count, thousands};
use matchboxes::{learn, session};

use crate::files;
use crate::messages::{console, usage};
use crate::options::{ForceOption, GameOption, RuleOption};

/// The most bytes that are read from a pipe: they are held, where a file is read row by row.
const LONGEST_PIPED: u64 = 1 << 26;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace import policy.json --out models/policy.menace
  menace import boxes.csv --rule rote --out models/boxes.menace
  menace import --game nim:3,4,5 nim.csv --partial --out models/nim.menace

It reads what `menace export` writes, or the same columns from another program: \
position,side,move,weight and optionally probability for a policy; position,side,ply,moves,beads for \
matchboxes; position,side,ply,moves,value,visits for values, which need a rule that keeps values. The side is first, \
second, or shared for one machine for both sides; ply is the number of moves played before, by both sides. Values are \
kept in units of 2^-32 between -100 and 100: larger ones are divided by a power of two, and different values of a box stay \
different and in their order. The rows may be in any order, and semicolons or tabs between the columns. It also \
reads tables of other programs in JSON or CSV: boards with numbers of their moves, boards and moves in one key, or \
boards after a move with their values (afterstates). docs/knowledge-base.md has examples. The first line \
says what was read. A table that can be \
read in two ways is refused; the error shows both readings and the option for each. The model plays exactly as the \
exported one, and its history names the file; `menace train --continue` can train it further. If a row is wrong, \
the error gives its \
line and nothing is written.")]
pub(crate) struct Args {
    /// The CSV or JSON file
    file: PathBuf,

    /// Write to this path: a model file ending in .menace
    #[arg(long, short, value_name = "PATH")]
    out: PathBuf,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    rule: RuleOption,

    #[command(flatten)]
    described: Described,

    /// Give positions that the table lacks the numbers of a mirror image that it has
    #[arg(long)]
    mirrors: bool,

    /// Leave positions that the table lacks without numbers, also where it has one mirror image of each
    #[arg(long, conflicts_with = "mirrors")]
    no_mirrors: bool,

    /// Accept a policy that lacks some positions. The model plays at random in them
    #[arg(long)]
    partial: bool,

    #[command(flatten)]
    force: ForceOption,
}

/// How the table of another program is written; what is not said is found, if the table shows it.
#[derive(Debug, clap::Args)]
struct Described {
    /// A TOML file with a description of another program's table, such as `form = "keys"`: the options from --form to --view,
    /// which are taken before it
    #[arg(long, value_name = "TOML")]
    description: Option<PathBuf>,

    /// Where the moves are: lists, moves, keys (with their boards) or after (boards after a move)
    #[arg(long, value_name = "FORM")]
    form: Option<String>,

    /// How the cells of a board are written: characters, words, apart, base3 or base3-reversed
    #[arg(long, value_name = "CELLS")]
    cells: Option<String>,

    /// The marks of a free cell, of the first side and of the second, such as .XO, 0,1,-1 or None,X,O
    #[arg(long, value_name = "MARKS", allow_hyphen_values = true)]
    marks: Option<String>,

    /// The mark that the player has on every board, whichever side it takes: the side to move, or, on boards after a move, the
    /// side that has just moved
    #[arg(long, value_name = "MARK", allow_hyphen_values = true)]
    own: Option<String>,

    /// From which number cells, rows and columns, or piles, are counted: 0 or 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1))]
    cells_from: Option<u64>,

    /// What the numbers are: weights, by whose shares moves are played, or values, of which the greatest is played
    /// [default: values if one is negative, weights if all are whole or add up to 1 on each board]
    #[arg(long, value_name = "WHAT")]
    numbers: Option<String>,

    /// Whose values they are: mover, first, second (side) or opponent [default: mover]
    #[arg(long, value_name = "WHOSE")]
    view: Option<String>,
}

impl Described {
    fn read(&self) -> anyhow::Result<BoardReading> {
        let mut table = toml::Table::new();
        if let Some(file) = &self.description {
            let wrong = |error: &dyn Display| usage(format!("{}: {error}", file.shown()));
            let bytes = store::read_text(file, LONGEST_PIPED)?;
            let text = str::from_utf8(&bytes).map_err(|error| wrong(&error))?;
            table = text
                .parse()
                .map_err(|error: toml::de::Error| wrong(&error.message()))?;
            let read: Result<BoardReading, _> = table.clone().try_into();
            read.map_err(|error| wrong(&error.message()))?;
        }
        let words = [
            ("form", &self.form),
            ("cells", &self.cells),
            ("marks", &self.marks),
            ("own", &self.own),
            ("numbers", &self.numbers),
            ("view", &self.view),
        ];
        for (name, word) in words {
            table.extend(word.clone().map(|word| (name.to_owned(), word.into())));
            let read: Result<BoardReading, _> = table.clone().try_into();
            read.map_err(|error| usage(format!("--{name}: {}", error.message())))?;
        }
        let reading: BoardReading = table.try_into()?;
        Ok(BoardReading {
            cells_from: self.cells_from.or(reading.cells_from),
            ..reading
        })
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = &args.out;
    files::model(path)?;
    let rule = args.rule.rule.as_ref().map(Path::new);
    files::check_not_read(path, rule.into_iter().chain([args.file.as_path()]))?;
    let named = args.rule.read()?;
    let (sheet, foreign) = read(args)?;
    if args.partial && sheet.content() != SheetContent::Policy {
        return Err(usage(
            "--partial is for a policy; matchboxes never need all positions",
        ));
    }
    let file = args.file.shown();
    let game = match (args.game.given()?, sheet.game()) {
        (Some(requested), Some(named)) if requested.name() != named => {
            bail!("{file} is for {named}, not {}", requested.name());
        }
        (Some(game), _) => game,
        (None, named) => parse(named.unwrap_or(session::GAME))?,
    };
    let rule = named.or_else(|| sheet.rule().cloned());
    let usual = match (&foreign, sheet.content()) {
        (Some(_), SheetContent::Values) => "q-learning",
        _ => "rote",
    };
    let rule = rule.map_or_else(|| learn::preset(usual), Ok)?;
    let gaps = if args.partial {
        Gaps::Random
    } else {
        Gaps::Refuse
    };
    let (model, kept) = sheet.build(&game, &rule, gaps)?;
    files::write_model(path, &model, args.force.force)?;
    let sides = capital(model.learners().in_words());
    let boxes = count(model.boxes(), "matchbox", "matchboxes");
    let rows = count(sheet.len() as u64, "row", "rows");
    let kept = kept.map_or_else(String::new, |kept| format!("; {kept}"));
    let out = &mut console::summary(out);
    let game = model.game();
    if let Some(boards) = &foreign {
        writeln!(out, "{}", how_read(boards))?;
    }
    writeln!(
        out,
        "{sides} of {game}: {boxes} from {rows} in {file}{kept}"
    )?;
    if foreign.is_some() {
        let parsed = parse(game)?;
        write!(out, "{}", how_it_plays(&model, &parsed)?)?;
    }
    Ok(writeln!(out, "\nModel     {}", path.shown())?)
}

/// What a table of another program does, so that its owner sees one that was read wrongly: for each side the positions that it
/// has, those that its play meets and that it lacks, and its exact results. Empty for a large game.
fn how_it_plays(model: &Model, game: &AnyGame) -> anyhow::Result<String> {
    let Some(ground) = Ground::offered(game) else {
        return Ok(String::new());
    };
    let (graph, positions) = (ground.graph(), ground.solved().positions());
    let player = model.player(game, Reading::Draw)?;
    let (own, random) = (ground.policy(&player), ground.policy(&Random));
    let mut text = String::new();
    for seat in Side::BOTH {
        let table = model.learners().table_of(seat);
        let Some(table) = table.and_then(|side| model.tables[side.index()].as_ref()) else {
            continue;
        };
        let open = |side, m| side != seat || own.weight(m) > 0;
        let reached = positions.reached(positions.start(), open);
        let [mut has, mut met, mut lacking] = [0; 3];
        for (number, is_met) in reached.into_iter().enumerate() {
            if positions.turn(number) == Some(seat) {
                let at = graph.position(positions.node(number));
                let is_there = table.get(model.layout().place(game, at).key).is_some();
                has += u64::from(is_there);
                met += u64::from(is_met);
                lacking += u64::from(is_met && !is_there);
            }
        }
        let chances = ground.chances(seat.ordered([&own, &random]));
        let results = chances.seen_by(seat);
        let [wins, draws, losses] = results.map(|share| format!("{:.2} %", 100.0 * share));
        text += &format!(
            "The {} side: {}; its play meets {} and lacks {}; against random it wins {wins}, draws {draws}, loses {losses}\n",
            seat.name(),
            count(has, "position", "positions"),
            thousands(met),
            thousands(lacking),
        );
    }
    Ok(text)
}

/// The rows of the file, and how they were read if it is the table of another program.
fn read(args: &Args) -> anyhow::Result<(Sheet, Option<ReadBoards>)> {
    let mut reading = args.described.read()?;
    if args.mirrors || args.no_mirrors {
        reading.mirrors = Some(args.mirrors);
    }
    let path = &args.file;
    let file = path.display().to_string();
    // A pipe can be read only once, so its contents are kept.
    let piped = store::is_pipe(path)
        .then(|| store::read_text(path, LONGEST_PIPED))
        .transpose()?;
    let boards = match &piped {
        Some(bytes) => Boards::parse(path, bytes)?,
        None => Boards::read(path)?,
    };
    if let Some(boards) = boards {
        let game = args.game.for_players(&[])?;
        let read = boards.sheet(&game, &file, &reading)?;
        return Ok((read.sheet.clone(), Some(read)));
    }
    if reading != BoardReading::default() {
        let what =
            "the options of a description, such as --marks, are for the table of another program";
        return Err(usage(format!("{what}; {file} is none")));
    }
    Ok(match piped {
        Some(bytes) => (Sheet::parse(&file, &bytes)?, None),
        None => (Sheet::read(path)?, None),
    })
}

/// How a table of another program was read.
fn how_read(boards: &ReadBoards) -> String {
    let what = match boards.sheet.content() {
        SheetContent::Values => ["value", "values"],
        _ => ["weight", "weights"],
    };
    let counted = |n: usize, [one, many]: [&str; 2]| count(n as u64, one, many);
    let [own, mirrored] = boards.used.map(|n| counted(n, ["position", "positions"]));
    let numbers = counted(boards.numbers, what);
    let mut text = format!("Reads {own}, {numbers}");
    if boards.used[1] > 0 {
        text += &format!(", {mirrored} by a mirror image");
    }
    if boards.is_shared {
        text += ", without the side to move: one machine for both sides (shared)";
    }
    if boards.left_out > 0 {
        let names = counted(boards.left_out, ["board", "boards"]);
        text += &format!("; {names} left out");
    }
    if boards.missing > 0 {
        let moves = counted(boards.missing, ["move has", "moves have"]);
        text += &format!("; {moves} no number, read as 0");
    }
    if boards.unused > 0 {
        let numbers = counted(
            boards.unused,
            ["number other than 0 is", "numbers other than 0 are"],
        );
        let of = match &boards.marks {
            Some(_) => "for cells that are not free",
            None => "for moves that are not legal",
        };
        text += &format!("; {numbers} {of}, and left out");
    }
    if let Some(marks) = &boards.marks {
        text += &format!("; {marks}");
    }
    let options = boards.reading.options().into_iter();
    let options = options.map(|(field, value)| format!(" --{} {value}", field.replace('_', "-")));
    format!("{text}; described by{}", options.collect::<String>())
}
