// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Turns pixels of high dynamic range into those of an ordinary screen, by tables. A value for one way of coding.
///
/// The brightest of the three colours decides how much darker a pixel becomes, so that it keeps its hue; then the primaries are changed,
/// and what BT.709 has no colour for is cut off.
struct ToneMapper {
    let range: DynamicRange

    /// By code value: light, with diffuse white at 1; of HLG the scene's.
    private let light: [Float]
    /// By the scene's luminance, see ``LightTable``: by how much a display shows it brighter (BT.2100, the OOTF). nil for PQ.
    private let system: LightTable?
    /// By the brightest colour as a share of the peak: by how much it becomes darker.
    private let scale: LightTable
    /// By light: what the screen is given.
    private let screen: [UInt8]
    private let matrix: (red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>)
    private let luminance: SIMD4<Float>
    /// Light of the peak.
    private let peak: Float

    private static let steps = 4096
    private static let screenSteps = 1 << 14
    /// Of BT.2100, for a display of 1000 cd/m².
    private static let systemGamma = 1.2

    init(_ range: DynamicRange) {
        self.range = range
        let last = Double(Self.steps - 1)
        let curve = ToneCurve(peak: range.peak)
        let peak = curve.peak / ToneCurve.white
        light = (0..<Self.steps).map { step in
            let linear = range.transfer.linear(Double(step) / last)
            return Float(range.transfer == .pq ? linear / ToneCurve.white : linear)
        }
        system =
            range.transfer == .pq
            ? nil : LightTable { peak * pow($0, Self.systemGamma - 1) }
        scale = LightTable { curve.mapped($0 * peak * ToneCurve.white) / ToneCurve.white / ($0 * peak) }
        screen = (0..<Self.screenSteps).map { step in
            UInt8((standardValue(ofLinear: Double(step) / Double(Self.screenSteps - 1)) * 255).rounded())
        }
        let matrix = range.primaries.toBT709
        self.matrix = (Self.wide(matrix.first), Self.wide(matrix.second), Self.wide(matrix.third))
        luminance = Self.wide(range.primaries.luminance)
        self.peak = Float(peak)
    }

    private static func wide(_ vector: SIMD3<Double>) -> SIMD4<Float> { SIMD4(SIMD3<Float>(vector), 0) }

    /// Maps a row of pixels.
    /// - Parameters:
    ///   - source: red, green and blue of each pixel, with white at 65535.
    ///   - target: in the order of the layout.
    func map(_ source: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<UInt8>, count: Int, as layout: PictureConverter.Layout) {
        let (red, blue) = layout == .bgra ? (2, 0) : (0, 2)
        let step = layout.bytesPerPixel
        let limit = SIMD4<Float>(repeating: Float(Self.screenSteps - 1))
        let share = 1 / peak
        light.withUnsafeBufferPointer { light in
            screen.withUnsafeBufferPointer { screen in
                for pixel in 0..<count {
                    let code = source + 3 * pixel
                    var color = SIMD4<Float>(light[Int(code[0] >> 4)], light[Int(code[1] >> 4)], light[Int(code[2] >> 4)], 0)
                    if let system { color *= system[(color * luminance).sum()] }
                    let brightest = color.max()
                    color *= brightest < peak ? scale[brightest * share] : 1 / max(brightest, 1)
                    let mixed = matrix.red * color.x + matrix.green * color.y + matrix.blue * color.z
                    let place = (mixed * limit + 0.5).clamped(lowerBound: .zero, upperBound: limit)
                    let pixels = target + step * pixel
                    pixels[red] = screen[Int(place.x)]
                    pixels[1] = screen[Int(place.y)]
                    pixels[blue] = screen[Int(place.z)]
                    if step == 4 { pixels[3] = 255 }
                }
            }
        }
    }
}

/// A function of light between 0 and 1, by its logarithm: equally fine for the dark and for the bright, and found without a root.
private struct LightTable {
    private let values: [Float]

    private static let darkest: Float = 0x1p-16
    /// Bits of a number's fraction that are left out.
    private static let rest: UInt32 = 15
    private static let first = darkest.bitPattern >> rest

    init(_ function: (Double) -> Double) {
        values = (Self.first...(Float(1).bitPattern >> Self.rest)).map { step in
            // In the middle of the step.
            Float(function(Double(Float(bitPattern: step << Self.rest | 1 << (Self.rest - 1)))))
        }
    }

    subscript(light: Float) -> Float {
        values.withUnsafeBufferPointer { $0[Int(min(max(light, Self.darkest), 1).bitPattern >> Self.rest &- Self.first)] }
    }
}
