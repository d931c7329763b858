// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

extension LiveLedger {
    /// The tolerance between two origins of the same stream in seconds.
    static let dateTolerance = 0.5

    /// Maps the segment numbers of another origin to those of the previous one: by dates, or by continuing after the last known segment if
    /// no dates match.
    mutating func follow(_ playlist: MediaPlaylist, of name: String?) {
        defer { origin = name ?? origin }
        guard let anchor, let first = playlist.segments.first, let last = playlist.segments.last else { return }
        // An origin that restarts its numbering counts as another one.
        let (end, count) = (number(last.sequence), UInt64(playlist.segments.count))
        let isRenumbered = end < anchor.sequence && anchor.sequence - end > count
        guard isRenumbered || (name != nil && origin != nil && name != origin) else { return }
        let known = playlist.segments.first { segment in
            segment.programDateTime.map { abs($0 - anchor.time) <= min(Self.dateTolerance, segment.duration / 2) } ?? false
        }
        if let known {
            sequenceShift = Self.difference(anchor.sequence, known.sequence)
            discontinuityShift = Self.difference(anchor.discontinuities, known.discontinuitySequence)
            return
        }
        // Later segments: the dates and the segment duration show how many were missed.
        var missed = 0.0
        if let date = first.programDateTime, first.duration > 0 { missed = max(0, ((date - anchor.time) / first.duration).rounded() - 1) }
        sequenceShift = Self.difference(anchor.sequence &+ 1 &+ UInt64(min(missed, 1e9)), first.sequence)
        discontinuityShift = Self.difference(anchor.discontinuities, first.discontinuitySequence)
    }

    /// Like ``times(of:)``, for a playlist that may have been renumbered; see ``isRenumbered(since:)``.
    public mutating func timesFollowing(_ playlist: MediaPlaylist) -> [Double] {
        follow(playlist, of: nil)
        return times(of: playlist)
    }

    /// Whether the origin's numbers have been remapped since then.
    public func isRenumbered(since before: LiveLedger) -> Bool {
        sequenceShift != before.sequenceShift || discontinuityShift != before.discontinuityShift
    }

    /// The start of each segment on the stream's clock: its date, or else seconds since the first segment ever seen.
    public mutating func times(of playlist: MediaPlaylist) -> [Double] {
        guard let first = playlist.segments.first ?? playlist.upcoming else { return [] }
        var times: [Double] = []
        times.reserveCapacity(playlist.segments.count + 1)
        var time = first.programDateTime ?? 0
        if first.programDateTime == nil, let anchor {
            let sequence = number(first.sequence)
            if sequence <= anchor.sequence {
                let between = playlist.segments.prefix(Int(clamping: anchor.sequence - sequence))
                time = anchor.time - between.reduce(0) { $0 + $1.duration }
            } else {
                time = anchor.time + Double(sequence - anchor.sequence) * Double(playlist.targetDuration)
            }
        }
        for segment in playlist.segments {
            if let date = segment.programDateTime { time = date }
            times.append(time)
            time += segment.duration
        }
        if let last = playlist.segments.last {
            anchor = Anchor(
                sequence: number(last.sequence), time: times[times.count - 1], discontinuities: discontinuities(last.discontinuitySequence))
        }
        times.append(playlist.upcoming?.programDateTime ?? time)
        return times
    }

    func number(_ sequence: UInt64) -> UInt64 { sequence &+ UInt64(bitPattern: sequenceShift) }
    func discontinuities(_ number: UInt64) -> UInt64 { number &+ UInt64(bitPattern: discontinuityShift) }

    private static func difference(_ left: UInt64, _ right: UInt64) -> Int64 { Int64(bitPattern: left &- right) }
}
