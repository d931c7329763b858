// SPDX-License-Identifier: Apache-2.0

// Take the place of the session's values of these names: a page doesn't play interstitials.

struct InterstitialSchedule: Hashable, Sendable {
    struct Changes: Sendable {
        var added: [String] { [] }
        var changed: [String] { [] }
        var removed: [String] { [] }
        var isEmpty: Bool { true }
    }

    var events: [ScheduledInterstitial] { [] }

    mutating func plan(
        _ playlist: MediaPlaylist, dateOfZero: Double?, shift: Double, beside others: [(playlist: MediaPlaylist, shift: Double)]
    ) -> Changes { Changes() }
}

struct ScheduledInterstitial: Hashable, Sendable {
    var snapsIn: Bool { false }
}
