//! The expected learning curve of one machine, computed without a sample.
//!
//! Before each game a machine is in a state: the beads in all of its boxes. One game leads from a state to
//! others with chances that follow from the beads and the opponent, so a machine is a Markov chain. If its
//! rule only takes beads out, it has finitely many states. The chances of the states before the next game
//! follow from those before this one; so do the expected results, and the chance that no opponent can beat
//! the machine any more.

mod game;
mod situations;
mod states;

use rayon::prelude::*;

use super::evaluation::Evaluation;
use super::ground::{Ground, Policy};
use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::learn::{Boxes as Boxed, Effect, Empty, Layout, Rule};
use crate::text::{count, thousands};
use game::{Machine, Played};
use states::States;

/// The expected learning curve of one machine against one opponent, game by game.
///
/// # Examples
///
/// ```
/// use menace::arena::{ExpectedCurve, Ground};
/// use menace::game::Side;
/// use menace::games::Hexapawn;
/// use menace::learn::preset;
/// use menace::player::Random;
///
/// let ground = Ground::new(Hexapawn::new(3, 3)?)?;
/// let random = ground.policy(&Random);
/// let mut her = ExpectedCurve::new(&ground, &preset("her")?, Side::Second, &random)?;
/// let first = her.next_game()?;
/// assert!((first.won - 0.400463).abs() < 1e-6);
/// # Ok::<(), menace::Error>(())
/// ```
#[derive(Debug)]
pub struct ExpectedCurve {
    machine: Machine,
    states: States,
    /// For each state, what one game does there, as far as computed.
    played: Vec<Option<Played>>,
    /// The chance of each state after the games so far.
    chances: Vec<f64>,
    games: u64,
    defeats: f64,
    /// The largest number of states.
    most: usize,
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
    pub unbeatable: f64,
    /// The number of states in which it can be after this game.
    pub states: usize,
    /// The expected exact results of the machine after this game, if they are computed.
    pub exact: Option<ExpectedExact>,
}

/// The expected exact results of a machine: the means of those of its possible states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExpectedExact {
    /// The chances to win, draw and lose against random play.
    pub random: [f64; 3],
    /// The same against perfect play.
    pub perfect: [f64; 3],
    /// The largest chance of any opponent to win.
    pub worst_loss: f64,
}

/// How long it takes until no opponent can beat the machine, over all of its states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UntilUnbeatable {
    /// The number of states that it can reach.
    pub states: usize,
    /// The number of states that it never leaves.
    pub last_states: usize,
    /// The chance that it becomes unbeatable at some time.
    pub chance: f64,
    /// The expected number of games until then, if that is certain.
    pub games: Option<f64>,
}

impl ExpectedCurve {
    /// The default for the largest number of states.
    pub const STATES: usize = 200_000;

    /// A new machine of `side`, with full boxes.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`] if the state of the machine is more than the beads in its boxes, and
    /// [`Error::Request`] if a single game has too many lines of play.
    pub fn new<G: Game>(
        ground: &Ground<G>,
        rule: &Rule,
        side: Side,
        opponent: &Policy,
    ) -> Result<Self> {
        let machine = Machine::new(ground, rule, side, opponent)?;
        Ok(Self {
            states: States::new(machine.full()),
            machine,
            played: vec![None],
            chances: vec![1.0],
            games: 0,
            defeats: 0.0,
            most: Self::STATES,
        })
    }

    /// Sets the largest number of states.
    #[must_use]
    pub const fn states(mut self, most: usize) -> Self {
        self.most = most;
        self
    }

    /// Computes the expected exact results too, as [`ExpectedGame::exact`].
    #[must_use]
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
            let played = self.played(state);
            game.won += chance * played.results.won;
            game.drawn += chance * played.results.drawn;
            game.lost += chance * played.results.lost;
            game.resigned += chance * played.results.resigned;
            game.refused += chance * played.results.refused;
            for &(to, share) in &played.next {
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
    fn played(&self, state: usize) -> &Played {
        self.played[state].as_ref().expect("it was expanded")
    }

    /// Averages what holds for the states after a game.
    fn judge(&self, game: &mut ExpectedGame) {
        let mut exact = self
            .machine
            .evaluation
            .is_some()
            .then(ExpectedExact::default);
        for (state, &chance) in self.chances.iter().enumerate() {
            if chance == 0.0 {
                continue;
            }
            game.states += 1;
            let judged = self.states.judged(state, &self.machine);
            if judged.unbeatable {
                game.unbeatable += chance;
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
            .filter(|&state| self.played[state].is_none() && wanted(&self.chances, state));
        let todo: Vec<usize> = todo.collect();
        self.check_budget()?;
        for part in todo.chunks(1024) {
            let (states, machine) = (&self.states, &self.machine);
            let played: Vec<_> = part
                .par_iter()
                .map(|&state| machine.play(&states.beads(state)))
                .collect();
            for (&state, (results, after)) in part.iter().zip(played) {
                let next = after
                    .into_iter()
                    .map(|(beads, share)| (self.states.intern(&beads), share))
                    .collect();
                self.played[state] = Some(Played { results, next });
            }
            self.played.resize(self.states.len(), None);
            self.check_budget()?;
        }
        Ok(())
    }

    fn check_budget(&self) -> Result<()> {
        if self.states.len() <= self.most {
            return Ok(());
        }
        Err(Error::Request(format!(
            "after {} the machine can be in more than {} states",
            count(self.games, "game", "games"),
            thousands(self.most as u64)
        )))
    }

    /// Follows the machine through all states that it can reach.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`] if the rule adds beads, and [`Error::Request`] if there are more states than allowed.
    pub fn until_unbeatable(&mut self) -> Result<UntilUnbeatable> {
        self.machine.check_finite()?;
        let mut known = 0;
        while known < self.states.len() {
            known = self.states.len();
            self.expand(|_, _| true)?;
        }
        // A state is left only for states with fewer beads, so these come first.
        let mut order: Vec<usize> = (0..known).collect();
        order.sort_by_key(|&state| self.states.beads(state).iter().sum::<u64>());
        let mut chance = vec![0.0; known];
        let mut games = vec![None; known];
        let mut last_states = 0;
        for state in order {
            let next = &self.played(state).next;
            let others = next.iter().filter(|(to, _)| *to as usize != state);
            let leaving: f64 = others.clone().map(|(_, share)| share).sum();
            if leaving == 0.0 {
                last_states += 1;
            }
            if self.states.judged(state, &self.machine).unbeatable {
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
        Ok(UntilUnbeatable {
            states: known,
            last_states,
            chance: games[0].map_or(chance[0], |_| 1.0),
            games: games[0],
        })
    }
}

impl ExpectedExact {
    fn add(&mut self, chance: f64, exact: &Self) {
        for i in 0..3 {
            self.random[i] += chance * exact.random[i];
            self.perfect[i] += chance * exact.perfect[i];
        }
        self.worst_loss += chance * exact.worst_loss;
    }
}

/// Refuses a rule for which the beads in the boxes are not all that matters.
fn check(rule: &Rule) -> Result<()> {
    let reason = if rule.odds().is_some() {
        "it multiplies odds; an expected curve needs a rule that moves beads"
    } else if rule.boxes == Boxed::SecondMeeting {
        "its boxes appear at the second meeting; an expected curve needs boxes that are there from the start"
    } else if rule.empty == Empty::Refill {
        "it refills boxes during a game; an expected curve needs a rule that changes them after it"
    } else {
        return Ok(());
    };
    Err(refusal(rule, reason))
}

fn refusal(rule: &Rule, reason: &str) -> Error {
    Error::Rule {
        rule: rule.name.clone(),
        reason: reason.to_owned(),
    }
}

/// Whether a rule never adds a bead.
fn only_takes_out(rule: &Rule) -> bool {
    let keeps = |effect| matches!(effect, Effect::Nothing | Effect::Subtract(_) | Effect::Wipe);
    let refills = matches!(
        rule.empty,
        Empty::Refill | Empty::RefillMove | Empty::Reset | Empty::ResetAt(_)
    );
    let changes = rule
        .beads()
        .map(|beads| [beads.win, beads.draw, beads.loss]);
    !refills && changes.is_some_and(|all| all.iter().all(|change| keeps(change.effect)))
}
