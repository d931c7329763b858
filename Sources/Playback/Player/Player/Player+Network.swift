// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension Player {
    func networkChanged(from old: NetworkConditions) {
        guard networkConditions != old else { return }
        meter.handle(.network(isExpensive: networkConditions.isExpensive), at: clock.now)
        if limits.quality(on: networkConditions) != limits.quality(on: old) { tellLimits() }
        if networkConditions.isReachable, !old.isReachable { perform(.reachable) }
        if networkRefusal == nil, let error, .constrainedNetwork ~= error { updateItems(startsAnew: true) }
    }

    /// Why nothing may be loaded here; nil where it may be.
    var networkRefusal: PlayerError? {
        guard networkConditions.isConstrained, !configuration.allowsConstrainedNetworkAccess else { return nil }
        return PlayerError(
            .constrainedNetwork, "Data is to be saved on this network, and the player is set up not to load there.", canRetry: true)
    }

    /// Only what the network is to blame for is tried again by itself.
    func noteLoss(_ failure: PlayerError) {
        guard .network ~= failure else { return }
        let hasPlayed = engineItems.onAir?.facts.hasPicture == true
        perform(.lost(place: hasPlayed ? lastKnownPlace : nil))
    }

    /// The item is tried again by itself, or would be if there were a network.
    var isWaitingForNetwork: Bool { retries.isWaiting(isReachable: networkConditions.isReachable) }

    private var lastKnownPlace: ResumePlace? {
        guard let facts = engineItems.onAir?.facts, let timeline = facts.timeline,
            let position = seeks.target ?? estimate?.time(at: clock.now)
        else { return nil }
        return ResumePlace(position: position, on: timeline, toldAt: facts.timelineMoment ?? clock.now, as: streamType)
    }

    func perform(_ event: NetworkRetryRule.Event) {
        for action in retries.handle(event, at: clock.now) { perform(action) }
    }

    func perform(_ action: NetworkRetryRule.Action) {
        switch action {
        case .retry(let place): retry(at: place)
        case .wake(let due): retryDue = due
        case .sleep: retryDue = nil
        }
    }

    private func retry(at place: ResumePlace?) {
        guard let item = queue.current else { return }
        retries.whileRetrying(true)
        if let place { resumption = (item, place) }
        if !configuration.networkRetry.resumesPlaying { shouldPlay = false }
        happenings.send(.didRetry(item))
        go(to: item)
        retries.whileRetrying(false)
    }
}
