// SPDX-License-Identifier: Apache-2.0

/// Puts the timestamps of a stream whose clock may jump on one continuous timeline.
///
/// The clock of MPEG-TS and MPEG-PS jumps where recordings are joined, where a receiver lost its signal, where the 33-bit counter
/// wraps, and where a packet is damaged. The clock of Ogg starts again with each link of a chain, as radio stations send one for each
/// title. Tracks jump one after the other, because a multiplexer sends sound later than its pictures: a shift that one track has found
/// is used by the others, so that they stay in sync.
package struct TimestampLinearizer {
    /// What is added to the timestamps from a place in the file on.
    private struct Epoch {
        var position: Int64
        /// Where it begins on the timeline.
        var start: Double
        var shift: Double
    }

    private struct Track {
        var shift: Double
        /// On the timeline: the last packet, and the last one that is a key picture.
        var last: Double
        var lastKey: Double
        /// Where all that came so far ends.
        var end: Double
    }

    /// What the time of a packet says of its place among the others of its track.
    package enum Order: Hashable, Sendable {
        /// It is a decode time: those only grow.
        case decoding
        /// It is the time at which a key picture is shown: those of key pictures only grow.
        case key
        /// It is the time at which a picture is shown that may come before others that are there already.
        case any
    }

    private var tracks: [Int32: Track] = [:]
    private var epochs: [Epoch] = []
    /// The place of the last packet on the timeline.
    private var latest: Double?
    private var currentShift = 0.0
    /// Seconds; a longer gap in all tracks is a jump of the clock.
    private let longestGap: Double
    /// Seconds; a track that goes back further has jumped.
    private let longestStepBack: Double

    /// Seconds between decoding and presentation of a picture; a longer time is a damaged timestamp.
    package static let longestDelay = 10.0
    /// How far tracks of one clock may be apart.
    private static let agreement = 1.5
    /// How far a shift that is known already may miss the end of the packet before.
    private static let tolerance = 3.0
    private static let wrap = Double(Int64(1) << 33) / 90_000
    /// A file that is damaged all over must not make the list grow.
    private static let mostEpochs = 256

    /// - Parameters:
    ///   - start: seconds of the clock at which the stream begins; nil when that is unknown.
    ///   - longestGap: in seconds; what is longer is a jump of the clock. Infinite where only steps back are.
    ///   - longestStepBack: in seconds; muxers are inaccurate.
    package init(start: Double? = nil, longestGap: Double = 10, longestStepBack: Double = 0.3) {
        latest = start
        self.longestGap = longestGap
        self.longestStepBack = longestStepBack
    }

    /// The shift of the last part of the stream that is known, in seconds.
    package var lastShift: Double { epochs.last?.shift ?? 0 }

    /// The shift of packets that say nothing of the clock, such as subtitles: they come early, late and out of order.
    package mutating func shift(at position: Int64?) -> Double {
        if latest == nil, let position { currentShift = shift(of: position) }
        return currentShift
    }

    /// Places the next packet of the stream.
    /// - Parameters:
    ///   - time: by the stream's clock, in seconds.
    ///   - order: what the time says; a decode time is the best.
    ///   - duration: in seconds; 0 when it is unknown.
    ///   - position: where it lies in the file, in bytes; nil when that is unknown.
    /// - Returns: the seconds to be added to its timestamps.
    package mutating func place(
        _ time: Double, _ order: Order = .decoding, of track: Int32, duration: Double = 0, at position: Int64? = nil
    ) -> Double {
        if latest == nil, let position { currentShift = shift(of: position) }
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
            // A single damaged timestamp came before.
            shift = other
            note(shift, start: time + shift, at: position)
        }
        let placed = time + shift
        // A damaged decode time must not move the end of what comes after it.
        let end = placed + max(duration, 0)
        tracks[track] = Track(
            shift: shift, last: placed, lastKey: order == .key ? placed : known?.lastKey ?? placed,
            end: order == .decoding ? end : max(end, known?.end ?? end))
        latest = placed
        currentShift = shift
        return shift
    }

    /// Reading goes on elsewhere in the file.
    package mutating func restart() {
        tracks.removeAll()
        latest = nil
    }

    /// The shift of a time on the timeline, for a search by the file's own timestamps.
    package func shift(on time: Double) -> Double { epochs.last { $0.start <= time + 0.001 }?.shift ?? 0 }

    private func shift(of position: Int64) -> Double { epochs.last { $0.position <= position }?.shift ?? 0 }

    private func hasJumped(_ placed: Double, _ track: Int32, _ order: Order) -> Bool {
        if (placed - (latest ?? placed)).magnitude > longestGap { return true }
        let before =
            switch order {
            case .decoding: tracks[track]?.last
            case .key: tracks[track]?.lastKey
            case .any: nil as Double?
            }
        guard let before, placed < before - longestStepBack else { return false }
        // Where another track is at the same time, the timestamp before this one was wrong.
        return !tracks.contains { $0.key != track && ($0.value.last - placed).magnitude < Self.agreement }
    }

    private func otherShift(for time: Double, than shift: Double, expected: Double) -> Double? {
        let known = tracks.values.map(\.shift) + epochs.suffix(8).map(\.shift) + [0]
        return known.filter { ($0 - shift).magnitude > 0.001 && (time + $0 - expected).magnitude < Self.tolerance }
            .min { (time + $0 - expected).magnitude < (time + $1 - expected).magnitude }
    }

    private func wrapped(_ time: Double, _ shift: Double, _ expected: Double) -> Double? {
        [shift + Self.wrap, shift - Self.wrap].first { (time + $0 - expected).magnitude < 10 }
    }

    private mutating func note(_ shift: Double, start: Double, at position: Int64?) {
        guard let position, position > epochs.last?.position ?? -1, epochs.count < Self.mostEpochs else { return }
        epochs.append(Epoch(position: position, start: start, shift: shift))
    }
}

extension Int64 {
    /// A time in ticks of a clock, later by some seconds. Files may state any number as a time: what is beyond the range stays as it is.
    /// - Parameter rate: ticks in a second.
    package func shifted(by seconds: Double, rate: Double) -> Int64 {
        let ticks = (seconds * rate).rounded()
        // 2^62 is far beyond any time, and converts without a trap.
        guard ticks.magnitude < 0x1p62 else { return self }
        let (sum, isBeyond) = addingReportingOverflow(Int64(ticks))
        return isBeyond ? self : sum
    }
}
