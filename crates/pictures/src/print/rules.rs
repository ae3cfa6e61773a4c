//! The rules of the games in words.

use super::language::Speech;
use super::paper::Printed;
use matchboxes::game::Game as _;
use matchboxes::games::{AnyGame, End, Parts, kind, parse};

/// The rules of the game of the kit; nothing for a game of someone else's program.
pub(super) fn text(printed: &Printed<'_>) -> String {
    let mut texts = match parse(&printed.kit.game) {
        Err(_) | Ok(AnyGame::OwnGame(_)) => return String::new(),
        Ok(game) => of_game(&game, printed.speech()),
    };
    if printed.kit.draws {
        texts.push(printed.speech().say("rules.draw"));
    }
    printed.speech().sentences(&texts)
}

fn of_game(game: &AnyGame, language: Speech) -> Vec<String> {
    let say = |name: &str| language.say(&format!("rules.{name}"));
    let of_end = |name: &str, end| match end {
        End::Normal => say(name),
        End::Misere => say(&format!("{name}.misere")),
    };
    match game {
        AnyGame::TicTacToe(_) => vec![language.count("rules.line", 3)],
        AnyGame::Mnk(game) => vec![language.count("rules.line", game.length().into())],
        AnyGame::Nim(game) => {
            let piles: Vec<String> = game.piles().iter().map(u8::to_string).collect();
            let counters = piles.join(&language.say("join.list"));
            let form = if piles.len() > 1 { "piles" } else { "pile" };
            let take = match game.limit() {
                None => say(&format!("take.{form}")),
                Some(most) => language.count(&format!("rules.take.{form}.limit"), most.into()),
            };
            let begin = language.fill(&format!("rules.{form}"), &[("counters", &counters)]);
            vec![begin, take, of_end("last", game.end())]
        }
        AnyGame::SplitNim(game) => vec![
            language.fill("rules.pile", &[("counters", &game.sticks())]),
            say(match game.parts() {
                Parts::Unequal => "split.unequal",
                Parts::Any => "split.any",
            }),
            of_end("stuck", game.end()),
        ],
        // The parameters change nothing that is said.
        _ => kind(&game.name()).map_or_else(Vec::new, |kind| vec![say(kind.name)]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::Language;
    use super::*;
    use matchboxes::games::KINDS;

    #[test]
    fn every_kind_of_game_has_its_rules_in_words() {
        for (kind, language) in KINDS
            .iter()
            .flat_map(|kind| Language::ALL.map(|l| (kind, l)))
        {
            for name in kind.form.split(" or ") {
                let speech = Speech {
                    language,
                    is_cups: false,
                };
                let texts = of_game(&parse(name).unwrap(), speech).join(" ");
                assert!(
                    !texts.is_empty() && !texts.contains("rules."),
                    "{name}: {texts}"
                );
            }
        }
    }
}
