//! One picture of how a table has grown: the model and the copies that its training has kept, against
//! their own former selves, or against random and perfect play where one side alone has learnt.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use menace::arena::{Ground, Meeting, Tournament};
use menace::game::{Game, Side};
use menace::games::AnyGame;
use menace::graph::Budget;
use menace::learn::{Learners, Reading};
use menace::player::{Pace, Perfect, Player, Random};
use menace::plot::{self, Cell, Matrix};
use menace::session;
use menace::store::{self, Model};
use menace::text::{count, thousands};

use super::files::Force;
use super::options::Pictures;
use super::pictures::{game_title, write_all};

/// No more former selves than a print has room for.
const MOST: usize = 20;
/// The games of a meeting where a game is too large for exact scores.
const GAMES: u64 = 1_000;
/// Scores are exact in games of at most so many positions, which takes about a second.
const POSITIONS: usize = 500_000;

/// Draws the growth of a model and says where the picture is.
pub(super) fn draw(
    game: &AnyGame,
    model: &Model,
    path: &Path,
    folder: &Path,
    form: Pictures,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut former = store::kept(path, model)?;
    former.retain(|copy| copy.sets < model.sets());
    anyhow::ensure!(
        !former.is_empty(),
        "{}: there are no numbered copies beside it; `menace train --keep-every N` keeps one after \
         every N sets",
        path.display()
    );
    let all = former.len() + 1;
    let mut stages = Vec::new();
    for n in thinned(all) {
        stages.push(match former.get(n) {
            Some(copy) => store::read_for(game, &copy.path)?,
            None => model.clone(),
        });
    }
    let picture = plot::matrix(&matrix(game, path, stages, all)?)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(write_all(
        &[("growth", picture)],
        |name| folder.join(format!("{stem}-{name}")),
        form,
        Force::Never,
    )?)
}

/// Which of so many stages are drawn: as many as there is room for, evenly spread, the first and the
/// last among them.
fn thinned(all: usize) -> impl Iterator<Item = usize> {
    let (last, room) = (all - 1, MOST.min(all));
    (0..room).map(move |i| i * last / (room - 1).max(1))
}

/// The table of scores: a stage in each row, whom it meets in each column.
fn matrix(game: &AnyGame, path: &Path, stages: Vec<Model>, all: usize) -> anyhow::Result<Matrix> {
    let learners = stages[0].learners;
    let own = match learners {
        Learners::Second => Side::Second,
        _ => Side::First,
    };
    let rows: Vec<String> = stages.iter().map(|stage| thousands(stage.sets())).collect();
    // A picture that was asked for may take a second.
    let small = Budget::of(POSITIONS).count(game).whole;
    let ground = small.then(|| Ground::shared(game)).transpose()?;
    let mut players: Vec<Arc<dyn Player<AnyGame>>> = Vec::new();
    for stage in stages {
        players.push(Arc::new(stage.player(game, Reading::Draw)?));
    }
    let selves = players.len();
    let columns = if learners == Learners::Both {
        rows.clone()
    } else {
        players.push(Arc::new(Random));
        let mut names = vec!["random".to_owned()];
        if ground.is_some() {
            players.push(Arc::new(Perfect::shared(game, Pace::Any)?));
            names.push("perfect".to_owned());
        }
        names
    };
    let players: Vec<&dyn Player<AnyGame>> = players.iter().map(|player| &**player).collect();
    let (how, results) = match &ground {
        Some(ground) => ("exact".to_owned(), Tournament::exact(ground, &players)),
        None => (
            format!("of {} each", count(GAMES, "game", "games")),
            Tournament::sampled(game, &players, GAMES, session::SEED),
        ),
    };
    let against = if learners == Learners::Both {
        0
    } else {
        selves
    };
    let cell = |row: usize, column: usize| {
        let meeting: Option<&Meeting> = match own {
            Side::First => results.meeting(row, against + column),
            Side::Second => results.meeting(against + column, row),
        };
        let score = meeting?.score(own);
        Some(Cell {
            value: score,
            text: format!("{:.1}", 100.0 * score),
        })
    };
    let cells: Vec<Vec<Option<Cell>>> = (0..selves)
        .map(|row| (0..columns.len()).map(|column| cell(row, column)).collect())
        .collect();
    let shown = if all > selves {
        format!(
            "; {} of {} stages",
            thousands(selves as u64),
            thousands(all as u64)
        )
    } else {
        String::new()
    };
    let (title, column_label) = match learners {
        Learners::Both => (
            "both sides against their former selves".to_owned(),
            "second side after so many sets",
        ),
        _ => (format!("growth of the {} side", own.name()), "opponent"),
    };
    Ok(Matrix {
        title: format!("{}: {title}", game_title(&game.name())),
        subtitle: format!(
            "{}, score of the {} side in %, {how}{shown}",
            path.display(),
            own.name()
        ),
        row_label: format!("{} side after so many sets", own.name()),
        column_label: column_label.to_owned(),
        value_label: format!("score of the {} side", own.name()),
        rows,
        columns,
        cells,
        ..Matrix::default()
    })
}
