// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Keys, audio and preferences of the player in a browser", .serialized, .timeLimit(.minutes(3)))
struct HabitBrowserTests {
    private static let plays = "const v = document.querySelector('video'); return v.currentTime > 0 && !v.paused && v.videoWidth > 0"

    @Test("Player keys work before the player has focus, and leave text fields and buttons alone") func keys() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                _ = try await browser.run("document.querySelector('video').loop = true")
                try await browser.wait(for: Self.plays)
                #expect(try await browser.run("return document.activeElement === document.body") == "true")
                try await browser.press("k")
                try await browser.wait(for: "return document.querySelector('video').paused")
                _ = try await browser.run("document.querySelector('video').currentTime = 2")
                try await browser.press("\u{E014}")
                try await browser.wait(for: "return document.querySelector('video').currentTime === 7")
                try await browser.press("m")
                try await browser.wait(for: "return document.querySelector('video').muted")
                // Typing in a field is just typing.
                _ = try await browser.run("const i = document.createElement('input'); document.querySelector('main').append(i); i.focus()")
                try await browser.press("mk ")
                try await browser.wait(for: "return document.activeElement.value === 'mk '")
                #expect(try await browser.run("const v = document.querySelector('video'); return v.muted && v.paused") == "true")
                // The space bar presses the focused button, and the video stays paused.
                _ = try await browser.run("document.querySelector('#share').focus()")
                try await browser.press(" ")
                #expect(try await browser.run("return document.querySelector('video').paused") == "true")
            }
        }
    }

    @Test("Muted autoplay offers an unmute button") func sound() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            try await Browser.with(Browser.Look(isSilentAtFirst: true)) { browser in
                try await browser.open(served.address + "/watch/v1")
                _ = try await browser.run("document.querySelector('video').loop = true")
                try await browser.wait(for: Self.plays)
                #expect(try await browser.run("return document.querySelector('video').muted") == "true")
                try await browser.click(try await browser.find(role: "button", name: "Tap for sound"))
                try await browser.wait(for: "return !document.querySelector('video').muted && !document.querySelector('video').paused")
                try await browser.wait(for: "return document.querySelector('.loud').hidden")
                // Muting was the browser's choice and is not remembered.
                #expect(
                    try await browser.run("return JSON.parse(localStorage.getItem('windowbox-preferences'))?.isMuted ?? false") == "false")
            }
        }
    }

    @Test("Captions, muting and volume are remembered for the next video") func preferences() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            for id in ["v1", "v2"] { try await served.makeVideo(id, "The sea", stream: "vod-cmaf") }
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                _ = try await browser.run("document.querySelector('video').loop = true")
                try await browser.wait(for: Self.plays)
                try await browser.press("m")
                try await browser.click(try await browser.find(role: "button", name: "Settings"))
                for (choice, value) in [("captions", "fr"), ("audio", "Français")] {
                    _ = try await browser.run(
                        "const s = document.querySelector('#choice-\(choice)'); s.value = '\(value)'; s.dispatchEvent(new Event('change'))")
                }
                _ = try await browser.run("document.querySelector('video').volume = 0.25")
                let kept = "const p = JSON.parse(localStorage.getItem('windowbox-preferences')); return p?.volume === 0.25 && p.isMuted"
                try await browser.wait(for: kept)
                for query in ["", "?mse"] {
                    try await browser.open(served.address + "/watch/v2" + query)
                    try await browser.wait(for: Self.plays)
                    #expect(try await browser.run("const v = document.querySelector('video'); return [v.muted, v.volume]") == "[true,0.25]")
                    // The viewer chose silence, so no button is offered.
                    #expect(try await browser.run("return document.querySelector('.loud').hidden") == "true")
                    try await browser.wait(
                        for: "return [...document.querySelector('video').textTracks].find((t) => t.mode === 'showing')?.language === 'fr'")
                    try await browser.wait(for: "return document.querySelector('#choice-audio').value === 'Français'")
                }
            }
        }
    }

    @Test("The player works without storage") func withoutStorage() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            try await Browser.with { browser in
                try await browser.runFirst(
                    "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } })"
                )
                try await browser.open(served.address + "/watch/v1?mse")
                try await browser.wait(for: Self.plays)
                try await browser.press("m")
                try await browser.wait(for: "return document.querySelector('video').muted")
                #expect(try await browser.complaints == [])
            }
        }
    }
}
