// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import WindowboxPlayer

/// The durations of the items in the playlist. Those of local files are read from their containers, one file after the other.
@MainActor @Observable final class PlaylistDurations {
    private var known: [PlayerItem: Double] = [:]
    @ObservationIgnored private var requested: Set<PlayerItem> = []
    @ObservationIgnored private var waiting: [PlayerItem] = []
    @ObservationIgnored private var reading: Task<Void, Never>?
    @ObservationIgnored private let history: PlaybackHistoryRecorder

    /// More files than rows that are visible at once.
    private static let capacity = 100

    init(_ history: PlaybackHistoryRecorder) { self.history = history }

    isolated deinit { reading?.cancel() }

    /// In seconds; nil while unknown.
    func duration(of item: PlayerItem) -> Double? { known[item] }

    /// - Parameter duration: in seconds.
    func learn(_ duration: Double, of item: PlayerItem) { if known[item] != duration { known[item] = duration } }

    /// Finds out the duration of an item that has come into view.
    func request(_ item: PlayerItem) {
        guard known[item] == nil, requested.insert(item).inserted else { return }
        if let duration = history.duration(of: item) { return learn(duration, of: item) }
        waiting.append(item)
        // The oldest are out of view by now, and asked for again when they come back.
        if waiting.count > Self.capacity { requested.remove(waiting.removeFirst()) }
        reading = reading ?? Task { [weak self] in await self?.read() }
    }

    /// Forgets items that are no longer in the list.
    func keep(_ items: [PlayerItem]) {
        guard known.count + requested.count > items.count * 2 + 200 else { return }
        let items = Set(items)
        known = known.filter { items.contains($0.key) }
        requested.formIntersection(items)
        waiting.removeAll { !items.contains($0) }
    }

    private func read() async {
        while let item = waiting.popLast(), !Task.isCancelled {
            guard let url = history.address(of: item).flatMap({ URL(string: $0) }), url.isFileURL else { continue }
            if let duration = await LocalMedia.duration(of: url) { learn(duration, of: item) }
        }
        reading = nil
    }
}
