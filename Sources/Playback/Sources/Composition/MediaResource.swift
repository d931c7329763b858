// SPDX-License-Identifier: Apache-2.0

public import WindowboxTransport

/// A playable resource of a chapter.
public struct MediaResource: Hashable, Sendable {
    /// The kind of delivery, best first.
    public enum Delivery: String, Hashable, Sendable, CaseIterable {
        /// An HLS stream.
        case hls
        /// A playlist of URLs.
        case m3u
        /// A single file.
        case progressive
    }

    /// The picture quality, as named by services.
    public enum Quality: String, Hashable, Sendable, CaseIterable { case standard = "sd", high = "hd", highest = "hq" }

    /// Whether the media is on demand or live, according to the service.
    public enum Timing: String, Hashable, Sendable, CaseIterable { case onDemand, live, dvr }

    /// Absolute URL.
    public var url: String
    /// How it is delivered.
    public var delivery: Delivery
    /// The quality; nil if the service doesn't state it.
    public var quality: Quality?
    /// Whether it is on demand or live; nil if the service doesn't state it.
    public var timing: Timing?
    /// URL of the token service for ``url``, used before the first load; nil if no token is needed. See ``TokenTransport``.
    public var tokenURL: String?
    /// Responses that the service included: playlists and initialization sections, so that the first request is for a segment.
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

/// Preferences of the user or the application, if a service has alternatives.
public struct PlaybackSettings: Hashable, Sendable {
    /// The wanted kind of live stream; nil for no preference.
    public var timing: MediaResource.Timing?
    /// The wanted quality; nil for no preference.
    public var quality: MediaResource.Quality?
    /// Whether only the requested chapter is wanted, without the other chapters of its composition.
    public var isStandalone: Bool
    /// Where the playback request came from, such as a list of recommendations: for statistics.
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
    /// Chooses the best resource: HLS, then M3U, then a single file; for equal deliveries the wanted timing, then the wanted quality, else
    /// the best; then the service's order.
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
