// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxPlayer
public import WindowboxTransport

/// Loads an item from a ``CompositionService`` by its URN.
///
/// While the item is the current or the next one, the service is polled: displayed metadata is updated, playback starts and stops when the
/// media item becomes available or unavailable, it stops when the item is blocked and may continue when it no longer is, and a changed URL
/// replaces the one that plays. If a part of a longer media item disappears, the full-length one plays instead.
///
/// `PlayerError.underlying` is a ``SourceError``.
public struct CompositionLoader: AssetLoader {
    /// The URN of the requested chapter or segment.
    public let urn: String
    /// The service that is asked about it.
    public let service: CompositionService
    /// Preferences if the service has alternatives.
    public let settings: PlaybackSettings
    /// Start position in seconds if the service doesn't state one; nil uses the default position.
    public var start: Double?
    /// Messages about blocked content, used in errors.
    public var texts: BlockingTexts
    /// Metadata to display until the service has responded.
    public var placeholder: PlayerMetadata
    private let interval: Double
    private let clock: WallClock
    /// Shared by all its assets, so that an item with an unchanged URL continues to play.
    private let tokens: TokenTransport
    private let preloads: PreloadTransport
    private let preloadedURLs = URLSet()

    /// - Parameters:
    ///   - updateInterval: seconds between two polls; at least 10.
    ///   - media: loads the bytes of media that need a token; see ``MediaResource/tokenURL``.
    ///   - clock: determines what is available.
    public init(
        urn: String, service: CompositionService, settings: PlaybackSettings = PlaybackSettings(), start: Double? = nil,
        updateInterval: Double = 30, texts: BlockingTexts = .english, placeholder: PlayerMetadata = .empty,
        media: any Transport = RoutingTransport.secure(), clock: WallClock = .system
    ) {
        self.urn = urn
        self.service = service
        self.settings = settings
        self.start = start
        self.texts = texts
        self.placeholder = placeholder
        self.clock = clock
        interval = updateInterval
        tokens = TokenTransport(media)
        preloads = PreloadTransport(media)
    }

    /// A stream of snapshots. It ends only with an error, before anything is known.
    public func metadata() -> AsyncThrowingStream<CompositionSnapshot, any Error> {
        let watch = CompositionWatch(urn: urn, interval: interval, settings: settings)
        return CompositionRunner.run(watch, service: service, clock: clock)
    }

    public func asset(for metadata: CompositionSnapshot) -> Asset {
        guard let resource = metadata.resource else {
            let error = SourceError(metadata.playability, of: metadata.chapter.media, texts: texts)
            return .unavailable(error.map { PlayerError($0) } ?? PlayerError(.noContent, "Nothing can be played."))
        }
        let configuration = PlaybackConfiguration(start: metadata.start ?? start)
        guard let tokenURL = resource.tokenURL else {
            // Once preloads were used, the loader must stay the same: another loader would make it another asset.
            guard !resource.preload.isEmpty || preloadedURLs.contains(resource.url) else {
                return .simple(url: resource.url, configuration: configuration)
            }
            if preloadedURLs.insert(resource.url) { preloads.set(resource.preload) }
            return .custom(url: resource.url, loader: preloads, configuration: configuration)
        }
        tokens.set(tokenURL, for: resource.url)
        return .custom(url: resource.url, loader: tokens, configuration: configuration)
    }

    public func playerMetadata(for metadata: CompositionSnapshot?) -> PlayerMetadata { metadata?.playerMetadata ?? placeholder }
}

/// URLs that a service has sent preloaded responses for.
private final class URLSet: Sendable {
    private let urls = Mutex<Set<String>>([])
    /// - Returns: false if it was inserted before.
    func insert(_ url: String) -> Bool { urls.withLock { $0.insert(url).inserted } }
    func contains(_ url: String) -> Bool { urls.withLock { $0.contains(url) } }
}

extension PlayerItem {
    /// Creates an item that a service identifies by its URN; see ``CompositionLoader``.
    public static func composition(
        urn: String, service: CompositionService, settings: PlaybackSettings = PlaybackSettings(), start: Double? = nil
    ) -> PlayerItem {
        PlayerItem(loader: CompositionLoader(urn: urn, service: service, settings: settings, start: start))
    }
}
