// SPDX-License-Identifier: Apache-2.0

extension [CueNode] {
    /// Appends a run of text with uniform style; an unstyled run is joined to a preceding one.
    mutating func append(run: String, isItalic: Bool = false, isUnderlined: Bool = false, style: [Declaration] = []) {
        guard !run.isEmpty else { return }
        var node = CueNode.text(run)
        if isUnderlined { node = .span(CueSpan(kind: .underline, children: [node])) }
        if isItalic { node = .span(CueSpan(kind: .italic, children: [node])) }
        if !style.isEmpty { node = .span(CueSpan(kind: .class, style: style, children: [node])) }
        if case .text(let part) = node, case .text(let last)? = self.last {
            self[count - 1] = .text(last + part)
        } else {
            append(node)
        }
    }
}
