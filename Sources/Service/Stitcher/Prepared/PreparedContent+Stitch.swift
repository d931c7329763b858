// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension PreparedContent {
    public struct Break: Sendable {
        /// In seconds from the first segment of the content; infinite for the end.
        public var at: Double
        public var ads: [PreparedAd]

        public init(at: Double, ads: [PreparedAd]) {
            self.at = at
            self.ads = ads
        }
    }

    /// Why an ad can't be in one playlist with this content; nil if it can.
    public func refusal(of ad: PreparedAd) -> String? {
        if let fault = ad.fault { return fault }
        if ad.isIFramesOnly != playlist.isIFramesOnly { return "one is a playlist of I-frames and the other is not." }
        if hasMaps != ad.hasMaps {
            return hasMaps
                ? "the content has initialization sections and the ad has not."
                : "the ad has initialization sections and the content has not."
        }
        return nil
    }

    /// The playlist of one session; rejected ads are left out.
    ///
    /// - Parameters:
    ///   - breaks: in any order; those at the same position play in the given order.
    ///   - snap: for breaks within a segment.
    ///   - targetDuration: the longest duration of a segment in the session, in seconds.
    public func stitch(_ breaks: [Break], snap: PlaylistStitch.Snap = .down, targetDuration: Int = 0) -> [UInt8] {
        let parts = parts(with: breaks, snap: snap, targetDuration: targetDuration)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.bytes.count })
        for part in parts { bytes += part.bytes }
        return bytes
    }

    /// The playlist of ``stitch(_:snap:targetDuration:)`` in parts that sessions share, for callers that copy them anyway.
    public func parts(with breaks: [Break], snap: PlaylistStitch.Snap = .down, targetDuration: Int = 0) -> [TextPart] {
        var placed: [(index: Int, ads: [PreparedAd])] = []
        placed.reserveCapacity(breaks.count)
        var (version, target, isIndependent) = (playlist.version, max(targetDuration, playlist.targetDuration), true)
        for entry in breaks {
            let ads = entry.ads.filter { refusal(of: $0) == nil }
            placed.append((boundary(at: entry.at, snap), ads))
            for ad in ads {
                version = max(version, ad.version)
                target = max(target, ad.targetDuration)
                isIndependent = isIndependent && ad.isIndependent
            }
        }
        // Stable: breaks at one boundary keep the order of their times, then the given order.
        let order = placed.indices.sorted { (placed[$0].index, $0) < (placed[$1].index, $1) }
        var output: [TextPart] = []
        output.reserveCapacity(4 + 6 * placed.count)
        output.append(beginning(version: version, target: target))
        output.append((isIndependent && playlist.isIndependentSegments ? headers.independent : headers.plain).whole)
        var next = 0
        var isBehindAd = false
        var isKeyed = false
        let (discontinuity, noKey) = (PreparedAd.discontinuity, Self.noKey)
        func content(upTo end: Int) {
            guard next < end else { return }
            if isBehindAd {
                output.append(discontinuity.whole)
                // An ad's keys in other formats would stay in effect.
                if isKeyed { output.append(noKey.whole) }
                output.append(returns.part(2 * next + 1..<2 * next + 2, without: discontinuity.count))
                next += 1
                isBehindAd = false
            }
            if next < end { output.append(pieces.part(next..<end)) }
            next = max(next, end)
            isKeyed = self.isKeyed[next - 1]
        }
        for index in order {
            content(upTo: placed[index].index)
            for ad in placed[index].ads {
                if next > 0 || isBehindAd { output.append(discontinuity.whole) }
                if isKeyed { output.append(noKey.whole) }
                output.append(ad.rest)
                isKeyed = ad.endsKeyed
                isBehindAd = true
            }
        }
        content(upTo: playlist.segments.count)
        if hasEnd { output.append(Self.endList.whole) }
        return output
    }

    private static let noKey = SharedText("#EXT-X-KEY:METHOD=NONE\n")
    private static let endList = SharedText("#EXT-X-ENDLIST\n")

    private func beginning(version: Int, target: Int) -> TextPart {
        TextPart(Array("#EXTM3U\n\(version == 1 ? "" : "#EXT-X-VERSION:\(version)\n")#EXT-X-TARGETDURATION:\(target)\n".utf8))
    }

    /// The segment boundary for a time, by the same rule as in ``PlaylistStitch``.
    private func boundary(at time: Double, _ snap: PlaylistStitch.Snap) -> Int {
        var (low, high) = (0, boundaries.count)
        while low < high {
            let middle = (low + high) / 2
            if boundaries[middle] > time + 0.01 { high = middle } else { low = middle + 1 }
        }
        let below = max(0, low - 1)
        guard snap == .nearest, below + 1 < boundaries.count else { return below }
        return boundaries[below + 1] - time < time - boundaries[below] ? below + 1 : below
    }
}
