//! The few forms of Markdown the report is made of.

/// A table, its first column flush left and the others right.
pub(super) fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|---|{}\n", "---:|".repeat(head.len() - 1));
    let rows: String = rows.iter().map(|row| line(row)).collect();
    format!("{}{rule}{rows}", line(head))
}

/// Text as it stands.
pub(super) fn verbatim(text: &str) -> String {
    format!("```text\n{text}```\n")
}

/// Paragraphs, tables and pictures with an empty line between them.
pub(super) fn join(parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
    format!("{}\n", parts.join("\n\n"))
}
