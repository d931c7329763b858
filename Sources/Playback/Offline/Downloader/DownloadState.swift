// SPDX-License-Identifier: Apache-2.0

/// Where a download stands.
public enum DownloadState: String, Hashable, Codable, Sendable, CaseIterable {
    /// It finds out what there is to be loaded.
    case preparing
    /// It loads, or waits to: see ``Download/waitsFor``.
    case running
    case suspended
    /// Everything was loaded. With an error when files are missing since.
    case completed
    /// It came to a stand with an error. What is there is kept; ``Download/resume()`` tries again.
    case failed

    /// It goes on by itself.
    public var isActive: Bool { self == .preparing || self == .running }
}

/// A download at one moment.
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
