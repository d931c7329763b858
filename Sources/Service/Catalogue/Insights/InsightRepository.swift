// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Answers a business's queries for figures.
public protocol InsightRepository: Sendable {
    /// The calendar for businesses without a time zone.
    var standardDays: DayCalendar { get }
    /// - Throws: `APIError` for groups that the metric doesn't support.
    func response(to question: InsightQuestion) async throws -> InsightResponse
}

extension InsightRepository {
    /// Only the rows of the response.
    public func rows(_ question: InsightQuestion) async throws -> [InsightRow] { try await response(to: question).rows }
}

public struct InsightQuestion: Hashable, Sendable {
    /// The limit of rows per response.
    public static let maxRows = 10_000
    /// The limit of days per question.
    public static let maxDays: Int64 = 400

    public var metric: InsightMetric
    public var groups: [InsightGroup]
    /// Ids of the business's apps.
    public var apps: [String]
    /// In the numbering of ``calendar``.
    public var days: Range<Int64>
    /// The business's calendar. Events are counted by it when they arrive, orders when they are queried.
    public var calendar = DayCalendar.utc
    /// The only video to count; nil for all. Only for figures about viewing.
    public var video: String?
    public var order = InsightOrder.group
    /// The number of rows to skip, 0 or more.
    public var offset = 0
    /// The number of rows to return, 1 to ``maxRows``.
    public var limit = maxRows

    public init(metric: InsightMetric, groups: [InsightGroup], apps: [String], days: Range<Int64>) {
        self.metric = metric
        self.groups = groups
        self.apps = apps
        self.days = days
    }
}

/// One page of a question's rows.
public struct InsightResponse: Hashable, Sendable {
    public var rows: [InsightRow]
    /// Whether more rows follow.
    public var hasMore = false
    /// The figure over all rows that are not in ``rows``, by currency for amounts; empty if there are none.
    public var rest: [InsightRow] = []

    public init(rows: [InsightRow], hasMore: Bool = false) {
        self.rows = rows
        self.hasMore = hasMore
    }
}

struct SQLInsights: InsightRepository {
    let store: any SQLStore
    let standardDays: DayCalendar

    func response(to question: InsightQuestion) async throws -> InsightResponse {
        guard Set(question.groups).count == question.groups.count else {
            throw APIError(.invalidField, "A name is listed twice.", field: "group_by")
        }
        let isOfAll = PurchaseInsight.metrics.contains(question.metric) || question.metric == .lift
        guard question.video == nil || !isOfAll else {
            throw APIError(.invalidField, "This figure isn't counted for single videos. Leave video_id out.", field: "video_id")
        }
        guard !question.apps.isEmpty else { return InsightResponse(rows: []) }
        return try await store.read { connection in
            if PurchaseInsight.metrics.contains(question.metric) { return try PurchaseInsight(question).response(connection) }
            guard question.metric == .lift else { return try EventInsight(question).response(connection) }
            var rows = try LiftInsight(question).rows(connection)
            if question.order == .value { rows.sort { $0.value > $1.value } }
            rows = Array(rows.dropFirst(question.offset))
            return InsightResponse(rows: Array(rows.prefix(question.limit)), hasMore: rows.count > question.limit)
        }
    }
}

extension InsightQuestion {
    /// Its period in milliseconds since 1970.
    var times: Range<Int64> { calendar.milliseconds(ofStart: days.lowerBound)..<calendar.milliseconds(ofStart: days.upperBound) }

    /// The day for a column with milliseconds since 1970 within ``times``.
    func day(of column: SQL) -> SQL {
        let offsets = calendar.offsets(in: days)
        let changes = zip(offsets, offsets.dropFirst()).map { before, after -> SQL in
            "WHEN \(column) < CAST(\(after.from) AS BIGINT) THEN CAST(\(before.offset) AS BIGINT)"
        }
        let last: SQL = "CAST(\(offsets[offsets.count - 1].offset) AS BIGINT)"
        let offset = changes.isEmpty ? last : "CASE \(SQL.joined(changes, by: " ")) ELSE \(last) END"
        return "(\(column) + \(offset)) / 86400000"
    }

    func refuse(_ groups: [InsightGroup]) throws(APIError) {
        guard let group = self.groups.first(where: groups.contains) else { return }
        throw APIError(.invalidField, "\(metric.rawValue) can't be grouped by \(group.rawValue).", field: "group_by")
    }

    /// - Parameter columns: consecutive, starting with the first.
    func group(_ row: SQLRow) -> [String: String] {
        var values: [String: String] = [:]
        for (column, group) in groups.enumerated() {
            values[group.rawValue] =
                group == .day
                ? DayCalendar.name(of: row.integer(column)) : row.text(column)
        }
        return values
    }
}
