// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Parses a WebVTT cue's text into a tree (WebVTT 6.4).
struct CueTextParser {
    private var builder: CueTreeBuilder
    private var buffer: [UInt8] = []

    init(depth: Int) { builder = CueTreeBuilder(depth: depth) }

    /// Returns the tree, and whether spans were dropped because too many were open.
    mutating func parse(_ text: ByteText) -> (tree: [CueNode], isTooDeep: Bool) {
        var position = 0
        while position < text.count {
            if text[position] == UInt8(ascii: "<") {
                position = tag(text, from: position + 1)
            } else {
                position = data(text, from: position)
            }
        }
        let isTooDeep = builder.isTooDeep
        return (builder.finish(), isTooDeep)
    }

    /// The data state: text up to the next tag, with character references.
    private mutating func data(_ text: ByteText, from start: Int) -> Int {
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "<"), text[end] != UInt8(ascii: "&") { end += 1 }
        guard end < text.count, text[end] == UInt8(ascii: "&") else {
            builder.append(.text(text.slice(start, end).string))
            return end
        }
        buffer.removeAll(keepingCapacity: true)
        end = start
        while end < text.count, text[end] != UInt8(ascii: "<") { end = character(text, at: end) }
        builder.append(.text(String(decoding: buffer, as: UTF8.self)))
        return end
    }

    /// Appends a byte, or the character reference that starts there, to the buffer.
    private mutating func character(_ text: ByteText, at index: Int) -> Int {
        if text[index] == UInt8(ascii: "&"), let next = CharacterReferences.read(text, from: index + 1, into: &buffer) { return next }
        buffer.append(text[index])
        return index + 1
    }

    /// The tag states; returns the position after the tag.
    private mutating func tag(_ text: ByteText, from start: Int) -> Int {
        let end = text.position(of: UInt8(ascii: ">"), from: start) ?? text.count
        let tag = text.slice(start, end)
        guard let first = tag.first else { return end + 1 }
        if first == UInt8(ascii: "/") {
            close(tag.slice(from: 1))
        } else if first.isDigit {
            if let time = WebVTTTime.whole(tag) { builder.append(.timestamp(time)) }
        } else {
            open(tag)
        }
        return end + 1
    }

    /// The maximum number of classes of a span; each condition of a selector is compared with all of them.
    private static let maxClasses = 100

    private mutating func open(_ tag: ByteText) {
        var index = 0
        while index < tag.count, !tag[index].isTagSpace, tag[index] != UInt8(ascii: ".") { index += 1 }
        let name = tag.slice(0, index)
        guard let kind = CueSpan.Kind(name) else { return }
        if kind == .rubyText, builder.open.last?.kind != .ruby { return }
        var span = CueSpan(kind: kind)
        while index < tag.count, tag[index] == UInt8(ascii: ".") {
            let start = index + 1
            index = start
            while index < tag.count, !tag[index].isTagSpace, tag[index] != UInt8(ascii: ".") { index += 1 }
            if index > start, span.classes.count < Self.maxClasses { span.classes.append(tag.slice(start, index).string) }
        }
        if kind == .voice || kind == .language { span.annotation = annotation(tag, from: index) }
        builder.push(span)
    }

    /// The annotation, with character references replaced and white space trimmed and collapsed.
    private mutating func annotation(_ tag: ByteText, from start: Int) -> String {
        buffer.removeAll(keepingCapacity: true)
        var index = start
        while index < tag.count { index = character(tag, at: index) }
        var words: [UInt8] = []
        buffer.withUnsafeBufferPointer { text in
            text.forEachWord { word in
                if !words.isEmpty { words.append(0x20) }
                words.append(contentsOf: word)
            }
        }
        return String(decoding: words, as: UTF8.self)
    }

    private mutating func close(_ name: ByteText) {
        guard let current = builder.open.last, let kind = CueSpan.Kind(name) else { return }
        if kind == current.kind {
            builder.pop()
        } else if kind == .ruby, current.kind == .rubyText {
            builder.pop()
            builder.pop()
        }
    }
}

extension CueSpan.Kind {
    init?(_ name: ByteText) {
        switch name.count {
        case 1:
            switch name[0] {
            case UInt8(ascii: "c"): self = .class
            case UInt8(ascii: "i"): self = .italic
            case UInt8(ascii: "b"): self = .bold
            case UInt8(ascii: "u"): self = .underline
            case UInt8(ascii: "v"): self = .voice
            default: return nil
            }
        case 2 where name.equals("rt"): self = .rubyText
        case 4 where name.equals("ruby"): self = .ruby
        case 4 where name.equals("lang"): self = .language
        default: return nil
        }
    }
}

extension UInt8 {
    /// White space that ends a tag name. The standard's states omit carriage returns, which input preprocessing removes.
    fileprivate var isTagSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C }
}
