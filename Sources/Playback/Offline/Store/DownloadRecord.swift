// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// What is stored about a download in addition to its plan and its files.
struct DownloadRecord: Hashable, Codable, Sendable {
    static let currentVersion = 1

    var version = currentVersion
    var id: String
    var address: String
    var preference: DownloadPreference
    var metadata: PlayerMetadata
    var state: DownloadState
    var progress = DownloadProgress()
    var error: DownloadError?
    /// The file to play, once completed.
    var entry: String?
    /// The bytes of all its files, once completed.
    var size: Int?
    /// When it was requested, in seconds since 1970.
    var created: Double
    /// The versions at URLs from which several resources are loaded.
    var versions: [String: ResourceVersion] = [:]
}
