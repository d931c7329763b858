// SPDX-License-Identifier: Apache-2.0

/// Places the timestamps of a stream whose clock may jump on one continuous timeline.
///
/// The clock of MPEG-TS and MPEG-PS jumps where recordings are joined, where a receiver lost its signal, where the 33-bit counter wraps,
/// and where a packet is damaged. The clock of Ogg restarts with each link of a chain, which radio stations send for each title. Tracks
/// jump one after the other, because a multiplexer sends audio later than its video. A shift found for one track is used for the others, so
/// that they stay in sync.
package struct TimestampLinearizer {
    private struct Track {
        var shift: Double
        /// The last packet on the timeline, in seconds.
        var last: Double
        /// The latest packet on the timeline so far, in seconds.
        var latest: Double
        /// The end of everything so far, in seconds.
        var end: Double
    }

    /// What the timestamp of a packet says about its order in its track.
    package enum Order: Hashable, Sendable {
        /// A decode time. Decode times only increase.
        case decoding
        /// The presentation time of a keyframe. No earlier packet is presented after it.
        case key
        /// The presentation time of a frame that may precede earlier packets.
        case any
    }

    private var tracks: [Int32: Track] = [:]
    /// The jumps found so far.
    private let map: JoinedFileMap
    /// Everything before the current packet was read by this or another reader of the file, so that a new jump can be recorded.
    private(set) var extendsMap = true
    /// The shift of the first packet was stated.
    private var knowsShift = false
    /// The last packet's time on the timeline, in seconds.
    private var latest: Double?
    private var currentShift = 0.0
    /// Seconds. A longer gap in all tracks is a jump of the clock.
    private let longestGap: Double
    /// Seconds. A track that goes further back has jumped.
    private let longestStepBack: Double

    /// Seconds by which tracks with the same clock may differ.
    private static let agreement = 1.5
    /// Seconds by which a known shift may miss the end of the previous packet.
    private static let tolerance = 3.0
    private static let wrap = Double(Int64(1) << 33) / 90_000

    /// - Parameters:
    ///   - start: where the stream's clock begins, in seconds; nil when unknown.
    ///   - longestGap: seconds. A longer gap is a jump of the clock. Infinite when only steps back are jumps.
    ///   - longestStepBack: seconds. Allows for inaccurate muxers.
    ///   - map: what is known about the file, if others read it too.
    package init(start: Double? = nil, longestGap: Double = 10, longestStepBack: Double = 0.3, map: JoinedFileMap = JoinedFileMap()) {
        latest = start
        self.map = map
        self.longestGap = longestGap
        self.longestStepBack = longestStepBack
    }

    /// The shift of the last known part of the stream, in seconds.
    package var lastShift: Double { map.lastShift }

    /// The shift for packets that say nothing about the clock, such as subtitles, which come early, late and out of order.
    package mutating func shift(at position: Int64?) -> Double {
        if latest == nil, !knowsShift, let position { currentShift = map.shift(of: position) }
        return currentShift
    }

    /// Places the next packet of the stream.
    /// - Parameters:
    ///   - time: the packet's time on the stream's clock, in seconds.
    ///   - order: how the time relates to decode order. A decode time is the most reliable.
    ///   - duration: seconds; 0 when unknown.
    ///   - position: the packet's offset in the file, in bytes; nil when unknown.
    /// - Returns: the seconds to add to its timestamps.
    package mutating func place(
        _ time: Double, _ order: Order = .decoding, of track: Int32, duration: Double = 0, at position: Int64? = nil
    ) -> Double {
        if latest == nil, let position {
            if !knowsShift { currentShift = map.shift(of: position) }
            extendsMap = extendsMap || map.covers(position)
        }
        let known = tracks[track]
        var shift = known?.shift ?? currentShift
        let expected = known?.end ?? latest ?? time + shift
        if hasJumped(time + shift, track, order) {
            let other = otherShift(for: time, than: shift, expected: expected)
            shift = other ?? wrapped(time, shift, expected) ?? expected - time
            note(shift, start: time + shift, at: position)
        } else if (time + shift - expected).magnitude > Self.agreement,
            let other = otherShift(for: time, than: shift, expected: expected), (time + other - expected).magnitude < 0.5
        {
            // The previous packet had a damaged timestamp.
            shift = other
            note(shift, start: time + shift, at: position)
        }
        let placed = time + shift
        // With decode times, the end follows each packet, so that a damaged one does not affect later ones.
        let end = placed + max(duration, 0)
        tracks[track] = Track(
            shift: shift, last: placed, latest: shift == known?.shift ? max(placed, known?.latest ?? placed) : placed,
            end: order == .decoding ? end : max(end, known?.end ?? end))
        latest = placed
        currentShift = shift
        if extendsMap, let position { map.reach(position, time: end) }
        return shift
    }

    /// Whether the distance between a frame's decode and presentation times is plausible; a longer one means a damaged timestamp.
    ///
    /// Slide shows delay a frame by several frame durations like any other video, which is minutes.
    /// - Parameters:
    ///   - delay: presentation minus decode time, in seconds.
    ///   - duration: the duration of the frame, in seconds; 0 when unknown.
    package static func isPlausible(delay: Double, duration: Double) -> Bool { delay.magnitude <= max(10, 16 * duration) }

    /// Reading continues elsewhere in the file.
    /// - Parameters:
    ///   - shift: the shift of the first packet there, in seconds, if everything before it is known; nil looks it up by its offset. Where
    ///     tracks jump one after the other, the offset of a packet does not tell on which side of the jump it is.
    ///   - isAtStart: whether it continues at the beginning of the file.
    package mutating func restart(shift: Double? = nil, isAtStart: Bool = false) {
        knowsShift = shift != nil
        currentShift = shift ?? (isAtStart ? 0 : currentShift)
        extendsMap = shift != nil || isAtStart
        tracks.removeAll()
        latest = nil
    }

    /// The shift at a time on the timeline, for seeking by the file's own timestamps.
    package func shift(on time: Double) -> Double { map.shift(on: time) }

    private func hasJumped(_ placed: Double, _ track: Int32, _ order: Order) -> Bool {
        if (placed - (latest ?? placed)).magnitude > longestGap { return true }
        let before =
            switch order {
            case .decoding: tracks[track]?.last
            case .key: tracks[track]?.latest
            case .any: nil as Double?
            }
        guard let before, placed < before - longestStepBack else { return false }
        // If another track is at the same time, the previous timestamp was wrong.
        return !tracks.contains { $0.key != track && ($0.value.last - placed).magnitude < Self.agreement }
    }

    private func otherShift(for time: Double, than shift: Double, expected: Double) -> Double? {
        let known = tracks.values.map(\.shift) + map.lastShifts + [0]
        return known.filter { ($0 - shift).magnitude > 0.001 && (time + $0 - expected).magnitude < Self.tolerance }
            .min { (time + $0 - expected).magnitude < (time + $1 - expected).magnitude }
    }

    private func wrapped(_ time: Double, _ shift: Double, _ expected: Double) -> Double? {
        [shift + Self.wrap, shift - Self.wrap].first { (time + $0 - expected).magnitude < 10 }
    }

    private mutating func note(_ shift: Double, start: Double, at position: Int64?) {
        guard extendsMap, let position else { return }
        map.note(JoinedFileMap.Epoch(position: position, start: start, shift: shift))
    }
}

extension Int64 {
    /// Adds seconds to a time in ticks. Returns the time unchanged when the result is out of range, since files may contain any number.
    /// - Parameter rate: ticks per second.
    package func shifted(by seconds: Double, rate: Double) -> Int64 {
        let ticks = (seconds * rate).rounded()
        // 2^62 is far beyond any real time, and converts without a trap.
        guard ticks.magnitude < 0x1p62 else { return self }
        let (sum, isBeyond) = addingReportingOverflow(Int64(ticks))
        return isBeyond ? self : sum
    }
}
