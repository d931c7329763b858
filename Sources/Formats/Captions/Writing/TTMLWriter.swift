// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

/// Writes TTML2 for IMSC 1.2's text profile: a paragraph per cue, regions for positions, inline styles.
struct TTMLWriter {
    private let document: CaptionDocument
    private var losses = LossList()
    private var index = 0
    /// Ids of regions generated from the settings of cues without one.
    private var made: [CueSettings: String] = [:]
    private var names = TTMLNames()
    /// The names of the document's regions, by their ids.
    private var regionNames: [String: String] = [:]
    private var regions = ""

    init(_ document: CaptionDocument) { self.document = document }

    mutating func write() -> CaptionWriting {
        if !document.styleSheets.isEmpty { losses.add("a style sheet", cue: 0) }
        // If several regions have the same id, cues belong to the last one.
        let last = Dictionary(document.regions.enumerated().map { ($0.element.id, $0.offset) }) { _, later in later }
        for (index, region) in document.regions.enumerated() where last[region.id] == index {
            let name = names.add(region.id, prefix: "r")
            regionNames[region.id] = name
            write(region, name)
        }
        var body = ""
        for cue in document.cues {
            index += 1
            write(cue, into: &body)
        }
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" \
            xmlns:itts="http://www.w3.org/ns/ttml/profile/imsc1#styling" \
            ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.2/text" ttp:timeBase="media" xml:space="preserve" xml:lang="">
            <head>
            <layout>
            \(regions)</layout>
            </head>
            <body><div>
            \(body)</div></body>
            </tt>

            """
        return CaptionWriting(bytes: Array(text.utf8), losses: losses.errors(in: "TTML"))
    }

    private static func percent(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)%" }

    private mutating func write(_ region: CaptionRegion, _ name: String) {
        // A line is a fifteenth of the frame's height, like a cell.
        let height = region.height ?? min(100, region.lines * 100 / 15)
        let x = region.viewportAnchorX - region.width * region.anchorX / 100
        let y = region.viewportAnchorY - height * region.anchorY / 100
        var list = TTMLAttributeList()
        list.set("xml:id", name)
        list.set("tts:origin", "\(Self.percent(x)) \(Self.percent(y))")
        list.set("tts:extent", "\(Self.percent(region.width)) \(Self.percent(height))")
        list.set("tts:displayAlign", region.display.rawValue)
        if !region.clips { list.set("tts:overflow", "visible") }
        if region.padding != CaptionInsets() { list.set("tts:padding", Self.text(region.padding)) }
        add(region.style, to: &list)
        regions += "<region\(list.text)/>\n"
        if region.scrollsUp { losses.add("scrolling of region \(region.id)", cue: 0) }
    }

    private static func text(_ padding: CaptionInsets) -> String {
        // Percentages would refer to the region.
        let sides = [(padding.top, "rh"), (padding.right, "rw"), (padding.bottom, "rh"), (padding.left, "rw")]
        return sides.map { side, unit in "\((side * 1000).rounded() / 1000)\(unit)" }.joined(separator: " ")
    }

    /// The id of a region for a position given by settings.
    private mutating func region(for settings: CueSettings) -> String? {
        var layout = settings
        layout.alignment = .center
        guard layout != CueSettings() else { return nil }
        if let id = made[layout] { return id }
        let id = names.add("place\(made.count + 1)", prefix: "r")
        made[layout] = id
        var (x, y, width, height) = (0.0, 0.0, 100.0, 100.0)
        var display = "after"
        if settings.size < 100 { width = settings.size }
        let position =
            settings.position
            ?? (settings.alignment == .left || settings.alignment == .start
                ? 0 : settings.alignment == .right || settings.alignment == .end ? 100 : 50)
        switch settings.positionAlignment {
        case .lineLeft: x = position
        case .lineRight: x = position - width
        case .center: x = position - width / 2
        case .automatic:
            x =
                settings.alignment == .left || settings.alignment == .start
                ? position : settings.alignment == .right || settings.alignment == .end ? position - width : position - width / 2
        }
        if x < 0 { (x, width) = (0, max(1, width + x)) }
        width = min(width, 100 - min(x, 99))
        if let line = settings.line {
            let at = settings.snapToLines ? (line < 0 ? 100 + (line + 1) * 100 / 15 : line * 100 / 15) : line
            let isFromBottom = settings.snapToLines ? line < 0 : settings.lineAlignment == .end
            if isFromBottom {
                height = min(max(at, 1), 100)
            } else if settings.lineAlignment == .center {
                display = "center"
                let half = min(at, 100 - at)
                (y, height) = (at - half, max(2 * half, 1))
            } else {
                display = "before"
                y = min(max(at, 0), 99)
                height = 100 - y
            }
        }
        let mode = settings.vertical == .horizontal ? "" : " tts:writingMode=\"\(settings.vertical == .growingLeft ? "tbrl" : "tblr")\""
        regions +=
            "<region xml:id=\"\(id)\" tts:origin=\"\(Self.percent(x)) \(Self.percent(y))\" "
            + "tts:extent=\"\(Self.percent(width)) \(Self.percent(height))\" tts:displayAlign=\"\(display)\"\(mode)/>\n"
        return id
    }

    private mutating func write(_ cue: Cue, into text: inout String) {
        if cue.start.value < 0 || cue.end.value < 0 { losses.add("a negative time", cue: index) }
        var list = TTMLAttributeList()
        list.set("begin", CaptionTimeFormat.text(cue.start))
        list.set("end", CaptionTimeFormat.text(cue.end))
        if !cue.id.isEmpty { list.set("xml:id", names.add("\(cue.id)-\(index)", prefix: "c")) }
        if let name = cue.region.flatMap({ regionNames[$0] }) ?? region(for: cue.settings) { list.set("region", name) }
        if cue.isForced { list.set("itts:forcedDisplay", "true") }
        if cue.image != nil { losses.add("an image", cue: index) }
        list.set("tts:textAlign", cue.settings.alignment.rawValue)
        add(cue.style, to: &list)
        text += "<p\(list.text)>"
        write(cue.tree, into: &text)
        text += "</p>\n"
    }

    private mutating func write(_ nodes: [CueNode], into text: inout String) {
        for node in nodes {
            switch node {
            case .text(let part):
                let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapedForMarkup }
                text += lines.joined(separator: "<br/>")
            case .timestamp: losses.add("a timestamp in a text", cue: index)
            case .span(let span) where span.kind == .ruby: write(ruby: span, into: &text)
            case .span(let span):
                text += "<span\(attributes(of: span))>"
                write(span.children, into: &text)
                text += "</span>"
            }
        }
    }

    /// Writes a container per base and annotation (TTML2 10.2.36); text without an annotation stays outside.
    private mutating func write(ruby span: CueSpan, into text: inout String) {
        let attributes = attributes(of: span)
        var base: [CueNode] = []
        for node in span.children {
            guard case .span(let part) = node, part.kind == .rubyText else {
                base.append(node)
                continue
            }
            text += "<span\(attributes)><span tts:ruby=\"base\">"
            write(base, into: &text)
            text += "</span>"
            write([node], into: &text)
            text += "</span>"
            base = []
        }
        let isPlain = base.isEmpty || span.style.isEmpty && span.classes.isEmpty
        write(isPlain ? base : [.span(CueSpan(kind: .class, classes: span.classes, style: span.style, children: base))], into: &text)
    }

    private mutating func attributes(of span: CueSpan) -> String {
        var list = TTMLAttributeList()
        switch span.kind {
        case .bold: list.set("tts:fontWeight", "bold")
        case .italic: list.set("tts:fontStyle", "italic")
        case .underline: list.set("tts:textDecoration", "underline")
        case .ruby: list.set("tts:ruby", "container")
        case .rubyText: list.set("tts:ruby", "text")
        case .language: list.set("xml:lang", span.annotation)
        case .voice: losses.add("the speaker", cue: index)
        case .class: break
        }
        for name in span.classes {
            if ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"].contains(name) {
                list.set("tts:color", name)
            } else {
                losses.add("a class", cue: index)
            }
        }
        add(span.style, to: &list)
        return list.text
    }

    private mutating func add(_ style: [Declaration], to list: inout TTMLAttributeList) {
        for declaration in style.filter({ !$0.isImportant }) + style.filter(\.isImportant) {
            guard let (name, value) = TTMLAttribute.of(declaration, in: style) else {
                losses.add("the style \(declaration.property)", cue: index)
                continue
            }
            if !name.isEmpty { list.set("tts:\(name)", value) }
        }
    }
}
