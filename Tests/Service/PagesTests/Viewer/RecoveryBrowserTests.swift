// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxKit

@Suite("Playing through outages in a browser", .serialized, .timeLimit(.minutes(5)))
struct RecoveryBrowserTests {
    /// Whether the video has advanced by a second; a restarted player may count from another position.
    private static let moves = """
        const v = document.querySelector('video'); if (!(v.currentTime >= window.place)) window.place = v.currentTime;
        return !v.paused && v.videoWidth > 0 && v.currentTime > window.place + 1;
        """
    /// Whether the video has advanced by a second from `window.place`.
    private static let movesOn = "const v = document.querySelector('video'); return !v.paused && v.currentTime > window.place + 1"
    private static let plays = "const v = document.querySelector('video'); return !v.paused && v.videoWidth > 0 && v.currentTime > 0"

    private static func makeStream(_ served: ServedPages, _ show: LiveShow) async throws {
        try await served.makeApp()
        try await served.makeVideo("v1", "An evening") { ($0.type, $0.hlsURL) = (.liveStream, nil) }
        var stream = LiveStream(id: "s1", videoID: "v1", channelID: "c1", title: "An evening, live")
        (stream.status, stream.orientation) = (.live, .landscape)
        stream.playback.hls = show.address
        try await served.catalogue.resources.save(stream, at: Date())
    }

    /// A live stream at `/watch/s1`, of which nothing has been sent yet.
    private static func withStream(_ body: @Sendable (LiveShow, ServedPages, Browser) async throws -> Void) async throws {
        let show = try LiveShow()
        defer { show.remove() }
        try await ServedPages.with { served in
            try await makeStream(served, show)
            try await Browser.with { browser in try await body(show, served, browser) }
        }
    }

    /// A minute of video at `/watch/v1`.
    private static func withFilm(_ body: @Sendable (ServedPages, Browser) async throws -> Void) async throws {
        let film = try LiveShow()
        defer { film.remove() }
        try film.writeWhole()
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea") { ($0.durationMS, $0.hlsURL) = (60_000, film.address) }
            try await Browser.with { browser in try await body(served, browser) }
        }
    }

    private static func says(_ words: String) -> String { "return document.querySelector('.stage .cover')?.innerText.includes('\(words)')" }

    @Test("Viewers who open the page before the host sends anything see the show once it begins", arguments: ["", "?mse"])
    func early(_ query: String) async throws {
        try await Self.withStream { show, served, browser in
            try await browser.open(served.address + "/watch/s1" + query)
            try await browser.wait(for: Self.says("Waiting for the host"))
            _ = try await show.run {
                try await browser.wait(for: Self.plays)
                try await browser.wait(for: "return document.querySelector('.stage .cover') === null")
            }
        }
    }

    @Test("Playback and chat resume when a service that was down comes back", arguments: ["", "?mse"])
    func outage(_ query: String) async throws {
        try await Self.withStream { show, served, browser in
            _ = try await show.run {
                try await browser.open(served.address + "/watch/s1" + query)
                try await browser.wait(for: Self.plays)
                await served.program.end()
                try await browser.wait(for: Self.says("Reconnecting"))
                try await browser.wait(for: "return !document.querySelector('#connection').hidden")
                try await served.program.start()
                try await browser.wait(for: "return document.querySelector('.stage .cover') === null")
                try await browser.wait(for: Self.moves)
                try await browser.wait(for: "return document.querySelector('#connection').hidden")
                // New messages arrive over the new connection.
                _ = try await served.catalogue.live.perform(on: "s1", at: Date()) { live in
                    try live.emit(.announcement, ["text": "Back again"], key: "announcement")
                }
                try await browser.wait(for: "return document.querySelector('#announcement')?.innerText.includes('Back again')")
            }
        }
    }

    @Test("A short restart of the service costs a live stream some seconds at most", arguments: ["", "?mse"])
    func restart(_ query: String) async throws {
        try await Self.withStream { show, served, browser in
            _ = try await show.run {
                try await browser.open(served.address + "/watch/s1" + query)
                try await browser.wait(for: Self.plays)
                await served.program.end()
                try await browser.wait(
                    for: "return performance.getEntriesByType('resource').some((e) => e.responseStatus === 0 && e.duration > 0)")
                try await served.program.start()
                // Beyond what was buffered.
                _ = try await browser.run(
                    "const { buffered } = document.querySelector('video'); window.place = buffered.end(buffered.length - 1)")
                try await browser.wait(for: Self.movesOn)
            }
        }
    }

    @Test("When the host stops sending, the page waits and does not repeat the last seconds", arguments: ["", "?mse"])
    func silence(_ query: String) async throws {
        try await Self.withStream { show, served, browser in
            let end = try await show.run {
                try await browser.open(served.address + "/watch/s1" + query)
                try await browser.wait(for: Self.plays)
            }
            try await browser.wait(for: Self.says("Waiting for the host"))
            _ = try await browser.run(
                "window.place = document.querySelector('video').currentTime; window.starts = 0; document.querySelector('video').addEventListener('loadstart', () => { starts += 1; })"
            )
            _ = try await show.run(from: end) {
                try await browser.wait(for: Self.plays)
                try await browser.wait(for: "return document.querySelector('.stage .cover') === null")
                #expect(try await browser.run("return window.starts < 2") == "true")
            }
        }
    }

    @Test("A video resumes at its position when the service is back", arguments: ["", "?mse"])
    func video(_ query: String) async throws {
        try await Self.withFilm { served, browser in
            try await browser.open(served.address + "/watch/v1" + query)
            try await browser.wait(for: Self.plays)
            await served.program.end()
            _ = try await browser.run("document.querySelector('video').currentTime = 50; window.place = 49.5")
            try await browser.wait(for: Self.says("Reconnecting"))
            try await served.program.start()
            try await browser.wait(for: Self.movesOn)
            try await browser.wait(for: "return document.querySelector('.stage .cover') === null")
        }
    }

    @Test("A service that hangs is treated like one that is down", arguments: ["", "?mse"]) func hanging(_ query: String) async throws {
        try await Self.withFilm { served, browser in
            try await browser.open(served.address + "/watch/v1" + query)
            try await browser.wait(for: Self.plays)
            await served.program.signal(SIGSTOP)
            _ = try await browser.run("document.querySelector('video').currentTime = 50; window.place = 49.5")
            try await browser.wait(for: Self.says("Reconnecting"))
            await served.program.signal(SIGCONT)
            try await browser.wait(for: Self.movesOn)
            try await browser.wait(for: "return document.querySelector('.stage .cover') === null")
        }
    }

    @Test("A slow network is not taken for an outage", arguments: ["", "?mse"]) func slow(_ query: String) async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea", stream: "vod-cmaf")
            try await Browser.with { browser in
                try await browser.runFirst(
                    "window.starts = 0; addEventListener('loadstart', ({ target }) => { if (target.id === 'video') starts += 1; }, true)")
                try await browser.limit(download: 30_000)
                try await browser.open(served.address + "/watch/v1" + query)
                try await browser.wait(for: "return document.querySelector('video').currentTime > 1")
                // With our own loader, the document's element has started once before.
                #expect(try await browser.run("return window.starts") == (query.isEmpty ? "1" : "2"))
            }
        }
    }

    @Test("A paused video stays paused through an outage", arguments: ["", "?mse"]) func paused(_ query: String) async throws {
        try await Self.withFilm { served, browser in
            try await browser.open(served.address + "/watch/v1" + query)
            try await browser.wait(for: Self.plays)
            try await browser.press("k")
            try await browser.wait(for: "return document.querySelector('video').paused")
            await served.program.end()
            _ = try await browser.run("document.querySelector('video').currentTime = 50")
            try await served.program.start()
            try await browser.wait(
                for: "return document.querySelector('video').readyState > 1 && document.querySelector('.stage .cover') === null")
            #expect(try await browser.run("return document.querySelector('video').paused") == "true")
        }
    }
}
