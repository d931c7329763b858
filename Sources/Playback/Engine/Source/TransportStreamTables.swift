// SPDX-License-Identifier: Apache-2.0

/// The program tables of a transport stream, which are all that a segment needs from an initialization section (RFC 8216bis 3.1.1).
///
/// Some packagers name a whole media file as the initialization section. Its frames must not be played before each segment.
enum TransportStreamTables {
    private static let packetLength = 188

    /// The packets of the PAT and of the PMTs it lists; bytes of other formats are unchanged.
    static func only(in bytes: [UInt8]) -> [UInt8] {
        guard isTransportStream(bytes) else { return bytes }
        var tables: [UInt8] = []
        var programs: Set<Int> = []
        var position = 0
        while position + packetLength <= bytes.count, bytes[position] == 0x47 {
            let packet = bytes[position..<position + packetLength]
            let identifier = Int(bytes[position + 1] & 0x1f) << 8 | Int(bytes[position + 2])
            if identifier == 0 { programs.formUnion(programMaps(in: packet)) }
            if identifier == 0 || programs.contains(identifier) { tables += packet }
            position += packetLength
        }
        return tables
    }

    private static func isTransportStream(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= packetLength, bytes[0] == 0x47 else { return false }
        return bytes.count == packetLength || bytes[packetLength] == 0x47
    }

    /// The PIDs of the PMTs that a packet with the start of a PAT lists (ISO/IEC 13818-1 2.4.4.3).
    private static func programMaps(in packet: ArraySlice<UInt8>) -> Set<Int> {
        let start = packet.startIndex
        let isSectionStart = packet[start + 1] & 0x40 != 0
        let hasAdaptationField = packet[start + 3] & 0x20 != 0
        guard isSectionStart else { return [] }
        var position = start + 4 + (hasAdaptationField ? Int(packet[start + 4]) + 1 : 0)
        guard position < packet.endIndex else { return [] }
        position += Int(packet[position]) + 1
        guard position + 8 <= packet.endIndex, packet[position] == 0 else { return [] }
        let length = Int(packet[position + 1] & 0x0f) << 8 | Int(packet[position + 2])
        let checksumLength = 4
        let end = min(packet.endIndex, position + 3 + length - checksumLength)
        position += 8
        var programs: Set<Int> = []
        while position + 4 <= end {
            let number = Int(packet[position]) << 8 | Int(packet[position + 1])
            // Program 0 names the network's table.
            if number != 0 { programs.insert(Int(packet[position + 2] & 0x1f) << 8 | Int(packet[position + 3])) }
            position += 4
        }
        return programs
    }
}
