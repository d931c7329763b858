// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Exports analytics, orders and videos as CSV, with days and times in the business's time zone.
struct TableRoutes: RouteGroup {
    let catalogue: Catalogue
    /// The limit of rows in a table. More would take much memory.
    private static let maxRows = 100_000
    private static let page = 1000

    var endpoints: [Endpoint] {
        [
            Endpoint("exportInsights", insights), Endpoint("exportOrders", orders), Endpoint("exportPurchases", purchases),
            Endpoint("exportVideos", videos),
        ]
    }

    private func insights(_ call: AdminContext) async throws -> Response {
        var question = try await InsightRoutes.question(call, in: catalogue)
        question.limit = InsightQuestion.maxRows
        let names = question.groups.map(\.rawValue)
        var table = SpreadsheetText(columns: names + [question.metric.rawValue, "currency", "time_zone"])
        while true {
            let response = try await catalogue.insights.response(to: question)
            for row in response.rows {
                table.add(
                    names.map { row.group[$0] } + [row.amount?.description ?? Self.number(row.value), row.currency, question.calendar.name])
            }
            guard response.hasMore else { break }
            question.offset += question.limit
            try Self.check(question.offset, "from")
        }
        return .table(table, named: "\(question.metric.rawValue)-\(question.calendar.text(call.now).prefix(10))")
    }

    /// Without an exponent or a needless decimal point, which spreadsheets of some languages don't read.
    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    private func orders(_ call: AdminContext) async throws -> Response {
        let (calendar, period) = try await period(call)
        var table = SpreadsheetText(columns: [
            "id", "order_id", "placed_at", "changed_at", "currency", "total", "refunded", "items", "app_id", "video_id",
        ])
        try await all(period, \ShopOrder.madeAt) { before in
            let page = try await catalogue.orders.orders(
                business: call.administrator.businessID, orderID: nil, before: before, limit: Self.page)
            return (page.map(\.order), page.count == Self.page ? page.last?.id : nil)
        } each: { order in
            table.add([
                order.id, order.order.orderID, calendar.text(order.madeAt), calendar.text(order.changedAt), order.order.currency,
                order.order.orderValue.description, order.refunded.description, Self.items(order.order), order.appID,
                order.attribution?.videoID,
            ])
        }
        return .table(table, named: "orders-\(calendar.text(call.now).prefix(10))")
    }

    private func purchases(_ call: AdminContext) async throws -> Response {
        let (calendar, period) = try await period(call)
        let showsContacts = call.administrator.has(Administrator.contactScope)
        let contactColumns = ["name", "email", "phone", "street", "postal_code", "city", "region", "country"]
        var table = SpreadsheetText(
            columns: ["id", "order_id", "placed_at", "confirmed", "currency", "total", "items", "app_id", "video_id"]
                + (showsContacts ? contactColumns : []))
        try await all(period, \ClaimedOrder.madeAt) { before in
            let page = try await catalogue.purchases.claims(
                business: call.administrator.businessID, orderID: nil, before: before, limit: Self.page)
            return (page.map(\.claim), page.count == Self.page ? page.last?.id : nil)
        } each: { claim in
            let contact = claim.contact
            let facts: [String?] = [
                claim.id, claim.order.orderID, calendar.text(claim.madeAt), String(claim.isConfirmed), claim.order.currency,
                claim.order.orderValue.description, Self.items(claim.order), claim.appID, claim.attribution?.videoID,
            ]
            let place: [String?] = [
                contact?.name, contact?.email, contact?.phone, contact?.street, contact?.postalCode, contact?.city, contact?.region,
                contact?.country,
            ]
            table.add(facts + (showsContacts ? place : []))
        }
        return .table(table, named: "purchases-\(calendar.text(call.now).prefix(10))")
    }

    private static func items(_ order: PurchaseRequest) -> String { String(order.lineItems.reduce(0) { $0 + $1.quantity }) }

    private func videos(_ call: AdminContext) async throws -> Response {
        let business = call.administrator.businessID
        let calendar = try await calendar(call)
        var table = SpreadsheetText(columns: [
            "id", "caption", "channel_id", "type", "status", "access", "published_at", "available_until", "seconds", "hashtags", "products",
        ])
        let channels = try await Video.parents(of: business, in: catalogue)
        var (last, count) = (PageCursor?.none, 0)
        while !channels.isEmpty {
            let page = try await catalogue.resources.page(Video.self, parents: channels, before: last, since: nil, limit: Self.page)
            for video in page.resources {
                table.add([
                    video.id, video.caption, video.channelID, video.type.rawValue, video.status.rawValue, video.access.rawValue,
                    video.publishedAt.map(calendar.text), video.availableUntil.map(calendar.text), String(video.durationMS / 1000),
                    video.hashtags.joined(separator: " "), video.products.joined(separator: " "),
                ])
            }
            count += page.cursors.count
            last = page.cursors.last
            if page.cursors.count < Self.page { break }
            guard count < Self.maxRows else {
                throw APIError(.invalidField, "There are more than \(Self.maxRows) videos. List them page by page instead.")
            }
        }
        return .table(table, named: "videos-\(calendar.text(call.now).prefix(10))")
    }

    // MARK: Periods

    private func calendar(_ call: AdminContext) async throws -> DayCalendar {
        try await Business.find(call.administrator.businessID, in: catalogue).days(or: catalogue.insights.standardDays)
    }

    private func period(_ call: AdminContext) async throws -> (DayCalendar, Range<Date>) {
        let to = call.query["to"].flatMap(Timestamp.date) ?? .distantFuture
        let from = call.query["from"].flatMap(Timestamp.date) ?? .distantPast
        guard from <= to else { throw APIError(.invalidField, "It ends before it begins.", field: "to") }
        return (try await calendar(call), from..<to)
    }

    /// Calls a closure with everything of a period, newest first.
    /// - Parameter load: returns a page, without what can't be read, and where the next one begins.
    private func all<Item>(
        _ period: Range<Date>, _ time: (Item) -> Date, _ load: (String?) async throws -> ([Item?], String?), each: (Item) -> Void
    ) async throws {
        var (before, count) = (String?.none, 0)
        repeat {
            let (items, next) = try await load(before)
            for item in items.compactMap(\.self) where period.contains(time(item)) {
                count += 1
                each(item)
            }
            try Self.check(count, "from")
            before = next
            if let last = items.compactMap(\.self).last, time(last) < period.lowerBound { return }
        } while before != nil
    }

    private static func check(_ rows: Int, _ field: String) throws(APIError) {
        guard rows <= maxRows else {
            throw APIError(.invalidField, "There are more than \(maxRows) rows. Choose a shorter period.", field: field)
        }
    }
}
