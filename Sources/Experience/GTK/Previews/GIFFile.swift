// SPDX-License-Identifier: Apache-2.0

/// Counts the frames of a GIF file from its blocks, without decoding them (GIF89a, appendix A).
enum GIFFile {
    /// The number of frames; zero if the file is not a GIF. In a truncated file, every frame that begins is counted.
    /// - Parameter limit: counting stops here.
    static func pictures(in file: [UInt8], limit: Int) -> Int {
        var reader = Reader(file)
        guard file.count > 13, file[0...3] == [0x47, 0x49, 0x46, 0x38] else { return 0 }
        reader.offset = 13 + colors(file[10])
        var count = 0
        while count < limit, let kind = reader.next() {
            switch kind {
            // Extension: a label, then blocks.
            case 0x21:
                guard reader.next() != nil else { return count }
            // Image: position and size, flags, LZW code size, then blocks.
            case 0x2C:
                count += 1
                reader.offset += 8
                guard let flags = reader.next() else { return count }
                reader.offset += colors(flags) + 1
            default: return count
            }
            reader.skipBlocks()
        }
        return count
    }

    /// Size in bytes of the colour table announced by the flags.
    private static func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    private struct Reader {
        let bytes: [UInt8]
        var offset = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() -> UInt8? {
            guard offset < bytes.count else { return nil }
            defer { offset += 1 }
            return bytes[offset]
        }

        /// Each block starts with its length; an empty one is the last.
        mutating func skipBlocks() { while let length = next(), length > 0 { offset += Int(length) } }
    }
}
