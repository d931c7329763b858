// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Maps HDR pixels to SDR with lookup tables. A value type for one dynamic range.
///
/// The brightest of the three colours determines how much a pixel is darkened, so that it keeps its hue. Then the primaries are converted,
/// and colours outside BT.709 are clipped.
struct ToneMapper {
    let range: DynamicRange

    /// Linear light by code value, with diffuse white at 1. For HLG that of the scene.
    private let light: [Float]
    /// The display's gain by the scene's luminance, see ``LightTable`` (the OOTF of BT.2100). nil for PQ.
    private let system: LightTable?
    /// The factor that darkens a pixel, by its brightest colour as a share of the peak.
    private let scale: LightTable
    /// The screen's code value by linear light.
    private let screen: [UInt8]
    private let matrix: (red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>)
    private let luminance: SIMD4<Float>
    /// The linear light of the peak.
    private let peak: Float

    private static let steps = 4096
    private static let screenSteps = 1 << 14
    /// The system gamma of BT.2100 for a display of 1000 cd/m².
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
    ///   - target: pixels in the layout's order.
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
                    let index = (mixed * limit + 0.5).clamped(lowerBound: .zero, upperBound: limit)
                    let pixels = target + step * pixel
                    pixels[red] = screen[Int(index.x)]
                    pixels[1] = screen[Int(index.y)]
                    pixels[blue] = screen[Int(index.z)]
                    if step == 4 { pixels[3] = 255 }
                }
            }
        }
    }
}

/// A function of light between 0 and 1, indexed by its logarithm: equally precise in dark and bright parts, and looked up without computing
/// one.
private struct LightTable {
    private let values: [Float]

    private static let darkest: Float = 0x1p-16
    /// The number of fraction bits that are dropped.
    private static let rest: UInt32 = 15
    private static let first = darkest.bitPattern >> rest

    init(_ function: (Double) -> Double) {
        values = (Self.first...(Float(1).bitPattern >> Self.rest)).map { step in
            // At the centre of the step.
            Float(function(Double(Float(bitPattern: step << Self.rest | 1 << (Self.rest - 1)))))
        }
    }

    subscript(light: Float) -> Float {
        values.withUnsafeBufferPointer { $0[Int(min(max(light, Self.darkest), 1).bitPattern >> Self.rest &- Self.first)] }
    }
}
