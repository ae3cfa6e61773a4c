//! Tournaments: exact tables compared with independent figures, ties, sampling, ratings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::place::Place;
use crate::tools::results;
use matchboxes::arena::{
    Chances, Ground, Meeting, MeetingsSoFar, RatedMeeting, Tally, Tournament, ratings,
};
use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::Side;
use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::learn::{Layout, Reader, Reading, Table, preset};
use matchboxes::player::{First, Perfect, Player, Random};
use matchboxes::roster;

const GAME: AnyGame = AnyGame::TicTacToe(TicTacToe);

fn players(names: &[&str]) -> Vec<Arc<dyn Player<AnyGame>>> {
    let player = |name: &&str| roster::player(&GAME, name).unwrap();
    names.iter().map(player).collect()
}

fn exact(players: &[Arc<dyn Player<AnyGame>>]) -> Tournament {
    let players: Vec<&dyn Player<AnyGame>> = players.iter().map(|player| &**player).collect();
    Tournament::exact(&Ground::new(GAME).unwrap(), &players)
}

/// A fraction such as `38/105`.
fn fraction(text: &str) -> f64 {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap()
}

#[test]
fn cells_equal_the_chances_of_the_source() {
    let rows: Vec<BTreeMap<String, String>> = crate::data::rows("rules_head_to_head.csv");
    assert_eq!(rows.len(), 23);
    let names = rows.iter().flat_map(|row| [&*row["first"], &row["second"]]);
    let names: Vec<&str> = names.collect::<BTreeSet<_>>().into_iter().collect();
    let tournament = exact(&players(&names));
    let number = |name: &str| names.iter().position(|other| *other == name).unwrap();
    for row in &rows {
        let [first, second] = ["first", "second"].map(|seat| number(&row[seat]));
        let meeting = tournament.meeting(first, second).unwrap();
        let chances = meeting.chances;
        assert_eq!(meeting.tally, None);
        for (found, text) in [
            (chances.first_wins, &row["first_wins"]),
            (chances.draws, &row["draws"]),
            (chances.second_wins, &row["second_wins"]),
        ] {
            assert!((found - fraction(text)).abs() < 1e-12, "{row:?}: {found}");
        }
        let score = fraction(&row["first_wins"]) + fraction(&row["draws"]) / 2.0;
        assert!((meeting.score(Side::First) - score).abs() < 1e-12);
        assert!((meeting.score(Side::Second) + score - 1.0).abs() < 1e-12);
    }
    let rated = tournament.ratings().into_iter().flatten();
    assert!(rated.clone().count() > 0 && rated.map(|rating| rating.error).sum::<f64>() == 0.0);
}

#[test]
fn ties_share_a_rank_and_self_play_does_not_count() {
    // `first` and ai1 are the same player under two names, and so are ai2 and random.
    let names = ["random", "first", "perfect", "ai2", "ai1"];
    let tournament = exact(&players(&names));
    let ranking = tournament.ranking();
    let ranks = ranking
        .iter()
        .map(|p| format!("{} {}", p.rank, names[p.player]));
    let ranks: Vec<String> = ranks.collect();
    let known = "1 perfect, 2 first, 2 ai1, 4 random, 4 ai2";
    assert_eq!(ranks.join(", "), known);
    for placing in &ranking {
        let own = placing.player;
        let others = (0..names.len()).filter(|&other| other != own);
        let score = |one, other, side| tournament.meeting(one, other).unwrap().score(side);
        let both = |other| score(own, other, Side::First) + score(other, own, Side::Second);
        assert!((others.map(both).sum::<f64>() / 8.0 - placing.score).abs() < 1e-12);
        assert!((placing.won + placing.drawn + placing.lost - 1.0).abs() < 1e-12);
        assert_eq!((placing.meetings, placing.error), (8, 0.0));
    }
    // Every point belongs to one of the two players of a meeting.
    let sum: f64 = ranking.iter().map(|placing| placing.score).sum();
    assert!((sum - 2.5).abs() < 1e-12);
}

/// A learner of one side that has met no position and therefore plays any move.
fn one_sided(side: Side) -> Reader {
    let layout = Layout::from(&preset("rote").unwrap());
    let tables = side.ordered([Some(Arc::new(Table::new(side, layout))), None]);
    Reader::new("one-sided".to_owned(), tables, Reading::Draw)
}

#[test]
fn a_player_of_one_side_is_ranked_by_that_side() {
    let mut all = players(&["random", "perfect"]);
    all.push(Arc::new(one_sided(Side::Second)));
    let tournament = exact(&all);
    assert!((0..3).all(|other| tournament.meeting(2, other).is_none()));
    assert!((0..2).all(|other| tournament.meeting(other, 2).is_some()));
    let ranking = tournament.ranking();
    let own = ranking.iter().find(|placing| placing.player == 2).unwrap();
    assert_eq!(own.meetings, 2);
    let scores = [0, 1].map(|other| tournament.meeting(other, 2).unwrap().score(Side::Second));
    assert!((own.score - f64::midpoint(scores[0], scores[1])).abs() < 1e-12);
    assert_eq!(tournament.meeting(0, 2), tournament.meeting(0, 0));

    // Two players that play only the first side never meet.
    let first: Arc<dyn Player<AnyGame>> = Arc::new(one_sided(Side::First));
    assert_eq!(exact(&[first.clone(), first]).ranking(), []);
    assert_eq!(exact(&[]).ranking(), []);
}

fn sampled(games: u64, seed: u64) -> Tournament {
    let perfect = Perfect::new(GAME).unwrap();
    let players: [&dyn Player<AnyGame>; 3] = [&perfect, &Random, &First];
    Tournament::sampled(&GAME, &players, games, seed, &MeetingsSoFar::default())
}

#[test]
fn each_meeting_has_games_of_its_own() {
    let one = sampled(2_500, 7);
    assert_ne!(one, sampled(2_500, 8));
    let tally = |first, second| one.meeting(first, second).unwrap().tally.unwrap();
    assert_ne!(tally(1, 2), tally(2, 1));
    assert_eq!(tally(0, 1).results.games(), 2_500);
    // Players added at the end do not change the meetings of the others.
    let few: [&dyn Player<AnyGame>; 2] = [&Perfect::new(GAME).unwrap(), &Random];
    let few = Tournament::sampled(&GAME, &few, 2_500, 7, &MeetingsSoFar::default());
    assert_eq!(few.meeting(1, 0), one.meeting(1, 0));
    assert_eq!(few.meeting(1, 1), one.meeting(1, 1));
}

#[test]
fn sampled_scores_are_near_the_exact_ones() {
    let exact = exact(&players(&["perfect", "random", "first"]));
    let sampled = sampled(20_000, 1);
    for first in 0..3 {
        for second in 0..3 {
            let score = |of: &Tournament| of.meeting(first, second).unwrap().score(Side::First);
            // Five standard errors of the widest possible spread.
            assert!((score(&exact) - score(&sampled)).abs() < 5.0 * 0.5 / 20_000_f64.sqrt());
        }
    }
    for placing in sampled.ranking() {
        let known = exact.ranking();
        let known = known.iter().find(|p| p.player == placing.player).unwrap();
        assert!((placing.score - known.score).abs() < 5.0 * placing.error);
        assert!(placing.error < 0.003);
    }
}

/// Repeating the same game a thousand times gives no information about the error of a score.
#[test]
fn deterministic_players_play_one_game() {
    let names = ["first", "alphabeta:depth=1", "random"];
    let players = players(&names);
    let players: Vec<&dyn Player<AnyGame>> = players.iter().map(|player| &**player).collect();
    let so_far = MeetingsSoFar::default();
    let tournament = Tournament::sampled(&GAME, &players, 500, 3, &so_far);
    let games = |first, second| {
        let meeting = tournament.meeting(first, second).unwrap();
        meeting.tally.unwrap().results.games()
    };
    for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        assert_eq!(games(first, second), 1);
    }
    for (first, second) in [(0, 2), (2, 1), (2, 2)] {
        assert_eq!(games(first, second), 500);
    }
    let only = Tournament::only(&GAME, &players[..2]).unwrap();
    assert_eq!(only.meeting(0, 1), tournament.meeting(0, 1));
    assert!(only.ranking().iter().all(|placing| placing.error == 0.0));
    assert!(Tournament::only(&GAME, &players).is_none());
    // Games that agree by chance are no certainty.
    let agree = Tournament::new(2, vec![None, Some(meeting(1, 0, 0)), None, None]);
    assert!((agree.ranking()[0].error - (2.0_f64 / 27.0).sqrt()).abs() < 1e-12);
    // Only the games against the random player contribute to the errors.
    let ranking = tournament.ranking();
    assert!(ranking.iter().all(|of| 0.0 < of.error && of.error < 0.03));
}

#[test]
fn shares_have_the_errors_of_the_rule_of_succession() {
    let errors = |first, draws, second| {
        let errors = meeting(first, draws, second).tally.unwrap().errors();
        [errors.first_wins, errors.draws, errors.second_wins]
    };
    let wanted = |share: f64, games: f64| (share * (1.0 - share) / games).sqrt();
    let shares = [61.0 / 102.0, 31.0 / 102.0, 11.0 / 102.0].map(|share| wanted(share, 102.0));
    for (found, wanted) in errors(60, 30, 10).into_iter().zip(shares) {
        assert!((found - wanted).abs() < 1e-12);
    }
    // All games drawn: each other result may still occur about once in a hundred games.
    let errors = errors(0, 100, 0);
    assert!(errors.iter().all(|error| (0.009..0.01).contains(error)));
}

fn meeting(first_wins: u64, draws: u64, second_wins: u64) -> Meeting {
    let results = results([first_wins, draws, second_wins]);
    let tally = Tally {
        results,
        ..Tally::default()
    };
    Meeting::played(tally, true)
}

#[test]
fn sampled_scores_are_tied_within_two_standard_errors() {
    let tournament = |won: u64| {
        let lost = 100 - won;
        let meetings = vec![
            None,
            Some(meeting(won, 0, lost)),
            Some(meeting(lost, 0, won)),
            Some(meeting(50, 0, 50)),
        ];
        let ranking = Tournament::new(2, meetings).ranking();
        // Who is tied stands by score, since only exact scores can be equal.
        let better = usize::from(won < 50);
        assert!(won == 50 || ranking[0].player == better, "{won}");
        [0, 1].map(|place| ranking[place].rank)
    };
    // Of 200 games 100 + d are won: the difference of the shares, d / 100, has a standard error of
    // nearly 2 * 0.5 / sqrt(200) = 0.0707.
    assert_eq!(tournament(50), [1, 1]);
    assert_eq!(tournament(56), [1, 1]);
    assert_eq!(tournament(44), [1, 1]);
    assert_eq!(tournament(58), [1, 2]);
}

#[test]
fn the_side_with_more_wins_wins_the_meeting() {
    let winner = |first_wins, draws, second_wins| {
        let chances = Chances {
            first_wins,
            draws,
            second_wins,
        };
        let (tally, points) = (None, None);
        Meeting {
            chances,
            tally,
            is_sampled: false,
            points,
        }
        .winner()
    };
    assert_eq!(winner(0.2, 0.7, 0.1), Some(Side::First));
    assert_eq!(winner(0.1, 0.0, 0.9), Some(Side::Second));
    assert_eq!(winner(0.3, 0.4, 0.3), None);
    assert_eq!(winner(0.1 + 0.2, 0.4, 0.3), None);
}

/// Results are drawn from the model itself; the ratings must be the known strengths within their errors.
#[test]
#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn ratings_recover_known_strengths() {
    const ROUNDS: u32 = 20;
    let elo = [350.0_f64, 120.0, 100.0, 0.0, -40.0, -170.0, -360.0];
    assert!(elo.iter().sum::<f64>().abs() < 1e-9);
    let (mut within_one, mut all) = (0, 0);
    for round in 0..ROUNDS {
        let mut dice = Dice::new(5, Purpose::Trial, 0, u64::from(round));
        let mut meetings = Vec::new();
        for i in 0..elo.len() {
            for j in 0..i {
                let chance = 1.0 / (1.0 + 10_f64.powf((elo[j] - elo[i]) / 400.0));
                let mut wins =
                    |_: &u32| (dice.below(1 << 40) as f64) < chance * (1_u64 << 40) as f64;
                let score = (0..400).filter(|n| wins(n)).count() as f64 / 400.0;
                meetings.push(RatedMeeting {
                    players: [i, j],
                    score,
                    variance: score * (1.0 - score) / 400.0,
                });
            }
        }
        let found = ratings(elo.len(), &meetings);
        let found: Vec<_> = found.into_iter().map(Option::unwrap).collect();
        assert!(found.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
        for (rating, elo) in found.iter().zip(elo) {
            assert!((5.0..20.0).contains(&rating.error), "{rating:?}");
            let is_near = (rating.elo - elo).abs() < 4.5 * rating.error;
            assert!(is_near, "{rating:?} {elo}");
            within_one += u32::from((rating.elo - elo).abs() < rating.error);
            all += 1;
        }
    }
    // 68 in 100 are within one standard error: of 140, about 96 plus or minus 6.
    let share = f64::from(within_one) / f64::from(all);
    assert!((0.56..0.80).contains(&share), "{share}");
}

/// The rating of a player does not depend on the number of games, nor on how often meetings without chance are counted.
#[test]
fn ratings_stay_where_they_are_with_more_games() {
    let place = Place::new();
    let elo = |games: u32| -> Vec<(f64, f64)> {
        let names = "ai1 first random ai7 ai4";
        let json = place.json(&format!(
            "tournament {names} --games {games} --plots none --json"
        ));
        let ranking = json["ranking"].as_array().unwrap();
        let of = |name| ranking.iter().find(|row| row["player"] == name).unwrap();
        let rating = |name| ["elo", "elo_error"].map(|figure| of(name)[figure].as_f64().unwrap());
        names.split(' ').map(|name| rating(name).into()).collect()
    };
    let many = elo(10_000);
    for games in [10, 45, 1_000] {
        for ((own, error), (known, _)) in elo(games).into_iter().zip(&many) {
            let is_near = (own - known).abs() < 4.0 * error;
            assert!(is_near, "{games}: {own} +- {error}, {known}");
        }
    }
    let json = place.json("tournament first ai1 random --games 10 --plots none --json");
    for row in json["meetings"].as_array().unwrap() {
        let is_one = row["first"] != "random" && row["second"] != "random" && row["games"] == 1;
        assert_eq!(row["how"] == "one_game", is_one, "{row}");
        assert_eq!(row["seed"].is_null(), is_one, "{row}");
    }
}
