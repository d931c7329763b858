// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The ads of one feed: asked for ahead of the items that they stand behind, and there or not when those come.
///
/// What has come stands where it belongs; what comes later than its items is for nobody, so that nothing moves below a viewer.
@MainActor final class FeedAds {
    private var schedule: AdSchedule
    private let loading: AdLoadingConfiguration
    private let supply: any FeedAdSupply
    private var hold: AdHold
    private var asked: [Int: Question] = [:]
    /// Behind which item, from 0.
    private(set) var found: [Int: FeedAd] = [:]

    private struct Question {
        let ad: AdConfiguration
        let answer: Task<FeedAd?, Never>
    }

    init(_ schedule: AdSchedule, _ loading: AdLoadingConfiguration, _ supply: any FeedAdSupply) {
        (self.schedule, self.loading, self.supply) = (schedule, loading, supply)
        hold = AdHold(loading)
    }

    isolated deinit { for question in asked.values { question.answer.cancel() } }

    /// The feed begins anew; what is shown once in a session is not shown again.
    func restart() {
        for (position, question) in asked {
            question.answer.cancel()
            if found[position] == nil { schedule.withdraw(question.ad) }
        }
        (asked, found, hold) = ([:], [:], AdHold(loading))
    }

    /// Asks for the ads of places that are to come.
    func prepare(behind items: Range<Int>) {
        for slot in schedule.slots(behind: items.filter { asked[$0] == nil }) where schedule.show(slot.ad) {
            let tag = AdSchedule.tag(of: slot.ad, adding: loading.vastAttributes)
            let answer = Task { [weak self, supply] in
                let ad = await supply.ad(for: slot.ad, tag: tag)
                guard !Task.isCancelled else { return ad }
                if let ad { self?.found[slot.position] = ad } else { self?.schedule.withdraw(slot.ad) }
                return ad
            }
            asked[slot.position] = Question(ad: slot.ad, answer: answer)
        }
    }

    /// Comes back when the feed may be shown: at once, unless it requires its ads.
    ///
    /// - Parameter clock: seconds, of any clock that runs evenly.
    func settle(_ clock: () -> Double) async {
        for case .wake(let time) in hold.handle(.feedLoaded, at: clock()) {
            let wait = max(0, time - clock())
            // Waiting for it ends when the time is over, whatever the ads do.
            let (settled, end) = AsyncStream<Void>.makeStream()
            Task { [answers = asked.values.map(\.answer)] in
                for answer in answers { _ = await answer.value }
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
