// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Content for all sessions, with interstitials where the breaks are.
public struct GuidedPlaylist: Hashable, Sendable {
    /// Where a break's asset list is; its identifier is added as `_HLS_interstitial_id`.
    public var assetList: String
    public var keepsMarkers = false

    public init(assetList: String) { self.assetList = assetList }

    public struct Result: Hashable, Sendable {
        public var playlist: MediaPlaylist
        public var problems: [String]
    }

    /// A break of the origin, as most want it: recorded content waits, live content goes on underneath.
    public func guided(_ found: DiscoveredBreak, date: Double, isLive: Bool) -> GuidedBreak {
        let name = DeliveryQuery.adding("_HLS_interstitial_id", found.id, to: assetList)
        var entry = GuidedBreak(id: found.id, at: .date(date), asset: .list(URIReference(name)))
        entry.plannedDuration = found.room
        entry.resumeOffset = isLive ? nil : 0
        if isLive { entry.playoutLimit = found.end.map { $0 - found.start } ?? (found.returnsAutomatically ? found.room : nil) }
        return entry
    }

    /// - Parameters:
    ///   - content: of one rendition. Recorded content without dates is given some, since interstitials need them.
    ///   - breaks: found in the content, times on the clock of `times`.
    ///   - times: when each segment begins on that clock, and last where the next one will.
    ///   - others: breaks of the operator's own, before and after the content for example.
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

    /// What content without dates is dated from, in all its renditions: 1970-01-02, since some players take 0 for nothing.
    public static let firstDate = 86_400.0
}

extension DateClock {
    func date(of time: Double) -> Double? { place(of: time).map { $0.date + time - $0.time } }
}
