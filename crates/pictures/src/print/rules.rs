//! The rules of the games in words.

use super::language::Speech;
use super::paper::Printed;
use matchboxes::game::Game as _;
use matchboxes::games::{AnyGame, End, LineVariant, Nim, Parts, kind, parse};

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
        AnyGame::Mnk(game) => {
            let line = match game.marking() {
                LineVariant::Own => "rules.line",
                LineVariant::Misere => "rules.line.misere",
                LineVariant::Wild => "rules.line.wild",
                LineVariant::WildMisere => "rules.line.wild.misere",
                LineVariant::Notakto => "rules.line.notakto",
            };
            vec![language.count(line, game.length().into())]
        }
        AnyGame::Nim(game) => {
            let last = if game.has_gaps() {
                "take.stuck"
            } else {
                "last"
            };
            let [begin, take] = beginning(game, language);
            vec![begin, take, of_end(last, game.end())]
        }
        AnyGame::Kayles(game) => vec![
            language.fill("rules.row", &[("counters", &game.pins())]),
            say("kayles"),
            of_end("kayles.last", game.end()),
        ],
        AnyGame::Othello(game) if game.is_reversed() => vec![say("othello.reversed")],
        AnyGame::SplitNim(game) => vec![
            language.fill("rules.pile", &[("counters", &game.sticks())]),
            say(match game.parts() {
                Parts::Unequal => "split.unequal",
                Parts::Any => "split.any",
            }),
            of_end("stuck", game.end()),
        ],
        // The parameters do not change the text.
        _ => kind(&game.name()).map_or_else(Vec::new, |kind| vec![say(kind.name)]),
    }
}

/// How nim begins, and what a move takes.
fn beginning(game: &Nim, language: Speech) -> [String; 2] {
    let listed = |numbers: &[u8]| {
        let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
        numbers.join(&language.say("join.list"))
    };
    let form = match game.piles() {
        [_] => "pile",
        _ => "piles",
    };
    let take = format!("rules.take.{form}");
    let take = match game.limit() {
        Some(most) => language.count(&format!("{take}.limit"), most.into()),
        None if game.has_gaps() => {
            language.fill(&format!("{take}.set"), &[("n", &listed(game.takes()))])
        }
        None => language.say(&take),
    };
    let counters = listed(game.piles());
    let begin = language.fill(&format!("rules.{form}"), &[("counters", &counters)]);
    [begin, take]
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
