// SPDX-License-Identifier: Apache-2.0

/// A metrics history, written by two tasks and read by one listener.
@MainActor final class MetricsRecord {
    private var history: MetricsHistory
    private let out: AsyncStream<[Metrics]>.Continuation

    private init(limit: Int, _ out: AsyncStream<[Metrics]>.Continuation) {
        history = MetricsHistory(limit: limit)
        self.out = out
    }

    private func note(_ metrics: Metrics?, stay: Int) {
        if history.note(metrics, stay: stay) { out.yield(history.metrics) }
    }

    /// - Parameters:
    ///   - times: when to take the metrics.
    ///   - states: when to check whether another item is current.
    ///   - metrics: returns the current item's metrics and stay number; nil if the player is gone.
    ///   - stay: returns the stay number of the current item, -1 without one; nil if the player is gone.
    static func follow(
        limit: Int, times: AsyncStream<Double>, states: AsyncStream<PlayerProperties>,
        metrics: @escaping @MainActor () -> (Metrics?, stay: Int)?, stay: @escaping @MainActor () -> Int?
    ) -> AsyncStream<[Metrics]> {
        let (stream, out) = AsyncStream.makeStream(of: [Metrics].self, bufferingPolicy: .bufferingNewest(1))
        let record = MetricsRecord(limit: limit, out)
        let work = [
            Task {
                for await _ in times {
                    guard let now = metrics() else { break }
                    record.note(now.0, stay: now.stay)
                }
                out.finish()
            },
            Task {
                for await _ in states {
                    guard let stay = stay() else { break }
                    record.note(nil, stay: stay)
                }
            },
        ]
        out.onTermination = { _ in work.forEach { $0.cancel() } }
        return stream
    }
}
