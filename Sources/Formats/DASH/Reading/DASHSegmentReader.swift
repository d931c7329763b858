// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxXML

/// The segment information of a period, adaptation set and representation. Inner elements override outer ones attribute by attribute.
struct DASHSegmentReader {
    private static let kinds = ["SegmentTemplate", "SegmentList", "SegmentBase"]

    /// In seconds, the sum of all BaseURL elements that apply. That of the segment information is added to it (ISO/IEC 23009-1, 5.3.9.5.3).
    var availabilityTimeOffset: Double
    /// Outermost first, one per level.
    private var elements: [String: [MarkupElement]] = [:]
    /// The innermost timeline of each kind, parsed once for all representations that use it.
    private var timelines: [String: [DASHSegments.Run]] = [:]
    /// The innermost kind of element.
    private var kind: String?

    init(availabilityTimeOffset: Double) { self.availabilityTimeOffset = availabilityTimeOffset }

    /// Adds the segment information of an element.
    func adding(_ element: MarkupElement) throws(DASHError) -> DASHSegmentReader {
        var reader = self
        for child in element.elements where Self.kinds.contains(child.name) {
            reader.elements[child.name, default: []].append(child)
            reader.kind = child.name
            if let timeline = child.first("SegmentTimeline") { reader.timelines[child.name] = try DASHTimelineReader.read(timeline) }
        }
        return reader
    }

    private var chain: [MarkupElement] { kind.flatMap { elements[$0] }?.reversed() ?? [] }

    private func first<Value>(_ body: (MarkupElement) throws(DASHError) -> Value?) throws(DASHError) -> Value? {
        for element in chain { if let value = try body(element) { return value } }
        return nil
    }

    /// - Parameter query: added to the URL of every segment, index and initialization section.
    func read(
        _ representation: MarkupElement, id: String, bandwidth: Int, base: String, query: DASHQuery?
    ) throws(DASHError) -> DASHSegments {
        let addressing = try addressing(representation, id: id, bandwidth: bandwidth, base: base)
        var segments = DASHSegments(base: base, addressing: addressing)
        segments.line = representation.line
        segments.availabilityTimeOffset = availabilityTimeOffset
        segments.timescale = try first { element throws(DASHError) in try element.integer("timescale", in: 1...Int64(UInt32.max)) } ?? 1
        // The schema has no negative offsets, but packagers write them for media that begins late, and other players apply them.
        segments.presentationTimeOffset =
            try first { element throws(DASHError) in try element.integer("presentationTimeOffset", in: -(1 << 61)...(1 << 61)) } ?? 0
        segments.startNumber = try first { element throws(DASHError) in try element.integer("startNumber") } ?? 1
        segments.endNumber = try first { element throws(DASHError) in try element.integer("endNumber") }
        segments.duration = try first { element throws(DASHError) in try element.integer("duration", in: 1...(1 << 62)) }
        segments.firstDelta = try first { element throws(DASHError) in try element.integer("eptDelta", in: -(1 << 61)...(1 << 61)) }
        if let offset = try first({ element throws(DASHError) in try element.availabilityTimeOffset() }) {
            segments.availabilityTimeOffset += offset
        }
        segments.parts = try first { element throws(DASHError) in try element.integer("k", in: 1...DASHTimelineReader.maxParts) } ?? 1
        segments.timeline = kind.flatMap { timelines[$0] }
        segments.initialization = try initialization(id: id, bandwidth: bandwidth, base: base)
        if let query { segments.add(query) }
        return segments
    }

    private func addressing(
        _ representation: MarkupElement, id: String, bandwidth: Int, base: String
    ) throws(DASHError) -> DASHSegments.Addressing {
        switch kind {
        case "SegmentTemplate":
            guard let (text, element) = try first({ element throws(DASHError) in element.attribute("media").map { ($0, element) } }) else {
                throw DASHError(
                    .missing, chain[0], message: "a SegmentTemplate without @media", remedy: "state the address of segments in @media")
            }
            let template = try Self.template(text, element, id, bandwidth, base)
            return .template(template)
        case "SegmentList":
            guard let list = try first({ element throws(DASHError) in element.first("SegmentURL") == nil ? nil : element }) else {
                throw DASHError(.missing, chain[0], message: "a SegmentList without a SegmentURL", remedy: "list the segments")
            }
            var locations: [DASHSegments.Location] = []
            for element in list.elements where element.name == "SegmentURL" {
                let url = element.attribute("media").map { URIResolver.resolve($0, against: base) } ?? base
                locations.append(.init(url: url, range: try element.range("mediaRange")))
            }
            return .list(locations)
        case "SegmentBase":
            guard let range = try first({ element throws(DASHError) in try element.range("indexRange") }) else { return .whole(base) }
            guard range.length <= 16 << 20 else {
                throw DASHError(
                    .limit, chain[0], message: "an index of \(range.length) bytes", remedy: "give the index's own bytes in @indexRange")
            }
            return .index(.init(url: base, range: range))
        default: return .whole(base)
        }
    }

    private func initialization(id: String, bandwidth: Int, base: String) throws(DASHError) -> DASHSegments.Location? {
        for element in chain {
            if let text = element.attribute("initialization") {
                return .init(url: try Self.template(text, element, id, bandwidth, base).url(), range: nil)
            }
            if let child = element.first("Initialization") {
                let url = child.attribute("sourceURL").map { URIResolver.resolve($0, against: base) } ?? base
                return .init(url: url, range: try child.range("range"))
            }
        }
        return nil
    }

    private static func template(
        _ text: String, _ element: MarkupElement, _ id: String, _ bandwidth: Int, _ base: String
    ) throws(DASHError) -> DASHTemplate {
        do throws(DASHTemplate.Fault) {
            return try DASHTemplate(text, representation: (id, bandwidth), base: base)
        } catch { throw DASHError(.value, element, message: error.message, remedy: error.remedy) }
    }
}
