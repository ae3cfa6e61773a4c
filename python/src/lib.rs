//! The library as a Python module. Each class and function is in the file of its subject; the stubs in
//! `package/matchboxes/_matchboxes.pyi` describe what Python sees.

#![allow(
    clippy::doc_link_with_quotes,
    clippy::doc_markdown,
    clippy::needless_pass_by_value,
    clippy::struct_field_names,
    reason = "what Python sees: examples in Python, arguments by value, fields as their class is called"
)]

mod argument;
mod boards;
mod boxes;
mod column;
mod compared;
mod contest;
mod errors;
mod exact;
mod expected;
mod frame;
mod game;
mod help;
mod html;
mod model;
mod named;
mod offer;
mod own_game;
mod page;
mod picture;
mod player;
mod policy;
mod result;
mod rule;
mod solve;
mod study;
mod sweep;
mod table;
mod train;
mod tree;
mod work;

use pyo3::pymodule;

#[pymodule]
mod _matchboxes {
    use pyo3::prelude::*;
    use pyo3::types::{PyCFunction, PyDict};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "as Python calls it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::compared::{diff, explain, merge};
    #[pymodule_export]
    use crate::contest::{play_match, tournament};
    #[pymodule_export]
    use crate::errors::Error;
    #[pymodule_export]
    use crate::exact::{evaluate, exact, prove};
    #[pymodule_export]
    use crate::expected::expected;
    #[pymodule_export]
    use crate::frame::{PyFrame, figures};
    #[pymodule_export]
    use crate::game::{PyGame, PyPosition, games};
    #[pymodule_export]
    use crate::model::{PyModel, load};
    #[pymodule_export]
    use crate::page::PyPage;
    #[pymodule_export]
    use crate::picture::PyPicture;
    #[pymodule_export]
    use crate::player::{PyPlayer, list};
    #[pymodule_export]
    use crate::rule::{PyRule, rules};
    #[pymodule_export]
    use crate::solve::{searches, solve};
    #[pymodule_export]
    use crate::study::study;
    #[pymodule_export]
    use crate::sweep::sweep;
    #[pymodule_export]
    use crate::train::train;
    #[pymodule_export]
    use crate::tree::tree;

    /// Numpy's interface is loaded here, where it can be missing and Ctrl-C can come: later, neither could be said. And
    /// where a process can fork, its children are told.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        py.import("numpy")?;
        numpy::PyArray1::<f64>::zeros(py, 0, false);
        let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? else {
            return Ok(());
        };
        let told = PyCFunction::new_closure(py, None, None, |_, _| matchboxes::fork::forked())?;
        let when = PyDict::new(py);
        when.set_item("after_in_child", told)?;
        register.call((), Some(&when)).map(|_| ())
    }
}
