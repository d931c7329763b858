// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Testing
import WindowboxAdPlayback
import WindowboxAds
import WindowboxKit
import WindowboxPlayer
import WindowboxServiceKit

/// The service's own program, the player, and a beacon counter.
@MainActor @Suite("Playing stitched streams", .timeLimit(.minutes(3))) struct StitchedPlaybackTests {
    /// A busy machine is not a failure.
    static var patient: StreamAdSession.Settings {
        var settings = StreamAdSession.Settings()
        settings.mediaTimeout = .infinity
        return settings
    }

    static func withDatabase(_ body: @MainActor (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-stitched-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "x.sqlite").path)
    }

    @Test("3.7 All server-side beacons are sent once, even if the session's process is killed midway")
    func killed() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 3), ads: [1])
        try await Self.withDatabase { database in
            let first = try await InsertionProgram(database: database, origin: origin)
            let stream = try await first.session(origin.content, ["reporting": "server"])
            // Segments after the second are not fetched before the other process runs.
            origin.hold(["/vod-ts/270p/1.ts", "/vod-ts/180p/1.ts"])
            let player = Player(items: [.simple(url: stream)])
            let happenings = player.events
            player.play()
            try await origin.wasAsked("/beacon/0/0/complete")
            let second = try await first.replaced()
            origin.release()
            try await origin.wasAsked("/beacon/1/0/complete")
            for await event in happenings { if case .didEnd = event { break } }
            #expect(player.error == nil)
            #expect(origin.beacons(of: 0) == AdOrigin.events.map { "0/" + $0 })
            #expect(origin.beacons(of: 1) == AdOrigin.events.map { "0/" + $0 })
            #expect(origin.paths.filter { $0.hasPrefix("/vast") }.count == 2)
            player.removeAllItems()
            await second.kill()
        }
        await origin.stop()
    }

    @Test(
        "2.2, 2.3 The player reports events once and in order, and knows the content time, even if the session's process is killed",
        arguments: [false, true])
    func client(isKilled: Bool) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 3), ads: [5])
        try await Self.withDatabase { database in
            var program = try await InsertionProgram(database: database, origin: origin)
            let content = origin.content
            let sender = BeaconSender()
            // Segments after the second are not fetched before the other process runs.
            if isKilled { origin.hold(["/vod-ts/270p/1.ts", "/vod-ts/180p/1.ts"]) }
            let player = StreamAdPlayer(
                player: Player(), service: WindowboxStitching(program.address) { _ in content }, sender: sender, settings: Self.patient)
            let events = player.events
            var request = StreamRequest(.recorded(sourceID: "s", videoID: "v"))
            request.timeout = 100
            player.begin(request, backup: nil)
            if isKilled {
                try await origin.wasAsked("/beacon/0/0/complete")
                program = try await program.replaced()
                origin.release()
            }
            var names: [String] = []
            for await event in events {
                // Which quartiles the app receives depends on how often it checks.
                if !Self.passing.contains(Self.name(event)) { names.append(Self.name(event)) }
                if case .allAdsCompleted = event { break }
            }
            let turn = ["adBreakStarted", "adPeriodStarted", "loaded", "started", "adPeriodEnded", "adBreakEnded"]
            #expect(names == ["streamLoaded", "cuepointsChanged", "streamStarted"] + turn + turn + ["allAdsCompleted"])
            #expect(player.isSeekable)
            #expect(!player.isLinear)
            #expect(player.contentTime > 3.9)
            #expect(player.contentTime < 6.1)
            try await origin.wasAsked("/beacon/1/0/complete")
            await sender.finish()
            #expect(origin.beacons.filter { $0.hasPrefix("0/") }.count == AdOrigin.events.count)
            #expect(Set(origin.beacons).count == origin.beacons.count)
            #expect(origin.beacons.filter { $0.hasSuffix("complete") } == ["0/0/complete", "1/0/complete"])
            player.stop()
            player.player.removeAllItems()
            await program.kill()
        }
        await origin.stop()
    }

    private static let passing: Set = ["firstQuartile", "midpoint", "thirdQuartile", "complete"]

    private static func name(_ event: StreamAdEvent) -> String { String("\(event)".prefix { $0 != "(" }) }

    @Test("1.3 Ads play at normal speed, and the viewer's playback speed returns afterwards") func speed() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 3), ads: [5])
        try await Self.withDatabase { database in
            let program = try await InsertionProgram(database: database, origin: origin)
            let content = origin.content
            let player = StreamAdPlayer(
                player: Player(), service: WindowboxStitching(program.address) { _ in content }, sender: BeaconSender(),
                settings: Self.patient)
            let events = player.events
            player.player.desiredSpeed = 2
            let speeds = Speeds(player.player)
            player.begin(StreamRequest(.recorded(sourceID: "s", videoID: "v")), backup: nil)
            for await event in events { if case .adBreakEnded = event { break } }
            for await _ in player.player.propertiesUpdates where player.player.desiredSpeed == 2 { break }
            #expect(speeds.left.prefix(2) == [2, 1])
            player.stop()
            player.player.removeAllItems()
            await program.kill()
        }
        await origin.stop()
    }

    /// The speeds that were requested and then withdrawn.
    @MainActor private final class Speeds {
        private let player: Player
        private(set) var left: [Double] = []

        init(_ player: Player) {
            self.player = player
            follow()
        }

        private func follow() {
            withObservationTracking {
                _ = player.desiredSpeed
            } onChange: { [weak self] in
                MainActor.assumeIsolated {
                    guard let self else { return }
                    self.left.append(self.player.desiredSpeed)
                    self.follow()
                }
            }
        }
    }

    @Test("2.5 Without the service the content plays without ads") func backup() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 3))
        let gone = origin.address + "/nobody"
        let content = origin.content
        let player = StreamAdPlayer(
            player: Player(), service: WindowboxStitching(gone) { _ in content }, sender: BeaconSender(), settings: Self.patient)
        let events = player.events
        player.begin(StreamRequest(.recorded(sourceID: "s", videoID: "v")), backup: content)
        var isBackup = false
        for await event in events {
            guard case .backupStarted = event else { continue }
            isBackup = true
            break
        }
        #expect(isBackup)
        for await _ in player.player.propertiesUpdates where player.player.playbackState == .playing { break }
        #expect(player.showing == nil)
        #expect(player.isSeekable)
        player.stop()
        player.player.removeAllItems()
        await origin.stop()
    }
}
