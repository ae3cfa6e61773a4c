//! The number of cases of each kind, and the table of their results.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use matchboxes::dice::{Dice, Purpose};

use super::run::Ended;
use super::scenario::Workshop;
use super::seeds;

/// How many broken cases are shown in full.
const MOST_SHOWN: usize = 12;

#[derive(Parser)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that any test may get"
)]
struct Args {
    /// Run N cases in which writing commands are killed
    #[arg(long, value_name = "N")]
    kills: Option<u64>,
    /// Damage N files
    #[arg(long, value_name = "N")]
    damaged: Option<u64>,
    /// Forge N files, with a correct checksum
    #[arg(long, value_name = "N")]
    forged: Option<u64>,
    /// Run N commands that lack something
    #[arg(long, value_name = "N")]
    faults: Option<u64>,
    /// Run N races of several writers for a model
    #[arg(long, value_name = "N")]
    races: Option<u64>,
    /// Run N odd command lines
    #[arg(long, value_name = "N")]
    odd: Option<u64>,
    /// Run the cases with large inputs N times
    #[arg(long, value_name = "N")]
    large: Option<u64>,
    /// Run N pages whose saves fail and succeed again
    #[arg(long, value_name = "N")]
    saves: Option<u64>,
    /// Read N folders of parts of which some are spoilt
    #[arg(long, value_name = "N")]
    folders: Option<u64>,
    /// Give N large inputs to commands that read games, tables and positions
    #[arg(long, value_name = "N")]
    readers: Option<u64>,
    /// Open N files beside rescue files
    #[arg(long, value_name = "N")]
    rescues: Option<u64>,
    /// Seed of all cases
    #[arg(long, default_value_t = 1961)]
    seed: u64,
    /// Number of cases that run at once
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Write inputs for the targets of tools/fuzz/ into this folder
    #[arg(long, value_name = "FOLDER")]
    seeds: Option<PathBuf>,
    /// Repeat one case, such as kills/17
    #[arg(long, value_name = "KIND/NUMBER")]
    case: Option<String>,

    // Options that `cargo test` and tools that list tests may give to any test.
    #[arg(long, hide = true)]
    list: bool,
    #[arg(long, hide = true)]
    ignored: bool,
    #[arg(long, hide = true)]
    nocapture: bool,
    #[arg(long, hide = true)]
    include_ignored: bool,
    #[arg(long, hide = true)]
    exact: bool,
    #[arg(long, short, hide = true)]
    quiet: bool,
    #[arg(long, hide = true)]
    show_output: bool,
    #[arg(long, hide = true)]
    test_threads: Option<usize>,
    #[arg(long, hide = true)]
    format: Option<String>,
    #[arg(long, hide = true)]
    skip: Vec<String>,
    #[arg(hide = true)]
    filters: Vec<String>,
}

impl Args {
    /// The requested number of cases of a kind.
    fn number(&self, kind: &str) -> Option<u64> {
        match kind {
            "kills" => self.kills,
            "damaged" => self.damaged,
            "forged" => self.forged,
            "faults" => self.faults,
            "races" => self.races,
            "large" => self.large,
            "saves" => self.saves,
            "folders" => self.folders,
            "readers" => self.readers,
            "rescues" => self.rescues,
            _ => self.odd,
        }
    }

    fn is_long(&self) -> bool {
        let kinds = [
            "kills", "damaged", "forged", "faults", "races", "odd", "large", "saves", "folders",
            "readers", "rescues",
        ];
        kinds.iter().any(|kind| self.number(kind).is_some()) || self.case.is_some()
    }

    /// The numbers of the cases of an attack that are tried.
    fn numbers(&self, attack: &Attack) -> Range<u64> {
        if let Some(case) = &self.case {
            let own = case
                .strip_prefix(attack.name)
                .and_then(|rest| rest.strip_prefix('/'));
            let number = own.and_then(|number| number.parse().ok());
            return number.map_or(0..0, |number| number..number + 1);
        }
        let few = if self.is_long() { 0 } else { attack.few };
        0..self.number(attack.name).unwrap_or(few)
    }

    fn is_wanted(&self) -> bool {
        let names = |word: &String| "ordeal".contains(word.as_str());
        !self.ignored
            && !self.skip.iter().any(names)
            && (self.filters.is_empty() || self.filters.iter().any(names))
    }
}

/// Tries one case with its own random numbers.
pub(crate) type Trial = fn(&Workshop, &mut Dice, &mut Case);

/// A kind of case.
pub(crate) struct Attack {
    name: &'static str,
    few: u64,
    case: Trial,
}

impl Attack {
    /// A kind with its number of cases in the short form.
    pub(crate) const fn new(name: &'static str, few: u64, case: Trial) -> Self {
        Self { name, few, case }
    }
}

/// The result of one case.
#[derive(Default)]
pub(crate) struct Case {
    /// Its number among those of its kind.
    pub(crate) number: u64,
    /// What was tried, for the table.
    pub(crate) what: String,
    /// How often it was tried.
    pub(crate) tried: u64,
    /// Why it could not be tried here.
    pub(crate) left_out: Option<&'static str>,
    /// How many commands ended with an error, as most of them should.
    failed: u64,
    slowest: Duration,
    memory: u64,
    broke: Vec<String>,
}

impl Case {
    /// Records the end of a command, its time and its memory.
    pub(crate) fn note(&mut self, ended: &Ended) {
        self.failed += u64::from(ended.code != Some(0));
        self.slowest = self.slowest.max(ended.spent);
        self.memory = self.memory.max(ended.memory);
    }

    /// Records a broken law.
    pub(crate) fn broke(&mut self, what: impl Into<String>) {
        self.broke.push(what.into());
    }

    pub(crate) fn check(&mut self, law: Result<(), String>) {
        self.broke.extend(law.err());
    }
}

#[derive(Default)]
struct Row {
    tried: u64,
    held: u64,
    broke: u64,
    failed: u64,
    slowest: Duration,
    memory: u64,
}

impl Row {
    fn add(&mut self, case: &Case) {
        self.tried += case.tried;
        if case.broke.is_empty() {
            self.held += case.tried;
        } else {
            self.broke += case.tried.max(1);
        }
        self.failed += case.failed;
        self.slowest = self.slowest.max(case.slowest);
        self.memory = self.memory.max(case.memory);
    }

    fn cells(&self, what: &str) -> [String; 7] {
        [
            what.to_owned(),
            self.tried.to_string(),
            self.held.to_string(),
            self.broke.to_string(),
            self.failed.to_string(),
            format!("{:.2} s", self.slowest.as_secs_f64()),
            format!("{} MB", self.memory / 1_000_000),
        ]
    }
}

/// Tries the cases that the command line asks for; fails if a law was broken.
pub(crate) fn main(attacks: &[Attack]) -> ExitCode {
    let args = Args::parse();
    if args.list {
        println!("ordeal: test");
        return ExitCode::SUCCESS;
    }
    if !args.is_wanted() {
        return ExitCode::SUCCESS;
    }
    let workshop = Workshop::new(args.is_long());
    if let Some(folder) = &args.seeds {
        seeds::write(&workshop, folder);
        return ExitCode::SUCCESS;
    }
    let begun = Instant::now();
    let mut report = Report::new();
    for attack in attacks {
        let cases = all(attack, &workshop, &args, args.numbers(attack));
        if !cases.is_empty() {
            let tried = report.add(attack.name, &cases, args.is_long());
            let seconds = begun.elapsed().as_secs_f64();
            eprintln!("{}: {tried} after {seconds:.0} s", attack.name);
        }
    }
    print!("{}", report.text());
    println!(
        "\nseed {}, {} at once, {:.0} s",
        args.seed,
        args.threads,
        begun.elapsed().as_secs_f64()
    );
    ExitCode::from(u8::from(!report.broken.is_empty()))
}

/// The table and the broken laws.
struct Report {
    rows: Vec<[String; 7]>,
    broken: Vec<String>,
}

impl Report {
    fn new() -> Self {
        let head = [
            "what", "tried", "held", "broke", "failed", "slowest", "memory",
        ];
        Self {
            rows: vec![head.map(str::to_owned)],
            broken: Vec::new(),
        }
    }

    /// Adds the cases of an attack, also by sort if `in_full`; returns how many were tried.
    fn add(&mut self, name: &str, cases: &[(u64, Case)], in_full: bool) -> u64 {
        let mut kinds: BTreeMap<&str, Row> = BTreeMap::new();
        let mut sum = Row::default();
        let mut left_out: BTreeMap<&str, u64> = BTreeMap::new();
        for (number, case) in cases {
            sum.add(case);
            kinds.entry(&case.what).or_default().add(case);
            if let Some(why) = case.left_out {
                *left_out.entry(why).or_default() += 1;
            }
            for what in &case.broke {
                let message = format!("{name}/{number} ({}): {what}", case.what);
                self.broken.push(message);
            }
        }
        self.rows.push(sum.cells(name));
        if in_full {
            let of_kinds = kinds
                .iter()
                .map(|(what, row)| row.cells(&format!("  {what}")));
            self.rows.extend(of_kinds);
        }
        for (why, times) in left_out {
            eprintln!("  {times} not tried: {why}");
        }
        sum.tried
    }

    fn text(&self) -> String {
        let mut text = aligned(&self.rows);
        for what in self.broken.iter().take(MOST_SHOWN) {
            text.push_str(&format!("\nBROKE {what}\n"));
        }
        if let Some(more) = self.broken.len().checked_sub(MOST_SHOWN + 1) {
            text.push_str(&format!("\nand {} more\n", more + 1));
        }
        text
    }
}

/// Tries the cases of an attack with these numbers and returns them in order.
fn all(attack: &Attack, workshop: &Workshop, args: &Args, numbers: Range<u64>) -> Vec<(u64, Case)> {
    let next = AtomicU64::new(numbers.start);
    let done = Mutex::new(Vec::new());
    let kind = attack
        .name
        .bytes()
        .fold(7_u64, |sum, byte| sum * 31 + u64::from(byte));
    thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        break;
                    }
                    let mut dice = Dice::new(args.seed, Purpose::Trial, kind, number);
                    let mut case = Case {
                        number,
                        ..Case::default()
                    };
                    let tried = catch_unwind(AssertUnwindSafe(|| {
                        (attack.case)(workshop, &mut dice, &mut case);
                    }));
                    if let Err(panic) = tried {
                        let message = panic.downcast_ref::<String>().cloned();
                        let message = message
                            .or_else(|| panic.downcast_ref().map(|s: &&str| (*s).to_owned()));
                        case.broke(format!("panicked: {}", message.unwrap_or_default()));
                    }
                    done.lock()
                        .expect("no case panics here")
                        .push((number, case));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no case panics here");
    done.sort_by_key(|(number, _)| *number);
    done
}

/// Formats a table with words aligned left and numbers aligned right.
fn aligned(rows: &[[String; 7]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: [usize; 7] = std::array::from_fn(width);
    let line = |row: &[String; 7]| {
        let mut line = format!("{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(widths).skip(1) {
            line.push_str(&format!("  {cell:>width$}"));
        }
        line + "\n"
    };
    rows.iter().map(line).collect()
}
