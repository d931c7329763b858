// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads samples of 3GPP timed text (`tx3g`, 3GPP TS 26.245 section 5): text, and boxes that style ranges of it.
struct TimedTextSample {
    /// The style of a text range (5.17.1.2).
    private struct Style {
        /// The range in characters.
        var range: Range<Int>
        var face: UInt8
        var size: UInt8
        /// Red, green, blue, alpha.
        var color: [UInt8]

        init?(_ record: ByteText) {
            guard record.count >= 12 else { return nil }
            let (first, last) = (record.number16(at: 0), record.number16(at: 2))
            range = first..<max(first, last)
            face = record[6]
            size = record[7]
            color = Array(record.slice(8, 12))
        }

        func looksLike(_ other: Style?) -> Bool { other.map { $0.face == face && $0.size == size && $0.color == color } ?? false }
    }

    private var defaultStyle: Style?
    /// Number-pad position.
    private var alignment = 2
    private var isVertical = false
    private var background: [UInt8] = [0, 0, 0, 0]
    private var isForced = false

    /// - Parameter header: The sample description after its data reference index; missing fields take the standard's defaults.
    init(header: [UInt8]) {
        header.withUnsafeBufferPointer { header in
            guard header.count >= 18 else { return }
            let flags = header.number16(at: 0) << 16 | header.number16(at: 2)
            // Apple's flag, reserved by 3GPP: all samples of the track are forced.
            isForced = flags & 0x8000_0000 != 0
            isVertical = flags & 0x0002_0000 != 0
            let column = [0: 1, 1: 2][header[4]] ?? 3
            let row = [0: 6, 1: 3][header[5]] ?? 0
            alignment = row + column
            background = Array(header.slice(6, 10))
            defaultStyle = Style(header.slice(18, 30))
        }
    }

    func read(_ bytes: [UInt8], start: MediaTime, end: MediaTime) -> CaptionDocument {
        var document = CaptionDocument(format: .subRip)
        let text = Self.text(of: bytes)
        guard !text.isEmpty else { return document }
        var cue = Cue(start: start, end: end, text: text, isForced: isForced)
        var styles: [Style] = []
        bytes.withUnsafeBufferPointer { bytes in
            bytes.slice(from: 2 + bytes.number16(at: 0)).forEachBox { name, content in
                if name.equals("styl"), content.count >= 2 {
                    for index in 0..<min(content.number16(at: 0), content.count / 12) {
                        if let style = Style(content.slice(from: 2 + 12 * index)) { styles.append(style) }
                    }
                } else if name.equals("frcd") {
                    cue.isForced = true
                } else if name.equals("krok") || name.equals("hlit") || name.equals("blnk") || name.equals("dlay") {
                    document.errors.append(
                        CaptionError(
                            code: .unsupported, line: 0, message: "the effect “\(name.string)” of timed text is not shown",
                            remedy: "use styles"))
                }
            }
        }
        if alignment != 2 { cue.settings.setPosition(alignment: alignment) }
        if isVertical { cue.settings.vertical = .growingLeft }
        cue.style = declarations(of: defaultStyle)
        if background[3] > 0 { cue.style.append(Declaration("background-color", Self.css(background))) }
        cue.tree = tree(of: text, styles)
        document.cues = [cue]
        return document
    }

    /// The text of a sample: UTF-8, or UTF-16 after a byte order mark (5.17). Invalid UTF-8 is read as windows-1252.
    static func text(of sample: [UInt8]) -> String {
        sample.withUnsafeBufferPointer { sample in
            guard sample.count >= 2 else { return "" }
            let text = sample.slice(2, 2 + sample.number16(at: 0))
            let bytes: [UInt8]
            if text.hasPrefix("\u{FEFF}") {
                bytes = Array(text.slice(from: 3))
            } else if text.count >= 2, text[0] == 0xFE, text[1] == 0xFF {
                bytes = TextEncoding.utf16BigEndian.decode(text)
            } else if text.count >= 2, text[0] == 0xFF, text[1] == 0xFE {
                bytes = TextEncoding.utf16LittleEndian.decode(text)
            } else {
                bytes = TextEncoding.isWellFormed(text) ? Array(text) : TextEncoding.windows1252.decode(text)
            }
            return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        }
    }

    // MARK: Styles

    /// White text of the default size needs no declarations.
    private func declarations(of style: Style?) -> [Declaration] {
        guard let style else { return [] }
        var list: [Declaration] = []
        if style.face & 1 != 0 { list.append(Declaration("font-weight", "bold")) }
        if style.face & 2 != 0 { list.append(Declaration("font-style", "italic")) }
        if style.face & 4 != 0 { list.append(Declaration("text-decoration", "underline")) }
        if style.color != [255, 255, 255, 255], style.color[3] > 0 { list.append(Declaration("color", Self.css(style.color))) }
        return list
    }

    private static func css(_ color: [UInt8]) -> String {
        "#" + (color[3] == 255 ? color.prefix(3) : color[...]).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func tree(of text: String, _ styles: [Style]) -> [CueNode] {
        let letters = Array(text.unicodeScalars)
        var borders = Set([0, letters.count])
        for style in styles {
            borders.insert(min(style.range.lowerBound, letters.count))
            borders.insert(min(style.range.upperBound, letters.count))
        }
        let sorted = borders.sorted()
        var nodes: [CueNode] = []
        for (first, last) in zip(sorted, sorted.dropFirst()) {
            var run = String.UnicodeScalarView()
            run.append(contentsOf: letters[first..<last])
            let style = styles.last { $0.range.contains(first) }
            nodes.append(contentsOf: node(String(run), style))
        }
        return nodes
    }

    private func node(_ text: String, _ style: Style?) -> [CueNode] {
        guard let style, !style.looksLike(defaultStyle) else { return [.text(text)] }
        var node = CueNode.text(text)
        if style.face & 4 != 0 { node = .span(CueSpan(kind: .underline, children: [node])) }
        if style.face & 2 != 0 { node = .span(CueSpan(kind: .italic, children: [node])) }
        if style.face & 1 != 0 { node = .span(CueSpan(kind: .bold, children: [node])) }
        var changes: [Declaration] = []
        let color = defaultStyle?.color ?? [255, 255, 255, 255]
        if style.color != color, style.color[3] > 0 { changes.append(Declaration("color", Self.css(style.color))) }
        if let size = defaultStyle?.size, size > 0, style.size > 0, style.size != size {
            changes.append(Declaration("font-size", "\((Double(style.size) / Double(size) * 100).rounded() / 100)em"))
        }
        // Styles of the whole text that this range turns off.
        let missing = (defaultStyle?.face ?? 0) & ~style.face
        if missing & 1 != 0 { changes.append(Declaration("font-weight", "normal")) }
        if missing & 2 != 0 { changes.append(Declaration("font-style", "normal")) }
        if missing & 4 != 0 { changes.append(Declaration("text-decoration", "none")) }
        return changes.isEmpty ? [node] : [.span(CueSpan(kind: .class, style: changes, children: [node]))]
    }
}

extension UnsafeBufferPointer where Element == UInt8 {
    fileprivate func number16(at index: Int) -> Int { index + 1 < count ? Int(self[index]) << 8 | Int(self[index + 1]) : 0 }
}
