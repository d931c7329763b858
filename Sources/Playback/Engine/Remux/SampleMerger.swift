// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Merges the samples of an item's tracks in decode order as they arrive.
struct SampleMerger {
    enum Step {
        case sample(SampleQueue.Entry)
        /// No sample has arrived for a while.
        case nothingYet
        case end
    }

    private let tracks: ItemTracks
    private let kinds: [TrackKind]
    private var heads: [TrackKind: SampleQueue.Entry] = [:]
    private var ended: Set<TrackKind> = []
    /// Nanoseconds.
    private static let timeout: Int64 = 250_000_000

    init(_ tracks: ItemTracks, kinds: Set<TrackKind>) {
        self.tracks = tracks
        self.kinds = [.video, .audio].filter { kinds.contains($0) }
    }

    mutating func next() -> Step {
        for kind in kinds where heads[kind] == nil && !ended.contains(kind) {
            switch take(kind) {
            case .sample(let entry): heads[kind] = entry
            case .nothingYet: return .nothingYet
            case .end: ended.insert(kind)
            }
        }
        guard let first = heads.min(by: { $0.value.decodeTime < $1.value.decodeTime }) else { return .end }
        heads[first.key] = nil
        return .sample(first.value)
    }

    private func take(_ kind: TrackKind) -> Step {
        func take(_ samples: inout SampleQueue) -> Step? {
            if let entry = samples.next() {
                samples.trim(before: entry.time)
                return .sample(entry)
            }
            return samples.isComplete ? .end : nil
        }
        let deadline = MonotonicClock.now.nanoseconds + Self.timeout
        let step =
            kind == .video
            ? tracks.video.state.wait(until: deadline) { $0.isStopped ? .end : take(&$0.samples) }
            : tracks.audio.state.wait(until: deadline) { $0.isStopped ? .end : take(&$0.samples) }
        return step ?? .nothingYet
    }
}

extension SampleQueue.Entry {
    fileprivate var decodeTime: Double { time - (sample.presentation.seconds - sample.decode.seconds) }
}
