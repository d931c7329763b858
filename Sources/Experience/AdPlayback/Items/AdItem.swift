// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// An ad that is played as a separate item, such as one in a feed.
public struct AdItem: Hashable, Sendable {
    public let ad: VASTAd
    public let linear: VASTLinear
    /// URL of the media file or playlist.
    public let address: String

    init(_ ad: VASTAd, _ linear: VASTLinear, address: String) { (self.ad, self.linear, self.address) = (ad, linear, address) }
}
