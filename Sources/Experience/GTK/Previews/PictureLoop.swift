// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Pictures that follow each other and begin anew, such as those of an animated GIF; whoever shows no movement shows the first.
public final class PictureLoop: Picture {
    /// One of them, and how long it is shown, in seconds.
    public struct Part: Sendable {
        public let picture: PooledPicture
        public let seconds: Double

        public init(_ picture: PooledPicture, seconds: Double) { (self.picture, self.seconds) = (picture, seconds) }
    }

    /// Two at least.
    public let parts: [Part]

    /// - Returns: nil where there are not two.
    public init?(_ parts: [Part]) {
        guard parts.count > 1 else { return nil }
        self.parts = parts
    }

    public var size: PixelSize { parts[0].picture.size }
    public var stride: Int { parts[0].picture.stride }
    public var bytes: Int { parts.reduce(0) { $0 + $1.picture.stride * $1.picture.size.height } }

    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try parts[0].picture.withUnsafeBytes(body)
    }

    /// The part that is shown after so many seconds, and when the next one is.
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

/// How much of a moving picture is kept: few pixels of many pictures, and not all of them.
struct LoopBudget: Hashable {
    /// Bytes that all of its pictures take.
    static let bytes = 4 << 20
    /// Pictures of a file that are looked at.
    static let mostPictures = 400
    /// Seconds that a picture is shown at least.
    static let leastSeconds = 1.0 / 15
    /// Below that part of its sides, pictures are left out instead.
    private static let leastScale = 0.4

    /// Of the sides that its place asks for.
    var scale: Double
    /// One of so many pictures is kept.
    var step: Int

    /// - Parameters:
    ///   - pictures: how many the file has.
    ///   - size: that its place asks for.
    init(pictures: Int, size: PixelSize) {
        let each = Double(max(1, size.width * size.height * 4))
        let all = each * Double(max(1, pictures))
        scale = max(Self.leastScale, min(1, (Double(Self.bytes) / all).squareRoot()))
        let kept = max(2, Int(Double(Self.bytes) / (each * scale * scale)))
        step = max(1, (pictures + kept - 1) / kept)
    }
}
