// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Writes batches that are pending at the same time in one transaction, so that they share one wait for the disk.
actor EventWriter {
    private struct Waiting {
        var events: [StoredEvent]
        var continuation: CheckedContinuation<Void, any Error>
    }

    private let store: any SQLStore
    /// For businesses without a time zone.
    private let days: DayCalendar
    private var waiting: [Waiting] = []
    private var isWriting = false
    /// The limit of batches per transaction, so that the first one needn't wait long.
    private static let maximumBatches = 32

    init(store: any SQLStore, days: DayCalendar) { (self.store, self.days) = (store, days) }

    func write(_ events: [StoredEvent]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(Waiting(events: events, continuation: continuation))
            guard !isWriting else { return }
            isWriting = true
            Task { await self.writeAll() }
        }
    }

    private func writeAll() async {
        while !waiting.isEmpty {
            let batches = waiting.prefix(Self.maximumBatches)
            waiting.removeFirst(batches.count)
            let events = batches.flatMap(\.events)
            do {
                try await store.write { [days] in try Self.insert(events, days, $0) }
                for batch in batches { batch.continuation.resume() }
            } catch  where batches.count > 1 {
                // One of them or the disk is at fault, so each is tried separately.
                for batch in batches {
                    do {
                        try await store.write { [days] in try Self.insert(batch.events, days, $0) }
                        batch.continuation.resume()
                    } catch { batch.continuation.resume(throwing: error) }
                }
            } catch { for batch in batches { batch.continuation.resume(throwing: error) } }
        }
        isWriting = false
    }

    private static func insert(_ events: [StoredEvent], _ days: DayCalendar, _ connection: any SQLConnection) throws {
        // In a fixed order, so that concurrent writers can't deadlock.
        let sorted = events.sorted { ($0.guest, $0.event.id) < ($1.guest, $1.event.id) }
        var isNew: Set<[String]> = []
        for start in stride(from: 0, to: sorted.count, by: rowsPerStatement) {
            let rows = sorted[start..<min(start + rowsPerStatement, sorted.count)].map { kept -> SQL in
                let event = kept.event
                let isAttributable = EventName.attributable.contains(event.name) ? 1 : 0
                return """
                    (\(kept.guest), \(event.id), \(kept.app), \(event.name.rawValue), \(event.videoID), \(event.liveStreamID),
                    \(event.productID), \(event.progressMS), \(kept.time), \(kept.received), \(isAttributable), \(kept.document),
                    \(event.watchedRatio))
                    """
            }
            let inserted = try connection.rows(
                """
                INSERT INTO event (guest, id, app, name, video, stream, product, progress, ts, received, attributable, document, watched_ratio)
                VALUES \(SQL.joined(rows, by: ", ")) ON CONFLICT (guest, id) DO NOTHING RETURNING guest, id
                """)
            isNew.formUnion(inserted.map { [$0.text(0), $0.text(1)] })
        }
        // If two events in a batch have the same id, the first was stored.
        let new = sorted.filter { isNew.remove([$0.guest, $0.event.id]) != nil }
        var tally = EventTally(
            names: try KnownIDs(of: new, connection), days: try AppDays(of: Set(new.map(\.app)), or: days, connection))
        for kept in new { tally.add(kept) }
        try tally.write(connection)
        try insertSeen(sorted, connection)
        try ViewingWriter(connection: connection).write(new)
    }

    private static let rowsPerStatement = 50

    private static func insertSeen(_ events: [StoredEvent], _ connection: any SQLConnection) throws {
        var seen: [[String]: Int64] = [:]
        for kept in events where !kept.guest.isEmpty && kept.event.provesSeen {
            guard let video = kept.event.videoID else { continue }
            seen[[kept.guest, video], default: kept.received] = kept.received
        }
        for (key, time) in seen.sorted(by: { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }) {
            // The first view counts, so that existing feeds don't change.
            try connection.execute(
                """
                INSERT INTO seen (guest, video, channel, seen_at)
                SELECT \(key[0]), id, parent, \(time) FROM resource WHERE kind = \(Video.kind) AND id = \(key[1])
                ON CONFLICT (guest, video) DO NOTHING
                """)
        }
    }
}
