// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

@testable import WindowboxOffline

@MainActor @Suite("A DASH manifest is downloaded", .serialized, .timeLimit(.minutes(1)))
struct ManifestDownloadTests {
    @Test("as playlists and segments that play without the network", arguments: ["dash-two-periods", "dash-on-demand"])
    func plays(name: String) async throws {
        let stream = try #require(try PackagedStreams.all.first { $0.name == name })
        let manifest = URL(filePath: try PackagedStreams.address(of: stream))
        let origin = try await LiveOrigin(LiveOrigin.Programme(folder: manifest.deletingLastPathComponent()))
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let downloader = try await Downloader.open(folder, configuration: DownloadStage.configuration())
        let download = try await downloader.download(url: origin.address + "/manifest.mpd")
        #expect(await download.settled().state == .completed)
        await origin.stop()
        let run = await RecordedRun.play([try #require(downloader.path(of: download))])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.pictures).map { $0 })
        await downloader.close()
    }
}
