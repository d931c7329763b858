// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@Suite("Live streams in a browser", .serialized, .timeLimit(.minutes(3)))
struct LiveBrowserTests {
    private static func makeStream(
        _ served: ServedPages, _ status: LiveStatus, _ change: (inout LiveStream) -> Void = { _ in }
    ) async throws {
        try await served.makeApp()
        try await served.makeVideo("v1", "An evening") {
            $0.type = .liveStream
            $0.hlsURL = nil
        }
        var stream = LiveStream(id: "s1", videoID: "v1", channelID: "c1", title: "An evening, live")
        (stream.status, stream.orientation) = (status, .landscape)
        stream.playback.hls = "/media/\(try ServedPages.stream("vod-cmaf-muxed"))"
        change(&stream)
        try await served.catalogue.resources.save(stream, at: Date())
    }

    @Test("A chat reaches the other viewer as text, and a hidden one disappears") func chat() async throws {
        try await ServedPages.with { served in
            try await Self.makeStream(served, .live)
            let host = try await served.administrator()
            try await Browser.with { one in
                try await Browser.with { other in
                    for browser in [one, other] { try await browser.open(served.address + "/watch/s1") }
                    _ = try await other.find(role: "button", name: "Send")
                    try await one.type("<b>Hello</b> & welcome\u{E007}", into: try await one.find(role: "textbox", name: "Write a message"))
                    for browser in [one, other] {
                        try await browser.wait(
                            for: "return document.querySelector('#messages .said')?.textContent === '<b>Hello</b> & welcome'")
                    }
                    let id = try await other.run("return document.querySelector('#messages li').id.slice(2)").filter { $0 != "\"" }
                    try await host.call(.POST, "/v1/admin/live_streams/s1/messages/\(id)/hide")
                    for browser in [one, other] { try await browser.wait(for: "return !document.querySelector('#messages li')") }
                    #expect(try await one.complaints == [])
                }
            }
        }
    }

    @Test("The connection is renewed when the network comes back") func network() async throws {
        try await ServedPages.with { served in
            try await Self.makeStream(served, .live)
            let host = try await served.administrator()
            try await Browser.with { browser in
                try await browser.runFirst(
                    """
                    window.sockets = [];
                    window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); sockets.push(this); } };
                    """)
                try await browser.open(served.address + "/watch/s1")
                try await browser.wait(for: "return sockets.length === 1 && sockets[0].readyState === 1")
                _ = try await browser.run("dispatchEvent(new Event('online'))")
                try await browser.wait(for: "return sockets.length === 2 && sockets[1].readyState === 1 && sockets[0].readyState === 3")
                try await host.call(.POST, "/v1/admin/live_streams/s1/announce", ["text": "Hello again"])
                try await browser.wait(for: "return document.querySelector('#announcement')?.innerText.includes('Hello again')")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("A long message is shortened until it is expanded") func longMessage() async throws {
        try await ServedPages.with { served in
            try await Self.makeStream(served, .live)
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/s1")
                let field = try await browser.find(role: "textbox", name: "Write a message")
                let said = String(repeating: "word ", count: 190) + "the end"
                _ = try await browser.run("document.querySelector('#message').value = arguments[0]", said)
                try await browser.type("\u{E007}", into: field)
                let shown = "document.querySelector('#messages .said')?.textContent"
                try await browser.wait(for: "return \(shown)?.endsWith('…')")
                #expect(Int(try await browser.run("return \(shown).length")) ?? 0 < 300)
                try await browser.click(try await browser.find(role: "button", name: "Show more"))
                #expect(try await browser.run("return \(shown)") == "\"\(said)\"")
                try await browser.click(try await browser.find(role: "button", name: "Show less"))
                try await browser.wait(for: "return \(shown)?.endsWith('…')")
                // A message that is too long stays in the field.
                _ = try await browser.run("document.querySelector('#message').value = 'あ'.repeat(400)")
                try await browser.type("\u{E007}", into: field)
                try await browser.wait(for: "return document.body.innerText.includes('This message is too long')")
                #expect(try await browser.run("return document.querySelector('#message').value.length") == "400")
            }
        }
    }

    @Test("Live captions are shown as text, and can be turned off") func words() async throws {
        try await ServedPages.with { served in
            try await Self.makeStream(served, .live)
            let host = try await served.administrator()
            @Sendable func say(_ text: String) async throws {
                try await host.call(.POST, "/v1/admin/live_streams/s1/subtitles", ["lang": "en", "text": .string(text)])
            }
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/s1")
                try await say("<b>Good</b> evening & welcome")
                let showing = "const t = [...document.querySelector('video').textTracks].find((t) => t.mode === 'showing'); "
                try await browser.wait(
                    for: showing + "return t?.activeCues?.[0]?.getCueAsHTML().textContent === '<b>Good</b> evening & welcome'")
                try await say("")
                try await browser.wait(for: showing + "return t.cues.length === 0")
                try await say("Again")
                try await browser.wait(for: showing + "return t.cues[0]?.text === 'Again'")
                try await browser.click(try await browser.find(role: "button", name: "Captions"))
                try await browser.wait(for: showing + "return t === undefined")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("A poll is answered once, and its results are shown") func poll() async throws {
        try await ServedPages.with { served in
            try await Self.makeStream(served, .live)
            var poll = Interaction(id: "i1", type: .poll, prompt: "Sea or <i>hills</i>?")
            poll.liveStreamID = "s1"
            poll.options = [InteractionOption(id: "o1", text: "Sea"), InteractionOption(id: "o2", text: "Hills")]
            try await served.catalogue.resources.save(poll, at: Date())
            let host = try await served.administrator()
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await host.call(.POST, "/v1/admin/live_streams/s1/interactions/i1/launch")
                try await browser.click(try await browser.find(role: "button", name: "Sea"))
                try await browser.wait(for: "return document.body.innerText.includes('Thanks for taking part')")
                try await browser.wait(for: "return document.querySelector('.results .mine')?.innerText.includes('100 %')")
                // The pressed button is gone, so reading continues here.
                try await browser.wait(for: "return document.activeElement.matches('.interaction')")
                #expect(try await browser.run("return document.querySelector('.interaction h3').textContent") == "\"Sea or <i>hills</i>?\"")
                // The same guest, after reopening the page.
                try await browser.open(served.address + "/watch/v1")
                try await browser.click(try await browser.find(role: "button", name: "Hills"))
                try await browser.wait(for: "return document.body.innerText.includes('You’ve already taken part')")
            }
        }
    }

    @Test("Latecomers get announcements and pins, as text, until the host removes them")
    func announced() async throws {
        try await ServedPages.with { served in
            let lamp = Product(id: "p1", storeID: "s1", externalID: "x", name: "A lamp", currency: "EUR")
            try await served.catalogue.resources.save(lamp, at: Date())
            // It is not sent over the socket, because it was posted before the service started.
            try await Self.makeStream(served, .live) {
                ($0.announcement, $0.pinned, $0.products) = ("<b>Welcome</b>", ["p1"], [LiveProduct(productID: "p1")])
            }
            let host = try await served.administrator()
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/s1")
                try await browser.wait(
                    for: "return document.querySelector('#announcement:not([hidden]) bdi')?.textContent === '<b>Welcome</b>'")
                try await browser.wait(for: "return document.querySelector('.product.pinned .pin') !== null")
                try await host.call(.POST, "/v1/admin/live_streams/s1/announce", ["text": .null])
                try await browser.wait(for: "return document.querySelector('#announcement').hidden")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("A like is counted and sent to all") func hearts() async throws {
        try await ServedPages.with { served in
            try await Self.makeStream(served, .live)
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: "return !document.querySelector('#like').disabled")
                for _ in 0..<3 { try await browser.click(try await browser.find("#like")) }
                try await browser.wait(for: "return document.querySelector('#likes').textContent === '3'")
            }
        }
    }

    @Test("A stream shows its start time before, then its video automatically, and a message at its end") func course() async throws {
        try await ServedPages.with { served in
            try await Self.makeStream(served, .idle) { $0.scheduledAt = Date(timeIntervalSinceNow: 3700) }
            let host = try await served.administrator()
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/s1")
                try await browser.wait(for: "return /Live in 1 hr 1 min/.test(document.querySelector('.cover')?.innerText)")
                _ = try await browser.find(role: "button", name: "Remind me")
                // The host's program sets it live; the media are prerecorded.
                _ = try await served.catalogue.live.perform(on: "s1", at: Date()) { live in
                    guard var stream = try live.find(LiveStream.self, id: "s1") else { return }
                    (stream.status, stream.startedAt) = (.live, Date())
                    try live.save(stream)
                    try live.emit(.status, ["status": "live"], key: "status")
                }
                try await browser.wait(
                    for:
                        "const v = document.querySelector('video'); return v.videoWidth > 0 && !v.paused && !document.querySelector('.cover')"
                )
                try await host.call(.POST, "/v1/admin/live_streams/s1/end")
                try await browser.wait(for: "return document.querySelector('.cover')?.innerText.includes('has ended')")
            }
        }
    }
}
