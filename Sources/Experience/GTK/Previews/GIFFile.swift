// SPDX-License-Identifier: Apache-2.0

/// How many pictures a GIF file has, read from its blocks without decoding one (GIF89a, appendix A).
enum GIFFile {
    /// Zero for what is no GIF. A file that breaks off has as many as begin in it.
    /// - Parameter most: pictures that are counted.
    static func pictures(in file: [UInt8], most: Int) -> Int {
        var reader = Reader(file)
        guard file.count > 13, file[0...3] == [0x47, 0x49, 0x46, 0x38] else { return 0 }
        reader.place = 13 + colors(file[10])
        var count = 0
        while count < most, let kind = reader.next() {
            switch kind {
            // An extension: what it is, then blocks.
            case 0x21:
                guard reader.next() != nil else { return count }
            // A picture: its place and size, its flags, the width of its codes, then blocks.
            case 0x2C:
                count += 1
                reader.place += 8
                guard let flags = reader.next() else { return count }
                reader.place += colors(flags) + 1
            default: return count
            }
            reader.skipBlocks()
        }
        return count
    }

    /// Bytes of the table of colours that flags announce.
    private static func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() -> UInt8? {
            guard place < bytes.count else { return nil }
            defer { place += 1 }
            return bytes[place]
        }

        /// Each says how long it is; an empty one is the last.
        mutating func skipBlocks() { while let length = next(), length > 0 { place += Int(length) } }
    }
}
