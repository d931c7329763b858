// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Captions in ancillary data packets, as in studio video (SMPTE ST 334-1).
enum AncillaryPacket {
    /// The `cc_data` triplets of a packet, given from its data identifier on; empty for other packets.
    static func triplets(in packet: ByteText) -> [UInt8] {
        guard packet.count > 3, packet[0] == 0x61 else { return [] }
        let data = packet.slice(3, 3 + Int(packet[2]))
        switch packet[1] {
        case 0x01: return distribution(data)
        // A single CEA-608 pair, after a byte with its field and line.
        case 0x02: return data.count < 3 ? [] : [data[0] & 0x80 == 0 ? 0xFD : 0xFC, data[1], data[2]]
        default: return []
        }
    }

    /// The triplets of a caption distribution packet (SMPTE ST 334-2), which is a sequence of sections.
    private static func distribution(_ packet: ByteText) -> [UInt8] {
        guard packet.count > 7, packet[0] == 0x96, packet[1] == 0x69 else { return [] }
        var triplets: [UInt8] = []
        var index = 7
        while index + 1 < packet.count {
            let count = packet[index + 1]
            switch packet[index] {
            // Time code section.
            case 0x71: index += 5
            case 0x72:
                let end = min(index + 2 + Int(count & 0x1F) * 3, packet.count)
                triplets.append(contentsOf: packet.slice(index + 2, end - (end - index - 2) % 3))
                index = end
            // Service information section.
            case 0x73: index += 2 + Int(count & 0x0F) * 7
            // Sections reserved for future use carry their length.
            case 0x75...0xEF: index += 2 + Int(count)
            default: return triplets
            }
        }
        return triplets
    }
}
