// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A link whose bandwidth follows a trace and is shared evenly by the active flows. Pure arithmetic.
public struct LinkModel: Sendable {
    /// A bit rate for a number of seconds. After the last step, the trace starts again.
    public struct Step: Hashable, Sendable {
        public var seconds: Double
        public var bitsPerSecond: Double
        public init(seconds: Double, bitsPerSecond: Double) {
            self.seconds = seconds
            self.bitsPerSecond = bitsPerSecond
        }
    }

    private struct Flow {
        var readyAt: Instant
        var total: Double
        var sent = 0.0
        mutating func send(_ bytes: Double) { sent = min(total, sent + bytes) }
    }

    /// The number of bytes that are reported at once.
    public static let quantum = 16_384.0

    private let trace: [Step]
    private let period: Double
    private let start: Instant
    public private(set) var now: Instant
    private var flows: [Int: Flow] = [:]

    public init(_ trace: [Step], at start: Instant = .zero) {
        self.trace = trace.filter { $0.seconds > 0 }
        period = self.trace.reduce(0) { $0 + $1.seconds }
        self.start = start
        now = start
    }

    public mutating func begin(_ id: Int, bytes: Int, readyAt: Instant) {
        flows[id] = Flow(readyAt: readyAt, total: Double(bytes))
    }

    public mutating func end(_ id: Int) { flows[id] = nil }

    /// The number of complete bytes received.
    public func received(_ id: Int) -> Int { flows[id].map { Int(($0.sent + 1e-6).rounded(.down)) } ?? 0 }

    /// The time of the next event: a flow starts, receives another quantum or ends, or the bandwidth changes.
    public var nextEvent: Instant? {
        let waiting = flows.values.filter { $0.readyAt > now }.map(\.readyAt).min()
        let active = flows.values.filter { $0.readyAt <= now && $0.sent < $0.total }
        guard !active.isEmpty, period > 0 else { return waiting }
        let (rate, until) = bandwidth
        var event = until
        if rate > 0 {
            let share = rate / 8 / Double(active.count)
            for flow in active {
                let goal = min(flow.total, ((flow.sent / Self.quantum + 1e-9).rounded(.down) + 1) * Self.quantum)
                event = min(event, max(now + 1e-9, now + (goal - flow.sent) / share))
            }
        }
        return waiting.map { min($0, event) } ?? event
    }

    public mutating func advance(to moment: Instant) {
        while now < moment {
            let stop = min(moment, nextEvent ?? moment)
            let active = flows.filter { $0.value.readyAt <= now && $0.value.sent < $0.value.total }.keys
            if !active.isEmpty, period > 0 {
                let share = bandwidth.rate / 8 / Double(active.count) * (stop - now)
                for id in active { flows[id]?.send(share) }
            }
            now = stop
        }
    }

    /// The current rate, and when it ends.
    private var bandwidth: (rate: Double, until: Instant) {
        var position = (now - start).truncatingRemainder(dividingBy: period)
        for step in trace {
            if position < step.seconds - 1e-9 { return (step.bitsPerSecond, now + (step.seconds - position)) }
            position -= step.seconds
        }
        return (trace[0].bitsPerSecond, now + trace[0].seconds)
    }
}
