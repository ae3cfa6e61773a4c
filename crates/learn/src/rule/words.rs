//! The fields of a rule with descriptions of their values, for error messages and for who prints a rule.

use std::sync::LazyLock;

/// Every field below a comment that explains it and, behind `#:`, a description of its values; a field without such a line has
/// the values of the field before it. Optional fields have an example.
pub(super) const EXPLAINED: &str = include_str!("explained.txt");

static FIELDS: LazyLock<Vec<(String, &str)>> = LazyLock::new(|| {
    let (mut table, mut values) = (String::new(), "");
    let mut fields = Vec::new();
    for line in EXPLAINED.lines() {
        if let Some(described) = line.strip_prefix("#: ") {
            values = described;
        } else if let Some(name) = line.strip_prefix('[') {
            let name = name.trim_end_matches(']');
            fields.push((name.to_owned(), values));
            table = format!("{name}.");
        } else if !line.starts_with('#')
            && let Some((name, _)) = line.split_once(" =")
        {
            fields.push((format!("{table}{name}"), values));
        }
    }
    fields
});

/// The names of the fields in the order of a file, each with a description of its values.
pub(super) fn fields() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    FIELDS.iter().map(|(name, values)| (&**name, *values))
}

pub(super) fn expected(field: &str) -> &'static str {
    let found = fields().find(|(name, _)| *name == field);
    found.expect("a field of a rule").1
}
