//! Tables no wider than the terminal: if one is too wide, its less important columns are left out, its cells
//! are placed below the row names, or it is split into parts.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use matchboxes::text::{columns, count, left};
use matchboxes_report::TextTable;

/// The width of a table by moves played if the width of the output is unknown.
const WIDE: usize = 100;
/// A table with its cells side by side keeps at least this many columns after the first, among them a mean and its error.
const LEAST: usize = 3;

/// The width of a line in characters, from `COLUMNS` or else from the terminal; `None` if unknown.
pub(crate) fn width() -> Option<usize> {
    let given = std::env::var("COLUMNS").ok().and_then(|n| n.parse().ok());
    let given = given.filter(|&n: &usize| n > 0);
    given.or_else(|| {
        let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
        Some(usize::from(width.0))
    })
}

/// The width of prose if the width of the output is unknown.
const PROSE: usize = 80;

/// A paragraph, wrapped between words, and a newline; every line but the first begins with `indent`.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    wrapped_to(text, indent, Some(width().unwrap_or(PROSE)))
}

/// A heading in lines as narrow as most numbers, for a table of many columns.
pub(crate) fn heading(text: &str) -> String {
    wrapped_to(text, "", Some(18)).trim_end().to_owned()
}

/// Writes a paragraph, [`wrapped`].
pub(crate) fn say(out: &mut dyn Write, text: &str, indent: &str) -> anyhow::Result<()> {
    Ok(out.write_all(wrapped(text, indent).as_bytes())?)
}

fn wrapped_to(text: &str, indent: &str, width: Option<usize>) -> String {
    let words = text.trim_start_matches(' ');
    let mut line = " ".repeat(text.len() - words.len());
    let mut whole = String::new();
    for (number, word) in words.split(' ').enumerate() {
        let gap = if number > 0 { " " } else { "" };
        let long = line.chars().count() + gap.len() + word.chars().count();
        if number > 0 && width.is_some_and(|width| long > width) {
            whole += &line;
            whole.push('\n');
            indent.clone_into(&mut line);
        } else {
            line += gap;
        }
        line += word;
    }
    whole + &line + "\n"
}

/// Whether no line of a text is too wide.
pub(crate) fn fits(text: &str) -> bool {
    is_within(text, width().unwrap_or(PROSE))
}

/// A row of a table: its name and its cells.
pub(crate) fn row<C: Into<String>>(
    name: impl Into<String>,
    cells: impl IntoIterator<Item = C>,
) -> Vec<String> {
    let cells = cells.into_iter().map(Into::into);
    std::iter::once(name.into()).chain(cells).collect()
}

/// Whether tables are written as Markdown: once a command has read its options.
static MARKDOWN: AtomicBool = AtomicBool::new(false);

/// How tables are printed.
#[derive(Debug, clap::Args)]
pub(crate) struct TableOption {
    /// Print tables as Markdown, whole at any width
    #[arg(long)]
    markdown: bool,
}

impl TableOption {
    /// Applies to all tables from now on.
    pub(crate) fn apply(&self) {
        MARKDOWN.store(self.markdown, Ordering::Relaxed);
    }
}

fn markdown(rows: &[Vec<String>]) -> String {
    let line = |cells: &Vec<String>| {
        let cells = cells
            .iter()
            .map(|cell| cell.trim().replace('\n', " ").replace('|', "\\|"));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    if let Some(head) = rows.first() {
        lines.insert(1, format!("|---|{}\n", "---:|".repeat(head.len() - 1)));
    }
    format!("\n{}\n", lines.concat())
}

/// The table with each line of its headings as a row, the last ones side by side.
fn with_lines(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let Some((head, rest)) = rows.split_first() else {
        return Vec::new();
    };
    let lines = head.iter().map(|cell| cell.lines().count()).max();
    let lines = lines.unwrap_or(0).max(1);
    let line = |number: usize| {
        let cells = head.iter().map(|cell| {
            let skipped = lines - cell.lines().count();
            let place = number.checked_sub(skipped);
            place
                .and_then(|at| cell.lines().nth(at))
                .unwrap_or("")
                .to_owned()
        });
        cells.collect()
    };
    (0..lines).map(line).chain(rest.iter().cloned()).collect()
}

/// A table of figures with as many columns as fit.
pub(crate) fn shown(table: &TextTable) -> String {
    fitted(&table.rows, &table.order)
}

/// A table with as many columns as fit; `order` lists those after the first, the most important first.
pub(crate) fn fitted(rows: &[Vec<String>], order: &[usize]) -> String {
    fitted_to(rows, order, width())
}

fn fitted_to(rows: &[Vec<String>], order: &[usize], width: Option<usize>) -> String {
    if MARKDOWN.load(Ordering::Relaxed) {
        return markdown(rows);
    }
    let rows = &with_lines(rows);
    let some = |kept: usize| picked(rows, |column| order[..kept].contains(&column));
    let least = LEAST.min(order.len());
    let whole = std::iter::once_with(|| (order.len(), columns(rows)));
    let side_by_side = (least..order.len())
        .rev()
        .map(|kept| (kept, columns(&some(kept))));
    let stacked_tables = (1..=order.len())
        .rev()
        .map(|kept| (kept, stacked(&some(kept), width)));
    let mut tables = whole.chain(side_by_side).chain(stacked_tables);
    let (kept, text) = tables
        .find(|(_, text)| width.is_none_or(|width| is_within(text, width)))
        .unwrap_or_else(|| {
            let kept = order.len().min(1);
            (kept, stacked(&some(kept), width))
        });
    text + &left_out(order.len() - kept, width)
}

/// Prints how many columns a narrow output leaves out; nothing if it has all of them.
fn left_out(columns: usize, width: Option<usize>) -> String {
    if columns == 0 {
        return String::new();
    }
    let columns = count(columns as u64, "column", "columns");
    let text = format!("  ({columns} left out to fit; `| less -S` shows all)");
    wrapped_to(&text, "  ", width)
}

/// The table with its first column and these others.
fn picked(rows: &[Vec<String>], is_kept: impl Fn(usize) -> bool) -> Vec<Vec<String>> {
    rows.iter()
        .map(|row| {
            let cells = row.iter().enumerate();
            let kept = cells.filter(|(column, _)| *column == 0 || is_kept(*column));
            kept.map(|(_, cell)| cell.clone()).collect()
        })
        .collect()
}

/// A table, split into parts if it is too wide; each part begins with the names of the rows.
pub(crate) fn in_parts(rows: &[Vec<String>]) -> String {
    in_parts_to(rows, width())
}

fn in_parts_to(rows: &[Vec<String>], width: Option<usize>) -> String {
    if MARKDOWN.load(Ordering::Relaxed) {
        return markdown(rows);
    }
    let all = rows.iter().map(Vec::len).max().unwrap_or(0);
    let part =
        |from: usize, to: usize| columns(&picked(rows, |column| (from..to).contains(&column)));
    let mut parts = Vec::new();
    let mut from = 1;
    while parts.is_empty() || from < all {
        let fits = |to: &usize| width.is_none_or(|width| is_within(&part(from, *to), width));
        let to = (from + 2..=all).rev().find(fits).unwrap_or(from + 1);
        parts.push(part(from, to));
        from = to;
    }
    parts.join("\n")
}

/// Names with their descriptions next to them, or below them if that is too wide.
pub(crate) fn explained(rows: &[[String; 2]], width: Option<usize>) -> String {
    let names = rows.iter().map(|[name, _]| name.chars().count());
    let room = names.max().unwrap_or(0);
    let side_by_side: String = rows
        .iter()
        .map(|[name, about]| format!("{}  {about}\n", left(name, room)))
        .collect();
    let Some(width) = width.filter(|&width| !is_within(&side_by_side, width)) else {
        return side_by_side;
    };
    let mut text = String::new();
    for [name, about] in rows {
        if !name.is_empty() {
            text += &format!("{name}\n");
        }
        text += &wrapped_to(&format!("    {about}"), "    ", Some(width));
    }
    text
}

/// A table by the number of moves played: its title, and for each row a name and its cells. If there are too
/// many columns, several numbers of moves share one.
pub(crate) fn by_ply(title: &str, plies: &[usize], rows: &[(&str, Cell<'_>)]) -> String {
    by_ply_to(title, plies, rows, width().unwrap_or(WIDE))
}

/// Gives the cell of a row for these numbers of moves played.
pub(crate) type Cell<'a> = &'a dyn Fn(&[usize]) -> String;

fn by_ply_to(title: &str, plies: &[usize], rows: &[(&str, Cell<'_>)], width: usize) -> String {
    let table = |each: usize| -> Vec<Vec<String>> {
        let groups = || plies.chunks(each);
        let head = row(
            title,
            groups()
                .map(|group| match group {
                    [] => String::new(),
                    [one] => one.to_string(),
                    [from, .., to] => format!("{from}-{to}"),
                })
                .chain(["all".to_owned()]),
        );
        let row =
            |(name, cell): &(&str, Cell<'_>)| row(*name, groups().map(cell).chain([cell(plies)]));
        std::iter::once(head).chain(rows.iter().map(row)).collect()
    };
    let all = plies.len().max(1);
    // Columns with few moves each are preferred to names on the same line as the cells.
    let few = all.div_ceil(2).max(1);
    let side_by_side = (1..=few).map(|each| columns(&table(each)));
    let stacked_tables = (1..=all).map(|each| stacked(&table(each), Some(width)));
    let mut narrower = side_by_side.chain(stacked_tables);
    narrower
        .find(|text| is_within(text, width))
        .unwrap_or_else(|| stacked(&table(all), Some(width)))
}

/// A sentence indented by `indent` and wrapped to the terminal, the lines after the first by two more.
pub(crate) fn sentence(text: &str, indent: usize) -> String {
    sentence_to(text, indent, width())
}

fn sentence_to(text: &str, indent: usize, width: Option<usize>) -> String {
    let text = " ".repeat(indent) + text;
    wrapped_to(&text, &" ".repeat(indent + 2), width)
}

/// A table with the cells of each row below the name of the row, which is wrapped.
fn stacked(rows: &[Vec<String>], width: Option<usize>) -> String {
    let nameless = |cells: &Vec<String>| row("  ", cells.iter().skip(1).cloned());
    let cells = columns(&rows.iter().map(nameless).collect::<Vec<_>>());
    let name = |row: &Vec<String>| row.first().cloned().unwrap_or_default();
    let lines = rows.iter().zip(cells.lines());
    lines
        .map(|(row, cells)| wrapped_to(&name(row), "    ", width) + cells + "\n")
        .collect()
}

fn is_within(text: &str, width: usize) -> bool {
    text.lines().all(|line| line.chars().count() <= width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        let rows = rows
            .iter()
            .map(|cells| row(cells[0], cells[1..].iter().copied()));
        rows.collect()
    }

    #[test]
    fn the_least_important_columns_go_first_and_an_error_with_its_mean() {
        let table = rows(&[
            &["", "mean", "error", "least", "most"],
            &["all wins", "12.5", "0.2", "7", "19"],
        ]);
        let to = |width| fitted_to(&table, &[1, 2, 4, 3], width);
        let whole = "          mean  error  least  most\nall wins  12.5    0.2      7    19\n";
        assert_eq!(to(None), whole);
        assert_eq!(to(Some(34)), whole);
        // A note lists what is left out.
        for (width, table, columns) in [
            (
                33,
                "          mean  error  most\nall wins  12.5    0.2    19\n",
                "1 column",
            ),
            (
                22,
                "\n    mean  error  most\nall wins\n    12.5    0.2    19\n",
                "1 column",
            ),
            (
                15,
                "\n    mean  error\nall wins\n    12.5    0.2\n",
                "2 columns",
            ),
            (7, "\n    mean\nall\n    wins\n    12.5\n", "3 columns"),
        ] {
            let text = to(Some(width));
            let (shown, note) = text.split_once("  (").unwrap();
            let note: Vec<&str> = note.split_whitespace().collect();
            assert_eq!(shown, table);
            assert_eq!(
                note.join(" "),
                format!("{columns} left out to fit; `| less -S` shows all)")
            );
        }
    }

    #[test]
    fn wide_tables_are_split_into_parts() {
        let table = rows(&[&["", "1", "2", "3"], &["one", "50.0", "9", "100.0"]]);
        let whole = "        1  2      3\none  50.0  9  100.0\n";
        let parts = "        1  2\none  50.0  9\n\n         3\none  100.0\n";
        let single = "        1\none  50.0\n\n     2\none  9\n\n         3\none  100.0\n";
        assert_eq!(in_parts_to(&table, None), whole);
        assert_eq!(in_parts_to(&table, Some(19)), whole);
        assert_eq!(in_parts_to(&table, Some(18)), parts);
        assert_eq!(in_parts_to(&table, Some(3)), single);
        assert_eq!(in_parts_to(&[], Some(3)), "");
        assert_eq!(in_parts_to(&rows(&[&["alone"]]), Some(3)), "alone\n");
    }

    #[test]
    fn descriptions_that_do_not_fit_go_below_the_names() {
        let names = [["random", "any legal move"], ["", "again"]].map(|row| row.map(str::to_owned));
        let side_by_side = "random  any legal move\n        again\n";
        assert_eq!(explained(&names, None), side_by_side);
        assert_eq!(explained(&names, Some(22)), side_by_side);
        let stacked = "random\n    any legal\n    move\n    again\n";
        assert_eq!(explained(&names, Some(13)), stacked);
        let narrow = [["x", "longer"].map(str::to_owned)];
        assert_eq!(explained(&narrow, Some(2)), "x\n    longer\n");
    }

    #[test]
    fn sentences_are_wrapped_and_indented() {
        for (indent, width, wrapped) in [
            (1, None, " one two three four\n"),
            (1, Some(10), " one two\n   three\n   four\n"),
            (0, Some(1), "one\n  two\n  three\n  four\n"),
        ] {
            assert_eq!(sentence_to("one two three four", indent, width), wrapped);
        }
    }

    #[test]
    fn prose_is_wrapped_between_words() {
        let to = |width| wrapped_to("a bc def gh", "  ", Some(width));
        assert_eq!(to(80), "a bc def gh\n");
        assert_eq!(to(8), "a bc def\n  gh\n");
        assert_eq!(to(7), "a bc\n  def\n  gh\n");
        assert_eq!(to(1), "a\n  bc\n  def\n  gh\n");
        assert_eq!(wrapped_to("", "  ", Some(8)), "\n");
        assert_eq!(wrapped_to("  a", "  ", Some(8)), "  a\n");
    }

    #[test]
    fn plies_share_columns_where_there_are_many() {
        let plies: Vec<usize> = (0..30).map(|n| 2 * n).collect();
        let sum = |group: &[usize]| group.iter().sum::<usize>().to_string();
        let table = |width| by_ply_to("after n moves", &plies, &[("  sum", &sum)], width);
        assert!(table(1_000).contains("  56  58  all\n"));
        for width in [20, 40, 60, 100] {
            let text = table(width);
            assert!(is_within(&text, width) && text.contains("870"), "{text}");
        }
        assert!(table(40).starts_with("after n moves  "), "{}", table(40));
        let none = by_ply_to("none", &[], &[("  sum", &sum)], 10);
        assert_eq!(none, "none   all\n  sum    0\n");
    }
}
