// SPDX-License-Identifier: Apache-2.0

/// WAVE files of mono IMA ADPCM, for which FFmpeg returns several blocks in one packet.
public enum ADPCMFile {
    public static let samplesInBlock = 2041

    /// - Parameters:
    ///   - levels: The decoded value of the samples of each block.
    ///   - isDamaged: Makes every block undecodable.
    public static func bytes(levels: [Int16], sampleRate: Int = 48000, isDamaged: Bool = false) -> [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }
        let format =
            bytes(UInt16(0x11)) + bytes(UInt16(1)) + bytes(UInt32(sampleRate)) + bytes(UInt32(sampleRate * 1024 / samplesInBlock))
            + bytes(UInt16(1024)) + bytes(UInt16(4)) + bytes(UInt16(2)) + bytes(UInt16(samplesInBlock))
        // The first step with codes of 0 keeps the level; a step above 88 is invalid.
        let step: UInt8 = isDamaged ? 200 : 0
        let blocks = levels.flatMap { bytes($0) + [step] + [UInt8](repeating: 0, count: 1021) }
        let body = Array("WAVEfmt ".utf8) + bytes(UInt32(format.count)) + format + Array("data".utf8) + bytes(UInt32(blocks.count)) + blocks
        return Array("RIFF".utf8) + bytes(UInt32(body.count)) + body
    }
}
