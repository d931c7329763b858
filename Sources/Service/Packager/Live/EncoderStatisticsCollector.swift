// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Collects statistics of a sending encoder. There is one writer; any thread may read.
public final class EncoderStatisticsCollector: Sendable {
    private struct State: Sendable {
        var report = EncoderStatistics()
        var text = ""
        var last: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    /// The time without a packet after which the encoder counts as disconnected.
    private static let longestSilence = Duration.seconds(3)

    public init() {}

    /// When the last packet arrived; nil before the first.
    public var last: ContinuousClock.Instant? { state.withLock { $0.last } }

    /// The statistics; nil while no encoder is sending.
    public var figures: EncoderStatistics.Figures? {
        state.withLock { state in
            guard let last = state.last, last.duration(to: .now) < Self.longestSilence else { return nil }
            return state.report.figures
        }
    }

    /// Resets the statistics for a new connection.
    func begin() { state.withLock { ($0.report, $0.text) = (EncoderStatistics(), "") } }

    /// Reads more bytes of the packet list.
    func read(_ bytes: [UInt8]) {
        state.withLock { state in
            state.text += String(decoding: bytes, as: UTF8.self)
            var lines = state.text.split(separator: "\n", omittingEmptySubsequences: false)
            let rest = String(lines.removeLast())
            for line in lines where state.report.read(line) { state.last = .now }
            state.text = rest
        }
    }
}
