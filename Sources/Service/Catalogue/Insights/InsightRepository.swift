// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Answers what a business asks of its figures.
public protocol InsightRepository: Sendable {
    /// - Throws: `APIError` for groups that the metric doesn't have, and for answers of more than ``InsightQuestion/mostRows``.
    func rows(_ question: InsightQuestion) async throws -> [InsightRow]
}

public struct InsightQuestion: Hashable, Sendable {
    /// Rows of an answer.
    public static let mostRows = 10_000
    /// Days of a question.
    public static let mostDays: Int64 = 400

    public var metric: InsightMetric
    public var groups: [InsightGroup]
    /// Ids of the business's apps.
    public var apps: [String]
    /// Days since 1970 in UTC.
    public var days: Range<Int64>

    public init(metric: InsightMetric, groups: [InsightGroup], apps: [String], days: Range<Int64>) {
        self.metric = metric
        self.groups = groups
        self.apps = apps
        self.days = days
    }
}

struct SQLInsights: InsightRepository {
    let store: any SQLStore

    func rows(_ question: InsightQuestion) async throws -> [InsightRow] {
        guard Set(question.groups).count == question.groups.count else {
            throw APIError(.invalidField, "A name stands there twice.", field: "group_by")
        }
        guard !question.apps.isEmpty else { return [] }
        let rows = try await store.read { connection in
            switch question.metric {
            case .purchases, .revenue, .averageOrder: try PurchaseInsight(question).rows(connection)
            case .lift: try LiftInsight(question).rows(connection)
            default: try EventInsight(question).rows(connection)
            }
        }
        guard rows.count <= InsightQuestion.mostRows else {
            throw APIError(
                .invalidField, "These are more than \(InsightQuestion.mostRows) rows. Ask for fewer days or fewer groups.",
                field: "group_by")
        }
        return rows
    }
}

extension InsightQuestion {
    func refuse(_ groups: [InsightGroup]) throws(APIError) {
        guard let group = self.groups.first(where: groups.contains) else { return }
        throw APIError(.invalidField, "\(metric.rawValue) can't be told apart by \(group.rawValue).", field: "group_by")
    }

    /// - Parameter columns: that follow one another from the first.
    func group(_ row: SQLRow) -> [String: String] {
        var values: [String: String] = [:]
        for (column, group) in groups.enumerated() {
            values[group.rawValue] =
                group == .day
                ? String(Timestamp.text(Timestamp.date(row.integer(column) * EventTally.day)).prefix(10)) : row.text(column)
        }
        return values
    }
}
