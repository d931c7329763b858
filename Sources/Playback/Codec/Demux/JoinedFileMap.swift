// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What is known about a file whose clock may jump: where it jumps, and where decoding can begin. Shared by all demuxers of the file, so
/// that previews and reverse playback use what playback has found, and the other way round.
package final class JoinedFileMap: Sendable {
    /// The shift of timestamps from a file offset on.
    struct Epoch {
        var position: Int64
        /// Where it begins on the timeline, in seconds.
        var start: Double
        var shift: Double
    }

    /// A sample at which decoding can begin.
    struct Key {
        /// The presentation time in seconds on the timeline.
        var time: Double
        var position: Int64
        /// The shift of its timestamps in seconds.
        var shift: Double
    }

    private struct State {
        var epochs: [Epoch] = []
        /// In ascending order of both.
        var keys: [Key] = []
        /// The file was read without a hole up to this offset, and to this time on the timeline.
        var frontier: Int64 = -1
        var end = -Double.infinity
        var isWhole = false
        var isJoined: Bool?
        var starts = TrackStarts()
    }

    private let state = Mutex(State())

    /// Keeps the list of a badly damaged file from growing without bound.
    private static let maximumEpochs = 256
    private static let maximumKeys = 1 << 17
    /// Seconds between the entries for files in which decoding can begin nearly everywhere.
    private static let spacing = 0.2

    /// Whether reading all of the file is expensive.
    let isRemote: Bool

    package init(isRemote: Bool = false) { self.isRemote = isRemote }

    /// The shift of the last known part of the file, in seconds.
    var lastShift: Double { state.withLock { $0.epochs.last?.shift ?? 0 } }

    /// The most recently found shifts.
    var lastShifts: [Double] { state.withLock { $0.epochs.suffix(8).map(\.shift) } }

    func shift(of position: Int64) -> Double { state.withLock { $0.epochs.last { $0.position <= position }?.shift ?? 0 } }

    func shift(on time: Double) -> Double { state.withLock { $0.epochs.last { $0.start <= time + 0.001 }?.shift ?? 0 } }

    /// Whether everything before an offset was read, so that a reader that begins there may extend the map.
    func covers(_ position: Int64) -> Bool { state.withLock { position <= $0.frontier } }

    /// Records a jump found by a reader that has read everything before it.
    func note(_ epoch: Epoch) {
        state.withLock { state in
            guard epoch.position > max(state.frontier, state.epochs.last?.position ?? -1), state.epochs.count < Self.maximumEpochs else {
                return
            }
            state.epochs.append(epoch)
        }
    }

    /// Records how far the file was read without a hole.
    func reach(_ position: Int64, time: Double) {
        state.withLock { state in
            guard position > state.frontier else { return }
            state.frontier = position
            state.end = max(state.end, time)
        }
    }

    /// Records that the file was read to its end without a hole.
    func complete() { state.withLock { $0.isWhole = true } }

    func add(_ key: Key) {
        state.withLock { state in
            guard state.keys.count < Self.maximumKeys else { return }
            if let last = state.keys.last, key.position <= last.position || key.time < last.time + Self.spacing { return }
            state.keys.append(key)
        }
    }

    /// The last sample at or before a time at which decoding can begin, or else the first one.
    func key(at time: Double) -> Key? { state.withLock { state in state.keys.last { $0.time <= time + 0.001 } ?? state.keys.first } }

    /// The last sample at which decoding can begin.
    var lastKey: Key? { state.withLock { $0.keys.last } }

    /// Whether the file is known up to a time.
    func reaches(_ time: Double) -> Bool { state.withLock { $0.isWhole || $0.end > time } }

    /// The end of the known part, in seconds on the timeline.
    var end: Double { state.withLock { $0.end } }
    var isWhole: Bool { state.withLock { $0.isWhole } }

    /// Whether its clock jumps, so that timestamps don't determine a packet's position on the timeline.
    var jumps: Bool { state.withLock { $0.isJoined == true || ($0.epochs.last?.shift ?? 0).magnitude > 0.001 } }

    /// Whether the file consists of several recordings, as far as it has been examined; nil when it hasn't been.
    var isJoined: Bool? {
        get { state.withLock { $0.isJoined } }
        set { state.withLock { $0.isJoined = newValue } }
    }

    /// Reads or changes where the tracks begin.
    func starts<Result>(_ body: (inout TrackStarts) -> Result) -> Result { state.withLock { body(&$0.starts) } }

    /// Whether the times found at some offsets of a file can't be those of one recording.
    ///
    /// A false positive costs time, because the file is then read up to the target of each seek. After a false negative, a seek may miss
    /// its target by the length of a recording that is shorter than the distance between two offsets.
    /// - Parameters:
    ///   - points: offsets in ascending order with the time there, in seconds.
    ///   - isRemote: an uneven pace is ignored. A variable bit rate causes one, too, and must not make a seek load the file.
    static func areJoined(_ points: [(position: Int64, time: Double)], isRemote: Bool = false) -> Bool {
        let steps = zip(points, points.dropFirst()).map { (bytes: Double($1.position - $0.position), time: $1.time - $0.time) }
            .filter { $0.bytes > 0 }
        if steps.contains(where: { $0.time <= 0 }) { return true }
        guard !steps.isEmpty else { return false }
        let pace = steps.map { $0.time / $0.bytes }.sorted()[steps.count / 2]
        return steps.contains { step in
            let expected = pace * step.bytes
            if isRemote { return step.time > 50 * expected && step.time > expected + 600 }
            return step.time > 4 * expected && step.time > expected + 10 || step.time < expected / 4 && step.time < expected - 1
        }
    }
}
