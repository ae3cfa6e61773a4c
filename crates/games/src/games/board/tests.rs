use super::*;

fn boards() -> impl Iterator<Item = BoardSize> {
    let sizes = (1..=MOST_COLUMNS).flat_map(|columns| (1..=64).map(move |rows| (columns, rows)));
    let fitting = sizes.filter(|&(columns, rows)| BoardSize::fits(columns, rows));
    fitting.map(|(columns, rows)| BoardSize::new(columns, rows))
}

#[test]
fn cells_and_bits_are_two_names_of_one_place() {
    for board in boards() {
        let cells: Vec<u16> = bits(board.all).map(|bit| board.cell(bit)).collect();
        assert!(cells.iter().copied().eq(0..board.cells()));
        for cell in cells {
            let bit = board.bit(cell);
            assert_eq!(board.cell(bit), cell);
            assert_eq!(board.pack(1 << bit), 1 << cell);
            assert_eq!(board.unpack(1 << cell), Some(1 << bit));
            assert_eq!(board.read_cell(&board.write_cell(bit)), Some(bit));
        }
        let beyond = board.cells();
        assert!(beyond == 64 || board.unpack(1 << beyond).is_none());
    }
}

#[test]
fn turning_carries_rows_and_columns_as_on_paper() {
    for board in boards() {
        for by in (0..board.symmetries()).map(Symmetry) {
            for bit in bits(board.all) {
                let last = (u32::from(board.rows) - 1, u32::from(board.columns) - 1);
                let (mut row, mut column) = (bit / board.down, bit % board.down);
                if by.0 >= board.rotations() {
                    column = last.1 - column;
                }
                for _ in 0..by.0 % board.rotations() {
                    (row, column) = if board.columns == board.rows {
                        (column, last.0 - row)
                    } else {
                        (last.0 - row, last.1 - column)
                    };
                }
                assert_eq!(board.turn(1 << bit, by), 1 << (board.down * row + column));
            }
        }
    }
}

#[test]
fn a_line_is_found_wherever_it_lies_and_never_around_the_edge() {
    for around in [1 << 7 | 1 << 8, 1 << 7 | 1 << 16, 1 | 1 << 7] {
        assert!(!BoardSize::new(8, 8).has_line(around, 2));
    }
    for around in [1 << 8 | 1 << 9, 1 << 8 | 1 << 18, 1 | 1 << 8] {
        assert!(!BoardSize::new(9, 7).has_line(around, 2));
    }
    for board in boards() {
        let stride = i64::from(board.down);
        for length in 1..=10 {
            for bit in bits(board.all) {
                let (row, column) = (i64::from(bit) / stride, i64::from(bit) % stride);
                for (down, across) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let mut line = 0_u64;
                    let mut inside = true;
                    for step in 0..i64::from(length) {
                        let (row, column) = (row + step * down, column + step * across);
                        let rows = 0..i64::from(board.rows);
                        inside &=
                            rows.contains(&row) && (0..i64::from(board.columns)).contains(&column);
                        if inside {
                            line |= 1 << (stride * row + column);
                        }
                    }
                    assert_eq!(board.has_line(line, length), inside);
                }
            }
        }
    }
}
