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
    /// The kinds that are taken out of it; others belong to another content type.
    let kinds: Set<TrackKind>
    /// The runs of the tracks' queues that it was begun for.
    let runs: [TrackKind: Int]
    /// What a manifest says that happens during the segment.
    let events: [EventMessage]
    private let cancelled = Mutex(false)
    private let prepared = Mutex(ResourceStore.Prepared())

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

    /// Puts what the segment needs in front of it.
    func open(with prepared: ResourceStore.Prepared) {
        self.prepared.withLock { $0 = prepared }
        if isCancelled { prepared.sampleKeys?.lookup?.cancel() }
    }

    /// There once the feed has its first bytes.
    var initialization: [UInt8] { prepared.withLock { $0.initialization } }
    var sampleKeys: SampleKeys? { prepared.withLock { $0.sampleKeys } }

    var isCancelled: Bool { cancelled.withLock { $0 } }

    /// Nothing of it is queued after this.
    func cancel() {
        cancelled.withLock { $0 = true }
        feed.fail("the load was cancelled")
        sampleKeys?.lookup?.cancel()
    }

    /// Does something that must not happen after a cancellation.
    /// - Returns: false when it is cancelled.
    func unlessCancelled(_ body: () -> Void) -> Bool {
        cancelled.withLock { isCancelled in
            if !isCancelled { body() }
            return !isCancelled
        }
    }
}
