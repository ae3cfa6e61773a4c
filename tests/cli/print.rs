//! `menace print`: every box once, all sheets, both languages, reproducible bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use matchboxes::game::{Game, Side};
use matchboxes::games::{self, Hexapawn, TicTacToe, parse};
use matchboxes::graph::mirror;
use matchboxes::kit::{Bead, Kit, KitBeads};
use matchboxes::learn::{Layout, preset};
use matchboxes::store;
use matchboxes_pictures::print::{
    LabelSize, Language, Paper, PrintSetting, Printed, PrintedDocument, Sheets,
};

use crate::place::{
    Place, Text as _, attribute, bring_models, contents, is_current, svg_texts as texts,
};
use crate::whole::whole_or;

fn kit(rule: &str, side: Side) -> Kit {
    Kit::new(&TicTacToe, &preset(rule).unwrap(), side).unwrap()
}

/// These sheets of a new kit.
fn printed(sheets: Sheets, kit: &Kit, setting: &PrintSetting) -> PrintedDocument {
    let printed = Printed {
        kit,
        content: &KitBeads::new(kit),
        setting,
    };
    PrintedDocument::new(&[sheets], printed)
}

#[test]
fn kits_have_the_numbers_of_boxes_and_beads_from_theory() {
    let counts = |rule: &str| {
        let kit = kit(rule, Side::First);
        let stages = (0..kit.stages()).map(|stage| kit.boxes_of(stage));
        (stages.collect::<Vec<_>>(), KitBeads::new(&kit).total())
    };
    // The counts by stage and of beads are those of `tests/data/{moves,beads}.csv`.
    assert_eq!(counts("michie-304"), (vec![1, 12, 108, 183], 1_720));
    assert_eq!(counts("michie-1961"), (vec![1, 12, 108, 166], 1_674));
    let (stages, beads) = counts("rote");
    assert_eq!((stages.iter().sum::<usize>(), beads), (2_423, 8_631));
    assert_eq!(kit("michie-304", Side::Second).boxes.len(), 289);
    let her = preset("her").unwrap();
    let kit = Kit::new(&Hexapawn::new(3, 3).unwrap(), &her, Side::Second).unwrap();
    assert_eq!(kit.boxes.len(), 19);
    assert!(!kit.draws && kit.beads().len() <= 12);
}

#[test]
fn the_opening_has_three_colours_for_all_squares() {
    let kit = kit("michie-304", Side::First);
    let opening = &kit.boxes[0];
    assert_eq!((opening.number, opening.stage), (1, 0));
    assert_eq!(opening.position, ".../.../...");
    let moves = opening.choices.iter().map(|choice| choice.moves.len());
    assert_eq!(moves.collect::<Vec<_>>(), [4, 4, 1]);
    assert!(opening.choices.iter().all(|choice| choice.start == 4));
    // A colour stands for the same square in every box.
    let mut squares: BTreeMap<Bead, BTreeSet<&str>> = BTreeMap::new();
    for choice in kit.boxes.iter().flat_map(|b| &b.choices) {
        let found = squares.entry(choice.bead).or_default();
        found.insert(&choice.moves[0].text);
    }
    assert!(squares.values().all(|squares| squares.len() == 1));
}

#[test]
fn every_position_is_on_the_labels_once() {
    let kit = kit("michie-304", Side::First);
    let boxes = kit.boxes.iter();
    let boxes = boxes.map(|b| (b.position.clone(), b.number.to_string()));
    let expected: BTreeMap<String, String> = boxes.collect();
    assert_eq!(expected.len(), 304);
    for (paper, label, pages) in [
        (Paper::A4, "40mm", 15),
        (Paper::Letter, "40mm", 18),
        (Paper::A4, "20mm", 5),
        (Paper::Letter, "50x36mm", 19),
    ] {
        let setting = PrintSetting {
            paper,
            label: label.parse().unwrap(),
            ..PrintSetting::default()
        };
        let document = printed(Sheets::Labels, &kit, &setting);
        assert_eq!(document.pages(), pages, "{paper:?} {label}");
        let mut found = BTreeMap::new();
        for svg in document.svg() {
            let mut number = "";
            for text in texts(&svg) {
                if text.bytes().all(|b| b.is_ascii_digit()) {
                    number = text;
                }
                if TicTacToe.read_position(text).is_ok() {
                    let twice = found.insert(text.to_owned(), number.to_owned());
                    assert_eq!(twice, None, "{text} is there twice");
                }
            }
        }
        assert_eq!(found, expected, "{paper:?} {label}");
    }
}

/// The images of all boxes are all positions in which the side has a box.
#[test]
fn the_index_has_every_position_in_every_image() {
    let kit = kit("michie-304", Side::First);
    let rule = preset("michie-304").unwrap();
    let mut seen = BTreeSet::new();
    for b in &kit.boxes {
        for (text, _) in &b.images {
            let at = TicTacToe.read_position(text).unwrap();
            let form = mirror::canonical(&TicTacToe, &at, Layout::from(&rule).symmetry);
            assert_eq!(form.key, b.key);
            assert!(seen.insert(text), "{text}");
        }
    }
    assert_eq!(seen.len(), 2_201);
    let index = printed(Sheets::Index, &kit, &PrintSetting::default());
    let mut entries = vec![0; 305];
    for svg in index.svg() {
        let numbers = texts(&svg).into_iter().map(str::parse::<usize>);
        for number in numbers.flatten() {
            entries[number] += 1;
        }
    }
    for b in &kit.boxes {
        assert_eq!(entries[b.number], b.images.len(), "box {}", b.number);
    }
}

/// No sheet of any game has a place left for a word, and no Japanese one a word of the name of its game; each is a whole
/// PDF. Eight boxes of a kit say its words, and forty in the whole form.
#[test]
fn sheets_of_every_game_are_whole_and_in_their_language() {
    let (mut kits, rule) = (0, preset("michie-304").unwrap());
    let names = games::KINDS.iter();
    for name in names.flat_map(|kind| kind.form.split(" or ")) {
        let kit = parse(name).and_then(|game| Kit::new(&game, &rule, Side::First));
        let Ok(mut kit) = kit else { continue };
        kit.boxes.truncate(whole_or(40, 8));
        let sheets = Sheets::ALL.map(|kind| Language::ALL.map(|language| (kind, language)));
        for (kind, language) in sheets.into_iter().flatten() {
            let setting = PrintSetting {
                language,
                ..PrintSetting::default()
            };
            let document = printed(kind, &kit, &setting);
            check_pdf(&document.pdf(), document.pages());
            let pages: String = document.svg().collect();
            let said = texts(&pages).concat();
            assert!(!said.contains('{'), "{name} {kind:?}: {said}");
            for word in name.split([':', '=']).filter(|word| word.len() > 2) {
                let is_left = language == Language::Japanese && said.contains(word);
                let is_number = word.starts_with(|c: char| c.is_ascii_digit());
                assert!(is_number || !is_left, "{name} {kind:?}: {said}");
            }
        }
        kits += 1;
    }
    assert!(kits > 12, "{kits}");
}

/// Checks the header, the end and the number of pages.
fn check_pdf(pdf: &[u8], pages: usize) {
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    let count = |word: &[u8]| pdf.windows(word.len()).filter(|w| *w == word).count();
    // The page tree has one root, of the type Pages; the second count includes it.
    assert_eq!(count(b"/Type/Pages"), 1);
    assert_eq!(count(b"/Type/Page"), pages + 1);
    assert_eq!(count(b"/CreationDate"), 0);
}

/// All pages of a kind of sheet, as SVG.
pub(crate) fn pages(place: &Place, kind: &str, options: &str) -> Vec<String> {
    let folder = format!("pages-{kind}");
    if place.at(&folder).exists() {
        fs::remove_dir_all(place.at(&folder)).unwrap();
    }
    place.ok(&format!(
        "print --sheets {kind} --format svg --out {folder} {options}"
    ));
    let files = contents(&place.at(&folder)).into_values();
    files.map(|svg| String::from_utf8(svg).unwrap()).collect()
}

/// All texts of a kind of sheet, in one line.
fn words(place: &Place, kind: &str, options: &str) -> String {
    let pages = pages(place, kind, options);
    let all: Vec<&str> = pages.iter().flat_map(|page| texts(page)).collect();
    all.join(" ")
}

const HEXAPAWN: &str = "--game hexapawn --rule her --learner second";
const CUPS: &str = "--game nim:8:take=3 --rule cups --learner second";

const REWARD: &str = "--game nim:8:take=3 --rule cups-reward --learner second";

/// The texts of sheets are those of the table in `tests/cases/sheets.txt`.
#[test]
fn sheets_say_what_the_table_says() {
    let place = Place::new();
    let rule = "name = \"waiting\"\nboxes = \"second-meeting\"\nstart = [4]\nwin = \"+1 all\"\n";
    fs::write(place.at("waiting.toml"), rule).unwrap();
    let table = include_str!("../cases/sheets.txt").lines();
    for row in table.filter(|row| row.contains(" => ")) {
        let (sheet, said) = row.split_once(" => ").unwrap();
        let (kind, options) = sheet.split_once(' ').unwrap_or((sheet, ""));
        let text = words(&place, kind, options);
        for word in said.split(" | ") {
            match word.strip_prefix('!') {
                Some(word) => text.lacks([word]),
                None => text.has([word]),
            }
        }
    }
}

#[test]
fn the_guide_gives_what_the_game_is_played_with() {
    let place = Place::new();
    let guide = pages(&place, "guide", HEXAPAWN);
    assert_eq!(guide.len(), 2);
    // Nine squares, and six discs with pawns in white and black.
    assert_eq!(guide[1].matches("<rect ").count(), 1 + 2 * 9);
    assert_eq!(guide[1].matches("r=\"14.4\" fill=\"#ffffff\"").count(), 6);
    for colour in ["#ffffff", "#1a1a1a"] {
        let (tags, fill) = (guide[1].split(['<', '>']), format!("fill=\"{colour}\""));
        let pawns = tags.filter(|tag| tag.starts_with("polygon ") && tag.contains(&fill));
        assert_eq!(pawns.count(), 3, "{colour}");
    }
    // A board for tic-tac-toe, with as many pieces as it has squares.
    let guide = pages(&place, "guide", "");
    let pieces = |letter: &str| texts(&guide[1]).iter().filter(|t| **t == letter).count();
    assert_eq!((pieces("X"), pieces("O")), (5, 4));

    // Eight counters for nim, on the same page.
    let guide = pages(&place, "guide", CUPS);
    assert_eq!(guide.len(), 1);
    assert_eq!(guide[0].matches("fill=\"#cccccc\"").count(), 8);
}

/// A game without draws has no word of them.
#[test]
fn no_draw_is_named_where_there_is_none() {
    let place = Place::new();
    let keep = "--game nim:8:take=3 --rule cups-keep";
    let piles = "--game nim:3,4 --rule michie-304";
    for options in [HEXAPAWN, CUPS, keep, piles] {
        for kind in Sheets::ALL.map(Sheets::name) {
            if kind != "one-sheet" {
                let mut text = words(&place, kind, options);
                // A bead is drawn too.
                let drawn =
                    "bead drawn there|slip drawn there|Nothing is drawn from|beads drawn before";
                for drawn in drawn.split('|') {
                    text = text.replace(drawn, "");
                }
                assert!(!text.contains("draw"), "{options} {kind}: {text}");
            }
        }
    }
}

/// The beads on the labels of a trained machine are those of the list and of the model.
#[test]
fn a_kit_of_a_model_has_its_beads_on_the_labels() {
    let place = Place::new();
    place
        .ok("train --out cups.menace --game nim:8:take=3 --rule cups --learner second --games 100");
    place.ok("train --out rote.menace --game tic-tac-toe --rule michie-304 --games 300");
    for (path, is_cups) in [("cups.menace", true), ("rote.menace", false)] {
        let model = store::read(&place.at(path)).unwrap();
        let side = model.learners().sides().next().unwrap();
        let kit = Kit::new(&parse(model.game()).unwrap(), model.rule(), side).unwrap();
        let table = model.table(side).unwrap();
        let content = KitBeads::from_table(&kit, table);
        assert!(content.met > 0 && content.met == table.len());
        let filling = &pages(&place, "filling", path)[0];
        let opening = matchboxes::text::thousands(content.beads[0][0]);
        filling.has([format!(">{opening} ")]);
        let pages = pages(&place, "labels", path);
        let all: Vec<&str> = pages.iter().flat_map(|page| texts(page)).collect();
        // A label begins with its number, followed by its stage; cups are in the order of their numbers.
        let mut boxes: Vec<_> = kit.boxes.iter().zip(&content.beads).collect();
        if is_cups {
            boxes.sort_by_key(|(one, _)| one.number);
        }
        let mut starts = Vec::new();
        for (one, _) in &boxes {
            let number = one.number.to_string();
            let from = starts.last().map_or(0, |last| last + 1);
            let is_start =
                |at: &usize| all[*at] == number && (is_cups || all[at + 1].starts_with("move "));
            starts.push((from..all.len() - 1).find(is_start).expect("a label"));
        }
        starts.push(all.len());
        for (ends, (one, beads)) in starts.windows(2).zip(boxes) {
            match table.get(one.key) {
                Some(learnt) => assert_eq!(&learnt.beads, beads),
                None => assert!(beads.iter().zip(&one.choices).all(|(n, c)| *n == c.start)),
            }
            let label = &all[ends[0]..ends[1]];
            if beads.iter().all(|n| *n == beads[0]) {
                let each = match beads[0] {
                    0 if is_cups => "no slips".to_owned(),
                    0 => "no beads".to_owned(),
                    n => format!("{n} of each"),
                };
                assert_eq!(label[if is_cups { 1 } else { 2 }], each, "{label:?}");
                continue;
            }
            let is_each = |text: &&str| text.ends_with("of each");
            assert!(!label.iter().any(is_each), "{label:?}");
            for (n, choice) in beads.iter().zip(&one.choices) {
                let letter = choice.bead.letter().to_string();
                let mut count = matchboxes::text::thousands(*n);
                if is_cups {
                    let take = choice.moves[0].text.trim_start_matches('a');
                    count = format!("{count} x take {take}");
                }
                let is_pair = |texts: &[&str]| texts == [&letter, &count];
                assert!(label.windows(2).any(is_pair), "{label:?} {letter} {count}");
            }
        }
        let guide = words(&place, "guide", path);
        guide.has(["has already played"]);
        guide.lacks(["Before the first game"]);
    }
}

#[test]
fn the_guide_has_a_ruler_of_100_mm() {
    let place = Place::new();
    for options in ["", HEXAPAWN, CUPS, "--paper letter --language ja"] {
        let guide = pages(&place, "guide", options);
        let lines = guide[0].split("points=\"").skip(1);
        let is_ruler = |line: &str| {
            let ends = line.split_once('"').unwrap().0;
            let ends: Vec<f64> = ends.split([' ', ',']).map(|n| n.parse().unwrap()).collect();
            matches!(ends[..], [x, y, end, same] if (end - x - 100.0).abs() + (y - same).abs() < 1e-9)
        };
        assert_eq!(lines.filter(|line| is_ruler(line)).count(), 1, "{options}");
        texts(&guide[0])
            .join(" ")
            .has(["0 10 20 30 40 50 60 70 80 90 100", "100 mm"]);
    }
}

#[test]
fn labels_have_sizes_with_names_and_may_mix_stages() {
    let place = Place::new();
    let help = place.ok("print --help");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, size) in [("matchbox", "53x36mm"), ("large-matchbox", "110x65mm")] {
        let named: LabelSize = name.parse().unwrap();
        assert_eq!(named.to_string(), size);
        help.has([format!("{name} ({size})")]);
    }
    for (kit, apart, mixed) in [("", 15, 13), (HEXAPAWN, 3, 1)] {
        let labels = |options: &str| pages(&place, "labels", &format!("{kit} {options}")).len();
        assert_eq!(["", "--mix-stages"].map(labels), [apart, mixed], "{kit}");
    }
}

/// 9 before 10.
#[test]
fn the_index_sorts_piles_as_numbers() {
    let place = Place::new();
    let index = pages(&place, "index", "--game nim:12:take=3 --rule cups");
    let texts = texts(&index[0]).into_iter();
    let positions: Vec<u32> = texts.filter_map(|text| text.parse().ok()).collect();
    assert_eq!(positions.len(), 2 * 11);
    assert!(positions.is_sorted(), "{positions:?}");
}

/// Sheets of little are drawn larger, until they fill the page.
#[test]
fn sheets_fill_their_page() {
    let place = Place::new();
    for (kind, options, least) in [
        ("paper-beads", HEXAPAWN, 0.7),
        ("paper-beads", CUPS, 0.4),
        ("index", HEXAPAWN, 0.7),
        ("index", "", 0.7),
        ("slips", HEXAPAWN, 0.9),
    ] {
        let page = &pages(&place, kind, options)[0];
        let rects = page.split("<rect ").skip(2);
        let lowest = rects.map(|rect| attribute(rect, "y") + attribute(rect, "height"));
        let lowest = lowest.fold(0.0, f64::max);
        assert!(lowest > 297.0 * least, "{kind} {options}: {lowest} mm");
    }
}

/// The bars of different stages differ in a grey print.
#[test]
fn stages_differ_in_grey() {
    let place = Place::new();
    let pages = pages(&place, "labels", "");
    let mut greys: Vec<f64> = Vec::new();
    for page in &pages {
        // The ground of the page, the ground of the first label, and its bar.
        let bar = page.split("<rect ").nth(3).expect("a bar");
        let (_, colour) = bar.split_once("fill=\"#").expect("a colour");
        let part = |at: usize| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("hex"));
        let grey = 0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4);
        if greys.iter().all(|other| (other - grey).abs() > 0.5) {
            greys.push(grey);
        }
    }
    assert_eq!(greys.len(), 4, "{greys:?}");
    greys.sort_by(f64::total_cmp);
    let are_apart = greys.windows(2).all(|two| two[1] - two[0] > 15.0);
    assert!(are_apart, "{greys:?}");
}

#[test]
fn a_small_machine_fits_on_one_sheet() {
    let place = Place::new();
    for paper in ["a4", "letter"] {
        let pages = pages(&place, "one-sheet", &format!("{CUPS} --paper {paper}"));
        assert_eq!(pages.len(), 1);
        let (page, all) = (&pages[0], texts(&pages[0]));
        let count = |text: &str| all.iter().filter(|t| **t == text).count();
        // A cup is numbered by the counters that are left. Each has a slip for each move.
        for cup in 1..=7_usize {
            assert_eq!(count(&cup.to_string()), 2 + cup.min(3), "cup {cup}");
        }
        // They say on the label and on the slip what is to be taken.
        assert_eq!(["take 1", "take 2", "take 3"].map(count), [14, 12, 10]);
        // A cup is drawn on each label; the counters are those to play with.
        assert_eq!(page.matches("<polygon ").count(), 7);
        assert_eq!(page.matches("fill=\"#cccccc\"").count(), 8);
        all.join(" ").lacks(["index", "box", "bead"]);
    }
}

/// Eight kits: games with boards, arrows, piles and names, new and, the last one, trained.
const KITS: [&str; 8] = [
    "",
    "--rule rote --learner second",
    HEXAPAWN,
    CUPS,
    REWARD,
    "--game nim:3,4,5 --rule michie-304",
    "--game split-nim:7 --rule rote",
    "models/tic-tac-toe-first.menace --most-beads 200",
];

/// On every sheet of every kit a letter and a colour of beads belong together, as in the one table, and all can be read:
/// no figure or letter is below 6 points. The whole form has every kit in both languages and sizes of label, the short
/// one each in one language with small labels, in which letters are smallest.
#[test]
fn beads_have_the_letters_and_colours_of_the_table_and_can_be_read() {
    let place = Place::new();
    bring_models(place.path());
    let table: BTreeSet<_> = (0..Bead::KINDS)
        .map(|kind| {
            let [red, green, blue] = Bead(kind).rgb();
            let code = format!("{red:02x}{green:02x}{blue:02x}");
            (Bead(kind).letter().to_string(), code)
        })
        .collect();
    for (number, options) in KITS.into_iter().enumerate() {
        let languages = ["en", "ja"];
        for language in whole_or(&languages[..], &languages[number % 2..=number % 2]) {
            for label in whole_or(&["24mm", "40mm"][..], &["24mm"]) {
                for kind in "guide,index,filling,slips labels beads paper-beads".split(' ') {
                    let options = format!("{options} --language {language} --label {label}");
                    let pages = pages(&place, kind, &options);
                    for text in pages.iter().flat_map(|page| page.split("<text ").skip(1)) {
                        let size = attribute(text, "font-size") * 72.0 / 25.4;
                        assert!(size > 5.99, "{options}: {text}");
                    }
                    let found: BTreeSet<_> = pages.iter().flat_map(|page| letters(page)).collect();
                    let is_of_table = !found.is_empty() && found.is_subset(&table);
                    let holds = is_of_table || kind.contains(',');
                    assert!(holds, "{options} {kind}: {found:?}");
                }
            }
        }
    }
}

/// The letters of the beads on a page, each with the colour of the disc that it follows.
fn letters(page: &str) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let circles = page.split("<circle ").skip(1);
    for (disc, rest) in circles.filter_map(|pair| pair.split_once("/>")) {
        if rest.trim_start().starts_with("<text ") {
            let fill = &disc.split("fill=\"#").nth(1).unwrap()[..6];
            found.insert((texts(rest)[0].to_owned(), fill.to_owned()));
        }
    }
    // Piles have small letters, and pieces are white or black.
    found.retain(|(letter, fill)| {
        let is_piece = [("X", "ffffff"), ("O", "1a1a1a")].contains(&(letter, fill));
        letter.chars().all(char::is_uppercase) && !is_piece
    });
    found
}

/// Under a rule that adds beads there are spares of each colour: a row of them on the one sheet, at least as many as
/// in all boxes on sheets of their own; under other rules there are none.
#[test]
fn paper_beads_have_spares_enough() {
    let place = Place::new();
    for options in &KITS[..7] {
        let line = format!("print {options} --sheets paper-beads --json --out j --force");
        let report = place.json(&line);
        let guide = words(&place, "guide", options);
        let adds = guide.contains("more of the same");
        // A row of counters has slips of a kind.
        let is_row = options.contains("--game nim:8");
        let kind = if is_row { "kind" } else { "colour" };
        let spare = if is_row { "Spare slips" } else { "Spare beads" };
        let more = format!("more of the same {kind}");
        assert_eq!(guide.contains(&more), adds, "{guide}");
        let all = words(&place, "paper-beads", options);
        assert_eq!(all.contains(spare), adds, "{options}");
        for bead in report["kits"][0]["beads"].as_array().unwrap() {
            let stages = bead["by_stage"].as_array().unwrap().iter();
            let filled: u64 = stages.map(|n| n.as_u64().unwrap()).sum();
            let letter = bead["letter"].as_str().unwrap();
            let shown = all.split(' ').filter(|text| *text == letter).count() as u64;
            let (least, most) = if adds {
                (2 * filled, u64::MAX)
            } else {
                (filled, filled)
            };
            assert!(
                (least..=most).contains(&shown),
                "{options} {letter}: {shown} of {filled}"
            );
        }
    }
}

/// Where one letter stands for other moves in other boxes, a spare bead cannot name one.
#[test]
fn spare_beads_name_no_move_that_is_wrong_in_some_box() {
    let place = Place::new();
    let options = "--game nim:3,4,6 --rule michie-304";
    let sheet = words(&place, "paper-beads", options);
    let (filled, spare) = sheet.split_once("Spare beads").unwrap();
    let is_move = |word: &&str| word.len() == 2 && word.starts_with(['a', 'b', 'c']);
    assert!(filled.split(' ').any(|word| is_move(&word)));
    let named: Vec<&str> = spare.split(' ').filter(is_move).collect();
    assert!(!named.contains(&"a5"), "{named:?}");
}

#[test]
fn beads_are_scaled_to_a_box_and_said_before_the_files_are_written() {
    let place = Place::new();
    bring_models(place.path());
    let line = "print models/tic-tac-toe-first.menace --most-beads";
    let out = place.ok(&format!("{line} 20 --sheets labels,filling --out x"));
    out.has(["pages to print"]);
    assert!(out.find("pages to print") < out.find("labels.pdf"), "{out}");
    let strength = |most: u64| {
        let report = place.json(&format!(
            "{line} {most} --sheets beads --out y{most} --json"
        ));
        let strength = &report["kits"][0]["strength"];
        ["all_beads", "scaled"].map(|of| strength[of]["random"][2].as_f64().unwrap())
    };
    let [all, scaled] = strength(20);
    // The exact strength with all beads is what the model has.
    let is_near = (all - 0.07).abs() < 0.01;
    assert!(is_near && scaled > all && scaled < 0.12, "{all} {scaled}");
    // Scaled to more than any box has, nothing changes.
    let same = strength(1_000_000).map(f64::to_bits);
    assert_eq!(same, [all.to_bits(); 2]);
}

/// A game of nim can take more moves than the number of stages, which counts the fewest.
#[test]
fn slips_have_a_row_for_each_move_of_the_longest_game() {
    let place = Place::new();
    let slips = pages(&place, "slips", CUPS);
    let rows = texts(&slips[0]).iter().filter(|t| **t == "4").count();
    assert_eq!(rows, 12, "four moves, each of one counter, of each game");
    for kit in [CUPS, HEXAPAWN, "--paper letter"] {
        let slips = pages(&place, "slips", kit);
        let games = slips[0].matches(">Game no.<").count();
        assert_eq!((slips.len(), games), (1, 12), "{kit}");
    }
    pages(&place, "slips", "--game nim:99:take=3 --rule cups");
}

#[test]
fn the_page_on_printing_shows_what_is_printed() {
    let place = Place::new();
    place.ok("print --sheets labels --format svg --out x");
    is_current("docs/print-labels.svg", place.bytes("x/labels-003.svg"));
}

#[test]
fn impossible_kits_are_refused() {
    let place = Place::new();
    bring_models(place.path());
    let wipes = "name = \"wipes\"\nstart = [4]\nloss = \"wipe all\"\nweights = [0, 1]\n";
    fs::write(place.at("wipes.toml"), wipes).unwrap();
    place.refuses(
        "
        2 print --label 19mm => 20 to 180 mm
        2 print --label 40x => 40mm, or 50x36mm
        2 print --label shoebox => large-matchbox for 110x65mm
        2 print --sheets one-sheet => 304 boxes and 1,720 beads do not fit on one sheet with labels of 40x40mm
        2 print --label nan => 40mm, or 50x36mm
        2 print --rule michie-1963-odds => moves no beads
        2 print --rule wipes.toml => `weights`: the guide cannot say
        2 print --game nim:17,17,17 --rule rote => a kit has at most 5000
        2 print --game nim:9,9,9 --rule rote => beads of 27 kinds; a kit has at most 24
        2 print nothing => is not a model file
        2 print models/tic-tac-toe-first.menace --learner second => has learnt the first side
        2 print --format svg --out x.pdf => SVG files need a folder
        2 print models/tic-tac-toe-first.menace --rule rote => cannot be used with
        2 print --sheets all => labels
        1 print --game connect-four => more than 20,000 positions | a kit of its boxes; no one could build
        2 print no.menace => no.menace | `menace train --out no.menace` makes it
        1 print models/tic-tac-toe-first.menace --game nim:3,4,5 => has learnt tic-tac-toe, not nim:3,4,5
        ",
    );
    let none = "".parse::<LabelSize>();
    assert!(matches!(none, Err(games::Error::Request { .. })));
}
