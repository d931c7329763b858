// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxPlayer
public import WindowboxTransport

/// An item that a ``CompositionService`` knows by name.
///
/// While the item is the current or the next one, the service is asked again and again: what is shown follows it, playing starts and
/// stops at the moments at which the media becomes available and ceases to be, it stops when the media is blocked and may go on when it
/// is not any more, and another address takes the place of the one that plays. A part that disappears gives way to the whole.
///
/// `PlayerError.underlying` is a ``SourceError``.
public struct CompositionLoader: AssetLoader {
    public let urn: String
    public let service: CompositionService
    public let settings: PlaybackSettings
    /// Where it starts when the service does not say, in seconds; nil is the default position.
    public var start: Double?
    public var texts: BlockingTexts
    /// What is shown before the service has answered.
    public var placeholder: PlayerMetadata
    private let interval: Double
    private let clock: WallClock
    /// One for all its metadata, so that an item with the same address goes on.
    private let tokens: TokenTransport
    private let preloads: PreloadTransport
    private let told = SetOnce()

    /// - Parameters:
    ///   - updateInterval: seconds between two questions; below 10 counts as 10.
    ///   - media: brings the bytes of the media that need a token; see ``MediaResource/tokenURL``.
    ///   - clock: tells what is available.
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

    /// Everything that becomes known, as it does. It ends only with an error, before anything is known.
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
            // Once it went this way, it goes on so: another loader would be another asset.
            guard !resource.preload.isEmpty || told.has(resource.url) else {
                return .simple(url: resource.url, configuration: configuration)
            }
            if told.add(resource.url) { preloads.set(resource.preload) }
            return .custom(url: resource.url, loader: preloads, configuration: configuration)
        }
        tokens.set(tokenURL, for: resource.url)
        return .custom(url: resource.url, loader: tokens, configuration: configuration)
    }

    public func playerMetadata(for metadata: CompositionSnapshot?) -> PlayerMetadata { metadata?.playerMetadata ?? placeholder }
}

/// Addresses whose beginnings were taken over.
private final class SetOnce: Sendable {
    private let known = Mutex<Set<String>>([])
    /// - Returns: false when it was there already.
    func add(_ text: String) -> Bool { known.withLock { $0.insert(text).inserted } }
    func has(_ text: String) -> Bool { known.withLock { $0.contains(text) } }
}

extension PlayerItem {
    /// An item that a service knows by name; see ``CompositionLoader``.
    public static func composition(
        urn: String, service: CompositionService, settings: PlaybackSettings = PlaybackSettings(), start: Double? = nil
    ) -> PlayerItem {
        PlayerItem(loader: CompositionLoader(urn: urn, service: service, settings: settings, start: start))
    }
}
