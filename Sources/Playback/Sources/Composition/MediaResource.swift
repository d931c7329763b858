// SPDX-License-Identifier: Apache-2.0

public import WindowboxTransport

/// One way in which a chapter can be had.
public struct MediaResource: Hashable, Sendable {
    /// How the bytes come, best first.
    public enum Delivery: String, Hashable, Sendable, CaseIterable {
        case hls
        /// A playlist of addresses.
        case m3u
        /// One file.
        case progressive
    }

    public enum Quality: String, Hashable, Sendable, CaseIterable { case standard = "sd", high = "hd", highest = "hq" }

    /// How the media relate to the present, as the service says.
    public enum Timing: String, Hashable, Sendable, CaseIterable { case onDemand, live, dvr }

    /// Absolute.
    public var url: String
    public var delivery: Delivery
    public var quality: Quality?
    public var timing: Timing?
    /// Where a token for ``url`` is asked for before the first byte; nil where none is needed. See ``TokenTransport``.
    public var tokenURL: String?
    /// What the service sent of it already: playlists and initialisation, so that the first request is one for a segment.
    public var preload: [PreloadTransport.Answer]

    public init(
        url: String, delivery: Delivery, quality: Quality? = nil, timing: Timing? = nil, tokenURL: String? = nil,
        preload: [PreloadTransport.Answer] = []
    ) {
        self.url = url
        self.delivery = delivery
        self.quality = quality
        self.timing = timing
        self.tokenURL = tokenURL
        self.preload = preload
    }
}

/// What a person or an application wants of the content, as far as a service has a choice.
public struct PlaybackSettings: Hashable, Sendable {
    public var timing: MediaResource.Timing?
    public var quality: MediaResource.Quality?
    /// The media alone, without what it is a part of or made of.
    public var isStandalone: Bool
    /// What led to it, such as a list of recommendations: for statistics.
    public var source: String?

    public init(
        timing: MediaResource.Timing? = nil, quality: MediaResource.Quality? = nil, isStandalone: Bool = false, source: String? = nil
    ) {
        self.timing = timing
        self.quality = quality
        self.isStandalone = isStandalone
        self.source = source
    }
}

extension PlaybackSettings {
    /// HLS, then M3U, then one file; among those of a kind the wanted timing, then the wanted quality, else the best; then the
    /// service's order.
    func choose(among resources: [MediaResource]) -> MediaResource? {
        func rank(_ resource: MediaResource) -> [Int] {
            let delivery = MediaResource.Delivery.allCases.firstIndex(of: resource.delivery) ?? 0
            let level = resource.quality.flatMap { MediaResource.Quality.allCases.firstIndex(of: $0) } ?? -1
            return [
                delivery, timing == nil || timing == resource.timing ? 0 : 1, quality != nil && quality == resource.quality ? 0 : 1, -level,
            ]
        }
        return resources.enumerated().min {
            (rank($0.element) + [$0.offset]).lexicographicallyPrecedes(rank($1.element) + [$1.offset])
        }?.element
    }
}
