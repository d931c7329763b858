# SPDX-License-Identifier: Apache-2.0
"""Fragmented MP4 whose samples are encrypted by Common Encryption (ISO/IEC 23001-7): cbcs and cenc."""

import os
import struct

import fmp4
from aes import Cipher
from catalogue import stream
from encrypted import key, key_line
from packager import AUDIO, VIDEO, cmaf, fragmented
from playlists import media, multivariant, rendition, variant, write
from sample_aes import INITIAL

SKIPPED = 9  # clear blocks after each encrypted one


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", len(body) + 8, kind.encode()) + body


def protected_header(header, is_video, scheme, identity=bytes(range(16))):
    """The header with `encv` or `enca` entries: cbcs names the pattern and one vector for all samples, cenc a vector's length."""
    entries, stop = fmp4.find(header, "moov/trak/mdia/minf/stbl/stsd")
    kind, entry, _, entry_end = next(iter(fmp4.boxes(header, entries + 8, stop)))
    pattern = bytes([1 << 4 | SKIPPED]) if is_video else b"\0"
    track = {
        "cbcs": b"\1\0\0\0\0" + pattern + b"\1\0" + identity + b"\x10" + INITIAL,
        "cenc": b"\0\0\0\0\0\0\1\x08" + identity}[scheme]
    protection = box(
        "sinf", box("frma", kind.encode()), box("schm", b"\0\0\0\0", scheme.encode(), struct.pack(">I", 0x10000)),
        box("schi", box("tenc", track)))
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


def runs(sample):
    """The units of a frame as (clear, protected): slice headers must stay readable, and 64 bytes are more than x264 ever needs."""
    position = 0
    while position < len(sample):
        size = 4 + int.from_bytes(sample[position:position + 4], "big")
        is_slice = sample[position + 4] & 31 in (1, 5)
        clear = min(size, 4 + 64) if is_slice else size
        yield clear, size - clear
        position += size


def table(parts):
    return struct.pack(">H", len(parts)) + b"".join(struct.pack(">HI", *part) for part in parts)


def cbcs(sample, is_video, secret, _, initial=INITIAL):
    """Encrypts one sample. Returns it and its record in the sample table."""
    data = bytearray(sample)
    if not is_video:
        whole = len(data) // 16 * 16
        data[:whole] = Cipher("CBC", secret, initial).encrypt(data[:whole])
        return bytes(data), b""
    parts, position = list(runs(sample)), 0
    for clear, secured in parts:
        chain, block, end = Cipher("CBC", secret, initial), position + clear, position + clear + secured
        while block + 16 <= end:
            data[block:block + 16] = chain.encrypt(data[block:block + 16])
            block += 16 * (1 + SKIPPED)
        position = end
    return bytes(data), table(parts)


def cenc(sample, is_video, secret, number):
    """The same in counter mode: each sample has a vector, and its protected bytes are one run."""
    initial = (number + 1 << 32).to_bytes(8, "big")
    counter, data = Cipher("CTR", secret, initial + bytes(8)), bytearray(sample)
    if not is_video:
        return counter.encrypt(sample), initial
    parts, position = list(runs(sample)), 0
    for clear, secured in parts:
        start, position = position + clear, position + clear + secured
        data[start:position] = counter.encrypt(data[start:position])
    return bytes(data), initial + table(parts)


def lock_fragment(fragment, is_video, secret, encrypt, first, added=lambda count: b"", before=b""):
    """A fragment with encrypted samples and the boxes that say which bytes are encrypted, with boxes added to its `traf` and at the end
    of its `moof`. `secret` is a key, or a function of a sample that returns its key, or None for a clear sample."""
    data = fragment.data
    traf = fmp4.find(data, "moof/traf")
    sizes, defaults = [], fmp4.default_values(data, traf)
    for count, position, stride, fields, _ in fmp4.truns(data, traf):
        sizes += [
            struct.unpack_from(">I", data, position + index * stride + fields["size"])[0] if "size" in fields else defaults["size"]
            for index in range(count)]
    position = data.index(b"mdat") + 4
    locked, records, information = bytearray(), bytearray(), bytearray()
    for index, size in enumerate(sizes):
        own = secret(index, len(sizes)) if callable(secret) else secret
        sample, record = encrypt(data[position:position + size], is_video, own, first + index) if own else (data[position:position + size], b"")
        locked += sample
        records += record
        information.append(len(record))
        position += size
    extra = b""
    if records:
        senc = box("senc", struct.pack(">II", 2 if is_video else 0, len(sizes)), bytes(records))
        saiz = box("saiz", b"\0\0\0\0\0", struct.pack(">I", len(sizes)), bytes(information))
        moof = next(found for found in fmp4.boxes(data) if found[0] == "moof")
        # The table starts after the header of `senc`, counted from the start of the fragment.
        saio = box("saio", b"\0\0\0\0", struct.pack(">II", 1, traf[1] - moof[1] + 16))
        extra = senc + saiz + saio
    return relocated(data, traf, extra + added(len(sizes)), bytes(locked), before)


def relocated(data, traf, extra, payload, before=b""):
    """The fragment with boxes added at the end of its `traf`, others at the end of its `moof`, and another payload of the same length."""
    moof = next(found for found in fmp4.boxes(data) if found[0] == "moof")
    head = bytearray(data[moof[1]:traf[1]] + extra + data[traf[1]:moof[3]] + before)
    struct.pack_into(">I", head, 0, moof[3] - moof[1] + len(extra) + len(before))
    struct.pack_into(">I", head, traf[0] - 8 - moof[1], traf[1] - traf[0] + 8 + len(extra))
    for kind, _, start, _ in fmp4.boxes(data, *traf):
        if kind == "trun" and data[start + 3] & 1:
            offset, = struct.unpack_from(">i", data, start + 8)
            struct.pack_into(">i", head, start + 8 - moof[1], offset + len(extra) + len(before))
    return data[:moof[1]] + bytes(head) + struct.pack(">I4s", len(payload) + 8, b"mdat") + payload


def protected(name, scheme, encrypt, method, notes, sound=(), codec=AUDIO):
    @stream(name, notes, needs=sound[1:2])
    def make(sources, folder):
        audio = sources.sound(codec=sound, extension="mp4") if sound else sources.sound()
        for lane, source in (("video", sources.video()), ("sound", audio)):
            place = os.path.join(folder, lane)
            secret = key(place, "key.bin")
            # FFmpeg writes the header of Dolby audio only after it has seen a frame.
            options = {"priming": True, "flags": "cmaf+frag_discont+delay_moov"} if sound and lane == "sound" else {}
            file = fragmented(source, sources.path(f"{name}-{lane}.mp4"), **options)
            file.header = protected_header(file.header, lane == "video", scheme)
            for index, fragment in enumerate(file.fragments):
                fragment.data = lock_fragment(fragment, lane == "video", secret, encrypt, index * 1000)
            entries = cmaf(file, place)
            initial = INITIAL if scheme == "cbcs" else None
            entries[0].lines += [key_line("key.bin", initial, method), '#EXT-X-MAP:URI="init.mp4"']
            write(os.path.join(place, "index.m3u8"), media(entries))
        write(os.path.join(folder, "index.m3u8"), multivariant(
            rendition("AUDIO", "sound", "English", "en", "sound/index.m3u8", "DEFAULT=YES"),
            variant("video/index.m3u8", 1_200_000, f"{VIDEO},{codec}", (640, 360), 'AUDIO="sound"')))


protected(
    "cbcs-cmaf", "cbcs", cbcs, "SAMPLE-AES",
    "fragmented MP4 with cbcs samples (pattern 1:9 for pictures, whole blocks for sound), identity keys")
protected(
    "cenc-cmaf", "cenc", cenc, "SAMPLE-AES-CTR",
    "fragmented MP4 with cenc samples (a vector of 8 bytes for each), identity keys")
for dolby, codec in (("ac3", "ac-3"), ("eac3", "ec-3")):
    protected(
        f"cbcs-{dolby}", "cbcs", cbcs, "SAMPLE-AES", f"fragmented MP4 with cbcs samples, the audio in {dolby}",
        sound=("-c:a", dolby, "-b:a", "96k"), codec=codec)


def rotating(name, scheme, encrypt, notes):
    """Sample groups name each fragment's key: none in the first, which is clear, and a new one in every second fragment. In the fourth,
    the key changes in the middle. The header names no key, as packagers write it when keys change."""
    commonest = bytes.fromhex("1077efecc0b24d02ace33c1e52e2fb4b")

    @stream(name, notes)
    def make(sources, folder):
        for lane, source in (("video", sources.video()), ("sound", sources.sound())):
            place = os.path.join(folder, lane)
            is_video = lane == "video"
            file = fragmented(source, sources.path(f"{name}-{lane}.mp4"))
            file.header = protected_header(file.header, is_video, scheme, bytes(16))
            # A key identifier is its number 16 times; the keys are stored beside the segments under it.
            secrets = [key(place, f"key-{number}.bin") for number in range(1, len(file.fragments) // 2 + 3)]
            for index, fragment in enumerate(file.fragments):
                number = (index + 1) // 2

                def own(sample, count, index=index, number=number):
                    return None if index == 0 else number + (1 if index == 3 and sample >= count // 2 else 0)

                def secret(sample, count, own=own):
                    return secrets[own(sample, count) - 1] if own(sample, count) else None

                def vectored(sample, is_video, secret, number):
                    return encrypt(sample, is_video, secret, number, secret) if scheme == "cbcs" else encrypt(sample, is_video, secret, number)

                def groups(count, own=own):
                    numbers = [own(sample, count) for sample in range(count)]
                    kinds = sorted(set(numbers), key=numbers.index)
                    entries = b"".join(
                        description(scheme, is_video, identity, secrets[identity - 1] if identity else b"") for identity in kinds)
                    return box("sgpd", b"\1\0\0\0seig", struct.pack(">II", 0, len(kinds)), entries) + box(
                        "sbgp", b"\0\0\0\0seig", struct.pack(">I", len(kinds)),
                        *(struct.pack(">II", numbers.count(kind), 0x10001 + place) for place, kind in enumerate(kinds)))

                header = box("pssh", b"\1\0\0\0", commonest, struct.pack(">I", 1), bytes([number]) * 16, bytes(4)) if number else b""
                fragment.data = lock_fragment(fragment, is_video, secret, vectored, index * 1000, groups, header)
            entries = cmaf(file, place)
            write(os.path.join(place, "index.m3u8"), media(entries, header="init.mp4"))
        write(os.path.join(folder, "index.m3u8"), multivariant(
            rendition("AUDIO", "sound", "English", "en", "sound/index.m3u8", "DEFAULT=YES"),
            variant("video/index.m3u8", 1_200_000, f"{VIDEO},{AUDIO}", (640, 360), 'AUDIO="sound"')))


def description(scheme, is_video, number, initial):
    """A sample group entry with its length; number 0 is clear. For cbcs its vector is the key itself, so that tests see whether it is
    used."""
    if not number:
        entry = bytes(20)
    elif scheme == "cbcs":
        entry = bytes([0, 1 << 4 | SKIPPED if is_video else 0, 1, 0]) + bytes([number]) * 16 + b"\x10" + initial
    else:
        entry = b"\0\0\1\x08" + bytes([number]) * 16
    return struct.pack(">I", len(entry)) + entry


rotating("cenc-rotating", "cenc", cenc, "fragmented MP4 with cenc samples whose key changes by sample groups, also within a fragment")
rotating("cbcs-rotating", "cbcs", cbcs, "the same with cbcs samples and a constant vector for each key")
