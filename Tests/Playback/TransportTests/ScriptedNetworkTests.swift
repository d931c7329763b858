// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@Suite("Scripted network")
struct ScriptedNetworkTests {
    /// When and how a load ended.
    private func outcome(
        _ answer: ScriptedAnswer, trace: [LinkModel.Step], limits: StreamLoad.TimeLimits = .init(), loads: Int = 1
    ) async -> [(at: Double, bytes: Int, error: TransportError?)] {
        let clock = ManualClock()
        let network = ScriptedNetwork(clock: clock, trace: trace, latency: 0.1) { _ in answer }
        let running = (0..<loads).map { index in
            Task(executorPreference: clock) { () -> (at: Double, bytes: Int, error: TransportError?) in
                do throws(TransportError) {
                    let bytes = try await network.bytes(of: TransportRequest(url: "https://a/\(index)", limits: limits))
                    return (clock.now.seconds, bytes.count, nil)
                } catch {
                    return (clock.now.seconds, 0, error)
                }
            }
        }
        await clock.advance(by: 30)
        var results: [(at: Double, bytes: Int, error: TransportError?)] = []
        for load in running { results.append(await load.value) }
        #expect(network.openTransfers == 0)
        return results
    }

    @Test("A load takes its latency and its share of the bandwidth trace")
    func pace() async {
        let megabit = [LinkModel.Step(seconds: 1, bitsPerSecond: 1e6)]
        let alone = await outcome(ScriptedAnswer(bytes: sampleBytes(125_000)), trace: megabit)
        #expect(abs(alone[0].at - 1.1) < 0.001)
        let four = await outcome(ScriptedAnswer(bytes: sampleBytes(125_000)), trace: megabit, loads: 4)
        #expect(four.allSatisfy { abs($0.at - 4.1) < 0.001 && $0.bytes == 125_000 })
        let gap = [LinkModel.Step(seconds: 0.6, bitsPerSecond: 1e6), .init(seconds: 2, bitsPerSecond: 0)]
        let halted = await outcome(ScriptedAnswer(bytes: sampleBytes(125_000)), trace: gap)
        #expect(abs(halted[0].at - 3.1) < 0.001)
    }

    @Test("Time limits follow the manual clock")
    func limits() async {
        let megabit = [LinkModel.Step(seconds: 1, bitsPerSecond: 1e6)]
        let limits = StreamLoad.TimeLimits(firstByte: 3, idle: 2, whole: 9)
        let silent = await outcome(.silence, trace: megabit, limits: limits)
        #expect(silent[0].error?.limit == .firstByte)
        #expect(silent[0].at == 3)
        let stalled = await outcome(
            ScriptedAnswer(bytes: sampleBytes(50_000), ending: .stall(atByte: 12_500)), trace: megabit, limits: limits)
        #expect(stalled[0].error?.limit == .idle)
        #expect(abs(stalled[0].at - 2.2) < 0.01)
        let slow = await outcome(
            ScriptedAnswer(bytes: sampleBytes(50_000_000)), trace: [.init(seconds: 1, bitsPerSecond: 1e6)], limits: limits)
        #expect(slow[0].error?.limit == .whole)
        #expect(slow[0].at == 9)
    }

    @Test("Statuses and broken bodies cause the same errors as over HTTP")
    func faults() async {
        let fast = [LinkModel.Step(seconds: 1, bitsPerSecond: 1e9)]
        let missing = await outcome(ScriptedAnswer(status: 503, headers: ["Retry-After": "4"]), trace: fast)
        #expect(missing[0].error?.status == 503)
        #expect(missing[0].error?.retryAfter == 4)
        let broken = await outcome(ScriptedAnswer(bytes: sampleBytes(1000), ending: .drop(atByte: 10)), trace: fast)
        #expect(broken[0].error?.cause == .truncated)
    }
}
