// SPDX-License-Identifier: Apache-2.0

/// An sRGB colour.
public struct Color: Hashable, Sendable {
    /// Components in 0...1.
    public var red: Double
    /// 0...1.
    public var green: Double
    /// 0...1.
    public var blue: Double
    /// 0 is transparent, 1 is opaque.
    public var alpha: Double

    /// Values outside 0...1 are clamped.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        func part(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), 1) : 0 }
        (self.red, self.green, self.blue, self.alpha) = (part(red), part(green), part(blue), part(alpha))
    }

    /// - Parameter rgb: A value such as 0x3A86FF; higher bits are ignored.
    public init(_ rgb: UInt32, alpha: Double = 1) {
        func part(_ shift: UInt32) -> Double { Double((rgb >> shift) & 0xFF) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0), alpha: alpha)
    }

    /// Transparent black.
    public static let clear = Color(0, alpha: 0)
    /// Opaque black.
    public static let black = Color(0)
    /// Opaque white.
    public static let white = Color(0xFFFFFF)
    /// Opaque yellow, which broadcasters use for subtitles.
    public static let yellow = Color(0xFFFF00)

    /// The colour in CSS (CSS Color 4, section 5.1): `rgba(255, 255, 0, 0.5)`, with alpha in thousandths.
    public var css: String {
        // Formatted by hand: properties may have any value, and small numbers would be written with an exponent, which CSS lacks.
        func whole(_ value: Double, of scale: Double) -> Int { value.isFinite ? Int((min(max(value, 0), 1) * scale).rounded()) : 0 }
        let thousandths = whole(alpha, of: 1000)
        let digits = String(Substring(String(thousandths + 1000).utf8.dropFirst()))
        let opacity = thousandths == 1000 ? "1" : thousandths == 0 ? "0" : "0." + digits
        return "rgba(\(whole(red, of: 255)), \(whole(green, of: 255)), \(whole(blue, of: 255)), \(opacity))"
    }
}

#if !hasFeature(Embedded)
    extension Color: Codable {}
#endif
