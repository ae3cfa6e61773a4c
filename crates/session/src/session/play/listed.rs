//! Games with people that the file of the machine lists, so that they can be taken back after any stop.

use super::turns::{GameEnd, Round, Turn};
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Side};
use crate::games::AnyGame;
use crate::learn::{Learners, Record};
use crate::store::{Chapter, ListedGame, Model};

/// A game in which the machine had this side, as it is listed. The moves that make themselves are known where beads are
/// drawn by hand.
pub(super) fn listed(machine: Side, by_hand: bool, round: &Round) -> ListedGame {
    let turns = round.turns.iter();
    ListedGame {
        machine,
        moves: turns
            .map(|turn| (turn.m, turn.chosen || !by_hand))
            .collect(),
        boxes: round.used[machine.index()].clone(),
    }
}

/// A listed game as one that can be taken back. What the machine drew from is not known before it is played again.
fn round(game: &AnyGame, listed: ListedGame, by_hand: bool, dice: &Dice) -> Round {
    let ending = listed.ending(game);
    let mut round = Round::new(game.start(), dice.clone(), [None, None]);
    for (m, chosen) in listed.moves {
        let side = game.side(&round.at);
        round.turns.push(Turn {
            at: round.at,
            side,
            m,
            thought: None,
            chosen: chosen && (by_hand || side != listed.machine),
        });
        round.before.push(dice.clone());
        round.at = game.play(&round.at, m);
    }
    round.used[listed.machine.index()] = listed.boxes;
    round.end = Some(GameEnd {
        ending,
        thought: None,
        changes: Vec::new(),
    });
    round.counts = true;
    round
}

/// Takes the listed games that games of `chapter` would continue from the end of a model's history, the last ones first
/// as far as it has each by itself, and the machine had this side, or drawn by hand could change sides: the games
/// with their records, in their order, and the sides of the machine. Its tables stay as they are.
pub(super) fn take_games(
    game: &AnyGame,
    model: &mut Model,
    chapter: &Chapter,
    seat: Side,
) -> Vec<(Side, Round, Record)> {
    let mut games = Vec::new();
    let (rule, sets) = (model.rule().clone(), model.sets());
    let by_hand = chapter.is_by_hand();
    let changes_seats = by_hand && model.learners() == Learners::Shared;
    let Some(last) = model
        .chapters
        .last_mut()
        .filter(|one| chapter.continues(one))
    else {
        return games;
    };
    while let Some(text) = last.listed().and_then(<[String]>::last)
        && let Some(listed) = ListedGame::read(game, &rule, text)
        && (listed.machine == seat || changes_seats)
        && let Some(record) = model.history.records.pop_if(|record| record.sets == 1)
    {
        let machine = listed.machine;
        let number = sets - games.len() as u64 - 1;
        let dice = Dice::new(chapter.seed, Purpose::Training, 0, number);
        let mut round = round(game, listed, by_hand, &dice);
        let kept = chapter.learners.table_of(machine).unwrap_or(machine);
        let before = model.history.records.last();
        round.snapshots[machine.index()] =
            before.and_then(|before| before.snapshots[kept.index()].clone());
        games.push((machine, round, record));
        last.sets -= 1;
        last.listed_mut().and_then(Vec::pop);
    }
    if last.sets == 0 && model.chapters.len() > 1 {
        model.chapters.pop();
    }
    games.reverse();
    games
}
