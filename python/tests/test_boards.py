"""Tables of other programs: however their boards are marked, the machine plays the same."""

import numpy as np
import pytest

import matchboxes

GAME = matchboxes.Game()


def boards():
    """All boards in which a side is to move, as tuples of 0, 1 and 2."""
    found, open_ = set(), [(0,) * 9]
    while open_:
        board = open_.pop()
        text = "/".join("".join(".XO"[mark] for mark in board[row : row + 3]) for row in (0, 3, 6))
        position = GAME.position(text)
        if board in found or not position.moves():
            continue
        found.add(board)
        mark = 1 if board.count(1) == board.count(2) else 2
        open_ += [board[:i] + (mark,) + board[i + 1 :] for i in range(9) if not board[i]]
    return sorted(found)


BOARDS = boards()
# Any numbers, different for each move.
WEIGHTS = {board: [(7 * i + sum(board)) % 11 + 1 for i in range(9)] for board in BOARDS}


def test_a_policy_is_read_in_any_marks():
    assert len(BOARDS) == 4520
    model = matchboxes.Model.from_policy(WEIGHTS)
    assert (model.game, model.learner, len(model)) == ("tic-tac-toe", "both", 4520)
    chances = model.policy(".../.../...")
    assert chances["a1"] == pytest.approx(WEIGHTS[BOARDS[0]][0] / sum(WEIGHTS[BOARDS[0]]))
    rows = np.array(BOARDS), np.array([WEIGHTS[board] for board in BOARDS])
    for table in [
        {"".join(" XO"[mark] for mark in board): own for board, own in WEIGHTS.items()},
        {tuple(" XO"[mark] for mark in board): own for board, own in WEIGHTS.items()},
        {tuple([0, 1, -1][mark] for mark in board): own for board, own in WEIGHTS.items()},
        {board: dict(enumerate(own)) for board, own in WEIGHTS.items()},
        {board: {divmod(i, 3): n for i, n in enumerate(own)} for board, own in WEIGHTS.items()},
        {board: np.reshape(own, (3, 3)) for board, own in WEIGHTS.items()},
        dict(zip(map(tuple, rows[0]), rows[1])),
    ]:
        assert matchboxes.Model.from_policy(table).to_bytes() == model.to_bytes()
    other = {"".join("120"[mark] for mark in board): own for board, own in WEIGHTS.items()}
    assert matchboxes.Model.from_policy(other, marks="120").to_bytes() == model.to_bytes()


def test_a_key_is_a_board_and_a_move():
    model = matchboxes.Model.from_policy(WEIGHTS)
    for key in [
        lambda board, i: (board, i),
        lambda board, i: (board, divmod(i, 3)),
        lambda board, i: ("".join(" XO"[mark] for mark in board), i),
        lambda board, i: (tuple(" XO"[mark] for mark in board), i),
        lambda board, i: str((board, i)),
        lambda board, i: "".join(".XO"[mark] for mark in board) + f"|{i}",
    ]:
        table = {key(board, i): n for board, own in WEIGHTS.items() for i, n in enumerate(own) if not board[i]}
        assert matchboxes.Model.from_policy(table).to_bytes() == model.to_bytes()


@pytest.mark.parametrize("missing", ["random", "resign"])
def test_what_is_missing_is_alike_in_every_door(missing):
    """A model of half a table plays as the mapping does."""
    half = dict(list(WEIGHTS.items())[::2])
    model = matchboxes.Model.from_policy(half, missing=missing)
    rows = {board: ["".join(".XO"[mark] for mark in board[row : row + 3]) for row in (0, 3, 6)] for board in half}
    mapping = {"/".join(rows[board]): [0 if mark else n for mark, n in zip(board, own)] for board, own in half.items()}
    assert matchboxes.evaluate(model) == matchboxes.evaluate(mapping, missing=missing)
    assert matchboxes.prove(model) == matchboxes.prove(mapping, missing=missing)
    assert matchboxes.exact(model, "random") == matchboxes.exact(mapping, "random", missing=missing)
    played, same = (matchboxes.match("random", one, missing=missing, games=500) for one in (model, mapping))
    assert played["first_wins"] == same["first_wins"] and played["draws"] == same["draws"]


def test_boards_after_a_move_have_values_of_who_moved():
    model = matchboxes.Model.from_values({"X........": 0.5, "....X....": 0.75, "X...O....": -0.25})
    assert model.policy(".../.../...")["b2"] == 1
    assert matchboxes.Model.from_values({(1, 0, 0, 0, 0, 0, 0, 0, 0): 1.0}).policy(".../.../...")["b2"] == 0


def test_values_play_the_greatest():
    table = {(0,) * 9: [0.5, None, -1, None, 2.25, None, 0, 0, 0]}
    model = matchboxes.Model.from_values(table)
    assert model.rule.name == "q-learning"
    assert model.policy(".../.../...") == {name: float(name == "b2") for name in model.policy(".../.../...")}
    columns = model.table("first")
    assert list(columns["value"]) == [0.5, 0, -1, 0, 2.25, 0, 0, 0, 0]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf"), np.float32("nan")])
def test_numbers_that_are_not_finite_are_refused_with_the_position(number):
    board = (0, 0, 0, 0, 1, 0, 0, 0, 0)
    for own in [[number] + [0.5] * 3 + [None] + [0.5] * 4, {0: number, 1: 0.5}, np.array([number] * 9)]:
        for read in [matchboxes.Model.from_values, lambda table: matchboxes.Model.from_policy(table, missing="random")]:
            with pytest.raises((ValueError, matchboxes.Error), match="`0,0,0,0,1,0,0,0,0`: the number of a1 is not finite"):
                read({board: own})
    # Where no move is legal, other programs have what they like.
    own = [0.5] * 4 + [number] + [0.25] * 4
    assert matchboxes.Model.from_values({board: own}).policy(".../.X./...")["a1"] == 0.25


def test_what_cannot_be_read_is_refused():
    for table, words in [
        ({}, "it has no boards"),
        ({"X": [1] * 9}, "`X` is no board of 9 cells"),
        ({"XYZW     ": [1] * 9}, "one of three marks"),
        ({(0,) * 9: [1, 2]}, "2 numbers for the 9 moves"),
        ({(0,) * 9: {"z": 1}}, "`z` is no move"),
        ({(0,) * 9: [-1] * 9}, "are these values"),
        ({(0,) * 9: [1] * 9}, "and 2421 others of its sides"),
    ]:
        with pytest.raises((ValueError, matchboxes.Error), match=words):
            matchboxes.Model.from_policy(table)
    with pytest.raises((ValueError, matchboxes.Error), match="three characters"):
        matchboxes.Model.from_policy({(0,) * 9: [1] * 9}, marks="X")
    always = {tuple(3 - mark if mark and board.count(1) > board.count(2) else mark for mark in board): own
              for board, own in WEIGHTS.items()}
    with pytest.raises((ValueError, matchboxes.Error), match="own 1 marks 012: .* marks 021: "):
        matchboxes.Model.from_policy(dict(list(always.items())[:20]))
    # All boards together show it.
    for options in [{}, {"own": "1"}]:
        assert matchboxes.Model.from_policy(always, **options).to_bytes() == matchboxes.Model.from_policy(WEIGHTS).to_bytes()
    with pytest.raises(TypeError):
        matchboxes.Model.from_policy({(0,) * 9: ["a"] * 9})
