//! The minimum work of any search: the smallest proof of a value (Knuth and Moore 1975).

use crate::game::{Game, Side};

use super::minimax::Minimax;
use crate::search::walk::{Place, Walk};
use crate::search::{Limits, Question, Score, Search, Setting};

/// The number of leaves in the smallest proof of the value. The proof shows that the side to move
/// reaches the value and that it cannot reach more; the one leaf that both parts share counts once.
///
/// Searches the whole tree twice, to the depth limit of the question and the setting, and ignores all
/// other limits. For a uniform tree of branching b and depth d the number is `b^(d/2) + b^(d/2) - 1`,
/// where one d/2 is rounded up and the other down.
pub fn minimal_leaves<G: Game>(question: &Question<'_, G>, setting: &Setting<G>) -> u64 {
    let setting = Setting {
        nodes: None,
        ..setting.clone()
    };
    let mut question = question.clone();
    question.limits = Limits {
        depth: question.limits.depth,
        ..Limits::default()
    };
    let Ok(found) = Minimax(setting.clone()).search(&question) else {
        unreachable!("minimax without limits has an answer");
    };
    let mut walk = Walk::new(&question, &setting);
    let us = question.game.side(&question.at);
    let root = walk.root();
    let (at_least, at_most) = proofs(&mut walk, &root, (us, found.value));
    at_least.unwrap_or(0) + at_most.unwrap_or(0) - 1
}

/// The number of leaves in the smallest proofs that the value is at least, and at most, `asked`.
fn proofs<G: Game>(
    walk: &mut Walk<'_, G>,
    place: &Place<G::Position>,
    asked: (Side, Score),
) -> (Option<u64>, Option<u64>) {
    let game = walk.game;
    let (us, value) = asked;
    let is_max = game.side(&place.at) == us;
    let most = if walk.is_horizon(place) {
        0
    } else {
        usize::MAX
    };
    let moves = game.moves(&place.at).take(most);
    let children = moves.map(|m| proofs(walk, &walk.down(place, m), asked));
    let (at_least, at_most): (Vec<_>, Vec<_>) = children.unzip();
    if at_least.is_empty() {
        let leaf = walk.leaf(place).value;
        let leaf = if is_max { leaf } else { -leaf };
        return ((leaf >= value).then_some(1), (leaf <= value).then_some(1));
    }
    // One child is enough to prove a bound for the side to move; a bound against it needs all children.
    let one = |proofs: Vec<Option<u64>>| proofs.into_iter().flatten().min();
    let all = |proofs: Vec<Option<u64>>| proofs.into_iter().sum();
    if is_max {
        (one(at_least), all(at_most))
    } else {
        (all(at_least), one(at_most))
    }
}
