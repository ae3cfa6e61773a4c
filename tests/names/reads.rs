//! Whatever a name is made of, each model in it is read a fixed number of times, as Linux counts it.

use std::fs;
use std::path::Path;
use std::str::FromStr as _;

use matchboxes::game::Side;
use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::learn::{Training, preset};
use matchboxes::roster::PlayerSpec;
use matchboxes::session::file_marks;
use matchboxes::store::{self, Model};
use proptest::prelude::*;

/// A model of a few kilobytes.
fn write_model(path: &Path) -> u64 {
    let rule = preset("rote").expect("a rule");
    let mut run = Training::new(TicTacToe, rule).begin().unwrap();
    run.play(5);
    store::write(path, &Model::from_run(&run)).expect("a model");
    fs::metadata(path).expect("a file").len()
}

/// Names of players and of nobody, put together in every way and far too often.
fn names(file: String) -> impl Strategy<Value = String> {
    let alone = ["random", "first", "perfect", "ai3", "nobody", ""].map(str::to_owned);
    let alone = prop_oneof![
        3 => Just(file.clone()),
        2 => Just(file + ":greedy"),
        1 => prop::sample::select(alone.to_vec()),
    ];
    alone.prop_recursive(6, 64, 3, |inner| {
        let chain = prop::collection::vec(inner.clone(), 1..12);
        prop_oneof![
            4 => chain.clone().prop_map(|names| names.join(":fallback=")),
            1 => chain.prop_map(|names| format!("mix:0.5*{}", names.join("+0.5*"))),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("fading:{a}-to-{b}:9")),
            1 => (inner.clone(), inner.clone())
                .prop_map(|(a, b)| format!("curriculum:{a}:9-then-{b}")),
            1 => inner.clone().prop_map(|name| format!("alphabeta:depth=2,eval={name}")),
            1 => inner.prop_map(|name| format!("{name}:greedy:greedy")),
        ]
    })
}

/// The bytes that this thread has read.
fn bytes_read() -> u64 {
    let text = fs::read_to_string("/proc/thread-self/io").expect("the account of a thread");
    let read = text.lines().find_map(|line| line.strip_prefix("rchar: "));
    read.expect("a count").parse().expect("a number")
}

/// Time doubled with each `:fallback=` of a chain, since each player was made twice by the one before it.
#[test]
fn a_name_reads_each_of_its_models_a_fixed_number_of_times() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.menace");
    let size = write_model(&file);
    let path = file.to_str().expect("a plain name").to_owned();
    let game = AnyGame::from(TicTacToe);
    // What a search and perfect play share is made before anything is counted.
    for name in ["perfect", "alphabeta:depth=2"] {
        assert!(PlayerSpec::from_str(name).is_ok_and(|spec| spec.player(&game).is_ok()));
    }
    let read_by = |work: &dyn Fn()| {
        let before = bytes_read();
        work();
        bytes_read() - before
    };
    let account = read_by(&|| ());
    let one =
        read_by(&|| drop(PlayerSpec::from_str(&path).map(|spec| spec.player(&game)))) - account;
    assert!(one >= size, "{one}");
    let law = |name: &str| -> Result<(), TestCaseError> {
        let models = name.matches(".menace").count() as u64;
        let most = account + 64 + models * one;
        let within = |what: &str, work: &dyn Fn()| {
            let read = read_by(work);
            prop_assert!(
                read <= most,
                "{what} {name}: {read} bytes for {models} models"
            );
            Ok(())
        };
        within("parsing", &|| drop(PlayerSpec::from_str(name)))?;
        let Ok(spec) = PlayerSpec::from_str(name) else {
            return Ok(());
        };
        within("marking", &|| drop(file_marks([&spec])))?;
        within("playing", &|| drop(spec.player(&game)))?;
        within("training", &|| drop(spec.opponent(&game, Side::Second)))
    };
    let chain = |links: usize| vec![path.as_str(); links + 1].join(":fallback=");
    for links in [1, 7, 8, 9, 16, 300] {
        let name = chain(links);
        assert_eq!(PlayerSpec::from_str(&name).is_ok(), links <= 8, "{links}");
        law(&name).expect("a law");
    }
    let spec = PlayerSpec::from_str(&chain(8)).expect("a name");
    assert!(spec.player(&game).is_ok());
    proptest!(ProptestConfig::with_cases(200), |(name in names(path.clone()))| law(&name)?);
}
