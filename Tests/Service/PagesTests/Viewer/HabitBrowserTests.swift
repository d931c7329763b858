// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("What viewers are used to, in a browser", .serialized, .timeLimit(.minutes(3)))
struct HabitBrowserTests {
    private static let plays = "const v = document.querySelector('video'); return v.currentTime > 0 && !v.paused && v.videoWidth > 0"

    @Test("The keys of the player work before anything has the focus, and leave fields and the page alone") func keys() async throws {
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
                // Who writes a message writes letters.
                _ = try await browser.run("const i = document.createElement('input'); document.querySelector('main').append(i); i.focus()")
                try await browser.press("mk ")
                try await browser.wait(for: "return document.activeElement.value === 'mk '")
                #expect(try await browser.run("const v = document.querySelector('video'); return v.muted && v.paused") == "true")
                // A button elsewhere is pressed by the space bar, and the video stays as it is.
                _ = try await browser.run("document.querySelector('#share').focus()")
                try await browser.press(" ")
                #expect(try await browser.run("return document.querySelector('video').paused") == "true")
            }
        }
    }

    @Test("A browser that allows no sound at first plays without, and a tap brings it") func sound() async throws {
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
                // It was the browser's wish, not the viewer's.
                #expect(
                    try await browser.run("return JSON.parse(localStorage.getItem('windowbox-preferences'))?.isMuted ?? false") == "false")
            }
        }
    }

    @Test("Captions, sound and volume stay as they were chosen for the next video") func preferences() async throws {
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
                    // The viewer asked for silence: nobody is offered sound.
                    #expect(try await browser.run("return document.querySelector('.loud').hidden") == "true")
                    try await browser.wait(
                        for: "return [...document.querySelector('video').textTracks].find((t) => t.mode === 'showing')?.language === 'fr'")
                    try await browser.wait(for: "return document.querySelector('#choice-audio').value === 'Français'")
                }
            }
        }
    }

    @Test("Without storage everything lasts as long as the page") func withoutStorage() async throws {
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
