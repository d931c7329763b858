// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxHLS
import WindowboxServiceKit
import WindowboxStitcher

@testable import WindowboxInsertion

@Suite("House ads in streams", .timeLimit(.minutes(2))) struct HouseAdInsertionTests {
    /// Seconds of the content with its ads: 12 without any, 22 with one in each break.
    private static func length(_ asking: Asking, _ origin: AdOrigin, _ parameters: [String: String], server: Bool = false) async throws
        -> (session: String, seconds: Int)
    {
        let wish = JSONValue.object([
            "origin": .string(origin.content), "reporting": .string(server ? "server" : "client"),
            "parameters": .object(parameters.mapValues { .string($0) }),
        ])
        let id = try await asking.session(try ContractJSON.text(wish))
        return (id, Int((try await asking.media("\(id)/v0.m3u8").duration).rounded()))
    }

    private static func with(
        _ change: @Sendable (inout AdCampaign) -> Void,
        _ body: @Sendable (Asking, AdOrigin, AdCampaign, InsertionSettings, String) async throws -> Void
    ) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        var campaign = AdCampaign(id: "spot", businessID: "b", name: "Spot", videoURL: "\(origin.address)/ads/5.m3u8", duration: 5)
        change(&campaign)
        let made = campaign
        try await Asking.with(origin) {
            $0.adServer = nil
            ($0.houseAds, $0.campaignsLifetime) = (1, 0)
        } _: { asking, settings, database in
            try await asking.catalogue.resources.save(made, at: Date())
            try await body(asking, origin, made, settings, database)
        }
        await origin.stop()
    }

    @Test("A campaign is shown to its target viewers while it runs") func targeted() async throws {
        try await Self.with {
            $0.keyValues = ["device=tv", "device=phone", "age=!child"]
            $0.endsAt = Date(timeIntervalSinceNow: 3600)
        } _: { asking, origin, campaign, _, _ in
            #expect(try await Self.length(asking, origin, [:]).seconds == 12)
            #expect(try await Self.length(asking, origin, ["device": "tv"]).seconds == 22)
            #expect(try await Self.length(asking, origin, ["device": "phone", "age": "child"]).seconds == 12)
            var campaign = campaign
            campaign.isPaused = true
            try await asking.catalogue.resources.save(campaign, at: Date())
            #expect(try await Self.length(asking, origin, ["device": "tv"]).seconds == 12)
            (campaign.isPaused, campaign.endsAt) = (false, Date(timeIntervalSinceNow: -1))
            try await asking.catalogue.resources.save(campaign, at: Date())
            #expect(try await Self.length(asking, origin, ["device": "tv"]).seconds == 12)
        }
    }

    @Test("A business's campaigns do not appear in another's streams") func businesses() async throws {
        try await Self.with { _ in
        } _: { asking, origin, _, settings, _ in
            func seconds(_ asking: Asking, app: String? = nil) async throws -> Int {
                var wish = ["origin": origin.content]
                wish["app_id"] = app
                let id = try await asking.session(try ContractJSON.text(wish))
                return Int((try await asking.media("\(id)/v0.m3u8").duration).rounded())
            }
            // Only the business with the campaign exists.
            #expect(try await seconds(asking) == 22)
            let now = Date()
            for (id, business) in [("own", "b"), ("other", "b2"), ("nobodys", nil)] as [(String, String?)] {
                var app = ClientApp(id: id, name: id, createdAt: now)
                app.businessID = business
                try await asking.catalogue.resources.save(app, at: now)
            }
            // With two businesses, the stream's owner is unknown.
            #expect(try await seconds(asking) == 12)
            #expect(try await seconds(asking, app: "own") == 22)
            #expect(try await seconds(asking, app: "other") == 12)
            #expect(try await seconds(asking, app: "nobodys") == 12)
            await #expect(throws: (any Error).self) { try await seconds(asking, app: "none") }
            // The operator sets the owner of all other streams.
            for (business, length) in [("b", 22), ("b2", 12)] {
                var own = settings
                own.business = business
                let named = Asking(insertion: AdInsertion(own, catalogue: asking.catalogue), catalogue: asking.catalogue)
                #expect(try await seconds(named) == length)
            }
        }
    }

    @Test("A stream of a business's own media belongs to that business") func media() async throws {
        try await Self.with { _ in
        } _: { asking, _, _, settings, _ in
            let (resources, now) = (asking.catalogue.resources, Date())
            for (id, business) in [("c1", "b"), ("c2", "b2")] {
                try await resources.save(VideoChannel(id: id, businessID: business, name: id, slug: id), at: now)
                try await resources.save(Video(id: "v-\(id)", channelID: id), at: now)
            }
            var own = settings
            own.business = "b"
            let house = AdInsertion(own, catalogue: asking.catalogue).parts.house
            func owner(_ origin: String) async throws -> String? {
                let wish = try SessionRequest(query: [("origin", origin)])
                return try await house.owner(of: wish, base: "https://service.test")
            }
            #expect(try await owner("https://service.test/media/videos/v-c2/m/index.m3u8") == "b2")
            #expect(try await owner("https://service.test/media/signed/1.2.x/videos/v-c2/m/index.m3u8?a=b") == "b2")
            #expect(try await owner("https://service.test/media/videos/none/m/index.m3u8") == "b")
            #expect(try await owner("https://elsewhere.test/media/videos/v-c2/m/index.m3u8") == "b")
        }
    }

    @Test("A player's report of an impression counts once for each showing, however often it is sent") func repeated() async throws {
        try await Self.with {
            $0.totalCap = 3
        } _: { asking, origin, _, _, _ in
            let first = try await Self.length(asking, origin, [:])
            #expect(first.seconds == 22)
            let counts = { try await asking.catalogue.houseAds.counts([HouseAdQuery(campaign: "spot")]) }
            let tracking = try ContractJSON.decode(JSONValue.self, from: await asking.get("\(first.session)/tracking.json").text)
            let shown = (tracking["avails"]?.elements ?? []).flatMap { $0["ads"]?.elements ?? [] }.count
            #expect(shown > 0)
            let creative = HouseCampaign(try #require(try await asking.catalogue.resources.find(AdCampaign.self, id: "spot"))).creatives[0]
            for _ in 0..<20 {
                #expect(await asking.get("\(first.session)/beacons/spot/\(creative.id)/impression").status == 204)
            }
            #expect(try await counts() == [shown])
            // A session that shows nothing has nothing to report.
            let idle = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(await asking.get("\(idle)/beacons/spot/\(creative.id)/impression").status == 204)
            #expect(try await counts() == [shown])
        }
    }

    @Test("Viewer and total caps hold across processes, and count impressions from the player and the service", arguments: [false, true])
    func caps(isTotal: Bool) async throws {
        try await Self.with {
            if isTotal { $0.totalCap = 2 } else { ($0.viewerCap, $0.viewerCapHours) = (2, 24) }
        } _: {
            asking, origin, _, settings, database in
            let first = try await Self.length(asking, origin, ["viewer": "anna"])
            #expect(first.seconds == 22)
            // The player reports one impression, and this service the other: it serves the segments.
            let tracking = try ContractJSON.decode(JSONValue.self, from: await asking.get("\(first.session)/tracking.json").text)
            let ad = tracking["avails"]?.elements?.first?["ads"]?.elements?.first
            let beacons = ad?["trackingEvents"]?.elements?.first { $0["eventType"] == "impression" }
            let address = try #require(beacons?["beaconUrls"]?.elements?.first?.text)
            let beginning = "http://service.test/stitched/"
            #expect(await asking.get(String(address.dropFirst(beginning.count))).status == 204)
            let second = try await Catalogue(database)
            let other = Asking(insertion: AdInsertion(settings, catalogue: second), catalogue: second)
            let counted = try await Self.length(other, origin, ["viewer": "anna"], server: true)
            #expect(counted.seconds == 22)
            let segment = try await other.media("\(counted.session)/v0.m3u8").segments[0].uri.url
            #expect(await other.get(String(segment.dropFirst(beginning.count))).status == 302)
            await other.insertion.parts.beaconDispatcher.waitUntilRecorded()
            for asking in [asking, other] {
                #expect(try await Self.length(asking, origin, ["viewer": "anna"]).seconds == 12)
                #expect(try await Self.length(asking, origin, ["viewer": "ben"]).seconds == (isTotal ? 12 : 22))
            }
            try await second.close()
        }
    }

    @Test(
        "A file of campaigns with numbers that make no sense is refused",
        arguments: [
            (#""duration":5"#, "", true), (#""duration":0"#, "", false), (#""duration":1e300"#, "", false),
            (#""duration":5,"skip_offset":1e300"#, "", false), (#""duration":5,"weight":9223372036854775807"#, "", false),
            (#""duration":5"#, #","weight":-1"#, false), (#""duration":5"#, #","total_caps":[{"count":-1}]"#, false),
            (#""duration":5"#, #","viewer_caps":[{"count":1,"period":0}]"#, false),
        ])
    func documents(creative: String, campaign: String, isRead: Bool) {
        let text =
            #"{"campaigns":[{"id":"a","creatives":[{"id":"c","title":"t","url":"https://a.test/x.m3u8",\#(creative)}]\#(campaign)}]}"#
        #expect(((try? HouseAdsDocument.read(Data(text.utf8))) != nil) == isRead)
    }
}
