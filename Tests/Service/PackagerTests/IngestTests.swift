// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxKit
import WindowboxOrigin

@testable import WindowboxPackager

@Suite("Imports", .serialized) struct IngestTests {
    private struct Bench {
        let ingest: Ingest
        let catalogue: Catalogue
        let storage: DiskStorage
        let uploads: Uploads
        let folder: URL
    }

    private final class Faults: Sendable { let text = Mutex("") }

    private static func with(imports: (any MediaStorage)? = nil, _ body: (Bench) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let catalogue = try await Catalogue(folder.appending(path: "catalogue.sqlite").path)
            let storage = try DiskStorage(folder: folder.appending(path: "store"))
            let uploads = Uploads(storage: storage)
            var configuration = Ingest.Configuration(publicAddress: "http://media.example/m")
            configuration.packager.shortSides = [180]
            configuration.packager.preset = "ultrafast"
            configuration.workFolder = folder.appending(path: "work")
            configuration.store = imports
            let ingest = Ingest(
                catalogue: catalogue, storage: storage, uploads: uploads, remote: RemoteDownloader(rule: .any), configuration: configuration
            )
            do {
                try await body(Bench(ingest: ingest, catalogue: catalogue, storage: storage, uploads: uploads, folder: folder))
            } catch {
                try? await catalogue.close()
                throw error
            }
            try await catalogue.close()
        }
    }

    private static func request(_ text: String) throws -> VideoImportRequest {
        try ContractJSON.decode(VideoImportRequest.self, from: text)
    }

    @Test("An import by key fetches the file from the import store, only for its own business", arguments: StoreMake.available)
    func object(_ make: StoreMake) async throws {
        let file = try GeneratedStreams.named("file-start-mp4")
        try await make.with { store in
            try await store.put(.file(URL(filePath: file.address)), at: try #require(StorageKey("b1/a.mp4")), type: "video/mp4")
            try await Self.with(imports: store) { bench in
                let request = try Self.request(#"{"channel_id": "c1", "s3_key": "a.mp4"}"#)
                await #expect(throws: UploadError.self) {
                    _ = try await bench.ingest.begin(request, owner: "me", business: "b2", at: Date())
                }
                let begun = try await bench.ingest.begin(request, owner: "me", business: "b1", at: Date())
                #expect(try await bench.ingest.worker().runOne())
                let video = try #require(try await bench.catalogue.resources.find(Video.self, id: begun.videoID))
                #expect(video.status == .ready)
                #expect(video.height == 180)
            }
        }
    }

    @Test("An import of an upload becomes a ready video with everything that players need") func upload() async throws {
        let file = try GeneratedStreams.named("file-start-mp4")
        try await Self.with { bench in
            let bytes = Array(try Data(contentsOf: URL(filePath: file.address)))
            let upload = try await bench.uploads.make(size: Int64(bytes.count), owner: "me", at: Date())
            let request = try Self.request(#"{"channel_id": "c1", "upload_id": "\#(upload.id)", "caption": "Hello", "hashtags": ["a"]}"#)
            await #expect(throws: UploadError.self) { _ = try await bench.ingest.begin(request, owner: "me", at: Date()) }
            for (number, start) in stride(from: 0, to: bytes.count, by: Int(upload.partSize)).enumerated() {
                let part = Array(bytes[start..<min(bytes.count, start + Int(upload.partSize))])
                _ = try await bench.uploads.put(part, part: number + 1, of: upload.id, owner: "me", at: Date())
            }
            _ = try await bench.uploads.complete(upload.id, owner: "me", at: Date())
            await #expect(throws: UploadError.self) { _ = try await bench.ingest.begin(request, owner: "you", at: Date()) }
            let begun = try await bench.ingest.begin(request, owner: "me", key: "k", at: Date())
            #expect(begun.status == .pending)
            #expect(try await bench.ingest.begin(request, owner: "me", key: "k", at: Date()).videoID == begun.videoID)
            #expect(try await bench.ingest.worker().runOne())
            #expect(try await !bench.ingest.worker().runOne())
            let done = try #require(try await bench.ingest.progress(of: begun.id))
            #expect(done.status == .ready)
            #expect(done.progress == 1)
            #expect(done.error == nil)
            let video = try #require(try await bench.catalogue.resources.find(Video.self, id: begun.videoID))
            #expect(video.status == .ready)
            #expect(video.caption == "Hello")
            #expect(video.hashtags == ["a"])
            #expect(video.publishedAt != nil)
            #expect(abs(video.durationMS - 12_000) < 100)
            #expect(video.height == 180)
            #expect(video.orientation == .landscape)
            #expect(video.renditions.count == 1)
            #expect(video.posterURL != nil)
            #expect(video.gifURL != nil)
            let address = try #require(video.hlsURL)
            #expect(address.hasPrefix("http://media.example/m/videos/\(video.id)/"))
            let key = try #require(StorageKey(String(address.dropFirst("http://media.example/m/".count))))
            let run = await RecordedRun.play([bench.storage.path(of: key)])
            #expect(run.end == .ended)
            #expect(run.numbers == (0..<360).map(Optional.some))
            // The upload is not kept twice, and no temporary files remain.
            #expect(try await bench.uploads.upload(upload.id, owner: "me", at: Date()) == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.appending(path: "work").path).isEmpty)
        }
    }

    @Test(
        "An import of a file that is no video fails at once with a reason",
        arguments: [
            "this is no video", "PK\u{3}\u{4}\u{14}\0\0\0\u{8}\0movie.mp4", "\u{1F}\u{8B}\u{8}\0", "<?xml version=\"1.0\"?><svg/>",
            "ffconcat version 1.0\nfile /etc/passwd",
        ])
    func failure(content: String) async throws {
        let origin = try await Origin { _ in .text(content) }
        try await Self.with { bench in
            let begun = try await bench.ingest.begin(
                Self.request(#"{"channel_id": "c1", "url": "\#(origin.address)/a.mp4"}"#), owner: "me", at: Date())
            #expect(try await bench.ingest.worker().runOne())
            let done = try #require(try await bench.ingest.progress(of: begun.id))
            let error = try #require(done.error)
            #expect(done.status == .failed)
            #expect(error.contains("can't be read as video"))
            // The error reveals neither local paths nor memory addresses.
            #expect(!error.contains(bench.folder.path), "\(error)")
            #expect(!error.contains("windowbox-"), "\(error)")
            #expect(!error.contains("0x"), "\(error)")
            #expect(error.contains("the file:") || error.contains("its format is not known"), "\(error)")
            #expect(try await bench.catalogue.resources.find(Video.self, id: begun.videoID)?.status == .failed)
        }
        await origin.stop()
    }

    @Test("An import keeps its signed URL while it can be retried, and removes it afterwards", arguments: [true, false])
    func signedAddress(isFound: Bool) async throws {
        let origin = try await Origin { _ in isFound ? .text("no video") : .text("", status: 503) }
        try await Self.with { bench in
            let address = "\(origin.address)/private/a.mp4?X-Signature=s3cret"
            let begun = try await bench.ingest.begin(
                Self.request(#"{"channel_id": "c1", "url": "\#(address)"}"#), owner: "me", key: "k", at: Date())
            func reported() async throws -> String {
                let job = try #require(try await bench.catalogue.jobs.job(id: begun.id))
                return try ContractJSON.text(job.payload) + (job.fault ?? "")
            }
            let faults = Faults()
            var worker = JobWorker.Configuration()
            worker.backOff = BackOff(first: 0, longest: 0)
            worker.onEvent = { event in
                if case .failed(_, let fault, _) = event { faults.text.withLock { $0 += fault } }
            }
            #expect(try await reported().contains("s3cret"))
            while try await bench.ingest.worker(worker).runOne() {}
            let logged = faults.text.withLock { $0 }
            #expect(!logged.isEmpty)
            #expect(!logged.contains("s3cret"))
            #expect(try await bench.ingest.progress(of: begun.id)?.status == .failed)
            let left = try await reported()
            #expect(!left.contains("s3cret"))
            #expect(!left.contains("a.mp4"))
            // The import still knows its video.
            #expect(try await bench.ingest.progress(of: begun.id)?.videoID == begun.videoID)
        }
        await origin.stop()
    }

    @Test("An import of a deleted video leaves nothing behind") func deleted() async throws {
        let file = try GeneratedStreams.named("file-start-mp4")
        try await Self.with { bench in
            let begun = try await bench.ingest.begin(
                file: URL(filePath: file.address), as: Video(id: OpaqueID.make(), channelID: "c1"), at: Date())
            _ = try await bench.catalogue.resources.delete(Video.self, id: begun.videoID)
            #expect(try await bench.ingest.worker().runOne())
            #expect(try await bench.ingest.progress(of: begun.id)?.status == .failed)
            #expect(try await bench.storage.list(below: try #require(StorageKey("videos"))).isEmpty)
        }
    }

    @Test("An import without a source, with two, or with a refused URL is rejected") func refusals() async throws {
        try await Self.with { bench in
            let closed = Ingest(
                catalogue: bench.catalogue, storage: bench.storage, uploads: bench.uploads, remote: RemoteDownloader(),
                configuration: bench.ingest.configuration)
            for body in [
                #"{"channel_id": "c1"}"#, #"{"channel_id": "c1", "url": "http://127.0.0.1/", "upload_id": "a"}"#,
                #"{"channel_id": "c1", "url": "http://127.0.0.1/a"}"#, #"{"channel_id": "c1", "upload_id": "../x"}"#,
            ] {
                let request = try Self.request(body)
                await #expect(throws: UploadError.self) { _ = try await closed.begin(request, owner: "me", at: Date()) }
            }
        }
    }

    @Test("Packaging a video again keeps the former package for current viewers, and deletes it later")
    func replacement() async throws {
        let file = URL(filePath: try GeneratedStreams.named("file-start-mp4").address)
        try await Self.with { bench in
            let begun = try await bench.ingest.begin(file: file, as: Video(id: OpaqueID.make(), channelID: "c1"), at: Date())
            #expect(try await bench.ingest.worker().runOne())
            func package() async throws -> StorageKey {
                let video = try #require(try await bench.catalogue.resources.find(Video.self, id: begun.videoID))
                return try #require(video.hlsURL?.packageKey(below: "http://media.example/m"))
            }
            let previous = try await package()
            try await bench.ingest.packageNow(file, captions: [:], video: begun.videoID)
            let present = try await package()
            #expect(previous != present)
            let kept = try await bench.storage.list(below: previous)
            #expect(!kept.isEmpty)
            // Until no URL and no session can refer to it.
            let life = bench.ingest.configuration.replacedPackageSeconds
            #expect(life >= 86_400)
            func job(after seconds: Double) async throws -> Job? {
                try await bench.catalogue.jobs.take(
                    kinds: [Ingest.removal], worker: "w", for: 60, at: Date().addingTimeInterval(seconds))
            }
            #expect(try await job(after: life - 60) == nil)
            try await bench.ingest.remove(try #require(try await job(after: life + 60)))
            let left = try await bench.storage.list(below: previous)
            #expect(left.isEmpty)
            // One that is still in use is not deleted, whatever was scheduled.
            try await bench.ingest.removeLater(present, ofVideo: begun.videoID, at: Date())
            try await bench.ingest.remove(try #require(try await job(after: life + 60)))
            let used = try await bench.storage.list(below: present)
            #expect(!used.isEmpty)
        }
    }

    @Test("Packaging deletes nothing but the video's own files, whatever its owner wrote as its address")
    func foreignFiles() async throws {
        let file = URL(filePath: try GeneratedStreams.named("file-start-mp4").address)
        try await Self.with { bench in
            let other = try await bench.ingest.begin(file: file, as: Video(id: OpaqueID.make(), channelID: "c2"), at: Date())
            #expect(try await bench.ingest.worker().runOne())
            let films = try #require(StorageKey("videos"))
            let package = try #require(StorageKey("videos/\(other.videoID)"))
            let theirs = try await bench.storage.list(below: package).map(\.key)
            #expect(!theirs.isEmpty)
            let address = try #require(try await bench.catalogue.resources.find(Video.self, id: other.videoID)?.hlsURL)
            let later = Date().addingTimeInterval(bench.ingest.configuration.replacedPackageSeconds + 60)
            for wrong in [address, "http://media.example/m/videos/index.m3u8"] {
                let begun = try await bench.ingest.begin(file: file, as: Video(id: OpaqueID.make(), channelID: "c1"), at: Date())
                _ = try await bench.catalogue.resources.update(Video.self, id: begun.videoID, at: Date()) { $0.hlsURL = wrong }
                #expect(try await bench.ingest.worker().runOne())
                // Also those that an earlier version has scheduled.
                try await bench.ingest.removeLater(package, ofVideo: begun.videoID, at: Date())
                try await bench.ingest.removeLater(films, ofVideo: begun.videoID, at: Date())
                while let job = try await bench.catalogue.jobs.take(kinds: [Ingest.removal], worker: "w", for: 60, at: later) {
                    try await bench.ingest.remove(job)
                    _ = try await bench.catalogue.jobs.complete(job)
                }
                #expect(try await bench.storage.list(below: package).map(\.key) == theirs, "\(wrong)")
            }
        }
    }
}
