// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxEngine
import WindowboxMedia

/// Adds up how one item plays. What was added up is never gone through again, however long it plays.
struct PlaybackMeter {
    enum Event {
        /// The item is loaded, or was loaded ahead and is the current one now.
        case began
        /// The first picture or sound.
        case ready(position: Double)
        /// Since the engine was made.
        case counts(EngineCounts)
        case variant(Int)
        case stalled
        /// It plays and does not wait.
        case flows(Bool, Date)
    }

    private var counts = EngineCounts()
    private var countsAtBeginning = EngineCounts()
    private var began: Instant?
    private var startOffset: Double?
    private var startupTime: Double?
    private var startDate: Date?
    private var variant: Int?
    private var variantSwitches = 0
    private var stalls = 0
    private var playing = Stopwatch()

    mutating func handle(_ event: Event, at now: Instant) {
        switch event {
        case .began:
            let counts = counts
            self = PlaybackMeter()
            (self.counts, countsAtBeginning, began) = (counts, counts, now)
        case .ready(let position):
            guard startOffset == nil else { return }
            startOffset = position
            startupTime = began.map { now - $0 }
        case .counts(let counts): self.counts = counts
        case .variant(let index):
            if let variant, variant != index { variantSwitches += 1 }
            variant = index
        case .stalled: stalls += 1
        case .flows(let flows, let date):
            playing.run(flows, at: now)
            if flows, startDate == nil { startDate = date }
        }
    }

    /// - Parameter metrics: with what is known of the item itself.
    func fill(_ metrics: inout Metrics, at now: Instant) {
        metrics.playbackStartDate = startDate
        metrics.startOffset = startOffset
        metrics.startupTime = startupTime
        metrics.total.bytes = max(counts.bytes - countsAtBeginning.bytes, 0)
        metrics.total.requests = max(counts.requests - countsAtBeginning.requests, 0)
        metrics.total.droppedFrames = max(counts.picturesDropped - countsAtBeginning.picturesDropped, 0)
        metrics.total.presentedFrames = max(counts.picturesPresented - countsAtBeginning.picturesPresented, 0)
        metrics.total.playbackDuration = playing.seconds(at: now)
        metrics.total.stalls = stalls
        metrics.total.bitrateSwitches = variantSwitches
        metrics.increment = metrics.total
    }
}
