// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Content for all sessions, with interstitials at the breaks.
public struct GuidedPlaylist: Hashable, Sendable {
    /// The URL of asset lists; a break's id is added as `_HLS_interstitial_id`.
    public var assetList: String
    public var keepsMarkers = false

    public init(assetList: String) { self.assetList = assetList }

    public struct Result: Hashable, Sendable {
        public var playlist: MediaPlaylist
        public var problems: [String]
    }

    /// The usual interstitial for a break of the origin: recorded content is interrupted, live content continues underneath.
    public func guided(_ found: DiscoveredBreak, date: Double, isLive: Bool) -> GuidedBreak {
        let name = DeliveryQuery.adding("_HLS_interstitial_id", found.id, to: assetList)
        var entry = GuidedBreak(id: found.id, at: .date(date), asset: .list(URIReference(name)))
        entry.plannedDuration = found.availableDuration
        entry.resumeOffset = isLive ? nil : 0
        if isLive {
            entry.playoutLimit = found.end.map { $0 - found.start } ?? (found.returnsAutomatically ? found.availableDuration : nil)
        }
        return entry
    }

    /// - Parameters:
    ///   - content: one rendition. Recorded content without dates gets some, because interstitials need them.
    ///   - breaks: breaks found in the content, with times on the clock of `times`.
    ///   - times: the start of each segment on that clock, and finally the start of the next one.
    ///   - others: the operator's own breaks, for example before and after the content.
    public func apply(to content: MediaPlaylist, breaks: [DiscoveredBreak], times: [Double]? = nil, others: [GuidedBreak] = []) -> Result {
        var playlist = content
        var problems: [String] = []
        for index in playlist.segments.indices { playlist.segments[index].resolveAddresses() }
        playlist.defines = []
        if !keepsMarkers { playlist.dropMarkers() }
        let clock = times ?? PlaylistStitch.boundaries(of: content)
        if playlist.segments.first?.programDateTime == nil {
            guard playlist.isEndList else {
                problems.append("A live playlist without dates can't have interstitials.")
                return Result(playlist: playlist, problems: problems)
            }
            for index in playlist.segments.indices {
                playlist.segments[index].programDateTime = Self.firstDate + clock[index] - (clock.first ?? 0)
                playlist.segments[index].statesProgramDateTime = index == 0
            }
        }
        let dates = DateClock(playlist, clock)
        for found in breaks {
            guard let date = dates.date(of: found.start) else { continue }
            playlist.dateRanges.append(guided(found, date: date, isLive: !content.isEndList).dateRange)
        }
        playlist.dateRanges += others.map(\.dateRange)
        return Result(playlist: playlist, problems: problems)
    }

    /// The date at which content without dates begins, in all renditions: 1970-01-02, because some players treat 0 as missing.
    public static let firstDate = 86_400.0
}

extension DateClock {
    func date(of time: Double) -> Double? { segmentDate(of: time).map { $0.date + time - $0.time } }
}
