# SPDX-License-Identifier: Apache-2.0
"""Cuts a fragmented MP4 file into its header and fragments, with their times (ISO/IEC 14496-12)."""

import dataclasses
import struct


def boxes(data, start=0, end=None):
    """Yields (type, start of the box, start of its payload, end)."""
    end = len(data) if end is None else end
    while start + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, start)
        payload = start + 8
        if size == 1:
            size, payload = struct.unpack_from(">Q", data, start + 8)[0], start + 16
        if size == 0:
            size = end - start
        yield kind.decode("latin-1"), start, payload, start + size
        start += size


def find(data, path, start=0, end=None):
    """The payload's bounds of the first box on a path such as `moof/traf/tfdt`."""
    head, _, rest = path.partition("/")
    for kind, _, payload, stop in boxes(data, start, end):
        if kind == head:
            return find(data, rest, payload, stop) if rest else (payload, stop)
    return None


@dataclasses.dataclass
class Fragment:
    data: bytes
    time: float  # of decoding, in seconds
    duration: float
    starts_with_key: bool
    first_sample: int  # size of the first sample in bytes
    offset: int  # of the fragment in its file


@dataclasses.dataclass
class File:
    header: bytes
    fragments: list


def truns(data, traf):
    """Yields (count, place of the first sample, stride, places of the fields in a sample, flags of the first sample)."""
    for kind, _, payload, _ in boxes(data, *traf):
        if kind != "trun":
            continue
        flags = int.from_bytes(data[payload + 1:payload + 4], "big")
        count, = struct.unpack_from(">I", data, payload + 4)
        position = payload + 8 + (4 if flags & 1 else 0) + (4 if flags & 4 else 0)
        first_flags = struct.unpack_from(">I", data, position - 4)[0] if flags & 4 else None
        fields, stride = {}, 0
        for bit, name in ((0x100, "duration"), (0x200, "size"), (0x400, "flags"), (0x800, "composition")):
            if flags & bit:
                fields[name], stride = stride, stride + 4
        yield count, position, stride, fields, first_flags


def default_values(data, traf):
    payload, _ = find(data, "tfhd", *traf)
    flags = int.from_bytes(data[payload + 1:payload + 4], "big")
    position = payload + 8 + (8 if flags & 1 else 0) + (4 if flags & 2 else 0)
    values = {}
    for bit, name in ((8, "duration"), (0x10, "size"), (0x20, "flags")):
        if flags & bit:
            values[name], = struct.unpack_from(">I", data, position)
            position += 4
    return values


def read(path):
    """Reads a file; times are those of its first track."""
    with open(path, "rb") as file:
        data = file.read()
    media_header = find(data, "moov/trak/mdia/mdhd")[0]
    timescale, = struct.unpack_from(">I", data, media_header + (20 if data[media_header] else 12))
    top = [box for box in boxes(data) if box[0] not in ("mfra", "sidx", "styp")]
    header = bytes(data[:next(box[3] for box in top if box[0] == "moov")])
    fragments = []
    for index, (kind, start, payload, stop) in enumerate(top):
        if kind != "moof":
            continue
        end = top[index + 1][3]
        traf = find(data, "traf", payload, stop)
        decode = find(data, "tfdt", *traf)[0]
        time, = struct.unpack_from(">Q" if data[decode] else ">I", data, decode + 4)
        defaults = default_values(data, traf)
        duration, key, first_sample = 0, None, 0
        for count, position, stride, fields, first_flags in truns(data, traf):
            for sample in range(count):
                at = position + sample * stride
                value = lambda name: struct.unpack_from(">I", data, at + fields[name])[0] if name in fields else defaults.get(name, 0)
                duration += value("duration")
                if key is None:
                    flags = first_flags if first_flags is not None else value("flags")
                    key, first_sample = not flags & 0x10000, value("size")
        fragments.append(Fragment(data[start:end], time / timescale, duration / timescale, bool(key), first_sample, start))
    return File(header, fragments)


def segments(file, target):
    """Groups fragments: a segment starts with the first keyframe fragment at or after each multiple of `target` seconds."""
    groups, start = [], file.fragments[0].time
    for fragment in file.fragments:
        due = start + target * len(groups) - 0.02
        if not groups or (fragment.starts_with_key and fragment.time >= due):
            groups.append([])
        groups[-1].append(fragment)
    return groups
