// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

extension DASHEvent {
    /// - Returns: nil if the message is too long.
    /// - Throws: ``DASHError`` for an invalid number.
    init?(_ element: MarkupElement, of stream: MarkupElement, scheme: String, periodStart: Double) throws(DASHError) {
        let timescale = Double(try stream.integer("timescale", in: 1...Int64(UInt32.max)) ?? 1)
        let offset = try stream.integer("presentationTimeOffset", in: -(1 << 61)...(1 << 61)) ?? 0
        let ticks = try element.integer("presentationTime") ?? 0
        self.scheme = scheme
        value = stream.attribute("value") ?? ""
        start = periodStart + Double(ticks - offset) / timescale
        duration = try element.integer("duration").map { Double($0) / timescale }
        id = UInt32(truncatingIfNeeded: try element.integer("id") ?? 0)
        let text = element.attribute("messageData") ?? (element.elements.contains { _ in true } ? element.contentMarkup : element.text)
        data = element.trimmed("contentEncoding") == "base64" ? Base64Text.decode(text) : Array(text.utf8)
        guard data.count <= EventMessage.longestData else { return nil }
    }

    /// The event as a message in a segment.
    /// - Parameter segmentStart: seconds on the presentation's timeline.
    func message(after segmentStart: Double) -> EventMessage {
        EventMessage(
            scheme: scheme, value: value, time: .afterSegmentStart(MediaTime(seconds: start - segmentStart, timescale: 90_000)),
            duration: duration.map { MediaTime(seconds: min($0, 1e9), timescale: 1000) }, id: id, data: data)
    }
}
