// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// What to decode next of a film that is shown backwards, and when to hand it on. A value.
///
/// Pictures are decoded forwards, a stretch at a time, from the key picture before it. A long group of pictures is decoded
/// again for each stretch, so that memory is bounded whatever its length. Beyond ``fastest``, or where the machine is too
/// slow for that, single key pictures are shown.
struct BackwardWalk {
    enum Step: Hashable {
        /// The last pictures before a time.
        case stretch(before: Double)
        /// One key picture at or before a time.
        case key(at: Double)
        case over
    }

    /// The rate up to which all pictures are shown, as far as the screen can.
    static let fastest = 4.0
    /// After so many late stretches in a row the machine can't decode as fast as this.
    private static let patience = 3
    /// Single pictures that are shown in a second.
    private static let keysPerSecond = 6.0

    /// Media seconds per second, without the sign.
    let speed: Double
    /// All from here on was decoded or passed over.
    private(set) var limit: Double
    private(set) var showsKeys: Bool
    /// Stretches in a row that came too late to be seen.
    private var late = 0
    private var anchor: (position: Double, moment: Instant)

    init(from position: Double, rate: Double, at now: Instant) {
        speed = max(-rate, 0.000_1)
        limit = position
        showsKeys = speed > Self.fastest
        anchor = (position, now)
    }

    /// The engine's clock says where playing is.
    mutating func follow(_ position: Double, at now: Instant) { anchor = (position, now) }

    func position(at now: Instant) -> Double { anchor.position - (now - anchor.moment) * speed }

    /// The moment at which playing comes to a time.
    func moment(of time: Double) -> Instant { anchor.moment + (anchor.position - time) / speed }

    func next(at now: Instant) -> Step {
        // What playing has left behind already is not decoded any more.
        let end = min(limit, position(at: now))
        guard end > 0.001 else { return .over }
        return showsKeys ? .key(at: max(end - speed / Self.keysPerSecond, 0)) : .stretch(before: end)
    }

    /// Something was decoded.
    /// - Parameter first: the time of the earliest picture; nil when there was none, which moves the search on by itself.
    mutating func decoded(from first: Double?, at now: Instant) {
        let position = position(at: now)
        limit = first.map { min($0, limit - 0.001) } ?? min(limit, position) - 0.5
        guard let first else { return }
        late = first > position ? late + 1 : 0
        if late >= Self.patience { showsKeys = true }
    }
}
