// SPDX-License-Identifier: Apache-2.0

/// Builds the tree from a parser's events, within the limits.
struct MarkupBuilder {
    let limits: MarkupLimits
    let keepsBlankText: Bool
    /// Lines of the document that the parser is not given.
    let linesBefore: Int
    private(set) var root: MarkupElement?
    var problems: [MarkupError] = []
    /// A limit that was passed; nothing is taken after it.
    private(set) var excess: MarkupError?
    var hasDocumentType = false
    private var open: [MarkupElement] = []
    private var text: [UInt8] = []
    private var elements = 0

    init(limits: MarkupLimits, keepsBlankText: Bool, linesBefore: Int) {
        self.limits = limits
        self.keepsBlankText = keepsBlankText
        self.linesBefore = linesBefore
    }

    /// - Returns: whether parsing goes on.
    mutating func start(_ element: MarkupElement) -> Bool {
        flushText()
        elements += 1
        if open.count >= limits.depth {
            excess = .tooLarge("has more than \(limits.depth) elements inside each other", line: element.line, column: 0)
        } else if elements > limits.elements {
            excess = .tooLarge("has more than \(limits.elements) elements", line: element.line, column: 0)
        } else if element.attributes.count > limits.attributes {
            excess = .tooLarge("has an element with more than \(limits.attributes) attributes", line: element.line, column: 0)
        }
        guard excess == nil else { return false }
        open.append(element)
        return true
    }

    mutating func end() {
        flushText()
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            if root == nil { root = element }
        } else {
            open[open.count - 1].content.append(.element(element))
        }
    }

    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) { text.append(contentsOf: bytes) }

    mutating func note(_ problem: MarkupError) {
        guard problems.count < limits.problems else { return }
        problems.append(problem)
    }

    /// Closes what the document left open.
    mutating func finish() { while !open.isEmpty { end() } }

    private mutating func flushText() {
        guard !text.isEmpty else { return }
        defer { text.removeAll(keepingCapacity: true) }
        guard !open.isEmpty else { return }
        if !keepsBlankText, text.allSatisfy({ $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }) { return }
        open[open.count - 1].content.append(.text(String(decoding: text, as: UTF8.self)))
    }
}
