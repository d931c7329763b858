// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Figures from counted events.
struct EventInsight {
    /// What is summed: the number of events with these names, or their totals.
    private struct Part {
        var names: [String]
        var isTotal = false

        var sum: SQL {
            let among = SQL.list(names.map(SQLValue.text))
            let column: SQL = isTotal ? "t.total" : "t.events"
            return "COALESCE(SUM(CASE WHEN t.name IN \(among) THEN \(column) ELSE 0 END), 0)"
        }
    }

    private let question: InsightQuestion
    private let part: Part
    /// Empty if nothing is divided.
    private let whole: [Part]
    private let factor: Double
    /// The upper limit of each value: a rate is at most 1.
    private let limit: Double

    init(_ question: InsightQuestion) throws(APIError) {
        try question.refuse([.attributed])
        self.question = question
        func events(_ names: EventName...) -> Part { Part(names: names.map(\.rawValue)) }
        func total(_ measure: SessionMeasure) -> Part { Part(names: [EventTally.Derived.session(measure)], isTotal: true) }
        func reported(_ measure: SessionMeasure) -> Part { Part(names: [EventTally.Derived.session(measure)]) }
        let formula: (part: Part, whole: [Part], factor: Double) =
            switch question.metric {
            case .impressions: (events(.impression), [], 1)
            case .views: (Part(names: [EventTally.Derived.view]), [], 1)
            case .starts: (events(.start), [], 1)
            case .firstQuartile: (events(.firstQuartile), [], 1)
            case .midpoint: (events(.midpoint), [], 1)
            case .thirdQuartile: (events(.thirdQuartile), [], 1)
            case .completions: (events(.complete), [], 1)
            case .watchTime: (total(.watched), [], 0.001)
            case .watchedRatio:
                (
                    Part(names: [EventTally.Derived.watchedRatio], isTotal: true), [Part(names: [EventTally.Derived.watchedRatio])],
                    0.000_001
                )
            case .clickRate: (events(.clickCTA), [events(.start)], 1)
            case .productClickRate:
                (
                    events(.productClicked, .productListItemClicked, .productCardClicked, .pinnedProductClicked),
                    [events(.productListItemImpression, .productCardImpression, .pinnedProductImpression)], 1
                )
            case .startupTime: (total(.startup), [reported(.startup)], 1)
            case .rebufferRatio: (total(.stalled), [total(.stalled), total(.watched)], 1)
            case .stalls: (total(.stalls), [reported(.stalls)], 1)
            case .exitsBeforeStart: (total(.exitedBeforeStart), [reported(.exitedBeforeStart)], 1)
            case .renditionChanges: (total(.renditionChanges), [reported(.renditionChanges)], 1)
            case .failures: (Part(names: [EventTally.Derived.failure]), [events(.session)], 1)
            case .liveLatency: (total(.liveLatency), [reported(.liveLatency)], 1)
            default: throw APIError(.invalidField, "This value is not known.", field: "metric")
            }
        (part, whole, factor) = formula
        // Clicks are counted independently of starts; some come twice or without one.
        limit = [.clickRate, .productClickRate].contains(question.metric) ? 1 : .infinity
    }

    func response(_ connection: any SQLConnection) throws -> InsightResponse {
        let found = try figures.page(question, connection)
        let page = found.prefix(question.limit)
        let column = question.groups.count
        var response = InsightResponse(
            rows: page.map { InsightRow(group: question.group($0), value: value($0.real(column), $0.real(column + 1))) },
            hasMore: found.count > question.limit)
        guard response.hasMore || question.offset > 0, let all = try figures.totals(isByLast: false, connection).first else {
            return response
        }
        let sum = all.real(0) - page.reduce(0) { $0 + $1.real(column) }
        let divisor = whole.isEmpty ? 1 : all.real(1) - page.reduce(0) { $0 + $1.real(column + 1) }
        if divisor > 0 { response.rest = [InsightRow(group: [:], value: value(sum, divisor))] }
        return response
    }

    private func value(_ sum: Double, _ divisor: Double) -> Double { min(limit, sum / divisor * factor) }

    private var figures: GroupedFigures {
        let names = Set((whole + [part]).flatMap(\.names)).sorted()
        let join: SQL = question.groups.contains(.channel) ? "LEFT JOIN resource r ON r.kind = \(Video.kind) AND r.id = t.video" : ""
        let video = question.video.map { "AND t.video = \($0)" as SQL } ?? ""
        return GroupedFigures(
            columns: question.groups.map(Self.column),
            sums: [part.sum, whole.isEmpty ? "1" : SQL.joined(whole.map(\.sum), by: " + ")],
            source: """
                FROM tally t \(join) WHERE t.app IN \(SQL.list(question.apps.map(SQLValue.text)))
                AND t.name IN \(SQL.list(names.map(SQLValue.text)))
                AND t.day >= \(question.days.lowerBound) AND t.day < \(question.days.upperBound) \(video)
                """,
            value: "CAST(s0 AS DOUBLE PRECISION) / s1",
            // A rate of nothing is undefined.
            condition: "s1 > 0")
    }

    private static func column(_ group: InsightGroup) -> SQL {
        switch group {
        case .day: "t.day"
        case .video: "t.video"
        case .product: "t.product"
        case .app: "t.app"
        default: "COALESCE(r.parent, '')"
        }
    }
}
