# SPDX-License-Identifier: Apache-2.0
"""Measures the player for browsers in a headless Chromium beside hls.js and the browser's own HLS. web.py [--rounds N] [--rows A,B]
[--live-minutes N] [--live-rounds N] [--player FOLDER] [--hlsjs FILE] [--output FOLDER]"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from chromium import Chromium
from report import describe_machine, read, table
from web_origin import WebOrigin

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {"windowbox": "Windowbox", "hlsjs": "hls.js", "native": "Chromium's own"}
ROWS = {
    "player-bytes": ("Bytes of the player before the first frame, cold", "kB", "as transferred, with headers: scripts, styles and modules, compressed"),
    "bytes": ("All bytes before the first frame, cold", "kB", "page, player, playlists, segments"),
    "cold": ("First frame of fragmented MP4, cold", "ms", "from the navigation to the first picture; a new browser with an empty cache"),
    "warm": ("First frame of fragmented MP4, warm", "ms", "the same browser, player files in its cache"),
    "cold-ts": ("First frame of MPEG-TS, cold", "ms", ""),
    "warm-ts": ("First frame of MPEG-TS, warm", "ms", ""),
    "parse": ("A playlist of 10,000 segments", "ms", "from its last byte to the player's event that it knows it"),
    "merge": ("A live reload of 3,600 segments", "ms", "the same; the median of the reloads of ten seconds"),
    "script": ("Script on the main thread", "ms per s", "processor time, `ScriptDuration`, while 720p plays for 15 s, workers not counted"),
    "tasks": ("All work on the main thread", "ms per s", "`TaskDuration` of the same time"),
    "memory": ("Memory of the page's process", "MB", "its proportional set after some minutes of a live stream of 720p"),
}
MEDIA_SECONDS = 60


def make_media(folder):
    """A minute of 720p with 2 Mbit/s of pictures, as fragmented MP4 and as MPEG-TS."""
    source = os.path.join(folder, "source.mp4")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=size=1280x720:rate=30:duration={MEDIA_SECONDS}", "-f", "lavfi",
         "-i", f"sine=frequency=440:duration={MEDIA_SECONDS}", "-c:v", "libx264", "-preset", "veryfast", "-b:v", "2M", "-maxrate", "2M",
         "-bufsize", "4M", "-g", "60", "-keyint_min", "60", "-sc_threshold", "0", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "96k", source],
        check=True)
    for name, options in (("cmaf", ["-hls_segment_type", "fmp4", "-hls_segment_filename", "seg%d.m4s"]), ("ts", ["-hls_segment_filename", "seg%d.ts"])):
        os.makedirs(os.path.join(folder, name))
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-i", source, "-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", *options,
             "index.m3u8"], cwd=os.path.join(folder, name), check=True)


class Bench:
    def __init__(self, origin, players):
        self.origin, self.players = origin, players
        self.samples = {row: {player: [] for player in players} for row in ROWS}
        self.failures = []

    def note(self, row, player, value):
        if value is not None:
            self.samples[row][player].append(value)

    def open(self, browser, player, source):
        browser.open(f"{self.origin.address}/page/{player}?src={source}")

    def first_frame(self, browser, player, source):
        self.open(browser, player, source)
        told = browser.wait("return noted.firstFrame !== null && { ms: noted.firstFrame, bytes: transferred() }")
        return told["ms"], told["bytes"]

    def starts(self, player):
        for source, name in (("/cmaf/index.m3u8", ""), ("/ts/index.m3u8", "-ts")):
            with Chromium() as browser:
                ms, transferred = self.first_frame(browser, player, source)
                self.note("cold" + name, player, ms)
                if not name:
                    self.note("bytes", player, transferred["all"] / 1000)
                    self.note("player-bytes", player, transferred["player"] / 1000)
                # Once for the browser to keep compiled code, as it does from the second visit on.
                self.first_frame(browser, player, source)
                self.note("warm" + name, player, self.first_frame(browser, player, source)[0])

    def playlists(self, player):
        if player == "native":
            return
        with Chromium() as browser:
            self.open(browser, player, "/long.m3u8")
            browser.wait("return state().time > 0")
            self.note("parse", player, browser.run("return delays()[0]"))
            self.open(browser, player, "/live-long.m3u8")
            browser.wait("return state().time > 0")
            time.sleep(10)
            later = [ms for ms in browser.run("return delays().slice(1)") if ms is not None]
            if later:
                self.note("merge", player, statistics.median(later))

    def playing(self, player):
        with Chromium() as browser:
            self.open(browser, player, "/cmaf/index.m3u8")
            browser.wait("return state().time > 1")
            before, began = browser.metrics(), time.monotonic()
            time.sleep(15)
            after, seconds = browser.metrics(), time.monotonic() - began
            if browser.run("return state().time") < 12:
                raise RuntimeError("playback was not smooth")
            for row, name in (("script", "ScriptDuration"), ("tasks", "TaskDuration")):
                self.note(row, player, (after[name] - before[name]) * 1000 / seconds)

    def live(self, minutes):
        """All players at once: memory doesn't depend on the time that they get."""
        browsers = {player: Chromium() for player in self.players if player != "native"}
        try:
            for player, browser in browsers.items():
                self.open(browser, player, "/live.m3u8")
            for browser in browsers.values():
                browser.wait("return state().time > 0")
            time.sleep(minutes * 60)
            for player, browser in browsers.items():
                told = browser.run("return state()")
                if told["error"]:
                    raise RuntimeError(f"{player} stopped: {told['error']}")
                browser.collect()
                self.note("memory", player, browser.renderer_memory() / 1e6)
        finally:
            for browser in browsers.values():
                browser.__exit__()

    def attempt(self, what, *arguments):
        """A run that fails is left out, and said."""
        try:
            what(*arguments)
        except RuntimeError as error:
            self.failures.append(f"{what.__name__} {arguments}: {error}")
            print(f"bench: {self.failures[-1]}", file=sys.stderr)


def native_plays(origin):
    """The browser's version, and whether it plays HLS itself."""
    with Chromium() as browser:
        browser.open(f"{origin.address}/page/native?src=/cmaf/index.m3u8")
        says = browser.run("return document.createElement('video').canPlayType('application/vnd.apple.mpegurl')")
        if says:
            try:
                browser.wait("return state().time > 0", 10)
            except RuntimeError:
                says = ""
        return browser.version, bool(says)


def figure(values, usual):
    if not values:
        return "–"
    digits = 0 if statistics.median(values) >= 100 else 1
    middle, low, high = (f"{value:,.{digits}f}" for value in (statistics.median(values), min(values), max(values)))
    return middle + (f" ({low}–{high})" if len(values) > 1 else "") + ("" if len(values) == usual else f", n = {len(values)}")


def write(path, results):
    players = results["players"]
    machine = results["machine"]
    usual = max(len(values) for found in results["samples"].values() for values in found.values())
    runs = f"Medians of {usual} runs with the smallest and the largest" if usual > 1 else "A single run, no more than a first look"
    lines = [
        "# The player for browsers beside its peers", "",
        f"`make bench-web`: a headless Chromium {results['chromium']} on {machine['cpu']}, {machine['cores']} cores, {machine['system']}. Pages,",
        f"players and streams come from the loopback, so the network has no part in it. {runs}, players in turn.",
        f"The load of the machine was {results['load'][0]:.1f} at the beginning and {results['load'][1]:.1f} at the end; above a few tenths, times are longer",
        "than on a quiet machine, and only comparable with each other. Less is better.", ""]
    lines += table(["what", "unit", *(NAMES[player] for player in players)], [
        [title, unit, *(figure(results["samples"][row].get(player, []), usual) for player in players)]
        for row, (title, unit, _) in ROWS.items() if row in results["samples"]])
    lines += ["", *(f"- {ROWS[row][0]}: {how}." for row, (_, _, how) in ROWS.items() if how), *(f"- {note}" for note in results["notes"]), ""]
    lines += [f"Windowbox {machine['windowbox']}."]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--live-rounds", type=int, default=7)
    parser.add_argument("--live-minutes", type=float, default=5)
    parser.add_argument("--rows", default="starts,playlists,playing,live")
    parser.add_argument("--player", default=os.path.join(HERE, "..", "Web", "dist"))
    parser.add_argument("--hlsjs", default=os.environ.get("WINDOWBOX_HLSJS"))
    parser.add_argument("--output", default=HERE)
    options = parser.parse_args()
    notes = []
    if not options.hlsjs:
        notes.append("hls.js was left out: `WINDOWBOX_HLSJS` names no file.")
    elif not os.path.isfile(options.hlsjs):
        raise SystemExit(f"bench: {options.hlsjs} is no file; WINDOWBOX_HLSJS is the path of hls.min.js")
    with tempfile.TemporaryDirectory(prefix="wb-media-") as media:
        make_media(media)
        origin = WebOrigin(options.player, options.hlsjs, media)
        version, has_native = native_plays(origin)
        players = ["windowbox"] + (["hlsjs"] if options.hlsjs else []) + (["native"] if has_native else [])
        if not has_native:
            notes.append("This Chromium has no HLS of its own.")
        bench, began = Bench(origin, players), os.getloadavg()[0]
        rows = options.rows.split(",")
        for turn in range(options.rounds):
            for player in players[turn % len(players):] + players[:turn % len(players)]:
                for what in (bench.starts, bench.playlists, bench.playing):
                    if what.__name__ in rows:
                        bench.attempt(what, player)
            print(f"bench: round {turn + 1} of {options.rounds}", file=sys.stderr)
        for _ in range(options.live_rounds if "live" in rows else 0):
            bench.attempt(bench.live, options.live_minutes)
        origin.close()
    if "live" in rows:
        notes.append(f"Memory: after {options.live_minutes:g} minutes, players beside each other in browsers of their own.")
    if bench.failures:
        notes.append(f"{len(bench.failures)} runs failed and are left out: {bench.failures[0][:200]}")
    data = os.path.join(options.output, "web.json")
    earlier = read(data).get("samples", {})
    measured = {row: {player: list(values) for player, values in found.items()} for row, found in bench.samples.items() if any(found.values())}
    results = {
        "machine": describe_machine(), "chromium": version, "players": players, "notes": notes,
        "load": [began, os.getloadavg()[0]], "samples": earlier | measured}
    with open(data, "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)
        file.write("\n")
    write(os.path.join(options.output, "WEB.md"), results)


if __name__ == "__main__":
    main()
