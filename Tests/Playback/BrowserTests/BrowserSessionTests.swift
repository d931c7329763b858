// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxBrowser

@Suite("A session for Media Source Extensions")
struct BrowserSessionTests {
    static let streams = [
        "vod-cmaf", "vod-cmaf-single", "vod-cmaf-muxed", "vod-ts", "vod-ts-demuxed", "byte-ranges", "discontinuity-ts",
        "discontinuity-cmaf",
        "container-change", "map-change", "wrap-ts", "aes-128-ts", "aes-128-implicit", "aes-128-cmaf", "aes-128-map-vectors", "edit-list",
        "dated-bases", "video-only", "audio-only", "packed-aac", "packed-mp3",
    ]

    @Test("Everything is buffered without a hole and played from the beginning to the end", arguments: streams)
    func plays(_ name: String) throws {
        let stream = try GeneratedStreams.named(name)
        var browser = try FakeBrowser(name)
        browser.send(.start(.automatic))
        browser.run()
        #expect(browser.error == nil, "\(browser.journal.joined(separator: "\n"))")
        #expect(browser.faults == [])
        #expect(browser.hasEnded)
        let played = try #require(browser.played.first)
        #expect(played.start < 0.2)
        #expect((played.end - stream.duration).magnitude < 0.15, "\(browser.played) \(browser.journal.joined(separator: "\n"))")
        #expect(browser.buffers.count == (["video-only", "map-change", "audio-only", "packed-aac", "packed-mp3"].contains(name) ? 1 : 2))
    }

    @Test("A seek ahead loads there, and a seek within the buffer loads nothing", arguments: ["vod-ts", "vod-cmaf"])
    func seeks(_ name: String) throws {
        var browser = try FakeBrowser(name) { $0.bufferGoal = 4 }
        browser.send(.start(.automatic))
        browser.run(until: 1)
        browser.send(.seek(to: 9.05))
        #expect(browser.position == 9.05)
        browser.run(until: 10)
        #expect(browser.faults == [])
        #expect(browser.played.last.map { $0.start < 9.2 && $0.end >= 10 } == true)
        browser.send(.seek(to: 9.5))
        #expect(browser.journal.suffix(8).contains { $0.contains("9.500 s, in the buffer") }, "\(browser.journal.suffix(8))")
        browser.run()
        #expect(browser.hasEnded)
    }

    @Test("A start in the middle begins there")
    func start() throws {
        var browser = try FakeBrowser("vod-cmaf")
        browser.send(.start(.time(6.5)))
        browser.run(until: 8)
        #expect(browser.played.first.map { ($0.start - 6.5).magnitude < 0.1 } == true)
    }

    @Test("The same bytes arrive in any pieces, and the same is buffered", arguments: ["vod-ts", "aes-128-cmaf"])
    func pieces(_ name: String) throws {
        var ranges: [[TimeRange]] = []
        for size in [700, 1_000_000] {
            var browser = try FakeBrowser(name)
            browser.pieces = size
            browser.send(.start(.automatic))
            browser.run(until: 3)
            #expect(browser.faults == [])
            ranges.append(try #require(browser.buffers[.video]).ranges)
        }
        #expect(ranges[0] == ranges[1])
    }

    @Test("Another sound, another quality and subtitles are loaded when they are chosen")
    func choices() throws {
        var browser = try FakeBrowser("vod-cmaf") { $0.bufferGoal = 4 }
        browser.send(.start(.automatic))
        browser.run(until: 1)
        let presentation = try #require(browser.presentation)
        #expect(presentation.audio.count == 3)
        browser.send(.select(.audio(1)))
        browser.send(.select(.variant(0)))
        browser.send(.select(.subtitles(0)))
        browser.run(until: 6)
        #expect(browser.presentation?.chosenAudio == 1)
        #expect(browser.presentation?.chosenSubtitles == 0)
        #expect(browser.cues.count > 2)
        #expect(browser.cues.allSatisfy { $0.range.start >= 0 && $0.range.end < 20 && !$0.text.isEmpty })
        browser.run()
        #expect(browser.error == nil)
        #expect(browser.hasEnded)
        #expect(browser.faults == [])
    }

    @Test("A gap is passed over")
    func gap() throws {
        var browser = try FakeBrowser("gap")
        browser.send(.start(.automatic))
        browser.run(until: 8)
        #expect(browser.error == nil)
        #expect(browser.played.count == 2, "\(browser.played)")
        #expect(browser.played.last.map { $0.start > 5.8 && $0.start < 6.3 } == true)
    }

    @Test("The recording gives the same journal, and a recording that is cut off says so")
    func replay() throws {
        var browser = try FakeBrowser("vod-ts")
        browser.send(.start(.automatic))
        browser.run(until: 2)
        browser.send(.seek(to: 8))
        browser.send(.select(.variant(1)))
        browser.send(.limit(QualityLimits(bitrate: 500_000, size: PixelSize(width: 320, height: 180))))
        browser.run()
        browser.send(.stop)
        let recording = browser.takeRecording()
        #expect(browser.journal.count > 8)
        #expect(try SessionReplay(recording).run() == browser.journal)
        #expect(throws: SessionReplay.Failure.self) { try SessionReplay(Array("hello".utf8)) }
        let cut = Array(recording.dropLast(3))
        #expect(throws: SessionReplay.Failure.self) { try SessionReplay(cut).run() }
    }

    @Test("A server's failures are retried, and what can't be had is an error with its cause")
    func failures() throws {
        var browser = try FakeBrowser("vod-ts")
        browser.failures["index.m3u8"] = LoadFailure(.status(404), message: "the server answered 404")
        browser.send(.start(.automatic))
        browser.run()
        #expect(browser.error?.code == .unavailable)
        #expect(browser.error?.message.isEmpty == false)
    }

    @Test("Encryption that browsers don't get here is named", arguments: ["aes-256-ts"])
    func encryption(_ name: String) throws {
        var browser = try FakeBrowser(name)
        browser.send(.start(.automatic))
        browser.run()
        #expect(browser.error != nil)
        #expect(browser.journal.contains { $0.contains("isn't supported in browsers") }, "\(browser.journal)")
    }

    @Test("A segment that is cut off within a fragment is forgotten before the next one is appended")
    func cutOff() throws {
        var browser = try FakeBrowser("truncated-cmaf")
        browser.send(.start(.automatic))
        browser.run(until: 8)
        #expect(browser.error == nil, "\(browser.journal.joined(separator: "\n"))")
        #expect(browser.resets > 0)
        #expect(browser.hasEnded)
    }

    @Test("A full buffer gives up what was played, and takes the rest")
    func full() throws {
        var browser = try FakeBrowser("vod-ts")
        browser.send(.start(.automatic))
        browser.run(until: 6)
        let before = try #require(browser.buffers[.video]?.ranges.first)
        browser.send(.full(.video))
        let after = try #require(browser.buffers[.video]?.ranges.first)
        #expect(before.start < 1)
        #expect((after.start - 4).magnitude < 0.1)
    }

    @Test("An element that breaks is made anew and goes on, and one that breaks again and again is an error")
    func broken() throws {
        var browser = try FakeBrowser("vod-ts")
        browser.send(.start(.automatic))
        browser.run(until: 3)
        browser.send(.broken("the decoder failed"))
        #expect(browser.buffers[.video]?.ranges == [])
        browser.run(until: 6)
        #expect(browser.error == nil)
        #expect(browser.position >= 6)
        for _ in 0..<8 { browser.send(.broken("the decoder failed")) }
        #expect(browser.error?.message.contains("the decoder failed") == true)
    }

    @Test(
        "Of the qualities that fill the view the smallest is loaded, and what the viewer chose has no limit",
        arguments: [(780, 341), (300, 200)])
    func view(_ width: Int, _ height: Int) throws {
        let variants = [(320, 180), (480, 270), (640, 360), (1280, 720)].map {
            Presentation.Variant(bandwidth: 1, size: PixelSize(width: $0.0, height: $0.1))
        }
        var limit = ViewLimit()
        _ = limit.want(QualityLimits(size: PixelSize(width: width, height: height)))
        limit.present(Presentation(variants: variants, contentTypes: [.main]))
        #expect(limit.limits.size == (width == 780 ? PixelSize(width: 780, height: 360) : PixelSize(width: 320, height: 200)))
        #expect(limit.select(.variant(2)) == QualityLimits())
        #expect(limit.select(.audio(1)) == nil)
        #expect(limit.limits.size == nil)
        #expect(limit.select(.variant(nil))?.size != nil)
    }
}
