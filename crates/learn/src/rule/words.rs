//! Descriptions of the values of each field of a rule, for error messages.

/// The fields of a rule, each with a description of its values; some have the same.
pub(super) fn fields() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    let lines = include_str!("fields.txt").lines();
    let described = lines.filter_map(|line| line.split_once(": "));
    described.flat_map(|(names, values)| names.split(' ').map(move |name| (name, values)))
}

pub(super) fn expected(field: &str) -> &'static str {
    let found = fields().find(|(name, _)| *name == field);
    found.expect("a field of a rule").1
}
