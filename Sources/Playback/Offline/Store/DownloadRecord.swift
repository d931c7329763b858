// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// What is kept of a download beside its plan and its files.
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
    /// The file to be played, when it is completed.
    var entry: String?
    /// Bytes of all its files together, when it is completed.
    var size: Int?
    /// Seconds since 1970 at which it was asked for.
    var created: Double
    /// What is at addresses of which several resources are parts.
    var versions: [String: Validator] = [:]
}
