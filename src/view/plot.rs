//! `menace plot`: draws the pictures of models.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use matchboxes::arena::{Ground, MeetingsSoFar, Tournament};
use matchboxes::game::{Game, Side};
use matchboxes::games::AnyGame;
use matchboxes::graph::Budget;
use matchboxes::learn::{Learners, Reading};
use matchboxes::player::{Perfect, PerfectPace, Player, Random};
use matchboxes::session;
use matchboxes::store::{self, Model};
use matchboxes::text::{Shown as _, count, thousands};
use matchboxes_pictures::plot::{self, Cell, Heading, Look, Matrix, game_title};

use crate::messages::{console, usage};
use crate::options::{Pictures, PicturesOptions, PositionOption};
use crate::output::pictures::{self, write_beside};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace plot models/tic-tac-toe-first.menace --plots svg
  menace plot models/tic-tac-toe-second.menace --position .../.X./...
  menace train --learner both --keep-every 20 --out models/grown.menace --plots none
  menace plot models/grown.menace --copies

With --position it draws only the box of that position. --copies uses the numbered copies that `menace train \
--keep-every N` writes next to a model and draws a table. If both sides have learnt, it has the scores of the first \
side after N sets against the second side after M sets, otherwise the scores of the learner against random \
and perfect play. Scores are exact if all positions of the game fit in memory, else from 1,000 games each.")]
pub(crate) struct Args {
    /// The model files
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,

    #[command(flatten)]
    position: PositionOption,

    /// Draw only how the numbered copies of the model play
    #[arg(long, conflicts_with = "position")]
    copies: bool,

    #[command(flatten)]
    pictures: PicturesOptions,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    check_names(args)?;
    let (form, look) = (args.pictures.or(Pictures::Png), args.pictures.look.into());
    for path in &args.models {
        let folder = &args.pictures.folder_of(path);
        let (game, model) = &store::read_with_game(path)?;
        let drawn = if args.copies {
            draw_copies(game, model, path, folder, (form, look))?
        } else {
            let at = args.position.read(game)?;
            pictures::draw(game, model, path, folder, (form, look), at.as_ref())?
        };
        for picture in drawn {
            writeln!(console::summary(out), "{}", picture.shown())?;
        }
    }
    Ok(())
}

fn check_names(args: &Args) -> anyhow::Result<()> {
    let mut named = HashMap::new();
    for path in &args.models {
        let place = (args.pictures.folder_of(path), path.file_stem());
        if let Some(other) = named.insert(place, path) {
            let (one, two) = (other.shown(), path.shown());
            return Err(usage(if other == path {
                format!("{one} is named twice")
            } else {
                format!(
                    "the pictures of {one} and {two} have the same names; draw them separately, with a \
                     different --plots-dir for each"
                )
            }));
        }
    }
    Ok(())
}

/// The most stages in the picture; more do not fit on a printed page.
const MOST: usize = 20;
/// The games of each pair of players if the game is too large for exact scores.
const GAMES: u64 = 1_000;
/// Scores are exact in games of at most this many positions; that takes about a second.
const POSITIONS: usize = 500_000;

/// Draws how a model grew, from the model and its numbered copies: if both sides learnt, every stage of one
/// against every stage of the other; else each stage against random and perfect play.
fn draw_copies(
    game: &AnyGame,
    model: &Model,
    path: &Path,
    folder: &Path,
    (form, look): (Pictures, Look),
) -> anyhow::Result<Vec<PathBuf>> {
    let mut copies = store::kept(path, model, false)?;
    copies.retain(|copy| copy.sets < model.sets());
    anyhow::ensure!(
        !copies.is_empty(),
        "{}: there are no numbered copies next to it; `menace train --keep-every N` keeps one after \
         every N sets",
        path.shown()
    );
    let all = copies.len() + 1;
    let mut stages = Vec::new();
    for n in thinned(all) {
        stages.push(match copies.get(n) {
            Some(copy) => store::read_for(game, &copy.path)?,
            None => model.clone(),
        });
    }
    let mut matrix = matrix(game, path, stages, all)?;
    matrix.heading.look = look;
    let pictures = [("copies", plot::matrix(&matrix))];
    Ok(write_beside(path, &pictures, folder, form)?)
}

/// The stages to draw: at most [`MOST`] of `all`, evenly spread, with the first and the last.
fn thinned(all: usize) -> impl Iterator<Item = usize> {
    let (last, room) = (all - 1, MOST.min(all));
    (0..room).map(move |i| i * last / (room - 1).max(1))
}

/// The table of scores: a row for each stage, a column for each of its opponents.
fn matrix(game: &AnyGame, path: &Path, stages: Vec<Model>, all: usize) -> anyhow::Result<Matrix> {
    let learners = stages[0].learners();
    let are_both = learners == Learners::Both;
    let own = learners.sides().next().unwrap_or(Side::First);
    let rows: Vec<String> = stages.iter().map(|stage| thousands(stage.sets())).collect();
    // The user asked for this picture, so it may take a second.
    let small = Budget::new(POSITIONS).count(game).whole;
    let ground = small.then(|| Ground::shared(game)).transpose()?;
    let mut players: Vec<Arc<dyn Player<AnyGame>>> = Vec::new();
    for stage in stages {
        players.push(Arc::new(stage.player(game, Reading::Draw)?));
    }
    let stage_count = players.len();
    let mut columns = rows.clone();
    if !are_both {
        players.push(Arc::new(Random));
        columns = vec!["random".to_owned()];
        if ground.is_some() {
            players.push(Arc::new(Perfect::shared(game, PerfectPace::Any)?));
            columns.push("perfect".to_owned());
        }
    }
    let players: Vec<&dyn Player<AnyGame>> = players.iter().map(|player| &**player).collect();
    let (how, results) = if let Some(ground) = &ground {
        ("exact".to_owned(), Tournament::exact(ground, &players))
    } else {
        let (how, so_far) = (count(GAMES, "game", "games"), MeetingsSoFar::default());
        let results = Tournament::sampled(game, &players, GAMES, session::SEED, &so_far);
        (format!("of {how} each"), results)
    };
    let offset = if are_both { 0 } else { stage_count };
    let cell = |row: usize, column: usize| {
        let meeting = match own {
            Side::First => results.meeting(row, offset + column),
            Side::Second => results.meeting(offset + column, row),
        };
        Some(Cell::of_share(meeting?.score(own)))
    };
    let cells: Vec<Vec<Option<Cell>>> = (0..stage_count)
        .map(|row| (0..columns.len()).map(|column| cell(row, column)).collect())
        .collect();
    let mut shown = String::new();
    if all > stage_count {
        let [some, all] = [stage_count, all].map(|n| thousands(n as u64));
        shown = format!("; {some} of {all} stages");
    }
    let (path, side) = (path.shown(), own.name());
    let (title, column_label) = if are_both {
        let title = "first side against second side by stage";
        (title.to_owned(), "sets learnt by the second side")
    } else {
        (format!("the {side} side by stage"), "opponent")
    };
    Ok(Matrix {
        heading: Heading::new(
            format!("{}: {title}", game_title(&game.name())),
            format!("{path}, score of the {side} side in %, {how}{shown}"),
        ),
        row_label: format!("sets learnt by the {side} side"),
        column_label: column_label.to_owned(),
        value_label: format!("score of the {side} side"),
        rows,
        columns,
        cells,
        ..Matrix::default()
    })
}
