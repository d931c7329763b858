# SPDX-License-Identifier: Apache-2.0
"""What has a mark of its own instead of a rival: playlists, and the quality rule over recorded networks."""

import dataclasses
import json
import os
import subprocess
import time


@dataclasses.dataclass
class Goal:
    name: str
    title: str
    unit: str
    how: str
    mark: float
    more_is_better: bool = False


GOALS = [
    Goal("parse", "Reading a playlist of 100,000 segments", "milliseconds", "`windowbox bench parse`, the median of its runs.", 60),
    Goal("merge", "Merging a live reload of 10 new segments into it", "milliseconds", "From the same runs.", 1),
    Goal("list", "Inserting, moving or removing an item of 10,000", "milliseconds",
         "`windowbox bench list`, the slowest of the three.", 1),
    Goal("list-loaded", "Items of 10,000 that are loaded", "items", "From the same run.", 2),
    Goal("leak-memory", "Memory left by 100 players that were opened, played and closed", "MB",
         "`windowbox bench players`, after twenty others.", 4),
    Goal("leak-threads", "Threads and descriptors left by them", "threads and descriptors", "From the same run.", 0),
    Goal("simulation", "Simulated playing", "times real time",
         "86 sessions of ten minutes over the 3G traces; start of the program and reading of the traces included.", 1000,
         more_is_better=True),
    Goal("qoe-vod", "QoE_log of the quality rule, 3G traces, buffer of 25 s", "QoE_log", "`windowbox simulate`; the same each time.", -0.22,
         more_is_better=True),
    Goal("qoe-live", "QoE_log of the quality rule, 3G traces, live, buffer of 10 s", "QoE_log", "The same.", -0.68, more_is_better=True),
]


def ask(program, *words):
    result = subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=600)
    return json.loads(result.stdout)


def measure(program, address, note):
    """Calls `note(goal, value)`; answers why a goal could not be measured."""
    parsed = ask(program, "bench", "parse", "--json")
    note("parse", parsed["parse"] * 1000)
    note("merge", parsed["merge"] * 1000)
    listed = ask(program, "bench", "list", "--json")
    note("list", max(listed[change] for change in ("insert", "move", "remove")) * 1000)
    note("list-loaded", listed["loaded"])
    opened = ask(program, "bench", "players", address, "--json")
    left = {what: opened["after"][what] - opened["before"][what] for what in opened["before"]}
    note("leak-memory", left["memory"] / 1e6)
    note("leak-threads", left["threads"] + left["descriptors"])
    folder = os.path.join(os.environ.get("WINDOWBOX_CORPORA", ""), "abr")
    traces, movie = os.path.join(folder, "3Glogs.json"), os.path.join(folder, "movie_bbb.json")
    if not os.path.exists(traces) or not os.path.exists(movie):
        return "the simulation: WINDOWBOX_CORPORA names no folder with abr/3Glogs.json and abr/movie_bbb.json"
    with open(movie, encoding="utf-8") as file:
        film = json.load(file)
    seconds = len(film["segment_sizes_bits"]) * film["segment_duration_ms"] / 1000
    for name, words in (("qoe-vod", ["--buffer", 25]), ("qoe-live", ["--buffer", 10, "--live"])):
        began = time.monotonic()
        answer = ask(program, "simulate", "--traces", traces, "--movie", movie, *words, "--json")
        spent = time.monotonic() - began
        note(name, answer["mean"]["qoeLog"])
        note("simulation", seconds * len(answer["traces"]) / spent)
    return None
