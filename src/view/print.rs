//! `menace print`: makes the sheets for a physical machine: labels, index, beads, slips and a guide.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use matchboxes::game::Side;
use matchboxes::kit::{Kit, KitBeads};
use matchboxes::learn::{self, Learners, Rule};
use matchboxes::roster::PlayerSpec;
use matchboxes::store::Model;
use matchboxes::text::count;
use matchboxes::{session, store};
use matchboxes_pictures::print::{
    LabelSize, Paper, PrintSetting, Printed, PrintedDocument, Sheets,
};
use matchboxes_report::{Row, ScaledStrength, kit_document, kit_text};

use crate::files::{self, FileKind, check_ending, ending, plain, replace};
use crate::messages::{console, usage};
use crate::options::{ForceOption, GameOption, JsonOption, LanguageOption, RuleOption, choice};
use crate::output::print_json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace print                   Michie's 304 boxes, in a folder under kits/
  menace print --game hexapawn --rule her --learner second --label 50mm --paper letter
  menace print models/tic-tac-toe-first.menace --sheets filling --out filling.pdf
  menace print --language ja --sheets guide,labels --format svg --out kits/ja
  menace print --game nim:8:take=3 --rule cups --learner second --sheets one-sheet
  menace print models/tic-tac-toe-first.menace --most-beads 20 --sheets labels,paper-beads

Each kind of sheet is a separate file: a guide with a board and pieces, labels for all boxes, an index of \
positions, the beads to buy, the beads for each box, and slips to record games on. Each \
stage starts a new sheet of labels, so that it can be printed on paper of its own colour. For a model \
labels and lists give its own beads, so that a trained machine can be built. With --most-beads its boxes are scaled \
to the beads that fit a matchbox, and its exact strength is printed with all beads and with the scaled ones.

`--sheets paper-beads` prints beads to cut out. `--sheets one-sheet` puts a small machine on one sheet: guide, labels, beads of paper, and counters.")]
pub(crate) struct Args {
    /// A model whose beads, rule and game are printed
    #[arg(conflicts_with = "rule")]
    model: Option<String>,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    rule: RuleOption,

    /// The side that learns: first, second, both, or shared: in nim, one machine for both sides. The side you play is
    /// `play --side`
    #[arg(long, short, value_name = "SIDE")]
    learner: Option<Learners>,

    /// What to print: guide, labels, index, beads, filling, slips [default: these], paper-beads or one-sheet
    #[arg(
        long,
        value_name = "KIND",
        value_parser = choice(Sheets::ALL.map(|kind| (kind.name(), "", kind))),
        value_delimiter = ','
    )]
    sheets: Vec<Sheets>,

    /// Scale the beads of a box to at most this many, in proportion. A colour that has beads keeps at least one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    most_beads: Option<u64>,

    /// The paper
    #[arg(long, value_name = "PAPER", default_value = "a4", value_parser = choice([
        ("a4", "210 x 297 mm", Paper::A4),
        ("letter", "8.5 x 11 inches", Paper::Letter),
    ]))]
    paper: Paper,

    /// The size of a label, 20 to 180 mm, such as 40mm or 50x36mm, or the name of a box: matchbox (53x36mm),
    /// large-matchbox (110x65mm)
    #[arg(long, value_name = "SIZE", default_value = "40mm")]
    label: LabelSize,

    /// Put labels of several stages on one sheet, to save paper
    #[arg(long)]
    mix_stages: bool,

    #[command(flatten)]
    language: LanguageOption,

    /// The format of the output
    #[arg(long, short, value_name = "FORMAT", value_enum, default_value = "pdf")]
    format: PrintFormat,

    /// Write to this path: a folder, or one PDF file for all [default: kits/GAME-RULE-SIDE]
    #[arg(long, short, value_name = "PATH", value_parser = ending::path(&["pdf"]))]
    out: Option<PathBuf>,

    #[command(flatten)]
    force: ForceOption,

    #[command(flatten)]
    json: JsonOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PrintFormat {
    /// PDF files with embedded fonts
    Pdf,
    /// SVG files, one per page
    Svg,
    /// Both
    Both,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = &args.out {
        check_ending(path)?;
    }
    let model = args.model.as_deref();
    let model: Option<PlayerSpec> = model.map(str::parse).transpose()?;
    let game = &args.game.for_players(model.as_slice())?;
    let model = match &model {
        None => None,
        Some(named) => {
            let path = named.model_file().ok_or_else(|| {
                usage(format!(
                    "`{named}` is not a model file; for a rule use --rule"
                ))
            })?;
            Some(store::read_for(game, path)?)
        }
    };
    let rule = match &model {
        Some(model) => model.rule().clone(),
        None => match args.rule.read()? {
            Some(rule) => rule,
            None => learn::preset("michie-304")?,
        },
    };
    let learners = args.learners(&rule, model.as_ref())?;
    session::check_learners(game, learners)?;
    let rule = rule.for_learners(learners);
    let sides: Vec<Side> = learners.sides().collect();
    let mut kits = Vec::new();
    for &side in &sides {
        let kit = Kit::new(game, &rule, side)?;
        let table = model.as_ref().and_then(|m| m.table(side));
        let all = table.map_or_else(|| KitBeads::new(&kit), |t| KitBeads::from_table(&kit, t));
        let content = args.most_beads.map_or(all.clone(), |most| all.scaled(most));
        let strength = match args.most_beads {
            Some(_) => ScaledStrength::new(game, &kit, [&all, &content])?,
            None => None,
        };
        let folder = args.folder(&kit, sides.len() > 1);
        let drawn = args.draw(&kit, &content, &folder)?;
        if args.json.json {
            let files = args.write(drawn, &folder)?.into_iter();
            let files = files.map(|(f, n)| Row::default().with("file", f).with("pages", n));
            let (strength, files) = (strength.as_ref(), files.collect::<Vec<_>>());
            kits.push(kit_document(&kit, &content, strength, &files));
            continue;
        }
        // Printed before the files are written, since there may be many.
        let pages = drawn.iter().map(|(_, document)| document.pages());
        let pages = count(pages.sum::<usize>() as u64, "page", "pages");
        let text = kit_text(&kit, &content, strength.as_ref());
        write!(console::summary(out), "{text}{pages} to print\n\n")?;
        for (file, pages) in args.write(drawn, &folder)? {
            writeln!(
                console::summary(out),
                "{file}  {}",
                count(pages as u64, "page", "pages")
            )?;
        }
    }
    if args.json.json {
        print_json(out, "print", BTreeMap::from([("kits", kits)]))?;
    }
    Ok(())
}

impl Args {
    fn learners(&self, rule: &Rule, model: Option<&Model>) -> anyhow::Result<Learners> {
        let learners = match (self.learner, model) {
            (Some(learners), _) => learners,
            (None, Some(model)) => model.learners(),
            (None, None) => rule.learner.unwrap_or_default(),
        };
        let Some(own) = model.map(Model::learners) else {
            return Ok(learners);
        };
        if (learners == Learners::Shared) != (own == Learners::Shared) {
            let own = own.in_words();
            return Err(usage(format!("the boxes of the model are for {own}")));
        }
        if let Some(side) = learners.sides().find(|&side| !own.learns(side)) {
            let (own, side) = (side.other().name(), side.name());
            return Err(usage(format!(
                "the model has learnt the {own} side, not the {side} side"
            )));
        }
        Ok(learners)
    }

    /// The folder for the files, or the path of the one PDF file.
    fn folder(&self, kit: &Kit, several: bool) -> PathBuf {
        match &self.out {
            Some(out) if several && !store::has_ending(out, "pdf") => out.join(kit.seat()),
            Some(out) if several => {
                let stem = out.file_stem().unwrap_or_default().to_string_lossy();
                out.with_file_name(format!("{stem}-{}.pdf", kit.seat()))
            }
            Some(out) => out.clone(),
            None => {
                let name = format!("{}-{}-{}", kit.game, kit.rule.name, kit.seat());
                Path::new("kits").join(plain(&name))
            }
        }
    }

    /// Draws all kinds of sheets, each once, in the order of printing; as one document for one PDF file.
    fn draw(&self, kit: &Kit, content: &KitBeads, out: &Path) -> anyhow::Result<Vec<Drawn>> {
        let printed = Printed {
            kit,
            content,
            setting: &PrintSetting {
                paper: self.paper,
                label: self.label,
                mixed: self.mix_stages,
                language: self.language.language,
            },
        };
        let mut kinds = Sheets::ALL.to_vec();
        kinds.retain(|kind| match &self.sheets[..] {
            [] => !kind.is_extra(),
            sheets => sheets.contains(kind),
        });
        PrintedDocument::check(&kinds, kit)?;
        let is_one = store::has_ending(out, "pdf");
        if is_one && self.format != PrintFormat::Pdf {
            return Err(usage("--out names one PDF file; SVG files need a folder"));
        }
        let mut drawn = Vec::new();
        for kind in &kinds {
            // If one file holds all kinds, this kind must be drawn separately, to see whether it fits.
            if is_one && *kind != Sheets::OneSheet {
                continue;
            }
            let document = PrintedDocument::new(&[*kind], printed);
            if *kind == Sheets::OneSheet && document.pages() > 1 {
                let boxes = count(kit.boxes.len() as u64, "box", "boxes");
                let beads = count(content.total(), "bead", "beads");
                return Err(usage(format!(
                    "{boxes} and {beads} do not fit on one sheet with labels of {}; make --label smaller, or \
                     print the sheets one by one",
                    self.label
                )));
            }
            drawn.push((kind.name(), document));
        }
        if is_one {
            drawn = vec![("", PrintedDocument::new(&kinds, printed))];
        }
        Ok(drawn)
    }

    /// Writes all files and returns their paths and numbers of pages.
    fn write(&self, drawn: Vec<Drawn>, out: &Path) -> anyhow::Result<Vec<(String, usize)>> {
        let mut files = Vec::new();
        let mut write = |path: &Path, bytes: &[u8], pages| {
            replace(path, bytes, self.force.force)?;
            files.push((path.display().to_string(), pages));
            anyhow::Ok(())
        };
        if !store::has_ending(out, "pdf") {
            store::make_folder(out)?;
        }
        for (name, document) in drawn {
            if name.is_empty() {
                write(out, &document.pdf(), document.pages())?;
                continue;
            }
            if self.format != PrintFormat::Svg {
                let path = out.join(format!("{name}.pdf"));
                write(&path, &document.pdf(), document.pages())?;
            }
            if self.format != PrintFormat::Pdf {
                let page_of = |number: usize| out.join(format!("{name}-{number:03}.svg"));
                // Pages of a larger kit would be taken for pages of this one.
                let further = (document.pages() + 1..).map(page_of);
                let further: Vec<_> = further.take_while(|path| path.exists()).collect();
                for path in &further {
                    files::check(path, FileKind::Any, self.force.force.into())?;
                }
                for (page, number) in document.svg().zip(1..) {
                    write(&page_of(number), page.as_bytes(), 1)?;
                }
                // From the last one, so that they are found again after a stop.
                further
                    .iter()
                    .rev()
                    .try_for_each(|path| store::remove(path))?;
            }
        }
        Ok(files)
    }
}

/// The sheets of one file, or the pages of one kind; without a name if the path names the one file.
type Drawn = (&'static str, PrintedDocument);
