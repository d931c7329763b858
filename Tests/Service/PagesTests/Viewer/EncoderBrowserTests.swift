// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxKit

@Suite("Live streams from an encoder to a browser", .serialized, .timeLimit(.minutes(5)))
struct EncoderBrowserTests {
    /// Whether the video has advanced by a second; a restarted player may count from another position.
    private static let moves = """
        const v = document.querySelector('video'); if (!(v.currentTime >= window.place)) window.place = v.currentTime;
        return !v.paused && v.videoWidth > 0 && v.currentTime > window.place + 1;
        """

    /// Sends a test stream to the current ingest address while the body runs.
    private static func sending(_ host: Administrating, _ body: () async throws -> Void) async throws {
        let stream = try await host.call(.GET, "/v1/admin/live_streams/s1")
        guard let url = stream["ingest"]?["url"]?.text, let key = stream["ingest"]?["key"]?.text else {
            throw ServedPages.Fault(what: "no ingest: \(stream)")
        }
        let arguments = [
            "ffmpeg", "-nostdin", "-loglevel", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=15", "-f", "lavfi", "-i",
            "sine=sample_rate=48000", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "15", "-c:a", "aac", "-f",
            "flv", "\(url)/\(key)",
        ]
        // ffmpeg exits while nothing listens yet.
        let encoder = Task {
            while !Task.isCancelled {
                let program = try RunningProgram("/usr/bin/env", arguments)
                _ = await withTaskCancellationHandler {
                    await program.status()
                } onCancel: {
                    program.signal(SIGKILL)
                }
            }
        }
        defer { encoder.cancel() }
        try await body()
    }

    @Test(
        "A page that waits for the encoder plays its stream, and resumes after a restart of service and encoder", arguments: ["", "?mse"])
    func restart(_ query: String) async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "An evening") { ($0.type, $0.hlsURL) = (.liveStream, nil) }
            try await served.catalogue.resources.save(
                LiveStream(id: "s1", videoID: "v1", channelID: "c1", title: "An evening, live"), at: Date())
            let host = try await served.administrator()
            try await host.call(.POST, "/v1/admin/live_streams/s1/start")
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/s1" + query)
                try await browser.wait(for: "return document.querySelector('.stage .cover')?.innerText.includes('Waiting for the host')")
                try await Self.sending(host) { try await browser.wait(for: Self.moves) }
                await served.program.end()
                try await browser.wait(for: "return document.querySelector('.stage .cover') !== null")
                try await served.program.start()
                try await Self.sending(host) {
                    try await browser.wait(for: "return document.querySelector('.stage .cover') === null")
                    _ = try await browser.run("delete window.place")
                    try await browser.wait(for: Self.moves)
                }
            }
        }
    }
}
