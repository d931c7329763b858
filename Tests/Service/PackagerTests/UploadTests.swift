// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@testable import WindowboxPackager

@Suite("Uploads", .serialized) struct UploadTests {
    private static let noon = Date(timeIntervalSince1970: 1_763_812_800)
    private static func after(_ seconds: Double) -> Date { noon.addingTimeInterval(seconds) }

    private static func with(_ make: StoreMake, _ body: (Uploads, any MediaStorage) async throws -> Void) async throws {
        try await make.with { storage in
            var limits = Uploads.Limits()
            limits.partSize = 10
            limits.maxParts = 4
            limits.maxBytes = 1000
            limits.maxPerOwner = 3
            try await body(Uploads(storage: storage, limits: limits), storage)
        }
    }

    private static func fails(_ code: UploadError.Code, _ body: () async throws -> Void) async {
        await #expect { try await body() } throws: { ($0 as? UploadError)?.code == code }
    }

    private static let text = Array("0123456789abcdefghijABCDE".utf8)

    @Test("An upload is assembled from parts in any order, repeated, and sent to any process", arguments: StoreMake.available)
    func parts(make: StoreMake) async throws {
        try await Self.with(make) { uploads, storage in
            let upload = try await uploads.make(size: 25, owner: "me", at: Self.noon)
            #expect(upload.partSize == 10)
            #expect(upload.parts.isEmpty)
            let id = upload.id
            #expect(try await uploads.put(Array(Self.text[20...]), part: 3, of: id, owner: "me", at: Self.noon).parts == [3])
            // Another process knows all accepted parts.
            let other = Uploads(storage: storage, limits: uploads.limits)
            _ = try await other.put(Array("xxxxxxxxxx".utf8), part: 1, of: id, owner: "me", at: Self.noon)
            await Self.fails(.incomplete) { _ = try await other.complete(id, owner: "me", at: Self.noon) }
            let hash = SignatureV4.hash(Self.text[..<10])
            _ = try await other.put(Array(Self.text[..<10]), part: 1, of: id, sha256: hash.uppercased(), owner: "me", at: Self.noon)
            #expect(try await other.put(Array(Self.text[10..<20]), part: 2, of: id, owner: "me", at: Self.noon).parts == [1, 2, 3])
            #expect(try await !uploads.isComplete(id, owner: "me", at: Self.noon))
            #expect(try await uploads.complete(id, owner: "me", at: Self.noon).parts == [1, 2, 3])
            #expect(try await uploads.complete(id, owner: "me", at: Self.noon).parts == [1, 2, 3])
            await Self.fails(.completed) {
                _ = try await uploads.put(Array(Self.text[..<10]), part: 1, of: id, owner: "me", at: Self.noon)
            }
            try await TemporaryFolder.with { folder in
                let file = folder.appending(path: "whole")
                try await uploads.write(id, to: file)
                #expect(try Array(Data(contentsOf: file)) == Self.text)
            }
            try await uploads.remove(id)
            #expect(try await uploads.upload(id, owner: "me", at: Self.noon) == nil)
        }
    }

    @Test("Unannounced parts are refused and not kept") func refusals() async throws {
        try await Self.with(.disk) { uploads, storage in
            await Self.fails(.tooLarge) { _ = try await uploads.make(size: 1001, owner: "me", at: Self.noon) }
            await Self.fails(.tooLarge) { _ = try await uploads.make(size: 0, owner: "me", at: Self.noon) }
            await Self.fails(.tooLarge) { _ = try await uploads.make(size: -5, owner: "me", at: Self.noon) }
            let id = try await uploads.make(size: 25, owner: "me", at: Self.noon).id
            for (bytes, number) in [(10, 0), (10, 4), (10, -1), (9, 1), (11, 1), (10, 3), (0, 1), (10, Int.max)] {
                await Self.fails(.invalidPart) {
                    _ = try await uploads.put([UInt8](repeating: 0, count: bytes), part: number, of: id, owner: "me", at: Self.noon)
                }
            }
            await Self.fails(.checksum) {
                _ = try await uploads.put(Array(Self.text[..<10]), part: 1, of: id, sha256: "00", owner: "me", at: Self.noon)
            }
            #expect(try await uploads.upload(id, owner: "me", at: Self.noon)?.parts == [])
            // Another owner's upload, or an invalid ID, is treated as missing.
            for (id, owner) in [(id, "you"), ("nothing", "me"), ("../\(id)", "me"), ("", "me"), ("a/b", "me")] {
                #expect(try await uploads.upload(id, owner: owner, at: Self.noon) == nil)
                await Self.fails(.unknown) {
                    _ = try await uploads.put(Array(Self.text[..<10]), part: 1, of: id, owner: owner, at: Self.noon)
                }
                await Self.fails(.unknown) { _ = try await uploads.complete(id, owner: owner, at: Self.noon) }
            }
            #expect(try await storage.list(below: try #require(StorageKey("uploads"))).count == 1)
        }
    }

    @Test("A large file has larger parts, and a limited number of them") func partSizes() async throws {
        try await Self.with(.disk) { uploads, _ in
            let upload = try await uploads.make(size: 999, owner: "me", at: Self.noon)
            #expect(upload.partSize == 250)
        }
    }

    @Test("An abandoned upload expires, and an owner has a limited number of uploads") func expiry() async throws {
        try await Self.with(.disk) { uploads, storage in
            let first = try await uploads.make(size: 25, owner: "me", at: Self.noon)
            let second = try await uploads.make(size: 25, owner: "me", at: Self.noon)
            _ = try await uploads.make(size: 25, owner: "me", at: Self.noon)
            await Self.fails(.tooMany) { _ = try await uploads.make(size: 25, owner: "me", at: Self.noon) }
            _ = try await uploads.make(size: 25, owner: "you", at: Self.noon)
            let day = uploads.limits.lifetime
            _ = try await uploads.put(Array(Self.text[..<10]), part: 1, of: first.id, owner: "me", at: Self.after(day - 10))
            #expect(try await uploads.upload(second.id, owner: "me", at: Self.after(day)) == nil)
            #expect(try await uploads.removeExpired(at: Self.after(day)) == 3)
            #expect(try await uploads.upload(first.id, owner: "me", at: Self.after(day))?.parts == [1])
            #expect(try await uploads.removeExpired(at: Self.after(3 * day)) == 1)
            #expect(try await storage.list(below: try #require(StorageKey("uploads"))).isEmpty)
        }
    }

    @Test(
        "Uploads without a record that can be read stop nobody, and are removed with the others once they are old",
        arguments: StoreMake.available)
    func damaged(make: StoreMake) async throws {
        try await Self.with(make) { uploads, storage in
            let folder = try #require(StorageKey("uploads"))
            let long = [UInt8](repeating: UInt8(ascii: " "), count: 70_000)
            for (name, bytes) in [("a/upload.json", Array("{".utf8)), ("b/upload.json", long), ("c/part-00001-x", [1])] {
                try await storage.put(.bytes(bytes), at: try #require(folder.appending(name)), type: "application/json")
            }
            let now = Date()
            let own = try await uploads.make(size: 25, owner: "me", at: now)
            #expect(try await uploads.uploads(of: "me", at: now).map(\.id) == [own.id])
            // They may have been made just now, by another version.
            #expect(try await uploads.removeExpired(at: now) == 0)
            #expect(try await storage.list(below: folder).count == 4)
            let later = now.addingTimeInterval(uploads.limits.lifetime + 3600)
            #expect(try await uploads.removeExpired(at: later) == 4)
            #expect(try await storage.list(below: folder).isEmpty)
        }
    }
}
