// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// The red, green and blue primaries of a frame in the CIE 1931 diagram. White is D65.
struct ColorPrimaries: Hashable {
    private let red: SIMD2<Double>
    private let green: SIMD2<Double>
    private let blue: SIMD2<Double>
    private static let white = SIMD2(0.3127, 0.3290)

    static let bt709 = ColorPrimaries(red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
    static let bt2020 = ColorPrimaries(red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])
    static let displayP3 = ColorPrimaries(red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])

    private init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// The primaries of an HDR frame: BT.2020, unless stated otherwise.
    init(_ primaries: AVColorPrimaries) {
        switch primaries {
        case AVCOL_PRI_BT709: self = .bt709
        case AVCOL_PRI_SMPTE432: self = .displayP3
        default: self = .bt2020
        }
    }

    /// From linear red, green and blue to CIE XYZ, with white at a luminance of 1 (SMPTE RP 177).
    private var toXYZ: Matrix3 {
        let corners = Matrix3(Self.tristimulus(red), Self.tristimulus(green), Self.tristimulus(blue))
        let weights = corners.inverse * Self.tristimulus(Self.white)
        return Matrix3(corners.first * weights.x, corners.second * weights.y, corners.third * weights.z)
    }

    private static func tristimulus(_ chromaticity: SIMD2<Double>) -> SIMD3<Double> {
        SIMD3(chromaticity.x, chromaticity.y, 1 - chromaticity.x - chromaticity.y) / chromaticity.y
    }

    /// The contributions of linear red, green and blue to luminance.
    var luminance: SIMD3<Double> {
        let matrix = toXYZ
        return SIMD3(matrix.first.y, matrix.second.y, matrix.third.y)
    }

    /// Converts linear red, green and blue of these primaries to those of BT.709.
    var toBT709: Matrix3 { Self.bt709.toXYZ.inverse * toXYZ }
}

/// A 3 × 3 matrix in columns.
struct Matrix3: Hashable {
    let first: SIMD3<Double>
    let second: SIMD3<Double>
    let third: SIMD3<Double>

    init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        (self.first, self.second, self.third) = (first, second, third)
    }

    static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        matrix.first * vector.x + matrix.second * vector.y + matrix.third * vector.z
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 { Matrix3(left * right.first, left * right.second, left * right.third) }

    /// The inverse of an invertible matrix.
    var inverse: Matrix3 {
        let (a, b, c) = (cross(second, third), cross(third, first), cross(first, second))
        let determinant = (first * a).sum()
        return Matrix3(SIMD3(a.x, b.x, c.x) / determinant, SIMD3(a.y, b.y, c.y) / determinant, SIMD3(a.z, b.z, c.z) / determinant)
    }

    private func cross(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            left.y * right.z - left.z * right.y, left.z * right.x - left.x * right.z, left.x * right.y - left.y * right.x)
    }
}
