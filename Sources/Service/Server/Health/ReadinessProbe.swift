// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WindowboxCatalogue

/// Looks whether the service can do its work, once for all who ask within a few seconds: anybody may ask, and looking costs a write.
actor ReadinessProbe {
    private let look: @Sendable () async -> String?
    private var last: (at: Date, fault: String?)?
    private var looking: Task<String?, Never>?
    /// Seconds.
    static let lifetime = 2.0

    /// - Parameter look: says what stands in the way; nil for nothing.
    init(_ look: @escaping @Sendable () async -> String?) { self.look = look }

    /// What stands in the way; nil for nothing.
    func fault(at now: Date) async -> String? {
        if let last, (0..<Self.lifetime).contains(now.timeIntervalSince(last.at)) { return last.fault }
        let task = looking ?? Task { [look] in await look() }
        looking = task
        let fault = await task.value
        (looking, last) = (nil, (now, fault))
        return fault
    }
}

extension ReadinessProbe {
    /// What stands in the way of serving; nil for nothing.
    /// - Parameter folder: of the media; nil where this process has none on a disk.
    static func fault(of catalogue: Catalogue, media folder: String?) async -> String? {
        if let fault = await catalogue.fault() { return fault }
        guard let folder else { return nil }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            return "The media are not there."
        }
        guard let room = DiskRoom.bytes(at: folder), room < DiskRoom.least else { return nil }
        return "The disk of the media is full. Free some room on it."
    }
}

/// What is left of a disk.
enum DiskRoom {
    /// Bytes below which nothing that is worth keeping goes on it.
    static let least: UInt64 = 16 << 20

    /// Nil where the system doesn't tell.
    static func bytes(at path: String) -> UInt64? {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return nil }
        return UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
    }
}
