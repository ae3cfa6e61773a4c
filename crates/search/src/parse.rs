//! Makes a search from a name such as `alphabeta:depth=4,eval=zero`. A new algorithm needs its file, an entry in
//! `kinds.rs`, a variant and an arm in `described.rs`, which reads its options, and an arm here.

use std::sync::Arc;

use crate::error::Result;
use crate::game::{Game, Verdict};

use super::algorithms::{
    AlphaBeta, AlphaBetaSoft, Best, BestResult, Deepening, Minimax, NegaAlpha, Negamax,
    NullWindows, Pvs, Sss,
};
use super::described::{Algorithm, Parts, described};
use super::options::Options;
use super::{
    ByRules, Evaluate, Extension, Files, Insight, Offers, OnePly, Order, Points, Search, Setting,
};

/// Makes the search with this name.
///
/// # Errors
///
/// [`Error::Name`](crate::error::Error::Name) for an unknown algorithm, option, evaluation or order,
/// [`Error::Parameter`](crate::error::Error::Parameter) for an invalid value of an option.
///
/// # Examples
///
/// ```
/// use matchboxes_games::game::Game;
/// use matchboxes_games::games::TicTacToe;
/// use matchboxes_search::{self as search, Limits, Offers, Question};
///
/// let game = TicTacToe;
/// let search = search::parse::<TicTacToe>("alphabeta", &Offers::default())?;
/// let (at, limits) = (game.start(), Limits::default());
/// let found = search.search(&Question { game: &game, at, limits })?;
/// assert_eq!((found.value.points(), found.counts.nodes), (0, 18_297));
/// # Ok::<(), matchboxes_games::Error>(())
/// ```
pub fn parse<G: Game + 'static>(text: &str, offers: &Offers<G>) -> Result<Box<dyn Search<G>>> {
    build(&mut Options::read(text)?, offers, &(), &|_| Ok(None))
}

/// The evaluation in a file, if the name is that of a file.
type EvaluationIn<'a, G> = dyn Fn(&str) -> Result<Option<Arc<dyn Evaluate<G>>>> + 'a;

/// Makes the search with these options, all of which it reads.
pub(super) fn build<G: Game + 'static>(
    options: &mut Options<'_>,
    offers: &Offers<G>,
    files: &dyn Files,
    evaluation_in: &EvaluationIn<'_, G>,
) -> Result<Box<dyn Search<G>>> {
    let mut chosen = Chosen {
        offers,
        files,
        evaluation_in,
        setting: Setting::default(),
        insight: Arc::new(ByRules),
    };
    let (algorithm, numbers) = described(options, &mut chosen)?;
    let setting = chosen.setting;
    let order = match numbers.order {
        None => Order::default(),
        Some(criteria) => Order {
            table_move: criteria.table_move,
            killers: criteria.killers,
            history: criteria.history,
            ..setting.order
        },
    };
    let setting = Setting {
        depth: numbers.depth,
        nodes: numbers.nodes,
        window: numbers.window,
        table: numbers.table,
        order,
        ..setting
    };
    Ok(search(algorithm, setting, chosen.insight))
}

fn search<G: Game + 'static>(
    algorithm: Algorithm,
    setting: Setting<G>,
    insight: Arc<dyn Insight<G>>,
) -> Box<dyn Search<G>> {
    match algorithm {
        Algorithm::Best { aim, table } => Box::new(Best {
            insight,
            aim,
            evaluation: setting.evaluation,
            table,
            nodes: setting.nodes,
        }),
        Algorithm::Minimax => Box::new(Minimax(setting)),
        Algorithm::Negamax => Box::new(Negamax(setting)),
        Algorithm::AlphaBeta => Box::new(AlphaBeta(setting)),
        Algorithm::NegaAlpha => Box::new(NegaAlpha(setting)),
        Algorithm::AlphaBetaSoft => Box::new(AlphaBetaSoft(setting)),
        Algorithm::Pvs => Box::new(Pvs(setting)),
        Algorithm::BestResult => Box::new(BestResult(setting)),
        Algorithm::Sss { start, most } => Box::new(Sss {
            setting,
            start,
            most,
        }),
        Algorithm::NullWindows(from) => Box::new(NullWindows { setting, from }),
        Algorithm::Solve(solve) => Box::new(solve),
        Algorithm::ProofNumbers(search) => Box::new(search),
        Algorithm::Mcts(mcts) => Box::new(mcts),
        Algorithm::Deepening {
            inner,
            depth,
            nodes,
            step,
        } => Box::new(Deepening {
            inner: search(*inner, setting, insight),
            depth,
            nodes,
            step,
        }),
    }
}

/// The parts of one game that the options of a search name.
struct Chosen<'a, G: Game> {
    offers: &'a Offers<G>,
    files: &'a dyn Files,
    evaluation_in: &'a EvaluationIn<'a, G>,
    setting: Setting<G>,
    insight: Arc<dyn Insight<G>>,
}

impl<G: Game + 'static> Parts for Chosen<'_, G> {
    fn evaluation(&mut self, name: Option<&str>) -> Result<()> {
        self.setting.evaluation = match name {
            None => self.offers.usual.clone(),
            Some(name) => match (self.evaluation_in)(name)? {
                Some(evaluation) => evaluation,
                None => self.offers.evaluation(name)?,
            },
        };
        Ok(())
    }

    fn insight(&mut self, evaluation: Option<&str>) -> Result<bool> {
        self.evaluation(evaluation)?;
        let has_results = self.has_results();
        let own = self.offers.insight(evaluation.filter(|_| !has_results));
        self.insight = match own {
            Some(insight) => insight,
            None if has_results => Arc::new(ByRules),
            None => Arc::new(Points(self.setting.evaluation.clone())),
        };
        Ok(self.insight.counts_points())
    }

    fn has_results(&self) -> bool {
        self.setting.evaluation.result(Verdict::Win).is_some() && !self.counts_lines()
    }

    fn counts_lines(&self) -> bool {
        self.setting.evaluation.line().is_some()
    }

    fn extension(&mut self, name: &str, most: u16) -> Result<()> {
        let when = self.offers.extension(name)?;
        self.setting.extension = Some(Extension { when, most });
        Ok(())
    }

    fn free(&mut self) -> bool {
        self.setting.free = self.offers.free.clone();
        self.setting.free.is_some()
    }

    fn database(&mut self, file: &str) -> Result<()> {
        self.setting.database = Some(self.files.database(file)?);
        Ok(())
    }

    fn rank(&mut self, name: &str) -> Result<()> {
        self.setting.order.rank = Some(match name {
            "static" => Arc::new(OnePly(self.setting.evaluation.clone())),
            _ => self.offers.rank(name)?,
        });
        Ok(())
    }
}
