//! A frame as a notebook shows it: its first and last rows, the units of its columns as titles, and its positions drawn.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array as _, ArrayRef};
use matchboxes::arena;
use pyo3::prelude::*;

use crate::frame::PyFrame;
use crate::picture::PyPicture;

/// How many rows are shown at the beginning and at the end of a longer frame.
const ENDS: usize = 5;

/// The width of the picture of a position in pixels.
const WIDTH: usize = 64;

pub(crate) fn of(frame: &PyFrame) -> PyResult<String> {
    let (rows, schema) = (frame.batch.num_rows(), frame.batch.schema());
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
    for row in 0..rows {
        if left_out && row == ENDS {
            text += &format!("<tr>{}</tr>", "<td>...</td>".repeat(schema.fields().len()));
        }
        if left_out && (ENDS..rows - ENDS).contains(&row) {
            continue;
        }
        text += "<tr>";
        for (field, column) in schema.fields().iter().zip(frame.batch.columns()) {
            let written = escaped(&cell(column, row));
            text += &match &frame.game {
                Some(game) if field.name() == "position" => {
                    let svg = PyPicture::of_position(game, &game.read(&cell(column, row))?);
                    let svg = svg.svg();
                    format!("<td><div style=\"width:{WIDTH}px\">{svg}</div>{written}</td>")
                }
                _ => format!("<td>{written}</td>"),
            };
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
