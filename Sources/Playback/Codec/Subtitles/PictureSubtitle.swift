// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// What image subtitles show from a time on. It replaces what was shown before; without images, it clears the display.
public struct PictureSubtitle: Hashable, Sendable {
    /// An image in the canvas. Pixels outside the canvas and transparent edges are cropped.
    public struct Image: Hashable, Sendable {
        /// In canvas pixels from the left edge.
        public var x: Int
        /// In canvas pixels from the upper edge.
        public var y: Int
        /// In canvas pixels.
        public var size: PixelSize
        /// An index in ``palette`` for each pixel, row by row.
        public var indices: [UInt8]
        /// 256 colours as 0xAARRGGBB, without premultiplied alpha.
        public var palette: [UInt32]
        /// Also shown when subtitles are off.
        public var isForced: Bool

        /// Red, green, blue and alpha of each pixel, row by row, without premultiplied alpha.
        public var rgba: [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(indices.count * 4)
            for index in indices {
                let color = palette[Int(index)]
                bytes += [UInt8(truncatingIfNeeded: color >> 16), UInt8(truncatingIfNeeded: color >> 8), UInt8(truncatingIfNeeded: color)]
                bytes.append(UInt8(truncatingIfNeeded: color >> 24))
            }
            return bytes
        }
    }

    /// Seconds, on the clock of the sample times passed to the decoder.
    public var start: Double
    /// nil if it is shown until the next one. When the next one begins, this one ends in any case.
    public var end: Double?
    /// The size of the video that the images were made for, in pixels.
    public var canvas: PixelSize
    /// The images, in drawing order.
    public var images: [Image]

    /// More than the pixels of a 7,680 × 4,320 frame are implausible.
    static let maxPixels = 1 << 25
}

extension PictureSubtitle.Image {
    /// nil for a fully transparent image, and for one of implausible size.
    init?(_ rect: AVSubtitleRect, canvas: PixelSize) {
        guard rect.type == SUBTITLE_BITMAP, let pixels = rect.data.0, let colors = rect.data.1 else { return nil }
        let (width, height, stride) = (Int(rect.w), Int(rect.h), Int(rect.linesize.0))
        guard width > 0, height > 0, stride >= width, width <= PictureSubtitle.maxPixels / height else { return nil }
        var palette = [UInt32](repeating: 0, count: 256)
        let count = min(max(Int(rect.nb_colors), 0), 256)
        colors.withMemoryRebound(to: UInt32.self, capacity: count) { for index in 0..<count { palette[index] = $0[index] } }
        let isColored = palette.map { $0 >> 24 != 0 }

        // The part within the canvas.
        let rows = max(0, -Int(rect.y))..<max(0, -Int(rect.y), min(height, canvas.height - Int(rect.y)))
        let columns = max(0, -Int(rect.x))..<max(0, -Int(rect.x), min(width, canvas.width - Int(rect.x)))
        func row(_ number: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: pixels + number * stride + columns.lowerBound, count: columns.count)
        }
        func isSeen(_ number: Int) -> Bool { row(number).contains { isColored[Int($0)] } }
        guard let top = rows.first(where: isSeen), let bottom = rows.last(where: isSeen) else { return nil }
        var (left, right) = (columns.count, 0)
        for number in top...bottom {
            let pixels = row(number)
            if let first = pixels.prefix(left).firstIndex(where: { isColored[Int($0)] }) { left = first }
            if let last = pixels.lastIndex(where: { isColored[Int($0)] }) { right = max(right, last + 1) }
        }
        x = Int(rect.x) + columns.lowerBound + left
        y = Int(rect.y) + top
        size = PixelSize(width: right - left, height: bottom - top + 1)
        indices = (top...bottom).flatMap { number in Array(row(number)[left..<right]) }
        self.palette = palette
        isForced = rect.flags & AV_SUBTITLE_FLAG_FORCED != 0
    }

    /// The image as a PNG file with its palette.
    /// - Throws: ``CodecError`` when it can't be encoded.
    public func png() throws(CodecError) -> [UInt8] {
        let frame = try FrameBuffer(size, AV_PIX_FMT_PAL8)
        let (target, stride) = (frame.raw.pointee.data.0!, Int(frame.raw.pointee.linesize.0))
        indices.withUnsafeBufferPointer { indices in
            for row in 0..<size.height { (target + row * stride).update(from: indices.baseAddress! + row * size.width, count: size.width) }
        }
        frame.raw.pointee.data.1!.withMemoryRebound(to: UInt32.self, capacity: 256) { $0.update(from: palette, count: 256) }
        return try encodePNG(frame, compressionLevel: 3)
    }
}
