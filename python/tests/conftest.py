"""What several tests use."""

from __future__ import annotations

import json
import os
import random
import subprocess
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw

ROOT = Path(__file__).parents[2]


class Rpc:
    """The protocol of the program, to compare with."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen(
            [program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.id = 0

    def call(self, method: str, **params: Any) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.id += 1
        request = {"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "result" in answer, answer
        return answer["result"]


@pytest.fixture(scope="session")
def rpc() -> Any:
    """`tilewright rpc`, built by whoever runs the tests."""
    program = os.environ.get("TILEWRIGHT", str(ROOT / "target/debug/tilewright"))
    if not Path(program).exists():
        pytest.fail(f"{program} is not built: cargo build -p tilewright, or set TILEWRIGHT")
    rpc = Rpc(program)
    yield rpc
    rpc.process.kill()


# What the fields of a family can be, apart from spawn and board.
FIELDS: dict[str, dict[str, list[Any]]] = {
    "slide": {"start_tiles": [1, 2, 5], "target": [64, 2048]},
    "swap": {
        **{side: list(range(3, 11)) for side in ("width", "height")},
        **{"law": ["doubling", "sum"], "score": ["sum", "result"], "anchor": ["moved", "first"]},
        **{"resolve": ["sequential", "rounds"], "group": ["cross", "union"], "run": [3, 3, 4]},
        **{name: [False, True] for name in ("gravity", "diagonal", "wrap", "must_merge")},
        **{"reach": ["neighbour", "anywhere"], "preview": [0, 0, 2, 16], "turn_limit": [None, 30]},
    },
    "strain": {
        **{side: list(range(3, 9)) for side in ("width", "height")},
        **{"max_value": [4, 5, 9], "max_strain": [1, 3, 7], "stress_gap": [1, 3, 8], "pieces": [1, 2, 4]},
        **{"start_tiles": [1, 2, 5]},
    },
    "factor": {
        **{"size": list(range(3, 9)), "start_tiles": [1, 2, 5], "spawn_every": [1, 3], "largest_prime": [3, 7, 19]},
        **{"order": ["factor-first", "smallest-first"], "equal": ["any", "powers"], "turn_limit": [None, 20]},
    },
}


def random_variants(count: int) -> list[dict[str, Any]]:
    """Valid variants of all families in turn, the same at every run."""
    chance, choices, families = random.Random(7), [], cycle(FIELDS)
    while len(choices) < count:
        family = next(families)
        while True:
            fields: dict[str, Any] = {"family": family}
            fields |= {name: chance.choice(values) for name, values in FIELDS[family].items()}
            if family == "slide":
                squares = {"shape": "square", "width": chance.randint(2, 8), "height": chance.randint(2, 8)}
                fields["board"] = chance.choice([squares, {"shape": "hex", "radius": chance.randint(1, 4)}])
            if family != "factor":
                values = {"slide": [1, 2, 4, 8], "swap": [1, 2, 3, 4, 8, 12], "strain": [1, 2, 3]}[family]
                spawn = chance.sample(values, chance.randint(2, len(values)))
                fields["spawn"] = {str(value): chance.randint(1, 9) for value in sorted(spawn)}
            try:
                tw.Game(fields).start(seed=1)
            except tw.VariantError:
                continue
            choices.append(fields)
            break
    return choices


def variant_name(what: Any) -> str:
    """A short name for a test's parameter."""
    return what if isinstance(what, str) else f"{what['family']}-{tw.Game(what).cells}-{VARIANTS.index(what)}"


VARIANTS = random_variants(24)


@pytest.fixture(params=[*tw.presets(), *VARIANTS], ids=variant_name)
def game(request: pytest.FixtureRequest) -> tw.Game:
    """Every preset and some variants."""
    return tw.Game(request.param)
