// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxPlayer

/// Performs the actions of a ``CompositionWatch`` until the listener is gone.
actor CompositionRunner {
    private var watch: CompositionWatch
    private let service: CompositionService
    private let clock: WallClock
    private let out: AsyncThrowingStream<CompositionSnapshot, any Error>.Continuation
    private var fetching: Task<Void, Never>?
    private var sleeping: Task<Void, Never>?

    private init(
        _ watch: CompositionWatch, service: CompositionService, clock: WallClock,
        out: AsyncThrowingStream<CompositionSnapshot, any Error>.Continuation
    ) {
        self.watch = watch
        self.service = service
        self.clock = clock
        self.out = out
    }

    static func run(
        _ watch: CompositionWatch, service: CompositionService, clock: WallClock
    ) -> AsyncThrowingStream<CompositionSnapshot, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { out in
            let runner = CompositionRunner(watch, service: service, clock: clock, out: out)
            let beginning = Task { await runner.handle(.began) }
            out.onTermination = { _ in
                beginning.cancel()
                Task { await runner.end() }
            }
        }
    }

    private var hasEnded = false

    private func end() {
        hasEnded = true
        fetching?.cancel()
        sleeping?.cancel()
    }

    private func handle(_ event: CompositionWatch.Event) {
        guard !hasEnded else { return }
        for action in watch.handle(event, at: clock.now()) { perform(action) }
    }

    private func perform(_ action: CompositionWatch.Action) {
        switch action {
        case .fetch(let urn): fetch(urn)
        case .publish(let snapshot): out.yield(snapshot)
        case .fail(let error): out.finish(throwing: PlayerError(error))
        case .wake(let date): sleep(until: date)
        }
    }

    private func fetch(_ urn: String) {
        let settings = watch.settings
        fetching = Task { [service, weak self] in
            let event: CompositionWatch.Event
            do throws(SourceError) {
                event = try await .received(service.composition(of: urn, settings: settings))
            } catch {
                event = .failed(error)
            }
            if !Task.isCancelled { await self?.handle(event) }
        }
    }

    private func sleep(until date: Date) {
        sleeping?.cancel()
        sleeping = Task { [clock, weak self] in
            try? await clock.sleep(date)
            if !Task.isCancelled { await self?.handle(.woke) }
        }
    }
}
