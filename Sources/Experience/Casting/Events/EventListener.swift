// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

/// Executes the actions of an ``EventSubscription`` for one renderer.
actor EventListener {
    enum Message: Sendable {
        /// Whether the renderer sends events from now on.
        case sendsEvents(Bool)
        /// An event; nil if it can't be parsed.
        case happened(RendererEvent?)
    }

    private let address: String
    private let server: MediaServer
    private let report: @Sendable (Message) async -> Void
    private var subscription = EventSubscription()
    private var timer: Task<Void, Never>?
    private var listening: Task<Void, Never>?
    private var leaving: Task<Void, Never>?
    private var callback = ""

    /// - Parameters:
    ///   - address: the renderer's event URL.
    ///   - server: receives the events.
    init(address: String, server: MediaServer, report: @escaping @Sendable (Message) async -> Void) {
        (self.address, self.server, self.report) = (address, server, report)
    }

    func start() {
        guard listening == nil else { return }
        let expected = server.expectEvents()
        callback = expected.callback
        listening = Task { [weak self, notes = expected.notes] in
            await self?.handle(.begin)
            for await note in notes { await self?.receive(note) }
        }
    }

    private func receive(_ note: EventNote) async {
        // Ignore old subscriptions. The first event may arrive before the response that contains the subscription's ID.
        if let id = subscription.id, note.subscription != id { return }
        await handle(.eventReceived)
        await report(.happened(RendererEvent(note.body)))
    }

    private func handle(_ event: EventSubscription.Event) async {
        for action in subscription.handle(event, at: MonotonicClock.now) {
            switch action {
            case .subscribe: subscribe(renewing: nil)
            case .renew(let id): subscribe(renewing: id)
            case .unsubscribe(let id): leaving = Task { [address] in await RendererClient.unsubscribe(id, at: address) }
            case .wake(let moment): wake(at: moment)
            case .sendsEvents(let sendsEvents): await report(.sendsEvents(sendsEvents))
            }
        }
    }

    private func subscribe(renewing id: String?) {
        Task { [weak self, address, callback] in
            do throws(CastingError) {
                let granted =
                    if let id { try await RendererClient.renew(id, at: address) } else {
                        try await RendererClient.subscribe(at: address, callback: callback)
                    }
                await self?.handle(.granted(id: granted.id, seconds: granted.seconds))
            } catch { await self?.handle(.refused) }
        }
    }

    private func wake(at moment: Instant) {
        timer?.cancel()
        timer = Task { [weak self] in
            try? await Task.sleep(for: .seconds(max(moment - MonotonicClock.now, 0)))
            if !Task.isCancelled { await self?.handle(.woken) }
        }
    }

    /// Returns once the renderer has been unsubscribed.
    /// - Parameter isGone: the renderer can't be reached any more.
    func end(isGone: Bool) async {
        listening?.cancel()
        timer?.cancel()
        guard !isGone else { return }
        await handle(.end)
        await leaving?.value
    }
}
