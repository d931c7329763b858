// SPDX-License-Identifier: Apache-2.0

/// Letters once more under themselves.
struct CaptionShadow: Hashable {
    /// Pixels.
    var x: Double
    var y: Double
    /// nil is the colour of the letters.
    var color: Color?

    /// Less is not seen.
    private static let least = 0.75

    /// The value of `text-shadow` (CSS Text Decoration 3, 4), the first on top. Shadows are sharp: how far one is to be blurred is
    /// passed over.
    static func shadows(_ css: String, _ length: CaptionLength) -> [CaptionShadow] {
        let shadows = parts(css, at: ",").prefix(16).compactMap { part -> CaptionShadow? in
            let words = parts(part, at: " ")
            let lengths = words.compactMap { length.pixels($0) }
            guard lengths.count >= 2 else { return nil }
            return CaptionShadow(x: visible(lengths[0]), y: visible(lengths[1]), color: words.lazy.compactMap { Color(css: $0) }.first)
        }
        return rounded(shadows)
    }

    /// The value of TTML's `textOutline` (TTML2 10.2.41): a thickness, and a colour before it.
    static func outline(_ css: String, _ length: CaptionLength) -> [CaptionShadow] {
        let words = parts(css, at: " ")
        guard let thickness = words.lazy.compactMap({ length.pixels($0) }).first, thickness > 0 else { return [] }
        let color = words.lazy.compactMap { Color(css: $0) }.first
        let reach = visible(thickness)
        return rounded([(reach, 0.0), (-reach, 0), (0, reach), (0, -reach)].map { CaptionShadow(x: $0.0, y: $0.1, color: color) })
    }

    private static func visible(_ length: Double) -> Double {
        let length = min(max(length, -1000), 1000)
        return length == 0 ? 0 : length < 0 ? min(length, -least) : max(length, least)
    }

    /// Four shadows to the sides are meant as an outline: its corners belong to it.
    private static func rounded(_ shadows: [CaptionShadow]) -> [CaptionShadow] {
        guard let right = shadows.first(where: { $0.x > 0 && $0.y == 0 }), shadows.count == 4 else { return shadows }
        let (reach, color) = (right.x, right.color)
        let sides = [(reach, 0), (-reach, 0), (0, reach), (0, -reach)].map { CaptionShadow(x: $0.0, y: $0.1, color: color) }
        guard Set(sides) == Set(shadows) else { return shadows }
        let corner = reach * 0.7
        return shadows
            + [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)].map { CaptionShadow(x: $0.0 * corner, y: $0.1 * corner, color: color) }
    }

    /// Split outside of brackets.
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
