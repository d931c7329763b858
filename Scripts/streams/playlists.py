# SPDX-License-Identifier: Apache-2.0
"""Writes playlists and the files they name."""

import math
import os


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)


class Entry:
    """One segment: its URI, duration and the lines before it."""

    def __init__(self, uri, duration, *lines):
        self.uri, self.duration, self.lines = uri, duration, list(lines)

    def text(self):
        return [*self.lines, f"#EXTINF:{self.duration:.6f},", self.uri]


def media(entries, *, kind="VOD", end=True, header="", version=7, sequence=0, extra=()):
    """A media playlist; `header` is the URI of a map for all segments."""
    target = max([1] + [math.floor(entry.duration + 0.5) for entry in entries])
    lines = ["#EXTM3U", f"#EXT-X-VERSION:{version}", f"#EXT-X-TARGETDURATION:{target}", f"#EXT-X-MEDIA-SEQUENCE:{sequence}"]
    lines += [f"#EXT-X-PLAYLIST-TYPE:{kind}"] if kind else []
    lines += [*extra]
    lines += [f'#EXT-X-MAP:URI="{header}"'] if header else []
    for entry in entries:
        lines += entry.text()
    return "\n".join(lines + (["#EXT-X-ENDLIST"] if end else [])) + "\n"


def rendition(kind, group, name, language, uri, *attributes):
    parts = [f"TYPE={kind}", f'GROUP-ID="{group}"', f'NAME="{name}"', f'LANGUAGE="{language}"', *attributes, f'URI="{uri}"']
    return "#EXT-X-MEDIA:" + ",".join(parts)


def variant(uri, bandwidth, codecs, size=None, *attributes):
    parts = [f"BANDWIDTH={bandwidth}", f'CODECS="{codecs}"']
    if size:
        parts += ["RESOLUTION={}x{}".format(*size), "FRAME-RATE=30.000"]
    return "#EXT-X-STREAM-INF:" + ",".join([*parts, *attributes]) + "\n" + uri


def multivariant(*lines, version=7):
    return "\n".join(["#EXTM3U", f"#EXT-X-VERSION:{version}", "#EXT-X-INDEPENDENT-SEGMENTS", *lines]) + "\n"


def clock(seconds):
    return f"{int(seconds // 3600):02d}:{int(seconds // 60) % 60:02d}:{seconds % 60:06.3f}"


def subtitles(folder, name, words, *, seconds=12, target=2, start=0.0):
    """WebVTT segments with one cue a second, `start` seconds of MPEG-TS time after zero."""
    entries = []
    for index in range(math.ceil(seconds / target)):
        lines = ["WEBVTT", f"X-TIMESTAMP-MAP=MPEGTS:{round(start * 90000)},LOCAL:00:00:00.000", ""]
        for second in range(index * target, min((index + 1) * target, seconds)):
            lines += [f"{clock(second)} --> {clock(second + 0.9)} line:85%", f"{words} <b>{second}</b>", ""]
        write(os.path.join(folder, name, f"{index}.vtt"), "\n".join(lines))
        entries.append(Entry(f"{index}.vtt", min(target, seconds - index * target)))
    write(os.path.join(folder, name, "index.m3u8"), media(entries))
