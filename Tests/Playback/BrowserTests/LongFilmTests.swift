// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxBrowser

@Suite("A film that is longer than what source buffers keep")
struct LongFilmTests {
    @Test("What was played is removed, also after the last segment, and the film ends", arguments: ["vod-cmaf-muxed", "vod-ts/180p"])
    func ends(_ name: String) throws {
        let folder = try GeneratedStreams.directory.appending(path: name)
        var browser = FakeBrowser(
            BrowserOptions(url: "http://kit/index.m3u8", codecs: ["h264", "aac"]), root: folder)
        browser.change = { path, data in
            path == "index.m3u8" ? Data(RepeatedPlaylist.text(String(decoding: data, as: UTF8.self), times: 8).utf8) : data
        }
        browser.send(.start(.automatic))
        browser.run(until: 95)
        let held = try #require(browser.buffers[.video]?.ranges)
        #expect(held.count == 1)
        #expect(held.first.map { $0.start > 60 } == true, "\(held)")
        browser.run()
        #expect(browser.error == nil)
        #expect(browser.faults == [])
        #expect(browser.hasEnded, "\(browser.journal.suffix(4))")
        #expect(browser.duration == 96)
        #expect(browser.played.last.map { ($0.end - 96).magnitude < 0.1 } == true, "\(browser.played)")
        // Back, and through the end once more.
        browser.send(.seek(to: 50))
        browser.run()
        #expect(browser.hasEnded)
        #expect(browser.played.last.map { $0.start < 50.2 && ($0.end - 96).magnitude < 0.1 } == true, "\(browser.played)")
    }

    @Test(
        "A seek while segments wait for room loads what was sought, and nothing that waited",
        arguments: ["vod-cmaf-muxed", "vod-ts/180p"])
    func seeks(_ name: String) throws {
        let folder = try GeneratedStreams.directory.appending(path: name)
        var browser = FakeBrowser(BrowserOptions(url: "http://kit/index.m3u8", codecs: ["h264", "aac"]), root: folder)
        browser.room = 6
        browser.change = { path, data in
            path == "index.m3u8" ? Data(RepeatedPlaylist.text(String(decoding: data, as: UTF8.self), times: 6).utf8) : data
        }
        browser.send(.start(.automatic))
        browser.run(until: 10)
        for time in [40.0, 5, 66] {
            for _ in 0..<200 where browser.buffers[.video]?.isFull != true { browser.run(until: browser.position + 0.02) }
            #expect(browser.buffers[.video]?.isFull == true, "the source buffer is full before the seek to \(time) s")
            browser.send(.seek(to: time))
            browser.run(until: time + 1.5)
            #expect(browser.position >= time + 1.5, "\(browser.journal.suffix(4))")
            let held = try #require(browser.buffers[.video]?.ranges)
            #expect(held.allSatisfy { $0.start > time - 2.5 && $0.end < time + 12 }, "\(held)")
        }
        browser.run()
        #expect(browser.hasEnded, "\(browser.journal.suffix(4))")
        #expect(browser.error == nil)
        #expect(browser.faults == [])
    }
}
