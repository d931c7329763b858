// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Decodes captions that come inside pictures: CEA-608 and CEA-708 side by side, from `cc_data` in the order of presentation.
///
/// After a seek, begin with a new decoder: what was shown elsewhere is not shown here.
public struct ClosedCaptionDecoder: Sendable {
    /// A cue, the service it was sent in, and the region it is in, which CEA-708 alone has.
    public struct ServiceCue: Hashable, Sendable {
        public var service: ClosedCaptionService
        public var cue: Cue
        public var region: CaptionRegion?
    }

    private var analog = CEA608Decoder()
    private var digital = CEA708Decoder()

    public init() {}

    /// The services that anything was received of, which may be offered to choose from.
    public private(set) var services: Set<ClosedCaptionService> = []

    /// The cues that the captions of a picture end.
    public mutating func decode(_ data: ClosedCaptionData) -> [ServiceCue] {
        var cues = digital.advance(to: data.time).compactMap(Self.cue)
        var index = 0
        while index + 2 < data.triplets.count {
            let (marker, first, second) = (data.triplets[index], data.triplets[index + 1], data.triplets[index + 2])
            index += 3
            guard marker & 0x04 != 0 else { continue }
            // Which field of a picture comes first is told by the order of the pairs, not by their types (CTA-708-E 4.4.1).
            switch marker & 3 {
            case 0: cues += analog.decode(first, second, field: 1, at: data.time).compactMap(Self.cue)
            case 1: cues += analog.decode(first, second, field: 2, at: data.time).compactMap(Self.cue)
            case let type: cues += digital.decode(first, second, isStart: type == 3, at: data.time).compactMap(Self.cue)
            }
        }
        for number in analog.usedChannels { if let service = ClosedCaptionService(channel: number) { services.insert(service) } }
        for number in digital.usedServices { if let service = ClosedCaptionService(service: number) { services.insert(service) } }
        return cues
    }

    /// The cues that are still shown, which end here.
    public mutating func finish(at time: MediaTime) -> [ServiceCue] {
        analog.finish(at: time).compactMap(Self.cue) + digital.finish(at: time).compactMap(Self.cue)
    }

    /// Pictures of the same sender come again, behind a time of another's in which nothing of this one was shown: what was received, and
    /// what was to be seen, is as it was.
    ///
    /// - Parameters:
    ///   - time: Of the first picture that comes again.
    ///   - last: Of the last one before.
    public mutating func goOn(at time: MediaTime, after last: MediaTime) {
        analog.goOn(at: time)
        digital.goOn(at: time, after: last)
    }

    /// What is seen of a service now: cues that nothing has ended yet. Their end is `time`.
    public mutating func shown(of service: ClosedCaptionService, at time: MediaTime) -> [ServiceCue] {
        service.isDigital
            ? digital.shown(service: service.number, at: time).compactMap(Self.cue)
            : analog.shown(channel: service.number, at: time).map { ServiceCue(service: service, cue: $0, region: nil) }
    }

    private static func cue(_ ended: CEA608Decoder.ChannelCue) -> ServiceCue? {
        ClosedCaptionService(channel: ended.channel).map { ServiceCue(service: $0, cue: ended.cue, region: nil) }
    }

    private static func cue(_ ended: CEA708Decoder.ServiceCue) -> ServiceCue? {
        ClosedCaptionService(service: ended.service).map { ServiceCue(service: $0, cue: ended.cue, region: ended.region) }
    }
}
