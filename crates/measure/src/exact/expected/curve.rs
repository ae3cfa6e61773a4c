//! The curve: the chances of the states, followed game by game, and to their end.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::super::evaluation::Evaluation;
use super::super::ground::{Ground, Policy};
use super::super::strength::Strength;
use super::game::{ExpectedMachine, ExpectedResults, Played};
use super::states::States;
use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::interrupt;
use crate::learn::{Layout, Rule};
use crate::text::{count, thousands};

/// The expected learning curve of one machine against one opponent, game by game.
///
/// # Examples
///
/// ```
/// use matchboxes_measure::{ExpectedCurve, Ground};
/// use matchboxes_games::game::Side;
/// use matchboxes_games::games::Hexapawn;
/// use matchboxes_learn::preset;
/// use matchboxes_games::player::Random;
///
/// let ground = Ground::new(Hexapawn::new(3, 3)?)?;
/// let random = ground.policy(&Random);
/// let mut her = ExpectedCurve::new(&ground, &preset("her")?, Side::Second, &random)?;
/// let first = her.next_game()?;
/// assert!((first.won - 0.400463).abs() < 1e-6);
/// # Ok::<(), matchboxes_games::Error>(())
/// ```
#[derive(Debug)]
pub struct ExpectedCurve {
    machine: ExpectedMachine,
    states: States,
    /// For each state, what one game does there, as far as computed.
    expanded: Vec<Option<Expanded>>,
    /// The chance of each state after the games so far.
    chances: Vec<f64>,
    games: u64,
    defeats: f64,
    /// The largest number of states.
    pub most: usize,
    /// The number of ways from state to state.
    ways: usize,
}

/// What one game does in a state.
#[derive(Clone, Debug)]
struct Expanded {
    results: ExpectedResults,
    /// The states after it, each with its chance.
    next: Vec<(u32, f64)>,
}

/// What is expected of one game of a machine, and of the machine after it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExpectedGame {
    /// The number of the game, from 1.
    pub game: u64,
    /// The chance that the machine wins it.
    pub won: f64,
    /// The chance of a draw.
    pub drawn: f64,
    /// The chance that it loses, resigned games included.
    pub lost: f64,
    /// The chance that it resigns.
    pub resigned: f64,
    /// The chance that it refuses to play; then the game does not count.
    pub refused: f64,
    /// The expected number of games lost so far, this one included.
    pub defeats: f64,
    /// The chance that after this game no opponent can beat it.
    pub never_loses: f64,
    /// The number of states in which it can be after this game.
    pub states: usize,
    /// The expected exact results of the machine after this game, if they are computed.
    pub exact: Option<Strength>,
}

/// How long it takes until no opponent can beat the machine, over all of its states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UntilNeverLoses {
    /// The number of states that it can reach.
    pub states: usize,
    /// The number of states that it never leaves.
    pub last_states: usize,
    /// The chance that at some time no opponent can beat it.
    pub chance: f64,
    /// The expected number of games until then, if that is certain.
    pub games: Option<f64>,
}

impl ExpectedCurve {
    /// The default for the largest number of states.
    pub const STATES: usize = 200_000;
    /// The largest number of ways from state to state, 16 bytes each.
    const WAYS: usize = 1 << 24;
    /// About how many results of games are held at once, some 100 bytes each.
    const EDITS: usize = 1 << 20;

    /// A new machine of `side`, with full boxes.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`] if the state of the machine is more than the beads in its boxes, and
    /// [`Error::Request`] if a single game has too many lines of play.
    #[inline(never)]
    pub fn new<G: Game>(
        ground: &Ground<G>,
        rule: &Rule,
        side: Side,
        opponent: &Policy,
    ) -> Result<Self> {
        let machine = ExpectedMachine::new(ground, rule, side, opponent)?;
        Ok(Self {
            states: States::new(machine.full()),
            machine,
            expanded: vec![None],
            chances: vec![1.0],
            games: 0,
            defeats: 0.0,
            most: Self::STATES,
            ways: 0,
        })
    }

    /// Computes the expected exact results too, as [`ExpectedGame::exact`].
    #[must_use]
    #[inline(never)]
    pub fn with_exact<G: Game>(mut self, ground: &Ground<G>) -> Self {
        let evaluation = Evaluation::on(ground, Layout::from(&self.machine.rule));
        self.machine.evaluation = Some(evaluation);
        self
    }

    /// The next game.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] if the machine can be in more states than allowed. Every further call fails too.
    pub fn next_game(&mut self) -> Result<ExpectedGame> {
        interrupt::point();
        self.expand(|chances, state| chances.get(state).is_some_and(|&chance| chance > 0.0))?;
        let mut game = ExpectedGame {
            game: self.games + 1,
            ..ExpectedGame::default()
        };
        let mut chances = vec![0.0; self.states.len()];
        for (state, &chance) in self.chances.iter().enumerate() {
            if chance == 0.0 {
                continue;
            }
            let expanded = self.expanded(state);
            game.won += chance * expanded.results.won;
            game.drawn += chance * expanded.results.drawn;
            game.lost += chance * expanded.results.lost;
            game.resigned += chance * expanded.results.resigned;
            game.refused += chance * expanded.results.refused;
            for &(to, share) in &expanded.next {
                chances[to as usize] += chance * share;
            }
        }
        self.chances = chances;
        self.games += 1;
        self.defeats += game.lost;
        game.defeats = self.defeats;
        self.judge(&mut game);
        Ok(game)
    }

    /// What one game does in a state that has been expanded.
    fn expanded(&self, state: usize) -> &Expanded {
        self.expanded[state].as_ref().expect("it was expanded")
    }

    /// Averages what holds for the states after a game.
    fn judge(&self, game: &mut ExpectedGame) {
        let mut exact = self.machine.evaluation.is_some().then(Strength::default);
        for (state, &chance) in self.chances.iter().enumerate() {
            interrupt::every(256, state);
            if chance == 0.0 {
                continue;
            }
            game.states += 1;
            let judged = self.states.judged(state, &self.machine);
            if judged.never_loses {
                game.never_loses += chance;
            }
            if let (Some(sum), Some(exact)) = (&mut exact, judged.exact) {
                sum.add(chance, &exact);
            }
        }
        game.exact = exact;
    }

    /// Computes what one game does in each state that `wanted` picks, and lists the states after it.
    fn expand(&mut self, wanted: impl Fn(&[f64], usize) -> bool) -> Result<()> {
        let todo = (0..self.states.len())
            .filter(|&state| self.expanded[state].is_none() && wanted(&self.chances, state));
        let todo: Vec<usize> = todo.collect();
        self.check_budget()?;
        for part in todo.chunks((Self::EDITS / self.machine.most_edits()).max(1)) {
            let (states, machine) = (&self.states, &self.machine);
            let played: Vec<Played> = part
                .par_iter()
                .map(|&state| {
                    interrupt::point();
                    machine.play(&states.beads(state))
                })
                .collect();
            for (&state, Played { results, edits }) in part.iter().zip(played) {
                interrupt::point();
                let mut next: BTreeMap<u32, f64> = BTreeMap::new();
                for (edit, chance) in edits.iter().filter(|(_, chance)| *chance > 0.0) {
                    let to = self.states.after(state, edit);
                    *next.entry(to).or_default() += chance;
                }
                self.ways += next.len();
                let next = next.into_iter().collect();
                self.expanded[state] = Some(Expanded { results, next });
            }
            self.expanded.resize(self.states.len(), None);
            self.check_budget()?;
        }
        Ok(())
    }

    fn check_budget(&self) -> Result<()> {
        let too_many = if self.states.len() > self.most {
            count(self.most as u64, "state", "states")
        } else if self.ways > Self::WAYS {
            format!("{} ways from state to state", thousands(Self::WAYS as u64))
        } else {
            return Ok(());
        };
        Err(Error::request(format!(
            "after {} the machine has more than {too_many}",
            count(self.games, "game", "games")
        )))
    }

    /// Follows the machine through all states that it can reach.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`] if the rule adds beads, and [`Error::Request`] if there are more states than allowed.
    pub fn until_never_loses(&mut self) -> Result<UntilNeverLoses> {
        self.machine.check_finite()?;
        let mut known = 0;
        while known < self.states.len() {
            known = self.states.len();
            self.expand(|_, _| true)?;
        }
        // A state is left only for states with fewer beads, so these come first.
        let mut order: Vec<usize> = (0..known).collect();
        order.sort_by_cached_key(|&state| {
            interrupt::every(256, state);
            self.states.beads(state).iter().sum::<u64>()
        });
        let mut chance = vec![0.0; known];
        let mut games = vec![None; known];
        let mut last_states = 0;
        for (i, state) in order.into_iter().enumerate() {
            interrupt::every(256, i);
            let next = &self.expanded(state).next;
            let others = next.iter().filter(|(to, _)| *to as usize != state);
            let leaving: f64 = others.clone().map(|(_, share)| share).sum();
            if leaving == 0.0 {
                last_states += 1;
            }
            if self.states.judged(state, &self.machine).never_loses {
                chance[state] = 1.0;
                games[state] = Some(0.0);
            } else if leaving > 0.0 {
                chance[state] = others
                    .clone()
                    .map(|&(to, share)| share / leaving * chance[to as usize])
                    .sum();
                let after = others.map(|&(to, share)| Some(share * games[to as usize]?));
                games[state] = after.sum::<Option<f64>>().map(|sum| (1.0 + sum) / leaving);
            }
        }
        Ok(UntilNeverLoses {
            states: known,
            last_states,
            chance: games[0].map_or(chance[0], |_| 1.0),
            games: games[0],
        })
    }
}
