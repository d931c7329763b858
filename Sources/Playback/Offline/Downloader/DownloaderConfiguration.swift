// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// What a downloader is given once.
public struct DownloaderConfiguration: Sendable {
    /// Downloads that load at a time; the others wait for their turn.
    public var simultaneousDownloads: Int
    /// Things that one download loads at a time.
    public var connectionsPerDownload: Int
    /// Bytes that all downloads together may take; nil is no bound.
    public var quota: Int?
    public var network: DownloadNetworkPolicy
    /// Seconds to wait before each further try of one thing; as many tries as there are entries.
    public var retryDelays: [Double]
    /// What can be played here: other variants are not kept.
    public var capabilities: PlaybackCapabilities
    /// At opening, downloads that were under way go on; without it they are suspended.
    public var continuesByItself: Bool
    /// Asked when the quota is reached: which downloads to remove so that this one can go on. The default removes none, and the
    /// download fails with ``DownloadError/Code/quota``.
    public var eviction: @MainActor @Sendable (_ needy: Download, _ all: [Download]) -> [Download]

    public init(
        simultaneousDownloads: Int = 2, connectionsPerDownload: Int = 3, quota: Int? = nil,
        network: DownloadNetworkPolicy = DownloadNetworkPolicy(), retryDelays: [Double] = [1, 2, 4, 8, 16],
        capabilities: PlaybackCapabilities = PlaybackCapabilities(), continuesByItself: Bool = true,
        eviction: @escaping @MainActor @Sendable (_ needy: Download, _ all: [Download]) -> [Download] = { _, _ in [] }
    ) {
        self.simultaneousDownloads = simultaneousDownloads
        self.connectionsPerDownload = connectionsPerDownload
        self.quota = quota
        self.network = network
        self.retryDelays = retryDelays
        self.capabilities = capabilities
        self.continuesByItself = continuesByItself
        self.eviction = eviction
    }
}
