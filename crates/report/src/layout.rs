//! How text for people is laid out: prose is wrapped, and tables are no wider than the output. If a table is too wide, its
//! less important columns are left out, its cells are placed below the row names, or it is split into parts.

use matchboxes_games::text::{columns, count, left};

use crate::row::row;
use crate::view::TextTable;

/// The width of a table by moves played if the width of the output is unknown.
const WIDE: usize = 100;
/// The width of prose if the width of the output is unknown.
const PROSE: usize = 80;
/// A table with its cells side by side keeps at least this many columns after the first, among them a mean and its error.
const LEAST: usize = 3;

/// Where text for people is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// The width of a line in characters, if it is known.
    pub width: Option<usize>,
    /// Whether tables are written as Markdown, whole at any width.
    pub is_markdown: bool,
}

/// Gives the cell of a row for these numbers of moves played.
pub type PlyCell<'a> = &'a dyn Fn(&[usize]) -> String;

impl Layout {
    /// A paragraph, wrapped between words, and a newline; every line but the first begins with `indent`.
    pub fn wrapped(self, text: &str, indent: &str) -> String {
        wrapped_to(text, indent, Some(self.width.unwrap_or(PROSE)))
    }

    /// A sentence indented by `indent` and wrapped, the lines after the first by two more; one line if the width is unknown.
    pub fn sentence(self, text: &str, indent: usize) -> String {
        let text = " ".repeat(indent) + text;
        wrapped_to(&text, &" ".repeat(indent + 2), self.width)
    }

    /// Remarks below a table, each a paragraph.
    pub fn notes<N: AsRef<str>>(self, notes: impl IntoIterator<Item = N>) -> String {
        let notes = notes.into_iter();
        let lines = notes.map(|note| self.wrapped(&format!("  {}", note.as_ref()), "  "));
        lines.collect()
    }

    /// Whether no line of a text is too wide.
    pub fn fits(self, text: &str) -> bool {
        is_within(text, self.width.unwrap_or(PROSE))
    }

    /// A table of figures with as many columns as fit.
    pub fn shown(self, table: &TextTable) -> String {
        self.fitted(&table.rows, &table.order)
    }

    /// A table with as many columns as fit; `order` lists those after the first, the most important first.
    pub fn fitted(self, rows: &[Vec<String>], order: &[usize]) -> String {
        if self.is_markdown {
            return markdown(rows);
        }
        let (rows, width) = (&with_lines(rows), self.width);
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
        if kept == order.len() {
            return text;
        }
        let left_out = count((order.len() - kept) as u64, "column", "columns");
        let note = format!("  ({left_out} left out to fit; `| less -S` shows all)");
        text + &wrapped_to(&note, "  ", width)
    }

    /// A table, split into parts if it is too wide; each part begins with the names of the rows.
    pub fn in_parts(self, rows: &[Vec<String>]) -> String {
        if self.is_markdown {
            return markdown(rows);
        }
        let all = rows.iter().map(Vec::len).max().unwrap_or(0);
        let part =
            |from: usize, to: usize| columns(&picked(rows, |column| (from..to).contains(&column)));
        let mut parts = Vec::new();
        let mut from = 1;
        while parts.is_empty() || from < all {
            let fits = |to: &usize| {
                self.width
                    .is_none_or(|width| is_within(&part(from, *to), width))
            };
            let to = (from + 2..=all).rev().find(fits).unwrap_or(from + 1);
            parts.push(part(from, to));
            from = to;
        }
        parts.join("\n")
    }

    /// Names with their descriptions next to them, or below them if that is too wide.
    pub fn explained(self, rows: &[[String; 2]]) -> String {
        let names = rows.iter().map(|[name, _]| name.chars().count());
        let room = names.max().unwrap_or(0);
        let side_by_side: String = rows
            .iter()
            .map(|[name, about]| format!("{}  {about}\n", left(name, room)))
            .collect();
        let Some(width) = self.width.filter(|&width| !is_within(&side_by_side, width)) else {
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
    pub fn by_ply(self, title: &str, plies: &[usize], rows: &[(&str, PlyCell<'_>)]) -> String {
        let width = self.width.unwrap_or(WIDE);
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
            let row = |(name, cell): &(&str, PlyCell<'_>)| {
                row(*name, groups().map(cell).chain([cell(plies)]))
            };
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
}

/// A heading in lines as narrow as most numbers, for a table of many columns.
pub fn heading(text: &str) -> String {
    wrapped_to(text, "", Some(18)).trim_end().to_owned()
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
