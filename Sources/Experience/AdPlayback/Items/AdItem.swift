// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// An ad that is played as a separate item, such as one in a feed.
public struct AdItem: Hashable, Sendable {
    /// The ad with its wrappers merged.
    public let ad: VASTAd
    /// The creative that is played.
    public let linear: VASTLinear
    /// URL of the media file or playlist.
    public let address: String

    init(_ ad: VASTAd, _ linear: VASTLinear, address: String) { (self.ad, self.linear, self.address) = (ad, linear, address) }
}
