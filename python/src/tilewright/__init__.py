"""Number-merging tile puzzles: exact rules, explicit chance, environments and players.

>>> import tilewright as tw
>>> game = tw.Game("classic-2048")
>>> state = game.start(seed=1)
>>> state, gain = state.advance(state.actions()[0], tw.Dice(1))
"""

from tilewright import _gil  # noqa: F401 (first: it refuses interpreters without the GIL)
from tilewright import _register, lab
from tilewright._errors import (
    Error,
    IllegalAction,
    OutcomeError,
    PlayerError,
    PositionError,
    ReplayError,
    VariantError,
)
from tilewright._native import (
    Dice,
    Game,
    Player,
    Session,
    State,
    __version__,
    presets,
    train,
    verify,
)
from tilewright.envs import TileEnv
from tilewright.vector import VectorEnv

__all__ = [
    "Dice",
    "Error",
    "Game",
    "IllegalAction",
    "OutcomeError",
    "Player",
    "PlayerError",
    "PositionError",
    "ReplayError",
    "Session",
    "State",
    "TileEnv",
    "VariantError",
    "VectorEnv",
    "__version__",
    "lab",
    "presets",
    "train",
    "verify",
]

_register.register_all()
