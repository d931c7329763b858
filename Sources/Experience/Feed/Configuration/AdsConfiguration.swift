// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// How ads are marked.
public struct AdBadgeConfiguration: Hashable, Sendable {
    public enum Text: Hashable, Sendable { case ad, sponsored }

    public var text = Text.sponsored
    public var textColor = Color.white
    public var backgroundColor = Color.black
    public var font = FeedFont(size: 12)

    public init() {}
}

/// Whether a feed waits for its ads.
public struct AdLoadingConfiguration: Hashable, Sendable {
    /// A feed is not shown before its ads are known.
    public var requiresAds = false
    /// Seconds that it waits for them; meant only where they are required. Below zero counts as zero.
    public var fetchTimeout = 10.0 { didSet { fetchTimeout = fetchTimeout.isFinite ? max(0, fetchTimeout) : 10 } }
    /// Added to the query of ad servers.
    public var vastAttributes: [String: String] = [:]

    public init() {}
}
