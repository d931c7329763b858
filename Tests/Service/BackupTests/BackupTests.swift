// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager
import WindowboxServiceKit

@testable import WindowboxBackup

@Suite("Backups", .timeLimit(.minutes(5))) struct BackupTests {
    /// Databases and kinds of stores.
    private static let kinds: [(Make, bucket: Bool)] =
        Make.available.map { ($0, false) } + (S3Server.program == nil ? [] : Make.available.prefix(1).map { ($0, true) })

    @Test("A destroyed service is restored with everything it had", arguments: kinds)
    func restored(make: Make, bucket: Bool) async throws {
        try await BackedUpPlatform.with(make, bucket: bucket) { platform in
            try await platform.fill()
            let before = try await BackedUpPlatform.content(of: platform.service)
            #expect(before.videos.count == 5)
            #expect(before.feed.count == 5)
            #expect(before.media.count == 15)
            let report = try await BackupFolder(creating: platform.backup).add(platform.service, at: BackedUpPlatform.noon)
            #expect(report.objects == 15)
            try FileManager.default.removeItem(at: platform.folder.appending(path: "service"))
            let backup = try BackupFolder(existing: platform.backup)
            var faults: [String] = []
            #expect(try await backup.verify { faults.append($0) }.objects == 15)
            #expect(faults == [])
            let target = try await platform.emptyTarget("other", make, bucket: bucket)
            #expect(try await backup.restore(to: target).files == 15)
            #expect(try await BackedUpPlatform.content(of: target) == before)
            // New rows get numbers that no old one has.
            try await withCatalogue(target) { try await BackedUpPlatform.add(6, to: $0, try #require(target.media)) }
            #expect(try await BackedUpPlatform.content(of: target).feed.count == 6)
        }
    }

    @Test("Unchanged media are neither read nor stored again, and equal contents are stored once") func incremental() async throws {
        try await BackedUpPlatform.with { platform in
            try await platform.fill()
            let backup = try BackupFolder(creating: platform.backup)
            let first = try await backup.add(platform.service, at: BackedUpPlatform.noon)
            #expect(first.files == 15)
            #expect(first.newBytes == first.bytes - 4 * 5000)
            let second = try await backup.add(platform.service, at: BackedUpPlatform.noon)
            #expect(second.files == 0)
            #expect(second.objects == 15)
            #expect(second.snapshot == first.snapshot + "-2")
            try await platform.fill(6...6)
            let key = try #require(StorageKey("videos/v1/x/index.m3u8"))
            try await platform.storage().put(.bytes(Array("#EXTM3U\n# x\n".utf8)), at: key, type: "")
            let third = try await backup.add(platform.service, at: BackedUpPlatform.noon)
            #expect(third.files == 4)
            #expect(third.objects == 18)
            #expect(backup.names == [first.snapshot, second.snapshot, third.snapshot])
            // Each snapshot keeps its own state.
            for (name, text) in [(first.snapshot, "# 1"), (third.snapshot, "# x")] {
                let target = try await platform.emptyTarget(name)
                _ = try await backup.restore(name, to: target)
                let bytes = try #require(try await target.media?.bytes(of: key))
                #expect(String(decoding: bytes, as: UTF8.self) == "#EXTM3U\n\(text)\n")
            }
        }
    }

    @Test("Snapshots beyond the number to keep are deleted, with the media that only they had") func pruned() async throws {
        try await BackedUpPlatform.with { platform in
            try await platform.fill(1...2)
            let backup = try BackupFolder(creating: platform.backup)
            let first = try await backup.add(platform.service, at: BackedUpPlatform.noon)
            try await platform.storage().deleteAll(below: try #require(StorageKey("videos/v1")))
            let second = try await backup.add(platform.service, at: BackedUpPlatform.noon.addingTimeInterval(1))
            let third = try await backup.add(platform.service, keeping: 2, at: BackedUpPlatform.noon.addingTimeInterval(2))
            #expect(third.deleted == [first.snapshot])
            #expect(backup.names == [second.snapshot, third.snapshot])
            let kept = Set(BackedUpPlatform.contents(2).map { FileDigest.text(of: $0.bytes) })
            #expect(Set(Self.objects(of: backup)) == kept)
            var faults: [String] = []
            for name in backup.names { _ = try await backup.verify(name) { faults.append($0) } }
            #expect(faults == [])
        }
    }

    @Test("Files of others in the folder are neither counted as snapshots nor deleted") func others() async throws {
        try await BackedUpPlatform.with { platform in
            try await platform.fill(1...1)
            let backup = try BackupFolder(creating: platform.backup)
            let first = try await backup.add(platform.service, at: BackedUpPlatform.noon)
            let folder = try #require(Self.objects(of: backup).first).prefix(2)
            let others = [
                backup.snapshots.appending(path: "zfs"), backup.snapshots.appending(path: "20261126"),
                backup.snapshots.appending(path: ".snapshot"), backup.objects.appending(path: ".keep"),
                backup.objects.appending(path: "\(folder)/README"),
            ]
            for other in others { try Data("x".utf8).write(to: other) }
            #expect(backup.names == [first.snapshot])
            let second = try await backup.add(platform.service, keeping: 1, at: BackedUpPlatform.noon.addingTimeInterval(1))
            #expect(second.deleted == [first.snapshot])
            #expect(backup.names == [second.snapshot])
            for other in others { #expect(FileManager.default.fileExists(atPath: other.path), "\(other.path)") }
            var faults: [String] = []
            _ = try await backup.verify { faults.append($0) }
            #expect(faults == [])
        }
    }

    @Test("The new snapshot is kept after the clock was set back") func clockSetBack() async throws {
        try await BackedUpPlatform.with { platform in
            try await platform.fill(1...1)
            let backup = try BackupFolder(creating: platform.backup)
            let early = try await backup.add(platform.service, at: BackedUpPlatform.noon)
            let late = try await backup.add(platform.service, keeping: 1, at: BackedUpPlatform.noon.addingTimeInterval(-3600))
            #expect(late.deleted == [early.snapshot])
            #expect(backup.names == [late.snapshot])
        }
    }

    @Test("Snapshots of one second are in the order of their numbers") func order() {
        let names = ["20261126T190000Z-10", "20261126T190000Z-2", "20261126T190000Z", "20251126T190000Z"].compactMap { SnapshotName($0) }
        #expect(
            names.sorted().map(\.text) == ["20251126T190000Z", "20261126T190000Z", "20261126T190000Z-2", "20261126T190000Z-10"])
        for text in ["", "x", "20261126T190000", "20261126T190000Zx", "20261126T190000Z-", "20261126T190000Z-1", "20261126T190000Z-02"] {
            #expect(SnapshotName(text) == nil, "\(text)")
        }
    }

    private static func objects(of backup: BackupFolder) -> [String] {
        let names = FileManager.default.enumerator(atPath: backup.objects.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.contains("/") }.map { String($0.dropFirst(3)) }
    }

    @Test("A backup of a service that writes all the time has the media of each of its videos", arguments: Make.available)
    func writing(make: Make) async throws {
        try await BackedUpPlatform.with(make) { platform in
            try await platform.fill(1...20)
            let isDone = Mutex(false)
            async let written = {
                var number = 100
                try await withCatalogue(platform.service) { catalogue in
                    while !isDone.withLock({ $0 }) {
                        number += 1
                        try await BackedUpPlatform.add(number, to: catalogue, try platform.storage())
                        // One of the first twenty goes each time.
                        let old = "v\(number - 100)"
                        guard try await catalogue.resources.delete(Video.self, id: old) else { continue }
                        try await platform.storage().deleteAll(below: try #require(StorageKey("videos/\(old)")))
                    }
                }
                return number - 100
            }()
            let backup = try BackupFolder(creating: platform.backup)
            for second in 0..<3 {
                do { _ = try await backup.add(platform.service, at: BackedUpPlatform.noon.addingTimeInterval(Double(second))) } catch {
                    isDone.withLock { $0 = true }
                    throw error
                }
            }
            isDone.withLock { $0 = true }
            #expect(try await written > 0)
            for name in backup.names {
                var faults: [String] = []
                _ = try await backup.verify(name) { faults.append($0) }
                #expect(faults == [])
                let target = try await platform.emptyTarget(name, make)
                _ = try await backup.restore(name, to: target)
                let content = try await BackedUpPlatform.content(of: target)
                #expect(!content.videos.isEmpty)
                for video in content.videos.values {
                    let base = try #require(video.hlsURL).dropFirst("/media/".count).replacing("/index.m3u8", with: "")
                    for (file, bytes) in BackedUpPlatform.contents(Int(video.id.dropFirst()) ?? 0) {
                        #expect(content.media["\(base)/\(file)"] == bytes, "\(name): \(base)/\(file)")
                    }
                }
            }
        }
    }

    @Test("Two backups don't use a folder at the same time") func locked() async throws {
        try await BackedUpPlatform.with { platform in
            try await platform.fill(1...1)
            let backup = try BackupFolder(creating: platform.backup)
            try await backup.locked {
                let error = await #expect(throws: BackupError.self) { try await backup.add(platform.service, at: BackedUpPlatform.noon) }
                #expect(error?.description.contains("Another process") == true)
            }
            _ = try await backup.add(platform.service, at: BackedUpPlatform.noon)
        }
    }

    @Test("A folder with other files is not made a backup, and what is not a backup is not restored") func otherFolders() async throws {
        try await BackedUpPlatform.with { platform in
            try await platform.fill(1...1)
            #expect(throws: BackupError.self) { try BackupFolder(creating: platform.folder.appending(path: "service")) }
            #expect(throws: BackupError.self) { try BackupFolder(existing: platform.folder) }
            let empty = try BackupFolder(creating: platform.backup)
            await #expect(throws: BackupError.self) { try await empty.restore(to: platform.emptyTarget()) }
            let mode = try FileManager.default.attributesOfItem(atPath: platform.backup.path)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
    }

    @Test("Files whose names can't be keys are reported") func unnamed() async throws {
        try await BackedUpPlatform.with { platform in
            try await platform.fill(1...1)
            let file = platform.folder.appending(path: "service/media/my film.mp4")
            try Data("x".utf8).write(to: file)
            let report = try await BackupFolder(creating: platform.backup).add(platform.service, at: BackedUpPlatform.noon)
            #expect(report.leftOut == ["my film.mp4"])
        }
    }

    @Test("A database that is not there is an error, and leaves no snapshot") func noDatabase() async throws {
        try await BackedUpPlatform.with { platform in
            let backup = try BackupFolder(creating: platform.backup)
            await #expect(throws: CatalogueError.self) { try await backup.add(platform.service, at: BackedUpPlatform.noon) }
            #expect(backup.names == [])
            #expect(!FileManager.default.fileExists(atPath: platform.service.database))
        }
    }
}
