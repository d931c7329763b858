// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxHLS

/// A cache of origin playlists; concurrent requests share one fetch.
final class OriginCache: Sendable {
    private struct Entry {
        var playlist: OriginPlaylist
        var until: ContinuousClock.Instant
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var loads: [String: Task<OriginPlaylist, any Error>] = [:]

        mutating func keep(_ playlist: OriginPlaylist, of url: String) {
            if entries.count >= OriginCache.maxEntries { forget() }
            entries[url] = Entry(playlist: playlist, until: .now + .seconds(playlist.life))
        }

        private mutating func forget() {
            let now = ContinuousClock.now
            entries = entries.filter { $0.value.until > now }
            if entries.count >= OriginCache.maxEntries { entries.removeAll() }
        }
    }

    private enum Finding {
        case known(OriginPlaylist)
        case loading(Task<OriginPlaylist, any Error>)
    }

    private let client: OriginClient
    private let settings: InsertionSettings
    private let metrics: InsertionMetrics
    private let state = Mutex(State())
    /// There are many URLs with delivery directives, each useful only for a moment.
    private static let maxEntries = 4096

    init(client: OriginClient, settings: InsertionSettings, metrics: InsertionMetrics) {
        self.client = client
        self.settings = settings
        self.metrics = metrics
    }

    /// - Parameter patience: additional seconds for the origin, when it is asked for a future state.
    func playlist(at url: String, patience: Double = 0) async throws -> OriginPlaylist {
        let finding = state.withLock { state -> Finding in
            if let entry = state.entries[url], entry.until > .now { return .known(entry.playlist) }
            if let load = state.loads[url] { return .loading(load) }
            let load = Task { try await self.load(url, patience: patience) }
            state.loads[url] = load
            return .loading(load)
        }
        switch finding {
        case .known(let playlist): return playlist
        case .loading(let load): return try await load.value
        }
    }

    private func load(_ url: String, patience: Double) async throws -> OriginPlaylist {
        let request = RemoteRequest(url: url, timeout: settings.originTimeout + patience, maxBytes: settings.largestPlaylist)
        let start = ContinuousClock.now
        do {
            let playlist = try OriginPlaylist(await client.origin(request), settings)
            metrics.answered(.origin, in: start.duration(to: .now), patience: patience > 0)
            state.withLock { state in
                state.loads[url] = nil
                state.keep(playlist, of: url)
            }
            return playlist
        } catch {
            metrics.count(.originFailures)
            state.withLock { $0.loads[url] = nil }
            throw error
        }
    }
}
