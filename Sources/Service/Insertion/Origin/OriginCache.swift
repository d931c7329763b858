// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxHLS

/// A cache of origin playlists; concurrent requests share one fetch.
final class OriginCache: Sendable {
    private struct State {
        /// There are many URLs with delivery directives, each useful only for a moment.
        var entries = ExpiringEntries<OriginPlaylist>(maxCount: 4096, maxBytes: OriginCache.maxBytes)
        var loads: [String: Task<OriginPlaylist, any Error>] = [:]
    }

    private enum Finding {
        case known(OriginPlaylist)
        case loading(Task<OriginPlaylist, any Error>)
    }

    private let client: OriginClient
    private let settings: InsertionSettings
    private let metrics: InsertionMetrics
    private let state = Mutex(State())
    /// The limit of the playlists' texts in bytes; parsed, they are several times as large.
    private static let maxBytes = 64 << 20

    init(client: OriginClient, settings: InsertionSettings, metrics: InsertionMetrics) {
        self.client = client
        self.settings = settings
        self.metrics = metrics
    }

    /// - Parameter extraTimeout: additional seconds for the origin to respond to a blocking request.
    func playlist(at url: String, extraTimeout: Double = 0) async throws -> OriginPlaylist {
        let finding = state.withLock { state -> Finding in
            if let playlist = state.entries.value(url, at: .now) { return .known(playlist) }
            if let load = state.loads[url] { return .loading(load) }
            let load = Task { try await self.load(url, extraTimeout: extraTimeout) }
            state.loads[url] = load
            return .loading(load)
        }
        switch finding {
        case .known(let playlist): return playlist
        case .loading(let load): return try await load.value
        }
    }

    private func load(_ url: String, extraTimeout: Double) async throws -> OriginPlaylist {
        let request = RemoteRequest(url: url, timeout: settings.originTimeout + extraTimeout, maxBytes: settings.largestPlaylist)
        let start = ContinuousClock.now
        do {
            let document = try await client.origin(request)
            let playlist = try OriginPlaylist(document, settings)
            metrics.answered(.origin, in: start.duration(to: .now), isBlocking: extraTimeout > 0)
            state.withLock { state in
                state.loads[url] = nil
                let now = ContinuousClock.now
                state.entries.keep(playlist, document.bytes.count, as: url, until: now + .seconds(playlist.life), at: now)
            }
            return playlist
        } catch {
            metrics.count(.originFailures)
            state.withLock { $0.loads[url] = nil }
            throw error
        }
    }
}
