// SPDX-License-Identifier: Apache-2.0

import WindowboxStitcher

extension AdCandidate {
    /// The beginning of the keys of house ads: the registry of their ids.
    private static let own = "house:"

    /// The ad as another server's: its creative can't be taken for one of the operator's own, which are kept under the ids of house ads and
    /// under the URLs of fillers.
    var foreign: AdCandidate {
        guard creativeKey.hasPrefix(Self.own) || (creativeKey != source && creativeKey.contains("://")) else { return self }
        var ad = self
        ad.creativeKey = "foreign:\(creativeKey)"
        return ad
    }
}
