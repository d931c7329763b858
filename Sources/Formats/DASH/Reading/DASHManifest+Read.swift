// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxXML

extension DASHManifest {
    /// More periods than any real manifest has.
    private static let maxPeriods = 20_000
    private static let maxLocations = 5

    /// Whether the first element is `MPD`, with or without a prefix.
    package static func isManifest(_ prefix: some Collection<UInt8>) -> Bool {
        var text = Substring(String(decoding: plainMarkup(prefix), as: UTF8.self))
        while let start = text.firstIndex(of: "<") {
            text = text[text.index(after: start)...]
            if text.hasPrefix("!--") {
                guard let end = text.firstRange(of: "-->") else { return false }
                text = text[end.upperBound...]
                continue
            }
            if text.first == "?" || text.first == "!" { continue }
            let name = text.prefix { $0 != " " && $0 != ">" && $0 != "\n" && $0 != "\t" && $0 != "\r" && $0 != "/" && $0 != "\r\n" }
            return name == "MPD" || name.hasSuffix(":MPD")
        }
        return false
    }

    /// The start of a document in UTF-8 or UTF-16, without its byte order mark and with one byte for each ASCII character.
    package static func plainMarkup(_ prefix: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(prefix)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
        if marks.contains(where: { bytes.starts(with: $0) }) { return bytes.dropFirst(2).filter { $0 != 0 } }
        let isWide = bytes.starts(with: [0x3C, 0]) || bytes.starts(with: [0, 0x3C])
        return isWide ? bytes.filter { $0 != 0 } : bytes
    }

    /// Parses a manifest. Time and memory are bounded, entities are not resolved, and nothing is fetched.
    ///
    /// Elements that cannot be played are left out: sets with an unknown essential property, and remote elements
    /// that were not supplied.
    ///
    /// - Parameters:
    ///   - url: the absolute URL the bytes came from, after redirects.
    ///   - remotes: the content of remote elements by URL (``remotes``). Remote elements inside them are ignored.
    package static func read(_ bytes: [UInt8], url: String, remotes: [String: [UInt8]] = [:]) throws(DASHError) -> DASHManifest {
        let document: MarkupDocument
        do throws(MarkupError) { document = try MarkupDocument.read(bytes, limits: MarkupLimits(depth: 40)) } catch {
            throw DASHError(
                error.code == .tooLarge ? .limit : .notWellFormed, line: error.line, message: error.message, remedy: error.remedy)
        }
        if let fault = document.problems.first(where: { $0.code == .truncated }) {
            throw DASHError(.notWellFormed, line: fault.line, message: fault.message, remedy: fault.remedy)
        }
        let root = document.root
        guard root.name == "MPD" else {
            throw DASHError(
                .notAManifest, root, message: "the document's root is the element \(root.name.prefix(40))",
                remedy: "give the address of a DASH manifest, whose root is MPD")
        }
        var manifest = DASHManifest(url: url)
        try manifest.readHead(root)
        try manifest.readPeriods(root, DASHRemotes(url: url, known: remotes))
        return manifest
    }

    private mutating func readHead(_ root: MarkupElement) throws(DASHError) {
        let type = (root.trimmed("type") ?? "").lowercased()
        // Drafts of the standard called it "Live".
        isDynamic =
            type == "dynamic" || type == "live"
            || !["static", "ondemand", ""].contains(type) && root.attribute("minimumUpdatePeriod") != nil
        duration = try root.seconds("mediaPresentationDuration")
        minimumUpdatePeriod = isDynamic ? try root.seconds("minimumUpdatePeriod") : nil
        // Advice that can't be read is no reason to refuse the manifest.
        timeShiftBufferDepth = try? root.seconds("timeShiftBufferDepth")
        distance.suggested = try? root.seconds("suggestedPresentationDelay")
        statedAvailabilityStart = try root.date("availabilityStartTime")
        publishTime = try? root.date("publishTime")
        clocks = root.descriptors("UTCTiming")
        for element in root.elements where element.name == "Location" && locations.count < Self.maxLocations {
            let text = element.text
            guard !text.isEmpty else { continue }
            let service = element.trimmed("serviceLocation").flatMap { $0.isEmpty ? nil : $0 }
            locations.append(.init(url: URIResolver.resolve(text, against: url), service: service))
        }
        for element in root.elements where element.name == "PatchLocation" && patches.count < Self.maxLocations {
            let text = element.text
            let lifetime = element.trimmed("ttl").flatMap(Double.init)
            guard !text.isEmpty else { continue }
            let service = element.trimmed("serviceLocation").flatMap { $0.isEmpty ? nil : $0 }
            patches.append(.init(url: URIResolver.resolve(text, against: url), timeToLive: lifetime, service: service))
        }
        // A description with a scope is for other clients.
        let services = root.elements.filter { $0.name == "ServiceDescription" && $0.first("Scope") == nil }
        distance.targetLatency = services.lazy.compactMap { $0.first("Latency").flatMap(Self.targetLatency) }.first
        distance.rates = services.lazy.compactMap { $0.first("PlaybackRate") }.first.map { element in
            CatchUpRates(
                slowest: element.trimmed("min").flatMap(Double.init), fastest: element.trimmed("max").flatMap(Double.init))
        }
        let steerings = [root.first("ContentSteering")] + services.map { $0.first("ContentSteering") }
        if let element = steerings.lazy.compactMap({ $0 }).first, !element.text.isEmpty {
            var server = DASHContentSteering(url: URIResolver.resolve(element.text, against: url))
            server.defaultServices = (element.attribute("defaultServiceLocation") ?? "").split(whereSeparator: \.isWhitespace).map(
                String.init)
            server.asksBeforeStart = ["true", "1"].contains(element.trimmed("queryBeforeStart"))
            steering = server
        }
    }

    /// In seconds; nil if it is not stated or absurd. The element has milliseconds.
    private static func targetLatency(_ element: MarkupElement) -> Double? {
        guard let target = element.trimmed("target").flatMap(Double.init), target > 0, target <= 3_600_000 else { return nil }
        return target / 1000
    }

    private mutating func readPeriods(_ root: MarkupElement, _ given: DASHRemotes) throws(DASHError) {
        var remotes = given
        var bases = DASHBaseReader()
        let base = bases.base(of: root, in: url)
        let delay = try Self.availabilityTimeOffset(of: root)
        var count = 0
        var elements: [MarkupElement] = []
        for element in root.elements where element.name == "Period" {
            let periods = remotes.resolve(element)
            elements += periods
            count += periods.count
            guard count <= Self.maxPeriods else {
                throw DASHError(
                    .limit, element, message: "there are more than \(Self.maxPeriods) periods", remedy: "list fewer periods in one manifest"
                )
            }
        }
        var starts: [Double?] = []
        var previousEnd: Double? = 0
        for element in elements {
            // The first period starts at 0; a later one where the previous one ends.
            let start = try element.seconds("start") ?? previousEnd
            starts.append(start)
            let length = try element.seconds("duration")
            previousEnd = start.flatMap { start in length.map { start + $0 } }
        }
        var listed = 0
        let protections = DASHProtection.references(in: [root] + elements)
        for (index, element) in elements.enumerated() {
            guard let start = starts[index] else { continue }
            var end = try element.seconds("duration").map { start + $0 }
            var endsWithPresentation = false
            if index + 1 < starts.count, let next = starts[index + 1] {
                end = next
            } else if end == nil {
                (end, endsWithPresentation) = (duration, duration != nil)
                // Some presentations start at the time of day; their duration counts from there.
                if let length = duration, length <= start, let first = starts.first ?? nil { end = first + length }
            }
            if let end, end <= start { continue }
            let period = DASHPeriod(id: element.attribute("id"), start: start, end: end, endsWithPresentation: endsWithPresentation)
            var reader = DASHPeriodReader(
                period: period, listed: listed, remotes: remotes, bases: bases, protections: protections, manifestURL: url)
            periods.append(try reader.read(element, base: base, availabilityTimeOffset: delay))
            (listed, remotes, bases) = (reader.listed, reader.remotes, reader.bases)
        }
        self.remotes = remotes.missing
        self.bases = bases.choices
        periods.sort { $0.start < $1.start }
        guard isDynamic || !periods.isEmpty || !self.remotes.isEmpty else {
            throw DASHError(
                .missing, root, message: "there is no Period that could be played", remedy: "list at least one Period that is not remote")
        }
    }

    /// The offset of the BaseURL that applies to an element.
    static func availabilityTimeOffset(of element: MarkupElement) throws(DASHError) -> Double {
        guard let base = element.first("BaseURL") else { return 0 }
        return try base.availabilityTimeOffset() ?? 0
    }
}

extension MarkupElement {
    /// In seconds; infinite for `INF`.
    func availabilityTimeOffset() throws(DASHError) -> Double? {
        guard let text = trimmed("availabilityTimeOffset") else { return nil }
        if text == "INF" { return .infinity }
        guard let value = Double(text), value.isFinite else {
            throw DASHError(
                .value, self, message: "@availabilityTimeOffset is \"\(text.prefix(40))\"", remedy: "give a number of seconds, or INF")
        }
        return value
    }
}
