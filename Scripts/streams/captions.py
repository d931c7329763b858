# SPDX-License-Identifier: Apache-2.0
"""Captions inside the pictures: CEA-608 in H.264 messages (ANSI/CTA-608-E, ATSC A/53 part 4)."""

import os

import transport
from catalogue import stream
from packager import AUDIO, VIDEO
from packager import transport as transport_segments
from playlists import media, multivariant, variant, write

LOAD, ERASE_HIDDEN, ROW_15, SHOW, ERASE = (0x14, 0x20), (0x14, 0x2E), (0x14, 0x70), (0x14, 0x2F), (0x14, 0x2C)


def pairs(seconds):
    """The bytes of field 1 for each picture: "SECOND n" pops on at each full second and goes half a second later."""
    script = {}
    for second in range(1, seconds):
        text = f"SECOND {second}".encode()
        text += b" " * (len(text) % 2)
        letters = list(zip(text[::2], text[1::2]))
        # Control codes are sent twice; the hidden memory is filled in time for the picture of the full second.
        loading = [LOAD, LOAD, ERASE_HIDDEN, ERASE_HIDDEN, ROW_15, ROW_15, *letters]
        for index, pair in enumerate([*loading, SHOW, SHOW]):
            script[second * 30 - len(loading) + index] = pair
        # Half a second later it goes; the memory for the next one is filled after that.
        script[second * 30 + 15] = script[second * 30 + 16] = ERASE
    return script


def odd(byte):
    """With the parity bit that makes the number of ones odd."""
    return byte | (0x80 if bin(byte).count("1") % 2 == 0 else 0)


def message(pair):
    """The H.264 message with one pair of caption bytes."""
    data = b"\xb5\x00\x31GA94\x03\xc1\xff\xfc" + bytes(map(odd, pair)) + b"\xff"
    return b"\0\0\0\1" + transport.escape(b"\x06\x04" + bytes([len(data)]) + data + b"\x80")


@stream("captions-608", "CEA-608 captions in the pictures of MPEG-TS, channel CC1: SECOND n pops on at each second from 1 on, for half a second")
def captions_608(sources, folder):
    script, number = pairs(12), 0
    # Pictures in the order of decoding are those in the order of showing only without B-frames.
    entries = transport_segments([sources.video(between=0), sources.sound()], folder)
    for entry in entries:
        path = os.path.join(folder, entry.uri)
        with open(path, "rb") as file:
            packets = transport.read(file.read())
        for packet in packets:
            if packet.data[:3] != b"\0\0\1" or not 0xE0 <= packet.data[3] <= 0xEF:
                continue
            output, placed = bytearray(), False
            for code, unit in transport.nal_units(packet.data[transport.payload_start(packet.data):]):
                if unit[0] & 31 in (1, 5) and not placed:
                    output += message(script.get(number, (0, 0)))
                    placed = True
                output += code + unit
            packet.data = transport.with_payload(packet.data, output)
            number += 1
        write(path, transport.write(packets))
    write(os.path.join(folder, "video.m3u8"), media(entries, version=3))
    write(os.path.join(folder, "index.m3u8"), multivariant(
        '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="captions",NAME="English",LANGUAGE="en",INSTREAM-ID="CC1",DEFAULT=NO,AUTOSELECT=YES',
        variant("video.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'CLOSED-CAPTIONS="captions"'), version=4))
