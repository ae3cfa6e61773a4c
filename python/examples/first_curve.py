"""The first curve: a machine learns tic-tac-toe, and its exact strength after every set is drawn."""

# %%
import matchboxes

model = matchboxes.train(exact=True)
history = model.history()
for games, lost in zip(history["games"][9::30], history["first_exact_random_lost"][9::30]):
    print(f"after {games:6} games it loses {lost:6.2%} of its games against random play")
print(f"the best opponent beats it with a chance of {matchboxes.prove(model)[0].worst_case_loss:.2%}")
model.picture().save("first_curve.svg")
model  # a notebook shows the curve
