// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Decodes CEA-608 and CEA-708 captions carried in video frames, from `cc_data` in presentation order.
///
/// Create a new decoder after a seek, because displayed captions do not carry over.
public struct ClosedCaptionDecoder: Sendable {
    /// A cue, its service, and its region, which only CEA-708 cues have.
    public struct ServiceCue: Hashable, Sendable {
        /// The service that the cue belongs to.
        public var service: ClosedCaptionService
        /// A complete cue, with its position.
        public var cue: Cue
        /// The window of a CEA-708 cue; nil for CEA-608.
        public var region: CaptionRegion?
    }

    private var analog = CEA608Decoder()
    private var digital = CEA708Decoder()

    public init() {}

    /// The services for which data was received. Offer these for selection.
    public private(set) var services: Set<ClosedCaptionService> = []

    /// Decodes a frame's captions and returns the cues they end.
    public mutating func decode(_ data: ClosedCaptionData) -> [ServiceCue] {
        var cues = digital.advance(to: data.time).compactMap(Self.cue)
        var index = 0
        while index + 2 < data.triplets.count {
            let (marker, first, second) = (data.triplets[index], data.triplets[index + 1], data.triplets[index + 2])
            index += 3
            guard marker & 0x04 != 0 else { continue }
            // The order of the pairs, not their types, determines which field comes first (CTA-708-E 4.4.1).
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

    /// Ends all displayed cues at `time` and returns them.
    public mutating func finish(at time: MediaTime) -> [ServiceCue] {
        analog.finish(at: time).compactMap(Self.cue) + digital.finish(at: time).compactMap(Self.cue)
    }

    /// Resumes decoding after another sender's content, such as an ad, in which these captions were not shown. Decoder state and
    /// displayed captions carry over.
    ///
    /// - Parameters:
    ///   - time: The presentation time of the first frame after the gap.
    ///   - last: The presentation time of the last frame before the gap.
    public mutating func proceed(at time: MediaTime, after last: MediaTime) {
        analog.proceed(at: time)
        digital.proceed(at: time, after: last)
    }

    /// The cues that a service displays at `time` and that nothing has ended yet. Their end is `time`.
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
