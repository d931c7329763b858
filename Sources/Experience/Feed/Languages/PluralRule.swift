// SPDX-License-Identifier: Apache-2.0

/// CLDR plural categories of whole numbers (cardinals).
public enum PluralCategory: String, Hashable, Sendable, CaseIterable { case zero, one, two, few, many, other }

enum PluralRule {
    /// - Parameter language: the language subtag of a BCP 47 tag.
    static func category(of count: Int, in language: String) -> PluralCategory {
        let count = count.magnitude
        switch language {
        case "ja": return .other
        case "ar":
            switch count {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            default:
                let rest = count % 100
                return (3...10).contains(rest) ? .few : (11...99).contains(rest) ? .many : .other
            }
        case "fr":
            if count <= 1 { return .one }
            return count.isMultiple(of: 1_000_000) ? .many : .other
        case "es":
            if count == 1 { return .one }
            return count != 0 && count.isMultiple(of: 1_000_000) ? .many : .other
        default: return count == 1 ? .one : .other
        }
    }
}
