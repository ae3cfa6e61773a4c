//! The rules of the games in words.

use super::paper::Printed;
use matchboxes::games::{AnyGame, End, Parts, parse};

/// The rules of the game of the kit; nothing for a game of someone else's program.
pub(super) fn of(printed: &Printed<'_>) -> String {
    let language = printed.speech();
    let say = |name: &str| language.say(&format!("rules.{name}"));
    let of_end = |name: &str, end| match end {
        End::Normal => say(name),
        End::Misere => say(&format!("{name}.misere")),
    };
    let mut texts = match parse(&printed.kit.game) {
        Err(_) | Ok(AnyGame::OwnGame(_)) => return String::new(),
        Ok(AnyGame::TicTacToe(_)) => vec![language.count("rules.line", 3)],
        Ok(AnyGame::Mnk(game)) => vec![language.count("rules.line", game.length().into())],
        Ok(AnyGame::ConnectFour(_)) => vec![say("connect-four")],
        Ok(AnyGame::Hexapawn(_)) => vec![say("hexapawn")],
        Ok(AnyGame::Othello(_)) => vec![say("othello")],
        Ok(AnyGame::Nim(game)) => {
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
        Ok(AnyGame::SplitNim(game)) => vec![
            language.fill("rules.pile", &[("counters", &game.sticks())]),
            say(match game.parts() {
                Parts::Unequal => "split.unequal",
                Parts::Any => "split.any",
            }),
            of_end("stuck", game.end()),
        ],
    };
    if printed.kit.draws {
        texts.push(say("draw"));
    }
    language.sentences(&texts)
}
