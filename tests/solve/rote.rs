//! `docs/search-and-rote.md`: a table as the evaluation of a search, and a search as a teacher.

use std::fmt::Write as _;

use super::json;
use super::page::same;
use crate::place::Place;

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

fn page(place: &Place) -> String {
    for (name, opponent) in MODELS {
        let out = format!("{name}.menace");
        let args = [
            "train",
            "--plots",
            "none",
            "--opponent",
            opponent,
            "--out",
            &out,
        ];
        assert!(
            place
                .program(args)
                .output()
                .expect("it runs")
                .status
                .success()
        );
    }
    let mut rows = String::new();
    for player in PLAYERS {
        let chance = |opponent: &str, key: &str| {
            let args = ["match", player, opponent, "--exact", "--json"];
            100.0
                * json(place, &args)["matches"][0][key]
                    .as_f64()
                    .expect("a chance")
        };
        let proof = json(place, &["prove", player, "--json"]);
        let first = &proof["seats"][0];
        assert_eq!(first["seat"], "first");
        let worst = 100.0 * first["worst_loss"].as_f64().expect("a chance");
        let sound = if first["never_loses"] == true {
            "yes"
        } else {
            ""
        };
        writeln!(
            rows,
            "| `{player}` | {:.1} | {:.1} | {:.1} | {worst:.1} | {sound} |",
            chance("random", "first_wins"),
            chance("random", "second_wins"),
            chance("perfect", "second_wins"),
        )
        .expect("text");
    }
    format!(include_str!("rote.md"), rows = rows.trim_end())
}

#[test]
fn the_page_on_search_and_rote_is_up_to_date() {
    let place = Place::new();
    let page = page(&place);
    same("docs/search-and-rote.md", page.as_bytes());
    // Two rows of the other table of the page; all of it would take too long.
    let game = ["--game", "connect-four:5x4"];
    let train = ["train", "--plots", "none", "--out", "c.menace"];
    assert!(
        place
            .program(train.iter().chain(&game))
            .output()
            .expect("it runs")
            .status
            .success()
    );
    for player in ["c.menace", "alphabeta:depth=1,ties=all,eval=c.menace"] {
        let matched = ["match", player, "random", "--games", "1000", "--json"];
        let args: Vec<&str> = matched.into_iter().chain(game).collect();
        let found = &json(&place, &args)["matches"][0];
        let row = format!(
            "| `{}` | {} | {} |",
            player.replace("c.menace", "by-random.menace"),
            found["first_wins"],
            found["second_wins"]
        );
        assert!(page.contains(&row), "{row}");
    }
}
