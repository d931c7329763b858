# SPDX-License-Identifier: Apache-2.0
"""Streams that break: discontinuities, changes of container and map, gaps, dates, wrapped clocks, growing playlists."""

import os

from catalogue import stream
from packager import AUDIO, VIDEO, cmaf, cmaf_rendition, fragmented, transport
from playlists import media, multivariant, rendition, variant, write

# Three parts of 4 s. Frame numbers and audio continue across them; the second has an earlier clock and another size.
PARTS = ((640, 360, 0, 4.0), (480, 270, 120, 0.0), (640, 360, 240, 60.0))


@stream("discontinuity-ts", "three parts of 4 s: the clock goes back to zero, then jumps ahead; the middle one is 480x270")
def discontinuity_ts(sources, folder):
    entries = []
    for index, (width, height, first, clock) in enumerate(PARTS):
        media_files = [sources.video(width, height, first=first, frames=120), sources.sound(start=first // 30, seconds=4)]
        part = transport(media_files, folder, prefix=f"{index}-", offset=clock)
        part[0].lines += ["#EXT-X-DISCONTINUITY"] if index else []
        entries += part
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


def cmaf_parts(sources, folder, kind):
    """The three parts of one kind as fragmented MP4, each with its own map."""
    entries = []
    for index, (width, height, first, clock) in enumerate(PARTS):
        source = (
            sources.video(width, height, first=first, frames=120) if kind == "video"
            else sources.sound(start=first // 30, seconds=4))
        file = fragmented(source, sources.path(f"part-{kind}-{index}.mp4"), offset=clock)
        part = cmaf(file, folder, prefix=f"{index}-", header=f"init-{index}.mp4")
        part[0].lines += [*(["#EXT-X-DISCONTINUITY"] if index else []), f'#EXT-X-MAP:URI="init-{index}.mp4"']
        entries += part
    write(os.path.join(folder, "index.m3u8"), media(entries))


@stream("discontinuity-cmaf", "the same in fragmented MP4 with sound apart, a map for each part")
def discontinuity_cmaf(sources, folder):
    for kind in ("video", "sound"):
        cmaf_parts(sources, os.path.join(folder, kind), kind)
    write(os.path.join(folder, "index.m3u8"), multivariant(
        rendition("AUDIO", "sound", "English", "en", "sound/index.m3u8", "DEFAULT=YES"),
        variant("video/index.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'AUDIO="sound"')))


@stream("container-change", "fragmented MP4, then MPEG-TS, then fragmented MP4 again, 4 s each")
def container_change(sources, folder):
    entries = []
    for index, first in enumerate((0, 120, 240)):
        video, sound = sources.video(first=first, frames=120), sources.sound(start=first // 30, seconds=4)
        if index == 1:
            part = transport([video, sound], folder, prefix="1-")
        else:
            file = fragmented(video, sources.path(f"change-{index}.mp4"), sound=sound)
            part = cmaf(file, folder, prefix=f"{index}-", header=f"init-{index}.mp4")
            part[0].lines.append(f'#EXT-X-MAP:URI="init-{index}.mp4"')
        if index:
            part[0].lines.insert(0, "#EXT-X-DISCONTINUITY")
        entries += part
    write(os.path.join(folder, "index.m3u8"), media(entries))


@stream("map-change", "a new map in mid-stream without a discontinuity: the clock goes on, the size changes at 4 s and back at 8 s")
def map_change(sources, folder):
    entries = []
    for index, (width, height, first, _) in enumerate(PARTS):
        file = fragmented(sources.video(width, height, first=first, frames=120), sources.path(f"map-{index}.mp4"), offset=first / 30)
        part = cmaf(file, folder, prefix=f"{index}-", header=f"init-{index}.mp4")
        part[0].lines.append(f'#EXT-X-MAP:URI="init-{index}.mp4"')
        entries += part
    write(os.path.join(folder, "index.m3u8"), media(entries))


@stream("gap", "the third segment (4 s to 6 s) is a gap and isn't there", frames=300)
def gap(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder)
    os.remove(os.path.join(folder, entries[2].uri))
    entries[2].lines.append("#EXT-X-GAP")
    write(os.path.join(folder, "index.m3u8"), media(entries, version=8))


@stream("gap-ladder", "the best variant has a gap from 4 s to 6 s, the other one is whole")
def gap_ladder(sources, folder):
    lines = []
    for width, height, rate in ((320, 180, 250), (640, 360, 900)):
        place = os.path.join(folder, f"{height}p")
        entries = transport([sources.video(width, height, rate=rate), sources.sound()], place)
        if height == 360:
            os.remove(os.path.join(place, entries[2].uri))
            entries[2].lines.append("#EXT-X-GAP")
        write(os.path.join(place, "index.m3u8"), media(entries, version=8))
        lines.append(variant(f"{height}p/index.m3u8", (rate * 3 // 2 + 150) * 1000, f"{VIDEO},{AUDIO}", (width, height)))
    write(os.path.join(folder, "index.m3u8"), multivariant(*lines, version=8))


@stream("dates", "a date on each segment, an hour's jump at the discontinuity at 8 s, date ranges and an interstitial")
def dates(sources, folder):
    entries = []
    for index, (first, frames) in enumerate(((0, 240), (240, 120))):
        sound = sources.sound(start=first // 30, seconds=frames // 30)
        part = transport([sources.video(first=first, frames=frames), sound], folder, prefix=f"{index}-")
        for place, entry in enumerate(part):
            entry.lines.append(f"#EXT-X-PROGRAM-DATE-TIME:2026-03-01T{10 + index}:00:{index * 8 + place * 2:02d}.000Z")
        if index:
            part[0].lines.insert(0, "#EXT-X-DISCONTINUITY")
        entries += part
    ranges = [
        '#EXT-X-DATERANGE:ID="chapter-1",CLASS="org.example.chapter",START-DATE="2026-03-01T10:00:00.000Z",DURATION=4.0,X-TITLE="One"',
        '#EXT-X-DATERANGE:ID="chapter-2",CLASS="org.example.chapter",START-DATE="2026-03-01T10:00:04.000Z",DURATION=4.0,X-TITLE="Two"',
        '#EXT-X-DATERANGE:ID="break-1",CLASS="com.apple.hls.interstitial",START-DATE="2026-03-01T10:00:06.000Z",DURATION=1.0,'
        'X-ASSET-URI="../short/index.m3u8",X-RESUME-OFFSET=0,X-RESTRICT="SKIP,JUMP"',
    ]
    write(os.path.join(folder, "index.m3u8"), media(entries, version=6, extra=ranges))


@stream("wrap-ts", "the 33-bit clock of MPEG-TS wraps at 6 s")
def wrap_ts(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder, offset=2**33 / 90000 - 6)
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


@stream("event", "a list that grows: state-1.m3u8 to state-6.m3u8 are what an origin shows every 2 s; the last one ends", path="state-6.m3u8")
def event(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder)
    for count in range(1, 7):
        text = media(entries[:count], kind="EVENT", end=count == 6, version=3)
        write(os.path.join(folder, f"state-{count}.m3u8"), text)


@stream("edit-list", "edit lists in the maps: pictures start two frames into their clock, the sound's first frame is priming")
def edit_list(sources, folder):
    for name, source, extra in (("video", sources.video(), {}), ("sound", sources.sound(), {"priming": True})):
        file = fragmented(
            source, sources.path(f"edit-{name}.mp4"), flags="delay_moov+default_base_moof", options=["-use_editlist", 1], **extra)
        cmaf_rendition(file, os.path.join(folder, name))
    write(os.path.join(folder, "index.m3u8"), multivariant(
        rendition("AUDIO", "sound", "English", "en", "sound/index.m3u8", "DEFAULT=YES"),
        variant("video/index.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'AUDIO="sound"')))


def gapless(name, first):
    @stream(name, f"4 s that count on from {first // 30} s: two items played in turn sound and count as one", duration=4.0, frames=120)
    def make(sources, folder):
        cmaf_rendition(fragmented(sources.video(first=first, frames=120), sources.path(f"{name}-v.mp4")), os.path.join(folder, "video"))
        cmaf_rendition(fragmented(sources.sound(start=first // 30, seconds=4), sources.path(f"{name}-a.mp4")), os.path.join(folder, "sound"))
        write(os.path.join(folder, "index.m3u8"), multivariant(
            rendition("AUDIO", "sound", "English", "en", "sound/index.m3u8", "DEFAULT=YES"),
            variant("video/index.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'AUDIO="sound"')))


gapless("gapless-1", 0)
gapless("gapless-2", 120)


@stream("corrupt-ts", "the third segment (4 s to 6 s) has 40 % of its packets overwritten with noise", frames=360)
def corrupt_ts(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder)
    path = os.path.join(folder, entries[2].uri)
    with open(path, "rb") as file:
        data = bytearray(file.read())
    noise = bytes((index * 167 + 13) & 0xFF for index in range(188))
    for start in range(3 * 188, len(data) - 376, 5 * 188):
        data[start + 4:start + 376] = noise[4:] + noise
    write(path, bytes(data))
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


@stream("truncated-ts", "the third segment ends after 60 % of its bytes, in the middle of a packet")
def truncated_ts(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder)
    cut(os.path.join(folder, entries[2].uri), 0.6)
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


@stream("truncated-cmaf", "the third segment ends after 60 % of its bytes")
def truncated_cmaf(sources, folder):
    entries = cmaf_rendition(fragmented(sources.video(), sources.path("cut.mp4"), sound=sources.sound()), folder)
    cut(os.path.join(folder, entries[2].uri), 0.6)


@stream("corrupt-cmaf", "the third segment's boxes are noise from its 400th byte on")
def corrupt_cmaf(sources, folder):
    entries = cmaf_rendition(fragmented(sources.video(), sources.path("noise.mp4"), sound=sources.sound()), folder)
    path = os.path.join(folder, entries[2].uri)
    with open(path, "rb") as file:
        data = file.read()
    write(path, data[:400] + bytes((index * 167 + 13) & 0xFF for index in range(len(data) - 400)))


def cut(path, share):
    with open(path, "rb") as file:
        data = file.read()
    write(path, data[:int(len(data) * share) // 188 * 188 + 77])
