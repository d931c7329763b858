// SPDX-License-Identifier: Apache-2.0

/// The ID3 tag at the start of a packed audio segment (RFC 8216bis 3.1.3): it holds the time of the first sample.
enum PackedAudio {
    /// The length of the tag in bytes, whether it is there completely or not; nil while ten bytes are not there.
    static func length(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 10 else { return nil }
        return 10 + Int(bytes[6] & 0x7F) << 21 + Int(bytes[7] & 0x7F) << 14 + Int(bytes[8] & 0x7F) << 7 + Int(bytes[9] & 0x7F)
    }

    private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)

    /// Whether a tag has more than the frame with the time.
    static func isMetadata(_ tag: [UInt8]) -> Bool { tag.count > 20 && tag.count != 20 + owner.count + 9 }

    /// Ticks of 90 kHz; nil when the tag states none.
    static func timestamp(_ tag: [UInt8]) -> Int64? {
        var offset = 10
        while offset + 10 < tag.count {
            // Version 4 writes sizes with seven bits per byte.
            let shift = tag[3] == 4 ? 7 : 8
            var size = 0
            for index in 4..<8 { size = size << shift | Int(tag[offset + index]) }
            let start = offset + 10
            guard size > 0, size <= tag.count - start else { return nil }
            if tag[offset..<(offset + 4)].elementsEqual("PRIV".utf8), size == owner.count + 9,
                tag[start..<(start + owner.count)].elementsEqual(owner)
            {
                var value: Int64 = 0
                for byte in tag[(start + owner.count + 1)..<(start + size)] { value = value << 8 | Int64(byte) }
                return value & 0x1_FFFF_FFFF
            }
            offset = start + size
        }
        return nil
    }
}
