// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxMedia

/// The current item's error, whether and when it is retried, and where a reloaded item resumes.
@MainActor @Observable final class FailureRecovery {
    /// Load the current item again, at `position` or else at its default position.
    struct Retry: Equatable { var position: ResumePosition? }

    private(set) var error: PlayerError?
    /// When the item is retried automatically.
    @ObservationIgnored private(set) var retryDue: Instant?
    @ObservationIgnored private var rule: NetworkRetryRule
    /// Whether the item's loader provides no media, as opposed to media that fails.
    @ObservationIgnored private var isRefused = false
    @ObservationIgnored private var resumption: (item: PlayerItem, position: ResumePosition)?
    /// Whether failed items are being skipped.
    @ObservationIgnored private(set) var isPassingOver = false

    init(_ policy: NetworkRetry) { rule = NetworkRetryRule(policy) }

    // MARK: The error

    func fail(_ failure: PlayerError) { error = failure }

    /// Marks the failure as one of the item's loader.
    func failAtLoader() { isRefused = true }

    func clear() {
        if error != nil { error = nil }
        isRefused = false
    }

    /// The loader's result has changed: clears an error about the previous one.
    /// - Parameter isFailing: whether it provides no media now.
    func loaderChanged(isFailing: Bool) {
        if isFailing || isRefused, error != nil { error = nil }
        isRefused = false
    }

    /// Skips failed items one after the other. An item may fail at once, so `next` may cause a nested call, which does nothing.
    func passOver(_ next: () -> Bool) {
        guard !isPassingOver else { return }
        isPassingOver = true
        defer { isPassingOver = false }
        while next() {}
    }

    // MARK: The network

    /// - Returns: a retry to perform now, if any.
    func handle(_ event: NetworkRetryRule.Event, at now: Instant) -> Retry? {
        var retry: Retry?
        for action in rule.handle(event, at: now) {
            switch action {
            case .retry(let position): retry = Retry(position: position)
            case .wake(let due): retryDue = due
            case .sleep: retryDue = nil
            }
        }
        return retry
    }

    /// Marks leaving the item as part of a retry until the item is loaded again.
    func whileRetrying(_ work: () -> Void) {
        rule.whileRetrying(true)
        work()
        rule.whileRetrying(false)
    }

    /// Whether the item is retried automatically, now or once the network is reachable.
    func isWaiting(isReachable: Bool) -> Bool { rule.isWaiting(isReachable: isReachable) }

    /// The position of the item when the network failed.
    var position: ResumePosition? { rule.position }

    // MARK: Resuming

    /// Makes the item resume at a position the next time it is loaded, once.
    func resume(_ item: PlayerItem, at position: ResumePosition) { resumption = (item, position) }

    func resumes(_ item: PlayerItem) -> Bool { resumption?.item === item }

    func takePlace(of item: PlayerItem) -> ResumePosition? {
        guard let resumption, resumption.item === item else { return nil }
        self.resumption = nil
        return resumption.position
    }
}
