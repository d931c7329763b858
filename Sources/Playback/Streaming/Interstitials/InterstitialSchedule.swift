// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// All currently known interstitials of an item, in playback order.
///
/// A value type. It decides when an interstitial is due, where playback resumes and what a seek must not skip. The player reports which
/// ones have been played.
public struct InterstitialSchedule: Hashable, Sendable {
    /// The identifiers of the interstitials that a reload of the playlist has changed.
    public struct Changes: Hashable, Sendable {
        /// Interstitials that weren't scheduled before.
        public var added: [String] = []
        /// Interstitials whose attributes or position changed.
        public var changed: [String] = []
        /// Interstitials that aren't scheduled any more.
        public var removed: [String] = []
        /// Whether the reload has changed nothing.
        public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
        public init() {}
    }

    /// The interstitials that the current playlist schedules.
    public private(set) var events: [ScheduledInterstitial] = []
    /// Interstitials played at least once.
    public private(set) var played: Set<String> = []
    /// Start and end times of the primary's listed segments, in order, for each playlist it is played from.
    private var boundaries: [[Double]] = []
    /// Times of dated interstitials, before any snapping.
    private var dated: [String: Double] = [:]
    /// Limits what a hostile playlist can add.
    private static let maximumCount = 4096

    public init() {}

    /// Replaces the schedule from a playlist.
    /// - Parameters:
    ///   - playlist: the primary's media playlist.
    ///   - dateOfZero: seconds since 1970 at the timeline's zero; without it only CUE=PRE and CUE=POST can be placed.
    ///   - shift: the offset from the playlist's own timeline to the item's, in seconds.
    ///   - others: playlists played together with it, such as separate audio: snapping considers the boundaries of all.
    mutating func plan(
        _ playlist: MediaPlaylist, dateOfZero: Double?, shift: Double, beside others: [(playlist: MediaPlaylist, shift: Double)] = []
    ) -> Changes {
        boundaries.removeAll(keepingCapacity: true)
        for part in [(playlist: playlist, shift: shift)] + others {
            var list: [Double] = []
            for segment in part.playlist.segments { list.append(segment.start + part.shift) }
            if let last = part.playlist.segments.last { list.append(last.end + part.shift) }
            boundaries.append(list)
        }
        var next: [ScheduledInterstitial] = []
        var times: [String: Double] = [:]
        for range in playlist.dateRanges.prefix(Self.maximumCount) where range.isInterstitial {
            var place: Double?
            if let zero = dateOfZero, let date = range.startDate { place = date - zero }
            // Dates are rounded again with each reload: a move of less than a frame or two doesn't count.
            if let time = place, let previous = dated[range.id], (time - previous).magnitude < 0.1 { place = previous }
            guard var event = ScheduledInterstitial(range, place: place) else { continue }
            times[range.id] = place
            if event.snapsOut, case .time(let time) = event.place { event.place = .time(boundary(near: time, .earliest)) }
            next.append(event)
        }
        dated = times
        return replace(by: next)
    }

    private mutating func replace(by next: [ScheduledInterstitial]) -> Changes {
        var changes = Changes()
        var known: [String: ScheduledInterstitial] = [:]
        for event in events { known[event.id] = event }
        var next = next
        for index in next.indices {
            guard case .time(let time) = next[index].place, case .time(let previous)? = known[next[index].id]?.place else { continue }
            // The start times of segments are rounded as well.
            if (time - previous).magnitude < 0.005 { next[index].place = .time(previous) }
        }
        for event in next {
            guard let previous = known.removeValue(forKey: event.id) else {
                changes.added.append(event.id)
                continue
            }
            if previous != event { changes.changed.append(event.id) }
        }
        changes.removed = known.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        arrange(next)
        return changes
    }

    /// Adds the application's interstitials to those of the playlist. If two have the same ID, the playlist's wins.
    public mutating func add(_ own: [ScheduledInterstitial]) {
        guard !own.isEmpty else { return }
        var all = events
        for event in own where !all.contains(where: { $0.id == event.id }) { all.append(event) }
        arrange(all)
    }

    /// Interstitials at the same position keep the given order.
    private mutating func arrange(_ next: [ScheduledInterstitial]) {
        var indexed: [(order: Double, index: Int)] = []
        for (index, event) in next.enumerated() { indexed.append((Self.order(event.place), index)) }
        indexed.sort { $0.order == $1.order ? $0.index < $1.index : $0.order < $1.order }
        events.removeAll()
        for entry in indexed { events.append(next[entry.index]) }
    }

    private static func order(_ place: ScheduledInterstitial.Place) -> Double {
        switch place {
        case .beginning: -.infinity
        case .time(let time): time
        case .end: .infinity
        }
    }

    /// Whether it plays when playback reaches it.
    func isOpen(_ event: ScheduledInterstitial) -> Bool { !event.isOnce || !played.contains(event.id) }

    /// Marks an interstitial as played, or skipped with its skip control: one with CUE=ONCE doesn't play again.
    public mutating func finished(_ id: String) { played.insert(id) }

    /// The interstitials to play before the primary starts, in order, wherever it starts.
    public var beforeBeginning: [ScheduledInterstitial] { events.filter { $0.place == .beginning && isOpen($0) } }
    /// The interstitials to play after the primary's end, in order.
    public var afterEnd: [ScheduledInterstitial] { events.filter { $0.place == .end && isOpen($0) } }

    /// The interstitials that playback reaches from `start` (inclusive) to `end` (exclusive) without a seek.
    public func due(from start: Double, to end: Double) -> [ScheduledInterstitial] {
        events.filter { event in
            if case .time(let time) = event.place { time >= start && time < end && isOpen(event) } else { false }
        }
    }

    /// The next interstitial at or after a position, for preloading.
    public func next(from position: Double) -> ScheduledInterstitial? {
        events.first { event in
            if case .time(let time) = event.place { time >= position && isOpen(event) } else { false }
        }
    }

    /// Where playback resumes.
    /// - Parameter elapsed: seconds that the interstitial has played.
    public func resumption(after event: ScheduledInterstitial, elapsed: Double) -> Double? {
        guard case .time(let time) = event.place else { return nil }
        let target = time + max(0, event.resumeOffset ?? elapsed)
        return event.snapsIn ? boundary(near: target, .latest) : target
    }

    /// The interstitial that a seek has to play first: the last one with X-RESTRICT=JUMP that the seek would skip.
    public func obstacle(from start: Double, to target: Double) -> ScheduledInterstitial? {
        guard target > start else { return nil }
        return events.last { event in
            if case .time(let time) = event.place {
                event.restrictsJump && isOpen(event) && time >= start && time < target
            } else {
                false
            }
        }
    }

    /// Which boundary to choose when playlists that play together have different ones.
    enum Snap { case earliest, latest }

    /// The segment boundary nearest to a time. Takes the nearest of each playlist, and of these the earliest for leaving and the latest for
    /// returning (RFC 8216bis, X-SNAP). Returns the time itself if it is outside the listed segments.
    func boundary(near time: Double, _ snap: Snap) -> Double {
        var found: Double?
        for list in boundaries {
            guard let near = Self.boundary(near: time, in: list) else { continue }
            guard let known = found else {
                found = near
                continue
            }
            found = snap == .earliest ? min(known, near) : max(known, near)
        }
        return found ?? time
    }

    private static func boundary(near time: Double, in boundaries: [Double]) -> Double? {
        guard let first = boundaries.first, let last = boundaries.last, time >= first, time <= last else { return nil }
        var low = 0, high = boundaries.count - 1
        while low < high {
            let middle = (low + high) / 2
            if boundaries[middle] < time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return boundaries[low] }
        return time - boundaries[low - 1] <= boundaries[low] - time ? boundaries[low - 1] : boundaries[low]
    }
}
