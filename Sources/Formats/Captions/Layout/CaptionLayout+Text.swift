// SPDX-License-Identifier: Apache-2.0

/// The style values of a cue that affect its layout.
struct TextMetrics {
    var text: String
    var fontSize: Double
    var lineHeight: Double
    var isRightToLeft: Bool
    var wraps: Bool
}

extension CaptionLayout {
    /// Estimates a text's width: about half the font size for a letter, the full size for an ideograph.
    public static func estimate(_ text: String, _ fontSize: Double) -> Double {
        var width = 0.0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20...0x2FF: width += 0.5
            case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: break
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0x1F300...0x1FAFF,
                0x20000...0x3FFFD:
                width += 1
            default: width += 0.5
            }
        }
        return width * fontSize
    }

    /// The maximum number of letters of a cue that are laid out; no readable caption has more. The width of a line is measured again for
    /// each word, so a line of very many small letters would take long.
    static let maxLetters = 4000

    /// - Parameter region: The region whose style the cue inherits.
    func metrics(of cue: Cue, in region: CaptionRegion? = nil) -> TextMetrics {
        let text = String(cue.plainText().prefix(Self.maxLetters))
        let own = styling.style(of: cue)
        let outer = region.map { styling.style(of: $0) } ?? []
        // Uses the shorter side, because letters sized by the height would be too large for portrait video.
        let usual = usualFontSize ?? min(height, width) * 0.05
        let size = pixels(own["font-size"] ?? outer["font-size"], em: usual) ?? usual
        let fontSize = min(max(size, 1), height)
        let hasRuby = cue.tree.hasRuby
        let lineHeight: Double
        if let value = own["line-height"] ?? outer["line-height"], let length = pixels(value, em: fontSize, allowsNumbers: true) {
            lineHeight = min(max(length, fontSize * 0.5), height)
        } else if let region, region.height == nil, !hasRuby {
            // A region's line is 6 % of the height (WebVTT 7.2).
            lineHeight = max(fontSize * 1.2, height * 0.06)
        } else {
            // Ruby text takes half a line more.
            lineHeight = fontSize * (hasRuby ? 1.75 : 1.25)
        }
        let isRightToLeft = (own["direction"] ?? outer["direction"]).map { $0 == "rtl" } ?? Self.isRightToLeft(text)
        return TextMetrics(
            text: text, fontSize: fontSize, lineHeight: lineHeight, isRightToLeft: isRightToLeft,
            wraps: (own["white-space"] ?? outer["white-space"]) != "nowrap")
    }

    /// A CSS length in pixels; nil if it is invalid or not above zero.
    private func pixels(_ value: String?, em: Double, allowsNumbers: Bool = false) -> Double? {
        guard let value else { return nil }
        let units: [(name: String, size: Double)] = [
            ("%", em / 100), ("rem", em), ("em", em), ("vh", height / 100), ("vw", width / 100), ("vmin", min(width, height) / 100),
            ("vmax", max(width, height) / 100), ("px", 1),
        ]
        func positive(_ text: Substring) -> Double? { Double(text).flatMap { $0.isFinite && $0 > 0 ? $0 : nil } }
        if let unit = units.first(where: { value.hasSuffix($0.name) }) {
            return positive(value.dropLast(unit.name.count)).map { $0 * unit.size }
        }
        return allowsNumbers ? positive(value[...]).map { $0 * em } : nil
    }

    /// Whether a text runs right to left, by its first strong character (WebVTT 7.4, with rules P2 and P3 of UAX 9).
    public static func isRightToLeft(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A: return false
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF, 0x200F: return true
            default: if scalar.value >= 0x80, scalar.properties.isAlphabetic { return false }
            }
        }
        return false
    }

    /// Wraps text to `length` pixels: at line feeds, at spaces when a line is full, and within words longer than a line.
    func wrap(_ metrics: TextMetrics, length: Double) -> [String] {
        let fontSize = metrics.fontSize
        var lines: [String] = []
        for paragraph in metrics.text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !metrics.wraps || measure(String(paragraph), fontSize) <= length {
                lines.append(paragraph.split(separator: " ").joined(separator: " "))
                if lines.count > 500 { return lines }
                continue
            }
            var line = ""
            for word in paragraph.split(separator: " ") {
                let longer = line.isEmpty ? String(word) : line + " " + word
                if measure(longer, fontSize) <= length {
                    line = longer
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                line = ""
                for character in word {
                    if !line.isEmpty, measure(line + String(character), fontSize) > length {
                        lines.append(line)
                        line = ""
                        if lines.count > 500 { return lines }
                    }
                    line.append(character)
                }
                if lines.count > 500 { return lines }
            }
            lines.append(line)
        }
        return lines
    }
}
