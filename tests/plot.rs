//! Draws every picture, of ordinary trainings and of extreme ones.
//!
//! The pictures are written to `target/tmp/plots` for inspection.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use crate::place::Text as _;
use std::fs;
use std::path::Path;

use matchboxes::dice;
use matchboxes::game::{Game, Move, Place, Results, Sketch};
use matchboxes::games::{Hexapawn, Nim, TicTacToe};
use matchboxes::kit::{self, Bead};
use matchboxes::learn::{History, Record, Snapshot};
use matchboxes::search::synthetic::TextTree;
use matchboxes::search::{Limits, TreeView};
use matchboxes::store::{self, BoxView};
use matchboxes_pictures::plot::{
    self, Bands, Bar, BarSeries, Bars, Board, Cell, Colour, Front, Look, Matrix, Named, Picture,
    Point, Range, RangeGroup, RangeRow, Ranges, Series, Training,
};
use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::whole::{is_whole, whole_or};

/// An invented training: a learner that improves from chance to almost never losing.
fn invented(records: u64, sets: u64, games: u64, learns: [bool; 2], plies: &[u64]) -> History {
    let mut dice = dice::Dice::new(1, dice::Purpose::Trial, 0, 0);
    let mut history = History::default();
    for n in 0..records {
        let progress = 1.0 - (-6.0 * float(n) / float(records)).exp();
        let lost = 0.29 - 0.24 * progress;
        let drawn = 0.13 - 0.05 * progress;
        let mut record = Record {
            sets,
            ..Record::default()
        };
        let sample = games.min(2000);
        for _ in 0..sample {
            let at = float(dice.below(1_000_000)) / 1e6;
            match at {
                _ if at < lost => record.results.second_wins += 1,
                _ if at < lost + drawn => record.results.draws += 1,
                _ => record.results.first_wins += 1,
            }
        }
        let times = sets * games / sample;
        record.results = record.results.map(|n| n * times);
        for (side, learns) in learns.into_iter().enumerate() {
            record.snapshots[side] = learns.then(|| snapshot(side, progress, plies));
        }
        history.records.push(record);
    }
    history
}

/// A snapshot in which more boxes have a move without beads as training progresses, those of late plies
/// first.
fn snapshot(side: usize, progress: f64, all: &[u64]) -> Snapshot {
    let missing_colour = all.iter().enumerate().map(|(ply, &boxes)| {
        let wave = progress * 1.4 - 0.7 * float(all.len() - ply) / float(all.len());
        if ply % 2 == side {
            whole(float(boxes) * wave.clamp(0.0, 0.8))
        } else {
            0
        }
    });
    Snapshot {
        boxes: whole(float([287, 330][side]) * (1.0 - (-3.0 * progress).exp())),
        missing_colour: missing_colour.collect(),
        ..Snapshot::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of a test are small")]
fn float(n: impl TryInto<u64>) -> f64 {
    n.try_into().unwrap_or(u64::MAX) as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of a test are small"
)]
fn whole(n: f64) -> u64 {
    n as u64
}

/// The number of boxes at each ply, of tic-tac-toe and of a longer game.
const SHORT: &[u64] = &[1, 3, 12, 38, 108, 174, 183, 204, 0];
const LONG: &[u64] = &[
    1, 1, 3, 14, 60, 200, 500, 900, 1500, 2200, 3000, 3500, 4100, 4300, 4700, 5200, 5100, 5600,
    5000, 5300, 4900, 4800, 4600, 4100, 3500, 2800, 2200, 1500, 900, 300, 70, 0,
];

fn training(history: &History) -> Training<'_> {
    Training {
        title: "MENACE (first) learns against random play".to_owned(),
        subtitle: "tic-tac-toe, rule michie, seed 1, run 0, 100 sets of 100 games".to_owned(),
        ..Training::new(history)
    }
}

/// All pictures of a training, with their names.
fn of_training(name: &str, history: &History) -> Vec<(String, Picture)> {
    drawn(name, &training(history))
}

fn drawn(name: &str, training: &Training<'_>) -> Vec<(String, Picture)> {
    vec![
        (format!("{name}-curve"), plot::curve(training)),
        (format!("{name}-boxes"), plot::boxes(training)),
        (
            format!("{name}-missing-colour"),
            plot::missing_colour(training),
        ),
    ]
}

fn histories() -> Vec<(&'static str, History)> {
    let short = |records, sets, games, learns| invented(records, sets, games, learns, SHORT);
    vec![
        ("usual", short(100, 1, 100, [true, false])),
        ("second", short(40, 1, 50, [false, true])),
        ("both", short(200, 1, 100, [true, true])),
        ("empty", History::default()),
        ("one", short(1, 1, 100, [true, false])),
        ("two", short(2, 1, 100, [true, false])),
        ("many", short(5000, 1, 100, [true, false])),
        ("long", short(300, 50, 1_000_000_000, [true, true])),
        ("plies", invented(100, 1, 1000, [true, true], LONG)),
        (
            "zero",
            History {
                records: vec![Record::default(); 20],
            },
        ),
        ("neither", short(100, 1, 100, [false, false])),
    ]
}

/// A board with one colour for each move.
fn board<G: Game>(game: &G, at: &G::Position, counts: &[u64]) -> (Sketch, Vec<Colour>) {
    let moves = game.moves(at).zip(counts.iter().cycle());
    let colours = moves.map(|(m, &beads)| colour(&[(m, game.write_move(m))], beads));
    (game.sketch(at).for_moves(game.moves(at)), colours.collect())
}

/// The opening box of a rule with one colour for mirror images, after a training of ten games.
fn shared() -> (Sketch, Vec<Colour>) {
    let game = TicTacToe;
    let classes: [(&[u16], u64); 3] = [(&[0, 2, 6, 8], 3), (&[1, 3, 5, 7], 10), (&[4], 11)];
    let colours = classes.map(|(squares, beads)| {
        let moves = squares.iter().map(|&square| Move(square));
        let named: Vec<_> = moves.map(|m| (m, game.write_move(m))).collect();
        colour(&named, beads)
    });
    (game.sketch(&game.start()), colours.to_vec())
}

fn colour(moves: &[(Move, String)], beads: u64) -> Colour {
    let named = |(m, text): &(Move, String)| Named {
        m: *m,
        text: text.clone(),
    };
    Colour {
        moves: moves.iter().map(named).collect(),
        bead: Bead(moves[0].0.0.into()),
        beads,
        value: None,
    }
}

/// Titles that are too long, and texts that are not XML.
fn hostile() -> Vec<(String, Picture)> {
    let history = histories().swap_remove(0).1;
    let training = Training {
        history: &history,
        title: "<&> \u{1}\u{fffe} \"many\" words ".repeat(500),
        subtitle: "x".repeat(20_000),
        sides: ["models/of-an-endless-name.menace".repeat(9), String::new()],
        ..Training::new(&history)
    };
    drawn("hostile", &training)
}

fn boards() -> Vec<(String, Picture)> {
    let draw = |name: &str, (sketch, colours): (Sketch, Vec<Colour>)| {
        let board = Board {
            title: "The opening box".to_owned(),
            subtitle: "tic-tac-toe, first to move, after 10,000 games".to_owned(),
            sketch,
            colours,
            met: !name.starts_with("new"),
            when_empty: "it resigns",
            ..Board::default()
        };
        (format!("box-{name}"), plot::beads(&board))
    };
    let ttt = TicTacToe;
    let start = ttt.start();
    let middle = ttt.read_position("X../.O./X..").unwrap();
    let piles = Nim::new(&[3, 4, 5], matchboxes::games::End::Normal).unwrap();
    let pile = Nim::new(&[3], matchboxes::games::End::Misere).unwrap();
    let othello = |legal: u16| {
        let place = |n: u16| match n {
            14 | 21 => Place::Mark("O".to_owned()),
            15 | 20 => Place::Mark("X".to_owned()),
            n => Place::Move(Move(n)),
        };
        let sketch = Sketch {
            columns: 6,
            places: (0..36).map(place).collect(),
            ..Sketch::default()
        };
        let move_of =
            |(m, beads, text): (u16, u64, &str)| colour(&[(Move(m), text.to_owned())], beads);
        let moves = match legal {
            0 => vec![(36, 3, "pass")],
            _ => vec![
                (8, 120, "c2"),
                (13, 7, "b3"),
                (22, 0, "e4"),
                (27, 1234, "d5"),
            ],
        };
        (sketch, moves.into_iter().map(move_of).collect())
    };
    vec![
        draw(
            "opening",
            board(&ttt, &start, &[4, 0, 12, 1, 77, 0, 5, 3, 24]),
        ),
        draw("even", board(&ttt, &start, &[4])),
        draw("sure", board(&ttt, &middle, &[0, 0, 812, 0, 1, 0])),
        draw("none", board(&ttt, &middle, &[0])),
        draw("new", board(&ttt, &middle, &[4])),
        draw("shared", shared()),
        draw(
            "huge",
            board(&ttt, &start, &[u64::MAX, 1, 123_456, 1_234_567]),
        ),
        draw("nim", board(&piles, &piles.start(), &[1, 8, 21, 0, 3])),
        draw("pile", board(&pile, &pile.start(), &[1, 8, 0])),
        draw("pile-none", board(&pile, &pile.start(), &[0])),
        draw("othello", othello(4)),
        draw("pass", othello(0)),
    ]
}

/// A curve over the whole range of floating-point numbers.
fn far() -> Bands {
    let far = |value: f64| Point {
        x: value,
        low: -value,
        mid: 0.0,
        high: value,
    };
    Bands {
        series: vec![Series {
            name: "far".to_owned(),
            points: [f64::MIN, f64::MIN_POSITIVE, 1e300, f64::MAX]
                .map(far)
                .to_vec(),
            ..Series::default()
        }],
        ..Bands::default()
    }
}

fn comparisons() -> Vec<(String, Picture)> {
    let rules = [
        "michie",
        "bead for bead",
        "no punishment",
        "optimistic",
        "models/long-name-of-a-model-file.menace",
    ];
    let series = |n: usize, name: &str| {
        let point = |x: u32| {
            let x = f64::from(x);
            let place = float(n);
            let mid = 95.0 - 8.0 * place - 40.0 * (-x / (900.0 + 500.0 * place)).exp();
            let wide = 2.0 + 6.0 * (-x / 3000.0).exp();
            Point {
                x,
                low: mid - wide,
                mid,
                high: mid + wide * 0.7,
            }
        };
        Series {
            name: name.to_owned(),
            points: (1..=100).map(|n| point(n * 100)).collect(),
            ..Series::default()
        }
    };
    let bands = |rules: &[&str]| Bands {
        title: "Games not lost against random play".to_owned(),
        subtitle: "100 runs of each rule".to_owned(),
        x_label: "games played".to_owned(),
        y_label: "games not lost (%)".to_owned(),
        y_range: None,
        series: rules
            .iter()
            .enumerate()
            .map(|(n, name)| series(n, name))
            .collect(),
        notes: vec!["line: median of the runs; band: 10% to 90% of them".to_owned()],
        ..Bands::default()
    };
    let many: Vec<String> = (0..30).map(|n| format!("rule {n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let alone = |[x, low, mid, high]: [f64; 4]| Bands {
        y_range: low.is_nan().then_some((0.0, 1.0)),
        series: vec![Series {
            name: "alone".to_owned(),
            points: vec![Point { x, low, mid, high }],
            ..Series::default()
        }],
        ..bands(&[])
    };
    let single = alone([3.0, 0.2, 0.25, 0.3]);
    let nan = alone([0.0, f64::NAN, 0.0, 0.0]);
    vec![
        ("bands-far".to_owned(), plot::bands(&far())),
        ("bands".to_owned(), plot::bands(&bands(&rules))),
        ("bands-two".to_owned(), plot::bands(&bands(&rules[..2]))),
        ("bands-many".to_owned(), plot::bands(&bands(&many))),
        ("panels-many".to_owned(), plot::panels(&bands(&many))),
        ("panels".to_owned(), plot::panels(&bands(&rules))),
        ("panels-none".to_owned(), plot::panels(&bands(&[]))),
        ("bands-none".to_owned(), plot::bands(&bands(&[]))),
        ("bands-single".to_owned(), plot::bands(&single)),
        ("bands-nan".to_owned(), plot::bands(&nan)),
    ]
}

fn tables() -> Vec<(String, Picture)> {
    let table = |names: &[&str]| {
        let cell = |row: usize, column: usize| {
            let value = 0.5 + (float(column) - float(row)) / (2.0 * float(names.len()));
            (row != column).then(|| Cell {
                value,
                text: format!("{value:.2}"),
            })
        };
        let names_of = || names.iter().map(|&name| name.to_owned()).collect();
        let rows = 0..names.len();
        let matrix = Matrix {
            title: "Tournament".to_owned(),
            subtitle: "tic-tac-toe, 1,000 games a pair".to_owned(),
            row_label: "first".to_owned(),
            column_label: "second".to_owned(),
            value_label: "mean score of the first".to_owned(),
            rows: names_of(),
            columns: names_of(),
            cells: rows
                .clone()
                .map(|r| rows.clone().map(|c| cell(r, c)).collect())
                .collect(),
            sums: rows.clone().map(|r| cell(r, names.len() / 2)).collect(),
            sum_label: "mean of both sides".to_owned(),
            bare_label: "grey: cannot meet".to_owned(),
            value_range: None,
        };
        plot::matrix(&matrix)
    };
    let short = ["perfect", "ai12s", "menace", "random"];
    let long = "minimax mcts:1000 ai12s models/first-against-random.menace m3-d2 random discs greedy models/b.menace q r s";
    let long: Vec<&str> = long.split(' ').collect();
    vec![
        ("table".to_owned(), table(&short)),
        ("table-long".to_owned(), table(&long)),
        ("table-none".to_owned(), table(&[])),
        ("table-two".to_owned(), table(&["random", "minimax"])),
    ]
}

/// Bars of these counts in three colours, each with a range.
fn bars(counts: &[u64], groups: usize) -> Picture {
    let bar = |&count: &u64| Bar {
        count,
        range: (count / 2, count.saturating_add(count / 2)),
    };
    let series = |name: &str| BarSeries {
        name: name.to_owned(),
        bars: counts.iter().map(bar).collect(),
    };
    plot::bars(&Bars {
        title: "<&>".repeat(200),
        groups: (0..groups).map(|n| format!("group {n}")).collect(),
        series: ["one", "two", "a name that is much too long for it"]
            .map(series)
            .to_vec(),
        notes: vec!["a remark".to_owned()],
        ..Bars::default()
    })
}

/// Groups that each have rows with these ranges: the lower end, the middle, the upper end.
fn ranges(rows: &[Option<[f64; 3]>], groups: usize) -> Picture {
    let row = |range: &Option<[f64; 3]>| RangeRow {
        name: "a name that is much too long to fit at the left of a row".to_owned(),
        range: range.map(|[low, mid, high]| Range {
            low,
            mid,
            high,
            ..Range::default()
        }),
        remark: "1,234".to_owned(),
        ..RangeRow::default()
    };
    let group = |n: usize| RangeGroup {
        name: format!("group {n}"),
        rows: rows.iter().map(row).collect(),
    };
    plot::ranges(&Ranges {
        title: "<&>".repeat(200),
        groups: (0..groups).map(group).collect(),
        notes: vec!["a remark ".repeat(60)],
        empty_axis: 3_000.0,
        ..Ranges::default()
    })
}

fn front(named: &[(f64, f64)], others: &[(f64, f64)]) -> Picture {
    let named = named.iter().enumerate();
    let named = named.map(|(i, &at)| {
        (
            format!("training {i} {}", "x".repeat(i)),
            [at, (at.0 + 0.5, at.1)],
        )
    });
    plot::front(&Front {
        title: "<&>".repeat(200),
        front: named.collect(),
        others: others.to_vec(),
        notes: vec!["a remark ".repeat(60)],
        ..Front::default()
    })
}

/// Pictures of nothing, of little, of much and of numbers that cannot be drawn.
fn extremes() -> Vec<(String, Picture)> {
    let here = Some([1.0, 2.0, 3.0]);
    let (nan, infinite) = (f64::NAN, f64::INFINITY);
    let endless = [Some([0.0, 1.0, infinite]), Some([1.0, 1e300, 2.0])];
    let others = [(2.0, 1.0), (nan, 1.0)];
    let many: Vec<(f64, f64)> = (0..200_u32)
        .map(|n| (n.into(), f64::from(n).sqrt()))
        .collect();
    let pictures = [
        bars(&[], 0),
        bars(&[], 3),
        bars(&[0, 0], 2),
        bars(&[1, 2, 3], 2),
        bars(&[u64::MAX, 5], 40),
        ranges(&[], 0),
        ranges(&[], 2),
        ranges(&[None], 1),
        ranges(&[Some([0.0; 3])], 1),
        ranges(&[here, None, Some([nan, 1.0, 2.0])], 3),
        ranges(&endless, 1),
        front(&[], &[]),
        front(&[(1.0, 2.0)], &[]),
        front(&[(1.0, 2.0), (3.0, 4.0)], &others),
        front(&[(1.0, 2.0), (infinite, 4.0)], &others),
        front(&many, &many),
        plot::tree(leaves("0"), false, 1),
    ];
    let numbers = (1..).map(|n| format!("extreme-{n}"));
    numbers.zip(pictures).collect()
}

fn all() -> Vec<(String, Picture)> {
    let mut pictures: Vec<_> = histories()
        .iter()
        .flat_map(|(name, history)| of_training(name, history))
        .collect();
    pictures.extend(hostile());
    pictures.extend(extremes());
    pictures.extend(boards());
    pictures.extend(comparisons());
    pictures.extend(tables());
    pictures
}

/// Every picture can be drawn as both kinds. In the short form one in four has its pixels, also for inspection.
#[test]
fn every_picture_is_valid_and_written_for_inspection() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plots");
    fs::create_dir_all(&folder).unwrap();
    for (number, (name, picture)) in all().into_iter().enumerate() {
        let svg = picture.svg();
        assert!(svg.ends_with("</svg>\n"), "{name}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
        fs::write(folder.join(format!("{name}.svg")), svg).unwrap();
        if is_whole() || number.is_multiple_of(4) {
            let png = picture.png().unwrap();
            fs::write(folder.join(format!("{name}.png")), &png).unwrap();
        }
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for ((name, one), (_, two)) in all().into_iter().zip(all()) {
        assert_eq!(one, two, "{name}");
    }
    let (_, history) = histories().swap_remove(0);
    let png = || plot::curve(&training(&history)).png().unwrap();
    assert_eq!(png(), png());
}

#[test]
fn a_png_is_twice_as_large_as_its_svg() {
    let picture = plot::curve(&training(&History::default()));
    assert!(picture.svg().contains("width=\"800\" height=\"500\""));
    let pixels = Pixmap::decode_png(&picture.png().unwrap()).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (1600, 1000));
    let black = |p: &&PremultipliedColorU8| p.red() < 60 && p.green() < 60 && p.blue() < 60;
    let inked = pixels.pixels().iter().filter(black).count();
    assert!(inked > 2000, "no letters: {inked} dark pixels");
}

/// The texts of a picture, without the numbers.
fn texts(picture: &Picture) -> Vec<String> {
    let mut texts = svg_texts(&picture.svg());
    texts.retain(|text| text.contains(char::is_alphabetic));
    texts
}

/// A number that is an attribute of the first element of a text which has it.
fn attribute(text: &str, name: &str) -> f64 {
    let (_, rest) = text.split_once(&format!(" {name}=\"")).unwrap();
    rest.split('"').next().unwrap().parse().unwrap()
}

/// All texts of an SVG.
fn svg_texts(svg: &str) -> Vec<String> {
    let pieces = svg.split("<text ").skip(1);
    let text = |piece: &str| Some(piece.split_once('>')?.1.split_once('<')?.0.to_owned());
    pieces.filter_map(text).collect()
}

/// At every width letters have the same size and begin and end on the paper; without a title nothing of it is there,
/// and no line leaves the range that is asked for.
#[test]
fn pictures_of_any_width_can_be_read() {
    let points = (0..60_u32).map(|n| {
        let (x, mid) = (f64::from(n) * 10_000.0, 50.0 + 50.0 * f64::from(n).sin());
        let (low, high) = (mid - 5.0, mid + 5.0);
        Point { x, low, mid, high }
    });
    let points: Vec<Point> = points.collect();
    let series = [
        "rote",
        "michie-1963-sliding",
        "a rule of one's own, with a long name",
    ];
    let series = series.map(|name| Series {
        name: name.to_owned(),
        points: points.clone(),
        ..Series::default()
    });
    for (width, has_title) in [
        (300, true),
        (400, false),
        (559, true),
        (560, true),
        (2_000, false),
    ] {
        let look = Look {
            width: f64::from(width),
            has_title,
        };
        let bands = Bands {
            title: "A title".to_owned(),
            subtitle: "a line under it".to_owned(),
            x_label: "games played".to_owned(),
            y_label: "first, exactly: loses in the worst case (%)".to_owned(),
            y_range: Some((40.0, 80.0)),
            series: series.clone().into(),
            notes: vec!["line: mean of the runs".to_owned()],
            band_note: "band: at each point 8 runs in 10".to_owned(),
            look,
            ..Bands::default()
        };
        let rows = series.each_ref().map(|series| RangeRow {
            name: series.name.clone(),
            range: Some(Range {
                low: -20.0,
                mid: 3.0,
                high: 30.0,
                ..Range::default()
            }),
            remark: ">3,963; 55 of 60 never".to_owned(),
            ..RangeRow::default()
        });
        let ranges = plot::ranges(&Ranges {
            title: "A title".to_owned(),
            x_label: "difference, in points of a percentage".to_owned(),
            groups: vec![RangeGroup {
                name: "games until first avoids losing in 80 % of its last 500 games".to_owned(),
                rows: rows.into(),
            }],
            look,
            ..Ranges::default()
        });
        for (what, picture) in [
            ("bands", plot::bands(&bands)),
            ("panels", plot::panels(&bands)),
            ("ranges", ranges),
        ] {
            let svg = picture.svg();
            let name = format!("{what} of {width}");
            let wide = attribute(&svg, "width");
            assert!(
                wide >= f64::from(width) && wide <= 1.25 * f64::from(width),
                "{name}"
            );
            assert_eq!(svg.contains("A title"), has_title, "{name}");
            for text in svg.split("<text ").skip(1) {
                let text = format!(" {text}");
                assert!(attribute(&text, "font-size") >= 11.5, "{name}: {text:.60}");
                let words = text.split_once('>').unwrap().1.split_once('<').unwrap().0;
                // On average a letter of the font is wider than this, and a digit wider still.
                let is_number = words
                    .chars()
                    .all(|letter| letter.is_ascii_digit() || letter == ',');
                let letter = if is_number { 0.57 } else { 0.45 };
                let long =
                    float(words.chars().count() as u64) * letter * attribute(&text, "font-size");
                let left = if text.contains("\"end\"") {
                    attribute(&text, "x") - long
                } else if text.contains("\"middle\"") {
                    attribute(&text, "x") - long / 2.0
                } else {
                    attribute(&text, "x")
                };
                let is_turned = text.contains("rotate");
                assert!(is_turned || left >= -1.0, "{name}: {words}");
                assert!(is_turned || left + long <= wide + 1.0, "{name}: {words}");
            }
        }
    }
}

#[test]
fn a_curve_has_a_title_labels_and_notes() {
    let (_, history) = histories().swap_remove(0);
    let curve = plot::curve(&training(&history));
    assert_eq!(
        texts(&curve),
        [
            "MENACE (first) learns against random play",
            "tic-tac-toe, rule michie, seed 1, run 0, 100 sets of 100 games",
            "share of games (%)",
            "games played",
            "dots: 100 games each; lines: mean of the last 1,000 games, its last value next to the name",
            // From top to bottom, by the ends of the lines.
            "first not lost",
            "first wins",
            "draw",
            "second wins",
        ]
    );
    let last = history.last(10);
    let won = format!(
        "{:.1}%",
        float(100 * last.results.first_wins) / float(last.results.games())
    );
    assert!(curve.svg().contains(&format!(">{won}<")));
}

#[test]
fn each_learner_has_its_lines() {
    let lines = |learns: [bool; 2]| {
        let history = invented(50, 1, 100, learns, SHORT);
        let training = training(&history);
        let pictures = [plot::curve, plot::boxes, plot::missing_colour].map(|draw| draw(&training));
        pictures.map(|p| p.svg())
    };
    let [curve, boxes, missing_colour] = lines([true, true]);
    assert!(!curve.contains("not lost"));
    assert!(boxes.contains(">first<") && boxes.contains(">second<"));
    assert!(missing_colour.contains("ply 6") && missing_colour.contains("ply 7"));
    assert!(
        missing_colour.contains("boxes of first") && missing_colour.contains("boxes of second")
    );

    let [curve, boxes, missing_colour] = lines([false, true]);
    assert!(curve.contains("second not lost"));
    assert!(!boxes.contains(">first<") && boxes.contains(">second<"));
    assert!(!missing_colour.contains("ply 6") && missing_colour.contains("ply 7"));
}

#[test]
fn an_empty_box_resigns() {
    let (_, none) = boards().into_iter().find(|b| b.0 == "box-none").unwrap();
    assert!(none.svg().contains("resigns"));
    let (_, sure) = boards().into_iter().find(|b| b.0 == "box-sure").unwrap();
    assert!(sure.svg().contains("813 beads in all"));
    assert!(sure.svg().contains("&gt;99%") && sure.svg().contains(">X<"));
}

#[test]
fn a_shared_colour_counts_once() {
    let (_, shared) = boards().into_iter().find(|b| b.0 == "box-shared").unwrap();
    let svg = shared.svg();
    svg.has([">24 beads in all<"]);
    let times = |text: &str| svg.matches(&format!(">{text}<")).count();
    assert_eq!(["3.1%", "10%", "46%"].map(times), [4, 4, 1]);
    assert_eq!(["A", "B", "C"].map(times), [4, 4, 0]);
    let (_, new) = boards().into_iter().find(|b| b.0 == "box-new").unwrap();
    let words = "Not met yet: it would be filled with 24 beads.";
    assert!(new.svg().contains(words));
}

/// The percentages of a picture in order, each as the range of values that it may stand for.
fn percentages(svg: &str) -> Vec<(f64, f64)> {
    let texts = svg_texts(svg);
    let texts = texts.iter().filter_map(|text| text.strip_suffix('%'));
    let read = |text: &str| match text {
        "&lt;0.1" => (0.0, 0.1),
        "&gt;99" => (99.5, 100.0),
        text => {
            let half = if text.contains('.') {
                0.050_01
            } else {
                0.500_01
            };
            let value: f64 = text.parse().unwrap();
            (value - half, value + half)
        }
    };
    texts.map(read).collect()
}

/// A box has one content, in a picture, for a player and in the file. The short form has one side of each rule, in turn.
#[test]
fn pictures_players_and_boxes_agree_under_every_rule() {
    let place = crate::place::Place::new();
    let game = TicTacToe;
    let positions = [
        ("first", ".../.../..."),
        ("first", "X.O/.../..."),
        ("first", "XO./.X./..O"),
        ("second", "X../.../..."),
        ("second", ".../.X./..."),
        ("second", ".X./.O./.X."),
    ];
    let mut unmet = 0;
    for (number, rule) in matchboxes::learn::names().into_iter().enumerate() {
        let sides = ["first", "second"];
        for learner in whole_or(&sides[..], &sides[number % 2..=number % 2]) {
            let name = format!("{rule}-{learner}.menace");
            let train = format!("train --rule {rule} --learner {learner} --sets 2 --plots none");
            place.ok(&format!("{train} --games-per-set 20 --out {name}"));
            let model = store::read(&place.at(&name)).unwrap();
            for (_, text) in positions.iter().filter(|(side, _)| side == learner) {
                let at = game.read_position(text).unwrap();
                if !model.layout().has_box(&game, &at) {
                    continue;
                }
                let line = format!("explain {name} --position {text} --json");
                let explained = place.json(&line);
                let line = format!("plot {name} --position {text} --plots svg");
                let picture = place.ok(&line);
                let svg = fs::read_to_string(place.at(picture.trim())).unwrap();

                let moves = explained["moves"].as_array().unwrap();
                let drawn = percentages(&svg);
                assert!(drawn.len() >= moves.len(), "{rule} {text}");
                for (played, (from, to)) in moves.iter().zip(drawn) {
                    let chance = played["probability"].as_f64().unwrap() * 100.0;
                    assert!((from..=to).contains(&chance), "{rule} {text} {played}");
                }
                let placed = model.layout().place(&game, &at);
                let side = game.side(&at).index();
                let table = model.tables[side].as_ref().unwrap();
                let expected = if let Some((values, _)) = table.values_of(placed.key) {
                    let view = BoxView::at(&game, &model, &at).unwrap();
                    let shown = view
                        .colours
                        .iter()
                        .map(|colour| colour.value.unwrap().units);
                    assert_eq!(shown.collect::<Vec<_>>(), values, "{rule} {text}");
                    format!(">{}<", view.colours[0].value.unwrap())
                } else if model.rule().values().is_some() {
                    unmet += 1;
                    ">Not met yet: the values of the rule.<".to_owned()
                } else if let Some(matchbox) = table.get(placed.key) {
                    let total: u64 = matchbox.beads.iter().sum();
                    format!(">{} in all<", beads(total))
                } else {
                    unmet += 1;
                    ">Not met yet: it would be filled with ".to_owned()
                };
                assert!(svg.contains(&expected), "{rule} {text} {expected}");
            }
        }
    }
    assert!(unmet > 0, "no box that was not met");
}

/// This number of beads, written as in the pictures.
fn beads(total: u64) -> String {
    match total {
        1_000_000.. => format!("{:.2e} beads", float(total)),
        1_000.. => format!("{},{:03} beads", total / 1_000, total % 1_000),
        _ => format!("{total} beads"),
    }
}

#[test]
fn a_sketch_of_any_shape_is_drawn() {
    for columns in 0..4 {
        for places in 0..7 {
            let sketch = Sketch {
                columns,
                places: vec![Place::Empty; places],
                ..Sketch::default()
            };
            let board = Board {
                sketch,
                met: true,
                ..Board::default()
            };
            plot::beads(&board).png().unwrap();
        }
    }
}

#[test]
fn curves_of_short_trainings_show_groups_of_games() {
    let count_circles = |games: u64, notes: &str| {
        let history = invented(games, 1, 1, [true, false], SHORT);
        let curve = plot::curve(&training(&history));
        assert!(curve.svg().contains(notes), "{games}: {:?}", texts(&curve));
        curve.svg().matches("<circle").count()
    };
    // A dot for each game on two or three lines, and the points of four lines.
    let circles = count_circles(10, "dots: single games; lines: mean of all games so far");
    assert!((50..=60).contains(&circles), "{circles}");
    let notes = "dots: 20 games each; lines: mean of the last 200 games";
    assert_eq!(count_circles(1_000, notes), 4 * 50);
}

#[test]
fn the_games_a_line_is_a_mean_of_do_not_depend_on_the_size_of_the_sets() {
    for (sets, draws, mean) in [
        (10, 1, "all games so far"),
        (40, 1, "the last 20 games"),
        (1_000, 1, "the last 200 games"),
        (10, 100, "the last 200 games"),
        (100, 100, "the last 1,000 games"),
        (1_000, 10, "the last 1,000 games"),
        (100, 1_000, "the last 10,000 games"),
    ] {
        let mut record = Record {
            sets: 1,
            ..Record::default()
        };
        record.results.draws = draws;
        let history = History {
            records: vec![record; sets],
        };
        let svg = plot::curve(&training(&history)).svg();
        assert!(svg.contains(&format!("lines: mean of {mean}, its last value")));
    }
}

/// A training of the first side in which all sets have the same results.
fn alike(sets: usize, draws: u64) -> History {
    let record = Record {
        sets: 1,
        results: Results {
            first_wins: 60,
            draws,
            second_wins: 40,
        },
        snapshots: [Some(Snapshot::default()), None],
        ..Record::default()
    };
    History {
        records: vec![record; sets],
    }
}

#[test]
fn the_line_that_covers_another_is_drawn_first() {
    // Without draws the games not lost are the games won, so the two lines coincide.
    let history = alike(50, 0);
    let curve = plot::curve(&training(&history));
    let svg = curve.svg();
    let lines = || svg.lines().filter(|l| l.starts_with("<polyline"));
    let place = |colour: &str| {
        let drawn = |line: &str| line.contains(colour) && line.matches(',').count() > 40;
        lines().position(drawn).unwrap()
    };
    let (whole, won) = (place("#1a1a1a"), place("#0072b2"));
    assert!(whole < won, "{whole} {won}");
    let width = |at: usize| attribute(lines().nth(at).unwrap(), "stroke-width");
    assert!(width(whole) >= width(won) + 1.0);
}

#[test]
fn a_pile_of_nim_has_a_row_and_a_board_has_coordinates() {
    let piles = Nim::new(&[3, 4, 5], matchboxes::games::End::Normal).unwrap();
    let at = piles.read_position("2 0 4 first").unwrap();
    let sketch = piles.sketch(&at);
    assert_eq!((sketch.columns, sketch.places.len()), (4, 8));
    assert!(!sketch.has_coordinates(|m| Some(piles.write_move(m))));
    let sketch = TicTacToe.sketch(&TicTacToe.start());
    assert!(sketch.has_coordinates(|m| Some(TicTacToe.write_move(m))));
    let (_, nim) = boards().into_iter().find(|b| b.0 == "box-nim").unwrap();
    assert!(
        ["a1", "b4", "c5"]
            .iter()
            .all(|m| texts(&nim).iter().any(|text| text == m))
    );
}

#[test]
fn a_table_shows_its_sums_and_explains_grey() {
    let (_, table) = tables().into_iter().find(|t| t.0 == "table").unwrap();
    let texts = texts(&table);
    let has = |text: &str| texts.iter().any(|t| t == text);
    assert!(has("mean of both sides") && has("grey: cannot meet"));
    let svg = table.svg();
    assert!(svg.contains(">25%<") && svg.contains(">100%<"));
}

#[test]
fn a_curve_without_draws_has_no_line_for_draws() {
    let drawn = |draws: u64| {
        let curve = plot::curve(&Training::new(&alike(20, draws)));
        texts(&curve).contains(&"draw".to_owned())
    };
    assert_eq!([0, 1].map(drawn), [false, true]);
}

#[test]
fn moves_from_square_to_square_are_listed_below_the_board() {
    let game = Hexapawn::new(3, 3).unwrap();
    let at = game.read_position("OOO/X../.XX O").unwrap();
    let (sketch, colours) = board(&game, &at, &[2, 1, 0]);
    let draw = |stones: kit::KitBoard| {
        let board = Board {
            sketch: sketch.clone(),
            stones,
            colours: colours.clone(),
            met: true,
            ..Board::default()
        };
        let picture = plot::beads(&board);
        svg_texts(&picture.svg()).join(" ")
    };
    let stones = kit::KitBoard::new(&game, &at);
    let shown = draw(stones);
    shown.has(["c1-c2 0 0% a b c 1 2 3 O O O X X X "]);
    assert!(!draw(kit::KitBoard::default()).contains('X'));
}

/// The game's 161,029 positions are more than are solved unless requested, but few enough for a picture.
#[test]
fn growth_includes_perfect_play_if_that_takes_about_a_second() {
    let place = crate::place::Place::new();
    let train = "train --game connect-four:4x4 --sets 2 --games-per-set 20 --keep-every 1";
    place.ok(&format!("{train} --plots none --out g.menace"));
    let path = place.ok("plot g.menace --copies --plots svg");
    let svg = fs::read_to_string(place.at(path.trim())).unwrap();
    let texts = svg_texts(&svg);
    let has = |text: &str| texts.iter().any(|t| t == text);
    assert!(has("random") && has("perfect"), "{texts:?}");
    assert!(texts[0].starts_with("Connect four 4x4: "), "{texts:?}");
}

#[test]
fn a_small_table_fills_the_width_of_its_picture() {
    let (_, two) = tables().into_iter().find(|t| t.0 == "table-two").unwrap();
    let svg = two.svg();
    let numbers = svg.lines().filter(|line| line.contains(">100%<"));
    let right = numbers.map(|line| attribute(line, "x")).fold(0.0, f64::max);
    let width = attribute(&svg, "width");
    assert!(width - right < 110.0, "{width} {right}");
}

#[test]
fn every_bar_has_its_number() {
    let svg = bars(&[1_234, 56], 2).svg();
    assert_eq!(svg.matches(">1,234</text>").count(), 3);
    assert_eq!(svg.matches(">56</text>").count(), 3);
    assert!(svg.contains(">group 1</text>") && svg.contains(">a remark</text>"));
}

#[test]
fn every_row_has_its_remark_and_a_dot_if_it_has_a_range() {
    let here = Some([5.0, 6.0, 9.0]);
    let svg = ranges(&[here, None, here], 2).svg();
    assert_eq!(svg.matches(">1,234</text>").count(), 6);
    assert_eq!(svg.matches("<circle").count(), 4);
    assert!(svg.contains(">10</text>") && !svg.contains(">3,000</text>"));
    // Without any range the axis goes as far as is said.
    assert!(ranges(&[None], 1).svg().contains(">3,000</text>"));
}

#[test]
fn every_finite_dot_is_drawn_and_those_on_the_front_are_named() {
    let others = [(2.0, 1.0), (f64::NAN, 1.0)];
    let svg = front(&[(1.0, 2.0), (f64::INFINITY, 4.0)], &others).svg();
    assert!(svg.contains(">training 0 </text>") || svg.contains(">training 0</text>"));
    assert!(!svg.contains("training 1"));
    let dots = front(&[], &[(1.0, 2.0), (2.0, 1.0)]).svg();
    assert_eq!(dots.matches("<circle").count(), 2);
}

/// The given number of curves, each through these places.
fn curves(number: u32, places: &[f64]) -> Bands {
    let point = |x: f64| Point {
        x,
        low: 1.0,
        mid: 2.0,
        high: 3.0,
    };
    let series = |n: u32| Series {
        name: format!("curve {n}"),
        points: places.iter().copied().map(point).collect(),
        ..Series::default()
    };
    Bands {
        series: (0..number).map(series).collect(),
        y_range: Some((0.0, 4.0)),
        ..Bands::default()
    }
}

#[test]
fn the_horizontal_axis_begins_at_0_or_says_that_it_does_not() {
    let has = |svg: &str, text: &str| svg.contains(&format!(">{text}</text>"));
    let drawn = |places: &[f64]| plot::bands(&curves(1, places)).svg();
    let single = drawn(&[100.0]);
    assert!(has(&single, "0") && has(&single, "100") && !has(&single, "150"));
    let late = drawn(&[5_000.0, 10_000.0]);
    assert!(has(&late, "0") && has(&late, "2,000") && has(&late, "10,000"));
    assert!(!late.contains("does not begin"));
    let cut = plot::bands(&Bands {
        x_range: Some((6_000.0, 9_000.0)),
        ..curves(1, &[5_000.0, 7_000.0, 8_000.0, 10_000.0])
    });
    let cut = cut.svg();
    assert!(!has(&cut, "0") && has(&cut, "6,000") && !has(&cut, "10,000"));
    assert!(cut.contains("the horizontal axis does not begin at 0"));
}

#[test]
fn many_curves_are_drawn_without_bands() {
    let drawn = |number| plot::bands(&curves(number, &[0.0, 1.0, 2.0])).svg();
    let filled = |number| drawn(number).matches("<polygon").count();
    assert_eq!([1, 4, 5, 30].map(filled), [1, 4, 0, 0]);
    assert!(!drawn(4).contains("left out"));
    assert!(drawn(5).contains("left out"));
}

/// The whole tree with these leaves.
fn leaves(text: &str) -> TreeView {
    let record = 10;
    let limits = Limits {
        record,
        ..Limits::default()
    };
    TreeView::of_leaves(&TextTree::parse(text).unwrap(), "minimax", limits).unwrap()
}

#[test]
fn boxes_of_one_row_do_not_overlap_and_a_parent_is_above_its_children() {
    let mut tree = leaves("((3 5) 2)");
    let long = "a long line at the root of a small tree, wider than all below";
    let lines = [long, "left", "far below, and rather long", "x", "right"];
    for (node, line) in tree.nodes.iter_mut().zip(lines) {
        line.clone_into(&mut node.position);
    }
    let svg = plot::tree(tree, true, 5).svg();
    // The left edge, the right edge and the height of each box; the first rectangle is the paper.
    let rects = svg.lines().filter(|line| line.starts_with("<rect x="));
    let boxes: Vec<(f64, f64, f64)> = rects
        .map(|rect| {
            let [x, y, width] = ["x", "y", "width"].map(|name| attribute(rect, name));
            (x, x + width, y)
        })
        .collect();
    let [root, left, below, beside, right] = boxes[..] else {
        panic!("{svg}")
    };
    assert!(left.1 < right.0 && below.1 < beside.0);
    assert!(left.0 >= root.0 && right.1 <= root.1);
    assert!(root.0 >= 0.0 && root.1 <= attribute(&svg, "width"));
    let same = |one: f64, other: f64| (one - other).abs() < 1e-9;
    assert!(same(left.2, right.2) && same(below.2, beside.2));
    assert!(root.2 < left.2 && left.2 < below.2);
}
