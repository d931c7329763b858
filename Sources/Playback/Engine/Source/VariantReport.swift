// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Reports a source's variant changes, with the reason last given by the session.
struct VariantReport {
    private var spans = VariantSpans()
    private var reason = ""

    mutating func read(_ entries: [Journal.Entry]) {
        if let choice = entries.last(where: { $0.kind == .quality || $0.kind == .variant }) { reason = choice.text }
    }

    mutating func changes(by segment: SegmentLoad) -> [SourceFact] {
        spans.note(segment.stream, in: segment.range, replaces: segment.replaces).map {
            .variant($0.stream, at: $0.start, reason: reason)
        }
    }
}
