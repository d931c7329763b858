// SPDX-License-Identifier: Apache-2.0

/// Takes the place of the caption model's node: markup of WebVTT, as the browser's own cues take it.
enum CueNode: Hashable, Sendable {
    case text(String)
    case span(CueSpan)

    var markup: String {
        switch self {
        case .text(let text): return Self.escaped(text)
        case .span(let span):
            let inner = span.children.markup
            switch span.kind {
            case .italic: return "<i>" + inner + "</i>"
            case .underline: return "<u>" + inner + "</u>"
            case .class:
                // The default classes of WebVTT, 5.2.
                for style in span.style where style.property == "color" {
                    if let name = CEA608Color.names.first(where: { $0.value == style.value })?.name {
                        return "<c." + name + ">" + inner + "</c>"
                    }
                }
                return inner
            }
        }
    }

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x26: bytes += "&amp;".utf8
            case 0x3C: bytes += "&lt;".utf8
            case 0x3E: bytes += "&gt;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

struct CueSpan: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case `class`, italic, underline }

    var kind: Kind
    var style: [Declaration] = []
    var children: [CueNode]
}

struct Declaration: Hashable, Sendable {
    var property: String
    var value: String

    init(_ property: String, _ value: String) { (self.property, self.value) = (property, value) }
}

extension [CueNode] {
    var markup: String { map { $0.markup }.joined() }
}

extension CEA608Color {
    static var names: [(value: String, name: String)] {
        [
            ("#00ff00", "lime"), ("#0000ff", "blue"), ("#00ffff", "cyan"), ("#ff0000", "red"), ("#ffff00", "yellow"),
            ("#ff00ff", "magenta"), ("#000000", "black"),
        ]
    }
}
