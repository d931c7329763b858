# SPDX-License-Identifier: Apache-2.0
"""Encrypted streams; the keys are next to the segments and fixed, so that tests can name them."""

import hashlib
import os

from aes import count_file, encrypt_file, seal_file
from catalogue import stream
from packager import cmaf, fragmented, transport
from playlists import media, write


def key(folder, name, size=16):
    """Writes and returns the key of this name."""
    value = hashlib.sha256(name.encode()).digest()[:size]
    write(os.path.join(folder, name), value)
    return value


def vector(number):
    return number.to_bytes(16, "big")


def lock(folder, name, secret, initial, encrypt=encrypt_file):
    path = os.path.join(folder, name)
    with open(path, "rb") as file:
        data = file.read()
    write(path, encrypt(data, secret, initial))


def key_line(name, initial=None, method="AES-128", *attributes):
    parts = [f"METHOD={method}", f'URI="{name}"', *([f"IV=0x{initial.hex()}"] if initial else []), *attributes]
    return "#EXT-X-KEY:" + ",".join(parts)


@stream("aes-128-ts", "explicit vectors; the key changes every second segment; the last segment is in the clear")
def aes_ts(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder)
    for index, entry in enumerate(entries[:5]):
        name = f"key-{index // 2}.bin"
        initial = vector(0xA0 + index)
        entry.lines.append(key_line(name, initial))
        lock(folder, entry.uri, key(folder, name), initial)
    entries[5].lines.append("#EXT-X-KEY:METHOD=NONE")
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


@stream("aes-128-implicit", "one key, the vector is the media sequence number, which starts at 100")
def aes_implicit(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder)
    entries[0].lines.append(key_line("key.bin"))
    for index, entry in enumerate(entries):
        lock(folder, entry.uri, key(folder, "key.bin"), vector(100 + index))
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3, sequence=100))


@stream("aes-128-cmaf", "fragmented MP4; the map is encrypted too; another key and a new map from 6 s on")
def aes_cmaf(sources, folder):
    file = fragmented(sources.video(), sources.path("aes-cmaf.mp4"), sound=sources.sound())
    entries = cmaf(file, folder)
    write(os.path.join(folder, "init-2.mp4"), file.header)
    for first, header, name in ((0, "init.mp4", "key-1.bin"), (3, "init-2.mp4", "key-2.bin")):
        initial = vector(0xB0 + first)
        entries[first].lines += [key_line(name, initial), f'#EXT-X-MAP:URI="{header}"']
        for locked in [header, *(entry.uri for entry in entries[first:first + 3])]:
            lock(folder, locked, key(folder, name), initial)
    write(os.path.join(folder, "index.m3u8"), media(entries))


@stream("aes-128-wrong-key", "the key has 16 bytes but isn't the right one: decryption gives noise")
def wrong_key(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder)
    entries[0].lines.append(key_line("key.bin", vector(1)))
    for entry in entries:
        lock(folder, entry.uri, hashlib.sha256(b"another").digest()[:16], vector(1))
    key(folder, "key.bin")
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


@stream("aes-128-short-key", "the key resource has 15 bytes")
def short_key(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder)
    entries[0].lines.append(key_line("key.bin", vector(1)))
    secret = key(folder, "key.bin")
    for entry in entries:
        lock(folder, entry.uri, secret, vector(1))
    write(os.path.join(folder, "key.bin"), secret[:15])
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3))


@stream("aes-256-ts", "keys of 256 bits: two segments each by AES-256, AES-256-CTR and AES-256-GCM, with keys and vectors of their own")
def aes_256(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder)
    for index, entry in enumerate(entries):
        name, initial = f"key-{index}.bin", vector(0xE0 + index)
        method, cipher = (("AES-256", encrypt_file), ("AES-256-CTR", count_file), ("AES-256-GCM", seal_file))[index // 2]
        entry.lines.append(key_line(name, None if cipher is seal_file else initial, method))
        lock(folder, entry.uri, key(folder, name, 32), initial, cipher)
    write(os.path.join(folder, "index.m3u8"), media(entries))


LAST_SEQUENCE = 2**64 - 2  # a next one has to exist


@stream("aes-128-long-sequence", "the vector is the media sequence number, whose last one is the second largest of 64 bits")
def aes_long_sequence(sources, folder):
    entries = transport([sources.video(), sources.sound()], folder)
    first = LAST_SEQUENCE - len(entries) + 1
    entries[0].lines.append(key_line("key.bin"))
    for index, entry in enumerate(entries):
        lock(folder, entry.uri, key(folder, "key.bin"), vector(first + index))
    write(os.path.join(folder, "index.m3u8"), media(entries, version=3, sequence=first))


@stream("aes-128-map-vectors", "fragmented MP4: a key for each segment, another key and vector for the map before it; a foreign key format first")
def aes_map_vectors(sources, folder):
    file = fragmented(sources.video(), sources.path("map-vectors.mp4"), sound=sources.sound())
    entries = cmaf(file, folder)
    os.remove(os.path.join(folder, "init.mp4"))
    for index, entry in enumerate(entries):
        header, names, initials = f"init-{index}.mp4", (f"map-{index}.bin", f"key-{index}.bin"), (vector(index + 1), vector(index + 70))
        write(os.path.join(folder, header), file.header)
        foreign = key_line("skd://nobody", None, "SAMPLE-AES", 'KEYFORMAT="com.example.foreign"', 'KEYFORMATVERSIONS="1/5"')
        entry.lines += [
            foreign, key_line(names[0], initials[0]), f'#EXT-X-MAP:URI="{header}"',
            foreign, key_line(names[1], initials[1], "AES-128", 'KEYFORMAT="identity"', 'KEYFORMATVERSIONS="1"')]
        for locked, name, initial in zip((header, entry.uri), names, initials):
            lock(folder, locked, key(folder, name), initial)
    write(os.path.join(folder, "index.m3u8"), media(entries))
