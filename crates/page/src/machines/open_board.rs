//! The board of a game and its two players.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use matchboxes::arena::Strength;
use matchboxes::error::{Error, Result};
use matchboxes::game::{Game, Key, Results, Side};
use matchboxes::games::{self, AnyGame};
use matchboxes::kit::{self, Kit};
use matchboxes::learn::{self, Learners, Table};
use matchboxes::roster::PlayerSpec;
use matchboxes::session::{
    ClassMachine, Keeper, Opened, Replayed, Unfolded, games_against_people, hint, scores, worths,
};
use matchboxes::store::{self, BoxView, Model};
use serde_json::{Value, json};

use super::folder::{Folder, check_length, version};
use super::hand::{self, BeadChange, Correction, ListedBox};
use super::job::{TrainingRequest, is_full};
use super::kits::Kits;
use super::learnt::Learnt;
use super::offered;
use super::past::{self, PastBox};
use super::scene::{BoxScene, RoundScene, facts};
use super::sheets::SheetsAsked;
use super::stages::{self, Stage};
use super::state::{Scene, Summary, Unfinished};
use crate::refusal::{Refusal, Unsaved};

pub(crate) struct OpenBoard {
    pub(crate) opened: Opened,
    /// The side of the player that teaches the machine, if one does.
    pub(crate) teacher: Option<Side>,
    /// The names of the players on the page.
    pub(crate) names: [String; 2],
    /// The model of a machine that does not learn.
    pub(crate) fixed_model: Option<Arc<Model>>,
    pub(crate) opponents: Vec<String>,
    pub(crate) seat: String,
    pub(crate) summary: Summary,
    pub(crate) kits: Arc<Kits>,
    /// How many of the games that were learnt from here the file has.
    pub(crate) saved: usize,
    /// What the file does not have, and why.
    pub(crate) unsaved: Option<Unsaved>,
    /// Its machine if that is one of a class, which is stored elsewhere, and the number of its group.
    pub(crate) of_class: Option<(Arc<ClassMachine>, u32)>,
    /// What the trainings of its machine did to the box that was last asked for.
    replayed: RefCell<Option<Replayed>>,
}

/// The memory of a model and its learner in bytes. Othello and connect four were measured at 28 bytes a box of
/// beads, Othello at about 500 a box of values.
pub fn memory_bytes(model: &Model) -> u64 {
    let has_values = model.rule().values().is_some();
    model.boxes() * if has_values { 512 } else { 32 }
}

const SCORES: usize = 400;
/// The most games of one board, which keeps all of them so that they can be undone.
const GAMES: usize = 300;

impl Summary {
    pub(crate) fn new(model: &Model, side: Side, path: &Path) -> Self {
        let games = games_against_people(model);
        let mut results = Results::default();
        for record in &games {
            results += record.results;
        }
        let mut scores = scores(&games, side);
        let unscored = model.with_people().saturating_sub(scores.len() as u64 - 1);
        let every = scores.len().div_ceil(SCORES).max(1);
        let last = scores.last().copied();
        if every > 1 {
            scores = scores.into_iter().step_by(every).collect();
            scores.extend(last);
        }
        let table = model.table(side);
        Self {
            rule: Some(model.rule().name.clone()),
            values: model.rule().values().is_some(),
            games: model.games(),
            results: results.seen_by(side),
            boxes: table.map_or(0, |table| table.len() as u64),
            version: version(path),
            sealed: false,
            scores,
            scores_every: every,
            unscored,
            bytes: memory_bytes(model),
        }
    }
}

/// A seed from a random number: short enough to be read aloud.
pub(crate) const fn seed_of(random: u64) -> u64 {
    1 + random % 999_999
}

/// The side of the machine whose boxes are shown, against this side; the first if two machines play.
pub(crate) fn machine_side(other: Option<Side>) -> Side {
    other.map_or(Side::First, Side::other)
}

/// The side as which its results are kept: the first for a machine for both sides.
pub(crate) fn kept_side(model: &Model, other: Option<Side>) -> Side {
    let side = machine_side(other);
    model.learners().table_of(side).unwrap_or(side)
}

impl OpenBoard {
    /// A board at which nothing has been played, known by this random number.
    pub(crate) fn new(
        opened: Opened,
        names: [String; 2],
        random: u64,
        summary: Summary,
        kits: Arc<Kits>,
    ) -> Self {
        Self {
            opened,
            teacher: None,
            names,
            fixed_model: None,
            opponents: Vec::new(),
            seat: format!("{random:016x}"),
            summary,
            kits,
            saved: 0,
            unsaved: None,
            of_class: None,
            replayed: RefCell::default(),
        }
    }

    /// The side of the person, if one plays.
    fn person(&self) -> Option<Side> {
        self.opened.play.person()
    }

    /// The side against which the machine plays.
    fn other(&self) -> Option<Side> {
        self.person().or(self.teacher)
    }

    /// Saves what is learnt. If that fails, it stays here, marked as unsaved, and each later change saves it too.
    pub(crate) fn keep(&mut self) -> Result<()> {
        let missing = self.missing();
        match self.write() {
            Err(error) if !matches!(error, Error::Lost { .. }) => {
                let Opened { play, keeper, .. } = &self.opened;
                if let Some(keeper) = keeper {
                    self.summary = keeper.read(play, |model| self.summed(model, keeper.path()));
                }
                self.unsaved = Some(Unsaved::new(missing, error));
                Ok(())
            }
            written => written,
        }
    }

    /// Saves what is learnt, or leaves everything as it is.
    pub(crate) fn write(&mut self) -> Result<()> {
        let Opened { play, keeper, .. } = &self.opened;
        if let Some(keeper) = keeper {
            self.summary = keeper.keep(play, |model| self.summed(model, keeper.path()))?;
            self.saved = play.records().count();
            self.unsaved = None;
        }
        Ok(())
    }

    fn summed(&self, model: &Model, path: &Path) -> Summary {
        Summary::new(model, kept_side(model, self.other()), path)
    }

    /// The number of games that the file lacks, without those that it has and that were taken back.
    fn missing(&mut self) -> usize {
        let games = self.opened.play.records().count();
        self.saved = self.saved.min(games);
        games - self.saved
    }

    /// Tries again to save what could not be saved.
    pub(crate) fn retry(&mut self) -> Result<()> {
        if self.unsaved.is_some() {
            self.keep()?;
        }
        Ok(())
    }

    /// Refuses what would drop games, unless all of them are on disk or can be saved now.
    pub(crate) fn settle(&mut self) -> Result<(), Refusal> {
        self.retry()?;
        let unsaved = self.unsaved.clone();
        unsaved.map_or(Ok(()), |unsaved| Err(Refusal::Unsaved(unsaved)))
    }

    /// Lets the machine move until it is the person's turn, and saves what it learns when the game ends.
    pub(crate) fn answer(&mut self) -> Result<()> {
        if self.person().is_some() {
            while self.opened.play.step() {}
        }
        if self.opened.play.end().is_some() {
            self.keep()?;
        }
        Ok(())
    }

    /// Lets a machine that is watched move once, and saves what it learns when the game ends.
    pub(crate) fn step(&mut self) -> Result<()> {
        if self.opened.play.step() && self.opened.play.end().is_some() {
            self.keep()?;
        }
        Ok(())
    }

    /// Plays a watched game to its end.
    pub(crate) fn finish(&mut self) -> Result<()> {
        while self.opened.play.step() {}
        self.keep()
    }

    /// Resumes an unfinished game, as far as the moves are legal.
    pub(crate) fn resume(&mut self, unfinished: &Unfinished) -> Result<()> {
        if self.opened.keeper.is_none() || self.summary.games != unfinished.games {
            return Ok(());
        }
        for m in &unfinished.moves {
            let Ok(m) = self.opened.play.game().read_move(m) else {
                break;
            };
            if self.opened.play.end().is_some() || self.opened.play.make(m).is_err() {
                break;
            }
            self.answer()?;
        }
        Ok(())
    }

    pub(super) fn present_model(&self) -> Result<Model> {
        let Opened { play, keeper, .. } = &self.opened;
        let kept = keeper.as_ref().map(|keeper| keeper.model(play));
        let model = kept.or_else(|| self.fixed_model.as_deref().cloned());
        model.ok_or_else(no_boxes)
    }

    /// The number of the present game among the machine's games with people.
    fn number(&self) -> u64 {
        let play = &self.opened.play;
        let at_board = play.number() as u64;
        match (&self.opened.keeper, &self.of_class) {
            (Some(keeper), _) if self.person().is_some() => play.counted() + keeper.with_people(),
            (Some(keeper), _) => at_board + keeper.with_people(),
            // The teacher may have taken back the game that is shown.
            (None, Some((taught, group))) => {
                let own = taught.games_of(*group).len() as u64 + 1;
                own.saturating_sub(u64::from(play.is_learnt())).max(1)
            }
            (None, None) => at_board,
        }
    }

    /// Reads the model and its past; a board whose games no file lists is the end of it.
    fn with_past<T>(&self, read: impl FnOnce(Option<&Model>, &Unfolded<'_>) -> T) -> T {
        let Opened { play, keeper, .. } = &self.opened;
        let Some(keeper) = keeper else {
            let model = self.fixed_model.as_deref();
            let taught = self.of_class.as_ref();
            let class = taught.map(|(taught, _)| Unfolded::of_class(taught, None));
            return read(
                model,
                &class.unwrap_or_else(|| Unfolded::new(play.game(), model)),
            );
        };
        keeper.read(play, |model| {
            let past = Unfolded::new(play.game(), Some(model));
            match self.person() {
                Some(_) => read(Some(model), &past),
                None => read(Some(model), &past.at_board(play)),
            }
        })
    }

    /// The same, of this board alone if its machine learns nothing here.
    pub(crate) fn with_games<T>(&self, read: impl FnOnce(&Unfolded<'_>) -> T) -> T {
        let Opened { play, keeper, .. } = &self.opened;
        if keeper.is_some() {
            return self.with_past(|_, past| read(past));
        }
        let taught = self.of_class.as_ref();
        let class = taught.map(|(taught, group)| Unfolded::of_class(taught, Some(*group)));
        read(&class.unwrap_or_else(|| Unfolded::new(play.game(), None).at_board(play)))
    }

    /// The games and the trainings of the machine.
    pub(crate) fn games(&self) -> Vec<Value> {
        self.with_games(|past| past::list(self.opened.play.game(), past))
    }

    pub(crate) fn round(&self, number: u64) -> Option<RoundScene> {
        let found = self.with_games(|past| past.round(number))?;
        let turns = (&found.turns[..], Some(&found.end));
        Some(RoundScene::of(
            self.opened.play.game(),
            &found.at,
            turns,
            number,
            &self.kits,
        ))
    }

    pub(crate) fn changes(&self, key: Key) -> Vec<Value> {
        let game = self.opened.play.game();
        self.with_past(|model, past| {
            let side = kept_side(model?, self.other());
            let place = PastBox {
                game,
                model: model?,
                side,
                key,
            };
            Some(place.changes(past, &self.kits, &mut self.replayed.borrow_mut()))
        })
        .unwrap_or_default()
    }

    /// The present state, of this number.
    pub(crate) fn scene(&self, revision: u64) -> Scene {
        let Opened { play, keeper, .. } = &self.opened;
        let keeper = keeper.as_ref();
        Scene {
            game: play.game().name(),
            facts: facts(play.game()),
            white: white(play.game()),
            names: self.names.clone(),
            person: self.person(),
            seed: (!play.is_by_hand()).then(|| self.opened.seed.to_string()),
            boxes_in_all: self.kit().map(|kit| kit.boxes.len()),
            round: RoundScene::new(play, self.number(), &self.kits),
            hand: keeper.and_then(|keeper| {
                hand::scene(play, keeper.rule(), &self.kits, self.summary.results)
            }),
            learns: keeper.is_some() || self.of_class.is_some(),
            teacher: self.teacher,
            taught: keeper.is_some() && self.person().is_none(),
            is_pair: keeper.is_some_and(|keeper| keeper.learners() == Learners::Both),
            summary: self.summary.clone(),
            opponents: self.opponents.clone(),
            seat: self.seat.clone(),
            revision,
            unsaved: self.unsaved.clone(),
            can_undo: self.can_undo(),
        }
    }

    /// Makes the person's move and the machine's answer.
    pub(crate) fn make(&mut self, m: &str) -> Result<()> {
        let play = &self.opened.play;
        let m = games::read_move(play.game(), play.at(), m)?;
        self.opened.play.make(m)?;
        self.answer()
    }

    /// The kit of the machine.
    fn kit(&self) -> Option<&Kit> {
        self.kits.kit(machine_side(self.other()))
    }

    /// The table of a machine played by hand, in the middle of a game too.
    pub(crate) fn table_by_hand(&self) -> Option<Table> {
        let play = &self.opened.play;
        play.table(play.person().filter(|_| play.is_by_hand())?.other())
    }

    /// What must be done with the beads on the table since the record was like this.
    pub(crate) fn steps(&self, before: &Table) -> Vec<BeadChange> {
        let pair = self.kit().zip(self.table_by_hand());
        pair.map_or_else(Vec::new, |(kit, after)| hand::steps(kit, before, &after))
    }

    /// Every box of a machine played by hand, with its beads.
    pub(crate) fn list(&self) -> Result<Vec<ListedBox>> {
        let pair = self.kit().zip(self.table_by_hand());
        let (kit, table) = pair.ok_or_else(no_real_box)?;
        Ok(hand::list(kit, &table))
    }

    /// The sheets to build the machine with the beads that it has now.
    pub(crate) fn sheets(&self, asked: &SheetsAsked) -> Result<Value> {
        let model = self.present_model()?;
        let sides = Side::BOTH.into_iter();
        asked.draw(sides.filter_map(|side| Some((self.kits.kit(side)?, model.table(side)))))
    }

    /// Corrects the record of a real box to the beads counted in it, and returns the whole table.
    pub(crate) fn correct(&mut self, asked: &Correction) -> Result<Option<Table>> {
        let mut boxes = self.kit().into_iter().flat_map(|kit| &kit.boxes);
        let found = boxes.find(|one| one.number == asked.number);
        let key = found.ok_or_else(no_real_box)?.key;
        let play = &self.opened.play;
        let at = play.game().position(key).ok_or_else(no_real_box)?;
        let view = play.box_at(&at).ok_or_else(no_real_box)?;
        let mut lies = self.table_by_hand();
        if let Some(lies) = &mut lies
            && asked.beads.len() == view.colours.len()
        {
            let (ply, beads) = (view.ply.unwrap_or_default(), asked.beads.clone());
            lies.insert(key, learn::Matchbox { ply, beads });
        }
        self.opened.play.correct(&at, &asked.beads)?;
        self.answer()?;
        self.keep()?;
        Ok(lies)
    }

    /// Changes the side of a machine played by hand that can play either side.
    pub(crate) fn change_seats(&mut self) -> Result<()> {
        self.opened.play.change_seats()?;
        self.names.reverse();
        self.answer()
    }

    /// Whether a person has moved in a game that goes on.
    pub(crate) fn has_moved(&self) -> bool {
        let play = &self.opened.play;
        play.end().is_none() && play.turns().iter().any(|turn| turn.thought.is_none())
    }

    /// Whether there is something to take back. A class takes back moves only: the teacher takes back games.
    pub(crate) fn can_undo(&self) -> bool {
        if self.of_class.is_some() {
            self.has_moved()
        } else {
            self.opened.play.can_undo()
        }
    }

    pub(crate) fn undo(&mut self) -> Result<()> {
        let person = self.person();
        let undone = self.opened.play.undo()?;
        if self.person() != person {
            // The machine had the other side in that game.
            self.names.reverse();
        }
        if undone.is_some_and(|undone| undone.reopened || undone.earlier) {
            self.keep()?;
        }
        Ok(())
    }

    pub(crate) fn resign(&mut self) -> Result<()> {
        self.opened.play.resign()?;
        self.answer()
    }

    pub(crate) fn begin(&mut self) -> Result<()> {
        self.opened.play.begin()?;
        self.answer()
    }

    /// Whether the board has played so many games that it should be set up again, to free memory.
    pub(crate) fn is_long(&self) -> bool {
        !self.opened.play.is_by_hand() && self.opened.play.number() > GAMES
    }

    /// The best moves, and what each move leads to with perfect play, and in how many moves of both sides, where that is
    /// proved.
    pub(crate) fn hint(&self) -> Result<Value> {
        let play = &self.opened.play;
        if play.end().is_some() {
            return Ok(json!({ "moves": [], "worths": [] }));
        }
        let (game, at) = (play.game(), play.at());
        let best = hint(game, at)?.moves;
        let worths = worths(game, at)?.into_iter();
        let proved = worths.filter_map(|(m, worth)| {
            let (m, worth) = (game.write_move(m), worth?);
            Some(json!({ "move": m, "result": worth.verdict, "distance": worth.distance }))
        });
        let moves = best.iter().map(|&m| game.write_move(m));
        Ok(json!({ "moves": moves.collect::<Vec<_>>(), "worths": proved.collect::<Vec<_>>() }))
    }

    /// What the machine has learnt from the games that have ended.
    pub(crate) fn learnt(&self) -> Result<Learnt> {
        let game = self.opened.play.game();
        let learnt = self.with_past(|model, past| {
            let side = kept_side(model?, self.other());
            let seen = past::seen(game, model?, side, past, &mut self.replayed.borrow_mut());
            Some(Learnt::new(game, model?, side, seen, &self.kits))
        });
        learnt.ok_or_else(no_boxes)
    }

    pub(crate) fn stages(&self) -> Result<Vec<Stage>> {
        let model = self.present_model()?;
        let game = self.opened.play.game();
        let side = machine_side(self.other());
        Ok(stages::stages(game, &model, side, &self.kits))
    }

    pub(crate) fn look(&self, position: &str) -> Result<(Key, BoxScene)> {
        let game = self.opened.play.game();
        let at = games::position(game, position)?;
        let model = self.present_model()?;
        let view = BoxView::at(game, &model, &at)?;
        let key = model.layout().place(game, &at).key;
        Ok((key, BoxScene::new(game, &view, &self.kits)))
    }

    pub(crate) fn strength(&self) -> Result<Option<Strength>> {
        let model = self.present_model()?;
        stages::strength(self.opened.play.game(), &model, machine_side(self.other()))
    }

    /// The present model as the bytes of a file, if the machine has one.
    pub(crate) fn model(&self) -> Result<Vec<u8>> {
        let keeper = self.opened.keeper.as_ref();
        let path = keeper.map_or(Path::new("the model"), Keeper::path);
        store::encode_sound(path, &self.present_model()?)
    }

    /// The present model as a link.
    pub(crate) fn link(&self) -> Result<String> {
        store::to_link(&self.present_model()?)
    }

    /// The opponent of a training, which two learners do not have; refuses a training of this machine.
    pub(crate) fn opponent_of(
        &self,
        request: &TrainingRequest,
        folder: &Folder,
    ) -> Result<Option<PlayerSpec>> {
        let Some(keeper) = &self.opened.keeper else {
            return Err(Error::request("this player learns nothing".to_owned()));
        };
        if self.opened.play.is_by_hand() {
            return Err(taught_at_the_table());
        }
        if is_full(&keeper.model(&self.opened.play)) {
            let reason =
                "the machine has as many boxes as the page allows; `menace train` can continue";
            return Err(Error::request(reason.to_owned()));
        }
        let known = &self.opponents;
        match (&request.opponent, keeper.learners()) {
            (_, Learners::Both) => Ok(None),
            (Some(name), _) => Ok(Some(offered::player(known, folder, name)?)),
            (None, _) => Ok(known.first().map(|name| name.parse()).transpose()?),
        }
    }

    /// Closes the board, all of which is saved, so that its machine can be trained: the game, the machine's side and
    /// its file, if it has one. Releases the lock of the file. An unfinished game does not count.
    pub(crate) fn leave(self) -> Option<(AnyGame, Side, PathBuf)> {
        let side = machine_side(self.other());
        let game = self.opened.play.game().clone();
        let keeper = self.opened.keeper.as_ref();
        keeper.map(|keeper| {
            let side = keeper.learners().table_of(side).unwrap_or(side);
            (game, side, keeper.path().to_owned())
        })
    }
}

/// The letter of the white pieces, where pieces are white and black.
fn white(game: &AnyGame) -> Option<char> {
    let pieces = kit::pieces(game).into_iter().flatten();
    let mut coloured = pieces.filter(|piece| piece.shape != kit::PieceShape::Mark);
    coloured
        .find(|piece| piece.is_white)
        .map(|piece| piece.mark)
}

/// Why a machine played by hand is not trained here.
pub(crate) fn taught_at_the_table() -> Error {
    Error::request("it is played by hand, so only games at the table teach it".to_owned())
}

fn no_boxes() -> Error {
    Error::request("this player has no matchboxes".to_owned())
}

fn no_real_box() -> Error {
    Error::request("the machine has no such box".to_owned())
}

/// Reads the model of a machine, if its file is small enough for the page.
pub(crate) fn read_model(game: &AnyGame, path: &Path) -> Result<Model> {
    check_length(path)?;
    store::read_for(game, path)
}
