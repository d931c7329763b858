// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Parses the text of a SubStation dialogue into nodes and settings.
struct SubStationText {
    private struct Look: Hashable {
        var kinds: [CueSpan.Kind] = []
        var style: [Declaration] = []
        /// Outline and shadow colours set by tags; the outline or shadow itself may be enabled later.
        var edge: SubStationColor?
        var shadow: SubStationColor?
    }

    private let styles: [String: SubStationStyle]
    private let picture: (width: Double, height: Double)
    /// The declarations of the line's style.
    private let base: [Declaration]
    private var look = Look()
    private var nodes: [CueNode] = []
    private var run: [UInt8] = []
    private var plain: [UInt8] = []
    private var isDrawing = false

    private(set) var settings = CueSettings()
    /// Unsupported tags found.
    private(set) var unsupportedTags: [String] = []

    init(styles: [String: SubStationStyle], base: [Declaration], picture: (width: Double, height: Double)) {
        self.styles = styles
        self.base = base
        self.picture = picture
    }

    mutating func parse(_ text: ByteText, alignment: Int, margins: SubStationMargins, start: MediaTime) -> (text: String, tree: [CueNode]) {
        // The first alignment and the first position in a dialogue count.
        var ownAlignment: Int?
        var position: (x: Double, y: Double)?
        var syllable = start
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "{"), let end = text.position(of: UInt8(ascii: "}"), from: index) {
                for override in SubStationOverride.list(text.slice(index + 1, end)) {
                    switch override {
                    case .alignment(let value): ownAlignment = ownAlignment ?? value
                    case .position(let x, let y): position = position ?? (x, y)
                    case .movement(let x, let y):
                        position = position ?? (x, y)
                        unsupportedTags.append("\\move")
                    case .unknown(let name): unsupportedTags.append("\\" + name)
                    case .karaoke(let length):
                        flush()
                        if syllable > start { nodes.append(.timestamp(syllable)) }
                        syllable = syllable + MediaTime(value: Int64(min(max(length, 0), 1e6)), timescale: 100)
                    default: apply(override)
                    }
                }
                index = end + 1
            } else if byte == UInt8(ascii: "{") {
                // An unclosed brace: the rest is text.
                if !isDrawing { run.append(contentsOf: text.slice(from: index)) }
                index = text.count
            } else if byte == UInt8(ascii: "\\"), index + 1 < text.count, let replacement = Self.escapes[text[index + 1]] {
                if !isDrawing { run.append(contentsOf: replacement) }
                index += 2
            } else {
                if !isDrawing { run.append(byte) }
                index += 1
            }
        }
        flush()
        let alignment = ownAlignment ?? alignment
        settings.setPosition(alignment: alignment)
        if let position {
            settings.setPosition(x: position.x / picture.width * 100, y: position.y / picture.height * 100, alignment: alignment)
        } else {
            keepFree(margins, alignment: alignment)
        }
        return (String(decoding: plain, as: UTF8.self), nodes)
    }

    private mutating func keepFree(_ margins: SubStationMargins, alignment: Int) {
        let vertical = margins.vertical / picture.height * 100
        if vertical > 0, vertical < 100, alignment < 4 || alignment > 6 {
            settings.line = alignment < 4 ? 100 - vertical : vertical
            (settings.snapToLines, settings.lineAlignment) = (false, alignment < 4 ? .end : .start)
        }
        let (left, right) = (margins.left / picture.width * 100, margins.right / picture.width * 100)
        let size = 100 - left - right
        guard left + right > 0, size > 0 else { return }
        settings.size = size
        let column = (alignment - 1) % 3
        settings.position = [left, left + size / 2, 100 - right][column]
        settings.positionAlignment = [.lineLeft, .center, .lineRight][column]
    }

    /// `\n` breaks a line like `\N`: scripts for players that wrap only at the author's breaks use it so, and a space, which it means
    /// elsewhere, would join sentences of different speakers. A backslash escapes literal braces.
    private static let escapes: [UInt8: [UInt8]] = [
        UInt8(ascii: "N"): [0x0A], UInt8(ascii: "n"): [0x0A], UInt8(ascii: "h"): [0xC2, 0xA0],
        UInt8(ascii: "{"): [UInt8(ascii: "{")], UInt8(ascii: "}"): [UInt8(ascii: "}")],
    ]

    private mutating func apply(_ override: SubStationOverride) {
        flush()
        switch override {
        case .toggle(let kind, let isOn):
            look.kinds.removeAll { $0 == kind }
            look.style.removeAll { $0.property == Self.plain(kind).property }
            if isOn == true { look.kinds.append(kind) } else if isOn == false { undo(kind, within: base) }
        case .style(let declaration): set(scaled(declaration))
        case .spacing(let pixels): set(Declaration("letter-spacing", "\((pixels / picture.height * 10_000).rounded() / 100)vh"))
        case .color(var color):
            color.opacity = SubStationColor(css: current("color") ?? "")?.opacity ?? 255
            set(Declaration("color", color.css))
        case .opacity(let value, isOfLetters: true):
            guard var color = SubStationColor(css: current("color") ?? "#ffffff") else { return }
            color.opacity = value ?? SubStationColor(css: base["color"] ?? "")?.opacity ?? 255
            set(Declaration("color", color.css))
        case .opacity(let value, isOfLetters: false):
            look.style.removeAll { $0.property == "opacity" }
            if let value, value < 255 { set(Declaration("opacity", "\((Double(value) / 2.55).rounded() / 100)")) }
        case .edge(let isShadow, let color, let width):
            let path = isShadow ? \Look.shadow : \Look.edge
            if let color { look[keyPath: path] = color }
            var edge = SubStationEdge(current(isShadow ? "text-shadow" : "text-outline"))
            if let width { edge = SubStationEdge(color: edge?.color ?? .black, width: width, height: picture.height) }
            if let known = look[keyPath: path] { edge?.color = known }
            if let edge { set(edge.declaration(isShadow: isShadow)) }
        case .growth(let tenths):
            guard let size = current("font-size"), size.hasSuffix("vh"), let share = Double(size.dropLast(2)) else { return }
            let grown = (share * (1 + tenths / 10) * 100).rounded() / 100
            if grown > 0 { set(Declaration("font-size", "\(grown)vh")) } else { look.style.removeAll { $0.property == "font-size" } }
        case .unset(let property): look.style.removeAll { $0.property == property }
        case .reset(let name):
            look = Look()
            guard let style = styles[name] else { return }
            look.style = style.declarations
            for kind in [CueSpan.Kind.bold, .italic, .underline] where style.declarations[Self.plain(kind).property] == nil {
                undo(kind, within: base)
            }
        case .drawing(let isOn): isDrawing = isOn
        default: break
        }
    }

    private mutating func set(_ declaration: Declaration) {
        look.style.removeAll { $0.property == declaration.property }
        look.style.append(declaration)
    }

    private func current(_ property: String) -> String? { look.style[property] ?? base[property] }

    /// Overrides what the line's style sets when a tag ends it.
    private mutating func undo(_ kind: CueSpan.Kind, within style: [Declaration]) {
        let plain = Self.plain(kind)
        if let value = style[plain.property], value != plain.value { look.style.append(plain) }
    }

    private static func plain(_ kind: CueSpan.Kind) -> Declaration {
        switch kind {
        case .bold: Declaration("font-weight", "normal")
        case .italic: Declaration("font-style", "normal")
        default: Declaration("text-decoration", "none")
        }
    }

    /// Converts a font size in script pixels to a share of the frame height.
    private func scaled(_ declaration: Declaration) -> Declaration {
        guard declaration.property == "font-size", let size = Double(declaration.value.replacing("px", with: "")) else {
            return declaration
        }
        return Declaration("font-size", "\((size / picture.height * 10_000).rounded() / 100)vh")
    }

    private mutating func flush() {
        guard !run.isEmpty else { return }
        var node = CueNode.text(String(decoding: run, as: UTF8.self))
        for kind in look.kinds.reversed() { node = .span(CueSpan(kind: kind, children: [node])) }
        if !look.style.isEmpty { node = .span(CueSpan(kind: .class, style: look.style, children: [node])) }
        nodes.append(node)
        plain.append(contentsOf: run)
        run.removeAll(keepingCapacity: true)
    }
}
