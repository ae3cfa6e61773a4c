//! Draws every picture, of ordinary trainings and of extreme ones.
//!
//! The pictures are written to `target/tmp/plots` for inspection.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use crate::place::{Text as _, attribute, svg_texts};
use std::fs;
use std::path::Path;

use matchboxes::game::{Game, Move, Place, Results, Sketch};
use matchboxes::games::{Hexapawn, Nim, Othello, TicTacToe, parse};
use matchboxes::kit::{self, Bead};
use matchboxes::learn::{self, History, Learners, Record, Snapshot, preset};
use matchboxes::search::synthetic::TextTree;
use matchboxes::search::{Limits, TreeView};
use matchboxes::text::float;
use matchboxes_pictures::plot::{
    self, Bands, Bar, BarSeries, Bars, Board, Cell, Colour, Front, Heading, Look, Matrix, Picture,
    Point, Range, RangeGroup, RangeRow, Ranges, Series, Training,
};

use crate::whole::is_whole;

/// The history of a training against random play, or against itself.
fn learnt(game: &str, learners: Learners, [sets, games]: [u64; 2]) -> History {
    let rule = preset("rote").unwrap();
    let training = learn::Training::new(parse(game).unwrap(), rule).learners(learners);
    let mut run = training.games_per_set(games).begin().unwrap();
    run.play(sets);
    run.history().clone()
}

/// The same of tic-tac-toe.
fn short(learners: Learners, size: [u64; 2]) -> History {
    learnt("tic-tac-toe", learners, size)
}

fn training(history: &History) -> Training<'_> {
    Training {
        heading: Heading::new(
            "MENACE (first) learns against random play",
            "tic-tac-toe, rule michie, seed 1, run 0, 100 sets of 100 games",
        ),
        ..Training::new(history)
    }
}

/// All pictures of a training.
fn pictures(training: &Training<'_>) -> [Picture; 3] {
    [plot::curve, plot::boxes, plot::missing_colour].map(|draw| draw(training))
}

/// The same, with their names.
fn drawn(name: &str, training: &Training<'_>) -> Vec<(String, Picture)> {
    let names = ["curve", "boxes", "missing-colour"].map(|kind| format!("{name}-{kind}"));
    names.into_iter().zip(pictures(training)).collect()
}

fn histories() -> Vec<(&'static str, History)> {
    use Learners::{Both, First, Second};
    let mut long = short(Both, [300, 50]);
    for record in &mut long.records {
        record.results = record.results.map(|n| n * 1_000_000_000);
    }
    let mut neither = short(First, [100, 100]);
    for record in &mut neither.records {
        record.snapshots = [None, None];
    }
    let records = vec![Record::default(); 20];
    vec![
        ("usual", short(First, [100, 100])),
        ("both", short(Both, [200, 100])),
        ("empty", History::default()),
        ("one", short(First, [1, 100])),
        ("two", short(Second, [2, 100])),
        ("many", short(First, [4_000, 1])),
        ("long", long),
        ("plies", learnt("othello:6", Both, [20, 10])),
        ("zero", History { records }),
        ("neither", neither),
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
    Colour {
        moves: moves.to_vec(),
        bead: Bead(moves[0].0.0.into()),
        beads,
        value: None,
    }
}

/// Titles that are too long, and texts that are not XML.
fn hostile() -> Vec<(String, Picture)> {
    let history = histories().swap_remove(0).1;
    let training = Training {
        heading: Heading::new(
            "<&> \u{1}\u{fffe} \"many\" words ".repeat(500),
            "x".repeat(20_000),
        ),
        ..Training::new(&history)
    };
    drawn("hostile", &training)
}

fn boards() -> Vec<(String, Picture)> {
    let draw = |name: &str, (sketch, colours): (Sketch, Vec<Colour>)| {
        let board = Board {
            heading: Heading::new(
                "The opening box",
                "tic-tac-toe, first to move, after 10,000 games",
            ),
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
    let othello = Othello::new(6).unwrap();
    let opening = [4, 0, 12, 1, 77, 0, 5, 3, 24];
    let huge = [u64::MAX, 1, 123_456, 1_234_567];
    let replies = [120, 7, 0, 1234];
    let passing = vec![colour(&[(Move(36), "pass".to_owned())], 3)];
    vec![
        draw("opening", board(&ttt, &start, &opening)),
        draw("even", board(&ttt, &start, &[4])),
        draw("sure", board(&ttt, &middle, &[0, 0, 812, 0, 1, 0])),
        draw("none", board(&ttt, &middle, &[0])),
        draw("new", board(&ttt, &middle, &[4])),
        draw("shared", shared()),
        draw("huge", board(&ttt, &start, &huge)),
        draw("nim", board(&piles, &piles.start(), &[1, 8, 21, 0, 3])),
        draw("pile", board(&pile, &pile.start(), &[1, 8, 0])),
        draw("pile-none", board(&pile, &pile.start(), &[0])),
        draw("othello", board(&othello, &othello.start(), &replies)),
        draw("pass", (othello.sketch(&othello.start()), passing)),
    ]
}

/// The picture of a box, as text.
fn board_svg(name: &str) -> String {
    let mut all = boards().into_iter();
    all.find(|b| b.0 == format!("box-{name}")).unwrap().1.svg()
}

/// A curve over the whole range of floating-point numbers.
fn far() -> Bands {
    let far = [f64::MIN, f64::MIN_POSITIVE, 1e300, f64::MAX];
    let points = far.map(|x| Point {
        x,
        low: -x,
        mid: 0.0,
        high: x,
    });
    let series = vec![series("far", &points)];
    Bands {
        series,
        ..Bands::default()
    }
}

fn series(name: &str, points: &[Point]) -> Series {
    Series {
        name: name.to_owned(),
        points: points.to_vec(),
        ..Series::default()
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
    let curve = |(n, name): (usize, &&str)| {
        let point = |x: u32| {
            let (x, place) = (f64::from(x), float(n as u64));
            let mid = 95.0 - 8.0 * place - 40.0 * (-x / (900.0 + 500.0 * place)).exp();
            let wide = 2.0 + 6.0 * (-x / 3000.0).exp();
            let (low, high) = (mid - wide, mid + wide * 0.7);
            Point { x, low, mid, high }
        };
        let points: Vec<Point> = (1..=100).map(|n| point(n * 100)).collect();
        series(name, &points)
    };
    let bands = |rules: &[&str]| Bands {
        heading: Heading::new(
            "Games not lost against random play",
            "100 runs of each rule",
        ),
        x_label: "games played".to_owned(),
        y_label: "games not lost (%)".to_owned(),
        series: rules.iter().enumerate().map(curve).collect(),
        notes: vec!["line: median of the runs; band: 10% to 90% of them".to_owned()],
        ..Bands::default()
    };
    let many: Vec<String> = (0..30).map(|n| format!("rule {n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let alone = |[x, low, mid, high]: [f64; 4]| Bands {
        y_range: low.is_nan().then_some((0.0, 1.0)),
        series: vec![series("alone", &[Point { x, low, mid, high }])],
        ..bands(&[])
    };
    let all = [
        ("far", far()),
        ("five", bands(&rules)),
        ("many", bands(&many)),
        ("none", bands(&[])),
        ("single", alone([3.0, 0.2, 0.25, 0.3])),
        ("nan", alone([0.0, f64::NAN, 0.0, 0.0])),
    ];
    let drawn = all.iter().flat_map(|(name, all)| {
        [
            (format!("bands-{name}"), plot::bands(all)),
            (format!("panels-{name}"), plot::panels(all)),
        ]
    });
    drawn.collect()
}

/// The table of a tournament of these players.
fn table(names: &str) -> Picture {
    let names: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
    let rows = 0..names.len();
    let cell = |row: usize, column: usize| {
        let number = |n: usize| float(n as u64);
        let value = 0.5 + (number(column) - number(row)) / (2.0 * number(names.len()));
        let text = format!("{value:.2}");
        (row != column).then_some(Cell { value, text })
    };
    let row = |r| rows.clone().map(|c| cell(r, c)).collect();
    plot::matrix(&Matrix {
        heading: Heading::new("Tournament", "tic-tac-toe, 1,000 games a pair"),
        row_label: "first".to_owned(),
        column_label: "second".to_owned(),
        value_label: "mean score of the first".to_owned(),
        rows: names.clone(),
        columns: names.clone(),
        cells: rows.clone().map(row).collect(),
        sums: rows.clone().map(|r| cell(r, names.len() / 2)).collect(),
        sum_label: "mean of both sides".to_owned(),
        bare_label: "grey: cannot meet".to_owned(),
        ..Matrix::default()
    })
}

fn tables() -> Vec<(String, Picture)> {
    let long = "minimax mcts:1000 ai12s models/first-against-random.menace m3-d2 random discs greedy models/b.menace q r s";
    let all = ["perfect ai12s menace random", long, "", "random minimax"];
    let named = all.map(|names| (format!("table-{}", names.len()), table(names)));
    named.to_vec()
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
        heading: Heading::new("<&>".repeat(200), ""),
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
        heading: Heading::new("<&>".repeat(200), ""),
        groups: (0..groups).map(group).collect(),
        notes: vec!["a remark ".repeat(60)],
        empty_axis: 3_000.0,
        ..Ranges::default()
    })
}

fn front(named: &[(f64, f64)], others: &[(f64, f64)]) -> Picture {
    let named = named.iter().enumerate().map(|(i, &at)| {
        let name = format!("training {i} {}", "x".repeat(i));
        (name, [at, (at.0 + 0.5, at.1)])
    });
    plot::front(&Front {
        heading: Heading::new("<&>".repeat(200), ""),
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
        plot::tree(leaves("0"), false, 1, Look::default()),
    ];
    let shapes = (0..4).flat_map(|columns| (0..7).map(move |places| (columns, places)));
    let sketches = shapes.map(|(columns, places)| {
        let sketch = Sketch {
            columns,
            places: vec![Place::Empty; places],
            ..Sketch::default()
        };
        plot::beads(&Board {
            sketch,
            met: true,
            ..Board::default()
        })
    });
    let numbers = (1..).map(|n| format!("extreme-{n}"));
    numbers.zip(pictures.into_iter().chain(sketches)).collect()
}

fn all() -> Vec<(String, Picture)> {
    let mut pictures: Vec<_> = histories()
        .iter()
        .flat_map(|(name, history)| drawn(name, &training(history)))
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

/// The texts of a picture, without the numbers.
fn texts(picture: &Picture) -> Vec<String> {
    let svg = picture.svg();
    let texts = svg_texts(&svg).into_iter();
    let texts = texts.filter(|text| text.contains(char::is_alphabetic));
    texts.map(str::to_owned).collect()
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
    let names = [
        "rote",
        "michie-1963-sliding",
        "a rule of one's own, with a long name",
    ];
    for (width, has_title) in [
        (300.0, true),
        (400.0, false),
        (559.0, true),
        (560.0, true),
        (2_000.0, false),
    ] {
        let heading = Heading {
            look: Look { width, has_title },
            ..Heading::new("A title", "a line under it")
        };
        let bands = Bands {
            heading: heading.clone(),
            x_label: "games played".to_owned(),
            y_label: "first, exactly: loses in the worst case (%)".to_owned(),
            y_range: Some((40.0, 80.0)),
            series: names.map(|name| series(name, &points)).into(),
            notes: vec!["line: mean of the runs".to_owned()],
            band_note: "band: at each point 8 runs in 10".to_owned(),
            ..Bands::default()
        };
        let [low, mid, high] = [-20.0, 3.0, 30.0];
        let rows = names.map(|name| RangeRow {
            name: name.to_owned(),
            range: Some(Range {
                low,
                mid,
                high,
                ..Range::default()
            }),
            remark: ">3,963; 55 of 60 never".to_owned(),
            ..RangeRow::default()
        });
        let ranges = plot::ranges(&Ranges {
            heading: heading.clone(),
            x_label: "difference, in points of a percentage".to_owned(),
            groups: vec![RangeGroup {
                name: "games until first avoids losing in 80 % of its last 500 games".to_owned(),
                rows: rows.into(),
            }],
            ..Ranges::default()
        });
        let mut all = vec![plot::bands(&bands), plot::panels(&bands), ranges];
        for learners in [Learners::First, Learners::Both] {
            let history = short(learners, [30, 50]);
            let titled = Training {
                heading: heading.clone(),
                ..Training::new(&history)
            };
            all.extend(pictures(&titled));
        }
        for picture in all {
            let svg = picture.svg();
            let wide = attribute(&svg, "width");
            assert!((width..=1.25 * width).contains(&wide), "{width}: {wide}");
            assert_eq!(svg.contains("A title"), has_title, "{width}");
            for text in svg.split("<text").skip(1) {
                let size = attribute(text, "font-size");
                assert!(size >= 11.5, "{width}: {text:.60}");
                let words = text.split_once('>').unwrap().1.split_once('<').unwrap().0;
                // On average a letter of the font is wider than this, and a digit wider still.
                let is_number = words.chars().all(|c| c.is_ascii_digit() || c == ',');
                let letter = if is_number { 0.57 } else { 0.45 };
                let long = float(words.chars().count() as u64) * letter * size;
                let share = match text {
                    _ if text.contains("\"end\"") => 1.0,
                    _ if text.contains("\"middle\"") => 0.5,
                    _ => 0.0,
                };
                let left = attribute(text, "x") - share * long;
                let is_inside = left >= -1.0 && left + long <= wide + 1.0;
                assert!(is_inside || text.contains("rotate"), "{width}: {words}");
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
    let lines = |learners: Learners| {
        let history = short(learners, [50, 100]);
        pictures(&training(&history)).map(|picture| picture.svg())
    };
    let [curve, boxes, missing_colour] = lines(Learners::Both);
    curve.lacks(["not lost"]);
    boxes.has([">first<", ">second<"]);
    missing_colour.has(["ply 6", "ply 7", "boxes of first", "boxes of second"]);

    let [curve, boxes, missing_colour] = lines(Learners::Second);
    curve.has(["second not lost"]);
    assert!(!boxes.contains(">first<") && boxes.contains(">second<"));
    assert!(!missing_colour.contains("ply 6") && missing_colour.contains("ply 7"));
}

#[test]
fn an_empty_box_resigns() {
    board_svg("none").has(["resigns"]);
    board_svg("sure").has(["813 beads in all", "&gt;99%", ">X<"]);
}

#[test]
fn a_shared_colour_counts_once() {
    let svg = board_svg("shared");
    svg.has([">24 beads in all<"]);
    let times = |text: &str| svg.matches(&format!(">{text}<")).count();
    assert_eq!(["3.1%", "10%", "46%"].map(times), [4, 4, 1]);
    assert_eq!(["A", "B", "C"].map(times), [4, 4, 0]);
    board_svg("new").has(["Not met yet: it would be filled with 24 beads."]);
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
        let svg = plot::curve(&training(&alike(sets, [0, draws, 0]))).svg();
        svg.has([format!("lines: mean of {mean}, its last value")]);
    }
}

/// A training of the first side in which all sets have the same results.
fn alike(sets: usize, [first_wins, draws, second_wins]: [u64; 3]) -> History {
    let record = Record {
        sets: 1,
        results: Results {
            first_wins,
            draws,
            second_wins,
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
    let svg = plot::curve(&training(&alike(50, [60, 0, 40]))).svg();
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
fn a_pile_of_nim_has_a_row() {
    let piles = Nim::new(&[3, 4, 5], matchboxes::games::End::Normal).unwrap();
    let at = piles.read_position("2 0 4 first").unwrap();
    let sketch = piles.sketch(&at);
    assert_eq!((sketch.columns, sketch.places.len()), (4, 8));
    assert!(!sketch.has_coordinates(|m| Some(piles.write_move(m))));
    board_svg("nim").has([">a1<", ">b4<", ">c5<"]);
}

#[test]
fn a_table_shows_its_sums_and_explains_grey() {
    let svg = table("perfect ai12s menace random").svg();
    svg.has([">mean of both sides<", ">grey: cannot meet<"]);
    svg.has([">25%<", ">100%<"]);
}

#[test]
fn a_curve_without_draws_has_no_line_for_draws() {
    let drawn = |draws: u64| {
        let curve = plot::curve(&Training::new(&alike(20, [60, draws, 40])));
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

#[test]
fn a_small_table_fills_the_width_of_its_picture() {
    let svg = table("random minimax").svg();
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
    let [low, mid, high] = [1.0, 2.0, 3.0];
    let points: Vec<Point> = places
        .iter()
        .map(|&x| Point { x, low, mid, high })
        .collect();
    let curve = |n: u32| series(&format!("curve {n}"), &points);
    Bands {
        series: (0..number).map(curve).collect(),
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

/// Pictures with a part of the curves each have all of them together, in their order and on the same axes.
#[test]
fn curves_too_many_for_a_picture_go_on_in_others() {
    let all = curves(9, &[0.0, 10.0, 2000.0]);
    let parts = all.clone().parts(6);
    let name = |one: &Series| one.name.clone();
    let together = parts.iter().flat_map(|part| &part.series).map(name);
    assert!(together.eq(all.series.iter().map(name)));
    let lengths: Vec<usize> = parts.iter().map(|part| part.series.len()).collect();
    assert_eq!(lengths, [5, 4]);
    let axes = |part: &Bands| (part.x_range, part.y_range);
    assert_eq!(axes(&parts[0]), axes(&parts[1]));
    assert!(plot::bands(&parts[1]).svg().contains("picture 2 of 2"));
    assert_eq!(all.clone().parts(9).len(), 1);
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
    let svg = plot::tree(tree, true, 5, Look::default()).svg();
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
