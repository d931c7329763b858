// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// On which networks downloads may load.
public struct DownloadNetworkPolicy: Hashable, Sendable {
    /// Whether to load on networks where data is expensive.
    public var allowsExpensive: Bool
    /// Whether to load when the user has asked to save data.
    public var allowsConstrained: Bool

    public init(allowsExpensive: Bool = false, allowsConstrained: Bool = false) {
        self.allowsExpensive = allowsExpensive
        self.allowsConstrained = allowsConstrained
    }

    /// Whether downloads may load under these conditions. Nothing is loaded while the network is unreachable.
    public func allows(_ conditions: NetworkConditions) -> Bool {
        conditions.isReachable && (allowsExpensive || !conditions.isExpensive) && (allowsConstrained || !conditions.isConstrained)
    }
}

/// What an active download is waiting for.
public enum DownloadWait: String, Hashable, Sendable {
    /// A network on which it is allowed to load.
    case network
    /// Downloads that come before it.
    case turn
    /// Downloads chosen by ``DownloaderConfiguration/eviction`` are being removed.
    case space
}

/// Decides which active downloads may load now: the first ones, if the network allows any.
struct DownloadAdmission: Sendable {
    /// The number of downloads at a time, at least 1.
    var limit: Int
    var policy: DownloadNetworkPolicy

    /// - Parameter wanting: in order of creation.
    /// - Returns: what each waits for; none when it may load.
    func waits(_ wanting: [String], on conditions: NetworkConditions) -> [String: DownloadWait] {
        var waits: [String: DownloadWait] = [:]
        let isAllowed = policy.allows(conditions)
        for (index, id) in wanting.enumerated() {
            if !isAllowed { waits[id] = .network } else if index >= max(1, limit) { waits[id] = .turn }
        }
        return waits
    }
}
