"""Experiments that vary rules: the command ``tilewright lab run``, from Python and on clusters.

>>> import tempfile, tilewright as tw
>>> text = '''format = "tilewright-experiment 1"
... base = "merge3"
... games = 20
... players = ["random", "greedy"]'''
>>> with tempfile.TemporaryDirectory() as out:
...     summary = tw.lab.run(tw.lab.Experiment(text), out=out)
>>> summary["seeds"]
20
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from tilewright._errors import Error
from tilewright._native import Experiment, Results

__all__ = ["Experiment", "Results", "run"]

Progress = Callable[[int, int, "float | None"], object]


def run(
    experiment: str | os.PathLike[str] | Experiment,
    *,
    out: str | os.PathLike[str],
    engine: str = "local",
    address: str | None = None,
    threads: int | None = None,
    callback: Progress | None = None,
) -> dict[str, Any]:
    """Runs an experiment, or goes on with it, and returns its summary (``summary.json``).

    ``experiment`` is the path of a file. ``out`` is the directory of the results: ``games/*.parquet``,
    ``probes/*.parquet``, ``summary.json``, ``report.html``. Killed at any moment, the same call goes on.

    ``engine="local"`` uses ``threads`` of this process; ``engine="ray"`` runs the shards as Ray tasks, on the cluster
    that Ray is connected to, else on the one at ``address``, else on this machine. The tasks need the package, and
    files that players' names refer to, where they run. Lost tasks are run again. Rows are equal whoever ran them,
    except for CPU times; players that train first (``learned:turns=200000``) train in their task.

    ``callback`` gets the games that are done, all games, and the seconds left or None.
    """
    if isinstance(experiment, Experiment):
        name = "an experiment given as text"
    else:
        path = Path(experiment)
        name = f"tilewright lab run {path} --out DIR"
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Error(f"cannot read {path}: {error}") from None
        try:
            experiment = Experiment(text)
        except Error as error:
            raise Error(f"{path}: {error}") from None
    if engine not in ("local", "ray"):
        raise Error(f'engine "{engine}" is not known; it is "local" or "ray"')
    results = Results(out, experiment)
    if engine == "local":
        results.run(threads or os.cpu_count() or 1, callback)
    else:
        _run_on_ray(experiment, results, address, callback)
    results.report(name)
    summary: dict[str, Any] = json.loads((Path(out) / "summary.json").read_text(encoding="utf-8"))
    return summary


@lru_cache(maxsize=4)
def _parsed(text: str) -> Experiment:
    return Experiment(text)


def _shard(text: str, index: int) -> tuple[int, bytes]:
    """What a Ray task does."""
    return index, _parsed(text).run_shard(index)


def _run_on_ray(experiment: Experiment, results: Results, address: str | None, callback: Progress | None) -> None:
    try:
        # Its own annotations are partial.
        import ray as untyped
    except ImportError:
        raise Error('engine="ray" needs Ray; install it with `pip install tilewright[ray]`') from None
    ray: Any = untyped
    if not ray.is_initialized():
        ray.init(address=address, logging_level="error")
    # A task that fails with an exception would fail again; one that is lost with its worker is run again.
    task = ray.remote(max_retries=-1, retry_exceptions=False)(_shard)
    text = ray.put(experiment.text)
    games = experiment.games
    missing = results.missing()
    done = experiment.total - sum(games[index] for index in missing)
    # As many at a time as keep the cluster busy: results wait in its memory until they are saved.
    most = max(8, 4 * int(ray.cluster_resources().get("CPU", 1)))
    waiting, running = iter(missing), []
    while True:
        for index in waiting:
            running.append(task.remote(text, index))
            if len(running) >= most:
                break
        if not running:
            return
        ready, running = ray.wait(running, num_returns=1)
        try:
            index, data = ray.get(ready[0])
        except ray.exceptions.RayTaskError as error:
            for other in running:
                ray.cancel(other)
            raise Error(str(error.cause)) from None
        results.save(index, data)
        done += games[index]
        if callback is not None:
            callback(done, experiment.total, None)
