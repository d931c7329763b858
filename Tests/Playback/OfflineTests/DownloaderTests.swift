// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxPlayer

@testable import WindowboxOffline

@MainActor @Suite("Downloader", .serialized, .timeLimit(.minutes(2)))
struct DownloaderTests {
    @Test("1.30: The same ID returns the existing download, even if requested twice concurrently")
    func sameID() async throws {
        let stage = try await DownloadStage("event")
        let downloader = try await stage.open()
        async let left = downloader.download(id: "a", url: stage.address, metadata: PlayerMetadata(title: "One"))
        async let right = downloader.download(id: "a", url: stage.address + "?other")
        let (first, second) = try await (left, right)
        #expect(first === second)
        #expect(downloader.downloads.count == 1)
        let title = first.metadata.title
        let third = try await downloader.download(id: "a", url: "http://localhost/else", metadata: PlayerMetadata(title: "Two"))
        #expect(third === first)
        #expect(third.metadata.title == title)
        await downloader.close()
    }

    @Test("1.30: Restarting removes the previous files and keeps the metadata")
    func restart() async throws {
        let stage = try await DownloadStage("event")
        let downloader = try await stage.open()
        let download = try await downloader.download(url: stage.address, metadata: PlayerMetadata(title: "Kept"))
        await download.settled()
        let before = stage.origin.requests(for: "/0.ts").count
        download.restart()
        #expect(download.state == .preparing)
        #expect(download.progress == DownloadProgress())
        #expect(await download.settled().state == .completed)
        #expect(download.metadata.title == "Kept")
        #expect(stage.origin.requests(for: "/0.ts").count == before + 1)
        try await stage.expectPlays(download, from: downloader)
        await downloader.close()
    }

    @Test("1.30: A file missing after a restore is an error without progress, and resuming loads only that file")
    func missing() async throws {
        let stage = try await DownloadStage("event")
        let first = try await stage.open()
        let download = try await first.download(url: stage.address)
        await download.settled()
        let lost = try #require(download.plan?.resources.last { $0.url.hasSuffix("/2.ts") }).file
        try FileManager.default.removeItem(atPath: stage.path(download, lost))
        await first.close()
        let second = try await stage.open()
        let restored = try #require(second.downloads.first)
        #expect(restored.state == .completed)
        #expect(restored.error?.code == .missing)
        #expect(restored.progress == DownloadProgress())
        restored.resume()
        #expect(await restored.settled().error == nil)
        #expect(stage.origin.requests(for: "/2.ts").count == 2)
        #expect(stage.origin.requests(for: "/1.ts").count == 1)
        try await stage.expectPlays(restored, from: second)
        await second.close()
    }

    @Test("1.30: Removing a download deletes its files; orphans are cleaned up, foreign files are kept")
    func removal() async throws {
        let stage = try await DownloadStage("event")
        let first = try await stage.open()
        let download = try await first.download(id: "kept", url: stage.address)
        let other = try await first.download(id: "gone", url: stage.address)
        await download.settled()
        await other.remove()
        #expect(first.downloads.map(\.id) == ["kept"])
        #expect(!FileManager.default.fileExists(atPath: "\(stage.folder)/\(other.fetch.name)"))
        await first.close()
        let orphan = "\(stage.folder)/half-12345678.windowbox"
        try FileManager.default.createDirectory(atPath: orphan, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: orphan + "/main-0.ts"))
        try Data([1]).write(to: URL(filePath: stage.path(download, "main-999.ts")))
        try Data([1]).write(to: URL(filePath: stage.folder + "/mine.txt"))
        let second = try await stage.open()
        #expect(!FileManager.default.fileExists(atPath: orphan))
        #expect(!FileManager.default.fileExists(atPath: stage.path(download, "main-999.ts")))
        #expect(FileManager.default.fileExists(atPath: stage.folder + "/mine.txt"))
        let restored = try #require(second.download(id: "kept"))
        #expect(restored.state == .completed)
        #expect(restored.error == nil)
        try await stage.expectPlays(restored, from: second)
        await second.close()
    }

    @Test("A download whose record is there but can't be read is left alone")
    func unreadable() async throws {
        let stage = try await DownloadStage("event")
        // As unreadable as a file of somebody else, also for the superuser.
        let folder = "\(stage.folder)/film-12345678.windowbox"
        try FileManager.default.createDirectory(atPath: folder + "/record.json", withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: folder + "/main-0.ts"))
        let downloader = try await stage.open()
        #expect(downloader.downloads.isEmpty)
        #expect(FileManager.default.fileExists(atPath: folder + "/main-0.ts"))
        await downloader.close()
        await stage.origin.stop()
    }

    @Test("A closed downloader refuses new downloads instead of leaving them waiting")
    func closed() async throws {
        let stage = try await DownloadStage("event")
        let downloader = try await stage.open()
        await downloader.close()
        let error = await #expect(throws: DownloadError.self) { try await downloader.download(url: stage.address) }
        #expect(error?.code == .disk)
        #expect(downloader.downloads.isEmpty)
        await stage.origin.stop()
    }

    @Test("1.30: A suspended download stays suspended in the next process until it is resumed")
    func suspended() async throws {
        let stage = try await DownloadStage("event", rules: [FaultRule("/0.ts", requests: 1...1, .stall(atByte: 1000))])
        let first = try await stage.open()
        let begun = try await first.download(url: stage.address)
        await stage.files.isAsked(for: "/0.ts")
        begun.suspend()
        #expect(begun.state == .suspended)
        await first.close()
        let second = try await stage.open()
        let download = try #require(second.downloads.first)
        #expect(download.state == .suspended)
        download.resume()
        #expect(await download.settled().state == .completed)
        try await stage.expectPlays(download, from: second)
        await second.close()
    }

    @Test("1.30: Downloads wait on a metered network and continue when it no longer is")
    func metered() async throws {
        let stage = try await DownloadStage("event")
        let downloader = try await stage.open(on: NetworkConditions(isExpensive: true))
        let download = try await downloader.download(url: stage.address)
        await download.waits(for: .network)
        #expect(stage.paths.isEmpty)
        #expect(download.state == .preparing)
        downloader.networkConditions = NetworkConditions()
        #expect(await download.settled().state == .completed)
        await downloader.close()
    }

    @Test("1.30: Downloads beyond the limit wait for their turn, and all complete")
    func several() async throws {
        let stage = try await DownloadStage("event", rules: [FaultRule("/0.ts", requests: 1...1, .stall(atByte: 1000))])
        var configuration = DownloadStage.configuration()
        configuration.simultaneousDownloads = 1
        let downloader = try await stage.open(configuration)
        let first = try await downloader.download(id: "1", url: stage.address)
        let second = try await downloader.download(id: "2", url: stage.address)
        #expect(second.waitsFor == .turn)
        await stage.files.isAsked(for: "/0.ts")
        first.suspend()
        #expect(second.waitsFor == nil)
        #expect(await second.settled().state == .completed)
        first.resume()
        #expect(await first.settled().state == .completed)
        await downloader.close()
    }

    @Test("1.30: A folder has at most one downloader at a time")
    func inUse() async throws {
        let stage = try await DownloadStage("event")
        let first = try await stage.open()
        await #expect(performing: { _ = try await stage.open() }, throws: { ($0 as? DownloadError)?.code == .inUse })
        await first.close()
        await (try stage.open()).close()
    }

    @Test("1.30: Closing a downloader releases the folder even if a forked process still has its descriptors")
    func forked() async throws {
        let stage = try await DownloadStage("event")
        let first = try await stage.open()
        // A fork duplicates each descriptor, as this does. All are found first: a copy may take a number that the listing had used.
        let folder = (stage.folder as NSString).lastPathComponent
        let locks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.filter { file in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")
            return target?.hasSuffix("\(folder)/.windowbox-lock") ?? false
        }
        let copies = locks.map { dup($0) }
        defer { copies.forEach { close($0) } }
        #expect(copies.count == 1)
        await first.close()
        let second = try await stage.open()
        await second.close()
    }
}
