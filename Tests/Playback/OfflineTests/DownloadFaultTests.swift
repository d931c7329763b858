// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxPlayer

@testable import WindowboxOffline

@MainActor @Suite("Interrupted downloads", .serialized, .timeLimit(.minutes(2)))
struct DownloadFaultTests {
    @Test("1.30: A download interrupted in the middle of a file resumes there in the next process")
    func continued() async throws {
        let stage = try await DownloadStage("file-start-mp4", rules: [FaultRule("*.mp4", requests: 2...2, .stall(atByte: 300_000))])
        let first = try await stage.open()
        let begun = try await first.download(id: "film", url: stage.address, metadata: PlayerMetadata(title: "Film"))
        await begun.reaches(bytes: 131_072)
        await first.close()
        let second = try await stage.open()
        let download = try #require(second.download(id: "film"))
        #expect(download.metadata.title == "Film")
        #expect(await download.settled().state == .completed)
        let last = try #require(stage.origin.requests.last)
        #expect(last.header("If-Range") == "\"v1\"")
        let start = try #require(last.header("Range").flatMap { Int($0.dropFirst(6).dropLast()) })
        #expect((131_072...300_000).contains(start))
        try await stage.expectPlays(download, from: second)
        await second.close()
    }

    @Test(
        "1.30: A file that was complete but not yet renamed is not loaded again unless it has changed",
        arguments: [false, true])
    func unnamed(hasChanged: Bool) async throws {
        let stage = try await DownloadStage("event", rules: [FaultRule("/3.ts", requests: 1...1, .stall(atByte: 1000))])
        let first = try await stage.open(DownloadStage.configuration(connections: 1))
        let begun = try await first.download(url: stage.address)
        await stage.files.isAsked(for: "/3.ts")
        await first.close()
        let file = stage.path(begun, try #require(begun.plan?.resources.last { $0.url.hasSuffix("/2.ts") }).file)
        try FileManager.default.moveItem(atPath: file, toPath: file + ".part")
        try Data((hasChanged ? "\"v0\"" : "\"v1\"").utf8).write(to: URL(filePath: file + ".version"))
        let second = try await stage.open()
        let download = try #require(second.downloads.first)
        #expect(await download.settled().state == .completed)
        let asked = stage.origin.requests(for: "/2.ts").dropFirst().map { $0.header("Range") }
        #expect(asked.allSatisfy { $0 != nil } != hasChanged, "\(asked)")
        try await stage.expectPlays(download, from: second)
        await second.close()
    }

    @Test("1.30: A download interrupted between segments loads none of them twice, even if encrypted", arguments: ["event", "aes-256-ts"])
    func continuedStream(name: String) async throws {
        let stage = try await DownloadStage(name, rules: [FaultRule("/3.ts", requests: 1...1, .stall(atByte: 1000))])
        let first = try await stage.open(DownloadStage.configuration(connections: 1))
        _ = try await first.download(url: stage.address)
        await stage.files.isAsked(for: "/3.ts")
        await first.close()
        let second = try await stage.open()
        let download = try #require(second.downloads.first)
        #expect(await download.settled().state == .completed)
        for index in 0..<3 { #expect(stage.origin.requests(for: "/\(index).ts").count == 1) }
        try await stage.expectPlays(download, from: second)
        await second.close()
    }

    @Test("1.30: Dropped connections, busy servers and segments that are late are retried")
    func retried() async throws {
        let stage = try await DownloadStage(
            "event",
            rules: [
                FaultRule("/1.ts", requests: 1...2, .status(404)), FaultRule("/2.ts", requests: 1...1, .drop(atByte: 100_000)),
                FaultRule("/3.ts", requests: 1...1, .status(503)), FaultRule("/4.ts", requests: 1...1, .close),
                FaultRule("*.m3u8", requests: 1...1, .status(500)),
            ])
        let downloader = try await stage.open()
        let download = try await downloader.download(url: stage.address)
        #expect(await download.settled() == DownloadStatus(state: .completed, progress: download.progress))
        #expect(stage.origin.requests(for: "/2.ts").last?.header("Range") == "bytes=100000-")
        try await stage.expectPlays(download, from: downloader)
        await downloader.close()
    }

    @Test("1.30: A missing segment fails the download with a typed error, keeps what is there, and resuming continues")
    func missing() async throws {
        let stage = try await DownloadStage("event", rules: [FaultRule("/4.ts", .status(404))])
        let downloader = try await stage.open(DownloadStage.configuration(connections: 1))
        let download = try await downloader.download(url: stage.address)
        let status = await download.settled()
        #expect(status.state == .failed)
        #expect(status.error?.code == .notFound)
        #expect(status.error?.url?.hasSuffix("/4.ts") == true)
        #expect(status.progress.seconds >= 7)
        stage.origin.removeRules()
        download.resume()
        #expect(await download.settled().state == .completed)
        #expect(stage.origin.requests(for: "/0.ts").count == 1)
        try await stage.expectPlays(download, from: downloader)
        await downloader.close()
    }

    @Test("1.30: A file that changed on the server is loaded again and never mixed")
    func changed() async throws {
        let stage = try await DownloadStage("file-start-mp4", rules: [FaultRule("*.mp4", requests: 2...2, .stall(atByte: 300_000))])
        let downloader = try await stage.open()
        let download = try await downloader.download(url: stage.address)
        await download.reaches(bytes: 131_072)
        download.suspend()
        let other = try GeneratedStreams.named("file-end-mp4")
        let bytes = Array(try Data(contentsOf: other.url))
        stage.files.change(["/" + stage.stream.url.lastPathComponent: bytes])
        download.resume()
        #expect(await download.settled().state == .completed)
        let path = try #require(downloader.path(of: download))
        #expect(Array(try Data(contentsOf: URL(filePath: path))) == bytes)
        await downloader.close()
    }

    @Test("1.30: Byte ranges of a file that changes in between all come from one version")
    func changedParts() async throws {
        let stage = try await DownloadStage("byte-ranges", rules: [FaultRule("/video.mp4", requests: 4...4, .stall(atByte: 10))])
        let downloader = try await stage.open(DownloadStage.configuration(connections: 1))
        let download = try await downloader.download(url: stage.address)
        for await status in download.statuses where status.progress.seconds >= 3.9 { break }
        #expect(download.record.versions.values.allSatisfy { $0.text == "\"v1\"" })
        download.suspend()
        stage.files.change()
        download.resume()
        #expect(await download.settled().state == .completed)
        #expect(download.record.versions.values.allSatisfy { $0.text == "\"v2\"" })
        try await stage.expectPlays(download, from: downloader)
        await downloader.close()
    }

    @Test("1.30: A full disk is a typed error that loses nothing, and the download resumes when there is space")
    func diskFull() async throws {
        let space = Mutex(400_000)
        let real = DiskWriting()
        let writing = DiskWriting { file, bytes in
            let allowed = space.withLock { space in
                let count = min(space, bytes.count)
                space -= count
                return count
            }
            return allowed == 0 ? -Int(ENOSPC) : real.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<allowed]))
        }
        let stage = try await DownloadStage("event")
        let downloader = try await stage.open(DownloadStage.configuration(connections: 1), writing: writing)
        let download = try await downloader.download(url: stage.address)
        let status = await download.settled()
        #expect(status.state == .failed)
        #expect(status.error?.code == .diskFull)
        #expect(try stage.fileNames(download).contains { $0.hasSuffix(".part") })
        space.withLock { $0 = .max }
        download.resume()
        #expect(await download.settled().state == .completed)
        #expect(stage.origin.requests(for: "/0.ts").count == 1)
        try await stage.expectPlays(download, from: downloader)
        await downloader.close()
    }

    @Test(
        "Forbidden and unparseable URLs are distinguished from refusals by the server",
        arguments: [("http://example.invalid/a.m3u8", DownloadError.Code.refused), ("ht!tp://example.com/a", .invalidAddress)])
    func addresses(url: String, code: DownloadError.Code) async throws {
        let stage = try await DownloadStage("event")
        let downloader = try await stage.open()
        let status = await (try await downloader.download(url: url)).settled()
        #expect(status.state == .failed, "\(String(describing: status.error))")
        #expect(status.error?.code == code, "\(String(describing: status.error))")
        await downloader.close()
    }

    @Test("1.30: Exceeding the quota is a typed error, and the application may choose what to remove")
    func quota() async throws {
        let stage = try await DownloadStage("event")
        let free = try await stage.open()
        let old = try await free.download(id: "old", url: stage.address)
        #expect(await old.settled().state == .completed)
        let bound = await free.usedBytes * 3 / 2
        await free.close()
        let strict = try await stage.open(DownloadStage.configuration(quota: bound))
        let refused = try await strict.download(id: "new", url: stage.address)
        let status = await refused.settled()
        #expect(status.state == .failed)
        #expect(status.error?.code == .quota)
        #expect(await strict.usedBytes <= bound)
        await strict.close()

        let generous = try await stage.open(
            DownloadStage.configuration(quota: bound) { needy, all in all.filter { $0.id == "old" && $0 !== needy } })
        let download = try #require(generous.download(id: "new"))
        download.resume()
        #expect(await download.settled().state == .completed)
        #expect(generous.downloads.map(\.id) == ["new"])
        #expect(await generous.usedBytes <= bound)
        try await stage.expectPlays(download, from: generous)
        await generous.close()
    }
}
