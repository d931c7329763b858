// SPDX-License-Identifier: Apache-2.0

extension SpliceInfo {
    /// A section, and whether its checksum holds.
    public struct Reading: Hashable, Sendable {
        public var info: SpliceInfo
        /// As it stands in the section.
        public var checksum: UInt32
        public var isIntact: Bool
    }

    /// Reads base64 or hexadecimal.
    ///
    /// - Parameter isStrict: whether a wrong checksum is thrown; otherwise it is told.
    public static func read(_ text: String, isStrict: Bool = false) throws(SpliceError) -> Reading {
        guard let bytes = SpliceText.bytes(text) else {
            throw SpliceError(.text, "it is neither base64 nor hexadecimal", cure: "give the section's bytes as one of them")
        }
        return try read(bytes, isStrict: isStrict)
    }

    /// Reads the bytes of a section; what follows it is left alone.
    public static func read(_ bytes: [UInt8], isStrict: Bool = false) throws(SpliceError) -> Reading {
        var header = BitReader(bytes[...], base: 0)
        guard try header.byte() == 0xFC else {
            throw SpliceError(.table, "the table is not 0xFC", cure: "give a splice information section of SCTE 35")
        }
        _ = try header.bits(2)
        let sapType = UInt8(try header.bits(2))
        let end = 3 + Int(try header.bits(12))
        guard end <= bytes.count else { throw .short(at: bytes.count) }
        guard end >= 18 else { throw SpliceError(.length, at: 1, "the section is too short to be one", cure: "check its length") }
        let stored = bytes[(end - 4)..<end].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let isIntact = MPEGChecksum.of(bytes[..<(end - 4)]) == stored
        guard isIntact || !isStrict else {
            throw SpliceError(.checksum, at: end - 4, "the checksum is not that of the bytes", cure: "send the section as it was made")
        }
        var reader = BitReader(bytes[3..<(end - 4)], base: 3)
        let version = try reader.byte()
        guard version == 0 else {
            throw SpliceError(.version, at: 3, "nobody knows protocol version \(version)", cure: "send version 0")
        }
        var info = SpliceInfo(command: .null)
        (info.protocolVersion, info.sapType) = (version, sapType)
        let isEncrypted = try reader.flag()
        let algorithm = UInt8(try reader.bits(6))
        info.ptsAdjustment = try reader.bits(33)
        info.cwIndex = try reader.byte()
        info.tier = UInt16(try reader.bits(12))
        let length = Int(try reader.bits(12))
        if isEncrypted {
            let payload = reader.rest()
            info.encryption = Encryption(algorithm: algorithm, payload: payload, commandLength: UInt16(length))
            info.command = .unknown(type: payload.first ?? 0, bytes: [])
            return Reading(info: info, checksum: stored, isIntact: isIntact)
        }
        let type = try reader.byte()
        info.command = try command(type, length: length, from: &reader)
        let loop = Int(try reader.short())
        var descriptors = BitReader(try reader.take(loop), base: reader.offset - loop)
        while descriptors.bytesLeft > 0 { info.descriptors.append(try SpliceDescriptor(from: &descriptors)) }
        info.stuffing = reader.rest()
        return Reading(info: info, checksum: stored, isIntact: isIntact)
    }

    private static func command(_ type: UInt8, length: Int, from reader: inout BitReader) throws(SpliceError) -> SpliceCommand {
        // Old encoders do not say how long it is.
        guard length != 0xFFF else { return try SpliceCommand(type, from: &reader, isWhole: false) }
        let start = reader.offset
        var own = BitReader(try reader.take(length), base: start)
        return try SpliceCommand(type, from: &own, isWhole: true)
    }
}
