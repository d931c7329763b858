// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxCodec
public import WindowboxMedia

// given: import WindowboxCodec
// given: import WindowboxEngine
// given: import WindowboxMedia
/// Passes each frame to a closure when it is due: as decoded, with all its planes, or as packed pixels.
///
/// ```swift
/// let output = CallbackOutput(.rgba, size: PixelSize(width: 320, height: 180)) { frame in
///     if let frame = try? frame.get() { print(frame.time, frame.bytes.count) }
/// }
/// ```
///
/// The closure is called on the engine's presenting thread. Do work that takes longer than a frame elsewhere.
public struct CallbackOutput: VideoOutput {
    private let body: @Sendable (VideoFrame) -> Void

    /// - Parameter body: receives each frame. `VideoFrame.withPlanes(_:)` gives access to its planes, `VideoFrame.pixels(_:size:)` returns
    ///   its pixels, and `VideoFrame.png(size:)` a PNG file.
    public init(_ body: @escaping @Sendable (VideoFrame) -> Void) { self.body = body }

    /// Converts each frame, high dynamic range to standard range.
    /// - Parameters:
    ///   - layout: the order of the bytes.
    ///   - size: nil keeps the frame's own size, without scaling to square pixels.
    ///   - body: receives each frame, or the error if it can't be converted.
    public init(
        _ layout: PictureConverter.Layout, size: PixelSize? = nil,
        _ body: @escaping @Sendable (Result<PackedPicture, CodecError>) -> Void
    ) {
        let converter = CachedConverter(layout)
        self.init { frame in
            do throws(CodecError) { body(.success(try converter.convert(frame, to: size))) } catch { body(.failure(error)) }
        }
    }

    public func show(_ frame: VideoFrame) { body(frame) }
}

/// The name of ``CallbackOutput`` before it supported conversion.
public typealias PictureCallback = CallbackOutput

/// A frame as packed pixels, without padding between rows.
public struct PackedPicture: Hashable, Sendable {
    /// Seconds on the item's timeline.
    public let time: Double
    /// In pixels, as it was converted.
    public let size: PixelSize
    /// The order of the bytes of each pixel.
    public let layout: PictureConverter.Layout
    /// Rows from top to bottom, each `PixelSize.width` times `PictureConverter.Layout.bytesPerPixel` long.
    public let bytes: [UInt8]
}

/// A converter that any thread may use, one at a time.
private final class CachedConverter: Sendable {
    private let layout: PictureConverter.Layout
    private let converter: Mutex<PictureConverter>

    init(_ layout: PictureConverter.Layout) {
        self.layout = layout
        converter = Mutex(PictureConverter(layout: layout))
    }

    func convert(_ frame: VideoFrame, to size: PixelSize?) throws(CodecError) -> PackedPicture {
        let size = size ?? frame.size
        let result = converter.withLock { converter -> Result<[UInt8], CodecError> in
            do throws(CodecError) { return .success(try frame.pixels(by: converter, size: size)) } catch { return .failure(error) }
        }
        return PackedPicture(time: frame.time, size: size, layout: layout, bytes: try result.get())
    }
}
