// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WindowboxCatalogue

/// Checks whether the service can do its work. Results are shared for a few seconds, because anybody may ask and a check costs a write.
actor ReadinessProbe {
    private let look: @Sendable () async -> String?
    private var last: (at: Date, fault: String?)?
    private var looking: Task<String?, Never>?
    /// Seconds for which a result is reused.
    static let lifetime = 2.0

    /// - Parameter look: returns what prevents the service from working; nil if nothing does.
    init(_ look: @escaping @Sendable () async -> String?) { self.look = look }

    /// What prevents the service from working; nil if nothing does.
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
    /// What prevents the service from working; nil if nothing does.
    /// - Parameter folder: the media folder; nil if this process has no local media.
    static func fault(of catalogue: Catalogue, media folder: String?) async -> String? {
        if let fault = await catalogue.fault() { return fault }
        guard let folder else { return nil }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            return "The media folder doesn't exist."
        }
        guard let free = DiskSpace.bytes(at: folder), free < DiskSpace.minimum else { return nil }
        return "The media disk is full. Free some space on it."
    }
}

/// The free space on a disk.
enum DiskSpace {
    /// The free space in bytes below which nothing should be written.
    static let minimum: UInt64 = 16 << 20

    /// The free bytes; nil if the system doesn't report them.
    static func bytes(at path: String) -> UInt64? {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return nil }
        return UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
    }
}
