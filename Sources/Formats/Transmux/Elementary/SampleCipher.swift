// SPDX-License-Identifier: Apache-2.0

/// The key of the samples in MPEG-TS and packed audio (RFC 8216bis 4.4.4.4, SAMPLE-AES).
public struct SampleKey: Hashable, Sendable {
    /// 16 bytes.
    public var key: [UInt8]
    /// 16 bytes, from which each slice and each frame begins.
    public var vector: [UInt8]

    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - vector: 16 bytes.
    public init(key: [UInt8], vector: [UInt8]) { (self.key, self.vector) = (key, vector) }
}

/// Decrypts samples by the rules of their codec (Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming").
struct SampleCipher: Sendable {
    private let decryptor: CBCDecryptor
    private static let block = 16
    /// Bytes of a frame of AAC that are in the clear, behind its header.
    private static let soundLead = 16
    /// Bytes of a slice that are in the clear, the length up to which it is so as a whole, and from one encrypted block to the next.
    private static let sliceLead = 32
    private static let clearSlice = 48
    private static let stride = 160

    /// nil unless the key and the vector have 16 bytes each.
    init?(_ key: SampleKey) {
        guard let decryptor = CBCDecryptor(key: key.key, vector: key.vector) else { return nil }
        self.decryptor = decryptor
    }

    /// - Parameter frame: a frame of AAC without its ADTS header.
    func sound(_ frame: [UInt8]) -> [UInt8] {
        let count = (frame.count - Self.soundLead) / Self.block * Self.block
        guard count > 0 else { return frame }
        let end = Self.soundLead + count
        return Array(frame[..<Self.soundLead]) + decryptor.decrypted(Array(frame[Self.soundLead..<end])) + Array(frame[end...])
    }

    /// - Parameter sample: the NAL units of a picture, with their lengths of four bytes before them.
    func picture(_ sample: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(sample.count)
        var reader = ByteReader(sample, 0..<sample.count)
        while let length = reader.uint32(), length > 0, Int(length) <= reader.left {
            var unit = Array(sample[reader.offset..<(reader.offset + Int(length))])
            _ = reader.skip(Int(length))
            if unit[0] & 31 == 1 || unit[0] & 31 == 5, unit.count > Self.clearSlice { unit = slice(Self.withoutEscapes(unit)) }
            for shift in [24, 16, 8, 0] { plain.append(UInt8(truncatingIfNeeded: unit.count >> shift)) }
            plain.append(contentsOf: unit)
        }
        return plain
    }

    /// One block of ten is encrypted, while more than a block remains.
    private func slice(_ unit: [UInt8]) -> [UInt8] {
        var blocks: [UInt8] = []
        for start in places(unit) { blocks.append(contentsOf: unit[start..<(start + Self.block)]) }
        let plain = decryptor.decrypted(blocks)
        var unit = unit
        for (index, start) in places(unit).enumerated() {
            for byte in 0..<Self.block { unit[start + byte] = plain[index * Self.block + byte] }
        }
        return unit
    }

    private func places(_ unit: [UInt8]) -> [Int] {
        var places: [Int] = []
        var start = Self.sliceLead
        while unit.count - start > Self.block {
            places.append(start)
            start += Self.stride
        }
        return places
    }

    /// Removes the emulation prevention that was added after encryption. The slice keeps its own.
    private static func withoutEscapes(_ unit: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(unit.count)
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            plain.append(byte)
        }
        return plain
    }
}
