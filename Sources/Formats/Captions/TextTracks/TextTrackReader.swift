// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Combines a text track's samples into one document, in the order in which they arrive.
public struct TextTrackReader: Sendable {
    private let coding: TextCoding
    private let header: [UInt8]
    private let limits: CaptionLimits
    private let service: ClosedCaptionService?
    /// For SubStation: keeps the parsed header, which may be long.
    private let script: SubStationReader?
    /// For WebVTT: has read the header, which may be long.
    private let file: WebVTTSampleReader?
    private var document: CaptionDocument
    /// The places of the document's regions, by their ids.
    private var regionIndex: [String: Int] = [:]
    private var knownErrors: Set<CaptionError> = []
    private var decoder = ClosedCaptionDecoder()
    private var end = MediaTime.zero
    /// The indices of cues that may continue in the next sample, from the last to the first, by what they show.
    private var last: [Cue: [Int]] = [:]
    /// How many cues that show the same are compared.
    private static let maxCompared = 64

    /// - Parameters:
    ///   - coding: The samples' format.
    ///   - header: The track's codec configuration, as for ``CaptionDocument/readSample(_:of:header:start:end:offset:limits:)``.
    ///   - service: The closed-caption service to read; nil reads the first one present.
    ///   - limits: Bounds against hostile input.
    public init(
        _ coding: TextCoding, header: [UInt8] = [], service: ClosedCaptionService? = nil, limits: CaptionLimits = CaptionLimits()
    ) {
        self.coding = coding
        self.header = header
        self.limits = limits
        self.service = service
        script = coding == .subStation ? SubStationReader(header: header, limits: limits) : nil
        let isWebVTT = coding == .webVTTBoxes || coding == .webVTTBlock
        file = isWebVTT ? WebVTTSampleReader(header: header, limits: limits) : nil
        document = CaptionDocument(format: .webVTT)
    }

    /// Reads a sample.
    /// - Parameters:
    ///   - bytes: The sample.
    ///   - start: The sample's start.
    ///   - end: The sample's end.
    ///   - offset: Converts the track's clock to that of `start` and `end`.
    public mutating func read(_ bytes: [UInt8], start: MediaTime, end: MediaTime, offset: MediaTime = .zero) {
        self.end = max(self.end, end)
        guard coding != .closedCaptions else { return decode(bytes, start: start) }
        guard document.cues.count < limits.cues else { return }
        let sample = sample(bytes, start, end, offset)
        document.format = sample.format
        add(sample)
    }

    private func sample(_ bytes: [UInt8], _ start: MediaTime, _ end: MediaTime, _ offset: MediaTime) -> CaptionDocument {
        if let script { return script.readSample(bytes, start: start, end: end) }
        guard let file else {
            return CaptionDocument.readSample(bytes, of: coding, header: header, start: start, end: end, offset: offset, limits: limits)
        }
        guard coding == .webVTTBlock else { return file.readBoxes(bytes, start: start, end: end) }
        return file.readBlock(bytes, start: start, end: end, offset: offset)
    }

    private mutating func add(_ sample: CaptionDocument) {
        for region in sample.regions {
            if let index = regionIndex[region.id] {
                document.regions[index] = region
            } else if document.regions.count < limits.regions {
                regionIndex[region.id] = document.regions.count
                document.regions.append(region)
            }
        }
        // They are in the track's header, so that all samples have the same.
        if document.styleSheets.isEmpty { document.styleSheets = sample.styleSheets }
        for error in sample.errors where document.errors.count < limits.errors && knownErrors.insert(error).inserted {
            document.errors.append(error)
        }
        var current: [Int] = []
        for cue in sample.cues {
            // A cue that lasts longer than its sample is repeated in the next one.
            if let index = takeContinued(by: cue) {
                document.cues[index].end = max(document.cues[index].end, cue.end)
                current.append(index)
            } else {
                current.append(document.cues.count)
                document.cues.append(cue)
            }
        }
        last.removeAll(keepingCapacity: true)
        // Only these formats start a new sample at each change and thus split cues.
        guard coding == .webVTTBoxes || coding == .ttml else { return }
        for index in current.reversed() { last[document.cues[index].shown, default: []].append(index) }
    }

    private mutating func takeContinued(by cue: Cue) -> Int? {
        guard !last.isEmpty else { return nil }
        let key = cue.shown
        guard let same = last[key] else { return nil }
        let place = same.indices.suffix(Self.maxCompared).last { abs((cue.start - document.cues[same[$0]].end).seconds) < 0.002 }
        return place.flatMap { last[key]?.remove(at: $0) }
    }

    /// Decodes byte pairs, one per frame at 30000/1001 fps; a sample holds the pairs of all frames it lasts.
    private mutating func decode(_ triplets: [UInt8], start: MediaTime) {
        for index in 0..<triplets.count / 3 {
            let time = start + MediaTime(value: Int64(index) * 1001, timescale: 30_000)
            end = max(end, time)
            keep(decoder.decode(ClosedCaptionData(time: time, triplets: Array(triplets[(3 * index)..<(3 * index + 3)]))))
        }
    }

    private var found: [ClosedCaptionDecoder.ServiceCue] = []

    private mutating func keep(_ cues: [ClosedCaptionDecoder.ServiceCue]) {
        found += cues.prefix(max(0, limits.cues - found.count))
    }

    /// Returns the document. Closed-caption services that were found but not read are listed as errors.
    public mutating func finish() -> CaptionDocument {
        guard coding == .closedCaptions else { return document }
        keep(decoder.finish(at: end))
        let services = Set(found.map(\.service)).sorted()
        document.format = .scenarist
        guard let chosen = service ?? services.first else { return document }
        for item in found where item.service == chosen {
            document.cues.append(item.cue)
            guard let region = item.region, document.regions.count < limits.regions, regionIndex[region.id] == nil else { continue }
            regionIndex[region.id] = document.regions.count
            document.regions.append(region)
        }
        for other in services where service == nil && other != chosen {
            document.errors.append(
                CaptionError(
                    code: .unsupported, line: 0, message: "the captions of \(other.name) are left out",
                    remedy: "select the channel to read"))
        }
        return document
    }
}

extension Cue {
    /// What a cue and the one that continues it have in common.
    fileprivate var shown: Cue {
        Cue(id: id, start: .zero, end: .zero, region: region, settings: settings, text: text, tree: tree, image: image)
    }
}
