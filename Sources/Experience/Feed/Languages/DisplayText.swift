// SPDX-License-Identifier: Apache-2.0

/// Sanitises untrusted names, captions and messages for display on one line.
public enum DisplayText {
    /// Maximum scalars per character: emoji families need seven, accents few.
    private static let maxScalars = 12

    /// Removes control characters and bidirectional controls, collapses spaces, and truncates with an ellipsis.
    ///
    /// Markup is kept and shown as plain text; it is never interpreted.
    /// - Parameter limit: in user-perceived characters.
    public static func clean(_ text: String, limit: Int) -> String {
        var result = ""
        var count = 0
        var needsSpace = false
        for character in text {
            // Stop early instead of scanning a megabyte-long name.
            if count >= limit {
                return limit > 0 ? String(result.dropLast()) + "…" : ""
            }
            if character.isWhitespace || character.isNewline {
                needsSpace = count > 0
                continue
            }
            var kept = String.UnicodeScalarView()
            // Tags are invisible text, except in the flags of regions.
            let isFlag = character.unicodeScalars.first == "\u{1F3F4}"
            for scalar in character.unicodeScalars where !isUnsafe(scalar) && (isFlag || !isTag(scalar)) && kept.count < maxScalars {
                kept.append(scalar)
            }
            guard kept.contains(where: { !isInvisible($0) }) else { continue }
            if needsSpace, count + 1 < limit {
                result.append(" ")
                count += 1
            }
            needsSpace = false
            result.unicodeScalars.append(contentsOf: kept)
            count += 1
        }
        return result
    }

    /// Isolates the text's direction, so that it doesn't affect neighbouring text (Unicode TR 9: first strong isolate).
    public static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Embeddings, overrides, isolates and directional marks.
        case 0x202A...0x202E, 0x2066...0x2069, 0x061C, 0x200E, 0x200F: true
        // Invisible operators, byte-order marks, interlinear annotations and the object replacement character.
        case 0x2060...0x2065, 0xFEFF, 0xFFF9...0xFFFC: true
        default: scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .privateUse
        }
    }

    private static func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0000...0xE007F).contains(scalar.value) }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .control, .nonspacingMark, .enclosingMark, .unassigned: true
        default: scalar.value == 0x115F || scalar.value == 0x1160 || scalar.value == 0x3164 || scalar.value == 0x2800
        }
    }
}
