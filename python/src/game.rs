//! Games and positions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use matchboxes::game::{Game as _, Key, Move, Outcome, Side};
use matchboxes::games::{AnyGame, KINDS, Position as At, parse, position};
use matchboxes::session::GAME;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::argument::{self, Argument, each, given, mistyped, whole};
use crate::errors::{OF_YOUR_OWN, guarded, no_attribute, raised, wrong};
use crate::help::help;
use crate::own_game::{PyObjects, of_rules};
use crate::picture::{PyPicture, SizedPng};

/// The rules of a game, read from its name.
#[doc = help!([name] "Game\n    The game." checked)]
///
/// Examples
/// --------
/// >>> import matchboxes
/// >>> game = matchboxes.Game("nim:3,4,5")
/// >>> len(game.start().moves())
/// 12
#[pyclass(
    name = "Game",
    frozen,
    weakref,
    eq,
    module = "matchboxes",
    from_py_object
)]
pub(crate) struct PyGame {
    known: Arc<KnownGame>,
    /// The owner of the rules of a game of one's own.
    pub(crate) own: Option<Py<PyOwner>>,
}

pub(crate) struct KnownGame {
    pub(crate) rules: AnyGame,
    /// Its name with all parameters.
    pub(crate) name: String,
    /// The name of each move that has been asked for, by its number.
    names: Vec<OnceLock<Py<PyString>>>,
}

/// A game of one's own, which has its objects of Python, and the number that tells it from all other such games. Each
/// [`PyGame`] of it has a reference of its own, so that the garbage collector can count them.
#[pyclass(frozen, weakref)]
pub(crate) struct PyOwner {
    known: Arc<KnownGame>,
    objects: Arc<PyObjects>,
    number: u128,
}

#[pymethods]
impl PyOwner {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.objects.traverse(&visit)
    }
}

/// The owners of games in use by their numbers, in a `WeakValueDictionary`: a copy of such a game is the same game.
static OWNERS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

impl Clone for PyGame {
    fn clone(&self) -> Self {
        let own = self.own.as_ref();
        Self {
            known: self.known.clone(),
            own: own.map(|own| Python::attach(|py| own.clone_ref(py))),
        }
    }
}

impl Deref for PyGame {
    type Target = KnownGame;

    fn deref(&self) -> &KnownGame {
        &self.known
    }
}

/// Whether the two are the same game.
impl PartialEq for PyGame {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.known, &other.known) || self.rules.is_same(&other.rules)
    }
}

impl PyGame {
    pub(crate) fn from_any(rules: AnyGame) -> Self {
        let mut names = Vec::new();
        names.resize_with(usize::from(rules.move_count()), Default::default);
        let name = rules.name();
        let known = Arc::new(KnownGame { rules, name, names });
        Self { known, own: None }
    }

    fn of_owner(owner: &Bound<'_, PyOwner>) -> Self {
        Self {
            known: owner.get().known.clone(),
            own: Some(owner.clone().unbind()),
        }
    }

    /// Shows the garbage collector what it has of Python.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.own)
    }

    pub(crate) fn parse(name: &str) -> PyResult<Self> {
        parse(name).map(Self::from_any).map_err(raised)
    }

    /// The game that a file names.
    pub(crate) fn of_file(name: &str) -> PyResult<Self> {
        let found = parse(name).map(Self::from_any);
        found.map_err(|_| wrong(format!("unknown game `{name}`{OF_YOUR_OWN}")))
    }

    /// Refuses what belongs to this game where `other` is played; `what` is it.
    pub(crate) fn check_is(&self, other: &Self, what: &str) -> PyResult<()> {
        if self == other {
            return Ok(());
        }
        Err(wrong(format!(
            "this is {what} of {}, not of {}",
            self.name, other.name
        )))
    }

    /// The move as people write it; each text is made once.
    pub(crate) fn move_name<'a, 'py>(
        &'a self,
        py: Python<'py>,
        m: Move,
    ) -> &'a Bound<'py, PyString> {
        let name = &self.names[usize::from(m.0)];
        name.get_or_init(|| PyString::new(py, &self.rules.write_move(m)).unbind())
            .bind(py)
    }

    pub(crate) fn read(&self, text: &str) -> PyResult<At> {
        guarded(|| position(&self.rules, text))?.map_err(|error| match parse(text) {
            Ok(_) => wrong(format!("`{text}` is a game: write game='{text}'")),
            Err(_) => raised(error),
        })
    }

    /// A position, given as one, as its text or as its number.
    pub(crate) fn at(&self, position: &Bound<'_, PyAny>) -> PyResult<At> {
        if let Ok(text) = position.cast::<PyString>() {
            return self.read(text.to_str()?);
        }
        if let Ok(position) = position.cast::<PyPosition>() {
            position.get().game.check_is(self, "a position")?;
            return Ok(position.get().at);
        }
        let key = Key(whole("a Position, its text or its number", position)?);
        guarded(|| self.rules.position(key))?.ok_or_else(|| {
            wrong(format!(
                "{} is not the number of a position of {}",
                key.0, self.name
            ))
        })
    }

    /// A position, given as one or as text, in which the game goes on.
    pub(crate) fn at_unfinished(&self, position: &Bound<'_, PyAny>) -> PyResult<At> {
        let at = self.at(position)?;
        match self.rules.outcome(&at) {
            Some(_) => Err(wrong("the game is over there")),
            None => Ok(at),
        }
    }

    /// A legal move of a position, given by its name or its number.
    pub(crate) fn legal(&self, at: &At, given: &Bound<'_, PyAny>) -> PyResult<Move> {
        let (asked, text) = match given.cast::<PyString>() {
            Ok(name) => {
                let m = self.rules.read_move(name.to_str()?).map_err(raised)?;
                (Some(m), format!("`{name}`"))
            }
            Err(_) => (number_of(given)?, format!("number {given}")),
        };
        let moves: Vec<Move> = self.rules.moves(at).collect();
        if let Some(m) = asked.filter(|m| moves.contains(m)) {
            return Ok(m);
        }
        let moves: Vec<String> = moves.iter().map(|&m| self.rules.write_move(m)).collect();
        let at = self.rules.write_position(at);
        Err(wrong(match &moves[..] {
            [] => format!("{text}: the game is over in {at}"),
            moves => format!("{text} is not legal in {at}; play {}", moves.join(", ")),
        }))
    }

    pub(crate) fn position(&self, at: At) -> PyPosition {
        PyPosition {
            game: self.clone(),
            at,
        }
    }
}

/// The move with this number; None if no move has it.
pub(crate) fn number_of(given: &Bound<'_, PyAny>) -> PyResult<Option<Move>> {
    match whole("the name of a move or its number", given) {
        Err(error) if !error.is_instance_of::<PyValueError>(given.py()) => Err(error),
        number => Ok(number.ok().map(Move)),
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (name=None), text_signature = "(name='tic-tac-toe')")]
    fn new(name: Argument<'_>) -> PyResult<Self> {
        game("name", &name)?.map_or_else(|| Self::parse(GAME), Ok)
    }

    /// The game whose rules a Python object knows: its attributes `name` and `move_count`, and its methods
    /// `start()`, `side(state)`, `outcome(state)`, `moves(state)`, `play(state, move)`, `key(state)` and
    /// `state(key)`, as `matchboxes.Rules` explains them.
    ///
    /// Each position is asked for once and remembered. That makes a game of your own slow at first, and needs
    /// memory for every position met. The first ten thousand positions are asked for here, to check the rules:
    /// those that break a law of games raise a ValueError, also later where play comes to a new position. A copy, also one in another process,
    /// is the same game; pickling it pickles the object.
    #[doc = help!([own_rules] "Game\n    The game." raises "ValueError\n    The rules break a law of games.\nTypeError\n    A method gives something of a wrong type.")]
    #[staticmethod]
    fn from_rules(rules: &Bound<'_, PyAny>) -> PyResult<Self> {
        let number = rules.py().import("uuid")?.call_method0("uuid4")?;
        Self::_own(rules, number.getattr("int")?.extract()?)
    }

    /// The game of one's own that has this number, or else with these rules.
    #[staticmethod]
    fn _own(rules: &Bound<'_, PyAny>, number: u128) -> PyResult<Self> {
        let py = rules.py();
        let owners = OWNERS.get_or_try_init(py, || {
            let weakref = py.import("weakref")?;
            PyResult::Ok(weakref.call_method0("WeakValueDictionary")?.unbind())
        });
        let owners = owners?.bind(py);
        let found = owners.call_method1("get", (number,))?;
        if let Ok(owner) = found.cast() {
            return Ok(Self::of_owner(owner));
        }
        let (game, objects) = of_rules(rules)?;
        let Self { known, .. } = Self::from_any(game);
        let owner = PyOwner {
            known,
            objects,
            number,
        };
        let owner = Bound::new(py, owner)?;
        owners.set_item(number, &owner)?;
        Ok(Self::of_owner(&owner))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.traverse(&visit)
    }

    /// The name with all parameters.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// One more than the largest number of a move.
    #[getter]
    fn move_count(&self) -> u16 {
        self.rules.move_count()
    }

    /// The starting position.
    #[doc = help!([] "Position\n    The start.")]
    fn start(&self) -> PyPosition {
        self.position(self.rules.start())
    }

    /// The position after these moves from the start, each given by its name or its number.
    #[doc = help!([moves] "Position\n    The position." checked)]
    ///
    /// Examples
    /// --------
    /// >>> str(matchboxes.Game().after(["b2", 0]))
    /// 'O../.X./...'
    fn after(&self, moves: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let mut position = self.start();
        each("moves", moves, |m| {
            position = position.after(&m)?;
            Ok(())
        })?;
        Ok(position)
    }

    /// Reads a position from its text, or from its number.
    #[doc = help!([position] "Position\n    The position." checked)]
    ///
    /// Examples
    /// --------
    /// >>> matchboxes.Game().position("X../.O./...").side
    /// 'first'
    #[pyo3(name = "position")]
    fn read_position(&self, position: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let at = argument::required("position", position, |given| self.at(given))?;
        Ok(self.position(at))
    }

    /// The move with this number as people write it, such as `b2`.
    #[doc = help!([number] "str\n    Its name." checked)]
    #[pyo3(name = "move_name")]
    fn written_move(&self, py: Python<'_>, number: &Bound<'_, PyAny>) -> PyResult<Py<PyString>> {
        let number = argument::required("number", number, |given| {
            let number: u16 = whole("a whole number", given)?;
            if number >= self.rules.move_count() {
                return Err(wrong(format!("{} has no move {number}", self.name)));
            }
            Ok(number)
        })?;
        Ok(self.move_name(py, Move(number)).clone().unbind())
    }

    /// The number of a move.
    #[doc = help!([move_name] "int\n    Its number." checked)]
    fn move_number(&self, name: &Bound<'_, PyAny>) -> PyResult<u16> {
        argument::required("name", name, |name| {
            let Ok(name) = name.cast::<PyString>() else {
                return Err(mistyped("the name of a move", name));
            };
            Ok(self.rules.read_move(name.to_str()?).map_err(raised)?.0)
        })
    }

    /// The board of the start.
    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(self.start().picture()?.svg().to_owned())
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<SizedPng<'py>> {
        self.start().picture()?.sized_png(py)
    }

    fn __repr__(&self) -> String {
        format!("<matchboxes.Game {}>", self.name)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.name)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, class) = (slf.py(), slf.get_type());
        match &slf.get().own {
            Some(own) => {
                let own = own.get();
                let given = (&own.objects.rules, own.number).into_pyobject(py)?;
                Ok((class.getattr("_own")?, given))
            }
            None => Ok((class.into_any(), (&slf.get().name,).into_pyobject(py)?)),
        }
    }
}

/// A position of a game. It never changes: `play` returns another one.
///
/// >>> at = matchboxes.Game().start().play("b2")
/// >>> str(at), at.side, at.is_over
/// ('.../.X./...', 'second', False)
#[pyclass(
    name = "Position",
    frozen,
    weakref,
    eq,
    hash,
    module = "matchboxes",
    from_py_object
)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyPosition {
    pub(crate) at: At,
    pub(crate) game: PyGame,
}

impl Hash for PyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

impl PyPosition {
    /// The position after a move.
    fn after(&self, m: &Bound<'_, PyAny>) -> PyResult<Self> {
        let m = self.game.legal(&self.at, m)?;
        let next = guarded(|| self.game.rules.play(&self.at, m))?;
        Ok(self.game.position(next))
    }
}

#[pymethods]
impl PyPosition {
    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Err(no_attribute(slf, name))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.game.traverse(&visit)
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// The side to move, `first` or `second`; where the game is over, the side that would move next.
    #[getter]
    fn side(&self) -> &'static str {
        self.game.rules.side(&self.at).name()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.rules.outcome(&self.at).is_some()
    }

    /// The winner, `first` or `second`, or `draw`; None while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        let outcome = self.game.rules.outcome(&self.at)?;
        Some(match outcome {
            Outcome::Win(side) => side.name(),
            Outcome::Draw => "draw",
        })
    }

    /// The number of the position, which no other one of the game has.
    #[getter]
    fn key(&self) -> u128 {
        self.game.rules.key(&self.at).0
    }

    /// The legal moves, in the order of their numbers.
    #[doc = help!([] "list of str\n    Their names; none where the game is over.")]
    fn moves(&self, py: Python<'_>) -> Vec<Py<PyString>> {
        let moves = self.game.rules.moves(&self.at);
        moves
            .map(|m| self.game.move_name(py, m).clone().unbind())
            .collect()
    }

    /// The numbers of the legal moves, ascending.
    #[doc = help!([] "list of int\n    Their numbers; none where the game is over.")]
    fn move_numbers(&self) -> Vec<u16> {
        self.game.rules.moves(&self.at).map(|m| m.0).collect()
    }

    /// The position after a move, given by its name or its number.
    #[doc = help!([a_move] "Position\n    Another position; this one stays as it is." checked)]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        argument::required("move", r#move, |m| self.after(m))
    }

    /// The board with its stones, which a notebook shows for the position.
    #[doc = help!([] "Picture\n    The drawing.")]
    ///
    /// Examples
    /// --------
    /// >>> at.picture().svg().startswith("<svg")
    /// True
    fn picture(&self) -> PyResult<PyPicture> {
        guarded(|| PyPicture::of_position(&self.game.rules, &self.at))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(self.picture()?.svg().to_owned())
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<SizedPng<'py>> {
        self.picture()?.sized_png(py)
    }

    fn __str__(&self) -> String {
        self.game.rules.write_position(&self.at)
    }

    fn __repr__(&self) -> String {
        format!(
            "<matchboxes.Position {} of {}>",
            self.__str__(),
            self.game.name
        )
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (u128,))> {
        let game = Py::new(py, self.game.clone())?;
        Ok((game.getattr(py, "position")?, (self.key(),)))
    }
}

/// A side as Python names it.
pub(crate) fn side(what: &str, argument: &Argument<'_>) -> PyResult<Option<Side>> {
    given(what, argument, |given| {
        let name: String = argument::of_type("first or second", given)?;
        Side::named(&name)
            .ok_or_else(|| wrong(format!("`{name}` is not a side; write first or second")))
    })
}

pub(crate) fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

pub(crate) fn game(what: &str, argument: &Argument<'_>) -> PyResult<Option<PyGame>> {
    given(what, argument, one)
}

pub(crate) fn one(given: &Bound<'_, PyAny>) -> PyResult<PyGame> {
    if let Ok(name) = given.cast::<PyString>() {
        return PyGame::parse(name.to_str()?);
    }
    let game = given.cast::<PyGame>();
    let game = game.map_err(|_| mistyped("a Game or the name of a game", given))?;
    Ok(game.get().clone())
}

/// The kinds of games, each as the form of its names and a line about it.
#[doc = help!([] "list of (str, str)\n    Forms, and what they are.")]
///
/// Examples
/// --------
/// >>> [form for form, about in matchboxes.games()][-1]
/// 'othello or othello:6 or othello:4 or othello:6:reversed'
#[pyfunction]
pub(crate) fn games() -> Vec<(&'static str, &'static str)> {
    KINDS.iter().map(|kind| (kind.form, kind.about)).collect()
}
