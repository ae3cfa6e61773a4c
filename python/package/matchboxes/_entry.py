"""The environment in Gymnasium's registry, also where only Gymnasium was imported."""

from __future__ import annotations

NAME = "matchboxes/Game-v0"


def register() -> None:
    """Called by Gymnasium when it is imported, and by our module: the environment itself is loaded when it is made."""
    from gymnasium.envs import registration

    if NAME not in registration.registry:
        registration.register(NAME, "matchboxes.gymnasium:GameEnv")
