//! All boxes of one side of a game under a rule, by stage, with the colours of their beads.

use std::collections::BTreeSet;

use super::bead::{self, Bead, Piece};
use super::board::{KitBoard, Spot};
use crate::game::{Game, Key, Outcome, Side, Symmetry};
use crate::games::{Error, Result};
use crate::graph::{Budget, Graph};
use crate::learn::{Layout, Learners, Rule};

/// The most boxes of a kit. Tic-tac-toe without symmetry has fewer than half of them.
pub const MOST_BOXES: usize = 5_000;

/// The most positions and moves that are searched for boxes; games with piles have many moves.
const SEARCHED: Budget = Budget {
    positions: 20_000,
    moves: 1_000_000,
};

/// Everything needed to build a machine for one side.
#[derive(Clone, Debug)]
pub struct Kit {
    /// The name of the game.
    pub game: String,
    /// The rule that changes the beads.
    pub rule: Rule,
    /// The side it plays.
    pub side: Side,
    /// Whether a game can end without a winner.
    pub draws: bool,
    /// The board at the start of the game.
    pub start: KitBoard,
    /// The pieces of the first and the second side, if the game has stones.
    pub pieces: Option<[Piece; 2]>,
    /// The number of moves in the machine's longest game, counting only moves with a box.
    pub moves: usize,
    /// The boxes, sorted by stage and then by key.
    pub boxes: Vec<KitBox>,
}

/// A matchbox of a [`Kit`].
#[derive(Clone, Debug)]
pub struct KitBox {
    /// Its number on the shelf: its place in the list of boxes, counted from 1; with a single pile, the
    /// number of counters that are left.
    pub number: usize,
    /// The least number of moves that the machine has made before: 0 for a box of its first move.
    pub stage: usize,
    /// The key of its position in canonical form.
    pub key: Key,
    /// The position in canonical form, as text.
    pub position: String,
    /// The same position as it is drawn.
    pub board: KitBoard,
    /// The moves, grouped by colour of bead.
    pub choices: Vec<Choice>,
    /// All positions that share the box, sorted by their text, each with its board.
    pub images: Vec<(String, KitBoard)>,
}

/// A colour of bead in a box and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The colour.
    pub bead: Bead,
    /// The moves of this colour. They are mirror images of each other, so any of them may be played.
    pub moves: Vec<KitMove>,
    /// The number of beads of this colour in a new box.
    pub start: u64,
}

/// A move of a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KitMove {
    /// The move as text.
    pub text: String,
    /// Where it is shown.
    pub spot: Spot,
}

impl KitBox {
    /// The box of a position; with a single pile, boxes have no order of their own.
    fn new<G: Game>(
        game: &G,
        rule: &Rule,
        layout: Layout,
        (ply, key, at): (u16, Key, &G::Position),
        order: Option<usize>,
    ) -> Self {
        let colours = layout.place(game, at).colours;
        let start = rule.start_beads(ply, colours.len());
        let choices = colours.iter().enumerate().map(|(order, class)| {
            let moves = class.iter().map(|&m| KitMove {
                text: game.write_move(m),
                spot: KitBoard::spot(game, at, m),
            });
            Choice {
                bead: bead::bead(game, order, class[0]),
                moves: moves.collect(),
                start,
            }
        });
        let board = KitBoard::new(game, at);
        Self {
            number: order.unwrap_or(board.cells.len()),
            stage: usize::from(ply / 2),
            key,
            position: name_of(game, layout, at),
            choices: choices.collect(),
            images: images(game, layout, at),
            board,
        }
    }
}

impl Kit {
    /// The kit of one side of a game under a rule.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`] when the rule moves no beads, [`Error::TooLarge`] when the game has too many positions
    /// or moves, [`Error::Law`] when not every line of play ends, and [`Error::Parameter`] when there are more
    /// than [`MOST_BOXES`] boxes or a box needs more than [`Bead::KINDS`] kinds of bead.
    pub fn new<G: Game>(game: &G, rule: &Rule, side: Side) -> Result<Self> {
        if rule.beads().is_none() {
            let what = match rule.values() {
                Some(_) => "keeps values of moves and no beads",
                None => "multiplies odds and moves no beads",
            };
            let reason = format!("it {what}, so no machine can be built from it");
            return Err(Error::rule(&rule.name, reason));
        }
        let layout = Layout::from(rule);
        let purpose = "a kit of its boxes";
        let graph = Graph::complete(game.clone(), layout.symmetry, SEARCHED, purpose)?;
        let found = positions(&graph, layout, side)?;
        let most = found
            .iter()
            .map(|(_, _, at)| layout.place(game, at).colours.len());
        if let Some(most) = most.max().filter(|most| *most > Bead::KINDS) {
            let kinds = Bead::KINDS;
            let reason = format!("a box has beads of {most} kinds; a kit has at most {kinds}");
            return Err(Error::parameter(game.name(), reason));
        }
        let start = KitBoard::new(game, &game.start());
        let boxes = found.iter().zip(1..).map(|(&(ply, key, at), order)| {
            let order = (!start.is_one_pile()).then_some(order);
            KitBox::new(game, rule, layout, (ply, key, &at), order)
        });
        Ok(Self {
            game: game.name(),
            rule: rule.clone(),
            side,
            draws: graph
                .nodes()
                .any(|node| graph.outcome(node) == Some(Outcome::Draw)),
            pieces: bead::pieces(game),
            moves: longest(&graph, layout, side)?,
            boxes: boxes.collect(),
            start,
        })
    }

    /// The side of the machine: `first`, `second`, or `shared` if it takes both in turn.
    pub fn seat(&self) -> &'static str {
        match self.rule.learner {
            Some(Learners::Shared) => Learners::Shared.name(),
            _ => self.side.name(),
        }
    }

    /// The box of a position of its game, if it has one.
    pub fn find<G: Game>(&self, game: &G, at: &G::Position) -> Option<&KitBox> {
        let layout = Layout::from(&self.rule);
        let is_own = layout.shared || game.side(at) == self.side;
        let key = is_own.then(|| layout.canonical(game, at).key)?;
        self.boxes.iter().find(|b| b.key == key)
    }

    /// The number of stages.
    pub fn stages(&self) -> usize {
        self.boxes.last().map_or(0, |last| last.stage + 1)
    }

    /// The number of boxes in a stage.
    pub fn boxes_of(&self, stage: usize) -> usize {
        self.boxes.iter().filter(|b| b.stage == stage).count()
    }

    /// All kinds of bead in the kit, sorted.
    pub fn beads(&self) -> Vec<Bead> {
        let choices = self.boxes.iter().flat_map(|b| &b.choices);
        let beads: BTreeSet<Bead> = choices.map(|choice| choice.bead).collect();
        beads.into_iter().collect()
    }

    /// Whether some colour has several moves.
    pub fn is_shared(&self) -> bool {
        let mut choices = self.boxes.iter().flat_map(|b| &b.choices);
        choices.any(|choice| choice.moves.len() > 1)
    }
}

/// The most boxes of this side that one game can use.
fn longest<G: Game>(graph: &Graph<G>, layout: Layout, side: Side) -> Result<usize> {
    let game = graph.game();
    let mut most = vec![0; graph.len()];
    for node in graph.children_first()? {
        let targets = graph.edges(node).iter().filter_map(|edge| edge.to);
        let after = targets.map(|to| most[to.index()]).max().unwrap_or(0);
        let at = graph.position(node);
        let has_box =
            graph.outcome(node).is_none() && game.side(at) == side && layout.has_box(game, at);
        most[node.index()] = after + usize::from(has_box);
    }
    Ok(most[graph.root().index()])
}

/// The plies, keys and canonical forms of the positions that have a box, sorted by stage and key.
fn positions<G: Game>(
    graph: &Graph<G>,
    layout: Layout,
    side: Side,
) -> Result<Vec<(u16, Key, G::Position)>> {
    let game = graph.game();
    let mut found = Vec::new();
    for node in graph.nodes() {
        let at = graph.position(node);
        let is_own = layout.shared || game.side(at) == side;
        if graph.outcome(node).is_none() && is_own && layout.has_box(game, at) {
            let form = layout.canonical(game, at);
            found.push((graph.ply(node), form.key, form.position));
        }
    }
    if layout.shared {
        // A position can be met with either side to move.
        found.sort_unstable_by_key(|&(ply, key, _)| (key, ply));
        found.dedup_by_key(|&mut (_, key, _)| key);
    }
    if found.len() > MOST_BOXES {
        let reason = format!(
            "{} boxes for the {} side; a kit has at most {MOST_BOXES}: a rule with symmetries, such \
             as michie-304, needs fewer",
            found.len(),
            side.name()
        );
        return Err(Error::parameter(game.name(), reason));
    }
    found.sort_unstable_by_key(|&(ply, key, _)| (ply / 2, key));
    Ok(found)
}

/// The text of a position, without the side to move if the box does not depend on it.
fn name_of<G: Game>(game: &G, layout: Layout, at: &G::Position) -> String {
    let text = game.write_position(at);
    let own = text.strip_suffix(game.side(at).name());
    match own.filter(|_| layout.shared) {
        Some(own) => own.trim_end().to_owned(),
        None => text,
    }
}

/// The different positions that share a box with `at`.
fn images<G: Game>(game: &G, layout: Layout, at: &G::Position) -> Vec<(String, KitBoard)> {
    let all = (0..layout.symmetry.symmetries(game)).map(|by| game.turn(at, Symmetry(by)));
    let mut images: Vec<_> = all
        .map(|at| (name_of(game, layout, &at), KitBoard::new(game, &at)))
        .collect();
    images.sort_by(|a, b| a.0.cmp(&b.0));
    images.dedup_by(|a, b| a.0 == b.0);
    images
}
