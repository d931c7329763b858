#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns the output of LiveOriginTests into a Markdown page: report.py FOLDER PAGE"""

import datetime
import glob
import json
import os
import platform
import statistics
import subprocess
import sys

# Seconds of a segment, and what the policy adds to the target latency after stalls; more than this and half a second is too late.
TARGET_DURATION = 2.0
WITHIN = 15.0


def late(row):
    """For each time that playback was behind its target: the seconds until it was back. The last one is None if it never was."""
    found, since = [], None
    for fact in row["behind"]:
        if fact["seconds"] > TARGET_DURATION + 0.5:
            since = fact["at"] if since is None else since
        elif since is not None:
            found.append(fact["at"] - since)
            since = None
    last = row["behind"][-1]["at"] if row["behind"] else 0
    # A rise shortly before the end had no time to come back.
    return found + ([None] if since is not None and last - since > WITHIN else [])


def text(values):
    return f"{statistics.median(values):.1f}" if values else "–"


def line(row):
    verdict = row["verdict"]
    latency, times = verdict["latency"], late(row)
    skipped = sum(run["pictures"] for run in verdict["skipped"])
    stalls = [stall["seconds"] for stall in row["stalls"]]
    slow = [seconds for seconds in times if seconds is not None and seconds > WITHIN]
    end = row.get("failure") or ("ended" if row["hasEnded"] else "plays")
    back = "–" if not times else f"{len(times) - len(slow) - times.count(None)} of {len(times)}"
    return [
        row["name"], f"{row['seconds']:.0f}", str(len(row["restarts"])), str(verdict["shown"]), str(verdict["repeated"]), str(skipped),
        str(verdict["dropped"]), f"{len(stalls)}, {sum(stalls):.1f}", text(latency),
        f"{min(latency):.1f}–{max(latency):.1f}" if latency else "–", back, end]


HEAD = [
    "case", "s", "restarts", "shown", "repeated", "skipped", "dropped", "stalls, s", "latency, s", "spread", f"back in {WITHIN:.0f} s", "end"]


def main():
    folder, page = sys.argv[1:3]
    rows = [json.load(open(path, encoding="utf-8")) for path in sorted(glob.glob(os.path.join(folder, "*.json")))]
    if not rows:
        raise SystemExit("live: no case wrote what it saw")
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False).stdout.strip()
    network = next((row["network"] for row in rows if row["network"]), [])
    weather = list(dict.fromkeys(entry.split(" ", 1)[1] for entry in network))
    out = [
        "# Live origins of others", "",
        f"Made by `make live` on {datetime.date.today()} (commit {commit}, {platform.system()} {platform.release()}, {os.cpu_count()} processors, a",
        f"load of {os.getloadavg()[0]:.0f} at the end). Each row is a live stream of FFmpeg or GStreamer behind nginx, or behind a server that breaks",
        "off answers and sends wrong ranges, played by a debug build of the engine"
        + (", without making up for stalls (`LatencyPolicy.catchUp`)" if not all(row["catchesUp"] for row in rows) else "")
        + ". Its pictures carry the moment at which they were made.", "",
        "*Repeated* and *skipped* count pictures: skipped ones were published, and half a second or more of them in a row was not shown. *Dropped*",
        "ones are missing singly, as on a busy machine. Latency is from the making of a picture to its showing, the median of all seconds with the",
        "least and the most. The column before the last counts how often the position was more than 2.5 s (a segment, which a stall may add to",
        f"the target, and half a second) behind where a newly started player would begin, and was back within {WITHIN:.0f} s; the time of the trouble",
        "itself is part of it. It is read at each reload, about every four seconds.", ""]
    if weather:
        out += [
            "The network between them changed in turn, in each direction: " + "; ".join(weather) + ". What it does to packets is done at user level",
            "(`Scripts/live/link.py`), for this kernel has no netem.", ""]
    else:
        out += ["Between them was the loopback, which is never bad.", ""]
    out += ["| " + " | ".join(HEAD) + " |", "|" + " --- |" * len(HEAD)]
    out += ["| " + " | ".join(line(row)) + " |" for row in rows]
    with open(page, "w", encoding="utf-8") as file:
        file.write("\n".join([*out, ""]))


if __name__ == "__main__":
    main()
