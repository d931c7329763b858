// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Measures the total duration of intermittent periods.
public struct Stopwatch: Hashable, Sendable {
    private var elapsed = 0.0
    private var start: Instant?

    public init() {}

    /// Whether a period is being measured.
    public var isRunning: Bool { start != nil }

    /// Starts or stops measuring at a time. Does nothing if it already runs or is stopped.
    public mutating func run(_ isRunning: Bool, at now: Instant) {
        guard isRunning != self.isRunning else { return }
        elapsed = seconds(at: now)
        start = isRunning ? now : nil
    }

    /// Total seconds until now.
    public func seconds(at now: Instant) -> Double { elapsed + (start.map { max(now - $0, 0) } ?? 0) }
}
