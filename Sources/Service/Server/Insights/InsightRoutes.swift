// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Tells a business its figures over whole days.
struct InsightRoutes: RouteGroup {
    let catalogue: Catalogue
    private static let day = 86400.0
    /// Days, where nobody says how many.
    private static let usual: Int64 = 30

    var endpoints: [Endpoint] { [Endpoint("insights", insights)] }

    private func insights(_ call: AdminCall) async throws -> ResourceList<InsightRow> {
        let groups = (call.query["group_by"] ?? "").split(separator: ",").map { InsightGroup(rawValue: String($0)) }
        guard groups.allSatisfy(\.isKnown) else {
            let names = InsightGroup.known.map(\.rawValue).joined(separator: ", ")
            throw APIError(.invalidField, "It has names of \(names), separated by commas.", field: "group_by")
        }
        let apps = try await catalogue.resources.ids(ClientApp.self, parent: call.administrator.businessID)
        let question = InsightQuestion(
            metric: InsightMetric(rawValue: call.query["metric"] ?? ""), groups: groups, apps: apps, days: try days(call))
        return ResourceList(data: try await catalogue.insights.rows(question))
    }

    private func days(_ call: AdminCall) throws(APIError) -> Range<Int64> {
        let to = call.query["to"].flatMap(Timestamp.date) ?? call.now
        // A day of which a part is meant counts.
        let end = Int64((to.timeIntervalSince1970 / Self.day).rounded(.up))
        let from = call.query["from"].flatMap(Timestamp.date)
        let start = from.map { Int64(($0.timeIntervalSince1970 / Self.day).rounded(.down)) } ?? end - Self.usual
        guard start < end else { throw APIError(.invalidField, "It ends before it begins.", field: "to") }
        guard end - start <= InsightQuestion.mostDays else {
            throw APIError(.invalidField, "These are more than \(InsightQuestion.mostDays) days.", field: "from")
        }
        return start..<end
    }
}
