// SPDX-License-Identifier: Apache-2.0

/// Brings the light of a picture into what a screen of standard range shows (ITU-R BT.2390, 5.4.1): what is dark stays as it is, and
/// what is bright is pressed together below white.
struct ToneCurve: Hashable {
    /// cd/m² of diffuse white in high dynamic range (ITU-R BT.2408), which is white on the screen.
    static let white = 203.0

    /// cd/m² of the brightest that the picture has.
    let peak: Double

    init(peak: Double) { self.peak = min(max(peak, Self.white), 10_000) }

    /// cd/m² on the screen, of cd/m² in the picture; no more than ``white``.
    func mapped(_ luminance: Double) -> Double {
        let range = PerceptualQuantizer.value(peak)
        let most = PerceptualQuantizer.value(Self.white) / range
        let knee = 1.5 * most - 0.5
        let value = min(PerceptualQuantizer.value(luminance) / range, 1)
        guard value > knee, knee < 1 else { return min(luminance, Self.white) }
        let t = (value - knee) / (1 - knee)
        let (square, cube) = (t * t, t * t * t)
        let pressed = (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + t) * (1 - knee) + (3 * square - 2 * cube) * most
        return PerceptualQuantizer.luminance(pressed * range)
    }
}
