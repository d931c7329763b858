# SPDX-License-Identifier: Apache-2.0
"""Streams on demand: ladders, renditions, shapes."""

import os

import fmp4
from catalogue import stream
from packager import AUDIO, VIDEO, cmaf, cmaf_rendition, fragmented, transport
from playlists import Entry, media, multivariant, rendition, subtitles, variant, write

LADDER = ((320, 180, 250), (480, 270, 500), (640, 360, 900))
DESCRIBES = "public.accessibility.describes-video"


def sounds(sources, folder, *, seconds=12):
    """Two languages and a described version, each a rendition."""
    lines = []
    for name, language, mark, attributes in (
            ("English", "en", "en", ("DEFAULT=YES", "AUTOSELECT=YES", 'CHANNELS="2"')),
            ("Français", "fr", "fr", ("DEFAULT=NO", "AUTOSELECT=YES", 'CHANNELS="2"')),
            ("English (described)", "en", "en-described", ("DEFAULT=NO", "AUTOSELECT=YES", f'CHARACTERISTICS="{DESCRIBES}"'))):
        file = fragmented(sources.sound(language, seconds=seconds), sources.path(f"cmaf-sound-{mark}-{seconds}.mp4"))
        cmaf_rendition(file, os.path.join(folder, f"audio-{mark}"))
        lines.append(rendition("AUDIO", "sound", name, language, f"audio-{mark}/index.m3u8", *attributes))
    return lines


def texts(folder, *, seconds=12, start=1 / 30):
    """Subtitles in three languages and a forced rendition."""
    lines = []
    for name, language, mark, words, attributes in (
            ("English", "en", "en", "Second", ("DEFAULT=NO", "AUTOSELECT=YES", "FORCED=NO")),
            ("Français", "fr", "fr", "Seconde", ("DEFAULT=NO", "AUTOSELECT=YES", "FORCED=NO")),
            ("日本語", "ja", "ja", "秒", ("DEFAULT=NO", "AUTOSELECT=YES", "FORCED=NO")),
            ("English (forced)", "en", "en-forced", "Forced", ("DEFAULT=NO", "AUTOSELECT=YES", "FORCED=YES"))):
        subtitles(folder, f"text-{mark}", words, seconds=seconds, start=start)
        lines.append(rendition("SUBTITLES", "text", name, language, f"text-{mark}/index.m3u8", *attributes))
    return lines


def ladder(sources, folder):
    variants, attributes = [], ('AUDIO="sound"', 'SUBTITLES="text"')
    for width, height, rate in LADDER:
        file = fragmented(sources.video(width, height, rate=rate), sources.path(f"cmaf-{height}.mp4"))
        cmaf_rendition(file, os.path.join(folder, f"{height}p"))
        bandwidth = (rate * 3 // 2 + 100) * 1000
        variants.append(variant(f"{height}p/index.m3u8", bandwidth, f"{VIDEO},{AUDIO}", (width, height), *attributes))
    return variants


@stream("vod-cmaf", "ladder of three, two languages and a described one apart, WebVTT in three languages and a forced one")
def vod_cmaf(sources, folder):
    lines = [*sounds(sources, folder), *texts(folder), *ladder(sources, folder)]
    write(os.path.join(folder, "index.m3u8"), multivariant(*lines))


@stream("vod-cmaf-single", "one variant, sound apart")
def vod_cmaf_single(sources, folder):
    cmaf_rendition(fragmented(sources.video(), sources.path("cmaf-single.mp4")), os.path.join(folder, "video"))
    lines = [sounds(sources, folder)[0], variant("video/index.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'AUDIO="sound"')]
    write(os.path.join(folder, "index.m3u8"), multivariant(*lines))


@stream("vod-cmaf-muxed", "pictures and sound in the same fragments, a media playlist alone")
def vod_cmaf_muxed(sources, folder):
    cmaf_rendition(fragmented(sources.video(), sources.path("cmaf-muxed.mp4"), sound=sources.sound()), folder)


@stream("vod-ts", "MPEG-TS, pictures and sound in the same segments, a ladder of three")
def vod_ts(sources, folder):
    lines = []
    for width, height, rate in LADDER:
        entries = transport([sources.video(width, height, rate=rate), sources.sound()], os.path.join(folder, f"{height}p"))
        write(os.path.join(folder, f"{height}p", "index.m3u8"), media(entries, version=3))
        lines.append(variant(f"{height}p/index.m3u8", (rate * 3 // 2 + 150) * 1000, f"{VIDEO},{AUDIO}", (width, height)))
    write(os.path.join(folder, "index.m3u8"), multivariant(*lines, version=4))


@stream("vod-ts-demuxed", "MPEG-TS, sound in segments of its own, WebVTT on the clock of the segments")
def vod_ts_demuxed(sources, folder):
    write(os.path.join(folder, "video/index.m3u8"), media(transport([sources.video()], os.path.join(folder, "video")), version=3))
    # Both start on the video clock: the first keyframe is two frames after its decode time.
    lead = ("-output_ts_offset", 2 / 30)
    lines = []
    for language, name in (("en", "English"), ("fr", "Français")):
        entries = transport([sources.sound(language)], os.path.join(folder, language), options=lead)
        write(os.path.join(folder, language, "index.m3u8"), media(entries, version=3))
        lines.append(rendition("AUDIO", "sound", name, language, f"{language}/index.m3u8", "AUTOSELECT=YES"))
    subtitles(folder, "text", "Second", start=2 / 30)
    lines.append(rendition("SUBTITLES", "text", "English", "en", "text/index.m3u8", "AUTOSELECT=YES"))
    lines.append(variant("video/index.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'AUDIO="sound"', 'SUBTITLES="text"'))
    write(os.path.join(folder, "index.m3u8"), multivariant(*lines, version=4))


def ranged(file, name, *, target=2):
    """Entries that are byte ranges of one file, every second one without its offset; and the EXT-X-MAP line."""
    entries = []
    for index, group in enumerate(fmp4.segments(file, target)):
        size = sum(len(fragment.data) for fragment in group)
        offset = "" if index % 2 else f"@{group[0].offset}"
        entries.append(Entry(name, sum(fragment.duration for fragment in group), f"#EXT-X-BYTERANGE:{size}{offset}"))
    return entries, f'#EXT-X-MAP:URI="{name}",BYTERANGE="{len(file.header)}@0"'


@stream("byte-ranges", "each rendition one file, segments and map are byte ranges, an I-frame playlist over the same file")
def byte_ranges(sources, folder):
    for source, name in ((sources.video(), "video"), (sources.sound(), "sound")):
        file = fragmented(source, os.path.join(folder, f"{name}.mp4"))
        entries, header = ranged(file, f"{name}.mp4")
        write(os.path.join(folder, f"{name}.m3u8"), media(entries, extra=[header]))
        if name == "video":
            write(os.path.join(folder, "iframes.m3u8"), iframes(file, "video.mp4", header))
    write(os.path.join(folder, "index.m3u8"), multivariant(
        rendition("AUDIO", "sound", "English", "en", "sound.m3u8", "DEFAULT=YES"),
        variant("video.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'AUDIO="sound"'),
        f'#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=150000,CODECS="{VIDEO}",RESOLUTION=640x360,URI="iframes.m3u8"'))


def iframes(file, name, header):
    """An I-frame playlist: the header and the first sample of each fragment, which is a keyframe."""
    entries = []
    for fragment in file.fragments:
        payload = fragment.data.index(b"mdat") + 4
        entries.append(Entry(name, fragment.duration, f"#EXT-X-BYTERANGE:{payload + fragment.first_sample}@{fragment.offset}"))
    return media(entries, extra=["#EXT-X-I-FRAMES-ONLY", header])


@stream("video-only", "no sound at all")
def video_only(sources, folder):
    cmaf_rendition(fragmented(sources.video(), sources.path("cmaf-alone.mp4")), folder)


@stream("audio-only", "two qualities of sound, no pictures", frames=0, width=0, height=0)
def audio_only(sources, folder):
    lines = []
    for rate in (64, 128):
        sound = sources.sound(codec=("-c:a", "aac", "-b:a", f"{rate}k"), extension=f"{rate}.m4a")
        cmaf_rendition(fragmented(sound, sources.path(f"cmaf-only-{rate}.mp4")), os.path.join(folder, f"{rate}k"))
        lines.append(variant(f"{rate}k/index.m3u8", rate * 1100, AUDIO))
    write(os.path.join(folder, "index.m3u8"), multivariant(*lines))


@stream("square", "square picture", width=360, height=360)
def square(sources, folder):
    write(os.path.join(folder, "index.m3u8"), media(transport([sources.video(360, 360), sources.sound()], folder), version=3))


@stream("short", "one second in one segment", duration=1.0, frames=30)
def short(sources, folder):
    entries = transport([sources.video(frames=30), sources.sound(seconds=1)], folder)
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


@stream("medium", "five seconds, the last segment is shorter", duration=5.0, frames=150)
def medium(sources, folder):
    entries = transport([sources.video(frames=150), sources.sound(seconds=5)], folder)
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


@stream("long-subtitles", "the subtitles go on for 8 s after the last picture", duration=5.0, frames=150)
def long_subtitles(sources, folder):
    entries = transport([sources.video(frames=150), sources.sound(seconds=5)], folder)
    write(os.path.join(folder, "video.m3u8"), media(entries, version=3))
    subtitles(folder, "text", "Second", seconds=13, start=2 / 30)
    write(os.path.join(folder, "index.m3u8"), multivariant(
        rendition("SUBTITLES", "text", "English", "en", "text/index.m3u8", "DEFAULT=YES", "AUTOSELECT=YES"),
        variant("video.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'SUBTITLES="text"')))


@stream("audio-groups", "the poorer variant has a group of AAC, the better one a group of AC-3, each with two languages", needs=["ac3"])
def audio_groups(sources, folder):
    lines = []
    for group, codec, rate in (("aac", "aac", "96k"), ("dolby", "ac3", "192k")):
        for language, name in (("en", "English"), ("fr", "Français")):
            sound = sources.sound(language, codec=("-c:a", codec, "-b:a", rate), extension=f"{group}.m4a")
            # The AC-3 header is known only after the first frame.
            special = {"priming": True, "flags": "cmaf+frag_discont+delay_moov", "options": ["-use_editlist", 0]} if codec == "ac3" else {}
            file = fragmented(sound, sources.path(f"group-{group}-{language}.mp4"), **special)
            cmaf_rendition(file, os.path.join(folder, f"{group}-{language}"))
            lines.append(rendition(
                "AUDIO", group, name, language, f"{group}-{language}/index.m3u8", "AUTOSELECT=YES",
                f"DEFAULT={'YES' if language == 'en' else 'NO'}"))
    for (width, height, rate), group, codec in zip(LADDER[1:], ("aac", "dolby"), (AUDIO, "ac-3")):
        file = fragmented(sources.video(width, height, rate=rate), sources.path(f"groups-{height}.mp4"))
        cmaf_rendition(file, os.path.join(folder, f"{height}p"))
        bandwidth = (rate * 3 // 2 + 200) * 1000
        lines.append(variant(f"{height}p/index.m3u8", bandwidth, f"{VIDEO},{codec}", (width, height), f'AUDIO="{group}"'))
    write(os.path.join(folder, "index.m3u8"), multivariant(*lines))


@stream("dated-bases", "pictures and sound apart, the sound's clock 1000 s ahead; only their dates tell how they belong together")
def dated_bases(sources, folder):
    for name, source, offset in (("video", sources.video(), 0), ("sound", sources.sound(), 1000)):
        file = fragmented(source, sources.path(f"dated-{name}.mp4"), offset=offset)
        entries = cmaf(file, os.path.join(folder, name))
        for index, entry in enumerate(entries):
            entry.lines.append(f"#EXT-X-PROGRAM-DATE-TIME:2026-03-01T10:00:{index * 2:02d}.000Z")
        write(os.path.join(folder, name, "index.m3u8"), media(entries, header="init.mp4"))
    write(os.path.join(folder, "index.m3u8"), multivariant(
        rendition("AUDIO", "sound", "English", "en", "sound/index.m3u8", "DEFAULT=YES"),
        variant("video/index.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'AUDIO="sound"')))
