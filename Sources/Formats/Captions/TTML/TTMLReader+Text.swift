// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

extension TTMLReader {
    /// Writes an element's content at a moment.
    /// - Parameter around: The inherited values, as far as they are stated.
    mutating func write(
        _ element: MarkupElement, _ context: TTMLContext, _ time: Span, at moment: MediaTime, around: TTMLStyles.Values,
        into content: inout TTMLContent
    ) {
        var next: MediaTime? = time.begin
        let isSequence = element.attribute("timeContainer") == "seq"
        for node in element.content {
            switch node {
            // In a sequence, text and line breaks have no duration of their own (TTML2 12.2.4).
            case .text(let text):
                if !isSequence { content.append(text, preservesSpace: context.preservesSpace, region: context.region) }
            case .element(let child) where child.name == "br": if !isSequence { content.appendBreak(region: context.region) }
            case .element(let child) where child.isSpan(in: element):
                guard let begin = isSequence ? next : time.begin else { continue }
                let span = withoutReportingErrors { $0.span(of: child, begin: begin, limit: time.end) }
                if isSequence { next = end(of: child, span) }
                if clock.isLyrics {
                    if span.begin > moment { content.append(span.begin) }
                } else {
                    guard span.begin <= moment, span.end.map({ moment < $0 }) ?? true else { continue }
                }
                write(span: child, context, span, at: moment, around: around, into: &content)
            default: break
            }
        }
    }

    private mutating func write(
        span element: MarkupElement, _ outer: TTMLContext, _ time: Span, at moment: MediaTime, around: TTMLStyles.Values,
        into content: inout TTMLContent
    ) {
        let layer = layer(of: element, time)
        let context = outer.entering(element, layer)
        var own = layer.values(at: moment)
        // Ruby delimiters are a fallback for processors without ruby support (TTML2 10.2.40).
        guard own["display"] != "none", own["ruby"] != "delimiter" else { return }
        var around = around
        for index in own.indices {
            switch own[index].name {
            case "fontSize": own[index].value = layout.fontSize(own[index].value, in: around["fontSize"])
            case "textDecoration": own[index].value = TTMLStyles.decoration(own[index].value, within: around["textDecoration"])
            default: continue
            }
            around = TTMLStyles.merged(around, [own[index]])
        }
        content.open(spans(own, language: element.attribute("lang")) + (element.look.map { [CueSpan(kind: $0)] } ?? []))
        if own["ruby"] == "container", let parts = rubyParts(of: element) {
            for part in parts { write(span: part, context, time, at: moment, around: around, into: &content) }
        } else {
            write(element, context, time, at: moment, around: around, into: &content)
        }
        content.close()
    }

    /// When bases and annotations are grouped, moves each annotation after its base, as in WebVTT.
    private mutating func rubyParts(of container: MarkupElement) -> [MarkupElement]? {
        var (bases, texts): ([MarkupElement], [MarkupElement]) = ([], [])
        var hasGroups = false
        for child in container.children where child.name == "span" {
            let role = values(of: child)["ruby"]
            switch role {
            case "baseContainer", "textContainer":
                hasGroups = true
                let parts = child.children.filter { $0.name == "span" }
                // The parts take over the group's styles.
                let styled = parts.map { part in
                    let own = part.attributes.map(\.name)
                    return part.copy(
                        adding: child.attributes.filter { $0.name != "ruby" && $0.name != "id" && !own.contains($0.name) })
                }
                if role == "baseContainer" { bases += styled } else { texts += styled.filter { values(of: $0)["ruby"] != "delimiter" } }
            case "base": bases.append(child)
            case "text": texts.append(child)
            default: break
            }
        }
        guard hasGroups else { return nil }
        var pairs: [MarkupElement] = []
        for index in 0..<max(bases.count, texts.count) {
            if index < bases.count { pairs.append(bases[index]) }
            if index < texts.count { pairs.append(texts[index]) }
        }
        return pairs
    }

    /// The spans for an element's values, outermost first.
    private func spans(_ values: TTMLStyles.Values, language: String?) -> [CueSpan] {
        var spans: [CueSpan] = []
        switch values["ruby"] {
        case "container": spans.append(CueSpan(kind: .ruby))
        case "text": spans.append(CueSpan(kind: .rubyText))
        default: break
        }
        if let language { spans.append(CueSpan(kind: .language, annotation: language)) }
        let rest = values.declarations(layout).filter { declaration in
            switch (declaration.property, declaration.value) {
            case ("font-style", "italic"), ("font-weight", "bold"), ("text-decoration", "underline"): false
            default: true
            }
        }
        if !rest.isEmpty { spans.append(CueSpan(kind: .class, style: rest)) }
        if values["fontStyle"] == "italic" { spans.append(CueSpan(kind: .italic)) }
        if values["fontWeight"] == "bold" { spans.append(CueSpan(kind: .bold)) }
        if values["textDecoration"] == "underline" { spans.append(CueSpan(kind: .underline)) }
        return spans
    }
}
