//! Games written in Python, as the library's own.
//!
//! Every position is computed once and then remembered, so that a training soon runs without Python. The
//! library checks the laws of games as for any game of one's own; this file checks only what Python can get
//! wrong. An exception in the rules unwinds to [`guarded`], because the rules of a game cannot fail.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock, RwLock, Weak};

use matchboxes::fork::PerProcess;
use matchboxes::game::{Game, Key, Move, Outcome, Side, Sketch};
use matchboxes::games::{self, AnyGame, Error};
use matchboxes::interrupt;
use matchboxes::locks::unpoisoned;
use pyo3::exceptions::{PyOverflowError, PyReferenceError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyType;
use pyo3::{PyTraverseError, PyVisit};

use crate::argument::shown;
use crate::errors::{guarded, raised, wrong};
use crate::work;

/// The rules of a game, held by a Python object.
#[derive(Clone)]
struct PyOwnGame(Arc<PyRules>);

struct PyRules {
    objects: Weak<PyObjects>,
    name: String,
    move_count: u16,
    start: Key,
    known: PerProcess<RwLock<HashMap<Key, Arc<KnownPosition>>>>,
}

/// The objects of Python behind a game: its rules, and the state of each position met. They have one owner, an object of
/// Python, since the garbage collector must find each reference once.
pub(crate) struct PyObjects {
    pub(crate) rules: Py<PyAny>,
    states: PerProcess<RwLock<HashMap<Key, Py<PyAny>>>>,
}

impl PyObjects {
    /// Shows the garbage collector its references. What another thread is about to change is not shown, and so stays.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.rules)?;
        let Ok(states) = self.states.get().try_read() else {
            return Ok(());
        };
        states.values().try_for_each(|state| visit.call(state))
    }
}

/// What the rules have said about a position.
struct KnownPosition {
    side: Side,
    outcome: Option<Outcome>,
    moves: Vec<Move>,
    /// The position after each move, once it has been computed.
    after: Vec<OnceLock<Key>>,
    text: String,
}

/// The game whose rules a Python object holds, once they have been checked.
pub(crate) fn of_rules(rules: &Bound<'_, PyAny>) -> PyResult<(AnyGame, Arc<PyObjects>)> {
    check_has_all(rules)?;
    let objects = Arc::new(PyObjects {
        rules: rules.clone().unbind(),
        states: PerProcess::new(RwLock::default()),
    });
    let own = PyOwnGame::new(rules, &objects)?;
    let game = guarded(|| AnyGame::own(own))?.map_err(raised)?;
    Ok((game, objects))
}

/// Refuses what lacks something of a game's rules, or has a text or a number where a method is wanted.
fn check_has_all(rules: &Bound<'_, PyAny>) -> PyResult<()> {
    const WANTED: [&str; 9] = [
        "name",
        "move_count",
        "start",
        "side",
        "outcome",
        "moves",
        "play",
        "key",
        "state",
    ];
    let mut missing = Vec::new();
    for (place, name) in WANTED.into_iter().enumerate() {
        let found = rules.getattr_opt(name)?;
        if found.is_none_or(|found| place > 1 && !found.is_callable()) {
            missing.push(if place > 1 {
                format!("{name}()")
            } else {
                name.to_owned()
            });
        }
    }
    if missing.is_empty() && !rules.is_instance_of::<PyType>() {
        return Ok(());
    }
    let lacks = match &missing[..] {
        [] => "it is a class: give an object of it".to_owned(),
        missing => format!("it has no {}", missing.join(", ")),
    };
    Err(PyTypeError::new_err(format!(
        "rules: {} is not the rules of a game, as matchboxes.Rules explains them: {lacks}",
        shown(rules)
    )))
}

fn ask<T>(question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    let answer = work::call(|py| {
        // Abandoned work makes no further checks.
        interrupt::point();
        question(py)
    });
    answer.unwrap_or_else(|error| resume_unwind(Box::new(error)))
}

impl PyOwnGame {
    fn new(rules: &Bound<'_, PyAny>, objects: &Arc<PyObjects>) -> PyResult<Self> {
        let (name, count) = (rules.getattr("name")?, rules.getattr("move_count")?);
        let mut game = PyRules {
            name: read(&name, "name", "a text")?,
            move_count: read(&count, "move_count", "a whole number from 1 to 65535")?,
            start: Key(0),
            known: PerProcess::new(RwLock::default()),
            objects: Arc::downgrade(objects),
        };
        let start = rules.call_method0("start")?;
        game.start = game.key_of(&start)?;
        game.keep(game.start, start)?;
        Ok(Self(Arc::new(game)))
    }

    fn node(&self, key: Key) -> Arc<KnownPosition> {
        // A process that was forked has not met the position yet.
        self.0.met(key).unwrap_or_else(|| {
            let error = self.0.lost(key, "it is no longer read");
            resume_unwind(Box::new(error))
        })
    }
}

/// Reads what Python gave; `named` is where it comes from, and `wanted` what should come.
fn read<'py, T: FromPyObjectOwned<'py>>(
    value: &Bound<'py, PyAny>,
    named: &str,
    wanted: &str,
) -> PyResult<T> {
    value.extract().map_err(|error: T::Error| {
        let is_out_of_range = error.into().is_instance_of::<PyOverflowError>(value.py());
        if is_out_of_range {
            return wrong(mistaken(value, named, wanted));
        }
        PyTypeError::new_err(mistaken(value, named, wanted))
    })
}

fn mistaken(value: &Bound<'_, PyAny>, named: &str, wanted: &str) -> String {
    format!("{named} gave {}; it must be {wanted}", shown(value))
}

impl PyRules {
    fn find(&self, key: Key) -> Option<Arc<KnownPosition>> {
        unpoisoned(self.known.get().read()).get(&key).cloned()
    }

    fn objects(&self) -> PyResult<Arc<PyObjects>> {
        let objects = self.objects.upgrade();
        objects.ok_or_else(|| PyReferenceError::new_err("the rules of the game are gone"))
    }

    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.objects()?.rules.bind(py).clone())
    }

    /// The state of a position that was met.
    fn state<'py>(&self, py: Python<'py>, key: Key) -> PyResult<Bound<'py, PyAny>> {
        let objects = self.objects()?;
        let states = unpoisoned(objects.states.get().read());
        let state = states.get(&key).expect("it was kept with the position");
        Ok(state.bind(py).clone())
    }

    /// Computes a position and remembers it. A thread that holds a lock never waits for the interpreter's.
    fn keep(&self, key: Key, state: Bound<'_, PyAny>) -> PyResult<Arc<KnownPosition>> {
        let node = Arc::new(self.node(key, &state)?);
        let objects = self.objects()?;
        let state = state.unbind();
        unpoisoned(objects.states.get().write())
            .entry(key)
            .or_insert(state);
        let mut known = unpoisoned(self.known.get().write());
        Ok(known.entry(key).or_insert(node).clone())
    }

    /// The position with this key, which is computed and remembered if it was not met.
    fn met(&self, key: Key) -> Option<Arc<KnownPosition>> {
        let computed = |py: Python<'_>| {
            let state = self.rules(py)?.call_method1("state", (key.0,))?;
            if state.is_none() || self.key_of(&state)? != key {
                return Ok(None);
            }
            self.keep(key, state).map(Some)
        };
        self.find(key).or_else(|| ask(computed))
    }

    /// Calls a method with a state.
    fn about<'py, T: FromPyObjectOwned<'py>>(
        &self,
        method: &str,
        state: &Bound<'py, PyAny>,
        wanted: &str,
    ) -> PyResult<T> {
        let rules = self.rules(state.py())?;
        let value = rules.call_method1(method, (state,))?;
        read(&value, &self.named(method, state), wanted)
    }

    fn named(&self, method: &str, state: &Bound<'_, PyAny>) -> String {
        format!("{}: {method}({})", self.name, shown(state))
    }

    fn key_of(&self, state: &Bound<'_, PyAny>) -> PyResult<Key> {
        self.about("key", state, "a whole number from 0 to 2^128 - 1")
            .map(Key)
    }

    fn side(&self, state: &Bound<'_, PyAny>) -> PyResult<Side> {
        let name: String = self.about("side", state, "`first` or `second`")?;
        Side::named(&name).ok_or_else(|| {
            let named = self.named("side", state);
            wrong(format!(
                "{named} gave `{name}`; it must be `first` or `second`"
            ))
        })
    }

    fn outcome(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
        let wanted = "`first`, `second`, `draw` or None";
        let outcome: Option<String> = self.about("outcome", state, wanted)?;
        let Some(name) = outcome else {
            return Ok(None);
        };
        let found = match &*name {
            "draw" => Some(Outcome::Draw),
            name => Side::named(name).map(Outcome::Win),
        };
        found.map(Some).ok_or_else(|| {
            let named = self.named("outcome", state);
            wrong(format!("{named} gave `{name}`; it must be {wanted}"))
        })
    }

    /// The moves, but at most one more than there can be: that shows that there are too many.
    fn moves(&self, state: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
        let rules = self.rules(state.py())?;
        let value = rules.call_method1("moves", (state,))?;
        let (named, wanted) = (self.named("moves", state), "whole numbers from 0 to 65535");
        let Ok(moves) = value.try_iter() else {
            return Err(PyTypeError::new_err(mistaken(&value, &named, wanted)));
        };
        let moves = moves.take(usize::from(self.move_count) + 1);
        moves.map(|m| read(&m?, &named, wanted).map(Move)).collect()
    }

    /// Computes all data of a position. Its key must be read as the same position.
    fn node(&self, key: Key, state: &Bound<'_, PyAny>) -> PyResult<KnownPosition> {
        let rules = self.rules(state.py())?;
        let outcome = self.outcome(state)?;
        let moves = match outcome {
            None => self.moves(state)?,
            Some(_) => Vec::new(),
        };
        let node = KnownPosition {
            side: self.side(state)?,
            outcome,
            after: vec![OnceLock::new(); moves.len()],
            moves,
            text: if rules.hasattr("text")? {
                self.about("text", state, "a text")?
            } else {
                key.0.to_string()
            },
        };
        let again = rules.call_method1("state", (key.0,))?;
        if again.is_none() {
            return Err(raised(self.lost(
                key,
                &format!("state gives None for it, not {}", shown(state)),
            )));
        }
        let other = self.key_of(&again)?;
        if other != key {
            let found = format!(
                "state gives {} for it, whose key is {}",
                shown(&again),
                other.0
            );
            return Err(raised(self.lost(key, &found)));
        }
        self.compare(key, &node, state, &again)?;
        Ok(node)
    }

    /// Compares a state with the known data of the position with its key. If Python does not call them equal,
    /// all that the rules return for them is compared, up to the keys of their next positions.
    fn compare(
        &self,
        key: Key,
        node: &KnownPosition,
        known: &Bound<'_, PyAny>,
        state: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if known.is(state) || known.eq(state).unwrap_or(false) {
            return Ok(());
        }
        let rules = self.rules(state.py())?;
        let lead_alike = |(m, after): (&Move, &OnceLock<Key>)| {
            let play = |from| self.key_of(&rules.call_method1("play", (from, m.0))?);
            let expected = after.get().map_or_else(|| play(known), |key| Ok(*key))?;
            PyResult::Ok(expected == play(state)?)
        };
        let mut alike = self.side(state)? == node.side && self.outcome(state)? == node.outcome;
        if alike && node.outcome.is_none() {
            alike = self.moves(state)? == node.moves;
            let mut moves = node.moves.iter().zip(&node.after);
            while let (true, Some(next)) = (alike, moves.next()) {
                alike = lead_alike(next)?;
            }
        }
        if alike {
            return Ok(());
        }
        let found = format!("{} and {} both have it", shown(known), shown(state));
        Err(raised(self.lost(key, &found)))
    }

    /// The error for a key of several positions.
    fn lost(&self, key: Key, found: &str) -> Error {
        Error::Law {
            game: self.name.clone(),
            law: "each position has a key of its own, which is read as that position",
            found: format!("of the key {} {found}", key.0),
        }
    }
}

impl Game for PyOwnGame {
    type Position = Key;

    fn name(&self) -> String {
        self.0.name.clone()
    }

    fn start(&self) -> Key {
        self.0.start
    }

    fn side(&self, at: &Key) -> Side {
        self.node(*at).side
    }

    fn outcome(&self, at: &Key) -> Option<Outcome> {
        self.node(*at).outcome
    }

    fn moves(&self, at: &Key) -> impl Iterator<Item = Move> {
        let node = self.node(*at);
        (0..node.moves.len()).map(move |i| node.moves[i])
    }

    fn play(&self, at: &Key, m: Move) -> Key {
        let node = self.node(*at);
        let number = node.moves.binary_search(&m).expect("the move is legal");
        if let Some(known) = node.after[number].get() {
            return *known;
        }
        // Two threads may both compute it: who has the interpreter's lock must not wait for the other.
        let key = ask(|py| {
            let rules = &self.0;
            let before = rules.state(py, *at)?;
            let state = rules.rules(py)?.call_method1("play", (before, m.0))?;
            let key = rules.key_of(&state)?;
            match rules.find(key) {
                Some(known) => rules.compare(key, &known, &rules.state(py, key)?, &state)?,
                None => _ = rules.keep(key, state)?,
            }
            Ok(key)
        });
        let _ = node.after[number].set(key);
        key
    }

    fn move_count(&self) -> u16 {
        self.0.move_count
    }

    fn key(&self, at: &Key) -> Key {
        *at
    }

    fn position(&self, key: Key) -> Option<Key> {
        self.0.met(key).map(|_| key)
    }

    fn write_move(&self, m: Move) -> String {
        m.0.to_string()
    }

    fn read_move(&self, text: &str) -> games::Result<Move> {
        let number = text.parse().ok().filter(|n| *n < self.0.move_count);
        let reason = || format!("a move is a number below {}", self.0.move_count);
        number
            .map(Move)
            .ok_or_else(|| games::no_move(self, text, reason()))
    }

    fn write_position(&self, at: &Key) -> String {
        self.node(*at).text.clone()
    }

    /// A text such as `X../.O./...` is the board.
    fn sketch(&self, at: &Key) -> Sketch {
        let node = self.node(*at);
        let board = Sketch::of_rows(&node.text);
        board.unwrap_or_else(|| Sketch::row(node.moves.iter().copied()))
    }

    fn read_position(&self, text: &str) -> games::Result<Key> {
        let known = unpoisoned(self.0.known.get().read());
        let mut found = known
            .iter()
            .filter(|(_, node)| node.text == text)
            .map(|(key, _)| *key)
            .min();
        drop(known);
        if let Ok(key) = text.parse() {
            found = found.or_else(|| self.position(Key(key)));
        }
        let reason = "no position with this text has been met; write its key";
        found.ok_or_else(|| games::no_position(self, text, reason))
    }
}
