// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Keeps what is known of an encoder while it sends: one writes, and anybody reads.
public final class EncoderMeter: Sendable {
    private struct State: Sendable {
        var report = EncoderReport()
        var text = ""
        var last: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    /// Seconds without a packet after which nobody sends any more.
    private static let patience = Duration.seconds(3)

    public init() {}

    /// When the last packet came; nil before the first.
    public var last: ContinuousClock.Instant? { state.withLock { $0.last } }

    /// The figures; nil while nobody sends.
    public var figures: EncoderReport.Figures? {
        state.withLock { state in
            guard let last = state.last, last.duration(to: .now) < Self.patience else { return nil }
            return state.report.figures
        }
    }

    /// Another connection: its list of packets begins anew.
    func begin() { state.withLock { ($0.report, $0.text) = (EncoderReport(), "") } }

    /// Takes in the next bytes of the list of packets.
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
