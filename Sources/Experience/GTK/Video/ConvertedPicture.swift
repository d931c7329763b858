// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxCodec
import WindowboxMedia

/// Converts decoded frames to the pixel format that windows need.
final class Conversion: Sendable {
    private let converter = Mutex(PictureConverter(layout: .bgra))
    private let hasFailed = Mutex(false)
    private let pool = PicturePool()
    private let onFailure: @Sendable (CodecError) -> Void

    init(onFailure: @escaping @Sendable (CodecError) -> Void) { self.onFailure = onFailure }

    func convert(_ frame: VideoFrame) -> PooledPicture? {
        do throws(CodecError) {
            let picture = pool.picture(frame.size) { _, _ in }
            try converter.withLock { converter throws(CodecError) in
                try picture.fill { memory throws(CodecError) in
                    try converter.convert(frame, to: frame.size, into: memory.baseAddress!, stride: picture.stride)
                }
            }
            return picture
        } catch {
            let isFirst = hasFailed.withLock { hasFailed in
                defer { hasFailed = true }
                return !hasFailed
            }
            if isFirst { onFailure(error) }
            return nil
        }
    }
}

/// A decoded frame, converted when its pixels are first needed.
final class ConvertedPicture: Picture {
    private enum State {
        case decoded(VideoFrame)
        case converted(PooledPicture?)
    }

    let size: PixelSize
    let stride: Int
    let pixelAspectRatio: Double
    let orientation: DisplayOrientation
    private let conversion: Conversion
    private let state: Mutex<State>

    init(_ frame: VideoFrame, by conversion: Conversion) {
        size = frame.size
        stride = PicturePool.stride(width: frame.size.width)
        pixelAspectRatio = frame.pixelAspectRatio
        orientation = frame.orientation
        self.conversion = conversion
        state = Mutex(.decoded(frame))
    }

    var isConverted: Bool {
        state.withLock { state in
            if case .converted = state { true } else { false }
        }
    }

    /// Converts immediately and releases the decoded frame.
    @discardableResult
    func convert() -> PooledPicture? {
        state.withLock { state in
            switch state {
            case .converted(let picture): return picture
            case .decoded(let frame):
                let picture = conversion.convert(frame)
                state = .converted(picture)
                return picture
            }
        }
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        guard let picture = convert() else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return try picture.withUnsafeBytes(body)
    }
}
