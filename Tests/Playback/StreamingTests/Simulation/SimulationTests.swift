// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

/// Fetches at the given levels in turn, and then at the last of them.
private struct Scripted: QualityChoosing {
    var levels: [Int]
    var actions: [Int: QualityDecision.Action] = [:]
    var asked = 0
    mutating func handle(_ event: TransferEvent, at now: Instant) {}
    mutating func decide(_ situation: QualitySituation, at now: Instant) -> QualityDecision {
        asked += 1
        if let action = actions[asked] { return QualityDecision(action, reason: QualityReason(.plan)) }
        return QualityDecision(
            .fetch(index: situation.next, level: levels[min(situation.next, levels.count - 1)]), reason: QualityReason(.plan))
    }
    mutating func shouldAbandon(_ transfer: OngoingTransfer, _ situation: QualitySituation, at now: Instant) -> Int? { nil }
}

private func movie(segments: Int) throws -> MovieSizes {
    try MovieSizes(segmentDuration: 2, bitrates: [1e6, 2e6], sizes: [[Double]](repeating: [2e6, 4e6], count: segments))
}

private func trace(_ periods: [(Double, Double, Double)]) throws -> NetworkTrace {
    try NetworkTrace(periods: periods.map { .init(duration: $0.0, bandwidth: $0.1, latency: $0.2) })
}

@Suite("Simulated session")
struct SimulationTests {
    @Test("The figures match a manual calculation")
    func byHand() throws {
        // 1 Mbit/s without latency: start-up 2 s; the second segment takes 4 s and stalls 2; the third takes 2.
        let session = try SimulatedSession(movie: movie(segments: 3), trace: trace([(10, 1e6, 0)]), capacity: 10)
        let result = session.play(Scripted(levels: [0, 1, 0]))
        let ln2 = 0.693_147_180_559_945_3
        #expect(abs(result.startup - 2) < 1e-9)
        #expect(abs(result.rebufferRatio - 2.0 / 10) < 1e-9)
        #expect(result.rebufferEvents == 1)
        #expect(result.switches == 2)
        #expect(abs(result.averageBitrate - 4000.0 / 5) < 1e-9)
        #expect(abs(result.utility - ln2 / 5) < 1e-9)
        #expect(abs(result.score - (ln2 / 5 - 1)) < 1e-9)
        #expect(abs(result.qoeLog - (ln2 - 2 * ln2 - ln2 * 4) / 3) < 1e-9)
    }

    @Test("Transfers include latency, bandwidth periods and outages")
    func periods() throws {
        // 0.5 s latency, then 1 Mbit in the first second's rest... 0.5 s at 1 Mbit/s, 1 s of nothing, 0.75 s at 2 Mbit/s.
        let session = try SimulatedSession(movie: movie(segments: 1), trace: trace([(1, 1e6, 0.5), (1, 0, 0), (9, 2e6, 0)]), capacity: 10)
        #expect(abs(session.play(Scripted(levels: [0])).startup - 2.75) < 1e-9)
    }

    @Test("A segment is requested only when it fits")
    func fits() throws {
        var requests: [Double] = []
        let session = try SimulatedSession(movie: movie(segments: 4), trace: trace([(10, 1e9, 0)]), capacity: 4)
        let result = session.play(Scripted(levels: [0])) { event in
            if case .fetched = event.fact { requests.append(event.time.rounded()) }
        }
        #expect(requests == [0, 0, 2, 4])
        #expect(result.rebufferEvents == 0)
    }

    @Test("A buffered segment can be replaced until it plays, and the journal says so")
    func replaces() throws {
        let session = try SimulatedSession(movie: movie(segments: 3), trace: trace([(10, 40e6, 0)]), capacity: 10)
        var lines: [String] = []
        let result = session.play(Scripted(levels: [0], actions: [2: .replace(index: 1, level: 1), 3: .replace(index: 0, level: 1)])) {
            lines.append($0.description)
        }
        #expect(lines.contains { $0.contains("replaced 1 by level 1: 4000 kbit in 0.10 s") })
        #expect(!lines.contains { $0.contains("replaced 0") })
        #expect(result.switches == 2)
    }

    @Test("A session ends even with a controller that only waits")
    func lazy() throws {
        struct Lazy: QualityChoosing {
            mutating func handle(_ event: TransferEvent, at now: Instant) {}
            mutating func decide(_ situation: QualitySituation, at now: Instant) -> QualityDecision {
                QualityDecision(.wait(until: .zero), reason: QualityReason(.full))
            }
            mutating func shouldAbandon(_ transfer: OngoingTransfer, _ situation: QualitySituation, at now: Instant) -> Int? { nil }
        }
        let session = try SimulatedSession(movie: movie(segments: 4), trace: trace([(10, 1e6, 0)]), capacity: 10)
        #expect(session.play(Lazy()).rebufferEvents == 3)
    }

    @Test("Input with which no session could end is refused")
    func refuses() throws {
        #expect(throws: SimulationError.self) { try trace([(10, 0, 0)]) }
        #expect(throws: SimulationError.self) { try trace([]) }
        #expect(throws: SimulationError.self) { try trace([(10, .nan, 0)]) }
        #expect(throws: SimulationError.self) { try trace([(10, 1, -1)]) }
        #expect(throws: SimulationError.self) { try MovieSizes(segmentDuration: 2, bitrates: [2, 1], sizes: [[1, 1]]) }
        #expect(throws: SimulationError.self) { try MovieSizes(segmentDuration: 2, bitrates: [1, 2], sizes: [[1]]) }
        #expect(throws: SimulationError.self) { try MovieSizes(segmentDuration: .nan, bitrates: [1], sizes: [[1]]) }
        #expect(throws: SimulationError.self) { try SimulatedSession(movie: movie(segments: 1), trace: trace([(1, 1, 0)]), capacity: 1) }
    }

    @Test("A limit is rounded up to whole segments", arguments: [(0.0, 1), (2, 1), (2.1, 2), (1e9, 5), (.infinity, 5)])
    func limited(seconds: Double, count: Int) throws {
        #expect(try movie(segments: 5).limited(to: seconds).sizes.count == count)
    }

    @Test("The player's controller plays the same way each time, without a stall on a steady link")
    func plays() throws {
        let session = try SimulatedSession(movie: movie(segments: 60), trace: trace([(10, 5e6, 0.05)]), capacity: 25, isLive: true)
        let result = session.play(ABRController())
        #expect(result == session.play(ABRController()))
        #expect(result.rebufferEvents == 0)
        #expect(result.switches <= 2)
        #expect(result.averageBitrate > 1900)
    }
}
