// SPDX-License-Identifier: Apache-2.0

/// FLAC of one level, 48 kHz, mono, whose frames are numbered as if all blocks had the same length.
public enum FLACFile {
    /// - Parameter lengths: Samples of each block, 1024 or 4096.
    public static func bytes(lengths: [Int]) -> [UInt8] {
        let total = lengths.reduce(0, +)
        // Block lengths, no frame lengths, 48,000 Hz in 20 bits, one channel, 16 bits, the number of samples in 36 bits, no checksum.
        let rest: UInt64 = 48000 << 44 | 0 << 41 | 15 << 36 | UInt64(total)
        let info: [UInt8] =
            [0x04, 0x00, 0x10, 0x00] + [UInt8](repeating: 0, count: 6) + withUnsafeBytes(of: rest.bigEndian, Array.init)
            + [UInt8](repeating: 0, count: 16)
        return Array("fLaC".utf8) + [0x80, 0, 0, UInt8(info.count)] + info
            + lengths.enumerated().flatMap { frame(number: $0.offset, length: $0.element) }
    }

    private static func frame(number: Int, length: Int) -> [UInt8] {
        precondition(number < 128 && [1024, 4096].contains(length))
        // Fixed block length; the length and 48 kHz; mono, 16 bits; the frame number.
        var frame: [UInt8] = [0xFF, 0xF8, length == 4096 ? 0xCA : 0xAA, 0x08, UInt8(number)]
        frame.append(UInt8(checksum(frame, bits: 8, polynomial: 0x07)))
        // A constant subframe.
        frame += [0x00, 0x01, 0x00]
        let footer = checksum(frame, bits: 16, polynomial: 0x8005)
        return frame + [UInt8(footer >> 8), UInt8(footer & 0xFF)]
    }

    private static func checksum(_ bytes: [UInt8], bits: Int, polynomial: Int) -> Int {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ Int(byte) << (bits - 8)) { sum, _ in
                (sum << 1 ^ (sum >> (bits - 1) & 1) * polynomial) & (1 << bits - 1)
            }
        }
    }
}
