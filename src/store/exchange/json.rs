//! Rows from JSON; where each of them begins in the text tells its line.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::columns::side;
use super::lines::Lines;
use super::sheet::{Content, Row, Sheet, wrong};
use crate::error::Result;
use crate::learn::Rule;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    game: String,
    #[serde(default)]
    player: String,
    #[serde(borrow, default)]
    rule: Option<&'a RawValue>,
    #[serde(borrow, default)]
    policy: Option<Vec<&'a RawValue>>,
    #[serde(borrow, default)]
    boxes: Option<Vec<&'a RawValue>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyRow {
    position: String,
    side: String,
    r#move: String,
    weight: u64,
    #[serde(default)]
    probability: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxRow {
    position: String,
    side: String,
    ply: u16,
    moves: String,
    beads: u64,
}

impl TryFrom<PolicyRow> for Row {
    type Error = String;

    fn try_from(row: PolicyRow) -> Result<Self, String> {
        Ok(Self {
            line: 0,
            position: row.position,
            side: side(&row.side)?,
            moves: row.r#move,
            number: row.weight,
            probability: row.probability,
            ply: 0,
        })
    }
}

impl TryFrom<BoxRow> for Row {
    type Error = String;

    fn try_from(row: BoxRow) -> Result<Self, String> {
        Ok(Self {
            line: 0,
            position: row.position,
            side: side(&row.side)?,
            moves: row.moves,
            number: row.beads,
            probability: None,
            ply: row.ply,
        })
    }
}

pub(super) fn parse(origin: &str, text: &str) -> Result<Sheet> {
    let document: Document<'_> = serde_json::from_str(text).map_err(|error| {
        let reason = if error.is_eof() {
            "the file ends in the middle of its JSON".to_owned()
        } else {
            without_place(&error)
        };
        wrong(origin, error.line() as u64, &reason)
    })?;
    // The player is told for people; the model will name the file.
    drop(document.player);
    let (content, list) = match (document.policy, document.boxes) {
        (Some(list), None) => (Content::Policy, list),
        (None, Some(list)) => (Content::Boxes, list),
        _ => {
            let reason = "the object has a list `policy` or a list `boxes`, one of the two";
            return Err(wrong(origin, 1, reason));
        }
    };
    let mut lines = Lines::new(text.as_bytes());
    let mut rows = Vec::with_capacity(list.len());
    for raw in list {
        let line = lines.line(place(text, raw));
        let row = match content {
            Content::Policy => row::<PolicyRow>(raw),
            Content::Boxes => row::<BoxRow>(raw),
        };
        let row = row.map_err(|error| wrong(origin, line, &error))?;
        rows.push(Row { line, ..row });
    }
    let rule = document.rule.map(|raw| {
        let line = Lines::new(text.as_bytes()).line(place(text, raw));
        rule(raw).map_err(|reason| wrong(origin, line, &format!("its rule: {reason}")))
    });
    Ok(Sheet {
        origin: origin.to_owned(),
        game: Some(document.game),
        rule: rule.transpose()?,
        content,
        rows,
        last_line: lines.last(),
    })
}

fn row<R>(raw: &RawValue) -> Result<Row, String>
where
    R: DeserializeOwned,
    Row: TryFrom<R, Error = String>,
{
    let row: R = serde_json::from_str(raw.get()).map_err(|error| without_place(&error))?;
    Row::try_from(row)
}

fn rule(raw: &RawValue) -> Result<Rule, String> {
    serde_json::from_str(raw.get()).map_err(|error| without_place(&error))
}

/// Where in a text a part of it begins.
fn place(text: &str, part: &RawValue) -> usize {
    (part.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// What a JSON error says, without the line and column that it counts from elsewhere.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}
