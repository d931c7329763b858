// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdMarkup
import WindowboxAdPlayback
import WindowboxAds
import WindowboxEngine
import WindowboxKit
import WindowboxPlayer
import WindowboxServiceKit
import WindowboxStreaming

@MainActor @Suite("Client-side ad insertion", .timeLimit(.minutes(2))) struct ClientInsertionTests {
    private static func schedule(_ address: String) -> String {
        let offsets = [("start", 0), ("00:00:02.000", 1), ("end", 2)]
        let breaks = offsets.map { offset, index in
            """
            <vmap:AdBreak timeOffset="\(offset)" breakType="linear"><vmap:AdSource><vmap:AdTagURI templateType="vast4">\
            <![CDATA[\(address)/vast?b=\(index)]]></vmap:AdTagURI></vmap:AdSource><vmap:TrackingEvents><vmap:Tracking event="breakStart">\(address)/beacon/\(index)/begins\
            </vmap:Tracking><vmap:Tracking event="breakEnd">\(address)/beacon/\(index)/ends</vmap:Tracking></vmap:TrackingEvents></vmap:AdBreak>
            """
        }
        return "<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\" version=\"1.0\">\(breaks.joined())</vmap:VMAP>"
    }

    private static func playToEnd(
        _ plan: AdInsertionPlan, over origin: AdOrigin
    ) async -> (player: Player, sender: BeaconSender, ads: InterstitialAds) {
        let player = Player(
            items: [.simple(url: origin.content, configuration: PlaybackConfiguration(interstitials: plan.interstitials))])
        let sender = BeaconSender()
        let ads = InterstitialAds(player: player, sender: sender)
        let happenings = player.events
        player.play()
        for await event in happenings { if case .didEnd = event { break } }
        return (player, sender, ads)
    }

    @Test("A schedule's pre-, mid- and post-rolls play over unprepared content, and each is reported once, in order")
    func schedule() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 2), ads: [1])
        origin.set(Self.schedule(origin.address), at: "/vmap")
        let plan = await AdInserter().plan(schedule: "\(origin.address)/vmap")
        #expect(plan.problems.isEmpty)
        #expect(plan.interstitials.map(\.place) == [.beginning, .time(2), .end])
        let (player, sender, ads) = await Self.playToEnd(plan, over: origin)
        #expect(player.error == nil)
        for index in 0..<3 {
            try await origin.wasAsked("/beacon/\(index)/ends")
            #expect(origin.beacons(of: index) == ["begins"] + AdOrigin.playerEvents.map { "0/" + $0 } + ["ends"])
        }
        await sender.finish()
        #expect(ads.showing == nil)
        player.removeAllItems()
        await origin.stop()
    }

    @Test(
        "The ads of two items whose breaks have the same name are both reported, even if they are the same", arguments: [[0, 1], [0, 0]])
    func items(breaks: [Int]) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 2), ads: [1])
        var items: [PlayerItem] = []
        for index in breaks {
            let plan = await AdInserter().plan([.init(.beginning, tag: "\(origin.address)/vast?b=\(index)")])
            items.append(.simple(url: origin.content, configuration: PlaybackConfiguration(interstitials: plan.interstitials)))
        }
        let player = Player(items: items)
        let sender = BeaconSender()
        let ads = InterstitialAds(player: player, sender: sender)
        player.play()
        for index in Set(breaks) {
            let times = breaks.count { $0 == index }
            try await origin.wasAsked("/beacon/\(index)/0/complete", times: times)
            await sender.finish()
            let once = AdOrigin.playerEvents.map { "0/" + $0 }
            #expect(origin.beacons(of: index) == Array(repeatElement(once, count: times).joined()))
        }
        #expect(ads.player === player)
        player.removeAllItems()
        await origin.stop()
    }

    @Test("4. An ad whose file is missing reports only error 401, and the next ad plays") func missingFilm() async throws {
        // There is no creative of three seconds.
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 2), ads: [3, 1])
        let plan = await AdInserter().plan([.init(.time(2), tag: "\(origin.address)/vast")])
        let (player, sender, ads) = await Self.playToEnd(plan, over: origin)
        try await origin.wasAsked("/beacon/0/1/complete")
        await sender.finish()
        #expect(origin.beacons == ["0/0/error-401"] + AdOrigin.playerEvents.map { "0/1/" + $0 })
        #expect(player.error == nil)
        #expect(ads.showing == nil)
        player.removeAllItems()
        await origin.stop()
    }

    @Test("4. Macros are filled in from the ad, the moment and the app, and unknown ones are -1") func macros() async throws {
        let names = [
            "UNIVERSALADID", "PODSEQUENCE", "LIMITADTRACKING", "SERVERSIDE", "IFA", "DEVICEIP", "CACHEBUSTING", "TIMESTAMP", "ADPLAYHEAD",
            "MEDIAPLAYHEAD",
        ]
        let query = names.map { "\($0)=[\($0)]" }.joined(separator: "&")
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 2), ads: [])
        origin.set(
            """
            <VAST version="4.2"><Ad id="a" sequence="1"><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle><Impression/><Creatives>
            <Creative><UniversalAdId idRegistry="ad-id.org">X 1</UniversalAdId><Linear><Duration>00:00:05</Duration><TrackingEvents>
            <Tracking event="complete"><![CDATA[\(origin.address)/beacon/0/0/complete?\(query)]]></Tracking></TrackingEvents>
            <VideoClicks><ClickThrough>https://page.example/?i=[IFA]&amp;u=[UNIVERSALADID]</ClickThrough></VideoClicks><MediaFiles>
            <MediaFile delivery="streaming" type="application/x-mpegURL" width="320" height="180">\(origin.address)/ads/5.m3u8</MediaFile>
            </MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
            """, at: "/own")
        let plan = await AdInserter().plan([.init(.time(2), tag: "\(origin.address)/own")])
        let player = Player(
            items: [.simple(url: origin.content, configuration: PlaybackConfiguration(interstitials: plan.interstitials))])
        let sender = BeaconSender()
        let pages = Watched<[String]>([])
        let ads = InterstitialAds(player: player, sender: sender) { page in
            pages.change { $0.append(page) }
            return true
        }
        ads.macros = AdMacroValues(["IFA": .text("a b")])
        // The ad does not end before the click.
        origin.hold(["/medium/2.ts"])
        player.play()
        await observed { ads.showing != nil }
        ads.click()
        #expect(pages.value == ["https://page.example/?i=a%20b&u=ad-id.org%20X%201"])
        origin.release()
        ads.play()
        try await origin.wasAsked("/beacon/0/0/complete")
        await sender.finish()
        let beacons = try #require(origin.beacons.first).split(separator: "?").last ?? ""
        let values = Dictionary(
            beacons.split(separator: "&").map { $0.split(separator: "=").map(String.init) }.map { ($0[0], $0[1]) }
        ) { $1 }
        #expect(values["UNIVERSALADID"] == "ad-id.org%20X%201")
        #expect(values["PODSEQUENCE"] == "1")
        #expect(values["LIMITADTRACKING"] == "1")
        #expect(values["SERVERSIDE"] == "0")
        #expect(values["IFA"] == "a%20b")
        #expect(values["DEVICEIP"] == "-1")
        #expect(values["CACHEBUSTING"]?.count == 8)
        #expect(values["TIMESTAMP"]?.hasPrefix("20") == true)
        // Five seconds of the ad, at two seconds of the content, or slightly later if that has resumed.
        #expect(values["ADPLAYHEAD"]?.hasPrefix("00%3A00%3A0") == true)
        #expect(values["MEDIAPLAYHEAD"]?.hasPrefix("00%3A00%3A0") == true)
        player.removeAllItems()
        await origin.stop()
    }

    @Test("Breaks whose ad server fails stay empty and report a problem") func empty() async throws {
        let origin = try await AdOrigin(texts: [:])
        let plan = await AdInserter().plan([
            .init(.beginning, tag: "\(origin.address)/nothing"), .init(.end, tag: "\(origin.address)/vast"),
        ])
        #expect(plan.interstitials.map(\.place) == [.end])
        #expect(plan.interstitials.first?.duration == 5)
        #expect(plan.problems.count == 1)
        await origin.stop()
    }

    @Test(
        "3.8 The player reports the ads of a guided stream, even if the session's process is killed between breaks",
        arguments: [false, true])
    func guided(isKilled: Bool) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 3), ads: [1])
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-guided-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "x.sqlite").path
        var program = try await InsertionProgram(database: database, origin: origin)
        // Segments after the second are not fetched before the other process runs.
        if isKilled { origin.hold(["/vod-ts/270p/1.ts", "/vod-ts/180p/1.ts"]) }
        let player = Player(items: [.simple(url: try await program.session(origin.content, ["mode": "guided"]))])
        let sender = BeaconSender()
        let ads = InterstitialAds(player: player, sender: sender)
        let happenings = player.events
        player.play()
        if isKilled {
            try await origin.wasAsked("/beacon/0/0/complete")
            program = try await program.replaced()
            origin.release()
        }
        for await event in happenings { if case .didEnd = event { break } }
        #expect(player.error == nil)
        // The player requests the lists in the order of the breaks, and the ad server counts requests.
        for index in 0..<2 {
            try await origin.wasAsked("/beacon/\(index)/0/complete")
            #expect(origin.beacons(of: index) == AdOrigin.playerEvents.map { "0/" + $0 })
        }
        #expect(origin.paths.count { $0.hasPrefix("/vast") } == 2)
        await sender.finish()
        #expect(ads.showing == nil)
        player.removeAllItems()
        await program.kill()
        await origin.stop()
    }

    @Test("2.4 A seek over an unseen break plays it first, reports its target, and continues there") func snapback() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 6), ads: [1])
        let plan = await AdInserter().plan([.init(.time(4), tag: "\(origin.address)/vast")])
        let player = Player(
            items: [.simple(url: origin.content, configuration: PlaybackConfiguration(interstitials: plan.interstitials))])
        let sender = BeaconSender()
        let ads = InterstitialAds(player: player, sender: sender)
        let (happenings, facts, heard) = (player.events, player.engineFacts, player.engineFacts)
        var journal: [String] = []
        let writing = Task { @MainActor in
            for await fact in heard {
                switch fact {
                case .interstitial, .status, .seeked, .failed: journal.append(String("\(fact)".prefix(120)))
                default: break
                }
            }
        }
        // A seek before that would be a different start position.
        for await fact in facts { if case .ready = fact { break } }
        ads.seek(to: 9)
        player.play()
        await observed { ads.showing != nil }
        #expect(ads.showing?.returnsTo == 9, "\(journal)")
        // The content position, from the end of the break on.
        let times = player.periodicTimes(every: .milliseconds(100))
        await observed { ads.showing == nil }
        var places: [Double] = []
        let listening = Task { @MainActor in for await time in times { places.append(time) } }
        for await event in happenings { if case .didEnd = event { break } }
        listening.cancel()
        writing.cancel()
        #expect(player.error == nil, "\(journal)")
        #expect(places.filter { $0 > 4.5 && $0 < 8.9 }.isEmpty, "\(places)")
        #expect(places.contains { $0 > 9 }, "\(places)")
        try await origin.wasAsked("/beacon/0/0/complete")
        await sender.finish()
        #expect(origin.beacons == AdOrigin.playerEvents.map { "0/0/" + $0 })
        // Once seen, it no longer blocks a seek.
        ads.seek(to: 1)
        #expect(player.interstitialSchedule.obstacle(from: 1, to: 9) == nil)
        player.removeAllItems()
        await origin.stop()
    }
}
