// SPDX-License-Identifier: Apache-2.0

/// The state of a download.
public enum DownloadState: String, Hashable, Codable, Sendable, CaseIterable {
    /// It is determining what to load.
    case preparing
    /// It loads, or is waiting to: see ``Download/waitsFor``.
    case running
    /// The user or the application suspended it; ``Download/resume()`` continues it.
    case suspended
    /// Everything was loaded. Has an error if files have gone missing since.
    case completed
    /// It stopped with an error. What was loaded is kept, and ``Download/resume()`` tries again.
    case failed

    /// Whether it continues automatically.
    public var isActive: Bool { self == .preparing || self == .running }
}

/// A snapshot of a download.
public struct DownloadStatus: Hashable, Sendable {
    /// Whether it loads, is suspended, complete or failed.
    public var state: DownloadState
    /// How much of it has been loaded.
    public var progress: DownloadProgress
    /// Why it failed, or which files are missing; nil if there is no error.
    public var error: DownloadError?
    /// What it waits for while it is running; nil while it loads.
    public var waitsFor: DownloadWait?

    public init(
        state: DownloadState, progress: DownloadProgress = DownloadProgress(), error: DownloadError? = nil, waitsFor: DownloadWait? = nil
    ) {
        self.state = state
        self.progress = progress
        self.error = error
        self.waitsFor = waitsFor
    }
}
