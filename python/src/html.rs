//! A frame as a notebook shows it: its first and last rows, the units of its columns as titles, and its positions drawn.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{Array as _, ArrayRef, RecordBatch};
use matchboxes::arena;
use pyo3::prelude::*;

use crate::game::PyGame;
use crate::picture::PyPicture;

/// How many rows are shown at the beginning and at the end of a longer frame.
const ENDS: usize = 5;

/// The width of the picture of a position in pixels.
const WIDTH: usize = 64;

/// The rows of a frame; of one with positions, with the game that they are drawn for.
pub(crate) fn of(batch: &RecordBatch, game: Option<&PyGame>) -> PyResult<String> {
    let (rows, schema) = (batch.num_rows(), batch.schema());
    let position = schema.index_of("position").ok();
    let mut text = "<table border=\"1\"><thead><tr>".to_owned();
    for field in schema.fields() {
        let title = arena::figure(field.name()).map_or_else(String::new, |figure| {
            format!(
                " title=\"{}\"",
                escaped(&format!("{}: {}", figure.unit, figure.meaning))
            )
        });
        text += &format!("<th{title}>{}</th>", escaped(field.name()));
    }
    text += "</tr></thead><tbody>";
    let left_out = rows > 2 * ENDS + 1;
    let (above, below) = if left_out {
        (ENDS, rows - ENDS)
    } else {
        (0, 0)
    };
    for row in (0..above).chain(below..rows) {
        if left_out && row == below {
            text += &format!("<tr>{}</tr>", "<td>...</td>".repeat(schema.fields().len()));
        }
        text += "<tr>";
        for (number, column) in batch.columns().iter().enumerate() {
            let written = escaped(&cell(column, row));
            let drawn = match game.filter(|_| Some(number) == position) {
                Some(game) => {
                    let at = game.read(&cell(column, row))?;
                    let picture = PyPicture::of_position(&game.rules, &at);
                    // As wide as the style demands; the drawing's own size is for a picture alone.
                    let sized = format!("<svg style=\"display:block;width:{WIDTH}px;height:auto\"");
                    picture.svg().replacen("<svg", &sized, 1)
                }
                None => String::new(),
            };
            text += &format!("<td>{drawn}{written}</td>");
        }
        text += "</tr>";
    }
    let columns = schema.fields().len();
    Ok(text + &format!("</tbody></table><p>{rows} rows, {columns} columns</p>"))
}

/// A figure as it is read by people; nothing where it is missing.
fn cell(column: &ArrayRef, row: usize) -> String {
    if column.is_null(row) {
        return String::new();
    }
    if let Some(column) = column.as_primitive_opt::<Int64Type>() {
        return column.value(row).to_string();
    }
    if let Some(column) = column.as_primitive_opt::<UInt64Type>() {
        return column.value(row).to_string();
    }
    match column.as_primitive_opt::<Float64Type>() {
        Some(column) => {
            let text = format!("{:.6}", column.value(row));
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        None => column.as_string::<i32>().value(row).to_owned(),
    }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
