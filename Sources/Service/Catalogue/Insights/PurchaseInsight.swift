// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Figures of orders, exact where they are money. What no video led to stands under an empty name.
struct PurchaseInsight {
    private let question: InsightQuestion

    init(_ question: InsightQuestion) throws(APIError) {
        // An order may have several products, and is one.
        try question.refuse([.product])
        self.question = question
    }

    func rows(_ connection: any SQLConnection) throws -> [InsightRow] {
        let isMoney = question.metric != .purchases
        let columns = question.groups.map(Self.column) + (isMoney ? ["p.currency"] : [])
        // Whole units and the rest apart: sums of what anybody may report never leave 64 bits.
        let sums: [SQL] = [
            "COUNT(*)", "COALESCE(SUM(p.value / 1000000), 0)", "COALESCE(SUM(p.value % 1000000), 0)",
        ]
        let join: SQL =
            question.groups.contains(.channel) ? "LEFT JOIN resource r ON r.kind = \(Video.kind) AND r.id = p.attributed_video" : ""
        let grouping: SQL = columns.isEmpty ? "" : "GROUP BY \(SQL.joined(columns, by: ", ")) ORDER BY \(SQL.joined(columns, by: ", "))"
        let rows = try connection.rows(
            """
            SELECT \(SQL.joined(columns + sums, by: ", ")) FROM purchase p \(join)
            WHERE p.app IN \(SQL.list(question.apps.map(SQLValue.text)))
            AND p.made >= \(question.days.lowerBound * EventTally.day) AND p.made < \(question.days.upperBound * EventTally.day)
            \(grouping) LIMIT \(InsightQuestion.mostRows + 1)
            """)
        return rows.map { row in
            let place = columns.count
            let orders = row.integer(place)
            guard isMoney else { return InsightRow(group: question.group(row), value: Double(orders)) }
            let divisor = question.metric == .averageOrder ? max(1, orders) : 1
            let amount = Self.amount(units: row.integer(place + 1), millionths: row.integer(place + 2), dividedBy: divisor)
            let value = (row.real(place + 1) + row.real(place + 2) / 1e6) / Double(divisor)
            return InsightRow(group: question.group(row), value: value, amount: amount, currency: row.text(place - 1))
        }
    }

    /// Rounded to the millionth; nil for what is too large to be told exactly.
    static func amount(units: Int64, millionths: Int64, dividedBy divisor: Int64) -> Amount? {
        let (quotient, rest) = units.quotientAndRemainder(dividingBy: divisor)
        let (scaled, isTooLarge) = quotient.multipliedReportingOverflow(by: 1_000_000)
        let (below, isTooLargeBelow) = rest.multipliedReportingOverflow(by: 1_000_000)
        let (small, isTooLargeInAll) = below.addingReportingOverflow(millionths)
        guard !isTooLarge, !isTooLargeBelow, !isTooLargeInAll else { return nil }
        let rounded = (small + divisor / 2) / divisor
        let (sum, isOver) = scaled.addingReportingOverflow(rounded)
        return isOver ? nil : Amount(millionths: sum)
    }

    private static func column(_ group: InsightGroup) -> SQL {
        switch group {
        case .day: "p.made / 86400000"
        case .video: "COALESCE(p.attributed_video, '')"
        case .app: "p.app"
        case .attributed: "CASE WHEN p.attributed_video IS NULL THEN 'false' ELSE 'true' END"
        default: "COALESCE(r.parent, '')"
        }
    }
}
