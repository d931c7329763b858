// SPDX-License-Identifier: Apache-2.0

import WindowboxOffline

/// How a download ended.
struct DownloadReport {
    var address: String
    /// The local file to be played; nil unless it is completed.
    var path: String?
    var status: DownloadStatus

    var json: JSONTree {
        .record([
            "url": address, "path": path, "state": status.state.rawValue, "bytes": status.progress.bytes,
            "seconds": status.progress.seconds, "fraction": status.progress.fraction, "error": status.error?.code.name,
            "message": status.error?.message,
        ])
    }

    /// What is said where it failed goes to standard error.
    var summary: String { path.map { Printable.line($0, limit: 4096) + "\n" } ?? "" }
}
