"""Trainings and models: the same bytes as the program's, and what they hold."""

import os
import pickle
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import matchboxes

# The models that the program's own commands wrote, in the folder of the project.
MODELS = Path(__file__).parents[2] / "models"


@pytest.mark.parametrize("learner", ["first", "second", "both"])
def test_a_training_gives_the_bytes_of_the_command(learner, tmp_path):
    """`menace train --learner LEARNER` wrote these models, as a test of the project checks."""
    there = (MODELS / f"tic-tac-toe-{learner}.menace").read_bytes()
    model = matchboxes.train(learner=learner)
    assert model.to_bytes() == there
    model.save(tmp_path / "x.menace")
    assert (tmp_path / "x.menace").read_bytes() == there
    matchboxes.train(learner=learner, out=tmp_path / "y.menace")
    assert (tmp_path / "y.menace").read_bytes() == there
    loaded = matchboxes.load(tmp_path / "y.menace")
    assert loaded.to_bytes() == there
    assert (loaded.game, loaded.learner, loaded.games) == ("tic-tac-toe", learner, 10_000)


def test_a_training_in_two_parts_is_that_in_one(tmp_path):
    path = tmp_path / "x.menace"
    matchboxes.train(sets=3, out=path)
    assert matchboxes.train(sets=4, out=path, continue_=True).to_bytes() == matchboxes.train(sets=7).to_bytes()


def test_a_model_is_an_opponent_under_the_name_of_its_checksum(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    careful = matchboxes.train("nim:3,4,5", learner="second", sets=10)
    name = f"model-{int.from_bytes(careful.to_bytes()[20:24], 'little'):08x}.menace"
    trained = matchboxes.train(opponent=careful, sets=5)
    assert (trained.game, list(tmp_path.iterdir())) == ("nim:3,4,5", [])
    trained.save("x.menace")
    with pytest.raises(FileNotFoundError, match=name):
        matchboxes.train(sets=5, out="x.menace", continue_=True)
    careful.save(name)
    assert matchboxes.train("nim:3,4,5", opponent=name, sets=5).to_bytes() == trained.to_bytes()
    matchboxes.train(sets=5, out="x.menace", continue_=True)
    whole = matchboxes.train(opponent=careful, sets=10).to_bytes()
    assert Path("x.menace").read_bytes() == whole
    assert matchboxes.train("nim:3,4,5", sets=10).to_bytes() != whole


def test_a_model_is_the_fallback(tmp_path):
    first = matchboxes.train()
    first.save(tmp_path / "first.menace")
    options = {"rule": "rote", "max_boxes": 20, "sets": 3}
    asked, by_path = (matchboxes.train(fallback=it, **options) for it in [first, tmp_path / "first.menace"])
    assert (asked.history()["first_wins"] == by_path.history()["first_wins"]).all()
    assert (asked.history()["first_wins"] != matchboxes.train(**options).history()["first_wins"]).any()


def test_players_that_a_training_cannot_name(tmp_path):
    model = matchboxes.train(learner="second", sets=1)
    for unnamed in [model.policy, {".../.../...": "b2"}]:
        with pytest.raises(ValueError, match="opponent: .* a function or a mapping has no name"):
            matchboxes.train(opponent=unnamed, out=tmp_path / "x.menace")
    with pytest.raises(ValueError, match="fallback: .* save the model and give its path"):
        matchboxes.train(fallback=model, out=tmp_path / "x.menace")
    with pytest.raises(ValueError, match="this is a model of tic-tac-toe, not of nim:3,4,5"):
        matchboxes.train("nim:3,4,5", opponent=model)


def test_refused_trainings_name_their_arguments():
    for options, message in [
        ({"fallback": "random"}, "fallback random: .* limit the boxes with max_boxes, or"),
        ({"batch": 1000, "games_per_set": 100}, "batch 1000: .* larger sets with games_per_set"),
        ({"learner": "shared"}, "learner shared: in tic-tac-toe a box"),
        ({"sets": 1, "games": 1}, "games and sets both say how long to play"),
        ({"sets": 0}, "sets: must be at least 1, not 0"),
    ]:
        with pytest.raises(ValueError, match="^" + message):
            matchboxes.train(**options)


def test_a_training_begins_with_the_tables_of_others(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sides = ["first", "second"]
    for side in sides:
        matchboxes.train("nim:3,4,5", learner=side, sets=10, out=f"{side}.menace")
    options = {"game": "nim:3,4,5", "learner": "both", "sets": 1}
    both = matchboxes.train(**options, from_=["first.menace", "second.menace"], out="both.menace")
    given = matchboxes.train(learner="both", sets=1, from_=[matchboxes.load(f"{side}.menace") for side in sides])
    for side in sides:
        before = matchboxes.load(f"{side}.menace").table()
        new = matchboxes.train(**options).table(side)
        after, same = both.table(side), given.table(side)
        assert (after["beads"] == same["beads"]).all()
        assert set(before["key"]) <= set(after["key"])
        assert not set(before["key"]) <= set(new["key"]), "one set meets less"
    names = [f"model-{int.from_bytes(Path(f'{s}.menace').read_bytes()[20:24], 'little'):08x}.menace" for s in sides]
    for side, name in zip(sides, names):
        Path(f"{side}.menace").rename(name)
    assert matchboxes.train(**options, from_=names).to_bytes() == given.to_bytes()
    with pytest.raises(ValueError, match="from_ gives two tables for the first side"):
        matchboxes.train(**options, from_=[names[0]] * 2)
    with pytest.raises(ValueError, match=r"from_\[0\]: .* save the model and give its path"):
        matchboxes.train(from_=[both], out="x.menace")
    with pytest.raises(ValueError, match="give only one of them"):
        matchboxes.train(from_=names, out="both.menace", continue_=True)


def test_numbered_copies_and_checkpoints(tmp_path):
    out = tmp_path / "x.menace"
    model = matchboxes.train(sets=7, out=out, keep_every=3, checkpoint_every=2)
    assert sorted(path.name for path in tmp_path.glob("*.menace")) == ["x-000003.menace", "x-000006.menace", "x.menace"]
    assert (tmp_path / "x-000006.menace").read_bytes() == matchboxes.train(sets=6).to_bytes()
    assert out.read_bytes() == model.to_bytes() == matchboxes.train(sets=7).to_bytes()
    for name in ["keep_every", "checkpoint_every"]:
        with pytest.raises(ValueError, match=f"^{name}: must be at least 1, not 0"):
            matchboxes.train(out=tmp_path / "y.menace", **{name: 0})
        with pytest.raises(ValueError, match=f"{name}: give the file"):
            matchboxes.train(**{name: 1})


def test_two_trainings_in_two_threads_run_at_once(monkeypatch):
    """In the middle of its training, each thread waits until the other is in the middle of its own."""
    alone = matchboxes.train(sets=2_000).to_bytes()
    meeting = threading.Barrier(2, timeout=60)

    class Bar:
        waits = True

        def update(self, sets):
            if self.waits:
                self.waits = False
                meeting.wait()

        def close(self):
            pass

    monkeypatch.setattr("matchboxes._progress.bar", lambda sets, wanted: Bar())
    made = {}

    def work(number):
        made[number] = matchboxes.train(sets=2_000, progress=True).to_bytes()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == {0: alone, 1: alone}


def test_other_threads_run_during_a_training():
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    matchboxes.train(sets=20_000)
    done.set()
    thread.join()
    assert counted > 10


def test_a_policy_is_the_share_of_the_beads():
    model = matchboxes.train()
    position = matchboxes.Game().position("X../.O./...")
    beads, policy = model.beads(position), model.policy(position)
    assert list(policy) == list(beads) == position.moves()
    total = sum(beads.values())
    assert policy == {move: n / total for move, n in beads.items()}
    assert policy == model.policy("X../.O./...")
    many = model.policies([position, "X../.O./...", matchboxes.Game().start()])
    assert many.shape == (3, 9) and (many[0] == many[1]).all()
    for number in range(9):
        assert many[0, number] == policy.get(position.game.move_name(number), 0.0)
    assert np.allclose(many.sum(axis=1), 1)


def test_a_policy_of_another_game_or_of_a_finished_one_is_refused():
    model = matchboxes.train(sets=1)
    with pytest.raises(ValueError, match="this is a position of nim:3,4,5, not of tic-tac-toe"):
        model.policy(matchboxes.Game("nim:3,4,5").start())
    with pytest.raises(ValueError, match="the game is over there"):
        model.policy("XXX/OO./...")
    with pytest.raises(ValueError, match="position: 3 is not the number of a position"):
        model.policy(3)


@pytest.mark.parametrize("rule", ["rote", "michie-1961", "scroggs"])
def test_a_table_holds_the_beads_of_every_box(rule):
    """Also by rules under which mirror images share boxes and colours."""
    model = matchboxes.train(rule=rule, learner="first", opponent="random", sets=20)
    table = model.table(positions=True)
    game = matchboxes.Game()
    assert len(table["key"]) == len(model) > 50
    assert (np.diff(table["key"].astype(object)) > 0).all()
    for i in range(len(model)):
        position = game.position(int(table["key"][i]) | int(table["key_high"][i]) << 64)
        assert str(position).encode() == table["position"][i]
        box = slice(int(table["offset"][i]), int(table["offset"][i + 1]))
        beads = model.beads(position)
        for move, n in zip(table["move"][box], table["beads"][box]):
            assert beads[game.move_name(int(move))] == n
        assert table["ply"][i] == 9 - str(position).count(".")


def test_the_history_and_the_games():
    model = matchboxes.train(sets=12, exact=True)
    history = model.history()
    assert len(history) == 12
    assert history["games"][-1] == model.games == 1200
    results = sum(history[name] for name in ["first_wins", "draws", "second_wins"])
    assert (results == 100).all()
    worst = matchboxes.prove(model)[0].worst_case_loss
    assert history["first_exact_worst_case_loss"][-1] == pytest.approx(worst, abs=1e-11)
    with pytest.raises(KeyError, match="the columns are game, learner"):
        history["nothing"]


def test_one_machine_for_both_seats():
    model = matchboxes.train(game="nim:3,4,5", learner="shared", sets=5)
    assert model.learner == "shared"
    assert len(model.table()["key"]) == len(model.table("second")["key"]) == len(model)


def test_errors_are_those_of_python(tmp_path):
    with pytest.raises(ValueError, match="did you mean tic-tac-toe"):
        matchboxes.train(game="tictactoe")
    with pytest.raises(ValueError, match=r"^sets: must be at least 1, not 0$"):
        matchboxes.train(sets=0)
    with pytest.raises(ValueError, match="games and sets both say how long to play"):
        matchboxes.train(sets=1, games=1)
    with pytest.raises(FileNotFoundError, match="nowhere.menace"):
        matchboxes.load(tmp_path / "nowhere.menace")
    (tmp_path / "other.menace").write_bytes(b"something else")
    with pytest.raises(matchboxes.Error, match="other.menace"):
        matchboxes.load(tmp_path / "other.menace")
    model = matchboxes.train(sets=1, out=tmp_path / "x.menace")
    with pytest.raises(FileExistsError, match="force=True"):
        model.save(tmp_path / "x.menace")
    with pytest.raises(FileExistsError, match="x.menace"):
        matchboxes.train(sets=2, out=tmp_path / "x.menace")
    model.save(tmp_path / "x.menace", force=True)
    with pytest.raises(ValueError, match="both sides have learnt"):
        matchboxes.train(sets=1, learner="both").table()


def test_a_rule_from_keywords_is_that_of_its_file(tmp_path):
    rule = matchboxes.Rule(
        name="mine", start=[4, 3, 2], symmetry="full", win="+3 all", draw="+1 all", loss="-1 all", opponent="perfect"
    )
    assert matchboxes.Rule.from_toml(rule.to_toml()) == rule
    (tmp_path / "mine.toml").write_text(rule.to_toml())
    by_file = matchboxes.train(rule=tmp_path / "mine.toml", sets=2)
    assert matchboxes.train(rule=rule, sets=2).to_bytes() == by_file.to_bytes()
    assert by_file.rule == rule
    odds = matchboxes.Rule(name="odds", start=[1], odds={"a": 1.5, "b": 2})
    assert odds == matchboxes.Rule.from_toml(odds.to_toml())
    values = matchboxes.Rule(
        name="values", start=[1], values={"method": "sarsa", "win-reward": 1, "loss-reward": -1, "alpha": "1/n"}
    )
    assert values == matchboxes.Rule.from_toml(values.to_toml())
    with pytest.raises(ValueError, match="did you mean symmetry"):
        matchboxes.Rule(name="mine", start=[1], simmetry="full")
    with pytest.raises(TypeError, match="^start: give a text, a number or a list"):
        matchboxes.Rule(name="mine", start=object())


def test_what_is_sent_to_another_process_arrives():
    model = matchboxes.train(rule="michie-304", sets=2)
    for thing in [model.rule, matchboxes.Game("nim:3,4,5"), matchboxes.Game().after(["b2", "a1"])]:
        assert pickle.loads(pickle.dumps(thing)) == thing
    assert pickle.loads(pickle.dumps(model)).to_bytes() == model.to_bytes()
    with pytest.raises(ValueError, match="tic-tac-toe"):
        matchboxes.Model.from_bytes(model.to_bytes(), game="nim:3,4,5")
    with pytest.raises(matchboxes.Error):
        matchboxes.Model.from_bytes(model.to_bytes()[:-1])


def test_pictures():
    model = matchboxes.train(sets=3)
    assert model._repr_svg_().startswith("<svg") and "</svg>" in model._repr_svg_()
    assert model.picture("beads").png().startswith(b"\x89PNG")
    assert model.picture("missing-colour").svg() != model.picture("boxes").svg()
    with pytest.raises(ValueError, match="there are curve, boxes"):
        model.picture("nothing")


def test_positions():
    game = matchboxes.Game("connect-four")
    at = game.start()
    for move in "ddcbe":
        at = at.play(move)
    assert at.side == "second" and at.outcome is None and at.move_numbers() == [0, 1, 2, 3, 4, 5, 6]
    assert game.position(str(at)) == at == game.position(at.key)
    assert hash(game.position(str(at))) == hash(at)
    assert at.play(3) == at.play("d")
    full = game.start()
    for _ in range(6):
        full = full.play("a")
    with pytest.raises(ValueError, match="`a` is not legal in .*; play b, c, d, e, f, g"):
        full.play("a")


def test_a_table_of_values_has_them_as_numbers(tmp_path):
    assert {"rote", "q-learning", "ucb"} <= set(matchboxes.rules())
    model = matchboxes.train(rule="monte-carlo", sets=20)
    table = model.table()
    value, visits, beads = table["value"], table["visits"], table["beads"]
    assert len(value) == len(visits) == len(beads) == table["offset"][-1]
    assert value.min() >= -1 and value.max() <= 1 and (value[visits == 0] == 0).all()
    assert visits[: table["offset"][1]].sum() == 2_000
    for start, end in zip(table["offset"][:-1], table["offset"][1:]):
        here = value[start:end]
        assert (beads[start:end] == (here == here.max())).all()
    assert "value" not in matchboxes.train(sets=1).table()
    path = tmp_path / "x.menace"
    matchboxes.train(rule="monte-carlo", sets=7, out=path)
    more = matchboxes.train(rule="monte-carlo", sets=13, out=path, continue_=True)
    assert more.to_bytes() == model.to_bytes()


def test_the_history_has_each_training_in_its_own_rows(tmp_path):
    out = tmp_path / "m.menace"
    matchboxes.train(sets=2, out=out)
    continued = matchboxes.train(sets=1, out=out, continue_=True, seed=5, opponent="perfect")
    rows = [(row["set"], row["seed"], row["opponent"]) for row in continued.history()]
    assert rows == [(1, 1961, "random"), (2, 1961, "random"), (3, 5, "perfect")]
    merged = matchboxes.merge([matchboxes.train(sets=2), matchboxes.train(sets=1, seed=2**64 - 1)])
    assert [row["seed"] for row in merged.history()] == [1961, 1961, 2**64 - 1]


def test_a_model_that_a_training_will_replace_is_not_saved_over(tmp_path):
    out = tmp_path / "x.menace"
    model = matchboxes.train(sets=1, out=out)
    # A shell's job in the background ignores Ctrl-C, and would train for hours.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        matchboxes.train(sets=10**8, seed=3, out=out, force=True, progress=False)
    assert out.with_suffix(".menace.new").exists()
    with pytest.raises(FileExistsError, match="training in progress"):
        model.save(out, force=True)
