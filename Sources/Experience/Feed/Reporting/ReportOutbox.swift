// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Passes messages to the reporter in the order of the calls, without making the callers wait.
@MainActor final class ReportOutbox {
    /// Called with each event as it was recorded.
    var onRecorded: (@MainActor (ViewerEvent, _ channel: String?) -> Void)?
    nonisolated let reporter: Reporter
    let clock: Reporter.Clock
    private let service: any FeedService
    private let messages: AsyncStream<Message>.Continuation
    private var announcing: Task<Void, Never>?

    private enum Message: Sendable {
        case draft(EventDraft, channel: String?)
        case purchase(PurchaseRequest)
        case level(TrackingLevel)
        case ready(Bool)
        case flush(CheckedContinuation<Void, Never>)
        case pause(CheckedContinuation<Void, Never>)
    }

    /// - Parameter file: for pending reports; nil keeps them in memory.
    init(_ service: any FeedService, file: URL?, clock: Reporter.Clock) {
        self.service = service
        self.clock = clock
        reporter = Reporter(service, file: file, clock: clock)
        let (received, messages) = AsyncStream.makeStream(of: Message.self)
        self.messages = messages
        Task { [weak self, reporter] in
            for await message in received {
                switch message {
                case .draft(let draft, let channel):
                    let event = await reporter.record(draft)
                    self?.onRecorded?(event, channel)
                case .purchase(let order): await reporter.record(order)
                case .level(let level): await reporter.set(level: level)
                case .ready(let isReady): await reporter.set(isReady: isReady)
                case .pause(let done):
                    await reporter.pause()
                    done.resume()
                case .flush(let done):
                    Task { [reporter] in
                        await reporter.flush()
                        done.resume()
                    }
                }
            }
        }
    }

    isolated deinit { messages.finish() }

    func record(_ draft: EventDraft, channel: String?) { messages.yield(.draft(draft, channel: channel)) }
    func record(_ purchase: PurchaseRequest) { messages.yield(.purchase(purchase)) }
    func set(level: TrackingLevel) { messages.yield(.level(level)) }
    func set(isReady: Bool) { messages.yield(.ready(isReady)) }

    /// Sends the tracking level to the service, and then allows reports: the service must know the level before it receives any.
    func announce(level: TrackingLevel) {
        announcing = Task { [messages, service] in
            // If this fails, the service learns the level from each event.
            _ = try? await service.send(ServiceCall<Guest>.setTracking(level))
            messages.yield(.ready(true))
        }
    }

    /// Sends all pending reports, and returns when they have been sent or have failed.
    func flush() async {
        await announcing?.value
        await withCheckedContinuation { done in
            if case .terminated = messages.yield(.flush(done)) { done.resume() }
        }
    }

    /// Stops sending, after all earlier messages were handled.
    func pause() async {
        await withCheckedContinuation { done in
            if case .terminated = messages.yield(.pause(done)) { done.resume() }
        }
    }
}
