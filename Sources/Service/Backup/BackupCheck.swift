// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxPackager

extension BackupFolder {
    /// Reads a snapshot completely, and compares it with its checksums.
    /// - Parameters:
    ///   - name: of the snapshot; nil for the newest one.
    ///   - report: called with a description of each damaged part.
    /// - Throws: ``BackupError`` if it can't be read at all.
    public func verify(_ name: String? = nil, report fault: (String) -> Void) async throws -> BackupReport {
        try await locked(isShared: true) {
            let name = try find(name)
            let folder = snapshot(name)
            let manifest = try BackupManifest.read(in: folder)
            var report = BackupReport()
            report.snapshot = name
            report.databaseBytes = manifest.files.reduce(0) { $0 + $1.size }
            var isWhole = true
            for file in manifest.files {
                do { try file.check(in: folder) } catch {
                    fault("\(error)")
                    isWhole = false
                }
            }
            if isWhole, let cause = try await manifest.database.fault(in: folder) { fault("\(BackupError.damaged(folder.path, cause))") }
            guard let media = manifest.media else { return report }
            var reader = try MediaList.Reader(folder.appending(path: media.list.name))
            while let entry = try reader.next() {
                do { try check(entry) } catch { fault("\(error)") }
                report.objects += 1
                report.objectBytes += entry.size
            }
            if report.objects != media.objects { fault("\(BackupError.damaged(media.list.name, "it has \(report.objects) lines"))") }
            return report
        }
    }

    /// - Throws: ``BackupError`` if the content of an entry is damaged.
    func check(_ entry: MediaList.Entry) throws {
        let path = object(entry.sha256).path
        guard access(path, F_OK) == 0 else { throw BackupError.damaged(entry.key.text, "\(path) is missing") }
        let found = try FileDigest.read(path)
        guard found.size == entry.size, found.sha256 == entry.sha256 else {
            throw BackupError.damaged(entry.key.text, "the checksum of \(path) is wrong")
        }
    }
}
