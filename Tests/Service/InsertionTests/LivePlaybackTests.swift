// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdPlayback
import WindowboxAds
import WindowboxEngine
import WindowboxKit
import WindowboxPlayer
import WindowboxServiceKit
import WindowboxStreaming

/// The service's own program, a live stream with markers, the player, and a beacon counter.
@MainActor @Suite("Playing stitched live streams", .timeLimit(.minutes(4))) struct LivePlaybackTests {
    /// The player and the stream that it plays.
    struct Playing {
        let ads: AdOrigin
        let player: Player
        /// The stream without ads.
        let address: String
        let program: InsertionProgram
        /// Kills the process that holds the session, and starts another one.
        let replaceProgram: @MainActor () async throws -> Void
    }

    /// - Parameter wish: Request fields of the session to play; nil for a player without an item.
    private static func with(
        _ wish: [String: String]?, breaksBefore segments: [Int] = [4, 8], of seconds: Int = 6, start: Double = 6,
        _ body: @MainActor (Playing) async throws -> Void
    ) async throws {
        // As many five-second ads as fit.
        let ads = try await AdOrigin(texts: AdOrigin.content, ads: [Double](repeating: 5, count: max(1, seconds / 5)))
        let origin = try await ads.live(breaksBefore: segments, of: seconds, start: start)
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-live-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "x.sqlite").path
        var program = try await InsertionProgram(database: database, origin: ads, content: origin.address)
        let address = "\(origin.address)/main.m3u8"
        let player = Player()
        if let wish { player.items = [.simple(url: try await program.session(address, wish))] }
        let playing = Playing(ads: ads, player: player, address: address, program: program) {
            program = try await program.replaced()
        }
        try await body(playing)
        player.removeAllItems()
        await program.kill()
        await origin.stop()
        await ads.stop()
    }

    @Test("3.7 The beacons of a live stream's breaks are sent once, even if the session's process is killed between them")
    func stitched() async throws {
        try await Self.with(["reporting": "server"]) { playing in
            let ads = playing.ads
            // Segments between the breaks are not fetched before the other process runs.
            ads.hold(["/live-ts/7.ts"])
            playing.player.play()
            try await ads.wasAsked("/beacon/0/0/complete")
            try await ads.wasAsked("/live-ts/7.ts")
            try await playing.replaceProgram()
            ads.release()
            try await ads.wasAsked("/beacon/1/0/complete")
            #expect(playing.player.error == nil)
            for index in 0...1 { #expect(ads.beacons(of: index) == AdOrigin.events.map { "0/" + $0 }) }
            #expect(ads.paths.count { $0.hasPrefix("/vast") } == 2)
        }
    }

    @Test("2.6, 3.7 A live stream's ads are found by date and reported by the player once, even if the process is killed between them")
    func beacons() async throws {
        // An ad is known to be complete once the following content plays.
        try await Self.with(nil, breaksBefore: [4, 9]) { playing in
            let ads = playing.ads
            let sender = BeaconSender()
            let stream = playing.address
            var settings = StreamAdSession.Settings()
            settings.mediaTimeout = .infinity
            let telling = StreamAdPlayer(
                player: playing.player, service: WindowboxStitching(playing.program.address) { _ in stream }, sender: sender,
                settings: settings)
            let events = telling.events
            ads.hold(["/live-ts/8.ts"])
            var request = StreamRequest(.live(assetKey: "k"))
            request.timeout = 100
            telling.begin(request, backup: nil)
            await observed { telling.showing != nil }
            #expect(telling.showing?.position == 1)
            #expect(telling.showing?.total == 1)
            #expect(!telling.isSeekable)
            try await ads.wasAsked("/beacon/0/0/complete")
            try await ads.wasAsked("/live-ts/8.ts")
            try await playing.replaceProgram()
            ads.release()
            try await ads.wasAsked("/beacon/1/0/complete")
            await sender.finish()
            #expect(playing.player.error == nil)
            for index in 0...1 { #expect(ads.beacons(of: index) == AdOrigin.playerEvents.map { "0/" + $0 }) }
            #expect(ads.paths.count { $0.hasPrefix("/vast") } == 2)
            telling.stop()
            var (breaks, periods) = (0, 0)
            for await event in events {
                if case .adBreakStarted = event { breaks += 1 }
                if case .adPeriodEnded = event { periods += 1 }
                if case .complete = event, breaks == 2 { break }
            }
            #expect(breaks == 2)
            #expect(periods >= 1)
        }
    }

    @Test("3.8 The player reports the ads of a guided live stream once, even if the process is killed between them")
    func guided() async throws {
        try await Self.with(["mode": "guided"]) { playing in
            let ads = playing.ads
            let sender = BeaconSender()
            let telling = InterstitialAds(player: playing.player, sender: sender)
            ads.hold(["/live-ts/7.ts"])
            playing.player.play()
            try await ads.wasAsked("/beacon/0/0/complete")
            try await ads.wasAsked("/live-ts/7.ts")
            try await playing.replaceProgram()
            ads.release()
            try await ads.wasAsked("/beacon/1/0/complete")
            await sender.finish()
            #expect(playing.player.error == nil)
            #expect(telling.showing == nil)
            for index in 0...1 { #expect(ads.beacons(of: index) == AdOrigin.playerEvents.map { "0/" + $0 }) }
            #expect(ads.paths.count { $0.hasPrefix("/vast") } == 2)
        }
    }

    @Test("3.8 (4), (8) A viewer who joins a guided live stream during a break sees the remaining ads, then the content")
    func joined() async throws {
        // The stream is joined six seconds before the end of its window, which is from 16 to 24 s; the break is from 8 to 22 s.
        try await Self.with(["mode": "guided"], breaksBefore: [4], of: 14, start: 17) { playing in
            let ads = playing.ads
            let sender = BeaconSender()
            let telling = InterstitialAds(player: playing.player, sender: sender)
            let facts = playing.player.engineFacts
            playing.player.play()
            var joined: ScheduledInterstitial?
            for await fact in facts {
                if case .interstitial(_, .began(let event)) = fact { joined = event }
                if case .interstitial(_, .ended(_, _, _)) = fact { break }
            }
            let event = try #require(joined)
            guard case .time(let start) = event.place else {
                Issue.record("the playing item has no time")
                return
            }
            // None of the content was seen before it, and the content after it appears on time.
            let times = playing.player.periodicTimes(every: .milliseconds(100))
            for await time in times where time > start + 8 { break }
            await sender.finish()
            #expect(playing.player.error == nil)
            #expect(telling.showing == nil)
            #expect(ads.beacons(of: 0).suffix(6) == AdOrigin.playerEvents.map { "1/" + $0 })
            #expect(ads.paths.count { $0.hasPrefix("/vast") } == 1)
        }
    }
}
