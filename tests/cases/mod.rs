//! The rules and opponents for which learners are compared.

use std::sync::Arc;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move};
use matchboxes::learn::{Empty, Opponent, Rule, presets};
use matchboxes::player::{First, Mixture, Perfect, Player, Random};

use crate::tools::rule_with;

/// Presets with other fields, which cover what no preset does: also bead counts above 2^32, such that cross 2^31 both
/// ways, and results that have a different weight at each stage, and none at some.
const OTHERS: &str = "\
rote: empty = 'refill'; symmetry = 'full'
rote: start = [1, 3]; loss = 'wipe all'; symmetry = 'rotations'; duplicates = 'merge'; empty = 'refill'
rote: start = [9, 1, 4]; win = '+5000000 last'; draw = '-2 last'; loss = '-3 all'; symmetry = 'rotations'; \
    boxes = 'hopeful'
michie-304: win = 'wipe all'; loss = '+2 last'; duplicates = 'keep'; boxes = 'every'
michie-304: start = [4294967296]; win = '+4294967296 all'; draw = '+1048576 all'; loss = '-2147483648 all'; \
    symmetry = 'none'
rote: start = [134217728]; win = '+268435456 all'; draw = '+1048576 all'; loss = '-536870912 all'
rote: start = [2]; win = '-1 all'; draw = '-1 all'; loss = '-1 all'; empty = 'refill'
michie-304: draw = '-1 last'; draw-second = '+2 all'
michie-304: start = [6, 4]; draw = '+1 all'; weights = [1, 2, 3]; empty = 'keep-last'
michie-304: start = [6, 4]; draw = 'wipe last'; weights = [0, 5, 0]; empty = 'keep-last'
michie-304: start = [6, 4]; draw = '+1 all'; weights = [4294967296]; empty = 'keep-last'
michie-1963-sliding: symmetry = 'none'; boxes = 'every'; odds = { every = 3, from = 'own-move', per = 'play' }
michie-1963-sliding: symmetry = 'none'; boxes = 'every'; odds = { every = 3, from = 'end', per = 'set' }";

/// All presets, others, and for every treatment of an empty box two with so few beads that boxes run empty.
pub(crate) fn rules() -> Vec<Rule> {
    let mut rules = presets();
    let others = OTHERS
        .lines()
        .map(|row| row.split_once(": ").expect("a preset"));
    rules.extend(others.map(|(name, fields)| rule_with(name, fields)));
    for empty in EMPTY {
        let few = format!("start = [3, 2]; empty = '{empty}'");
        let wiped = format!("start = [2]; loss = 'wipe all'; empty = '{empty}'");
        rules.extend([rule_with("michie-304", &few), rule_with("rote", &wiped)]);
    }
    rules
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
