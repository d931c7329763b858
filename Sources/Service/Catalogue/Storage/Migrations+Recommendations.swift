// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// Each viewer's engagement with each video (`viewing`), and its sums by video. Stored events of sessions fill both.
    static let recommendations: [SQL] = [
        """
        CREATE TABLE viewing (
            guest TEXT NOT NULL, video TEXT NOT NULL, engagement DOUBLE PRECISION NOT NULL, watched_at BIGINT NOT NULL,
            PRIMARY KEY (guest, video)
        )
        """,
        "CREATE INDEX viewing_guest ON viewing (guest, watched_at)", "CREATE INDEX viewing_video ON viewing (video)",
        """
        CREATE TABLE video_audience (
            video TEXT PRIMARY KEY, viewers BIGINT NOT NULL, engagement DOUBLE PRECISION NOT NULL, rating DOUBLE PRECISION NOT NULL
        )
        """,
        "CREATE INDEX video_audience_rating ON video_audience (rating, video)",
        """
        INSERT INTO viewing (guest, video, engagement, watched_at)
        SELECT e.guest, e.video, MAX(e.watched_ratio), MAX(e.received) FROM event e JOIN resource r ON r.kind = 'video' AND r.id = e.video
        WHERE e.watched_ratio IS NOT NULL AND e.guest <> '' GROUP BY e.guest, e.video
        """,
        """
        INSERT INTO video_audience (video, viewers, engagement, rating)
        SELECT video, COUNT(*), SUM(engagement), (SUM(engagement) + 4) / (COUNT(*) + 8) FROM viewing GROUP BY video
        """,
    ]
}
