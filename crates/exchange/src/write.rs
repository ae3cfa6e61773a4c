//! From players and models to rows, and from rows to text.

use std::io::{self, Write};
use std::sync::Arc;

use serde_json::to_string;

use super::json;
use super::sheet::{
    Encoding, Head, PolicyRows, RowSource, Sheet, SheetContent, SheetRow, side_name,
};
use crate::error::Result;
use crate::game::Game;
use crate::games::AnyGame;
use crate::graph;
use crate::player::Player;
use crate::store::{Model, MoveValue};

impl Sheet {
    /// The policy of a player: its weights in every position that play can reach and in which it is to
    /// move.
    ///
    /// # Errors
    ///
    /// [`games::Error::TooLarge`](crate::games::Error::TooLarge) when the game is larger than
    /// [`Budget::EXACT`](crate::graph::Budget::EXACT).
    pub fn of_policy(game: &AnyGame, player: &dyn Player<AnyGame>) -> Result<Self> {
        let solved = graph::shared_solved(game, "a whole policy")?;
        let rows = PolicyRows::new(solved, player);
        Ok(Self {
            origin: player.name(),
            head: Head {
                game: Some(game.name()),
                content: SheetContent::Policy,
                count: rows.count(),
                ..Head::default()
            },
            rows: RowSource::Made(Arc::new(rows)),
            last_line: 0,
        })
    }

    /// The matchboxes of a model, or its values if its rule keeps values; `name` is the name of the model.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`](crate::error::Error::Mismatch) when a box does not belong to the game.
    ///
    /// # Panics
    ///
    /// If the model has no chapter; a model from a file has one.
    pub fn of_boxes(game: &AnyGame, model: &Model, name: &str) -> Result<Self> {
        let layout = model.layout();
        let mut boxes = Vec::new();
        for table in model.tables.iter().flatten() {
            table.check(game)?;
            for (key, matchbox) in table {
                let at = game.position(key).expect("its box has been checked");
                let position = game.write_position(&at);
                boxes.push((position, at, matchbox, table.values_of(key)));
            }
        }
        boxes.sort_by(|one, other| one.0.cmp(&other.0));
        let mut rows = Vec::new();
        for (position, at, matchbox, values) in boxes {
            let colours = layout.place(game, &at).colours;
            rows.extend(colours.iter().enumerate().map(|(i, moves)| SheetRow {
                position: position.clone(),
                side: (!layout.shared).then(|| game.side(&at)),
                moves: game.write_moves(moves),
                number: values.map_or(matchbox.beads[i], |(_, visits)| visits[i]),
                value: values.map_or(0.0, |(all, visits)| {
                    MoveValue {
                        units: all[i],
                        visits: visits[i],
                    }
                    .into()
                }),
                ply: matchbox.ply,
                ..SheetRow::default()
            }));
        }
        Ok(Self {
            origin: name.to_owned(),
            head: Head {
                game: Some(game.name()),
                rule: Some(model.rule().clone()),
                content: match model.rule().values() {
                    Some(_) => SheetContent::Values,
                    None => SheetContent::Boxes,
                },
                is_shared: layout.shared,
                count: rows.len(),
                largest: 0.0,
            },
            rows: RowSource::Held(rows),
            last_line: 0,
        })
    }

    /// Writes the sheet as text that [`Sheet::read`] can read.
    ///
    /// # Errors
    ///
    /// The errors of `out`.
    pub fn write(&self, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
        match encoding {
            Encoding::Csv => self.write_csv(out),
            Encoding::Json => self.write_json(out),
        }
    }

    fn for_each(&self, mut write: impl FnMut(&SheetRow) -> io::Result<()>) -> io::Result<()> {
        let mut written = Ok(());
        let read = self.each_row(&mut |row| {
            written = write(row);
            // An error stops the reading.
            written
                .is_ok()
                .then_some(())
                .ok_or_else(|| String::new().into())
        });
        written.and_then(|()| read.map_err(io::Error::other))
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(self.head.content.columns())
            .map_err(cause)?;
        self.for_each(|row| {
            let number = row.number.to_string();
            let side = side_name(row.side);
            let (ply, probability) = (row.ply.to_string(), row.probability);
            let probability = probability.map_or_else(String::new, |p| p.to_string());
            let value = row.value.to_string();
            let (position, moves) = (&row.position, &row.moves);
            let record: &[&str] = match self.head.content {
                SheetContent::Policy => &[position, side, moves, &number, &probability],
                SheetContent::Boxes => &[position, side, &ply, moves, &number],
                SheetContent::Values => &[position, side, &ply, moves, &value, &number],
            };
            csv.write_record(record).map_err(cause)
        })?;
        csv.flush()
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{{")?;
        writeln!(out, "  \"game\": {},", to_string(&self.head.game)?)?;
        writeln!(out, "  \"player\": {},", to_string(&self.origin)?)?;
        if let Some(rule) = &self.head.rule {
            writeln!(out, "  \"rule\": {},", to_string(rule)?)?;
        }
        write!(out, "  \"{}\": [", self.head.content.list())?;
        let mut comma = "";
        self.for_each(|row| {
            let row = json::value(row, self.head.content);
            let before = std::mem::replace(&mut comma, ",");
            write!(out, "{before}\n    {row}")
        })?;
        writeln!(out, "\n  ]\n}}")
    }
}

/// The error of the system, for example for a closed pipe.
fn cause(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
