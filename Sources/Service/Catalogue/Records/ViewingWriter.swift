// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxRecommendation

/// Stores each viewer's engagement with each video, and its sum for each video, for recommendations. Both are updated in the transaction
/// that stores the events.
struct ViewingWriter {
    let connection: any SQLConnection

    private struct Key: Hashable, Comparable {
        var guest: String
        var video: String

        static func < (one: Key, other: Key) -> Bool { (one.guest, one.video) < (other.guest, other.video) }
    }

    private struct Change {
        var viewers: Int64 = 0
        var engagement = 0.0
    }

    /// Anonymous events are left out: of those, only starts and completions are stored, which would make every video look good.
    func write(_ events: [StoredEvent]) throws {
        var best: [Key: (engagement: Double, time: Int64)] = [:]
        for kept in events where !kept.guest.isEmpty {
            guard let video = kept.event.videoID, let ratio = kept.event.watchedRatio else { continue }
            let duration = kept.event.durationMS.map { Double($0) / 1000 }
            let value = Engagement.value(watchedRatio: ratio, duration: duration)
            let known = best[Key(guest: kept.guest, video: video)]
            best[Key(guest: kept.guest, video: video)] = (max(value, known?.engagement ?? 0), max(kept.received, known?.time ?? 0))
        }
        var changes: [String: Change] = [:]
        for (key, viewing) in best.sorted(by: { $0.key < $1.key }) {
            let change = try store(key, viewing.engagement, at: viewing.time)
            changes[key.video, default: Change()].viewers += change.viewers
            changes[key.video, default: Change()].engagement += change.engagement
        }
        // In a fixed order, so that concurrent writers can't deadlock.
        for (video, change) in changes.sorted(by: { $0.key < $1.key }) where change.viewers != 0 || change.engagement != 0 {
            try add(change, to: video)
        }
    }

    /// The best of a viewer's viewings of a video counts.
    private func store(_ key: Key, _ engagement: Double, at time: Int64) throws -> Change {
        let isNew =
            try connection.execute(
                """
                INSERT INTO viewing (guest, video, engagement, watched_at)
                SELECT \(key.guest), id, \(engagement), \(time) FROM resource WHERE kind = \(Video.kind) AND id = \(key.video)
                ON CONFLICT (guest, video) DO NOTHING
                """) == 1
        if isNew { return Change(viewers: 1, engagement: engagement) }
        let before = try connection.rows("SELECT engagement FROM viewing WHERE guest = \(key.guest) AND video = \(key.video)").first?.real(
            0)
        guard let before, engagement > before else { return Change() }
        // Only if no other process has changed it since.
        let isChanged =
            try connection.execute(
                """
                UPDATE viewing SET engagement = \(engagement)
                WHERE guest = \(key.guest) AND video = \(key.video) AND engagement = \(before)
                """) == 1
        return isChanged ? Change(engagement: engagement - before) : Change()
    }

    private func add(_ change: Change, to video: String) throws {
        let (viewers, engagement) = (AudienceResponse.priorViewers, AudienceResponse.assumed * AudienceResponse.priorViewers)
        // The rating only selects candidates, so the assumed engagement may be constant.
        let rating = (change.engagement + engagement) / (Double(change.viewers) + viewers)
        try connection.execute(
            """
            INSERT INTO video_audience (video, viewers, engagement, rating)
            VALUES (\(video), \(change.viewers), \(change.engagement), \(rating))
            ON CONFLICT (video) DO UPDATE SET viewers = video_audience.viewers + excluded.viewers,
                engagement = video_audience.engagement + excluded.engagement,
                rating = (video_audience.engagement + excluded.engagement + \(engagement))
                    / (CAST(video_audience.viewers + excluded.viewers AS DOUBLE PRECISION) + \(viewers))
            """)
    }

    /// Deletes a guest's viewings. The totals of the videos stay, because they don't reveal who watched.
    static func forget(guest: String, _ connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM viewing WHERE guest = \(guest)")
    }

    static func forget(video: String, _ connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM viewing WHERE video = \(video)")
        try connection.execute("DELETE FROM video_audience WHERE video = \(video)")
    }
}
