// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WindowboxPackager

/// The stores that a process reads and writes media in.
public struct ServiceMedia: Sendable {
    /// The store it serves media from; nil if it serves none.
    public var played: (any MediaStore)?
    /// The store for uploads and recordings; nil if it accepts none.
    public var kept: (any MediaStorage)?
    /// Files that clients refer to by key when they create videos; nil if there are none.
    public var imports: (any MediaStorage)?

    public init() {}

    /// Opens the stores named in the settings.
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
