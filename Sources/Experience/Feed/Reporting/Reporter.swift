// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Sends the viewer's events and purchases to the service. Entries are stored on disk before they are sent, and retried until accepted.
public actor Reporter {
    /// The clock that reports use.
    public struct Clock: Sendable {
        /// Monotonic time in seconds.
        public var now: @Sendable () -> Double
        /// The wall-clock time of an event.
        public var date: @Sendable () -> Date
        /// Returns at that time.
        public var sleep: @Sendable (Double) async throws -> Void

        public init(
            now: @escaping @Sendable () -> Double, date: @escaping @Sendable () -> Date,
            sleep: @escaping @Sendable (Double) async throws -> Void
        ) {
            (self.now, self.date, self.sleep) = (now, date, sleep)
        }

        /// The clocks of this machine.
        public static let system = Clock(
            now: { ProcessInfo.processInfo.systemUptime }, date: { Date() },
            sleep: { moment in
                // The sleep may count time that the uptime doesn't, such as a suspend.
                while true {
                    let rest = moment - ProcessInfo.processInfo.systemUptime
                    guard rest > 0 else { return }
                    try await Task.sleep(for: .seconds(rest))
                }
            })
    }

    private let service: any FeedService
    private let clock: Clock
    private let makeID: @Sendable () -> String
    private var queue: ReportQueue
    private var journal: ReportJournal?
    /// When to rewrite the journal after a write failed, in the clock's seconds.
    private var rewriteAt: Double?
    /// Seconds between a failed write and the rewrite.
    private static let rewriteDelay = 30.0
    private var listeners: [AsyncStream<String?>.Continuation] = []
    private var timer = WakeTimer()
    private var idle: [CheckedContinuation<Void, Never>] = []
    /// Why entries can't be stored on disk, such as a full disk; nil if they can. Meanwhile they are kept in memory only.
    public private(set) var storageFailure: String? {
        didSet { if storageFailure != oldValue { for listener in listeners { listener.yield(storageFailure) } } }
    }

    /// - Parameters:
    ///   - service: receives the reports.
    ///   - file: stores pending entries; nil keeps them in memory. Must not be shared by processes.
    ///   - makeID: creates UUIDs.
    public init(
        _ service: any FeedService, file: URL? = nil, settings: ReportQueue.Settings = .init(), clock: Clock = .system,
        makeID: @escaping @Sendable () -> String = { UUID().uuidString }
    ) {
        (self.service, self.clock, self.makeID) = (service, clock, makeID)
        queue = ReportQueue(settings: settings)
        guard let file else { return }
        do {
            let (journal, entries) = try ReportJournal.open(file)
            self.journal = journal
            // Nothing is sent before a guest exists, so this only queues them.
            _ = queue.handle(.restored(entries), at: clock.now())
        } catch { storageFailure = "\(file.path): \(error)" }
    }

    deinit { for listener in listeners { listener.finish() } }

    /// The current ``storageFailure``, followed by its changes, for display to the user.
    public var storageFailures: AsyncStream<String?> {
        let (failures, listener) = AsyncStream.makeStream(of: String?.self)
        listener.yield(storageFailure)
        listeners.append(listener)
        return failures
    }

    /// The number of pending entries.
    public var pending: Int { queue.entries.count }
    /// The number of entries dropped because the queue was full.
    public var lost: Int { queue.lost }

    /// Reports an event, with a new ID and the current date.
    /// - Returns: the event as it will be sent.
    @discardableResult public func record(_ draft: EventDraft) -> ViewerEvent {
        let event = draft.event(id: makeID(), at: clock.date())
        perform(.add(QueueEntry(event)))
        return event
    }

    /// Reports an order, with a new ID.
    public func record(_ purchase: PurchaseRequest) { perform(.add(QueueEntry(purchase, id: makeID()))) }

    /// How much may be reported from now on. Pending reports that are no longer allowed are discarded.
    public func set(level: TrackingLevel) { perform(.setLevel(level)) }
    /// Whether there is an authenticated guest.
    public func set(isReady: Bool) { perform(.ready(isReady)) }

    /// Stops sending, and returns once no request is in progress.
    func pause() async {
        perform(.ready(false))
        await settled()
    }

    /// Discards all pending entries, including those on disk.
    func forgetAll() { perform(.forgetAll) }

    /// Sends all pending entries, and returns when they have been sent or have failed.
    public func flush() async {
        perform(.flush)
        await settled()
    }

    /// Returns once no request is in progress.
    func settled() async {
        guard isSending else { return }
        await withCheckedContinuation { idle.append($0) }
    }

    private var sending = 0
    private var isSending: Bool { sending > 0 }

    private func perform(_ event: ReportQueue.Event) {
        for action in queue.handle(event, at: clock.now()) {
            switch action {
            case .store(let entry): keep { try $0.store(entry) }
            case .forget(let ids): keep { [entries = queue.entries] in try $0.forget(ids, leaving: entries) }
            case .wake(let moment): wake(at: moment)
            case .rejected: break
            case .send(let events, let delivery):
                deliver(delivery) { service throws(ServiceError) in
                    try await service.send(ServiceCall<EventReceipt>.record(events)).rejected.map(\.id)
                }
            case .sendPurchase(let order, let key, let delivery):
                deliver(delivery) { service throws(ServiceError) in
                    _ = try await service.send(ServiceCall<PurchaseAccepted>.record(order, key: key))
                    return []
                }
            }
        }
    }

    private func deliver(_ delivery: Int, _ send: @escaping @Sendable (any FeedService) async throws(ServiceError) -> [String]) {
        sending += 1
        Task {
            let event: ReportQueue.Event
            do throws(ServiceError) {
                event = .delivered(rejected: try await send(service), delivery: delivery)
            } catch { event = .failed(error, delivery: delivery) }
            perform(event)
            sending -= 1
            guard sending == 0 else { return }
            for waiter in idle { waiter.resume() }
            idle = []
        }
    }

    private func keep(_ change: (inout ReportJournal) throws -> Void) {
        guard var journal else { return }
        do {
            if let rewriteAt {
                guard clock.now() >= rewriteAt else { return }
                try journal.rewrite(queue.entries)
            } else {
                try change(&journal)
            }
            (rewriteAt, storageFailure) = (nil, nil)
        } catch {
            // After a failed write the journal is incomplete; it is rewritten completely later.
            (rewriteAt, storageFailure) = (clock.now() + Self.rewriteDelay, "\(error)")
        }
        self.journal = journal
    }

    private func wake(at moment: Double) {
        timer.schedule(at: moment, by: clock) { [weak self] in await self?.woke() }
    }

    private func woke() {
        timer.fired()
        perform(.wake)
    }
}
