"""Experiments: the same rows from the program, from this process and from Ray."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import polars
import pytest

import tilewright as tw
from conftest import ROOT

TEXT = """format = "tilewright-experiment 1"
title = "Small"
base = "merge3"
games = 40
turns = 60
players = ["random", "greedy", "learned:turns=2000"]

[vary]
diagonal = [false, true]

[probe]
player = "mcts:nodes=300"
every = 9
games = 6
"""


def rows(out: Path, kind: str = "games") -> list[tuple[Any, ...]]:
    """All rows in order, without the CPU time."""
    table = polars.read_parquet(out / kind / "*.parquet")
    return sorted(table.drop("cpu_us", strict=False).rows())


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory that the program makes."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "small.toml").write_text(TEXT)
    program = os.environ.get("TILEWRIGHT", str(ROOT / "target/debug/tilewright"))
    subprocess.run(
        [program, "lab", "run", str(folder / "small.toml"), "--out", str(folder / "out")], check=True, stdout=sys.stderr
    )
    return folder


def test_run_in_this_process_gives_the_rows_of_the_program(reference: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int, float | None]] = []
    summary = tw.lab.run(reference / "small.toml", out=tmp_path / "out", callback=lambda *args: seen.append(args))
    assert summary["seeds"] == 40 and seen[-1][:2] == (240, 240)
    for kind in ("games", "probes"):
        assert rows(tmp_path / "out", kind) == rows(reference / "out", kind)
    assert "<svg" in (tmp_path / "out/report.html").read_text()


def test_shards_are_read_by_duckdb_with_the_documented_columns(reference: Path) -> None:
    source = f"read_parquet('{reference}/out/games/*.parquet')"
    names = [name for name, *_ in duckdb.sql(f"DESCRIBE SELECT * FROM {source}").fetchall()]
    assert names == [
        *("variant", "hash", "vary_diagonal", "player", "seed", "score", "turns", "end", "best"),
        *("choices", "forced", "chance_points", "cpu_us"),
    ]
    counted = duckdb.sql(f"SELECT player, count(*), max(seed) FROM {source} GROUP BY player ORDER BY player").fetchall()
    assert counted == [("greedy", 80, 40), ("learned:turns=2000", 80, 40), ("random", 80, 40)]


def test_run_again_runs_missing_and_damaged_shards_only(reference: Path, tmp_path: Path) -> None:
    tw.lab.run(reference / "small.toml", out=tmp_path / "out")
    before = rows(tmp_path / "out")
    first, second = sorted((tmp_path / "out/games").iterdir())[:2]
    first.unlink()
    second.write_bytes(second.read_bytes()[:-40])
    experiment = tw.lab.Experiment(TEXT)
    results = tw.lab.Results(tmp_path / "out", experiment)
    missing = results.missing()
    assert sorted(experiment.shards[index] for index in missing) == [first.stem, second.stem]
    results.run(2)
    assert results.missing() == [] and rows(tmp_path / "out") == before


def test_exception_in_the_callback_ends_the_run_and_keeps_shards(tmp_path: Path) -> None:
    def stop(done: int, total: int, left: float | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tw.lab.run(tw.lab.Experiment(TEXT), out=tmp_path / "out", callback=stop)
    assert tw.lab.run(tw.lab.Experiment(TEXT), out=tmp_path / "out")["seeds"] == 40


def test_mistakes_are_one_clear_error(reference: Path, tmp_path: Path) -> None:
    with pytest.raises(tw.Error, match="cannot read .*nowhere.toml"):
        tw.lab.run(tmp_path / "nowhere.toml", out=tmp_path / "out")
    (tmp_path / "wrong.toml").write_text(TEXT.replace("diagonal", "diagonel"))
    with pytest.raises(tw.Error, match="wrong.toml: line 9: field `diagonel` is not known"):
        tw.lab.run(tmp_path / "wrong.toml", out=tmp_path / "out")
    with pytest.raises(tw.Error, match='engine "spark" is not known'):
        tw.lab.run(reference / "small.toml", out=tmp_path / "out", engine="spark")
    with pytest.raises(tw.Error, match="holds another experiment"):
        tw.lab.run(tw.lab.Experiment(TEXT.replace("40", "41")), out=reference / "out")
    experiment = tw.lab.Experiment(TEXT)
    with pytest.raises(tw.Error, match="there is no shard 1000000"):
        experiment.run_shard(1_000_000)
    results = tw.lab.Results(tmp_path / "results", experiment)
    with pytest.raises(tw.Error, match="not the file of shard"):
        results.save(0, experiment.run_shard(1))
    with pytest.raises(tw.Error, match="another run is at work"):
        tw.lab.Results(tmp_path / "results", experiment)
    with pytest.raises(tw.Error, match="threads are 1 to 256"):
        results.run(0)
    assert pickle.loads(pickle.dumps(experiment)).shards == experiment.shards


def test_run_on_ray_survives_a_killed_worker_with_equal_rows(reference: Path, tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    killed: list[int] = []

    def kill(done: int, total: int, left: float | None) -> None:
        for process in Path("/proc").glob("[0-9]*") if not killed else ():
            try:
                at_work = (process / "cmdline").read_bytes().startswith(b"ray::_shard")
            except OSError:
                continue
            if at_work:
                os.kill(int(process.name), signal.SIGKILL)
                killed.append(int(process.name))
                return

    ray.init(num_cpus=2, include_dashboard=False, logging_level="error")
    try:
        summary = tw.lab.run(reference / "small.toml", out=tmp_path / "out", engine="ray", callback=kill)
    finally:
        ray.shutdown()
    assert summary["seeds"] == 40 and killed
    for kind in ("games", "probes"):
        assert rows(tmp_path / "out", kind) == rows(reference / "out", kind)
