// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia
import WindowboxXML

/// Reads one period.
struct DASHPeriodReader {
    private static let maxRepresentations = 2000
    /// The maximum number of listed segments in all periods. A list counts once for each representation that uses it.
    private static let maxListed = 1_000_000
    private static let maxEvents = 1000
    private static let trickMode = "http://dashif.org/guidelines/trickmode"
    private static let thumbnails = ["http://dashif.org/thumbnail_tile", "http://dashif.org/guidelines/thumbnail_tile"]
    /// Essential properties that don't affect playback here.
    private static let known = [
        "urn:mpeg:mpegB:cicp:ColourPrimaries", "urn:mpeg:mpegB:cicp:TransferCharacteristics", "urn:mpeg:mpegB:cicp:MatrixCoefficients",
        "urn:mpeg:mpegB:cicp:VideoFullRangeFlag", "urn:mpeg:dash:preselection:2016", "urn:mpeg:dash:pattern:2024", "urn:mpeg:dash:ssr:2023",
    ]

    var period: DASHPeriod
    private var count = 0
    /// The number of listed segments so far, including those of earlier periods.
    private(set) var listed: Int

    private(set) var remotes: DASHRemotes
    private(set) var bases: DASHBaseReader
    /// ContentProtection descriptors that others refer to.
    private let protections: [String: MarkupElement]
    private let manifestURL: String
    /// For all sets of the period.
    private var query: DASHQuery?

    init(
        period: DASHPeriod, listed: Int, remotes: DASHRemotes, bases: DASHBaseReader, protections: [String: MarkupElement],
        manifestURL: String
    ) {
        self.period = period
        self.manifestURL = manifestURL
        self.protections = protections
        self.listed = listed
        self.remotes = remotes
        self.bases = bases
    }

    mutating func read(_ element: MarkupElement, base: String, availabilityTimeOffset: Double) throws(DASHError) -> DASHPeriod {
        let base = bases.base(of: element, in: base)
        let delay = try availabilityTimeOffset + DASHManifest.availabilityTimeOffset(of: element)
        let segments = try DASHSegmentReader(availabilityTimeOffset: delay).adding(element)
        if case .query(let query) = DASHQuery.read(element, manifest: manifestURL) { self.query = query }
        var faults: [(kind: DASHAdaptationSet.Kind?, error: DASHError)] = []
        for child in element.elements.filter({ $0.name == "AdaptationSet" }).flatMap({ remotes.resolve($0) }) {
            do throws(DASHError) {
                if let set = try read(set: child, base: base, segments) { period.sets.append(set) }
            } catch {
                // Exceeded limits are fatal: leaving out a part would not help.
                guard error.code != .limit else { throw error }
                faults.append((Self.statedKind(child), error))
            }
        }
        readEvents(element)
        // An unreadable adaptation set is left out, unless the period would lose all its video or audio.
        let kinds = Set(period.sets.map(\.kind))
        for fault in faults {
            if let kind = fault.kind, kind == .video || kind == .audio, !kinds.contains(kind) { throw fault.error }
            guard kinds.contains(.video) || kinds.contains(.audio) else { throw fault.error }
        }
        return period
    }

    /// An invalid event is left out; it does not make the period invalid.
    private mutating func readEvents(_ element: MarkupElement) {
        for stream in element.elements.filter({ $0.name == "EventStream" }).flatMap({ remotes.resolve($0) }) {
            guard let scheme = stream.trimmed("schemeIdUri"), !scheme.isEmpty else { continue }
            for child in stream.elements where child.name == "Event" && period.events.count < Self.maxEvents {
                if let event = try? DASHEvent(child, of: stream, scheme: scheme, periodStart: period.start) { period.events.append(event) }
            }
        }
        period.events.sort { $0.start < $1.start }
    }

    /// The kind that an unreadable set declares.
    private static func statedKind(_ element: MarkupElement) -> DASHAdaptationSet.Kind? {
        func attribute(_ name: String) -> String? { element.attribute(name) ?? element.first("Representation")?.attribute(name) }
        return kind(
            element.attribute("contentType"), mime: (attribute("mimeType") ?? "").lowercased(),
            codecs: Codec.list(attribute("codecs") ?? "").map(\.text))
    }

    private mutating func read(set element: MarkupElement, base: String, _ segments: DASHSegmentReader) throws(DASHError)
        -> DASHAdaptationSet?
    {
        let essential = element.descriptors("EssentialProperty")
        let isThumbnails = essential.contains { Self.thumbnails.contains($0.scheme) }
        guard isThumbnails || essential.allSatisfy({ Self.isKnown($0) || $0.scheme == Self.trickMode }) else { return nil }
        guard let query = query(of: element, in: query) else { return nil }
        let isTrick = (essential + element.descriptors("SupplementalProperty")).contains { $0.scheme == Self.trickMode }
        let base = bases.base(of: element, in: base)
        var segments = try segments.adding(element)
        segments.availabilityTimeOffset += try DASHManifest.availabilityTimeOffset(of: element)
        var set = DASHAdaptationSet(kind: .video)
        set.language = element.attribute("lang").flatMap { $0.isEmpty || $0 == "und" ? nil : $0 }
        set.label = Self.label(element)
        set.accessibility = element.descriptors("Accessibility")
        for child in element.elements where child.name == "Representation" {
            count += 1
            guard count <= Self.maxRepresentations else {
                throw DASHError(
                    .limit, child, message: "there are more than \(Self.maxRepresentations) representations in one period",
                    remedy: "list fewer representations")
            }
            guard
                // A layer that complements another representation can't be decoded alone.
                child.trimmed("dependencyId")?.isEmpty ?? true,
                child.descriptors("EssentialProperty").allSatisfy({ Self.isKnown($0) || Self.thumbnails.contains($0.scheme) }),
                let query = self.query(of: child, in: query)
            else { continue }
            let representation = try read(representation: child, in: element, base: base, segments, query: query)
            if case .list(let locations) = representation.segments.addressing { listed += locations.count }
            guard listed <= Self.maxListed else {
                throw DASHError(
                    .limit, child, message: "the lists of all representations have more than \(Self.maxListed) segments",
                    remedy: "use a SegmentTemplate")
            }
            set.representations.append(representation)
        }
        guard let first = set.representations.first else { return nil }
        guard let kind = Self.kind(element.attribute("contentType"), mime: first.mimeType, codecs: first.codecs) else { return nil }
        set.roles = DASHRoles.all(element.descriptors("Role"), accessibility: set.accessibility, isText: kind == .text)
        // Trick-play video is not a quality level.
        set.kind = isTrick && kind == .video ? .trick : kind
        return set
    }

    /// The name of a set: its own, or else that of the group it is in.
    private static func label(_ element: MarkupElement) -> String? {
        for text in [element.first("Label")?.text, element.attribute("label"), element.first("GroupLabel")?.text] {
            if let text, text.contains(where: { !$0.isWhitespace }) { return text }
        }
        return nil
    }

    private static func isKnown(_ property: DASHDescriptor) -> Bool {
        known.contains(property.scheme) || DASHQuery.schemes.contains(property.scheme)
    }

    /// The query for the URLs of an element, or that of its parent; nil if the element's own can't be followed.
    private func query(of element: MarkupElement, in outer: DASHQuery?) -> DASHQuery?? {
        switch DASHQuery.read(element, manifest: manifestURL) {
        case .none: .some(outer)
        case .query(let query): .some(query)
        case .unsupported: nil
        }
    }

    private static func kind(_ contentType: String?, mime: String, codecs: [String]) -> DASHAdaptationSet.Kind? {
        let kinds = codecs.compactMap { Codec($0).kind }
        // Attributes are written by hand, and wrong more often than codecs.
        if kinds.contains(.video) { return .video }
        if kinds.contains(.audio) { return .audio }
        if kinds.contains(.text) || DASHRepresentation.plainTexts.contains(mime) { return .text }
        // Text in an unknown codec is not supported.
        if mime.hasPrefix("text/") || mime.hasPrefix("application/") || contentType == "text" { return nil }
        if mime.hasPrefix("image/") { return .image }
        if mime.hasPrefix("audio/") || contentType == "audio" { return .audio }
        return mime.hasPrefix("video/") || contentType == "video" ? .video : nil
    }

    // MARK: Representations

    private mutating func read(
        representation element: MarkupElement, in set: MarkupElement, base: String, _ segments: DASHSegmentReader, query: DASHQuery?
    ) throws(DASHError) -> DASHRepresentation {
        func attribute(_ name: String) -> String? { element.attribute(name) ?? set.attribute(name) }
        // What only describes the media is no reason to leave it out.
        func integer(_ name: String) -> Int? {
            for element in [element, set] {
                if let value = try? element.integer(name, in: 0...Int64(Int32.max)) { return Int(value) }
            }
            return nil
        }
        let id = element.attribute("id") ?? ""
        let bandwidth = (try? element.integer("bandwidth", in: 0...(1 << 40))).map { Int($0) } ?? 0
        let base = bases.base(of: element, in: base)
        var segments = try segments.adding(element)
        segments.availabilityTimeOffset += try DASHManifest.availabilityTimeOffset(of: element)
        var representation = DASHRepresentation(
            id: id, bandwidth: bandwidth, mimeType: (attribute("mimeType") ?? "").lowercased(),
            segments: try segments.read(element, id: id, bandwidth: bandwidth, base: base, query: query))
        if let last = Self.lastNumber(element) ?? Self.lastNumber(set) {
            representation.segments.endNumber = min(representation.segments.endNumber ?? last, last)
        }
        representation.segments.impliesIndex = ["video/mp4", "audio/mp4"].contains(representation.mimeType)
        representation.codecs = Codec.list(attribute("codecs") ?? "").map(\.text)
        representation.supplementalCodecs = (attribute("supplementalCodecs") ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
        if let width = integer("width"), let height = integer("height"), width > 0, height > 0 {
            representation.size = PixelSize(width: width, height: height)
        }
        representation.frameRate = attribute("frameRate").flatMap(Self.frameRate)
        representation.sampleRate = attribute("audioSamplingRate").flatMap { Int($0.split(separator: " ").last ?? "") }
        representation.channels = Self.channels(element) ?? Self.channels(set)
        representation.videoRange = Self.range(element) ?? Self.range(set)
        representation.tiles = Self.tiles(element) ?? Self.tiles(set)
        representation.protection = try DASHProtection.read(
            element, in: DASHProtection.read(set, references: protections), references: protections)
        return representation
    }

    /// The number of the last segment, if the set or the representation ends before its period.
    private static func lastNumber(_ element: MarkupElement) -> Int64? {
        let property = element.descriptors("SupplementalProperty").first { $0.scheme == "http://dashif.org/guidelines/last-segment-number" }
        return property.flatMap { Int64($0.value) }.flatMap { (0...(1 << 62)).contains($0) ? $0 : nil }
    }

    private static func frameRate(_ text: String) -> Double? {
        let parts = text.split(separator: "/")
        guard let numerator = parts.first.flatMap({ Double($0) }), parts.count <= 2 else { return nil }
        let rate = numerator / (parts.count == 2 ? Double(parts[1]) ?? 0 : 1)
        return rate.isFinite && rate > 0 && rate <= 1000 ? rate : nil
    }

    private static func channels(_ element: MarkupElement) -> Int? {
        for descriptor in element.descriptors("AudioChannelConfiguration") {
            switch descriptor.scheme {
            case "urn:mpeg:dash:23003:3:audio_channel_configuration:2011":
                return Int(descriptor.value).flatMap { (1...64).contains($0) ? $0 : nil }
            case "urn:mpeg:mpegB:cicp:ChannelConfiguration":
                let counts = [0, 1, 2, 3, 4, 5, 6, 8, 2, 3, 4, 7, 8, 24, 8, 12, 10, 12, 14, 12, 14]
                if let index = Int(descriptor.value), counts.indices.contains(index), index > 0 { return counts[index] }
            case "tag:dolby.com,2014:dash:audio_channel_configuration:2011", "urn:dolby:dash:audio_channel_configuration:2011":
                // One bit per speaker or pair of speakers (ETSI TS 102 366, E.1.3.1.8). Counted from 0 at the left, bits 5, 6,
                // 9, 10, 11 and 13 are pairs.
                guard let bits = UInt32(descriptor.value, radix: 16) else { continue }
                let count = (bits & 0xFFFF).nonzeroBitCount + (bits & 0x0674).nonzeroBitCount
                if count > 0 { return count }
            default: continue
            }
        }
        return nil
    }

    private static func range(_ element: MarkupElement) -> String? {
        let all = element.descriptors("EssentialProperty") + element.descriptors("SupplementalProperty")
        switch all.first(where: { $0.scheme == "urn:mpeg:mpegB:cicp:TransferCharacteristics" })?.value {
        case "16": return "PQ"
        case "18": return "HLG"
        case nil: return nil
        default: return "SDR"
        }
    }

    private static func tiles(_ element: MarkupElement) -> PixelSize? {
        guard let value = element.descriptors("EssentialProperty").first(where: { thumbnails.contains($0.scheme) })?.value else {
            return nil
        }
        let parts = value.split(separator: "x").compactMap { Int($0) }
        guard parts.count == 2, (1...256).contains(parts[0]), (1...256).contains(parts[1]) else { return nil }
        return PixelSize(width: parts[0], height: parts[1])
    }
}
