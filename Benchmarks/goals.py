# SPDX-License-Identifier: Apache-2.0
"""Measurements with a fixed target instead of a competitor: playlists, and the ABR controller over recorded networks."""

import dataclasses
import json
import os
import re
import shutil
import subprocess
import tempfile
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
    Goal("captions-vtt", "Reading 50,000 WebVTT cues with their trees", "milliseconds",
         "`windowbox bench captions`, the median of its runs.", 250),
    Goal("captions-srt", "Reading 50,000 SubRip cues with their trees", "milliseconds", "From the same runs.", 120),
    Goal("captions-long", "Reading 1,000,000 WebVTT cues, over reading 50,000", "times", "Twenty times as many; more is not linear.", 25),
    Goal("captions-layout", "Laying out a frame of 24 cues", "milliseconds", "From the same runs.", 1),
    Goal("captions-ffmpeg", "The same WebVTT file read by FFmpeg, over `windowbox captions --check`", "times",
         "Both as whole programs: `ffmpeg -i x.vtt -map 0:s -c:s ass -f null -`, the median of five; above 1 is faster than FFmpeg.",
         1,
         more_is_better=True),
    Goal("ad-stitch", "Stitching a playlist of 1,200 segments with 8 breaks", "microseconds",
         "`windowbox bench ads`, processor time with the content prepared, the median of its runs.", 40),
    Goal("ad-markup", "Reading 100 KB of VAST", "milliseconds", "From the same runs.", 1),
    Goal("list", "Inserting, moving or removing an item of 10,000", "milliseconds",
         "`windowbox bench list`, the slowest of the three.", 1),
    Goal("list-loaded", "Items of 10,000 that are loaded", "items", "From the same run.", 2),
    Goal("leak-memory", "Memory left by 100 players that were opened, played and closed", "MB",
         "`windowbox bench players`, after twenty others; what is free is given back to the system before each reading.", 4),
    Goal("leak-threads", "Threads and descriptors left by them", "threads and descriptors", "From the same run.", 0),
    Goal("window-shown", "Window on the screen after the start of the program", "milliseconds",
         "`windowbox bench window` on a virtual X server: the median of five starts, to the first frame.", 300),
    Goal("window-idle", "Processor time of an idle window", "milliseconds a second", "From the same run.", 5),
    Goal("window-playing", "720p60 in a window without a graphics card, beside decoding", "percent of one core",
         "From the same run: the program and the X server, less playing without a window.", 60),
    Goal("feed-shown", "First feed on the screen after the start of the program, the service warm", "milliseconds",
         "`windowbox bench feed` with the service of `windowbox demo`: the median of five starts, to the first frame with its items.", 500),
    Goal("feed-swipe", "Swipe to the first picture, the next item held ready", "milliseconds",
         "From the same run: the 95th of 100 swipes, to the first frame of the window that has the picture.", 17),
    Goal("feed-swipe-frames", "The frame that has it, the next one after the swipe being 1", "frame", "From the same run, the 95th of 100.", 1),
    Goal("feed-swipe-cold", "Swipe to the first picture of an item that was not held ready, over mpv's start", "times",
         "From the same run: the median, over `mpv --vo=null --ao=null --frames=1` of one of its videos.", 0.5),
    Goal("feed-scroll", "Frames dropped while a grid with a playing thumbnail is scrolled", "of 1000 frames",
         "From the same run: frames of the window that the display had to do without.", 0),
    Goal("feed-memory", "Memory that ten minutes of swiping add", "MB",
         "From the same run: the middle of what is read behind the twenty swipes after the 20th, and of what is read behind the last "
         "twenty; what is free is given back before each reading.", 4),
    Goal("simulation", "Simulated playing", "times real time",
         "86 sessions of ten minutes over the 3G traces; start of the program and reading of the traces included.", 1000,
         more_is_better=True),
    Goal("qoe-vod", "QoE_log of the quality rule, 3G traces, buffer of 25 s", "QoE_log", "`windowbox simulate`; the same each time.", -0.22,
         more_is_better=True),
    Goal("qoe-live", "QoE_log of the quality rule, 3G traces, live, buffer of 10 s", "QoE_log", "The same.", -0.68, more_is_better=True),
]


SESSION = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Scripts", "session.sh")


def ask(program, *words, timeout=600):
    result = subprocess.run([*program.split(), *map(str, words)], capture_output=True, text=True, timeout=timeout)
    # Programs started by the desktop session may print first.
    at = result.stdout.find("{")
    if result.returncode != 0 or at < 0:
        raise RuntimeError(f"{program} {' '.join(map(str, words))} ended with {result.returncode}: {result.stderr[-500:]}")
    return json.loads(result.stdout[at:])


def measure_window(program, film, note):
    """Measures the window in a private desktop session."""
    seen = ask(f"{SESSION} {program}", "bench", "window", film, "--json")
    note("window-shown", seen["shown"] * 1000)
    note("window-idle", seen["idle"] * 1000)
    note("window-playing", (seen["playing"] + seen.get("server", 0) - seen["decoding"]) * 100)


def measure_feed(program, note):
    """Measures feeds of the demo's service, which is made on the first run. Returns what was left out."""
    service = subprocess.Popen([program, "demo", "--serve-only"], stdout=subprocess.PIPE, text=True)
    try:
        lines = []
        for line in service.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        address = re.search(r"runs at (http://[0-9.:]+)", "".join(lines))
        if not address:
            return "feeds: the demo's service did not start"
        seen = ask(f"{SESSION} {program}", "bench", "feed", address.group(1), "--json", timeout=1500)
        note("feed-shown", seen["feed"] * 1000)
        note("feed-swipe", seen["ready"] * 1000)
        note("feed-swipe-frames", seen["readyFrames"])
        note("feed-scroll", seen["droppedFrames"] * 1000 / max(1, seen["frames"] + seen["droppedFrames"]))
        if "grown" in seen:
            note("feed-memory", seen["grown"] / 1e6)
        clips = [clip for clip in re.findall(r"http://\S+\.m3u8", "".join(lines)) if "live" not in clip]
        if "cold" not in seen or not clips or not shutil.which("mpv"):
            return "cold swipes: no mpv to compare them with"
        note("feed-swipe-cold",
             seen["cold"] / wall(["mpv", "--no-config", "--really-quiet", "--vo=null", "--ao=null", "--frames=1", clips[0]]))
        return None
    finally:
        # Not SIGINT, which background processes of a shell ignore.
        service.terminate()
        service.wait(timeout=60)


def measure_captions(program, note):
    read = ask(program, "bench", "captions", "--json")
    for what in ("vtt", "srt", "layout"):
        note(f"captions-{what}", read[what] * 1000)
    note("captions-long", ask(program, "bench", "captions", "--cues", 1_000_000, "--runs", 1, "--json")["vtt"] / read["vtt"])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "captions.vtt")
        subprocess.run([program, "bench", "captions", "--write", path], check=True, timeout=600)
        ours = wall([program, "captions", path, "--check"])
        note("captions-ffmpeg", wall(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:s", "-c:s", "ass", "-f", "null", "-"]) / ours)


def wall(command):
    """The run time of a program in seconds: the median of five runs."""
    times = []
    for _ in range(5):
        began = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)
        times.append(time.monotonic() - began)
    return sorted(times)[2]


def measure(program, address, film, note, wanted):
    """Calls `note(goal, value)` for each requested one of `goals` and `feeds`. Returns why others could not be measured."""
    left_out = []
    if not os.access(os.path.join(os.path.dirname(program), "windowbox-desktop"), os.X_OK):
        left_out.append("the window: windowbox-desktop is not beside windowbox")
        wanted = wanted - {"feeds"}
    elif "goals" in wanted:
        measure_window(program, film, note)
    if "feeds" in wanted:
        try:
            left_out += filter(None, [measure_feed(program, note)])
        except (RuntimeError, subprocess.TimeoutExpired) as fault:
            left_out.append(f"feeds: {fault}")
    if "goals" in wanted:
        left_out += filter(None, [measure_alone(program, address, note)])
    return "; ".join(left_out)


def measure_alone(program, address, note):
    """Measures the goals that need no window. Returns what was left out."""
    parsed = ask(program, "bench", "parse", "--json")
    note("parse", parsed["parse"] * 1000)
    note("merge", parsed["merge"] * 1000)
    measure_captions(program, note)
    ads = ask(program, "bench", "ads", "--json")
    note("ad-stitch", ads["stitch"] * 1e6)
    note("ad-markup", ads["vast"] * 1000)
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
