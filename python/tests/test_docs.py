"""Examples in docstrings and on the package's page run, and the types hold."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright as tw
from tilewright import _native, envs, lab, vector

PACKAGE = Path(tw.__file__).parent


def test_docstrings_examples_run() -> None:
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    tests = [test for module in (tw, envs, lab, vector) for test in finder.find(module, module.__name__)]
    for name in ("Game", "State", "Dice", "Session", "Player", "Experiment", "presets"):
        tests += finder.find(getattr(_native, name), name, module=False, globs={})  # type: ignore[arg-type]
    for test in tests:
        runner.run(test)
    assert runner.tries > 15 and runner.failures == 0


def test_readme_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for readme, least in ((Path(__file__).parents[1] / "README.md", 3), (Path(__file__).parents[2] / "README.md", 1)):
        examples = re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
        assert len(examples) >= least
        for example in examples:
            exec(compile(example, str(readme), "exec"), {})


def test_readme_table_says_what_the_environments_are() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (.*?), (u?int\d+) \[(.*?)\] \| (\d+) \|", readme, re.MULTILINE)
    assert [row[0] for row in rows] == tw.presets()
    for preset, what, dtype, shape, actions in rows:
        env = tw.TileEnv(preset)
        space = env.observation_space
        assert (str(space.dtype), list(space.shape or ())) == (dtype, [int(side) for side in shape.split(", ")])
        assert (what == "ranks") == (dtype == "uint8") and env.game.num_actions == int(actions)


def test_types_pass_a_strict_checker(tmp_path: Path) -> None:
    # The installed package, from elsewhere, as its users check against it.
    check = [sys.executable, "-m", "mypy", "--strict", "--package", "tilewright"]
    result = subprocess.run(check, capture_output=True, text=True, cwd=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr


def test_types_name_everything_that_is_native() -> None:
    stub = (PACKAGE / "_native.pyi").read_text(encoding="utf-8")
    for name in dir(_native):
        if name.startswith("_"):
            continue
        assert re.search(rf"(class|def) {name}\b", stub), name
        for member in dir(getattr(_native, name)):
            if not member.startswith("_"):
                assert re.search(rf"def {member}\b", stub) or not isinstance(getattr(_native, name), type), f"{name}.{member}"


def test_example_td_2x2_comes_close_to_the_exact_value() -> None:
    example: dict[str, object] = {"__name__": "example"}
    path = Path(__file__).parents[1] / "examples/td_2x2.py"
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), example)
    value_of, learn = example["value_of"], example["learn"]
    exact = value_of(None)  # type: ignore[operator]
    # The value that `tilewright solve` prints; see docs/players.md.
    assert abs(exact - 66.964149457) < 1e-6
    assert 0.999 * exact < value_of(learn(1500)) <= exact + 1e-9  # type: ignore[operator]


def test_notebook_cells_run() -> None:
    import matplotlib

    matplotlib.use("Agg")
    notebook = json.loads((Path(__file__).parents[1] / "examples/tour.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    for cell in cells:
        exec(compile(cell.replace("games=100", "games=4"), "tour.ipynb", "exec"), names)
    assert len(cells) >= 4 and set(names["results"]) == {"random", "greedy", "learned"}  # type: ignore[call-overload]
