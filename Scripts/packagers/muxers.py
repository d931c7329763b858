# SPDX-License-Identifier: Apache-2.0
"""Single files of muxers other than FFmpeg's: mkvmerge and GStreamer. They mux what FFmpeg encoded."""

import os

from cases import CASES, SECONDS, Case
from sources import ffmpeg


def add(picture_source, kinds, film, run, queue):
    """Adds a case for each muxer and option. film: makes an MP4 file to mux; run: runs a muxer; queue: an element of GStreamer."""

    def mkvmerge(name, *options, video=None, audio=None, before_video=(), before_sound=(), extension="mkv", needs=("libx264", "aac"), **facts):
        """What mkvmerge makes of one file, or of a file of video and one of audio."""
        def make(folder, sources):
            inputs = [film(sources)]
            if video:
                pictures, sound = os.path.join(folder, "pictures.mp4"), os.path.join(folder, f"sound.{audio[0]}")
                ffmpeg(*picture_source(), *video, "-g", 60, pictures)
                ffmpeg("-t", SECONDS, "-i", sources.wave(), *audio[1:], sound)
                inputs = [*before_video, pictures, *before_sound, sound]
            run("mkvmerge", "-q", "-o", os.path.join(folder, f"film.{extension}"), *options, *inputs)
            return f"film.{extension}"
        CASES.append(Case(name, make, needs=("mkvmerge", *needs), **facts))

    x264, aac = kinds["h264"], ("m4a", *kinds["aac"])
    mkvmerge("mkvmerge-defaults")
    mkvmerge("mkvmerge-without-cues", "--no-cues", "--disable-lacing", "--cluster-length", "100ms")
    mkvmerge("mkvmerge-fine-timestamps", "--timestamp-scale", "20000")
    mkvmerge("mkvmerge-compressed-tracks", "--compression", "0:zlib", "--compression", "1:zlib")
    # mkvmerge does not mark the priming samples of an MP4 file of audio alone.
    mkvmerge("mkvmerge-late-sound", video=x264, audio=aac, before_sound=("--sync", "0:1500"), sound_from=1.5, priming=1024)
    mkvmerge("mkvmerge-late-pictures", video=x264, audio=aac, before_video=("--sync", "0:1500"), picture_from=1.5, priming=1024)

    def gstreamer(name, muxer, extension, **facts):
        def make(folder, sources):
            run(
                "gst-launch-1.0", "-q", "filesrc", f"location={film(sources)}", "!", "qtdemux", "name=d", "d.video_0", "!", *queue, "!",
                "h264parse", "!", "m.", "d.audio_0", "!", *queue, "!", "aacparse", "!", "m.", *muxer.split(), "name=m", "!", "filesink",
                f"location={folder}/film.{extension}", seconds=15, tries=5)
            return f"film.{extension}"
        CASES.append(Case(name, make, needs=("gst-launch-1.0", "libx264", "aac"), **facts))

    gstreamer("gstreamer-mp4", "mp4mux", "mp4")
    # In fragments, it delays the video by its two B frames, but not the audio.
    gstreamer("gstreamer-mp4-fragments", "mp4mux fragment-duration=700", "mp4", priming=-3200)
    gstreamer("gstreamer-mov-recorder", "qtmux reserved-max-duration=20000000000 reserved-moov-update-period=1000000000", "mov")
    gstreamer("gstreamer-mkv-live", "matroskamux streamable=true", "mkv")
    gstreamer("gstreamer-ts", "mpegtsmux", "ts")
    gstreamer("gstreamer-m2ts", "mpegtsmux m2ts-mode=true", "m2ts")
    gstreamer("gstreamer-flv", "flvmux streamable=true", "flv")
