//! The rules and players that trainings are compared over.

use std::sync::Arc;

use menace::dice::{Dice, Purpose};
use menace::game::{Game, Move};
use menace::graph::Merging;
use menace::learn::{
    Boxes, Change, Duplicates, Effect, Empty, Odds, Opponent, Rule, Scope, preset, presets,
};
use menace::player::{First, Mixture, Perfect, Player, Random};

/// All presets and rules that reach what no preset does.
pub(crate) fn rules() -> Vec<Rule> {
    let rote = preset("rote").expect("a preset");
    let michie = preset("michie-304").expect("a preset");
    let mut rules = presets();
    rules.push(Rule {
        empty: Empty::Refill,
        symmetry: Merging::Full,
        ..rote.clone()
    });
    rules.push(Rule {
        symmetry: Merging::Rotations,
        duplicates: Duplicates::Merge,
        loss: all(Effect::Wipe),
        empty: Empty::Refill,
        start: vec![1, 3],
        ..rote.clone()
    });
    rules.push(Rule {
        symmetry: Merging::Rotations,
        boxes: Boxes::Hopeful,
        win: last(Effect::Add(5_000_000)),
        draw: last(Effect::Subtract(2)),
        loss: all(Effect::Subtract(3)),
        start: vec![9, 1, 4],
        ..rote.clone()
    });
    rules.push(Rule {
        duplicates: Duplicates::Keep,
        boxes: Boxes::Every,
        win: all(Effect::Wipe),
        loss: last(Effect::Add(2)),
        ..michie.clone()
    });
    rules.push(Rule {
        symmetry: Merging::None,
        win: all(Effect::Add(1 << 32)),
        draw: all(Effect::Add(1 << 20)),
        loss: all(Effect::Subtract(1 << 31)),
        start: vec![1 << 32],
        ..michie.clone()
    });
    // Beads that cross 2^31 both ways.
    rules.push(Rule {
        win: all(Effect::Add(1 << 28)),
        draw: all(Effect::Add(1 << 20)),
        loss: all(Effect::Subtract(1 << 29)),
        start: vec![1 << 27],
        ..rote.clone()
    });
    rules.push(Rule {
        win: all(Effect::Subtract(1)),
        draw: all(Effect::Subtract(1)),
        loss: all(Effect::Subtract(1)),
        empty: Empty::Refill,
        start: vec![2],
        ..rote.clone()
    });
    for empty in EMPTY {
        rules.push(Rule {
            empty,
            start: vec![3, 2],
            ..michie.clone()
        });
        rules.push(Rule {
            empty,
            start: vec![2],
            loss: all(Effect::Wipe),
            ..rote.clone()
        });
    }
    let pegasus = preset("michie-1963-odds").expect("a preset");
    let odds = pegasus.odds.clone().map(|odds| Odds { every: 3, ..odds });
    rules.push(Rule {
        odds,
        symmetry: Merging::None,
        boxes: Boxes::Every,
        ..pegasus
    });
    rules
}

/// Everything an empty box can mean.
pub(crate) const EMPTY: [Empty; 8] = [
    Empty::Resign,
    Empty::Refuse,
    Empty::KeepFirst,
    Empty::KeepLast,
    Empty::Floor,
    Empty::Refill,
    Empty::RefillMove,
    Empty::Reset,
];

const fn all(effect: Effect) -> Change {
    Change {
        effect,
        scope: Scope::All,
    }
}

const fn last(effect: Effect) -> Change {
    Change {
        effect,
        scope: Scope::Last,
    }
}

/// Weighs moves by a hash of the position: often not at all, sometimes very much.
struct Moody;

impl<G: Game> Player<G> for Moody {
    fn name(&self) -> String {
        "moody".to_owned()
    }

    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        let [low, high] = [game.key(at).0, game.key(at).0 >> 64]
            .map(|half| u64::try_from(half & u128::from(u64::MAX)).expect("masked"));
        let mut dice = Dice::new(low, Purpose::Trial, high, moves.len() as u64);
        for weight in weights {
            *weight = dice.below(3) * dice.below(1 << 55);
        }
    }
}

/// Opponents of every sort, with names.
pub(crate) fn opponents<G: Game + 'static>(game: &G) -> Vec<(&'static str, Opponent<G>)> {
    let random: Arc<dyn Player<G>> = Arc::new(Random);
    let first: Arc<dyn Player<G>> = Arc::new(First);
    let moody: Arc<dyn Player<G>> = Arc::new(Moody);
    let perfect: Arc<dyn Player<G>> = Arc::new(Perfect::new(game.clone()).expect("small"));
    let parts = vec![
        (3, random.clone()),
        (1, perfect.clone()),
        (2, first.clone()),
    ];
    let mixture = Arc::new(Mixture::new("mixture".to_owned(), parts).expect("sound shares"));
    let fading = |games| Opponent::Fading {
        from: random.clone(),
        to: perfect.clone(),
        games,
    };
    let script = vec![
        (3, first.clone()),
        (10, perfect.clone()),
        (35, moody.clone()),
        (70, random.clone()),
    ];
    vec![
        ("random", Opponent::Player(random.clone())),
        ("perfect", Opponent::Player(perfect.clone())),
        ("first", Opponent::Player(first)),
        ("moody", Opponent::Player(moody)),
        ("mixture", Opponent::Player(mixture)),
        ("fading over 60", fading(60)),
        ("fading over 0", fading(0)),
        ("script", Opponent::Script(script)),
    ]
}
