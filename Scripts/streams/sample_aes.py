# SPDX-License-Identifier: Apache-2.0
"""Streams whose samples are encrypted by the rules of their codec: SAMPLE-AES in MPEG-TS and packed audio."""

import os

import transport
from aes import Cipher
from catalogue import stream
from encrypted import key, key_line, vector
from formats import PACKED, packed_segments
from packager import transport as transport_segments
from playlists import media, write

INITIAL = vector(0xC0FFEE)


def lock_unit(unit, secret):
    """A slice: 32 bytes in the clear, then one block of ten encrypted, while more than a block remains.

    The unit keeps its own emulation prevention bytes; those needed after encryption are added on top.
    """
    if unit[0] & 31 not in (1, 5) or len(unit) <= 48:
        return unit
    data, chain, position = bytearray(unit), Cipher("CBC", secret, INITIAL), 32
    while len(data) - position > 16:
        data[position:position + 16] = chain.encrypt(data[position:position + 16])
        position += 160
    return transport.escape(bytes(data))


def lock_frames(payload, secret):
    """ADTS frames: header and 16 bytes in the clear, then all whole blocks encrypted."""
    output, position = bytearray(payload), 0
    while position + 7 <= len(output):
        head = 7 if output[position + 1] & 1 else 9
        size = (output[position + 3] & 3) << 11 | output[position + 4] << 3 | output[position + 5] >> 5
        start = position + head + 16
        blocks = max(0, position + size - start) // 16 * 16
        output[start:start + blocks] = Cipher("CBC", secret, INITIAL).encrypt(output[start:start + blocks])
        position += size
    return output


BITRATES = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640)


def lock_dolby(payload, secret):
    """AC-3 and Enhanced AC-3 sync frames of 48 kHz: 16 bytes in the clear, then all whole blocks encrypted."""
    output, position = bytearray(payload), 0
    while position + 6 <= len(output):
        is_enhanced = output[position + 5] >> 3 > 10
        words = ((output[position + 2] & 7) << 8 | output[position + 3]) + 1
        size = words * 2 if is_enhanced else BITRATES[(output[position + 4] & 63) // 2] * 4
        start = position + 16
        blocks = (size - 16) // 16 * 16
        output[start:start + blocks] = Cipher("CBC", secret, INITIAL).encrypt(output[start:start + blocks])
        position += size
    return output


def lock_table(section, setup):
    """The program map with the stream types of encrypted samples and their descriptors."""
    data = bytes(section[1 + section[0]:])
    length = (data[1] & 15) << 8 | data[2]
    head = 12 + ((data[10] & 15) << 8 | data[11])
    entries, position = bytearray(), head
    while position < 3 + length - 4:
        kind, pid = data[position], data[position + 1:position + 3]
        own = (data[position + 3] & 15) << 8 | data[position + 4]
        descriptors = data[position + 5:position + 5 + own]
        if kind == 0x1B:
            kind, extra = 0xDB, b"\x0f\x04zavc"
        elif kind in (0x81, 0x87):
            kind, name = (0xC1, b"ac3d") if kind == 0x81 else (0xC2, b"ec3d")
            extra = b"\x0f\x04" + name + bytes([0x05, 8 + len(setup)]) + b"apad" + (b"zac3" if kind == 0xC1 else b"zec3") + setup
        else:
            kind, extra = 0xCF, b"\x0f\x04aacd" + bytes([0x05, 12 + len(setup)]) + b"apadzaac\0\0\1" + bytes([len(setup)]) + setup
        descriptors += extra
        entries += bytes([kind]) + pid + (0xF000 | len(descriptors)).to_bytes(2, "big") + descriptors
        position += 5 + own
    body = bytearray(data[:head] + entries)
    body[1:3] = (0xB000 | len(body) - 3 + 4).to_bytes(2, "big")
    return b"\0" + bytes(body) + transport.checksum(body)


def lock_segments(folder, entries, secret, lock_sound, setup):
    """MPEG-TS segments with encrypted instead of clear samples."""
    for entry in entries:
        path = os.path.join(folder, entry.uri)
        with open(path, "rb") as file:
            packets = transport.read(file.read())
        for packet in packets:
            if packet.pid == 0x1000:
                packet.data = bytearray(lock_table(packet.data, setup))
            elif packet.data[:3] == b"\0\0\1" and 0xE0 <= packet.data[3] <= 0xEF:
                payload = packet.data[transport.payload_start(packet.data):]
                units = transport.nal_units(payload)
                packet.data = transport.with_payload(packet.data, b"".join(code + lock_unit(unit, secret) for code, unit in units))
            elif packet.data[:3] == b"\0\0\1" and (packet.data[3] == 0xBD or 0xC0 <= packet.data[3] <= 0xDF):
                payload = packet.data[transport.payload_start(packet.data):]
                packet.data = transport.with_payload(packet.data, lock_sound(payload, secret))
        write(path, transport.write(packets))


@stream("sample-aes-ts", "SAMPLE-AES in MPEG-TS: slices and AAC frames are encrypted, everything else is in the clear")
def sample_aes_ts(sources, folder):
    entries = transport_segments([sources.video(), sources.sound()], folder)
    entries[0].lines.append(key_line("key.bin", INITIAL, "SAMPLE-AES"))
    lock_segments(folder, entries, key(folder, "key.bin"), lock_frames, b"\x11\x90")
    write(os.path.join(folder, "index.m3u8"), media(entries, version=5))


def dolby(name, encoder, rate):
    @stream(f"sample-aes-ts-{name}", f"SAMPLE-AES in MPEG-TS with {name} sound", needs=[encoder])
    def make(sources, folder):
        sound = sources.sound(codec=("-c:a", encoder, "-b:a", rate), extension=f"ts.{name}")
        entries = transport_segments([sources.video(), sound], folder)
        entries[0].lines.append(key_line("key.bin", INITIAL, "SAMPLE-AES"))
        lock_segments(folder, entries, key(folder, "key.bin"), lock_dolby, b"\0\0\0\0")
        write(os.path.join(folder, "index.m3u8"), media(entries, version=5))


dolby("ac3", "ac3", "192k")
dolby("eac3", "eac3", "160k")


def packed(name, encoder, lock_sound):
    @stream(f"sample-aes-packed-{name}", f"SAMPLE-AES in packed {name}: the frames are encrypted, the ID3 tags are not",
            frames=0, width=0, height=0, needs=[encoder])
    def make(sources, folder):
        entries = packed_segments(sources, folder, *PACKED[name])
        entries[0].lines.append(key_line("key.bin", INITIAL, "SAMPLE-AES"))
        secret = key(folder, "key.bin")
        for entry in entries:
            path = os.path.join(folder, entry.uri)
            with open(path, "rb") as file:
                data = file.read()
            tag = 10 + (data[8] << 7 | data[9])
            write(path, data[:tag] + bytes(lock_sound(data[tag:], secret)))
        write(os.path.join(folder, "index.m3u8"), media(entries, version=5))


packed("aac", "aac", lock_frames)
packed("ac3", "ac3", lock_dolby)
packed("eac3", "eac3", lock_dolby)
