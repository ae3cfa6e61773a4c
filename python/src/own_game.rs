//! Games written in Python, as the library's own.
//!
//! Every position is asked for once and then remembered, so that a training soon runs without Python. An
//! exception in the rules unwinds to [`guarded`], because the rules of a game cannot fail.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use matchboxes::Error;
use matchboxes::game::{Game, Key, Move, Outcome, Side};
use pyo3::prelude::*;

use crate::errors::wrong;
use crate::game::side_of;

/// The rules of a game, which a Python object knows.
#[derive(Clone)]
pub(crate) struct OwnGame(Arc<Rules>);

struct Rules {
    rules: Py<PyAny>,
    name: String,
    move_count: u16,
    start: Key,
    known: RwLock<HashMap<Key, Arc<Node>>>,
}

/// What the rules have said about a position.
struct Node {
    state: Py<PyAny>,
    side: Side,
    outcome: Option<Outcome>,
    moves: Vec<Move>,
    /// The position after each move, once it has been asked for.
    after: Vec<OnceLock<Key>>,
    text: String,
}

/// Does what may ask Python rules, and returns an exception that they raised.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(exception)
}

/// The exception that unwound a thread; any other panic goes on.
pub(crate) fn exception(panic: Box<dyn std::any::Any + Send>) -> PyErr {
    match panic.downcast::<PyErr>() {
        Ok(error) => *error,
        Err(panic) => resume_unwind(panic),
    }
}

fn ask<T>(question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    Python::attach(question).unwrap_or_else(|error| resume_unwind(Box::new(error)))
}

impl OwnGame {
    pub(crate) fn new(rules: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut game = Rules {
            name: rules.getattr("name")?.extract()?,
            move_count: rules.getattr("move_count")?.extract()?,
            start: Key(0),
            known: RwLock::default(),
            rules: rules.clone().unbind(),
        };
        let start = rules.call_method0("start")?;
        game.start = game.key_of(&start)?;
        let node = game.node(game.start, start)?;
        if node.side != Side::First {
            return Err(wrong("the first side moves in the starting position"));
        }
        game.keep(game.start, node);
        Ok(Self(Arc::new(game)))
    }

    fn node(&self, key: Key) -> Arc<Node> {
        let known = self.0.known.read().unwrap_or_else(PoisonError::into_inner);
        known
            .get(&key)
            .expect("a position is made by the rules")
            .clone()
    }
}

impl Rules {
    fn has(&self, key: Key) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.contains_key(&key)
    }

    /// Remembers a position. Nobody who has `known` waits for the interpreter's lock.
    fn keep(&self, key: Key, node: Node) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(key).or_insert_with(|| Arc::new(node));
    }

    fn key_of(&self, state: &Bound<'_, PyAny>) -> PyResult<Key> {
        let rules = self.rules.bind(state.py());
        Ok(Key(rules.call_method1("key", (state,))?.extract()?))
    }

    /// Asks for everything about a position, and checks what the library relies on.
    fn node(&self, key: Key, state: Bound<'_, PyAny>) -> PyResult<Node> {
        let rules = self.rules.bind(state.py());
        let side: String = rules.call_method1("side", (&state,))?.extract()?;
        let outcome: Option<String> = rules.call_method1("outcome", (&state,))?.extract()?;
        let outcome = match outcome.as_deref() {
            None => None,
            Some("draw") => Some(Outcome::Draw),
            Some(winner) => Some(Outcome::Win(side_of(winner)?)),
        };
        let mut moves = Vec::new();
        if outcome.is_none() {
            for m in rules.call_method1("moves", (&state,))?.try_iter()? {
                moves.push(Move(m?.extract()?));
            }
        }
        let text = if rules.hasattr("text")? {
            rules.call_method1("text", (&state,))?.extract()?
        } else {
            key.0.to_string()
        };
        let refuse = |what: &str| Err(wrong(format!("{}: in {text} {what}", self.name)));
        if moves.is_empty() && outcome.is_none() {
            return refuse("there is neither a move nor an outcome");
        }
        if !moves.is_sorted_by(|a, b| a < b) || moves.last().is_some_and(|m| m.0 >= self.move_count)
        {
            return refuse("the moves are not ascending numbers below move_count");
        }
        Ok(Node {
            state: state.unbind(),
            side: side_of(&side)?,
            outcome,
            after: vec![OnceLock::new(); moves.len()],
            moves,
            text,
        })
    }
}

impl Game for OwnGame {
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
        // Two threads may both ask: the one that has the interpreter's lock must not wait for the other.
        let key = ask(|py| {
            let rules = self.0.rules.bind(py);
            let state = rules.call_method1("play", (&node.state, m.0))?;
            let key = self.0.key_of(&state)?;
            if !self.0.has(key) {
                self.0.keep(key, self.0.node(key, state)?);
            }
            if self.node(key).side == node.side {
                return Err(wrong(format!(
                    "{}: the sides move in turn, but not after {}",
                    self.0.name, node.text
                )));
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
        if !self.0.has(key) {
            let node = ask(|py| {
                let state = self.0.rules.bind(py).call_method1("state", (key.0,))?;
                if state.is_none() || self.0.key_of(&state)? != key {
                    return Ok(None);
                }
                self.0.node(key, state).map(Some)
            });
            self.0.keep(key, node?);
        }
        Some(key)
    }

    fn write_move(&self, m: Move) -> String {
        m.0.to_string()
    }

    fn read_move(&self, text: &str) -> matchboxes::Result<Move> {
        let number = text.parse().ok().filter(|n| *n < self.0.move_count);
        number.map(Move).ok_or_else(|| Error::Move {
            game: self.name(),
            text: text.to_owned(),
            reason: format!("a move is a number below {}", self.0.move_count),
        })
    }

    fn write_position(&self, at: &Key) -> String {
        self.node(*at).text.clone()
    }

    fn read_position(&self, text: &str) -> matchboxes::Result<Key> {
        let known = self.0.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = known
            .iter()
            .filter(|(_, node)| node.text == text)
            .map(|(key, _)| *key)
            .min();
        drop(known);
        if let Ok(key) = text.parse() {
            found = found.or_else(|| self.position(Key(key)));
        }
        found.ok_or_else(|| Error::Position {
            game: self.name(),
            text: text.to_owned(),
            reason: "no position with this text has been met; write its key".to_owned(),
        })
    }
}
