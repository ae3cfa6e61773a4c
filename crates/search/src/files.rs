//! The files that the name of a search may name.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::games::AnyGame;

use super::{Book, Database, Evaluate};

const NO_FILES: &str = "a file cannot be named here";

/// The files that the options of a search name; by default there are none.
pub trait Files {
    /// The evaluation in this file; none if the name is not that of a file. The moves of a line do not count in it.
    ///
    /// # Errors
    ///
    /// Any error of reading the file.
    fn evaluation(&self, _name: &str) -> Result<Option<Arc<dyn Evaluate<AnyGame>>>> {
        Ok(None)
    }

    /// The endgame database in this file.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where files are not available; any error of reading the file.
    fn database(&self, file: &str) -> Result<Arc<Database>> {
        Err(Error::parameter(file, NO_FILES))
    }

    /// The opening book in this file.
    ///
    /// # Errors
    ///
    /// As [`Files::database`].
    fn book(&self, file: &str) -> Result<Arc<Book>> {
        Err(Error::parameter(file, NO_FILES))
    }
}

/// No files.
impl Files for () {}
