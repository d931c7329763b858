// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// On which networks downloads may load.
public struct DownloadNetworkPolicy: Hashable, Sendable {
    /// Load also where bytes cost money.
    public var allowsExpensive: Bool
    /// Load also where the person has asked to save data.
    public var allowsConstrained: Bool

    public init(allowsExpensive: Bool = false, allowsConstrained: Bool = false) {
        self.allowsExpensive = allowsExpensive
        self.allowsConstrained = allowsConstrained
    }

    /// Whether downloads may load under these conditions. Nothing is loaded while there is no way out of the machine.
    public func allows(_ conditions: NetworkConditions) -> Bool {
        conditions.isReachable && (allowsExpensive || !conditions.isExpensive) && (allowsConstrained || !conditions.isConstrained)
    }
}

/// What a download that could go on waits for.
public enum DownloadWait: String, Hashable, Sendable {
    /// A network on which it may load.
    case network
    /// Others that are before it.
    case turn
    /// Downloads that ``DownloaderConfiguration/eviction`` named are being removed.
    case room
}

/// Decides which of several downloads load now: the first ones of those that want to, as far as the network allows any.
struct DownloadAdmission: Sendable {
    /// Downloads at a time, from 1 on.
    var limit: Int
    var policy: DownloadNetworkPolicy

    /// - Parameter wanting: in order of their asking.
    /// - Returns: for each, nil when it may load.
    func waits(_ wanting: [String], on conditions: NetworkConditions) -> [String: DownloadWait] {
        var waits: [String: DownloadWait] = [:]
        let isAllowed = policy.allows(conditions)
        for (place, id) in wanting.enumerated() {
            if !isAllowed { waits[id] = .network } else if place >= max(1, limit) { waits[id] = .turn }
        }
        return waits
    }
}
