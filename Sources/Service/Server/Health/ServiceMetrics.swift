// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The service's metrics in the Prometheus text format 0.0.4.
final class ServiceMetrics: Sendable {
    private struct Key: Hashable, Comparable {
        var operation: String
        var status: Int

        static func < (one: Key, other: Key) -> Bool { (one.operation, one.status) < (other.operation, other.status) }
    }

    private struct Calls {
        var count = 0
        var seconds = 0.0
        /// Cumulative counts per bound in ``ServiceMetrics/bounds``.
        var buckets = [Int](repeating: 0, count: ServiceMetrics.bounds.count)

        mutating func add(_ seconds: Double) {
            count += 1
            self.seconds += seconds
            for (index, bound) in ServiceMetrics.bounds.enumerated() where seconds <= bound { buckets[index] += 1 }
        }
    }

    private struct State {
        var calls: [Key: Calls] = [:]
        var counts: [Count: Int] = [:]
        var open = 0
    }

    /// Plain counters.
    enum Count: String, CaseIterable, Sendable {
        case eventsAccepted = "windowbox_events_accepted_total"
        case eventsRejected = "windowbox_events_rejected_total"
        case purchases = "windowbox_purchases_total"
        case failedSignIns = "windowbox_failed_sign_ins_total"
        case mediaBytes = "windowbox_media_bytes_total"
    }

    /// Histogram bounds in seconds.
    private static let bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
    private let state = Mutex(State())

    /// - Parameter operation: an operation id of the contract, which limits the number of series.
    func answered(_ operation: String, status: Int, seconds: Double) {
        state.withLock { state in
            state.calls[Key(operation: operation, status: status), default: Calls()].add(seconds)
        }
    }

    func count(_ count: Count, _ number: Int = 1) { state.withLock { $0.counts[count, default: 0] += number } }
    func began() { state.withLock { $0.open += 1 } }
    func ended() { state.withLock { $0.open -= 1 } }

    var text: String {
        let state = state.withLock { state in state }
        var lines = [
            "# HELP windowbox_requests_in_progress Requests that are being answered.", "# TYPE windowbox_requests_in_progress gauge",
            "windowbox_requests_in_progress \(state.open)", "# HELP windowbox_request_seconds How long answers took.",
            "# TYPE windowbox_request_seconds histogram",
        ]
        for (key, calls) in state.calls.sorted(by: { $0.key < $1.key }) {
            let labels = "operation=\"\(key.operation)\",status=\"\(key.status)\""
            for (bound, count) in zip(Self.bounds, calls.buckets) {
                lines.append("windowbox_request_seconds_bucket{\(labels),le=\"\(bound)\"} \(count)")
            }
            lines.append("windowbox_request_seconds_bucket{\(labels),le=\"+Inf\"} \(calls.count)")
            lines.append("windowbox_request_seconds_sum{\(labels)} \(calls.seconds)")
            lines.append("windowbox_request_seconds_count{\(labels)} \(calls.count)")
        }
        for count in Count.allCases {
            lines.append("# TYPE \(count.rawValue) counter")
            lines.append("\(count.rawValue) \(state.counts[count] ?? 0)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
