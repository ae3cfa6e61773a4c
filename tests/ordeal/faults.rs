//! Commands that lack something: disk space, open files, threads, memory, a folder, a reader of their output.
//! They report it, and existing files stay whole.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use matchboxes::dice::Dice;

use super::damaged::{place, some};
use super::place::{BoundUser, is_root};
use super::places;
use super::run::{ALL, Ended, PROGRAM, Running, start};
use super::scenario::{Prepared, Workshop, files};
use super::tally::{Case, Trial};

type Fault = fn(&Prepared, &Path, &mut Dice) -> Disturbed;

/// A command that runs under a fault.
struct Disturbed {
    running: Running,
    /// The allowed exit codes.
    codes: &'static [i32],
    /// Whether it may be aborted for lack of memory.
    may_abort: bool,
    /// Whether it may leave unfinished files.
    may_litter: bool,
    /// Whether it may end early, because its output is not read to the end.
    may_stop: bool,
}

impl Disturbed {
    fn new(running: Running) -> Self {
        Self {
            running,
            codes: &[0, 1],
            may_abort: false,
            may_litter: false,
            may_stop: false,
        }
    }
}

const FAULTS: &[(&str, Fault)] = &[
    ("files cannot grow", |prepared, folder, dice| {
        let most = dice.below(prepared.largest + prepared.largest / 10 + 1);
        limited(prepared, folder, &format!("--fsize={most}"))
    }),
    ("few open files", |prepared, folder, dice| {
        // With too few files the program cannot be loaded, which gives exit code 127.
        let most = dice.below(24);
        Disturbed {
            codes: &[0, 1, 127],
            ..limited(prepared, folder, &format!("--nofile={most}"))
        }
    }),
    ("little memory", |prepared, folder, dice| {
        let most = (8 + dice.below(400)) << 20;
        Disturbed {
            codes: &[0, 1, 127],
            may_abort: true,
            may_litter: true,
            ..limited(prepared, folder, &format!("--as={most}"))
        }
    }),
    ("a failing system call", failing_call),
    ("a disk without locks", |prepared, folder, dice| {
        let error = some(&["ENOSYS", "EOPNOTSUPP", "ENOLCK"], dice);
        Disturbed {
            codes: &[0],
            // Nobody can see whether the writer of an unfinished file still runs.
            may_litter: true,
            ..injected(prepared, folder, &format!("inject=flock:error={error}"))
        }
    }),
    ("standard output is full", |prepared, folder, _| {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device");
        let running = prepared.scenario.read_by(folder, None, |command| {
            command.stdout(Stdio::from(full));
        });
        Disturbed::new(running)
    }),
    ("output not read", |prepared, folder, dice| {
        let most = dice.below(200);
        Disturbed {
            codes: &[0],
            may_stop: true,
            ..Disturbed::new(prepared.scenario.read_by(folder, Some(most), |_| {}))
        }
    }),
    ("closed streams", |prepared, folder, dice| {
        let closed = some(&["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">&- 2>&-"], dice);
        let script = format!("exec \"$0\" \"$@\" {closed}");
        wrapped(prepared, folder, &["sh", "-c", &script])
    }),
];

pub(crate) fn case(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let others: [(&str, Trial); 5] = [
        ("a full disk", full_disk),
        ("a folder of another user", folder_of_another_user),
        ("no threads", without_threads),
        ("outputs that are not files", places::outputs),
        ("inputs that are not files", places::inputs),
    ];
    let kind = place(FAULTS.len() + others.len(), dice);
    if let Some((name, other)) = kind.checked_sub(FAULTS.len()).map(|i| others[i]) {
        name.clone_into(&mut case.what);
        other(workshop, dice, case);
        return;
    }
    let (name, fault) = FAULTS[kind];
    name.clone_into(&mut case.what);
    let is_injected = matches!(name, "a failing system call" | "a disk without locks");
    if is_injected && !is_installed("strace") {
        case.left_out = Some("strace, which makes system calls fail, is not installed");
        return;
    }
    let prepared = workshop.scenario(dice);
    let place = prepared.place();
    let disturbed = fault(prepared, place.path(), dice);
    judge(prepared, place.path(), disturbed, case);
}

/// Checks the files that a disturbed command has left, and gives the command again.
fn judge(prepared: &Prepared, folder: &Path, disturbed: Disturbed, case: &mut Case) {
    let Disturbed {
        running,
        codes,
        may_abort,
        may_litter,
        may_stop,
    } = disturbed;
    let ended = running.end();
    case.tried += 1;
    case.note(&ended);
    let starved = may_abort && is_starved(&ended);
    if !starved {
        case.check(ended.law(codes));
    }
    let seen = prepared.whole_law(folder, may_litter);
    case.check(seen.map_err(|what| ended.describe(&what)));
    if ended.code == Some(0) && !may_stop {
        let done = prepared.done_law(folder, may_litter);
        case.check(done.map_err(|what| ended.describe(&what)));
    }
    if let Err(what) = prepared.again_law(folder) {
        case.broke(ended.describe(&format!("afterwards, {what}")));
    }
}

/// Whether a command ended for lack of memory, with the message of the Rust runtime or of the loader. A
/// program that the system cannot load at all dies before it can print anything.
fn is_starved(ended: &Ended) -> bool {
    let words = [
        "memory allocation of",
        "error while loading shared libraries",
        "failed to allocate",
    ];
    let aborted = ended.signal == Some(6) || ended.code == Some(127);
    let unloaded = ended.signal == Some(11) && ended.out.is_empty() && ended.err.is_empty();
    unloaded || aborted && words.iter().any(|word| ended.err.contains(word))
}

/// Starts a scenario through another program, such as `prlimit`.
fn wrapped(prepared: &Prepared, folder: &Path, before: &[&str]) -> Disturbed {
    let running = prepared.scenario.command(folder, |command| {
        let mut whole = Command::new(before[0]);
        whole.args(&before[1..]).arg(PROGRAM);
        whole.args(command.get_args());
        *command = whole;
    });
    Disturbed::new(running)
}

fn limited(prepared: &Prepared, folder: &Path, limit: &str) -> Disturbed {
    wrapped(prepared, folder, &["prlimit", limit])
}

/// Starts a scenario in which one system call fails, or all calls of a kind from one on.
fn failing_call(prepared: &Prepared, folder: &Path, dice: &mut Dice) -> Disturbed {
    const CALLS: &str = "write openat fsync rename unlink mkdir flock ftruncate fchmod read lseek statx clone3 \
        getrandom readlink getdents64";
    const ERRORS: &str = "EIO ENOSPC EACCES EINTR EMFILE ENOMEM EROFS EAGAIN";
    let mut one = |words: &'static str| *some(&words.split(' ').collect::<Vec<_>>(), dice);
    let (call, error) = (one(CALLS), one(ERRORS));
    // The loader makes these calls too, at the start, and exits with 127 if it cannot continue.
    let is_loaders = matches!(call, "openat" | "read");
    let early = if is_loaders { 8 } else { 1 };
    let when = early + dice.below(30);
    // A call that is always interrupted would be repeated for ever; no system does that.
    let is_onward = error != "EINTR" && dice.below(2) == 0;
    let onward = if is_onward { "+" } else { "" };
    let inject = format!("inject={call}:error={error}:when={when}{onward}");
    Disturbed {
        codes: if is_loaders { &[0, 1, 127] } else { &[0, 1] },
        // Without memory, or if files cannot be removed, the program cannot clean up.
        may_abort: error == "ENOMEM" || call == "getrandom",
        may_litter: matches!(
            call,
            "unlink" | "read" | "getrandom" | "openat" | "statx" | "readlink" | "flock"
        ),
        ..injected(prepared, folder, &inject)
    }
}

/// Starts a scenario whose system calls `strace` makes fail.
fn injected(prepared: &Prepared, folder: &Path, inject: &str) -> Disturbed {
    let words = "strace -f --seccomp-bpf -qqq -o /dev/null -e".split(' ');
    let words: Vec<&str> = words.chain([inject]).collect();
    wrapped(prepared, folder, &words)
}

/// Whether a program is installed.
fn is_installed(program: &str) -> bool {
    let ran = Command::new(program).arg("-V").output();
    ran.is_ok_and(|ran| ran.status.success())
}

/// Runs a scenario on its own disk with little free space.
fn full_disk(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let prepared = workshop.scenario(dice);
    let outer = tempfile::tempdir().expect("a folder");
    let disk = outer.path().join("disk");
    fs::create_dir(&disk).expect("a folder");
    // Its path may have blanks.
    let sh = |line: &str| {
        let ran = Command::new("sh").args(["-c", line]).arg(&disk).output();
        ran.is_ok_and(|ran| ran.status.success())
    };
    if !sh("mount -t tmpfs -o size=64m tmpfs \"$0\"") {
        case.left_out = Some("no disk can be mounted here");
        return;
    }
    prepared.fill(&disk);
    let used = files(&disk)
        .into_values()
        .map(|b| b.len() as u64 / 4096 + 1);
    let used: u64 = used.sum();
    let room = (used + 1 + dice.below(prepared.room / 4096 + 4)) * 4;
    if sh(&format!("mount -o remount,size={room}k \"$0\"")) {
        let ended = prepared.scenario.command(&disk, |_| {}).end();
        case.tried += 1;
        case.note(&ended);
        case.check(ended.law(&[0, 1]));
        let seen = prepared.whole_law(&disk, false);
        case.check(seen.map_err(|what| ended.describe(&what)));
        sh("mount -o remount,size=64m \"$0\"");
        if let Err(what) = prepared.again_law(&disk) {
            case.broke(ended.describe(&format!("afterwards, {what}")));
        }
    }
    sh("umount \"$0\"");
}

/// Starts a scenario as a user without the rights of root.
fn as_bound(user: &BoundUser, prepared: &Prepared, folder: &Path, limit: &str) -> Running {
    prepared.scenario.command(folder, |command| {
        let mut whole = user.command_through("prlimit", &[limit]);
        whole.args(command.get_args());
        *command = whole;
    })
}

/// Another user whom root can run the program as.
fn another_user<'a>(workshop: &'a Workshop, case: &mut Case) -> Option<&'a BoundUser> {
    let user = is_root().then(|| workshop.bound_user()).flatten();
    if user.is_none() {
        case.left_out = Some("only root can run as another user, in a folder that it can enter");
    }
    user
}

fn open_to_all(folder: &Path, owner: Option<u32>) {
    let mut all = vec![folder.to_owned()];
    for name in files(folder).into_keys() {
        let path = folder.join(name);
        let around = path.ancestors().take_while(|inner| *inner != folder);
        all.extend(around.map(Path::to_owned));
    }
    for path in all {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("our own");
        std::os::unix::fs::chown(&path, owner, owner).expect("our own");
    }
}

/// Checks that a user without permission to write changes nothing in the folder of another user.
fn folder_of_another_user(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let Some(user) = another_user(workshop, case) else {
        return;
    };
    let prepared = workshop.scenario(dice);
    let place = prepared.filled(user.folder());
    open_to_all(place.path(), None);
    let ended = as_bound(user, prepared, place.path(), "--nofile=100").end();
    case.tried += 1;
    case.note(&ended);
    case.check(ended.law(&[1]));
    let seen = prepared.whole_law(place.path(), false);
    case.check(seen.map_err(|what| ended.describe(&what)));
    if &files(place.path()) != prepared.files_before() {
        case.broke(ended.describe("wrote without permission"));
    }
}

fn without_threads(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let Some(user) = another_user(workshop, case) else {
        return;
    };
    let prepared = workshop.scenario(dice);
    let place = prepared.filled(user.folder());
    open_to_all(place.path(), Some(BoundUser::NOBODY));
    let limit = format!("--nproc={}", 1 + dice.below(4));
    let disturbed = Disturbed::new(as_bound(user, prepared, place.path(), &limit));
    judge(prepared, place.path(), disturbed, case);
}

/// Runs the program in a folder with these arguments.
pub(crate) fn line(folder: &Path, words: &[String]) -> Ended {
    let mut command = Command::new(PROGRAM);
    command.args(words).current_dir(folder).stdin(Stdio::null());
    start(&words.join(" "), &mut command, ALL).end()
}
