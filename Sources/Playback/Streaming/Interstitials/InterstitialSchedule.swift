// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// All interstitials of an item as known now, in the order in which playing comes to them.
///
/// A value: it decides when one is due, where playing goes on, and what a seek must not pass over. Whoever plays them
/// tells it which have been played.
public struct InterstitialSchedule: Hashable, Sendable {
    public struct Changes: Hashable, Sendable {
        public var added: [String] = []
        /// Their attributes or places are others than before.
        public var changed: [String] = []
        public var removed: [String] = []
        public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
        public init() {}
    }

    public private(set) var events: [ScheduledInterstitial] = []
    /// Played at least once.
    public private(set) var played: Set<String> = []
    /// Where the primary's segments begin and end, as far as they are listed, in order: of each playlist that it is played from.
    private var boundaries: [[Double]] = []
    /// Where dates lie, before anything snaps.
    private var dated: [String: Double] = [:]
    /// Playlists can be hostile.
    private static let most = 4096

    public init() {}

    /// Plans anew from a playlist.
    /// - Parameters:
    ///   - dateOfZero: seconds since 1970 at the timeline's zero; without it only CUE=PRE and POST have a place.
    ///   - shift: from the playlist's own timeline to the item's, seconds.
    ///   - others: what is played together with it, such as sound of its own: a snap heeds the boundaries of all.
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
        for range in playlist.dateRanges.prefix(Self.most) where range.isInterstitial {
            var place: Double?
            if let zero = dateOfZero, let date = range.startDate { place = date - zero }
            // Dates are rounded anew with each reload: what moves by less than a picture or two has not moved.
            if let time = place, let former = dated[range.id], (time - former).magnitude < 0.1 { place = former }
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
            guard case .time(let time) = next[index].place, case .time(let former)? = known[next[index].id]?.place else { continue }
            // So are the beginnings of segments.
            if (time - former).magnitude < 0.005 { next[index].place = .time(former) }
        }
        for event in next {
            guard let former = known.removeValue(forKey: event.id) else {
                changes.added.append(event.id)
                continue
            }
            if former != event { changes.changed.append(event.id) }
        }
        changes.removed = known.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        arrange(next)
        return changes
    }

    /// Adds what an application wants played, beside what the playlist names; where both have a name, the playlist's counts.
    public mutating func add(_ own: [ScheduledInterstitial]) {
        guard !own.isEmpty else { return }
        var all = events
        for event in own where !all.contains(where: { $0.id == event.id }) { all.append(event) }
        arrange(all)
    }

    /// Those of one place stay in the order given.
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

    /// It is played when playing comes to it.
    func isOpen(_ event: ScheduledInterstitial) -> Bool { !event.isOnce || !played.contains(event.id) }

    /// It has been played, or skipped by its control: one of CUE=ONCE does not come again.
    public mutating func finished(_ id: String) { played.insert(id) }

    /// Those to play before the primary begins, in order, wherever it begins.
    public var beforeBeginning: [ScheduledInterstitial] { events.filter { $0.place == .beginning && isOpen($0) } }
    public var afterEnd: [ScheduledInterstitial] { events.filter { $0.place == .end && isOpen($0) } }

    /// What playing comes to while it goes from one time to another without a seek: at `start` or later, and before `end`.
    public func due(from start: Double, to end: Double) -> [ScheduledInterstitial] {
        events.filter { event in
            if case .time(let time) = event.place { time >= start && time < end && isOpen(event) } else { false }
        }
    }

    /// The next one at or after a position: to be got ready ahead.
    public func next(from position: Double) -> ScheduledInterstitial? {
        events.first { event in
            if case .time(let time) = event.place { time >= position && isOpen(event) } else { false }
        }
    }

    /// Where playing goes on.
    /// - Parameter elapsed: seconds that the interstitial has played.
    public func resumption(after event: ScheduledInterstitial, elapsed: Double) -> Double? {
        guard case .time(let time) = event.place else { return nil }
        let target = time + max(0, event.resumeOffset ?? elapsed)
        return event.snapsIn ? boundary(near: target, .latest) : target
    }

    /// The one that a seek has to play first: the last of X-RESTRICT=JUMP that it would pass over, played before or not.
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

    /// Which boundary counts where playlists that are played together have their own.
    enum Snap { case earliest, latest }

    /// The boundary of segments nearest to a time: of each playlist the nearest, and of these the earliest to leave by, the latest to
    /// come back to (RFC 8216bis, X-SNAP). The time itself outside of what is listed.
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
