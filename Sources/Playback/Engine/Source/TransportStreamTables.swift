// SPDX-License-Identifier: Apache-2.0

/// Reads an initialization section as its bytes arrive. Of a transport stream it keeps the program tables, which are all that a segment needs
/// (RFC 8216bis 3.1.1); other formats are kept whole.
///
/// Some packagers name a whole media file as the initialization section. Its frames must not be played before each segment, and most of the
/// file is not needed.
struct TransportStreamTables {
    private static let packetLength = 188

    /// The packets of the PAT and of the PMTs it lists; all bytes of other formats.
    private(set) var bytes: [UInt8] = []
    /// The bytes whose packet is not complete yet.
    private var rest: [UInt8] = []
    /// nil while there are too few bytes to determine it.
    private var isTransportStream: Bool?
    private var programs: Set<Int> = []
    /// By PID, how many bytes of the current section are missing.
    private var missing: [Int: Int] = [:]
    private var complete: Set<Int> = []
    /// Nothing that follows matters: the PAT and each PMT have been read once, or a packet is damaged, and what follows can't be read.
    private(set) var isComplete = false
    /// The PAT and at least one PMT have been read.
    var hasProgram: Bool { complete.contains(0) && !complete.isDisjoint(with: programs) }

    mutating func append(_ more: [UInt8]) {
        guard isTransportStream != false, !isComplete else {
            if !isComplete { bytes += more }
            return
        }
        rest += more
        if isTransportStream == nil {
            guard rest.count > Self.packetLength || rest.first.map({ $0 != 0x47 }) ?? false else { return }
            isTransportStream = rest[0] == 0x47 && rest[Self.packetLength] == 0x47
            guard isTransportStream == true else {
                bytes = rest
                rest = []
                return
            }
        }
        var position = 0
        while position + Self.packetLength <= rest.count, rest[position] == 0x47, !isComplete {
            read(rest[position..<position + Self.packetLength])
            position += Self.packetLength
        }
        if position < rest.count, rest[position] != 0x47 { isComplete = true }
        rest = isComplete ? [] : Array(rest[position...])
    }

    /// Call at the end of the section.
    mutating func finish() {
        guard isTransportStream == nil else { return }
        isTransportStream = rest.count == Self.packetLength && rest[0] == 0x47
        if isTransportStream == true { read(rest[...]) } else { bytes = rest }
        rest = []
    }

    /// The packets of the PAT and of the PMTs it lists, of a complete section; bytes of other formats are unchanged.
    static func only(in bytes: [UInt8]) -> [UInt8] {
        var tables = TransportStreamTables()
        tables.append(bytes)
        tables.finish()
        return tables.bytes
    }

    private mutating func read(_ packet: ArraySlice<UInt8>) {
        let start = packet.startIndex
        let identifier = Int(packet[start + 1] & 0x1f) << 8 | Int(packet[start + 2])
        guard identifier == 0 || programs.contains(identifier) else { return }
        let isSectionStart = packet[start + 1] & 0x40 != 0
        if identifier == 0 { programs.formUnion(Self.programMaps(in: packet)) }
        bytes += packet
        guard let payload = Self.payload(of: packet) else { return }
        if isSectionStart, let pointer = payload.first {
            let section = payload.dropFirst(Int(pointer) + 1)
            guard section.count >= 3 else { return missing[identifier] = nil }
            let length = Int(section[section.startIndex + 1] & 0x0f) << 8 | Int(section[section.startIndex + 2])
            count(section.count, of: 3 + length, identifier)
        } else if let left = missing[identifier] {
            count(payload.count, of: left, identifier)
        }
    }

    private mutating func count(_ received: Int, of length: Int, _ identifier: Int) {
        missing[identifier] = received >= length ? nil : length - received
        guard received >= length else { return }
        complete.insert(identifier)
        if complete.contains(0), !programs.isEmpty, complete.isSuperset(of: programs) { isComplete = true }
    }

    private static func payload(of packet: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let start = packet.startIndex
        guard packet[start + 3] & 0x10 != 0 else { return nil }
        let hasAdaptationField = packet[start + 3] & 0x20 != 0
        return packet.dropFirst(4 + (hasAdaptationField ? Int(packet[start + 4]) + 1 : 0))
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
