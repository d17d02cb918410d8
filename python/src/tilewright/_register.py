"""Registers every preset with Gymnasium."""

import gymnasium

from tilewright._native import revisions


def register_all() -> None:
    """Registers `tilewright/<preset>-v<revision>` for every preset. Twice is no error."""
    for preset, revision in revisions():
        name = f"tilewright/{preset}-v{revision}"
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="tilewright.envs:TileEnv",
                vector_entry_point="tilewright.vector:VectorEnv",
                kwargs={"game": preset},
            )
