# SPDX-License-Identifier: Apache-2.0
"""Material for live streams: segments and their parts, from which the test kit writes playlists for any time."""

import json
import os

import fmp4
from catalogue import stream
from packager import fragmented, transport
from playlists import media, write

SECONDS = 60


def parts(file, folder):
    """Writes whole segments and each part as a file; returns what a playlist needs."""
    write(os.path.join(folder, "init.mp4"), file.header)
    segments = []
    for index, group in enumerate(fmp4.segments(file, 2)):
        write(os.path.join(folder, f"{index}.m4s"), b"".join(fragment.data for fragment in group))
        listed = []
        for number, fragment in enumerate(group):
            write(os.path.join(folder, f"{index}.{number}.m4s"), fragment.data)
            listed.append({
                "uri": f"{index}.{number}.m4s", "duration": round(fragment.duration, 6), "independent": fragment.starts_with_key,
                "size": len(fragment.data)})
        duration = sum(fragment.duration for fragment in group)
        segments.append({"uri": f"{index}.m4s", "duration": round(duration, 6), "parts": listed})
    return {"map": "init.mp4", "segments": segments}


@stream(
    "live-cmaf", "60 s to write live playlists from: 180p, 360p and sound; segments of 2 s in parts of a third; segments.json in each",
    duration=60.0, frames=1800, path="360p/index.m3u8")
def live_cmaf(sources, folder):
    files = {
        "180p": fragmented(sources.video(320, 180, frames=SECONDS * 30, rate=250), sources.path("live-180.mp4"), part=1 / 3),
        "360p": fragmented(sources.video(640, 360, frames=SECONDS * 30, rate=400), sources.path("live-360.mp4"), part=1 / 3),
        "sound": fragmented(sources.sound(seconds=SECONDS), sources.path("live-sound.mp4"), part=1 / 3),
    }
    for name, file in files.items():
        place = os.path.join(folder, name)
        described = parts(file, place)
        write(os.path.join(place, "segments.json"), json.dumps(described, indent=1) + "\n")
        write(os.path.join(place, "index.m3u8"), vod(described))


def vod(described):
    lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD", '#EXT-X-MAP:URI="init.mp4"']
    for segment in described["segments"]:
        lines += [f"#EXTINF:{segment['duration']:.6f},", segment["uri"]]
    return "\n".join([*lines, "#EXT-X-ENDLIST"]) + "\n"


@stream("live-ts", "60 s of MPEG-TS segments of 2 s to write live playlists from; segments.json", duration=60.0, frames=1800, width=320, height=180)
def live_ts(sources, folder):
    media_files = [sources.video(320, 180, frames=SECONDS * 30, rate=250), sources.sound(seconds=SECONDS)]
    entries = transport(media_files, folder)
    segments = [{"uri": entry.uri, "duration": entry.duration, "parts": []} for entry in entries]
    write(os.path.join(folder, "segments.json"), json.dumps({"segments": segments}, indent=1) + "\n")
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))
