"""What several tests use."""

from __future__ import annotations

import json
import os
import random
import subprocess
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


def random_variants(count: int) -> list[dict[str, Any]]:
    """Valid variants of all families, the same at every run."""
    chance = random.Random(7)
    choices: list[dict[str, Any]] = []
    while len(choices) < count:
        family = chance.choice(["slide", "swap", "strain", "factor"])
        fields: dict[str, Any] = {"family": family}
        if family == "slide":
            size = chance.choice([{"shape": "hex", "radius": 1}, {"shape": "square", "width": 3, "height": 5}])
            fields |= {"board": size, "target": chance.choice([64, 2048])}
        elif family == "swap":
            fields |= {
                "width": chance.randint(4, 7),
                "height": chance.randint(4, 7),
                "spawn": [2, 4, 8, 16],
                "preview": chance.choice([0, 2]),
                "diagonal": chance.random() < 0.5,
                "turn_limit": 30,
            }
        elif family == "strain":
            fields |= {"width": chance.randint(3, 5), "height": chance.randint(3, 5)}
        else:
            fields |= {"width": chance.randint(4, 6), "height": chance.randint(4, 6)}
        try:
            tw.Game(fields)
        except tw.VariantError:
            continue
        choices.append(fields)
    return choices


@pytest.fixture(params=[*tw.presets(), *random_variants(8)], ids=lambda what: what if isinstance(what, str) else str(what)[11:60])
def game(request: pytest.FixtureRequest) -> tw.Game:
    """Every preset and some variants."""
    return tw.Game(request.param)
