// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

extension TTMLReader {
    /// Splits a span of time where an animation or the region of an element changes. Empty once too many animations were visited.
    mutating func moments(of context: TTMLContext, _ span: Span, with more: Set<MediaTime> = []) -> [(start: MediaTime, end: MediaTime)] {
        animations -= context.animations + (context.region.flatMap { regions[$0]?.layer.animations.count } ?? 0)
        guard animations >= 0 else {
            if !hasTooManyAnimations { list.report(.limit, 0, "too many elements are animated together", "animate fewer elements") }
            hasTooManyAnimations = true
            return []
        }
        var moments = more.union(context.moments)
        if let id = context.region, let region = regions[id] { moments.formUnion(region.moments) }
        moments.insert(span.begin)
        let sorted = moments.filter { moment in moment >= span.begin && (span.end.map { moment < $0 } ?? true) }.sorted()
        return sorted.indices.map { index in (sorted[index], index + 1 < sorted.count ? sorted[index + 1] : span.end ?? Self.openEnd) }
    }

    mutating func paragraph(_ element: MarkupElement, _ context: TTMLContext, _ span: Span) {
        if let end = span.end, end <= span.begin {
            list.report(
                .order, element.line, "the paragraph does not end after it starts, so it is never shown", "give it a later end")
            return
        }
        let ids = context.region == nil ? regionIDs(within: element) : []
        guard !ids.isEmpty else { return paragraph(element, context, span, only: nil) }
        // Spans may have their own regions if their parents have none (TTML2 11.3.1.4).
        let weight = weight(of: element)
        for (index, id) in ids.enumerated() {
            // Each additional region needs another pass over the paragraph.
            guard index == 0 || budget >= weight else {
                list.report(.limit, element.line, "the paragraph is in more than \(index) regions", "split it into several paragraphs")
                break
            }
            if index > 0 { budget -= weight }
            paragraph(element, context, span, only: id)
        }
        if hasText(element) {
            list.report(
                .region, element.line, "the text next to spans with regions has no region and is not shown", "give the paragraph a region")
        }
    }

    /// Whether there is text outside spans with regions.
    private func hasText(_ element: MarkupElement) -> Bool {
        element.content.contains { node in
            switch node {
            case .text(let text): !text.allSatisfy(\.isWhitespace)
            case .element(let child): child.isSpan(in: element) && child.attribute("region") == nil && hasText(child)
            }
        }
    }

    private func regionIDs(within element: MarkupElement) -> [String] {
        var ids: [String] = []
        for child in element.children where child.isSpan(in: element) {
            for id in child.attribute("region").map({ [$0] }) ?? regionIDs(within: child) where !ids.contains(id) && ids.count < 64 {
                ids.append(id)
            }
        }
        return ids
    }

    /// - Parameter id: The only region whose text is taken; nil takes all text.
    private mutating func paragraph(_ element: MarkupElement, _ whole: TTMLContext, _ span: Span, only id: String?) {
        var context = whole
        context.region = id ?? whole.region
        var changes: Set<MediaTime> = []
        if !clock.isLyrics { collect(element, begin: span.begin, limit: span.end, into: &changes) }
        let all = moments(of: context, span, with: changes)
        guard !all.isEmpty else { return }
        // A paragraph with many timed words is written once per moment, so the output is limited.
        let weight = weight(of: element) + 2 * (context.animations + (context.region.flatMap { regions[$0]?.layer.animations.count } ?? 0))
        let used = all.prefix(max(1, min(all.count, budget / weight)))
        budget -= (used.count - 1) * weight
        if used.count < all.count {
            list.report(.limit, element.line, "the paragraph changes more than \(used.count) times", "split it into several paragraphs")
        }
        let first = cues.count
        for (index, (start, end)) in used.enumerated() {
            var content = TTMLContent(depth: limits.depth, region: id)
            let base = context.region.flatMap { regions[$0]?.layer.values(at: start) } ?? []
            let inherited = context.inherited(at: start, from: layout.inheriting(base, from: initial), layout)
            write(element, whole, span, at: start, around: inherited, into: &content)
            let (text, tree) = content.finish()
            let last = index + 1 == used.count ? span.end ?? Self.openEnd : end
            guard !tree.isEmpty, let cue = cue(element, context, start, last, text: text, tree: tree) else { continue }
            if cues.count > first, cues[cues.count - 1].continues(as: cue) {
                cues[cues.count - 1].end = cue.end
            } else {
                append(cue)
            }
        }
    }

    /// The paragraph's approximate size in bytes as a cue.
    private func weight(of element: MarkupElement) -> Int {
        element.content.reduce(64 * (1 + element.attributes.count)) { sum, node in
            switch node {
            case .text(let text): sum + text.utf8.count
            case .element(let child): sum + weight(of: child)
            }
        }
    }

    /// Collects the times at which something in the paragraph appears, disappears or changes.
    private mutating func collect(_ element: MarkupElement, begin: MediaTime, limit: MediaTime?, into moments: inout Set<MediaTime>) {
        var next: MediaTime? = begin
        let isSequence = element.attribute("timeContainer") == "seq"
        for child in element.children where moments.count < 10_000 {
            let isSpan = child.isSpan(in: element)
            guard isSpan || child.name == "br", let start = isSequence ? next : begin else { continue }
            let span = span(of: child, begin: start, limit: limit)
            moments.insert(span.begin)
            if let end = span.end { moments.insert(end) }
            if isSequence, isSpan { next = end(of: child, span) }
            if child.content.contains(where: { if case .element = $0 { true } else { false } }) {
                for animation in layer(of: child, span).animations { moments.formUnion(animation.moments) }
                collect(child, begin: span.begin, limit: span.end, into: &moments)
            }
        }
    }

    /// The cue of an element; nil while the element or its region is not displayed.
    mutating func cue(
        _ element: MarkupElement, _ context: TTMLContext, _ start: MediaTime, _ end: MediaTime, text: String, tree: [CueNode]
    ) -> Cue? {
        guard context.isDisplayed(at: start) else { return nil }
        var ofRegion: TTMLStyles.Values = []
        var region = context.region
        if let id = region {
            if let known = regions[id] {
                ofRegion = known.layer.values(at: start)
                guard known.isActive(at: start), ofRegion["display"] != "none" else { return nil }
                region = regions.id(of: id, at: start, limit: limits.regions, layout)
            } else {
                list.report(.region, element.line, "there is no region \(id.prefix(60))", "define it in the layout")
                region = nil
            }
        }
        var style = context.inherited(at: start, from: layout.inheriting(ofRegion, from: initial), layout)
        var settings = CueSettings()
        let alignment = style["textAlign"] == "justify" ? "start" : style["textAlign"]
        settings.alignment = alignment.flatMap { CueSettings.Alignment(rawValue: $0) } ?? (region == nil ? .center : .start)
        switch ofRegion["writingMode"] {
        case "tbrl", "tb": settings.vertical = .growingLeft
        case "tblr": settings.vertical = .growingRight
        case "rltb", "rl": if style["direction"] == nil { style.append(("direction", "rtl")) }
        default: break
        }
        for (name, value) in context.own(at: start) where ["backgroundColor", "opacity", "unicodeBidi", "border"].contains(name) {
            style = TTMLStyles.merged(style, [(name, value)])
        }
        return Cue(
            id: element.attribute("id") ?? "", start: start, end: end, region: region, settings: settings, text: text, tree: tree,
            style: style.declarations(layout), layer: ofRegion["zIndex"].flatMap { Int($0) } ?? 0,
            isForced: context.isForced(at: start) ?? (ofRegion["forcedDisplay"] == "true"))
    }
}

extension Cue {
    /// Whether another cue with the same content starts when this one ends.
    fileprivate func continues(as other: Cue) -> Bool {
        var other = other
        guard end == other.start else { return false }
        (other.start, other.end) = (start, end)
        return self == other
    }
}
