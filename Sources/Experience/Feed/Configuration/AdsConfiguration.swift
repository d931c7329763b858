// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The label on ads.
public struct AdBadgeConfiguration: Hashable, Sendable {
    /// What the label says, in the viewer's language: “Ad” or “Sponsored”.
    public enum Text: Hashable, Sendable { case ad, sponsored }

    /// What the label says.
    public var text = Text.sponsored
    /// White by default.
    public var textColor = Color.white
    /// Black by default.
    public var backgroundColor = Color.black
    /// 12 points by default.
    public var font = FeedFont(size: 12)

    public init() {}
}

/// Whether a feed waits for its ads.
public struct AdLoadingConfiguration: Hashable, Sendable {
    /// Doesn't show the feed until its ads are known.
    public var requiresAds = false
    /// Maximum wait in seconds, used only if ``requiresAds`` is set. Negative values count as zero.
    public var fetchTimeout = 10.0 { didSet { fetchTimeout = fetchTimeout.isFinite ? max(0, fetchTimeout) : 10 } }
    /// Query parameters added to ad-server requests.
    public var vastAttributes: [String: String] = [:]

    public init() {}
}
