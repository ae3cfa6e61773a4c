//! Text for people at every width: what is wrapped, what is left out, what is split.

use matchboxes_report::Layout;

fn layout(width: Option<usize>) -> Layout {
    Layout {
        width,
        ..Layout::default()
    }
}

fn rows(text: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| line.split('|').map(str::to_owned).collect();
    text.lines().map(cells).collect()
}

#[test]
fn the_least_important_columns_go_first_and_an_error_with_its_mean() {
    let table = rows("|mean|error|least|most\nall wins|12.5|0.2|7|19");
    let to = |width| layout(width).fitted(&table, &[1, 2, 4, 3]);
    let whole = "          mean  error  least  most\nall wins  12.5    0.2      7    19\n";
    assert_eq!(to(None), whole);
    assert_eq!(to(Some(34)), whole);
    // A note lists what is left out.
    for (width, table, columns) in [
        (
            33,
            "          mean  error  most\nall wins  12.5    0.2    19\n",
            "1 column",
        ),
        (
            22,
            "\n    mean  error  most\nall wins\n    12.5    0.2    19\n",
            "1 column",
        ),
        (
            15,
            "\n    mean  error\nall wins\n    12.5    0.2\n",
            "2 columns",
        ),
        (7, "\n    mean\nall\n    wins\n    12.5\n", "3 columns"),
    ] {
        let text = to(Some(width));
        let (shown, note) = text.split_once("  (").unwrap();
        let note = note.split_whitespace().collect::<Vec<_>>().join(" ");
        let told = format!("{columns} left out to fit; `| less -S` shows all)");
        assert_eq!((shown, note), (table, told));
    }
}

#[test]
fn wide_tables_are_split_into_parts() {
    let table = rows("|1|2|3\none|50.0|9|100.0");
    let whole = "        1  2      3\none  50.0  9  100.0\n";
    let parts = "        1  2\none  50.0  9\n\n         3\none  100.0\n";
    let single = "        1\none  50.0\n\n     2\none  9\n\n         3\none  100.0\n";
    assert_eq!(layout(None).in_parts(&table), whole);
    assert_eq!(layout(Some(19)).in_parts(&table), whole);
    assert_eq!(layout(Some(18)).in_parts(&table), parts);
    assert_eq!(layout(Some(3)).in_parts(&table), single);
    assert_eq!(layout(Some(3)).in_parts(&[]), "");
    assert_eq!(layout(Some(3)).in_parts(&rows("alone")), "alone\n");
}

#[test]
fn descriptions_that_do_not_fit_go_below_the_names() {
    let names = [["random", "any legal move"], ["", "again"]].map(|row| row.map(str::to_owned));
    let side_by_side = "random  any legal move\n        again\n";
    assert_eq!(layout(None).explained(&names), side_by_side);
    assert_eq!(layout(Some(22)).explained(&names), side_by_side);
    let stacked = "random\n    any legal\n    move\n    again\n";
    assert_eq!(layout(Some(13)).explained(&names), stacked);
    let narrow = [["x", "longer"].map(str::to_owned)];
    assert_eq!(layout(Some(2)).explained(&narrow), "x\n    longer\n");
}

#[test]
fn sentences_are_wrapped_and_indented() {
    for (indent, width, wrapped) in [
        (1, None, " one two three four\n"),
        (1, Some(10), " one two\n   three\n   four\n"),
        (0, Some(1), "one\n  two\n  three\n  four\n"),
    ] {
        assert_eq!(
            layout(width).sentence("one two three four", indent),
            wrapped
        );
    }
}

#[test]
fn prose_is_wrapped_between_words() {
    let to = |width| layout(Some(width)).wrapped("a bc def gh", "  ");
    assert_eq!(to(80), "a bc def gh\n");
    assert_eq!(to(8), "a bc def\n  gh\n");
    assert_eq!(to(7), "a bc\n  def\n  gh\n");
    assert_eq!(to(1), "a\n  bc\n  def\n  gh\n");
    assert_eq!(layout(Some(8)).wrapped("", "  "), "\n");
    assert_eq!(layout(Some(8)).wrapped("  a", "  "), "  a\n");
}

#[test]
fn plies_share_columns_where_there_are_many() {
    let plies: Vec<usize> = (0..30).map(|n| 2 * n).collect();
    let sum = |group: &[usize]| group.iter().sum::<usize>().to_string();
    let table = |width| layout(Some(width)).by_ply("after n moves", &plies, &[("  sum", &sum)]);
    assert!(table(1_000).contains("  56  58  all\n"));
    for width in [20, 40, 60, 100] {
        let text = table(width);
        assert!(
            layout(Some(width)).fits(&text) && text.contains("870"),
            "{text}"
        );
    }
    assert!(table(40).starts_with("after n moves  "), "{}", table(40));
    let none = layout(Some(10)).by_ply("none", &[], &[("  sum", &sum)]);
    assert_eq!(none, "none   all\n  sum    0\n");
}
