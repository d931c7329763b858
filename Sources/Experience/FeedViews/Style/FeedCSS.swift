// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// Values of a configuration as GTK's CSS.
enum FeedCSS {
    static func font(_ font: FeedFont) -> String {
        // As many pixels of the style at the usual size of text, and more where a person wants larger letters.
        var css = "font-size: \(thousandths(font.size * 0.75))pt; font-weight: \(weight(font.weight));"
        if font.isItalic { css += " font-style: italic;" }
        // A name is quoted, and what would end the quotes is left out.
        if let family = font.family, !family.isEmpty { css += " font-family: \"\(family.filter { !"\"\\\n\r;{}".contains($0) })\";" }
        return css
    }

    /// Of text on a picture. Not soft: where GTK draws on the processor, each soft shadow of a text blurs the whole window, 25 ms in each
    /// frame; up to a pixel it blurs nothing.
    static let textShadow = "text-shadow: 0 1px 1px rgba(0,0,0,0.6);"

    /// Pixels of the style over which the shade behind words comes up: over those of a thumbnail, and over those of a larger picture.
    static let (titleShade, wordsShade) = (24, 36)

    /// Behind white words on any picture, from the top: clear, and where the words begin so dark that they stand out 4.5 to 1 on white
    /// (WCAG 1.4.3).
    static func shade(_ rise: Int) -> String { "linear-gradient(to bottom, rgba(0,0,0,0), rgba(0,0,0,0.6) \(rise)px, rgba(0,0,0,0.72))" }

    /// The same from the bottom, behind words of a height in pixels of the style; above them it is clear.
    static func shade(below height: Int) -> String {
        "linear-gradient(to top, rgba(0,0,0,0.72), rgba(0,0,0,0.6) \(height)px, rgba(0,0,0,0) \(height + wordsShade)px)"
    }

    static func shadow(_ shadow: FeedShadow, isRightToLeft: Bool) -> String {
        guard shadow.opacity > 0 else { return "" }
        var color = shadow.color
        color.alpha = min(max(shadow.opacity, 0), 1)
        let x = isRightToLeft ? -shadow.offset.x : shadow.offset.x
        return "box-shadow: \(thousandths(x))px \(thousandths(shadow.offset.y))px 6px \(color.css);"
    }

    /// Without an exponent, which CSS does not know.
    static func thousandths(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let whole = Int((min(max(value, -100_000), 100_000) * 1000).rounded())
        let (units, rest) = (whole.magnitude / 1000, whole.magnitude % 1000)
        let digits = String(rest + 1000).dropFirst()
        return (whole < 0 ? "-" : "") + (rest == 0 ? "\(units)" : "\(units).\(digits)")
    }

    private static func weight(_ weight: FeedFont.Weight) -> Int {
        switch weight {
        case .ultraLight: 100
        case .thin: 200
        case .light: 300
        case .regular: 400
        case .medium: 500
        case .semibold: 600
        case .bold: 700
        case .heavy: 800
        case .black: 900
        }
    }

    /// The class that has these properties; made when it is asked for first.
    @MainActor static func styleClass(_ properties: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in properties.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let name = "feed-" + String(hash, radix: 36)
        StyleSheet.install(".\(name) { \(properties) }", in: .configured)
        return name
    }
}

extension Widget {
    /// Has these properties in place of those that it had from a former call.
    func restyle(_ properties: String, from former: inout String?) {
        let name = FeedCSS.styleClass(properties)
        guard name != former else { return }
        if let former { setCSSClass(former, false) }
        former = name
        setCSSClass(name, true)
    }
}
