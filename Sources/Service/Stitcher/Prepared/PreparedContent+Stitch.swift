// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension PreparedContent {
    public struct Break: Sendable {
        /// In seconds of the content, from the first segment; infinite behind the last.
        public var at: Double
        public var ads: [PreparedAd]

        public init(at: Double, ads: [PreparedAd]) {
            self.at = at
            self.ads = ads
        }
    }

    /// Why an ad can't be in one playlist with this content; nil when it can.
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

    /// The playlist of one session; ads that are refused are left out.
    ///
    /// - Parameters:
    ///   - breaks: in any order; those at one place play in the order given.
    ///   - snap: for breaks inside a segment.
    ///   - targetDuration: seconds that one segment may last at most in the whole session.
    public func stitch(_ breaks: [Break], snap: PlaylistStitch.Snap = .down, targetDuration: Int = 0) -> [UInt8] {
        let pieces = pieces(with: breaks, snap: snap, targetDuration: targetDuration)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { bytes += piece }
        return bytes
    }

    /// What ``stitch(_:snap:targetDuration:)`` gives, in pieces that all sessions share, for whoever copies them elsewhere anyway.
    public func pieces(
        with breaks: [Break], snap: PlaylistStitch.Snap = .down, targetDuration: Int = 0
    ) -> [ArraySlice<UInt8>] {
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
        // Stable: breaks at one boundary stay in the order of their times, then in the order given.
        let order = placed.indices.sorted { (placed[$0].index, $0) < (placed[$1].index, $1) }
        var output: [ArraySlice<UInt8>] = []
        output.reserveCapacity(4 + 6 * placed.count)
        output.append(beginning(version: version, target: target))
        output.append((isIndependent && playlist.isIndependentSegments ? headers.independent : headers.plain)[...])
        var next = 0
        var isBehindAd = false
        var isKeyed = false
        let line = PreparedAd.discontinuity.count
        func content(upTo end: Int) {
            guard next < end else { return }
            if isBehindAd {
                let range = returns.range(2 * next + 1..<2 * next + 2)
                output.append(PreparedAd.discontinuity[...])
                // An ad's keys of other formats would last.
                if isKeyed { output.append(Self.noKey[...]) }
                output.append(returns.bytes[(range.lowerBound + line)..<range.upperBound])
                next += 1
                isBehindAd = false
            }
            output.append(pieces.bytes[pieces.range(next..<max(next, end))])
            next = max(next, end)
            isKeyed = self.isKeyed[next - 1]
        }
        for place in order {
            content(upTo: placed[place].index)
            for ad in placed[place].ads {
                if next > 0 || isBehindAd { output.append(PreparedAd.discontinuity[...]) }
                if isKeyed { output.append(Self.noKey[...]) }
                output.append(ad.bytes[line...])
                isKeyed = ad.endsKeyed
                isBehindAd = true
            }
        }
        content(upTo: playlist.segments.count)
        if hasEnd { output.append(Self.endList[...]) }
        return output
    }

    private static let noKey = Array("#EXT-X-KEY:METHOD=NONE\n".utf8)
    private static let endList = Array("#EXT-X-ENDLIST\n".utf8)

    private func beginning(version: Int, target: Int) -> ArraySlice<UInt8> {
        Array("#EXTM3U\n\(version == 1 ? "" : "#EXT-X-VERSION:\(version)\n")#EXT-X-TARGETDURATION:\(target)\n".utf8)[...]
    }

    /// The boundary for a time, as ``PlaylistStitch`` takes it.
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
