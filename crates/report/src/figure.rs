//! What each figure means: its name in every file, its unit and its meaning, from `figures.txt`.

use matchboxes_games::game::Side;

/// A figure: the name of a column, or of a row's `figure`.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Its name; `SIDE` stands for `first` and `second`.
    pub name: &'static str,
    /// Its unit, or its range.
    pub unit: &'static str,
    /// What it is.
    pub meaning: &'static str,
}

/// All figures, in the order in which they are explained.
pub fn figures() -> impl Iterator<Item = Named> {
    include_str!("figures.txt").lines().filter_map(|line| {
        let mut parts = line.splitn(3, " | ");
        Some(Named {
            name: parts.next()?,
            unit: parts.next()?,
            meaning: parts.next()?,
        })
    })
}

/// The figure of this name, with `first` or `second` for `SIDE`.
pub fn named(name: &str) -> Option<Named> {
    let mut sides = Side::BOTH.iter();
    let of_side = sides.find_map(|side| name.strip_prefix(side.name())?.strip_prefix('_'));
    figures().find(|known| {
        let own = known.name.strip_prefix("SIDE_");
        known.name == name || (own.is_some() && own == of_side)
    })
}
