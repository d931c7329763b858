// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Groups rows of a table, orders the groups, and reads a page of them.
///
/// The inner statement names its groups `g0`, `g1`, … and its sums `s0`, `s1`, …; ``value`` and ``condition`` refer to these.
struct GroupedFigures {
    private static let groupNames: [SQL] = ["g0", "g1", "g2", "g3", "g4", "g5", "g6"]
    private static let sumNames: [SQL] = ["s0", "s1", "s2"]

    /// The grouping columns, at most seven.
    var columns: [SQL]
    /// Aggregates, at most three.
    var sums: [SQL]
    /// `FROM … WHERE …`
    var source: SQL
    /// The figure, computed from the sums.
    var value: SQL
    /// Groups that don't meet it are left out.
    var condition: SQL = "1 = 1"

    private var groups: [SQL] { Array(Self.groupNames.prefix(columns.count)) }
    private var sumColumns: [SQL] { Array(Self.sumNames.prefix(sums.count)) }

    private var statement: SQL {
        let named = zip(columns + sums, groups + sumColumns).map { "\($0) AS \($1)" as SQL }
        let grouping: SQL = columns.isEmpty ? "" : "GROUP BY \(SQL.joined(groups, by: ", "))"
        return "SELECT \(SQL.joined(named, by: ", ")) \(source) \(grouping)"
    }

    /// The group columns, then the sums. One extra row shows that there are more.
    func page(_ question: InsightQuestion, _ connection: any SQLConnection) throws -> [SQLRow] {
        let order = (question.order == .value ? ["\(value) DESC" as SQL] : []) + groups
        let ordering: SQL = order.isEmpty ? "" : "ORDER BY \(SQL.joined(order, by: ", "))"
        return try connection.rows(
            """
            SELECT \(SQL.joined(groups + sumColumns, by: ", ")) FROM (\(statement)) f WHERE \(condition) \(ordering)
            LIMIT \(question.limit + 1) OFFSET \(question.offset)
            """)
    }

    /// The sums over all groups; if `isByLast`, separately for each value of the last column, which then precedes them.
    func totals(isByLast: Bool, _ connection: any SQLConnection) throws -> [SQLRow] {
        let last = isByLast ? Array(groups.suffix(1)) : []
        let added = sumColumns.map { "COALESCE(SUM(\($0)), 0)" as SQL }
        let grouping: SQL = last.isEmpty ? "" : "GROUP BY \(SQL.joined(last, by: ", ")) ORDER BY \(SQL.joined(last, by: ", "))"
        return try connection.rows(
            "SELECT \(SQL.joined(last + added, by: ", ")) FROM (\(statement)) f WHERE \(condition) \(grouping)")
    }
}
