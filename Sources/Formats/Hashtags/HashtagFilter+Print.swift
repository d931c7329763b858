// SPDX-License-Identifier: Apache-2.0

extension HashtagFilter: CustomStringConvertible {
    /// The expression's text; parsing it gives the same value.
    public var description: String {
        switch self {
        // Parsing removes one leading number sign.
        case .tag(let tag): tag.unicodeScalars.first == "#" ? "#" + tag : tag
        case .and(let operands): "(and \(operands.map(\.description).joined(separator: " ")))"
        case .or(let operands): "(or \(operands.map(\.description).joined(separator: " ")))"
        case .not(let operand): "(not \(operand.description))"
        }
    }
}
