// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager
import WindowboxServiceKit

@testable import WindowboxBackup

@Suite("Refused restores", .timeLimit(.minutes(5))) struct RestorationTests {
    /// A backup with one snapshot.
    private static func with(
        _ make: Make = .sqlite, _ body: (BackedUpPlatform, BackupFolder) async throws -> Void
    ) async throws {
        try await BackedUpPlatform.with(make) { platform in
            try await platform.fill(1...2)
            let backup = try BackupFolder(creating: platform.backup)
            _ = try await backup.add(platform.service, at: BackedUpPlatform.noon)
            try await body(platform, backup)
        }
    }

    private static func files(of folder: URL) -> [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).filter {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder.appending(path: $0).path, isDirectory: &isFolder)
            return !isFolder.boolValue && !$0.hasPrefix(".")
        }.sorted()
    }

    @Test("One wrong bit in any file of a backup is found by the check and stops a restore, whose database stays missing")
    func damaged() async throws {
        try await Self.with { platform, backup in
            let files = Self.files(of: backup.url)
            #expect(files.count == 6 + 5)
            for (number, name) in files.enumerated() {
                let file = backup.url.appending(path: name)
                let sound = try Data(contentsOf: file)
                var bytes = sound
                bytes[bytes.count / 2] ^= 1
                try bytes.write(to: file)
                await Self.expectDamage(backup, "a bit of \(name)")
                let target = try await platform.emptyTarget("t\(number)")
                await #expect(throws: BackupError.self, "\(name)") { try await backup.restore(to: target) }
                #expect(!FileManager.default.fileExists(atPath: target.database), "\(name)")
                for damage in [Data(), sound.prefix(sound.count - 1)] {
                    try damage.write(to: file)
                    await Self.expectDamage(backup, "the end of \(name)")
                }
                try FileManager.default.removeItem(at: file)
                await Self.expectDamage(backup, "all of \(name)")
                try sound.write(to: file)
            }
            // Undamaged again.
            let target = try await platform.emptyTarget()
            _ = try await backup.restore(to: target)
            #expect(try await BackedUpPlatform.content(of: target) == BackedUpPlatform.content(of: platform.service))
        }
    }

    private static func expectDamage(_ backup: BackupFolder, _ what: String) async {
        var faults: [String] = []
        do { _ = try await backup.verify { faults.append($0) } } catch { faults.append("\(error)") }
        #expect(!faults.isEmpty, "\(what)")
    }

    @Test("Snapshots of later versions are refused, and the target stays empty", arguments: Make.available)
    func newer(make: Make) async throws {
        try await Self.with(make) { platform, backup in
            let place = backup.snapshot(try #require(backup.names.first))
            let manifest = try BackupManifest.read(in: place)
            var format = manifest
            format.format = 2
            var steps = manifest
            steps.database.steps.append("catalogue 99")
            for (newer, cause) in [(format, "format 2"), (steps, "catalogue 99")] {
                let data = try newer.encoded
                try data.write(to: place.appending(path: BackupManifest.name))
                try BackupManifest.checksumText(of: data).write(to: place.appending(path: BackupManifest.checksum))
                let target = try await platform.emptyTarget(cause, make)
                await #expect { try await backup.restore(to: target) } throws: {
                    "\($0)".contains(cause) && "\($0)".contains("ater version")
                }
                #expect(Self.files(of: platform.folder.appending(path: cause)) == [])
            }
        }
    }

    @Test("A service is not restored over another one, nor with another kind of database", arguments: Make.available)
    func occupied(make: Make) async throws {
        try await Self.with(make) { platform, backup in
            let before = try await BackedUpPlatform.content(of: platform.service)
            await #expect { try await backup.restore(to: platform.service) } throws: {
                ($0 as? BackupError)?.isOccupied == true
            }
            #expect(try await BackedUpPlatform.content(of: platform.service) == before)
            for other in Make.available where other != make {
                let target = try await platform.emptyTarget("other", other)
                await #expect(throws: BackupError.self) { try await backup.restore(to: target) }
            }
        }
    }

    /// What may be in the way.
    enum Obstacle: String, CaseIterable, Sendable { case log, sessions, media, changedMedia, secrets }

    @Test("Anything that is not from the snapshot is in the way of a restore, and stays as it is", arguments: Obstacle.allCases)
    func inTheWay(obstacle: Obstacle) async throws {
        try await Self.with { platform, backup in
            let target = try await platform.emptyTarget()
            let media = target.database.replacing("catalogue.sqlite", with: "media")
            let path =
                switch obstacle {
                case .log: target.database + "-wal"
                case .sessions: target.database + "-feeds"
                case .media: media + "/videos/other.mp4"
                case .changedMedia: media + "/videos/v1/x/index.m3u8"
                case .secrets: try #require(target.secretFile)
                }
            let file = URL(fileURLWithPath: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("#EXTM3U\n# 7\n".utf8).write(to: file)
            await #expect { try await backup.restore(to: target) } throws: { ($0 as? BackupError)?.isOccupied == true }
            #expect(Self.files(of: platform.folder.appending(path: "other")).count == 1)
            #expect(FileManager.default.contents(atPath: path) == Data("#EXTM3U\n# 7\n".utf8))
            try FileManager.default.removeItem(at: file)
            _ = try await backup.restore(to: target)
            #expect(try await BackedUpPlatform.content(of: target) == BackedUpPlatform.content(of: platform.service))
        }
    }

    @Test("Media that are there already are kept, as after an interrupted restore") func continued() async throws {
        try await Self.with { platform, backup in
            let target = try await platform.emptyTarget()
            let (file, bytes) = BackedUpPlatform.contents(1)[1]
            try await target.media?.put(.bytes(bytes), at: try #require(StorageKey("videos/v1/x/\(file)")), type: "")
            try FileManager.default.copyItem(atPath: platform.secretFile, toPath: try #require(target.secretFile))
            let report = try await backup.restore(to: target)
            #expect(report.files == 5)
            #expect(report.objects == 6)
            #expect(try await BackedUpPlatform.content(of: target) == BackedUpPlatform.content(of: platform.service))
        }
    }
}

@Suite("Lists of media") struct MediaListTests {
    private static let digest = String(repeating: "0a", count: 32)

    private static func read(_ text: String) throws -> [MediaList.Entry] {
        let file = FileManager.default.temporaryDirectory.appending(path: "wb-list-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var reader = try MediaList.Reader(file)
        var entries: [MediaList.Entry] = []
        while let entry = try reader.next() { entries.append(entry) }
        return entries
    }

    @Test("A list cut anywhere but behind a line is damaged") func cut() throws {
        let lines = ["a/b", "a/c.mp4", "b"].map { "\(Self.digest) 12 1-2-3 \($0)\n" }
        let text = lines.joined()
        for count in 0...text.utf8.count {
            let part = String(text.prefix(count))
            if part.isEmpty || part.hasSuffix("\n") {
                #expect(try Self.read(part).count == part.count { $0 == "\n" })
            } else {
                #expect(throws: BackupError.self) { try Self.read(part) }
            }
        }
        #expect(try Self.read(text).map(\.key.text) == ["a/b", "a/c.mp4", "b"])
    }

    @Test(
        "Absurd lines are damage",
        arguments: [
            "x 12 t a", "\(digest) -1 t a", "\(digest) 99999999999999999999 t a", "\(digest) 1 t ../a", "\(digest) 1 t a b", "",
            "\(digest.uppercased()) 1 t a", "\(digest) 1 t a\n\(digest) 1 t a", "\(digest) 1 t b\n\(digest) 1 t a",
            String(repeating: "x", count: 100_000),
        ])
    func absurd(line: String) { #expect(throws: BackupError.self) { try Self.read(line + "\n") } }

    @Test("A version with spaces or other characters stays one word") func tags() throws {
        let key = try #require(StorageKey("a"))
        let entry = MediaList.Entry(sha256: Self.digest, size: 1, tag: "a b\nc\u{E9}", key: key)
        #expect(MediaList.Entry(line: entry.line.dropLast()) == entry)
        #expect(entry.isSame(as: StoredObject(key: key, size: 1, tag: "a b\nc\u{E9}", modified: .distantPast)))
        #expect(!entry.isSame(as: StoredObject(key: key, size: 1, tag: "b", modified: .distantPast)))
    }
}
