// SPDX-License-Identifier: Apache-2.0

extension SpliceInfo {
    /// A parsed section, and whether its checksum is valid.
    public struct Reading: Hashable, Sendable {
        /// The parsed section.
        public var info: SpliceInfo
        /// The checksum in the section.
        public var checksum: UInt32
        /// Whether the checksum is right.
        public var isIntact: Bool
        /// Recoverable errors: a wrong checksum or command length, truncated descriptors.
        public var problems: [SpliceError] = []
    }

    /// Reads base64 or hexadecimal text.
    ///
    /// - Parameter isStrict: Whether recoverable errors are thrown instead of reported in ``SpliceInfo/Reading/problems``.
    public static func read(_ text: String, isStrict: Bool = false) throws(SpliceError) -> Reading {
        guard let bytes = SpliceText.bytes(text) else {
            throw SpliceError(.text, "the text is neither base64 nor hexadecimal", remedy: "give the section in base64 or hexadecimal")
        }
        return try read(bytes, isStrict: isStrict)
    }

    /// Reads the bytes of a section; bytes after it are ignored.
    public static func read(_ bytes: [UInt8], isStrict: Bool = false) throws(SpliceError) -> Reading {
        var header = BitReader(bytes[...], base: 0)
        guard try header.byte() == 0xFC else {
            throw SpliceError(.table, "the table is not 0xFC", remedy: "give a splice information section of SCTE 35")
        }
        _ = try header.bits(2)
        let sapType = UInt8(try header.bits(2))
        let end = 3 + Int(try header.bits(12))
        guard end <= bytes.count else { throw .short(at: bytes.count) }
        guard end >= 18 else { throw SpliceError(.length, at: 1, "the section is too short", remedy: "check its length") }
        let stored = bytes[(end - 4)..<end].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let isIntact = MPEGChecksum.of(bytes[..<(end - 4)]) == stored
        var problems: [SpliceError] = []
        if !isIntact {
            problems.append(
                SpliceError(.checksum, at: end - 4, "the checksum does not match", remedy: "send the section unchanged"))
        }
        var reader = BitReader(bytes[3..<(end - 4)], base: 3)
        let version = try reader.byte()
        guard version == 0 else {
            throw SpliceError(.version, at: 3, "unknown protocol version \(version)", remedy: "send version 0")
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
            return try Reading(info: info, checksum: stored, isIntact: isIntact, problems: problems).checked(isStrict)
        }
        let type = try reader.byte()
        info.command = try command(type, length: length, from: &reader, &problems)
        info.descriptors = try descriptors(from: &reader, &problems)
        info.stuffing = reader.rest()
        return try Reading(info: info, checksum: stored, isIntact: isIntact, problems: problems).checked(isStrict)
    }

    private static func command(
        _ type: UInt8, length: Int, from reader: inout BitReader, _ problems: inout [SpliceError]
    ) throws(SpliceError) -> SpliceCommand {
        // Old encoders do not state the length.
        guard length != 0xFFF else { return try SpliceCommand(type, from: &reader, isWhole: false) }
        let start = reader
        do throws(SpliceError) {
            var own = BitReader(try reader.take(length), base: start.offset)
            return try SpliceCommand(type, from: &own, isWhole: true)
        } catch {
            // Some encoders announce components but send none, not even their count.
            var bare = start
            if type == 0x05, var own = (try? bare.take(length)).map({ BitReader($0, base: start.offset) }),
                let event = try? SpliceEvent(from: &own, isScheduled: false, hasComponents: false), own.bytesLeft == 0
            {
                reader = bare
                problems.append(
                    SpliceError(
                        .length, at: start.offset + 5, "the components are missing", remedy: "set program_splice_flag, or send them"))
                return .insert(event)
            }
            // The length is wrong. The command determines its own end; accept it if descriptors follow.
            var other = start
            guard let command = try? SpliceCommand(type, from: &other, isWhole: false), other.holdsDescriptors else { throw error }
            reader = other
            problems.append(
                SpliceError(.length, at: start.offset - 3, "the command is not \(length) bytes long", remedy: "specify its length or 4095"))
            return command
        }
    }

    private static func descriptors(
        from reader: inout BitReader, _ problems: inout [SpliceError]
    ) throws(SpliceError) -> [SpliceDescriptor] {
        let count = Int(try reader.short())
        let start = reader.offset
        if count > reader.bytesLeft { problems.append(.short(at: start + reader.bytesLeft)) }
        var loop = BitReader(try reader.take(min(count, reader.bytesLeft)), base: start)
        var descriptors: [SpliceDescriptor] = []
        while loop.bytesLeft > 0 {
            let whole = loop
            do throws(SpliceError) {
                descriptors.append(try SpliceDescriptor(from: &loop))
            } catch {
                problems.append(error)
                var opaque = whole
                // A descriptor longer than the loop ends it.
                guard let descriptor = try? SpliceDescriptor(opaque: &opaque) else { break }
                descriptors.append(descriptor)
                loop = opaque
            }
        }
        return descriptors
    }
}

extension BitReader {
    /// Whether a descriptor loop may follow.
    fileprivate var holdsDescriptors: Bool {
        var reader = self
        guard let count = try? reader.short() else { return false }
        return Int(count) <= reader.bytesLeft
    }
}

extension SpliceInfo.Reading {
    fileprivate func checked(_ isStrict: Bool) throws(SpliceError) -> Self {
        if isStrict, let first = problems.first { throw first }
        return self
    }
}
