// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// What subtitles that are pictures show from a moment on. It takes the place of what was shown before; without images nothing is.
public struct PictureSubtitle: Hashable, Sendable {
    /// A picture in the canvas. Pixels outside of the canvas, and edges that nothing is seen of, are cut off.
    public struct Image: Hashable, Sendable {
        /// In pixels of the canvas, from its left edge.
        public var x: Int
        /// In pixels of the canvas, from its upper edge.
        public var y: Int
        public var size: PixelSize
        /// Row by row, a place in ``palette`` for each pixel.
        public var indices: [UInt8]
        /// 256 colours as 0xAARRGGBB; the alpha is not multiplied in.
        public var palette: [UInt32]
        /// It is to be seen also by whoever wants no subtitles.
        public var isForced: Bool

        /// Row by row, red, green, blue and alpha of each pixel; the alpha is not multiplied in.
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

    /// Seconds, on the clock that the decoder was told the samples' times by.
    public var start: Double
    /// nil where it is shown until the next one comes, as all are that are replaced before their end.
    public var end: Double?
    public var canvas: PixelSize
    public var images: [Image]

    /// More pixels than those of a picture of 7,680 × 4,320 are no subtitles.
    static let mostPixels = 1 << 25
}

extension PictureSubtitle.Image {
    /// nil for one that nothing is seen of, and for one that is larger than subtitles are.
    init?(_ rect: AVSubtitleRect, canvas: PixelSize) {
        guard rect.type == SUBTITLE_BITMAP, let pixels = rect.data.0, let colors = rect.data.1 else { return nil }
        let (width, height, stride) = (Int(rect.w), Int(rect.h), Int(rect.linesize.0))
        guard width > 0, height > 0, stride >= width, width <= PictureSubtitle.mostPixels / height else { return nil }
        var palette = [UInt32](repeating: 0, count: 256)
        let count = min(max(Int(rect.nb_colors), 0), 256)
        colors.withMemoryRebound(to: UInt32.self, capacity: count) { for index in 0..<count { palette[index] = $0[index] } }
        let isColored = palette.map { $0 >> 24 != 0 }

        // What lies within the canvas.
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

    /// The picture as a PNG file, with its palette.
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
