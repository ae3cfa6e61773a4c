//! The pictures of a model: how its training went, and the beads of its opening boxes.

use matchboxes::arena::Holding;
use matchboxes::game::{Game as _, Side};
use matchboxes::games::AnyGame;
use matchboxes::learn::{Learners, Table};
use matchboxes::store::{BoxView, Model, Provenance};
use matchboxes::text::count;

use super::beads::{Board, beads};
use super::boxes::{boxes, missing_colour};
use super::curve::curve;
use super::exact::{exact, exact_name};
use super::look::{Heading, Look};
use super::picture::Picture;
use super::score::score;
use super::title::game_title;
use super::training::Training;

/// Draws a picture.
pub type Draw<'a> = Box<dyn Fn() -> Picture + 'a>;

type DrawTraining = fn(&Training<'_>) -> Picture;

/// The pictures of a model by their names, each drawn when it is asked for.
pub fn model<'a>(game: &'a AnyGame, model: &'a Model, look: Look) -> Vec<(String, Draw<'a>)> {
    let base = training(model, look);
    let titled = |what: &str| {
        let mut training = base.clone();
        training.heading.title += &format!(", {what}");
        training
    };
    let mut pictures: Vec<(String, Draw<'a>)> = Vec::new();
    let mut add = |name: &str, draw: Draw<'a>| pictures.push((name.to_owned(), draw));
    let usual: [(_, _, DrawTraining); 3] = [
        ("curve", "results", curve),
        ("boxes", "boxes met", boxes),
        ("missing-colour", "moves ruled out", missing_colour),
    ];
    for (name, what, draw) in usual {
        let training = titled(what);
        add(name, Box::new(move || draw(&training)));
    }
    let mut chapters = model.chapters.iter();
    if chapters.any(|chapter| chapter.exact.has_sets()) {
        for side in model.learners().sides() {
            let strength = titled("exact strength");
            let name = exact_name(model.learners(), side);
            add(&name, Box::new(move || exact(&strength, side)));
        }
    }
    if model.chapters.iter().all(|chapter| chapter.has_score()) {
        let scored = titled("score");
        add("score", Box::new(move || score(&scored)));
    }
    let views = Side::BOTH.map(|side| BoxView::landmark(game, model, side));
    for view in views.into_iter().flatten() {
        // The name gives the side only if both sides learn.
        let both = model.tables.iter().flatten().count() == 2;
        let second = both && view.side == Side::Second;
        let name = if second { "beads-second" } else { "beads" };
        add(name, Box::new(move || model_box(game, model, &view, look)));
    }
    pictures
}

fn training(model: &Model, look: Look) -> Training<'_> {
    let chapter = model.last();
    let against = match &*chapter.opponent_in_words() {
        "" => String::new(),
        opponent => format!(" against {opponent}"),
    };
    let seed = match chapter.how {
        Provenance::Imported { .. } => "imported".to_owned(),
        Provenance::Merged { .. } => "merged".to_owned(),
        Provenance::ByHand { .. } => "drawn by hand".to_owned(),
        Provenance::Recorded { .. } => "recorded games".to_owned(),
        Provenance::Trained { .. } | Provenance::WithPerson { .. } => {
            format!("seed {}", chapter.seed)
        }
    };
    let mut boxes = model.tables.iter().flatten().flat_map(Table::iter);
    let explores = model.rule().values().is_some();
    let how = if explores {
        "; values: games explore, exact figures are greedy"
    } else {
        ""
    };
    let (game, learners) = (game_title(model.game()), model.learners().in_words());
    Training {
        heading: Heading {
            title: format!("{game}: {learners} learning{against}"),
            subtitle: format!("rule {}, {seed}{how}", model.rule().name),
            look,
        },
        holding: Holding::from_trainings([explores]),
        shared: model.learners() == Learners::Shared,
        resigns: model.rule().empty.resigns() && boxes.any(|(_, matchbox)| matchbox.is_empty()),
        ..Training::new(&model.history)
    }
}

/// The beads of a box of a model.
pub fn model_box(game: &AnyGame, model: &Model, view: &BoxView<AnyGame>, look: Look) -> Picture {
    let what = if view.at == game.start() {
        "opening".to_owned()
    } else {
        game.write_position(&view.at)
    };
    let [content, starting] = if view.has_values() {
        ["Values", "values"]
    } else {
        ["Beads", "beads"]
    };
    let unmet = if view.met {
        String::new()
    } else {
        format!(", never met: starting {starting} of the rule")
    };
    let rule = &model.rule().name;
    let games = count(model.games(), "game", "games");
    let whose = match model.learners() {
        Learners::Shared => "both sides".to_owned(),
        _ => format!("the {} side", view.side.name()),
    };
    beads(&Board {
        heading: Heading {
            title: format!("{content} of {whose}: {what}"),
            subtitle: format!("{}, rule {rule}, after {games}{unmet}", model.game()),
            look,
        },
        ..Board::for_box(game, model, view)
    })
}
