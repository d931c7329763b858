// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

extension VideoFrame {
    /// The planes of the frame as decoded, in the order of its ``pixelFormat``: luma and two chroma planes for `yuv420p`.
    ///
    /// - Parameter body: receives the bytes of each plane and the length of a row in bytes. They are valid until it returns.
    public func withPlanes<Result>(_ body: ([(bytes: UnsafeRawBufferPointer, stride: Int)]) throws -> Result) rethrows -> Result {
        let raw = buffer.raw.pointee
        let planes = [
            (raw.data.0, raw.linesize.0), (raw.data.1, raw.linesize.1), (raw.data.2, raw.linesize.2), (raw.data.3, raw.linesize.3),
        ]
        let format = AVPixelFormat(rawValue: raw.format)
        let vertical = av_pix_fmt_desc_get(format).map { Int($0.pointee.log2_chroma_h) } ?? 0
        return try body(
            planes.prefix(max(Int(av_pix_fmt_count_planes(format)), 0)).enumerated().map { index, plane in
                let rows = index == 1 || index == 2 ? (size.height + (1 << vertical) - 1) >> vertical : size.height
                return (UnsafeRawBufferPointer(start: plane.0, count: plane.0 == nil ? 0 : max(Int(plane.1) * rows, 0)), Int(plane.1))
            })
    }

    /// The frame as packed pixels without padding between rows, as decoded: neither rotated nor mirrored. HDR is tone-mapped.
    ///
    /// To convert many frames, keep a ``PictureConverter`` and pass it to ``pixels(by:size:)``.
    /// - Parameter size: nil is the frame's own ``size``.
    /// - Throws: ``CodecError`` when the frame's format can't be converted.
    public func pixels(_ layout: PictureConverter.Layout = .rgb, size: PixelSize? = nil) throws(CodecError) -> [UInt8] {
        try pixels(by: PictureConverter(layout: layout), size: size ?? self.size)
    }

    /// Converts the frame with a reusable converter.
    /// - Throws: ``CodecError`` when the frame's format can't be converted.
    public func pixels(by converter: PictureConverter, size: PixelSize) throws(CodecError) -> [UInt8] {
        let stride = size.width * converter.layout.bytesPerPixel
        var pixels = [UInt8](repeating: 0, count: stride * size.height)
        let result: Result<Void, CodecError> = pixels.withUnsafeMutableBytes { bytes in
            guard let target = bytes.baseAddress else { return .success(()) }
            do throws(CodecError) {
                return .success(try converter.convert(self, to: size, into: target, stride: stride))
            } catch { return .failure(error) }
        }
        try result.get()
        return pixels
    }

    /// The frame as a PNG file, upright and with square pixels.
    /// - Parameter size: the size of the upright image; nil is ``displaySize``.
    /// - Throws: ``CodecError`` when the frame can't be converted or encoded.
    public func png(size: PixelSize? = nil) throws(CodecError) -> [UInt8] {
        let size = size ?? displaySize
        let frame = try FrameBuffer(size, AV_PIX_FMT_RGB24)
        try drawUpright(size, into: frame.raw.pointee.data.0!, stride: Int(frame.raw.pointee.linesize.0))
        return try encodePNG(frame)
    }

    private func drawUpright(_ size: PixelSize, into target: UnsafeMutablePointer<UInt8>, stride: Int) throws(CodecError) {
        guard orientation != .upright else {
            return try PictureConverter(layout: .rgb).convert(self, to: size, into: target, stride: stride)
        }
        let lying = orientation.isSideways ? PixelSize(width: size.height, height: size.width) : size
        let pixels = try pixels(.rgb, size: lying)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let x = orientation.isMirrored ? size.width - 1 - column : column
                let (sourceX, sourceY) =
                    switch orientation.rotation {
                    case 90: (row, size.width - 1 - x)
                    case 180: (size.width - 1 - x, size.height - 1 - row)
                    case 270: (size.height - 1 - row, x)
                    default: (x, row)
                    }
                let source = (sourceY * lying.width + sourceX) * 3
                for part in 0..<3 { target[row * stride + column * 3 + part] = pixels[source + part] }
            }
        }
    }
}
