//! The boxes of a model, one by one and all of them, and what a machine of real ones is built of.

use std::collections::BTreeMap;

use matchboxes::game::{Game as _, Side};
use matchboxes::games::{AnyGame, Error};
use matchboxes::interrupt;
use matchboxes::kit::{Kit as Boxes, KitBeads};
use matchboxes::store::{BoxView, Model};
use matchboxes_pictures::plot::{self, Look};
use matchboxes_pictures::print::{Language, Paper, PrintSetting, Printed, PrintedDocument, Sheets};
use matchboxes_report::boxes::move_rows;
use matchboxes_report::{Row, Table};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::{self, Argument, each, read};
use crate::errors::{raised, raised_for, wrong};
use crate::frame::PyFrame;
use crate::game::PyGame;
use crate::picture::PyPicture;
use crate::result::result;

result!(Box {
    position: String,
    side: &'static str,
    ply: Option<u16>,
    met: bool,
    moves: PyFrame,
    drawn: PyPicture,
});

impl Box {
    pub(crate) fn new(game: &PyGame, model: &Model, view: &BoxView<AnyGame>) -> PyResult<Self> {
        let rows = move_rows(&game.rules, view);
        let position = game.rules.write_position(&view.at);
        Ok(Self {
            side: view.side.name(),
            ply: view.ply,
            met: view.met,
            moves: PyFrame::of_table(&Table::known("moves", rows))?,
            drawn: PyPicture::new(
                format!("box, {position}"),
                plot::model_box(&game.rules, model, view, Look::default()),
            ),
            position,
        })
    }
}

/// All boxes of a model, a row for each move of each.
pub(crate) fn all(game: &PyGame, model: &Model) -> PyResult<PyFrame> {
    let rules = &game.rules;
    let mut rows = Vec::new();
    for side in Side::BOTH {
        let keys = model.table(side).into_iter().flatten();
        for (number, (key, _)) in keys.enumerate() {
            interrupt::every(256, number);
            let at = rules.position(key).expect("the table belongs to the game");
            let view = BoxView::at(rules, model, &at).map_err(raised)?;
            let own = Row::default()
                .with("position", rules.write_position(&at))
                .with("side", view.side.name())
                .with("ply", view.ply.map(u64::from));
            let moves = move_rows(rules, &view).into_iter();
            rows.extend(moves.map(|m| own.clone().and(m)));
        }
    }
    Ok(PyFrame::of_table(&Table::known("boxes", rows))?.drawn(game))
}

result!(Kit {
    game: String,
    rule: String,
    side: &'static str,
    boxes: usize,
    beads: u64,
    sheets: BTreeMap<&'static str, Sheet>,
});

result!(Sheet {
    name: &'static str,
    pages: Vec<String>,
    pdf: Vec<u8>,
});

pub(crate) struct KitSetting {
    kinds: Vec<Sheets>,
    setting: PrintSetting,
    most_beads: Option<u64>,
}

/// One of these by the name that is given; an error begins with `what`.
fn one_of<T: Copy>(what: &str, name: &str, all: &[(&str, T)]) -> PyResult<T> {
    let found = all.iter().find(|(known, _)| *known == name);
    found.map(|(_, one)| *one).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|(known, _)| *known).collect();
        wrong(format!("{what}`{name}` is none of {}", names.join(", ")))
    })
}

impl KitSetting {
    pub(crate) fn read(
        sheets: Argument<'_>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        read! { keywords =>
            argument::text: paper, label, language;
            argument::positive: most_beads;
        }
        argument::no_more("Model.kit", keywords)?;
        let all = Sheets::ALL.map(|kind| (kind.name(), kind));
        let kinds = match sheets {
            None => vec![Sheets::Guide, Sheets::Labels],
            Some(list) => each("sheets", &list, |name| {
                let name: String = argument::of_type("a kind of sheet", &name)?;
                one_of("", &name, &all)
            })?,
        };
        if kinds.is_empty() {
            return Err(wrong("sheets: give one or more, not an empty list"));
        }
        let mut setting = PrintSetting::default();
        if let Some(name) = paper {
            let papers = [("a4", Paper::A4), ("letter", Paper::Letter)];
            setting.paper = one_of("paper: ", &name, &papers)?;
        }
        if let Some(name) = language {
            let languages = Language::ALL.map(|language| (language.code(), language));
            setting.language = one_of("language: ", &name, &languages)?;
        }
        if let Some(size) = label {
            let read: Result<_, Error> = size.parse();
            setting.label = read.map_err(|error| raised_for("label", error))?;
        }
        Ok(Self {
            kinds,
            setting,
            most_beads,
        })
    }
}

/// The kit of one side of a model, with its beads.
pub(crate) fn kit(
    game: &AnyGame,
    model: &Model,
    side: Side,
    setting: &KitSetting,
) -> PyResult<Kit> {
    let kit = Boxes::new(game, model.rule(), side).map_err(raised)?;
    let table = model.table(side).expect("the side has learnt");
    let content = KitBeads::from_table(&kit, table);
    let content = setting
        .most_beads
        .map_or(content.clone(), |most| content.scaled(most));
    PrintedDocument::check(&setting.kinds, &kit).map_err(raised)?;
    let printed = Printed {
        kit: &kit,
        content: &content,
        setting: &setting.setting,
    };
    let sheets = setting.kinds.iter().map(|kind| {
        let document = PrintedDocument::new(&[*kind], printed);
        let (name, pdf) = (kind.name(), document.pdf());
        let pages = document.svg().collect();
        (name, Sheet { name, pages, pdf })
    });
    Ok(Kit {
        sheets: sheets.collect(),
        boxes: kit.boxes.len(),
        beads: content.total(),
        side: kit.seat(),
        rule: kit.rule.name,
        game: kit.game,
    })
}
