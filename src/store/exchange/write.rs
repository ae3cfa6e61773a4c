//! From players and models to rows, and from rows to text.

use std::io::{self, Write};

use serde_json::to_string;

use super::json;
use super::sheet::{Content, Encoding, Head, Row, Rows, Sheet};
use super::values;
use crate::error::Result;
use crate::game::{Game, Move};
use crate::graph::{Budget, Graph, Merging};
use crate::player::Player;
use crate::store::Model;
use crate::text::share;

impl Sheet {
    /// The policy of a player: its weights in every position that play can reach and in which it is to
    /// move.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) when the game has more than [`Budget::EXACT`]
    /// positions.
    pub fn of_policy<G: Game>(game: &G, player: &dyn Player<G>) -> Result<Self> {
        let budget = Budget::EXACT;
        let graph = Graph::complete(game.clone(), Merging::None, budget, "a whole policy")?;
        let played = graph
            .nodes()
            .filter(|&node| graph.outcome(node).is_none() && player.plays(graph.side(node)));
        let mut played: Vec<_> = played
            .map(|node| (game.write_position(graph.position(node)), node))
            .collect();
        played.sort_unstable();
        let mut rows = Vec::new();
        for (position, node) in played {
            let moves: Vec<Move> = graph.edges(node).iter().map(|edge| edge.m).collect();
            let mut weights = vec![0; moves.len()];
            player.weigh(game, graph.position(node), &moves, &mut weights);
            let total: u64 = weights.iter().sum();
            rows.extend(moves.iter().zip(weights).map(|(&m, weight)| Row {
                line: 0,
                position: position.clone(),
                side: graph.side(node),
                moves: game.write_move(m),
                number: weight,
                value: 0,
                probability: Some(share(weight, total)),
                ply: 0,
            }));
        }
        Ok(Self {
            origin: player.name(),
            head: Head {
                game: Some(game.name()),
                rule: None,
                content: Content::Policy,
                count: rows.len(),
            },
            rows: Rows::Held(rows),
            last_line: 0,
        })
    }

    /// The matchboxes of a model, or its values if its rule keeps values; `name` is the name of the model.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`](crate::Error::Mismatch) when a box does not belong to the game.
    ///
    /// # Panics
    ///
    /// If the model has no chapter yet; a model from a file has one.
    pub fn of_boxes<G: Game>(game: &G, model: &Model, name: &str) -> Result<Self> {
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
            rows.extend(colours.iter().enumerate().map(|(i, moves)| Row {
                line: 0,
                position: position.clone(),
                side: game.side(&at),
                moves: write_moves(game, moves),
                number: values.map_or(matchbox.beads[i], |(_, visits)| visits[i]),
                value: values.map_or(0, |(values, _)| values[i]),
                probability: None,
                ply: matchbox.ply,
            }));
        }
        Ok(Self {
            origin: name.to_owned(),
            head: Head {
                game: Some(game.name()),
                rule: Some(model.rule().clone()),
                content: match model.rule().values() {
                    Some(_) => Content::Values,
                    None => Content::Boxes,
                },
                count: rows.len(),
            },
            rows: Rows::Held(rows),
            last_line: 0,
        })
    }

    /// Writes the sheet as text that [`Sheet::read`] can read.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, encoding: Encoding, out: &mut impl Write) -> io::Result<()> {
        match encoding {
            Encoding::Csv => self.write_csv(out),
            Encoding::Json => self.write_json(out),
        }
    }

    fn for_each(&self, mut write: impl FnMut(&Row) -> io::Result<()>) -> io::Result<()> {
        let mut written = Ok(());
        let read = self.each_row(&mut |row| {
            written = write(row);
            // An error stops the reading.
            let failed = || String::new().into();
            written.is_ok().then_some(()).ok_or_else(failed)
        });
        written.and_then(|()| read.map_err(io::Error::other))
    }

    fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(self.head.content.columns())
            .map_err(cause)?;
        self.for_each(|row| {
            let number = row.number.to_string();
            let side = row.side.name();
            let (ply, probability) = (row.ply.to_string(), row.probability);
            let probability = probability.map_or_else(String::new, |p| p.to_string());
            let value = values::number(row.value).to_string();
            let (position, moves) = (&row.position, &row.moves);
            let record: &[&str] = match self.head.content {
                Content::Policy => &[position, side, moves, &number, &probability],
                Content::Boxes => &[position, side, &ply, moves, &number],
                Content::Values => &[position, side, &ply, moves, &value, &number],
            };
            csv.write_record(record).map_err(cause)
        })?;
        csv.flush()
    }

    fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{{")?;
        writeln!(out, "  \"game\": {},", to_string(&self.head.game)?)?;
        writeln!(out, "  \"player\": {},", to_string(&self.origin)?)?;
        if let Some(rule) = &self.head.rule {
            writeln!(out, "  \"rule\": {},", to_string(rule)?)?;
        }
        write!(out, "  \"{}\": [", self.head.content.list())?;
        let mut comma = "";
        self.for_each(|row| {
            let row = json::value(row, self.head.content)?;
            let before = std::mem::replace(&mut comma, ",");
            write!(out, "{before}\n    {row}")
        })?;
        writeln!(out, "\n  ]\n}}")
    }
}

/// The error of the system, such as that of a closed pipe.
fn cause(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// The moves of a colour, as written in a file.
pub(super) fn write_moves<G: Game>(game: &G, moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|&m| game.write_move(m)).collect();
    moves.join(" ")
}
