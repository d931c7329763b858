# SPDX-License-Identifier: Apache-2.0
"""Video and audio that do not span the same time. The audio's position is that of the timeline, wherever it begins."""

import os

from catalogue import stream
from packager import NO_PRIMING, transport
from playlists import media, write
from sources import ffmpeg

COPY = ["-c", "copy"]


def late(name, file, options=()):
    @stream(f"late-sound-{name}", "sound from 5 s to 12 s, pictures from the beginning", path=file)
    def make(sources, folder):
        sound = sources.sound(start=5, seconds=7)
        ffmpeg(
            "-i", sources.video(), "-itsoffset", 5, "-i", sound, "-map", "0:v", "-map", "1:a", *COPY, *NO_PRIMING, *options,
            os.path.join(folder, file))


late("mp4", "film.mp4")
late("mkv", "film.mkv")
late("ts", "film.ts", ["-muxdelay", 0, "-muxpreload", 0])


@stream("late-sound-hls", "HLS: sound from 5 s to 12 s, pictures from the beginning")
def late_hls(sources, folder):
    film = sources.path("late-sound.mkv")
    sound = sources.sound(start=5, seconds=7)
    ffmpeg("-i", sources.video(), "-itsoffset", 5, "-i", sound, "-map", "0:v", "-map", "1:a", *COPY, *NO_PRIMING, film)
    write(os.path.join(folder, "index.m3u8"), media(transport([film], folder), version=3))


@stream("late-pictures", "210 pictures from 5 s on, sound from the beginning", frames=210, path="film.mkv")
def late_pictures(sources, folder):
    ffmpeg(
        "-itsoffset", 5, "-i", sources.video(frames=210), "-i", sources.sound(), "-map", "0:v", "-map", "1:a", *COPY, *NO_PRIMING,
        os.path.join(folder, "film.mkv"))


@stream("short-sound", "sound for the first 4 s, pictures for 12 s", path="film.mkv")
def short(sources, folder):
    ffmpeg("-i", sources.video(), "-i", sources.sound(seconds=4), *COPY, *NO_PRIMING, os.path.join(folder, "film.mkv"))


HOLE = 42
HOLE_NOTES = "42 s of pictures with sound in the first 4 s and the last 4 s"
HOLE_FACTS = {"duration": float(HOLE), "frames": HOLE * 30, "width": 320, "height": 180}


def sound_with_hole(sources):
    """Sound from 0 to 4 s and from 38 to 42 s."""
    path = sources.path("sound-with-hole.mka")
    if not os.path.exists(path):
        names = [sources.path(f"hole-{start}.mka") for start in (0, HOLE - 4)]
        for start, name in zip((0, HOLE - 4), names):
            ffmpeg("-i", sources.sound(start=start, seconds=4), *COPY, *NO_PRIMING, name)
        plan = sources.path("hole.txt")
        write(plan, f"ffconcat version 1.0\nfile '{names[0]}'\nduration {HOLE - 4}\nfile '{names[1]}'\n")
        ffmpeg("-f", "concat", "-safe", 0, "-i", plan, *COPY, path)
    return path


def small(sources):
    return sources.video(320, 180, frames=HOLE * 30, rate=400)


@stream("hole-in-sound", HOLE_NOTES, path="film.mkv", **HOLE_FACTS)
def hole(sources, folder):
    ffmpeg("-i", small(sources), "-i", sound_with_hole(sources), *COPY, os.path.join(folder, "film.mkv"))


@stream("hole-in-sound-ts", f"HLS: {HOLE_NOTES}", **HOLE_FACTS)
def hole_ts(sources, folder):
    write(os.path.join(folder, "index.m3u8"), media(transport([small(sources), sound_with_hole(sources)], folder), version=3))
