// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// Converts configuration values to GTK CSS.
enum FeedCSS {
    static func font(_ font: FeedFont) -> String {
        // In points, so that the size follows the user's text scaling; at the default scale it equals the configured size in pixels.
        var css = "font-size: \(thousandths(font.size * 0.75))pt; font-weight: \(weight(font.weight));"
        if font.isItalic { css += " font-style: italic;" }
        // The name is quoted; characters that could end the string are removed.
        if let family = font.family, !family.isEmpty { css += " font-family: \"\(family.filter { !"\"\\\n\r;{}".contains($0) })\";" }
        return css
    }

    /// Shadow of text on images. It has almost no blur: GTK's software renderer blurs the complete window for each text shadow,
    /// which costs 25 ms per frame; up to one pixel it doesn't blur.
    static let textShadow = "text-shadow: 0 1px 1px rgba(0,0,0,0.6);"

    /// Height in logical pixels of the gradient above text: on thumbnails, and on larger images. In feed.css, too.
    static let (titleShade, wordsShade) = (24, 36)

    /// Gradient behind white text at the bottom of an image, starting dark at the bottom.
    /// - Parameter height: of the text in logical pixels.
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

    /// Formats without an exponent, which CSS doesn't allow.
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

    /// The CSS class with these properties, created on first use.
    @MainActor static func styleClass(_ properties: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in properties.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let name = "feed-" + String(hash, radix: 36)
        GTKStyleSheet.install(".\(name) { \(properties) }", in: .configured)
        return name
    }
}

extension Widget {
    /// Replaces the properties set by the previous call.
    func restyle(_ properties: String, from previous: inout String?) {
        let name = FeedCSS.styleClass(properties)
        guard name != previous else { return }
        if let previous { setCSSClass(previous, false) }
        previous = name
        setCSSClass(name, true)
    }
}
