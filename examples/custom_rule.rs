//! A new rule compared with a published one: `cargo run --release --example custom_rule`.

use matchboxes::arena::Ground;
use matchboxes::game::Side;
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Rule, Training, preset};
use matchboxes::player::Perfect;

/// Rewards draws well, and never removes the last bead of a colour.
const GENEROUS: &str = r#"
name = "generous"
symmetry = "full"
start = [8, 4, 2, 1]
win = "+3 all"
draw = "+2 all"
loss = "-1 all"
empty = "floor"
"#;

fn main() -> matchboxes::Result<()> {
    let ground = Ground::new(TicTacToe)?;
    let perfect = Perfect::new(TicTacToe)?;
    let best = ground.policy(&perfect);
    for rule in [
        Rule::from_toml(GENEROUS, "generous.toml")?,
        preset("scroggs")?,
    ] {
        let name = rule.name.clone();
        let mut run = Training::new(TicTacToe, rule)
            .against(perfect.clone())
            .begin()?;
        run.play(100);
        let learnt = ground.policy(&run.player());
        println!(
            "{name:<8} after {} games: loses {:.2} % against perfect play, {:.2} % in the worst case",
            run.history().games(),
            100.0 * ground.chances([&learnt, &best]).second_wins,
            100.0 * ground.prove(&learnt, Side::First).worst_case_loss()
        );
    }
    Ok(())
}
