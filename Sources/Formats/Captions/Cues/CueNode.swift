// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A part of a cue's text (WebVTT 5.3, "WebVTT node objects").
public enum CueNode: Hashable, Sendable {
    /// Text; a line feed is a line break.
    case text(String)
    /// The text after it is spoken from this time on.
    case timestamp(MediaTime)
    /// Marked-up text with its children.
    case span(CueSpan)

    func write(into text: inout String, withRuby: Bool) {
        switch self {
        case .text(let part): text += part
        case .timestamp: break
        case .span(let span):
            if span.kind == .rubyText {
                guard withRuby else { return }
                text += "("
            }
            for child in span.children { child.write(into: &text, withRuby: withRuby) }
            if span.kind == .rubyText { text += ")" }
        }
    }
}

/// Marked-up text.
public struct CueSpan: Hashable, Sendable {
    /// The kinds of spans; the raw values are WebVTT's tags.
    public enum Kind: String, Hashable, Sendable {
        /// Only classes or a style.
        case `class` = "c"
        /// Italic text.
        case italic = "i"
        /// Bold text.
        case bold = "b"
        /// Underlined text.
        case underline = "u"
        /// A base text with its ruby annotations.
        case ruby
        /// The ruby annotation of the text before it.
        case rubyText = "rt"
        /// Text of one speaker, named by ``CueSpan/annotation``.
        case voice = "v"
        /// Text in another language, named by ``CueSpan/annotation``.
        case language = "lang"
    }

    /// What the markup means.
    public var kind: Kind
    /// Class names without dots, which style sheets refer to.
    public var classes: [String]
    /// The speaker for a voice span, the BCP 47 tag for a language span; otherwise empty.
    public var annotation: String
    /// Inline style, as from SRT's `font` tag.
    public var style: [Declaration]
    /// The content in order.
    public var children: [CueNode]

    public init(kind: Kind, classes: [String] = [], annotation: String = "", style: [Declaration] = [], children: [CueNode] = []) {
        self.kind = kind
        self.classes = classes
        self.annotation = annotation
        self.style = style
        self.children = children
    }
}

extension [CueNode] {
    /// Whether the nodes contain ruby annotations.
    var hasRuby: Bool {
        contains { node in
            guard case .span(let span) = node else { return false }
            return span.kind == .ruby || span.children.hasRuby
        }
    }
}
