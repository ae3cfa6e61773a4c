//! What is tried how often, and the table of what came of it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use menace::dice::{Dice, Purpose};

use crate::run::Ended;
use crate::scenario::Workshop;

/// How many cases that broke are told in full.
const TOLD: usize = 12;

#[derive(Parser)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a word that any test may be told"
)]
struct Args {
    /// Kill commands that write so many times
    #[arg(long, value_name = "N")]
    kills: Option<u64>,
    /// Damage so many files
    #[arg(long, value_name = "N")]
    damaged: Option<u64>,
    /// Forge so many files, with a right checksum
    #[arg(long, value_name = "N")]
    forged: Option<u64>,
    /// Let so many commands want for something
    #[arg(long, value_name = "N")]
    faults: Option<u64>,
    /// Let so many commands race for a model
    #[arg(long, value_name = "N")]
    races: Option<u64>,
    /// Give so many odd command lines
    #[arg(long, value_name = "N")]
    odd: Option<u64>,
    /// Give so many times much to read, to hold and to draw
    #[arg(long, value_name = "N")]
    large: Option<u64>,
    /// All cases are drawn from it
    #[arg(long, default_value_t = 1961)]
    seed: u64,
    /// Try so many at once
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Try this one again, such as kills/17
    #[arg(long, value_name = "KIND/NUMBER")]
    case: Option<String>,

    // What cargo test and those who list tests may say to any test.
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
    /// How many of a kind are asked for, if numbers are.
    fn number(&self, kind: &str) -> Option<u64> {
        match kind {
            "kills" => self.kills,
            "damaged" => self.damaged,
            "forged" => self.forged,
            "faults" => self.faults,
            "races" => self.races,
            "large" => self.large,
            _ => self.odd,
        }
    }

    fn is_long(&self) -> bool {
        let kinds = [
            "kills", "damaged", "forged", "faults", "races", "odd", "large",
        ];
        kinds.iter().any(|kind| self.number(kind).is_some()) || self.case.is_some()
    }

    /// The numbers of the cases of an attack that are to be tried.
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

/// Tries one case with what its dice fall for.
pub(crate) type Trial = fn(&Workshop, &mut Dice, &mut Case);

/// A kind of trial.
pub(crate) struct Attack {
    name: &'static str,
    few: u64,
    case: Trial,
}

impl Attack {
    /// A kind with so many cases in the short form.
    pub(crate) const fn new(name: &'static str, few: u64, case: Trial) -> Self {
        Self { name, few, case }
    }
}

/// What came of one case.
#[derive(Default)]
pub(crate) struct Case {
    /// What was tried, for the table.
    pub(crate) what: String,
    /// How often.
    pub(crate) tried: u64,
    /// Why it could not be tried here.
    pub(crate) left_out: Option<&'static str>,
    /// How many commands ended in failure, as most of them should.
    failed: u64,
    slowest: Duration,
    memory: u64,
    broke: Vec<String>,
}

impl Case {
    /// Notes how a command ended and what it has cost.
    pub(crate) fn note(&mut self, ended: &Ended) {
        self.failed += u64::from(ended.code != Some(0));
        self.slowest = self.slowest.max(ended.spent);
        self.memory = self.memory.max(ended.memory);
    }

    /// Notes what should not have been.
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

/// Tries what the command line asks for; fails when anything broke.
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

/// The table, and what broke.
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

    /// Adds the cases of an attack, of each sort by itself too if so; how many were tried.
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
                let told = format!("{name}/{number} ({}): {what}", case.what);
                self.broken.push(told);
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
        for what in self.broken.iter().take(TOLD) {
            text.push_str(&format!("\nBROKE {what}\n"));
        }
        if let Some(more) = self.broken.len().checked_sub(TOLD + 1) {
            text.push_str(&format!("\nand {} more\n", more + 1));
        }
        text
    }
}

/// All cases of an attack with these numbers, in their order.
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
                    let mut case = Case::default();
                    let tried = catch_unwind(AssertUnwindSafe(|| {
                        (attack.case)(workshop, &mut dice, &mut case);
                    }));
                    if let Err(panic) = tried {
                        let told = panic.downcast_ref::<String>().cloned();
                        let told =
                            told.or_else(|| panic.downcast_ref().map(|s: &&str| (*s).to_owned()));
                        case.broke(format!("panicked: {}", told.unwrap_or_default()));
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

/// A table with words to the left and numbers to the right.
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
