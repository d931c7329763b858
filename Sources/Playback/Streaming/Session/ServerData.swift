// SPDX-License-Identifier: Apache-2.0

/// Data that a server sends with a response (CMSD, CTA-5006).
public struct ServerData: Hashable, Sendable {
    /// `etp`: estimated throughput to this client, kbit/s.
    public var throughput: Double?
    /// `mb`: the highest bit rate that the client should request, kbit/s.
    public var maximumBitrate: Double?
    /// `rtt`: round-trip time, seconds.
    public var roundTrip: Double?
    /// `du`: the server is overloaded.
    public var isUnderDuress = false
    /// The fields as received: CMSD-Static and CMSD-Dynamic.
    public var fixed: String?
    /// CMSD-Dynamic; see ``fixed``.
    public var dynamic: String?

    /// - Parameter dynamic: one value per hop, the one nearest to the client last. The last value of each key counts.
    public init(fixed: String? = nil, dynamic: String? = nil) {
        self.fixed = fixed
        self.dynamic = dynamic
        guard let dynamic else { return }
        for part in Self.parts(dynamic) {
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1)
            let key = String(decoding: pair.first ?? [], as: UTF8.self)
            let number = pair.count == 2 ? Self.number(pair[1]) : nil
            switch key {
            case "etp": throughput = number ?? throughput
            case "mb": maximumBitrate = number ?? maximumBitrate
            case "rtt": roundTrip = number.map { $0 / 1000 } ?? roundTrip
            case "du": isUnderDuress = pair.count == 1 || pair[1].elementsEqual("?1".utf8)
            default: continue
            }
        }
    }

    /// Splits at commas and semicolons outside quotes, and removes blanks.
    private static func parts(_ field: String) -> [[UInt8]] {
        var list: [[UInt8]] = []
        var part: [UInt8] = []
        var isQuoted = false
        for byte in field.utf8.prefix(4096) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
                list.append(part)
                part.removeAll()
            } else if byte != 0x20, byte != 0x09 {
                part.append(byte)
            }
        }
        list.append(part)
        return list
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Double? {
        guard !text.isEmpty, text.count <= 15 else { return nil }
        var value = 0.0
        var fraction = 0.0
        for byte in text {
            if byte == UInt8(ascii: "."), fraction == 0 {
                fraction = 1
                continue
            }
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            if fraction > 0 {
                fraction /= 10
                value += Double(byte - 0x30) * fraction
            } else {
                value = value * 10 + Double(byte - 0x30)
            }
        }
        return value
    }
}
