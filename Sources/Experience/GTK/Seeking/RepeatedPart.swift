// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The part of an item that repeats (an A–B loop): the viewer marks its start, then its end. A value.
struct RepeatedPart: Equatable {
    /// The effect of a mark.
    enum Change: Equatable {
        /// The start is marked; the end is missing.
        case started(Double)
        /// The part repeats from now on.
        case completed(TimeRange)
        /// Nothing repeats any more.
        case cleared
    }

    private enum State: Equatable {
        case none
        case open(Double)
        case closed(TimeRange)
    }

    private var state = State.none

    /// Seconds. A shorter part ends the repetition instead: the viewer pressed the key twice.
    static let shortest = 0.3

    /// The repeated part; nil while its end isn't marked.
    var range: TimeRange? { if case .closed(let range) = state { range } else { nil } }

    /// What to show on the seek bar: the start alone, or the part; nil for nothing.
    var marked: TimeRange? {
        switch state {
        case .none: nil
        case .open(let start): TimeRange(start: start, end: start)
        case .closed(let range): range
        }
    }

    /// Marks the start, then the end, and then clears both. The marks may be set in any order.
    /// - Parameter time: the position in seconds.
    mutating func mark(_ time: Double) -> Change {
        switch state {
        case .none:
            state = .open(time)
            return .started(time)
        case .open(let start) where abs(time - start) >= Self.shortest:
            let range = TimeRange(start: min(start, time), end: max(start, time))
            state = .closed(range)
            return .completed(range)
        case .open, .closed:
            state = .none
            return .cleared
        }
    }

    mutating func clear() { state = .none }

    /// Where to seek at a position; nil before the end of the part.
    func target(at time: Double) -> Double? { range.flatMap { time >= $0.end - 0.001 ? $0.start : nil } }

    /// Seconds until the end of the part is reached; nil if that is more than `horizon` away.
    func wait(at time: Double, rate: Double, within horizon: Double) -> Double? {
        guard let range, rate > 0, time < range.end else { return nil }
        let wait = (range.end - time) / rate
        return wait <= horizon ? wait : nil
    }
}
