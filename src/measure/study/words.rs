//! The words in the pictures of a study: notes, and names that distinguish its trainings.

use matchboxes::arena::{Study, StudySetting};
use matchboxes::text::count;

use super::table::unseen;
use matchboxes_pictures::plot::MEAN;

/// A text of the settings, if it is the same in all trainings.
pub(super) fn shared<'a>(
    studies: &'a [Study],
    what: impl Fn(&'a Study) -> &'a String,
) -> Option<&'a str> {
    let first = what(studies.first()?);
    let same = studies.iter().all(|study| what(study) == first);
    same.then_some(first)
}

/// The notes that explain lines and points; a point covers `covered` sets.
pub(super) fn notes(setting: &StudySetting, covered: u64) -> Vec<String> {
    let mut notes = Vec::new();
    if setting.runs > 1 {
        notes.push(MEAN.to_owned());
        notes.push(unseen(setting.runs));
    }
    let games = count(covered.max(1) * setting.games_per_set, "game", "games");
    let set = if covered > 1 { "" } else { "a set of " };
    notes.push(format!("each point: {set}{games}"));
    notes
}

/// A name that distinguishes a study from the others: what differs in rule and opponent.
pub(super) fn name(study: &Study, others: &[Study]) -> String {
    let differs = |what: fn(&StudySetting) -> &String| {
        let own = what(&study.setting);
        others.iter().any(|other| what(&other.setting) != own)
    };
    let (rule, opponent) = (&study.setting.rule.name, study.setting.against());
    match (differs(|s| &s.rule.name), differs(|s| &s.opponent)) {
        (true, true) => format!("{rule} {opponent}"),
        (false, true) => opponent,
        _ => rule.clone(),
    }
}
