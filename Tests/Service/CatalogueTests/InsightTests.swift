// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue

@Suite("Insights", .serialized) struct InsightTests {
    private static let noon = OpenedCatalogue.noon
    private static let today = Timestamp.milliseconds(noon) / 86_400_000
    private static let viewer = Viewer(guestID: "guest1", appID: "app1")

    private static func ask(
        _ opened: OpenedCatalogue, _ metric: InsightMetric, _ groups: [InsightGroup] = [], apps: [String] = ["app1"],
        days: Range<Int64>? = nil
    ) async throws -> [InsightRow] {
        try await opened.catalogue.insights.rows(
            InsightQuestion(metric: metric, groups: groups, apps: apps, days: days ?? today - 29..<today + 1))
    }

    private static func value(_ opened: OpenedCatalogue, _ metric: InsightMetric) async throws -> Double? {
        try await ask(opened, metric).first?.value
    }

    private static func record(
        _ opened: OpenedCatalogue, _ id: String, _ name: EventName, video: String? = "v1", days: Double = 0, viewer: Viewer = viewer,
        _ change: (inout ViewerEvent) -> Void = { _ in }
    ) async throws {
        var event = ViewerEvent(id: id, name: name, ts: noon.addingTimeInterval(-86400 * days), videoID: video)
        change(&event)
        _ = try await opened.catalogue.events.record([event], of: viewer, at: noon)
    }

    @Test("A repeated event is counted once", arguments: Make.available) func once(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            #expect(try await Self.ask(opened, .starts) == [InsightRow(group: [:], value: 0)])
            for _ in 0..<3 { try await Self.record(opened, "e1", .start) }
            let twins = [1, 2].map { _ in ViewerEvent(id: "e2", name: .start, ts: Self.noon, videoID: "v1") }
            _ = try await opened.catalogue.events.record(twins, of: Self.viewer, at: Self.noon)
            try await Self.record(opened, "e3", .start) { $0.isAutoplay = true }
            try await Self.record(opened, "e4", .engagedView) { $0.isAutoplay = true }
            try await Self.record(opened, "e5", .engagedView)
            try await Self.record(opened, "e6", .complete)
            try await Self.record(opened, "e7", EventName(rawValue: "made-up"))
            #expect(try await Self.value(opened, .starts) == 3)
            // Two started by the viewer, and one autoplayed for long enough.
            #expect(try await Self.value(opened, .views) == 3)
            #expect(try await Self.value(opened, .completions) == 1)
            #expect(try await Self.value(opened, .clickRate) == 0)
            // Counts are anonymous: what is erased of a guest stays counted.
            _ = try await opened.catalogue.guests.erase("guest1")
            #expect(try await Self.value(opened, .starts) == 3)
            // Another app has its own.
            #expect(try await Self.ask(opened, .starts, apps: ["app2"]) == [InsightRow(group: [:], value: 0)])
            #expect(try await Self.ask(opened, .starts, apps: []) == [])
        }
    }

    @Test("Quartiles of a looping video are counted once", arguments: Make.available) func loops(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await Self.record(opened, "e0", .start)
            for pass in 1...3 {
                try await Self.record(opened, "q\(pass)", .firstQuartile) { $0.pass = pass }
                try await Self.record(opened, "c\(pass)", .complete) { $0.pass = pass }
            }
            // From a client that doesn't count.
            try await Self.record(opened, "m", .midpoint)
            #expect(try await Self.value(opened, .firstQuartile) == 1)
            #expect(try await Self.value(opened, .midpoint) == 1)
            #expect(try await Self.value(opened, .completions) == 1)
        }
    }

    @Test("Figures are grouped by day, video, channel, product and app", arguments: Make.available) func groups(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await opened.addChannel("c2")
            try await opened.addVideo("v1", minute: 1)
            try await opened.addVideo("v2", channel: "c2", minute: 1)
            try await Self.record(opened, "e1", .start)
            try await Self.record(opened, "e2", .start, days: 1)
            try await Self.record(opened, "e3", .start, video: "v2", days: 1)
            try await Self.record(opened, "e4", .start, video: nil, days: 40)
            try await Self.record(opened, "e5", .start, viewer: Viewer(guestID: "g", appID: "app2"))
            func reported(_ groups: InsightGroup...) async throws -> [[String: String]: Double] {
                let rows = try await Self.ask(opened, .starts, groups, apps: ["app1", "app2"])
                return Dictionary(uniqueKeysWithValues: rows.map { ($0.group, $0.value) })
            }
            #expect(try await reported(.video) == [["video_id": "v1"]: 3, ["video_id": "v2"]: 1])
            #expect(try await reported(.channel) == [["channel_id": "c1"]: 3, ["channel_id": "c2"]: 1])
            #expect(try await reported(.app) == [["app_id": "app1"]: 3, ["app_id": "app2"]: 1])
            #expect(try await reported(.day) == [["day": "2025-11-22"]: 2, ["day": "2025-11-21"]: 2])
            #expect(
                try await reported(.day, .video) == [
                    ["day": "2025-11-22", "video_id": "v1"]: 2, ["day": "2025-11-21", "video_id": "v1"]: 1,
                    ["day": "2025-11-21", "video_id": "v2"]: 1,
                ])
            for id in ["p1", "p2"] {
                let product = Product(id: id, storeID: "s1", externalID: "x-\(id)", name: "Shoe", currency: "EUR")
                try await opened.catalogue.resources.save(product, at: Self.noon)
            }
            try await Self.record(opened, "i1", .productCardImpression) { $0.productID = "p1" }
            try await Self.record(opened, "i2", .productListItemImpression) { $0.productID = "p1" }
            try await Self.record(opened, "i3", .productCardClicked) { $0.productID = "p1" }
            try await Self.record(opened, "i4", .productCardImpression) { $0.productID = "p2" }
            let rates = try await Self.ask(opened, .productClickRate, [.product])
            #expect(rates.map(\.group) == [["product_id": "p1"], ["product_id": "p2"]])
            #expect(rates.map(\.value) == [0.5, 0])
            await #expect(throws: APIError.self) { try await Self.ask(opened, .starts, [.attributed]) }
            await #expect(throws: APIError.self) { try await Self.ask(opened, .starts, [.day, .day]) }
        }
    }

    @Test("Playback quality comes from session events, and impossible values are ignored", arguments: Make.available) func quality(
        make: Make
    ) async throws {
        try await OpenedCatalogue.with(make) { opened in
            #expect(try await Self.ask(opened, .startupTime) == [])
            for (number, startup) in [400, 600].enumerated() {
                try await Self.record(opened, "s\(number)", .session) {
                    $0.properties = [
                        "startup_ms": .integer(Int64(startup)), "watched_ms": 9500, "stall_ms": 500, "stall_count": .integer(Int64(number)),
                        "exited_before_start": .bool(false), "latency_ms": .number(2000.4),
                    ]
                }
            }
            try await Self.record(opened, "s2", .session) { $0.properties = ["exited_before_start": true] }
            // Impossible values are not counted.
            try await Self.record(opened, "s3", .session) {
                $0.properties = ["startup_ms": -5, "watched_ms": "much", "stall_ms": 1_000_000_000_000]
            }
            #expect(try await Self.value(opened, .startupTime) == 500)
            #expect(try await Self.value(opened, .watchTime) == 19)
            #expect(try await Self.value(opened, .rebufferRatio) == 0.05)
            #expect(try await Self.value(opened, .stalls) == 0.5)
            #expect(try await Self.value(opened, .liveLatency) == 2000)
            #expect(try abs(#require(await Self.value(opened, .exitsBeforeStart)) - 1.0 / 3) < 1e-9)
            #expect(try await Self.value(opened, .watchedRatio) == nil)
            for (id, progress) in [("w1", 2500), ("w2", 15_000)] as [(String, Int64)] {
                try await Self.record(opened, id, .session) { ($0.progressMS, $0.durationMS) = (progress, 10_000) }
            }
            // Events that end nothing, and those without a duration.
            try await Self.record(opened, "w3", .pause) { ($0.progressMS, $0.durationMS) = (1, 10_000) }
            try await Self.record(opened, "w4", .session) { ($0.progressMS, $0.durationMS) = (1, 0) }
            try await Self.record(opened, "w5", .complete) { ($0.progressMS, $0.durationMS) = (9000, 10_000) }
            #expect(try await Self.value(opened, .watchedRatio) == 0.625)
            // A reported ratio takes precedence over the final position; playback that showed no frame does not count.
            for (id, ratio) in [("w6", JSONValue.integer(1)), ("w7", .number(0.75))] {
                try await Self.record(opened, id, .session) {
                    ($0.progressMS, $0.durationMS, $0.properties) = (100, 10_000, ["watched_ratio": ratio])
                }
            }
            try await Self.record(opened, "w8", .session) {
                ($0.progressMS, $0.durationMS, $0.properties) = (0, 10_000, ["exited_before_start": true])
                $0.reason = "error"
            }
            #expect(try await Self.value(opened, .watchedRatio) == 0.75)
            #expect(try abs(#require(await Self.value(opened, .failures)) - 0.1) < 1e-9)
            let kept = try await Self.ratios(opened)
            #expect(kept == ["w1": 0.25, "w2": 1, "w5": 0.9])
        }
    }

    @Test("Click rates count each viewer once, and never exceed 1", arguments: Make.available) func clicks(make: Make)
        async throws
    {
        try await OpenedCatalogue.with(make) { opened in
            for number in 0..<4 { try await Self.record(opened, "s\(number)", .start) }
            try await Self.record(opened, "c0", .clickCTA)
            for number in 1..<9 { try await Self.record(opened, "c\(number)", .clickCTA) { $0.properties = ["is_repeated": true] } }
            #expect(try await Self.value(opened, .clickRate) == 0.25)
            for number in 10..<20 { try await Self.record(opened, "c\(number)", .clickCTA) }
            #expect(try await Self.value(opened, .clickRate) == 1)
            try await Self.record(opened, "i0", .productCardImpression)
            for number in 0..<3 { try await Self.record(opened, "p\(number)", .productCardClicked) }
            #expect(try await Self.value(opened, .productClickRate) == 1)
        }
    }

    /// The watch ratios in a guest's stored events, by event.
    private static func ratios(_ opened: OpenedCatalogue) async throws -> [String: Double] {
        let guest = try await opened.catalogue.guests.guest(app: "app1", device: nil, at: noon)
        let viewer = Viewer(guestID: guest.id, appID: "app1")
        for (id, name, progress) in [("w1", .session, 2500), ("w2", .session, 15_000), ("w3", .pause, 1), ("w5", .complete, 9000)]
            as [(String, EventName, Int64)]
        {
            try await record(opened, id, name, viewer: viewer) { ($0.progressMS, $0.durationMS) = (progress, 10_000) }
        }
        let events = try await opened.catalogue.guests.export(guest.id)?["events"]?.elements ?? []
        let reported = events.compactMap { event -> (String, Double)? in
            guard let id = event["id"]?.text else { return nil }
            switch event["watched_ratio"] {
            case .number(let ratio): return (id, ratio)
            case .integer(let ratio): return (id, Double(ratio))
            default: return nil
            }
        }
        return Dictionary(reported) { first, _ in first }
    }

    private static func buy(_ opened: OpenedCatalogue, _ id: String, _ value: String, _ viewer: Viewer = viewer, currency: String = "EUR")
        async throws
    {
        let amount = try #require(Amount(value))
        let order = PurchaseRequest(
            orderID: id, orderValue: amount, currency: currency, subtotal: amount,
            lineItems: [LineItem(sku: "sku1", price: amount, quantity: 1)])
        _ = try await opened.catalogue.purchases.record(order, of: viewer, at: noon)
    }

    @Test("Claimed revenue is exact, by currency, for large amounts too", arguments: Make.available) func money(make: Make)
        async throws
    {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await opened.addVideo("v1", minute: 1) { $0.products = ["p1"] }
            try await opened.catalogue.resources.save(
                Product(id: "p1", storeID: "s1", externalID: "sku1", name: "Shoe", currency: "EUR"), at: Self.noon)
            try await Self.buy(opened, "o1", "0.1")
            try await Self.record(opened, "c1", .productClicked)
            try await Self.buy(opened, "o2", "0.2")
            try await Self.buy(opened, "o3", "10", currency: "CHF")
            #expect(try await Self.ask(opened, .claimedPurchases) == [InsightRow(group: [:], value: 3)])
            let revenue = try await Self.ask(opened, .claimedRevenue)
            #expect(revenue.map(\.currency) == ["CHF", "EUR"])
            #expect(revenue.map(\.amount) == [Amount("10"), Amount("0.3")])
            #expect(try await Self.ask(opened, .claimedAverageOrder).last?.amount == Amount("0.15"))
            let byVideo = try await Self.ask(opened, .claimedRevenue, [.video])
            #expect(byVideo.map(\.group) == [["video_id": ""], ["video_id": "v1"], ["video_id": "v1"]])
            let attributed = try await Self.ask(opened, .claimedPurchases, [.attributed, .channel])
            #expect(attributed.map(\.group["attributed"]) == ["false", "true"])
            #expect(attributed.map(\.value) == [1, 2])
            #expect(attributed.last?.group["channel_id"] == "c1")
            await #expect(throws: APIError.self) { try await Self.ask(opened, .claimedRevenue, [.product]) }
            // Sums beyond 64 bits are reported as well as possible, and break nothing.
            for number in 0..<12 { try await Self.buy(opened, "big\(number)", "999999999999.5", currency: "XAU") }
            let large = try #require(try await Self.ask(opened, .claimedRevenue).first { $0.currency == "XAU" })
            #expect(large.amount == nil)
            #expect(large.value == 12 * 999_999_999_999.5)
            #expect(
                try await opened.catalogue.purchases.revenue(
                    app: "app1", from: Self.noon.addingTimeInterval(-1), to: Self.noon.addingTimeInterval(1), isAttributedOnly: false)[
                        "EUR"]
                    == Amount("0.3"))
        }
    }

    @Test("For rates and amounts, the rest is computed from all remaining rows", arguments: Make.available) func rests(make: Make)
        async throws
    {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            for (video, clicks) in [("v1", 4), ("v2", 2), ("v3", 0)] {
                try await opened.addVideo(video, minute: 1)
                for number in 0..<4 {
                    try await Self.record(opened, "\(video)s\(number)", .start, video: video)
                    if number < clicks { try await Self.record(opened, "\(video)c\(number)", .clickCTA, video: video) }
                }
            }
            var question = InsightQuestion(metric: .clickRate, groups: [.video], apps: ["app1"], days: Self.today - 1..<Self.today + 1)
            (question.order, question.limit) = (.value, 1)
            var answer = try await opened.catalogue.insights.response(to: question)
            #expect(answer.rows.map(\.value) == [1])
            #expect(answer.hasMore)
            #expect(answer.rest.map(\.value) == [0.25])
            for (number, value) in ["5", "3.5", "0.25"].enumerated() {
                try await Self.buy(opened, "o\(number)", value, Viewer(guestID: "guest1", appID: number == 0 ? "app1" : "app2"))
            }
            try await Self.buy(opened, "o9", "100", currency: "CHF")
            question = InsightQuestion(
                metric: .claimedRevenue, groups: [.app], apps: ["app1", "app2"], days: Self.today - 1..<Self.today + 1)
            (question.order, question.limit) = (.value, 2)
            answer = try await opened.catalogue.insights.response(to: question)
            #expect(answer.rows.map(\.amount) == [Amount("100"), Amount("5")])
            #expect(answer.rest.map(\.currency) == ["EUR"])
            #expect(answer.rest.map(\.amount) == [Amount("3.75")])
        }
    }

    @Test("Unknown product names are counted together", arguments: Make.available) func madeUpProducts(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let product = Product(id: "p1", storeID: "s1", externalID: "shoe", name: "Shoe", currency: "EUR")
            try await opened.catalogue.resources.save(product, at: Self.noon)
            for (number, name) in ["p1", "shoe", "x1", "x2"].enumerated() {
                try await Self.record(opened, "e\(number)", .productCardImpression) { $0.productID = name }
            }
            let rows = try await Self.ask(opened, .productClickRate, [.product])
            #expect(rows.compactMap { $0.group["product_id"] } == ["?", "p1", "shoe"])
        }
    }

    @Test("Lift is how much likelier viewers who saw a video are to buy", arguments: Make.available) func lift(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await opened.addVideo("v1", minute: 1)
            #expect(try await Self.ask(opened, .lift) == [])
            // Of four viewers who saw it two buy, of four who didn't one does.
            for number in 0..<8 {
                let guest = try await opened.catalogue.guests.guest(app: "app1", device: "d\(number)", at: Self.noon)
                let viewer = Viewer(guestID: guest.id, appID: "app1")
                if number < 4 { try await opened.see("v1", at: Self.noon, viewer: viewer) }
                if [0, 1, 5].contains(number) { try await Self.buy(opened, "o\(number)", "1", viewer) }
            }
            #expect(try await Self.ask(opened, .lift) == [InsightRow(group: [:], value: 1)])
            #expect(try await Self.ask(opened, .lift, [.app]) == [InsightRow(group: ["app_id": "app1"], value: 1)])
            await #expect(throws: APIError.self) { try await Self.ask(opened, .lift, [.day]) }
        }
    }

    @Test("A viewer who returns to a video counts as one who saw it", arguments: Make.available)
    func returning(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await opened.addVideo("v1", minute: 1)
            let before = Self.noon.addingTimeInterval(-10 * 86400)
            var viewers: [Viewer] = []
            for number in 0..<4 {
                let guest = try await opened.catalogue.guests.guest(app: "app1", device: "d\(number)", at: before)
                viewers.append(Viewer(guestID: guest.id, appID: "app1"))
                try await opened.see("v1", at: before, viewer: viewers[number])
            }
            // Two return, one of whom only had an impression of it; another sees it for the first time.
            try await opened.see("v1", at: Self.noon, viewer: viewers[0])
            var glance = ViewerEvent(id: "glance", name: .start, ts: Self.noon, videoID: "v1")
            (glance.isAutoplay, glance.progressMS) = (true, 500)
            _ = try await opened.catalogue.events.record([glance], of: viewers[1], at: Self.noon)
            let new = try await opened.catalogue.guests.guest(app: "app1", device: "new", at: Self.noon)
            viewers.append(Viewer(guestID: new.id, appID: "app1"))
            try await opened.see("v1", at: Self.noon, viewer: viewers[4])
            for (number, viewer) in viewers.enumerated() where [0, 1, 4].contains(number) {
                try await Self.buy(opened, "o\(number)", "1", viewer)
            }
            // A damaged document doesn't keep the others from being counted.
            let store = try #require(opened.catalogue.resources as? SQLResources).store
            let buyer = viewers[0].guestID
            let damaged = try await store.write { try $0.execute("UPDATE event SET document = '{' WHERE guest = \(buyer)") }
            #expect(damaged > 0)
            // Both viewers bought, and one of the three others.
            let lift = try #require(try await Self.ask(opened, .lift, days: Self.today..<Self.today + 1).first?.value)
            #expect(abs(lift - 2) < 1e-9)
        }
    }

    @Test("An average is rounded to the millionth") func averages() {
        #expect(PurchaseInsight.amount(units: 10, millionths: 0, dividedBy: 3) == Amount("3.333333"))
        #expect(PurchaseInsight.amount(units: 0, millionths: 5, dividedBy: 2) == Amount("0.000003"))
        #expect(PurchaseInsight.amount(units: .max, millionths: 0, dividedBy: 1) == nil)
    }

    @Test("A quota limits how often something is done, across all processes", arguments: Make.available) func quotas(make: Make)
        async throws
    {
        try await OpenedCatalogue.with(make) { opened in
            let quotas = opened.catalogue.quotas
            let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { try await quotas.take("a", limit: 5, within: 10, at: Self.noon) == nil } }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(allowed == 5)
            #expect(try await quotas.take("b", limit: 5, within: 10, at: Self.noon) == nil)
            #expect(try await quotas.take("a", limit: 5, within: 10, at: Self.noon.addingTimeInterval(4)) == 6)
            #expect(try await quotas.take("a", limit: 5, within: 10, at: Self.noon.addingTimeInterval(10)) == nil)
            #expect(try await quotas.deleteExpiredQuotas(before: Self.noon.addingTimeInterval(1)) == 6)
        }
    }
}
