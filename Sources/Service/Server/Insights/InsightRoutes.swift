// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxMedia

/// Returns a business's figures for complete days.
struct InsightRoutes: RouteGroup {
    let catalogue: Catalogue
    /// The default number of days.
    private static let defaultDays: Int64 = 30
    /// The default number of rows.
    private static let defaultRows = 1000
    /// The largest row offset.
    private static let maxOffset = 10_000_000

    var endpoints: [Endpoint] { [Endpoint("insights", insights)] }

    private func insights(_ call: AdminContext) async throws -> InsightPage {
        var question = try await Self.question(call, in: catalogue)
        question.limit = call.query.integer("page_size") ?? Self.defaultRows
        question.offset = call.query.integer("offset") ?? 0
        try FieldCheck.number(question.limit, "page_size", 1...InsightQuestion.maxRows)
        try FieldCheck.number(question.offset, "offset", 0...Self.maxOffset)
        let response = try await catalogue.insights.response(to: question)
        var page = InsightPage(
            data: response.rows, rest: response.rest, paging: Paging(next: response.hasMore ? Self.path(call, behind: question) : nil))
        page.timeZone = question.calendar.name
        return page
    }

    /// What a query asks, without a page.
    static func question(_ call: AdminContext, in catalogue: Catalogue) async throws -> InsightQuestion {
        let groups = (call.query["group_by"] ?? "").split(separator: ",").map { InsightGroup(rawValue: String($0)) }
        guard groups.allSatisfy(\.isKnown) else {
            let names = InsightGroup.known.map(\.rawValue).joined(separator: ", ")
            throw APIError(.invalidField, "Enter names from this list, separated by commas: \(names).", field: "group_by")
        }
        let apps = try await catalogue.resources.ids(ClientApp.self, parent: call.administrator.businessID)
        let calendar = try await Business.find(call.administrator.businessID, in: catalogue).days(or: catalogue.insights.standardDays)
        var question = InsightQuestion(
            metric: InsightMetric(rawValue: call.query["metric"] ?? ""), groups: groups, apps: apps, days: try days(call, calendar))
        question.calendar = calendar
        question.video = call.query["video_id"]
        question.order = call.query["order_by"].map { InsightOrder(rawValue: $0) } ?? .group
        return question
    }

    private static func path(_ call: AdminContext, behind question: InsightQuestion) -> String {
        var query = call.query.all
        query["page_size"] = String(question.limit)
        query["offset"] = String(question.offset + question.limit)
        // The next page must not start a new day range.
        query["to"] = query["to"] ?? Timestamp.text(call.now)
        let pairs = query.sorted { $0.key < $1.key }.map { "\(PercentEncoding.encoded($0.key))=\(PercentEncoding.encoded($0.value))" }
        return "\(call.route.path)?\(pairs.joined(separator: "&"))"
    }

    private static func days(_ call: AdminContext, _ calendar: DayCalendar) throws(APIError) -> Range<Int64> {
        let to = call.query["to"].flatMap(Timestamp.date) ?? call.now
        // A partial last day is included.
        let last = calendar.day(of: to)
        let end = calendar.start(of: last) < to ? last + 1 : last
        let start = call.query["from"].flatMap(Timestamp.date).map(calendar.day) ?? end - defaultDays
        guard start < end else { throw APIError(.invalidField, "It ends before it begins.", field: "to") }
        guard end - start <= InsightQuestion.maxDays else {
            throw APIError(.invalidField, "The period can have at most \(InsightQuestion.maxDays) days.", field: "from")
        }
        return start..<end
    }
}
