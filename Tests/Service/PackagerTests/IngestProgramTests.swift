// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxKit

@testable import WindowboxPackager

@Suite("windowbox ingest", .serialized) struct IngestProgramTests {
    private static let quick = ["--sizes", "180", "--preset", "ultrafast"]

    @Test("A file becomes a folder with its sidecar captions, and the report is JSON") func output() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            let film = folder.appending(path: "my film: one.mp4")
            try FileManager.default.copyItem(at: URL(filePath: source.address), to: film)
            try Data("1\n00:00:01,000 --> 00:00:02,000\nHi\n".utf8).write(to: folder.appending(path: "my film: one.de.srt"))
            let out = folder.appending(path: "out")
            let run = try await IngestProgramRun([film.path, "-o", out.path, "--json"] + Self.quick)
            #expect(run.status == 0)
            #expect(run.errors.isEmpty)
            let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            let playlist = try #require(report["playlist"] as? String)
            #expect(playlist == out.appending(path: "my film: one/index.m3u8").path)
            let text = try String(contentsOfFile: playlist, encoding: .utf8)
            #expect(text.contains("LANGUAGE=\"de\""))
            #expect(text.contains("NAME=\"Deutsch\""))
            #expect(try FileManager.default.contentsOfDirectory(atPath: out.path) == ["my film: one"])
            // An existing package is not overwritten.
            let again = try await IngestProgramRun([film.path, "-o", out.path] + Self.quick)
            #expect(again.status == 1)
            #expect(again.errors.contains("already exists"))
        }
    }

    @Test("The exit status says whose fault a failure is, and the other files are processed") func failures() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            let text = folder.appending(path: "text.mp4")
            try Data("no film".utf8).write(to: text)
            let out = folder.appending(path: "out").path
            let run = try await IngestProgramRun([text.path, source.address, "-o", out] + Self.quick)
            #expect(run.status == 3)
            #expect(run.errors.contains("text.mp4"))
            #expect(run.output.contains("index.m3u8"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["start"])
            for wrong in [
                [], ["a.mp4"], ["a.mp4", "-o", "b", "--catalogue", "c"], ["--work"], ["a.mp4", "-o", "b", "--sizes", "x"],
                ["a.mp4", "-o", "b", "--preset", "x"], ["a.mp4", "-o", "b", "--codecs", "vp9"], ["a.mp4", "-o", "b", "--target-ssim", "2"],
                ["a.mp4", "-o", "b", "--captions", "x"], ["a.mp4", "--catalogue", "c"],
                ["a.mp4", "-o", "b", "--channel", "c"],
            ] {
                #expect(try await IngestProgramRun(wrong).status == 2, "\(wrong)")
            }
        }
    }

    private static func catalogue(_ folder: URL) -> [String] {
        [
            "--catalogue", folder.appending(path: "c.sqlite").path, "--storage", folder.appending(path: "store").path, "--public-address",
            "http://media.example",
        ]
    }

    @Test("A file becomes a video of a channel") func catalogue() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            let run = try await IngestProgramRun(
                [source.address, "--channel", "c1", "--caption", "Hello", "--hashtags", "a,b", "--json"] + Self.catalogue(folder)
                    + Self.quick)
            #expect(run.status == 0, "\(run.errors)")
            let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            let id = try #require(report["video_id"] as? String)
            let catalogue = try await Catalogue(folder.appending(path: "c.sqlite").path)
            let video = try #require(try await catalogue.resources.find(Video.self, id: id))
            #expect(video.status == .ready)
            #expect(video.caption == "Hello")
            #expect(video.hashtags == ["a", "b"])
            #expect(video.channelID == "c1")
            try await catalogue.close()
        }
    }

    @Test("A job of a killed process is finished by the next one") func killed() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            let catalogue = try await Catalogue(folder.appending(path: "c.sqlite").path)
            let storage = try DiskStorage(folder: folder.appending(path: "store"))
            var configuration = Ingest.Configuration(publicAddress: "http://media.example")
            configuration.packager.shortSides = [180]
            configuration.packager.preset = "ultrafast"
            configuration.workFolder = folder
            let ingest = Ingest(
                catalogue: catalogue, storage: storage, uploads: Uploads(storage: storage), remote: RemoteDownloader(),
                configuration: configuration)
            let begun = try await ingest.begin(
                file: URL(filePath: source.address), as: Video(id: OpaqueID.make(), channelID: "c1"), at: Date())
            // Slow enough to be killed before it finishes.
            let output = Pipe()
            let process = try IngestProgramRun.start(
                ["--work", "--preset", "veryslow", "--sizes", "360"] + Self.catalogue(folder), output: output)
            let announced = await Task.detached { output.fileHandleForReading.availableData }.value
            #expect(String(decoding: announced, as: UTF8.self).hasPrefix("\(begun.id) began"))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let cut = try #require(try await catalogue.jobs.job(id: begun.id))
            #expect(cut.state == .running)
            #expect(cut.attempt == 1)
            // No other worker gets the job during the lease; a minute later its worker is considered lost.
            #expect(try await !ingest.worker().runOne())
            let late = JobWorker(
                jobs: catalogue.jobs, handlers: [Ingest.kind: { job, report in _ = try await PackagingAttempt(ingest, job).run(report) }],
                now: { Date().addingTimeInterval(60) })
            #expect(try await late.runOne())
            let video = try #require(try await catalogue.resources.find(Video.self, id: begun.videoID))
            #expect(video.status == .ready)
            #expect(video.height == 180)
            #expect(try await catalogue.jobs.job(id: begun.id)?.attempt == 2)
            // There is one package, and the video refers to it.
            let keys = try await storage.list(below: try #require(StorageKey("videos/\(video.id)"))).map(\.key.text)
            #expect(keys.allSatisfy { $0.contains("/\(begun.id)-2/") })
            #expect(keys.contains { $0.hasSuffix("/index.m3u8") })
            try await catalogue.close()
        }
    }
}
