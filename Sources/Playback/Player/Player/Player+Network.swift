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
        perform(.lost(position: hasPlayed ? lastKnownPosition : nil))
    }

    /// Plain live goes on at the edge.
    private var lastKnownPosition: Double? {
        streamType == .live ? 0 : seeks.target ?? estimate?.time(at: clock.now)
    }

    func perform(_ event: NetworkRetryRule.Event) {
        for action in retries.handle(event, at: clock.now) { perform(action) }
    }

    func perform(_ action: NetworkRetryRule.Action) {
        switch action {
        case .retry(let position): retry(at: position)
        case .wake(let due): retryDue = due
        case .sleep: retryDue = nil
        }
    }

    private func retry(at position: Double?) {
        guard let item = queue.current else { return }
        let isLive = streamType == .live
        retries.whileRetrying(true)
        if let position, !isLive { resumption = (item, position) }
        if !configuration.networkRetry.resumesPlaying { shouldPlay = false }
        happenings.send(.didRetry(item))
        go(to: item)
        retries.whileRetrying(false)
    }
}
