//! Rules as text: every preset can be read back, and an invalid field is refused by its name.

#[path = "presets/own.rs"]
mod own;

use matchboxes::games;
use matchboxes::graph::Merging;
use matchboxes::learn::{
    Boxes, Change, Duplicates, Effect, Empty, Learners, MOST_BEADS, Rule, Scope, baselines,
    in_japanese, names, preset, presets,
};
use proptest::prelude::*;

#[test]
fn presets_can_be_read_back() {
    let presets = presets();
    assert_eq!(presets[0].name, "rote", "the default is the first");
    for rule in &presets {
        let text = rule.to_toml();
        assert!(text.is_ascii(), "{text}");
        assert_eq!(Rule::from_toml(&text, "a test").ok().as_ref(), Some(rule));
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
    let words = ["unknown rule `michie-1960`", "did you mean michie-1961"];
    assert!(words.iter().all(|word| error.contains(word)), "{error}");
}

#[test]
fn the_shortest_rule_changes_nothing() {
    let rule = Rule::from_toml("name = \"idle\"\nstart = [2, 1]", "a test").expect("a rule");
    let nothing = Change::default();
    assert_eq!(nothing.effect, Effect::Nothing);
    let beads = rule.beads().expect("it moves beads");
    assert_eq!([beads.win, beads.draw, beads.loss], [nothing; 3]);
    assert_eq!(rule.symmetry, Merging::None);
    assert_eq!(rule.duplicates, Duplicates::Keep);
    assert_eq!(rule.boxes, Boxes::Every);
    assert_eq!(rule.empty, Empty::Resign);
    let start = [0, 1, 2, 90].map(|stage| beads.start_at(stage));
    assert_eq!(start, [2, 1, 1, 1]);
}

#[test]
fn changes_can_be_read_back() {
    use Effect::{Add, Subtract, Wipe};
    for effect in [Add(1), Add(MOST_BEADS), Subtract(3), Wipe] {
        for scope in [Scope::All, Scope::Last] {
            let change = Change { effect, scope };
            let text = change.to_string();
            assert_eq!(Change::try_from(text.clone()), Ok(change), "{text}");
        }
    }
    let text = Change::default().to_string();
    assert_eq!(text, "nothing");
    assert_eq!(Change::try_from(text), Ok(Change::default()));
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
    use Effect::{Add, Nothing, Subtract, Wipe};

    let text = "name = \"x\"\nstart = [1]\nwin = \"+3 all\"\nloss = \"wipe last\"\n";
    let rule = Rule::from_toml(text, "a test").expect("a rule");
    assert!(!rule.to_toml().contains("weights"));
    let weighted = Rule::from_toml(&format!("{text}weights = [0, 1, 2]\n"), "a test");
    let weighted = weighted.expect("a rule");
    assert!(weighted.to_toml().contains("weights = [0, 1, 2]"));
    let beads = weighted.beads().expect("it moves beads");
    let (win, loss) = (beads.win.effect, beads.loss.effect);
    let at = |effect, ply| weighted.weigh(effect, ply);
    let found = [0, 1, 2, 3, 4, 5, 99].map(|ply| at(win, ply));
    assert_eq!(
        found,
        [Nothing, Nothing, Add(3), Add(3), Add(6), Add(6), Add(6)]
    );
    assert_eq!([0, 2].map(|ply| at(loss, ply)), [Nothing, Wipe]);
    assert_eq!(rule.weigh(win, 99), win);
    assert_eq!(Subtract(1 << 50).times(1 << 32), Subtract(MOST_BEADS));
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
const INTERNAL: &str =
    "u64/i64/u128/f64/usize/struct/enum/variant/invalid type/sequence/TOML parse error/ | /^";

fn refused(text: &str) -> String {
    let error = Rule::from_toml(text, "rules/x.toml").expect_err(text);
    assert!(matches!(error, games::Error::Rule { .. }), "{error:?}");
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
    let mut words = INTERNAL.split('/');
    assert!(words.all(|word| !message.contains(word)), "{message}");
    message
}

#[test]
fn errors_give_the_line_of_a_field_and_what_to_write() {
    assert!(Rule::from_toml(&whole("", ""), "a test").is_ok());
    let values = r#"1 -1 1.5 nan -inf true "" "\u0007" '-x' [] [1.5] ["a"] [[1]] {} 1979-05-27 1e999 0.00000000001
        99999999999999999999999999999999999999999"#;
    let odd = "\"rndom all\"|[4, 0]|[\n 1,\n {}\n]|{ a = 1 }|\"\"\"\nmany\nlines\n\"\"\"";
    let values: Vec<&str> = values.split_whitespace().chain(odd.split('|')).collect();
    let (mut wrong, mut line) = (0, 1);
    for &(field, valid) in WHOLE {
        let key = field.trim_start_matches("odds.");
        let own = WRONG.iter().filter(|(of, _)| *of == field);
        let own: Vec<&str> = own
            .flat_map(|(_, all)| all.split('|').map(str::trim))
            .collect();
        for value in values.iter().chain(&own) {
            let text = match field {
                // Lines after it would belong to another table.
                "odds" => format!("{}\nodds = {value}", lines_before("odds")),
                _ => whole(field, &format!("{key} = {value}")),
            };
            if !own.contains(value) && Rule::from_toml(&text, "a test").is_ok() {
                continue;
            }
            let message = plain_error(&text);
            let at = message.split_once(": ").expect("a line").0;
            let at = at.strip_prefix("line ").expect(&message);
            let at: usize = at.parse().expect(&message);
            let last = line + value.matches('\n').count();
            assert!((line..=last).contains(&at), "{at}, not {line}: {message}");
            if field == "odds" && value.starts_with('{') {
                assert!(message.contains("`odds."), "{message}");
            } else {
                let words = format!("`{field}` cannot be `");
                assert!(message.contains(&words), "{message}");
                assert!(message.contains("`: write "), "{message}");
            }
            wrong += 1;
        }
        line += valid.lines().count();
    }
    assert!(wrong > 300, "{wrong}");
}

/// Values with which a field is refused, besides those that no field takes.
const WRONG: &[(&str, &str)] = &[
    (
        "name",
        r#""" | "Rote" | "my rule" | "r\u00f4le" | "../x" | 3"#,
    ),
    (
        "start",
        "[] | [0] | [4, 0] | [-1] | [1.5] | [4294967297] | [18446744073709551616] | 4",
    ),
    ("symmetry", r#""mirror" | true"#),
    ("duplicates", r#""Merge""#),
    ("boxes", r#""304""#),
    (
        "empty",
        r#""rest" | "reset at" | "reset at -1" | "reset at +1" | "reset at 4294967297""#,
    ),
    ("weights", "[] | [-1] | [0.5] | [4294967297] | 2"),
    (
        "win",
        r#""+3" | "+0 all" | "3 all" | "++3 all" | "+3 all last" | "+3 ALL" | "+1.5 all" | "+ 3 all" | 3 |
        "+72057594037927937 all" | "+99999999999999999999 all""#,
    ),
    ("draw", r#""" | "nothing all" | "\u00e9 all""#),
    (
        "loss",
        r#""-x last" | "- last" | "-0 last" | "wipe" | "wipe some" | ["wipe", "last"]"#,
    ),
];

/// The lines of [`WHOLE`] before those of a field.
fn lines_before(field: &str) -> String {
    let before = WHOLE.iter().take_while(|(name, _)| *name != field);
    before.map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
}

/// Texts that are no rules, with `~` for the end of a line, and how the message begins.
const PLAIN: &str = r#"
 | `name` is missing: write 1 to 64 lower-case letters
# only a remark~ | `name` is missing: write 1 to 64
name = 'x'~ | `start` is missing: START
start = [1]~win = '+1 all'~ | `name` is missing: write 1 to 64
name = 'x'~~start=[~ 4,~ 1.5~] | line 5: `start` cannot be `1.5`: START
name = 'x'~start = [~ 4,~ 0~] | line 2: `start` cannot be `[ 4, 0 ]`: START
name = 'x'~start = [1]~empty = 1 | line 3: `empty` cannot be `1`: write "resign", "refuse"
name = 'x'~start = [1]~learner = 'frist' | line 3: `learner` cannot be `'frist'`: write "first", "second", "both" or
name = 'x'~start = [1]~[odds]~b = 2~a = "big" | line 5: `odds.a` cannot be `"big"`: A-IS
name = 'x'~start = [1]~odds.b = 2~odds.a = 1.0 | line 4: `odds.a` cannot be `1.0`: A-IS
name = 'x'~start = [1]~odds = { a = 2, b = 4.5 } | line 3: `odds.b` cannot be `4.5`: write a number from 1 to 4
name = 'x'~start = [1]~[odds]~a = 2~b = 1~decay = 1 | line 6: `odds.decay` cannot be `1`: write a number of at least 0 and
name = 'x'~start = [1]~[odds]~a = 2~b = 1~every = 0 | line 6: `odds.every` cannot be `0`: write a whole number
name = 'x'~start = [1]~[odds]~b = 2 | line 3: `odds.a` is missing: A-IS
name = 'x'~start = [1]~[[odds]]~b = 2 | line 3: `odds` cannot be `
name = 'x'~odds = 1~start = [1] | line 2: `odds` cannot be `1`: write a line [odds] and below it
name = 'x'~start = [1]~[odds]~a = 2~b = 2~c = 2 | line 6: unknown field `c`; it is one of a, b, from, decay, every, per
name = 'x'~strat = [1] | line 2: unknown field `strat`; did you mean start?
name = 'x'~start = [1]~[win]~by = 3 | line 3: `win` cannot be `
name = 'x'~"\u0007\n" = 3 | line 2: unknown field `\u{7}`; there are name, source
name = 'x'~win = "+1 all"~win = "+1 all"~ | line 3: `win = "+1 all"` cannot be read: duplicate key
name = ~ | line 1: `name =` cannot be read: ..
name = x~ | line 1: `name = x` cannot be read: ..
name = 'x~start = [1] | line 1: `name = 'x` cannot be read: ..
rote | line 1: `rote` cannot be read: ..
name = 'x'~start = [~ 4,~ ]]~win = '+1 all' | line 4: `]]`, within `start`, cannot be read: .."#;

#[test]
fn errors_use_plain_words_and_give_the_line() {
    let start = "write at least one whole number of beads, each 1 to 4294967296, such as \
                 [4, 3, 2, 1]";
    let a = "write a number above 1 and at most 16, of at most nine decimals, such as 1.025";
    let known = PLAIN.trim_start_matches('\n').lines();
    let known = known.map(|row| row.rsplit_once(" | ").expect("a message"));
    for (text, message) in known.chain([("\u{0}", "line 1: `\\u{0}` cannot be read: ")]) {
        let text = text.replace('~', "\n");
        let message = message.replace("START", start).replace("A-IS", a);
        let error = plain_error(&text);
        let fits = error.starts_with(message.trim_end_matches(".."));
        assert!(fits, "{text}\n  {error}\n  {message}");
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
    let odd = ["", " ", "a b", &"m".repeat(65), &"m".repeat(10_000)];
    let names = "- -x --rule a\\u0007 \\u001b[31m \\u0085 A a_b \u{e4} a/b a.toml";
    for name in names.split(' ').chain(odd) {
        let message = plain_error(&rule(name));
        let begins = "line 1: `name` cannot be `\"";
        assert!(message.starts_with(begins), "{message}");
        let write = "write 1 to 64 lower-case letters";
        assert!(message.contains(write), "{message}");
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
    let odd =
        "= [ ] { } \" ' ''' \"\"\" # . , odds 1979-05-27 \\u \u{feff} \u{e4} \u{1f3b2} - 1e9 inf";
    let odd = odd.split(' ').chain(["\n", "a.b = 1", "\r", "\u{0}"]);
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
