// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

/// Reads TTML (TTML2, IMSC 1.2 and files written for earlier drafts). Paragraphs become cues, one per interval in which the displayed
/// content does not change.
struct TTMLReader {
    /// The time range of an element; a nil end means that nothing ends it.
    typealias Span = (begin: MediaTime, end: MediaTime?)

    let limits: CaptionLimits
    var list: ErrorList
    let clock: TTMLClock
    private var styles: TTMLStyles
    let layout: TTMLLayout
    private var images: TTMLImages
    var regions = TTMLRegions()
    var cues: [Cue] = []
    private(set) var isFull = false
    var hasTooManyAnimations = false
    /// The remaining bytes that may be written for paragraphs at moments after their first.
    var budget = 16 << 20
    /// The remaining animations that may be visited for paragraphs and images, which depend on all those of the elements around them.
    var animations = 500_000
    /// The remaining content nodes that may be visited to find the ends of sequence members.
    var steps = 500_000

    /// The end of cues that nothing ends: the last time that all formats can represent.
    static let openEnd = MediaTime(value: 359_999_999, timescale: 1000)

    static func read(_ text: ByteText, limits: CaptionLimits) -> CaptionDocument {
        var errors = ErrorList(limit: limits.errors)
        let document: MarkupDocument
        do throws(MarkupError) {
            let bounds = MarkupLimits(bytes: 64 << 20, depth: limits.depth, elements: 2_000_000, problems: limits.errors)
            document = try MarkupDocument.read(Array(text), keepsBlankText: true, limits: bounds)
        } catch {
            errors.report(.markup, error.line, error.message, error.remedy)
            return CaptionDocument(format: .ttml, errors: errors.errors)
        }
        // Undeclared prefixes don't matter, because names are compared without them.
        for problem in document.problems where problem.code != .prefix {
            errors.report(.markup, problem.line, problem.message, problem.remedy)
        }
        guard let root = document.root.name == "tt" ? document.root : document.root.find("tt") else {
            errors.report(.signature, document.root.line, "the root element is not tt", "give a TTML document")
            return CaptionDocument(format: .ttml, errors: errors.errors)
        }
        var reader = TTMLReader(root, limits, errors)
        reader.read(root)
        return CaptionDocument(
            format: .ttml, cues: reader.cues, regions: reader.regions.all, errors: reader.list.errors.sorted { $0.line < $1.line })
    }

    private init(_ root: MarkupElement, _ limits: CaptionLimits, _ errors: ErrorList) {
        self.limits = limits
        list = errors
        clock = TTMLClock(root)
        styles = TTMLStyles(root)
        layout = TTMLLayout(root)
        images = TTMLImages(root)
    }

    private mutating func read(_ root: MarkupElement) {
        // Some files omit the layout element.
        for region in root.head.children.flatMap({ $0.name == "layout" ? $0.children : [$0] }) where region.name == "region" {
            guard let id = region.attribute("id"), regions.all.count < limits.regions else { continue }
            let span = span(of: region, begin: .zero, limit: nil)
            regions.define(id, layer(of: region, span), span, layout)
        }
        // Packagers write documents without a body where there are no captions; it is optional (TTML2, 8.1.1).
        guard let body = root.first("body") else { return }
        walk(body, TTMLContext(preservesSpace: root.attribute("space") == "preserve"), begin: .zero, limit: nil)
    }

    // MARK: Elements

    mutating func values(of element: MarkupElement) -> TTMLStyles.Values {
        var missing: [String] = []
        let values = styles.values(of: element) { missing.append($0) }
        for id in missing { list.report(.style, element.line, "there is no style \(id.prefix(60))", "define it in the head") }
        return values
    }

    /// The default values.
    var initial: TTMLStyles.Values { layout.inheriting(styles.initial, from: []) }

    /// The style values of an element, with its animations.
    mutating func layer(of element: MarkupElement, _ span: Span) -> TTMLStyleSet {
        var layer = TTMLStyleSet(values: values(of: element))
        for child in element.children {
            if child.name == "animate" {
                list.report(.unsupported, child.line, "continuous animation is not supported", "set the values in steps with set elements")
            }
            guard child.name == "set", layer.animations.count < 1000 else { continue }
            let time = self.span(of: child, begin: span.begin, limit: span.end)
            layer.animations.append(TTMLAnimation(begin: time.begin, end: time.end, values: TTMLStyles.own(child)))
        }
        return layer
    }

    /// Walks the body and its divisions.
    /// - Returns: When the element ends, if the sequence around it needs that; nil if nothing ends it.
    @discardableResult
    private mutating func walk(
        _ element: MarkupElement, _ outer: TTMLContext, begin: MediaTime, limit: MediaTime?, isInSequence: Bool = false
    ) -> MediaTime? {
        guard !isFull else { return nil }
        let span = span(of: element, begin: begin, limit: limit)
        let layer = layer(of: element, span)
        var context = outer.entering(element, layer)
        if let own = ownRegion(of: element, span, in: context) { context.region = own }
        if element.name == "p" {
            // A paragraph with unreadable times and no end would cover everything after it.
            if span.end != nil || hasTimes(element) {
                paragraph(element, context, span)
                for child in element.children where child.name == "image" {
                    add(child, context, self.span(of: child, begin: span.begin, limit: span.end))
                }
            }
            return isInSequence ? end(of: element, span) : span.end
        }
        if let address = element.attribute("backgroundImage") { add(images.image(at: address), address, element, context, span) }
        let isSequence = element.attribute("timeContainer") == "seq"
        let needsEnd = isSequence || isInSequence
        var last: MediaTime? = span.begin
        for child in element.children where ["div", "p", "image"].contains(child.name) && !child.isForeign(in: element) {
            // In a sequence, content after an element without an end never begins.
            guard let start = isSequence ? last : span.begin else { break }
            let end: MediaTime?
            if child.name == "image" {
                let time = self.span(of: child, begin: start, limit: span.end)
                end = needsEnd ? self.end(of: child, time, isInSequence: isSequence) : time.end
                add(child, context, isSequence ? (time.begin, end) : time)
            } else {
                end = walk(child, context, begin: start, limit: span.end, isInSequence: needsEnd)
            }
            last = isSequence ? end : last.flatMap { latest in end.map { max(latest, $0) } }
        }
        if hasEnd(element) { return span.end }
        if element.attribute("backgroundImage") != nil, !isSequence { return span.end }
        return [last, span.end].compactMap { $0 }.min()
    }

    /// A region nested in the element, or implied by the element's own position (TTML2 11.1.2).
    private mutating func ownRegion(of element: MarkupElement, _ span: Span, in context: TTMLContext) -> String? {
        guard regions.all.count < limits.regions else { return nil }
        if let region = element.first("region") {
            let time = self.span(of: region, begin: span.begin, limit: span.end)
            return regions.define(inline: self.layer(of: region, time), time, layout)
        }
        // Values from a style are ignored, because they are meant for the region that refers to the style.
        let own = TTMLStyles.own(element).filter { ["origin", "extent", "position", "displayAlign", "padding"].contains($0.name) }
        guard element.name != "body", own.contains(where: { $0.name != "displayAlign" && $0.name != "padding" }) else { return nil }
        let outer = context.region.flatMap { regions[$0]?.layer.values } ?? []
        return regions.define(inline: TTMLStyleSet(values: TTMLStyles.merged(outer, own)), (.zero, nil), layout)
    }

    private mutating func add(_ image: MarkupElement, _ outer: TTMLContext, _ span: Span) {
        add(images.image(of: image), image.attribute("src") ?? "", image, outer.entering(image, layer(of: image, span)), span)
    }

    private mutating func add(
        _ image: CaptionImage?, _ address: String, _ element: MarkupElement, _ context: TTMLContext, _ span: Span
    ) {
        guard let image else {
            return list.report(
                .unsupported, element.line, "there is no image \(address.prefix(60))", "put it into the document's metadata or resources")
        }
        for (start, end) in moments(of: context, span) {
            guard var cue = cue(element, context, start, end, text: "", tree: []) else { continue }
            cue.image = image
            if !image.address.isEmpty { cue.style.append(Declaration("background-image", "url(\(image.address))")) }
            append(cue)
        }
    }

    mutating func append(_ cue: Cue) {
        guard cues.count < limits.cues else {
            if !isFull { list.report(.limit, 0, "there are more than \(limits.cues) cues", "raise the limit of cues") }
            isFull = true
            return
        }
        cues.append(cue)
    }
}
