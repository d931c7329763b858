// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

extension TTMLReader {
    /// The time of an element within that of its parent (TTML2 12.2); a nil end means that it ends with its parent.
    mutating func span(of element: MarkupElement, begin: MediaTime, limit: MediaTime?) -> Span {
        let origin = clock.isLyrics ? .zero : begin
        let start = time("begin", of: element).map { origin + $0 } ?? begin
        let ends = [
            limit, time("end", of: element).map { origin + $0 }, time("dur", of: element).map { start + $0 },
        ].compactMap { $0 }
        return (start, ends.min())
    }

    /// Whether the element states its end.
    func hasEnd(_ element: MarkupElement) -> Bool {
        ["end", "dur"].contains { name in element.attribute(name).flatMap { clock.time($0) } != nil }
    }

    /// Whether all stated times of the element are valid.
    func hasTimes(_ element: MarkupElement) -> Bool {
        ["begin", "end", "dur"].allSatisfy { name in element.attribute(name).map { clock.time($0) != nil } ?? true }
    }

    /// When an element ends, for the begin of the next one in a sequence: its stated end, or else the end of its last content
    /// (TTML2 12.2.4); nil if it never ends.
    /// - Parameter isInSequence: Whether an element without content ends at once.
    mutating func end(of element: MarkupElement, _ span: Span, isInSequence: Bool = false) -> MediaTime? {
        if hasEnd(element) { return span.end }
        func limited(_ end: MediaTime) -> MediaTime { span.end.map { min($0, end) } ?? end }
        guard element.name == "p" || element.name == "span" else { return isInSequence ? span.begin : span.end }
        let isSequence = element.attribute("timeContainer") == "seq"
        var last = span.begin
        for node in element.content {
            // A nested sequence is traversed again for each element around it, so the number of steps is limited.
            guard steps > 0 else { return span.end }
            steps -= 1
            switch node {
            case .text(let text): if !isSequence, !text.allSatisfy(\.isWhitespace) { return span.end }
            case .element(let child) where child.name == "br": if !isSequence { return span.end }
            case .element(let child) where child.name == "span":
                let begin = isSequence ? last : span.begin
                let inner = withoutReportingErrors { $0.span(of: child, begin: begin, limit: span.end) }
                guard let end = end(of: child, inner) else { return span.end }
                last = isSequence ? end : max(last, end)
            default: break
            }
        }
        return limited(last)
    }

    /// Runs `body` without recording errors, because errors in times are reported once, elsewhere.
    mutating func withoutReportingErrors<Result>(_ body: (inout TTMLReader) -> Result) -> Result {
        let errors = list
        defer { list = errors }
        return body(&self)
    }

    private mutating func time(_ name: String, of element: MarkupElement) -> MediaTime? {
        guard let expression = element.attribute(name) else { return nil }
        if let time = clock.time(expression) { return time }
        list.report(
            .timing, element.line, "the time cannot be read: \(name)=\"\(expression.prefix(60))\"", "write it as 00:00:01.000, 1.5s or 90f")
        return nil
    }
}
