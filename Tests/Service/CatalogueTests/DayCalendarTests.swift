// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue

@Suite("Days of a time zone") struct DayCalendarTests {
    private static func date(_ text: String) throws -> Date { try #require(Timestamp.date(text)) }

    @Test(
        "Days begin by the zone's clock, last 23 or 25 hours at clock changes, and skip omitted dates",
        arguments: [
            ("UTC", "2026-03-29", "2026-03-29T00:00:00Z", 24.0), ("Europe/Berlin", "2026-03-28", "2026-03-27T23:00:00Z", 24),
            ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", 23), ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", 25),
            ("Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00Z", 24),
            ("Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", 24.5),
            // Changes at midnight.
            ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z", 23), ("Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00Z", 24),
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", 0), ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", 24),
        ])
    func days(zone: String, name: String, start: String, hours: Double) throws {
        let calendar = try #require(DayCalendar(zone))
        let day = DayCalendar.utc.day(of: try Self.date("\(name)T00:00:00Z"))
        let begin = calendar.start(of: day)
        #expect(try begin == Self.date(start), "\(Timestamp.text(begin))")
        #expect(calendar.start(of: day + 1).timeIntervalSince(begin) == hours * 3600)
        guard hours > 0 else { return }
        #expect(calendar.day(of: begin) == day)
        #expect(calendar.names(of: 1, endingAt: begin) == [name])
        #expect(calendar.day(of: begin.addingTimeInterval(-0.001)) < day)
        #expect(calendar.day(of: begin.addingTimeInterval(hours * 3600 - 0.001)) == day)
    }

    @Test("Only IANA time zone names are accepted") func names() throws {
        for name in ["UTC", "Europe/Berlin", "Asia/Kolkata", "America/Argentina/Buenos_Aires", "Etc/GMT+5"] {
            #expect(DayCalendar(name)?.name == name)
        }
        for name in ["", "utc", "GMT+5", "+02:00", "Europe", "Europe/berlin", "Mars/Phobos", "../UTC", "/Europe/Berlin", "Europe/Berlin "] {
            #expect(DayCalendar(name) == nil, "\(name)")
        }
        let tokyo = try #require(DayCalendar("Asia/Tokyo"))
        #expect(Business(id: "b", name: "b").days(or: tokyo) == tokyo)
        #expect(Business(id: "b", name: "b", timeZone: "Atlantis/City").days(or: tokyo) == tokyo)
        #expect(Business(id: "b", name: "b", timeZone: "UTC").days(or: tokyo) == .utc)
    }

    @Test("A business's figures are grouped by its days, even when clocks change", arguments: Make.available)
    func figures(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let business = Business(id: "b1", name: "b1", timeZone: "America/New_York")
            try await opened.catalogue.resources.save(business, at: OpenedCatalogue.noon)
            var app = ClientApp(id: "app-b1", name: "x", createdAt: OpenedCatalogue.noon)
            app.businessID = "b1"
            try await opened.catalogue.resources.save(app, at: OpenedCatalogue.noon)
            // The second and the third are in the 25 hours of one day.
            let moments = ["2025-11-02T03:59:59Z", "2025-11-02T04:00:00Z", "2025-11-03T04:59:59Z", "2025-11-03T05:00:00Z"]
            let amount = try #require(Amount("10"))
            for (number, moment) in moments.enumerated() {
                let now = try Self.date(moment)
                for app in ["app-b1", "app-of-nobody"] {
                    let start = ViewerEvent(id: "e\(number)", name: .start, ts: now, videoID: "v1")
                    _ = try await opened.catalogue.events.record([start], of: Viewer(guestID: "g-\(app)", appID: app), at: now)
                }
                let order = PurchaseRequest(
                    orderID: "o\(number)", orderValue: amount, currency: "EUR", subtotal: amount,
                    lineItems: [LineItem(sku: "shoe", price: amount, quantity: 1)])
                _ = try await opened.catalogue.purchases.record(order, of: Viewer(guestID: "g1", appID: "app-b1"), at: now)
            }
            func ask(_ metric: InsightMetric, _ calendar: DayCalendar, _ days: ClosedRange<Int64>, app: String = "app-b1") async throws
                -> [String]
            {
                var question = InsightQuestion(
                    metric: metric, groups: [.day], apps: [app], days: days.lowerBound..<days.upperBound + 1)
                question.calendar = calendar
                return try await opened.catalogue.insights.rows(question).map { "\($0.group["day"] ?? "") \(Int($0.value))" }
            }
            let second = DayCalendar.utc.day(of: try Self.date("2025-11-02T00:00:00Z"))
            for metric in [InsightMetric.starts, .claimedPurchases] {
                let all = try await ask(metric, business.days(or: .utc), second - 5...second + 5)
                #expect(all == ["2025-11-01 1", "2025-11-02 2", "2025-11-03 1"], "\(metric.rawValue)")
                #expect(try await ask(metric, business.days(or: .utc), second...second) == ["2025-11-02 2"], "\(metric.rawValue)")
            }
            #expect(try await ask(.claimedRevenue, business.days(or: .utc), second - 1...second) == ["2025-11-01 10", "2025-11-02 20"])
            // The days of an app without a business are in UTC.
            let others = try await ask(.starts, .utc, second - 5...second + 5, app: "app-of-nobody")
            #expect(others == ["2025-11-02 2", "2025-11-03 2"])
        }
    }

    @Test("A business without a time zone uses the service's days") func standard() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-days-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tokyo = try #require(DayCalendar("Asia/Tokyo"))
        let catalogue = try await Catalogue(folder.appending(path: "c.sqlite").path, days: tokyo)
        let now = try Self.date("2025-11-01T16:00:00Z")
        for id in ["b1", "b2"] {
            var app = ClientApp(id: "app-\(id)", name: "App", createdAt: now)
            app.businessID = id
            try await catalogue.resources.save(app, at: now)
        }
        try await catalogue.resources.save(Business(id: "b2", name: "b2", timeZone: "UTC"), at: now)
        for (app, day) in [("app-b1", "2025-11-02"), ("app-b2", "2025-11-01")] {
            let start = ViewerEvent(id: "e1", name: .start, ts: now, videoID: "v1")
            _ = try await catalogue.events.record([start], of: Viewer(guestID: "g-\(app)", appID: app), at: now)
            let around = DayCalendar.utc.day(of: now)
            let rows = try await catalogue.insights.rows(
                InsightQuestion(metric: .starts, groups: [.day], apps: [app], days: around - 3..<around + 3))
            #expect(rows.map { $0.group["day"] } == [day])
        }
        try await catalogue.close()
    }

    @Test(
        "A moment is written with the zone's offset at that moment",
        arguments: [
            ("UTC", 1_763_812_800_000, "2025-11-22T12:00:00+00:00"), ("Asia/Kolkata", 1_763_812_800_000, "2025-11-22T17:30:00+05:30"),
            ("America/St_Johns", 1_763_812_800_000, "2025-11-22T08:30:00-03:30"),
            ("Europe/Berlin", 1_750_000_000_000, "2025-06-15T17:06:40+02:00"),
        ] as [(String, Int64, String)])
    func moments(zone: String, time: Int64, text: String) throws {
        #expect(try #require(DayCalendar(zone)).text(Timestamp.date(time)) == text)
    }
}
