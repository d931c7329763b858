// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// One segment on its way from the network to the sample queues.
final class SegmentJob: Sendable {
    let id: LoadID
    let load: SegmentLoad
    let feed = ByteFeed()
    /// The kinds to take from it. Others belong to another content type.
    let kinds: Set<TrackKind>
    /// The runs of the tracks' queues for which it was begun.
    let runs: [TrackKind: Int]
    /// The manifest's events during the segment.
    let events: [EventMessage]
    private let cancelled = Mutex(false)
    private let prepared = Mutex(ResourceStore.SegmentDependencies())

    var name: SampleQueue.SegmentName {
        .init(contentType: load.contentType, stream: load.stream, sequence: load.sequence, part: load.part, clock: load.discontinuity)
    }

    init(id: LoadID, load: SegmentLoad, kinds: Set<TrackKind>, tracks: ItemTracks, events: [EventMessage] = []) {
        runs = Dictionary(uniqueKeysWithValues: kinds.map { ($0, tracks.run(of: $0)) })
        self.id = id
        self.load = load
        self.kinds = kinds
        self.events = events
    }

    /// Whether a sample is in the part of the segment that is played.
    func takes(_ sample: Sample) -> Bool {
        kinds.contains(sample.format.kind) && (!load.isSingleFrame || sample.format.kind == .video && sample.isKey)
    }

    /// Sets what the segment depends on.
    func open(with prepared: ResourceStore.SegmentDependencies) {
        self.prepared.withLock { $0 = prepared }
        if isCancelled { prepared.sampleKeys?.lookup?.cancel() }
    }

    /// Available once the feed has its first bytes.
    var initialization: [UInt8] { prepared.withLock { $0.initialization } }
    var sampleKeys: SampleKeys? { prepared.withLock { $0.sampleKeys } }

    var isCancelled: Bool { cancelled.withLock { $0 } }

    /// Cancels the job. None of its samples are queued after this.
    func cancel() {
        cancelled.withLock { $0 = true }
        feed.fail("the load was cancelled")
        sampleKeys?.lookup?.cancel()
    }

    /// Runs a closure unless the job was cancelled.
    /// - Returns: false when it was cancelled.
    func unlessCancelled(_ body: () -> Void) -> Bool {
        cancelled.withLock { isCancelled in
            if !isCancelled { body() }
            return !isCancelled
        }
    }
}
