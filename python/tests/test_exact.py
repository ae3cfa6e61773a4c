"""Exact results, proofs, expected curves and searches."""

from fractions import Fraction

from collections import ChainMap, UserDict, defaultdict
from types import MappingProxyType

import numpy as np
import pytest

import matchboxes


def test_known_fractions():
    """The chances of two random players (the example at the library's `Fraction`) and of ai12s (its README)."""
    chances = matchboxes.exact("random", "random")
    assert chances.fractions == (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))
    assert chances.first_wins == pytest.approx(737 / 1260, abs=1e-12)
    assert matchboxes.exact("ai12s", "random").fractions == (Fraction(95, 96), Fraction(1, 96), 0)
    assert matchboxes.exact("perfect", "perfect", game="nim:3,4,5").first_wins == 1


def test_a_function_that_plays_as_a_model_has_its_figures():
    model = matchboxes.train(learner="both", sets=20)
    own, same = matchboxes.evaluate(model), matchboxes.evaluate(model.policy)
    rows = matchboxes.evaluate(lambda at: model.policies([at])[0])
    for one, two, three in zip(own, same, rows, strict=True):
        for figure in ["random", "perfect"]:
            assert getattr(one, figure) == pytest.approx(getattr(two, figure), abs=1e-12)
        assert two.random == three.random
        assert one.proof.worst_case_loss == pytest.approx(two.proof.worst_case_loss, abs=1e-12)
        assert one.proof.best_response == pytest.approx(two.proof.best_response, abs=1e-12)
        assert one.proof.line == two.proof.line
    chances = matchboxes.exact(model, "random")
    assert own[0].random == (chances.first_wins, chances.draws, chances.second_wins)


def by_place(make):
    """The policy that gives an array with 0 where no move is legal."""

    def policy(at):
        legal = np.zeros(at.game.move_count, bool)
        legal[at.move_numbers()] = True
        return np.where(legal, make(len(legal)), 0)

    return policy


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_weight_on_a_move_that_is_not_legal_is_refused(kind):
    for number in [1, 0.25, -1, float("nan")]:
        row = [number, *[0] * 7, 1]
        with pytest.raises(ValueError, match=r"at index 0 for a1, which is not legal in X\.\./\.\.\./\.\.\.; give 0 there"):
            matchboxes.Player(lambda at: kind(row))(matchboxes.Game().after(["a1"]))
    with pytest.raises(ValueError, match="at index 0 for a1, which is not legal in "):
        matchboxes.evaluate(lambda at: np.eye(9)[0])
    row = kind([0, 0.5, *[0] * 6, 0.5])
    assert matchboxes.Player(lambda at: row)(matchboxes.Game().after(["a1"]))["b1"] == 0.5


def test_whole_numbers_are_weights():
    chances = matchboxes.exact(lambda at: dict.fromkeys(at.moves(), 1), "random")
    assert chances.fractions == matchboxes.exact("random", "random").fractions
    by_number = matchboxes.exact(by_place(np.ones), "random")
    assert by_number.first_wins == pytest.approx(737 / 1260, abs=1e-12)
    assert matchboxes.exact(lambda at: {}, "random", missing="resign").second_wins == 1, "no chance for any move is a resignation"


@pytest.mark.parametrize("kind", [dict, UserDict, MappingProxyType, ChainMap, lambda row: defaultdict(float, row)])
def test_any_mapping_is_a_policy(kind):
    lowest = matchboxes.evaluate(lambda at: kind({at.moves()[0]: 1.0}), side="first")
    assert lowest == matchboxes.evaluate(lambda at: {at.moves()[0]: 1.0}, side="first")
    with pytest.raises(ValueError, match="a policy gave .*z9.*, where the legal moves are"):
        matchboxes.evaluate(lambda at: kind({"z9": 1.0}))


def test_what_a_function_does_wrong_is_raised():
    with pytest.raises(ZeroDivisionError):
        matchboxes.evaluate(lambda at: 1 / 0)
    with pytest.raises(ValueError, match="a policy gave .*z9.*, where the legal moves are"):
        matchboxes.evaluate(lambda at: {"z9": 1.0})
    with pytest.raises(ValueError, match="gave the chance NaN"):
        matchboxes.evaluate(lambda at: [float("nan")] * 9)
    with pytest.raises(ValueError, match="give one for each of the 9 moves"):
        matchboxes.evaluate(lambda at: [1.0])
    with pytest.raises(ValueError, match="did you mean random"):
        matchboxes.exact("randon", "perfect")
    with pytest.raises(ValueError, match="too many"):
        matchboxes.exact("random", "random", game="othello")


def test_proofs():
    proof = matchboxes.prove("ai12s")[1]
    assert (proof.side, proof.never_loses, proof.worst_case_loss, proof.line) == ("second", True, 0, [])
    model = matchboxes.train()
    worst = matchboxes.prove(model)
    assert [proof.side for proof in worst] == ["first"]
    # The README of the project shows these figures.
    assert worst[0].worst_case_loss_fraction == Fraction(1005671239034937289, 1574648172290793600)
    assert worst[0].best_response_fraction == Fraction(57739475417036923, 123380304018491520)
    assert (worst[0].line, worst[0].resigns) == (["a2", "b1", "a3", "a1"], True)
    assert (worst[0].positions, worst[0].own_turns, worst[0].slips) == (5411, 2422, 1395)
    assert matchboxes.prove("first", position="X../.O./...")[0].positions < 5411


def test_expected_curves():
    """The figures of docs/expected.md."""
    found = matchboxes.expected("hexapawn", rule="her", games=10)
    curve = found.games
    assert list(curve["games"]) == list(range(1, 11))
    for game, won, so_far, states in [(1, 0.4005, 0.5995, 17), (5, 0.5240, 2.6962, 6885), (10, 0.6775, 4.6035, 58651)]:
        assert curve["second_wins"][game - 1] == pytest.approx(won, abs=5e-5)
        assert curve["second_lost_so_far"][game - 1] == pytest.approx(so_far, abs=5e-5)
        assert curve["states"][game - 1] == states
    assert (found.ended, found.states, found.last_states) == (None, 65536, 128)
    assert found.games_until_never_loses == pytest.approx(129.25339, abs=5e-6)
    assert found.chance_never_loses == 1
    assert "second_exact_worst_case_loss" not in curve.columns
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.table(found).column_names == curve.columns


def test_expected_curves_that_end_early():
    for options in [{"rule": "michie-304"}, {"rule": "her", "states": 1000}]:
        found = matchboxes.expected("hexapawn", **options)
        assert 0 < len(found.games) < 300
        assert "the machine has more than" in found.ended
        assert found.states is found.last_states is found.chance_never_loses is found.games_until_never_loses is None


def test_exact_figures_of_expected_games():
    """The next game against random play is won as often as the machine then is expected to win it."""
    games = matchboxes.expected("hexapawn", rule="her", opponent="random", games=8, exact=True).games
    for name, result in [("second_wins", "won"), ("draws", "drawn"), ("first_wins", "lost")]:
        assert games[name][1:] == pytest.approx(games[f"second_exact_random_{result}"][:-1], abs=1e-12)
    assert all(sum(games[f"second_exact_perfect_{r}"]) > 0 for r in ["won", "lost"])
    for player in ["random", "perfect"]:
        assert sum(games[f"second_exact_{player}_{r}"] for r in ["won", "drawn", "lost"]) == pytest.approx(1)
        assert (games["second_exact_worst_case_loss"] >= games[f"second_exact_{player}_lost"] - 1e-12).all()
    assert (games["second_exact_worst_case_loss"] <= 1 - games["second_never_loses"] + 1e-12).all()


def test_searches():
    """The README of the project shows this position."""
    for algorithm in ["minimax", "alphabeta", "solve", None]:
        found = matchboxes.solve("O../XX./...", algorithm=algorithm)
        assert (found.value, found.status, found.whole, found.best) == (0, "exact", True, ["c2"])
    assert matchboxes.solve("O../XX./...", algorithm="minimax").nodes == 1055
    assert matchboxes.solve(matchboxes.Game("connect-four:4x4").start(), depth=3).depth == 3
    assert matchboxes.solve(nodes=10, algorithm="alphabeta").status != "exact"
    # To a depth, as the program says, unless deeper play cannot change the value.
    assert matchboxes.solve(depth=4).status == "exact_to_depth" and "(exact_to_depth)" in repr(matchboxes.solve(depth=4))
    assert matchboxes.solve("O../XX./...", depth=20).status == matchboxes.solve("XX./OO./...", depth=1).status == "exact"


def test_results_say_from_where_is_played():
    at = matchboxes.Game().after(["b2", "a1"])
    assert matchboxes.solve(at).position == matchboxes.prove("perfect", position=at)[0].position == str(at)
    assert matchboxes.prove("perfect")[1].position == matchboxes.evaluate("perfect")[0].proof.position == ".../.../..."


def test_what_is_missing_is_said_for_a_table_and_a_function_alike():
    game = matchboxes.Game()
    table = {str(game.start()): "b2"}
    for policy in [table, lambda at: table.get(str(at)), lambda at: table.get(str(at), {})]:
        anywhere = matchboxes.evaluate(policy, side="first", missing="random")[0]
        resigns = matchboxes.evaluate(policy, side="first", missing="resign")[0]
        assert anywhere.random[0] > 0.6 and resigns.random == (0, 0, 1)
        assert matchboxes.exact(policy, "random", missing="random").first_wins == anywhere.random[0]
        assert matchboxes.match(policy, "random", exact=True, missing="random")["first_wins"][0] == anywhere.random[0]
        assert len(matchboxes.prove(policy, missing="random")) == 2
        player = matchboxes.Player(policy, missing="resign")
        assert player(game.start())["b2"] == 1 and sum(player(game.start().play("a1")).values()) == 0


def test_players_of_a_tournament_are_named():
    first, last = (lambda at: at.moves()[0]), (lambda at: at.moves()[-1])
    for players in [{"first": first, "last": last, "best": "perfect"}, [("first", first), ("last", last), ("best", "perfect")]]:
        assert sorted(matchboxes.tournament(players).ranking["player"]) == ["best", "first", "last"]
