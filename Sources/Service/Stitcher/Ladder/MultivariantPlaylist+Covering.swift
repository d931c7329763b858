// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

extension MultivariantPlaylist {
    /// The playlist with codecs and bandwidths that also cover the ads, because a player may reject what wasn't announced.
    ///
    /// - Parameters:
    ///   - ads: the variants that ads may have.
    ///   - match: how variants are chosen.
    public func covering(_ ads: [Variant], by match: LadderMatch = LadderMatch()) -> MultivariantPlaylist {
        var playlist = self
        for index in playlist.variants.indices {
            guard let choice = match.variant(for: playlist.variants[index], among: ads) else { continue }
            let ad = ads[choice]
            playlist.variants[index].bandwidth = max(playlist.variants[index].bandwidth, ad.bandwidth)
            if let average = playlist.variants[index].averageBandwidth {
                playlist.variants[index].averageBandwidth = max(average, ad.averageBandwidth ?? average)
            }
            guard !playlist.variants[index].codecs.isEmpty else { continue }
            for codec in ad.codecs where !playlist.variants[index].codecs.contains(codec) { playlist.variants[index].codecs.append(codec) }
        }
        return playlist
    }
}
