# SPDX-License-Identifier: Apache-2.0
"""Streams with timed metadata: ID3 tags in MPEG-TS, in packed audio, and in the events of fragmented MP4."""

import os
import struct

import transport
from catalogue import stream
from common_encryption import box
from formats import PACKED, packed_segments
from packager import cmaf, fragmented
from packager import transport as transport_segments
from playlists import media, write

METADATA_PID = 0x1F0
LONG = "x" * 3000  # more than a transport packet has, and than one PES packet here


def tag(*frames):
    body = b"".join(name + bytes(len(content) >> shift & 0x7F for shift in (21, 14, 7, 0)) + b"\0\0" + content for name, content in frames)
    return b"ID3\x04\0\0" + bytes(len(body) >> shift & 0x7F for shift in (21, 14, 7, 0)) + body


def text(key, value):
    return b"TXXX", b"\x03" + key.encode() + b"\0" + value.encode()


def second(number):
    """What the tag of a second says: its number, and every fourth one data."""
    private = [(b"PRIV", b"org.example.data\0" + bytes([number, 0, 255]))] if number % 4 == 0 else []
    return tag(text("second", LONG if number == 5 else f"Sekunde {number} ü"), *private)


def pes(payload, ticks):
    head = b"" if ticks is None else bytes([
        0x21 | ticks >> 29 & 14, ticks >> 22 & 255, 1 | ticks >> 14 & 254, ticks >> 7 & 255, 1 | ticks << 1 & 254])
    return bytearray(
        b"\0\0\1\xbd" + struct.pack(">H", len(payload) + 3 + len(head)) + bytes([0x84 if head else 0x80, 0x80 if head else 0, len(head)])
        + head + payload)


def time_of(data):
    """The presentation time of a PES packet in ticks; nil without one."""
    if data[:3] != b"\0\0\1" or not data[7] & 0x80:
        return None
    field = data[9:14]
    return (field[0] & 14) << 29 | field[1] << 22 | (field[2] & 254) << 14 | field[3] << 7 | field[4] >> 1


def with_metadata(section):
    """A program map that also lists the stream of metadata."""
    descriptor = bytes([0x26, 13, 0xFF, 0xFF]) + b"ID3 \xffID3 \0\x0f"
    table = section[1:1 + 3 + (section[2] & 15) * 256 + section[3] - 4]
    table += struct.pack(">BHH", 0x15, 0xE000 | METADATA_PID, 0xF000 | len(descriptor)) + descriptor
    table[1:3] = struct.pack(">H", 0xB000 | len(table) - 3 + 4)
    return bytearray(b"\0" + table + transport.checksum(table))


def tagged(segment, tags):
    """A segment with tags, which are (ticks, bytes), behind the first frame of their time."""
    packets, output, left = transport.read(segment), [], list(tags)
    table = next(packet.data for packet in packets if packet.pid == 0)
    map_pid = (table[11] & 0x1F) << 8 | table[12]
    for packet in packets:
        if packet.pid == map_pid:
            packet.data = with_metadata(packet.data)
        output.append(packet)
        now = time_of(packet.data) if packet.pid not in (0, map_pid) and packet.data[3:4] == b"\xe0" else None
        while now is not None and left and left[0][0] <= now:
            ticks, payload = left.pop(0)
            output += [
                transport.Packet(METADATA_PID, b"", pes(payload[start:start + 2000], None if start else ticks))
                for start in range(0, len(payload), 2000)]
    return transport.write(output)


@stream("id3-ts", "MPEG-TS with an ID3 tag in the middle of each second; the sixth is long, every fourth has data too")
def id3_ts(sources, folder):
    entries = transport_segments([sources.video(), sources.sound()], folder)
    first = None
    for index, entry in enumerate(entries):
        path = os.path.join(folder, entry.uri)
        with open(path, "rb") as file:
            data = file.read()
        if first is None:
            first = min(time_of(packet.data) for packet in transport.read(data) if packet.data[3:4] == b"\xe0" and packet.data[:3] == b"\0\0\1")
        write(path, tagged(data, [(first + number * 90000 + 45000, second(number)) for number in (2 * index, 2 * index + 1)]))
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


@stream("id3-packed", "packed AAC; each segment begins with its time and a tag", frames=0, width=0, height=0)
def id3_packed(sources, folder):
    entries = packed_segments(sources, folder, *PACKED["aac"])
    for index, entry in enumerate(entries):
        path = os.path.join(folder, entry.uri)
        with open(path, "rb") as file:
            data = file.read()
        length = 10 + (data[8] << 7 | data[9])
        write(path, data[:length] + second(2 * index) + data[length:])
    write(os.path.join(folder, "index.m3u8"), media(entries, version=4))


def event(number, *, after=None, scheme=b"https://aomedia.org/emsg/ID3\0", value=b"\0"):
    """An `emsg` box with a second's tag: at its time, or so many milliseconds after the start of the segment."""
    if after is None:
        return box("emsg", b"\1\0\0\0", struct.pack(">IQII", 1000, number * 1000 + 500, 0xFFFFFFFF, number), scheme, value, second(number))
    return box("emsg", b"\0\0\0\0", scheme, value, struct.pack(">IIII", 1000, after, 0xFFFFFFFF, number), second(number))


@stream("id3-cmaf", "fragmented MP4 with an ID3 tag for each second in emsg boxes of both versions, and events of another scheme")
def id3_cmaf(sources, folder):
    file = fragmented(sources.video(), sources.path("id3-cmaf.mp4"), sound=sources.sound())
    entries = cmaf(file, folder)
    for index, entry in enumerate(entries):
        path = os.path.join(folder, entry.uri)
        with open(path, "rb") as file:
            data = file.read()
        other = event(99, after=0, scheme=b"urn:example:other\0")
        write(path, event(2 * index) + other + event(2 * index + 1, after=1500) + data)
    write(os.path.join(folder, "index.m3u8"), media(entries, header="init.mp4"))
