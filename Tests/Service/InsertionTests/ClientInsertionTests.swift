// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdPlayback
import WindowboxAds
import WindowboxKit
import WindowboxPlayer
import WindowboxStreaming

@MainActor @Suite("Ads that the player puts into a stream", .timeLimit(.minutes(2))) struct ClientInsertionTests {
    private static let events = ["impression?s=0", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

    private static func schedule(_ address: String) -> String {
        let offsets = [("start", 0), ("00:00:02.000", 1), ("end", 2)]
        let breaks = offsets.map { offset, index in
            """
            <vmap:AdBreak timeOffset="\(offset)" breakType="linear"><vmap:AdSource><vmap:AdTagURI templateType="vast4">\
            <![CDATA[\(address)/vast?b=\(index)]]></vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>
            """
        }
        return "<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\" version=\"1.0\">\(breaks.joined())</vmap:VMAP>"
    }

    @Test("pre-, mid- and post-rolls of a schedule play over content that knows nothing of them, and each is told of once, in order")
    func schedule() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 2), ads: [1])
        origin.set(Self.schedule(origin.address), at: "/vmap")
        let plan = await AdInserter().plan(schedule: "\(origin.address)/vmap")
        #expect(plan.problems.isEmpty)
        #expect(plan.interstitials.map(\.place) == [.beginning, .time(2), .end])
        let player = Player(
            items: [.simple(url: origin.content, configuration: PlaybackConfiguration(interstitials: plan.interstitials))])
        let sender = BeaconSender()
        let ads = InterstitialAds(player: player, sender: sender)
        let happenings = player.events
        player.play()
        for await event in happenings { if case .didEnd = event { break } }
        #expect(player.error == nil)
        for index in 0..<3 {
            await origin.wasAsked("/told/\(index)/0/complete")
            #expect(origin.told.filter { $0.hasPrefix("\(index)/") } == Self.events.map { "\(index)/0/" + $0 })
        }
        await sender.finish()
        #expect(ads.showing == nil)
        player.removeAllItems()
        await origin.stop()
    }

    @Test("breaks whose ad server fails stay empty, and say why") func empty() async throws {
        let origin = try await AdOrigin(texts: [:])
        let plan = await AdInserter().plan([
            .init(.beginning, tag: "\(origin.address)/nothing"), .init(.end, tag: "\(origin.address)/vast"),
        ])
        #expect(plan.interstitials.map(\.place) == [.end])
        #expect(plan.interstitials.first?.duration == 5)
        #expect(plan.problems.count == 1)
        await origin.stop()
    }

    @Test("3.8 ads of a guided stream are told of by the player, by what their list says") func guided() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 3), ads: [1])
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-guided-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try await InsertionProgram(database: folder.appending(path: "x.sqlite").path, origin: origin)
        var address = URLComponents(string: "\(program.address)/stitched/new/index.m3u8")
        address?.queryItems = [URLQueryItem(name: "origin", value: origin.content), URLQueryItem(name: "mode", value: "guided")]
        let player = Player(items: [.simple(url: try #require(address?.string))])
        let sender = BeaconSender()
        let ads = InterstitialAds(player: player, sender: sender)
        let happenings = player.events
        player.play()
        for await event in happenings { if case .didEnd = event { break } }
        #expect(player.error == nil)
        // The player asks for the lists in the order of the breaks, and the ad server counts as it is asked.
        for index in 0..<2 {
            await origin.wasAsked("/told/\(index)/0/complete")
            #expect(origin.told.filter { $0.hasPrefix("\(index)/") } == Self.events.map { "\(index)/0/" + $0 })
        }
        await sender.finish()
        #expect(ads.showing == nil)
        player.removeAllItems()
        await program.kill()
        await origin.stop()
    }
}
