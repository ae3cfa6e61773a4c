//! `menace check`: verifies models and the other files that commands write and can read again.

use std::io::Write;
use std::path::{Path, PathBuf};

use matchboxes::Error;
use matchboxes::session::{KnownFile, Sound};
use matchboxes::store;
use matchboxes::text::{count, thousands};
use matchboxes_report::{CheckedFiles, shortened, undamaged};

use crate::messages::console;
use crate::messages::hints::listed;
use crate::options::JsonOption;
use crate::output::{layout, print_json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace check models/*.menace
  menace check models
  menace check models --json

In a folder and its subfolders it checks all files that menace writes and can read again. These are models and their \
numbered copies, endgame databases and opening books, policies and matchboxes as CSV or JSON, recorded games, \
parts of studies and sweeps, and classes. Every position and move must be legal; a CSV file does not name its game, so only its \
rows are checked. Other files are skipped, and so are names that begin with a dot. With --quiet only damaged files are listed. The exit code is 1 \
if a file is damaged or cannot be read.")]
pub(crate) struct Args {
    /// The files, or folders that contain them
    #[arg(required_unless_present = "restore", value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,

    /// Put this rescue file back in its place, if it is undamaged: x.menace for x-saved-42-1.menace
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "json"])]
    restore: Option<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(saved) = &args.restore {
        let sound = KnownFile::check(saved).1?;
        return write_undamaged(&store::put_back(saved)?, &sound, out);
    }
    let (paths, unread) = KnownFile::named(&args.files);
    let (mut checked, is_json) = (CheckedFiles::default(), args.json.json);
    for error in unread {
        let folder = match &error {
            Error::File { path, .. } => Some(path.clone()),
            _ => None,
        };
        let error = listed(&error.into());
        checked.add_unread(folder.as_deref(), &error);
        write_damaged(&error, is_json, out)?;
    }
    for path in &paths {
        let (known, found) = KnownFile::check(path);
        // A training in progress in a named folder may have ended meanwhile, and its file been renamed.
        if found.is_err() && !args.files.contains(path) && store::is_gone(path) {
            continue;
        }
        match found {
            Ok(sound) => {
                checked.add(path, known, Ok(&sound));
                if !is_json {
                    write_undamaged(path, &sound, out)?;
                }
            }
            Err(error) => {
                let error = listed(&error.into());
                checked.add(path, known, Err(&error));
                write_damaged(&error, is_json, out)?;
            }
        }
    }
    let [files, bad] = checked.counts();
    if is_json {
        print_json(out, "check", &checked)?;
    } else if paths != args.files || files > 1 {
        console::summary(out).write_all(checked.text().as_bytes())?;
    }
    let files = count(files, "file", "files");
    anyhow::ensure!(
        bad == 0,
        "{} of {files} damaged or unreadable",
        thousands(bad)
    );
    Ok(())
}

fn write_undamaged(path: &Path, sound: &Sound, out: &mut dyn Write) -> anyhow::Result<()> {
    let line = undamaged(path, sound, layout());
    Ok(console::summary(out).write_all(line.as_bytes())?)
}

fn write_damaged(error: &str, is_json: bool, out: &mut dyn Write) -> std::io::Result<()> {
    if is_json {
        return Ok(());
    }
    writeln!(out, "{}", shortened(error))
}
