//! `menace match`: plays many games between two players, or computes their exact chances.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use matchboxes::arena::{Contest, Ground, MatchResult, MatchSoFar, PlayedGame, Transcript};
use matchboxes::exchange::Records;
use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::player::Player;
use matchboxes::roster::PlayerSpec;
use matchboxes_report::{RecordedCounts, Row, Table, Tables, match_text, matched};

use super::record::{RecordOption, ReplayOption};
use crate::interrupt;
use crate::messages::{Stopped, usage};
use crate::options::{GameOption, JsonOption, PositionOption, SampleOptions, number};
use crate::output::{TableOption, layout, print_json};
use matchboxes::text::{count, thousands};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace match models/tic-tac-toe-first.menace random
  menace match perfect random --games 100000 --both-sides
  menace match ai12s random --exact
  menace match ai12s perfect --games 100 --show 3 --record games.txt
  menace match --game nim:3,4,5 first perfect --json
  menace match ai14s random --position 'a1 c3 a3' --exact
  menace match --replay games.txt

Results of games with randomness have standard errors: for k of n games sqrt(p (1 - p) / (n + 2)) with p = (k + 1) \
/ (n + 2), which is above 0 even where k is 0. Two players without randomness play \
one game, since all others would be the same. With --replay the results of recorded games are counted, and the \
results in the file are checked against the moves.")]
#[command(mut_arg("replay", |arg| arg.conflicts_with_all([
    "first", "second", "games", "exact", "both_sides", "show", "position"
])))]
pub(crate) struct Args {
    /// The player of the first side (`menace list players` shows all names)
    #[arg(required_unless_present = "replay")]
    first: Option<String>,

    /// The player of the second side
    #[arg(required_unless_present = "replay")]
    second: Option<String>,

    #[command(flatten)]
    replay: ReplayOption,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    position: PositionOption,

    #[command(flatten)]
    sample: SampleOptions,

    /// Compute exact chances: from all possible games, for small games only
    #[arg(long, conflicts_with_all = ["games", "seed", "record"])]
    exact: bool,

    /// Also play the return match, with the sides exchanged
    #[arg(long, conflicts_with = "record")]
    both_sides: bool,

    /// Print the first N games, move by move
    #[arg(long, value_name = "N", value_parser = number::count::<KEPT>, conflicts_with_all = ["exact", "json"])]
    show: Option<u64>,

    #[command(flatten)]
    record: RecordOption,

    #[command(flatten)]
    table: TableOption,

    #[command(flatten)]
    json: JsonOption,
}

impl Args {
    /// The number of games, and their seed.
    fn games(&self) -> (u64, u64) {
        (
            self.sample.games.unwrap_or(USUAL),
            self.sample.seed.or_default(),
        )
    }
}

/// The number of games without --games.
const USUAL: u64 = 10_000;
/// The most games that can be printed or recorded.
const KEPT: u64 = 1_000_000;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.table.apply();
    if let Some(path) = &args.replay.replay {
        return count_recorded(args, path, out);
    }
    let [first, second] = [&args.first, &args.second]
        .map(|name| name.as_deref().unwrap_or_default().parse::<PlayerSpec>());
    let given = [first?, second?];
    let game = args.game.for_players(&given)?;
    let start = args.position.or_start_unfinished(&game)?;
    if args.position.is_given() && args.record.record.is_some() {
        return Err(usage(
            "--record writes games from their start; leave out --position",
        ));
    }
    if args.record.record.is_some() && args.games().0 > KEPT {
        let most = count(KEPT, "game", "games");
        return Err(usage(format!(
            "--record writes at most {most}; lower --games"
        )));
    }
    args.record.check(false)?;
    let mut pairs = vec![[&given[0], &given[1]]];
    if args.both_sides {
        pairs.push([&given[1], &given[0]]);
    }
    let what = "exact chances need a smaller game; without --exact, games are sampled";
    let ground = args.exact.then(|| Ground::shared(&game).context(what));
    let mut ground = ground.transpose()?;
    if let Some(ground) = &mut ground {
        ground.begin_at(&start)?;
    }
    let mut matches = Vec::new();
    for players in pairs {
        matches.push(Match::play(&game, start, players, args, ground.as_ref())?);
        if matches.last().is_some_and(|one| !one.is_whole) {
            break;
        }
    }
    let end = end(&matches, args);
    if end.is_ok() && args.record.record.is_some() {
        matches[0].record(&game, args)?;
    }
    matches.retain(|one| one.is_whole || one.sampled() > 0);
    if matches.is_empty() {
        return end;
    }
    if args.json.json {
        let rows = matches.iter().map(|one| one.row(&game, args));
        let tables = [Table::known("matches", rows.collect())];
        print_json(out, "match", Tables(&tables))?;
        return end;
    }
    let mut methods: Vec<String> = matches.iter().map(|one| one.how(args)).collect();
    methods.dedup();
    writeln!(
        out,
        "{}{}, {}\n",
        game.name(),
        args.position.named(&game, &start),
        methods.join("; return match: ")
    )?;
    let texts: Vec<String> = matches
        .iter()
        .map(|one| Ok(one.text(&game, args) + &one.shown(&game, args)?))
        .collect::<matchboxes::Result<_>>()?;
    write!(out, "{}", texts.join("\n"))?;
    end
}

/// Counts the results of recorded games, and checks the results that are written there.
fn count_recorded(args: &Args, path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut counted = RecordedCounts::default();
    let game = args.game.given()?;
    let records = Records::each(path, game.as_ref(), &mut |game, recorded| {
        counted.count(game, recorded);
        Ok(())
    })?;
    if args.json.json {
        print_json(out, "recorded", counted.document(path, &records.game))?;
    } else {
        let text = counted.text(path, &records.game, layout());
        out.write_all(text.as_bytes())?;
    }
    let games = counted.contradictions();
    let several = count(games, "game contradicts", "games contradict");
    anyhow::ensure!(games == 0, "{several} the result that is written there");
    Ok(())
}

/// An error if the last match was stopped.
fn end(matches: &[Match<'_>], args: &Args) -> anyhow::Result<()> {
    let Some(stopped) = matches.iter().find(|one| !one.is_whole) else {
        return Ok(());
    };
    let which = if matches.len() > 1 {
        " of the return match"
    } else {
        ""
    };
    let shown = match stopped.sampled() {
        0 => "none was played to its end".to_owned(),
        games => format!("these are the first {}", thousands(games)),
    };
    let without = if args.record.record.is_some() {
        ", and none is recorded"
    } else {
        ""
    };
    let all = count(args.games().0, "game", "games");
    Err(Stopped(format!("stopped; of {all}{which} {shown}{without}")).into())
}

struct Match<'a> {
    start: Position,
    players: [&'a PlayerSpec; 2],
    result: MatchResult,
    /// Whether it was not stopped.
    is_whole: bool,
}

impl<'a> Match<'a> {
    fn play(
        game: &AnyGame,
        start: Position,
        players: [&'a PlayerSpec; 2],
        args: &Args,
        ground: Option<&Ground<AnyGame>>,
    ) -> matchboxes::Result<Self> {
        let first = players[0].player_for(game, Side::First)?;
        let second = players[1].player_for(game, Side::Second)?;
        let both: [&dyn Player<AnyGame>; 2] = [&*first, &*second];
        let so_far = MatchSoFar::default();
        let played = match ground {
            Some(ground) => Some(MatchResult::exact(ground, both)),
            None => interrupt::unless_left(|| {
                MatchResult::play(game, start, both, args.games(), &so_far)
            }),
        };
        Ok(Self {
            start,
            players,
            is_whole: played.is_some(),
            result: played.unwrap_or_else(|| MatchResult::Played(so_far.first_games(), None)),
        })
    }

    /// The number of games that were played at random.
    fn sampled(&self) -> u64 {
        match &self.result {
            MatchResult::Played(tally, None) => tally.results.games(),
            _ => 0,
        }
    }

    /// How the figures were obtained.
    fn how(&self, args: &Args) -> String {
        match self.result {
            MatchResult::Played(_, None) => {
                let games = count(self.sampled(), "game", "games");
                format!("{games}, seed {}", args.games().1)
            }
            MatchResult::Played(..) => "one game, since neither player uses randomness".to_owned(),
            MatchResult::Exact(..) => "exact chances".to_owned(),
        }
    }

    /// The first `most` games, exactly as they were counted.
    fn games(&self, game: &AnyGame, most: u64, seed: u64) -> matchboxes::Result<Vec<PlayedGame>> {
        if let MatchResult::Played(_, Some(only)) = &self.result {
            return Ok(vec![only.clone()]);
        }
        let first = self.players[0].player_for(game, Side::First)?;
        let second = self.players[1].player_for(game, Side::Second)?;
        let contest = Contest::new(game, [&*first, &*second]).starting_at(self.start);
        Ok(contest.sample_games(most, seed))
    }

    /// Records all games of the match in the file of --record.
    fn record(&self, game: &AnyGame, args: &Args) -> anyhow::Result<()> {
        let is_drawn = matches!(self.result, MatchResult::Played(_, None));
        let transcript = Transcript {
            game: game.name(),
            players: self.players.map(ToString::to_string),
            seed: is_drawn.then_some(args.games().1),
            games: self.games(game, args.games().0, args.games().1)?,
        };
        args.record.write(game, &transcript)
    }

    /// The games of --show, after an empty line.
    fn shown(&self, game: &AnyGame, args: &Args) -> matchboxes::Result<String> {
        let Some(show) = args.show.filter(|_| self.is_whole) else {
            return Ok(String::new());
        };
        let games = self.games(game, show.min(args.games().0), args.games().1)?;
        let lines = (1..).zip(&games).map(|(number, played)| {
            layout().wrapped(&format!("{number}. {}", played.line(game)), "   ")
        });
        Ok(std::iter::once("\n".to_owned()).chain(lines).collect())
    }

    fn text(&self, game: &AnyGame, args: &Args) -> String {
        let [first, second] = self.players.map(ToString::to_string);
        let row = self.row(game, args);
        match_text(&self.result, &row, [&first, &second], layout())
    }

    fn row(&self, game: &AnyGame, args: &Args) -> Row {
        let at = args.position.is_given().then_some(&self.start);
        let players = self.players.map(PlayerSpec::name);
        let named = (&*game.name(), game);
        matched(&self.result, named, at, players, args.games().1)
    }
}
