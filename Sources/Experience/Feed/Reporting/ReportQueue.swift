// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Pending reports to the service: in order, in batches, with retries and limited memory.
public struct ReportQueue: Sendable {
    /// How reports are collected and retried.
    public struct Settings: Hashable, Sendable {
        /// Maximum events per batch.
        public var batch = EventBatch.limit
        /// This many events are sent immediately, without waiting for more.
        public var enough = 20
        /// Seconds that fewer events wait for more.
        public var maxDelay = 5.0
        /// Seconds until the first retry; each further one waits twice as long.
        public var firstRetry = 2.0
        /// The longest time between two attempts, in seconds.
        public var longestRetry = 300.0
        /// Maximum number of entries; beyond it, the oldest events are dropped first and purchases last.
        public var capacity = 20_000

        public init() {}
    }

    /// What happens to the queue.
    public enum Event: Sendable {
        /// Entries left by an earlier run.
        case restored([QueueEntry])
        /// A new report.
        case add(QueueEntry)
        /// Rejected entries will never be accepted.
        case delivered(rejected: [String], delivery: Int)
        /// A delivery has failed.
        case failed(ServiceError, delivery: Int)
        /// The requested time has come.
        case wake
        /// Send everything now: the application quits or goes to the background.
        case flush
        /// How much may be reported from now on.
        case setLevel(TrackingLevel)
        /// Whether there is an authenticated guest.
        case ready(Bool)
        /// Discard everything: the viewer's data was erased.
        case forgetAll
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Write to disk, before it counts as recorded.
        case store(QueueEntry)
        /// Remove from disk: sent, or no longer allowed.
        case forget([String])
        /// Send these events; the answer carries the delivery's number.
        case send([ViewerEvent], delivery: Int)
        /// Send this purchase; the key makes sure that it counts once.
        case sendPurchase(PurchaseRequest, key: String, delivery: Int)
        /// Requests ``Event/wake`` at a time, in the clock's seconds.
        case wake(at: Double)
        /// Tell the app that the service will never accept these reports, by their IDs.
        case rejected([String])
    }

    /// The current settings.
    public private(set) var settings: Settings
    /// How much may be reported; everything by default.
    public private(set) var level = TrackingLevel.all
    /// The reports that aren't delivered yet, oldest first.
    public private(set) var entries: [QueueEntry] = []
    /// The number of entries dropped because the queue was full.
    public private(set) var lost = 0
    private var isReady = false
    private var delivery = 0
    private var underway: [QueueEntry]?
    private var failures = 0
    private var batch: Int
    private var dueAt: Double?
    private var blockedUntil: Double?
    private var isFlushing = false

    /// - Parameter settings: the batch size is limited to what the service accepts.
    public init(settings: Settings = Settings()) {
        self.settings = settings
        batch = max(1, min(settings.batch, EventBatch.limit))
    }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .restored(let previous):
            entries = previous + entries
            restrict(&actions)
        case .add(let entry):
            guard let entry = entry.limited(to: level) else { break }
            entries.append(entry)
            actions.append(.store(entry))
            dropSurplus(&actions)
        case .setLevel(let level):
            self.level = level
            restrict(&actions)
        case .delivered(let rejected, let number):
            guard number == delivery, let sent = underway else { break }
            (underway, failures, blockedUntil) = (nil, 0, nil)
            batch = min(max(1, settings.batch), EventBatch.limit, batch * 2)
            remove(Set(sent.map(\.id)), &actions)
            if !rejected.isEmpty { actions.append(.rejected(rejected)) }
        case .failed(let error, let number):
            guard number == delivery, let sent = underway else { break }
            underway = nil
            fail(error, sent, now, &actions)
        case .wake:
            // It may have been asked for by a report that was sent before.
            if let next = blockedUntil ?? dueAt, now < next { actions.append(.wake(at: next)) }
        case .flush: (isFlushing, blockedUntil) = (true, nil)
        case .ready(let isReady):
            self.isReady = isReady
            blockedUntil = nil
        case .forgetAll:
            // Ignore the response to the delivery in progress.
            delivery += 1
            (underway, failures, blockedUntil, dueAt, isFlushing) = (nil, 0, nil, nil, false)
            remove(Set(entries.map(\.id)), &actions)
        }
        deliver(now, &actions)
        return actions
    }

    private mutating func deliver(_ now: Double, _ actions: inout [Action]) {
        guard isReady, underway == nil else { return }
        guard let first = entries.first else {
            (dueAt, isFlushing) = (nil, false)
            return
        }
        if let blockedUntil, now < blockedUntil { return }
        blockedUntil = nil
        let due = dueAt ?? now + settings.maxDelay
        let isDue = isFlushing || now >= due || entries.count >= settings.enough || failures > 0
        guard isDue else {
            if dueAt == nil { actions.append(.wake(at: due)) }
            dueAt = due
            return
        }
        dueAt = nil
        delivery += 1
        if case .purchase(let order) = first.content {
            underway = [first]
            actions.append(.sendPurchase(order, key: first.id, delivery: delivery))
            return
        }
        var events: [ViewerEvent] = []
        for entry in entries.prefix(batch) {
            guard case .event(let event) = entry.content else { break }
            events.append(event)
        }
        underway = Array(entries.prefix(events.count))
        actions.append(.send(events, delivery: delivery))
    }

    private mutating func fail(_ error: ServiceError, _ sent: [QueueEntry], _ now: Double, _ actions: inout [Action]) {
        // An invalid guest token is no reason to reject events: they wait.
        let isAboutGuest = error.apiCode == .invalidToken || error.apiCode == .invalidApp
        if error.code == .refused, !error.canRetry, !isAboutGuest {
            // One of the events was refused; bisect the batch to find it.
            if sent.count > 1 {
                batch = max(1, sent.count / 2)
            } else {
                remove(Set(sent.map(\.id)), &actions)
                actions.append(.rejected(sent.map(\.id)))
            }
            return
        }
        failures += 1
        let pause = min(settings.firstRetry * Double(1 << min(failures - 1, 20)), settings.longestRetry)
        let until = now + max(pause, min(error.retryAfter ?? 0, 3600))
        (blockedUntil, isFlushing) = (until, false)
        actions.append(.wake(at: until))
    }

    private mutating func restrict(_ actions: inout [Action]) {
        let kept = entries.compactMap { $0.limited(to: level) }
        let left = Set(kept.map(\.id))
        let gone = entries.map(\.id).filter { !left.contains($0) }
        // Entries reduced by the tracking level are also rewritten on disk.
        let changed = zip(kept, entries.filter { left.contains($0.id) }).filter { $0.0 != $0.1 }.map(\.0)
        entries = kept
        if !gone.isEmpty || !changed.isEmpty { actions.append(.forget(gone + changed.map(\.id))) }
        actions += changed.map { .store($0) }
        dropSurplus(&actions)
    }

    private mutating func dropSurplus(_ actions: inout [Action]) {
        let excess = entries.count - max(1, settings.capacity)
        guard excess > 0 else { return }
        func isEvent(_ entry: QueueEntry) -> Bool { if case .event = entry.content { true } else { false } }
        var gone = Set(entries.lazy.filter(isEvent).prefix(excess).map(\.id))
        gone.formUnion(entries.lazy.filter { !isEvent($0) }.prefix(excess - gone.count).map(\.id))
        lost += gone.count
        remove(gone, &actions)
    }

    private mutating func remove(_ ids: Set<String>, _ actions: inout [Action]) {
        guard !ids.isEmpty else { return }
        entries.removeAll { ids.contains($0.id) }
        actions.append(.forget(ids.sorted()))
    }
}
