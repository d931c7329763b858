// SPDX-License-Identifier: Apache-2.0

/// A history of metrics that two tasks write and one listener reads.
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
    ///   - states: when to look whether another item is the current one.
    ///   - metrics: those of the current item, and its stay as the current one; nil when the player is gone.
    ///   - stay: the number of the current item's stay, -1 without one; nil when the player is gone.
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
