//! `menace match --replay`: counts the results of recorded games, and checks the results that are written
//! there.

use std::io::Write;
use std::path::Path;

use matchboxes::exchange::Records;
use matchboxes::games::AnyGame;
use matchboxes::text::count;
use matchboxes_report::RecordedCounts;

use crate::output::{layout, print_json};

pub(super) fn run(
    path: &Path,
    game: Option<&AnyGame>,
    is_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut counted = RecordedCounts::default();
    let records = Records::each(path, game, &mut |game, recorded| {
        counted.count(game, recorded);
        Ok(())
    })?;
    if is_json {
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
