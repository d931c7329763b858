// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Playback quality in a browser", .serialized, .timeLimit(.minutes(3)))
struct QualityBrowserTests {
    /// The heights of the segments fetched.
    private static let fetched = """
        return [...new Set(performance.getEntriesByType('resource').map((e) => e.name.match(/(\\d+p)\\/[^/]*m4s$/)?.[1]).filter(Boolean))].sort().join()
        """

    @Test("A slow network gets a low quality from the first segment on, and a fast one the best useful quality") func network() async throws
    {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea", stream: "vod-cmaf")
            try await Browser.with { browser in
                // 400 kbit/s.
                try await browser.limit(download: 50_000)
                try await browser.open(served.address + "/watch/v1?mse")
                try await browser.wait(for: "return document.querySelector('video').readyState > 2")
                #expect(try await browser.run(Self.fetched) == "\"180p\"")
                #expect(try await browser.run("return document.querySelector('video').videoHeight") == "180")
            }
            try await Browser.with { browser in
                // The estimate of an earlier page.
                try await browser.runFirst(
                    "if (!sessionStorage.getItem('windowbox-throughput')) sessionStorage.setItem('windowbox-throughput', '9000000')")
                try await browser.open(served.address + "/watch/v1?mse")
                try await browser.wait(for: "return document.querySelector('video').readyState > 2")
                #expect(try await browser.run("return document.querySelector('video').videoHeight") == "360")
                _ = try await browser.run("document.querySelector('video').currentTime = 10")
                try await browser.wait(for: "return document.querySelector('video').ended")
                // The new estimate is passed on.
                try await browser.open(served.address + "/")
                #expect(try await browser.run("return sessionStorage.getItem('windowbox-throughput') !== '9000000'") == "true")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("The quality can be chosen in the menu and set back to automatic", arguments: ["", "?mse"]) func menu(_ query: String)
        async throws
    {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea", stream: "vod-cmaf")
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1" + query)
                _ = try await browser.run("document.querySelector('video').loop = true")
                try await browser.wait(for: "const v = document.querySelector('video'); return !v.paused && v.currentTime > 0.5")
                try await browser.click(try await browser.find(role: "button", name: "Settings"))
                let names = "return [...document.querySelector('#choice-quality').options].map((o) => o.textContent)"
                #expect(try await browser.run(names) == #"["Automatic","360p","270p","180p"]"#)
                let choose =
                    "const s = document.querySelector('#choice-quality'); s.value = arguments[0]; s.dispatchEvent(new Event('change'));"
                for size in ["270", "180", "360"] {
                    _ = try await browser.run("\(choose.replacing("arguments[0]", with: "'\(size)'"))")
                    try await browser.wait(for: "return document.querySelector('video').videoHeight === \(size)")
                }
                _ = try await browser.run("\(choose.replacing("arguments[0]", with: "''"))")
                try await browser.wait(for: "const v = document.querySelector('video'); return !v.paused && v.readyState > 2")
                #expect(try await browser.complaints == [])
            }
        }
    }
}
