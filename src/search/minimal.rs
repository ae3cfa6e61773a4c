//! The least work any search can do: the smallest proof of a value (Knuth and Moore 1975).

use crate::game::{Game, Side};

use super::ask::{Question, Search};
use super::minimax::Minimax;
use super::score::Score;
use super::setting::Setting;
use super::walk::{Place, Walk};

/// How many leaves the cheapest proof of the value needs: that the side to move reaches it and that it
/// reaches no more, the one leaf they share counted once.
///
/// It looks at the whole tree twice, to the depth limit of question and setting, and minds no other
/// limit. On a uniform tree of branching b and depth d it is `b^(d/2) + b^(d/2) - 1`, one half of d
/// rounded up and one down.
pub fn minimal_leaves<G: Game>(question: &Question<'_, G>, setting: &Setting<G>) -> u64 {
    let setting = Setting {
        nodes: None,
        ..setting.clone()
    };
    let mut question = question.clone();
    question.limits.nodes = None;
    question.limits.stop = None;
    question.limits.record = 0;
    let Ok(found) = Minimax(setting.clone()).search(&question) else {
        unreachable!("minimax without limits has an answer");
    };
    let mut walk = Walk::new(&question, &setting);
    let us = question.game.side(&question.at);
    let root = walk.root();
    let (reached, held) = proofs(&mut walk, &root, (us, found.value));
    reached.unwrap_or(0) + held.unwrap_or(0) - 1
}

/// The leaves of the cheapest proofs that the value is at least, and at most, the one asked for.
fn proofs<G: Game>(
    walk: &mut Walk<'_, G>,
    place: &Place<G::Position>,
    asked: (Side, Score),
) -> (Option<u64>, Option<u64>) {
    let game = walk.game;
    let (us, value) = asked;
    let is_max = game.side(&place.at) == us;
    let mut children = Vec::new();
    if !walk.is_horizon(place) {
        for m in game.moves(&place.at) {
            children.push(proofs(walk, &walk.down(place, m), asked));
        }
    }
    if children.is_empty() {
        let leaf = walk.leaf(place).value;
        let leaf = if is_max { leaf } else { -leaf };
        return ((leaf >= value).then_some(1), (leaf <= value).then_some(1));
    }
    let (reached, held): (Vec<_>, Vec<_>) = children.into_iter().unzip();
    // One child proves what the side to move wants, all are needed against it.
    let one = |proofs: Vec<Option<u64>>| proofs.into_iter().flatten().min();
    let all = |proofs: Vec<Option<u64>>| proofs.into_iter().sum();
    if is_max {
        (one(reached), all(held))
    } else {
        (all(reached), one(held))
    }
}
