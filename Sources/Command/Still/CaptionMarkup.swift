// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions

/// A cue's text as Pango reads it.
enum CaptionMarkup {
    /// - Parameters:
    ///   - runs: Of the cue.
    ///   - fontSize: Of the box, which shares are of, in pixels.
    ///   - height: Of the picture.
    static func text(_ runs: [StyledRun], fontSize: Double, height: Double) -> String {
        runs.map { run in "<span\(attributes(run, fontSize: fontSize, height: height))>\(escaped(run.text))</span>" }.joined()
    }

    private static func attributes(_ run: StyledRun, fontSize: Double, height: Double) -> String {
        let style = run.style
        var text = ""
        func add(_ name: String, _ value: String?) { if let value { text += " \(name)=\"\(escaped(value))\"" } }
        let color = style["color"].flatMap(CaptionColor.init) ?? .white
        add("foreground", color.hex)
        add("alpha", color.percent)
        let background = (style["background-color"] ?? style["background"]).flatMap(CaptionColor.init) ?? CaptionColor(0, 0, 0, 0.8)
        if background.alpha > 0 {
            add("background", background.hex)
            add("bgalpha", background.percent)
        }
        if let slant = style["font-style"], slant == "italic" || slant == "oblique" { add("font_style", slant) }
        if let weight = style["font-weight"], weight == "bold" || (Int(weight) ?? 0) >= 600 { add("font_weight", "bold") }
        add("font_family", style["font-family"])
        let decoration = style["text-decoration"] ?? ""
        if decoration.contains("underline") { add("underline", "single") }
        if decoration.contains("line-through") { add("strikethrough", "true") }
        if style["font-variant"] == "small-caps" { add("font_variant", "small-caps") }
        if style["vertical-align"] == "super" { add("rise", "\(Int(fontSize * 300))") }
        if style["vertical-align"] == "sub" { add("rise", "\(Int(-fontSize * 150))") }
        // Pango has no line above the line: an annotation stands behind its base, smaller.
        let size = size(style["font-size"], fontSize, height) * (run.isRuby ? 0.5 : 1)
        // In 1024ths of a point, at 96 of which an inch has 72.
        if size != fontSize { add("font_size", "\(Int(size * 72 / 96 * 1024))") }
        return text
    }

    private static func size(_ value: String?, _ fontSize: Double, _ height: Double) -> Double {
        guard let value else { return fontSize }
        func number(_ suffix: String) -> Double? {
            value.hasSuffix(suffix) ? Double(value.dropLast(suffix.count)).flatMap { $0.isFinite && $0 > 0 ? $0 : nil } : nil
        }
        let size = number("vh").map { $0 / 100 * height } ?? number("px")
        return min(max(size ?? fontSize, 1), height)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;").replacing("\u{0}", with: "")
    }
}

/// A colour as the style sheets of captions write it.
struct CaptionColor {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    static var white: CaptionColor { CaptionColor(1, 1, 1, 1) }

    init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    private static let names: [String: UInt32] = [
        "white": 0xFFFFFF, "black": 0x000000, "red": 0xFF0000, "lime": 0x00FF00, "green": 0x008000, "blue": 0x0000FF, "yellow": 0xFFFF00,
        "cyan": 0x00FFFF, "aqua": 0x00FFFF, "magenta": 0xFF00FF, "fuchsia": 0xFF00FF, "gray": 0x808080, "grey": 0x808080,
        "silver": 0xC0C0C0, "maroon": 0x800000, "olive": 0x808000, "purple": 0x800080, "teal": 0x008080, "navy": 0x000080,
        "orange": 0xFFA500,
    ]

    /// A name, `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb()` or `rgba()`; nil for anything else.
    init?(_ text: String) {
        let text = text.lowercased()
        if text == "transparent" {
            self.init(0, 0, 0, 0)
        } else if let value = Self.names[text] {
            self.init(Double(value >> 16) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255, 1)
        } else if text.hasPrefix("#") {
            let digits = text.dropFirst().compactMap(\.hexDigitValue).map(Double.init)
            switch digits.count {
            case 3, 4: self.init(digits[0] / 15, digits[1] / 15, digits[2] / 15, digits.count == 4 ? digits[3] / 15 : 1)
            case 6, 8:
                let parts = stride(from: 0, to: digits.count, by: 2).map { (digits[$0] * 16 + digits[$0 + 1]) / 255 }
                self.init(parts[0], parts[1], parts[2], parts.count == 4 ? parts[3] : 1)
            default: return nil
            }
        } else if text.hasPrefix("rgb"), let open = text.firstIndex(of: "("), text.hasSuffix(")") {
            let parts = text[text.index(after: open)...].dropLast().split { $0 == "," || $0 == " " || $0 == "/" }.compactMap { Double($0) }
            guard parts.count == 3 || parts.count == 4 else { return nil }
            self.init(parts[0] / 255, parts[1] / 255, parts[2] / 255, parts.count == 4 ? min(max(parts[3], 0), 1) : 1)
        } else {
            return nil
        }
    }

    var hex: String {
        let parts = [red, green, blue].map { Int((min(max($0, 0), 1) * 255).rounded()) }
        return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Of the opacity; Pango has no nothing.
    var percent: String { "\(max(Int((min(max(alpha, 0), 1) * 100).rounded()), 1))%" }
}
