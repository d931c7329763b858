// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxServiceKit

/// The service's own program, a browser without ad support, and a beacon counter.
@Suite("Streams with ads in a browser", .serialized, .timeLimit(.minutes(5))) struct StitchedBrowserTests {
    struct Fault: Error, CustomStringConvertible { let description: String }

    @Test(
        "3.7 A recording plays to its end and sends each beacon once, even if the session's process is killed",
        arguments: [false, true])
    func recorded(isKilled: Bool) async throws {
        let origin = try await AdOrigin(texts: Self.texts, ads: [1])
        try await Self.withDatabase { database in
            let first = try await InsertionProgram(database: database, origin: origin)
            let stream = try await first.session(origin.content, ["reporting": "server"])
            // Segments after the second are not fetched before the other process runs.
            if isKilled { origin.hold(["/vod-ts/270p/1.ts", "/vod-ts/180p/1.ts"]) }
            try await Self.play(origin, stream) { browser in
                var second: InsertionProgram?
                if isKilled {
                    try await origin.wasAsked("/beacon/0/0/complete")
                    second = try await first.replaced()
                    origin.release()
                }
                try await origin.wasAsked("/beacon/1/0/complete")
                try await browser.wait(for: "return document.querySelector('video').ended")
                await second?.kill()
            }
            await first.kill()
            #expect(origin.beacons(of: 0) == AdOrigin.events.map { "0/" + $0 })
            #expect(origin.beacons(of: 1) == AdOrigin.events.map { "0/" + $0 })
            #expect(origin.beacons.count == 2 * AdOrigin.events.count)
            #expect(origin.paths.count { $0.hasPrefix("/vast") } == 2)
        }
        await origin.stop()
    }

    @Test(
        "3.7 A live stream plays and sends each beacon of its breaks once, even if the session's process is killed",
        arguments: [false, true])
    func live(isKilled: Bool) async throws {
        let ads = try await AdOrigin(texts: Self.texts)
        let origin = try await ads.live(breaksBefore: [4, 8])
        try await Self.withDatabase { database in
            let first = try await InsertionProgram(database: database, origin: ads, content: origin.address)
            let stream = try await first.session("\(origin.address)/main.m3u8", ["reporting": "server"])
            if isKilled { ads.hold(["/live-ts/7.ts"]) }
            try await Self.play(ads, stream) { _ in
                var second: InsertionProgram?
                if isKilled {
                    try await ads.wasAsked("/beacon/0/0/complete")
                    try await ads.wasAsked("/live-ts/7.ts")
                    second = try await first.replaced()
                    ads.release()
                }
                try await ads.wasAsked("/beacon/1/0/complete")
                await second?.kill()
            }
            await first.kill()
            #expect(ads.beacons(of: 0) == AdOrigin.events.map { "0/" + $0 })
            #expect(ads.beacons(of: 1) == AdOrigin.events.map { "0/" + $0 })
            #expect(ads.paths.count { $0.hasPrefix("/vast") } == 2)
        }
        await origin.stop()
        await ads.stop()
    }

    @Test("3.8 A browser without interstitial support plays only the content of a guided recording, without beacons")
    func guided() async throws {
        let origin = try await AdOrigin(texts: Self.texts, ads: [1])
        try await Self.withDatabase { database in
            let program = try await InsertionProgram(database: database, origin: origin)
            let stream = try await program.session(origin.content, ["mode": "guided"])
            try await Self.play(origin, stream) { browser in
                try await browser.wait(for: "return document.querySelector('video').ended")
                #expect(try await browser.run("return Math.round(document.querySelector('video').currentTime)") == "6")
            }
            #expect(origin.beacons.isEmpty)
            #expect(!origin.paths.contains { $0.hasPrefix("/vast") || $0.hasPrefix("/short") })
            await program.kill()
        }
        await origin.stop()
    }

    @Test("3.8 A browser plays only the content of a guided live stream, without ad requests or beacons")
    func guidedLive() async throws {
        let ads = try await AdOrigin(texts: Self.texts)
        let origin = try await ads.live(breaksBefore: [4, 8])
        try await Self.withDatabase { database in
            let program = try await InsertionProgram(database: database, origin: ads, content: origin.address)
            let stream = try await program.session("\(origin.address)/main.m3u8", ["mode": "guided"])
            try await Self.play(ads, stream) { browser in
                // A segment after the second break.
                try await ads.wasAsked("/live-ts/11.ts")
                try await browser.wait(for: "return document.querySelector('video').currentTime > 4")
            }
            let asked = Set(ads.paths.filter { $0.hasPrefix("/live-ts/") })
            #expect(asked.isSuperset(of: (4...11).map { "/live-ts/\($0).ts" }))
            #expect(ads.beacons.isEmpty)
            #expect(!ads.paths.contains { $0.hasPrefix("/vast") || $0.hasPrefix("/medium") })
            await program.kill()
        }
        await origin.stop()
        await ads.stop()
    }

    private static let texts = AdOrigin.recordings(of: 3).merging([StreamPage.path: StreamPage.text]) { $1 }

    private static func withDatabase(_ body: @Sendable (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-ads-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "x.sqlite").path)
    }

    /// Opens a stream in its own browser; failures include what the page recorded.
    private static func play(_ origin: AdOrigin, _ stream: String, _ body: @Sendable (Browser) async throws -> Void) async throws {
        try await Browser.with { browser in
            try await browser.open(StreamPage.address(origin, stream))
            do { try await body(browser) } catch {
                let seen = (try? await browser.run("return window.seen.slice(-60)")) ?? "nothing"
                throw Fault(description: "\(error) The page saw \(seen)")
            }
        }
    }
}
