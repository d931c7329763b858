// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A looping sequence of frames, such as an animated GIF; views that don't animate show the first.
public final class PictureLoop: Picture {
    /// A frame and its duration in seconds.
    public struct Part: Sendable {
        /// The frame.
        public let picture: PooledPicture
        /// How long it is shown.
        public let seconds: Double

        public init(_ picture: PooledPicture, seconds: Double) { (self.picture, self.seconds) = (picture, seconds) }
    }

    /// At least two.
    public let parts: [Part]

    /// - Returns: nil for fewer than two parts.
    public init?(_ parts: [Part]) {
        guard parts.count > 1 else { return nil }
        self.parts = parts
    }

    public var size: PixelSize { parts[0].picture.size }
    public var stride: Int { parts[0].picture.stride }
    /// The memory that all frames take.
    public var bytes: Int { parts.reduce(0) { $0 + $1.picture.stride * $1.picture.size.height } }

    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try parts[0].picture.withUnsafeBytes(body)
    }

    /// The part shown after `seconds`, and the time at which the next one follows.
    func part(after seconds: Double) -> (index: Int, next: Double) {
        let length = parts.reduce(0) { $0 + $1.seconds }
        guard length > 0, seconds.isFinite, seconds >= 0 else { return (0, .infinity) }
        let round = (seconds / length).rounded(.down) * length
        var end = round
        for (index, part) in parts.enumerated() {
            end += part.seconds
            if seconds < end { return (index, end) }
        }
        return (0, round + length + parts[0].seconds)
    }
}

/// The memory budget of an animation: it limits the size and the number of frames.
struct AnimationBudget: Hashable {
    /// Bytes for all frames together.
    static let bytes = 4 << 20
    /// Maximum number of frames examined.
    static let maxPictures = 400
    /// Minimum duration of a frame, in seconds.
    static let minSeconds = 1.0 / 15
    /// Minimum scale; below it, frames are dropped instead.
    private static let minScale = 0.4

    /// Scale factor applied to the requested width and height.
    var scale: Double
    /// Every n-th frame is kept.
    var step: Int

    /// - Parameters:
    ///   - pictures: number of frames in the file.
    ///   - size: requested size.
    init(pictures: Int, size: PixelSize) {
        let each = Double(max(1, size.width * size.height * 4))
        let all = each * Double(max(1, pictures))
        scale = max(Self.minScale, min(1, (Double(Self.bytes) / all).squareRoot()))
        let kept = max(2, Int(Double(Self.bytes) / (each * scale * scale)))
        step = max(1, (pictures + kept - 1) / kept)
    }
}
