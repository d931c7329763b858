# SPDX-License-Identifier: Apache-2.0
"""Compares Windowbox with other players. run.py [--rounds N] [--goal-rounds N] [--windowbox PROGRAM] [--tests A,B] [--players A,B] [--output FOLDER]"""

import argparse
import dataclasses
import json
import os
import random
import subprocess
import sys
import tempfile
import time

from goals import GOALS, measure as measure_goals
from origin import Origin
from players import all_players
from processes import Load
from report import PEERS, commits_of, describe_machine, page, ratio, read, summary

HERE = os.path.dirname(os.path.abspath(__file__))
WINDOW = 20


@dataclasses.dataclass
class Test:
    name: str
    title: str
    unit: str
    how: str
    mark: float
    rivals: tuple = PEERS
    more_is_better: bool = False
    percentile: bool = False


TESTS = [
    Test("first-cold", "First frame from process start, CMAF 720p", "milliseconds",
         "From just before the program is started to the first frame at the output.", 0.6),
    Test("first-warm", "First frame in a running player, CMAF 720p", "milliseconds",
         "From the command to load to the first frame, in a process that has played another stream.", 0.5),
    Test("ladder-cold", "First frame from process start, CMAF ladder of three", "milliseconds", "Each picks its quality.", 0.6),
    Test("ladder-warm", "First frame in a running player, CMAF ladder of three", "milliseconds", "Each picks its quality.", 0.5),
    Test("ts-cold", "First frame from process start, MPEG-TS 720p", "milliseconds", "Pictures and sound in one segment.", 0.6),
    Test("seek", "Accurate seek, CMAF 720p", "milliseconds",
         "From the command to the first frame of the new position; six positions a round, the same for all.", 0.6, percentile=True),
    Test("cpu", "Processor time for playing at 1x, CMAF 720p30", "percent of one core",
         f"All processes of the player over {WINDOW} s that start 2.3 s after it did.", 0.8),
    Test("cpu-floor", "The same beside `ffmpeg -re -f null`", "percent of one core", "From the same samples.", 1.05, rivals=("ffmpeg",)),
    Test("memory", "Memory while playing it", "MB resident", "At the end of the same time.", 1.0),
    Test("decode", "Decoding as fast as possible, 720p", "frames per second", "1800 frames from a file, start of the program included.",
         0.97, rivals=("ffmpeg",), more_is_better=True),
    Test("decode-cpu", "The same, processor time", "seconds", "From the same samples; steadier than the clock on a busy machine.", 1.03,
         rivals=("ffmpeg",)),
]


class Bench:
    def __init__(self, origin, media, players, seed):
        self.origin, self.media, self.players, self.random = origin, media, players, random.Random(seed)
        self.samples = {test.name: {} for test in TESTS}
        self.goals = {goal.name: [] for goal in GOALS}
        self.wrong_frames = {}

    def note(self, test, player, value, load):
        self.samples[test].setdefault(player.name, []).append({"value": value, "load": round(load, 2)})

    def turn(self):
        order = list(self.players)
        self.random.shuffle(order)
        return order

    def measure(self, test, question, can):
        for player in self.turn():
            if not can(player):
                continue
            with Load() as load:
                value = question(player)
                self.note(test, player, value, load.stop())

    def first_frames(self, wanted):
        warm_from = self.origin.url("muxed/index.m3u8")
        for kind, path in (("first", "cmaf/720p.m3u8"), ("ladder", "cmaf/ladder.m3u8"), ("ts", "muxed/index.m3u8")):
            url = self.origin.url(path)
            if f"{kind}-cold" in wanted:
                self.measure(f"{kind}-cold", lambda player: player.first(url), lambda player: offers(player, "first"))
            if f"{kind}-warm" in wanted:
                self.measure(f"{kind}-warm", lambda player: player.warm(url, warm_from), lambda player: offers(player, "warm"))

    def seeks(self):
        positions = []
        while len(positions) < 6:
            position = round(self.random.uniform(3, 57) * 30) / 30
            if abs(position - (positions[-1] if positions else 2)) > 6:
                positions.append(round(position, 3))
        for player in self.turn():
            if not offers(player, "seeks"):
                continue
            with Load() as load:
                answers = player.seeks(self.origin.url("cmaf/720p.m3u8"), positions)
                cores = load.stop()
            for latency, error in answers + [(None, None)] * (len(positions) - len(answers)):
                self.note("seek", player, latency, cores)
                if error:
                    self.wrong_frames.setdefault(player.name, []).append(error)

    def playing(self):
        for player in self.turn():
            if not offers(player, "playing"):
                continue
            with player.playing(self.origin.url("cmaf/720p.m3u8"), WINDOW + 6) as program:
                time.sleep(2.3)
                before, begun = program.cpu_seconds(), time.monotonic()
                with Load() as load:
                    time.sleep(WINDOW)
                    used, spent = program.cpu_seconds() - before, time.monotonic() - begun
                    cores = load.stop(own_seconds=used)
                alive = program.process.poll() is None
                percent = used / spent * 100 if alive else None
                self.note("cpu", player, percent, cores)
                self.note("cpu-floor", player, percent, cores)
                self.note("memory", player, program.memory_mb() if alive else None, cores)

    def decode(self):
        for player in self.turn():
            if not offers(player, "decode"):
                continue
            with Load() as load:
                before = sum(os.times()[2:4])
                answer = player.decode(os.path.join(self.media, "v720.mp4"))
                used = sum(os.times()[2:4]) - before
                cores = load.stop()
            self.note("decode", player, answer and answer[0] / answer[1], cores)
            self.note("decode-cpu", player, answer and used, cores)

    def reach_goals(self, program, wanted):
        with Load() as load:
            values = []
            try:
                left_out = measure_goals(
                    program, self.origin.url("cmaf/720p.m3u8"), os.path.join(self.media, "film60.mp4"),
                    lambda goal, value: values.append((goal, value)), wanted)
            except (RuntimeError, ValueError, subprocess.TimeoutExpired) as error:
                left_out = f"what follows a failure: {error}"
            cores = load.stop()
        for goal, value in values:
            self.goals[goal].append({"value": value, "load": round(cores, 2)})
        return left_out


def offers(player, question):
    """Whether a player overrides a measurement."""
    return getattr(type(player), question) is not getattr(type(player).__mro__[-2], question)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--goal-rounds", type=int, default=3, help="rounds in which Windowbox is also measured alone")
    parser.add_argument("--windowbox", default="")
    parser.add_argument("--tests", default=",".join([*(test.name for test in TESTS), "goals", "feeds"]))
    parser.add_argument("--players", default="")
    parser.add_argument("--output", default=HERE)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wanted = set(options.tests.split(","))
    media = subprocess.run([os.path.join(HERE, "media.sh")], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    with tempfile.TemporaryDirectory(prefix="windowbox-peers-") as folder, Origin(media) as origin:
        origin.warm_up()
        every = [
            player for player in all_players(options.windowbox, folder)
            if not options.players or player.name in options.players.split(",")]
        missing = {player.name: player.why_missing for player in every if player.why_missing}
        for name, why in missing.items():
            print(f"bench: without {name}: {why}", file=sys.stderr)
        bench = Bench(origin, media, [player for player in every if not player.why_missing], options.seed)
        for number in range(options.rounds):
            print(f"bench: round {number + 1} of {options.rounds}", file=sys.stderr)
            bench.first_frames(wanted)
            if "seek" in wanted:
                bench.seeks()
            if wanted & {"decode", "decode-cpu"}:
                bench.decode()
            if wanted & {"cpu", "cpu-floor", "memory"}:
                bench.playing()
            if wanted & {"goals", "feeds"} and number < options.goal_rounds and os.access(options.windowbox, os.X_OK):
                left_out = bench.reach_goals(options.windowbox, wanted)
                if left_out:
                    missing["goals"] = left_out

    machine = describe_machine()
    measured = {test.name for test in TESTS if bench.samples[test.name]} | {goal.name for goal in GOALS if bench.goals[goal.name]}
    # Rows that were not selected keep the results of an earlier run, each with its commit.
    earlier = read(os.path.join(options.output, "results.json"))
    commits = commits_of(measured, machine["windowbox"], earlier)
    for name in commits.keys() - measured:
        kept, into = ("samples", bench.samples) if name in bench.samples else ("goalSamples", bench.goals)
        into[name] = earlier[kept][name]
    figures = {
        test: {player: summary(samples) for player, samples in sorted(by_player.items())}
        for test, by_player in bench.samples.items() if by_player}
    reached = {goal.name: summary(bench.goals[goal.name]) for goal in GOALS if bench.goals[goal.name]}
    command = f"make bench ROUNDS={options.rounds}"
    os.makedirs(options.output, exist_ok=True)
    with open(os.path.join(options.output, "results.json"), "w", encoding="utf-8") as file:
        ratios = {test.name: ratio(test, figures[test.name]) for test in TESTS if test.name in figures}
        json.dump({
            "machine": machine, "rounds": options.rounds, "commits": commits, "figures": figures, "ratios": ratios, "goals": reached,
            "missing": missing, "seeksOffTarget": bench.wrong_frames, "samples": bench.samples, "goalSamples": bench.goals}, file, indent=1)
        file.write("\n")
    with open(os.path.join(options.output, "RESULTS.md"), "w", encoding="utf-8") as file:
        file.write(page(machine, TESTS, figures, (GOALS, reached), missing, command, commits))
    print(f"bench: {os.path.join(options.output, 'RESULTS.md')}", file=sys.stderr)


if __name__ == "__main__":
    main()
