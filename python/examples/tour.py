"""A tour: forty cells that train, look at, measure and compare machines, each with what a notebook shows of it."""

# %%
import matchboxes

# %%
game = matchboxes.Game()
game

# %%
at = game.after(["b2", "a1"])
at

# %%
matchboxes.Game("nim:3,4,5")

# %%
matchboxes.Game("hexapawn")

# %%
matchboxes.games()

# %%
matchboxes.rules()

# %%
[form for form, about in matchboxes.players()]

# %%
model = matchboxes.train(exact=True)
model

# %%
history = model.history()
history

# %%
history.figures()

# %%
history[["games", "first_wins", "draws"]][-3:]

# %%
history.head(3)

# %%
history["first_boxes"][::10]

# %%
len(history), history.columns[:3]

# %%
model.picture("boxes")

# %%
model.picture("missing-colour")

# %%
box = model.box(".../.../...")
box

# %%
box.moves

# %%
model.boxes()

# %%
model.boxes().picture(12)

# %%
model.policy("X../.O./...")

# %%
matchboxes.explain(model)

# %%
matchboxes.exact(model, "random")

# %%
matchboxes.match(model, "perfect", games=2000, both_sides=False)

# %%
matchboxes.prove(model)[0]


# %%
def centre(position: matchboxes.Position) -> str:
    """Takes the centre, or else the first free cell."""
    return "b2" if "b2" in position.moves() else position.moves()[0]


matchboxes.evaluate(centre)

# %%
taught = matchboxes.train(opponent=centre, sets=50)
taught

# %%
tournament = matchboxes.tournament([model, taught, centre, "random", "perfect"])
tournament

# %%
tournament.ranking

# %%
tournament.meetings[["first", "second", "first_score"]].head()

# %%
other = matchboxes.train(seed=1)
matchboxes.diff(model, other).changes

# %%
matchboxes.merge([matchboxes.train(sets=20, seed=seed) for seed in range(3)])

# %%
mild = {"name": "mild", "start": [4, 3, 2, 1], "win": "+2 all", "draw": "+1 all", "loss": "-1 all"}
study = matchboxes.study(rule=["rote", mild], runs=30, sets=30)
study

# %%
study.figures

# %%
assert study.comparisons is not None
study.comparisons[["figure", "mean", "error", "chance_of_more"]]

# %%
her = matchboxes.expected("hexapawn", rule="her", games=20)
her.games

# %%
matchboxes.solve("O../XX./...")

# %%
kit = matchboxes.train("hexapawn", rule="her", learner="second", sets=5).kit()
kit.sheets["labels"]

# %%
kit.sheets["guide"]
