// SPDX-License-Identifier: Apache-2.0

/// Writes Blu-ray presentation graphics files (`.sup`), for which FFmpeg has no encoder. Colour 0 is transparent.
public struct PresentationGraphicsWriter: Sendable {
    public struct Picture: Sendable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
        /// Row by row, the colour of each pixel.
        public var colors: [UInt8]
        public var isForced: Bool

        public init(x: Int, y: Int, width: Int, height: Int, colors: [UInt8], isForced: Bool = false) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
            self.colors = colors
            self.isForced = isForced
        }

        /// A box with a border of another colour, four pixels wide.
        public static func box(x: Int, y: Int, width: Int, height: Int, color: UInt8 = 1, edge: UInt8 = 2, isForced: Bool = false) -> Self {
            let colors = (0..<height).flatMap { row in
                (0..<width).map { column in
                    row < 4 || column < 4 || row >= height - 4 || column >= width - 4 ? edge : color
                }
            }
            return Picture(x: x, y: y, width: width, height: height, colors: colors, isForced: isForced)
        }
    }

    /// Luma, Cr, Cb and alpha, for the colours from 1 on: white, black, and translucent red.
    public static let palette: [[UInt8]] = [[235, 128, 128, 255], [16, 128, 128, 255], [81, 240, 90, 128]]

    private let width: Int
    private let height: Int
    private var number = 0
    public private(set) var bytes: [UInt8] = []

    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// Shows images from `time` on, in seconds; no images clear the screen.
    public mutating func show(_ pictures: [Picture], at time: Double) {
        var composition = number16(width) + number16(height) + [0x10] + number16(number)
        composition += [0x80, 0, 0, UInt8(pictures.count)]
        for (index, picture) in pictures.enumerated() {
            composition += number16(index) + [0, picture.isForced ? 0x40 : 0] as [UInt8]
            composition += number16(picture.x) + number16(picture.y)
        }
        append(0x16, composition, at: time)
        number += 1
        if !pictures.isEmpty {
            append(0x17, [1, 0, 0, 0, 0, 0] + number16(width) + number16(height), at: time)
            var palette: [UInt8] = [0, 0]
            for (index, color) in Self.palette.enumerated() { palette += [UInt8(index + 1)] + color }
            append(0x14, palette, at: time)
        }
        for (index, picture) in pictures.enumerated() {
            let data = number16(picture.width) + number16(picture.height) + Self.runs(of: picture)
            let head: [UInt8] = number16(index) + [0, 0xC0, UInt8(data.count >> 16)]
            append(0x15, head + number16(data.count & 0xFFFF) + data, at: time)
        }
        append(0x80, [], at: time)
    }

    private mutating func append(_ type: UInt8, _ payload: [UInt8], at time: Double) {
        let ticks = Int(time * 90_000)
        let stamp = number16(ticks >> 16) + number16(ticks & 0xFFFF)
        bytes += Array("PG".utf8) + stamp + stamp
        bytes += [type] + number16(payload.count) + payload
    }

    private static func runs(of picture: Picture) -> [UInt8] {
        var data: [UInt8] = []
        for row in 0..<picture.height {
            let colors = picture.colors[(row * picture.width)..<((row + 1) * picture.width)]
            var rest = colors
            while let color = rest.first {
                let count = min(rest.prefix { $0 == color }.count, 16_383)
                var length = count < 64 ? [UInt8(count)] : [0x40 | UInt8(count >> 8), UInt8(count & 0xFF)]
                if color != 0 {
                    length[0] |= 0x80
                    length.append(color)
                }
                data += [0] + length
                rest = rest.dropFirst(count)
            }
            data += [0, 0]
        }
        return data
    }

    private func number16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
}
