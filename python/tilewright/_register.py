"""Registers every preset with Gymnasium."""

import gymnasium

from tilewright._native import Game, presets


def register_all() -> None:
    """Registers `tilewright/<preset>-v<revision>` for every preset. Twice is no error."""
    for preset in presets():
        name = f"tilewright/{preset}-v{Game(preset).revision}"
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="tilewright.envs:TileEnv",
                vector_entry_point="tilewright.vector:VectorEnv",
                kwargs={"game": preset},
            )
