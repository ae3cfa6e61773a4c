//! The sheets of a kit, which the browser prints.

use matchboxes::error::{Error, Result};
use matchboxes::games;
use matchboxes::kit::{Kit, KitBeads};
use matchboxes::learn::{self, Learners, Table};
use matchboxes::session;
use matchboxes::text::thousands;
use matchboxes_pictures::print::{Language, Paper, PrintSetting, Printed, PrintedDocument, Sheets};
use serde::Deserialize;
use serde_json::{Value, json};

/// The most boxes whose sheets a browser gets at once: with more, the pages take longer to show than people wait.
const BOXES: usize = 1_000;

/// Which sheets are asked for, and how they are printed.
#[derive(Debug, Deserialize)]
pub(crate) struct SheetsAsked {
    /// The names of the kinds, with commas.
    sheets: String,
    #[serde(default)]
    paper: Paper,
    #[serde(default)]
    language: Language,
}

/// The same of a machine that has not played, such as a lesson's.
#[derive(Debug, Deserialize)]
pub(crate) struct NewSheets {
    game: String,
    rule: String,
    learner: Learners,
    #[serde(flatten)]
    asked: SheetsAsked,
}

impl NewSheets {
    pub(crate) fn draw(&self) -> Result<Value> {
        let game = games::parse(&self.game)?;
        let rule = learn::preset(&self.rule)?.for_learners(self.learner);
        session::check_learners(&game, self.learner)?;
        let kits = self
            .learner
            .sides()
            .map(|side| Kit::new(&game, &rule, side));
        let kits = kits.collect::<Result<Vec<Kit>, _>>()?;
        self.asked.draw(kits.iter().map(|kit| (kit, None)))
    }
}

impl SheetsAsked {
    /// The sheets of these kits, each with what its machine has learnt: pages of one size, in millimetres, each an SVG.
    pub(crate) fn draw<'a>(
        &self,
        kits: impl IntoIterator<Item = (&'a Kit, Option<&'a Table>)>,
    ) -> Result<Value> {
        let named = self.sheets.split(',').map(|name| {
            let kind = Sheets::from_name(name);
            kind.ok_or_else(|| Error::request(format!("`{name}` is no kind of sheet")))
        });
        let kinds = named.collect::<Result<Vec<Sheets>>>()?;
        let setting = PrintSetting {
            paper: self.paper,
            language: self.language,
            ..PrintSetting::default()
        };
        let mut pages = Vec::new();
        for (kit, table) in kits {
            if kit.boxes.len() > BOXES {
                return Err(Error::request(format!(
                    "the sheets of {} boxes are too many for a browser; `menace print` makes files of them",
                    thousands(kit.boxes.len() as u64)
                )));
            }
            PrintedDocument::check(&kinds, kit)?;
            let content = table.map_or_else(
                || KitBeads::new(kit),
                |table| KitBeads::from_table(kit, table),
            );
            let printed = Printed {
                kit,
                content: &content,
                setting: &setting,
            };
            pages.extend(PrintedDocument::new(&kinds, printed).svg());
        }
        let (width, height) = setting.paper.size();
        Ok(json!({ "pages": pages, "width": width, "height": height }))
    }
}
