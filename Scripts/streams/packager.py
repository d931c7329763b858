# SPDX-License-Identifier: Apache-2.0
"""Turns sources into segments, fragmented MP4 or MPEG-TS, without encoding them again."""

import os

import fmp4
from playlists import Entry, media, write
from sources import ffmpeg

VIDEO, AUDIO = "avc1.64001e", "mp4a.40.2"
# Without the encoder's first, silent frame the audio starts exactly at zero.
NO_PRIMING = ["-bsf:a", "noise=drop=eq(n\\,0)"]
# Reordered video starts one frame late; separate audio starts equally late, so that both stay in sync.
LEAD = 1 / 30


def fragmented(source, scratch, *, sound=None, part=None, offset=0.0, priming=False, flags="cmaf+frag_discont", options=()):
    """A fragmented MP4 file of one source (or of muxed video and audio), cut at keyframes, or each `part` seconds."""
    os.makedirs(os.path.dirname(scratch), exist_ok=True)
    is_sound = source.endswith((".m4a", ".wav")) or "/sound-" in source
    cut = ["-frag_duration", round((part or 1) * 1e6) - 100] if is_sound or part else []
    inputs = ["-i", source, *(["-itsoffset", f"{LEAD:.6f}", "-i", sound, "-map", "0:v", "-map", "1:a"] if sound else [])]
    drop = NO_PRIMING if (sound or is_sound) and not priming else []
    movflags = f"+{flags}" + ("" if is_sound else "+frag_keyframe")
    offset += LEAD if is_sound and drop else 0
    ffmpeg(*inputs, "-c", "copy", *drop, "-output_ts_offset", f"{offset:.6f}", "-movflags", movflags, *cut, *options, "-f", "mp4", scratch)
    return fmp4.read(scratch)


def cmaf(file, folder, *, target=2, prefix="", header="init.mp4"):
    """Writes the header and the segments of a fragmented file. Returns the entries."""
    write(os.path.join(folder, header), file.header)
    entries = []
    for index, group in enumerate(fmp4.segments(file, target)):
        name = f"{prefix}{index}.m4s"
        write(os.path.join(folder, name), b"".join(fragment.data for fragment in group))
        entries.append(Entry(name, sum(fragment.duration for fragment in group)))
    return entries


def cmaf_rendition(file, folder, **options):
    entries = cmaf(file, folder, **options)
    write(os.path.join(folder, "index.m3u8"), media(entries, header="init.mp4"))
    return entries


def transport(sources, folder, *, target=2, prefix="", offset=0.0, options=()):
    """Writes muxed MPEG-TS segments of the sources. Returns the entries."""
    os.makedirs(folder, exist_ok=True)
    inputs, maps = [], []
    for index, source in enumerate(sources):
        inputs += ["-i", source]
        maps += ["-map", index]
    playlist = os.path.join(folder, f"{prefix}ffmpeg.m3u8")
    drop = NO_PRIMING if any(source.endswith(".m4a") for source in sources) else []
    ffmpeg(
        *inputs, *maps, "-c", "copy", *drop, "-muxdelay", 0, "-muxpreload", 0, "-output_ts_offset", offset, *options,
        "-f", "hls", "-hls_time", target, "-hls_list_size", 0, "-hls_flags", "independent_segments",
        "-hls_segment_filename", os.path.join(folder, f"{prefix}%d.ts"), playlist)
    with open(playlist, encoding="utf-8") as file:
        lines = file.read().splitlines()
    os.remove(playlist)
    return [
        Entry(lines[index + 1], float(line.split(":")[1].rstrip(",")))
        for index, line in enumerate(lines) if line.startswith("#EXTINF")]
