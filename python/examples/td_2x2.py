"""Tabular TD learning of afterstates on a 2×2 board of 2048, and the exact value to compare with.

Explicit chance makes both short: `act` gives the afterstate that a value belongs to, and `outcomes` what follows with
which weight. So a TD target is an expectation instead of a sample and needs no learning rate, and the policy that was
learned can be evaluated exactly, without playing.

    python examples/td_2x2.py [GAMES]
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache

import tilewright as tw

GAME = tw.Game({"family": "slide", "board": {"shape": "square", "width": 2, "height": 2}, "target": 64})
# More than any game of this size makes.
HOPE = 400.0
Choice = Callable[[tw.State], tuple[int, tw.State, int]]


def moves(state: tw.State) -> list[tuple[int, tw.State, int]]:
    """The legal actions of a state with their afterstates and points."""
    return [(int(action), *state.act(int(action))) for action in state.actions()]


def value_of(choose: Choice | None) -> float:
    """The points that a policy makes on average; without one, the best that can be made."""

    @lru_cache(maxsize=None)
    def after_value(after: tw.State) -> float:
        outcomes = after.outcomes()
        total = sum(weight for _, weight in outcomes)
        return sum(weight * value(after.settle(text)[0]) for text, weight in outcomes) / total

    @lru_cache(maxsize=None)
    def value(state: tw.State) -> float:
        if state.phase == "over":
            return 0.0
        options = [choose(state)] if choose else moves(state)
        return max(gain + after_value(after) for _, after, gain in options)

    # The deal: two tiles, each a 2 or a 4, on any two cells.
    cells, spawn = range(4), [(2, 0.9), (4, 0.1)]
    deals = [(i, j, a, b, p * q) for i in cells for j in cells if i != j for a, p in spawn for b, q in spawn]
    total = 0.0
    for i, j, a, b, chance in deals:
        board = ["."] * 4
        board[i], board[j] = str(a), str(b)
        total += chance / 12 * value(GAME.position("{} {}/{} {}".format(*board)))
    return total


def learn(games: int, seed: int = 1) -> Choice:
    """The policy that is greedy in values learned from so many games."""
    # Hopes that come true or not are exploration enough.
    values: defaultdict[tw.State, float] = defaultdict(lambda: HOPE)
    chance = random.Random(seed)

    def best(state: tw.State) -> tuple[int, tw.State, int]:
        return max(moves(state), key=lambda move: move[2] + values[move[1]])

    def target(after: tw.State) -> float:
        """The expected value of the best action that follows, over all outcomes."""
        total, sum_of_weights = 0.0, 0
        for text, weight in after.outcomes():
            state, _ = after.settle(text)
            sum_of_weights += weight
            if state.phase == "decide":
                _, following, gain = best(state)
                total += weight * (gain + values[following])
        return total / sum_of_weights

    for number in range(games):
        state, played = GAME.start(seed=number), []
        while state.phase == "decide":
            _, after, _ = best(state)
            played.append(after)
            texts, weights = zip(*after.outcomes(), strict=True)
            state, _ = after.settle(chance.choices(texts, weights)[0])
        for after in reversed(played):
            values[after] = target(after)
    return best


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    exact, learned = value_of(None), value_of(learn(count))
    print(f"exact {exact:.6f}, learned in {count} games {learned:.6f}: {100 * (1 - learned / exact):.3f} % below")
