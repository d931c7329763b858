// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions

/// Converts a caption line to Pango markup.
enum CaptionMarkup {
    /// - Parameters:
    ///   - parts: The parts of the line.
    ///   - colors: The colours of the parts; nil makes a part invisible.
    static func text(_ parts: [CaptionLine.Part], colors: [CaptionColor?]) -> String {
        zip(parts, colors).map { part, color in "<span\(attributes(part.look, color ?? .clear))>\(escaped(part.text))</span>" }.joined()
    }

    private static func attributes(_ look: CaptionLook, _ color: CaptionColor) -> String {
        var text = ""
        func add(_ name: String, _ value: String) { text += " \(name)=\"\(escaped(value))\"" }
        add("font_family", look.family)
        // In 1024ths of a point; at 96 dpi, 96 pixels are 72 points.
        add("font_size", "\(Int((look.size * 72 / 96 * 1024).rounded()))")
        add("font_weight", "\(look.weight)")
        if look.isItalic { add("font_style", "italic") }
        if look.isUnderlined { add("underline", "single") }
        if look.isOverlined { add("overline", "single") }
        if look.isStruckThrough { add("strikethrough", "true") }
        if look.hasSmallCapitals { add("font_variant", "small-caps") }
        add("foreground", hex(color))
        // Zero would mean unspecified.
        add("alpha", "\(max(Int((min(max(color.alpha, 0), 1) * 65535).rounded()), 1))")
        return text
    }

    private static func hex(_ color: CaptionColor) -> String {
        let parts = [color.red, color.green, color.blue].map { Int((min(max($0, 0), 1) * 255).rounded()) }
        return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;").replacing("\u{0}", with: "")
    }
}
