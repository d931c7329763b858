# SPDX-License-Identifier: Apache-2.0
"""Other codecs in fragmented MP4, packed audio, and files that are not HLS."""

import csv
import os
import struct

from catalogue import stream
from packager import NO_PRIMING, cmaf_rendition, fragmented
from playlists import Entry, media, multivariant, variant, write
from sources import ffmpeg


def coded(name, encoder, arguments, codecs, tag=()):
    @stream(name, f"4 s of {encoder} in fragmented MP4", duration=4.0, frames=120, width=320, height=180, needs=[encoder])
    def make(sources, folder):
        codec = ["-c:v", encoder, "-pix_fmt", "yuv420p", *arguments]
        source = sources.video(320, 180, frames=120, codec=codec, name=f"{name}.mp4")
        cmaf_rendition(fragmented(source, sources.path(f"{name}-cut.mp4"), options=tag), os.path.join(folder, "video"))
        write(os.path.join(folder, "index.m3u8"), multivariant(variant("video/index.m3u8", 600_000, codecs, (320, 180))))


coded(
    "hevc", "libx265", ["-preset", "ultrafast", "-crf", 24, "-x265-params", "log-level=error:open-gop=0:scenecut=0:bframes=2"],
    "hvc1.1.6.L60.90", tag=["-tag:v", "hvc1"])
coded("av1", "libsvtav1", ["-preset", 10, "-crf", 35, "-svtav1-params", "keyint=30"], "av01.0.00M.08")
coded("vp9", "libvpx-vp9", ["-deadline", "realtime", "-cpu-used", 8, "-b:v", "300k"], "vp09.00.20.08")


def stamp(seconds):
    """The ID3 tag that a segment of packed audio starts with (RFC 8216, section 3.4): its 33-bit time."""
    owner = b"com.apple.streaming.transportStreamTimestamp\0"
    frame = owner + struct.pack(">Q", round(seconds * 90000) & (2**33 - 1))
    body = b"PRIV" + bytes([0, 0, 0, len(frame), 0, 0]) + frame
    return b"ID3\x04\0\0" + bytes([0, 0, len(body) >> 7, len(body) & 0x7F]) + body


def packed_segments(sources, folder, encoder, arguments, extension, muxer):
    """Segments of 2 s of one audio track, with a clock that starts at 10 s."""
    sound = sources.sound(codec=("-c:a", encoder, *arguments), extension=f"packed.{'mp4' if extension == 'aac' else extension}")
    table = os.path.join(folder, "segments.csv")
    os.makedirs(folder, exist_ok=True)
    ffmpeg(
        "-i", sound, "-c", "copy", *(NO_PRIMING if encoder == "aac" else []), "-f", "segment", "-segment_time", 2,
        "-segment_format", muxer, "-segment_list", table, "-segment_list_type", "csv",
        *(["-segment_format_options", "write_xing=0:id3v2_version=0"] if muxer == "mp3" else []), os.path.join(folder, f"%d.{extension}"))
    with open(table, encoding="utf-8") as file:
        rows = list(csv.reader(file))
    os.remove(table)
    entries = []
    for uri, start, end in rows:
        path = os.path.join(folder, uri)
        with open(path, "rb") as file:
            data = file.read()
        write(path, stamp(10 + float(start)) + data)
        entries.append(Entry(uri, float(end) - float(start)))
    return entries


PACKED = {
    "aac": ("aac", ["-b:a", "96k"], "aac", "adts"),
    "mp3": ("libmp3lame", ["-b:a", "128k"], "mp3", "mp3"),
    "ac3": ("ac3", ["-b:a", "192k"], "ac3", "ac3"),
    "eac3": ("eac3", ["-b:a", "160k"], "eac3", "eac3"),
}


def packed(name, codecs):
    @stream(f"packed-{name}", f"12 s of {name} segments of 2 s, each with its time in an ID3 tag, on a clock that starts at 10 s",
            frames=0, width=0, height=0, needs=[PACKED[name][0]])
    def make(sources, folder):
        entries = packed_segments(sources, folder, *PACKED[name])
        write(os.path.join(folder, "sound.m3u8"), media(entries, version=4))
        write(os.path.join(folder, "index.m3u8"), multivariant(variant("sound.m3u8", 200_000, codecs), version=4))


packed("aac", "mp4a.40.2")
packed("mp3", "mp4a.40.34")
packed("ac3", "ac-3")
packed("eac3", "ec-3")

VP9 = ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", 8, "-b:v", "400k", "-g", 30]
COPY = ["-c", "copy"]


def whole(file, notes, arguments, *, video=True, needs=()):
    pictures = {} if video else {"frames": 0, "width": 0, "height": 0}

    @stream(f"file-{file.replace('.', '-')}", notes, path=file, needs=needs, **pictures)
    def make(sources, folder):
        inputs = ["-i", sources.video(), "-i", sources.sound()] if video else ["-t", 12, "-i", sources.wave()]
        ffmpeg(*inputs, *arguments, os.path.join(folder, file))


whole("start.mp4", "MP4, the index in front", [*COPY, "-movflags", "+faststart"])
whole("end.mp4", "MP4, the index behind", COPY)
whole("fragments.mp4", "fragmented MP4 in one file", [*COPY, "-movflags", "+frag_keyframe+empty_moov+default_base_moof"])
whole("apart.mp4", "MP4 of one fragment: all pictures, then all sound", [*COPY, "-movflags", "+empty_moov+default_base_moof", "-frag_duration", 60_000_000])
whole("short-fragments.mp4", "fragmented MP4 with five fragments a second", [*COPY, "-movflags", "+empty_moov+default_base_moof", "-frag_duration", 200_000])
whole("film.avi", "AVI, the index behind", ["-c:v", "copy", "-c:a", "libmp3lame"], needs=["libmp3lame"])
whole("film.flv", "Flash video", COPY)
whole("film.mkv", "Matroska, H.264 and AAC; the 1024 samples of priming are heard", COPY)
whole("film.webm", "WebM, VP9 and Opus", [*VP9, "-c:a", "libopus"], needs=["libvpx-vp9", "libopus"])
whole("film.ts", "MPEG-TS in one file", [*COPY, "-muxdelay", 0, "-muxpreload", 0])
whole("sound.mp3", "MP3", ["-c:a", "libmp3lame", "-b:a", "128k"], video=False, needs=["libmp3lame"])
whole("sound.ogg", "Ogg Vorbis", ["-c:a", "libvorbis"], video=False, needs=["libvorbis"])
whole("sound.opus", "Ogg Opus", ["-c:a", "libopus"], video=False, needs=["libopus"])
whole("sound.flac", "FLAC", ["-c:a", "flac"], video=False)
whole("sound.wav", "WAV, 16 bits", ["-c:a", "pcm_s16le"], video=False)
whole("sound.m4a", "AAC in MP4 with priming told by an edit list", ["-c:a", "aac", "-b:a", "96k"], video=False)


def cues(folder, name, words):
    """SubRip: the words and the number of each second from 1 on, in italics, for half a second."""
    path = os.path.join(folder, f"{name}.srt")
    write(path, "".join(f"{n}\n00:00:{n:02},000 --> 00:00:{n:02},500\n<i>{words} {n}</i>\n\n" for n in range(1, 12)))
    return path


@stream("file-text-mp4", "MP4 with 3GPP timed text in English and German: Second n and Sekunde n, from second n on for half a second", path="film.mp4")
def text_mp4(sources, folder):
    text = [cues(folder, "en", "Second"), cues(folder, "de", "Sekunde")]
    inputs = [part for path in [sources.video(), sources.sound(), *text] for part in ("-i", path)]
    languages = ["-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=ger"]
    maps = [part for index in range(4) for part in ("-map", index)]
    ffmpeg(*inputs, *maps, "-c:v", "copy", "-c:a", "copy", "-c:s", "mov_text", *languages, os.path.join(folder, "film.mp4"))


@stream("file-text-mkv", "Matroska with SubRip, SubStation and WebVTT: Second n, from second n on for half a second", path="film.mkv")
def text_mkv(sources, folder):
    text = cues(folder, "en", "Second")
    plain = os.path.join(folder, "cues.vtt")
    ffmpeg("-i", text, plain)
    inputs = [part for path in [sources.video(), sources.sound(), text, plain] for part in ("-i", path)]
    maps = [part for index in (0, 1, 2, 2, 3) for part in ("-map", index)]
    codecs = ["-c:s:0", "srt", "-c:s:1", "ass", "-c:s:2", "webvtt"]
    names = ["-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "title=Signs", "-metadata:s:s:1", "language=eng", "-disposition:s:1", "forced"]
    ffmpeg(*inputs, *maps, "-c:v", "copy", "-c:a", "copy", *codecs, *names, os.path.join(folder, "film.mkv"))
