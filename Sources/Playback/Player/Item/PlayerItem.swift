// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import Observation
public import WindowboxMedia
public import WindowboxTransport

/// One entry of a player's list. The same content twice in a list needs two items.
///
/// Items are compared by reference. An item belongs to one player at a time.
@MainActor @Observable public final class PlayerItem: Identifiable {
    public nonisolated let id = UUID()
    /// The metadata to display: from the application or its loader, completed by ``embeddedMetadata`` once the media is open.
    public private(set) var metadata: PlayerMetadata
    /// Metadata from the media itself; empty until it is open.
    public private(set) var embeddedMetadata = EmbeddedMetadata()
    /// Without the embedded metadata.
    @ObservationIgnored private var givenMetadata: PlayerMetadata

    enum Content {
        case loading
        case ready(Asset)
        case failing(any Error)
    }

    @ObservationIgnored private(set) var content = Content.loading
    /// Called after each change of ``content``.
    @ObservationIgnored var onChange: (@MainActor (PlayerItem) -> Void)?
    @ObservationIgnored private let begin: (@MainActor (PlayerItem) -> Task<Void, Never>)?
    @ObservationIgnored private var loading: Task<Void, Never>?
    /// Whether the loader has ended; it isn't asked again.
    private(set) var isComplete = false
    @ObservationIgnored let tracking: ItemTracking

    /// - Parameters:
    ///   - loader: used when the item is about to play.
    ///   - trackers: notified while the item is the current one.
    public init<Loader: AssetLoader>(loader: Loader, trackers: [TrackerAdapter<Loader.Metadata>] = []) {
        givenMetadata = loader.playerMetadata(for: nil)
        metadata = givenMetadata.completed(by: EmbeddedMetadata())
        let bindings = trackers.map { $0.bind() }
        tracking = ItemTracking(bindings)
        begin = { item in
            Task { [weak item] in
                do {
                    for try await metadata in loader.metadata() {
                        for binding in bindings { binding.updateMetadata(metadata) }
                        item?.use(loader.asset(for: metadata), loader.playerMetadata(for: metadata))
                    }
                    if !Task.isCancelled { item?.complete() }
                } catch {
                    if !Task.isCancelled { item?.fail(error) }
                }
            }
        }
    }

    /// Creates an item that needs no loader.
    /// - Parameter trackers: notified while the item is the current one.
    public init(asset: Asset, metadata: PlayerMetadata = .empty, trackers: [TrackerAdapter<PlayerMetadata>] = []) {
        givenMetadata = metadata
        self.metadata = metadata.completed(by: EmbeddedMetadata())
        let bindings = trackers.map { $0.bind() }
        tracking = ItemTracking(bindings)
        for binding in bindings { binding.updateMetadata(metadata) }
        begin = nil
        content = Content(asset)
    }

    isolated deinit { loading?.cancel() }

    /// Whether the asset is known, or that there is none.
    var isKnown: Bool { if case .loading = content { false } else { true } }

    // MARK: Loading, driven by the player

    /// Call when the item becomes the current or the next one.
    func enter() {
        guard loading == nil, !isComplete, let begin else { return }
        loading = begin(self)
    }

    /// Call when the item is no longer current or next.
    func leave() {
        loading?.cancel()
        loading = nil
        onChange = nil
    }

    /// Clears a failure, so that ``enter()`` loads the item again.
    func reset() {
        guard begin != nil, case .failing = content else { return }
        loading?.cancel()
        loading = nil
        isComplete = false
        content = .loading
    }

    private func use(_ asset: Asset, _ metadata: PlayerMetadata) {
        givenMetadata = metadata
        completeMetadata()
        content = Content(asset)
        onChange?(self)
    }

    func use(_ metadata: EmbeddedMetadata) {
        guard embeddedMetadata != metadata else { return }
        embeddedMetadata = metadata
        completeMetadata()
    }

    private func completeMetadata() {
        let complete = givenMetadata.completed(by: embeddedMetadata)
        if metadata != complete { metadata = complete }
    }

    private func complete() {
        loading = nil
        isComplete = true
        if case .loading = content { fail(PlayerError(.noContent, "The loader ended without providing any media.")) }
    }

    private func fail(_ error: any Error) {
        loading = nil
        isComplete = true
        content = .failing(error)
        onChange?(self)
    }
}

extension PlayerItem.Content {
    init(_ asset: Asset) {
        if case .unavailable(let error) = asset.source { self = .failing(error) } else { self = .ready(asset) }
    }
}

extension PlayerItem: Hashable {
    public nonisolated static func == (left: PlayerItem, right: PlayerItem) -> Bool { left === right }
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PlayerItem {
    /// Creates an item for media at a URL; see ``Asset/simple(url:headers:configuration:)``.
    public static func simple(
        url: String, headers: TransportHeaders = [:], metadata: PlayerMetadata = .empty,
        configuration: PlaybackConfiguration = PlaybackConfiguration(),
        trackers: [TrackerAdapter<PlayerMetadata>] = []
    ) -> PlayerItem {
        PlayerItem(asset: .simple(url: url, headers: headers, configuration: configuration), metadata: metadata, trackers: trackers)
    }

    /// Creates an item for media at a URL; see ``Asset/simple(url:headers:configuration:)``.
    public static func simple(
        url: URL, headers: TransportHeaders = [:], metadata: PlayerMetadata = .empty,
        configuration: PlaybackConfiguration = PlaybackConfiguration(),
        trackers: [TrackerAdapter<PlayerMetadata>] = []
    ) -> PlayerItem {
        simple(url: url.absoluteString, headers: headers, metadata: metadata, configuration: configuration, trackers: trackers)
    }

    /// Creates an item for media whose bytes the application loads; see ``Asset/custom(url:loader:configuration:)``.
    public static func custom(
        url: String, loader: any Transport, metadata: PlayerMetadata = .empty,
        configuration: PlaybackConfiguration = PlaybackConfiguration(), trackers: [TrackerAdapter<PlayerMetadata>] = []
    ) -> PlayerItem {
        PlayerItem(asset: .custom(url: url, loader: loader, configuration: configuration), metadata: metadata, trackers: trackers)
    }

    /// Creates an item for encrypted media whose keys the application provides; see ``Asset/encrypted(url:keys:loader:configuration:)``.
    public static func encrypted(
        url: String, keys: any KeyProvider, loader: (any Transport)? = nil, metadata: PlayerMetadata = .empty,
        configuration: PlaybackConfiguration = PlaybackConfiguration(), trackers: [TrackerAdapter<PlayerMetadata>] = []
    ) -> PlayerItem {
        PlayerItem(
            asset: .encrypted(url: url, keys: keys, loader: loader, configuration: configuration), metadata: metadata, trackers: trackers)
    }

    /// Creates an item that can't be played, with its metadata; see ``Asset/unavailable(_:)``.
    public static func unavailable(
        _ error: any Error, metadata: PlayerMetadata = .empty, trackers: [TrackerAdapter<PlayerMetadata>] = []
    ) -> PlayerItem {
        PlayerItem(asset: .unavailable(error), metadata: metadata, trackers: trackers)
    }
}
