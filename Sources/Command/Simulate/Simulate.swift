// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxStreaming

struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a film over recorded networks and tell how the quality rule did.",
        discussion: """
            The rule is the one that plays. A request waits for the trace's latency, then its bits flow at the trace's bandwidth; \
            one request at a time, and a trace that ends begins again.

            --traces is JSON: {"columns": ["duration_ms", "bandwidth_kbps", "latency_ms"], "traces": {"name": [[1000, 2500, 80], …]}}.
            --movie is JSON: {"segment_duration_ms": 3000, "bitrates_kbps": [230, 6000], "segment_sizes_bits": [[886360, 20657480], …]}.

            Exit status: 0 done, 1 a file cannot be read or used, 2 wrong usage.
            """)

    @Option(help: "The networks.", completion: .file())
    var traces: String

    @Option(help: "The film.", completion: .file())
    var movie: String

    @Option(help: "Seconds of film that the player's buffer holds.")
    var buffer: Double

    @Flag(help: "Tell the rule that the stream is live.")
    var live = false

    @Option(help: "Play only the first so many seconds of the film.")
    var limit: Double?

    @Flag(help: "Write JSON.")
    var json = false

    func validate() throws {
        guard buffer > 0, buffer <= 1e6 else { throw ValidationError("--buffer takes seconds above 0 and up to a million, not \(buffer)") }
        if let limit, !(limit > 0 && limit.isFinite) { throw ValidationError("--limit takes seconds above 0, not \(limit)") }
    }

    func run() async throws {
        let report = try await report()
        FileHandle.standardOutput.write(Data(json ? report.json.bytes : Array(report.summary.utf8)))
    }

    func report() async throws -> SimulationReport {
        var film = try MovieFile.read(movie)
        if let limit { film = film.limited(to: limit) }
        let networks = try TraceFile.read(traces)
        guard buffer >= film.segmentDuration else {
            throw Failure.usage("a buffer of \(buffer) s holds no segment of \(film.segmentDuration) s; give --buffer more")
        }
        var sessions: [SimulatedSession] = []
        for network in networks {
            guard network.longest(for: film) < Self.longestSession else {
                throw Failure.failed("\(traces): trace \(network.name) would take years to carry the film; correct its numbers")
            }
            do throws(SimulationError) {
                sessions.append(try SimulatedSession(movie: film, trace: network.trace, capacity: buffer, isLive: live))
            } catch { throw Failure.failed("trace \(network.name): \(error.message)") }
        }
        let results = await play(sessions)
        return SimulationReport(traces: zip(networks, results).map { .init(name: $0.name, result: $1) })
    }

    /// Seconds. Clocks count nanoseconds in 64 bits and end after some 290 years.
    private static let longestSession = 1e8

    /// All sessions, as many at a time as there are processors; results in the order of the sessions.
    private func play(_ sessions: [SimulatedSession]) async -> [SimulationResult] {
        var bar = ProgressBar(label: "simulating")
        defer { bar.finish() }
        return await withTaskGroup(of: (Int, SimulationResult).self) { group in
            var next = 0
            var done = 0
            func start() {
                guard next < sessions.count else { return }
                let (index, session) = (next, sessions[next])
                next += 1
                group.addTask { (index, session.play(ABRController())) }
            }
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { start() }
            var results = [SimulationResult?](repeating: nil, count: sessions.count)
            for await (index, result) in group {
                results[index] = result
                done += 1
                bar.show(Double(done) / Double(sessions.count))
                start()
            }
            return results.compactMap { $0 }
        }
    }
}
