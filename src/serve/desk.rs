//! One machine and the board in front of it, whatever the game.

use std::path::{Path, PathBuf};

use menace::arena::{Evaluation, Ground};
use menace::error::{Error, Result};
use menace::game::{Game, Side};
use menace::games::{Visitor, with_game};
use menace::graph;
use menace::learn::{Evaluator as _, Layout};
use menace::session::{Opened, WithPerson, hint, scores_against_people, watch, with_person};
use menace::store::{self, BoxView, Model};
use serde::{Deserialize, Serialize};

use super::course::{Asked, Course};
use super::scene::{Matchbox, Round};
use super::shelf::{self, Sliders};

/// What the page wants to sit down at.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    pub(super) game: String,
    /// The person's side.
    pub(super) side: Option<Side>,
    /// A player that learns nothing, instead of a machine of one's own.
    #[serde(default)]
    pub(super) player: Option<String>,
    /// Two players to watch.
    #[serde(default)]
    pub(super) watch: Option<[String; 2]>,
    /// The rule of a machine that begins with empty boxes.
    #[serde(default)]
    pub(super) rule: Option<Sliders>,
}

/// All that is shown of a machine besides its boxes.
#[derive(Debug, Serialize)]
pub(super) struct Scene {
    pub(super) game: String,
    /// The names of those who play, the first side's first.
    names: [String; 2],
    /// The person's side, if there is a person.
    person: Option<Side>,
    round: Round,
    /// Whether the machine learns.
    learns: bool,
    rule: Option<String>,
    games: u64,
    boxes: u64,
    /// Michie's score of the machine against people, game after game.
    scores: Vec<i64>,
    opponents: Vec<String>,
}

/// A box on the shelf, as small as many of them can be sent.
#[derive(Debug, Serialize)]
pub(super) struct Small {
    position: String,
    total: u64,
    /// Colours of which there is a bead, and all.
    left: usize,
    colours: usize,
}

/// The boxes of one stage.
#[derive(Debug, Serialize)]
pub(super) struct Stage {
    /// Moves played before.
    ply: u16,
    /// How many boxes there are in theory, if the game is small enough to tell.
    all: Option<u64>,
    boxes: Vec<Small>,
}

/// What a table is worth exactly: chances from 0 to 1.
#[derive(Debug, Serialize)]
pub(super) struct Strength {
    random: [f64; 3],
    perfect: [f64; 3],
    worst_loss: f64,
}

/// A machine and a board.
pub(super) trait Desk: Send {
    fn scene(&self) -> Scene;
    /// The person moves, and the machine answers.
    fn make(&mut self, m: &str) -> Result<()>;
    /// A machine moves where nobody else is to.
    fn step(&mut self) -> Result<()>;
    fn undo(&mut self) -> Result<()>;
    fn resign(&mut self) -> Result<()>;
    fn begin(&mut self) -> Result<()>;
    fn hint(&self) -> Result<Vec<String>>;
    fn stages(&self) -> Vec<Stage>;
    fn look(&self, position: &str) -> Result<Matchbox>;
    fn strength(&self) -> Result<Option<Strength>>;
    /// The model as it stands, if the machine keeps one.
    fn model(&self) -> Option<Model>;
    /// Trains and gives the file back changed; the desk is of no use afterwards.
    fn train(self: Box<Self>, asked: &Asked, course: &Course) -> Result<()>;
    /// The side a person takes.
    fn person(&self) -> Option<Side>;
}

/// The most boxes of a stage that are sent.
const MOST_BOXES: usize = 2000;

/// Sits down at the machine of this file, which is made if it is not there.
pub(super) fn open(path: &Path, wanted: &Wanted) -> Result<Box<dyn Desk>> {
    struct Open<'a> {
        path: &'a Path,
        wanted: &'a Wanted,
    }

    impl Visitor for Open<'_> {
        type Output = Result<Box<dyn Desk>>;

        fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
            let Self { path, wanted } = self;
            let offered = |name: &String| {
                let known = shelf::opponents(&game);
                if known.contains(name) {
                    return Ok(());
                }
                Err(Error::Name {
                    kind: "player",
                    name: name.clone(),
                    nearest: known,
                })
            };
            if let Some(players) = &wanted.watch {
                players.iter().try_for_each(offered)?;
                let opened = watch(game, [&players[0], &players[1]], None)?;
                return Ok(Box::new(Seated {
                    opened,
                    person: None,
                }));
            }
            let asked = match &wanted.player {
                Some(name) => {
                    offered(name)?;
                    WithPerson {
                        player: Some(name.clone()),
                        side: wanted.side,
                        ..WithPerson::default()
                    }
                }
                None => own(path, wanted)?,
            };
            let opened = with_person(game, &asked)?;
            let person = if opened.names[0] == store::PERSON {
                Side::First
            } else {
                Side::Second
            };
            let mut seated = Seated {
                opened,
                person: Some(person),
            };
            if seated.opened.new.is_some() {
                seated.keep()?;
            }
            seated.answer()?;
            Ok(Box::new(seated))
        }
    }

    if !shelf::GAMES.contains(&wanted.game.as_str()) {
        return Err(Error::Name {
            kind: "game",
            name: wanted.game.clone(),
            nearest: shelf::GAMES.map(str::to_owned).into(),
        });
    }
    with_game(&wanted.game, Open { path, wanted })?
}

/// A machine of one's own: the model that is there, or one with empty boxes.
fn own(path: &Path, wanted: &Wanted) -> Result<WithPerson> {
    let there = path.exists();
    let rule = match &wanted.rule {
        Some(sliders) if !there => Some(written(path, sliders)?),
        _ => None,
    };
    Ok(WithPerson {
        player: Some(path.display().to_string()),
        side: wanted.side,
        rule,
        learn: true,
        seed: None,
    })
}

/// The name of a rule: the preset's, or that of a file beside the model where sliders were moved.
fn written(path: &Path, sliders: &Sliders) -> Result<String> {
    let rule = sliders.rule()?;
    if rule.name == sliders.name {
        return Ok(rule.name);
    }
    let file: PathBuf = path.with_extension("toml");
    store::replace(&file, rule.to_toml().as_bytes())?;
    Ok(file.display().to_string())
}

/// The board of a game.
struct Seated<G: Game> {
    opened: Opened<G>,
    person: Option<Side>,
}

impl<G: Game + 'static> Seated<G> {
    /// Writes the model as it stands.
    fn keep(&self) -> Result<()> {
        if let Some(keeper) = &self.opened.keeper {
            keeper.keep(&self.opened.play)?;
        }
        Ok(())
    }

    /// The machine moves until it is the person's turn, and what it has learnt by then is kept.
    fn answer(&mut self) -> Result<()> {
        if self.person.is_some() {
            while self.opened.play.step() {}
        }
        if self.opened.play.end().is_some() {
            self.keep()?;
        }
        Ok(())
    }

    fn machine(&self) -> Side {
        self.person.map_or(Side::First, Side::other)
    }
}

impl<G: Game + 'static> Desk for Seated<G> {
    fn scene(&self) -> Scene {
        let play = &self.opened.play;
        let model = self.model();
        let side = self.machine();
        Scene {
            game: play.game().name(),
            names: self.opened.names.clone(),
            person: self.person,
            round: Round::new(play),
            learns: self.opened.keeper.is_some(),
            rule: model.as_ref().map(|model| model.rule().name.clone()),
            games: model.as_ref().map_or(0, Model::games),
            boxes: model
                .as_ref()
                .and_then(|model| model.tables[side.index()].as_ref())
                .map_or(0, |table| table.len() as u64),
            scores: model
                .as_ref()
                .map_or_else(Vec::new, |model| scores_against_people(model, side)),
            opponents: shelf::opponents(play.game()),
        }
    }

    fn make(&mut self, m: &str) -> Result<()> {
        let m = self.opened.play.game().read_move(m)?;
        self.opened.play.make(m)?;
        self.answer()
    }

    fn step(&mut self) -> Result<()> {
        self.opened.play.step();
        Ok(())
    }

    fn undo(&mut self) -> Result<()> {
        let undone = self.opened.play.undo()?;
        if undone.is_some_and(|undone| undone.reopened || undone.earlier) {
            self.keep()?;
        }
        Ok(())
    }

    fn resign(&mut self) -> Result<()> {
        self.opened.play.resign()?;
        self.answer()
    }

    fn begin(&mut self) -> Result<()> {
        self.opened.play.begin()?;
        self.answer()
    }

    fn hint(&self) -> Result<Vec<String>> {
        let play = &self.opened.play;
        if play.end().is_some() {
            return Ok(Vec::new());
        }
        let best = hint(play.game(), play.at())?;
        let name = |m| play.game().write_move(m);
        Ok(best.moves.into_iter().map(name).collect())
    }

    fn stages(&self) -> Vec<Stage> {
        let game = self.opened.play.game();
        let side = self.machine();
        let Some(model) = self.model() else {
            return Vec::new();
        };
        let Some(table) = &model.tables[side.index()] else {
            return Vec::new();
        };
        let mut stages: Vec<Stage> = Vec::new();
        if let Some(all) = all_boxes(game, model.layout(), side) {
            stages.extend(all.into_iter().map(|(ply, all)| Stage {
                ply,
                all: Some(all),
                boxes: Vec::new(),
            }));
        }
        for (key, matchbox) in table.iter() {
            let place = match stages.binary_search_by_key(&matchbox.ply, |stage| stage.ply) {
                Ok(place) => place,
                Err(place) => {
                    stages.insert(
                        place,
                        Stage {
                            ply: matchbox.ply,
                            all: None,
                            boxes: Vec::new(),
                        },
                    );
                    place
                }
            };
            let boxes = &mut stages[place].boxes;
            if boxes.len() < MOST_BOXES
                && let Some(at) = game.position(key)
            {
                boxes.push(Small {
                    position: game.write_position(&at),
                    total: matchbox.beads.iter().sum(),
                    left: matchbox.beads.iter().filter(|&&n| n > 0).count(),
                    colours: matchbox.beads.len(),
                });
            }
        }
        stages
    }

    fn look(&self, position: &str) -> Result<Matchbox> {
        let game = self.opened.play.game();
        let at = game.read_position(position)?;
        let model = self
            .model()
            .ok_or_else(|| Error::Request("this player has no matchboxes".to_owned()))?;
        Ok(Matchbox::new(game, &BoxView::at(game, &model, &at)?))
    }

    fn strength(&self) -> Result<Option<Strength>> {
        let game = self.opened.play.game();
        let (Some(model), Some(_)) = (self.model(), graph::offered(game)) else {
            return Ok(None);
        };
        let side = self.machine();
        let Some(table) = &model.tables[side.index()] else {
            return Ok(None);
        };
        let evaluation = Evaluation::on(&Ground::shared(game)?, model.layout());
        let exact = evaluation.evaluate(side, &mut |key, beads| {
            beads.clear();
            let found = table.get(key);
            beads.extend(found.iter().flat_map(|matchbox| &matchbox.beads));
            found.is_some()
        });
        #[expect(
            clippy::cast_precision_loss,
            reason = "chances are shown to a few digits"
        )]
        let chance = |n: u64| n as f64 / 1e12;
        Ok(Some(Strength {
            random: exact.random.map(chance),
            perfect: exact.perfect.map(chance),
            worst_loss: chance(exact.worst_loss),
        }))
    }

    fn model(&self) -> Option<Model> {
        let Opened { play, keeper, .. } = &self.opened;
        keeper.as_ref().map(|keeper| keeper.model(play))
    }

    fn train(self: Box<Self>, asked: &Asked, course: &Course) -> Result<()> {
        let side = self.machine();
        let known = shelf::opponents(self.opened.play.game());
        if !known.contains(&asked.opponent) {
            return Err(Error::Name {
                kind: "player",
                name: asked.opponent.clone(),
                nearest: known,
            });
        }
        let (Some(model), Some(keeper)) = (self.model(), &self.opened.keeper) else {
            return Err(Error::Request("this player learns nothing".to_owned()));
        };
        let model = course.take(self.opened.play.game(), side, model, asked)?;
        store::write(keeper.path(), &model)
    }

    fn person(&self) -> Option<Side> {
        self.person
    }
}

/// How many boxes of a side there are at each ply, if the game is small enough to tell at once.
fn all_boxes<G: Game>(game: &G, layout: Layout, side: Side) -> Option<Vec<(u16, u64)>> {
    let solved = graph::offered(game)?;
    let graph = solved.graph();
    let mut met = std::collections::HashSet::new();
    let mut counts = std::collections::BTreeMap::new();
    for node in graph.nodes() {
        let at = graph.position(node);
        let open = graph.outcome(node).is_none() && graph.side(node) == side;
        if open && layout.has_box(game, at) && met.insert(layout.place(game, at).key) {
            *counts.entry(graph.ply(node)).or_insert(0_u64) += 1;
        }
    }
    Some(counts.into_iter().collect())
}
