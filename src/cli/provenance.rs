//! What made a model, in words.

use menace::store::Model;

use menace::text::count;

use super::exit::told;

/// What made a model, in words.
pub(super) fn provenance(model: &Model) -> String {
    let mut text = format!("{}: {} learning\n", model.game, model.learners.in_words());
    for chapter in &model.chapters {
        if chapter.is_import() {
            text.push_str(&format!(
                "  imported from {}, with boxes as {} lays them out\n",
                chapter.from.join(" and "),
                chapter.rule.name
            ));
            continue;
        }
        let against = match chapter.opponent.as_str() {
            "" => "against each other".to_owned(),
            opponent => format!("against {opponent}"),
        };
        let run = if chapter.run == 0 {
            String::new()
        } else {
            format!(", run {}", chapter.run)
        };
        let from = match chapter.from.as_slice() {
            [] => String::new(),
            names => format!(", beginning from {}", names.join(" and ")),
        };
        text.push_str(&format!(
            "  {} of {} {against}, rule {}, seed {}{run}{from}\n",
            count(chapter.sets, "set", "sets"),
            count(chapter.games_per_set, "game", "games"),
            chapter.rule.name,
            chapter.seed,
        ));
    }
    if let Some(pending) = &model.pending {
        let left = count(pending.left, "set", "sets");
        text.push_str(&format!(
            "  stopped with {left} left; the same command with --continue goes on\n"
        ));
    }
    text.push_str(&format!("  written by menace {}\n", told(&model.version)));
    text
}
