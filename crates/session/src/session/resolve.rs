//! The rule, the learners and the opponent of a request.

use std::path::Path;
use std::sync::Arc;

use super::request::{OPPONENT, Request, Usual, at_least_one, usual_rule};
use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::games::{self, AnyGame, KINDS, Kind};
use crate::learn::{self, Learners, Rule, SEED, Terms, Training, TrainingSpec};
use crate::player::Player;
use crate::roster::PlayerSpec;
use crate::store::{self, Chapter, FileMark, Model, Provenance};

pub(super) type Opponent = learn::Opponent<AnyGame>;

/// The opponent that the request names, or its rule if the training is not continued (`onward`).
pub(super) fn named_opponent(
    request: &Request,
    game: &AnyGame,
    learners: Learners,
    onward: bool,
) -> Result<Option<Opponent>> {
    if let Some(spec) = request.opponent()? {
        if learners == Learners::Both {
            return Err(two_learn());
        }
        return opponent(game, spec, learners).map(Some);
    }
    let rule = request.rule()?;
    match rule.filter(|rule| !onward && rule.opponent.is_some()) {
        Some(rule) => Ok(own_opponent(game, rule, learners)?.1),
        None => Ok(None),
    }
}

/// The opponent that a rule names for a single learner, or else random play.
pub(super) fn own_opponent(
    game: &AnyGame,
    rule: &Rule,
    learners: Learners,
) -> Result<(Option<PlayerSpec>, Option<Opponent>)> {
    let Some(side) = learners.against() else {
        return Ok((None, None));
    };
    let made = || {
        let spec: PlayerSpec = usual_opponent(rule, learners).parse()?;
        let opponent = spec.opponent(game, side)?;
        Ok((Some(spec), Some(opponent)))
    };
    made().map_err(|error| match error {
        Error::Input(
            games::Error::Name { .. }
            | games::Error::Parameter { .. }
            | games::Error::Player { .. }
            | games::Error::Boxes(_),
        )
        | Error::Mismatch(_) => Error::rule(&rule.name, format!("`opponent`: {error}")),
        other => other,
    })
}

/// An opponent of these learners; against a shared machine it plays both sides.
pub(super) fn opponent(game: &AnyGame, spec: &PlayerSpec, learners: Learners) -> Result<Opponent> {
    match learners.against() {
        Some(side) => spec.opponent(game, side),
        None if learners == Learners::Both => Ok(Opponent::Nobody),
        None => {
            spec.opponent(game, Side::Second)?;
            spec.opponent(game, Side::First)
        }
    }
}

/// The opponent that a file names. An empty name means no opponent: two learners play each other, and a shared
/// machine itself.
pub(super) fn recorded_opponent(
    game: &AnyGame,
    name: &str,
    learners: Learners,
) -> Result<Opponent> {
    if name.is_empty() && learners.against().is_none() {
        return Ok(Opponent::Nobody);
    }
    opponent(game, &name.parse()?, learners)
}

/// The training of a chapter, to be played once more as this run; `None` if it had a fallback player, or its opponent is no
/// longer there.
pub(super) fn training_again(
    game: &AnyGame,
    chapter: &Chapter,
    run: u64,
) -> Option<Training<AnyGame>> {
    let opponent = recorded_opponent(game, &chapter.opponent, chapter.learners).ok()?;
    chapter.fallback.is_empty().then(|| Training {
        spec: chapter.spec.clone(),
        run,
        game: game.clone(),
        opponent,
        fallback: None,
    })
}

/// The opponent of learners if none is named: against a single side the rule's opponent, or else random play.
pub fn usual_opponent(rule: &Rule, learners: Learners) -> &str {
    match learners {
        Learners::First | Learners::Second => rule.opponent.as_deref().unwrap_or(OPPONENT),
        Learners::Both | Learners::Shared => "",
    }
}

/// Refuses one machine for both sides where a box depends on the side to move.
///
/// # Errors
///
/// [`games::Error::Request`] with the reason.
pub fn check_learners(game: &AnyGame, learners: Learners) -> Result<()> {
    if learners != Learners::Shared || game.is_shared() {
        return Ok(());
    }
    let can = |kind: &&Kind| games::parse(kind.example()).is_ok_and(|game| game.is_shared());
    let can: Vec<&str> = KINDS.iter().filter(can).map(|kind| kind.name).collect();
    let can = match can.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => can.concat(),
    };
    Err(Error::fields(
        &["learner"],
        format!(
            "`learner` shared: in {} a box depends on the side to move, so one machine cannot take both sides; it \
             can in {can}",
            game.name()
        ),
    ))
}

/// Refuses a rule that cannot learn at a board.
pub(super) fn check_learning(rule: &Rule) -> Result<()> {
    if rule.learns_at_boards() {
        return Ok(());
    }
    let reason =
        "it learns in trainings alone: a game at a board would change boxes that it did not use";
    Err(Error::rule(&rule.name, reason))
}

/// The error for naming an opponent of two learners.
pub(super) fn two_learn() -> Error {
    let reason = "`opponent` goes with one learner; two learn against each other";
    Error::fields(&["opponent"], reason)
}

/// The chapter of a training; the request leaves open what the chapter before says, or else the defaults.
pub(super) fn chapter(
    request: &Request,
    game: &AnyGame,
    learners: Learners,
    before: Option<&Chapter>,
) -> Result<Chapter> {
    let rule = match (request.rule()?, before) {
        (Some(rule), _) => rule.clone(),
        (None, Some(before)) => before.rule.clone(),
        (None, None) => usual_rule(request.opponent()?)?,
    };
    // An imported model has only its rule to continue, a merged model was played in several ways, and
    // games in which others chose the moves are not a training. Where people chose them, the seed is the machine's own.
    let seed = before.filter(|before| matches!(before.how, Provenance::WithPerson { .. }));
    let seed = seed.map_or(SEED, |before| before.seed);
    let before = before.filter(|before| before.is_trained());
    let mut chapter = before.cloned().unwrap_or_else(|| {
        let opponent = usual_opponent(&rule, learners).to_owned();
        let games_per_set = Usual::for_request(request, &rule).games_per_set;
        Chapter::new(TrainingSpec {
            opponent,
            games_per_set,
            seed,
            ..TrainingSpec::new(game.name(), learners, rule.clone())
        })
    });
    chapter.sets = 0;
    if let (Some(asked), Provenance::Trained { run, .. }) = (request.run, &mut chapter.how) {
        *run = asked;
    }
    let spec = &mut chapter.spec;
    spec.rule = rule.for_learners(learners);
    if let Some(opponent) = request.opponent()? {
        spec.opponent = store::portable(opponent.name());
    }
    if request.exact.has_end() && !request.exact.has_sets() {
        let what = "the tables of a single training are evaluated after every set, or never";
        return Err(Error::fields(&["exact"], what));
    }
    set_options(request, spec, true)?;
    Ok(chapter)
}

/// Sets what the request says of a training besides its game, learners, rule and opponent. A training of a study
/// cannot limit its boxes.
pub(super) fn set_options(
    request: &Request,
    spec: &mut TrainingSpec,
    can_limit: bool,
) -> Result<()> {
    at_least_one(&["games_per_set"], request.games_per_set)?;
    spec.games_per_set = request.games_per_set.unwrap_or(spec.games_per_set);
    spec.seed = request.seed.unwrap_or(spec.seed);
    if request.exact.has_end() {
        spec.exact = request.exact;
    }
    let terms = &mut spec.terms;
    terms.batch = request.batch.unwrap_or(terms.batch);
    terms.max_boxes = request.max_boxes.or(terms.max_boxes);
    terms.max_memory = request.max_memory.or(terms.max_memory);
    check_terms(spec)?;
    let Some(fallback) = &request.fallback else {
        return Ok(());
    };
    if !spec.terms.may_lack_boxes(&spec.rule) {
        let (fields, or): (&[_], _) = if can_limit {
            let or = "limit the boxes with `max_boxes`, or ";
            (&["fallback", "max_boxes"], or)
        } else {
            (&["fallback"], "")
        };
        let reason = format!(
            "`fallback` {fallback}: by {} every position gets a box, so this player would never be asked; {or}take \
             a rule with boxes = \"second-meeting\", \"choice\" or \"hopeful\"",
            spec.rule.name
        );
        return Err(Error::fields(fields, reason));
    }
    spec.fallback = if fallback.is_random() {
        // Without a fallback player, any move is played.
        String::new()
    } else {
        store::portable(fallback.name())
    };
    Ok(())
}

/// The player that learners ask in a position without a box; it must be able to play all sides that
/// learn.
pub(super) fn fallback(
    game: &AnyGame,
    spec: Option<&PlayerSpec>,
    learners: Learners,
) -> Result<Option<Arc<dyn Player<AnyGame>>>> {
    let Some(spec) = spec else {
        return Ok(None);
    };
    let mut found = None;
    for side in learners.sides() {
        found = Some(spec.player_for(game, side)?);
    }
    Ok(found)
}

/// Refuses batches where one machine plays both sides, batches and limits of memory for a rule that keeps values, and a
/// batch that is larger than a set or may not fit into memory.
fn check_terms(spec: &TrainingSpec) -> Result<()> {
    let (terms, games_per_set) = (spec.terms, spec.games_per_set);
    let batch = terms.batch;
    if batch > 1 && spec.learners == Learners::Shared {
        let reason = format!(
            "`batch` {batch}: one machine for both sides learns from every game before the next"
        );
        return Err(Error::fields(&["batch"], reason));
    }
    if spec.rule.values().is_some() && terms != Terms::default() {
        let (fields, what): (&[_], _) = if batch > 1 {
            (&["batch"], "`batch`")
        } else {
            (&[], "a limit of boxes or memory")
        };
        let reason = format!(
            "{what}: {} keeps values of moves, which it learns after every game in every box; leave it out",
            spec.rule.name
        );
        return Err(Error::fields(fields, reason));
    }
    let most = games_per_set.min(Terms::MOST_BATCH);
    Err(match batch {
        _ if (1..=most).contains(&batch) => return Ok(()),
        0..=Terms::MOST_BATCH => Error::fields(
            &["batch", "games_per_set"],
            format!(
                "`batch` {batch}: a set ends a batch and has {games_per_set} games here; take a batch of 1 to \
                 {games_per_set} games, or larger sets with `games_per_set`"
            ),
        ),
        _ => Error::fields(
            &["batch"],
            format!(
                "`batch` {batch}: all games of a batch are held in memory; take a batch of 1 to {most} games"
            ),
        ),
    })
}

/// Refuses to continue from a history whose counts leave too little room below the limit of a model. The
/// future number of boxes and events is not known; no training reaches half of the limit, but a file may.
pub(super) fn check_room(model: &Model) -> Result<()> {
    if model.counted().is_none_or(|sum| sum >= store::MOST / 2) {
        let reason = "the history of the model counts too much to continue from it";
        return Err(Error::request(reason));
    }
    Ok(())
}

/// Whether a player, a mixture, a search or a fading opponent is read from this file.
pub(super) fn names_file(spec: &PlayerSpec, file: &Path) -> bool {
    let file = store::canonical(file);
    file.is_some()
        && files_of(spec)
            .into_iter()
            .any(|path| store::canonical(Path::new(&path)) == file)
}

/// The marks of the files that players are read from, and of models in memory.
///
/// # Errors
///
/// [`Error::File`] when one of them cannot be read.
pub fn file_marks<'a>(players: impl IntoIterator<Item = &'a PlayerSpec>) -> Result<Vec<FileMark>> {
    let mut marks = Vec::new();
    for player in players {
        marks.extend(player.mark_in_memory());
        for file in files_of(player) {
            marks.push(FileMark::read(Path::new(&file))?);
        }
    }
    Ok(marks)
}

/// The models, endgame databases and opening books that a player is read from, each once.
fn files_of(spec: &PlayerSpec) -> Vec<String> {
    let mut found = Vec::new();
    for path in spec.files() {
        let is_new = !found.iter().any(|other| other == path);
        if is_new && store::is_file(Path::new(path)) == Some(true) {
            found.push(path.to_owned());
        }
    }
    found
}
