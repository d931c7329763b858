// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxOrigin

@Suite("Timed metadata in the player for browsers, in Chromium", .serialized)
struct MetadataPlayerTests {
    private static let cues = "[...[...player().textTracks].find((track) => track.label === 'id3').cues]"

    @Test(
        "ID3 tags are cues of a metadata track, and come into effect in time",
        arguments: [("id3-ts", 15), ("id3-cmaf", 15), ("id3-packed", 9)])
    func tags(_ name: String, _ count: Int) async throws {
        try await PlayerPage.with { page in
            _ = try await page.browser.run(
                """
                window.entered = [];
                player().textTracks.addEventListener("addtrack", ({ track }) => track.addEventListener("cuechange", () => {
                  for (const cue of track.activeCues) {
                    if (!entered.some(([id]) => id === cue.id)) entered.push([cue.id, player().currentTime - cue.startTime]);
                  }
                }));
                return true;
                """)
            try await page.play("/\(name)/index.m3u8")
            try await page.plays(past: 4.8)
            try await page.browser.wait(for: "return \(Self.cues).length === \(count)")
            #expect(
                try await page.browser.run("return [...player().textTracks].map((track) => [track.kind, track.mode])")
                    == #"[["metadata","hidden"]]"#)
            #expect(try await page.number("\(Self.cues).filter((cue) => cue.type === 'org.id3').length") == Double(count))
            let text = "\(Self.cues).find((cue) => cue.value.key === 'TXXX' && cue.startTime > 3.9 && cue.startTime < 4.7)"
            let value = "Object.entries(\(text).value).join('|')"
            #expect(try await page.browser.run("return \(value) === 'key,TXXX|info,second|data,Sekunde 4 ü'") == "true")
            let data = "\(Self.cues).filter((cue) => cue.value.key === 'PRIV')"
            #expect(
                try await page.browser.run("return \(data).map(({ value }) => [value.info, ...new Uint8Array(value.data)])")
                    == #"[["org.example.data",0,0,255],["org.example.data",4,0,255],["org.example.data",8,0,255]]"#)
            // Each in its time.
            #expect(try await page.number("entered.length") >= (name == "id3-packed" ? 4 : 6))
            #expect(try await page.number("entered.filter(([, late]) => late < -0.01 || late > 0.5).length") == 0)
            // A seek back adds none, and they go with the item.
            _ = try await page.browser.run("player().currentTime = 0; return true")
            try await page.browser.wait(for: "return !player().seeking && player().currentTime > 0.5 && player().currentTime < 4")
            #expect(try await page.number("\(Self.cues).length") == Double(count))
            _ = try await page.browser.run("player().src = '/vod-ts/index.m3u8'; return true")
            try await page.browser.wait(for: "return \(Self.cues).length === 0")
            #expect(try await page.faults == "[]")
        }
    }
}
