// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxMedia
import WindowboxStreaming

/// The public 3G traces, if they are available next to the repository.
private enum Corpus {
    static let folder: URL = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let given = ProcessInfo.processInfo.environment["WINDOWBOX_CORPORA"].map { URL(fileURLWithPath: $0) }
        return (given ?? root.appendingPathComponent("../shared/corpora")).appendingPathComponent("abr")
    }()
    static let isPresent = FileManager.default.fileExists(atPath: folder.appendingPathComponent("3Glogs.json").path)

    private static func json(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    static func traces() throws -> [NetworkTrace] {
        let traces = try #require(try json("3Glogs.json")["traces"] as? [String: [[Double]]])
        return try traces.keys.sorted().map { name in
            try NetworkTrace(
                periods: (traces[name] ?? []).map { .init(duration: $0[0] / 1000, bandwidth: $0[1] * 1000, latency: $0[2] / 1000) })
        }
    }

    static func movie() throws -> MovieSizes {
        let movie = try json("movie_bbb.json")
        return try MovieSizes(
            segmentDuration: try #require(movie["segment_duration_ms"] as? Double) / 1000,
            bitrates: try #require(movie["bitrates_kbps"] as? [Double]).map { $0 * 1000 },
            sizes: try #require(movie["segment_sizes_bits"] as? [[Double]]))
    }

    /// - Parameter step: 2 takes every second trace.
    static func mean<Rule: QualityChoosing>(_ rule: Rule, capacity: Double, step: Int = 1) throws -> SimulationResult {
        let movie = try movie()
        let traces = try traces()
        let results = try stride(from: 0, to: traces.count, by: step).map { place in
            try SimulatedSession(movie: movie, trace: traces[place], capacity: capacity).play(rule)
        }
        return try #require(SimulationResult.mean(results))
    }
}

/// The published throughput rule: 90% of the lower of two averages, and less if the buffer is low.
private struct ThroughputRule: QualityChoosing {
    private let halfLives = [8.0, 3.0]
    private var rates = [0.0, 0.0]
    private var latencies = [0.0, 0.0]
    private var seconds = 0.0
    private var count = 0.0
    private var throughput = 0.0
    private var latency = 0.0
    private var safety = 0.9
    private var requested = Instant.zero
    private var begun = Instant.zero

    mutating func handle(_ event: TransferEvent, at now: Instant) {
        switch event {
        case .requested: requested = now
        case .firstByte: begun = now
        case .progressed, .cancelled: break
        case .finished(_, let bits):
            let time = now - begun
            seconds += time
            count += 1
            throughput = .infinity
            latency = 0
            for (index, half) in halfLives.enumerated() {
                let kept = pow(0.5, time / half)
                rates[index] = kept * rates[index] + (1 - kept) * bits / time
                throughput = min(throughput, rates[index] / (1 - pow(0.5, seconds / half)))
                let keptLatency = pow(0.5, 3 / half)
                latencies[index] = keptLatency * latencies[index] + (1 - keptLatency) * (begun - requested)
                latency = max(latency, latencies[index] / (1 - pow(0.5, count * 3 / half)))
            }
        }
    }

    private func fitting(_ rate: Double, _ levels: [QualityLevel]) -> Int {
        var level = 0
        while level + 1 < levels.count, latency + 3 * levels[level + 1].peakBitrate / rate <= 3 { level += 1 }
        return level
    }

    mutating func decide(_ situation: QualitySituation, at now: Instant) -> QualityDecision {
        let overflow = situation.buffer + 3 - situation.capacity
        if overflow > 1e-6 { return QualityDecision(.wait(until: now + overflow), reason: QualityReason(.full)) }
        var level = fitting(throughput * 0.9, situation.levels)
        let safe = safety * (situation.buffer - latency) * throughput
        safety = max(0.5, safety * 0.9)
        for lower in 0..<level where situation.levels[lower + 1].peakBitrate * 3 > safe {
            level = lower
            break
        }
        return QualityDecision(.fetch(index: situation.next, level: level), reason: QualityReason(.plan))
    }

    mutating func shouldAbandon(_ transfer: OngoingTransfer, _ situation: QualitySituation, at now: Instant) -> Int? {
        guard let bits = transfer.bits, now - requested >= 0.5, now > begun else { return nil }
        let rate = transfer.received / (now - begun)
        let left = bits - transfer.received
        guard now - requested + left / rate > 1.8 * 3 else { return nil }
        let level = fitting(rate * 0.9, situation.levels)
        let size = bits * situation.levels[level].peakBitrate / situation.levels[transfer.level].peakBitrate
        return level < transfer.level && size < left ? level : nil
    }
}

@Suite("ABR on the public 3G traces", .enabled(if: Corpus.isPresent))
struct PublishedTracesTests {
    @Test(
        "The published throughput rule reproduces its published figures",
        arguments: [(25.0, 812.445, 0.077855, 36.128, 1.030708, -0.561112), (10, 739.998, 0.100778, 41.267, 0.933103, -0.963783)])
    func baseline(capacity: Double, bitrate: Double, ratio: Double, switches: Double, utility: Double, qoe: Double) throws {
        let mean = try Corpus.mean(ThroughputRule(), capacity: capacity)
        #expect(abs(mean.averageBitrate - bitrate) < 0.5)
        #expect(abs(mean.rebufferRatio - ratio) < 0.0001)
        #expect(abs(mean.switches - switches) < 0.1)
        #expect(abs(mean.utility - utility) < 0.001)
        #expect(abs(mean.qoeLog - qoe) < 0.001)
    }

    @Test("The player's controller beats the published throughput rule", arguments: [25.0, 10])
    func comparison(capacity: Double) throws {
        let ours = try Corpus.mean(ABRController(), capacity: capacity, step: 30)
        let theirs = try Corpus.mean(ThroughputRule(), capacity: capacity, step: 30)
        #expect(ours.qoeLog > theirs.qoeLog + 0.1)
    }

    #if !DEBUG
        // In a debug build, all traces would take minutes.
        @Test("The player's controller keeps its figures", arguments: [(25.0, -0.35), (10, -0.80)])
        func rule(capacity: Double, minimum: Double) throws {
            let mean = try Corpus.mean(ABRController(), capacity: capacity)
            #expect(mean.qoeLog >= minimum, "\(mean)")
        }
    #endif
}
