// SPDX-License-Identifier: Apache-2.0

/// A content identifier in one of several schemes (SCTE 35, table 22).
public struct SegmentationUPID: Hashable, Sendable {
    /// `segmentation_upid_type`: the scheme.
    public var type: UInt8
    /// At most 255 bytes.
    public var bytes: [UInt8]

    public init(type: UInt8, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }

    /// The scheme's name; nil for reserved values.
    public var typeName: String? { Int(type) < Self.names.count ? Self.names[Int(type)] : nil }

    private static let names = [
        "Not Used", "User Defined", "ISCI", "Ad-ID", "UMID", "ISAN (deprecated)", "ISAN", "TID", "AiringID", "ADI", "EIDR",
        "ATSC Content Identifier", "MPU", "MID", "ADS Information", "URI", "UUID", "SCR",
    ]

    /// The usual text form; hexadecimal if the scheme has none.
    public var text: String {
        if bytes.isEmpty { return "" }
        return switch type {
        case 0x01, 0x02, 0x03, 0x07, 0x09, 0x0E, 0x0F, 0x11: ascii
        // Some encoders send these as text; binary values are never all printable.
        case 0x04 where isPrintable, 0x0A where isPrintable: ascii
        case 0x04: groups([4, 4, 4, 4, 4, 4, 4, 4], between: ".")
        case 0x05, 0x06: groups([2, 2, 2, 2, 2, 2], between: "-")
        case 0x0A where bytes.count == 12: "10.\(Int(bytes[0]) << 8 | Int(bytes[1]))/" + Self.hexadecimal(bytes[2...], every: 2, "-")
        case 0x10 where bytes.count == 16:
            [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Self.hexadecimal(bytes[$0], every: 16, "") }.joined(separator: "-").lowercased()
        case 0x0D where parts.reduce(0) { $0 + 2 + $1.bytes.count } == bytes.count:
            parts.map { "\($0.typeName ?? "0x" + String($0.type, radix: 16)):\($0.text)" }.joined(separator: ",")
        default: "0x" + Self.hexadecimal(bytes[...], every: 256, "")
        }
    }

    /// The identifiers inside a MID.
    public var parts: [SegmentationUPID] {
        guard type == 0x0D else { return [] }
        var parts: [SegmentationUPID] = []
        var index = 0
        while index + 2 <= bytes.count {
            let end = index + 2 + Int(bytes[index + 1])
            guard end <= bytes.count, bytes[index] != 0x0D else { break }
            parts.append(SegmentationUPID(type: bytes[index], bytes: Array(bytes[(index + 2)..<end])))
            index = end
        }
        return parts
    }

    private var isPrintable: Bool { bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

    private var ascii: String {
        isPrintable || type == 0x0F
            ? String(decoding: bytes, as: UTF8.self) : "0x" + Self.hexadecimal(bytes[...], every: 256, "")
    }

    private func groups(_ lengths: [Int], between separator: String) -> String {
        var words: [String] = []
        var start = 0
        for length in lengths where start < bytes.count {
            words.append(Self.hexadecimal(bytes[start..<min(bytes.count, start + length)], every: 256, ""))
            start += length
        }
        return words.joined(separator: separator)
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>, every: Int, _ separator: String) -> String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if index > 0, index % every == 0 { text += separator }
            text += SpliceText.hexadecimal([byte])
        }
        return text
    }
}
