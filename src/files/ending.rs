//! What the ending of a file's name means. One rule for all commands that write files: the ending decides, a
//! format that contradicts it is refused, and so is an ending of something that the command does not write.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use matchboxes::text::Shown as _;

use crate::messages::usage;

/// The endings that have a meaning, whether or not a command writes such a file. Any other, as in `0..10`, is
/// a part of the name. The ending of a model has its own refusal, which is not one of the command line.
const KNOWN: &str = "bmp book csv doc docx dot endgames eps gif ggf gv htm html jpeg jpg json md npy ods odt part \
                     pdf pgn png ps py sgf svg tex tif tiff toml tsv txt webp wtb xls xlsx xml zip";

/// Reads the path of a file to write, whose name may have one of these endings or none.
pub(crate) fn path(can: &'static [&'static str]) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| match ending_of(&path) {
        Some(ending) if !can.contains(&&*ending) => Err(refusal(&ending, can)),
        _ => Ok(path),
    })
}

/// The ending of a path, in small letters.
fn ending_of(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    KNOWN
        .split(' ')
        .any(|known| known == ending)
        .then_some(ending)
}

fn refusal(ending: &str, can: &[&str]) -> String {
    let all: Vec<String> = can.iter().map(|ending| format!(".{ending}")).collect();
    match all.split_last() {
        None => format!("a folder is written there, and no .{ending} file"),
        Some((last, [])) => format!("the file cannot be a .{ending}; its name ends in {last}"),
        Some((last, others)) => {
            let others = others.join(", ");
            format!("the file cannot be a .{ending}; its name ends in {others} or {last}")
        }
    }
}

/// The format of a file, from the ending of its name, `--format`, or both in agreement; `None` with neither.
/// `formats` has one or more endings for each.
pub(crate) fn format<T: Copy + PartialEq>(
    out: Option<&Path>,
    formats: &[(&str, T)],
    asked: Option<T>,
) -> anyhow::Result<Option<T>> {
    let ending = out.and_then(ending_of);
    let said = ending.as_deref().and_then(|ending| {
        let mut formats = formats.iter();
        formats.find_map(|&(known, format)| (known == ending).then_some(format))
    });
    match (said, asked, out) {
        (Some(said), Some(asked), Some(out)) if said != asked => {
            let out = out.shown();
            Err(usage(format!(
                "--out {out} and --format contradict each other; leave out --format"
            )))
        }
        _ => Ok(said.or(asked)),
    }
}
