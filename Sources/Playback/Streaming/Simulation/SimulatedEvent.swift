// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// One line of a simulated session's journal.
public struct SimulatedEvent: Hashable, Sendable {
    /// What happened.
    public enum Fact: Hashable, Sendable {
        /// The controller has decided.
        case decided(QualityDecision)
        /// A segment arrived. `bits` is its size; `firstByte` and `seconds` count from the request to the first and the last byte.
        case fetched(index: Int, level: Int, bits: Double, firstByte: Double, seconds: Double)
        /// A replacement arrived in time. `bits` is its size; `seconds` count from the request to the last byte.
        case replaced(index: Int, level: Int, bits: Double, seconds: Double)
        /// A replacement arrived when its segment was already playing.
        case tooLate(index: Int, level: Int)
        /// A transfer was given up after `received` bits and `seconds` from its request.
        case abandoned(index: Int, level: Int, received: Double, seconds: Double)
        /// The buffer was empty for this long.
        case stalled(seconds: Double)
        /// The last segment was played.
        case ended
    }
    /// Seconds since the session's first request.
    public var time: Double
    /// Seconds of media in the buffer.
    public var buffer: Double
    /// What happened.
    public var fact: Fact

    public init(time: Double, buffer: Double, fact: Fact) {
        self.time = time
        self.buffer = buffer
        self.fact = fact
    }
}

extension SimulatedEvent: CustomStringConvertible {
    public var description: String {
        let head = decimal(time, places: 3) + " [" + decimal(buffer, places: 1) + " s] "
        let text: String =
            switch fact {
            case .decided(let decision): text(decision.action) + " because of " + decision.reason.description
            case .fetched(let index, let level, let bits, let firstByte, let seconds):
                "fetched \(index) at level \(level): " + kilobits(bits) + " in " + decimal(firstByte, places: 2) + " + "
                    + decimal(seconds - firstByte, places: 2) + " s"
            case .replaced(let index, let level, let bits, let seconds):
                "replaced \(index) by level \(level): " + kilobits(bits) + " in " + decimal(seconds, places: 2) + " s"
            case .tooLate(let index, let level): "too late to replace \(index) by level \(level)"
            case .abandoned(let index, let level, let received, let seconds):
                "abandoned \(index) at level \(level): " + kilobits(received) + " in " + decimal(seconds, places: 2) + " s lost"
            case .stalled(let seconds): "stalled for " + decimal(seconds, places: 3) + " s"
            case .ended: "ended"
            }
        return head + text
    }

    private func text(_ action: QualityDecision.Action) -> String {
        switch action {
        case .fetch(let index, let level): "fetch \(index) at level \(level)"
        case .replace(let index, let level): "replace \(index) by level \(level)"
        case .wait(let until): "wait until " + decimal(until.seconds, places: 3)
        }
    }

    private func kilobits(_ bits: Double) -> String { decimal(bits / 1000, places: 0) + " kbit" }
}
