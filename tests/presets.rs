//! Rules as text: every preset can be read back, and an invalid field is refused by its name.

#[path = "presets/own.rs"]
mod own;

use matchboxes::Error;
use matchboxes::error::Damage;
use matchboxes::game::Side;
use matchboxes::graph::Merging;
use matchboxes::learn::{
    Boxes, Change, Duplicates, Effect, Empty, Layout, Learners, MOST_BEADS, Rule, Scope, Table,
    TrainingSpec, baselines, in_japanese, names, preset, presets,
};
use matchboxes::store::{self, Chapter, Model};
use proptest::prelude::*;

#[test]
fn presets_can_be_read_back() {
    let presets = presets();
    assert_eq!(presets[0].name, "rote", "the default is the first");
    for rule in &presets {
        let text = rule.to_toml();
        assert!(text.is_ascii(), "{text}");
        assert_eq!(
            &Rule::from_toml(&text, "a test").expect("its own text"),
            rule
        );
        assert_eq!(&preset(&rule.name).expect("its own name"), rule);
        assert!(!rule.source.is_empty());
    }
    for name in names() {
        let text = in_japanese(&name).expect("a description in Japanese");
        assert!(text.contains('。') || text.contains('、'), "{name}: {text}");
    }
    let mut sorted = names();
    sorted.sort();
    sorted.dedup();
    let count = presets.len() + baselines().len();
    assert_eq!(sorted.len(), count, "names differ");
}

#[test]
fn unknown_presets_are_refused_with_the_nearest() {
    let error = preset("michie-1960")
        .expect_err("no such machine")
        .to_string();
    assert!(error.contains("unknown rule `michie-1960`"), "{error}");
    assert!(error.contains("did you mean michie-1961"), "{error}");
}

#[test]
fn the_shortest_rule_changes_nothing() {
    let rule = Rule::from_toml("name = \"idle\"\nstart = [2, 1]", "a test").expect("a rule");
    let nothing = Change::default();
    assert_eq!(nothing.effect, Effect::Nothing);
    let beads = rule.beads().expect("it moves beads");
    assert_eq!(
        (beads.win, beads.draw, beads.loss),
        (nothing, nothing, nothing)
    );
    assert_eq!(rule.symmetry, Merging::None);
    assert_eq!(rule.duplicates, Duplicates::Keep);
    assert_eq!(rule.boxes, Boxes::Every);
    assert_eq!(rule.empty, Empty::Resign);
    assert_eq!(
        [0, 1, 2, 90].map(|stage| beads.start_at(stage)),
        [2, 1, 1, 1]
    );
}

#[test]
fn changes_can_be_read_back() {
    let effects = [
        Effect::Add(1),
        Effect::Add(MOST_BEADS),
        Effect::Subtract(3),
        Effect::Wipe,
    ];
    for effect in effects {
        for scope in [Scope::All, Scope::Last] {
            let change = Change { effect, scope };
            let text = change.to_string();
            assert_eq!(Change::try_from(text.clone()), Ok(change), "{text}");
        }
    }
    let text = Change::default().to_string();
    assert_eq!(
        (text.as_str(), Change::try_from(text.clone())),
        ("nothing", Ok(Change::default()))
    );
    let spaced = Change::try_from(" +3   all ".to_owned()).expect("blanks do not matter");
    assert_eq!(spaced.to_string(), "+3 all");
}

#[test]
fn treatments_of_an_empty_box_can_be_read_back() {
    let at = [0, 1, 10, Empty::MOST].map(Empty::ResetAt);
    for empty in Empty::PLAIN.into_iter().chain(at) {
        let text = format!("name = \"x\"\nstart = [1]\nempty = \"{empty}\"\n");
        let rule = Rule::from_toml(&text, "a test").expect("a rule");
        assert_eq!(rule.empty, empty);
        assert_eq!(Rule::from_toml(&rule.to_toml(), "its own").ok(), Some(rule));
    }
}

/// A rule without `weights` has the same meaning and the same text as before that field existed.
#[test]
fn results_count_once_unless_weights_say_otherwise() {
    let text = "name = \"x\"\nstart = [1]\nwin = \"+3 all\"\nloss = \"wipe last\"\n";
    let rule = Rule::from_toml(text, "a test").expect("a rule");
    assert!(!rule.to_toml().contains("weights"));
    let weighted = Rule::from_toml(&format!("{text}weights = [0, 1, 2]\n"), "a test");
    let weighted = weighted.expect("a rule");
    assert!(weighted.to_toml().contains("weights = [0, 1, 2]"));
    let beads = weighted.beads().expect("it moves beads");
    let (win, loss) = (beads.win.effect, beads.loss.effect);
    let at = |effect, ply| weighted.weigh(effect, ply);
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 99].map(|ply| at(win, ply)),
        [0, 0, 3, 3, 6, 6, 6].map(|n| if n == 0 {
            Effect::Nothing
        } else {
            Effect::Add(n)
        })
    );
    assert_eq!(
        [0, 2].map(|ply| at(loss, ply)),
        [Effect::Nothing, Effect::Wipe]
    );
    assert_eq!(rule.weigh(win, 99), win);
    assert_eq!(
        Effect::Subtract(1 << 50).times(1 << 32),
        Effect::Subtract(MOST_BEADS)
    );
}

/// The error of a valid rule with one line replaced or added.
fn error_with(field: &str, line: &str) -> String {
    let valid = [
        "name = \"x\"",
        "symmetry = \"full\"",
        "duplicates = \"merge\"",
        "boxes = \"choice\"",
        "start = [4, 3, 2, 1]",
        "win = \"+3 all\"",
        "draw = \"+1 all\"",
        "loss = \"-1 all\"",
        "empty = \"resign\"",
    ];
    assert!(Rule::from_toml(&valid.join("\n"), "a test").is_ok());
    let kept = valid
        .into_iter()
        .filter(|l| l.split(' ').next() != Some(field));
    let lines: Vec<&str> = kept.chain([line]).collect();
    let error = Rule::from_toml(&lines.join("\n"), "rules/x.toml").expect_err(line);
    assert!(matches!(error, Error::Rule { .. }), "{error:?}");
    error.to_string()
}

#[test]
fn an_invalid_field_is_refused_by_its_name() {
    let wrong = [
        ("name", ""),
        ("name", "name = \"\""),
        ("name", "name = \"Rote\""),
        ("name", "name = \"my rule\""),
        ("name", "name = \"r\\u00f4le\""),
        ("name", "name = \"../x\""),
        ("name", "name = 3"),
        ("start", ""),
        ("start", "start = []"),
        ("start", "start = [0]"),
        ("start", "start = [4, 0]"),
        ("start", "start = [-1]"),
        ("start", "start = [1.5]"),
        ("start", "start = [4294967297]"),
        ("start", "start = [18446744073709551616]"),
        ("start", "start = 4"),
        ("symmetry", "symmetry = \"mirror\""),
        ("symmetry", "symmetry = true"),
        ("duplicates", "duplicates = \"Merge\""),
        ("boxes", "boxes = \"304\""),
        ("empty", "empty = \"rest\""),
        ("empty", "empty = \"reset at\""),
        ("empty", "empty = \"reset at -1\""),
        ("empty", "empty = \"reset at +1\""),
        ("empty", "empty = \"reset at 4294967297\""),
        ("weights", "weights = []"),
        ("weights", "weights = [-1]"),
        ("weights", "weights = [0.5]"),
        ("weights", "weights = [4294967297]"),
        ("weights", "weights = 2"),
        ("win", "win = \"+3\""),
        ("win", "win = \"+0 all\""),
        ("win", "win = \"3 all\""),
        ("win", "win = \"++3 all\""),
        ("win", "win = \"+3 all last\""),
        ("win", "win = \"+3 ALL\""),
        ("win", "win = \"+1.5 all\""),
        ("win", "win = \"+ 3 all\""),
        ("win", "win = \"+72057594037927937 all\""),
        ("win", "win = \"+99999999999999999999 all\""),
        ("win", "win = 3"),
        ("draw", "draw = \"\""),
        ("draw", "draw = \"nothing all\""),
        ("draw", "draw = \"\\u00e9 all\""),
        ("loss", "loss = \"-x last\""),
        ("loss", "loss = \"- last\""),
        ("loss", "loss = \"-0 last\""),
        ("loss", "loss = \"wipe\""),
        ("loss", "loss = \"wipe some\""),
        ("loss", "loss = [\"wipe\", \"last\"]"),
        ("reward", "reward = \"+3 all\""),
        ("win", "win = \"+3 all\"\nwin = \"+1 all\""),
    ];
    for (field, line) in wrong {
        let error = error_with(field, line);
        assert!(error.contains("rules/x.toml"), "{line}: {error}");
        assert!(
            error.contains(field),
            "{line} does not name {field}: {error}"
        );
        assert!(!error.contains('\n'), "{line}: {error}");
    }
}

#[test]
fn the_largest_numbers_of_beads_are_accepted() {
    let text = "name = \"big\"\nstart = [4294967296]\nwin = \"+72057594037927936 all\"";
    let rule = Rule::from_toml(text, "a test").expect("just within");
    let beads = rule.beads().expect("it moves beads");
    assert_eq!(beads.win.effect, Effect::Add(MOST_BEADS));
    assert_eq!(beads.start_at(0), 1 << 32);
}

/// A valid rule with every field, each of one or more lines.
const WHOLE: &[(&str, &str)] = &[
    ("name", "name = \"x\""),
    ("source", "source = \"a test\" # not a rule of anybody"),
    ("symmetry", "symmetry = \"full\""),
    ("duplicates", "duplicates = \"merge\""),
    ("boxes", "boxes = \"choice\""),
    ("start", "start = [\n  4,\n  3,\n]"),
    ("win", "win = \"+3 all\""),
    ("draw", "draw = \"+1 all\""),
    ("loss", "loss = \"-1 all\""),
    ("weights", "weights = [1, 2]"),
    ("empty", "empty = \"resign\""),
    ("opponent", "opponent = \"random\""),
    ("learner", "learner = \"second\""),
    ("odds", "[odds]"),
    ("odds.a", "a = 1.025"),
    ("odds.b", "b = 2"),
    ("odds.from", "from = \"end\""),
    ("odds.decay", "decay = 0.99"),
    ("odds.every", "every = 100"),
    ("odds.per", "per = \"set\""),
];

/// The text of [`WHOLE`] with the lines of one field replaced.
fn whole(field: &str, with: &str) -> String {
    let lines = WHOLE.iter().map(|&(name, line)| match name {
        name if name == field => with,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Words of Rust and its libraries, which must not appear in messages for users.
const INTERNAL: &[&str] = &[
    "u64",
    "i64",
    "u128",
    "f64",
    "usize",
    "struct",
    "enum",
    "variant",
    "invalid type",
    "sequence",
    "TOML parse error",
    " | ",
    "^",
];

fn refused(text: &str) -> String {
    let error = Rule::from_toml(text, "rules/x.toml").expect_err(text);
    assert!(matches!(error, Error::Rule { .. }), "{error:?}");
    let error = error.to_string();
    let message = error.strip_prefix("rule `rules/x.toml`: ");
    let message = message.unwrap_or_else(|| panic!("no file: {error}"));
    assert!(!error.contains(char::is_control), "{text}: {error}");
    assert!(error.len() < 500, "{error}");
    message.to_owned()
}

/// The error of a text that is not a rule; it must contain no internal words.
fn plain_error(text: &str) -> String {
    let message = refused(text);
    assert!(
        INTERNAL.iter().all(|word| !message.contains(word)),
        "{message}"
    );
    message
}

#[test]
fn errors_give_the_line_of_a_field_and_what_to_write() {
    assert!(Rule::from_toml(&whole("", ""), "a test").is_ok());
    let values = [
        "1",
        "-1",
        "1.5",
        "nan",
        "-inf",
        "true",
        "\"\"",
        "\"rndom all\"",
        "\"\\u0007\"",
        "'-x'",
        "[]",
        "[1.5]",
        "[\"a\"]",
        "[4, 0]",
        "[[1]]",
        "[\n 1,\n {}\n]",
        "{}",
        "{ a = 1 }",
        "1979-05-27",
        "\"\"\"\nmany\nlines\n\"\"\"",
        "99999999999999999999999999999999999999999",
        "1e999",
        "0.00000000001",
    ];
    let (mut wrong, mut line) = (0, 1);
    for &(field, valid) in WHOLE {
        let key = field.trim_start_matches("odds.");
        for value in values {
            let text = match field {
                // Lines after it would belong to another table.
                "odds" => format!("{}\nodds = {value}", lines_before("odds")),
                _ => whole(field, &format!("{key} = {value}")),
            };
            if Rule::from_toml(&text, "a test").is_ok() {
                continue;
            }
            let message = plain_error(&text);
            let at = message.split_once(": ").expect("a line").0;
            let at: usize = at
                .strip_prefix("line ")
                .expect(&message)
                .parse()
                .expect(&message);
            let last = line + value.matches('\n').count();
            assert!((line..=last).contains(&at), "{at}, not {line}: {message}");
            if field == "odds" && value.starts_with('{') {
                assert!(message.contains("`odds."), "{message}");
            } else {
                assert!(
                    message.contains(&format!("`{field}` cannot be `")),
                    "{message}"
                );
                assert!(message.contains("`: write "), "{message}");
            }
            wrong += 1;
        }
        line += valid.lines().count();
    }
    assert!(wrong > 300, "{wrong}");
}

/// The lines of [`WHOLE`] before those of a field.
fn lines_before(field: &str) -> String {
    let before = WHOLE.iter().take_while(|(name, _)| *name != field);
    before.map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
}

#[test]
fn errors_use_plain_words() {
    let start = "write at least one whole number of beads, each 1 to 4294967296, such as \
                 [4, 3, 2, 1]";
    let a = "write a number above 1 and at most 16, of at most nine decimals, such as 1.025";
    for (text, message) in [
        (
            "",
            "`name` is missing: write 1 to 64 lower-case letters".to_owned(),
        ),
        (
            "# only a remark\n",
            "`name` is missing: write 1 to 64".to_owned(),
        ),
        ("name = 'x'\n", format!("`start` is missing: {start}")),
        (
            "start = [1]\nwin = '+1 all'\n",
            "`name` is missing: write 1 to 64".to_owned(),
        ),
        (
            "name = 'x'\n\nstart=[\n 4,\n 1.5\n]",
            format!("line 5: `start` cannot be `1.5`: {start}"),
        ),
        (
            "name = 'x'\nstart = [\n 4,\n 0\n]",
            format!("line 2: `start` cannot be `[ 4, 0 ]`: {start}"),
        ),
        (
            "name = 'x'\nstart = [1]\nempty = 1",
            "line 3: `empty` cannot be `1`: write \"resign\", \"refuse\"".to_owned(),
        ),
        (
            "name = 'x'\nstart = [1]\nlearner = 'frist'",
            "line 3: `learner` cannot be `'frist'`: write \"first\", \"second\", \"both\" or"
                .to_owned(),
        ),
        (
            "name = 'x'\nstart = [1]\n[odds]\nb = 2\na = \"big\"",
            format!("line 5: `odds.a` cannot be `\"big\"`: {a}"),
        ),
        (
            "name = 'x'\nstart = [1]\nodds.b = 2\nodds.a = 1.0",
            format!("line 4: `odds.a` cannot be `1.0`: {a}"),
        ),
        (
            "name = 'x'\nstart = [1]\nodds = { a = 2, b = 4.5 }",
            "line 3: `odds.b` cannot be `4.5`: write a number from 1 to 4".to_owned(),
        ),
        (
            "name = 'x'\nstart = [1]\n[odds]\na = 2\nb = 1\ndecay = 1",
            "line 6: `odds.decay` cannot be `1`: write a number of at least 0 and".to_owned(),
        ),
        (
            "name = 'x'\nstart = [1]\n[odds]\na = 2\nb = 1\nevery = 0",
            "line 6: `odds.every` cannot be `0`: write a whole number".to_owned(),
        ),
        (
            "name = 'x'\nstart = [1]\n[odds]\nb = 2",
            format!("line 3: `odds.a` is missing: {a}"),
        ),
        (
            "name = 'x'\nstart = [1]\n[[odds]]\nb = 2",
            "line 3: `odds` cannot be `".to_owned(),
        ),
        (
            "name = 'x'\nodds = 1\nstart = [1]",
            "line 2: `odds` cannot be `1`: write a line [odds] and below it".to_owned(),
        ),
        (
            "name = 'x'\nstart = [1]\n[odds]\na = 2\nb = 2\nc = 2",
            "line 6: unknown field `c`; there are a, b, from, decay, every, per in `odds`"
                .to_owned(),
        ),
        (
            "name = 'x'\nstrat = [1]",
            "line 2: unknown field `strat`; did you mean start?".to_owned(),
        ),
        (
            "name = 'x'\nstart = [1]\n[win]\nby = 3",
            "line 3: `win` cannot be `".to_owned(),
        ),
        (
            "name = 'x'\n\"\\u0007\\n\" = 3",
            "line 2: unknown field `\\u{7}`; there are name, source".to_owned(),
        ),
    ] {
        let error = plain_error(text);
        assert!(
            error.starts_with(&message),
            "{text}\n  {error}\n  {message}"
        );
    }
}

#[test]
fn invalid_toml_is_reported_with_its_line() {
    for (text, message) in [
        (
            "name = 'x'\nwin = \"+1 all\"\nwin = \"+1 all\"\n",
            "line 3: `win = \"+1 all\"` cannot be read: duplicate key",
        ),
        ("name = \n", "line 1: `name =` cannot be read: "),
        ("name = x\n", "line 1: `name = x` cannot be read: "),
        (
            "name = 'x\nstart = [1]",
            "line 1: `name = 'x` cannot be read: ",
        ),
        ("rote", "line 1: `rote` cannot be read: "),
        ("\u{0}", "line 1: `\\u{0}` cannot be read: "),
        (
            "name = 'x'\nstart = [\n 4,\n ]]\nwin = '+1 all'",
            "line 4: `]]`, within `start`, cannot be read: ",
        ),
    ] {
        let error = plain_error(text);
        assert!(error.starts_with(message), "{text}\n  {error}\n  {message}");
    }
    let open = plain_error("name = 'x'\nstart = [\n 4,\n 3,\n");
    assert!(
        open.contains("start") && open.starts_with("line "),
        "{open}"
    );
}

#[test]
fn names_have_limits() {
    let rule = |name: &str| format!("name = \"{name}\"\nstart = [1]");
    for name in ["x", "9", "a-b-", &"m".repeat(64)] {
        assert!(Rule::from_toml(&rule(name), "a test").is_ok(), "{name}");
    }
    for name in [
        "",
        "-",
        "-x",
        "--rule",
        " ",
        "a b",
        "a\\u0007",
        "\\u001b[31m",
        "\\u0085",
        "A",
        "a_b",
        "\u{e4}",
        "a/b",
        "a.toml",
        &"m".repeat(65),
        &"m".repeat(10_000),
    ] {
        let message = plain_error(&rule(name));
        assert!(
            message.starts_with("line 1: `name` cannot be `\""),
            "{message}"
        );
        assert!(
            message.contains("write 1 to 64 lower-case letters"),
            "{message}"
        );
    }
}

#[test]
fn names_have_the_same_limits_in_a_model() {
    for (name, valid) in [
        ("x".repeat(64), true),
        ("-x".to_owned(), false),
        ("m".repeat(65), false),
    ] {
        let rule = Rule {
            name,
            ..preset("rote").expect("a preset")
        };
        let layout = Layout::from(&rule);
        assert_eq!(Rule::from_toml(&rule.to_toml(), "a test").is_ok(), valid);
        let spec = TrainingSpec::new("tic-tac-toe", Learners::First, rule);
        let model = Model {
            tables: [Some(Table::new(Side::First, layout)), None],
            ..Model::new(Chapter::new(spec))
        };
        match model.check() {
            Ok(()) => assert!(valid && store::decode(&store::encode(&model)) == Ok(model)),
            Err(reason) => assert!(!valid && matches!(reason, Damage::Contents(_)), "{reason}"),
        }
    }
}

#[test]
fn rules_name_the_learner_they_are_meant_for() {
    for rule in presets() {
        let second = ["her", "scroggs-second"].contains(&rule.name.as_str());
        assert_eq!(rule.learner, second.then_some(Learners::Second));
        assert_eq!(rule.to_toml().contains("learner = \"second\""), second);
        assert_eq!(rule.to_toml().contains("learner"), second);
    }
    for learners in [Learners::First, Learners::Second, Learners::Both] {
        let text = format!("name = \"x\"\nstart = [1]\nlearner = \"{learners}\"\n");
        let rule = Rule::from_toml(&text, "a test").expect("a rule");
        assert_eq!(rule.learner, Some(learners));
    }
}

/// The pieces of random texts.
fn pieces() -> impl Strategy<Value = String> {
    let known = WHOLE.iter().map(|(_, line)| format!("{line}\n"));
    let odd = [
        "\n",
        "=",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        "'''",
        "\"\"\"",
        "#",
        ".",
        ",",
        "odds",
        "a.b = 1",
        "1979-05-27",
        "\\u",
        "\r",
        "\u{0}",
        "\u{feff}",
        "\u{e4}",
        "\u{1f3b2}",
        "-",
        "1e9",
        "inf",
    ];
    let known: Vec<String> = known.chain(odd.map(str::to_owned)).collect();
    prop_oneof![
        4 => proptest::sample::select(known),
        1 => any::<char>().prop_map(String::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 8 * ProptestConfig::default().cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_causes_a_panic(parts in proptest::collection::vec(pieces(), 0..24)) {
        let text = parts.concat();
        match Rule::from_toml(&text, "rules/x.toml") {
            Ok(rule) => {
                prop_assert_eq!(Rule::from_toml(&rule.to_toml(), "its own").ok(), Some(rule));
            }
            Err(_) => drop(refused(&text)),
        }
    }

    #[test]
    fn no_change_of_a_character_causes_a_panic(at in 0..400_usize, with: char, cut in 0..3_usize) {
        let mut text: Vec<char> = whole("", "").chars().collect();
        let at = at % text.len();
        text.splice(at..(at + cut).min(text.len()), [with]);
        let text: String = text.into_iter().collect();
        if Rule::from_toml(&text, "rules/x.toml").is_err() {
            refused(&text);
        }
    }
}
