// SPDX-License-Identifier: Apache-2.0

/// Reads an image's size from its header, before memory is allocated for the pixels.
enum ImageHeader {
    /// Size in pixels; nil if the file is not PNG, JPEG or GIF, or ends too early.
    static func size(of file: [UInt8]) -> (width: Int, height: Int)? {
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            guard let width = bigEndian(file, 16, 4), let height = bigEndian(file, 20, 4) else { return nil }
            return (width, height)
        }
        if file.starts(with: Array("GIF8".utf8)), file.count >= 10 {
            return (Int(file[6]) | Int(file[7]) << 8, Int(file[8]) | Int(file[9]) << 8)
        }
        return file.starts(with: [0xFF, 0xD8]) ? jpeg(file) : nil
    }

    private static func jpeg(_ file: [UInt8]) -> (width: Int, height: Int)? {
        var index = 2
        while index + 4 <= file.count {
            guard file[index] == 0xFF else { return nil }
            let marker = file[index + 1]
            if marker == 0xFF {
                index += 1
                continue
            }
            // SOF0 to SOF15, except DHT, JPG and DAC in the same range.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                guard let height = bigEndian(file, index + 5, 2), let width = bigEndian(file, index + 7, 2) else { return nil }
                return (width, height)
            }
            guard let length = bigEndian(file, index + 2, 2), length >= 2 else { return nil }
            index += 2 + length
        }
        return nil
    }

    private static func bigEndian(_ file: [UInt8], _ offset: Int, _ count: Int) -> Int? {
        guard offset + count <= file.count else { return nil }
        return file[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
