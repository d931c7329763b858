// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Decides what to decode next for backward playback, and when to pass it on. A value type.
///
/// Frames are decoded forwards, a stretch at a time, from the preceding keyframe. A long group of pictures is decoded again for each
/// stretch, so that memory is bounded. Beyond ``fastest``, or when the machine is too slow, single keyframes are shown.
struct BackwardPlan {
    enum Step: Hashable {
        /// The last frames before a time.
        case stretch(before: Double)
        /// One keyframe at or before a time.
        case key(at: Double)
        case over
    }

    /// The rate up to which all frames are shown, as far as the screen allows.
    static let fastest = 4.0
    /// After this many consecutive late stretches, the machine is considered too slow for the rate.
    private static let maxLateStretches = 3
    /// Single frames to show per second.
    private static let keysPerSecond = 6.0

    /// Media seconds per second, without the sign.
    let speed: Double
    /// Everything from this time on was decoded or skipped.
    private(set) var limit: Double
    private(set) var showsKeys: Bool
    /// The number of consecutive stretches that were too late to be shown.
    private var late = 0
    private var anchor: (position: Double, moment: Instant)

    init(from position: Double, rate: Double, at now: Instant) {
        speed = max(-rate, 0.000_1)
        limit = position
        showsKeys = speed > Self.fastest
        anchor = (position, now)
    }

    /// Updates the position from the engine's clock.
    mutating func follow(_ position: Double, at now: Instant) { anchor = (position, now) }

    func position(at now: Instant) -> Double { anchor.position - (now - anchor.moment) * speed }

    /// The real time at which playback reaches a media time.
    func moment(of time: Double) -> Instant { anchor.moment + (anchor.position - time) / speed }

    func next(at now: Instant) -> Step {
        // Don't decode what playback has already passed.
        let end = min(limit, position(at: now))
        guard end > 0.001 else { return .over }
        return showsKeys ? .key(at: max(end - speed / Self.keysPerSecond, 0)) : .stretch(before: end)
    }

    /// Records what was decoded.
    /// - Parameter first: the time of the earliest frame; nil when there was none, in which case the search moves back half a second.
    mutating func decoded(from first: Double?, at now: Instant) {
        let position = position(at: now)
        limit = first.map { min($0, limit - 0.001) } ?? min(limit, position) - 0.5
        guard let first else { return }
        late = first > position ? late + 1 : 0
        if late >= Self.maxLateStretches { showsKeys = true }
    }
}
