//! Sheets of labels. Each stage begins a new sheet, so that it can be printed on paper of its own colour. The
//! cutting marks are outside the labels.

use super::frame::{Frame, TOP};
use super::label::{Area, fit, float, label};
use super::paper::Printed;
use crate::draw::{Colour, Drawing, Stroke};

/// The distances from the labels at which the cutting marks begin and end.
const MARK: (f64, f64) = (1.0, 3.0);

pub(super) fn pages(printed: &Printed<'_>) -> Vec<Drawing> {
    let size = printed.setting.label;
    let mut frame = Frame::new(printed, "labels");
    let down = TOP + 5.0;
    let columns = fit(frame.room(), size.width);
    let rows = fit(frame.bottom() - down, size.height);
    let left = (printed.setting.paper.size().0 - float(columns) * size.width) / 2.0;
    let corner = |column: usize, row: usize| {
        let x = left + float(column) * size.width;
        (x, down + float(row) * size.height)
    };
    for stage in printed.kit.boxes.chunk_by(|a, b| a.stage == b.stage) {
        for sheet in stage.chunks(columns * rows) {
            let page = frame.begin();
            for (number, matchbox) in sheet.iter().enumerate() {
                let area = Area {
                    at: corner(number % columns, number / columns),
                    size: (size.width, size.height),
                };
                label(page, area, matchbox, printed.setting.language);
            }
            let across = sheet.len().min(columns);
            let used = sheet.len().div_ceil(columns);
            let stroke = Stroke::hair(Colour::BLACK);
            let (near, far) = MARK;
            for column in 0..=across {
                let ((x, top), (_, bottom)) = (corner(column, 0), corner(column, used));
                page.line([(x, top - near), (x, top - far)], stroke);
                page.line([(x, bottom + near), (x, bottom + far)], stroke);
            }
            for row in 0..=used {
                let ((start, y), (end, _)) = (corner(0, row), corner(across, row));
                page.line([(start - near, y), (start - far, y)], stroke);
                page.line([(end + near, y), (end + far, y)], stroke);
            }
        }
    }
    frame.finish()
}
