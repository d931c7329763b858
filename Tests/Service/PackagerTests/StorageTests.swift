// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxPackager
import WindowboxServiceKit

@Suite("Storage", .serialized) struct StorageTests {
    private static func key(_ text: String) throws -> StorageKey { try #require(StorageKey(text)) }

    private static func text(_ storage: any MediaStorage, _ key: String, _ range: Range<Int64>? = nil) async throws -> String? {
        guard let pieces = try await storage.read(Self.key(key), range: range) else { return nil }
        var bytes: [UInt8] = []
        for try await piece in pieces { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("Disk storage is not accessible to other users") func permissions() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-store-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try DiskStorage(folder: folder)
        try await storage.put(.bytes([1]), at: Self.key("a/b"), type: "text/plain")
        for path in [folder, folder.appending(path: "a"), folder.appending(path: "a/b")] {
            let mode = try FileManager.default.attributesOfItem(atPath: path.path)[.posixPermissions] as? NSNumber
            #expect(try #require(mode).intValue & 0o007 == 0, "\(path.path)")
        }
    }

    @Test("Storage stores, finds, reads ranges, lists and deletes", arguments: StoreMake.available) func contract(make: StoreMake)
        async throws
    {
        try await make.with { storage in
            #expect(try await storage.find(Self.key("a/b.txt")) == nil)
            #expect(try await Self.text(storage, "a/b.txt") == nil)
            try await storage.put(.bytes(Array("hello".utf8)), at: Self.key("a/b.txt"), type: "text/plain")
            let first = try #require(try await storage.find(Self.key("a/b.txt")))
            #expect(first.size == 5)
            #expect(!first.tag.isEmpty)
            #expect(abs(first.modified.timeIntervalSinceNow) < 3600)
            #expect(try await Self.text(storage, "a/b.txt") == "hello")
            #expect(try await Self.text(storage, "a/b.txt", 1..<3) == "el")
            #expect(try await Self.text(storage, "a/b.txt", 2..<2) == "")
            try await storage.put(.bytes(Array("other text".utf8)), at: Self.key("a/b.txt"), type: "text/plain")
            #expect(try await Self.text(storage, "a/b.txt") == "other text")
            #expect(try await storage.find(Self.key("a/b.txt"))?.tag != first.tag)
            try await storage.put(.bytes([]), at: Self.key("a/empty"), type: "text/plain")
            #expect(try await Self.text(storage, "a/empty") == "")
            try await storage.put(.bytes([1]), at: Self.key("a/c/d"), type: "text/plain")
            try await storage.put(.bytes([1]), at: Self.key("ab/c"), type: "text/plain")
            #expect(try await storage.list(below: Self.key("a")).map(\.key.text) == ["a/b.txt", "a/c/d", "a/empty"])
            #expect(try await storage.list(below: Self.key("nothing")).isEmpty)
            try await storage.delete(Self.key("a/b.txt"))
            try await storage.delete(Self.key("a/b.txt"))
            #expect(try await storage.list(below: Self.key("a")).map(\.key.text) == ["a/c/d", "a/empty"])
            try await storage.deleteAll(below: Self.key("a"))
            #expect(try await storage.list(below: Self.key("a")).isEmpty)
            #expect(try await storage.find(Self.key("ab/c"))?.size == 1)
        }
    }

    @Test("A large file is stored completely", arguments: StoreMake.available) func large(make: StoreMake) async throws {
        try await make.with { storage in
            try await TemporaryFolder.with { folder in
                // More than one part of a multipart upload, and a short last one; each byte identifies its position.
                let bytes = (0..<11_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 11) }
                let file = folder.appending(path: "large")
                try Data(bytes).write(to: file)
                try await storage.put(.file(file), at: Self.key("large"), type: "video/mp4")
                #expect(try await storage.find(Self.key("large"))?.size == 11_000_000)
                var read: [UInt8] = []
                for try await piece in try #require(try await storage.read(Self.key("large"), range: nil)) { read += piece }
                #expect(read == bytes)
                var part: [UInt8] = []
                for try await piece in try #require(try await storage.read(Self.key("large"), range: 5_242_870..<5_242_890)) {
                    part += piece
                }
                #expect(part == Array(bytes[5_242_870..<5_242_890]))
                await #expect(throws: StorageError.self) { _ = try await storage.bytes(of: Self.key("large"), limit: 1000) }
            }
        }
    }

    @Test("Disk storage follows no links out of its folder, and hides drafts") func links() async throws {
        try await TemporaryFolder.with { folder in
            let outside = folder.appending(path: "outside")
            try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
            let root = folder.appending(path: "store")
            let storage = try DiskStorage(folder: root)
            try FileManager.default.createSymbolicLink(at: root.appending(path: "link"), withDestinationURL: outside)
            await #expect(throws: StorageError.self) {
                try await storage.put(.bytes([1]), at: Self.key("link/file"), type: "text/plain")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
            try Data([1]).write(to: outside.appending(path: "secret"))
            try FileManager.default.createSymbolicLink(
                at: root.appending(path: "secret"), withDestinationURL: outside.appending(path: "secret"))
            #expect(try await storage.find(Self.key("secret")) == nil)
            #expect(try await Self.text(storage, "secret") == nil)
            // Leftovers of a killed process.
            try FileManager.default.createDirectory(at: root.appending(path: "a/.drafts"), withIntermediateDirectories: true)
            await #expect(throws: StorageError.self) {
                try await storage.put(.file(folder.appending(path: "missing")), at: Self.key("a/b"), type: "text/plain")
            }
            #expect(try await storage.list(below: Self.key("a")).isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: root.appending(path: ".drafts").path).isEmpty)
        }
    }

    @Test("A full disk is reported, and no partial file is left") func full() async throws {
        // A file system of one megabyte; only root may mount one.
        try await TemporaryFolder.with { folder in
            let place = folder.appending(path: "small")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            guard mount("tmpfs", place.path, "tmpfs", 0, "size=1m") == 0 else { return }
            defer { umount2(place.path, Int32(MNT_DETACH)) }
            let storage = try DiskStorage(folder: place)
            let bytes = [UInt8](repeating: 7, count: 700_000)
            try await storage.put(.bytes(bytes), at: Self.key("one"), type: "text/plain")
            await #expect { try await storage.put(.bytes(bytes), at: Self.key("two"), type: "text/plain") } throws: {
                ($0 as? StorageError)?.isFull == true
            }
            await #expect { try await storage.put(.bytes(bytes), at: Self.key("one"), type: "text/plain") } throws: {
                ($0 as? StorageError)?.isFull == true
            }
            #expect(try await storage.find(Self.key("two")) == nil)
            #expect(try await storage.find(Self.key("one"))?.size == 700_000)
            try await storage.put(.bytes([1]), at: Self.key("three"), type: "text/plain")
        }
    }

    @Test("Storage is configured in a single line") func setting() throws {
        let keys = ["AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "hidden"]
        #expect(try StorageSetting.open("s3://bucket/a/b?endpoint=http://host&region=x", environment: keys) is S3Storage)
        for setting in ["", "ftp://a", "s3://bucket/../x", "s3://user:word@bucket", "s3://bucket?endpoint=file:///etc", "s3://b%2Fc"] {
            #expect("\(setting)") { _ = try StorageSetting.open(setting, environment: keys) } throws: {
                $0 is StorageError && !"\($0)".contains("hidden") && !"\($0)".contains("word@")
            }
        }
        #expect(throws: StorageError.self) { _ = try StorageSetting.open("s3://bucket", environment: [:]) }
    }

    @Test("S3 errors are explained without the secret key") func refusals() async throws {
        guard StoreMake.available.contains(.s3) else { return }
        let server = try await S3Server.shared()
        let missing = try S3Storage(server.configuration(bucket: "not-there-\(UUID().uuidString.lowercased())"))
        await #expect { try await missing.put(.bytes([1]), at: Self.key("a"), type: "text/plain") } throws: {
            "\($0)".contains("NoSuchBucket") && $0 is StorageError
        }
        let closed = try S3Storage(
            .init(endpoint: "http://127.0.0.1:1", bucket: "b", region: "us-east-1", accessKey: "k", secret: "hidden-word"))
        await #expect { try await closed.put(.bytes([1]), at: Self.key("a"), type: "text/plain") } throws: {
            ($0 as? StorageError)?.canRetry == true && !"\($0)".contains("hidden-word")
        }
    }
}
