//! `docs/search-and-rote.md`: a table as the evaluation of a search, and a search as a teacher.

use std::ops::Range;

use matchboxes::arena::Moments;
use rayon::prelude::*;

use crate::place::{Place, is_current};
use crate::whole::whole_or;

/// The trainings of tic-tac-toe: the name of the model, and the opponent.
const MODELS: [(&str, &str); 4] = [
    ("by-random", "random"),
    ("by-first", "alphabeta:depth=4"),
    ("by-all", "alphabeta:depth=4,ties=all"),
    ("by-perfect", "perfect"),
];

/// The players that are measured.
const PLAYERS: [&str; 13] = [
    "by-random.menace",
    "by-first.menace",
    "by-all.menace",
    "by-perfect.menace",
    "by-random.menace:greedy",
    "by-all.menace:greedy",
    "alphabeta:depth=1,ties=all",
    "alphabeta:depth=2,ties=all",
    "alphabeta:depth=3,ties=all",
    "alphabeta:depth=1,ties=all,eval=by-random.menace",
    "alphabeta:depth=3,ties=all,eval=by-random.menace",
    "alphabeta:depth=1,ties=all,eval=by-all.menace",
    "alphabeta:depth=3,ties=all,eval=by-all.menace",
];

/// The seeds of the page, and those on which its claims are tried once more.
const SEEDS: Range<u64> = 1..41;
const OTHERS: Range<u64> = 41..43;

/// What a player does as first player: how often it beats random play and loses to it, to perfect play and to the worst
/// opponent, in percent, and whether it never loses.
type Measured = ([f64; 4], bool);

/// The players of one seed in their order; those without a model are measured only if asked for.
fn measured(seed: u64, with_searches: bool) -> Vec<Option<Measured>> {
    let place = Place::new();
    for (name, opponent) in MODELS {
        place.ok(&format!(
            "train --plots none --opponent {opponent} --seed {seed} --out {name}.menace"
        ));
    }
    let measure = |player: &str| {
        let chance = |opponent: &str, key: &str| {
            let found = place.json(&format!("match {player} {opponent} --exact --json"));
            100.0 * found["matches"][0][key].as_f64().expect("a chance")
        };
        let proof = place.json(&format!("prove {player} --json"));
        let first = &proof["sides"][0];
        assert_eq!(first["side"], "first");
        let chances = [
            chance("random", "first_wins"),
            chance("random", "second_wins"),
            chance("perfect", "second_wins"),
            100.0 * first["worst_case_loss"].as_f64().expect("a chance"),
        ];
        (chances, first["never_loses"] == true)
    };
    let of = |player: &&str| (with_searches || player.contains(".menace")).then(|| measure(player));
    PLAYERS.iter().map(of).collect()
}

/// The row of a player from its figures with each seed.
fn row(player: &str, found: &[Measured]) -> String {
    let mut cells = vec![format!("`{player}`")];
    for i in 0..4 {
        let mut moments = Moments::default();
        for (chances, _) in found {
            moments.add(chances[i]);
        }
        cells.push(match found {
            [_] => format!("{:.1}", moments.mean()),
            _ => format!("{:.1} ± {:.1}", moments.mean(), moments.error().unwrap()),
        });
    }
    let never = found.iter().filter(|(_, never_loses)| *never_loses).count();
    cells.push(match (found.len(), never) {
        (1, 0) => "no".to_owned(),
        (1, _) => "yes".to_owned(),
        (runs, never) => format!("{never} of {runs}"),
    });
    format!("| {} |\n", cells.join(" | "))
}

/// The page: `MENACE_BLESS=1` writes it.
#[test]
#[ignore = "takes minutes"]
fn the_page_on_search_and_rote_is_up_to_date() {
    let all: Vec<_> = SEEDS
        .into_par_iter()
        .map(|seed| measured(seed, seed == SEEDS.start))
        .collect();
    let rows = PLAYERS.iter().enumerate().map(|(i, player)| {
        let found: Vec<Measured> = all.iter().filter_map(|seed| seed[i]).collect();
        row(player, &found)
    });
    let rows: String = rows.collect();
    let page = format!(
        include_str!("rote.md"),
        rows = rows.trim_end(),
        seeds = SEEDS.end - SEEDS.start,
        last = SEEDS.end - 1,
    );
    is_current("docs/search-and-rote.md", page);
}

/// The claims of the page on other seeds, in the short form on one.
#[test]
fn what_is_said_of_search_and_rote_holds_with_other_seeds() {
    for seed in OTHERS.take(whole_or(usize::MAX, 1)) {
        let found = measured(seed, true);
        let of = |player: &str| {
            let place = PLAYERS.iter().position(|known| *known == player);
            found[place.expect("a player")].expect("all are measured")
        };
        check_claims(&of);
    }
}

/// The claims in the text of the page, of the trainings with one seed.
fn check_claims(of: &dyn Fn(&str) -> Measured) {
    let worst = |player: &str| of(player).0[3];
    let to_perfect = |player: &str| of(player).0[2];
    assert!((45.0..90.0).contains(&worst("by-random.menace")));
    assert!(worst("alphabeta:depth=1,ties=all") > worst("by-random.menace"));
    let both =
        |depth: u32, eval: &str| format!("alphabeta:depth={depth},ties=all,eval={eval}.menace");
    assert!(of(&both(3, "by-random")).1);
    for depth in [1, 3] {
        assert!(worst(&both(depth, "by-random")) <= worst(&both(depth, "by-all")));
    }
    assert!(worst("by-first.menace") > 85.0 && to_perfect("by-first.menace") > 50.0);
    assert!(to_perfect("by-all.menace") < 10.0 && to_perfect("by-perfect.menace") < 10.0);
    assert!(worst("by-all.menace") < worst("by-perfect.menace"));
}
