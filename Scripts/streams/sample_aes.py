# SPDX-License-Identifier: Apache-2.0
"""Streams whose samples are encrypted: SAMPLE-AES in MPEG-TS, and cbcs in fragmented MP4 (ISO/IEC 23001-7)."""

import os
import struct

import fmp4
import transport
from aes import CBC
from catalogue import stream
from encrypted import key, key_line, vector
from packager import AUDIO, VIDEO, cmaf, fragmented
from packager import transport as transport_segments
from playlists import media, multivariant, rendition, variant, write

INITIAL = vector(0xC0FFEE)
SKIPPED = 9  # blocks in the clear behind each encrypted one


def lock_unit(unit, secret):
    """A slice: 32 bytes in the clear, then one block of ten encrypted, while more than a block remains.

    The unit keeps its own emulation prevention bytes; what encryption brought in is prevented on top of them.
    """
    if unit[0] & 31 not in (1, 5) or len(unit) <= 48:
        return unit
    data, chain, position = bytearray(unit), CBC(secret, INITIAL), 32
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
        output[start:start + blocks] = CBC(secret, INITIAL).encrypt(output[start:start + blocks])
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
        else:
            kind, extra = 0xCF, b"\x0f\x04aacd" + bytes([0x05, 12 + len(setup)]) + b"apadzaac\0\0\1" + bytes([len(setup)]) + setup
        descriptors += extra
        entries += bytes([kind]) + pid + (0xF000 | len(descriptors)).to_bytes(2, "big") + descriptors
        position += 5 + own
    body = bytearray(data[:head] + entries)
    body[1:3] = (0xB000 | len(body) - 3 + 4).to_bytes(2, "big")
    return b"\0" + bytes(body) + transport.checksum(body)


@stream("sample-aes-ts", "SAMPLE-AES in MPEG-TS: slices and AAC frames are encrypted, everything else is in the clear")
def sample_aes_ts(sources, folder):
    entries = transport_segments([sources.video(), sources.sound()], folder)
    secret = key(folder, "key.bin")
    entries[0].lines.append(key_line("key.bin", INITIAL, "SAMPLE-AES"))
    for entry in entries:
        path = os.path.join(folder, entry.uri)
        with open(path, "rb") as file:
            packets = transport.read(file.read())
        tables = {0x1000}
        for packet in packets:
            if packet.pid in tables:
                packet.data = bytearray(lock_table(packet.data, b"\x11\x90"))
            elif packet.data[:3] == b"\0\0\1" and 0xE0 <= packet.data[3] <= 0xEF:
                payload = packet.data[transport.payload_start(packet.data):]
                units = transport.nal_units(payload)
                packet.data = transport.with_payload(packet.data, b"".join(code + lock_unit(unit, secret) for code, unit in units))
            elif packet.data[:3] == b"\0\0\1" and 0xC0 <= packet.data[3] <= 0xDF:
                payload = packet.data[transport.payload_start(packet.data):]
                packet.data = transport.with_payload(packet.data, lock_frames(payload, secret))
        write(path, transport.write(packets))
    write(os.path.join(folder, "index.m3u8"), media(entries, version=5))


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", len(body) + 8, kind.encode()) + body


def protected_header(header, is_video):
    """The header with `encv` or `enca` entries that name the scheme, the pattern and one vector for all samples."""
    entries, stop = fmp4.find(header, "moov/trak/mdia/minf/stbl/stsd")
    kind, entry, _, entry_end = next(iter(fmp4.boxes(header, entries + 8, stop)))
    identity = bytes(range(16))
    pattern = bytes([1 << 4 | SKIPPED]) if is_video else b"\0"
    protection = box(
        "sinf", box("frma", kind.encode()), box("schm", b"\0\0\0\0cbcs", struct.pack(">I", 0x10000)),
        box("schi", box("tenc", b"\1\0\0\0\0", pattern, b"\1\0", identity, b"\x10", INITIAL)))
    new = bytearray(header[entry:entry_end] + protection)
    new[4:8] = b"encv" if is_video else b"enca"
    struct.pack_into(">I", new, 0, len(new))
    output = bytearray(header[:entry] + new + header[entry_end:])
    place = 0
    stop = len(header)
    for name in ("moov", "trak", "mdia", "minf", "stbl", "stsd"):
        start = next(box_start for found, box_start, *_ in fmp4.boxes(header, place, stop) if found == name)
        size, = struct.unpack_from(">I", header, start)
        struct.pack_into(">I", output, start, size + len(protection))
        place, stop = start + 8, start + size
    return bytes(output)


def lock_sample(sample, is_video, secret):
    """Encrypts one sample; answers it and its (clear, protected) runs."""
    data, runs = bytearray(sample), []
    if not is_video:
        whole = len(data) // 16 * 16
        data[:whole] = CBC(secret, INITIAL).encrypt(data[:whole])
        return bytes(data), runs
    position = 0
    while position < len(data):
        size = 4 + int.from_bytes(data[position:position + 4], "big")
        is_slice = data[position + 4] & 31 in (1, 5)
        # The slice header must stay readable: 64 bytes are more than x264 ever needs for it.
        clear = min(size, 4 + 64) if is_slice else size
        secured = size - clear
        chain, block = CBC(secret, INITIAL), position + clear
        while block + 16 <= position + size:
            data[block:block + 16] = chain.encrypt(data[block:block + 16])
            block += 16 * (1 + SKIPPED)
        runs.append((clear, secured))
        position += size
    return bytes(data), runs


def lock_fragment(fragment, is_video, secret):
    """A fragment with encrypted samples and the boxes that tell which bytes they are."""
    data = fragment.data
    traf = fmp4.find(data, "moof/traf")
    sizes, defaults = [], fmp4.default_values(data, traf)
    for count, position, stride, fields, _ in fmp4.truns(data, traf):
        sizes += [
            struct.unpack_from(">I", data, position + index * stride + fields["size"])[0] if "size" in fields else defaults["size"]
            for index in range(count)]
    position = data.index(b"mdat") + 4
    locked, table, information = bytearray(), bytearray(), bytearray()
    for size in sizes:
        sample, runs = lock_sample(data[position:position + size], is_video, secret)
        locked += sample
        record = struct.pack(">H", len(runs)) + b"".join(struct.pack(">HI", *run) for run in runs) if is_video else b""
        table += record
        information.append(len(record))
        position += size
    extra = b""
    if is_video:
        senc = box("senc", struct.pack(">II", 2, len(sizes)), bytes(table))
        saiz = box("saiz", b"\0\0\0\0\0", struct.pack(">I", len(sizes)), bytes(information))
        moof = next(found for found in fmp4.boxes(data) if found[0] == "moof")
        # The table starts behind the head of `senc`, counted from the fragment's begin.
        saio = box("saio", b"\0\0\0\0", struct.pack(">II", 1, traf[1] - moof[1] + 16))
        extra = senc + saiz + saio
    return relocated(data, traf, extra, bytes(locked))


def relocated(data, traf, extra, payload):
    """The fragment with boxes added at the end of its `traf` and another payload of the same length."""
    moof = next(found for found in fmp4.boxes(data) if found[0] == "moof")
    head = bytearray(data[moof[1]:traf[1]] + extra + data[traf[1]:moof[3]])
    struct.pack_into(">I", head, 0, moof[3] - moof[1] + len(extra))
    struct.pack_into(">I", head, traf[0] - 8 - moof[1], traf[1] - traf[0] + 8 + len(extra))
    for kind, _, start, _ in fmp4.boxes(data, *traf):
        if kind == "trun" and data[start + 3] & 1:
            offset, = struct.unpack_from(">i", data, start + 8)
            struct.pack_into(">i", head, start + 8 - moof[1], offset + len(extra))
    return data[:moof[1]] + bytes(head) + struct.pack(">I4s", len(payload) + 8, b"mdat") + payload


@stream("cbcs-cmaf", "fragmented MP4 with cbcs samples (pattern 1:9 for pictures, whole blocks for sound), identity keys")
def cbcs_cmaf(sources, folder):
    for name, source in (("video", sources.video()), ("sound", sources.sound())):
        place = os.path.join(folder, name)
        secret = key(place, "key.bin")
        file = fragmented(source, sources.path(f"cbcs-{name}.mp4"))
        file.header = protected_header(file.header, name == "video")
        for fragment in file.fragments:
            fragment.data = lock_fragment(fragment, name == "video", secret)
        entries = cmaf(file, place)
        entries[0].lines += [key_line("key.bin", INITIAL, "SAMPLE-AES"), '#EXT-X-MAP:URI="init.mp4"']
        write(os.path.join(place, "index.m3u8"), media(entries))
    write(os.path.join(folder, "index.m3u8"), multivariant(
        rendition("AUDIO", "sound", "English", "en", "sound/index.m3u8", "DEFAULT=YES"),
        variant("video/index.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'AUDIO="sound"')))
