# SPDX-License-Identifier: Apache-2.0
"""Captions embedded in the video: CEA-608 and CEA-708 in H.264 messages (ANSI/CTA-608-E, CTA-708-E, ATSC A/53 part 4)."""

import os

import transport
from catalogue import stream
from packager import AUDIO, VIDEO
from packager import transport as transport_segments
from playlists import media, multivariant, variant, write
from sources import ffmpeg

LOAD, ERASE_HIDDEN, ROW_15, SHOW, ERASE = (0x14, 0x20), (0x14, 0x2E), (0x14, 0x70), (0x14, 0x2F), (0x14, 0x2C)


def pairs(seconds):
    """The bytes of field 1 for each frame: "SECOND n" pops on at each full second and is erased half a second later."""
    script = {}
    for second in range(1, seconds):
        text = f"SECOND {second}".encode()
        text += b" " * (len(text) % 2)
        letters = list(zip(text[::2], text[1::2]))
        # Control codes are sent twice; the non-displayed memory is filled in time for the frame of the full second.
        loading = [LOAD, LOAD, ERASE_HIDDEN, ERASE_HIDDEN, ROW_15, ROW_15, *letters]
        for index, pair in enumerate([*loading, SHOW, SHOW]):
            script[second * 30 - len(loading) + index] = pair
        # It is erased half a second later; then the memory for the next one is filled.
        script[second * 30 + 15] = script[second * 30 + 16] = ERASE
    return script


def odd(byte):
    """With the parity bit that makes the number of ones odd."""
    return byte | (0x80 if bin(byte).count("1") % 2 == 0 else 0)


def digital(seconds):
    """The CEA-708 packets for each frame: "NUMBER n" is in a window of service 2 while "SECOND n" is displayed."""
    define = bytes([0x98, 0x38, 74, 0, 0x61, 31, 0x09])
    codes = {}
    for second in range(1, seconds):
        codes[second * 30] = define + f"NUMBER {second}".encode() + b"\x03"
        codes[second * 30 + 15] = bytes([0x8C, 0xFF])
    packets = {}
    for sequence, picture in enumerate(sorted(codes)):
        block = bytes([2 << 5 | len(codes[picture])]) + codes[picture]
        block += b"\0" * ((len(block) + 1) % 2)
        packet = bytes([(sequence & 3) << 6 | (len(block) + 1) // 2]) + block
        packets[picture] = b"".join(
            bytes([0xFE if index else 0xFF]) + packet[index:index + 2] for index in range(0, len(packet), 2))
    return packets


def message(pair, packets=b""):
    """The H.264 message with one pair of caption bytes, and triplets with others."""
    triplets = b"\xfc" + bytes(map(odd, pair)) + packets
    data = b"\xb5\x00\x31GA94\x03" + bytes([0xC0 | len(triplets) // 3]) + b"\xff" + triplets + b"\xff"
    return b"\0\0\0\1" + transport.escape(b"\x06\x04" + bytes([len(data)]) + data + b"\x80")


def presentation(pes):
    """In ticks of 1/90000 s."""
    a, b, c, d, e = pes[9:14]
    return (a >> 1 & 7) << 30 | b << 22 | (c >> 1) << 15 | d << 7 | e >> 1


def pictures(packets):
    return [packet for packet in packets if packet.data[:3] == b"\0\0\1" and 0xE0 <= packet.data[3] <= 0xEF]


def put(entries, folder, script, packets=None):
    """Inserts captions into the frames of segments in presentation order, whatever the decoding order."""
    segments = {}
    for entry in entries:
        with open(os.path.join(folder, entry.uri), "rb") as file:
            segments[entry.uri] = transport.read(file.read())
    first = min(presentation(packet.data) for segment in segments.values() for packet in pictures(segment))
    for uri, segment in segments.items():
        for packet in pictures(segment):
            number = round((presentation(packet.data) - first) / 3000)
            output, placed = bytearray(), False
            for code, unit in transport.nal_units(packet.data[transport.payload_start(packet.data):]):
                if unit[0] & 31 in (1, 5) and not placed:
                    output += message(script.get(number, (0, 0)), (packets or {}).get(number, b""))
                    placed = True
                output += code + unit
            packet.data = transport.with_payload(packet.data, output)
        write(os.path.join(folder, uri), transport.write(segment))


@stream("captions-608", "CEA-608 captions in the pictures of MPEG-TS, channel CC1: SECOND n pops on at each second from 1 on, for half a second")
def captions_608(sources, folder):
    entries = transport_segments([sources.video(between=0), sources.sound()], folder)
    put(entries, folder, pairs(12))
    write(os.path.join(folder, "video.m3u8"), media(entries, version=3))
    write(os.path.join(folder, "index.m3u8"), multivariant(
        '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="captions",NAME="English",LANGUAGE="en",INSTREAM-ID="CC1",DEFAULT=NO,AUTOSELECT=YES',
        variant("video.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'CLOSED-CAPTIONS="captions"'), version=4))


@stream(
    "captions-found", "Captions that no playlist tells of, in pictures out of order: SECOND n in CC1 and NUMBER n in SERVICE2, from second n "
    "on for half a second")
def captions_found(sources, folder):
    entries = transport_segments([sources.video(), sources.sound()], folder)
    put(entries, folder, pairs(12), digital(12))
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


@stream("captions-file", "captions-found as one MP4 file", path="file.mp4")
def captions_file(sources, folder):
    captions_found(sources, folder)
    ffmpeg("-i", os.path.join(folder, "index.m3u8"), "-c", "copy", os.path.join(folder, "file.mp4"))


@stream("captions-cmaf", "captions-found in fragmented MP4")
def captions_cmaf(sources, folder):
    captions_found(sources, folder)
    files = os.listdir(folder)
    ffmpeg(
        "-i", os.path.join(folder, "index.m3u8"), "-c", "copy", "-bsf:a", "aac_adtstoasc", "-f", "hls", "-hls_segment_type", "fmp4",
        "-hls_time", "2", "-hls_playlist_type", "vod", os.path.join(folder, "fragments.m3u8"))
    for name in files:
        os.remove(os.path.join(folder, name))
    os.rename(os.path.join(folder, "fragments.m3u8"), os.path.join(folder, "index.m3u8"))
