// SPDX-License-Identifier: Apache-2.0

/// Maps the luminance of HDR to an SDR screen (ITU-R BT.2390, 5.4.1): dark parts are kept, and bright parts are compressed below white.
struct ToneCurve: Hashable {
    /// The luminance of HDR diffuse white in cd/m² (ITU-R BT.2408), which becomes white on the screen.
    static let white = 203.0

    /// The brightest luminance of the frame in cd/m².
    let peak: Double

    init(peak: Double) { self.peak = min(max(peak, Self.white), 10_000) }

    /// Maps cd/m² in the frame to cd/m² on the screen, at most ``white``.
    func mapped(_ luminance: Double) -> Double {
        let range = PerceptualQuantizer.value(peak)
        let white = PerceptualQuantizer.value(Self.white) / range
        let knee = 1.5 * white - 0.5
        let value = min(PerceptualQuantizer.value(luminance) / range, 1)
        guard value > knee, knee < 1 else { return min(luminance, Self.white) }
        let t = (value - knee) / (1 - knee)
        let (square, cube) = (t * t, t * t * t)
        let pressed = (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + t) * (1 - knee) + (3 * square - 2 * cube) * white
        return PerceptualQuantizer.luminance(pressed * range)
    }
}
