// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Puts the samples of a text track together to one document, in the order in which they come.
public struct TextTrackReader: Sendable {
    private let coding: TextCoding
    private let header: [UInt8]
    private let limits: CaptionLimits
    private let service: ClosedCaptionService?
    /// Of SubStation, whose header may be long.
    private let script: SubStationReader?
    private var document: CaptionDocument
    private var decoder = ClosedCaptionDecoder()
    private var end = MediaTime.zero
    /// Where cues end that may go on in the sample that follows.
    private var last: [Int] = []

    /// - Parameters:
    ///   - coding: How the samples are written.
    ///   - header: What the track says of all its samples, as for ``CaptionDocument/readSample(_:of:header:start:end:offset:limits:)``.
    ///   - service: Which one to read of closed captions; nil reads the first that is there.
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
    ///   - bytes: As the coding has them.
    ///   - start: Of the sample.
    ///   - end: Of the sample.
    ///   - offset: From the track's clock to that of `start` and `end`.
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
            // A cue that lasts longer than its sample is in the next one again.
            if let index = last.first(where: { document.cues[$0].goesOn(in: cue) }) {
                document.cues[index].end = max(document.cues[index].end, cue.end)
                last.removeAll { $0 == index }
                current.append(index)
            } else {
                current.append(document.cues.count)
                document.cues.append(cue)
            }
        }
        // Only where samples are cut at each change of what is shown do cues come in pieces.
        last = coding == .webVTTBoxes || coding == .ttml ? current : []
    }

    /// A pair is sent with each picture of 30000/1001 in a second; a sample has those of as many pictures as it lasts.
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

    /// What was read. The services that closed captions were found of, beside the one that was read, are told among the errors.
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
                    cure: "name the channel that is to be read"))
        }
        return document
    }
}

extension Cue {
    /// Whether another one is the rest of this one.
    fileprivate func goesOn(in next: Cue) -> Bool {
        let gap = (next.start - end).seconds
        return abs(gap) < 0.002 && id == next.id && text == next.text && settings == next.settings && region == next.region
            && tree == next.tree && image == next.image
    }
}
