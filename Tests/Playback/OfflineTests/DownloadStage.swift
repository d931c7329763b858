// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxPlayer

@testable import WindowboxOffline

/// A temporary folder for downloads, a stream on a server, and the stream's expected playback.
@MainActor final class DownloadStage {
    nonisolated let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)").path
    nonisolated let stream: GeneratedStream
    let files: VersionedFiles
    let origin: FaultyOrigin

    init(_ name: String, rules: [FaultRule] = []) async throws {
        stream = try GeneratedStreams.named(name)
        let files = VersionedFiles(stream)
        self.files = files
        origin = try await FaultyOrigin(rules: rules) { files.answer($0) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    nonisolated static func configuration(
        quota: Int? = nil, connections: Int = 3,
        eviction: @escaping @MainActor @Sendable (Download, [Download]) -> [Download] = { _, _ in [] }
    ) -> DownloaderConfiguration {
        DownloaderConfiguration(
            connectionsPerDownload: connections, quota: quota, retryDelays: [0, 0, 0], eviction: eviction)
    }

    func open(
        _ configuration: DownloaderConfiguration = DownloadStage.configuration(), on network: NetworkConditions = .init(),
        writing: DiskWriting = DiskWriting()
    ) async throws -> Downloader {
        try await Downloader.open(folder, configuration: configuration, networkConditions: network, writing: writing)
    }

    var address: String { origin.address(of: stream) }

    /// The requested paths, in order.
    var paths: [String] { origin.requests.map { String($0.path.dropFirst()) } }

    /// The files of a download.
    func fileNames(_ download: Download) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(download.fetch.name)").sorted()
    }

    func path(_ download: Download, _ file: String) -> String { "\(folder)/\(download.fetch.name)/\(file)" }

    /// Plays a completed download without the server, and compares every frame.
    func expectPlays(_ download: Download, from downloader: Downloader) async throws {
        await origin.stop()
        let path = try #require(downloader.path(of: download))
        let run = await RecordedRun.play([path])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        // A file's timeline may begin with its audio.
        if !stream.name.hasPrefix("file") { #expect(run.misplaced() == []) }
        if stream.frames == 0 { #expect(run.frameCount > 0) }
    }
}

extension Download {
    /// Waits until this many bytes have been downloaded.
    func reaches(bytes: Int) async {
        for await status in statuses where status.progress.bytes >= bytes || !status.state.isActive { return }
    }

    func waits(for wait: DownloadWait?) async {
        for await status in statuses where status.waitsFor == wait { return }
    }
}
