# SPDX-License-Identifier: Apache-2.0
"""Packages the same numbered frames and measured audio in many ways, with third-party packagers: make.py OUTPUT [NAME…].

Each case is a folder with a playlist. packagers.json lists them all, with the frames and the seconds of audio that a
correct player presents. Cases whose packager or encoder is missing are left out and listed."""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "streams"))

from cases import CASES, SECONDS, SIZE, Case, rate_of  # noqa: E402
import dash  # noqa: E402
import files  # noqa: E402
import muxers  # noqa: E402
from sources import Sources, encoders, ffmpeg, numbered  # noqa: E402

def picture_source(rate="30", first=0, seconds=SECONDS, size=SIZE):
    frames = round(seconds * rate_of(rate))
    return [
        "-f", "lavfi", "-i",
        f"testsrc2=s={size[0]}x{size[1]}:r={rate}:d={frames / rate_of(rate):.6f},{numbered(*size, first)}"]


X264 = ("-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p")
AAC = ("-c:a", "aac")
TWO = ("-g", "60", "-hls_time", "2", "-hls_list_size", "0")


def hls(name, video=X264, audio=AAC, more=TWO, fmp4=False, rate="30", needs=(), before_sound=(), before_video=(), maps=None,
        damage=None, edit=None, **facts):
    """A case of FFmpeg's own HLS muxer, with its defaults except for the given options."""
    def make(folder, sources):
        inputs = []
        if video:
            inputs += [*before_video, *picture_source(rate)]
        if audio:
            inputs += [*before_sound, "-t", SECONDS, "-i", sources.wave()]
        kind = ["-hls_segment_type", "fmp4"] if fmp4 else []
        codecs = [*(video or ()), *(audio or ())]
        ffmpeg(*inputs, *(maps(sources) if maps else ()), *codecs, *more, *kind, "-f", "hls", os.path.join(folder, "index.m3u8"))
        for name in os.listdir(folder) if damage else ():
            if name.endswith(".ts"):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    stream = damage(file.read())
                with open(path, "wb") as file:
                    file.write(stream)
        if edit:
            path = os.path.join(folder, "index.m3u8")
            with open(path, encoding="utf-8") as file:
                text = edit(file.read())
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return "index.m3u8"
    used = {a for option, a in zip((*(video or ()), *(audio or ())), (*(video or ()), *(audio or ()))[1:]) if option in ("-c:v", "-c:a")}
    if not video:
        facts.setdefault("pictures", 0)
    if not audio:
        facts.setdefault("sound", 0)
    CASES.append(Case(name, make, needs=(*needs, *used), rate=rate, **facts))


def two_sounds(sources):
    """Audio in two languages inside the segments, which the playlist does not mention."""
    return (
        "-t", SECONDS, "-i", sources.wave("fr"), "-map", "0:v", "-map", "1:a", "-map", "2:a", "-metadata:s:a:0", "language=eng",
        "-metadata:s:a:1", "language=fra")


def video(codec, *options):
    return ("-c:v", codec, *options)


def x264(*options):
    return (*X264, *options)


def sound(codec, *options):
    return ("-c:a", codec, *options)


FAST_AV1 = video("libsvtav1", "-preset", "12", "-pix_fmt", "yuv420p")
VP9 = video("libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "300k")
X265 = video("libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-tag:v", "hvc1", "-x265-params", "log-level=none")

# Audio in MPEG-TS: FFmpeg puts many frames into one PES packet, and only the first has a timestamp.
hls("ts-defaults", more=())
hls("ts-two-seconds")
hls("ts-tiny-segments", more=("-g", "9", "-hls_time", "0.3", "-hls_list_size", "0"))
hls("ts-one-long-segment", more=("-g", "60", "-hls_time", "10", "-hls_list_size", "0"))
hls("ts-aac-44100", audio=sound("aac", "-ar", "44100"))
hls("ts-aac-22050-mono", audio=sound("aac", "-ar", "22050", "-ac", "1"), ruler=False)
hls("ts-aac-8000-mono", audio=sound("aac", "-ar", "8000", "-ac", "1"), ruler=False)
hls("ts-aac-32k", audio=sound("aac", "-b:a", "32k"))
hls("ts-aac-320k", audio=sound("aac", "-b:a", "320k"))
hls("ts-aac-six-channels", audio=sound("aac", "-ac", "6"), ruler=False)
hls("ts-mp3", audio=sound("libmp3lame"))
hls("ts-mp3-44100", audio=sound("libmp3lame", "-ar", "44100"))
hls("ts-mp3-22050", audio=sound("libmp3lame", "-ar", "22050"))
hls("ts-mp2", audio=sound("mp2"))
hls("ts-ac3", audio=sound("ac3"))
hls("ts-ac3-44100", audio=sound("ac3", "-ar", "44100"))
hls("ts-eac3", audio=sound("eac3"))
hls("ts-opus", audio=sound("libopus"))
hls("ts-latm", audio=("-c:a", "aac", "-mpegts_flags", "latm"))

# Video in MPEG-TS.
hls("ts-no-b-pictures", video=x264("-bf", "0"))
hls("ts-many-b-pictures", video=x264("-bf", "8", "-x264-params", "b-adapt=0"))
hls("ts-open-gop", video=x264("-x264-params", "open-gop=1"))
hls("ts-intra-only", video=x264("-g", "1"), more=("-hls_time", "2", "-hls_list_size", "0"))
hls("ts-ten-bit", video=video("libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p10le"))
hls("ts-hevc", video=X265)
hls("ts-mpeg2", video=video("mpeg2video", "-b:v", "1500k", "-bf", "2"))
hls("ts-interlaced", video=x264("-flags", "+ilme+ildct", "-x264opts", "tff=1"))
for rate in ("24000/1001", "25", "30000/1001", "50", "60000/1001"):
    frames = round(SECONDS * rate_of(rate))
    hls(f"ts-{rate.replace('/1001', '').replace('000', '') + ('-1001' if '/' in rate else '')}", rate=rate, pictures=frames)

# Ways to segment.
hls("ts-not-at-key-pictures", more=("-g", "100", "-hls_time", "1", "-hls_list_size", "0", "-hls_flags", "split_by_time"))
hls("ts-single-file", more=(*TWO, "-hls_flags", "single_file"))
# GPAC names media, not only the program tables, as the initialization section.
hls("ts-media-as-map", edit=lambda text: text.replace("#EXTINF", '#EXT-X-MAP:URI="index0.ts"\n#EXTINF', 1))
hls("ts-clock-wraps", more=(*TWO, "-output_ts_offset", "95440"))
hls("ts-damaged-times", damage=files.wrong_times, ruler=False, timed=False)
hls("ts-starts-late", more=(*TWO, "-output_ts_offset", "1000"))
hls("ts-padded-pes", more=(*TWO, "-pes_payload_size", "16"))

# Tracks that are late, short or missing.
hls("ts-late-sound", before_sound=("-itsoffset", "1.5"), sound_from=1.5)
hls("ts-short-sound", audio=(*AAC, "-af", "atrim=end=3"), sound=3)
hls("ts-pictures-only", audio=None)
hls("ts-sound-only", video=None, priming=1024, more=("-hls_time", "2", "-hls_list_size", "0"))
hls(
    "ts-two-sounds", audio=(*AAC,), sound=SECONDS,
    maps=two_sounds)
hls("fmp4-two-sounds", audio=(*AAC,), sound=SECONDS, fmp4=True, maps=two_sounds)
hls(
    "ts-two-pictures", sound=SECONDS,
    maps=lambda sources: (*picture_source(first=1000), "-map", "0:v", "-map", "2:v", "-map", "1:a"))

# Fragmented MP4.
hls("fmp4-defaults", more=(), fmp4=True)
hls("fmp4-two-seconds", fmp4=True)
hls("fmp4-tiny-segments", more=("-g", "9", "-hls_time", "0.3", "-hls_list_size", "0"), fmp4=True)
hls("fmp4-aac-44100", audio=sound("aac", "-ar", "44100"), fmp4=True)
hls("fmp4-no-b-pictures", video=x264("-bf", "0"), fmp4=True)
hls("fmp4-open-gop", video=x264("-x264-params", "open-gop=1"), fmp4=True)
hls("fmp4-ten-bit", video=video("libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p10le"), fmp4=True)
hls("fmp4-hevc", video=X265, fmp4=True)
hls("fmp4-hevc-b-pictures", video=(*X265[:-1], "log-level=none:bframes=4:b-adapt=0"), fmp4=True)
hls("fmp4-vp9", video=VP9, fmp4=True)
hls("fmp4-av1", video=FAST_AV1, fmp4=True)
hls("fmp4-mpeg2", video=video("mpeg2video", "-b:v", "1500k", "-bf", "2"), fmp4=True)
hls("fmp4-mp3", audio=sound("libmp3lame"), fmp4=True)
hls("fmp4-ac3", audio=sound("ac3"), fmp4=True)
hls("fmp4-eac3", audio=sound("eac3"), fmp4=True)
hls("fmp4-opus", audio=sound("libopus"), fmp4=True)
hls("fmp4-flac", audio=sound("flac", "-strict", "-2"), fmp4=True)
hls("fmp4-alac", audio=sound("alac"), fmp4=True)
hls("fmp4-23-1001", rate="24000/1001", pictures=144, fmp4=True)
hls("fmp4-59-1001", rate="60000/1001", pictures=360, fmp4=True)
hls("fmp4-not-at-key-pictures", more=("-g", "100", "-hls_time", "1", "-hls_list_size", "0", "-hls_flags", "split_by_time"), fmp4=True)
hls("fmp4-single-file", more=(*TWO, "-hls_flags", "single_file"), fmp4=True)
hls("fmp4-late-sound", before_sound=("-itsoffset", "1.5"), sound_from=1.5, fmp4=True)
hls("fmp4-short-sound", audio=(*AAC, "-af", "atrim=end=3"), sound=3, fmp4=True)
hls("fmp4-sound-only", video=None, priming=1024, more=("-hls_time", "2", "-hls_list_size", "0"), fmp4=True)
hls("fmp4-pictures-only", audio=None, fmp4=True)


def case(name, needs=(), **facts):
    def add(make):
        CASES.append(Case(name, make, needs=needs, **facts))
        return make
    return add


def segmented(name, codec, kind, extension, **facts):
    """Packed audio as FFmpeg's segment muxer writes it: without the timestamps that HLS requires."""
    @case(name, needs=(codec,), pictures=0, **facts)
    def make(folder, sources):
        ffmpeg(
            "-t", SECONDS, "-i", sources.wave(), "-c:a", codec, "-f", "segment", "-segment_time", 2, "-segment_format", kind,
            "-segment_list", os.path.join(folder, "index.m3u8"), os.path.join(folder, f"%d.{extension}"))
        return "index.m3u8"


segmented("packed-aac", "aac", "adts", "aac", priming=1024)
segmented("packed-ac3", "ac3", "ac3", "ac3", priming=256)


def encrypted(name, fmp4=False):
    """AES-128 with a key next to the playlist."""
    @case(name, needs=("libx264", "aac"))
    def make(folder, sources):
        key, info = os.path.join(folder, "key.bin"), os.path.join(folder, "key.info")
        with open(key, "wb") as file:
            file.write(bytes(range(16)))
        with open(info, "w", encoding="utf-8") as file:
            file.write(f"key.bin\n{key}\n000102030405060708090a0b0c0d0e0f\n")
        kind = ["-hls_segment_type", "fmp4"] if fmp4 else []
        ffmpeg(
            *picture_source(), "-t", SECONDS, "-i", sources.wave(), *X264, *AAC, *TWO, "-hls_key_info_file", info, *kind, "-f", "hls",
            os.path.join(folder, "index.m3u8"))
        os.remove(info)
        return "index.m3u8"


encrypted("ts-aes-128")


@case("segment-muxer-ts", needs=("libx264", "aac"))
def segment_muxer(folder, sources):
    ffmpeg(
        *picture_source(), "-t", SECONDS, "-i", sources.wave(), *X264, "-g", 60, *AAC, "-f", "segment", "-segment_time", 2,
        "-segment_list", os.path.join(folder, "index.m3u8"), os.path.join(folder, "%d.ts"))
    return "index.m3u8"


@case("dash-muxer-cmaf", needs=("libx264", "aac"))
def dash_muxer(folder, sources):
    ffmpeg(
        *picture_source(), "-t", SECONDS, "-i", sources.wave(), *X264, "-g", 60, *AAC, "-f", "dash", "-seg_duration", 2, "-hls_playlist", 1,
        os.path.join(folder, "manifest.mpd"))
    return "master.m3u8"


@case("formats-change", needs=("libx264", "libx265", "aac", "ac3"), pictures=360, sound=12, ruler=False)
def formats_change(folder, sources):
    """MPEG-TS with H.264 and AAC, then fragmented MP4 with H.265 and AC-3 of another size and sample rate."""
    first, second = os.path.join(folder, "a"), os.path.join(folder, "b")
    os.makedirs(first), os.makedirs(second)
    ffmpeg(
        *picture_source(), "-t", SECONDS, "-i", sources.wave(), *X264, *AAC, "-ar", 44100, *TWO, "-f", "hls",
        os.path.join(first, "index.m3u8"))
    ffmpeg(
        *picture_source(first=180, size=(640, 360)), "-t", SECONDS, "-i", sources.wave(), *X265, "-c:a", "ac3", *TWO,
        "-hls_segment_type", "fmp4", "-f", "hls", os.path.join(second, "index.m3u8"))
    lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:3"]
    for place, part in (("a", first), ("b", second)):
        if place == "b":
            lines.append("#EXT-X-DISCONTINUITY")
        for line in open(os.path.join(part, "index.m3u8"), encoding="utf-8").read().splitlines():
            if line.startswith("#EXT-X-MAP"):
                lines.append('#EXT-X-MAP:URI="b/init.mp4"')
            elif line.startswith("#EXTINF"):
                lines.append(line)
            elif line and not line.startswith("#"):
                lines.append(f"{place}/{line}")
    with open(os.path.join(folder, "index.m3u8"), "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, "#EXT-X-ENDLIST", ""]))
    return "index.m3u8"


def film(sources):
    """H.264 and AAC in an MP4 file, for packagers that don't encode."""
    path = sources.path("film-for-packagers.mp4")
    if not os.path.exists(path):
        ffmpeg(*picture_source(), "-t", SECONDS, "-i", sources.wave(), *X264, "-g", 60, *AAC, path + ".partial.mp4")
        os.rename(path + ".partial.mp4", path)
    return path


def run(*command, seconds=60, tries=1):
    """Runs a packager; restarts one that hangs, as GStreamer's sink occasionally does."""
    for left in reversed(range(tries)):
        try:
            result = subprocess.run(
                [str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            if left == 0:
                raise
            continue
        if result.returncode:
            raise RuntimeError(f"{' '.join(map(str, command))}\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
        return


# Unbounded queues: a full one would stop the demuxer, and the muxer would wait forever for the other track.
QUEUE = ("queue", "max-size-buffers=0", "max-size-bytes=0", "max-size-time=0")


@case("gstreamer-hlssink2", needs=("gst-launch-1.0", "libx264", "aac"))
def gstreamer(folder, sources):
    run(
        "gst-launch-1.0", "-q", "filesrc", f"location={film(sources)}", "!", "qtdemux", "name=d", "d.video_0", "!", *QUEUE, "!",
        "h264parse", "!", "sink.video", "d.audio_0", "!", *QUEUE, "!", "aacparse", "!", "sink.audio", "hlssink2", "name=sink",
        "target-duration=2", "playlist-length=0", "max-files=0", f"location={folder}/%05d.ts", f"playlist-location={folder}/index.m3u8", seconds=15, tries=5)
    return "index.m3u8"


dash.add(picture_source, {"h264": X264, "hevc": X265, "av1": FAST_AV1, "vp9": VP9, "aac": AAC})


@case("gstreamer-dashsink", needs=("gst-launch-1.0", "libx264", "aac"))
def gstreamer_dash(folder, sources):
    run(
        "gst-launch-1.0", "-q", "filesrc", f"location={film(sources)}", "!", "qtdemux", "name=d", "d.video_0", "!", *QUEUE, "!",
        "h264parse", "!", "sink.video_0", "d.audio_0", "!", *QUEUE, "!", "aacparse", "!", "sink.audio_0", "dashsink", "name=sink",
        "send-keyframe-requests=false", "target-duration=2", f"mpd-root-path={folder}", "mpd-filename=manifest.mpd", seconds=15, tries=5)
    return "manifest.mpd"


# VLC drops the last five frames, and gives the first three the time of the third: the audio is 67 ms early in its file.
@case("vlc-livehttp", needs=("cvlc", "libx264", "aac"), pictures=175, sound=5.7, ruler=False, timed=False)
def vlc(folder, sources):
    # VLC refuses to run as root, and its wrapper changes to another user, who can't reach the cache of this one.
    with tempfile.TemporaryDirectory() as open_folder:
        os.chmod(open_folder, 0o777)
        source = shutil.copy(film(sources), open_folder)
        os.chmod(source, 0o644)
        output = (
            f"#std{{access=livehttp{{seglen=2,delsegs=false,numsegs=0,index={open_folder}/index.m3u8,index-url=########.ts}},"
            f"mux=ts{{use-key-frames}},dst={open_folder}/########.ts}}")
        command = ["env", "SUDO_UID=65534", "SUDO_GID=65534", "vlc-wrapper"] if os.geteuid() == 0 else ["cvlc"]
        run(*command, "-I", "dummy", source, f"--sout={output}", "vlc://quit")
        os.remove(source)
        shutil.copytree(open_folder, folder, dirs_exist_ok=True)
    return "index.m3u8"


files.add(picture_source, {"h264": X264, "vp9": VP9, "aac": AAC})
muxers.add(picture_source, {"h264": X264, "aac": AAC}, film, run, QUEUE)


def is_there(tool, known):
    return tool in known or shutil.which(tool) is not None


def main():
    output, only = sys.argv[1], sys.argv[2:]
    started = time.monotonic()
    os.makedirs(output, exist_ok=True)
    sources = Sources(os.path.join(output, "scratch"))
    sources.wave()
    sources.wave("fr")
    film(sources)
    known = encoders()
    wanted = [case for case in CASES if not only or case.name in only]
    missing = {case.name: [tool for tool in case.needs if not is_there(tool, known)] for case in wanted}

    def build(case):
        folder = os.path.join(output, case.name)
        os.makedirs(folder)
        return case.facts(case.make(folder, sources))

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        made = list(pool.map(build, [case for case in wanted if not missing[case.name]]))
    shutil.rmtree(sources.folder)
    for name, tools in missing.items():
        if tools:
            print(f"packagers: left out {name}: {', '.join(tools)} missing", file=sys.stderr)
    with open(os.path.join(output, "packagers.json"), "w", encoding="utf-8") as file:
        json.dump({"streams": made}, file, indent=1)
    print(f"packagers: {len(made)} streams made in {time.monotonic() - started:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
