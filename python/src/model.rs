//! Models: what was learnt, on disk and in memory.

use std::path::Path;
use std::sync::Arc;

use matchboxes::exchange::SheetContent;
use matchboxes::game::{Game as _, Side};
use matchboxes::games;
use matchboxes::learn::{Reader, Reading};
use matchboxes::session::lock_to_change;
use matchboxes::store::{self, BoxView};
use matchboxes::text::float;
use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict};
use pyo3::{PyTraverseError, PyVisit};

use crate::argument::{self, Argument, again, each, given, mistyped, read, required};
use crate::boards;
use crate::boxes;
use crate::errors::{EEXIST, Error, guarded, no_attribute, of_file, raised, wrong};
use crate::frame::PyFrame;
use crate::game::{self, PyGame};
use crate::help::help;
use crate::offer::Offer;
use crate::picture::{self, PyPicture, SizedPng};
use crate::rule::PyRule;
use crate::table::BoxColumns;
use crate::work::{self, Bar, Stopping};

/// What a machine has learnt, with its rule, its game and the history of its training.
///
/// >>> import matchboxes
/// >>> model = matchboxes.train(sets=10)
/// >>> model.games, model.learner
/// (1000, 'first')
/// >>> model.policy("X../X../...")
/// Traceback (most recent call last):
///     ...
/// ValueError: position: `X../X../...` is not a position of tic-tac-toe: ...
///
/// Two models are equal if their files are, byte for byte, and their games are the same.
#[pyclass(name = "Model", frozen, weakref, module = "matchboxes", from_py_object)]
#[derive(Clone)]
pub(crate) struct PyModel {
    pub(crate) model: Arc<store::Model>,
    pub(crate) game: PyGame,
    pub(crate) reader: Reader,
}

impl PartialEq for PyModel {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
            && (Arc::ptr_eq(&self.model, &other.model)
                || store::encode(&self.model) == store::encode(&other.model))
    }
}

impl PyModel {
    /// A model that belongs to the game.
    pub(crate) fn new(model: store::Model, game: PyGame) -> PyResult<Self> {
        let reader = guarded(|| model.clone().player(&game.rules, Reading::Draw))?;
        Ok(Self {
            reader: reader.map_err(raised)?,
            model: Arc::new(model),
            game,
        })
    }

    /// Its name in the history of another model while it is only in memory: the checksum of its file if it is saved.
    pub(crate) fn file_name(&self) -> String {
        let bytes = store::encode(&self.model);
        let checksum = u32::from_le_bytes(bytes[20..24].try_into().expect("four bytes"));
        format!("model-{checksum:08x}.menace")
    }

    /// Reads something of a position of its game, given as one or as text. An error is about the position.
    fn at<T>(
        &self,
        position: &Bound<'_, PyAny>,
        read: impl FnOnce(games::Position) -> PyResult<T>,
    ) -> PyResult<T> {
        required("position", position, |given| read(self.game.at(given)?))
    }

    /// The side of the table that is meant: without a name, the side of the only table.
    fn side(&self, side: &Argument<'_>) -> PyResult<Side> {
        let mut learnt = self.model.learners().sides();
        let side = match game::side("side", side)? {
            Some(side) => side,
            None => match (learnt.next(), learnt.next()) {
                (Some(only), None) => only,
                _ => return Err(wrong("both sides have learnt; say which with side=")),
            },
        };
        if self.model.table(side).is_none() {
            let learnt = self.model.learners();
            return Err(wrong(format!(
                "the {} side has not learnt, but {learnt}",
                side.name()
            )));
        }
        Ok(side)
    }
}

#[pymethods]
impl PyModel {
    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Err(no_attribute(slf, name))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.game.traverse(&visit)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        self.model.game()
    }

    /// Who learnt: `first`, `second`, `both` or `shared`.
    #[getter]
    fn learner(&self) -> &'static str {
        self.model.learners().name()
    }

    /// The rule of its last training.
    #[getter]
    fn rule(&self) -> PyRule {
        PyRule(self.model.rule().clone())
    }

    /// The number of games played.
    #[getter]
    fn games(&self) -> u64 {
        self.model.games()
    }

    /// The number of sets played.
    #[getter]
    fn sets(&self) -> u64 {
        self.model.sets()
    }

    /// The number of boxes of all tables.
    fn __len__(&self) -> usize {
        let tables = self.model.tables.iter().flatten();
        tables.map(matchboxes::learn::Table::len).sum()
    }

    /// The chance of each legal move, by its name. At an empty box, where the machine resigns, all are 0.
    /// Where there is no box, all moves have the same chance. A position of a side that has not learnt is refused.
    #[doc = help!([position] "dict from str to float\n    The chances, 0 to 1, by the names of the moves." checked)]
    ///
    /// Examples
    /// --------
    /// >>> round(model.policy("X../.O./...")["b1"], 3)
    /// 0.143
    fn policy<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut offer = Offer::default();
        let sum = self.at(position, |at| offer.weigh(&self.game, &self.reader, &at))?;
        offer.chances(py, &self.game, sum)
    }

    /// The chances in many positions at once: an array with a row for each position and a column for each
    /// number of a move. A move that is not legal has the chance 0. What `policy` refuses is refused with its place.
    #[doc = help!([positions] "numpy.ndarray\n    The chances, 0 to 1." checked)]
    ///
    /// Examples
    /// --------
    /// >>> model.policies(["X../.O./...", "X../.../.O."]).shape
    /// (2, 9)
    fn policies<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let columns = usize::from(self.game.rules.move_count());
        let mut offer = Offer::default();
        let mut chances = Vec::new();
        let rows = each("positions", positions, |position| {
            let at = self.game.at(&position)?;
            let sum = offer.weigh(&self.game, &self.reader, &at)?;
            let first = chances.len();
            chances.resize(first + columns, 0.0);
            for (m, weight) in offer.moves.iter().zip(&offer.weights) {
                chances[first + usize::from(m.0)] = float(*weight) / sum;
            }
            Ok(())
        })?;
        chances.into_pyarray(py).reshape([rows.len(), columns])
    }

    /// The beads of the box of a position, by the names of the moves; a colour that stands for several moves
    /// is counted at each of them.
    #[doc = help!([position] "dict from str to int\n    The beads by the names of the moves." checked)]
    ///
    /// Examples
    /// --------
    /// >>> model.beads("X../.O./...")["b1"]
    /// 1
    fn beads<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let view = self.at(position, |at| {
            guarded(|| BoxView::at(&self.game.rules, &self.model, &at))?.map_err(raised)
        })?;
        let beads = PyDict::new(py);
        for (m, colour) in view.moves() {
            beads.set_item(self.game.move_name(py, m), colour.beads)?;
        }
        Ok(beads)
    }

    /// The box of a position: its beads and the chances of its moves, with a picture that a notebook shows.
    #[doc = help!([position] "Box\n    The box, or, where there is none yet, a new one." checked)]
    ///
    /// Examples
    /// --------
    /// >>> model.box("X../.O./...").moves[["move", "beads"]].head(1)["move"]
    /// ['b1']
    fn r#box(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<boxes::Box> {
        self.at(position, |at| {
            work::here(py, || {
                let view = BoxView::at(&self.game.rules, &self.model, &at).map_err(raised)?;
                boxes::Box::new(&self.game, &self.model, &view)
            })?
        })
    }

    /// All boxes, a row for each move of each, with the position of the box as text and as a picture.
    #[doc = help!([] "Frame\n    Its columns are position, side, ply, move, beads, value, visits and chance.")]
    ///
    /// Examples
    /// --------
    /// >>> boxes = model.boxes()
    /// >>> boxes.columns
    /// ['position', 'side', 'ply', 'move', 'beads', 'value', 'visits', 'chance']
    fn boxes(&self, py: Python<'_>) -> PyResult<PyFrame> {
        work::here(py, || boxes::all(&self.game, &self.model))?
    }

    /// What a machine of real matchboxes is built of, as `menace print` has it: labels, a guide and other sheets, as SVG
    /// and PDF.
    #[doc = help!([sheets, side, paper, label, language, most_beads] "Kit\n    The sheets by their kinds." checked)]
    ///
    /// Examples
    /// --------
    /// >>> kit = matchboxes.train("hexapawn", rule="her", learner="second", sets=2).kit()
    /// >>> sorted(kit.sheets), kit.boxes
    /// (['guide', 'labels'], 19)
    #[pyo3(signature = (sheets=None, **keywords),
        text_signature = "($self, sheets=('guide', 'labels'), *, side=None, paper='a4', label='40mm', language='en', most_beads=None)")]
    fn kit<'py>(
        &self,
        py: Python<'py>,
        sheets: Argument<'py>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<boxes::Kit> {
        let side = self.side(&argument::taken(keywords, "side")?)?;
        let setting = boxes::KitSetting::read(sheets, keywords)?;
        work::here(py, || {
            boxes::kit(&self.game.rules, &self.model, side, &setting)
        })?
    }

    /// A board with this machine: the page of the program in a notebook, where the extra `matchboxes[play]` is installed;
    /// elsewhere `talk()` of what is returned plays in the terminal.
    ///
    /// The machine at the board learns from every game, unless `learn` is false; the model itself stays as it is.
    ///
    /// Parameters
    /// ----------
    /// learn : bool, default True
    ///     Whether the machine at the board learns.
    /// side : {'first', 'second'}, optional
    ///     The side of the person; default: the side that the machine has not learnt.
    ///
    /// Returns
    /// -------
    /// Board
    ///     With `model`, the machine as it is now, and `games`, the games that it has learnt there.
    ///
    /// Raises
    /// ------
    /// ValueError, TypeError
    ///     An argument is wrong; the message names it.
    ///
    /// Examples
    /// --------
    /// >>> board = matchboxes.train("hexapawn", rule="her", learner="second", sets=1).play()
    /// >>> board.games
    /// 0
    #[pyo3(signature = (*, learn=None, side=None), text_signature = "($self, *, learn=True, side=None)")]
    fn play<'py>(
        slf: &Bound<'py, Self>,
        learn: Argument<'py>,
        side: Argument<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let learn = argument::choice("learn", &learn)?.unwrap_or(true);
        let side = game::side("side", &side)?.map(Side::name);
        if slf.get().game.own.is_some() {
            return Err(wrong(
                "there is no board for a game written in Python; ask model.policy(position) for the moves of the machine",
            ));
        }
        let play = slf.py().import("matchboxes._play")?.getattr("play")?;
        play.call1((slf, learn, side))
    }

    /// All boxes of a side as arrays, box after box by ascending number of their position.
    ///
    /// `key` and `key_high` are the lower and upper 64 bits of the position's number, as uint64; all other whole
    /// numbers are int64. `ply` says after how many moves the box was first met. The colours of box `i` are the
    /// entries `offset[i]` to `offset[i + 1]` of `move`, the number of the (first) move it stands for, and `beads`. A
    /// rule that keeps values also has `value` and `visits`, how often a value was learnt from; its beads are 1 for
    /// the greatest values and 0 for the others. With `positions=True`, `position` has the texts of the positions as
    /// bytes.
    #[doc = help!([side, texts] "dict from str to numpy.ndarray\n    The columns." checked)]
    ///
    /// Examples
    /// --------
    /// >>> table = model.table()
    /// >>> len(table["key"]) == len(model) == len(table["offset"]) - 1
    /// True
    #[pyo3(signature = (side=None, *, positions=None), text_signature = "($self, side=None, *, positions=False)")]
    fn table<'py>(
        &self,
        py: Python<'py>,
        side: Argument<'py>,
        positions: Argument<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let side = self.side(&side)?;
        read! { argument::flag: positions; }
        let columns = work::here(py, || {
            let table = self.model.table(side).expect("the side has learnt");
            BoxColumns::new(table, &self.game.rules, positions)
        });
        columns?.into_arrays(py)
    }

    /// The results of its games and the state of its tables, set by set. After 4,096 sets each row covers several, whose
    /// number is its column `sets`: a share over rows is a sum of results by a sum of games, not a mean of rows.
    #[doc = help!([] "Frame\n    A row for each set; `figures()` of it says what its columns are.")]
    ///
    /// Examples
    /// --------
    /// >>> len(model.history())
    /// 10
    fn history(&self, py: Python<'_>) -> PyResult<PyFrame> {
        work::here(py, || {
            let trainings = self.model.trainings();
            PyFrame::of_table(&matchboxes_report::history(&self.model.history, &trainings))
        })?
    }

    /// Writes the model into a file, as `menace train` does. A file that is there is replaced only with
    /// `force=True`.
    ///
    /// A model that was trained against a function has the name of the function in its history, such as `lowest()`.
    /// To continue its training from the file, name another opponent.
    #[doc = help!([path, force] "None" raises "FileExistsError\n    There is a file already.")]
    #[pyo3(signature = (path, *, force=None), text_signature = "($self, path, *, force=False)")]
    fn save(&self, py: Python<'_>, path: &Bound<'_, PyAny>, force: Argument<'_>) -> PyResult<()> {
        read! { argument::flag: force; }
        let path = argument::required_path(path)?;
        let model = self.model.clone();
        work::run(py, Stopping::Orderly, Bar::Never, move |_| {
            save(&path, &model, force)
        })?
    }

    /// The model with these bytes, which `to_bytes` made; of a game of your own, with the game.
    #[doc = help!([bytes, learnt_game] "Model\n    The model." raises "Error\n    The bytes are damaged.")]
    ///
    /// Examples
    /// --------
    /// >>> matchboxes.Model.from_bytes(model.to_bytes()).games
    /// 1000
    #[staticmethod]
    #[pyo3(signature = (bytes, *, game=None))]
    fn from_bytes(py: Python<'_>, bytes: &Bound<'_, PyAny>, game: Argument<'_>) -> PyResult<Self> {
        read! { game::game: game; }
        let bytes = required("bytes", bytes, |given| {
            let bytes = given.cast::<PyBytes>().cloned();
            bytes.map_err(|_| mistyped("the bytes of a model", given))
        })?;
        let bytes = bytes.as_bytes();
        work::here(py, || {
            let model = store::decode(bytes);
            let model = model.map_err(|damage| Error::new_err(damage.to_string()))?;
            let game = game.map_or_else(|| PyGame::of_file(model.game()), Ok)?;
            let checked = model.check_game(&game.rules, "the model");
            checked.map_err(raised)?;
            Self::new(model, game)
        })?
    }

    /// The model that plays by a table of another program: from each board to the weights of its moves, as a list
    /// with one for each cell, or as a dict from moves to weights; or from each pair of a board and a move to its
    /// weight. A move is played as often as its share of the weights.
    ///
    /// A board is text, or a list or tuple of marks, row by row from the top; how it is written is found, or said by the
    /// other arguments, as by the options of `menace import`. A table that can be read in two ways is refused with what
    /// to say for each. A position that the table lacks takes the weights of a mirror image with `mirrors=True`; with
    /// `missing` the others may be missing.
    #[doc = help!([table, boards_game, form, cells, marks, own, cells_from, view, mirrors, missing_boards] "Model\n    The model." checked)]
    ///
    /// Examples
    /// --------
    /// >>> careful = matchboxes.Model.from_policy({"         ": [0, 0, 0, 0, 1, 0, 0, 0, 0]}, missing="random")
    /// >>> careful.policy(".../.../...")["b2"]
    /// 1.0
    #[staticmethod]
    #[pyo3(signature = (table, **keywords), text_signature = "(table, *, game=None, form=None, cells=None, marks=None, own=None, \
        cells_from=None, view=None, mirrors=None, missing='error')")]
    fn from_policy(
        table: &Bound<'_, PyAny>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let made = boards::model("Model.from_policy", table, keywords, SheetContent::Policy);
        made.and_then(|(model, game)| Self::new(model, game))
    }

    /// The model that plays a move with the greatest value, by a table of values, such as one of Q-learning; the table is
    /// written as for `from_policy`, or has one value for each board after a move, of the player who has just moved. A
    /// number of a move that is missing is 0, and one of a legal move that is infinite or no number is refused; the order of the
    /// values of a board is kept, and values beyond 100 are divided by a power of two. Training goes on
    /// from them with the rule `q-learning`.
    #[doc = help!([table, boards_game, form, cells, marks, own, cells_from, view, mirrors, missing_values] "Model\n    The model." checked)]
    ///
    /// Examples
    /// --------
    /// >>> greedy = matchboxes.Model.from_values({(0, 0, 0, 0, 1, 0, 0, 0, 0): {0: 0.5, 1: -0.25}})
    /// >>> greedy.policy(".../.X./...")["a1"]
    /// 1.0
    /// >>> afterwards = matchboxes.Model.from_values({"X........": 0.5, "....X....": 0.75})
    /// >>> afterwards.policy(".../.../...")["b2"]
    /// 1.0
    #[staticmethod]
    #[pyo3(signature = (table, **keywords), text_signature = "(table, *, game=None, form=None, cells=None, marks=None, own=None, \
        cells_from=None, view=None, mirrors=None, missing='random')")]
    fn from_values(
        table: &Bound<'_, PyAny>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let made = boards::model("Model.from_values", table, keywords, SheetContent::Values);
        made.and_then(|(model, game)| Self::new(model, game))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, model) = (slf.py(), slf.get());
        let keywords = [("game", model.game.clone())].into_py_dict(py)?;
        let make = slf.get_type().getattr("from_bytes")?;
        again(&make, (model.to_bytes(py)?,), &keywords)
    }

    /// The bytes of the file that `save` writes.
    #[doc = help!([] "bytes\n    The content of a file.")]
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = work::here(py, || store::encode(&self.model))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        work::here(py, || self == other)
    }

    fn __hash__(&self) -> u64 {
        game::hash((self.model.game(), self.model.games(), self.__len__()))
    }

    /// A picture: `curve` of the results, `boxes` met, boxes with a `missing-colour`, or the `beads` of the box
    /// of a position, by default of the opening.
    #[doc = help!([kind, drawn_position] "Picture\n    The drawing." checked)]
    ///
    /// Examples
    /// --------
    /// >>> model.picture("beads", "X../.O./...").svg().startswith("<svg")
    /// True
    #[pyo3(signature = (kind=None, position=None), text_signature = "($self, kind='curve', position=None)")]
    fn picture(
        &self,
        py: Python<'_>,
        kind: Argument<'_>,
        position: Argument<'_>,
    ) -> PyResult<PyPicture> {
        read! { argument::text: kind; }
        let at = given("position", &position, |given| self.game.at(given))?;
        let kind = kind.as_deref().unwrap_or("curve");
        work::here(py, || {
            picture::picture_of(&self.game.rules, &self.model, kind, at)
        })?
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.picture(py, None, None)?.svg().to_owned())
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<SizedPng<'py>> {
        self.picture(py, None, None)?.sized_png(py)
    }

    fn __repr__(&self) -> String {
        let model = &self.model;
        format!(
            "<matchboxes.Model {}, {} learning, rule {}, {} games, {} boxes>",
            model.game(),
            model.learners().in_words(),
            model.rule().name,
            model.games(),
            self.__len__()
        )
    }
}

/// Reads a model from its file, and checks every box against the rules of its game.
///
/// A model of a game of your own needs the game.
#[doc = help!([path, learnt_game] "Model\n    The model." raises "FileNotFoundError\n    There is no such file.\nError\n    The file is damaged.")]
#[pyfunction]
#[pyo3(signature = (path, *, game=None))]
pub(crate) fn load(
    py: Python<'_>,
    path: &Bound<'_, PyAny>,
    game: Argument<'_>,
) -> PyResult<PyModel> {
    read! { game::game: game; }
    let path = argument::required_path(path)?;
    work::run(py, Stopping::AtOnce, Bar::Never, move |_| {
        let read = match game {
            Some(game) => store::read_for(&game.rules, &path).map(|model| (model, game)),
            None => {
                store::read_with_game(&path).map(|(rules, model)| (model, PyGame::from_any(rules)))
            }
        };
        let (model, game) = read.map_err(raised)?;
        PyModel::new(model, game)
    })?
}

fn save(path: &Path, model: &store::Model, force: bool) -> PyResult<()> {
    argument::check_folder(path)?;
    let _lock = lock_to_change(path).map_err(raised)?;
    if !force && !store::is_gone(path) {
        let text = "there is a file already; give force=True to replace it";
        return Err(of_file(EEXIST, text, path));
    }
    store::write(path, model).map_err(raised)
}
