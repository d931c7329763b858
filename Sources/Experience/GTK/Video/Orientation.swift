// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A viewing direction: a unit quaternion that rotates the straight-ahead direction.
///
/// The axes are those of the viewer: x to the right, y up, z towards the viewer, so straight ahead is -z.
public struct Orientation: Hashable, Sendable {
    /// The real part of the unit quaternion.
    public private(set) var w: Double
    /// The quaternion's part along the x axis.
    public private(set) var x: Double
    /// The quaternion's part along the y axis.
    public private(set) var y: Double
    /// The quaternion's part along the z axis.
    public private(set) var z: Double

    /// Straight ahead.
    public static let ahead = Orientation(w: 1, x: 0, y: 0, z: 0)

    /// Takes any quaternion and normalises it; zero becomes ``ahead``.
    public init(w: Double, x: Double, y: Double, z: Double) {
        let length = (w * w + x * x + y * y + z * z).squareRoot()
        guard length > 0, length.isFinite else {
            self = .ahead
            return
        }
        (self.w, self.x, self.y, self.z) = (w / length, x / length, y / length, z / length)
    }

    /// - Parameters:
    ///   - yaw: radians to the right.
    ///   - pitch: radians up.
    public init(yaw: Double, pitch: Double) {
        let turn = Orientation(w: cos(yaw / 2), x: 0, y: -sin(yaw / 2), z: 0)
        self = turn * Orientation(w: cos(pitch / 2), x: sin(pitch / 2), y: 0, z: 0)
    }

    /// Applies the right rotation first, then the left one.
    public static func * (left: Orientation, right: Orientation) -> Orientation {
        Orientation(
            w: left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z,
            x: left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            y: left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            z: left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w)
    }

    /// Rotates a direction.
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
        let axis = SIMD3(x, y, z)
        let twice = 2 * Self.cross(axis, v)
        return v + w * twice + Self.cross(axis, twice)
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// Yaw and pitch in radians, to the right and up.
    public var angles: (yaw: Double, pitch: Double) {
        let direction = turned(SIMD3(0, 0, -1))
        return (atan2(direction.x, -direction.z), asin(min(max(direction.y, -1), 1)))
    }

    /// Turns further to the right and up, in radians; stops at the poles and keeps the horizon level.
    public func looking(right: Double, up: Double) -> Orientation {
        let (yaw, pitch) = angles
        return Orientation(yaw: yaw + right, pitch: min(max(pitch + up, -.pi / 2 + 0.001), .pi / 2 - 0.001))
    }
}
