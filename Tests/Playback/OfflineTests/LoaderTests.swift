// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxPlayer
import WindowboxTransport

@testable import WindowboxOffline

@MainActor @Suite("Downloads by asset loaders", .serialized, .timeLimit(.minutes(1)))
struct LoaderTests {
    /// Reports its titles in turn, for one asset.
    private struct Titles: AssetLoader {
        var titles: [String]
        var asset: Asset

        func metadata() -> AsyncThrowingStream<String, any Error> {
            AsyncThrowingStream { stream in
                for title in titles { stream.yield(title) }
                stream.finish()
            }
        }

        func asset(for metadata: String) -> Asset { asset }
        func playerMetadata(for metadata: String?) -> PlayerMetadata { PlayerMetadata(title: metadata) }
    }

    @Test("1.30: The metadata are frozen at the loader's first value, also in the next process")
    func frozen() async throws {
        let stage = try await DownloadStage("event")
        let first = try await stage.open()
        let loader = Titles(titles: ["First", "Second"], asset: .simple(url: stage.address))
        let download = try await first.download(id: "urn:1", loader: loader)
        #expect(download.metadata.title == "First")
        await download.settled()
        #expect(try await first.download(id: "urn:1", loader: Titles(titles: [], asset: .simple(url: ""))) === download)
        await first.close()
        let second = try await stage.open()
        let restored = try #require(second.download(id: "urn:1"))
        #expect(restored.metadata.title == "First")
        try await stage.expectPlays(restored, from: second)
        await second.close()
    }

    @Test("1.30: An asset that is unavailable, has no URL or needs its own transport is refused and leaves nothing behind")
    func refused() async throws {
        struct Blocked: Error {}
        let stage = try await DownloadStage("event")
        let downloader = try await stage.open()
        await #expect(throws: Blocked.self) {
            try await downloader.download(id: "1", loader: Titles(titles: ["a"], asset: .unavailable(Blocked())))
        }
        await #expect(
            performing: {
                try await downloader.download(id: "2", loader: Titles(titles: [], asset: .simple(url: "")))
            }, throws: { ($0 as? DownloadError)?.code == .malformed })
        let ofOneProcess: [Asset] = [
            .custom(url: "x:", loader: RoutingTransport()), .simple(url: "x:", headers: ["Authorization": "secret"]),
        ]
        for asset in ofOneProcess {
            await #expect(
                performing: {
                    try await downloader.download(id: "3", loader: Titles(titles: ["a"], asset: asset))
                }, throws: { ($0 as? DownloadError)?.code == .unsupported })
        }
        #expect(downloader.downloads.isEmpty)
        await downloader.close()
    }
}
