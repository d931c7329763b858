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
    private var document: CaptionDocument
    private var decoder = ClosedCaptionDecoder()
    private var end = MediaTime.zero
    /// The indices of cues that may continue in the next sample.
    private var last: [Int] = []

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
        let sample =
            script?.readSample(bytes, start: start, end: end)
            ?? CaptionDocument.readSample(bytes, of: coding, header: header, start: start, end: end, offset: offset, limits: limits)
        document.format = sample.format
        add(sample)
    }

    private mutating func add(_ sample: CaptionDocument) {
        for region in sample.regions where document.regions.count < limits.regions && document.region(region.id) != region {
            document.regions.removeAll { $0.id == region.id }
            document.regions.append(region)
        }
        for sheet in sample.styleSheets where !document.styleSheets.contains(where: { $0.text == sheet.text }) {
            document.styleSheets.append(sheet)
        }
        for error in sample.errors where document.errors.count < limits.errors && !document.errors.contains(error) {
            document.errors.append(error)
        }
        var current: [Int] = []
        for cue in sample.cues {
            // A cue that lasts longer than its sample is repeated in the next one.
            if let index = last.first(where: { document.cues[$0].continues(in: cue) }) {
                document.cues[index].end = max(document.cues[index].end, cue.end)
                last.removeAll { $0 == index }
                current.append(index)
            } else {
                current.append(document.cues.count)
                document.cues.append(cue)
            }
        }
        // Only these formats start a new sample at each change and thus split cues.
        last = coding == .webVTTBoxes || coding == .ttml ? current : []
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
            if let region = item.region, document.region(region.id) == nil { document.regions.append(region) }
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
    /// Whether another cue continues this one.
    fileprivate func continues(in next: Cue) -> Bool {
        let gap = (next.start - end).seconds
        return abs(gap) < 0.002 && id == next.id && text == next.text && settings == next.settings && region == next.region
            && tree == next.tree && image == next.image
    }
}
