// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxOffline

@MainActor @Suite("Playing downloads without the server", .serialized, .timeLimit(.minutes(3)))
struct DownloadPlayingTests {
    nonisolated static let clear = [
        "vod-cmaf", "vod-ts", "vod-ts-demuxed", "byte-ranges", "map-change", "discontinuity-ts", "audio-groups", "packed-aac",
    ]
    nonisolated static let locked = [
        "aes-128-cmaf", "aes-128-implicit", "aes-128-map-vectors", "aes-256-ts", "sample-aes-ts", "cbcs-cmaf", "cenc-cmaf",
    ]
    nonisolated static let plain = ["file-start-mp4", "file-end-mp4", "file-film-ts", "file-sound-mp3"]

    @Test("1.30: Every frame plays", arguments: clear + plain)
    func plays(name: String) async throws {
        let stage = try await DownloadStage(name)
        let downloader = try await stage.open()
        let download = try await downloader.download(url: stage.address)
        #expect(await download.settled() == DownloadStatus(state: .completed, progress: download.progress))
        #expect(download.progress.fraction == 1)
        #expect(download.progress.bytes > 0)
        try await stage.expectPlays(download, from: downloader)
        await downloader.close()
    }

    @Test("1.30: Segments stay encrypted, with keys that only their owner may read", arguments: locked)
    func playsEncrypted(name: String) async throws {
        let stage = try await DownloadStage(name)
        let downloader = try await stage.open()
        let download = try await downloader.download(url: stage.address)
        #expect(await download.settled().error == nil)
        let keys = try stage.fileNames(download).filter { $0.hasSuffix(".key") }
        #expect(!keys.isEmpty)
        for key in keys {
            let facts = try FileManager.default.attributesOfItem(atPath: stage.path(download, key))
            #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
        // Segments are stored as served, still encrypted.
        let first = try #require(download.plan?.resources.first { $0.key == nil && $0.seconds > 0 })
        let served = try Data(
            contentsOf: stage.stream.directory.appending(path: String(first.url.dropFirst(stage.origin.address.count + 1))))
        #expect(try Data(contentsOf: URL(filePath: stage.path(download, first.file))) == served)
        try await stage.expectPlays(download, from: downloader)
        await downloader.close()
    }

    @Test("LB-22: A player item plays the local files and shows the metadata given first")
    func item() async throws {
        let stage = try await DownloadStage("vod-ts")
        let downloader = try await stage.open()
        let download = try await downloader.download(id: "a", url: stage.address, metadata: PlayerMetadata(title: "First"))
        let early = downloader.playerItem(for: download)
        #expect(early.metadata.title == "First")
        await download.settled()
        await stage.origin.stop()
        let item = downloader.playerItem(for: download)
        let player = Player(items: [item], configuration: PlayerConfiguration(engine: EngineConfiguration(pace: .asFastAsPossible)))
        player.play()
        for await _ in player.propertiesUpdates where player.currentItem == nil || player.error != nil { break }
        #expect(player.error == nil)
        #expect(await player.counts.picturesPresented == stage.stream.frames)
        #expect(item.metadata.title == "First")
        await downloader.close()
    }

    @Test("1.30: Only the wanted quality and languages are kept")
    func preference() async throws {
        let stage = try await DownloadStage("vod-cmaf")
        let downloader = try await stage.open()
        let download = try await downloader.download(
            url: stage.address,
            preference: DownloadPreference(maximumBitrate: 900_000, audioLanguages: ["fr"], subtitleLanguages: ["ja", "en"]))
        await download.settled()
        let folders = Set(stage.paths.compactMap { $0.contains("/") ? $0.split(separator: "/").first.map(String.init) : nil })
        #expect(folders == ["270p", "audio-fr", "text-en", "text-ja"])
        try await stage.expectPlays(download, from: downloader)
        await downloader.close()
    }

    @Test("1.30: Live streams are refused, and the error says why")
    func live() async throws {
        let stage = try await DownloadStage("vod-ts")
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n0.ts\n"
        stage.files.change(["/live.m3u8": Array(text.utf8)])
        let downloader = try await stage.open()
        let download = try await downloader.download(url: stage.origin.address + "/live.m3u8")
        let status = await download.settled()
        #expect(status.state == .failed)
        #expect(status.error?.code == .live)
        #expect(status.error?.message.contains("still growing") == true)
        #expect(stage.paths == ["live.m3u8"])
        await downloader.close()
    }
}
