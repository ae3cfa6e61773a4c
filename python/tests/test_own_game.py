"""Games written in Python."""

import gc
import weakref

import pytest

import matchboxes


class TicTacToe:
    """As the library's own, with the same numbers of positions and moves."""

    name, move_count = "my-tic-tac-toe", 9
    LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]

    def start(self):
        return (0, 0)

    def side(self, state):
        return "first" if state[0].bit_count() == state[1].bit_count() else "second"

    def outcome(self, state):
        for stones, side in zip(state, ["first", "second"]):
            if any(stones & line == line for line in self.LINES):
                return side
        return "draw" if state[0] | state[1] == 0o777 else None

    def moves(self, state):
        return [cell for cell in range(9) if not (state[0] | state[1]) >> cell & 1]

    def play(self, state, move):
        first, second = state
        return (first | 1 << move, second) if self.side(state) == "first" else (first, second | 1 << move)

    def key(self, state):
        return state[0] | state[1] << 9

    def state(self, key):
        return (key & 0o777, key >> 9) if key < 1 << 18 else None


def test_a_game_in_python_is_learnt_as_the_same_in_rust(tmp_path):
    game = matchboxes.Game.from_rules(TicTacToe())
    for learner, opponent in [("first", "random"), ("second", "perfect"), ("both", None)]:
        own = matchboxes.train(game, learner=learner, opponent=opponent, sets=10)
        known = matchboxes.train(learner=learner, opponent=opponent, sets=10)
        assert own.game == "my-tic-tac-toe"
        for side in ["first", "second"] if learner == "both" else [learner]:
            ours, theirs = own.table(side), known.table(side)
            assert ours.keys() == theirs.keys()
            assert all((ours[name] == theirs[name]).all() for name in ours)
        for name in own.history().columns[1:]:
            assert list(own.history()[name]) == list(known.history()[name])
        worst, same = matchboxes.prove(own), matchboxes.prove(known)
        assert [proof.worst_case_loss_fraction for proof in worst] == [proof.worst_case_loss_fraction for proof in same]
    own.save(tmp_path / "own.menace")
    again = matchboxes.load(tmp_path / "own.menace", game=matchboxes.Game.from_rules(TicTacToe()))
    assert again.to_bytes() == own.to_bytes()
    assert again.policy("0") == own.policy(game.start()) and len(own.policy("0")) == 9
    path = tmp_path / "own.menace"
    for work in [lambda: matchboxes.load(path), lambda: matchboxes.prove(path), lambda: matchboxes.merge([path, path])]:
        with pytest.raises((ValueError, matchboxes.Error), match=r"unknown game `my-tic-tac-toe`; .*load\(path, game=game\)"):
            work()
    with pytest.raises(ValueError, match=r"no board for a game written in Python; ask model.policy\(position\)"):
        own.play()
    assert matchboxes.exact("random", "random", game=game).fractions == matchboxes.exact("random", "random").fractions
    assert matchboxes.solve(game=game).value == 0
    assert own._repr_svg_().startswith("<svg")


class Digits:
    """Five digits in turn; the last one says who wins. Too many positions for all to be checked at the beginning."""

    name, move_count = "digits", 10

    def start(self):
        return ()

    def side(self, state):
        return "second" if len(state) % 2 else "first"

    def outcome(self, state):
        return ("first" if state[-1] % 2 else "second") if len(state) == 5 else None

    def moves(self, state):
        return range(10 if len(state) < 5 else 0)

    def play(self, state, move):
        return (*state, move)

    def key(self, state):
        return int("".join(map(str, (1, *state))))

    def state(self, key):
        return tuple(map(int, str(key)[1:])) if str(key)[0] == "1" and key < 200_000 else None


def test_what_the_rules_do_wrong_is_raised():
    class Broken(TicTacToe):
        def play(self, state, move):
            if move == 4:
                raise ZeroDivisionError("no centre")
            return super().play(state, move)

    with pytest.raises(ZeroDivisionError, match="no centre"):
        matchboxes.Game.from_rules(Broken())

    class BrokenLater(Digits):
        def play(self, state, move):
            if (state, move) == ((), 4):
                raise ZeroDivisionError("no centre")
            return super().play(state, move)

    game = matchboxes.Game.from_rules(BrokenLater())
    for work in [
        lambda: game.start().play("4"),
        lambda: matchboxes.train(game, sets=1),
        lambda: matchboxes.exact("random", "random", game=game),
        lambda: matchboxes.train(game, sets=1, learner="both"),
    ]:
        with pytest.raises(ZeroDivisionError, match="no centre"):
            work()

    class Twice(TicTacToe):
        name = "twice"

        def side(self, state):
            return "first"

    with pytest.raises(ValueError, match="the sides move in turn, but the first side moves in 0 and again after it in 1"):
        matchboxes.Game.from_rules(Twice()).start().play("0")

    class Stuck(TicTacToe):
        name = "stuck"

        def moves(self, state):
            return []

    with pytest.raises(ValueError, match="but 0 has neither"):
        matchboxes.Game.from_rules(Stuck())

    class Unsorted(TicTacToe):
        name = "unsorted"

        def moves(self, state):
            return reversed(super().moves(state))

    with pytest.raises(ValueError, match="moves are ascending numbers"):
        matchboxes.Game.from_rules(Unsorted())


def test_other_rules_of_the_same_name_are_solved_anew():
    class Misere(TicTacToe):
        def outcome(self, state):
            won = super().outcome(state)
            return {"first": "second", "second": "first"}.get(won, won)

    plain = matchboxes.exact("random", "random", game=matchboxes.Game.from_rules(TicTacToe()))
    misere = matchboxes.exact("random", "random", game=matchboxes.Game.from_rules(Misere()))
    assert (misere.first_wins, misere.second_wins) == pytest.approx((plain.second_wins, plain.first_wins))


class Ones(TicTacToe):
    """Eighty moves, each called 1 or 11, so that a row of ones is moves in more ways than could be tried."""

    name, move_count = "ones", 12

    def start(self):
        return 0

    def side(self, state):
        return "first" if state % 2 == 0 else "second"

    def outcome(self, state):
        return "draw" if state == 80 else None

    def moves(self, state):
        return [1, 11]

    def play(self, state, move):
        return state + 1

    def key(self, state):
        return state

    def state(self, key):
        return key if key <= 80 else None


def test_a_text_that_could_be_cut_in_too_many_ways_is_refused():
    game = matchboxes.Game.from_rules(Ones())
    assert str(game.position("1 1 1")) == "3"
    with pytest.raises(ValueError, match="is not a position of ones"):
        game.position("1" * 70 + "z")


class HoldsGame(TicTacToe):
    """Holds a game that holds it, with what else has the game; positions and their states were met."""

    def __init__(self):
        self.game = matchboxes.Game.from_rules(self)
        self.kept = [self.game.start().play(0), matchboxes.Player("random", game=self.game)]


class HoldsModel(TicTacToe):
    def __init__(self):
        model = matchboxes.train(matchboxes.Game.from_rules(self), sets=1, games_per_set=1)
        self.kept = [model, model.boxes(), matchboxes.Player(model)]


class HoldsPlayer:
    def __init__(self):
        self.player = matchboxes.Player(self.act)

    def act(self, position):
        return position.moves()[0]


@pytest.mark.parametrize(("kind", "count"), [(HoldsGame, 3), (HoldsModel, 3), (HoldsPlayer, 300)])
def test_objects_that_hold_a_reference_back_are_collected(kind, count):
    held = [weakref.ref(kind()) for _ in range(count)]
    gc.collect()
    assert sum(it() is not None for it in held) == 0
    one = kind()
    gc.collect()
    if kind is HoldsGame:
        assert one.kept[0].moves() == [str(number) for number in range(1, 9)], "what is in use stays"
    for it in vars(one).values():
        assert all(weakref.ref(each)() is each for each in (it if isinstance(it, list) else [it]))
