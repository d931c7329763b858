// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin

@Suite("The player for browsers, in Chromium", .serialized)
struct PlayerElementTests {
    /// The streams of the kit that have pictures and sound, and play from the first frame to the last.
    static let streams = [
        "vod-cmaf", "vod-cmaf-single", "vod-cmaf-muxed", "vod-ts", "vod-ts-demuxed", "byte-ranges", "discontinuity-ts",
        "discontinuity-cmaf",
        "container-change", "map-change", "wrap-ts", "aes-128-ts", "aes-128-implicit", "aes-128-cmaf", "aes-128-map-vectors", "edit-list",
        "dated-bases", "sample-aes-ts",
    ]

    @Test("Pictures and sound play, and a seek shows the frame that it asks for", arguments: streams)
    func plays(_ name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        try await PlayerPage.with { page in
            try await page.play("/" + stream.path)
            try await page.plays(past: 1)
            // Frames are shown in order and at their time.
            let early = try await page.number("Math.max(...[...frames].filter((number) => number < 45))")
            var journal = try await page.journal
            #expect(early >= 10, "\(journal)")
            if name != "map-change" { #expect(try await page.number("video().webkitAudioDecodedByteCount") > 0) }
            _ = try await page.browser.run("player().pause(); player().currentTime = 9.05; return true")
            try await page.browser.wait(for: "return !player().seeking && Math.abs(player().currentTime - 9.05) < 0.01 && frame() === 271")
            // Back, and on to the end.
            _ = try await page.browser.run("player().currentTime = 2.05; return true")
            try await page.browser.wait(for: "return !player().seeking && frame() === 61")
            _ = try await page.browser.run("player().currentTime = 10.6; player().play(); return true")
            try await page.browser.wait(for: "return player().ended || player().error !== null")
            journal = try await page.journal
            #expect(try await page.browser.run("return player().error?.message") == "null", "\(journal)")
            #expect((try await page.number("player().currentTime") - stream.duration).magnitude < 0.2)
            #expect(try await page.faults == "[]")
        }
    }

    @Test(
        "Sound without pictures, and pictures without sound",
        arguments: ["audio-only", "video-only", "packed-aac", "sample-aes-packed-aac"])
    func oneKind(_ name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        try await PlayerPage.with { page in
            try await page.play("/" + stream.path)
            try await page.plays(past: 1)
            #expect(try await page.number("video().webkitAudioDecodedByteCount") > 0 || name == "video-only")
            #expect((try await page.number("player().duration") - 12).magnitude < 0.3)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("A gap in the playlist is passed over, and playback goes on behind it")
    func gap() async throws {
        try await PlayerPage.with { page in
            try await page.play("/gap/index.m3u8")
            try await page.plays(past: 7)
            #expect(try await page.number("[...frames].filter((number) => number > 125 && number < 178).length") == 0)
            #expect(try await page.number("[...frames].filter((number) => number >= 180).length") > 10)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("The viewer's choice of quality, sound and subtitles is played")
    func choices() async throws {
        try await PlayerPage.with { page in
            try await page.play("/vod-cmaf/index.m3u8")
            try await page.plays(past: 0.5)
            #expect(try await page.browser.run("return player().variants.map((variant) => variant.height)") == "[180,270,360]")
            for (index, height) in [(0, 180.0), (2, 360)] {
                _ = try await page.browser.run("player().selectVariant(\(index)); player().currentTime = 0; return true")
                try await page.browser.wait(for: "return player().videoHeight === \(Int(height)) && player().playingVariant === \(index)")
            }
            let french = try await page.number("player().audioRenditions.findIndex((one) => one.language === 'fr')")
            _ = try await page.browser.run("player().selectAudio(\(Int(french))); return true")
            try await page.browser.wait(for: "return player().selectedAudio === \(Int(french))")
            let before = page.origin.requests.filter { $0.path.contains("/audio-fr/") }.count
            #expect(before > 0)
            _ = try await page.browser.run("player().selectSubtitles(0); return true")
            try await page.browser.wait(for: "return [...player().textTracks].some((track) => track.cues?.length > 0)")
            _ = try await page.browser.run("player().selectSubtitles(null); return true")
            try await page.browser.wait(for: "return player().selectedSubtitles === null")
            #expect(try await page.faults == "[]")
        }
    }

    @Test("A journal that a browser recorded is replayed to the byte")
    func replay() async throws {
        try await PlayerPage.with { page in
            try await page.play("/vod-ts/index.m3u8")
            try await page.plays(past: 2)
            _ = try await page.browser.run("player().currentTime = 8; player().selectVariant(0); return true")
            try await page.plays(past: 8.5)
            let recorded = try await page.browser.run(
                """
                const bytes = player().recording(); let text = "";
                for (let place = 0; place < bytes.length; place += 4096) text += String.fromCharCode(...bytes.subarray(place, place + 4096));
                return { bytes: btoa(text), journal: player().journal.filter((line) => !/^[0-9.]+ page /.test(line)).join("\\n") + "\\n" };
                """)
            struct Recorded: Decodable {
                var bytes: Data
                var journal: String
            }
            let told = try JSONDecoder().decode(Recorded.self, from: Data(recorded.utf8))
            #expect(told.journal.split(separator: "\n").count > 8)
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).session")
            try told.bytes.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let (status, lines) = try await RunningProgram.run("windowbox", ["simulate", "--journal", file.path])
            #expect(status == 0)
            #expect(lines.joined(separator: "\n") + "\n" == told.journal)
        }
    }

    @Test("What can't be played is an error event with its cause, location and remedy, and nothing uncaught")
    func failures() async throws {
        for (path, code) in [("/nothing/index.m3u8", "unavailable"), ("/page.js", "playlist"), ("/aes-256-ts/index.m3u8", nil)] {
            try await PlayerPage.with { page in
                try await page.play(path)
                try await page.browser.wait(for: "return player().error !== null && told.includes('error')")
                if let code { #expect(try await page.browser.run("return player().error.code") == "\"\(code)\"", "\(path)") }
                #expect(try await page.number("player().error.message.length") > 20)
                // The promise of play() is rejected when its source goes away; nothing else is.
                let faults = try await page.faults
                #expect(!faults.contains("error:"), "\(faults)")
                #expect(!faults.contains("rejection:"), "\(faults)")
                #expect(!faults.contains("policy:"), "\(faults)")
                // Another item plays in the same element.
                _ = try await page.browser.run("player().src = '/vod-cmaf-single/index.m3u8'; player().play().catch(() => 0); return true")
                try await page.plays(past: 1)
            }
        }
    }

    @Test("A server that fails for a while is asked again, and playback goes on")
    func recovery() async throws {
        let rules = [
            FaultRule("/vod-ts/*/1.ts", requests: 1...1, .status(503)), FaultRule("/vod-ts/*/2.ts", requests: 1...1, .drop(atByte: 5000)),
        ]
        try await PlayerPage.with(rules: rules) { page in
            try await page.play("/vod-ts/index.m3u8")
            try await page.plays(past: 6)
            #expect(try await page.number("[...frames].filter((number) => number < 180).length") > 100)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("Damaged segments cost their frames, and no more", arguments: ["truncated-cmaf", "corrupt-cmaf", "truncated-ts", "corrupt-ts"])
    func damage(_ name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        try await PlayerPage.with { page in
            try await page.play("/" + stream.path)
            try await page.plays(past: 7.5)
            #expect(try await page.number("[...frames].filter((number) => number > 190).length") > 10)
            let faults = try await page.faults
            #expect(!faults.contains("error:"), "\(faults)")
            #expect(!faults.contains("rejection:"), "\(faults)")
        }
    }

    @Test("Sound that is missing at the beginning, or ends before the pictures, doesn't stop them", arguments: ["begins late", "ends"])
    func sound(_ what: String) async throws {
        let content: @Sendable (OriginRequest) -> OriginResponse? = { request in
            let isWanted = what == "ends" ? ["/2.ts", "/3.ts", "/4.ts", "/5.ts"] : ["/0.ts"]
            guard request.path.hasPrefix("/vod-ts/"), isWanted.contains(where: { request.path.hasSuffix($0) }),
                let bytes = try? Data(contentsOf: GeneratedStreams.directory.appending(path: request.path))
            else { return nil }
            let left = TransportPackets.withoutSound(bytes, first: what == "ends" ? nil : 12)
            return OriginResponse(headers: [("Content-Type", "video/mp2t")], body: .bytes([UInt8](left)))
        }
        try await PlayerPage.with(content: content) { page in
            try await page.play("/vod-ts/index.m3u8")
            try await page.plays(past: 6)
            _ = try await page.browser.run("player().currentTime = 10; return true")
            try await page.browser.wait(for: "return player().ended || player().error !== null")
            let journal = try await page.journal
            #expect(try await page.browser.run("return player().error?.message") == "null", "\(journal)")
            #expect((try await page.number("player().currentTime") - 12).magnitude < 0.2)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("The playlist is requested while the module is still on its way, and only once")
    func earlyRequest() async throws {
        let player = try OriginFolder(WebPlayerBuild.directory.path)
        let slow: @Sendable (OriginRequest) -> OriginResponse? = { request in
            guard request.path.hasSuffix(".wasm") else { return nil }
            var inner = request
            inner.path.removeFirst("/player".count)
            var answer = player.answer(inner)
            answer.delay = 500
            return answer
        }
        try await PlayerPage.with(content: slow) { page in
            try await page.play("/vod-cmaf-single/index.m3u8")
            try await page.plays(past: 0.2)
            let lead = try await page.number(
                """
                ((all) => all.find((one) => one.name.endsWith(".wasm")).responseEnd
                  - all.find((one) => one.name.endsWith("/index.m3u8")).startTime)(performance.getEntriesByType("resource"))
                """)
            #expect(lead > 400, "the playlist was requested \(lead) ms before the module was there")
            #expect(page.origin.requests.filter { $0.path == "/vod-cmaf-single/index.m3u8" }.count == 1)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("Without the module the browser plays itself, and the journal says why")
    func withoutModule() async throws {
        try await PlayerPage.with(content: { $0.path.hasSuffix(".wasm") ? .text("gone", status: 404) : nil }) { page in
            try await page.play("/vod-cmaf-muxed/index.m3u8")
            try await page.plays(past: 1)
            #expect(try await page.browser.run("return player().playsNatively") == "true")
            #expect(try await page.journal.contains("plays natively: PlayerError: The server answered 404"))
            // What it can't play is an error of the element.
            _ = try await page.browser.run("player().src = '/nothing/index.m3u8'; return true")
            try await page.browser.wait(for: "return player().error !== null")
            #expect(try await page.browser.run("return player().error.code") == "\"unavailable\"")
        }
    }

    @Test("A hundred items opened and closed leave nothing behind")
    func cycles() async throws {
        try await PlayerPage.with { page in
            try await page.play("/vod-cmaf-single/index.m3u8")
            try await page.plays(past: 0.2)
            _ = try await page.browser.run(
                """
                window.rounds = 0;
                const streams = ["/vod-ts/index.m3u8", "/vod-cmaf-single/index.m3u8"];
                const next = () => {
                  if (rounds === 100) return;
                  player().src = streams[rounds % 2];
                  player().addEventListener("loadeddata", () => { rounds++; setTimeout(next, 0); }, { once: true });
                };
                next(); return true;
                """)
            for limit in stride(from: 10, through: 100, by: 10) {
                try await page.browser.wait(for: "return rounds >= \(limit) || player().error !== null")
            }
            let journal = try await page.journal
            #expect(try await page.number("rounds") == 100, "\(journal)")
            #expect(try await page.number("player().state.memory") < 64e6)
            _ = try await page.browser.run("player().remove(); return true")
            await page.origin.connectionsFall(to: 8)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("Live streams play on at their edge, over reloads and the window's end", arguments: ["cmaf/index", "ts/live", "low/index"])
    func live(_ name: String) async throws {
        let streams = try LiveStreams()
        try await PlayerPage.with(content: { streams.answer($0) }) { page in
            try await page.play("/live/\(name).m3u8")
            try await page.browser.wait(for: "return player().error !== null || video().currentTime > 0 && video().played.length > 0")
            let start = try await page.number("player().currentTime")
            // Longer than what the first playlist listed.
            try await page.plays(past: start + 14)
            #expect(try await page.browser.run("return player().duration === Infinity && player().timeline.kind !== 'on-demand'") == "true")
            let behind = try await page.number("player().timeline.livePosition - player().currentTime")
            var journal = try await page.journal
            #expect(behind < 4, "\(behind) s behind where playback joins: \(journal)")
            journal = try await page.journal
            #expect(try await page.number("video().played.length") <= 2, "\(journal)")
            #expect(try await page.faults == "[]")
        }
    }

    @Test("The seek bar shows the picture of the time under the pointer, and a warning if there are none")
    func thumbnails() async throws {
        // Served from the folder of streams, to which the page's script was given no further right.
        let sprite = try await ServedPages.poster(3).replacing("/media/", with: "/")
        let list = "WEBVTT\n\n00:00.000 --> 00:06.000\n\(sprite)#xywh=0,0,160,90\n\n00:06.000 --> 00:20.000\n\(sprite)#xywh=160,90,160,90\n"
        try await PlayerPage.with(
            content: { $0.path == "/thumbnails.vtt" ? .text(list, type: "text/vtt") : nil },
            {
                page in
                let browser = page.browser
                try await page.play("/vod-cmaf-single/index.m3u8")
                try await page.plays(past: 0.5)
                let over = """
                    const seek = player().shadowRoot.querySelector('[part=seek]'); const box = seek.getBoundingClientRect();
                    const at = (share) => seek.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', clientX: box.left + share * box.width }));
                    const frame = player().shadowRoot.querySelector('.frame');
                    const shown = () => frame.checkVisibility() ? frame.firstElementChild.style.transform : '';
                    """
                #expect(page.origin.requests.filter { $0.path == "/thumbnails.vtt" }.isEmpty)
                _ = try await browser.run("player().setAttribute('thumbnails', '/thumbnails.vtt'); return true")
                try await browser.wait(for: over + "at(0.1); return shown() === 'scale(1) translate(0px, 0px)'")
                try await browser.wait(for: over + "at(0.9); return shown() === 'scale(1) translate(-160px, -90px)'")
                try await browser.wait(
                    for: over + "return frame.firstElementChild.complete && frame.firstElementChild.naturalWidth === 640")
                // Once for all, and within the player.
                #expect(page.origin.requests.filter { $0.path == "/thumbnails.vtt" }.count == 1)
                let within = """
                    const inner = player().shadowRoot.querySelector('.preview').getBoundingClientRect(), outer = player().getBoundingClientRect();
                    return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top;
                    """
                #expect(try await browser.run(within) == "true")
                _ = try await browser.run(
                    "player().shadowRoot.querySelector('[part=seek]').dispatchEvent(new Event('pointerleave')); return true")
                #expect(try await browser.run(over + "return shown()") == "\"\"")
                _ = try await browser.run(
                    "player().addEventListener('warning', (event) => told.push(event.detail)); player().setAttribute('thumbnails', '/none.vtt'); return true"
                )
                try await browser.wait(
                    for: over + "at(0.5); return told.some((text) => text.includes('/none.vtt') && text.includes('404'))")
                #expect(try await browser.run("return player().error") == "null")
                #expect(try await page.faults == "[]")
            })
    }

    @Test("Bar and clock rest while the controls are hidden, and are right at once when they appear")
    func hiddenControls() async throws {
        try await PlayerPage.with { page in
            let browser = page.browser
            try await page.play("/vod-cmaf/index.m3u8")
            try await page.plays(past: 1)
            _ = try await browser.run(
                """
                window.changes = 0;
                player().setAttribute("idle", "");
                new MutationObserver((list) => { changes += list.length; }).observe(
                  player().shadowRoot.querySelector(".controls"),
                  { subtree: true, childList: true, attributes: true, characterData: true });
                return true;
                """)
            try await page.plays(past: 3.5)
            // One drawing changes about four things; four drawings a second would make more than thirty changes.
            #expect(try await page.number("changes") < 10)
            let distance = """
                (() => {
                  player().dispatchEvent(new PointerEvent("pointermove"));
                  const shown = parseFloat(player().shadowRoot.querySelector("[part~=seek]").style.getPropertyValue("--played"));
                  return Math.abs(shown / 100 * player().duration - player().currentTime);
                })()
                """
            #expect(try await page.number(distance) < 0.1)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("Controls: keys, a menu with qualities and sounds, names for screen readers")
    func controls() async throws {
        try await PlayerPage.with { page in
            let browser = page.browser
            try await page.play("/vod-cmaf/index.m3u8")
            try await page.plays(past: 0.5)
            _ = try await browser.run("player().focus(); return true")
            try await browser.press("k")
            try await browser.wait(for: "return player().paused")
            try await browser.press("5")
            try await browser.wait(for: "return Math.abs(player().currentTime - 6) < 0.05")
            try await browser.press("l")
            try await browser.wait(for: "return player().currentTime > 11")
            try await browser.press("m")
            try await browser.wait(for: "return !player().muted")
            _ = try await browser.run("player().shadowRoot.querySelector('[part~=settings]').click(); return true")
            let labels = try await browser.run(
                "return [...player().shadowRoot.querySelectorAll('.menu label')].map((label) => label.innerText)")
            for label in ["360p", "180p", "Normal", "Français"] { #expect(labels.contains(label), "\(labels)") }
            // Every button and slider has a name.
            let nameless = try await browser.run(
                "return [...player().shadowRoot.querySelectorAll('button, input[type=range]')].filter((one) => !one.getAttribute('aria-label') && !one.innerText).length"
            )
            #expect(nameless == "0")
            // The volume leaves its room to the space in the middle.
            #expect(try await page.number("player().shadowRoot.querySelector('[part=volume]').getBoundingClientRect().width") == 84)
            #expect(try await page.faults == "[]")
            try await browser.expectNoViolations("the player with its menu")
        }
    }
}
