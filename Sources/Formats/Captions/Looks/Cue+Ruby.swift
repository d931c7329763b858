// SPDX-License-Identifier: Apache-2.0

extension Cue {
    /// The cue without ruby text. Line breaks are computed for it, because annotations are smaller than their base and above it.
    public var withoutRubyText: Cue {
        var cue = self
        cue.tree = tree.compactMap(\.withoutRubyText)
        return cue
    }
}

extension CueNode {
    fileprivate var withoutRubyText: CueNode? {
        guard case .span(var span) = self else { return self }
        if span.kind == .rubyText { return nil }
        span.children = span.children.compactMap(\.withoutRubyText)
        return .span(span)
    }
}
