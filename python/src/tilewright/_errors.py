"""The exceptions of the package. The native half raises them by name."""


class Error(Exception):
    """The base of all exceptions of this package."""


class VariantError(Error, ValueError):
    """Rules that are not valid, or a preset that does not exist."""


class PositionError(Error, ValueError):
    """A position that cannot stand, or that cannot be shown as asked."""


class IllegalAction(Error, ValueError):
    """An action that is not legal in a state, or does not exist in the game."""


class OutcomeError(Error, ValueError):
    """An outcome that is not possible at a chance node."""


class ReplayError(Error, ValueError):
    """A replay that is damaged or does not verify."""


class PlayerError(Error, ValueError):
    """A player that does not exist, or has no answer."""
