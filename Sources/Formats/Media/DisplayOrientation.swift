// SPDX-License-Identifier: Apache-2.0

/// How a decoded picture is brought upright: it is turned, and then mirrored.
public struct DisplayOrientation: Hashable, Sendable {
    /// Degrees clockwise: 0, 90, 180 or 270.
    public let rotation: Int
    /// Left and right are exchanged after turning.
    public let isMirrored: Bool

    /// - Parameter rotation: degrees clockwise; what is no multiple of 90 is rounded down to one.
    public init(rotation: Int = 0, isMirrored: Bool = false) {
        let quarters = (rotation % 360 + 360) % 360 / 90
        self.rotation = quarters * 90
        self.isMirrored = isMirrored
    }

    /// As decoded.
    public static let upright = DisplayOrientation()

    /// Width and height are exchanged on the screen.
    public var isSideways: Bool { rotation % 180 != 0 }

    /// First this one, then the other.
    public func followed(by other: DisplayOrientation) -> DisplayOrientation {
        // Seen in a mirror, a turn goes the other way round.
        DisplayOrientation(
            rotation: rotation + (isMirrored ? -other.rotation : other.rotation), isMirrored: isMirrored != other.isMirrored)
    }
}
