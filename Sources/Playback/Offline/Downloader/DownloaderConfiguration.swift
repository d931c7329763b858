// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// The fixed settings of a downloader.
public struct DownloaderConfiguration: Sendable {
    /// The number of downloads that load at a time. The others wait for their turn.
    public var simultaneousDownloads: Int
    /// The number of resources that one download loads at a time.
    public var connectionsPerDownload: Int
    /// The maximum bytes of all downloads together; nil is no limit.
    public var quota: Int?
    /// Which networks downloads may use.
    public var network: DownloadNetworkPolicy
    /// Seconds to wait before each retry of a resource. There are as many retries as entries.
    public var retryDelays: [Double]
    /// What can be played on this machine. Other variants are not downloaded.
    public var capabilities: PlaybackCapabilities
    /// Whether downloads in progress resume when the folder is opened. Otherwise they are suspended.
    public var continuesByItself: Bool
    /// Called when the quota is reached: returns the downloads to remove so that this one can continue. The default returns none, and the
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
