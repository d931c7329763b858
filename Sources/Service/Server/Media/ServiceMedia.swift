// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WindowboxPackager

/// Where a process finds and keeps media.
public struct ServiceMedia: Sendable {
    /// What it serves; nil: it serves none.
    public var played: (any MediaStore)?
    /// Where it keeps what comes in; nil: it takes nothing in.
    public var kept: (any MediaStorage)?
    /// Files that clients name by key when they make videos of them; nil: there are none.
    public var imports: (any MediaStorage)?

    public init() {}

    /// As the settings have it.
    /// - Throws: `StorageError` for a store that can't be opened.
    public init(_ settings: ServiceSettings) throws {
        if let bucket = settings.mediaStorage {
            let storage = try StorageSetting.open(bucket)
            (kept, played) = (storage, StoredMedia(storage))
        } else if let folder = settings.mediaFolder {
            kept = try DiskStorage(folder: URL(fileURLWithPath: folder))
            played = MediaFolder(folder)
        }
        imports = try settings.importStore.map { try StorageSetting.open($0) }
    }
}
