// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Figures of orders; amounts are exact. Orders without an attributed video have an empty name.
///
/// Confirmed orders and guests' claims are never added together, because anybody can claim anything.
struct PurchaseInsight {
    static let metrics: [InsightMetric] = [
        .purchases, .revenue, .averageOrder, .claimedPurchases, .claimedRevenue, .claimedAverageOrder,
    ]
    private static let claimed: [InsightMetric] = [.claimedPurchases, .claimedRevenue, .claimedAverageOrder]

    private let question: InsightQuestion
    private var isMoney: Bool { question.metric != .purchases && question.metric != .claimedPurchases }
    private var isAverage: Bool { question.metric == .averageOrder || question.metric == .claimedAverageOrder }

    init(_ question: InsightQuestion) throws(APIError) {
        // An order may contain several products.
        try question.refuse([.product])
        self.question = question
    }

    func response(_ connection: any SQLConnection) throws -> InsightResponse {
        let figures = figures
        let found = try figures.page(question, connection)
        let page = found.prefix(question.limit)
        let column = figures.columns.count
        var response = InsightResponse(
            rows: page.map { row in
                line(Sums(row, column), question.group(row), currency: isMoney ? row.text(column - 1) : nil)
            }, hasMore: found.count > question.limit)
        guard response.hasMore || question.offset > 0 else { return response }
        for row in try figures.totals(isByLast: isMoney, connection) {
            let currency = isMoney ? row.text(0) : nil
            var sums = Sums(row, isMoney ? 1 : 0)
            for refundRow in page where currency == nil || refundRow.text(column - 1) == currency { sums.subtract(Sums(refundRow, column)) }
            if sums.orders > 0 { response.rest.append(line(sums, [:], currency: currency)) }
        }
        return response
    }

    /// Units and millionths are separate, so that sums of arbitrary claims don't overflow 64 bits.
    private struct Sums {
        var orders: Int64
        var units: Int64
        var millionths: Int64

        init(_ row: SQLRow, _ column: Int) {
            (orders, units, millionths) = (row.integer(column), row.integer(column + 1), row.integer(column + 2))
        }

        mutating func subtract(_ other: Sums) {
            orders -= other.orders
            units -= other.units
            millionths -= other.millionths
        }
    }

    private func line(_ sums: Sums, _ group: [String: String], currency: String?) -> InsightRow {
        guard isMoney else { return InsightRow(group: group, value: Double(sums.orders)) }
        let divisor = isAverage ? max(1, sums.orders) : 1
        let value = (Double(sums.units) + Double(sums.millionths) / 1e6) / Double(divisor)
        return InsightRow(
            group: group, value: value, amount: Self.amount(units: sums.units, millionths: sums.millionths, dividedBy: divisor),
            currency: currency)
    }

    private var figures: GroupedFigures {
        let isClaimed = Self.claimed.contains(question.metric)
        let spent: SQL = isClaimed ? "p.value" : "(p.value - p.refunded)"
        let join: SQL =
            question.groups.contains(.channel) ? "LEFT JOIN resource r ON r.kind = \(Video.kind) AND r.id = p.attributed_video" : ""
        let apps = SQL.list(question.apps.map(SQLValue.text))
        let table: SQL = isClaimed ? "purchase p" : "shop_order p"
        // Orders that were refunded completely don't count. Claims that the shop has confirmed count as orders, not as claims.
        let only: SQL =
            isClaimed
            ? "NOT EXISTS (SELECT 1 FROM shop_order o WHERE o.order_id = p.order_id AND o.app IN \(apps))"
            : "(p.value = 0 OR p.refunded < p.value)"
        let money: SQL = "(s1 + CAST(s2 AS DOUBLE PRECISION) / 1000000)"
        return GroupedFigures(
            columns: question.groups.map(column) + (isMoney ? ["p.currency"] : []),
            sums: [
                "COUNT(*)", "COALESCE(SUM(\(spent) / 1000000), 0)", "COALESCE(SUM(\(spent) % 1000000), 0)",
            ],
            source: """
                FROM \(table) \(join) WHERE p.app IN \(apps)
                AND p.made >= \(question.times.lowerBound) AND p.made < \(question.times.upperBound)
                AND \(only)
                """,
            value: isMoney ? (isAverage ? "\(money) / s0" : money) : "s0")
    }

    /// Rounded to a millionth; nil if it is too large to be exact.
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

    private func column(_ group: InsightGroup) -> SQL {
        switch group {
        case .day: question.day(of: "p.made")
        case .video: "COALESCE(p.attributed_video, '')"
        case .app: "p.app"
        case .attributed: "CASE WHEN p.attributed_video IS NULL THEN 'false' ELSE 'true' END"
        default: "COALESCE(r.parent, '')"
        }
    }
}
