// SPDX-License-Identifier: Apache-2.0

extension SampleDecryptor {
    /// Decrypts ADTS frames in place. In each frame, every complete block after the header and 16 clear bytes is encrypted.
    ///
    /// Bytes that aren't an ADTS frame are left unchanged.
    public func decryptADTS(_ frames: inout [UInt8]) {
        var start = 0
        while start + 7 <= frames.count, frames[start] == 0xFF, frames[start + 1] & 0xF6 == 0xF0 {
            let length = Int(frames[start + 3] & 3) << 11 | Int(frames[start + 4]) << 3 | Int(frames[start + 5]) >> 5
            let header = frames[start + 1] & 1 == 1 ? 7 : 9
            guard length >= header, start + length <= frames.count else { return }
            decryptFrame(&frames, start..<(start + length), clear: header + 16)
            start += length
        }
    }

    /// Decrypts AC-3 or Enhanced AC-3 sync frames in place. In each frame, every complete block after 16 clear bytes is encrypted.
    ///
    /// Bytes that aren't a sync frame are left unchanged.
    public func decryptAC3(_ frames: inout [UInt8]) {
        var start = 0
        while let length = ac3FrameLength(frames[start...]), start + length <= frames.count {
            decryptFrame(&frames, start..<(start + length), clear: 16)
            start += length
        }
    }

    private func decryptFrame(_ bytes: inout [UInt8], _ frame: Range<Int>, clear: Int) {
        guard frame.count > clear else { return }
        decryptBlocks(&bytes, in: (frame.lowerBound + clear)..<frame.upperBound)
    }
}

/// Length in bytes of the sync frame at the start, from the unencrypted part of its header (ETSI TS 102 366, 4.4.1 and annex E).
func ac3FrameLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 6, bytes[bytes.startIndex] == 0x0B, bytes[bytes.startIndex + 1] == 0x77 else { return nil }
    let header = Array(bytes.prefix(6))
    if header[5] >> 3 > 10 { return ((Int(header[2] & 7) << 8 | Int(header[3])) + 1) * 2 }
    let rate = Int(header[4] >> 6)
    let code = Int(header[4] & 0x3F)
    let bitrates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
    guard code / 2 < bitrates.count else { return nil }
    let bitrate = bitrates[code / 2]
    switch rate {
    case 0: return bitrate * 4
    case 1: return (bitrate * 320 / 147 + code % 2) * 2
    case 2: return bitrate * 6
    default: return nil
    }
}
