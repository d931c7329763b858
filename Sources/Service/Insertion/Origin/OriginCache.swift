// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Playlists of origins, each fetched once for all who want it at one time.
actor OriginCache {
    private struct Entry {
        var playlist: OriginPlaylist
        var until: ContinuousClock.Instant
    }

    private let client: OriginClient
    private let settings: InsertionSettings
    private let metrics: InsertionMetrics
    private var entries: [String: Entry] = [:]
    private var loads: [String: Task<OriginPlaylist, any Error>] = [:]
    /// Addresses with directives are many, and each is of use for a moment.
    private static let most = 4096

    init(client: OriginClient, settings: InsertionSettings, metrics: InsertionMetrics) {
        self.client = client
        self.settings = settings
        self.metrics = metrics
    }

    /// - Parameter patience: seconds that the origin may take more, as it may when it is asked for what is still to come.
    func playlist(at url: String, patience: Double = 0) async throws -> OriginPlaylist {
        if let entry = entries[url], entry.until > .now { return entry.playlist }
        if let load = loads[url] { return try await load.value }
        let request = RemoteRequest(url: url, timeout: settings.originTimeout + patience, mostBytes: settings.largestPlaylist)
        let load = Task { [client, settings, metrics] in
            let start = ContinuousClock.now
            do {
                let playlist = try OriginPlaylist(await client.origin(request), settings)
                metrics.answered(.origin, in: start.duration(to: .now), patience: patience > 0)
                return playlist
            } catch {
                metrics.count(.originFailures)
                throw error
            }
        }
        loads[url] = load
        let result = await load.result
        loads[url] = nil
        let playlist = try result.get()
        if entries.count >= Self.most { forget() }
        entries[url] = Entry(playlist: playlist, until: .now + .seconds(playlist.life))
        return playlist
    }

    private func forget() {
        let now = ContinuousClock.now
        entries = entries.filter { $0.value.until > now }
        if entries.count >= Self.most { entries.removeAll() }
    }
}
