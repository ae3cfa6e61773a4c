//! The rules and opponents for which learners are compared.

use std::sync::Arc;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move};
use matchboxes::graph::Merging;
use matchboxes::learn::{
    Beads, Boxes, Change, CountFrom, DecayPer, Duplicates, Effect, Empty, Odds, Opponent, Rule,
    Scope, Update, preset, presets,
};
use matchboxes::player::{First, Mixture, Perfect, Player, Random};

/// All presets, and rules that cover what no preset does.
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
        update: Update::Beads(Beads {
            start: vec![1, 3],
            loss: all(Effect::Wipe),
            ..beads(&rote)
        }),
        symmetry: Merging::Rotations,
        duplicates: Duplicates::Merge,
        empty: Empty::Refill,
        ..rote.clone()
    });
    rules.push(Rule {
        update: Update::Beads(Beads {
            start: vec![9, 1, 4],
            win: last(Effect::Add(5_000_000)),
            draw: last(Effect::Subtract(2)),
            draw_second: None,
            loss: all(Effect::Subtract(3)),
            weights: Vec::new(),
        }),
        symmetry: Merging::Rotations,
        boxes: Boxes::Hopeful,
        ..rote.clone()
    });
    rules.push(Rule {
        update: Update::Beads(Beads {
            win: all(Effect::Wipe),
            loss: last(Effect::Add(2)),
            ..beads(&michie)
        }),
        duplicates: Duplicates::Keep,
        boxes: Boxes::Every,
        ..michie.clone()
    });
    rules.push(Rule {
        update: Update::Beads(Beads {
            start: vec![1 << 32],
            win: all(Effect::Add(1 << 32)),
            draw: all(Effect::Add(1 << 20)),
            draw_second: None,
            loss: all(Effect::Subtract(1 << 31)),
            weights: Vec::new(),
        }),
        symmetry: Merging::None,
        ..michie.clone()
    });
    // Bead counts that cross 2^31 both ways.
    rules.push(Rule {
        update: Update::Beads(Beads {
            start: vec![1 << 27],
            win: all(Effect::Add(1 << 28)),
            draw: all(Effect::Add(1 << 20)),
            draw_second: None,
            loss: all(Effect::Subtract(1 << 29)),
            weights: Vec::new(),
        }),
        ..rote.clone()
    });
    rules.push(Rule {
        update: Update::Beads(Beads {
            start: vec![2],
            win: all(Effect::Subtract(1)),
            draw: all(Effect::Subtract(1)),
            draw_second: None,
            loss: all(Effect::Subtract(1)),
            weights: Vec::new(),
        }),
        empty: Empty::Refill,
        ..rote.clone()
    });
    rules.extend(
        EMPTY
            .into_iter()
            .flat_map(|empty| emptied(&rote, &michie, empty)),
    );
    rules.push(Rule {
        update: Update::Beads(Beads {
            draw: last(Effect::Subtract(1)),
            draw_second: Some(all(Effect::Add(2))),
            ..beads(&michie)
        }),
        ..michie.clone()
    });
    rules.extend(weighted(&michie));
    rules.extend(pegasus());
    rules
}

/// Rules whose results have a different weight at each stage, and none at some.
fn weighted(michie: &Rule) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (weights, wiped) in [
        (vec![1, 2, 3], false),
        (vec![0, 5, 0], true),
        (vec![1 << 32], false),
    ] {
        rules.push(Rule {
            update: Update::Beads(Beads {
                start: vec![6, 4],
                draw: if wiped {
                    last(Effect::Wipe)
                } else {
                    all(Effect::Add(1))
                },
                weights,
                ..beads(michie)
            }),
            empty: Empty::KeepLast,
            ..michie.clone()
        });
    }
    rules
}

/// Variants of the rule that multiplies odds, none of them a preset.
fn pegasus() -> Vec<Rule> {
    let mut rules = Vec::new();
    let pegasus = preset("michie-1963-sliding").expect("a preset");
    let odds = pegasus.odds().expect("odds").clone();
    for (from, per) in [
        (CountFrom::OwnMove, DecayPer::Play),
        (CountFrom::End, DecayPer::Set),
    ] {
        rules.push(Rule {
            update: Update::Odds(Odds {
                every: 3,
                from,
                per,
                ..odds
            }),
            symmetry: Merging::None,
            boxes: Boxes::Every,
            ..pegasus.clone()
        });
    }
    rules
}

/// Variants of the two rules with so few beads that boxes run empty.
fn emptied(rote: &Rule, michie: &Rule, empty: Empty) -> [Rule; 2] {
    let few = Rule {
        update: Update::Beads(Beads {
            start: vec![3, 2],
            ..beads(michie)
        }),
        empty,
        ..michie.clone()
    };
    let wiped = Rule {
        update: Update::Beads(Beads {
            start: vec![2],
            loss: all(Effect::Wipe),
            ..beads(rote)
        }),
        empty,
        ..rote.clone()
    };
    [few, wiped]
}

/// Every treatment of an empty box.
pub(crate) const EMPTY: [Empty; 13] = [
    Empty::Resign,
    Empty::Refuse,
    Empty::AnyMove,
    Empty::KeepFirst,
    Empty::KeepLast,
    Empty::Floor,
    Empty::OneBead,
    Empty::Refill,
    Empty::RefillMove,
    Empty::Reset,
    Empty::ResetAt(0),
    Empty::ResetAt(1),
    Empty::ResetAt(7),
];

/// The parameters of a rule that adds and removes beads.
pub(crate) fn beads(rule: &Rule) -> Beads {
    rule.beads().expect("it moves beads").clone()
}

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

/// A player whose weights come from a hash of the position: often zero, sometimes very large.
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

/// Opponents of every kind, with names.
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
    let mixture = Arc::new(Mixture::new("mixture".to_owned(), parts).expect("valid shares"));
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
