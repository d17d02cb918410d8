"""Masked PPO in one file, next to `greedy` on the same seeds.

    pip install torch
    python examples/ppo.py [--game merge3-doubling] [--minutes 5] [--seed 1]

One thread; the minutes are CPU minutes of this process. Illegal actions get no probability, so none is ever played. Points
grow with the tiles, so rewards are tenths of their logarithms; scores are printed in points. At the end the policy plays games that it
was not trained on, always its most probable action, and `greedy` plays the same seeds.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import tilewright as tw

ENVS, STEPS, EPOCHS, BATCH = 256, 32, 4, 1024
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.98, 0.9, 0.2, 0.003, 1e-3
RANKS = 18


class Policy(nn.Module):
    """Ranks one-hot, and which tiles equal the one to the right and below, one and two cells away: what lines are made
    of. Two layers, then the logits of all actions, and a value."""

    def __init__(self, height: int, width: int, actions: int) -> None:
        super().__init__()
        size = (RANKS + 4) * height * width
        self.actor = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, actions))
        self.critic = nn.Sequential(nn.Linear(size, 128), nn.ReLU(), nn.Linear(128, 1))
        nn.init.zeros_(self.actor[-1].weight)

    def forward(self, boards: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        ranks = boards.long().clamp(max=RANKS - 1)
        planes = [nn.functional.one_hot(ranks, RANKS).flatten(1).float()]
        for axis, step in ((1, 1), (1, 2), (2, 1), (2, 2)):
            planes.append((ranks == ranks.roll(-step, axis)).flatten(1).float())
        seen = torch.cat(planes, 1)
        logits = self.actor(seen).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, -1), self.critic(seen).squeeze(-1)


def train(game: str, minutes: float, seed: int) -> Policy:
    envs = tw.VectorEnv(game, ENVS, seed=seed, copy=True)
    boards, infos = envs.reset()
    masks = infos["action_mask"]
    policy = Policy(*boards.shape[1:], masks.shape[1])
    optimiser = torch.optim.Adam(policy.parameters(), lr=RATE, eps=1e-5)
    begin, finished, update = time.process_time(), [], 0
    while (spent := (time.process_time() - begin) / (60 * minutes)) < 1:
        # The rate and the wish for chance fall to zero.
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - spent)
        kept: list[list[torch.Tensor]] = [[] for _ in range(5)]
        rewards = np.zeros((STEPS, ENVS), dtype=np.float32)
        alive = np.ones((STEPS, ENVS), dtype=np.float32)
        for step in range(STEPS):
            seen, legal = torch.as_tensor(boards), torch.as_tensor(masks)
            with torch.no_grad():
                logs, value = policy(seen, legal)
                action = torch.multinomial(logs.exp(), 1).squeeze(1)
            chosen = logs.gather(1, action[:, None]).squeeze(1)
            boards, points, terminated, _, infos = envs.step(action.numpy())
            masks = infos["action_mask"]
            rewards[step], alive[step] = np.log2(1 + points / 8) / 10, ~terminated
            if "final_info" in infos:
                finished += infos["final_info"]["score"][terminated].tolist()
            for place, item in zip(kept, (seen, legal, action, chosen, value), strict=True):
                place.append(item)
        with torch.no_grad():
            following = policy(torch.as_tensor(boards), torch.as_tensor(masks))[1]
        advantages = torch.zeros(STEPS, ENVS)
        running = torch.zeros(ENVS)
        for step in reversed(range(STEPS)):
            go_on = torch.as_tensor(alive[step])
            error = torch.as_tensor(rewards[step]) + GAMMA * go_on * following - kept[4][step]
            running = error + GAMMA * LAMBDA * go_on * running
            advantages[step], following = running, kept[4][step]
        seen, legal, action, chosen, value = (torch.cat(items) for items in kept)
        gains, targets = advantages.flatten(), advantages.flatten() + value
        for _ in range(EPOCHS):
            for rows in torch.randperm(STEPS * ENVS).split(BATCH):
                logs, guess = policy(seen[rows], legal[rows])
                ratio = (logs.gather(1, action[rows, None]).squeeze(1) - chosen[rows]).exp()
                gain = gains[rows]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                surrogate = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                entropy = -(logs.exp() * logs).sum(-1).mean()
                loss = -surrogate + 0.5 * (guess - targets[rows]).pow(2).mean() - ENTROPY * (1 - spent) * entropy
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                optimiser.step()
        update += 1
        if update % 50 == 0:
            recent = finished[-500:]
            mean = f"{np.mean(recent):,.0f}" if recent else "none yet"
            steps = update * STEPS * ENVS
            print(f"{100 * spent:3.0f} %: {steps:,} steps, {len(finished):,} games, mean of the last: {mean}", flush=True)
    return policy


def evaluate(game: str, policy: Policy, games: int, seed: int) -> np.ndarray:
    """Scores of games with these seeds; the policy's most probable action."""
    envs = tw.VectorEnv(game, games, seed=seed, autoreset="disabled")
    boards, infos = envs.reset()
    over = np.zeros(games, dtype=bool)
    while not over.all():
        with torch.no_grad():
            logs, _ = policy(torch.as_tensor(boards), torch.as_tensor(infos["action_mask"]))
        # A finished game ignores what is played in it.
        boards, _, terminated, _, infos = envs.step(logs.argmax(1).numpy())
        over |= terminated
    return infos["score"].astype(float)


def greedy(game: str, games: int, seed: int) -> np.ndarray:
    rules, player, scores = tw.Game(game), tw.Player("greedy"), []
    for number in range(seed, seed + games):
        session = tw.Session(rules, number)
        while session.state.phase == "decide":
            session.play(player.choose(session.state))
        scores.append(float(session.score))
    return np.array(scores)


def interval(values: np.ndarray) -> str:
    error = 1.96 * values.std(ddof=1) / len(values) ** 0.5
    return f"{values.mean():,.0f} ± {error:,.0f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="merge3-doubling")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    learned = train(options.game, options.minutes, options.seed)
    ours = evaluate(options.game, learned, options.games, 500_000)
    theirs = greedy(options.game, options.games, 500_000)
    print(f"ppo {interval(ours)}, greedy {interval(theirs)} points; paired difference {interval(ours - theirs)}")
