//! The names of players, whatever they are made of.

use std::str::FromStr as _;

use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::roster::PlayerSpec;

#[cfg(target_os = "linux")]
#[path = "names/reads.rs"]
mod reads;

#[test]
fn endless_names_are_refused() {
    for name in [
        "x.menace:fallback=".repeat(100_000) + "random",
        "mix:1*random".to_owned() + &"+1*random".repeat(200_000),
        "alphabeta:".to_owned() + &"depth=3,".repeat(200_000),
        ":".repeat(2_000_000),
    ] {
        let error = PlayerSpec::from_str(&name)
            .expect_err("far too long")
            .to_string();
        assert!(
            error.contains("at most 1048576 bytes") && error.len() < 200,
            "{error}"
        );
    }
    let options: Vec<String> = (0..100).map(|n| format!("o{n}=1")).collect();
    let name = format!("alphabeta:{}", options.join(","));
    let spec = PlayerSpec::from_str(&name).expect("a search");
    let error = spec
        .player(&AnyGame::from(TicTacToe))
        .err()
        .expect("no search");
    assert!(error.to_string().contains("too many options"), "{error}");
}
