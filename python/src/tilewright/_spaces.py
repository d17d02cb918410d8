"""The observation space of a game, from what its native half shows."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from tilewright._errors import VariantError
from tilewright._native import Game


RENDER_MODES = ["ansi", "rgb_array"]


def check_render_mode(mode: str | None) -> None:
    """Raises VariantError unless it is a render mode or None."""
    if mode is not None and (not isinstance(mode, str) or mode not in RENDER_MODES):
        raise VariantError('render_mode is None, "ansi" or "rgb_array"')


def observation_space(form: tuple[bool, list[int], int]) -> spaces.Space[Any]:
    """The space of one observation: `form` says whether tiles are ranks, the board's shape, and the preview's length."""
    ranks, shape, preview = form
    largest, dtype = (31, np.uint8) if ranks else (2**30, np.int32)
    board = spaces.Box(0, largest, tuple(shape), dtype)
    if not preview:
        return board
    return spaces.Dict({"board": board, "preview": spaces.Box(0, largest, (preview,), np.int32)})


def resolve(game: Game | str | dict[str, Any], variant: dict[str, Any] | None) -> Game:
    """The game that an environment plays. Fields of `variant` replace those of the game, unless it names a family."""
    base = Game(game)
    if variant is None:
        return base
    if not isinstance(variant, dict):
        raise TypeError(f"variant is a dict of rules, not {type(variant).__name__}")
    if "family" in variant:
        return Game(variant)
    return Game({**base.variant, **variant})
