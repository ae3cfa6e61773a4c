//! The number of cases of each kind, and the table of their results.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use matchboxes::dice::{Dice, Purpose};

use super::run::Ended;
use super::scenario::Workshop;
use super::seeds;

/// How many broken cases are shown in full.
const MOST_SHOWN: usize = 12;

/// What the command line asks for.
struct Args(ArgMatches);

impl Args {
    fn new(attacks: &[Attack]) -> Self {
        let option = |name| Arg::new(name).long(name);
        let number = |name| {
            option(name)
                .value_name("N")
                .value_parser(value_parser!(u64))
        };
        let kinds = attacks.iter().map(|one| number(one.name).help(one.help));
        // Options that `cargo test` and tools that list tests may give to any test.
        let flags = [
            "list",
            "ignored",
            "nocapture",
            "include-ignored",
            "exact",
            "show-output",
        ];
        let flags = flags.map(|name| option(name).action(ArgAction::SetTrue).hide(true));
        let values = ["test-threads", "format", "skip"].map(|name| option(name).hide(true));
        let command = Command::new("ordeal").args(kinds).args(flags).args([
            number("seed")
                .default_value("1961")
                .help("Seed of all cases"),
            number("threads")
                .default_value("2")
                .help("Number of cases that run at once"),
            (option("seeds").value_name("FOLDER"))
                .help("Write inputs for the targets of tools/fuzz/ into this folder"),
            (option("case").value_name("KIND/NUMBER")).help("Repeat one case, such as kills/17"),
            option("quiet")
                .short('q')
                .action(ArgAction::SetTrue)
                .hide(true),
            Arg::new("filters").hide(true),
        ]);
        let all = |arg: Arg| arg.action(ArgAction::Append);
        let command = command.args(values.map(all)).mut_arg("filters", all);
        Self(command.get_matches())
    }

    /// A number, such as that of the cases of a kind.
    fn number(&self, name: &str) -> Option<u64> {
        self.0.get_one(name).copied()
    }

    fn words(&self, name: &str) -> impl Iterator<Item = &String> {
        self.0.get_many(name).into_iter().flatten()
    }

    fn is_long(&self, attacks: &[Attack]) -> bool {
        let is_asked = |attack: &Attack| self.number(attack.name).is_some();
        attacks.iter().any(is_asked) || self.words("case").next().is_some()
    }

    /// The numbers of the cases of an attack that are tried.
    fn numbers(&self, attack: &Attack, is_long: bool) -> Range<u64> {
        if let Some(case) = self.words("case").next() {
            let (kind, number) = case.split_once('/').unwrap_or_default();
            let number = Some(number).filter(|_| kind == attack.name);
            let number = number.and_then(|number| number.parse().ok());
            return number.map_or(0..0, |number| number..number + 1);
        }
        let few = if is_long { 0 } else { attack.few };
        0..self.number(attack.name).unwrap_or(few)
    }

    fn is_wanted(&self) -> bool {
        let names = |word: &String| "ordeal".contains(word.as_str());
        let has_filters = self.words("filters").next().is_some();
        !self.0.get_flag("ignored")
            && !self.words("skip").any(names)
            && (!has_filters || self.words("filters").any(names))
    }
}

/// Tries one case with its own random numbers.
pub(crate) type Trial = fn(&Workshop, &mut Dice, &mut Case);

/// A kind of case.
pub(crate) struct Attack {
    name: &'static str,
    few: u64,
    case: Trial,
    help: &'static str,
}

impl Attack {
    /// A kind with its number of cases in the short form, and what its option does.
    pub(crate) const fn new(name: &'static str, few: u64, case: Trial, help: &'static str) -> Self {
        Self {
            name,
            few,
            case,
            help,
        }
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

    /// The same of a command that has to end soon with one of these codes.
    pub(crate) fn judge(&mut self, ended: &Ended, codes: &[i32]) {
        self.note(ended);
        self.check(ended.law(codes).and_then(|()| ended.soon()));
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
    let args = Args::new(attacks);
    if args.0.get_flag("list") {
        println!("ordeal: test");
        return ExitCode::SUCCESS;
    }
    if !args.is_wanted() {
        return ExitCode::SUCCESS;
    }
    let is_long = args.is_long(attacks);
    let workshop = Workshop::new(is_long);
    if let Some(folder) = args.words("seeds").next() {
        seeds::write(&workshop, Path::new(folder));
        return ExitCode::SUCCESS;
    }
    let begun = Instant::now();
    let mut report = Report::new();
    let [seed, threads] = ["seed", "threads"].map(|name| args.number(name).unwrap_or(1));
    for attack in attacks {
        let cases = all(
            attack,
            &workshop,
            [seed, threads],
            args.numbers(attack, is_long),
        );
        if !cases.is_empty() {
            let tried = report.add(attack.name, &cases, is_long);
            let seconds = begun.elapsed().as_secs_f64();
            eprintln!("{}: {tried} after {seconds:.0} s", attack.name);
        }
    }
    print!("{}", report.text());
    let seconds = begun.elapsed().as_secs_f64();
    println!("\nseed {seed}, {threads} at once, {seconds:.0} s");
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
        let of_kinds = kinds.iter().filter(|_| in_full);
        let of_kinds = of_kinds.map(|(what, row)| row.cells(&format!("  {what}")));
        self.rows.extend(of_kinds);
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
fn all(
    attack: &Attack,
    workshop: &Workshop,
    [seed, threads]: [u64; 2],
    numbers: Range<u64>,
) -> Vec<(u64, Case)> {
    let next = AtomicU64::new(numbers.start);
    let done = Mutex::new(Vec::new());
    let name = attack.name.bytes();
    let kind = name.fold(7_u64, |sum, byte| sum * 31 + u64::from(byte));
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        break;
                    }
                    let mut dice = Dice::new(seed, Purpose::Trial, kind, number);
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
                    let mut done = done.lock().expect("no case panics here");
                    done.push((number, case));
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
