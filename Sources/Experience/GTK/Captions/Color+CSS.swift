// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Color {
    static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// A colour as CSS writes it (CSS Color 3); nil for what is none.
    init?(css: String) {
        let text = css.lowercased()
        if text == "transparent" {
            self = .clear
            return
        }
        var color = GdkRGBA()
        guard gdk_rgba_parse(&color, text) != 0 else { return nil }
        self.init(red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha))
    }

    func faded(_ opacity: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha * opacity) }
}

/// A length as CSS writes it, for captions.
struct CaptionLength {
    /// Of the letters around, in pixels.
    var fontSize: Double
    var pictureHeight: Double

    /// Shadows and outlines count the pixels of a picture 1080 lines high.
    var pixel: Double { pictureHeight / 1080 }

    /// - Returns: pixels; nil for what is no length.
    func pixels(_ text: some StringProtocol) -> Double? {
        func number(_ unit: String, times factor: Double) -> Double? {
            guard text.hasSuffix(unit), let number = Double(text.dropLast(unit.count)), number.isFinite else { return nil }
            return number * factor
        }
        if text == "0" { return 0 }
        return number("px", times: pixel) ?? number("em", times: fontSize) ?? number("%", times: fontSize / 100)
            ?? number("vh", times: pictureHeight / 100)
    }
}
