// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A node of a cue's text for selector matching: the root or a span, with its position in the tree.
struct StyledNode {
    /// nil is the root, which represents the cue.
    var span: CueSpan?
    var parent: Int?
    /// The index of the preceding sibling span.
    var previous: Int?
    var language: String
    /// Whether a timestamp after it is over; ``isFuture`` is whether one before it is still to come.
    var isPast = false
    var isFuture = false
}

extension CueSelector {
    /// Whether the selector matches a node of a cue.
    /// - Parameter steps: How many conditions may still be checked; without any left, nothing matches. A selector of many parts can fit
    ///   deeply nested text in more ways than can be tried.
    func matches(_ index: Int, of nodes: [StyledNode], cueID: String, steps: inout Int) -> Bool {
        steps -= 1
        guard !isOfRegions else { return false }
        // `::cue` alone matches the root, and its properties are inherited.
        guard !compounds.isEmpty else { return nodes[index].span == nil }
        return matches(compounds.count - 1, index, nodes, cueID, &steps)
    }

    private func matches(_ compound: Int, _ index: Int, _ nodes: [StyledNode], _ cueID: String, _ steps: inout Int) -> Bool {
        steps -= 1 + compounds[compound].conditions.count
        guard steps > 0 else { return false }
        guard compounds[compound].conditions.allSatisfy({ holds($0, nodes[index], cueID) }) else { return false }
        guard compound > 0 else { return true }
        switch compounds[compound].combinator {
        case .child: return nodes[index].parent.map { matches(compound - 1, $0, nodes, cueID, &steps) } ?? false
        case .next: return nodes[index].previous.map { matches(compound - 1, $0, nodes, cueID, &steps) } ?? false
        case .descendant:
            var other = nodes[index].parent
            while let at = other, steps > 0 {
                if matches(compound - 1, at, nodes, cueID, &steps) { return true }
                other = nodes[at].parent
            }
            return false
        case .later:
            var other = nodes[index].previous
            while let at = other, steps > 0 {
                if matches(compound - 1, at, nodes, cueID, &steps) { return true }
                other = nodes[at].previous
            }
            return false
        }
    }

    private func holds(_ condition: Condition, _ node: StyledNode, _ cueID: String) -> Bool {
        switch condition {
        case .element(let name): return node.span?.kind.rawValue == name
        case .class(let name): return node.span?.classes.contains(name) ?? false
        case .id(let id): return node.span == nil && !id.isEmpty && id == cueID
        case .root: return node.span == nil
        case .past: return node.isPast
        case .future: return node.isFuture
        case .never: return false
        case .language(let range):
            let (language, range) = (node.language.lowercased(), range.lowercased())
            return range == "*" ? !language.isEmpty : language == range || language.hasPrefix(range + "-")
        case .attribute(let name, let operation, let value):
            guard let span = node.span, span.kind == .voice && name == "voice" || span.kind == .language && name == "lang" else {
                return false
            }
            let text = span.annotation
            switch operation {
            case "": return true
            case "=": return text == value
            case "~=": return !value.isEmpty && text.split(separator: " ").contains { $0 == value }
            case "|=": return text == value || text.hasPrefix(value + "-")
            case "^=": return !value.isEmpty && text.hasPrefix(value)
            case "$=": return !value.isEmpty && text.hasSuffix(value)
            case "*=": return !value.isEmpty && text.contains(value)
            default: return false
            }
        }
    }
}
