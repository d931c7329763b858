# SPDX-License-Identifier: Apache-2.0
"""The registry of streams: each maker describes itself and fills a folder with its name."""

import json
import os

MAKERS = []


def stream(name, notes, *, duration=12.0, frames=360, width=640, height=360, path="index.m3u8", needs=()):
    """Registers a maker `(sources, folder)`. `needs` names ffmpeg encoders; without them the stream is left out."""

    def register(make):
        facts = {"name": name, "path": f"{name}/{path}", "duration": duration, "frames": frames, "width": width, "height": height}
        MAKERS.append((facts | {"notes": notes}, set(needs), make))
        return make

    return register


def size_of(path):
    if os.path.isfile(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(path) for name in names)


def make_all(sources, output, encoders, only=()):
    """Runs every maker and writes `streams.json`. Returns what was left out."""
    made, left_out = [], []
    for facts, needs, make in MAKERS:
        if only and facts["name"] not in only:
            continue
        if needs - encoders:
            left_out.append({"name": facts["name"], "missing": sorted(needs - encoders)})
            continue
        folder = os.path.join(output, facts["name"])
        os.makedirs(folder, exist_ok=True)
        make(sources, folder)
        made.append(facts | {"size": size_of(folder)})
    with open(os.path.join(output, "streams.json"), "w", encoding="utf-8") as file:
        json.dump({"streams": made, "leftOut": left_out}, file, indent=1)
        file.write("\n")
    return left_out
