// SPDX-License-Identifier: Apache-2.0

import CWindowbox
import Glibc
import WindowboxCodec
import WindowboxMedia

extension WbFrameInfo {
    /// The pointers to the planes are valid as long as the frame exists.
    init(_ frame: VideoFrame) {
        self.init()
        (time, duration) = (frame.time, frame.duration)
        (width, height) = (Int32(frame.size.width), Int32(frame.size.height))
        (display_width, display_height) = (Int32(frame.displaySize.width), Int32(frame.displaySize.height))
        rotation = Int32(frame.rotation)
        frame.withPlanes { all in
            let all = all.prefix(4)
            plane_count = Int32(all.count)
            withUnsafeMutableBytes(of: &planes) { bytes in
                let places = bytes.assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
                for (index, plane) in all.enumerated() { places[index] = plane.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) }
            }
            withUnsafeMutableBytes(of: &strides) { bytes in
                let places = bytes.assumingMemoryBound(to: Int64.self)
                for (index, plane) in all.enumerated() { places[index] = Int64(plane.stride) }
            }
            withUnsafeMutableBytes(of: &lengths) { bytes in
                let places = bytes.assumingMemoryBound(to: Int64.self)
                for (index, plane) in all.enumerated() { places[index] = Int64(plane.bytes.count) }
            }
        }
    }
}

extension PictureConverter.Layout {
    /// - Parameter number: a value of WindowboxPixelLayout.
    init(number: Int32) {
        self =
            switch number {
            case 1: .rgba
            case 2: .bgra
            default: .rgb
            }
    }
}

extension VideoFrame {
    /// Packed pixels, turned upright and scaled.
    func uprightPixels(_ layout: PictureConverter.Layout, size: PixelSize) throws(CodecError) -> [UInt8] {
        let lying = orientation.isSideways ? PixelSize(width: size.height, height: size.width) : size
        let pixels = try pixels(layout, size: lying)
        return orientation == .upright ? pixels : pixels.turned(orientation, from: lying, to: size, bytesPerPixel: layout.bytesPerPixel)
    }
}

extension [UInt8] {
    /// Packed pixels, turned by an orientation.
    func turned(_ orientation: DisplayOrientation, from lying: PixelSize, to size: PixelSize, bytesPerPixel: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size.width * size.height * bytesPerPixel) { target, count in
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
                    let source = (sourceY * lying.width + sourceX) * bytesPerPixel
                    let place = (row * size.width + column) * bytesPerPixel
                    for part in 0..<bytesPerPixel { target.initializeElement(at: place + part, to: self[source + part]) }
                }
            }
            count = size.width * size.height * bytesPerPixel
        }
    }

    /// A copy to be released with free(); nil if there is no memory or nothing to copy.
    func copiedForC(_ length: UnsafeMutablePointer<Int64>?) -> UnsafeMutablePointer<UInt8>? {
        guard !isEmpty, let copy = malloc(count) else { return nil }
        withUnsafeBytes { copy.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        length?.pointee = Int64(count)
        return copy.assumingMemoryBound(to: UInt8.self)
    }
}

/// Bytes for C, or the reason why there are none.
func bytesForC(
    _ length: UnsafeMutablePointer<Int64>?, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ body: () throws(CodecError) -> [UInt8]
) -> UnsafeMutablePointer<UInt8>? {
    do throws(CodecError) {
        if let copy = try body().copiedForC(length) { return copy }
        message?.pointee = strdup("There is not enough memory for the frame. Ask for a smaller size.")
    } catch {
        message?.pointee = strdup("The frame can't be converted: \(error)")
    }
    return nil
}
