// SPDX-License-Identifier: Apache-2.0

/// An image file's header, read before anything is decoded: a few bytes may expand to gigabytes.
public struct PictureHeader: Hashable, Sendable {
    public enum Format: String, Sendable { case jpeg, png, gif, webp }

    public var format: Format
    /// In pixels.
    public var width: Int
    public var height: Int

    /// Nil for other formats, or if the size can't be read.
    public init?(_ bytes: [UInt8]) {
        func big(_ at: Int, _ count: Int) -> Int? {
            guard at >= 0, at + count <= bytes.count else { return nil }
            return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
        }
        func little(_ at: Int, _ count: Int) -> Int? {
            guard at >= 0, at + count <= bytes.count else { return nil }
            return bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func has(_ text: String, at offset: Int) -> Bool {
            offset + text.utf8.count <= bytes.count && bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
        }
        let found: (Format, Int?, Int?)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), has("IHDR", at: 12) {
            found = (.png, big(16, 4), big(20, 4))
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            found = (.gif, little(6, 2), little(8, 2))
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            switch true {
            case has("VP8 ", at: 12): found = (.webp, little(26, 2).map { $0 & 0x3FFF }, little(28, 2).map { $0 & 0x3FFF })
            case has("VP8L", at: 12):
                let bits = little(21, 4)
                found = (.webp, bits.map { ($0 & 0x3FFF) + 1 }, bits.map { ($0 >> 14 & 0x3FFF) + 1 })
            case has("VP8X", at: 12): found = (.webp, little(24, 3).map { $0 + 1 }, little(27, 3).map { $0 + 1 })
            default: return nil
            }
        } else if big(0, 3) == 0xFFD8FF {
            // Skips segments up to the frame header (ITU-T T.81 B.2.2).
            var offset = 2
            while let marker = big(offset, 2) {
                // A decoder may skip other bytes, and find a frame header with another size.
                guard marker >> 8 == 0xFF else { return nil }
                let kind = marker & 0xFF
                // Any number of fill bytes may precede a marker (B.1.1.2).
                guard kind != 0xFF else {
                    offset += 1
                    continue
                }
                if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) { break }
                guard kind != 0xD9, kind != 0xDA, let length = big(offset + 2, 2), length >= 2 else { return nil }
                offset += 2 + length
            }
            found = (.jpeg, big(offset + 7, 2), big(offset + 5, 2))
        } else {
            return nil
        }
        guard let width = found.1, let height = found.2, width > 0, height > 0 else { return nil }
        (format, self.width, self.height) = (found.0, width, height)
    }
}
