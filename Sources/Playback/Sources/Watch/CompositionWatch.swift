// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxMedia

/// Keeps the information about a media item up to date: polls at intervals, and checks again at the dates at which its availability
/// changes.
struct CompositionWatch {
    enum Event: Equatable {
        case began
        case received(MediaComposition)
        case failed(SourceError)
        /// A requested date has come, or the task woke for another reason.
        case woke
    }

    enum Action: Equatable {
        /// Request a media item.
        case fetch(urn: String)
        case publish(CompositionSnapshot)
        /// There is nothing to show, and nothing more will come.
        case fail(SourceError)
        /// Replaces an earlier request.
        case wake(at: Date)
    }

    /// Minimum seconds between two polls.
    static let shortestInterval = 10.0

    let interval: Double
    let settings: PlaybackSettings
    private(set) var urn: String
    private var isFallback = false
    private var start: Double?
    private var snapshot: CompositionSnapshot?
    private var isFetching = false
    private var nextFetch = Date.distantFuture

    init(urn: String, interval: Double = 30, settings: PlaybackSettings = PlaybackSettings()) {
        self.urn = urn
        self.interval = interval.isFinite ? max(interval, Self.shortestInterval) : Self.shortestInterval
        self.settings = settings
    }

    mutating func handle(_ event: Event, at now: Date) -> [Action] {
        switch event {
        case .began: return fetch()
        case .received(let composition): return received(composition, now)
        case .failed(let error): return failed(error, now)
        case .woke: return woke(now)
        }
    }

    private mutating func fetch() -> [Action] {
        isFetching = true
        nextFetch = .distantFuture
        return [.fetch(urn: urn)]
    }

    private mutating func received(_ composition: MediaComposition, _ now: Date) -> [Action] {
        guard let chapter = composition.main else {
            let error = SourceError(
                .noChapter,
                "The media service's response lacks the requested media, \(urn.prefix(200)). The service has to be fixed.",
                location: urn)
            return failed(error, now)
        }
        wait(now)
        return check(composition, chapter, now) + wake(now)
    }

    private mutating func check(_ composition: MediaComposition, _ chapter: CompositionChapter, _ now: Date) -> [Action] {
        let playability = chapter.playability(at: now, settings: settings)
        let next = CompositionSnapshot(
            composition: composition, chapter: chapter, playability: playability, isFallback: isFallback, start: start)
        guard next != snapshot else { return [] }
        snapshot = next
        return [.publish(next)]
    }

    /// Keeps the known snapshot if a poll fails. Only a part that has disappeared is replaced by the full-length media item.
    private mutating func failed(_ error: SourceError, _ now: Date) -> [Action] {
        isFetching = false
        guard let snapshot else { return [.fail(error)] }
        if .notFound ~= error || .noChapter ~= error, let whole = snapshot.chapter.fullLengthURN, whole != urn {
            (urn, isFallback, start) = (whole, true, snapshot.chapter.rangeInFullLength?.start)
            return fetch()
        }
        wait(now)
        return check(snapshot.composition, snapshot.chapter, now) + wake(now)
    }

    private mutating func woke(_ now: Date) -> [Action] {
        guard let snapshot else { return [] }
        let hadCome = snapshot.playability
        var actions = check(snapshot.composition, snapshot.chapter, now)
        // The service may provide the stream only once the media item is available.
        let mayKnowMore = hadCome != self.snapshot?.playability
        // If the system date was set back, the next poll must not be far away.
        let isDue = now >= nextFetch || nextFetch.timeIntervalSince(now) > interval && nextFetch != .distantFuture
        if !isFetching, isDue || mayKnowMore { actions += fetch() }
        return actions + wake(now)
    }

    private mutating func wait(_ now: Date) {
        isFetching = false
        nextFetch = now.addingTimeInterval(interval)
    }

    private func wake(_ now: Date) -> [Action] {
        let boundary = snapshot?.chapter.nextBoundary(after: now) ?? .distantFuture
        let next = min(nextFetch, boundary)
        return next == .distantFuture ? [] : [.wake(at: next)]
    }
}
