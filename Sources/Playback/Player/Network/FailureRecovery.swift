// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxMedia

/// Why the current item can't be played, whether and when it is tried again, and where an item that is loaded again goes on.
@MainActor @Observable final class FailureRecovery {
    /// Load the current item again; without a place at its default position.
    struct Retry: Equatable { var place: ResumePlace? }

    private(set) var error: PlayerError?
    /// When the item is tried again by itself.
    @ObservationIgnored private(set) var retryDue: Instant?
    @ObservationIgnored private var rule: NetworkRetryRule
    /// The item's loader gives no media, which is another thing than media that fail.
    @ObservationIgnored private var isRefused = false
    @ObservationIgnored private var resumption: (item: PlayerItem, place: ResumePlace)?
    @ObservationIgnored private var isPassingOver = false

    init(_ policy: NetworkRetry) { rule = NetworkRetryRule(policy) }

    // MARK: The error

    func fail(_ failure: PlayerError) { error = failure }

    /// The item's loader was what failed.
    func failAtLoader() { isRefused = true }

    func clear() {
        if error != nil { error = nil }
        isRefused = false
    }

    /// What the loader gives has changed: an error that is about what it gave before is over.
    /// - Parameter isFailing: it gives no media now.
    func loaderChanged(isFailing: Bool) {
        if isFailing || isRefused, error != nil { error = nil }
        isRefused = false
    }

    /// Passes over failed items one after the other; a failure meanwhile doesn't begin anew.
    func passOver(_ next: () -> Bool) {
        guard !isPassingOver else { return }
        isPassingOver = true
        defer { isPassingOver = false }
        while next() {}
    }

    // MARK: The network

    /// - Returns: what to do now, if anything.
    func handle(_ event: NetworkRetryRule.Event, at now: Instant) -> Retry? {
        var retry: Retry?
        for action in rule.handle(event, at: now) {
            switch action {
            case .retry(let place): retry = Retry(place: place)
            case .wake(let due): retryDue = due
            case .sleep: retryDue = nil
            }
        }
        return retry
    }

    /// Leaving the item is part of a retry until it is loaded again.
    func whileRetrying(_ work: () -> Void) {
        rule.whileRetrying(true)
        work()
        rule.whileRetrying(false)
    }

    /// The item is tried again by itself, or would be if there were a network.
    func isWaiting(isReachable: Bool) -> Bool { rule.isWaiting(isReachable: isReachable) }

    /// Where the item was when the network failed it.
    var place: ResumePlace? { rule.place }

    // MARK: Where to go on

    /// The next time that this item is loaded it begins there, once.
    func resume(_ item: PlayerItem, at place: ResumePlace) { resumption = (item, place) }

    func resumes(_ item: PlayerItem) -> Bool { resumption?.item === item }

    func takePlace(of item: PlayerItem) -> ResumePlace? {
        guard let resumption, resumption.item === item else { return nil }
        self.resumption = nil
        return resumption.place
    }
}
