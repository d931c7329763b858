// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The ads of a feed, requested ahead of the items that they follow.
///
/// Ads that arrive in time are inserted. Ads that arrive after their items are dropped, so that content never moves while the user
/// is looking.
@MainActor final class FeedAds {
    private var schedule: AdSchedule
    private let loading: AdLoadingConfiguration
    private let supply: any FeedAdSupply
    private var hold: AdHold
    private var requested: [Int: Loading] = [:]
    /// By the index of the service's item that they follow.
    private(set) var found: [Int: FeedAd] = [:]

    private struct Loading {
        let ad: AdConfiguration
        let task: Task<FeedAd?, Never>
    }

    init(_ schedule: AdSchedule, _ loading: AdLoadingConfiguration, _ supply: any FeedAdSupply) {
        (self.schedule, self.loading, self.supply) = (schedule, loading, supply)
        hold = AdHold(loading)
    }

    isolated deinit { for load in requested.values { load.task.cancel() } }

    /// Resets for a refreshed feed. Ads limited to one impression per session are not shown again.
    func restart() {
        for (position, load) in requested {
            load.task.cancel()
            if found[position] == nil { schedule.withdraw(load.ad) }
        }
        (requested, found, hold) = ([:], [:], AdHold(loading))
    }

    /// Requests the ads for upcoming items.
    func prepare(behind items: Range<Int>) {
        for slot in schedule.slots(behind: items.filter { requested[$0] == nil }) where schedule.show(slot.ad) {
            let tag = AdSchedule.tag(of: slot.ad, adding: loading.vastAttributes)
            let task = Task { [weak self, supply] in
                let ad = await supply.ad(for: slot.ad, tag: tag)
                guard !Task.isCancelled else { return ad }
                if let ad { self?.found[slot.position] = ad } else { self?.schedule.withdraw(slot.ad) }
                return ad
            }
            requested[slot.position] = Loading(ad: slot.ad, task: task)
        }
    }

    /// Returns when the feed may be shown: immediately, unless it requires its ads.
    ///
    /// - Parameter clock: seconds of any monotonic clock.
    func waitUntilShowable(_ clock: () -> Double) async {
        for case .wake(let time) in hold.handle(.feedLoaded, at: clock()) {
            let wait = max(0, time - clock())
            // The timeout ends the wait even if ads are still pending.
            let (settled, end) = AsyncStream<Void>.makeStream()
            Task { [tasks = requested.values.map(\.task)] in
                for task in tasks { _ = await task.value }
                end.finish()
            }
            let event = await withTaskGroup(of: AdHold.Event.self) { group in
                group.addTask {
                    try? await Task.sleep(for: .seconds(wait))
                    return .wake
                }
                group.addTask {
                    for await _ in settled {}
                    return .adsSettled
                }
                defer { group.cancelAll() }
                return await group.next() ?? .wake
            }
            _ = hold.handle(event, at: time)
        }
    }
}
