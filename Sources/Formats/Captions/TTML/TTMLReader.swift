// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

/// Reads TTML (TTML2, IMSC 1.2, and what is written for the drafts before them): paragraphs become cues, one for each time in which
/// what they show does not change.
struct TTMLReader {
    private let limits: CaptionLimits
    private var list: ErrorList
    private var clock: TTMLClock
    private var styles: TTMLStyles
    private var regions: [CaptionRegion] = []
    private var regionValues: [String: TTMLStyles.Values] = [:]
    private var cues: [Cue] = []
    private var isFull = false
    /// Bytes that may still be written for paragraphs at moments behind their first.
    private var budget = 16 << 20

    /// When nothing ends a cue: the last moment that every format can write.
    private static let never = MediaTime(value: 359_999_999, timescale: 1000)

    static func read(_ text: ByteText, limits: CaptionLimits) -> CaptionDocument {
        var errors = ErrorList(limit: limits.errors)
        let document: MarkupDocument
        do throws(MarkupError) {
            let bounds = MarkupLimits(bytes: 64 << 20, depth: limits.depth, elements: 2_000_000, problems: limits.errors)
            document = try MarkupDocument.read(Array(text), keepsBlankText: true, limits: bounds)
        } catch {
            errors.report(.markup, error.line, error.message, error.cure)
            return CaptionDocument(format: .ttml, errors: errors.errors)
        }
        // Undeclared prefixes change nothing here: names are known without them.
        for problem in document.problems where problem.code != .prefix {
            errors.report(.markup, problem.line, problem.message, problem.cure)
        }
        guard let root = document.root.name == "tt" ? document.root : document.root.find("tt") else {
            errors.report(.signature, document.root.line, "the document's element is not tt", "give a TTML document")
            return CaptionDocument(format: .ttml, errors: errors.errors)
        }
        var reader = TTMLReader(root, limits, errors)
        reader.read(root)
        return CaptionDocument(
            format: .ttml, cues: reader.cues, regions: reader.regions, errors: reader.list.errors.sorted { $0.line < $1.line })
    }

    private init(_ root: MarkupElement, _ limits: CaptionLimits, _ errors: ErrorList) {
        self.limits = limits
        list = errors
        clock = TTMLClock(root)
        styles = TTMLStyles(root)
    }

    private mutating func read(_ root: MarkupElement) {
        let layout = TTMLLayout(root)
        for region in root.first("head")?.first("layout")?.children ?? [] where region.name == "region" {
            guard let id = region.attribute("id"), regions.count < limits.regions else { continue }
            let values = values(of: region)
            regionValues[id] = values
            regions.append(layout.region(id: id, values))
        }
        guard let body = root.first("body") else {
            return list.report(.markup, root.line, "there is no body in the document", "put the captions into one")
        }
        walk(body, TTMLContext(preservesSpace: root.attribute("space") == "preserve"), begin: .zero, limit: nil)
    }

    private mutating func values(of element: MarkupElement) -> TTMLStyles.Values {
        var missing: [String] = []
        let values = styles.values(of: element) { missing.append($0) }
        for id in missing { list.report(.style, element.line, "there is no style \(id.prefix(60))", "define it in the head") }
        return values
    }

    /// The time of an element within that of its parent (TTML2 12.2); nil as the end is when its parent ends.
    private mutating func span(of element: MarkupElement, begin: MediaTime, limit: MediaTime?) -> (begin: MediaTime, end: MediaTime?) {
        let start = begin + (time("begin", of: element) ?? .zero)
        let ends = [
            limit, time("end", of: element).map { begin + $0 }, time("dur", of: element).map { start + $0 },
        ].compactMap { $0 }
        return (start, ends.min())
    }

    private mutating func time(_ name: String, of element: MarkupElement) -> MediaTime? {
        guard let expression = element.attribute(name) else { return nil }
        if let time = clock.time(expression) { return time }
        list.report(
            .timing, element.line, "the time cannot be read: \(name)=\"\(expression.prefix(60))\"", "write it as 00:00:01.000, 1.5s or 90f")
        return nil
    }

    /// Goes through body and divisions; returns when the element ends, for those in sequence.
    @discardableResult
    private mutating func walk(_ element: MarkupElement, _ outer: TTMLContext, begin: MediaTime, limit: MediaTime?) -> MediaTime? {
        guard !isFull else { return nil }
        let own = values(of: element)
        let span = span(of: element, begin: begin, limit: limit)
        let context = outer.entering(element, own)
        if element.name == "p" {
            paragraph(element, context, span)
            return span.end
        }
        if let image = element.attribute("backgroundImage") { add(image, element, context, span) }
        let isSequence = element.attribute("timeContainer") == "seq"
        var next = span.begin
        for child in element.children {
            switch child.name {
            case "div", "p":
                let end = walk(child, context, begin: isSequence ? next : span.begin, limit: span.end)
                if isSequence, let end { next = max(next, end) }
            case "image": if let source = child.attribute("src") { add(source, child, context, span) }
            case "set", "animate": unsupported(child)
            default: break
            }
        }
        return span.end ?? (isSequence ? next : nil)
    }

    private mutating func unsupported(_ element: MarkupElement) {
        list.report(.unsupported, element.line, "animation is not used: \(element.name)", "style the element itself")
    }

    private mutating func add(
        _ image: String, _ element: MarkupElement, _ context: TTMLContext, _ span: (begin: MediaTime, end: MediaTime?)
    ) {
        var cue = cue(element, context, span.begin, span.end ?? Self.never, text: "", tree: [])
        cue.style.append(Declaration("background-image", "url(\(image))"))
        append(cue)
    }

    private mutating func append(_ cue: Cue) {
        guard cues.count < limits.cues else {
            if !isFull { list.report(.limit, 0, "there are more than \(limits.cues) cues", "raise the limit of cues") }
            isFull = true
            return
        }
        cues.append(cue)
    }

    // MARK: Paragraphs

    private mutating func paragraph(_ element: MarkupElement, _ context: TTMLContext, _ span: (begin: MediaTime, end: MediaTime?)) {
        if let end = span.end, end <= span.begin {
            list.report(
                .order, element.line, "the paragraph ends before it starts, or as it starts; it is never shown", "give it a later end")
            return
        }
        var moments: Set<MediaTime> = [span.begin]
        collect(element, begin: span.begin, limit: span.end, into: &moments)
        let sorted = moments.filter { moment in span.end.map { moment < $0 } ?? true }.sorted()
        // A paragraph of many timed words is written out as often as it has moments.
        let weight = weight(of: element)
        let used = sorted.prefix(max(1, min(sorted.count, budget / weight)))
        budget -= (used.count - 1) * weight
        if used.count < sorted.count {
            list.report(.limit, element.line, "the paragraph changes more than \(used.count) times", "divide it into paragraphs")
        }
        for (index, start) in used.enumerated() {
            let end = index + 1 < used.count ? used[index + 1] : span.end ?? Self.never
            var content = TTMLContent(depth: limits.depth)
            write(element, context, (span.begin, span.end), at: start, into: &content)
            let (text, tree) = content.finish()
            if !text.isEmpty { append(cue(element, context, start, end, text: text, tree: tree)) }
        }
    }

    /// About how many bytes the paragraph takes as a cue.
    private func weight(of element: MarkupElement) -> Int {
        element.content.reduce(64 * (1 + element.attributes.count)) { sum, node in
            switch node {
            case .text(let text): sum + text.utf8.count
            case .element(let child): sum + weight(of: child)
            }
        }
    }

    /// The times at which something in the paragraph comes or goes.
    private mutating func collect(_ element: MarkupElement, begin: MediaTime, limit: MediaTime?, into moments: inout Set<MediaTime>) {
        var next = begin
        let isSequence = element.attribute("timeContainer") == "seq"
        for child in element.children where moments.count < 10_000 {
            if child.name == "set" || child.name == "animate" { unsupported(child) }
            guard child.name == "span" || child.name == "br" else { continue }
            let span = span(of: child, begin: isSequence ? next : begin, limit: limit)
            moments.insert(span.begin)
            if let end = span.end {
                moments.insert(end)
                if isSequence { next = max(next, end) }
            }
            collect(child, begin: span.begin, limit: span.end, into: &moments)
        }
    }

    private mutating func write(
        _ element: MarkupElement, _ context: TTMLContext, _ time: (begin: MediaTime, end: MediaTime?), at moment: MediaTime,
        into content: inout TTMLContent
    ) {
        var next = time.begin
        let isSequence = element.attribute("timeContainer") == "seq"
        for node in element.content {
            switch node {
            case .text(let text): content.append(text, preservesSpace: context.preservesSpace)
            case .element(let child) where child.name == "br": content.appendBreak()
            case .element(let child) where child.name == "span":
                // Its faults were told when the moments were collected.
                let errors = list
                let span = span(of: child, begin: isSequence ? next : time.begin, limit: time.end)
                list = errors
                if isSequence, let end = span.end { next = max(next, end) }
                guard span.begin <= moment, span.end.map({ moment < $0 }) ?? true else { continue }
                let own = values(of: child)
                let inner = context.entering(child, own)
                guard own["display"] != "none" else { continue }
                let opened = content.open(own, language: child.attribute("lang"))
                write(child, inner, span, at: moment, into: &content)
                content.close(opened)
            default: break
            }
        }
    }

    private mutating func cue(
        _ element: MarkupElement, _ context: TTMLContext, _ start: MediaTime, _ end: MediaTime, text: String, tree: [CueNode]
    ) -> Cue {
        var region = context.region
        if let id = region, regionValues[id] == nil {
            list.report(.region, element.line, "there is no region \(id.prefix(60))", "define it in the layout")
            region = nil
        }
        let ofRegion = region.flatMap { regionValues[$0] } ?? []
        let inherited = TTMLStyles.merged(ofRegion.filter { TTMLStyles.isInherited($0.name) }, context.inherited)
        var settings = CueSettings()
        settings.alignment = (inherited["textAlign"].flatMap { CueSettings.Alignment(rawValue: $0) }) ?? (region == nil ? .center : .start)
        switch ofRegion["writingMode"] {
        case "tbrl", "tb": settings.vertical = .growingLeft
        case "tblr": settings.vertical = .growingRight
        default: break
        }
        var style = inherited
        if let background = context.own["backgroundColor"] { style = TTMLStyles.merged(style, [("backgroundColor", background)]) }
        return Cue(
            id: element.attribute("id") ?? "", start: start, end: end, region: region, settings: settings, text: text, tree: tree,
            style: style.declarations, layer: ofRegion["zIndex"].flatMap { Int($0) } ?? 0)
    }
}
