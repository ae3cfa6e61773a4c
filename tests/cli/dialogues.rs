//! What commands say and write, as a table in `tests/cases/dialogues.txt`.

use rayon::prelude::*;

use crate::place::{Place, bring_models};

/// Each paragraph is a law and holds in a folder of its own.
#[test]
fn commands_say_and_write_what_the_table_says() {
    let laws = include_str!("../cases/dialogues.txt").split("\n\n");
    let laws: Vec<&str> = laws.collect();
    laws.into_par_iter().for_each(|law| {
        let place = Place::new();
        if law.contains("\nmodels\n") {
            bring_models(place.path());
        }
        place.does(&law.replace("\nmodels\n", "\n"));
    });
}
