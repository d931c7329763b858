# SPDX-License-Identifier: Apache-2.0
"""DASH: FFmpeg's muxer with its defaults and in variants, GStreamer's, and manifests over files that FFmpeg fragmented."""

import os
import struct

from cases import CASES, SECONDS, Case
from sources import ffmpeg

TWO = ("-g", "60", "-seg_duration", "2")


def muxed(name, picture_source, video, audio, more=TWO, needs=(), before_sound=(), maps=(), seconds=SECONDS, **facts):
    """A case of FFmpeg's own DASH muxer."""
    def make(folder, sources):
        inputs = []
        if video:
            inputs += picture_source()
        if audio:
            inputs += [*before_sound, "-t", seconds, "-i", sources.wave()]
        # The codecs are only known from the option names.
        ffmpeg(*inputs, *maps, *(video or ()), *(audio or ()), *more, "-f", "dash", os.path.join(folder, "manifest.mpd"))
        return "manifest.mpd"
    options = (*(video or ()), *(audio or ()))
    used = {value for option, value in zip(options, options[1:]) if option in ("-c:v", "-c:a")}
    if not video:
        facts.setdefault("pictures", 0)
    if not audio:
        facts.setdefault("sound", 0)
    CASES.append(Case(name, make, needs=(*needs, *used), **facts))


def boxes(path):
    """The boxes of an MP4 file: name, offset, size."""
    found, offset = [], 0
    with open(path, "rb") as file:
        while head := file.read(8):
            size, name = struct.unpack(">I4s", head)
            found.append((name.decode("latin-1"), offset, size))
            offset += size
            file.seek(offset)
    return found


def representation(path, kind, codecs, language=None):
    """An adaptation set of one file with its index."""
    _, start, size = next(box for box in boxes(path) if box[0] == "sidx")
    spoken = f' lang="{language}"' if language else ""
    return (
        f'<AdaptationSet mimeType="{kind}/mp4" codecs="{codecs}"{spoken}><Representation id="{kind}" bandwidth="400000">'
        f'<BaseURL>{os.path.basename(path)}</BaseURL><SegmentBase indexRange="{start}-{start + size - 1}">'
        f'<Initialization range="0-{start - 1}"/></SegmentBase></Representation></AdaptationSet>')


def manifest(folder, seconds, periods):
    with open(os.path.join(folder, "manifest.mpd"), "w", encoding="utf-8") as file:
        file.write(
            '<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" '
            f'mediaPresentationDuration="PT{seconds}S">\n{periods}\n</MPD>\n')
    return "manifest.mpd"


def on_demand(name, picture_source, video, audio):
    """Complete files, each with an index, as in the on-demand profile."""
    def make(folder, sources):
        indexed = ("-movflags", "+dash+global_sidx+frag_keyframe+default_base_moof", "-f", "mp4")
        ffmpeg(*picture_source(), *video, "-g", 60, *indexed, os.path.join(folder, "video.mp4"))
        ffmpeg(
            "-t", SECONDS, "-i", sources.wave(), *audio, "-frag_duration", 2_000_000, "-movflags", "+dash+global_sidx+default_base_moof",
            "-f", "mp4", os.path.join(folder, "audio.mp4"))
        sets = representation(os.path.join(folder, "video.mp4"), "video", "avc1.64000d")
        sets += representation(os.path.join(folder, "audio.mp4"), "audio", "mp4a.40.2", "en")
        return manifest(folder, SECONDS, f"<Period>{sets}</Period>")
    # Without an edit list, nothing marks the encoder's priming samples.
    CASES.append(Case(name, make, needs=("libx264", "aac"), priming=1024))


def on_demand_webm(name, picture_source, video, audio):
    """WebM files, each with its cues as an index, and the manifest that FFmpeg writes for them."""
    def make(folder, sources):
        pictures, sound = os.path.join(folder, "video.webm"), os.path.join(folder, "audio.webm")
        ffmpeg(*picture_source(), *video, "-g", 60, "-dash", "1", pictures)
        ffmpeg("-t", SECONDS, "-i", sources.wave(), *audio, "-cluster_time_limit", 2000, "-dash", "1", sound)
        ffmpeg(
            "-f", "webm_dash_manifest", "-i", pictures, "-f", "webm_dash_manifest", "-i", sound, "-map", "0", "-map", "1", "-c", "copy",
            "-f", "webm_dash_manifest", "-adaptation_sets", "id=0,streams=0 id=1,streams=1", os.path.join(folder, "manifest.mpd"))
        return "manifest.mpd"
    CASES.append(Case(name, make, needs=("libvpx-vp9", "libopus")))


def periods(name, picture_source, video, audio):
    """Two periods whose timestamps both begin at 0."""
    def make(folder, sources):
        half = SECONDS // 2
        text = ""
        for index in range(2):
            inner = os.path.join(folder, f"p{index}")
            os.mkdir(inner)
            ffmpeg(
                *picture_source(first=index * half * 30, seconds=half), "-ss", index * half, "-t", half, "-i", sources.wave(), *video, *audio,
                "-g", 30, "-seg_duration", 1, "-f", "dash", os.path.join(inner, "manifest.mpd"))
            with open(os.path.join(inner, "manifest.mpd"), encoding="utf-8") as file:
                made = file.read()
            inside = made[made.index("<AdaptationSet"):made.index("</Period>")]
            text += f'<Period id="{index}" duration="PT{half}S"><BaseURL>p{index}/</BaseURL>{inside}</Period>\n'
        return manifest(folder, SECONDS, text)
    CASES.append(Case(name, make, needs=("libx264", "aac"), ruler=False))


def add(picture_source, kinds):
    """Adds a case for each way to address segments. kinds: encoder options by name."""
    muxed("dash-defaults", picture_source, kinds["h264"], kinds["aac"], more=())
    muxed("dash-two-seconds", picture_source, kinds["h264"], kinds["aac"])
    muxed("dash-tiny-segments", picture_source, kinds["h264"], kinds["aac"], more=("-g", "9", "-seg_duration", "0.3"))
    muxed("dash-numbers", picture_source, kinds["h264"], kinds["aac"], more=("-g", "60", "-seg_duration", "2", "-use_timeline", "0"))
    muxed("dash-list", picture_source, kinds["h264"], kinds["aac"], more=("-g", "60", "-seg_duration", "2", "-use_template", "0", "-use_timeline", "0"))
    muxed("dash-list-timeline", picture_source, kinds["h264"], kinds["aac"], more=("-g", "60", "-seg_duration", "2", "-use_template", "0"))
    muxed("dash-single-file", picture_source, kinds["h264"], kinds["aac"], more=("-g", "60", "-seg_duration", "2", "-single_file", "1"))
    muxed(
        "dash-global-index", picture_source, kinds["h264"], kinds["aac"], more=("-g", "60", "-seg_duration", "2", "-single_file", "1", "-global_sidx", "1"))
    muxed("dash-chunks", picture_source, kinds["h264"], kinds["aac"], more=("-g", "60", "-seg_duration", "2", "-streaming", "1", "-frag_duration", "0.5"))
    muxed("dash-no-b-pictures", picture_source, (*kinds["h264"], "-bf", "0"), kinds["aac"])
    muxed("dash-hevc", picture_source, kinds["hevc"], kinds["aac"])
    muxed("dash-av1", picture_source, kinds["av1"], kinds["aac"])
    muxed("dash-aac-44100", picture_source, kinds["h264"], ("-c:a", "aac", "-ar", "44100"))
    muxed("dash-ac3", picture_source, kinds["h264"], ("-c:a", "ac3"))
    # FFmpeg delays the video by 7 ms for the audio's priming samples, but not the audio itself, so the audio is early in its files.
    muxed("dash-webm", picture_source, kinds["vp9"], ("-c:a", "libopus"), priming=-360)
    muxed("dash-mp4-vp9-opus", picture_source, kinds["vp9"], ("-c:a", "libopus", "-strict", "-2"), more=("-g", "60", "-seg_duration", "2", "-dash_segment_type", "mp4"))
    muxed("dash-late-sound", picture_source, kinds["h264"], kinds["aac"], before_sound=("-itsoffset", "1.5"), sound_from=1.5)
    # FFmpeg states only the duration of the video, rounded down to tenths of a second.
    muxed("dash-one-more-picture", lambda: picture_source(seconds=SECONDS + 1 / 30), kinds["h264"], kinds["aac"], pictures=SECONDS * 30 + 1)
    for name, more in {
            "": (), "-list": ("-use_template", "0", "-use_timeline", "0"), "-list-timeline": ("-use_template", "0"),
            "-single-file": ("-single_file", "1"), "-global-index": ("-single_file", "1", "-global_sidx", "1")}.items():
        muxed(f"dash-longer-sound{name}", picture_source, kinds["h264"], kinds["aac"], more=(*TWO, *more), seconds=9.02, sound=9.02)
    muxed("dash-pictures-only", picture_source, kinds["h264"], None)
    muxed("dash-sound-only", picture_source, None, kinds["aac"], more=("-seg_duration", "2"), priming=1024)
    muxed(
        "dash-two-qualities", picture_source, ("-map", "0:v", "-map", "0:v", "-map", "1:a", *kinds["h264"], "-b:v:0", "200k", "-b:v:1", "600k"), kinds["aac"])
    on_demand("dash-on-demand", picture_source, kinds["h264"], kinds["aac"])
    on_demand_webm("dash-on-demand-webm", picture_source, kinds["vp9"], ("-c:a", "libopus"))
    periods("dash-two-periods", picture_source, kinds["h264"], kinds["aac"])
