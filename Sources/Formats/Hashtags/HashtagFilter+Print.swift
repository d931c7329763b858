// SPDX-License-Identifier: Apache-2.0

extension HashtagFilter: CustomStringConvertible {
    /// The expression as it is written: parsing it gives the same value.
    public var description: String {
        switch self {
        // One leading number sign is dropped when it is read.
        case .tag(let tag): tag.unicodeScalars.first == "#" ? "#" + tag : tag
        case .and(let operands): "(and \(operands.map(\.description).joined(separator: " ")))"
        case .or(let operands): "(or \(operands.map(\.description).joined(separator: " ")))"
        case .not(let operand): "(not \(operand.description))"
        }
    }
}
