// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxStreaming

@testable import windowbox

@Suite struct SimulateTests {
    static let movie = #"{"segment_duration_ms": 2000, "bitrates_kbps": [100, 200], "segment_sizes_bits": [\#(rows)]}"#
    private static let rows = Array(repeating: "[200000, 400000]", count: 10).joined(separator: ", ")
    static let traces = """
        {"columns": ["duration_ms", "bandwidth_kbps", "latency_ms"],
         "traces": {"slow": [[1000, 50, 0]], "fast": [[1000, 100000, 100]], "edge": [[1000, 100, 0]]}}
        """

    @Test func `The figures of a constantly fast network are as expected`() async throws {
        let report = try await simulate(["--buffer", "20"])
        let fast = try #require(report.traces.first { $0.name == "fast" }).result
        // The latency, and a hundred thousandth of the first segment's bits.
        #expect(abs(fast.startup - 0.102) < 1e-9)
        #expect(fast.rebufferEvents == 0)
        #expect(fast.rebufferRatio == 0)
        #expect(fast.averageBitrate > 150)
        #expect(fast.score == fast.utility)
    }

    @Test func `At half the lowest bitrate, playback stalls half of the time`() async throws {
        let slow = try #require(try await simulate(["--buffer", "20"]).traces.first { $0.name == "slow" }).result
        #expect(abs(slow.startup - 4) < 1e-9)
        #expect(slow.rebufferEvents == 9)
        #expect(abs(slow.rebufferRatio - 18.0 / 42) < 1e-9)
        #expect(slow.switches == 0)
        #expect(slow.utility == 0)
        #expect(abs(slow.qoeLog + 0.693_147_180_559_945_3 * 22 / 10) < 1e-6)
    }

    @Test func `The JSON has the figures of the contract, and the networks in file order`() async throws {
        let report = try await simulate(["--buffer", "20", "--live", "--json"])
        let text = String(decoding: report.json.bytes, as: UTF8.self)
        #expect(text == String(decoding: try await simulate(["--buffer", "20", "--live"]).json.bytes, as: UTF8.self))
        let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let keys: Set = ["averageBitrate", "utility", "qoeLog", "score", "rebufferRatio", "rebufferEvents", "switches", "startup"]
        let mean = try #require(json["mean"] as? [String: Double])
        #expect(Set(json.keys) == ["mean", "traces"])
        #expect(Set(mean.keys) == keys)
        let traces = try #require(json["traces"] as? [String: [String: Double]])
        #expect(traces.values.allSatisfy { Set($0.keys) == keys })
        let startups = traces.values.compactMap { $0["startup"] }
        #expect(abs(mean["startup"]! - startups.reduce(0, +) / 3) < 1e-9)
        #expect(report.traces.map(\.name) == ["slow", "fast", "edge"])
    }

    @Test func `A limit plays only the first seconds`() async throws {
        let slow = try #require(try await simulate(["--buffer", "20", "--limit", "6"]).traces.first).result
        #expect(slow.rebufferEvents == 2)
    }

    @Test func `The summary lists the means and the worst networks first`() async throws {
        let lines = try await simulate(["--buffer", "20"]).summary.split(separator: "\n")
        #expect(lines[1].contains("mean of 3"))
        #expect(lines[3].contains("slow"))
        #expect(lines.count == 6)
    }

    @Test func `Files with invalid content are refused by name`() async throws {
        let bad = [
            "", "[]", "{}", #"{"traces": {}}"#, #"{"traces": {"a": 1}}"#, #"{"traces": {"a": []}}"#, #"{"traces": {"a": [[1, 2]]}}"#,
            #"{"traces": {"a": [[1000, 0, 0]]}}"#, #"{"traces": {"a": [[1000, -1, 0]]}}"#, #"{"columns": ["x"], "traces": {"a": [[1]]}}"#,
            #"{"traces": {"a": [[1000000000000, 0.000000001, 0]]}}"#, #"{"traces": {"a": [[1000, 1, 1000000000000]]}}"#,
            #"{"traces": {"a": [[1000, 1000, 0]], "a": [[1000, 1000, 0]]}}"#,
        ]
        for text in bad {
            let failure = await #expect(throws: Failure.self) { try await simulate(["--buffer", "20"], traces: text) }
            #expect(failure?.status == 1, "\(text)")
            #expect(failure?.message.contains("traces.json") == true, "\(text)")
        }
        for text in [
            "{}", Self.movie.replacingOccurrences(of: "400000]", with: "0]"), Self.movie.replacingOccurrences(of: "[100, ", with: "["),
        ] {
            let failure = await #expect(throws: Failure.self) { try await simulate(["--buffer", "20"], movie: text) }
            #expect(failure?.status == 1)
            #expect(failure?.message.contains("movie.json") == true)
        }
    }

    @Test func `A truncated file is refused`() async throws {
        let bytes = Array(Self.traces.utf8)
        for end in stride(from: 0, to: bytes.count - 1, by: 3) {
            let text = String(decoding: bytes[..<end], as: UTF8.self)
            await #expect(throws: Failure.self) { try await simulate(["--buffer", "20"], traces: text) }
        }
    }

    @Test func `Invalid usage has status 2`() async throws {
        for options in [
            [], ["--buffer", "0"], ["--buffer", "-1"], ["--buffer", "nan"], ["--buffer", "x"], ["--buffer", "9", "--limit", "0"],
        ] {
            #expect(throws: (any Error).self) { try Simulate.parse(["--traces", "t", "--movie", "m"] + options) }
        }
        #expect(throws: (any Error).self) { try Simulate.parse(["--movie", "m", "--buffer", "9"]) }
        let failure = await #expect(throws: Failure.self) { try await simulate(["--buffer", "1"]) }
        #expect(failure?.status == 2)
    }

    @Test func `Missing files have status 1`() async throws {
        let command = try Simulate.parse(["--traces", "/nowhere/t.json", "--movie", "/nowhere/m.json", "--buffer", "9"])
        let failure = await #expect(throws: Failure.self) { try await command.report() }
        #expect(failure?.status == 1)
    }

    private func simulate(_ options: [String], traces: String = traces, movie: String = movie) async throws -> SimulationReport {
        try await withFile(Array(traces.utf8), named: "traces.json") { traces in
            try await withFile(Array(movie.utf8), named: "movie.json") { movie in
                try await Simulate.parse(["--traces", traces, "--movie", movie] + options).report()
            }
        }
    }
}
