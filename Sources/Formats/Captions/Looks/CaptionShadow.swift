// SPDX-License-Identifier: Apache-2.0

/// A shadow of text.
public struct CaptionShadow: Hashable, Sendable {
    /// Offset in pixels.
    public var x: Double
    /// Offset in pixels; positive is down.
    public var y: Double
    /// Blur radius in pixels; 0 is sharp.
    public var blur: Double
    /// nil uses the text colour.
    public var color: CaptionColor?

    public init(x: Double, y: Double, blur: Double = 0, color: CaptionColor? = nil) {
        (self.x, self.y, self.blur, self.color) = (x, y, blur, color)
    }

    /// The smallest visible length, in pixels.
    private static let minimumVisible = 0.75
    /// A larger blur looks the same and would slow down every frame.
    private static let maximumBlur = 48.0

    /// Parses `text-shadow` (CSS Text Decoration 3, 4), topmost first.
    static func shadows(_ css: String, _ length: CaptionLength) -> [CaptionShadow] {
        let shadows = parts(css, at: ",").prefix(16).compactMap { part -> CaptionShadow? in
            let words = parts(part, at: " ")
            let lengths = words.compactMap { length.pixels($0) }
            guard lengths.count >= 2 else { return nil }
            let blur = lengths.count > 2 ? min(max(lengths[2], 0), maximumBlur) : 0
            return CaptionShadow(
                x: visible(lengths[0]), y: visible(lengths[1]), blur: blur < 0.5 ? 0 : blur,
                color: words.lazy.compactMap { CaptionColor(css: $0) }.first)
        }
        return rounded(shadows)
    }

    /// Parses TTML's `textOutline` (TTML2 10.2.41): a thickness, an optional blur, and an optional colour before both.
    static func outline(_ css: String, _ length: CaptionLength) -> [CaptionShadow] {
        let words = parts(css, at: " ")
        let lengths = words.compactMap { length.pixels($0) }
        guard let thickness = lengths.first, thickness > 0 else { return [] }
        let color = words.lazy.compactMap { CaptionColor(css: $0) }.first
        let reach = visible(thickness)
        let blur = lengths.count > 1 ? min(max(lengths[1], 0), maximumBlur) : 0
        return rounded(
            [(reach, 0.0), (-reach, 0), (0, reach), (0, -reach)].map {
                CaptionShadow(x: $0.0, y: $0.1, blur: blur < 0.5 ? 0 : blur, color: color)
            })
    }

    private static func visible(_ length: Double) -> Double {
        let length = min(max(length, -1000), 1000)
        return length == 0 ? 0 : length < 0 ? min(length, -minimumVisible) : max(length, minimumVisible)
    }

    /// Adds corners to four shadows, one per side, which are meant as an outline.
    private static func rounded(_ shadows: [CaptionShadow]) -> [CaptionShadow] {
        guard let right = shadows.first(where: { $0.x > 0 && $0.y == 0 }), shadows.count == 4 else { return shadows }
        let reach = right.x
        func side(_ x: Double, _ y: Double) -> CaptionShadow { CaptionShadow(x: x, y: y, blur: right.blur, color: right.color) }
        let sides = [side(reach, 0), side(-reach, 0), side(0, reach), side(0, -reach)]
        guard Set(sides) == Set(shadows) else { return shadows }
        let corner = reach * 0.7
        return shadows + [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)].map { side($0.0 * corner, $0.1 * corner) }
    }

    /// Splits text at a separator outside parentheses.
    private static func parts(_ text: String, at separator: Character) -> [String] {
        var depth = 0
        var parts = [""]
        for letter in text {
            if letter == "(" { depth += 1 }
            if letter == ")" { depth -= 1 }
            if depth == 0, letter == separator { parts.append("") } else { parts[parts.count - 1].append(letter) }
        }
        return parts.map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }
}
