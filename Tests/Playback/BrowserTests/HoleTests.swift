// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxBrowser

@Suite("Holes in source buffers")
struct HoleTests {
    @Test(
        "A segment that lost pictures and kept its sound is jumped, and playback goes on to the end",
        arguments: ["corrupt-ts", "truncated-ts"])
    func damaged(_ name: String) throws {
        var browser = try FakeBrowser(name)
        browser.send(.start(.automatic))
        browser.run()
        let journal = browser.journal.joined(separator: "\n")
        #expect(browser.error == nil, "\(journal)")
        #expect(browser.hasEnded)
        #expect(browser.played.count == 2, "\(browser.played)")
        #expect(browser.played.last.map { $0.start > 4 && $0.start < 6.2 && $0.end > 11.8 } == true, "\(browser.played)")
        #expect(browser.warnings.contains { $0.contains("nothing can be played within") }, "\(browser.warnings)")
        #expect(journal.contains("jumps it"))
        #expect(try SessionReplay(browser.takeRecording()).run() == browser.journal)
    }

    @Test(
        "A hole in any buffer is jumped",
        arguments: [
            (TrackKind.audio, 0.0, 0.7), (.video, 0, 0.7), (.video, 3.9, 4.2), (.audio, 3.9, 4.3), (.audio, 5.98, 6.05), (.video, 4, 8),
        ])
    func holes(_ kind: TrackKind, _ start: Double, _ end: Double) throws {
        var browser = try FakeBrowser("vod-cmaf")
        browser.losses = [kind: TimeRange(start: start, end: end)]
        browser.send(.start(.automatic))
        browser.run()
        #expect(browser.error == nil, "\(browser.journal.joined(separator: "\n"))")
        #expect(browser.hasEnded)
        let last = try #require(browser.played.last)
        #expect(last.start <= end + 0.01, "\(browser.played)")
        #expect(last.end > 11.8, "\(browser.played)")
    }

    @Test("A paused seek into a hole shows what follows it")
    func paused() throws {
        var browser = try FakeBrowser("vod-cmaf")
        browser.losses = [.video: TimeRange(start: 4, end: 6)]
        browser.send(.start(.automatic))
        browser.run(until: 1)
        browser.wantsToPlay = false
        browser.run(steps: 400)
        browser.send(.seek(to: 5))
        browser.run(steps: 100)
        let ranges = browser.buffers.mapValues { $0.ranges }
        #expect((browser.position - 6).magnitude < 0.05, "\(ranges) \(browser.journal.joined(separator: "\n"))")
    }

    // MARK: Sound

    @Test("When the sound of its own playlist ends first, the pictures play on, and a seek back brings the sound again")
    func shortSound() throws {
        var browser = try FakeBrowser("vod-cmaf") { $0.bufferGoal = 3 }
        browser.change = { path, data in
            guard path.contains("audio"), path.hasSuffix(".m3u8") else { return data }
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            guard let third = lines.indices.filter({ lines[$0].hasPrefix("#EXTINF") }).dropFirst(2).first else { return data }
            return Data((lines[..<third] + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8)
        }
        browser.send(.start(.automatic))
        browser.run()
        #expect(browser.error == nil, "\(browser.journal.joined(separator: "\n"))")
        #expect(browser.hasEnded)
        #expect(browser.played.last.map { $0.end > 11.8 } == true, "\(browser.played)")
        #expect(browser.warnings.contains { $0.contains("the sound ends at") }, "\(browser.warnings)")
        #expect(browser.buffers.keys.sorted { $0.rawValue < $1.rawValue } == [.video])
        browser.send(.seek(to: 1))
        browser.run(until: 2)
        #expect(browser.buffers[.audio]?.ranges.isEmpty == false)
        #expect(browser.position >= 2)
        #expect(browser.faults == [])
    }

    @Test("When segments have no more sound, the pictures play on")
    func silentSegments() throws {
        var browser = try FakeBrowser("vod-ts") { $0.bufferGoal = 5 }
        browser.change = { path, data in
            ["/2.ts", "/3.ts", "/4.ts", "/5.ts"].contains { path.hasSuffix($0) } ? TransportPackets.withoutSound(data) : data
        }
        browser.send(.start(.automatic))
        browser.run()
        #expect(browser.error == nil, "\(browser.journal.joined(separator: "\n"))")
        #expect(browser.hasEnded)
        #expect(browser.played.last.map { $0.end > 11.8 } == true, "\(browser.played)")
    }

    @Test("A single segment without sound is jumped, and the sound is kept")
    func silentSegment() throws {
        var browser = try FakeBrowser("vod-ts") { $0.bufferGoal = 5 }
        browser.change = { path, data in path.hasSuffix("/2.ts") ? TransportPackets.withoutSound(data) : data }
        browser.send(.start(.automatic))
        browser.run()
        #expect(browser.error == nil, "\(browser.journal.joined(separator: "\n"))")
        #expect(browser.buffers.count == 2)
        #expect(browser.played.last.map { $0.end > 11.8 } == true, "\(browser.played)")
    }
}
