// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Writes WebVTT. Inline colours and other declarations become classes with rules in a STYLE block.
struct WebVTTWriter {
    private let document: CaptionDocument
    private var losses = LossList()
    /// Class names by declarations; `order` has the declarations in order of first use.
    private var classes: [[Declaration]: String] = [:]
    private var order: [[Declaration]] = []
    private var index = 0

    init(_ document: CaptionDocument) { self.document = document }

    mutating func write() -> CaptionWriting {
        var body = ""
        for cue in document.cues {
            index += 1
            write(cue, into: &body)
        }
        var head = "WEBVTT\n"
        if let map = document.timestampMap { head += "X-TIMESTAMP-MAP=MPEGTS:\(map.mpegTS),LOCAL:\(CaptionTimeFormat.text(map.local))\n" }
        for sheet in document.styleSheets { head += "\nSTYLE\n" + Self.block(sheet.text) }
        if !order.isEmpty {
            head += "\nSTYLE\n"
            for style in order { head += "::cue(.\(classes[style] ?? "")) { \(style.css) }\n" }
        }
        for region in document.regions where Self.isWord(region.id) { head += "\nREGION\n" + Self.settings(of: region) }
        index = 0
        for region in document.regions
        where !region.style.isEmpty || region.height != nil || region.display != .after || region.padding != CaptionInsets() {
            losses.add("style, height or alignment of region \(region.id)", cue: 0)
        }
        return CaptionWriting(bytes: Array((head + body).utf8), losses: losses.errors(in: "WebVTT"))
    }

    /// Removes blank lines and arrows, which must not appear in a block.
    private static func block(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: true).filter { !$0.allSatisfy(\.isWhitespace) }
            .joined(separator: "\n").replacing("-->", with: "-- >") + "\n"
    }

    /// Whether a text is a valid region id.
    private static func isWord(_ text: String) -> Bool { !text.isEmpty && !text.contains(where: \.isWhitespace) && !text.contains("-->") }

    private static func settings(of region: CaptionRegion) -> String {
        let plain = CaptionRegion()
        var text = "id:\(region.id)\n"
        if region.width != plain.width { text += "width:\(number(region.width))%\n" }
        if region.lines != plain.lines { text += "lines:\(number(region.lines))\n" }
        if region.anchorX != plain.anchorX || region.anchorY != plain.anchorY {
            text += "regionanchor:\(number(region.anchorX))%,\(number(region.anchorY))%\n"
        }
        if region.viewportAnchorX != plain.viewportAnchorX || region.viewportAnchorY != plain.viewportAnchorY {
            text += "viewportanchor:\(number(region.viewportAnchorX))%,\(number(region.viewportAnchorY))%\n"
        }
        return region.scrollsUp ? text + "scroll:up\n" : text
    }

    /// Formats a number without an exponent, which the format does not allow.
    private static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        if value == value.rounded(), value.magnitude < 9e18 { return String(Int64(value)) }
        let text = value.description
        guard let mark = text.firstIndex(of: "e") else { return text }
        if value.magnitude >= 1, let exponent = Int(text[text.index(after: mark)...].drop { $0 == "+" }) {
            let digits = text[..<mark].filter(\.isNumber)
            return (value < 0 ? "-" : "") + digits + String(repeating: "0", count: max(0, exponent + 1 - digits.count))
        }
        let scaled = Int64((value.magnitude * 1e15).rounded())
        let digits = String(scaled)
        return (value < 0 ? "-0." : "0.") + String(repeating: "0", count: max(0, 15 - digits.count)) + digits
    }

    private mutating func write(_ cue: Cue, into text: inout String) {
        text += "\n"
        let id = cue.id.replacing("-->", with: "-- >").split(whereSeparator: \.isNewline).joined(separator: " ")
        if id != cue.id { losses.add("an arrow or a line break in an id", cue: index) }
        if !id.isEmpty { text += id + "\n" }
        if cue.start.value < 0 || cue.end.value < 0 { losses.add("a negative time", cue: index) }
        text += "\(CaptionTimeFormat.text(cue.start)) --> \(CaptionTimeFormat.text(cue.end))\(Self.settings(of: cue))\n"
        if cue.region != nil, !Self.mayHaveRegion(cue.settings) {
            losses.add("the region of a cue with a line, a size or vertical text", cue: index)
        }
        if cue.layer != 0 { losses.add("a layer", cue: index) }
        if cue.image != nil { losses.add("an image", cue: index) }
        if cue.isForced { losses.add("the forced flag of a cue", cue: index) }
        // Keeps the original text, unless the tree contains more.
        if document.format == .webVTT, cue.style.isEmpty {
            if !cue.text.isEmpty { text += cue.text + "\n" }
            return
        }
        var payload = ""
        let tree = cue.style.isEmpty ? cue.tree : [.span(CueSpan(kind: .class, style: cue.style, children: cue.tree))]
        write(tree, into: &payload)
        let lines = payload.split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.filter { !$0.isEmpty }
        if kept.count < lines.count { losses.add("a blank line in a text", cue: index) }
        for line in kept { text += line + "\n" }
    }

    /// Whether WebVTT allows a region with these settings (WebVTT 6.4).
    private static func mayHaveRegion(_ settings: CueSettings) -> Bool {
        settings.vertical == .horizontal && settings.line == nil && settings.size == CueSettings().size
    }

    private static func settings(of cue: Cue) -> String {
        let (settings, plain) = (cue.settings, CueSettings())
        var text = ""
        if let region = cue.region, isWord(region), mayHaveRegion(settings) { text += " region:\(region)" }
        if settings.vertical != plain.vertical { text += " vertical:\(settings.vertical.rawValue)" }
        if let line = settings.line {
            text += " line:\(number(line))\(settings.snapToLines ? "" : "%")"
            if settings.lineAlignment != .start { text += ",\(settings.lineAlignment.rawValue)" }
        }
        if let position = settings.position {
            text += " position:\(number(position))%"
            if settings.positionAlignment != .automatic { text += ",\(settings.positionAlignment.rawValue)" }
        }
        if settings.size != plain.size { text += " size:\(number(settings.size))%" }
        if settings.alignment != plain.alignment { text += " align:\(settings.alignment.rawValue)" }
        return text
    }

    private mutating func write(_ nodes: [CueNode], into text: inout String) {
        for node in nodes {
            switch node {
            case .text(let part): text += Self.escaped(part)
            case .timestamp(let time): text += "<\(CaptionTimeFormat.text(time))>"
            case .span(let span):
                var tag = "<\(span.kind.rawValue)"
                for name in span.classes { tag += ".\(name)" }
                if !span.style.isEmpty { tag += ".\(name(of: span.style))" }
                if !span.annotation.isEmpty { tag += " \(Self.escaped(span.annotation))" }
                text += tag + ">"
                write(span.children, into: &text)
                text += "</\(span.kind.rawValue)>"
            }
        }
    }

    /// The default classes for the eight standard colours (WebVTT 5.1, "default CSS properties").
    private static let colours = [
        "#ffffff": "white", "#00ff00": "lime", "#00ffff": "cyan", "#ff0000": "red", "#ffff00": "yellow", "#ff00ff": "magenta",
        "#0000ff": "blue", "#000000": "black",
    ]

    private mutating func name(of given: [Declaration]) -> String {
        // Drops values that would break out of the rule or block.
        let style = given.filter { declaration in
            !(declaration.property + declaration.value).utf8.contains { "{};<>\"'\\\n".utf8.contains($0) }
        }
        if style.count < given.count { losses.add("a style that cannot be written", cue: index) }
        if style.count == 1, style[0].property == "color" {
            let value = style[0].value.lowercased()
            if let name = Self.colours[value] ?? Self.colours.values.first(where: { $0 == value }) { return name }
        }
        if let known = classes[style] { return known }
        let name = "style\(order.count + 1)"
        classes[style] = name
        order.append(style)
        return name
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) else {
            return text
        }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
