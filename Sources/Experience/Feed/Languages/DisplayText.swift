// SPDX-License-Identifier: Apache-2.0

/// Names, captions and messages of strangers, made fit for a line on the screen.
public enum DisplayText {
    /// Scalars that one character may consist of: families of emoji need seven, accents few.
    private static let mostScalars = 12

    /// Without control characters and what turns the direction of text around, with single spaces, and cut with an ellipsis.
    ///
    /// Markup stays as it is: it is shown as text, never read.
    /// - Parameter limit: characters, as people count them.
    public static func clean(_ text: String, limit: Int) -> String {
        var result = ""
        var count = 0
        var owesSpace = false
        for character in text {
            // A name of a megabyte is not looked at to its end.
            if count >= limit {
                return limit > 0 ? String(result.dropLast()) + "…" : ""
            }
            if character.isWhitespace || character.isNewline {
                owesSpace = count > 0
                continue
            }
            var kept = String.UnicodeScalarView()
            for scalar in character.unicodeScalars where !isUnfit(scalar) && kept.count < mostScalars { kept.append(scalar) }
            guard kept.contains(where: { !isInvisible($0) }) else { continue }
            if owesSpace, count + 1 < limit {
                result.append(" ")
                count += 1
            }
            owesSpace = false
            result.unicodeScalars.append(contentsOf: kept)
            count += 1
        }
        return result
    }

    /// Keeps a text's direction to itself, so that what stands beside it stays where it is (Unicode TR 9: first strong isolate).
    public static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

    private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Embeddings, overrides and isolates, and marks of direction.
        case 0x202A...0x202E, 0x2066...0x2069, 0x061C, 0x200E, 0x200F: true
        // Invisible operators, tags but for those of flags, and the object replacement character.
        case 0x2060...0x2065, 0xFEFF, 0xFFF9...0xFFFC: true
        default: scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .privateUse
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .control, .nonspacingMark, .enclosingMark, .unassigned: true
        default: scalar.value == 0x115F || scalar.value == 0x1160 || scalar.value == 0x3164 || scalar.value == 0x2800
        }
    }
}
