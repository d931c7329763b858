// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// MPEG-TS (ISO/IEC 13818-1) with packets taken out.
public enum TransportPackets {
    /// The same bytes without the packets of sound. What announces the sound stays.
    /// - Parameter first: how many packets of sound go; nil for all.
    public static func withoutSound(_ bytes: Data, first: Int? = nil) -> Data {
        let packets = stride(from: 0, to: bytes.count - 187, by: 188).map { bytes.subdata(in: $0..<($0 + 188)) }
        let sound = packets.first { isSound($0) }.map(identifier)
        var (left, kept) = (first ?? .max, Data())
        for packet in packets {
            if left > 0, identifier(packet) == sound { left -= 1 } else { kept += packet }
        }
        return kept
    }

    private static func identifier(_ packet: Data) -> Int { Int(packet[1] & 0x1F) << 8 | Int(packet[2]) }

    /// Whether a PES packet with the stream identifier of sound begins in it.
    private static func isSound(_ packet: Data) -> Bool {
        guard packet[1] & 0x40 != 0 else { return false }
        let start = packet[3] & 0x20 == 0 ? 4 : 5 + Int(packet[4])
        return start + 3 < 188 && packet[start] == 0 && packet[start + 1] == 0 && packet[start + 2] == 1 && packet[start + 3] & 0xE0 == 0xC0
    }
}
