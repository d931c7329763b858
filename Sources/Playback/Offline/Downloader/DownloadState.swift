// SPDX-License-Identifier: Apache-2.0

/// The state of a download.
public enum DownloadState: String, Hashable, Codable, Sendable, CaseIterable {
    /// It is determining what to load.
    case preparing
    /// It loads, or is waiting to: see ``Download/waitsFor``.
    case running
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
    public var state: DownloadState
    public var progress: DownloadProgress
    public var error: DownloadError?
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
