// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin

@Suite("Films in the player for browsers, in Chromium", .serialized)
struct LongFilmPageTests {
    @Test(
        "A film that is longer than the source buffer takes plays to its end, and once more",
        arguments: [("vod-cmaf-muxed", nil), ("vod-cmaf-muxed", 1), ("vod-ts/360p", 1)] as [(String, Int?)])
    func ends(_ name: String, _ megabytes: Int?) async throws {
        let list = try String(
            contentsOf: GeneratedStreams.directory.appending(path: name + "/index.m3u8"), encoding: .utf8)
        let film = RepeatedPlaylist.text(list, times: 6, folder: "/\(name)/")
        try await PlayerPage.with(
            look: Browser.Look(bufferMegabytes: megabytes),
            content: { $0.path == "/film.m3u8" ? .text(film, type: "application/vnd.apple.mpegurl") : nil },
            { page in
                try await page.play("/film.m3u8")
                _ = try await page.browser.run("player().playbackRate = 4; return true")
                for time in stride(from: 10.0, through: 70, by: 15) { try await page.plays(past: time) }
                #expect(try await page.number("player().buffered.start(0)") > 20, "what was played is removed")
                #expect(try await page.browser.run("return player().duration") == "72")
                try await ended(page)
                // From the end back to a place that was removed.
                _ = try await page.browser.run("told.length = 0; player().currentTime = 61.05; return true")
                try await page.browser.wait(for: "return !player().seeking && !player().ended && player().readyState >= 2")
                _ = try await page.browser.run("player().currentTime = 5.05; player().play(); return true")
                try await page.plays(past: 7)
                _ = try await page.browser.run("player().currentTime = 66; return true")
                try await ended(page)
                #expect(try await page.faults == "[]")
            })
    }

    private func ended(_ page: PlayerPage) async throws {
        do { try await page.browser.wait(for: "return told.includes('ended') || player().error !== null") } catch {
            throw Browser.Fault(description: "\(error)\n\(try await page.journal)")
        }
        #expect(try await page.browser.run("return player().error") == "null")
        #expect((try await page.number("player().currentTime") - 72).magnitude < 0.1)
    }

    @Test("A film ends whose last segment is shorter in the playlist, or was cut off", arguments: ["shorter", "cut off"])
    func endings(_ what: String) async throws {
        let folder = try GeneratedStreams.directory.appending(path: "vod-cmaf-muxed")
        let list = try String(contentsOf: folder.appending(path: "index.m3u8"), encoding: .utf8)
        let content: @Sendable (OriginRequest) -> OriginResponse? = { request in
            if what == "shorter", request.path == "/vod-cmaf-muxed/index.m3u8", let place = list.range(of: "#EXTINF:", options: .backwards),
                let end = list[place.upperBound...].firstIndex(of: ",")
            {
                return .text(list.replacingCharacters(in: place.upperBound..<end, with: "0.7"), type: "application/vnd.apple.mpegurl")
            }
            guard what == "cut off", request.path == "/vod-cmaf-muxed/5.m4s",
                let bytes = try? Data(contentsOf: folder.appending(path: "5.m4s"))
            else { return nil }
            return OriginResponse(headers: [("Content-Type", "video/mp4")], body: .bytes([UInt8](bytes.prefix(bytes.count / 2))))
        }
        try await PlayerPage.with(content: content) { page in
            try await page.play("/vod-cmaf-muxed/index.m3u8")
            try await page.plays(past: 1)
            _ = try await page.browser.run("player().currentTime = 8; return true")
            try await page.browser.wait(for: "return told.includes('ended') || player().error !== null")
            #expect(try await page.browser.run("return player().error") == "null")
            #expect(try await page.number("player().currentTime") > 10.5)
            #expect(try await page.faults == "[]")
        }
    }
}
