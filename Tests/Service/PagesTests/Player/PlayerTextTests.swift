// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin

@Suite("Texts and times in the player for browsers, in Chromium", .serialized)
struct PlayerTextTests {
    @Test(
        "Closed captions in the pictures are shown at their times",
        arguments: [("captions-608", false), ("captions-found", true), ("captions-cmaf", false)])
    func captions(_ name: String, _ isAutomatic: Bool) async throws {
        let attributes = "muted record quality=full" + (isAutomatic ? " captions=en" : "")
        try await PlayerPage.with(attributes: attributes) { page in
            try await page.play("/\(name)/index.m3u8")
            try await page.plays(past: 0.5)
            try await page.browser.wait(for: "return player().subtitles.length === 1")
            if !isAutomatic { _ = try await page.browser.run("player().selectSubtitles(0); return true") }
            try await page.browser.wait(for: "return [...player().textTracks].some((track) => track.cues?.length === 11)")
            let cues = "[...[...player().textTracks].find((track) => track.mode === 'showing').cues]"
            #expect(try await page.number("\(cues).filter((cue, index) => cue.text === 'SECOND ' + (index + 1)).length") == 11)
            #expect(
                try await page.number("\(cues).filter((cue, index) => Math.abs(cue.startTime - index - 1) < 0.02).length") == 11)
            #expect(try await page.number("\(cues).filter((cue) => Math.abs(cue.endTime - cue.startTime - 0.5) < 0.02).length") == 11)
            // After a seek they are those of the place.
            _ = try await page.browser.run("player().pause(); player().currentTime = 6.2; return true")
            try await page.browser.wait(
                for: "return !player().seeking && \(cues).filter((cue) => cue.startTime < 6.2 && cue.endTime > 6.2).length === 1")
            _ = try await page.browser.run("player().selectSubtitles(null); return true")
            #expect(try await page.browser.run("return [...player().textTracks].map((track) => track.mode)") == "[\"disabled\"]")
            #expect(page.origin.requests.filter { $0.path == "/player/windowbox-captions.wasm" }.count == 1)
            #expect(try await page.faults == "[]")
        }
    }

    @Test("Without captions their module isn't loaded, and without the module playback goes on")
    func withoutModule() async throws {
        try await PlayerPage.with { page in
            try await page.play("/vod-ts/index.m3u8")
            try await page.plays(past: 2)
            #expect(page.origin.requests.filter { $0.path == "/player/windowbox-captions.wasm" }.isEmpty)
        }
        try await PlayerPage.with(content: { $0.path.hasSuffix("captions.wasm") ? .text("gone", status: 404) : nil }) { page in
            _ = try await page.browser.run("player().addEventListener('warning', (event) => told.push(event.detail)); return true")
            try await page.play("/captions-608/index.m3u8")
            try await page.plays(past: 2)
            #expect(try await page.browser.run("return told.some((text) => text.startsWith(\"closed captions can't be shown\"))") == "true")
            #expect(try await page.faults == "[]")
        }
    }

    @Test("Date ranges are cues of a metadata track, with what the playlist says of them")
    func dateRanges() async throws {
        try await PlayerPage.with { page in
            _ = try await page.browser.run(
                """
                window.entered = [];
                player().textTracks.addEventListener("addtrack", ({ track }) => track.addEventListener("cuechange", () => {
                  for (const cue of track.activeCues) if (!entered.includes(cue.id)) entered.push(cue.id);
                }));
                return true;
                """)
            try await page.play("/dates/index.m3u8")
            try await page.plays(past: 1)
            let cues = "[...[...player().textTracks].find((track) => track.label === 'EXT-X-DATERANGE').cues]"
            #expect(
                try await page.browser.run("return \(cues).map((cue) => [cue.id, cue.startTime, cue.endTime])")
                    == #"[["chapter-1",0,4],["chapter-2",4,8],["break-1",6,7]]"#)
            #expect(
                try await page.browser.run("return JSON.parse(\(cues)[0].text)")
                    == #"{"ID":"chapter-1","CLASS":"org.example.chapter","X-TITLE":"One"}"#)
            _ = try await page.browser.run("player().currentTime = 6.2; return true")
            try await page.browser.wait(for: "return entered.join() === 'chapter-1,chapter-2,break-1'")
            // They go with the item.
            _ = try await page.browser.run("player().src = '/vod-ts/index.m3u8'; return true")
            try await page.browser.wait(for: "return \(cues).length === 0")
            #expect(try await page.faults == "[]")
        }
    }
}
