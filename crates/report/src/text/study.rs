//! A study as text: of several trainings what is compared of them and what that comes to, and the tables of a single one, or
//! of each if all are asked for.

use matchboxes_measure::Finals;
use matchboxes_session::session::certain;

use super::conclusion::Conclusion;
use super::{extras, figures};
use crate::layout::Layout;
use crate::study::Studied;

impl Studied<'_> {
    /// The study as text, of several trainings with all their tables or without. `window` is what the argument of that
    /// name is called where it is given: `--window`.
    pub fn text(&self, has_all: bool, window: &str, layout: Layout) -> String {
        let studies = self.studies;
        let Some(setting) = studies.first().map(|study| &study.setting) else {
            return String::new();
        };
        let about = format!(
            "{}, {} learning: {}, {}",
            setting.game,
            setting.learners,
            setting.size().in_words(),
            figures::provenance(studies)
        );
        let mut text = layout.sentence(&about, 0);
        let compared = self.compared.filter(|_| studies.len() > 1);
        if let Some(compared) = compared {
            text += &Conclusion::new(studies, compared).text(layout);
        }
        let has_tables = studies.len() == 1 || has_all;
        let has_extras = !self.growth.is_empty() || !self.expected.is_empty();
        for (i, study) in studies.iter().enumerate() {
            if has_tables || has_extras {
                text += &format!("\n{}\n", study.setting.heading());
            }
            if has_tables {
                let finals = match compared {
                    Some(compared) => &compared.finals[i],
                    None => &Finals::from_study(study, certain(self.game, &study.setting)),
                };
                text += &layout.shown(&figures::kinds(study, finals));
                let is_compared =
                    |finals: &Finals| compared.is_some_and(|compared| compared.has(i, finals));
                for table in figures::figures(study, finals, is_compared) {
                    text += &layout.shown(&table);
                }
                if let Some(line) = figures::favourites(self.game, study) {
                    text += &layout.sentence(&line, 2);
                }
                text += &figures::speeds(study, window, layout);
            }
            if let Some(marks) = self.growth.get(i) {
                text += &layout.shown(&extras::growth(study, marks));
                for line in extras::known(marks) {
                    text += &layout.wrapped(&format!("  {line}"), "    ");
                }
            }
            if let Some(expected) = self.expected.get(i) {
                text += &layout.shown(&extras::expected(study, expected));
                text += &layout.notes(extras::remarks(expected));
            }
        }
        if has_tables {
            text += &layout.notes(figures::long_run(studies));
        }
        if let Some(compared) = compared.filter(|_| has_all) {
            for (title, table) in figures::comparisons(studies, compared) {
                let title = layout.sentence(&title, 0);
                text += &format!("\n{title}{}", layout.shown(&table));
            }
            text += &layout.notes(figures::MORE_NOTES);
        }
        text
    }
}
