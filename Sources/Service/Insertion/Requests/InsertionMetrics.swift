// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Metrics of ad insertion and the servers that it depends on.
final class InsertionMetrics: Sendable {
    enum Count: String, CaseIterable, Sendable {
        case sessions = "windowbox_ads_sessions_total"
        case playlists = "windowbox_ads_playlists_total"
        case assetLists = "windowbox_ads_asset_lists_total"
        case originFailures = "windowbox_ads_origin_failures_total"
        case decisions = "windowbox_ads_breaks_total"
        case filled = "windowbox_ads_breaks_filled_total"
        case late = "windowbox_ads_breaks_late_total"
        case adsSkipped = "windowbox_ads_skipped_total"
        case adServerFailures = "windowbox_ads_server_failures_total"
        case beaconsSent = "windowbox_ads_beacons_sent_total"
        case beaconsFailed = "windowbox_ads_beacons_failed_total"
        case beaconsGivenUp = "windowbox_ads_beacons_given_up_total"
    }

    enum Timed: String, CaseIterable, Sendable {
        case origin = "windowbox_ads_origin_seconds"
        case adServer = "windowbox_ads_server_seconds"
    }

    private struct State {
        var counts: [Count: Int] = [:]
        var seconds: [Timed: (count: Int, sum: Double)] = [:]
        /// Milliseconds of breaks: to fill, filled with ads, and filled with slate.
        var milliseconds: [String: Int] = [:]
    }

    private let state = Mutex(State())

    func count(_ count: Count, _ number: Int = 1) { state.withLock { $0.counts[count, default: 0] += number } }

    /// - Parameter extraTimeout: whether it was a blocking request, whose duration doesn't count.
    func answered(_ what: Timed, in duration: Duration, isBlocking: Bool = false) {
        guard !isBlocking else { return }
        state.withLock { state in
            let old = state.seconds[what] ?? (0, 0)
            state.seconds[what] = (old.count + 1, old.sum + duration / .seconds(1))
        }
    }

    func filled(available: Double?, ads: Double, slate: Double) {
        state.withLock { state in
            for (name, seconds) in [("available", available ?? 0), ("ads", ads), ("slate", slate)] where seconds.isFinite {
                state.milliseconds[name, default: 0] += Int(min(seconds, 86_400) * 1000)
            }
        }
    }

    /// In the Prometheus text format.
    var text: String {
        let state = state.withLock { $0 }
        var lines: [String] = []
        for count in Count.allCases { lines += ["# TYPE \(count.rawValue) counter", "\(count.rawValue) \(state.counts[count] ?? 0)"] }
        for timed in Timed.allCases {
            let (count, sum) = state.seconds[timed] ?? (0, 0)
            lines += ["# TYPE \(timed.rawValue) summary", "\(timed.rawValue)_sum \(sum)", "\(timed.rawValue)_count \(count)"]
        }
        lines.append("# TYPE windowbox_ads_break_seconds_total counter")
        for name in ["available", "ads", "slate"] {
            lines.append("windowbox_ads_break_seconds_total{of=\"\(name)\"} \(Double(state.milliseconds[name] ?? 0) / 1000)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
