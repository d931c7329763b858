// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxServiceKit

/// The desktop's own program in its own session, the service's own program, and a beacon counter.
@Suite("Stitched streams in the desktop app", .serialized, .timeLimit(.minutes(5))) struct DesktopPlaybackTests {
    /// How the app gets its session.
    enum Opening: CaseIterable, Sendable {
        /// The app requests it from the service, and reports what it shows.
        case asked
        /// It was created before, and the service reports what it delivers.
        case made
        /// The URL creates it, with ads as interstitials.
        case guided
        /// It was created before, with ads as interstitials.
        case madeGuided

        /// The expected beacons, by who sends them.
        var events: [String] { (self == .made ? AdOrigin.events : AdOrigin.playerEvents).map { "0/" + $0 } }

        /// The app's arguments.
        func words(_ program: InsertionProgram, _ content: String) async throws -> [String] {
            switch self {
            case .asked: return ["--stitch", program.address, content]
            case .made: return [try await program.session(content, ["reporting": "server"])]
            case .madeGuided: return [try await program.session(content, ["mode": "guided"])]
            case .guided:
                var address = URLComponents(string: "\(program.address)/stitched/new/index.m3u8")
                address?.queryItems = [URLQueryItem(name: "origin", value: content), URLQueryItem(name: "mode", value: "guided")]
                return [try #require(address?.string)]
            }
        }
    }

    @Test("3.7, 3.8 A recording's beacons are sent once, in order", arguments: Opening.allCases) func recorded(_ opening: Opening)
        async throws
    {
        try await play(recording: opening, isKilled: false)
    }

    @Test(
        "3.7, 3.8 A recording's beacons are sent once, in order, even if the session's process is killed",
        arguments: Opening.allCases)
    func recordedAndKilled(_ opening: Opening) async throws { try await play(recording: opening, isKilled: true) }

    @Test("3.7, 3.8 A live stream's beacons are sent once, in order", arguments: [Opening.asked, .guided])
    func live(_ opening: Opening) async throws {
        try await play(live: opening, isKilled: false)
    }

    @Test(
        "3.7, 3.8 A live stream's beacons are sent once, in order, even if the session's process is killed",
        arguments: Opening.allCases)
    func liveAndKilled(_ opening: Opening) async throws { try await play(live: opening, isKilled: true) }

    private func play(recording opening: Opening, isKilled: Bool) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 3), ads: [1])
        try await Self.withFolder { folder in
            let database = folder.appending(path: "x.sqlite").path
            var program = try await InsertionProgram(database: database, origin: origin)
            // Segments after the second are not fetched before the other process runs.
            if isKilled { origin.hold(["/vod-ts/270p/1.ts", "/vod-ts/180p/1.ts"]) }
            let app = try await Self.start(try await opening.words(program, origin.content), in: folder)
            try await origin.wasAsked("/beacon/0/0/complete")
            if isKilled {
                program = try await program.replaced()
                origin.release()
            }
            try await origin.wasAsked("/beacon/1/0/complete")
            try await Self.end(app, in: folder, hasShown: opening != .made)
            Self.expect(origin, beacons: opening.events)
            await program.kill()
        }
        await origin.stop()
    }

    private func play(live opening: Opening, isKilled: Bool) async throws {
        let ads = try await AdOrigin(texts: AdOrigin.content)
        // An ad is known to be complete once the following content plays.
        let origin = try await ads.live(breaksBefore: [4, 9])
        try await Self.withFolder { folder in
            let database = folder.appending(path: "x.sqlite").path
            var program = try await InsertionProgram(database: database, origin: ads, content: origin.address)
            if isKilled { ads.hold(["/live-ts/8.ts"]) }
            let app = try await Self.start(try await opening.words(program, "\(origin.address)/main.m3u8"), in: folder)
            try await ads.wasAsked("/beacon/0/0/complete")
            if isKilled {
                try await ads.wasAsked("/live-ts/8.ts")
                program = try await program.replaced()
                ads.release()
            }
            try await ads.wasAsked("/beacon/1/0/complete")
            try await Self.end(app, in: folder, hasShown: opening != .made)
            Self.expect(ads, beacons: opening.events)
            await program.kill()
        }
        await origin.stop()
        await ads.stop()
    }

    private static func expect(_ origin: AdOrigin, beacons events: [String]) {
        for index in 0...1 { #expect(origin.beacons(of: index) == events) }
        #expect(origin.beacons.count == 2 * events.count)
        #expect(origin.paths.count { $0.hasPrefix("/vast") } == 2)
    }

    // MARK: The app

    private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-app-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    /// - Parameter folder: The folder for its data and its report.
    private static func start(_ words: [String], in folder: URL) async throws -> DesktopSession {
        // A busy machine is not a failure.
        let arguments = ["--ad-timeout", "1000", "--report", report(in: folder).path] + words
        return try await onThread {
            try DesktopSession("windowbox-desktop", arguments, environment: ["XDG_DATA_HOME": folder.path])
        }
    }

    private static func report(in folder: URL) -> URL { folder.appending(path: "report.json") }

    /// Quits the app as a desktop does, and waits until it has sent its reports.
    /// - Parameter hasShown: Whether the beacons imply that frames were shown; the service reports what was fetched, which is earlier.
    private static func end(_ app: DesktopSession, in folder: URL, hasShown: Bool) async throws {
        let answer = try await RunningProgram.run(
            "/usr/bin/dbus-send",
            [
                "--bus=\(app.bus)", "--print-reply", "--dest=org.mpris.MediaPlayer2.windowbox", "/org/mpris/MediaPlayer2",
                "org.mpris.MediaPlayer2.Quit",
            ])
        #expect(answer.status == 0, "\(answer.lines)")
        try await onThread { app.waitForEnd() }
        struct Report: Decodable { var picturesPresented: Int }
        let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: report(in: folder)))
        #expect(!hasShown || report.picturesPresented > 0)
    }
}
