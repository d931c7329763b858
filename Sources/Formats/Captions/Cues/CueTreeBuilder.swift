// SPDX-License-Identifier: Apache-2.0

/// Builds a cue's node tree as spans open and close.
struct CueTreeBuilder {
    private(set) var open: [CueSpan] = []
    private var roots: [CueNode] = []
    private let depth: Int
    /// Whether a span was dropped because too many were open.
    private(set) var isTooDeep = false

    init(depth: Int) { self.depth = depth }

    mutating func append(_ node: CueNode) {
        if open.isEmpty { roots.append(node) } else { open[open.count - 1].children.append(node) }
    }

    /// Appends text, merging it with an adjacent text node.
    mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        if open.isEmpty { Self.append(text, to: &roots) } else { Self.append(text, to: &open[open.count - 1].children) }
    }

    private static func append(_ text: String, to nodes: inout [CueNode]) {
        guard case .text(var whole)? = nodes.last else { return nodes.append(.text(text)) }
        // With a single owner, the text grows in place.
        nodes.removeLast()
        whole += text
        nodes.append(.text(whole))
    }

    /// Opens a span; returns false when too many are open.
    @discardableResult
    mutating func push(_ span: CueSpan) -> Bool {
        guard open.count < depth else {
            isTooDeep = true
            return false
        }
        open.append(span)
        return true
    }

    mutating func pop() {
        guard let span = open.popLast() else { return }
        append(.span(span))
    }

    /// Closes the innermost spans until `count` remain open.
    mutating func popAll(downTo count: Int = 0) { while open.count > count { pop() } }

    /// Closes all open spans and returns the tree.
    mutating func finish() -> [CueNode] {
        popAll()
        let tree = roots
        roots = []
        isTooDeep = false
        return tree
    }
}
