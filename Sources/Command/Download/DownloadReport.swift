// SPDX-License-Identifier: Apache-2.0

import WindowboxOffline

/// The result of a download.
struct DownloadReport {
    var address: String
    /// The local file to play; nil unless the download is complete.
    var path: String?
    var status: DownloadStatus

    var json: JSONTree {
        .record([
            "url": address, "path": path, "state": status.state.rawValue, "bytes": status.progress.bytes,
            "seconds": status.progress.seconds, "fraction": status.progress.fraction, "error": status.error?.code.name,
            "message": status.error?.message,
        ])
    }

    /// The path as text; errors are written to standard error instead.
    var summary: String { path.map { TerminalText.line($0, limit: 4096) + "\n" } ?? "" }
}
