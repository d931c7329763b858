// SPDX-License-Identifier: Apache-2.0

/// The rotation, and then mirroring, that displays a decoded frame upright.
public struct DisplayOrientation: Hashable, Sendable {
    /// Degrees clockwise: 0, 90, 180 or 270.
    public let rotation: Int
    /// Whether left and right are exchanged after the rotation.
    public let isMirrored: Bool

    /// - Parameter rotation: Degrees clockwise, rounded down to a multiple of 90.
    public init(rotation: Int = 0, isMirrored: Bool = false) {
        let quarters = (rotation % 360 + 360) % 360 / 90
        self.rotation = quarters * 90
        self.isMirrored = isMirrored
    }

    /// No change.
    public static let upright = DisplayOrientation()

    /// Whether width and height are exchanged on the screen.
    public var isSideways: Bool { rotation % 180 != 0 }

    /// The combination of this orientation and then `other`.
    public func followed(by other: DisplayOrientation) -> DisplayOrientation {
        // Mirroring reverses the direction of rotation.
        DisplayOrientation(
            rotation: rotation + (isMirrored ? -other.rotation : other.rotation), isMirrored: isMirrored != other.isMirrored)
    }
}
