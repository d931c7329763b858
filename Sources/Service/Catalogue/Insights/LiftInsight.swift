// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// How much more likely guests buy after seeing a video: the share of buyers among them, divided by that among other guests, minus one.
///
/// Only tracked guests count. Very large numbers are sampled: ids are random, so those that sort first are representative.
struct LiftInsight {
    private let question: InsightQuestion
    /// The sample size.
    private static let sample = 100_000

    init(_ question: InsightQuestion) throws(APIError) {
        try question.refuse([.day, .video, .channel, .product, .attributed])
        self.question = question
    }

    func rows(_ connection: any SQLConnection) throws -> [InsightRow] {
        guard question.groups.contains(.app) else {
            return try row(connection, apps: question.apps).map { [InsightRow(group: [:], value: $0)] } ?? []
        }
        return try question.apps.sorted().prefix(InsightQuestion.maxRows).compactMap { app in
            try row(connection, apps: [app]).map { InsightRow(group: [InsightGroup.app.rawValue: app], value: $0) }
        }
    }

    private func row(_ connection: any SQLConnection, apps: [String]) throws -> Double? {
        let (start, end) = (question.times.lowerBound, question.times.upperBound)
        // `seen` records only the first view; guests who came back are found by their events.
        // Not the databases' JSON functions, which refuse the whole query for one damaged document. A quotation mark inside a JSON string
        // is escaped, so the text can only be a member.
        let member = #""is_autoplay":true"#
        let isAutoplay: SQL =
            connection.dialect == .sqlite ? "instr(e.document, \(member)) > 0" : "strpos(e.document, \(member)) > 0"
        let returned: SQL = """
            EXISTS (SELECT 1 FROM seen s WHERE s.guest = g.id AND s.seen_at < \(start)) AND EXISTS (
                SELECT 1 FROM event e WHERE e.guest = g.id AND e.ts >= \(start) AND e.ts < \(end) AND e.video IS NOT NULL AND CASE
                    WHEN \(isAutoplay) THEN COALESCE(e.progress, 0) >= \(ViewerEvent.seenAfterMS) ELSE e.name = \(EventName.start.rawValue) END
            )
            """
        let rows = try connection.rows(
            """
            SELECT saw, COUNT(*), SUM(bought) FROM (
                SELECT
                    CASE WHEN EXISTS (
                        SELECT 1 FROM seen s WHERE s.guest = g.id AND s.seen_at >= \(start) AND s.seen_at < \(end)
                    ) OR (\(returned)) THEN 1 ELSE 0 END AS saw,
                    CASE WHEN EXISTS (
                        SELECT 1 FROM purchase p WHERE p.guest = g.id AND p.made >= \(start) AND p.made < \(end)
                    ) THEN 1 ELSE 0 END AS bought
                FROM (
                    SELECT id FROM guest WHERE app IN \(SQL.list(apps.map(SQLValue.text))) AND created < \(end)
                    AND tracking = \(TrackingLevel.all.rawValue) ORDER BY app, id LIMIT \(Self.sample)
                ) g
            ) counted GROUP BY saw
            """)
        var rates: [Int64: Double] = [:]
        for row in rows { rates[row.integer(0)] = row.real(2) / row.real(1) }
        guard let viewers = rates[1], let others = rates[0], others > 0 else { return nil }
        return viewers / others - 1
    }
}
