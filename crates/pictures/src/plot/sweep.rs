//! The pictures of a sweep: the figure against one parameter or two, and speed against strength. The runs of one
//! seed choose what is shown, the runs of the other are drawn.

use matchboxes::session::{Half, Ranked, RankedTraining};
use matchboxes::store::{SweepGrid, SweptRun};
use matchboxes::text::{capital, count, decimal, thousands};

use super::bands::{Bands, MEAN, Point, Series, bands};
use super::front::{Front, front};
use super::look::{Heading, Look};
use super::matrix::{Cell, Matrix, matrix};
use super::picture::Picture;
use super::ranges::{Range, RangeGroup, RangeRow, Ranges, ranges};

/// The most trainings along a side of a map and in a list.
const MOST: usize = 64;

/// The names of all pictures that a sweep may have.
pub fn sweep_names(grid: &SweepGrid) -> Vec<String> {
    let usual = ["map", "front"].map(str::to_owned);
    grid.parameters.iter().cloned().chain(usual).collect()
}

/// The pictures of a sweep by their names.
pub fn sweep(sweep: &Ranked<'_>, look: Look) -> Vec<(String, Picture)> {
    let Some(best) = sweep.rows.first() else {
        return Vec::new();
    };
    let drawing = Drawing { sweep, best, look };
    let mut pictures = Vec::new();
    let parameters = 0..sweep.grid.parameters.len();
    let mut axes: Vec<Axis> = parameters.map(|i| (i, drawing.values(i))).collect();
    for (i, values) in &axes {
        let name = sweep.grid.parameters[*i].clone();
        if let Some(places) = numbers(values) {
            pictures.push((name, bands(&drawing.line(*i, values, &places))));
        } else if axes.len() == 1 && values.len() <= MOST {
            pictures.push((name, ranges(&drawing.list(*i, values))));
        }
    }
    // The longest two, in their order.
    axes.sort_by_key(|(_, values)| std::cmp::Reverse(values.len()));
    axes.truncate(2);
    axes.sort_by_key(|(i, _)| *i);
    if let [rows, columns] = &axes[..]
        && rows.1.len().max(columns.1.len()) <= MOST
    {
        let map = matrix(&drawing.map(rows, columns));
        pictures.push(("map".to_owned(), map));
    }
    if sweep.has_front() {
        pictures.push(("front".to_owned(), front(&drawing.front())));
    }
    pictures
}

/// The numbers that all values stand for: `3`, `+3 all`, `[4]`; `None` if one stands for none.
fn numbers(values: &[String]) -> Option<Vec<f64>> {
    let number = |text: &String| {
        let bare = text.strip_suffix(" all").or(text.strip_suffix(" last"));
        let bare = bare.unwrap_or(text);
        let inner = bare
            .strip_prefix('[')
            .and_then(|bare| bare.strip_suffix(']'));
        match text.as_str() {
            "nothing" => Some(0.0),
            _ => inner.unwrap_or(bare).trim().parse::<f64>().ok(),
        }
    };
    let numbers: Option<Vec<f64>> = values.iter().map(number).collect();
    let is_mixed = |end: &str| {
        let with = values.iter().filter(|value| value.ends_with(end)).count();
        let others = values.iter().filter(|value| *value != "nothing").count();
        with > 0 && with < others
    };
    numbers
        .filter(|numbers| numbers.iter().all(|n| n.is_finite()))
        .filter(|_| !is_mixed(" all") && !is_mixed(" last"))
}

/// The number of a parameter and its values.
type Axis = (usize, Vec<String>);

struct Drawing<'a> {
    sweep: &'a Ranked<'a>,
    best: &'a RankedTraining<'a>,
    look: Look,
}

impl Drawing<'_> {
    /// The values of a parameter in the order of the grid.
    fn values(&self, parameter: usize) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for training in &self.sweep.grid.values {
            let value = &training[parameter];
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        values
    }

    /// The training with these values of some parameters, and otherwise the values of the best one.
    fn at(&self, wanted: &[(usize, &String)]) -> Option<&RankedTraining<'_>> {
        let mut values = self.best.values.to_vec();
        for &(i, value) in wanted {
            values[i].clone_from(value);
        }
        self.sweep.rows.iter().find(|row| row.values == values)
    }

    fn heading(&self, shown: &[usize]) -> Heading {
        let setting = self.sweep.setting;
        let [chosen, reported] = self.sweep.seeds();
        let runs = count(setting.runs, "run", "runs");
        let best = self.sweep.grid.parameters.iter().zip(self.best.values);
        let others = best.enumerate().filter(|(i, _)| !shown.contains(i));
        let others = others.map(|(_, (name, value))| format!("{name} {value}"));
        let rest = match &others.collect::<Vec<_>>()[..] {
            _ if shown.is_empty() => format!("; front chosen on seed {chosen}"),
            [] => String::new(),
            others => format!("; {} chosen on seed {chosen}", others.join(", ")),
        };
        Heading {
            title: capital(&self.sweep.common()),
            subtitle: format!("{runs} each, seed {reported}{rest}"),
            look: self.look,
        }
    }

    fn label(&self) -> String {
        format!("{} (%)", self.sweep.figure.in_words(self.sweep.setting))
    }

    fn line(&self, parameter: usize, values: &[String], places: &[f64]) -> Bands {
        let points = values.iter().zip(places).filter_map(|(value, &x)| {
            let half = &self.at(&[(parameter, value)])?.reported;
            let [low, high] = half.most_runs.map(|share| 100.0 * share);
            Some(Point {
                x,
                low,
                mid: 100.0 * half.mean,
                high,
            })
        });
        let mut points: Vec<Point> = points.collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        let several = self.sweep.setting.runs > 1;
        let series = vec![Series {
            name: "mean".to_owned(),
            points,
            ..Series::default()
        }];
        Bands {
            heading: self.heading(&[parameter]),
            x_label: self.sweep.grid.parameters[parameter].clone(),
            y_label: self.label(),
            notes: vec![MEAN.to_owned()],
            series,
            band_note: if several { "band: 8 runs in 10" } else { "" }.to_owned(),
            ..Bands::default()
        }
    }

    fn list(&self, parameter: usize, values: &[String]) -> Ranges {
        let row = |value: &String| {
            let half = &self.at(&[(parameter, value)])?.reported;
            let [low, mid, high] =
                [half.most_runs[0], half.mean, half.most_runs[1]].map(|share| 100.0 * share);
            Some(RangeRow {
                name: value.clone(),
                range: Some(Range {
                    low,
                    mid,
                    high,
                    ..Range::default()
                }),
                remark: format!("{} %", decimal(mid, 1)),
                ..RangeRow::default()
            })
        };
        Ranges {
            heading: self.heading(&[parameter]),
            x_label: self.label(),
            groups: vec![RangeGroup {
                name: self.sweep.grid.parameters[parameter].clone(),
                rows: values.iter().filter_map(row).collect(),
            }],
            notes: vec!["dot and number: mean; line: 8 runs in 10".to_owned()],
            ..Ranges::default()
        }
    }

    fn map(&self, (row, rows): &Axis, (column, columns): &Axis) -> Matrix {
        let cell = |value: &String, other: &String| {
            let value = self.at(&[(*row, value), (*column, other)])?.reported.mean;
            Some(Cell {
                value,
                text: decimal(100.0 * value, 1),
            })
        };
        let cells = rows
            .iter()
            .map(|value| columns.iter().map(|other| cell(value, other)).collect());
        let cells: Vec<Vec<Option<Cell>>> = cells.collect();
        let values = cells.iter().flatten().flatten().map(|cell| cell.value);
        let ends = values.fold((1.0_f64, 0.0_f64), |(low, high), v| {
            (low.min(v), high.max(v))
        });
        let parameter = |i: usize| self.sweep.grid.parameters[i].clone();
        Matrix {
            heading: self.heading(&[*row, *column]),
            row_label: parameter(*row),
            column_label: parameter(*column),
            value_label: self.sweep.figure.in_words(self.sweep.setting),
            value_range: Some(ends),
            rows: rows.clone(),
            columns: columns.clone(),
            cells,
            ..Matrix::default()
        }
    }

    fn front(&self) -> Front {
        let sweep = self.sweep;
        let of = |half: &Half| (half.games, 100.0 * half.mean);
        let [chosen, reported] = sweep.seeds();
        let others = sweep
            .rows
            .iter()
            .filter(|row| !row.is_front)
            .map(|row| of(&row.reported));
        Front {
            heading: self.heading(&[]),
            x_label: format!(
                "games until {} % of the last {} are not lost",
                SweptRun::PERCENT,
                thousands(sweep.setting.window)
            ),
            y_label: self.label(),
            front: sweep
                .front()
                .map(|row| (sweep.name(row), [of(&row.chosen), of(&row.reported)]))
                .collect(),
            others: others.collect(),
            notes: vec![
                "a dot for each training: means of its runs, where one that never gets there counts with all its games"
                    .to_owned(),
                format!("dashed, seed {chosen}: no other training is both sooner and as strong"),
                format!("coloured: from there to what came of it on seed {reported}"),
            ],
        }
    }
}
