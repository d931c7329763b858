// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxHLS
import WindowboxStitcher

/// Packages creatives that aren't available as playlists yet.
public protocol CreativePreparing: Sendable {
    /// The URL of a packaged creative's playlist; nil until it is ready.
    func address(of creativeKey: String) async -> String?
    /// Starts packaging a creative. May be called repeatedly.
    func prepare(_ creativeKey: String, from source: String) async
    /// Notes that a packaged creative is used, so that it isn't deleted as unused.
    /// - Returns: false if it no longer exists.
    func keep(_ creativeKey: String) async -> Bool
}

/// The creatives that can be inserted, loaded once for all sessions.
final class CreativeCache: Sendable {
    private struct FitKey: Hashable {
        var content: String
        var creative: String
    }

    private struct SegmentsKey: Hashable {
        var content: String
        var creative: String
        var rendition: ContentRendition
        var location: String
    }

    private struct State {
        var loaded: [String: AdCreative] = [:]
        /// Of the documents of what is loaded.
        var bytes = 0
        /// Of the texts of what is prepared.
        var preparedBytes = 0
        var creatives = CreativeAvailability()
        var loads: [String: Task<Void, Never>] = [:]
        var fits: [FitKey: RenditionMapping?] = [:]
        var prepared: [SegmentsKey: PreparedAd] = [:]
        /// When the use of packaged creatives was noted.
        var kept: [String: ContinuousClock.Instant] = [:]

        /// Whether the use of a packaged creative must be noted now.
        mutating func mustKeep(_ key: String, at now: ContinuousClock.Instant) -> Bool {
            guard loaded[key] != nil, kept[key].map({ $0.duration(to: now) >= .seconds(CreativeCache.keepSeconds) }) ?? true else {
                return false
            }
            kept[key] = now
            return true
        }

        mutating func forget(_ key: String) {
            bytes -= loaded.removeValue(forKey: key)?.bytes ?? 0
            kept[key] = nil
            creatives.ready.removeValue(forKey: key)
            fits = fits.filter { $0.key.creative != key }
            prepared = prepared.filter { $0.key.creative != key }
            preparedBytes = prepared.values.reduce(0) { $0 + $1.size }
        }

        mutating func forgetAll() {
            loaded.removeAll()
            bytes = 0
            forgetPrepared()
            kept.removeAll()
            creatives.ready.removeAll()
            fits.removeAll()
        }

        mutating func forgetPrepared() {
            prepared.removeAll()
            preparedBytes = 0
        }
    }

    private let client: OriginClient
    private let settings: InsertionSettings
    private let preparer: (any CreativePreparing)?
    private let state = Mutex(State())
    /// The limit of creatives.
    private static let maxEntries = 2000
    /// The limit of the documents of all creatives in bytes, and of the texts made of them. No creative may have more than a quarter.
    private let maxBytes: Int
    /// The limit of playlists of a creative, each of which is fetched.
    private static let maxPlaylists = 100
    /// Seconds between notes that a creative is used: much less than the time for which unused ones are kept.
    private static let keepSeconds = 43_200

    init(client: OriginClient, settings: InsertionSettings, preparer: (any CreativePreparing)?, maxBytes: Int = 64 << 20) {
        self.maxBytes = maxBytes
        self.client = client
        self.settings = settings
        self.preparer = preparer
    }

    var creatives: CreativeAvailability { state.withLock { $0.creatives } }

    func creative(_ key: String) -> AdCreative? { state.withLock { $0.loaded[key] } }

    /// All variants of ads, to be announced before one of them plays.
    var variants: [Variant] { state.withLock { $0.loaded.values.flatMap(\.multivariant.variants) } }

    /// Loads a creative, or has it packaged.
    ///
    /// - Parameter source: a playlist, or a file to be packaged.
    func require(_ key: String, source: String) async {
        if let preparer, !Self.isPlaylist(source), state.withLock({ $0.mustKeep(key, at: .now) }), await !preparer.keep(key) {
            state.withLock { $0.forget(key) }
        }
        let load = state.withLock { state -> Task<Void, Never>? in
            if state.loaded[key] != nil { return nil }
            if let load = state.loads[key] { return load }
            let load = Task {
                await self.load(key, source)
                self.state.withLock { $0.loads[key] = nil }
            }
            state.loads[key] = load
            return load
        }
        await load?.value
    }

    func prepare(_ key: String, from source: String) async {
        guard !Self.isPlaylist(source) else { return }
        await preparer?.prepare(key, from: source)
    }

    private static func isPlaylist(_ address: String) -> Bool { address.prefix { $0 != "?" && $0 != "#" }.hasSuffix(".m3u8") }

    private func load(_ key: String, _ source: String) async {
        let address: String
        if Self.isPlaylist(source) {
            address = source
        } else if let made = await preparer?.address(of: key) {
            address = made
        } else {
            return
        }
        guard let creative = try? await read(key, address) else { return }
        state.withLock { state in
            if state.loaded.count >= Self.maxEntries || state.bytes + creative.bytes > maxBytes { state.forgetAll() }
            state.loaded[key] = creative
            state.bytes += creative.bytes
            state.creatives.ready[key] = creative.duration
        }
    }

    private func read(_ key: String, _ address: String) async throws -> AdCreative? {
        func load(_ url: String) async throws -> RemoteDocument {
            let request = RemoteRequest(url: url, timeout: settings.originTimeout, maxBytes: settings.largestPlaylist)
            return try await client.anywhere(request)
        }
        let document = try await load(address)
        guard case .multivariant(let multivariant)? = Playlist.parse(document.bytes, baseURL: document.url).playlist else { return nil }
        let addresses = AdCreative.addresses(of: multivariant)
        guard addresses.count <= Self.maxPlaylists else { return nil }
        var playlists: [String: MediaPlaylist] = [:]
        var diagnostics: [PlaylistDiagnostic] = []
        var bytes = document.bytes.count
        try await withThrowingTaskGroup(of: (String, PlaylistReading, Int).self) { group in
            for url in addresses {
                group.addTask {
                    let document = try await load(url)
                    return (url, Playlist.parse(document.bytes, baseURL: document.url), document.bytes.count)
                }
            }
            for try await (url, reading, count) in group {
                bytes += count
                guard bytes <= maxBytes / 4 else { throw OriginError.tooLarge(address, maxBytes / 4) }
                playlists[url] = reading.playlist?.media?.delivered(by: settings.adDelivery)
                diagnostics += reading.oddities
            }
        }
        return AdCreative(
            key: key, address: document.url, multivariant: multivariant, playlists: playlists, diagnostics: diagnostics, bytes: bytes)
    }

    /// How a creative's playlists map to those of the content; nil if the creative isn't loaded or doesn't fit.
    ///
    /// - Parameters:
    ///   - content: the URL of its multivariant playlist.
    func fit(_ key: String, content: String, _ multivariant: MultivariantPlaylist) -> RenditionMapping? {
        let fitKey = FitKey(content: content, creative: key)
        return state.withLock { state -> RenditionMapping? in
            if let known = state.fits[fitKey] { return known }
            guard let creative = state.loaded[key] else { return nil }
            if state.fits.count >= 4 * Self.maxEntries { state.fits.removeAll() }
            let fit = RenditionMapping(creative, in: multivariant, match: settings.match)
            state.fits[fitKey] = .some(fit)
            return fit
        }
    }

    /// A creative's serialised segments for a rendition.
    ///
    /// - Parameters:
    ///   - location: its position in a session's breaks, if deliveries are counted; nil otherwise.
    func prepared(_ key: String, content: String, _ fit: RenditionMapping, _ rendition: ContentRendition, location: AdSegmentLocation?)
        -> PreparedAd?
    {
        let name = SegmentsKey(content: content, creative: key, rendition: rendition, location: location?.folder ?? "")
        if let known = state.withLock({ $0.prepared[name] }) { return known }
        guard var playlist = fit.playlist(for: rendition) else { return nil }
        if let location { playlist = location.counted(playlist, rendition) }
        let ad = PreparedAd(playlist)
        state.withLock { state in
            if state.prepared.count >= 8 * Self.maxEntries || state.preparedBytes + ad.size > maxBytes { state.forgetPrepared() }
            // Two requests may prepare it at once.
            let replaced = state.prepared.updateValue(ad, forKey: name)?.size ?? 0
            state.preparedBytes += ad.size - replaced
        }
        return ad
    }
}
