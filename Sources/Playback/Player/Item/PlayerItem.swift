// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import Observation
public import WindowboxMedia
public import WindowboxTransport

/// One entry of a player's list. The same content twice in a list is two items.
///
/// Items are compared by reference. An item belongs to one player at a time.
@MainActor @Observable public final class PlayerItem: Identifiable {
    public nonisolated let id = UUID()
    /// What is shown about it: what the application or its loader says, completed by ``embeddedMetadata`` once the media are open.
    public private(set) var metadata: PlayerMetadata
    /// What the media say about themselves; empty until they are open.
    public private(set) var embeddedMetadata = EmbeddedMetadata()
    /// Without what the media say.
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
    /// The loader has ended: it is not asked again.
    private(set) var isComplete = false
    @ObservationIgnored let tracking: ItemTracking

    /// - Parameters:
    ///   - loader: asked when the item is about to be played.
    ///   - trackers: follow the item while it is the current one.
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
                        item?.take(loader.asset(for: metadata), loader.playerMetadata(for: metadata))
                    }
                    if !Task.isCancelled { item?.complete() }
                } catch {
                    if !Task.isCancelled { item?.fail(error) }
                }
            }
        }
    }

    /// An item that needs no loader.
    /// - Parameter trackers: follow the item while it is the current one.
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

    /// What is to be played is known, or that there is nothing.
    var isKnown: Bool { if case .loading = content { false } else { true } }

    // MARK: Loading, driven by the player

    /// The item became the current or the next one.
    func enter() {
        guard loading == nil, !isComplete, let begin else { return }
        loading = begin(self)
    }

    /// The item is neither current nor next any more.
    func leave() {
        loading?.cancel()
        loading = nil
        onChange = nil
    }

    /// Forgets a failure, so that entering loads again.
    func reset() {
        guard begin != nil, case .failing = content else { return }
        loading?.cancel()
        loading = nil
        isComplete = false
        content = .loading
    }

    private func take(_ asset: Asset, _ metadata: PlayerMetadata) {
        givenMetadata = metadata
        completeMetadata()
        content = Content(asset)
        onChange?(self)
    }

    func take(_ metadata: EmbeddedMetadata) {
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
        if case .loading = content { fail(PlayerError(.noContent, "The loader ended without naming any media.")) }
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
    /// Media at an address; see ``Asset/simple(url:headers:configuration:)``.
    public static func simple(
        url: String, headers: TransportHeaders = [:], metadata: PlayerMetadata = .empty,
        configuration: PlaybackConfiguration = PlaybackConfiguration(),
        trackers: [TrackerAdapter<PlayerMetadata>] = []
    ) -> PlayerItem {
        PlayerItem(asset: .simple(url: url, headers: headers, configuration: configuration), metadata: metadata, trackers: trackers)
    }

    /// Media at an address; see ``Asset/simple(url:headers:configuration:)``.
    public static func simple(
        url: URL, headers: TransportHeaders = [:], metadata: PlayerMetadata = .empty,
        configuration: PlaybackConfiguration = PlaybackConfiguration(),
        trackers: [TrackerAdapter<PlayerMetadata>] = []
    ) -> PlayerItem {
        simple(url: url.absoluteString, headers: headers, metadata: metadata, configuration: configuration, trackers: trackers)
    }

    /// Media whose bytes the application brings; see ``Asset/custom(url:loader:configuration:)``.
    public static func custom(
        url: String, loader: any Transport, metadata: PlayerMetadata = .empty,
        configuration: PlaybackConfiguration = PlaybackConfiguration(), trackers: [TrackerAdapter<PlayerMetadata>] = []
    ) -> PlayerItem {
        PlayerItem(asset: .custom(url: url, loader: loader, configuration: configuration), metadata: metadata, trackers: trackers)
    }

    /// Encrypted media whose keys the application brings; see ``Asset/encrypted(url:keys:loader:configuration:)``.
    public static func encrypted(
        url: String, keys: any KeyProvider, loader: (any Transport)? = nil, metadata: PlayerMetadata = .empty,
        configuration: PlaybackConfiguration = PlaybackConfiguration(), trackers: [TrackerAdapter<PlayerMetadata>] = []
    ) -> PlayerItem {
        PlayerItem(
            asset: .encrypted(url: url, keys: keys, loader: loader, configuration: configuration), metadata: metadata, trackers: trackers)
    }

    /// An entry that can't be played, with its metadata; see ``Asset/unavailable(_:)``.
    public static func unavailable(
        _ error: any Error, metadata: PlayerMetadata = .empty, trackers: [TrackerAdapter<PlayerMetadata>] = []
    ) -> PlayerItem {
        PlayerItem(asset: .unavailable(error), metadata: metadata, trackers: trackers)
    }
}
