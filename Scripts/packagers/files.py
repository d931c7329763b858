# SPDX-License-Identifier: Apache-2.0
"""Single files instead of playlists: containers, uneven tracks, joined recordings and damaged ones."""

import os

from cases import CASES, SECONDS, Case
from sources import ffmpeg


def wrong_times(stream):
    """Writes wrong times into some MPEG-TS packets, like bad reception."""
    stream = bytearray(stream)
    starts = [at for at in range(0, len(stream), 188) if stream[at + 1] & 0x40]
    count = 0
    for at in starts:
        payload = at + 4 + (stream[at + 4] + 1 if stream[at + 3] & 0x20 else 0)
        if stream[payload:payload + 3] == b"\0\0\1" and stream[payload + 7] & 0x80:
            count += 1
            if count % 16 == 0:
                stream[payload + 9] ^= 0x04
    return bytes(stream)


def add(picture_source, kinds):
    X264, VP9, AAC = kinds["h264"], kinds["vp9"], kinds["aac"]

    def case(name, needs=(), **facts):
        def note(make):
            CASES.append(Case(name, make, needs=needs, **facts))
            return make
        return note

    def file(name, extension, *codecs, video=X264, second=None, before_sound=(), more=(), needs=("libx264", "aac"), **facts):
        """A single file instead of a playlist."""
        @case(name, needs=needs, **facts)
        def make(folder, sources):
            inputs = [*picture_source(), *before_sound, "-t", SECONDS, "-i", sources.wave()]
            maps = []
            if second:
                inputs += ["-t", SECONDS, "-i", sources.wave(second)]
                maps = [
                    "-map", "0:v", "-map", "1:a", "-map", "2:a", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra",
                    "-disposition:a:0", "default"]
            ffmpeg(*inputs, *maps, *video, "-g", 60, *(codecs or AAC), *more, os.path.join(folder, f"film.{extension}"))
            return f"film.{extension}"

    file("file-two-sounds-mkv", "mkv", second="fr")
    file("file-two-sounds-mp4", "mp4", second="fr")
    file("file-two-sounds-ts", "ts", second="fr")
    # One track ends long before the other.
    def uneven(name, extension, *options, needs):
        @case(name, needs=needs, ruler=False, whole=False)
        def make(folder, _sources):
            ffmpeg(*options, os.path.join(folder, f"film.{extension}"))
            return f"film.{extension}"

    for kind in ("mkv", "mov"):
        uneven(
            f"file-still-with-an-hour-of-sound-{kind}", kind, "-f", "lavfi", "-i", "testsrc2=s=320x180:r=1:d=1", "-f", "lavfi", "-i",
            "sine=r=8000:d=3600", "-c:v", "mjpeg", "-c:a", "pcm_u8", needs=("mjpeg", "pcm_u8"))
        uneven(
            f"file-ten-minutes-of-pictures-with-five-seconds-of-sound-{kind}", kind, "-f", "lavfi", "-i", "testsrc2=s=320x180:r=5:d=600",
            "-f", "lavfi", "-i", "sine=r=8000:d=5", "-c:v", "mjpeg", "-q:v", "2", "-c:a", "pcm_u8", needs=("mjpeg", "pcm_u8"))

    file("file-flv", "flv")
    file("file-avi-mp3", "avi", "-c:a", "libmp3lame", needs=("libx264", "libmp3lame"), priming=1105)
    file("file-mov-pcm", "mov", "-c:a", "pcm_s16le")
    # FFmpeg delays the video by the samples that the Opus decoder drops, but not the audio.
    file("file-mkv-opus", "mkv", "-c:a", "libopus", needs=("libx264", "libopus"), priming=-336)
    file("file-webm", "webm", "-c:a", "libopus", video=VP9, needs=("libvpx-vp9", "libopus"), priming=-336)
    file("file-mp4-fragments", "mp4", more=("-movflags", "frag_keyframe+empty_moov"))
    file("file-late-sound-mkv", "mkv", before_sound=("-itsoffset", "1.5"), sound_from=1.5)
    file("file-short-sound-mp4", "mp4", *AAC, "-af", "atrim=end=3", sound=3)
    file("file-ts-defaults", "ts")
    file("file-ogg", "ogv", "-c:a", "libvorbis", video=("-c:v", "libtheora", "-q:v", "7"), needs=("libtheora", "libvorbis"))
    file("file-mpeg-ps", "mpg", "-c:a", "mp2", video=("-c:v", "mpeg2video", "-b:v", "1500k", "-bf", "2"), needs=("mpeg2video", "mp2"))

    file("file-ts-clock-wraps", "ts", more=("-output_ts_offset", "95440"))

    def joined(name, extension, *codecs, offsets=(0, 0), needs=("libx264", "aac"), damage=None, **facts):
        """Two recordings, one after the other in one file; the times of each start at an offset in seconds."""
        @case(name, needs=needs, ruler=False, timed=False, **facts)
        def make(folder, sources):
            half, whole = SECONDS / 2, b""
            for part, offset in enumerate(offsets):
                path = os.path.join(folder, f"part{part}.{extension}")
                pictures = picture_source(first=round(part * half * 30), seconds=half) if "-c:v" in codecs else []
                ffmpeg(
                    *pictures, "-ss", part * half, "-t", half, "-i", sources.wave(), *codecs, "-metadata", f"title=Part {part + 1}",
                    "-output_ts_offset", offset, path)
                with open(path, "rb") as file:
                    whole += file.read()
                os.remove(path)
            path = os.path.join(folder, f"film.{extension}")
            with open(path, "wb") as file:
                file.write(damage(whole) if damage else whole)
            return f"film.{extension}"

    TS = (*X264, "-g", "60", *AAC)
    joined("file-joined-ts-restarts", "ts", *TS)
    joined("file-joined-ts-later", "ts", *TS, offsets=(0, 5000))
    joined("file-joined-ts-earlier", "ts", *TS, offsets=(5000, 0))
    joined("file-joined-mkv", "mkv", *TS)
    joined("file-damaged-times-ts", "ts", *TS, offsets=(0, 3), damage=wrong_times)
    joined(
        "file-joined-mpeg-ps", "mpg", "-c:v", "mpeg2video", "-b:v", "1500k", "-bf", "2", "-c:a", "mp2", needs=("mpeg2video", "mp2"))
    joined("file-chained-vorbis", "ogg", "-c:a", "libvorbis", needs=("libvorbis",), pictures=0)
    joined("file-chained-opus", "opus", "-c:a", "libopus", needs=("libopus",), pictures=0)
