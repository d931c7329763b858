// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A folder of backups: snapshots, each with a database, and the media of all of them, each content once.
///
/// `snapshots/TIME/` has a manifest, the database, the secrets and the list of media. `objects/ab/abcd…` are media, named after their
/// SHA-256. What is in a folder or under a name that begins with a dot is unfinished.
public struct BackupFolder: Sendable {
    public let url: URL

    /// - Throws: ``BackupError``, if it isn't a folder of backups.
    public init(existing url: URL) throws {
        self.url = url
        guard FileManager.default.fileExists(atPath: snapshots.path) else {
            throw BackupError.unknown("\(url.path) is not a backup: it has no folder snapshots. Name the folder given to the backup.")
        }
    }

    /// Creates the folder if there is none. Only its owner can read it, because it contains secrets.
    /// - Throws: ``BackupError``, also if something else is in it.
    public init(creating url: URL) throws {
        self.url = url
        let manager = FileManager.default
        do {
            let found = (try? manager.contentsOfDirectory(atPath: url.path)) ?? []
            guard found.isEmpty || found.contains("snapshots") else {
                throw BackupError.occupied(url.path, "contains other files")
            }
            for folder in [url, snapshots, objects] {
                try manager.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
        } catch let error as BackupError { throw error } catch { throw BackupError.failed(url.path, error.localizedDescription) }
    }

    var snapshots: URL { url.appending(path: "snapshots") }
    var objects: URL { url.appending(path: "objects") }

    func object(_ sha256: String) -> URL { objects.appending(path: "\(sha256.prefix(2))/\(sha256)") }
    func snapshot(_ name: String) -> URL { snapshots.appending(path: name) }

    /// The names of the finished snapshots, oldest first.
    public var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: snapshots.path)) ?? []).compactMap { SnapshotName($0) }.sorted().map(\.text)
    }

    /// - Parameter name: of a snapshot; nil for the newest one.
    func find(_ name: String?) throws -> String {
        guard let found = name ?? names.last else { throw BackupError.unknown("There is no finished snapshot in \(url.path).") }
        guard names.contains(found) else {
            throw BackupError.unknown("There is no snapshot \(found). There are: \(names.joined(separator: ", ")).")
        }
        return found
    }

    /// `20261126T190000Z`, with a number if there is one already.
    func newName(at now: Date) -> String {
        let text = now.formatted(
            .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false).timeSeparator(.omitted)
                .timeZone(separator: .omitted))
        var (name, number) = (text, 2)
        while names.contains(name) { (name, number) = ("\(text)-\(number)", number + 1) }
        return name
    }

    static let draftPrefix = ".draft-"

    /// The name of a file in ``objects`` that is being written.
    static func draftOfObject() -> String { ".\(UUID().uuidString)" }

    private static func isDraftOfObject(_ name: String) -> Bool {
        // Foundation's name for a file that it writes atomically.
        name.hasPrefix(".dat.nosync") || (name.hasPrefix(".") && UUID(uuidString: String(name.dropFirst())) != nil)
    }

    /// Removes what killed processes left. Only under the lock.
    func removeDrafts() {
        let manager = FileManager.default
        for name in (try? manager.contentsOfDirectory(atPath: snapshots.path)) ?? [] where name.hasPrefix(Self.draftPrefix) {
            try? manager.removeItem(at: snapshot(name))
        }
        for name in (try? manager.contentsOfDirectory(atPath: objects.path)) ?? [] where Self.isDraftOfObject(name) {
            try? manager.removeItem(at: objects.appending(path: name))
        }
    }

    /// Runs a body while no other process uses the folder. The lock ends with this process, however that ends.
    /// - Parameter isShared: whether other readers may use it.
    /// - Throws: ``BackupError`` if another process uses it.
    func locked<Result>(isShared: Bool = false, _ body: () async throws -> Result) async throws -> Result {
        let file = open(url.appending(path: ".lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            // A copy on a medium that can't be written has no other users.
            if isShared, errno == EROFS || errno == EACCES { return try await body() }
            throw BackupError.system(url.path, errno)
        }
        defer { close(file) }
        guard flock(file, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else { throw BackupError.busy(url.path) }
        return try await body()
    }

    /// Waits until everything written so far is on disk. One call for all is much faster than one for each of many small files.
    static func synchronize() { sync() }
}
