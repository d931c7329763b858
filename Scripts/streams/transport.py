# SPDX-License-Identifier: Apache-2.0
"""Takes MPEG-TS segments apart into PES packets and puts them together again with other payloads (ISO/IEC 13818-1)."""

import dataclasses

SYNC, LENGTH = 0x47, 188


@dataclasses.dataclass
class Packet:
    """One PES packet of an elementary stream, or one section of a table, with the adaptation field it starts with."""
    pid: int
    adaptation: bytes  # of the first transport packet, without its length byte; empty without one
    data: bytearray


def read(segment):
    """The packets of a segment in the order in which they start."""
    packets, open_packets = [], {}
    for start in range(0, len(segment), LENGTH):
        raw = segment[start:start + LENGTH]
        pid, control = (raw[1] & 0x1F) << 8 | raw[2], raw[3] >> 4 & 3
        payload, adaptation = 4, b""
        if control & 2:
            adaptation = raw[5:5 + raw[4]]
            payload = 5 + raw[4]
        if raw[1] & 0x40:
            # Stuffing is recreated; flags, clocks and private data are kept.
            open_packets[pid] = Packet(pid, meaningful(adaptation), bytearray())
            packets.append(open_packets[pid])
        if control & 1 and pid in open_packets:
            open_packets[pid].data += raw[payload:]
    return packets


def meaningful(adaptation):
    if not adaptation:
        return b""
    length = 1 + (6 if adaptation[0] & 0x10 else 0) + (6 if adaptation[0] & 0x08 else 0) + (1 if adaptation[0] & 0x04 else 0)
    return adaptation[:length]


def write(packets):
    """A segment of these packets in order."""
    output, counters = bytearray(), {}
    for packet in packets:
        position, first = 0, True
        while position < len(packet.data) or first:
            adaptation = packet.adaptation if first else b""
            room = LENGTH - 4 - (len(adaptation) + 1 if adaptation else 0)
            chunk = packet.data[position:position + room]
            stuffing = room - len(chunk)
            head = bytes([SYNC, (0x40 if first else 0) | packet.pid >> 8, packet.pid & 0xFF])
            field = b""
            if adaptation:
                field = bytes([len(adaptation) + stuffing]) + adaptation + b"\xff" * stuffing
            elif stuffing == 1:
                field = b"\0"
            elif stuffing:
                field = bytes([stuffing - 1, 0]) + b"\xff" * (stuffing - 2)
            counter = counters.get(packet.pid, 0)
            counters[packet.pid] = counter + 1 & 15
            output += head + bytes([(0x30 if field else 0x10) | counter]) + field + chunk
            position, first = position + len(chunk), False
    return bytes(output)


def payload_start(pes):
    return 9 + pes[8]


def with_payload(pes, payload):
    """A PES packet with its header kept and its length updated."""
    head = bytearray(pes[:payload_start(pes)])
    length = len(head) - 6 + len(payload)
    is_video = 0xE0 <= head[3] <= 0xEF
    head[4:6] = (0 if is_video or length > 0xFFFF else length).to_bytes(2, "big")
    return head + payload


def checksum(data):
    """CRC-32 of program tables."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04C11DB7 if value & 0x80000000 else 0)) & 0xFFFFFFFF
    return value.to_bytes(4, "big")


def nal_units(stream):
    """The NAL units of an Annex B stream, with their start codes."""
    starts, position = [], stream.find(b"\0\0\1")
    while position >= 0:
        starts.append(position - 1 if position and stream[position - 1] == 0 else position)
        position = stream.find(b"\0\0\1", position + 3)
    for start, end in zip(starts, [*starts[1:], len(stream)]):
        code = 4 if stream[start:start + 4] == b"\0\0\0\1" else 3
        yield bytes(stream[start:start + code]), bytes(stream[start + code:end])


def escape(unit):
    output, zeros = bytearray(), 0
    for byte in unit:
        if zeros >= 2 and byte <= 3:
            output.append(3)
            zeros = 0
        output.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes(output)
